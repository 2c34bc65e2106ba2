"""Edifices as the reference sees them: tokens on cards of the table, what these cards give and ask
for, effects to choose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Period, Seats
from stele.runtime import Meaning
from tests.reference_city import Held, Use
from tests.reference_pay import Way
from tests.reference_table import Book, Table, id_of

if TYPE_CHECKING:
    from tests.reference_effects import Choice, Effects
    from tests.reference_late import LateEffects, Steps


def moment_of(book: Book, card: str, moment: str) -> tuple[n.Clause, ...]:
    """Return what a card says for a moment."""
    return next((clauses for name, clauses in book.cards[card].moments if id_of(name) == moment), ())


def lay(game: Effects, step: items.Deal) -> None:
    """Lay random cards of a deck on the table."""
    deck = step.source.at(max(1, game.table.age))
    assert deck is not None
    pile = game.table.decks[id_of(deck)]
    for card in game.shuffled_cards(pile)[: step.cards.at(len(game.table.seats)) or 0]:
        pile.remove(card)
        game.table.zone(0, step.to).append(card)


def full_supplies(book: Book, players: int) -> dict[tuple[str, int], int]:
    """Return how many tokens lie on the card of each age at the beginning."""
    ages = range(1, (book.flow.ages or 0) + 1)
    return {(supply.id, age): supply.number.at(players) or 0 for supply in book.flow.supplies for age in ages}


def card_of(table: Table, supply: items.Supply, age: int) -> str:
    """Return the card of an age on which a supply lies, or nothing."""
    book = table.book
    laid = [card for card in table.zone(0, supply.on) if book.decks[id_of(book.cards[card].deck)].age == age]
    return laid[0] if laid else ""


def riding(game: Effects, seat: int, action: str, staged: Sequence[Way]) -> Iterator[tuple[str, Way]]:
    """Yield every way to build a stage together with a rider that takes a token of the card of this
    age.
    """
    table = game.table
    for rider in game.book.flow.riders:
        assert rider.takes is not None
        supply = supply_of(game.book, rider.takes)
        card = card_of(table, supply, table.age)
        is_used = table.cities[seat].used[ride_key(table, rider)] > 0
        if id_of(rider.on) != action or is_used or not card or not table.supplies[supply.id, table.age]:
            continue
        coins = coins_for(game.book, card)
        yield from ((rider.id, way._replace(bank=way.bank + coins)) for way in staged)


def coins_for(book: Book, card: str) -> int:
    """Return what a card of the table costs who takes a token of it."""
    cost = book.cards[card].cost
    assert cost is not None
    coins = [part.number for part in cost.parts if isinstance(part, n.Coins)]
    assert len(coins) == len(cost.parts), "the reference knows riders that cost coins"
    return sum(coins)


def fare(game: Effects, meaning: Meaning) -> int:
    """Return the coins that an option pays for its rider."""
    for rider in game.book.flow.riders:
        if rider.id == meaning.rider:
            assert rider.takes is not None
            return coins_for(game.book, card_of(game.table, supply_of(game.book, rider.takes), game.table.age))
    return 0


def supply_of(book: Book, name: n.Name) -> items.Supply:
    """Return a supply by its name."""
    return next(supply for supply in book.flow.supplies if supply.id == id_of(name))


def ride(game: Effects, seat: int, meaning: Meaning) -> None:
    """Take a token with a stage; the last ones may be taken by more than there are."""
    rider = next(rider for rider in game.book.flow.riders if rider.id == meaning.rider)
    assert rider.takes is not None
    table, supply = game.table, supply_of(game.book, rider.takes)
    table.cities[seat].used[ride_key(table, rider)] += 1
    table.supplies[supply.id, table.age] = max(0, table.supplies[supply.id, table.age] - 1)
    token = supply.of.at(table.age)
    assert token is not None
    game.gain_tokens(seat, id_of(token))


def ride_key(table: Table, rider: items.Rider) -> Use:
    """Return what tells the use of a rider in this age from that in another."""
    assert rider.once_per == "age"
    return (f"rider {rider.id}", table.age, 0), "", Period.AGE


def settle(game: Effects) -> None:
    """Give holders of tokens what cards without tokens give, once for each."""
    table, book = game.table, game.book
    for supply in book.flow.supplies:
        for age in range(1, (book.flow.ages or 0) + 1):
            card, token = card_of(table, supply, age), supply.of.at(age)
            if not card or token is None or table.supplies[supply.id, age]:
                continue
            moment = next(moment for moment in book.moments if moment.id == id_of(supply.when_empty))
            line = book.board_line if moment.line is None else id_of(moment.line)
            given: list[tuple[int, list[Held]]] = []
            for seat, city in enumerate(table.cities):
                has = sum(name == card for name, _ in city.copies)
                for _ in range(city.tokens[id_of(token)] - has):
                    city.copies.append((card, line))
                    given.append((seat, table.held_copy(card, len(city.copies), line)))
            for seat, holds in given:
                game.happen_all(seat, holds)
    game.end_batch()


def choose(game: LateEffects, seat: int, choice: Choice) -> Steps:
    """Let a seat choose one of the effects of a stage."""
    board, side, stage = choice
    number, copies = len(game.book.sides[board, side].stages[stage].choose), game.table.cities[seat].copies
    names = {f"{board}-stage-{stage + 1}-option-{i + 1}": f"{board}/{side}/{stage}/{i}" for i in range(number)}
    answer = yield game.asked("late", seat, frozenset(Meaning("take", name, "paid", 0, 0, 0) for name in names))
    copies.append((names[answer.card], game.book.board_line))
    game.happen_all(seat, game.table.held_copy(copies[-1][0], len(copies), game.book.board_line))


def ask(game: LateEffects, step: items.Run) -> Steps:
    """Ask seats without a token for what a card with tokens left asks for.

    Who cannot give it takes a token.
    """
    table, book = game.table, game.book
    assert step.supply is not None
    assert step.moment is not None
    assert step.unpaid is not None
    supply = supply_of(book, step.supply)
    card, token, debt = card_of(table, supply, table.age), supply.of.at(table.age), step.unpaid.at(table.age)
    assert token is not None
    assert debt is not None
    if not card or not table.supplies[supply.id, table.age]:
        return
    (clause,) = moment_of(book, card, id_of(step.moment))
    asked = [seat for seat in table.seats if not table.cities[seat].tokens[id_of(token)]]
    options = {seat: gifts(table, seat, clause.sentence) for seat in asked}
    given = {seat: next(iter(options[seat]), "") for seat in asked}
    choosing = [seat for seat in asked if len(options[seat]) > 1]
    for place, seat in enumerate(choosing):
        meanings = frozenset(Meaning("give", option, "paid", 0, 0, 0) for option in options[seat])
        game.chosen[seat] = yield game.asked("demand", seat, meanings, choosing[place + 1 :])
        given[seat] = game.chosen[seat].card
    game.chosen = {}
    for seat in asked:
        city = table.cities[seat]
        match clause.sentence:
            case _ if not given[seat]:
                game.gain_tokens(seat, id_of(debt))
            case n.Lose(_, n.Coins(number)):
                city.coins -= number
            case n.Lose():
                city.tokens -= Counter(given[seat].split("-and-"))
            case n.MoveCards():
                table.cards(seat).remove(given[seat])
                city.coined = [card for card in city.coined if card != given[seat]]
                assert step.to is not None
                table.zone(seat, step.to).append(given[seat])
    game.end_batch()


def gifts(table: Table, seat: int, sentence: n.Sentence) -> list[str]:
    """Return all ways to give what is asked for."""
    city = table.cities[seat]
    match sentence:
        case n.Lose(Seats.YOU, n.Coins(number), None):
            return ["coins"] if city.coins >= number else []
        case n.Lose(Seats.YOU, n.Tokens(number) as tokens, None):
            bundles = combinations_with_replacement(table.book.kinds(tokens), number)
            return ["-and-".join(b) for b in bundles if all(b.count(kind) <= city.tokens[kind] for kind in b)]
        case n.MoveCards(n.MoveVerb.DISCARD, Seats.YOU, 1, (n.Cards() | n.NamedCards()) as cards):
            return sorted({card for card in table.cards(seat) if table.book.fits(card, cards)})
    raise AssertionError(f"{sentence.span}: the reference does not know what is asked for")
