"""Index a set of expansions: its items by target, its nodes by kind, its steps in one list.

Every check reads this one index, so a table is built once per set, and what only depends on one
expansion once per expansion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, TypeVar

from stele.compiler.analysis.compose import merge_flows
from stele.compiler.analysis.resolve import Resolved
from stele.compiler.common.memo import Memo
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name
from stele.compiler.front.walk import by_kind, sorted_parts

T = TypeVar("T")
Item = TypeVar("Item", items.Card, items.Board, items.PlaceBoard)
Kinds = Mapping[object, Sequence[Any]]  # nodes by their type


class Soundness(Enum):
    """How much of a set was read: parts of it, all of its vocabulary and flow, or the whole."""

    PARTS = "parts"
    FLOW = "flow"
    WHOLE = "whole"


@dataclass(frozen=True, slots=True)
class GameIndex:
    """A set of expansions as they are in play, with a variant if one is chosen."""

    contents: tuple[items.Content, ...]  # in the order in which they build on each other
    in_play: tuple[items.Content, ...]  # the same without parts for expansions that are not there
    own: tuple[items.Content, ...]  # of these, the expansions that no other one builds on
    changed: tuple[items.Content, ...]  # these and what patches change, which no smaller set has checked as it is here
    merged_flow: items.Flow | None  # nothing if no expansion says how a game runs
    variants: tuple[items.Variant, ...]  # those with the id that is chosen
    is_sound: bool  # false if anything was left out on the way here, so that sums would be wrong
    cards: dict[str, items.Card]
    boards: tuple[items.Board, ...]
    places: tuple[items.PlaceBoard, ...]
    decks: dict[str, items.Deck]
    zones: dict[str, items.ZoneItem]
    tracks: dict[str, items.Track]
    markers: dict[str, items.Marker]
    colours: dict[str, items.Colour]
    tokens: dict[str, items.Token]
    nouns: dict[str, items.Noun]
    moments: dict[str, items.MomentItem]
    actions: dict[str, items.Action]
    lines: tuple[items.Line, ...]
    steps: tuple[items.Step, ...]  # those inside turns too
    age_steps: tuple[items.Step, ...]  # of these, the ones of an age, without those that slots add
    found: dict[object, tuple[Any, ...]] = field(default_factory=dict)  # nodes that were asked for, by kind

    @property
    def flow(self) -> items.Flow:
        """Return the flow of a set that has one."""
        assert self.merged_flow is not None
        return self.merged_flow

    @property
    def players(self) -> tuple[int, int]:
        """Return the least and the most players of a set that says so."""
        assert self.flow.players is not None
        return self.flow.players

    @property
    def player_counts(self) -> range:
        """Return every number of players."""
        return range(self.players[0], self.players[1] + 1)

    @property
    def ages(self) -> int:
        """Return how many ages there are in a set that says so."""
        assert self.flow.ages is not None
        return self.flow.ages

    @property
    def is_playable(self) -> bool:
        """Tell whether the set says for how many players and how long it is."""
        flow = self.merged_flow
        return flow is not None and flow.players is not None and flow.ages is not None

    def nodes(self, kind: type[T]) -> tuple[T, ...]:
        """Return every node of a kind in all that clauses stand in: cards, boards, places, score
        lines and the flow.
        """
        found = self.found.get(kind)
        if found is None:
            tables = [kinds_in(content) for content in self.in_play]
            tables += [kinds_below(self.merged_flow)] if self.merged_flow is not None else []
            found = self.found[kind] = tuple([part for table in tables for part in table.get(kind, ())])
        return found

    def steps_of(self, kind: type[T]) -> list[T]:
        """Return every step of a kind."""
        return [step for step in self.steps if isinstance(step, kind)]

    def age_steps_of(self, kind: type[T]) -> list[T]:
        """Return every step of a kind in an age."""
        return [step for step in self.age_steps if isinstance(step, kind)]


def index_of(resolved: Resolved, variant: str = "", is_sound: bool = True) -> GameIndex:
    """Index a set of expansions whose names are resolved."""
    contents = resolved.contents
    ids = frozenset(content.expansion.id for content in contents)
    required = {name.text for content in contents for name, _ in content.expansion.requires}
    in_play = tuple(without_unmet(content, ids) for content in contents)
    flows = [content.flow for content in contents if content.flow is not None]
    flow = merge_flows(flows) if flows else None
    words = [(content.expansion.id, content.vocabulary) for content in contents]
    return GameIndex(
        contents,
        in_play,
        tuple(content for content in in_play if content.expansion.id not in required),
        tuple(content for content in in_play if content.is_patched or content.expansion.id not in required),
        flow,
        tuple(one for content in contents for one in content.variants if one.id == variant),
        is_sound,
        {f"{content.expansion.id}.{card.id}": card for content in in_play for card in content.cards},
        tuple(board for content in in_play for board in content.boards),
        tuple(place for content in in_play for place in content.places),
        {f"{id}.{deck.id}": deck for id, vocabulary in words for deck in vocabulary.decks},
        {f"{id}.{zone.id}": zone for id, vocabulary in words for zone in vocabulary.zones},
        {f"{id}.{track.id}": track for id, vocabulary in words for track in vocabulary.tracks},
        {f"{id}.{marker.id}": marker for id, vocabulary in words for marker in vocabulary.markers},
        {f"{id}.{colour.id}": colour for id, vocabulary in words for colour in vocabulary.colours},
        {f"{id}.{token.id}": token for id, vocabulary in words for token in vocabulary.tokens},
        {f"{id}.{noun.id}": noun for id, vocabulary in words for noun in vocabulary.nouns},
        {f"{id}.{moment.id}": moment for id, vocabulary in words for moment in vocabulary.moments},
        {f"{c.expansion.id}.{action.id}": action for c in contents if c.flow for action in c.flow.actions},
        tuple(line for _, vocabulary in words for line in vocabulary.lines),
        tuple(all_steps(flow.steps())) if flow is not None else (),
        tuple(all_steps(flow.age)) if flow is not None else (),
    )


def all_steps(steps: tuple[items.Step, ...]) -> Iterator[items.Step]:
    """Yield steps and the steps inside them."""
    for step in steps:
        yield step
        if isinstance(step, items.Turns):
            yield from all_steps(step.each)


# --- one expansion --------------------------------------------------------------------------------

# An expansion without its parts for expansions that are not in play, by those parts' needs that are
# met.
met_before: Memo[dict[frozenset[str], items.Content]] = Memo()


def without_unmet(content: items.Content, ids: frozenset[str]) -> items.Content:
    """Return an expansion without parts for others that are not in play: the very same content for
    the same others.
    """
    needs = {name.text for item in items_of(content) for name in item.needs}
    if needs <= ids:
        return content
    kept = met_before.get(content)
    if kept is None:
        kept = {}
        met_before.keep(content, kept)
    met = frozenset(needs & ids)
    if met not in kept:
        cards, boards = met_of(content.cards, met), met_of(content.boards, met)
        kept[met] = replace(content, cards=cards, boards=boards, places=met_of(content.places, met))
    return kept[met]


def items_of(content: items.Content) -> list[items.Card | items.Board | items.PlaceBoard]:
    """Return what an expansion may declare for others only."""
    return [*content.cards, *content.boards, *content.places]


def met_of(listed: tuple[Item, ...], ids: frozenset[str]) -> tuple[Item, ...]:
    """Return the items that need nothing but what is in play."""
    return tuple(item for item in listed if all(name.text in ids for name in item.needs))


kinds_before: Memo[Kinds] = Memo()


def kinds_in(content: items.Content) -> Kinds:
    """Return every node in the cards, boards, places and score lines of an expansion, by its
    type.
    """
    table = kinds_before.get(content)
    if table is None:
        found: dict[object, list[Any]] = {n.Clause: []}
        for line in content.vocabulary.lines:
            found[n.Clause].extend(line.effect)
        for item in (*content.cards, *content.boards, *content.places, *found[n.Clause]):
            for kind, parts in kinds_below(item).items():
                found.setdefault(kind, []).extend(parts)
        table = found
        kinds_before.keep(content, table)
    return table


def kinds_below(tree: object) -> Kinds:
    """Return every node inside a tree, by its type."""
    table = by_kind.get(tree)
    if table is None:
        table = sorted_parts(tree)
        by_kind.keep(tree, table)
    return table


def own_nodes(content: items.Content, kind: type[T]) -> tuple[T, ...]:
    """Return every node of a kind in all that clauses of one expansion stand in."""
    flow = kinds_below(content.flow).get(kind, ()) if content.flow is not None else ()
    return (*kinds_in(content).get(kind, ()), *flow)


# --- lookups --------------------------------------------------------------------------------------


def names_by_age(by_age: items.ByAge, index: GameIndex) -> list[Name]:
    """Return the names that something has in the ages of the game."""
    return [name for age in range(1, index.ages + 1) if (name := by_age.at(age)) is not None]


def is_other_zone(part: n.Where, index: GameIndex) -> bool:
    """Tell whether a place is another zone than the main one."""
    zone = index.zones.get(part.name.target or "") if isinstance(part, n.Zone) else None
    return zone is not None and not zone.main
