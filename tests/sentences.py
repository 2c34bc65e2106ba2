"""Sentences out of the grammar: every rule is a slot, every slot is filled at random, and names
become words that content declares.

Whatever is added to the grammar is found here at once, without a list to be kept.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_grammar import lark_parser, words
from stele.compiler.front.clause_parser import parse_clause
from stele.compiler.front.nodes import Role
from stele.compiler.front.unparse import clause_text
from stele.compiler.front.walk import nodes
from tests.conftest import scalar
from tests.sense import Sense

PLACEHOLDER = re.compile(r"\bqq[0-9]+\b")
ENOUGH = 0.7  # how often a list is no longer than it must be
DEEPEST = 14  # beyond that only what ends soonest is chosen
SELDOM = {"then": 0.25, "moment": 0.45, "limit": 0.25, "condition": 0.3, "any_condition": 0.3, "lasting": 0.15}

# Numbers that fit each other: steps that grow, and as many of them as there are amounts.
AS_NUMBERS = {"numbers": [("1", ",", "2"), ("1", ",", "3")]}
Words = Mapping[Role, Sequence[str]]


@cache
def rules() -> dict[str, list[tuple[str, ...]]]:
    """Return the rules of the grammar, as it was expanded: what each may be made of."""
    found: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    parser: Any = lark_parser()
    for rule in parser.rules:
        parts = tuple(part.name for part in rule.expansion)
        if parts not in found[rule.origin.name]:
            found[rule.origin.name].append(parts)
    return dict(found)


@cache
def depths() -> dict[str, int]:
    """Return how deep the shortest tree below each rule is."""
    found: dict[str, int] = {}
    while True:
        before = dict(found)
        for name, choices in rules().items():
            known = [deepest(parts, found) for parts in choices if all(p in found for p in parts if p in rules())]
            if known:
                found[name] = min(known)
        if found == before:
            return found


def deepest(parts: Sequence[str], found: Mapping[str, int]) -> int:
    """Return how deep a tree of these parts is at least."""
    return 1 + max((found[part] for part in parts if part in rules()), default=0)


def derived(start: str, chance: random.Random, depth: int = 0, sense: Sense | None = None) -> list[str]:
    """Return the words of a random tree of the grammar, of parts that make sense together if that
    matters.
    """
    choices = rules()[start] if sense is None else sense.sensible(start, rules()[start])
    if sense is not None and start in AS_NUMBERS:
        return list(chance.choice(AS_NUMBERS[start]))
    if depth > DEEPEST:
        least = min(deepest(parts, depths()) for parts in choices)
        choices = [parts for parts in choices if deepest(parts, depths()) == least]
    if start == "clause":
        choices = [likely(choices, chance)]
    if start.startswith("__") and chance.random() < ENOUGH:
        choices = [min(choices, key=len)]
    said: list[str] = []
    chosen = chance.choice(choices)
    if sense is not None:
        sense.begin(start, chosen)
    for part in chosen:
        if part in rules():
            said += derived(part, chance, depth + 1, sense)
        else:
            said.append("2" if sense is not None and said[:1] == ["for the next"] else word(part, chance))
    if sense is not None:
        sense.end(start, said)
    return said


def likely(choices: Sequence[tuple[str, ...]], chance: random.Random) -> tuple[str, ...]:
    """Return the form of a clause in which each part that may be left out is there now and then."""
    wanted = {part: chance.random() < share for part, share in SELDOM.items()}

    def has(parts: tuple[str, ...], slot: str) -> bool:
        return ("THEN" if slot == "then" else slot) in parts

    return max(choices, key=lambda parts: (sum(has(parts, slot) == wanted[slot] for slot in SELDOM), chance.random()))


def word(terminal: str, chance: random.Random) -> str:
    """Return what may stand for a terminal."""
    if terminal == "NAME":
        return f"qq{chance.randrange(10**6)}"
    if terminal == "STRING":
        return f'"qq{chance.randrange(10**6)}"'
    if terminal == "NUMBER":
        return str(chance.choice((1, 1, 1, 2, 2, 3)))
    return chance.choice(words()[terminal])


@dataclass(frozen=True)
class Refused:
    """A sentence that the grammar takes and its reader does not, and why."""

    text: str
    why: Diagnostic


def parts_of(where: n.Where | n.Place | None) -> Sequence[n.Where | None]:
    """Return the places that are meant."""
    return where.parts if isinstance(where, n.Place) else (where,)


def sensible_names(tree: n.Clause, chance: random.Random, known: Words) -> Iterator[tuple[str, str]]:
    """Yield names for the places of a sentence, as they make sense there: no two alike in one list,
    zones that a seat has where those of seats are meant, the city where something else than cards
    is counted.
    """
    listed = {role: chance.sample(list(names), len(names)) for role, names in known.items()}
    used: Counter[Role] = Counter()
    for name in nodes(tree, n.Name):
        if name.role in (Role.RESOURCE, Role.COLOUR, Role.SYMBOL):
            yield name.text, listed[name.role][used[name.role] % len(listed[name.role])]
            used[name.role] += 1
    own = [zone for zone in known[Role.ZONE] if zone != "discard"]
    for zone in nodes(tree, n.Zone):
        if zone.of is not None:
            yield zone.name.text, chance.choice(own)
    for move in nodes(tree, n.MoveCards):
        if move.verb in (n.MoveVerb.GIVE, n.MoveVerb.TAKE) and isinstance(move.source, n.Zone):
            yield move.source.name.text, chance.choice(own)
    for oblige in nodes(tree, n.Oblige):
        yield oblige.source.text, "hand"
    for swap in nodes(tree, n.SwapZones):
        if swap.zone is not None:
            yield swap.zone.text, chance.choice(own)
    counting: list[n.AtLeast | n.Compared | n.Foremost] = [
        *nodes(tree, n.AtLeast),
        *nodes(tree, n.Compared),
        *nodes(tree, n.Foremost),
    ]
    places: list[tuple[n.Countable, Sequence[n.Where | None]]] = [(one.what, parts_of(one.where)) for one in counting]
    places += [(one.what, one.place.parts) for one in nodes(tree, n.Per) if isinstance(one.place, n.Place)]
    places += [(one.what, one.place.parts) for one in nodes(tree, n.Scale) if isinstance(one.place, n.Place)]
    for what, parts in places:
        if not isinstance(what, (n.Cards, n.NamedCards, n.CardNamed)):
            yield from ((part.name.text, "city") for part in parts if isinstance(part, n.Zone))
    markers: list[n.MarkerIs | n.TurnMarker | n.TurnsMarker] = [
        *nodes(tree, n.MarkerIs),
        *nodes(tree, n.TurnMarker),
        *nodes(tree, n.TurnsMarker),
    ]
    for marker in markers:
        if marker.face is not None:
            yield marker.marker.text, "day"
            yield marker.face.text, "night"


def sentence(chance: random.Random, known: Words, is_sensible: bool = False) -> str | Refused:
    """Return a random sentence whose names are known words, as it is printed."""
    sense = Sense(chance) if is_sensible else None
    text = " ".join(derived("clause", chance, 0, sense)).replace(" ,", ",")
    found: list[Diagnostic] = []
    tree = parse_clause(scalar(text), found)
    if tree is None or found:
        return Refused(text, found[0])
    picked = {name.text: chance.choice(list(known[name.role])) for name in nodes(tree, n.Name)}
    if is_sensible:
        picked |= dict(sensible_names(tree, chance, known))
    text = PLACEHOLDER.sub(lambda found: picked.get(found[0], found[0]), clause_text(tree))
    tree = parse_clause(scalar(text), found)
    if found and found[0].code.id == "E0304":  # with names of content it has become too long
        return Refused(text, found[0])
    assert tree is not None, f"`{text}` is printed, and does not parse: {found[0].message}"
    assert clause_text(tree) == text, f"`{text}` is printed, and is then printed as `{clause_text(tree)}`"
    return text
