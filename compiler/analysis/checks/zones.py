"""Check that cards are put only where they can lie: the main zone, zones of seats and of the
table.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.checks.index import GameIndex, is_other_zone, own_nodes
from stele.compiler.common.codes import E0509, E0519
from stele.compiler.common.diagnostics import Diagnostic, Note
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Seats
from stele.compiler.front.unparse import behind_text, countable_text, where_text
from stele.compiler.front.walk import nodes

MOVING: tuple[type[n.Sentence], ...] = (n.MoveCards, n.LookAt, n.Draw, n.SwapCards, n.SwapZones, n.Build, n.Play)
ONE_MAIN = "`main: true` belongs to the zone that clauses call the city"
WANTED = {"seat": " that each seat has and", "table": " that lies on the table and", "": ""}


def check_main_zone(index: GameIndex) -> Iterator[Diagnostic]:
    """Exactly one zone is the city that clauses speak of."""
    main = [zone for zone in index.zones.values() if zone.main]
    if len(main) > 1:
        yield Diagnostic(E0509, "two zones are `main`; exactly one may be", main[-1].span, help=ONE_MAIN)
    if not main and index.zones and index.is_sound:
        here = next(iter(index.zones.values())).span
        yield Diagnostic(E0509, "no zone is `main`; exactly one must be", here, help=ONE_MAIN)


def check_zones_of_steps(index: GameIndex) -> Iterator[Diagnostic]:
    """Steps move cards between zones that can hold them."""
    for step in index.steps:
        match step:
            case items.Deal(_, _, _, to):
                zone = index.zones.get(to.target or "")
                yield from misplaced(to, index, "table" if zone is not None and zone.owner == "table" else "seat")
            case items.PlayStep(_, source) | items.Pass(_, source):
                yield from misplaced(source, index, "seat")
            case items.Clear(_, source, to):
                yield from misplaced(source, index, "seat")
                yield from misplaced(to, index, "table")


def misplaced(name: Name, index: GameIndex, owner: str) -> Iterator[Diagnostic]:
    """Yield what is wrong with a zone where cards lie without being in play."""
    zone = index.zones.get(name.target or "")
    if zone is None:
        return
    notes = (Note("the zone is declared here", zone.span),)
    if (owner and zone.owner != owner) or zone.order != "set":
        message = f"a zone{WANTED[owner]} that has no order belongs here"
        yield Diagnostic(E0509, message, name.span, help=f"`{name.text}` is of another kind", notes=notes)
    elif zone.main and index.is_sound:
        message = f"cards of `{name.text}` are in play, so they cannot be moved like this"
        yield Diagnostic(E0509, message, name.span, help="choose another zone", notes=notes)


def check_zones_of_actions(index: GameIndex) -> Iterator[Diagnostic]:
    """Cards that are paid for are built in the main zone."""
    for action in index.actions.values():
        zone = index.zones.get(action.to.target or "")
        if zone is not None and action.cost == "card" and not zone.main:
            message = "what is paid for as its card says is built in the main zone"
            help = "what is built may lie in a shared place anyway" if zone.owner == "neighbours" else ""
            yield Diagnostic(E0509, message, action.to.span, help=help)


def check_cards_under_stages(index: GameIndex) -> Iterator[Diagnostic]:
    """Where a sentence speaks of the card under a stage, all cards that stages are built with lie
    in one zone of the seat, in their order.
    """
    speaking = [part.span for part in index.nodes(n.Reveal)] + [part.span for part in index.nodes(n.UsedCard)]
    building = [action for action in index.actions.values() if action.cost == "stage"]
    for action in building if speaking else ():
        zone = index.zones.get(action.to.target or "")
        if zone is None or (action.to.target == building[0].to.target and is_pile_of_seat(zone)):
            continue
        message = "a card that a stage is built with lies under it, since a sentence speaks of the card there"
        help = "name the zone of the other action" if is_pile_of_seat(zone) else "choose a zone of a seat with an order"
        notes = (Note("the sentence stands here", speaking[0]), Note("the zone is declared here", zone.span))
        yield Diagnostic(E0509, message, action.to.span, help=help, notes=notes)


def is_pile_of_seat(zone: items.ZoneItem) -> bool:
    """Tell whether each seat has such a zone and its cards lie one on another."""
    return zone.owner == "seat" and zone.order == "sequence"


def check_zones_of_clauses(index: GameIndex) -> Iterator[Diagnostic]:
    """Clauses build from zones of the table, and count where cards have no order."""
    flow = index.merged_flow
    has_end_of_turn = flow is None or any(run.moment is None for run in index.steps_of(items.Run))
    for own in index.changed:
        for build in own_nodes(own, n.Build):
            if build.source is None:
                continue
            if flow is not None and not has_end_of_turn:
                message = "this waits for the end of the turn, but no step lets it happen"
                notes = (Note("the flow has no `run` step with `moment: end-of-turn`", flow.span),)
                yield Diagnostic(E0509, message, build.span, help="add such a step to the flow", notes=notes)
        moving = [part for kind in MOVING for sentence in own_nodes(own, kind) for part in nodes(sentence, n.Zone)]
        for part in own_nodes(own, n.Zone):
            zone = index.zones.get(part.name.target or "")
            if zone is None or (zone.order == "set" and (zone.owner != "neighbours" or part not in moving)):
                continue
            if part in moving:
                notes = (Note("the zone is declared here", zone.span),)
                why = "lie one on another" if zone.order != "set" else "come there only by being built"
                message = f"cards of `{part.name.text}` {why}, so they cannot be moved like this"
                yield Diagnostic(E0519, message, part.span, help="choose another zone", notes=notes)


def check_zone_kinds(index: GameIndex) -> Iterator[Diagnostic]:
    """What a zone says about itself goes together."""
    for zone in index.zones.values():
        if zone.main and (zone.owner != "seat" or zone.order != "set" or zone.deck is not None):
            yield Diagnostic(E0509, "the main zone belongs to a seat and has no order", zone.span)
        if zone.deck is not None and (zone.owner != "table" or zone.order != "set"):
            message = "a zone that shows a deck lies on the table and has no order"
            yield Diagnostic(E0509, message, zone.deck.span, help="write `owner: table` and `order: set`")
        if zone.owner == "table" and zone.seen_by == "owner":
            help = "write `seen-by: everyone` or `seen-by: nobody`"
            yield Diagnostic(E0509, "a zone on the table has no owner who could look", zone.span, help=help)
        if zone.unique and not zone.main:
            message, help = "`unique` is about what is in play, in the main zone", "leave it out"
            yield Diagnostic(E0509, message, zone.span, help=help)
    shown: dict[str, items.ZoneItem] = {}
    for zone in (zone for zone in index.zones.values() if zone.deck is not None):
        assert zone.deck is not None
        first = shown.setdefault(zone.deck.target or "", zone)
        if first is not zone:
            notes = (Note("the other zone is declared here", first.span),)
            yield Diagnostic(E0509, f"two zones show the deck `{zone.deck.text}`", zone.deck.span, notes=notes)


def check_unpaid_zones(index: GameIndex) -> Iterator[Diagnostic]:
    """Cards that are not paid for come neither into the main zone nor to a shared place."""
    for action in index.actions.values():
        zone = index.zones.get(action.to.target or "")
        if zone is None or action.cost == "card":
            continue
        if zone.owner == "neighbours":
            message = "a card comes to a shared place only by being built"
            yield Diagnostic(E0509, message, action.to.span, help="choose another zone")
        if zone.main:
            message = "a card comes into the main zone only when it is paid for"
            yield Diagnostic(E0509, message, action.to.span, help="write `cost: card`, or choose another zone")


OF_CARDS = (n.Cards, n.NamedCards, n.CardNamed, n.Colours, n.CardsOfOneColour, n.SetOf)


def check_counting(index: GameIndex) -> Iterator[Diagnostic]:
    """Outside the main zone only cards are counted."""
    counted = [(per.what, per.place.parts) for per in index.nodes(n.Per) if isinstance(per.place, n.Place)]
    counted += [(one.what, one.place.parts) for one in index.nodes(n.Scale) if isinstance(one.place, n.Place)]
    facts: tuple[n.AtLeast | n.Compared | n.RivalThing | n.Foremost, ...] = (
        *index.nodes(n.AtLeast),
        *index.nodes(n.Compared),
        *index.nodes(n.RivalThing),
        *index.nodes(n.Foremost),
    )
    for fact in facts:
        if fact.where is not None:
            counted.append((fact.what, fact.where.parts if isinstance(fact.where, n.Place) else (fact.where,)))
    for what, parts in counted:
        is_of_cards = isinstance(what, OF_CARDS)
        if isinstance(what, n.SetOf):
            is_of_cards = what.kinds[0].role is not n.Role.SYMBOL
        for part in parts:
            if is_other_zone(part, index) and not is_of_cards:
                thing = countable_text(what, 2)
                message = f"{thing} do not lie in `{where_text(part)}`: only cards do"
                yield Diagnostic(E0519, message, part.span, help="count cards there")
    for zone in index.nodes(n.Zone):
        item = index.zones.get(zone.name.target or "")
        if zone.of is not None and item is not None and item.owner != "seat":
            message = f"`{zone.name.text}` is not of one player"
            yield Diagnostic(E0519, message, zone.span, help=f"leave `of {behind_text(zone.of)}` out")


def check_copying(index: GameIndex) -> Iterator[Diagnostic]:
    """Symbols of cities are borrowed."""
    for place in (copy.place for copy in index.nodes(n.CopiedScience)):
        for part in place.parts if isinstance(place, n.Place) else ():
            if is_other_zone(part, index):
                message = "symbols are borrowed from what is in play"
                yield Diagnostic(E0519, message, part.span, help="name whose city")


def check_chosen_cards(index: GameIndex) -> Iterator[Diagnostic]:
    """Who chooses a card sees it: its own, what lies open, or what it has looked at."""
    inner = {id(clause.then) for clause in index.nodes(n.Clause) if clause.then is not None}
    for clause in index.nodes(n.Clause):
        if id(clause) not in inner and any(nodes(clause, n.ChooseCard)):
            yield from chosen_unseen(clause, index, frozenset())


def chosen_unseen(clause: n.Clause, index: GameIndex, seen: frozenset[n.Zone]) -> Iterator[Diagnostic]:
    """Yield the diagnostics for cards that are chosen unseen; some places were looked at before."""
    match clause.sentence:
        case n.LookAt(Seats.YOU, place):
            seen |= {place}
        case n.ChooseCard(_, n.Zone(name, of=of) as source) if of not in (None, Seats.YOU) and source not in seen:
            zone = index.zones.get(name.target or "")
            if zone is not None and zone.seen_by != "everyone":
                message = f"nobody sees the cards in `{where_text(source)}`, so none can be chosen"
                help = f"write `look at {where_text(source)} then` before it"
                yield Diagnostic(E0519, message, source.span, help=help)
    if clause.then is not None:
        yield from chosen_unseen(clause.then, index, seen)
