"""Parse clause and cost texts into syntax trees.

`gain 2 coins` becomes `Clause(sentence=Gain(Coins(2)))`, each node with its place in the file. A
text that does not parse becomes one diagnostic with the caret under the word that is wrong.
"""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import SequenceMatcher

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from stele.compiler.common.codes import E0304, E0305, E0306
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_grammar import MOST_CHARACTERS, lark_parser
from stele.compiler.front.clause_meaning import NUMBERS, counted_yours, is_left_yours
from stele.compiler.front.clause_repair import explain
from stele.compiler.front.editions import of_the_owner, zones_of_others
from stele.compiler.front.lenient import readings
from stele.compiler.front.nearest import not_understood
from stele.compiler.front.source import Scalar
from stele.compiler.front.tree_builder import clause, cost
from stele.compiler.front.tree_reader import TreeReader
from stele.compiler.front.unparse import clause_text

WORD = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*|\d+")
MOST_EXPLAINED = 100  # findings after which no further help is worked out, since it takes time


def parse_clause(scalar: Scalar, found: list[Diagnostic]) -> n.Clause | None:
    """Return the tree of one clause, or add what is wrong with it."""
    said = parse_clauses(scalar, found)
    if len(said) > 1:
        help = f"write a list: {' and '.join(f'`{clause_text(one)}`' for one in said)}"
        found.append(Diagnostic(E0305, "these are two sentences in the place of one", scalar.span, help=help))
    return said[0] if len(said) == 1 else None


def parse_clauses(scalar: Scalar, found: list[Diagnostic]) -> tuple[n.Clause, ...]:
    """Return the trees of all that a text says, in words of the language or in others, or add what
    is wrong with it.
    """
    try:
        tree = lark_parser().parse(scalar.text, start="clause")
    except UnexpectedInput:
        said = understood(scalar, found)
        if said is None:
            if not is_told_as_english(scalar, found):
                parse(scalar, "clause", found)
            return ()
        return said
    if len(scalar.text) > MOST_CHARACTERS:
        parse(scalar, "clause", found)
        return ()
    return (clause(tree, TreeReader(scalar, found)),)


def is_told_as_english(scalar: Scalar, found: list[Diagnostic]) -> bool:
    """Tell whether a text is a sentence of plain English that is not understood, and say so; one
    that is a clause but for a word is put right as a clause is.
    """
    if len(scalar.text) > MOST_CHARACTERS or len(found) >= MOST_EXPLAINED:
        return False
    plain = not_understood(scalar, lambda text: printed(text, scalar))
    if plain is None:
        return False
    lower = replace(scalar, text=scalar.text.lower().rstrip(" .!"))
    own: list[Diagnostic] = []
    parse(lower, "clause", own)
    found.append(own[0] if own and own[0].edits else replace(plain, sentence=scalar.span))
    return True


def understood(scalar: Scalar, found: list[Diagnostic]) -> tuple[n.Clause, ...] | None:
    """Return what a text says in other words than those of the language; nothing if it says
    nothing, and no clause if it could mean two things, which is told.
    """
    meanings: dict[tuple[n.Clause, ...], tuple[str, ...]] = {}
    for texts in readings(scalar.text, scalar.source.names):
        trees = [clause_of(text, scalar) for text in texts]
        said = tuple(tree for tree in trees if tree is not None)
        owned = tuple(with_owner(tree, scalar) for tree in said)
        said = tuple(tree for tree in owned if tree is not None)
        if len(said) == len(texts):
            meanings.setdefault(said, tuple(clause_text(tree) for tree in said))
    if len(meanings) > 1:
        ways = [" and ".join(f"`{text}`" for text in texts) for texts in list(meanings.values())[:2]]
        help = f"write {ways[0]}, or {ways[1]}"
        found.append(Diagnostic(E0306, "this sentence could mean two things", scalar.span, help=help))
        return ()
    return next(iter(meanings), None)


def with_owner(tree: n.Clause, scalar: Scalar) -> n.Clause | None:
    """Return a clause in which what plain English calls yours is the owner's, although others do
    something with it; nothing if it is not clear what of it is.
    """
    names, is_counted = scalar.source.names, counted_yours(scalar.text)
    moved = frozenset(zone for zone in names.own_zones if is_left_yours(scalar.text, zone))
    if is_counted is None and of_the_owner(tree, names, moved) != of_the_owner(tree, names, moved, is_counted=False):
        return None
    owned = of_the_owner(tree, names, moved, is_counted=is_counted is not False)
    return None if moved & zones_of_others(owned) else owned


def printed(text: str, scalar: Scalar) -> str:
    """Return a clause in the words of the language; nothing if a text is none."""
    tree = clause_of(text, scalar)
    return "" if tree is None else clause_text(tree)


def clause_of(text: str, scalar: Scalar) -> n.Clause | None:
    """Return the tree of a clause that a scalar says in other words, each node where the words are
    that it was read from.
    """
    try:
        tree = lark_parser().parse(text, start="clause")
    except UnexpectedInput:
        return None
    found: list[Diagnostic] = []
    reader = TreeReader(scalar, found, written=aligned(text, scalar.text))
    said = clause(tree, reader)
    return None if found else said


def aligned(clause: str, text: str) -> tuple[tuple[int, int], ...]:
    """Return for each character of a clause where the word was written that it belongs to; an empty
    place for a word that was not.
    """
    words, others = list(WORD.finditer(clause)), list(WORD.finditer(text.lower()))
    matcher = SequenceMatcher(None, [stem(one[0]) for one in words], [stem(one[0]) for one in others], autojunk=False)
    places = [(0, 0)] * len(clause)
    for block in matcher.get_matching_blocks():
        for number in range(block.size):
            one, other = words[block.a + number], others[block.b + number]
            places[one.start() : one.end()] = [other.span()] * (one.end() - one.start())
    return tuple(places)


def stem(word: str) -> str:
    """Return a word without what makes several of it, and a number in digits."""
    return NUMBERS.get(word, word.removesuffix("s"))


def parse_cost(scalar: Scalar, found: list[Diagnostic]) -> n.Cost | None:
    """Return the tree of a cost, or add what is wrong with it."""
    tree = parse(scalar, "cost", found)
    return None if tree is None else cost(tree, TreeReader(scalar, found))


def parse(scalar: Scalar, start: str, found: list[Diagnostic]) -> Tree[Token] | None:
    """Return the raw tree, or add one diagnostic."""
    if len(scalar.text) > MOST_CHARACTERS:
        limit = f"one sentence may have {MOST_CHARACTERS} characters; split it"
        found.append(Diagnostic(E0304, "this sentence is too long", scalar.span, help=limit))
        return None
    try:
        return lark_parser().parse(scalar.text, start=start)
    except UnexpectedInput as problem:
        explained = explain(problem, scalar, start, is_thorough=len(found) < MOST_EXPLAINED)
        found.append(replace(explained, sentence=scalar.span))
        return None
