"""Parse clause and cost texts into syntax trees.

`gain 2 coins` becomes `Clause(sentence=Gain(Coins(2)))`, each node with its place in the file. A text that does not
parse becomes one diagnostic with the caret under the word that is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeVar

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import PatternStr

from stele.compiler.common.codes import E0206, E0301, E0302, E0303, E0304, E0305
from stele.compiler.common.diagnostics import Diagnostic, Edit, Way, did_you_mean, near_words
from stele.compiler.common.span import Span
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_errors import (
    RESOURCES,
    TOKENS,
    TWO_SENTENCES,
    hint,
    other_way,
    recognise,
    two_choices,
    two_sentences,
)
from stele.compiler.front.nodes import Name, Role, Seats
from stele.compiler.front.source import Scalar

MOST_CHARACTERS = 400
LARGEST_NUMBER = 999
MOST_EXPLAINED = 100  # findings after which no further help is worked out, since it takes time

T = TypeVar("T")


def parse_clause(scalar: Scalar, found: list[Diagnostic]) -> n.Clause | None:
    """Return the tree of a clause, or add what is wrong with it."""
    tree = parse(scalar, "clause", found)
    return None if tree is None else clause(tree, Reader(scalar, found))


def parse_cost(scalar: Scalar, found: list[Diagnostic]) -> n.Cost | None:
    """Return the tree of a cost, or add what is wrong with it."""
    tree = parse(scalar, "cost", found)
    return None if tree is None else cost(tree, Reader(scalar, found))


@cache
def language() -> Lark:
    """Return the parser of the clause language."""
    grammar = (files("stele.grammar") / "effect.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", lexer="basic", start=["clause", "cost"], propagate_positions=True)


@cache
def words() -> dict[str, tuple[str, ...]]:
    """Return the words of the language by the name of their terminal: the singular first where there are two."""
    listed: dict[str, tuple[str, ...]] = {}
    for terminal in language().terminals:
        pattern = terminal.pattern
        if terminal.name in ("NAME", "NUMBER") or terminal.name.startswith("__IGNORE"):
            continue
        if isinstance(pattern, PatternStr):
            listed[terminal.name] = (pattern.value,)
        else:
            stem, _, _ = pattern.value.partition("(?!")
            listed[terminal.name] = (stem[:-2], stem[:-1]) if stem.endswith("?") else (stem,)
    return listed


@cache
def reserved() -> frozenset[str]:
    """Return every word that a declared name must not be, since a clause could not name it."""
    # `discard` is a verb only before a number or an article, so a zone may have that name.
    return frozenset(word for forms in words().values() for word in forms if word.isalpha()) - {"discard", "discards"}


@cache
def words_beside(sentence: str, start: str = "clause") -> frozenset[str]:
    """Return the words of the language that may stand where the beginning of a sentence ends."""
    parser: Any = language().parse_interactive(sentence, start=start)  # its types are not told
    parser.exhaust_lexer()
    return frozenset(word for terminal in parser.accepts() for word in words().get(terminal, ()) if word.isalpha())


def parse(scalar: Scalar, start: str, found: list[Diagnostic]) -> Tree[Token] | None:
    """Return the raw tree, or add one diagnostic."""
    if len(scalar.text) > MOST_CHARACTERS:
        limit = f"one sentence may have {MOST_CHARACTERS} characters; split it"
        found.append(Diagnostic(E0304, "this sentence is too long", scalar.span, help=limit))
        return None
    try:
        return language().parse(scalar.text, start=start)
    except UnexpectedInput as problem:
        found.append(explain(problem, scalar, start, is_thorough=len(found) < MOST_EXPLAINED))
        return None


# --- what is wrong --------------------------------------------------------------------------------------------------


def explain(problem: UnexpectedInput, scalar: Scalar, start: str, is_thorough: bool = True) -> Diagnostic:
    """Return the diagnostic for a text that does not parse."""
    reader = Reader(scalar, [])

    def parses(text: str) -> bool:
        return progress(text, start) > len(text)

    if is_cut(scalar):
        help = "inside `[...]` or `{...}` a sentence with a comma must stand in quotes"
        edits = whole_in_quotes(scalar, parses)
        return Diagnostic(E0305, "this sentence is cut at its comma", scalar.span, help=help, edits=edits)
    repaired = repair(scalar.text, start, problem) if is_thorough and isinstance(problem, UnexpectedToken) else None
    token, word = repaired or (None, "")
    is_typo = (
        token is not None and word and parses(scalar.text[: token.start_pos] + word + scalar.text[token.end_pos :])
    )
    if is_thorough and (common := recognise(scalar.text, start, parses, only_spelling=bool(is_typo))):
        span = reader.span(common.start, common.end)
        code = E0303 if isinstance(problem, UnexpectedCharacters) else E0305
        edits, other = replaced(scalar, common.sentence), other_way(scalar.text, common.sentence)
        ways: tuple[Way, ...] = (Way(RESOURCES if other else common.message, common.sentence, start, edits),)
        ways += (Way(TOKENS, other, start, replaced(scalar, other)),) if other else ()
        help = f"write `{common.sentence}`" + (f", or `{other}`" if other else "")
        return Diagnostic(code, common.message, span, help=help, edits=edits, ways=ways)
    if is_thorough and start == "clause" and not is_typo and (both := two_sentences(scalar.text, parses)):
        help = f"write a list: `{both[0]}` and `{both[1]}`"
        return Diagnostic(E0305, TWO_SENTENCES, scalar.span, help=help)
    if is_thorough and start == "clause" and not is_typo and (joint := two_choices(scalar.text, parses)):
        help = "of a stage, list what may be chosen under `choose:`; a card offers no choice, but may have a list of effects"
        return Diagnostic(E0305, "a sentence does not let its owner choose", reader.span(*joint), help=help)
    if not is_typo and (thought := hint(scalar.text, start)):
        return Diagnostic(E0305, thought[2], reader.span(*thought[:2]), help=thought[3])
    if isinstance(problem, UnexpectedCharacters):
        at = problem.pos_in_stream or 0
        character = scalar.text[at]
        help = "the language is written in small letters" if character.isupper() else "leave it out"
        return Diagnostic(E0303, f"`{character}` is not part of the language", reader.span(at, at + 1), help=help)
    if not isinstance(problem, UnexpectedToken):
        return Diagnostic(E0301, "this is not a sentence of the language", scalar.span)
    if token is not None and not word and token.start_pos == 0 and start == "clause":
        message = f"no sentence begins with `{token.value}`"
        help = "most begin with `gain`, `score`, `produce`, `build`, `when you` or a number of shields"
        return Diagnostic(E0301, message, reader.of(token), help=help)
    if token is not None and (word or parses(without(token, scalar.text))):
        message = f"`{token.value}` does not fit here"
        help, here = f"did you mean `{word}`?" if word else "leave it out", reader.of(token)
        return Diagnostic(E0301, message, here, help=help, edits=(Edit(here, word),) if word else ())
    expected = wanted(problem)
    if problem.token.type == "$END":
        end = len(scalar.text.rstrip())
        message = "this sentence stops too early"
        if not end and start == "clause":
            message, expected = "a sentence is missing here", "write what it does, such as `gain 2 coins`"
        return Diagnostic(E0302, message, reader.span(max(0, end - 1), end), help=expected)
    return Diagnostic(E0301, f"`{problem.token.value}` does not fit here", reader.of(problem.token), help=expected)


def without(token: Token, text: str) -> str:
    """Return a text without one of its words."""
    return f"{text[: token.start_pos].rstrip()} {text[token.end_pos :].lstrip()}".strip()


def is_cut(scalar: Scalar) -> bool:
    """Tell whether a sentence without quotes stands before a comma that was meant to belong to it."""
    after = scalar.source.content[scalar.end : scalar.end + 1]
    begins = scalar.text.startswith(("when ", "once ", "if ", "at ", "after ", "before ", "instead ", "roll "))
    return scalar.style in (None, "") and after == "," and begins


def whole_in_quotes(scalar: Scalar, parses: Callable[[str], bool]) -> tuple[Edit, ...]:
    """Return the edit that puts quotes around a sentence that was cut at its commas, if it is clear where it ends."""
    content = scalar.source.content
    for end in re.finditer(r"\s*[],}]", content[scalar.end : scalar.end + MOST_CHARACTERS]):
        text = content[scalar.start : scalar.end + end.start()]
        if '"' in text or "\n" in text:
            break
        if parses(text):
            return (Edit(scalar.source.span(scalar.start, scalar.start + len(text)), f'"{text}"'),)
    return ()


def replaced(scalar: Scalar, text: str) -> tuple[Edit, ...]:
    """Return the edit that puts another text in the place of a scalar; none if it goes over lines of its own."""
    if scalar.style in ("|", ">") or scalar.span.line != scalar.span.end_line:
        return ()
    quote = scalar.style or ("" if "," not in text else '"')
    return (Edit(scalar.span, f"{quote}{text}{quote}"),)


def repair(text: str, start: str, problem: UnexpectedToken) -> tuple[Token, str] | None:
    """Find the word that is wrong: the one that, put right or left out, lets the parser get furthest."""
    reached = position(problem, text)
    tokens = names_before_any_stranger(text)
    vocabulary = sorted({word for forms in words().values() for word in forms if word.isalpha()})
    best: tuple[tuple[int, bool], Token, str] | None = None
    for token in tokens:
        at = token.start_pos or 0
        if at > reached:
            break
        for word in (*near_words(token.value, vocabulary), ""):
            mended = text[:at] + word + text[token.end_pos :]
            # How far that leads is counted in the text as it was written; another word is better than none.
            further = progress(mended, start) - (len(word) - len(token.value)), bool(word)
            if further[0] > max(reached, at) and (best is None or further > best[0]):
                best = (further, token, word)
    return None if best is None else (best[1], best[2])


def names_before_any_stranger(text: str) -> list[Token]:
    """Return the names of a text up to the first character that is no part of the language."""
    listed = []
    try:
        for token in language().lex(text):
            if token.type == "NAME":
                listed.append(token)
    except UnexpectedCharacters:
        pass
    return listed


def progress(text: str, start: str) -> int:
    """Return how far into the text the parser gets."""
    try:
        language().parse(text, start=start)
    except UnexpectedToken as problem:
        return position(problem, text)
    except UnexpectedInput:
        return 0
    return len(text) + 1


def position(problem: UnexpectedToken, text: str) -> int:
    """Return the offset at which the parser stopped."""
    return len(text) if problem.token.type == "$END" else problem.token.start_pos or 0


def wanted(problem: UnexpectedToken) -> str:
    """Return what could stand here, in the author's words."""
    accepted = problem.accepts or problem.expected or set()
    if problem.token.type == "NAME":
        near = did_you_mean(problem.token.value, [w for t in sorted(accepted) for w in words().get(t, ())])
        if near:
            return near
    listed = [phrase(terminal) for terminal in sorted(accepted)]
    listed = sorted(dict.fromkeys(listed), key=lambda word: (not word.startswith("a "), word))
    if len(listed) > 8:
        listed = [*listed[:7], "..."]
    return "expected " + (listed[0] if len(listed) == 1 else ", ".join(listed[:-1]) + " or " + listed[-1])


def phrase(terminal: str) -> str:
    """Return how a message calls a kind of word."""
    match terminal:
        case "$END":
            return "the end of the sentence"
        case "NAME":
            return "a name"
        case "NUMBER":
            return "a number"
        case _:
            return f"`{words()[terminal][0]}`"


# --- trees ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Reader:
    """Knows where each character of one scalar was written."""

    scalar: Scalar
    found: list[Diagnostic]
    offsets: tuple[int, ...] = ()

    def span(self, start: int, end: int) -> Span:
        """Return the place of `text[start:end]` in the file."""
        if not self.offsets:
            self.offsets = self.scalar.inside()
        last = self.offsets[end - 1] + 1 if end > start else self.offsets[start]
        return self.scalar.source.span(self.offsets[start], last)

    def of(self, part: Tree[Token] | Token) -> Span:
        """Return the place of a tree or token."""
        if isinstance(part, Token):
            return self.span(part.start_pos or 0, part.end_pos or 0)
        if part.meta.empty:
            return self.scalar.span
        return self.span(part.meta.start_pos, part.meta.end_pos)

    def name(self, token: Token, role: Role) -> Name:
        """Return a name that must stand for something of that role."""
        return Name(token.value, role, self.of(token))

    def number(self, token: Token) -> int:
        """Return a number; an absurd one is reported."""
        digits = token.value.lstrip("-")
        if len(digits) > len(str(LARGEST_NUMBER)):
            message = f"`{token.value}` is too large"
            help = f"numbers go up to {LARGEST_NUMBER}"
            self.found.append(Diagnostic(E0206, message, self.of(token), help=help))
            return 1
        return int(token.value)


def trees(tree: Tree[Token]) -> Iterator[Tree[Token]]:
    """Yield the subtrees of a tree."""
    return (child for child in tree.children if isinstance(child, Tree))


def child(tree: Tree[Token], *kinds: str) -> Tree[Token] | None:
    """Return the first subtree of one of these kinds."""
    return next((part for part in trees(tree) if part.data in kinds), None)


def tokens(tree: Tree[Token], kind: str) -> list[Token]:
    """Return the tokens of a kind among the children."""
    return [part for part in tree.children if isinstance(part, Token) and part.type == kind]


def names(tree: Tree[Token], role: Role, r: Reader) -> tuple[Name, ...]:
    """Return all names among the children."""
    return tuple(r.name(token, role) for token in tokens(tree, "NAME"))


def name(tree: Tree[Token], role: Role, r: Reader) -> Name:
    """Return the one name among the children."""
    return r.name(tokens(tree, "NAME")[0], role)


def number(tree: Tree[Token], r: Reader, place: int = 0) -> int:
    """Return a number among the children."""
    return r.number(tokens(tree, "NUMBER")[place])


def optional(part: Tree[Token] | None, build: Callable[[Tree[Token], Reader], T], r: Reader) -> T | None:
    """Return the node of a part that may be absent."""
    return None if part is None else build(part, r)


def clause(tree: Tree[Token], r: Reader) -> n.Clause:
    """Return the node of a whole clause."""
    condition = child(tree, "condition")
    sentence_tree = next(part for part in trees(tree) if part.data in SENTENCES)
    return n.Clause(
        optional(child(tree, *MOMENTS), moment, r),
        optional(child(tree, "once_per", "once_per_neighbour"), limit, r),
        () if condition is None else tuple(test(part, r) for part in trees(condition)),
        sentence(sentence_tree, r),
        optional(child(tree, "clause"), clause, r),
        r.of(tree),
    )


MOMENTS = ("when", "at", "before_choosing", "after_playing", "instead")


def moment(tree: Tree[Token], r: Reader) -> n.Moment:
    """Return the node of a moment."""
    here = r.of(tree)
    match tree.data:
        case "when":
            return n.When(event(next(trees(tree)), r), here)
        case "at":
            point = next(trees(tree))
            if point.data == "conflict":
                return n.AtConflict(here)
            edge, period = point.children
            return n.AtEdge(str(edge) == "end", n.Period(str(period)), here)
        case "before_choosing":
            return n.BeforeChoosing(here)
        case "after_playing":
            return n.AfterPlaying(here)
        case "instead":
            return n.InsteadOf(some_tokens(next(trees(tree)), r), child(tree, "in_conflict") is not None, here)
        case _:
            raise AssertionError(tree.data)


def event(tree: Tree[Token], r: Reader) -> n.Event:
    """Return the node of what a trigger waits for."""
    here = r.of(tree)
    match tree.data:
        case "on_build_card":
            at = tokens(tree, "NAME")
            return n.BuildsCard(which(next(trees(tree)), r), r.name(at[0], Role.ZONE) if at else None, here)
        case "on_build_stage":
            return n.BuildsStage(here)
        case "on_build_by_chain":
            return n.BuildsByChain(here)
        case "on_buy":
            return n.BuysFromNeighbour(here)
        case "on_gain_token":
            return n.GainsToken(some_tokens(next(trees(tree)), r), here)
        case "on_gain_coins":
            return n.GainsCoins(here)
        case "on_use":
            return n.UsesCard(which(next(trees(tree)), r), name(tree, Role.ACTION, r), here)
        case _:
            raise AssertionError(tree.data)


def limit(tree: Tree[Token], r: Reader) -> n.Once:
    """Return the node of a limit."""
    return n.Once(n.Period(str(tree.children[0])), tree.data == "once_per_neighbour", r.of(tree))


def test(tree: Tree[Token], r: Reader) -> n.Test:
    """Return the node of one condition."""
    return n.Test(child(tree, "not_") is not None, fact(list(trees(tree))[-1], r), r.of(tree))


def fact(tree: Tree[Token], r: Reader) -> n.Fact:
    """Return the node of what a condition asks."""
    here = r.of(tree)
    match tree.data:
        case "at_least":
            parts = list(trees(tree))
            place = where(parts[1], r) if len(parts) > 1 else None
            return n.AtLeast(number(tree, r), countable(parts[0], r), place, here)
        case "in_age":
            return n.InAge(number(tree, r), here)
        case "has_majority":
            return n.HasMajority(seats(next(trees(tree))), here)
        case "card_of_age":
            return n.CardOfAge(number(tree, r), here)
        case _:
            raise AssertionError(tree.data)


def seats(tree: Tree[Token] | None) -> Seats:
    """Return the seats that a word or two name; none means the owner."""
    return Seats.YOU if tree is None else Seats(" ".join(str(word) for word in tree.children))


def which(tree: Tree[Token], r: Reader) -> n.Which:
    """Return the node of `brown card`, `card` or `leader`."""
    if tree.data == "named_cards":
        return n.NamedCards(name(tree, Role.NOUN, r), r.of(tree))
    age = child(tree, "of_age")
    return n.Cards(names(tree, Role.COLOUR, r), None if age is None else number(age, r), r.of(tree))


CARDS = ("coloured_cards", "any_cards", "named_cards")


def cards_in(tree: Tree[Token], r: Reader) -> n.Which:
    """Return the node of the cards that a sentence speaks of."""
    part = child(tree, *CARDS)
    assert part is not None
    return which(part, r)


def some_tokens(tree: Tree[Token], r: Reader) -> n.Tokens:
    """Return the node of `2 victory tokens worth 1`, `a victory token` or `victory token`."""
    numbers = [r.number(token) for token in tokens(tree, "NUMBER")]
    amount = numbers.pop(0) if tree.data == "tokens" else 1
    return n.Tokens(amount, name(tree, Role.TOKEN, r), numbers[0] if numbers else None, r.of(tree))


def countable(tree: Tree[Token], r: Reader) -> n.Countable:
    """Return the node of what is counted."""
    here = r.of(tree)
    match tree.data:
        case "coloured_cards" | "any_cards" | "named_cards":
            return which(tree, r)
        case "some_tokens":
            return some_tokens(tree, r)
        case "symbols":
            return n.Symbols(name(tree, Role.SYMBOL, r), here)
        case "set_of_cards":
            return n.SetOf(names(tree, Role.COLOUR, r), here)
        case "set_of_symbols":
            return n.SetOf(names(tree, Role.SYMBOL, r), here)
        case "square_of":
            inner = next(trees(tree))
            return n.SquareOf(n.Symbols(name(inner, Role.SYMBOL, r), r.of(inner)), here)
        case "stages":
            return n.Stages(here)
        case "any_coins":
            return n.AllCoins(here)
        case "any_shields":
            return n.AllShields(here)
        case "ages_begun":
            return n.AgesBegun(here)
        case "colours":
            return n.Colours(child(tree, "of_age_cards") is not None, here)
        case "cards_of_one_colour":
            return n.CardsOfOneColour(here)
        case _:
            raise AssertionError(tree.data)


def per(tree: Tree[Token], r: Reader) -> n.Per:
    """Return the node of `per ...`."""
    what, *rest = trees(tree)
    numbers = tokens(tree, "NUMBER")
    divisor = r.number(numbers[0]) if numbers else 1
    return n.Per(divisor, countable(what, r), place(rest[0], r) if rest else None, r.of(tree))


def place(tree: Tree[Token], r: Reader) -> n.Place | n.TheyHave | n.Here:
    """Return the node of where things are counted."""
    match tree.data:
        case "they_have":
            return n.TheyHave(r.of(tree))
        case "here":
            return n.Here(r.of(tree))
        case _:
            return n.Place(tuple(where(part, r) for part in trees(tree)), r.of(tree))


def place_in(tree: Tree[Token], r: Reader) -> n.Place | n.TheyHave | n.Here:
    """Return the node of the place that a sentence names."""
    part = child(tree, "place", "they_have", "here")
    assert part is not None
    return place(part, r)


def where(tree: Tree[Token], r: Reader) -> n.Where:
    """Return the node of one part of a place."""
    if tree.data == "seats":
        return n.CitiesOf(seats(tree), r.of(tree))
    return n.Zone(name(tree, Role.ZONE, r), r.of(tree))


def coins(tree: Tree[Token], r: Reader) -> n.Coins:
    """Return the node of `3 coins`."""
    return n.Coins(number(tree, r), r.of(tree))


def price(tree: Tree[Token], r: Reader) -> n.Free | n.Less | None:
    """Return the node of `for free` or `for 2 coins less`."""
    if part := child(tree, "free"):
        return n.Free(r.of(part))
    if part := child(tree, "coins_less"):
        return n.Less(number(part, r), True, r.of(part))
    return None


def gift(tree: Tree[Token], r: Reader) -> n.Coins | n.Tokens | n.ThatMany | n.It:
    """Return the node of what is gained."""
    match tree.data:
        case "coins":
            return coins(tree, r)
        case "tokens":
            return some_tokens(tree, r)
        case "that_many_coins":
            return n.ThatMany(r.of(tree))
        case _:
            return n.It(r.of(tree))


def cost(tree: Tree[Token], r: Reader) -> n.Cost:
    """Return the node of a cost."""
    parts: list[n.Coins | n.Goods | n.Different] = []
    for part in trees(tree):
        match part.data:
            case "cost_coins":
                parts.append(coins(part, r))
            case "cost_goods":
                parts.append(n.Goods(number(part, r), name(part, Role.RESOURCE, r), r.of(part)))
            case _:
                parts.append(n.Different(number(part, r), name(part, Role.GROUP, r), r.of(part)))
    return n.Cost(tuple(parts), r.of(tree) if parts else r.scalar.span)


# --- sentences: one function each, found by the name of the grammar rule --------------------------------------------


def sentence(tree: Tree[Token], r: Reader) -> n.Sentence:
    """Return the node of a sentence."""
    return SENTENCES[str(tree.data)](tree, r)


def result(tree: Tree[Token], r: Reader) -> n.Sentence:
    """Return the node of the sentence inside a sentence."""
    return sentence(list(trees(tree))[-1], r)


def produce(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`produce wood or clay, not for sale`."""
    goods = next(trees(tree))
    made: n.Some | n.OneOf | n.SomeThat
    match goods.data:
        case "some":
            amount = number(goods, r) if tokens(goods, "NUMBER") else 1
            made = n.Some(amount, name(goods, Role.RESOURCE, r), r.of(goods))
        case "one_of":
            made = n.OneOf(names(goods, Role.RESOURCE, r), r.of(goods))
        case _:
            colours = tuple(name(part, Role.COLOUR, r) for part in trees(goods) if part.data == "made_by_cards")
            by_board = child(goods, "made_by_board") is not None
            made = n.SomeThat(number(goods, r), colours, by_board, child(goods, "do_not") is not None, r.of(goods))
    return n.Produce(made, child(tree, "not_for_sale") is None, r.of(tree))


def buy(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`buy raw resources from right for 1`."""
    wares, seller = list(trees(tree))
    group = name(wares, Role.GROUP, r) if wares.data == "group_wares" else None
    return n.Buy(group, seats(seller), number(tree, r), r.of(tree))


def gain(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`everyone gains 6 coins`."""
    given = child(tree, "coins", "tokens", "that_many_coins", "it")
    assert given is not None
    return n.Gain(seats(child(tree, "who")), gift(given, r), optional(child(tree, "per"), per, r), r.of(tree))


def lose(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`others lose 2 coins`."""
    given = child(tree, "coins", "tokens", "all_tokens")
    assert given is not None
    loss: n.Coins | n.Tokens | n.AllTokens
    match given.data:
        case "coins":
            loss = coins(given, r)
        case "tokens":
            loss = some_tokens(given, r)
        case _:
            worth = tokens(given, "NUMBER")
            loss = n.AllTokens(name(given, Role.TOKEN, r), r.number(worth[0]) if worth else None, r.of(given))
    return n.Lose(seats(child(tree, "who")), loss, optional(child(tree, "per"), per, r), r.of(tree))


def score(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`score 1 point per 3 coins`."""
    rolled = child(tree, "that_many")
    points: int | n.ThatMany = number(tree, r) if rolled is None else n.ThatMany(r.of(rolled))
    return n.Score(seats(child(tree, "who")), points, optional(child(tree, "per"), per, r), r.of(tree))


def score_less(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`score 5 points, less 1 per grey card in city`."""
    return n.ScoreLess(number(tree, r), number(tree, r, 1), per(next(trees(tree)), r), r.of(tree))


def shields(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`2 shields against left`."""
    side = child(tree, "side", "across")
    against = None if side is None else seats(side)
    return n.Shields(number(tree, r), against, optional(child(tree, "per"), per, r), r.of(tree))


def cost_change(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`green cards cost 1 resource less`."""
    subject, change_tree, *_ = trees(tree)
    what = n.Stages(r.of(subject)) if subject.data == "stages" else which(subject, r)
    is_coins = change_tree.data in ("coins_less", "no_coins")
    change: n.Less | n.Nothing = n.Nothing(is_coins, r.of(change_tree))
    if change_tree.data in ("coins_less", "resources_less"):
        change = n.Less(number(change_tree, r), is_coins, r.of(change_tree))
    action = optional(child(tree, "to_action"), lambda part, reader: name(part, Role.ACTION, reader), r)
    return n.CostChange(what, change, action, child(tree, "for_neighbours") is not None, r.of(tree))


def double(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`coins from yellow cards count double`."""
    doubled = next(trees(tree)).children[0]
    return n.Double(str(doubled).startswith("coin"), cards_in(tree, r), r.of(tree))


def build(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`build a card from discard for free`."""
    them = child(tree, "of_them")
    used = child(tree, "used_card")
    what: n.Which | n.OfThem | n.UsedCard
    if them is not None:
        what = n.OfThem(number(them, r), r.of(them))
    else:
        what = cards_in(tree, r) if used is None else n.UsedCard(r.of(used))
    source = tokens(tree, "NAME")
    chained = child(tree, "by_chain")
    chain = None
    if chained is not None:
        chain = n.ByChain(optional(child(chained, "seats", "zone"), where, r), r.of(chained))
    origin = r.name(source[0], Role.ZONE) if source else None
    return n.Build(seats(child(tree, "who")), what, origin, chain, price(tree, r), r.of(tree))


def play(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`play a leader from leader-hand for 2 coins less`."""
    them = child(tree, "of_them")
    if them is not None:
        return n.Play(n.OfThem(number(them, r), r.of(them)), None, price(tree, r), r.of(tree))
    return n.Play(cards_in(tree, r), name(tree, Role.ZONE, r), price(tree, r), r.of(tree))


def oblige(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`others must discard their next card from hand`."""
    action, source = tokens(tree, "NAME")
    who = seats(child(tree, "who"))
    return n.Oblige(who, r.name(action, Role.ACTION), r.name(source, Role.ZONE), r.of(tree))


def copy(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`copy stage 1 or a yellow card in neighbours`."""
    stage = number(tree, r) if tokens(tree, "NUMBER") else None
    return n.Copy(cards_in(tree, r), stage, place_in(tree, r), r.of(tree))


def exchange(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`must spend 1 diplomacy token to sit out`."""
    verb = child(tree, "giving")
    assert verb is not None
    *parts, _ = [part for part in trees(tree) if part.data not in ("must", "giving")]
    items: list[n.Coins | n.Tokens | n.Unused] = []
    for part in parts:
        match part.data:
            case "coins":
                items.append(coins(part, r))
            case "tokens":
                items.append(some_tokens(part, r))
            case _:
                resource = None if child(part, "any_resource") else name(part, Role.RESOURCE, r)
                items.append(n.Unused(number(part, r), resource, r.of(part)))
    is_must = child(tree, "must") is not None
    return n.Exchange(is_must, str(verb.children[0]), tuple(items), result(tree, r), r.of(tree))


def draw(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`draw 3 unused guilds, build 1 of them for free`."""
    noun = name(tree, Role.NOUN, r)
    into = child(tree, "into")
    if into is not None:
        return n.Draw(number(tree, r), noun, name(into, Role.ZONE, r), None, r.of(tree))
    return n.Draw(number(tree, r), noun, None, result(tree, r), r.of(tree))


def replace_board(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`replace your board with 1 of 3 unused boards, either side`."""
    is_either = child(tree, "either_side") is not None
    return n.ReplaceBoard(number(tree, r), number(tree, r, 1), is_either, r.of(tree))


def discard_tokens(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`everyone discards 1 defeat token`."""
    return n.DiscardTokens(seats(child(tree, "who")), some_tokens(list(trees(tree))[-1], r), r.of(tree))


def discard_card(tree: Tree[Token], r: Reader) -> n.Sentence:
    """`others discard a card from hand`."""
    return n.DiscardCard(seats(child(tree, "who")), cards_in(tree, r), name(tree, Role.ZONE, r), r.of(tree))


SENTENCES: dict[str, Callable[[Tree[Token], Reader], n.Sentence]] = {
    "produce": produce,
    "buy": buy,
    "rebate": lambda t, r: n.Rebate(seats(next(trees(t))), number(t, r), r.of(t)),
    "gain": gain,
    "lose": lose,
    "score": score,
    "score_less": score_less,
    "shields": shields,
    "science": lambda t, r: n.Science(names(t, Role.SYMBOL, r), r.of(t)),
    "copied_science": lambda t, r: n.CopiedScience(cards_in(t, r), place_in(t, r), r.of(t)),
    "science_of": lambda t, r: n.ScienceOf(str(next(trees(t)).children[0]) == "most", r.of(t)),
    "convert": lambda t, r: n.Convert(number(t, r), r.of(t)),
    "cost_change": cost_change,
    "also_count": lambda t, r: n.AlsoCount(cards_in(t, r), name(t, Role.ZONE, r), r.of(t)),
    "double": double,
    "more_cards": lambda t, r: n.MoreCards(number(t, r), name(t, Role.ZONE, r), r.of(t)),
    "any_order": lambda t, r: n.AnyOrder(r.of(t)),
    "build": build,
    "play_last": lambda t, r: n.PlayLast(Seats.YOU, r.of(t)),
    "play_last_of": lambda t, r: n.PlayLast(seats(next(trees(t))), r.of(t)),
    "play": play,
    "copy": copy,
    "copy_board": lambda t, r: n.CopyBoard(r.of(t)),
    "exchange": exchange,
    "sit_out": lambda t, r: n.SitOut(r.of(t)),
    "draw": draw,
    "roll": lambda t, r: n.Roll(result(t, r), r.of(t)),
    "take_seat": lambda t, r: n.TakeSeat(r.of(t)),
    "leave": lambda t, r: n.LeaveTable(r.of(t)),
    "return_to": lambda t, r: n.ReturnToTable(r.of(t)),
    "swap_hands": lambda t, r: n.SwapHands(r.of(t)),
    "swap_cards": lambda t, r: n.SwapCards(cards_in(t, r), child(t, "equal_cost") is not None, r.of(t)),
    "replace_board": replace_board,
    "discard_tokens": discard_tokens,
    "discard_card": discard_card,
    "oblige": oblige,
    "reveal": lambda t, r: n.Reveal(names(c, Role.COLOUR, r) if (c := child(t, "unless")) else (), r.of(t)),
    "put": lambda t, r: n.Put(number(t, r), cards_in(t, r), place_in(t, r), r.of(t)),
}
