"""What seats do beside playing a card, as the reference sees it: windows before choosing and after
playing, exchanges, coins on cards, duties, what others give up, hands and cards that are swapped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.compiler.front.walk import nodes
from stele.runtime import Meaning
from tests import reference_edifice as edifice
from tests.reference_city import Held
from tests.reference_events import Event
from tests.reference_pay import Way, cost_of_card, cost_of_stage, is_used, made, market_of, used_at_least
from tests.reference_table import Book, Table, id_of

if TYPE_CHECKING:
    from tests.reference_effects import Effects
    from tests.reference_late import LateEffects, Steps

DECLINE = Meaning("decline", "", "paid", 0, 0, 0)
EXCHANGE = Meaning("exchange", "", "paid", 0, 0, 0)


def take(card: str) -> Meaning:
    """Return the option to take a card for nothing."""
    return Meaning("take", card, "paid", 0, 0, 0)


# --- windows --------------------------------------------------------------------------------------


def before_choosing(game: LateEffects) -> Steps:
    """Let seats do what they may do before cards are chosen, in the order of the seats."""
    for seat in game.table.seats:
        for held in windows(game.table, seat, n.BeforeChoosing):
            options = window_options(game.table, seat, held)
            if options:
                answer = yield game.asked("late", seat, frozenset(options | {DECLINE}))
                use_window(game, seat, held, answer)
                game.end_batch()


def windows(table: Table, seat: int, moment: type[n.BeforeChoosing | n.AfterPlaying]) -> list[Held]:
    """Return what a seat may do at a moment and has not done as often as it may.

    Turning up a card is told apart: one may do it for every stage that says so.
    """
    found = [held for held in table.held(seat) if isinstance(held.clause.moment, moment)]
    found = [held for held in found if not isinstance(held.clause.sentence, n.Reveal)]
    return [held for held in found if not is_used(table, seat, held)]


def window_options(table: Table, seat: int, held: Held) -> set[Meaning]:
    """Return what a window offers to a seat now."""
    match held.clause.sentence:
        case n.Exchange() as exchange:
            return {EXCHANGE} if can_exchange(table, seat, exchange) else set()
        case n.Either(alternatives):
            able = [number for number, one in enumerate(alternatives, 1) if can_exchange(table, seat, one)]
            return {take(f"option-{number}") for number in able}
        case n.Put(number, (n.Cards() | n.NamedCards() | n.CardNamed()) as cards):
            free = [card for card in table.cards(seat) if card not in table.cities[seat].coined]
            can_pay = table.cities[seat].purse >= number
            return {take(card) for card in free if can_pay and table.book.fits(card, cards)}
        case n.SwapZones(None):
            others = [other for other in table.seats_of(seat, Seats.OTHERS) if other in table.players]
            return {swap("", other, "") for other in others if seat in table.players}
    raise AssertionError(f"{held.clause.span}: the reference does not know this window")


def use_window(game: LateEffects, seat: int, held: Held, answer: Meaning) -> None:
    """Do what a seat has chosen to do at a window, if anything."""
    if answer == DECLINE:
        return
    game.use(seat, held)
    city = game.table.cities[seat]
    match held.clause.sentence:
        case n.Exchange() as exchange:
            give_and_gain(game, seat, exchange)
        case n.Either(alternatives):
            chosen = alternatives[int(answer.card.rpartition("-")[2]) - 1]
            clause = n.Clause(None, None, (), chosen, None, chosen.span)
            game.wait(seat, held._replace(clause=clause), -1)  # an exchange may be declined still
            game.table.events["exchanges of several"] += 1
        case n.Put(number):
            city.coins -= number
            city.purse -= number
            city.coined.append(answer.card)
            game.table.events["coins put on cards"] += 1
        case n.SwapZones(None):
            turns = [step for step in game.book.flow.age if isinstance(step, items.Turns)]
            zone = id_of(nodes(tuple(turns), items.PlayStep)[0].source)
            other = game.table.cities[answer.seat]
            city.zones[zone], other.zones[zone] = other.zones[zone], city.zones[zone]
            game.table.events["hands swapped"] += 1


# --- exchanges ------------------------------------------------------------------------------------


def exchange_late(game: LateEffects, seat: int, exchange: n.Exchange) -> Steps:
    """Let a seat give something for something else, if it can."""
    if can_exchange(game.table, seat, exchange):
        answer = yield game.asked("late", seat, frozenset({EXCHANGE, DECLINE}))
        if answer != DECLINE:
            give_and_gain(game, seat, exchange)


def can_exchange(table: Table, seat: int, exchange: n.Sentence) -> bool:
    """Tell whether a seat has the price of an exchange, and there are tokens to be gained."""
    assert isinstance(exchange, n.Exchange), f"{exchange.span}: the reference does not know this alternative"
    city = table.cities[seat]
    for part in exchange.price:
        match part:
            case n.Coins(number):
                has = city.purse
            case n.Tokens(number):
                has = city.tokens[kind_of(table.book, part)]
            case n.Unused(number, resource):
                has = unused(table, seat, "" if resource is None else id_of(resource))
            case _:
                raise AssertionError(f"{part.span}: the reference does not know this price")
        if has < number:
            return False
    match exchange.result:
        case n.Gain(Seats.YOU, n.Tokens(number) as tokens, None):
            kind = kind_of(table.book, tokens)
            supply = table.book.tokens[kind].supply
            return supply is None or sum(one.tokens[kind] for one in table.cities) + number <= supply
        case n.Gain(Seats.YOU, n.Coins()):
            return True
    raise AssertionError(f"{exchange.span}: the reference does not know what this is for")


def give_and_gain(game: LateEffects, seat: int, exchange: n.Exchange) -> None:
    """Carry out an exchange."""
    city = game.table.cities[seat]
    for part in exchange.price:
        match part:
            case n.Coins(number):
                city.coins -= number
                city.purse -= number
            case n.Tokens(number):
                city.tokens[kind_of(game.book, part)] -= number
            case n.Unused(number, resource):
                city.spent["" if resource is None else id_of(resource)] += number
                game.table.events["unused units spent"] += number
    match exchange.result:
        case n.Gain(_, n.Tokens(number) as tokens):
            game.gain_tokens(seat, kind_of(game.book, tokens), number)
        case n.Gain(_, n.Coins(number), per):
            game.gain(seat, number * game.table.counted(seat, per))
    game.table.events["exchanges"] += 1


def kind_of(book: Book, tokens: n.Tokens) -> str:
    """Return the one kind of token that is meant."""
    (kind,) = book.kinds(tokens)
    return kind


# --- unused production ----------------------------------------------------------------------------


def unused(table: Table, seat: int, good: str) -> int:
    """Return how many units of one of the goods a city could still give this turn."""
    return made(market_of(table, seat), good) - table.cities[seat].spent[good]


def spendable(table: Table, seat: int) -> Iterator[tuple[str, int]]:
    """Yield which goods a seat may still spend unused this turn, and how many units of each,
    whether conditions hold by now or not.
    """
    for held in (*table.held_apart(seat), *table.places.held(seat)):
        if isinstance(held.clause.moment, n.AfterPlaying) and not is_used(table, seat, held):
            yield from wanted(held.clause)


def wanted(clause: n.Clause) -> Iterator[tuple[str, int]]:
    """Yield the goods that a clause takes unused; none are any."""
    for part in nodes(clause, n.Unused):
        yield "" if part.resource is None else id_of(part.resource), part.number


def note_spent(game: Effects, chosen: dict[int, Meaning]) -> None:
    """Note what each payment takes of goods that its seat may spend unused, by a stage of this turn
    too, before anything changes.

    Production serves every payment of a turn, so the one that takes most of it counts.
    """
    table = game.table
    for seat, meaning in chosen.items():
        goods = {good for good, _ in spendable(table, seat)}
        cost_kind = game.book.actions[meaning.action].cost
        market = market_of(table, seat)
        cost = None
        if cost_kind == "stage":
            stage = stage_meant(table, seat, meaning)
            goods |= {good for clause in table.side(seat).stages[stage].effect for good, _ in wanted(clause)}
            cost = cost_of_stage(table, seat, market, stage, meaning.action)
        elif cost_kind == "card" and meaning.manner == "paid":
            cost = cost_of_card(table, market, meaning.card, meaning.action)
        if cost is not None:
            bank = meaning.bank - edifice.fare(game, meaning)
            way = Way(bank, meaning.left, meaning.right, meaning.units, meaning.free, meaning.others)
            spent = table.cities[seat].spent
            for good in goods:
                spent[good] = max(spent[good], used_at_least(market, cost, way, good))


def stage_meant(table: Table, seat: int, meaning: Meaning) -> int:
    """Return the stage that an option builds: the one that it names, or the first that is not
    built.
    """
    return meaning.stage - 1 if meaning.stage else table.unbuilt(seat)[0]


# --- duties ---------------------------------------------------------------------------------------


def oblige(game: Effects, seat: int, sentence: n.Oblige) -> None:
    """Ask seats for an action the next time that they play a card of a zone."""
    for other in game.table.seats_of(seat, sentence.who):
        game.table.cities[other].asked_next.add((id_of(sentence.source), id_of(sentence.action)))


def call_duties(table: Table, zone: str) -> None:
    """Ask now, who has a card, for what was asked for the next time a card of a zone is played."""
    for city in (city for city in table.cities if city.zones[zone]):
        city.asked_now = {duty for duty in city.asked_next if duty[0] == zone}
        city.asked_next -= city.asked_now


def end_duties(table: Table) -> None:
    """Ask no more for what was asked for now."""
    for city in table.cities:
        table.events["duties"] += len(city.asked_now)
        city.asked_now = set()


# --- what others give up --------------------------------------------------------------------------


def is_demand(move: n.MoveCards) -> bool:
    """Tell whether others each discard one card of a zone of their own."""
    match move:
        case n.MoveCards(n.MoveVerb.DISCARD, Seats.YOU | Seats.OTHERS, 1, n.Cards() | n.NamedCards(), n.Zone(of=None)):
            return True
    return False


def demand_late(game: LateEffects, seat: int, sentence: n.MoveCards) -> Steps:
    """Let others give up a card, each as it chooses and all together.

    One alone is no choice.
    """
    assert isinstance(sentence.source, n.Zone)
    assert isinstance(sentence.cards, (n.Cards, n.NamedCards))
    table, zone, which = game.table, id_of(sentence.source.name), sentence.cards
    cards = {
        other: sorted({card for card in table.zone_named(other, zone) if game.book.fits(card, which)})
        for other in table.seats_of(seat, sentence.who)
    }
    asked = [other for other, listed in cards.items() if len(listed) > 1]
    for place, other in enumerate(asked):
        options = frozenset(take(card) for card in cards[other])
        game.chosen[other] = yield game.asked("late", other, options, asked[place + 1 :])
    clear = next(step for step in nodes(game.book.flow.steps(), items.Clear) if id_of(step.zone) == zone)
    for other, listed in cards.items():
        if listed:
            given = game.chosen[other].card if other in game.chosen else listed[0]
            table.zone_named(other, zone).remove(given)
            table.zone(other, clear.to).append(given)
            table.cities[seat].given.append((given, id_of(clear.to)))
    game.chosen = {}
    table.events["cards given up"] += len(table.cities[seat].given)


def play_of_them(game: LateEffects, seat: int, may: bool) -> Steps:
    """Let a seat lay one of the cards that others gave up into its city, for nothing."""
    city = game.table.cities[seat]
    zones = {card: zone for card, zone in city.given if not game.table.blocks(seat, card)}
    if zones:
        answer = yield from game.choose_late(seat, set(map(take, zones)), may)
        if answer != DECLINE:
            game.table.zone_named(seat, zones[answer.card]).remove(answer.card)
            game.enter(seat, answer.card)
            game.table.events["cards played that others gave up"] += 1
    city.given = []


def build_of_them(game: LateEffects, seat: int, may: bool) -> Steps:
    """Let a seat build one of the cards that were drawn, for nothing; the others stay in their
    decks.
    """
    city, decks = game.table.cities[seat], game.table.decks
    cards = {card for card, _ in city.given if not game.table.blocks(seat, card)}
    if cards:
        answer = yield from game.choose_late(seat, set(map(take, cards)), may)
        if answer != DECLINE:
            decks[id_of(game.book.cards[answer.card].deck)].remove(answer.card)
            game.enter(seat, answer.card)
            game.raise_event(Event("build", seat, what=answer.card))
            game.table.events["cards built that were drawn"] += 1
    city.given = []


# --- swaps ----------------------------------------------------------------------------------------


def swap(card: str, seat: int, gives: str) -> Meaning:
    """Return the option to swap hands with a seat, or cards."""
    return Meaning("swap", card, "paid", 0, 0, 0, seat=seat, gives=gives)


def swap_late(game: LateEffects, seat: int, sentence: n.SwapCards, may: bool) -> Steps:
    """Let a seat swap a card with another, who cannot refuse.

    Nothing is built, and what lies on the cards goes with them.
    """
    table, cities = game.table, game.table.cities
    options = {
        swap(theirs, other, own)
        for other in table.seats_of(seat, Seats.OTHERS)
        for own in table.cards(seat)
        for theirs in table.cards(other)
        if can_swap(table, sentence, (seat, own), (other, theirs))
    }
    if not options:
        return
    answer = yield from game.choose_late(seat, options, may)
    if answer == DECLINE:
        return
    for giver, receiver, card in ((seat, answer.seat, answer.gives), (answer.seat, seat, answer.card)):
        table.cards(giver).remove(card)
        table.cards(receiver).append(card)
        if card in cities[giver].coined:
            cities[giver].coined.remove(card)
            cities[receiver].coined.append(card)
            cities[receiver].heaps[card] = cities[giver].heaps.get(card, 1)
            table.events["coins swapped with their cards"] += 1
    table.events["cards swapped"] += 1


def can_swap(table: Table, sentence: n.SwapCards, one: tuple[int, str], other: tuple[int, str]) -> bool:
    """Tell whether two cards may change places: both are meant, perhaps of equal cost, which is no
    coins and equally many goods, and neither city gets what it has.
    """
    goods: list[int] = []
    is_known = sentence.source is None and sentence.other is Seats.A_PLAYER
    assert is_known, f"{sentence.span}: the reference does not know this swap"
    for _, card in (one, other):
        cost = table.book.cards[card].cost
        parts = () if cost is None else cost.parts
        has_coins = any(not isinstance(part, n.Goods) for part in parts)
        if (has_coins and sentence.equal_cost) or not table.book.fits(card, sentence.cards):
            return False
        goods.append(sum(part.number for part in parts if isinstance(part, n.Goods)))
    is_equal = goods[0] == goods[1] or not sentence.equal_cost
    return is_equal and not (is_double(table, *one, other[1]) or is_double(table, *other, one[1]))


def is_double(table: Table, seat: int, leaving: str, coming: str) -> bool:
    """Tell whether a city would get a card that it has, or its twin, for one that leaves."""
    lying = Counter([*table.cards(seat), *table.cities[seat].shown, *table.places.all_cards(seat)])
    lying[leaving] -= 1
    names = {table.book.cards[card].identity or card for card in lying.elements()}
    return coming == leaving or (table.book.cards[coming].identity or coming) in names
