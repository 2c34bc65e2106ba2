"""Build the nodes of sentences about tracks and markers from Lark trees."""

from __future__ import annotations

from lark import Token, Tree

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Role
from stele.compiler.front.phrase_builder import how_many, most, whom
from stele.compiler.front.tree_reader import TreeReader, child, name, number, tokens


def advance(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`advance 2 on fleet`, `others go back 1 on fleet`."""
    track, here = name(tree, Role.TRACK, r), r.of(tree)
    is_back, is_so_many = str(tree.data).startswith("go_back"), str(tree.data).endswith("that_many")
    many = n.ThatMany(n.Steps(track, here), most(tree, r), here) if is_so_many else None
    amount = number(tree, r) if many is None else many
    return n.Advance(is_back, whom(child(tree, "who"), r), amount, track, how_many(tree, r), here)


def turn_marker(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`turn the day to night`, `flip the day`."""
    marker, *face = tokens(tree, "NAME")
    to = r.name(face[0], Role.FACE) if face else None
    return n.TurnMarker(whom(child(tree, "who"), r), r.name(marker, Role.MARKER), to, r.of(tree))
