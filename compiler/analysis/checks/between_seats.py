"""Check what seats demand of each other, give up, swap or mark: it is there, and it is clear where
it goes.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.checks.index import GameIndex, is_other_zone
from stele.compiler.common.codes import E0509, E0519
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.walk import nodes


def check_obligations(index: GameIndex) -> Iterator[Diagnostic]:
    """What seats must do, a step lets them do, and it costs nothing."""
    plays = index.steps_of(items.PlayStep)
    for oblige in index.nodes(n.Oblige):
        if oblige.source.target and not any(play.source.target == oblige.source.target for play in plays):
            message = f"no step plays cards from `{oblige.source.text}`"
            yield Diagnostic(E0509, message, oblige.source.span, help="name the zone of a `play` step")
        action = index.actions.get(oblige.action.target or "")
        if action is not None and action.cost != "nothing":
            message, help = "nobody can be made to pay for something", "name an action with `cost: nothing`"
            yield Diagnostic(E0519, message, oblige.action.span, help=help)


def check_given_up(index: GameIndex) -> Iterator[Diagnostic]:
    """It is clear where cards go that are discarded."""
    cleared = {clear.zone.target for clear in index.steps_of(items.Clear)}
    plays = {play.source.target for play in nodes(tuple(index.age_steps_of(items.Turns)), items.PlayStep)}
    for move in index.nodes(n.MoveCards):
        zone = move.source.name if isinstance(move.source, n.Zone) else None
        if move.verb in (n.MoveVerb.TAKE, n.MoveVerb.GIVE) and zone is not None and is_of_table(zone, index):
            message = f"nobody has a `{zone.text}` of its own, so cards of it go to no player's"
            yield Diagnostic(E0519, message, zone.span, help="write `put ... into` and name a zone of a player")
        if (move.into is not None and seats_of_place(move.into) in SEVERAL[:3]) or is_whole_for_several(move):
            message = "cards go to one place"
            help = "name one player; `give a card from hand to others` gives one to each"
            yield Diagnostic(E0519, message, move.span, help=help)
        if move.verb is n.MoveVerb.DISCARD and zone is not None and zone.target and not cleared & {zone.target, *plays}:
            message = f"nothing says where cards of `{zone.text}` go that are not played"
            yield Diagnostic(E0509, message, zone.span, help="a `clear` step of that zone says it")


SEVERAL = (n.Seats.NEIGHBOURS, n.Seats.OTHERS, n.Seats.EVERYONE, n.Seats.YOU)


def seats_of_place(where: n.Where) -> n.Seats | None:
    """Return whose place is named, if it is said."""
    return where.of if isinstance(where, n.Zone) else where.seats


def is_whole_for_several(move: n.MoveCards) -> bool:
    """Tell whether all cards, or a single one, would go to several at once."""
    is_single = isinstance(move.cards, (n.UsedCard, n.ThisCard, n.EventCard, n.OfThem)) or move.number is n.SoMany.ALL
    return move.other in SEVERAL[:3] and is_single


def is_of_table(zone: n.Name, index: GameIndex) -> bool:
    """Tell whether there is one zone of that name for all."""
    item = index.zones.get(zone.target or "")
    return item is not None and item.owner == "table"


def check_marks_and_swaps(index: GameIndex) -> Iterator[Diagnostic]:
    """Coins lie on cards of the main zone, and hands are swapped where cards are played from a
    hand.
    """
    marking: tuple[n.Put | n.TakeOff, ...] = (*index.nodes(n.Put), *index.nodes(n.TakeOff))
    for put in marking:
        for part in put.place.parts if isinstance(put.place, n.Place) else ():
            if is_other_zone(part, index):
                message = "coins lie on cards of cities only"
                yield Diagnostic(E0519, message, part.span, help="name a city")
    for trade in index.nodes(n.SwapCards):
        if trade.source is not None and is_of_table(trade.source.name, index):
            message = f"there is one `{trade.source.name.text}`, so its cards are nobody's to swap"
            yield Diagnostic(E0519, message, trade.source.span, help="name a zone that each player has")
    turns = tuple(index.age_steps_of(items.Turns))
    for swap in index.nodes(n.SwapZones):
        if swap.other in SEVERAL:
            message, help = "all cards change places with those of one player", "write `with a player`"
            yield Diagnostic(E0519, message, swap.span, help=help)
        if swap.zone is not None and is_of_table(swap.zone, index):
            message = f"there is one `{swap.zone.text}`, so it changes places with no other"
            yield Diagnostic(E0519, message, swap.zone.span, help="name a zone that each player has")
        if swap.zone is None and not any(nodes(turns, items.PlayStep)):
            yield Diagnostic(E0509, "there are no turns in which cards are played from a hand", swap.span)
