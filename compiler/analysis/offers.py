"""Offer a sentence instead of a wrong one only if it is right where it stands: its names, its
tokens and its zones.

Before names are known, a wrong sentence has `ways` to put it right. Here the one that fits is
chosen; if none does, the message says what is wrong with the nearest, and offers nothing that is
refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from stele.compiler.analysis.checks.index import GameIndex, index_of
from stele.compiler.analysis.checks.tokens import check_finite_tokens, check_tokens, listed_kinds, targets_of
from stele.compiler.analysis.checks.zones import check_counting, check_zones_of_clauses
from stele.compiler.analysis.declarations import declare
from stele.compiler.analysis.resolve import Resolved, bind
from stele.compiler.analysis.scopes import Scope, scope_of
from stele.compiler.common.diagnostics import Diagnostic, Note, Way
from stele.compiler.common.span import Span, text_of
from stele.compiler.common.words import listed, with_article
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_errors import RESOURCES, TOKENS, dropped_words, other_way, recognise
from stele.compiler.front.clause_parser import parse_clause, parse_cost
from stele.compiler.front.clause_repair import progress
from stele.compiler.front.nodes import Name, Role
from stele.compiler.front.source import Scalar
from stele.compiler.front.walk import nodes

HOW_GAINED = "resources are produced, as in `produce 2 ...`, and tokens gained, as in `gain 2 ... tokens`"
CHECKS = (check_tokens, check_finite_tokens, check_zones_of_clauses, check_counting)


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a sentence stands: what may be named there, and the game around it without its own
    items.
    """

    scope: Scope
    index: GameIndex
    content: items.Content


@dataclass(frozen=True, slots=True)
class Tried:
    """A way to put a sentence right: the sentence with its misspelt names put right, and what is
    wrong with it still.
    """

    way: Way
    sentence: str
    misnamed: list[Diagnostic]
    misplaced: list[Diagnostic]  # what its names stand for does not fit there

    @property
    def left(self) -> list[Diagnostic]:
        """Return all that is wrong with it."""
        return self.misnamed or self.misplaced


def settle(game: Resolved, found: list[Diagnostic]) -> None:
    """Give every finding about a sentence the way to put it right that fits what its names stand
    for.
    """
    if not any(one.ways for one in found):
        return
    known = {content.expansion.id: content for content in game.contents}
    tables = {id: declare(one, []) for id, one in known.items()}
    index = index_of(game, is_sound=False)
    for content in game.contents:
        if any(one.ways and is_of(one, content) for one in found):
            setting = Setting(scope_of(content, list(known), known, tables, None), index, content)
            found[:] = [settled(one, setting) if one.ways and is_of(one, content) else one for one in found]


def is_of(diagnostic: Diagnostic, content: items.Content) -> bool:
    """Tell whether a finding is about a file of an expansion."""
    return diagnostic.span.path.startswith(content.expansion.span.path.removesuffix("expansion.yaml"))


def settled(diagnostic: Diagnostic, setting: Setting) -> Diagnostic:
    """Return a finding about a sentence with the way to put it right that fits what its names stand
    for.
    """
    ways = [way for one in diagnostic.ways for way in with_names(one, setting.scope)]
    if not ways:
        return replace(named(diagnostic.ways[0], diagnostic, setting.scope), edits=(), ways=())
    tried = [mended(way, setting) for way in ways]
    best = min(tried, key=lambda one: (len(one.misnamed), len(one.misplaced)))
    way, sentence = best.way, best.sentence
    if best.left:
        return refused(diagnostic, best, len(tried) > 1, setting)
    edits = tuple(replace(edit, text=edit.text.replace(way.sentence, sentence)) for edit in way.edits)
    return replace(diagnostic, message=way.message, help=f"write `{sentence}`", edits=edits, ways=())


def refused(diagnostic: Diagnostic, tried: Tried, is_open: bool, setting: Setting) -> Diagnostic:
    """Return a finding about a sentence for which the nearest right one is wrong itself: with
    another that works, or with what is wrong.

    `is_open` if it may be about resources or tokens.
    """
    way, first = tried.way, tried.left[0]
    bare = replace(diagnostic, edits=(), ways=())
    if offer := next(instead(tried, setting), ""):
        return replace(bare, message=first.message if tried.misnamed else way.message, help=offer)
    here = place_of(first, tried, diagnostic)
    if tried.misnamed and (symbol := symbol_in(way.written, setting.scope)):
        message = f"`{symbol}` is a symbol, which is neither gained nor produced"
        several = ", in a list as often as there are symbols" if re.search(r"\b(?!1\b)\d+\b", way.sentence) else ""
        help = f"write `science {symbol}`{several}" if is_right(f"science {symbol}", setting) else ""
        return replace(bare, message=message, span=here, help=help)
    if tried.misnamed and is_open:
        name = tried.sentence[first.span.column - 1 : first.span.end_column - 1]
        return replace(bare, message=f"no resource and no token is called `{name}`", span=here, help=HOW_GAINED)
    if tried.misnamed and way.message == TOKENS:
        return replace(bare, message=first.message, notes=first.notes, footers=first.footers, help=ONLY_TOKENS)
    others = tuple(f"{one.message}{'; ' * bool(one.help)}{one.help}" for one in tried.left[1:])
    footers = (f"besides, {way.message}", *first.footers, *others)
    help = "" if MEANT.match(first.help) else first.help  # that one would not do either
    return replace(bare, message=first.message, span=here, help=help, notes=first.notes, footers=footers)


def place_of(problem: Diagnostic, tried: Tried, diagnostic: Diagnostic) -> Span:
    """Return where what is wrong with a sentence that is nearly right stands in the one that was
    written, if that is clear.
    """
    word = tried.sentence[problem.span.column - 1 : problem.span.end_column - 1]
    found = [match.start() for match in re.finditer(rf"(?<![\w-]){re.escape(word)}(?![\w-])", tried.way.written)]
    whole = tried.way.edits[0].span if tried.way.edits else None
    if whole is None or len(found) != 1 or not word:
        return diagnostic.span
    quotes = whole.end_column - whole.column - len(tried.way.written)
    if quotes not in (0, 2):
        return diagnostic.span  # something in it is written otherwise
    begin = whole.column + quotes // 2 + found[0]
    return replace(whole, column=begin, end_column=begin + len(word))


MEANT = re.compile(r"did you mean `([^`]+)`\?")
ONLY_TOKENS = "`gain`, `lose` and `spend` are for coins and tokens"


def instead(tried: Tried, setting: Setting) -> Iterator[str]:
    """Yield what to write instead of a sentence that is wrong: one that says which tokens, or which
    place, if it is then right.
    """
    tree, _ = read(tried.way.start, tried.sentence, setting)
    for tokens in nodes(tree, n.Tokens) if not tried.misnamed else ():
        kinds = [setting.index.tokens[one] for one in targets_of(tokens, setting.index.tokens)]
        end = tokens.span.end_column - 1
        worths = {
            worth: put(tried.sentence, end, end, f" worth {worth}") for worth in sorted({k.points for k in kinds})
        }
        right = {worth: text for worth, text in worths.items() if is_right(text, setting)}
        if right:
            least, *more = right
            yield f"write `{right[least]}`" + (f", or another worth: {listed(more)}" if more else "")
        begin, end = tokens.kind.span.column - 1, tokens.kind.span.end_column - 1
        ids = {kind.id: put(tried.sentence, begin, end, kind.id) for kind in kinds}
        named = {id: text for id, text in ids.items() if is_right(text, setting)}
        if named:
            one, *rest = named
            yield f"write `{named[one]}`" + (f", or another kind: {listed_kinds(rest)}" if rest else "")
    first = tried.left[0]
    if len(tried.misnamed) == 1 and (meant := MEANT.match(first.help)):
        text = put(tried.sentence, first.span.column - 1, first.span.end_column - 1, meant[1])
        if tried.way.start == "clause" and is_right(text, setting):
            yield f"if `{meant[1]}` is meant, write `{text}`"
    wrong = {(one.span.column, one.span.end_column) for one in tried.left}
    for zone in nodes(tree, n.Zone) if len(tried.misnamed) == 1 else ():
        if (zone.name.span.column, zone.name.span.end_column) in wrong:
            begin, end = zone.name.span.column - 1, zone.name.span.end_column - 1
            places = [put(tried.sentence, begin, end, word) for word in setting.scope.names[Role.ZONE]]
            possible = [text for text in places if is_right(text, setting)]
            if len(possible) == 1:
                yield f"write `{possible[0]}`"


def put(text: str, begin: int, end: int, word: str) -> str:
    """Return a text with a word in the place of a part of it."""
    return text[:begin] + word + text[end:]


def symbol_in(written: str, scope: Scope) -> str:
    """Return the symbol that a sentence lets its owner gain or produce, or nothing."""
    found = re.fullmatch(r"[a-z]+ (?:an? |the |\d+ )?([a-z0-9-]+)(?: symbols?)?", written.lower())
    words = (found[1], found[1].removesuffix("s"), found[1].removesuffix("es")) if found is not None else ()
    return next((word for word in words if word in scope.names[Role.SYMBOL]), "")


def read(start: str, sentence: str, setting: Setting) -> tuple[n.Clause | n.Cost | None, list[Diagnostic]]:
    """Return a sentence with its names resolved, and what is wrong with them."""
    found: list[Diagnostic] = []
    written = alone(sentence)
    tree = parse_cost(written, found) if start == "cost" else parse_clause(written, found)
    return bind(tree, setting.scope, found), found


def is_right(sentence: str, setting: Setting) -> bool:
    """Tell whether a sentence could stand where it is offered."""
    tree, found = read("clause", sentence, setting)
    if found or not isinstance(tree, n.Clause):
        return False
    return not wrong_there(tree, setting)


def wrong_there(clause: n.Clause, setting: Setting) -> list[Diagnostic]:
    """Return what is wrong with a sentence whose names are right, as the only one of its
    expansion.
    """
    deck = Name("", Role.DECK, clause.span)
    card = items.Card("", "", deck, None, None, (), (), "", (clause,), (), 0, "", (), (), clause.span)
    vocabulary = items.Vocabulary()
    content = replace(setting.content, vocabulary=vocabulary, flow=None, cards=(card,), boards=(), places=())
    index = replace(setting.index, in_play=(content,), own=(content,), changed=(content,), found={})
    return [one for check in CHECKS for one in check(index) if one.span.path == clause.span.path]


NAMED_ROLES = (Role.RESOURCE, Role.COLOUR, Role.SYMBOL, Role.TOKEN, Role.NOUN)


def named(way: Way, diagnostic: Diagnostic, scope: Scope) -> Diagnostic:
    """Return a finding about a sentence that names something declared, but not as the language
    does.
    """
    gone = dropped_words(way.written, way.sentence)
    one = next(scope.names[role][word] for role in NAMED_ROLES for word in scope.names[role] if word in gone)
    message = f"`{one.target.partition('.')[2]}` is {with_article(one.role.value)}, which is not said like this"
    help = "tokens are named with the word `token`" if one.role is Role.TOKEN else "say it in another way"
    return replace(diagnostic, message=message, help=help, notes=(Note("it is declared here", one.span),))


def with_names(way: Way, scope: Scope) -> tuple[Way, ...]:
    """Return a way to put a sentence right if it takes nothing declared for something else, such as
    `gold` for coins where there are tokens of that name; else what others there are.
    """
    known = {word for role in NAMED_ROLES for word in scope.names[role]}
    names = frozenset(dropped_words(way.written, way.sentence) & known - kinds_of_points(way.written))
    if not names:
        return (way,)
    found = recognise(way.written, way.start, lambda one: progress(one, way.start) > len(one), names=names)
    if found is None:
        return ()
    other = other_way(way.written, found.sentence)
    first = instead_of(way, RESOURCES if other else found.message, found.sentence)
    return (first, instead_of(way, TOKENS, other)) if other else (first,)


def kinds_of_points(written: str) -> set[str]:
    """Return the words that say of what kind points are: they name nothing, whatever is called
    so.
    """
    return set(re.findall(r"([a-z0-9-]+)\s+points?\b", written.lower()))


def instead_of(way: Way, message: str, sentence: str) -> Way:
    """Return a way with another sentence; without edits if it would need quotes that are not
    there.
    """
    edits = tuple(replace(edit, text=edit.text.replace(way.sentence, sentence)) for edit in way.edits)
    is_bare = "," in sentence and any(edit.text[:1] not in "\"'" for edit in edits)
    return replace(way, message=message, sentence=sentence, edits=() if is_bare else edits)


def alone(sentence: str) -> Scalar:
    """Return a sentence as if it stood alone in a file."""
    return Scalar(sentence, sentence, text_of("", sentence), 0, len(sentence), None)


def mended(way: Way, setting: Setting) -> Tried:
    """Return a sentence with its misspelt names put right, and what is wrong with it still."""
    _, found = read(way.start, way.sentence, setting)
    sentence = way.sentence
    for problem in sorted(found, key=lambda one: -one.span.column):
        for edit in problem.edits:
            sentence = put(sentence, edit.span.column - 1, edit.span.end_column - 1, edit.text)
    tree, misnamed = read(way.start, sentence, setting)
    misplaced = wrong_there(tree, setting) if isinstance(tree, n.Clause) and not misnamed else []
    return Tried(way, sentence, misnamed, misplaced)
