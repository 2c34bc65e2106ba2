"""A second meaning of the rules, written for clarity alone: it reads the checked trees and knows no compiled code.

A reference plays the flow step by step and stops at every decision with all its options; `reference_follow` plays it beside a
compiled game. They share the random generator and the order in which cards are declared, nothing else: set-up, deals,
production, prices, payments, legal options, effects, conflicts and scores are worked out here again, by search and by
counting.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from stele.compiler import items
from stele.compiler import nodes as n
from stele.compiler.nodes import Period, Seats
from stele.runtime import Meaning
from stele.runtime.row import RANDOM, Row, below, seeded, shuffle
from tests import reference_edifice as edifice
from tests.reference_pay import Way, is_used, market_of, ways_for_card, ways_for_stage
from tests.reference_table import Book, Held, Table, id_of

DECLINE = Meaning("decline", "", "paid", 0, 0, 0)


class Question(NamedTuple):
    """A decision: of what kind, whose, and all that may be answered."""

    kind: str
    seat: int
    options: frozenset[Meaning]


Steps = Generator[Question, Meaning, None]


class Waiting(NamedTuple):
    """An effect that waits for the end of the turn; the lowest rank acts first, then the lowest seat."""

    rank: int
    seat: int
    number: int  # the order of entry
    clause: n.Clause | items.Stage  # a stage waits for a choice among its effects
    line: str  # on which the points of its item count


class Reference:
    """One game of some contents."""

    def __init__(self, contents: Sequence[items.Content], players: int, seed: int) -> None:
        self.book = Book(contents)
        self.random: Row = [0] * (RANDOM + 1)
        self.random[RANDOM] = seeded(seed)
        self.table = Table(self.book, self.drawn_boards(players))
        self.table.supplies = edifice.full_supplies(self.book, players)
        self.waiting: list[Waiting] = []
        self.entries = 0
        for clause in (*self.book.clauses(), *edifice.clauses_given(self.book)):
            check_known(clause)
        self.mix_decks()

    def drawn_boards(self, players: int) -> list[tuple[str, str]]:
        """Return a random board for each seat, on a random side."""
        boards = self.shuffled(list(range(len(self.book.boards))))[:players]
        drawn = []
        for board in (self.book.boards[number] for number in boards):
            drawn.append((board.id, board.sides[below(self.random, len(board.sides))].id))
        return drawn

    def mix_decks(self) -> None:
        """Mix random cards of one deck into another, as decks say."""
        decks = self.table.decks
        for deck in self.book.decks.values():
            for addition in deck.adds:
                source = decks[id_of(addition.source)]
                number = addition.cards.at(len(self.table.seats)) or 0
                for card in self.shuffled_cards(source)[:number]:
                    source.remove(card)
                    decks[deck.id].append(card)

    def shuffled(self, numbers: list[int]) -> list[int]:
        """Return numbers in random order."""
        shuffle(self.random, numbers)
        return numbers

    def shuffled_cards(self, cards: Sequence[str]) -> list[str]:
        """Return cards in random order."""
        ordered = self.book.in_order(cards)
        return [ordered[number] for number in self.shuffled(list(range(len(ordered))))]

    # --- the course of a game ---------------------------------------------------------------------------------------

    def play(self) -> Steps:
        """Play a whole game."""
        flow = self.book.flow
        yield from self.steps(flow.slots.before_first_age)
        for age in range(1, (flow.ages or 0) + 1):
            self.table.age = age
            self.renew(Period.AGE)
            yield from self.steps(flow.slots.start_of_age)
            yield from self.steps(flow.age)
        yield from self.steps(flow.slots.end_of_game)

    def steps(self, steps: Sequence[items.Step], is_turn: bool = False, is_last: bool = False) -> Steps:
        """Play some steps, inside of turns or not; the last turn has steps of its own."""
        for step in steps:
            match step:
                case items.Deal(_, _, _, to) if id_of(to) in self.table.zones:
                    edifice.lay(self, step)
                case items.Deal(_, source, cards, to):
                    self.deal(source, cards, to)
                case items.Turns(_, count, each):
                    number = count.at(len(self.table.seats)) or 0
                    for turn in range(1, number + 1):
                        yield from self.steps(each, True, turn == number)
                case items.PlayStep():
                    self.renew(Period.TURN)
                    for city in self.table.cities:
                        city.purse = city.coins
                    seats = [seat for seat in self.table.seats if self.table.zone(seat, step.source)]
                    yield from self.simultaneous("play", step, seats)
                case items.Clear(_, zone, _, only_last):
                    if is_turn and is_last:
                        yield from self.last_cards(zone)
                    if is_last or not only_last:
                        self.clear(step)
                case items.Pass(_, zone, to, except_last):
                    if not (is_last and except_last):
                        self.hand_on(zone, to)
                case items.Run(_, n.Name()):
                    yield from edifice.ask(self, step)
                case items.Run():
                    yield from self.late_effects()
                    if is_turn:
                        yield from self.steps(self.book.flow.slots.end_of_turn, is_turn, is_last)
                    yield from self.settle_losses()
                case items.ConflictStep():
                    yield from self.steps(self.book.flow.slots.before_conflict)
                    self.fight(step)
                    yield from self.steps(self.book.flow.slots.after_conflict)

    def deal(self, source: items.ByAge, cards: items.ByPlayers, to: n.Name) -> None:
        """Deal cards of a deck to every seat."""
        # Before the first age there is no age to go by.
        deck = source.at(max(1, self.table.age))
        assert deck is not None
        number = cards.at(len(self.table.seats)) or 0
        pile = self.table.decks[id_of(deck)]
        shuffled = self.shuffled_cards(pile)
        for seat in self.table.seats:
            hand = shuffled[seat * number : (seat + 1) * number]
            self.table.zone(seat, to).extend(hand)
            for card in hand:
                pile.remove(card)

    def clear(self, step: items.Clear) -> None:
        """Move what is left in a zone of every seat; who has an unbuilt stage that plays from there may be spared."""
        if step.ages and self.table.age not in step.ages:
            return
        for seat in self.table.seats:
            unbuilt = self.table.side(seat).stages[self.table.cities[seat].stages :]
            sentences = [clause.sentence for stage in unbuilt for clause in stage.effect]
            plays = any(isinstance(s, n.Play) and id_of(s.source) == id_of(step.zone) for s in sentences)
            if not (step.spares_unbuilt and plays):
                left = self.table.zone(seat, step.zone)
                self.table.zone(seat, step.to).extend(left)
                left.clear()

    def hand_on(self, zone: n.Name, to: items.BySide) -> None:
        """Pass the cards of a zone to a neighbour."""
        side = to.at(max(1, self.table.age))
        hands = [list(self.table.zone(seat, zone)) for seat in self.table.seats]
        for seat, hand in enumerate(hands):
            receiver = self.table.left(seat) if side == "left" else self.table.right(seat)
            self.table.zone(receiver, zone)[:] = hand

    def last_cards(self, zone: n.Name) -> Steps:
        """Let seats that may do so play the card that they would lose."""
        for step in play_steps(self.book.flow.age):
            if id_of(step.source) == id_of(zone):
                seats = [
                    seat
                    for seat in self.table.seats
                    if self.table.zone(seat, zone)
                    and any(isinstance(held.clause.sentence, n.PlayLast) for held in self.table.held(seat))
                ]
                if seats:
                    yield from self.simultaneous("last", step, seats)

    def simultaneous(self, kind: str, step: items.PlayStep, seats: Sequence[int]) -> Steps:
        """Ask some seats for a card and an action, then carry out all of it together."""
        chosen: dict[int, Meaning] = {}
        for seat in seats:
            chosen[seat] = yield Question(kind, seat, frozenset(self.options(seat, step)))
        self.carry_out(chosen, step)
        edifice.settle(self)

    def renew(self, period: Period) -> None:
        """Let limits renew themselves; a new age is a new turn too."""
        renewed = (Period.TURN, Period.AGE) if period is Period.AGE else (Period.TURN,)
        for seat in self.table.seats:
            for held in self.table.held(seat):
                if held.clause.limit is not None and held.clause.limit.period in renewed:
                    for side in ("", "left", "right"):
                        self.table.cities[seat].used[held.key, side] = 0

    # --- what is legal ----------------------------------------------------------------------------------------------

    def options(self, seat: int, step: items.PlayStep) -> Iterator[Meaning]:
        """Yield everything a seat may do with the cards of a zone, paid from the coins it had when the turn began."""
        purse = self.table.cities[seat].purse
        market = market_of(self.table, seat)
        for action in (self.book.actions[id_of(name)] for name in step.actions):
            staged = ways_for_stage(self.table, seat, market, action.id) if action.cost == "stage" else ()
            for card in set(self.table.zone(seat, step.source)):
                if action.cost == "nothing":
                    yield Meaning(action.id, card, "paid", 0, 0, 0)
                elif action.cost == "stage":
                    yield from (paid(action.id, card, way) for way in staged if way.total <= purse)
                    for rider, way in edifice.riding(self, seat, action.id, tuple(staged)):
                        if way.total <= purse:
                            yield replace(paid(action.id, card, way), rider=rider)
                elif not self.table.blocks(seat, card):
                    found = ways_for_card(self.table, seat, market, card, action.id)
                    yield from (paid(action.id, card, way) for way in found if way.total <= purse)
                    if any(id_of(name) in self.table.cards(seat) for name in self.book.cards[card].chain):
                        yield Meaning(action.id, card, "chain", 0, 0, 0)
                    if action.builds and self.permits(seat, card):
                        yield Meaning(action.id, card, "permit", 0, 0, 0)

    def permits(self, seat: int, card: str) -> list[Held]:
        """Return what lets a seat build a card for nothing now; a card that costs nothing needs no permission."""
        cost = self.book.cards[card].cost
        found: list[Held] = []
        for held in self.table.held(seat):
            match held.clause.sentence:
                case n.Build(_, (n.Cards() | n.NamedCards()) as which, None, None, n.Free()):
                    if cost is not None and cost.parts and self.book.fits(card, which):
                        found += [] if is_used(self.table, seat, held) else [held]
        return found

    # --- what happens -----------------------------------------------------------------------------------------------

    def carry_out(self, chosen: dict[int, Meaning], step: items.PlayStep) -> None:
        """Carry out a simultaneous step: all pay, all cards enter play, then effects happen and triggers react."""
        table = self.table
        before = {seat: table.held(seat) for seat in chosen}
        entered: list[tuple[int, list[Held]]] = []
        for seat, meaning in chosen.items():
            table.zone(seat, step.source).remove(meaning.card)
            self.pay(seat, meaning)
            if meaning.rider:
                edifice.ride(self, seat, meaning)
        for seat, meaning in chosen.items():
            action = self.book.actions[meaning.action]
            if meaning.manner == "permit":
                self.use(seat, narrowest(self.permits(seat, meaning.card)))
            table.zone(seat, action.to).append(meaning.card)
            if action.cost == "card":
                entered.append((seat, table.held_card(meaning.card)))
            if action.cost == "stage":
                entered.append((seat, table.held_stage(seat, table.cities[seat].stages)))
                table.cities[seat].stages += 1
        for seat, meaning in chosen.items():
            for clause in self.book.actions[meaning.action].effect:
                self.happen(seat, Held(("action", 0, 0), clause, self.book.board_line, 0))
        for seat, holds in entered:
            for held in holds:
                self.happen(seat, held)
            action = self.book.actions[chosen[seat].action]
            stage = table.side(seat).stages[table.cities[seat].stages - 1] if action.cost == "stage" else None
            if stage is not None and stage.choose:
                self.entries += 1
                self.waiting.append(Waiting(stage.rank, seat, self.entries, stage, ""))
        for seat, meaning in chosen.items():
            self.react(seat, before[seat], meaning)

    def pay(self, seat: int, meaning: Meaning) -> None:
        """Pay with what goes with it: coins reach the neighbours, what may be used once per turn is used."""
        city = self.table.cities[seat]
        city.coins -= meaning.total
        city.purse -= meaning.total
        self.table.cities[self.table.left(seat)].coins += meaning.left
        self.table.cities[self.table.right(seat)].coins += meaning.right
        units = meaning.units
        bought = sides_bought(meaning)
        for held in self.table.held(seat):
            match held.clause.sentence:
                case n.Buy(_, Seats.BANK) if units and not is_used(self.table, seat, held):
                    self.use(seat, held)
                    units -= 1
                case n.Rebate(side) if side.value in bought:
                    self.use(seat, held)

    def use(self, seat: int, held: Held, side: str = "") -> None:
        """Remember that something limited was used."""
        self.table.cities[seat].used[held.key, side] += 1

    def happen(self, seat: int, held: Held) -> None:
        """Let a clause happen if it is one that happens at once; one with a decision waits for the end of the turn."""
        clause = held.clause
        if clause.moment is not None or clause.limit is not None:
            return
        table = self.table
        match clause.sentence:
            case n.Gain(who, n.Coins(number), per):
                for other in table.seats_of(seat, who):
                    self.gain(other, number * table.counted(seat, per))
            case n.Gain(who, n.Tokens(number) as tokens, per):
                for other in table.seats_of(seat, who):
                    for _ in range(number * table.counted(seat, per)):
                        self.gain_token(other, self.book.kinds(tokens)[0])
            case n.Lose(who, n.AllTokens(kind, worth)):
                for other in table.seats_of(seat, who):
                    for id in self.book.kinds(n.Tokens(1, kind, worth, clause.span)):
                        table.cities[other].tokens[id] = 0
            case n.Lose(who) as loss:
                for other in table.seats_of(seat, who):
                    table.cities[other].due.append((loss, seat))
            case n.Draw(number, noun, n.Name() as into):
                self.draw(seat, number, self.book.nouns[id_of(noun)], into)
            case n.Build(_, _, n.Name()) | n.Play() | n.Copy():
                self.entries += 1
                self.waiting.append(Waiting(held.rank, seat, self.entries, clause, held.line))

    def draw(self, seat: int, number: int, colour: str, into: n.Name) -> None:
        """Draw random cards that lie in decks."""
        lying = [card for deck in self.table.decks.values() for card in deck if self.book.colour(card) == colour]
        for card in self.shuffled_cards(lying)[:number]:
            next(deck for deck in self.table.decks.values() if card in deck).remove(card)
            self.table.zone(seat, into).append(card)

    def gain(self, seat: int, coins: int) -> None:
        """Give a seat coins from the bank; what reacts to that adds coins without reacting again."""
        city = self.table.cities[seat]
        city.coins += coins
        for held in self.table.held(seat) if coins else ():
            match held.clause:
                case n.Clause(moment=n.When(n.GainsCoins()), sentence=n.Gain(Seats.YOU, n.Coins(number), per)):
                    if not is_used(self.table, seat, held):
                        self.use(seat, held)
                        city.coins += number * self.table.counted(seat, per)

    def gain_token(self, seat: int, kind: str) -> None:
        """Give a seat a token if there is one."""
        cities, supply = self.table.cities, self.book.tokens[kind].supply
        if supply is not None and sum(city.tokens[kind] for city in cities) >= supply:
            return
        cities[seat].tokens[kind] += 1
        for held in self.table.held(seat):
            match held.clause.moment:
                case n.When(n.GainsToken(tokens)) if kind in self.book.kinds(tokens):
                    self.fire(seat, held)

    def react(self, seat: int, before: Sequence[Held], meaning: Meaning) -> None:
        """Let triggers that were in play before react to what a seat has played."""
        action = self.book.actions[meaning.action]
        for held in before:
            match held.clause.moment:
                case n.When(n.BuildsCard(which)):
                    if action.cost == "card" and action.builds and self.book.fits(meaning.card, which):
                        self.fire(seat, held)
                case n.When(n.BuildsByChain()) if meaning.manner == "chain":
                    self.fire(seat, held)
                case n.When(n.BuildsStage()) if action.cost == "stage":
                    self.fire(seat, held)
                case n.When(n.BuysFromNeighbour()):
                    bought = sides_bought(meaning)
                    if held.clause.limit is not None and held.clause.limit.per_neighbour:
                        for side in bought:
                            self.fire(seat, held, side)
                    elif bought:
                        self.fire(seat, held)

    def fire(self, seat: int, held: Held, side: str = "") -> None:
        """Let a trigger happen unless it is used up."""
        if not is_used(self.table, seat, held, side):
            self.use(seat, held, side)
            match held.clause.sentence:
                case n.Gain(Seats.YOU, n.Coins(number), per):
                    self.gain(seat, number * self.table.counted(seat, per))
                case _:
                    raise AssertionError(f"{held.clause.span}: the reference does not know this trigger")

    # --- the end of a turn ------------------------------------------------------------------------------------------

    def late_effects(self) -> Steps:
        """Let effects act that wait for a decision, one after the other."""
        while self.waiting:
            first = min(self.waiting, key=lambda waiting: waiting[:3])
            self.waiting.remove(first)
            if isinstance(first.clause, items.Stage):
                yield from edifice.choose(self, first.seat, first.clause)
                continue
            match first.clause.sentence:
                case n.Build(_, (n.Cards() | n.NamedCards()) as which, n.Name() as source):
                    yield from self.build_late(first.seat, which, source)
                case n.Play(which, source, price):
                    less = price.number if isinstance(price, n.Less) else 0
                    yield from self.play_late(first.seat, which, source, less)
                case n.Copy(which, None, n.Place() as place):
                    yield from self.copy_late(first.seat, which, place, first.line)
        edifice.settle(self)

    def build_late(self, seat: int, which: n.Which, source: n.Name) -> Steps:
        """Let a seat build a card of a zone for nothing."""
        zone = self.table.zone(seat, source)
        cards = {card for card in zone if self.book.fits(card, which) and not self.table.blocks(seat, card)}
        if not cards:
            return
        options = {Meaning("take", card, "paid", 0, 0, 0) for card in cards} | {DECLINE}
        answer = yield Question("late", seat, frozenset(options))
        if answer == DECLINE:
            return
        before = self.table.held(seat)
        zone.remove(answer.card)
        self.enter(seat, answer.card)
        for held in before:
            match held.clause.moment:
                case n.When(n.BuildsCard(built)) if self.book.fits(answer.card, built):
                    self.fire(seat, held)

    def play_late(self, seat: int, which: n.Which, source: n.Name, less: int) -> Steps:
        """Let a seat pay for a card of a zone and lay it into its city."""
        zone = self.table.zone(seat, source)
        purse = self.table.cities[seat].purse
        market = market_of(self.table, seat)
        options = {
            paid("take", card, way)
            for card in zone
            if self.book.fits(card, which) and not self.table.blocks(seat, card)
            for way in ways_for_card(self.table, seat, market, card, "", less)
            if way.total <= purse
        }
        if not options:
            return
        answer = yield Question("late", seat, frozenset(options | {DECLINE}))
        if answer != DECLINE:
            zone.remove(answer.card)
            self.pay(seat, answer)
            self.enter(seat, answer.card)

    def copy_late(self, seat: int, which: n.Which, place: n.Place, line: str) -> Steps:
        """Let a seat have the effects of a card elsewhere; this is no option but a must, and one card alone is no choice."""
        seats = [other for part in place.parts for other in self.table.place(seat, part)]
        cards = {card for other in seats for card in self.table.cards(other) if self.book.fits(card, which)}
        if not cards:
            return
        chosen = min(cards)
        if len(cards) > 1:
            options = frozenset(Meaning("take", card, "paid", 0, 0, 0) for card in cards)
            chosen = (yield Question("late", seat, options)).card
        copies = self.table.cities[seat].copies
        copies.append((chosen, line))
        for held in self.table.held_card(chosen, len(copies), line):
            self.happen(seat, held)

    def enter(self, seat: int, card: str) -> None:
        """Lay a card into a city, with what it does at once."""
        self.table.cards(seat).append(card)
        for held in self.table.held_card(card):
            self.happen(seat, held)

    def settle_losses(self) -> Steps:
        """Settle what was demanded during the turn; who can decide how much to pay is asked, then all pay together."""
        unpaid = self.book.flow.unpaid
        paid_by: dict[int, int] = {}
        due = {seat: self.due(seat) for seat in self.table.seats}
        for seat, city in enumerate(self.table.cities):
            most = min(due[seat], city.coins)
            paid_by[seat] = most
            if unpaid is not None and most:
                options = frozenset(Meaning("lose", "", "paid", coins, 0, 0) for coins in range(most + 1))
                paid_by[seat] = (yield Question("loss", seat, options)).bank
        for seat, city in enumerate(self.table.cities):
            city.coins -= paid_by[seat]
            if unpaid is not None:
                city.tokens[id_of(unpaid)] += due[seat] - paid_by[seat]
            city.due = []

    def due(self, seat: int) -> int:
        """Return how many coins a seat loses, by what it has now."""
        total = 0
        for loss, causer in self.table.cities[seat].due:
            assert isinstance(loss.loss, n.Coins)
            total += loss.loss.number * self.table.counted(causer, loss.per, victim=seat)
        return total

    # --- conflict ---------------------------------------------------------------------------------------------------

    def fight(self, step: items.ConflictStep) -> None:
        """Compare all neighbours of those who take part; two fight once, one alone does not fight."""
        table, cities = self.table, self.table.cities
        self.renew(Period.TURN)
        win, lose = step.win.at(table.age), step.lose.at(table.age)
        assert win is not None
        assert lose is not None
        ring = [seat for seat in table.seats if not self.sits_out(seat)]
        pairs = {(seat, ring[(place + 1) % len(ring)]) for place, seat in enumerate(ring)}
        if len(ring) < 3:
            pairs = {(ring[0], ring[1])} if len(ring) == 2 else set()
        won: list[tuple[int, int]] = []
        for seat, left in sorted(pairs):
            own, theirs = table.strength(seat, Seats.LEFT), table.strength(left, Seats.RIGHT)
            won += [(seat, left)] if own > theirs else [(left, seat)] if theirs > own else []
        for victor, loser in won:
            self.gain_token(victor, id_of(win))
            if any(self.gives_to_victor(held.clause, id_of(lose)) for held in table.held(loser)):
                cities[victor].tokens[id_of(lose)] += 1
            else:
                self.gain_token(loser, id_of(lose))

    def sits_out(self, seat: int) -> bool:
        """Tell whether a seat takes no part in a conflict; it spends a token for that."""
        city = self.table.cities[seat]
        for held in self.table.held(seat):
            match held.clause:
                case n.Clause(moment=n.AtConflict(), sentence=n.Exchange(True, _, (n.Tokens(1) as price,), n.SitOut())):
                    for kind in self.book.kinds(price):
                        if city.tokens[kind]:
                            city.tokens[kind] -= 1
                            return True
        return False

    def gives_to_victor(self, clause: n.Clause, kind: str) -> bool:
        """Tell whether a clause gives a token that would be gained in a conflict to the victor."""
        match clause:
            case n.Clause(moment=n.InsteadOf(tokens, True), sentence=n.Gain(Seats.VICTOR, n.It())):
                return kind in self.book.kinds(tokens)
        return False


def check_known(clause: n.Clause) -> None:
    """Refuse a clause whose meaning the reference does not know, rather than pass over it."""
    sentences = (
        n.Produce,
        n.Buy,
        n.Rebate,
        n.Gain,
        n.Lose,
        n.Score,
        n.Shields,
        n.Science,
        n.CopiedScience,
        n.CostChange,
        n.Build,
        n.PlayLast,
        n.Play,
        n.Copy,
        n.Exchange,
        n.Draw,
    )
    is_known = isinstance(clause.sentence, sentences) and not clause.tests and clause.then is None
    assert is_known, f"{clause.span}: the reference does not know this clause"


def play_steps(steps: Sequence[items.Step]) -> Iterator[items.PlayStep]:
    """Yield the steps in which cards are played."""
    for step in steps:
        if isinstance(step, items.PlayStep):
            yield step
        elif isinstance(step, items.Turns):
            yield from play_steps(step.each)


def narrowest(permits: Sequence[Held]) -> Held:
    """Return the permission for the fewest kinds of card: the others are of more use later."""

    def width(held: Held) -> int:
        sentence = held.clause.sentence
        assert isinstance(sentence, n.Build)
        return 1000 if isinstance(sentence.what, n.Cards) and not sentence.what.colours else 1

    return min(permits, key=width)


def paid(action: str, card: str, way: Way) -> Meaning:
    """Return the option to pay in one way."""
    return Meaning(action, card, "paid", way.bank, way.left, way.right, "", way.units, free=way.free)


def sides_bought(meaning: Meaning) -> list[str]:
    """Return the sides from which something was bought, for coins or for nothing."""
    bought = {"left": meaning.left > 0 or meaning.free[0], "right": meaning.right > 0 or meaning.free[1]}
    return [side for side, is_bought in bought.items() if is_bought]
