"""Check that cards are told apart by what can be known of them where a sentence speaks of them."""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.checks.index import GameIndex
from stele.compiler.analysis.never import is_at_end
from stele.compiler.common.codes import E0513, E0519
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.unparse import filter_text, where_text
from stele.compiler.front.walk import nodes

Changing = n.Coined | n.Lacked | n.Outermost
# Where cards lie in places that are looked at when somebody does or counts something.
LOOKED_AT = (
    *(
        n.MoveCards,
        n.ChooseCard,
        n.Build,
        n.Play,
        n.Copy,
        n.Put,
        n.TakeOff,
        n.CoinsOn,
        n.SwapCards,
        n.Draw,
        n.PaidCards,
    ),
    *(n.Per, n.Scale, n.AtLeast, n.Compared, n.RivalThing, n.Foremost),
)


def check_told_apart(index: GameIndex) -> Iterator[Diagnostic]:
    """What may change tells cards apart only where they lie, and are looked at when it happens."""
    told: tuple[Changing, ...] = (*index.nodes(n.Coined), *index.nodes(n.Lacked), *index.nodes(n.Outermost))
    if not told:
        return
    looked_at = {id(one) for kind in LOOKED_AT for part in index.nodes(kind) for one in changing(part)}
    at_the_end = [clause.sentence for clause in index.nodes(n.Clause) if is_at_end(clause)]
    looked_at -= {id(one) for copy in nodes(tuple(at_the_end), n.Copy) for one in changing(copy)}
    for one in told:
        if id(one) not in looked_at:
            said = said_of(one)
            message = f"{said} told by what has become of them, not by what is printed"
            help = "what stands, waits for an event or counts at the end goes by what is printed"
            yield Diagnostic(E0519, message, one.span, help=help)


def changing(part: object) -> Iterator[Changing]:
    """Yield what tells cards apart and may change."""
    yield from nodes(part, n.Coined)
    yield from nodes(part, n.Lacked)
    yield from nodes(part, n.Outermost)


def said_of(one: Changing) -> str:
    """Return what is said of cards, and that they are so."""
    if isinstance(one, n.Outermost):
        return f"the {'newest' if one.is_newest else 'oldest'} cards are"
    return f"cards `{filter_text(one, 2)}` are"


def check_order_known(index: GameIndex) -> Iterator[Diagnostic]:
    """The oldest or newest card is asked for where cards come one after the other."""
    together = zones_of_hands(index)
    for kind in LOOKED_AT if index.nodes(n.Outermost) else ():
        for part in index.nodes(kind):
            meant = getattr(part, "cards", getattr(part, "what", None))
            places = tuple(getattr(part, key, None) for key in ("source", "where", "place"))
            for one in nodes(meant, n.Outermost):
                named = [(where_text(where), where.name.target or "") for where in nodes(places, n.Zone)]
                if isinstance(part, n.MoveCards) and part.source is None:
                    named.append(("hand", next(iter(together), "")))
                for text, target in named:
                    zone = index.zones.get(target)
                    if target in together or (zone is not None and zone.deck is not None):
                        age = "newest" if one.is_newest else "oldest"
                        message = f"cards come to `{text}` together, so none of them is the {age}"
                        help = "name a place to which cards come one by one, or leave this out"
                        yield Diagnostic(E0519, message, one.span, help=help)


def zones_of_hands(index: GameIndex) -> dict[str, None]:
    """Return the zones to which cards come several at a time: dealt there, or passed on."""
    found: dict[str, None] = {}
    for step in index.steps:
        match step:
            case items.PlayStep(_, zone) | items.Pass(_, zone):
                found[zone.target or ""] = None
            case items.Deal(_, _, _, to):
                found[to.target or ""] = None
    return found


def check_coins_on_cards(index: GameIndex) -> Iterator[Diagnostic]:
    """Coins lie on cards of cities, if somebody puts them there."""
    coined: tuple[n.Coined | n.CoinsOn | n.TakeOff, ...] = (
        *index.nodes(n.Coined),
        *index.nodes(n.CoinsOn),
        *index.nodes(n.TakeOff),
    )
    if coined and index.is_sound and not index.nodes(n.Put):
        help = "write somewhere `put 1 coin on a card in city`, or leave this out"
        yield Diagnostic(E0513, "nobody ever puts a coin on a card, so none has one", coined[0].span, help=help)
    for kind in LOOKED_AT if index.nodes(n.Coined) else ():
        for part in index.nodes(kind):
            meant = getattr(part, "cards", getattr(part, "what", None))
            of_hand = isinstance(part, n.MoveCards) and part.source is None
            for one in nodes(meant, n.Coined):
                places = tuple(getattr(part, key, None) for key in ("source", "where", "place"))
                zones = {where: index.zones.get(where.name.target or "") for where in nodes(places, n.Zone)}
                other = [where_text(where) for where, zone in zones.items() if zone is not None and not zone.main]
                if other or of_hand:
                    where = f"in `{other[0]}`" if other else "of a hand"
                    message = f"no coins lie on cards {where}: only on those in a city"
                    yield Diagnostic(E0519, message, one.span, help="name a city, or leave the coin out")
