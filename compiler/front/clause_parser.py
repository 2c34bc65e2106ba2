"""Parse clause and cost texts into syntax trees.

`gain 2 coins` becomes `Clause(sentence=Gain(Coins(2)))`, each node with its place in the file. A
text that does not parse becomes one diagnostic with the caret under the word that is wrong.
"""

from __future__ import annotations

from dataclasses import replace

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from stele.compiler.common.codes import E0304
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_grammar import MOST_CHARACTERS, lark_parser
from stele.compiler.front.clause_repair import explain
from stele.compiler.front.phrase_builder import cost
from stele.compiler.front.source import Scalar
from stele.compiler.front.tree_builder import clause
from stele.compiler.front.tree_reader import TreeReader

MOST_EXPLAINED = 100  # findings after which no further help is worked out, since it takes time


def parse_clause(scalar: Scalar, found: list[Diagnostic]) -> n.Clause | None:
    """Return the tree of a clause, or add what is wrong with it."""
    tree = parse(scalar, "clause", found)
    return None if tree is None else clause(tree, TreeReader(scalar, found))


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
