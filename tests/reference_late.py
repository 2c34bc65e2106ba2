"""The end of a turn in the reference: effects that wait for a decision, what may be done after
playing, losses.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import NamedTuple

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.runtime import Meaning
from tests import reference_between as between
from tests import reference_edifice as edifice
from tests.reference_between import DECLINE, EXCHANGE, take
from tests.reference_city import Held
from tests.reference_effects import Choice, Effects, Turning, Waiting
from tests.reference_events import Event
from tests.reference_pay import Way, bank_tolls, market_of, ways_for_card
from tests.reference_table import id_of


class Question(NamedTuple):
    """A decision: of what kind, who answers it, all that may be answered, and which cities still
    owe a decision.
    """

    kind: str
    seat: int
    options: frozenset[Meaning]
    owing: tuple[int, ...]


Steps = Generator[Question, Meaning, None]


class LateEffects(Effects):
    """Lets a turn end."""

    acting: Waiting | None = None  # the effect whose decision is due
    chosen: dict[int, Meaning]  # what was decided but not carried out

    def asked(self, kind: str, seat: int, options: frozenset[Meaning], owing: Sequence[int] = ()) -> Question:
        """Return a question to who answers for a seat."""
        return Question(kind, self.table.speaker(seat), options, (seat, *owing))

    def late_effects(self, is_turn: bool) -> Steps:
        """Let effects act that wait for a decision, one after the other.

        What may be done after playing comes last.
        """
        closed: set[tuple[int, Held | None]] = set()
        while True:
            if self.waiting:
                self.acting = first = min(self.waiting)
                self.waiting.remove(first)
                yield from self.late_effect(first)
                self.end_batch()
                self.acting = None
                continue
            edifice.settle(self)  # what was decided may have taken or brought tokens
            if self.waiting:
                continue
            opened = [one for one in self.opened() if is_turn and one[:2] not in closed]
            if not opened:
                return
            seat, window, options = opened[0]
            answer = yield self.asked("late", seat, frozenset(options | {DECLINE}))
            if answer == DECLINE:
                closed.add((seat, window))
            elif window is not None:
                between.use_window(self, seat, window, answer)
                if window.clause.limit is None:
                    closed.add((seat, window))
            else:
                self.table.cities[seat].shown.append(answer.card)
                self.happen_all(seat, self.table.held_shown(answer.card))
            self.end_batch()

    def opened(self) -> Iterator[tuple[int, Held | None, set[Meaning]]]:
        """Yield what seats may do after playing: whose it is, by which clause, and all that may be
        done.

        Cards under stages are turned up by no single one.
        """
        for seat in self.table.seats:
            for held in between.windows(self.table, seat, n.AfterPlaying):
                options = between.window_options(self.table, seat, held)
                if options:
                    yield seat, held, options
            if self.hidden(seat):
                yield seat, None, {take(card) for card in self.hidden(seat)}

    def late_effect(self, first: Waiting) -> Steps:
        """Let one effect act."""
        match first.what:
            case Choice() as choice:
                yield from edifice.choose(self, first.seat, choice)
            case Turning(zone):
                yield from self.turn_late(first.seat, zone)
            case n.Clause(sentence=sentence):
                yield from self.late_sentence(first, sentence)

    def late_sentence(self, first: Waiting, sentence: n.Sentence, may: bool = False) -> Steps:
        """Let the effect of a clause act, unless it may be declined and is."""
        match sentence:
            case n.May(Seats.YOU, what):
                yield from self.late_sentence(first, what, True)
            case n.Build(_, (n.Cards() | n.NamedCards()) as which, n.Zone(source, of=None)):
                yield from self.build_late(first.seat, which, source, may)
            case n.Play(_, n.OfThem()):
                yield from between.play_of_them(self, first.seat, may)
            case n.Build(_, n.OfThem(1), None):
                yield from between.build_of_them(self, first.seat, may)
            case n.Lose(Seats.YOU, n.Tokens(number) as tokens, None):
                yield from self.lose_late(first.seat, self.book.kinds(tokens), number)
            case n.MoveCards():
                yield from between.demand_late(self, first.seat, sentence)
                self.follow(first)
            case n.SwapCards():
                yield from between.swap_late(self, first.seat, sentence, may)
            case n.Exchange():
                yield from between.exchange_late(self, first.seat, sentence)
            case n.Play(_, (n.Cards() | n.NamedCards()) as which, n.Zone(source, of=None), price):
                less = price.number if isinstance(price, n.Less) else 0
                yield from self.play_late(first.seat, which, source, less, may)
            case n.Copy(which, stage, n.Place() as place):
                yield from self.copy_late(first, which, stage, place)
            case n.TakeSeat():
                yield from self.move_late(first.seat, may)
            case n.ReplaceBoard(_, _, either_side):
                yield from self.replace_late(first.seat, either_side)

    def follow(self, first: Waiting) -> None:
        """Let what stands behind `then` wait for its decision, if others have given up anything."""
        assert isinstance(first.what, n.Clause)
        if first.what.then is not None and self.table.cities[first.seat].given:
            self.entries += 1
            self.waiting.append(first._replace(number=self.entries, what=first.what.then))

    def choose_late(self, seat: int, options: set[Meaning], may: bool) -> Generator[Question, Meaning, Meaning]:
        """Let a seat choose one of some things, or nothing if it may; one alone is no choice."""
        if may:
            options = options | {DECLINE}
        return next(iter(options)) if len(options) == 1 else (yield self.asked("late", seat, frozenset(options)))

    def build_late(self, seat: int, which: n.Which, source: n.Name, may: bool) -> Steps:
        """Let a seat build a card of a zone for nothing."""
        zone = self.table.zone(seat, source)
        cards = {card for card in zone if self.book.fits(card, which) and not self.table.blocks(seat, card)}
        if not cards:
            return
        places = self.table.places
        options = {take(card) for card in cards}
        options |= {there for option in options for there in places.elsewhere(seat, option)}
        answer = yield from self.choose_late(seat, options, may)
        if answer == DECLINE:
            return
        zone.remove(answer.card)
        if answer.at:
            self.table.cities[seat].zones[answer.at].append(answer.card)
            places.bar()
            with self.together():
                places.happen(seat, answer.card, answer.at, self.happen)
        else:
            self.enter(seat, answer.card)
        self.raise_event(Event("build", seat, what=answer.card, at=answer.at))
        if answer.at:
            places.settle(False, self.happen)

    def lose_late(self, seat: int, kinds: Sequence[str], number: int) -> Steps:
        """Let a seat lose tokens if it wants to and has any."""
        if any(self.table.cities[seat].tokens[kind] for kind in kinds):
            answer = yield self.asked("late", seat, frozenset({EXCHANGE, DECLINE}))
            if answer != DECLINE:
                self.table.events["tokens lost by choice"] += self.drop(seat, kinds, number)

    def play_late(self, seat: int, which: n.Which, source: n.Name, less: int, may: bool) -> Steps:
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
        answer = yield from self.choose_late(seat, options, may)
        if answer != DECLINE:
            zone.remove(answer.card)
            self.pay(seat, answer)
            self.enter(seat, answer.card)

    def copy_late(self, first: Waiting, which: n.Which, stage: int | None, place: n.Place) -> Steps:
        """Let a seat have the effects of a card or stage elsewhere.

        This is no option but a must, and one alone is no choice.
        """
        seat, cities = first.seat, self.table.cities
        seats = [other for part in place.parts for other in self.table.place(seat, part)]
        found = {card: card for other in seats for card in self.table.cards(other) if self.book.fits(card, which)}
        # What copies in turn is copied once at most: two of that kind would copy each other for
        # ever.
        had = {name for name, _ in cities[seat].copies}
        found = {card: card for card in found if card not in had or not self.copies(card)}
        for other in seats if stage is not None else ():
            city = cities[other]
            if stage is not None and stage - 1 in city.built:
                found[f"{city.board}-stage-{stage}"] = f"{city.board}/{city.side}/{stage - 1}"
        if not found:
            return
        chosen = min(found)
        if len(found) > 1:
            chosen = (yield self.asked("late", seat, frozenset(map(take, found)))).card
        if first.at:
            self.table.places.copy(self, seat, found[chosen], first.line, first.at)
            return
        cities[seat].copies.append((found[chosen], first.line))
        holds = self.table.held_copy(found[chosen], len(cities[seat].copies), first.line)
        self.stand(seat, holds)
        with self.together():
            for held in holds:
                self.happen_for(seat, held, first.stage)
        if found[chosen] not in self.book.cards:
            board, side, number = found[chosen].split("/")
            self.wait_to_choose(seat, board, side, int(number))

    def copies(self, card: str) -> bool:
        """Tell whether a card copies something when it enters play."""
        effect = self.book.cards[card].effect
        return any(isinstance(clause.sentence, n.Copy) and clause.moment is None for clause in effect)

    def happen_for(self, seat: int, held: Held, stage: int) -> None:
        """Let a clause happen that holds for a stage since just now.

        The card under it may go to the partner.
        """
        match held.clause.sentence:
            case n.Build(Seats.PARTNER, n.UsedCard()):
                for partner, gift in self.give(seat, stage):
                    self.happen(partner, gift)
            case _:
                self.happen(seat, held, stage)

    def move_late(self, seat: int, may: bool) -> Steps:
        """Let a seat sit down between two others, or stay."""
        order = self.table.order
        before = order[order.index(seat) - 1]
        others = [other for other in order if other not in (seat, before)]
        options = {Meaning("move", "", "paid", 0, 0, 0, seat=other) for other in others}
        answer = yield from self.choose_late(seat, options, may)
        if answer != DECLINE:
            order.remove(seat)
            order.insert(order.index(answer.seat) + 1, seat)
            first = order.index(0)
            order[:] = [*order[first:], *order[:first]]

    def replace_late(self, seat: int, either_side: bool) -> Steps:
        """Let a seat take one of the boards that were drawn.

        All it has stays, and the used card lies under the first stage.
        """
        city = self.table.cities[seat]
        sides = [
            (board, side)
            for board, side in self.book.sides
            if board in city.drawn
            and (either_side or side == city.side)
            and self.book.sides[board, side].stages
            and self.is_allowed(seat, board, side)
        ]
        if not sides:
            return
        chosen = sides[0]
        if len(sides) > 1:
            names = {f"{board}-{side}": (board, side) for board, side in sides}
            chosen = names[(yield self.asked("late", seat, frozenset(map(take, names)))).card]
        city.drawn = []
        city.board, city.side = chosen
        city.replaced = True
        used = city.marks.get(city.built[-1], "") if city.built else ""
        city.built, city.marks = [0], {0: used} if used else {}
        holds = self.table.held_stage(seat, 0)
        self.stand(seat, holds)
        with self.together():
            for held in holds:
                self.happen_for(seat, held, 0)
        self.wait_to_choose(seat, *chosen, 0)

    def turn_late(self, seat: int, zone: str) -> Steps:
        """Let a seat turn the board that it has laid.

        Where there is one side there is no choice.
        """
        options = self.table.places.turnings(seat, zone)
        answer = min(options, key=repr)
        if len(options) > 1:
            answer = yield self.asked("late", seat, options)
        self.table.places.turn(seat, zone, answer)

    def hidden(self, seat: int) -> list[str]:
        """Return the cards under stages that a seat may turn up now.

        A copied stage is about the card of its own city.
        """
        city = self.table.cities[seat]
        reveals = [(number, held) for number in city.built for held in self.table.held_stage(seat, number)]
        found = []
        for stage, held in reveals:
            card = city.marks.get(stage, "")
            match held.clause.sentence:
                case n.Reveal(unless) if card and self.book.colour(card) not in [id_of(name) for name in unless]:
                    found += [] if self.table.blocks(seat, card) else [card]
        return found

    # --- losses -----------------------------------------------------------------------------------

    def settle_losses(self) -> Steps:
        """Settle what was demanded during the turn.

        Who can decide how much to pay is asked, then all pay together.
        """
        unpaid = self.book.flow.unpaid
        due = {seat: 0 if city.absent else self.due(seat) for seat, city in enumerate(self.table.cities)}
        most = {seat: min(due[seat], city.coins) for seat, city in enumerate(self.table.cities)}
        for city in self.table.cities:
            self.table.events["left the table owing coins"] += city.absent and len(city.due) > 0
            city.due = [] if city.absent else city.due
        self.chosen = {}
        owing = [seat for seat in self.table.seats if most[seat]] if unpaid is not None else []
        for place, seat in enumerate(owing):
            options = frozenset(Meaning("lose", "", "paid", coins, 0, 0) for coins in range(most[seat] + 1))
            self.chosen[seat] = yield self.asked("loss", seat, options, owing[place + 1 :])
        for seat, city in enumerate(self.table.cities):
            paid = self.chosen[seat].bank if seat in self.chosen else most[seat]
            city.coins -= paid
            if unpaid is not None:
                city.tokens[id_of(unpaid)] += due[seat] - paid
            city.due = []
        self.chosen = {}
        self.end_batch()

    def due(self, seat: int) -> int:
        """Return how many coins a seat loses, by what it has now."""
        total = 0
        for loss, causer in self.table.cities[seat].due:
            assert isinstance(loss.loss, n.Coins)
            coins = loss.loss.number * self.table.counted(causer, loss.per, victim=seat)
            tolls = [(toll, times) for toll, times in bank_tolls(self.table, seat) if coins > 0]
            total += max(0, coins + sum(toll.coins * times for toll, times in tolls))
            self.table.events["losses that cost less"] += len(tolls)
        return total


def paid(action: str, card: str, way: Way) -> Meaning:
    """Return the option to pay in one way."""
    return Meaning(action, card, "paid", way.bank, way.left, way.right, "", way.units, free=way.free, others=way.others)
