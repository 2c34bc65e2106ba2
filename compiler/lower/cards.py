"""Lower sentences that select and move cards: which cards, where they lie, who picks them, and
where they go.

Who picks sees what lies open, and what is its own. Of what it does not see it takes by chance,
unless more is said of the cards: then whose they are picks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, assert_never

from stele.compiler.analysis.selections import filters_of, passes, shows
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import MoveVerb, Name, Seats
from stele.compiler.front.walk import nodes
from stele.compiler.ir import program as ir
from stele.compiler.ir.cards import (
    BuildPicked,
    BuildUsed,
    ByEntry,
    CardSet,
    ForgetThem,
    GiveUsedCard,
    Look,
    Move,
    MoveAll,
    MoveAtRandom,
    MoveEventCard,
    MoveUsed,
    NameCard,
    NoteDrawn,
    NotePicked,
    Pick,
    PickPair,
    PickStage,
    PickToPlay,
    PickUsed,
    PlayPicked,
    Seen,
    Sift,
    Spot,
    StagePicked,
    SwapAll,
    SwapAtRandom,
    SwapPicked,
    UsedPicked,
    WithCoins,
    WithLacked,
)
from stele.compiler.ir.seats import Seat, Who


class ClauseLowering(Protocol):
    """What the lowering of a whole clause knows and does."""

    zones: list[items.ZoneItem]
    decks: list[items.Deck]
    cards: list[items.Card]
    flow: items.Flow
    symbols: list[items.Symbol]
    item: str
    owner: Seat  # who is `you`
    them: Spot | None  # where the cards lie of which a clause speaks as `them`
    is_them_of_owner: bool  # whether it is the owner who speaks of them
    looked_at: set[Spot]  # what lies open to who picks

    def whom(self, who: n.Subject) -> ir.Whom:
        """Return whom an act is about."""

    def after(self, clause: n.Clause, name: str) -> ir.OneShot | None:
        """Return what follows when others than the owner have decided."""

    def colours_of(self, cards: n.Which) -> tuple[str, ...]:
        """Return the colours that are meant; none means any."""

    def turns_of_the_age(self) -> tuple[items.Step, ...]:
        """Return the steps of the turns in which the cards of an age are played."""


# Whose places are meant, seen from who does something.
WHOSE = {
    Seats.YOU: Who.ME,
    Seats.LEFT: Who.LEFT,
    Seats.RIGHT: Who.RIGHT,
    Seats.NEIGHBOURS: Who.NEIGHBOURS,
    Seats.EACH_NEIGHBOUR: Who.NEIGHBOURS,
    Seats.OTHERS: Who.OTHERS,
    Seats.EVERYONE: Who.EVERYONE,
    Seats.PARTNER: Who.PARTNER,
    Seats.THEY: Who.CONTEXT,
    Seats.VICTOR: Who.VICTOR,
    Seats.LOSER: Who.LOSER,
}
# Where one of several is meant: among whom.
ONE_OF = {Seats.A_NEIGHBOUR: Who.NEIGHBOURS, Seats.A_PLAYER: Who.OTHERS, Seats.ANOTHER_PLAYER: Who.OTHERS}
ALL_OF = 255  # as often as there is anybody to whom something goes


def card_set(c: ClauseLowering, which: n.Which) -> CardSet:
    """Return which cards are meant."""
    match which:
        case n.CardNamed(card):
            return CardSet(only=(id_of(card),))
        case n.NamedCards():
            colours, age = c.colours_of(which), 0
        case n.Cards(_, of_age):
            colours, age = c.colours_of(which), of_age or 0
        case _:
            assert_never(which)
    filters = filters_of(which)
    sifts = tuple(sift for one in filters for sift in sifts_of(c, one))
    is_printed = any(not isinstance(one, (n.Coined, n.Outermost)) for one in filters)
    only = tuple(card.id for card in c.cards if passes(card, filters)) if is_printed else None
    return CardSet(colours, age, only, sifts)


def sifts_of(c: ClauseLowering, kept: n.Filter) -> Iterator[Sift]:
    """Yield what tells cards apart beside what is printed on them."""
    match kept:
        case n.Coined():
            yield WithCoins()
        case n.Lacked():
            showing = {one.id: tuple(card.id for card in c.cards if shows(card, one.id)) for one in c.symbols}
            yield WithLacked(c.owner, tuple((symbol, CardSet(only=cards)) for symbol, cards in showing.items()))
        case n.Outermost(is_newest):
            yield ByEntry(is_newest)
        case n.Costing() | n.Showing():
            pass
        case _:
            assert_never(kept)


def all_but(c: ClauseLowering, which: n.Which | None) -> CardSet:
    """Return all cards but those that are meant."""
    if which is None:
        return CardSet()
    spared = card_set(c, which)

    def is_spared(card: items.Card) -> bool:
        colour = None if card.colour is None else id_of(card.colour)
        age = next((deck.age for deck in c.decks if deck.id == id_of(card.deck)), 0)
        is_meant = spared.only is None or card.id in spared.only
        return is_meant and (not spared.colours or colour in spared.colours) and spared.age in (0, age)

    return CardSet(only=tuple(card.id for card in c.cards if not is_spared(card)))


# --- where cards lie ------------------------------------------------------------------------------


def zone_of(c: ClauseLowering, id: str) -> items.ZoneItem:
    """Return a zone by its id."""
    return next(zone for zone in c.zones if zone.id == id)


def spot_of(c: ClauseLowering, where: n.Where | None, chosen: bool = False) -> Spot:
    """Return where cards lie; `chosen` if one of several seats was chosen before."""
    match where:
        case None:
            return own_spot(c, hand_of(c))
        case n.CitiesOf(seats):
            return Spot(main_zone(c), whose_of(seats, chosen))
        case n.Zone(name, of=of):
            return own_spot(c, id_of(name), of, chosen)
        case _:
            assert_never(where)


def own_spot(c: ClauseLowering, zone: str, of: Seats | None = None, chosen: bool = False) -> Spot:
    """Return a zone of the table, or of some seats; nothing else said, of who does something."""
    if zone_of(c, zone).owner == "table":
        return Spot(zone)
    return Spot(zone, Who.ME if of is None else whose_of(of, chosen), of is Seats.YOU)


def whose_of(seats: Seats, chosen: bool) -> Who:
    """Return whose places are meant; of one of several if none was chosen before."""
    if seats in ONE_OF:
        return Who.CONTEXT if chosen else ONE_OF[seats]
    return WHOSE[seats]


def main_zone(c: ClauseLowering) -> str:
    """Return the zone that clauses call the city."""
    return next(zone.id for zone in c.zones if zone.main)


def hand_of(c: ClauseLowering) -> str:
    """Return the zone from which the cards of an age are played."""
    return id_of(nodes(c.turns_of_the_age(), items.PlayStep)[0].source)


def discards_of(c: ClauseLowering, zone: str) -> str:
    """Return where cards go that are discarded from a zone: where those go that nobody plays, or
    else those of the hand.
    """
    cleared = {id_of(clear.zone): id_of(clear.to) for clear in nodes(c.flow.steps(), items.Clear)}
    return cleared[zone if zone in cleared else hand_of(c)]


def is_open(c: ClauseLowering, spot: Spot) -> bool:
    """Tell whether who picks sees what lies there."""
    is_own = spot.whose is Who.ME and not spot.of_owner
    return spot.whose is None or is_own or zone_of(c, spot.zone).seen_by == "everyone" or spot in c.looked_at


def is_one_of(where: n.Where | None) -> bool:
    """Tell whether a place is that of one of several seats."""
    of = where.of if isinstance(where, n.Zone) else where.seats if isinstance(where, n.CitiesOf) else None
    return of in ONE_OF


# --- moves ----------------------------------------------------------------------------------------


def moved(c: ClauseLowering, move: n.MoveCards) -> tuple[Spot, Spot]:
    """Return from where cards go, and where to."""
    them = isinstance(move.cards, n.OfThem)
    spot = c.them if them and c.them is not None else spot_of(c, move.source)
    if isinstance(move.cards, (n.ThisCard, n.EventCard)):
        spot = Spot(main_zone(c), Who.ME)
    match move.verb:
        case MoveVerb.PUT:
            return spot, spot_of(c, move.into, chosen=is_one_of(move.into))
        case MoveVerb.DISCARD:
            return spot, Spot(discards_of(c, spot.zone))
        case MoveVerb.GIVE:
            assert move.other is not None
            return spot, Spot(spot.zone, whose_of(move.other, chosen=True), move.other is Seats.YOU)
        case MoveVerb.TAKE:
            return spot, Spot(spot.zone, Who.ME)
        case MoveVerb.REVEAL:
            return spot, spot
        case _:
            assert_never(move.verb)


def is_to_chosen(move: n.MoveCards) -> bool:
    """Tell whether cards go to one of several seats."""
    return move.other in ONE_OF or is_one_of(move.into)


def move_cards(c: ClauseLowering, clause: n.Clause, name: str) -> Iterator[ir.Op]:
    """Yield the general move: who picks, which card, and where it goes; what follows stands in a
    part of its own if it is asked more than once, or of others.
    """
    move = clause.sentence
    assert isinstance(move, n.MoveCards)
    spot, to = moved(c, move)
    cards = cards_moved(c, move)
    is_noted = speaks_of_them(clause.then)
    is_discard = move.verb is MoveVerb.DISCARD
    if is_noted:
        c.them, c.is_them_of_owner = to, True
        yield ForgetThem()
    is_hidden = not is_open(c, spot)
    is_from_chosen = is_one_of(move.source)
    times = times_of(move.number, to)
    who = c.whom(move.who)
    if isinstance(move.cards, n.UsedCard):
        yield MoveUsed(to)
        return
    if isinstance(move.cards, n.EventCard):
        yield MoveEventCard(to, who, is_discard)
        return
    if move.verb is MoveVerb.REVEAL and is_hidden:
        spot = Spot(spot.zone, spot.whose)  # whose cards they are reveals them
    if isinstance(move.cards, n.ThisCard):
        spot = Spot(main_zone(c), Who.ME)
    if isinstance(move.cards, n.ThisCard) or move.number is n.SoMany.ALL:
        if is_from_chosen or is_to_chosen(move):
            yield ir.ChooseSeats(chosen_among(move))
            spot = spot_of(c, move.source, chosen=True)
        yield MoveAll(cards, spot, to, who, is_discard)
        return
    if is_from_chosen and is_hidden:
        yield ir.ChooseSeats(with_cards(ONE_OF[seats_in(move.source)], spot.zone, CardSet()))
        spot = spot_of(c, move.source, chosen=True)
    elif is_to_chosen(move):
        yield ir.ChooseSeats(chosen_among(move))
    if is_hidden and cards == CardSet():
        yield MoveAtRandom(cards, spot, to, times, who, is_discard)
        return
    rest = None
    if is_hidden and spot.whose is not None:
        rest = c.after(clause, name)
        yield ir.AskOf(spot.whose, rest, times=times)
        spot, to = Spot(spot.zone, Who.ME), of_the_owner(to)
    elif move.who is not Seats.YOU or times != 1:
        rest = c.after(clause, name)
        yield ir.AskOf(who, rest, times=times)
    if move.verb is MoveVerb.REVEAL:
        yield Pick(cards, spot, is_anew=is_noted)
        yield NotePicked(is_noted)
        return
    yield Pick(cards, spot, to, them=them_of(c, move.cards))
    yield Move(
        spot, to, is_discard, is_noted, names_holder=is_from_chosen and not is_hidden and clause.then is not None
    )


def choose_card(c: ClauseLowering, choice: n.ChooseCard) -> Iterator[ir.Op]:
    """Yield what lets a card be chosen, of which what follows speaks."""
    yield Pick(card_set(c, choice.cards), spot_of(c, choice.source))
    yield NameCard(is_one_of(choice.source))


def cards_moved(c: ClauseLowering, move: n.MoveCards) -> CardSet:
    """Return which cards are moved."""
    match move.cards:
        case n.OfThem() | n.UsedCard() | n.EventCard():
            return CardSet()
        case n.ThisCard():
            return CardSet(only=(c.item,))
        case which:
            return card_set(c, which)


def times_of(number: int | n.SoMany, to: Spot) -> int:
    """Return how often a card is picked; 0 means as often as was done before."""
    if isinstance(number, n.SoMany):
        return 0
    return number if to.is_one() else ALL_OF


def chosen_among(move: n.MoveCards) -> ir.Whom:
    """Return among whom somebody is chosen to whom cards go, or from whom they come."""
    seats = move.other if move.other in ONE_OF else seats_in(move.into if is_one_of(move.into) else move.source)
    assert seats is not None
    return ONE_OF[seats]


def seats_in(where: n.Where | None) -> Seats:
    """Return whose place is meant."""
    seats = where.of if isinstance(where, n.Zone) else where.seats if isinstance(where, n.CitiesOf) else None
    assert seats is not None
    return seats


def with_cards(among: Who, zone: str, cards: CardSet) -> ir.Whom:
    """Return those of some seats that have such cards."""
    return ir.Filtered(among, (ir.Compare(ir.CardsIn(zone, cards, Seat.THEY), ">=", ir.Const(1)),))


def able_among(c: ClauseLowering, among: Who, sentence: n.Sentence) -> ir.Whom:
    """Return those of some seats of whom one is chosen to do something: who moves own cards that
    everybody sees has such cards.
    """
    if isinstance(sentence, n.MoveCards) and isinstance(sentence.cards, (n.Cards, n.NamedCards, n.CardNamed)):
        spot = spot_of(c, sentence.source)
        if spot.whose is Who.ME and not spot.of_owner:
            is_seen = zone_of(c, spot.zone).seen_by == "everyone"
            return with_cards(among, spot.zone, card_set(c, sentence.cards) if is_seen else CardSet())
    return among


def of_the_owner(spot: Spot) -> Spot:
    """Return a place as it is seen by others than who does something."""
    return Spot(spot.zone, spot.whose, True) if spot.whose is Who.ME else spot


def speaks_of_them(clause: n.Clause | None) -> bool:
    """Tell whether what follows speaks of `them`."""
    return clause is not None and bool(nodes(clause, n.OfThem))


def them_of(c: ClauseLowering, what: n.Which | n.OfThem | n.UsedCard | n.ThisCard | n.EventCard) -> str:
    """Return who speaks of the cards that are picked as `them`, if anybody does."""
    if not isinstance(what, n.OfThem):
        return ""
    return "me" if c.is_them_of_owner else "they"


# --- building and playing -------------------------------------------------------------------------


def build_cards(c: ClauseLowering, clause: n.Clause, name: str) -> Iterator[ir.Op]:
    """Yield what lets a card enter play: for nothing, or paid for; built, or only played."""
    sentence = clause.sentence
    assert isinstance(sentence, (n.Build, n.Play))
    what = sentence.what if isinstance(sentence, n.Build) else sentence.cards
    less = sentence.price.number if isinstance(sentence.price, n.Less) else 0
    if isinstance(what, n.UsedCard) and not isinstance(sentence.price, n.Free):
        if sentence.who is not Seats.YOU:
            yield ir.AskOf(c.whom(sentence.who), c.after(clause, name))
        yield PickUsed(less)
        yield UsedPicked(less)
        return
    if isinstance(what, n.UsedCard):
        yield GiveUsedCard() if sentence.who is Seats.PARTNER else BuildUsed(c.whom(sentence.who))
        return
    is_build, is_free = isinstance(sentence, n.Build), isinstance(sentence.price, n.Free)
    times, cards = 1, CardSet()
    if isinstance(what, n.OfThem):
        assert c.them is not None
        times, spot = what.number, c.them
    else:
        cards, spot = card_set(c, what), spot_of(c, sentence.source)
        if is_one_of(sentence.source):
            yield ir.ChooseSeats(with_cards(ONE_OF[seats_in(sentence.source)], spot.zone, CardSet()))
            spot = spot_of(c, sentence.source, chosen=True)
    if times != 1 or sentence.who is not Seats.YOU:
        yield ir.AskOf(c.whom(sentence.who), c.after(clause, name), times=times)
    chain = sentence.chain if isinstance(sentence, n.Build) else None
    if is_free or chain is not None:  # who builds by a chain pays nothing
        is_anywhere = is_build and not isinstance(what, n.OfThem)
        enters, where = "anywhere" if is_anywhere else "city", None
        if chain is not None:
            where = spot_of(c, chain.where or n.CitiesOf(Seats.YOU, chain.span))
        yield Pick(cards, spot, enters=enters, them=them_of(c, what), chained=where)
        yield BuildPicked(spot, is_build, chain is not None)
    else:
        yield PickToPlay(cards, spot, less, them_of(c, what))
        yield PlayPicked(spot, is_build)


# --- prices ---------------------------------------------------------------------------------------


def prices_of(c: ClauseLowering, price: Iterable[object]) -> Iterator[tuple[CardSet, Spot, int]]:
    """Yield the cards among what is paid: which, from where, how many."""
    for part in price:
        if isinstance(part, n.PaidCards):
            yield card_set(c, part.cards), spot_of(c, part.source), part.number


def pay_cards(c: ClauseLowering, paid: Iterable[tuple[CardSet, Spot, int]]) -> Iterator[ir.Op]:
    """Yield what pays a price in cards: each is picked and discarded."""
    for cards, spot, number in paid:
        to = Spot(discards_of(c, spot.zone))
        for _ in range(number):
            yield Pick(cards, spot, to)
            yield Move(spot, to, is_discard=True)


# --- drawing --------------------------------------------------------------------------------------


def draw_cards(c: ClauseLowering, clause: n.Clause, name: str) -> Iterator[ir.Op]:
    """Yield what draws cards by chance: into a zone, or so that they are `them`."""
    draw = clause.sentence
    assert isinstance(draw, n.Draw)
    cards, who = card_set(c, draw.cards), c.whom(draw.who)
    spot = Spot("") if draw.source is None else spot_of(c, draw.source)
    if is_one_of(draw.source):
        yield ir.ChooseSeats(with_cards(ONE_OF[seats_in(draw.source)], spot.zone, CardSet()))
        spot = spot_of(c, draw.source, chosen=True)
    if draw.into is not None and draw.keep is None:
        yield MoveAtRandom(cards, spot, spot_of(c, draw.into), draw.number, who, is_draw=True)
        return
    yield NoteDrawn(cards, spot, draw.number, who)
    c.them, c.is_them_of_owner = spot, draw.who is Seats.YOU
    if draw.into is None or draw.keep is None:
        return
    to = spot_of(c, draw.into)
    if draw.keep != 1 or draw.who is not Seats.YOU:
        yield ir.AskOf(who, c.after(clause, name), times=draw.keep)
    yield Pick(CardSet(), spot, to, them="they")
    yield Move(spot, to, is_draw=True)


def look_at(c: ClauseLowering, look: n.LookAt, clause: n.Clause, name: str) -> Iterator[ir.Op]:
    """Yield what shows cards to who looks; what follows picks among them."""
    spot = spot_of(c, look.place)
    if is_one_of(look.place):
        yield ir.ChooseSeats(with_cards(ONE_OF[seats_in(look.place)], spot.zone, CardSet()))
        spot = spot_of(c, look.place, chosen=True)
    c.looked_at.add(spot)
    if look.who is not Seats.YOU:
        yield ir.AskOf(c.whom(look.who), c.after(clause, name), True)
    if not is_shown_by_what_follows(clause):
        yield Look(spot)
        yield Seen()


def is_shown_by_what_follows(clause: n.Clause) -> bool:
    """Tell whether what follows asks for any of the cards that are looked at, and so shows them."""
    look = clause.sentence
    if not isinstance(look, n.LookAt) or look.who is not Seats.YOU or clause.then is None:
        return False
    return not clause.then.tests and clause.then.moment is None and picks_any(clause.then.sentence, look.place)


def picks_any(sentence: n.Sentence, place: n.Zone) -> bool:
    """Tell whether a sentence asks for any card of a place, so that it shows all that lies
    there.
    """
    match sentence:
        case n.May(Seats.YOU, what):
            return picks_any(what, place)
        case n.SwapCards(n.Cards() as cards, False, n.Zone(name=name), None, other):
            return is_any(cards) and (id_of(name), other) == (id_of(place.name), place.of)
        case (
            n.ChooseCard(n.Cards() as cards, source)
            | n.MoveCards(who=Seats.YOU, cards=n.Cards() as cards, source=source)
        ):
            return is_any(cards) and source == place
        case _:
            return False


def is_any(cards: n.Cards) -> bool:
    """Tell whether any card is meant."""
    return cards == n.Cards((), None, cards.span)


def build_stage(c: ClauseLowering, build: n.BuildStage, clause: n.Clause, name: str) -> Iterator[ir.Op]:
    """Yield what lets a stage be built without a card."""
    less = build.price.number if isinstance(build.price, n.Less) else 0
    if build.who is not Seats.YOU:
        yield ir.AskOf(c.whom(build.who), c.after(clause, name), True)
    yield PickStage(isinstance(build.price, n.Free), less)
    yield StagePicked(isinstance(build.price, n.Free), less)


# --- swaps ----------------------------------------------------------------------------------------


def swap_cards(c: ClauseLowering, swap: n.SwapCards) -> Iterator[ir.Op]:
    """Yield what lets two cards change places: of what is not seen one goes by chance."""
    zone = main_zone(c) if swap.source is None else id_of(swap.source.name)
    own, other = Spot(zone, Who.ME), Spot(zone, whose_of(swap.other, chosen=False))
    cards = card_set(c, swap.cards)
    theirs = cards if swap.theirs is None else card_set(c, swap.theirs)
    if is_open(c, other):
        yield PickPair(cards, theirs, own, other, swap.equal_cost)
        yield SwapPicked(own, other)
        return
    if swap.other in ONE_OF:
        yield ir.ChooseSeats(with_cards(ONE_OF[swap.other], zone, CardSet()))
        other = Spot(zone, Who.CONTEXT)
    yield Pick(cards, own, other)
    yield SwapAtRandom(theirs, own, other)


def swap_zones(c: ClauseLowering, swap: n.SwapZones) -> Iterator[ir.Op]:
    """Yield what lets all cards of two zones change places."""
    zone = hand_of(c) if swap.zone is None else id_of(swap.zone)
    if swap.other in ONE_OF:
        yield ir.ChooseSeats(ONE_OF[swap.other])
    yield SwapAll(Spot(zone, Who.ME), Spot(zone, whose_of(swap.other, chosen=True)))


def id_of(name: Name) -> str:
    """Return the id behind a resolved name."""
    assert name.target is not None, f"{name.span}: {name.text} is not resolved"
    return name.target.partition(".")[2]
