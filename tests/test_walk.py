"""Walking over trees finds every node, whatever was asked before."""

from __future__ import annotations

import random
import sys
from dataclasses import is_dataclass
from typing import Any

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.memo import Memo
from stele.compiler.driver.check import Checked
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_parser import parse_clause
from stele.compiler.front.walk import getters, nodes, nodes_of, parts_getter
from tests.conftest import scalar


def slowly(tree: object, kind: Any) -> list[object]:
    """Return every node of a kind in a tree, found by looking at each."""
    parts = (getters.get(type(tree)) or parts_getter(type(tree)))(tree)[::-1] if not isinstance(tree, tuple) else tree
    return [*([tree] if isinstance(tree, kind) else []), *(node for part in parts for node in slowly(part, kind))]


def test_a_clause_inside_a_clause_is_found_with_the_outer_one() -> None:
    found: list[Diagnostic] = []
    clause = parse_clause(scalar("others discard a leader from leader-hand then play 1 of them for free"), found)
    assert clause is not None, found
    for _ in range(2):
        assert list(nodes(clause, n.Clause)) == [clause, clause.then]
        assert [type(node) for node in nodes_of(clause, n.MoveCards, n.Play)] == [n.MoveCards, n.Play]


def test_every_node_is_found_in_any_order_of_asking(base: Checked) -> None:
    chance = random.Random(7)
    kinds: list[Any] = [n.Clause, n.Name, n.Cards, n.Cost, n.Gain, n.Per, n.Cards | n.Gain, object]
    for content in base.game.contents:
        trees = [*content.cards, *content.boards, content.flow, content.vocabulary, (content.cards, content.boards)]
        for tree in chance.choices(trees, k=8):
            for kind in chance.sample(kinds, len(kinds)):
                expected = [node for node in slowly(tree, kind) if is_dataclass(node)]
                assert [node for node in nodes(tree, kind) if is_dataclass(node)] == expected


def test_what_is_kept_about_a_tree_goes_with_it_and_no_ctrl_c_is_lost_meanwhile() -> None:
    class Tree:
        """Something that can be referred to."""

    memo: Memo[str] = Memo()
    tree, other, entered = Tree(), Tree(), []
    memo.keep(tree, "kept")
    memo.keep(other, "kept")
    # Where a line of Python runs, a signal may arrive; what it raises in a callback nobody hears
    # of.
    sys.setprofile(lambda frame, event, _: entered.append(frame.f_code.co_name) if event == "call" else None)
    del tree
    sys.setprofile(None)
    assert entered == []
    assert len(memo.entries) == 1
    assert memo.get(other) == "kept"
