"""Check the places that neighbours share.

Boards enough for every seat, laid out once, named where they can be.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.checks.index import GameIndex
from stele.compiler.common.codes import E0509
from stele.compiler.common.diagnostics import Diagnostic, Note, did_you_mean
from stele.compiler.front import items
from stele.compiler.front import nodes as n


def check_shared_places(index: GameIndex) -> Iterator[Diagnostic]:
    """A shared place has boards enough, which are laid out once, before the first age."""
    lays = index.steps_of(items.Lay)
    for target, zone in shared_zones(index).items():
        if zone.main or zone.unique or zone.deck is not None or zone.order != "set" or zone.seen_by != "everyone":
            message = "a place that neighbours share is seen by everyone and is nothing else"
            help = "write `seen-by: everyone` and `order: set`, without `main`, `unique` and `deck`"
            yield Diagnostic(E0509, message, zone.span, help=help)
        boards = sum(place.copies for place in index.places if place.zone.target == target)
        if boards < index.players[1]:
            message = f"there are {boards} boards for `{zone.id}`, too few for {index.players[1]} seats"
            help = "add some under `places` in a file of `boards`, or give them `copies`"
            yield Diagnostic(E0509, message, zone.span, help=help)
        laid = [step for step in lays if step.zone.target == target]
        if not laid:
            help = f"add `- lay: {{id: lay-{zone.id}, zone: {zone.id}}}` to `before-first-age`"
            yield Diagnostic(E0509, f"no step lays out the boards of `{zone.id}`", zone.span, help=help)
        for step in laid[1:]:
            yield Diagnostic(E0509, f"the boards of `{zone.id}` are laid out twice", step.span, help="remove one step")
    for step in lays:
        if step not in index.flow.slots.before_first_age:
            help = "put the step into `before-first-age`"
            yield Diagnostic(E0509, "boards are laid out before the first age", step.span, help=help)


def check_named_places(index: GameIndex) -> Iterator[Diagnostic]:
    """What is about a shared place names one."""
    shared = shared_zones(index)
    for zone in index.zones.values():
        if zone.holds and zone.owner != "neighbours":
            help = "remove it, or write `owner: neighbours`"
            yield Diagnostic(E0509, "only a place that neighbours share has room for so many", zone.span, help=help)
    named = [step.zone for step in index.steps_of(items.Lay)] + [place.zone for place in index.places]
    named += [more.zone for more in index.nodes(n.MoreCards)]
    named += [event.at for event in index.nodes(n.BuildsCard) if event.at is not None]
    for name in named:
        if name.target in index.zones and name.target not in shared:
            message = f"`{name.text}` is no place that neighbours share"
            notes = (Note("it is declared here", index.zones[name.target].span),)
            help = did_you_mean(name.text, [zone.id for zone in shared.values()])
            yield Diagnostic(E0509, message, name.span, help=help, notes=notes)
    for test in index.nodes(n.HasMajority) if not shared else ():
        message = "there is no place that neighbours share, so nobody has the majority there"
        yield Diagnostic(E0509, message, test.span)


def shared_zones(index: GameIndex) -> dict[str, items.ZoneItem]:
    """Return the zones that neighbours share, by target."""
    return {target: zone for target, zone in index.zones.items() if zone.owner == "neighbours"}
