"""Build the nodes of sentences about tracks and markers from Lark trees."""

from __future__ import annotations

from lark import Token, Tree

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Role
from stele.compiler.front.phrase_builder import how_many, most, whom
from stele.compiler.front.tree_reader import TreeReader, child, name, number, tokens


def advance(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`advance 2 on fleet`, `others go back 1 on fleet`."""
    track, part = name(tree, Role.TRACK, r), child(tree, "that_many_steps")
    many = None if part is None else n.ThatMany(n.Steps(track, r.of(part)), most(tree, r), r.of(part))
    amount = number(tree, r) if many is None else many
    return n.Advance(tree.data == "go_back", whom(child(tree, "who"), r), amount, track, how_many(tree, r), r.of(tree))


def turn_marker(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`turn the day to night`, `flip the day`."""
    marker, *face = tokens(tree, "NAME")
    to = r.name(face[0], Role.FACE) if face else None
    return n.TurnMarker(whom(child(tree, "who"), r), r.name(marker, Role.MARKER), to, r.of(tree))
