"""Sentences that the grammar makes are read, and printed as they are read."""

from __future__ import annotations

import random

import pytest

from stele.compiler.front.nodes import Role
from tests.sentences import Refused, sentence

KNOWN = {
    Role.RESOURCE: ("wood", "clay"),
    Role.GROUP: ("raw", "manufactured"),
    Role.COLOUR: ("brown", "red", "green"),
    Role.SYMBOL: ("gear", "compass", "tablet"),
    Role.TOKEN: ("seal", "omen"),
    Role.ZONE: ("city", "hand", "discard", "satchel"),
    Role.TRACK: ("fleet", "doom"),
    Role.MARKER: ("day", "stance"),
    Role.FACE: ("night", "war"),
    Role.LINE: ("guilds", "civilian"),
    Role.NOUN: ("guild",),
    Role.CARD: ("altar", "palace"),
    Role.ACTION: ("discard", "stash"),
}


@pytest.mark.parametrize("seed", range(8))
def test_whatever_the_grammar_makes_is_read_and_printed(seed: int) -> None:
    chance = random.Random(seed)
    made = [sentence(chance, KNOWN) for _ in range(100)]
    refused = {one.why.code.id: one for one in made if isinstance(one, Refused)}
    assert set(refused) <= {"E0304", "E0518"}, refused  # too long, or how long it lasts is said twice
