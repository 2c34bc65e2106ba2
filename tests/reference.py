"""A second meaning of the rules, written for clarity alone: it reads the checked trees and knows no
compiled code.

A reference plays the flow step by step and stops at every decision with all its options;
`reference_follow` plays it beside a compiled game. They share the random generator and the orders
in which cards are declared and lie in a zone, nothing else: set-up, deals, production, prices,
payments, legal options, effects, conflicts and scores are worked out here again, by search and by
counting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Period, Seats
from stele.runtime import Meaning
from stele.runtime.state.cells import below
from tests import reference_between as between
from tests import reference_edifice as edifice
from tests.reference_city import Held, Unknown
from tests.reference_conflict import fight
from tests.reference_effects import Turning, Waiting
from tests.reference_known import unknown
from tests.reference_late import LateEffects, Steps, paid
from tests.reference_pay import Market, is_used, market_of, ways_for_card, ways_for_stage
from tests.reference_places import Places
from tests.reference_table import Table, id_of


class Reference(LateEffects):
    """One game of some contents."""

    is_over = False  # whether a sentence has ended it

    def __init__(
        self,
        contents: Sequence[items.Content],
        boards: list[tuple[str, str]],
        state: int,
        lying: Sequence[str],
        variant: str = "",
    ) -> None:
        """Begin with boards that were dealt, which has a test of its own, and the random generator
        as it is after that; `lying` are all cards in the order in which they are counted when some
        of a zone are drawn.
        """
        super().__init__(contents, state, lying, variant)
        self.table = self.table_for(boards)
        self.table.places = Places(self.table, contents)
        self.table.supplies = edifice.full_supplies(self.book, len(boards))
        for board, side in boards:
            self.remove_cards(board, side)
        self.step = ""  # which one asks
        self.chosen = {}
        for clause in self.book.clauses():
            construct = self.unknown(clause)
            if construct:
                raise Unknown(construct)
        self.mix_decks()
        for seat in self.table.seats:
            self.happen_all(seat, self.table.held(seat))
        self.end_batch()

    def table_for(self, boards: list[tuple[str, str]]) -> Table:
        """Return the table at which a game is played."""
        return Table(self.book, boards)

    def unknown(self, clause: n.Clause) -> str:
        """Name what is not known of a clause, or nothing."""
        return unknown(clause)

    def declared_winners(self, winners: list[int]) -> list[int]:
        """Return who has won the game, of whom points and coins decide."""
        return winners

    def remove_cards(self, board: str, side: str) -> None:
        """Take out of the decks what a board does not allow."""
        own = next(one for one in self.book.boards if one.id == board)
        for limits in (own.limits, self.book.sides[board, side].limits):
            for name in limits.removes:
                for deck in self.table.decks.values():
                    deck[:] = [card for card in deck if card != id_of(name)]

    def mix_decks(self) -> None:
        """Mix random cards of one deck into another, as decks say; what others take cards from has
        got its own before.
        """
        decks = self.table.decks
        waiting = list(self.book.decks.values())
        while waiting:
            open_ids = {deck.id for deck in waiting}
            ready = [d for d in waiting if not open_ids & {id_of(a.source) for a in d.adds} - {d.id}] or waiting[:1]
            waiting = [deck for deck in waiting if deck not in ready]
            self.mix_into(decks, ready)

    def mix_into(self, decks: dict[str, list[str]], ready: list[items.Deck]) -> None:
        """Mix what they take into some decks."""
        for deck in ready:
            for addition in deck.adds:
                source = decks[id_of(addition.source)]
                number = addition.cards.at(len(self.table.seats)) or 0
                for card in self.shuffled_cards(source)[:number]:
                    source.remove(card)
                    decks[deck.id].append(card)

    # --- the course of a game ---------------------------------------------------------------------

    def play(self) -> Steps:
        """Play a whole game."""
        flow = self.book.flow
        yield from self.steps(flow.slots.before_first_age)
        for age in range(1, (flow.ages or 0) + 1):
            self.table.age, self.table.turn = age, 0
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
                    for self.table.turn in range(number):
                        yield from self.steps(each, True, self.table.turn == number - 1)
                    self.table.turn = number
                case items.PlayStep():
                    between.call_duties(self.table, id_of(step.source))
                    if is_turn and self.table.age:
                        self.step = f"{step.id} windows"
                        yield from between.before_choosing(self)
                    self.renew(Period.TURN)
                    for city in self.table.cities:
                        city.purse = city.coins
                    hosts = self.book.guest is not None and self.book.guest.plays == step.id
                    if hosts:
                        self.draw_for_guest(step.source)
                    seats = [seat for seat in self.table.players if self.table.zone(seat, step.source)]
                    yield from self.simultaneous("play", step, seats, hosts)
                    between.end_duties(self.table)
                    self.settle_shared(True)
                case items.Clear(_, _, _, only_last):
                    if is_turn and is_last:
                        yield from self.last_cards(step)
                    if is_last or not only_last:
                        self.clear(step)
                case items.Pass(_, zone, to, except_last):
                    if not (is_last and except_last):
                        self.hand_on(zone, to)
                case items.Run(_, n.Name()):
                    self.step = step.id
                    yield from edifice.ask(self, step)
                case items.Run():
                    self.step = step.id
                    yield from self.late_effects(is_turn)
                    if is_turn:
                        yield from self.steps(self.book.flow.slots.end_of_turn, is_turn, is_last)
                    self.step = f"{step.id} losses"
                    yield from self.settle_losses()
                case items.ConflictStep():
                    yield from self.steps(self.book.flow.slots.before_conflict)
                    self.renew(Period.TURN)
                    fight(self, step)
                    yield from self.steps(self.book.flow.slots.after_conflict)
                case items.Lay(_, zone):
                    self.step = step.id
                    self.table.places.lay(self, id_of(zone))
                    for seat in self.table.seats:
                        self.entries += 1
                        self.waiting.append(Waiting(0, seat, self.entries, Turning(id_of(zone)), "", -1))
                    yield from self.late_effects(False)

    def settle_shared(self, is_first: bool) -> None:
        """Settle what is shared after cards were played: places of neighbours, then cards of the
        table.
        """
        self.table.places.settle(is_first, self.happen)
        self.end_batch()
        edifice.settle(self)

    def deal(self, source: items.ByAge, cards: items.ByPlayers, to: n.Name) -> None:
        """Deal cards of a deck to every seat.

        A guest gets only cards of the zone from which it plays.
        """
        # Before the first age there is no age to go by.
        deck = source.at(max(1, self.table.age))
        assert deck is not None
        number = cards.at(len(self.table.seats)) or 0
        pile = self.table.decks[id_of(deck)]
        shuffled = self.shuffled_cards(pile)
        guest = self.book.guest
        played = [id_of(s.source) for s in play_steps(self.book.flow.age) if guest is not None and s.id == guest.plays]
        for seat in self.table.seats if id_of(to) in played else self.table.players:
            hand = shuffled[seat * number : (seat + 1) * number]
            self.table.zone(seat, to).extend(hand)
            for card in hand:
                pile.remove(card)

    def clear(self, step: items.Clear) -> None:
        """Move what is left in a zone of every seat.

        Who has an unbuilt stage that plays from there may be spared.
        """
        if step.ages and self.table.age not in step.ages:
            return
        for seat in self.table.seats:
            stages = self.table.side(seat).stages
            sentences = [clause.sentence for number in self.table.unbuilt(seat) for clause in stages[number].effect]
            played = [s.what if isinstance(s, n.May) else s for s in sentences]
            plays = any(isinstance(s, n.Play) and s.source and id_of(s.source.name) == id_of(step.zone) for s in played)
            if not (step.spares_unbuilt and plays):
                left = self.table.zone(seat, step.zone)
                self.table.zone(seat, step.to).extend(self.book.in_order(left))
                left.clear()

    def hand_on(self, zone: n.Name, to: items.BySide) -> None:
        """Pass the cards of a zone to the next seat as all sit, whether they are at the table or
        not, but past a guest.
        """
        side = to.at(max(1, self.table.age))
        seats = [seat for seat in self.table.order if seat in self.table.players]
        hands = [list(self.table.zone(seat, zone)) for seat in seats]
        for place, hand in enumerate(hands):
            receiver = seats[(place + (1 if side == "left" else -1)) % len(seats)]
            self.table.zone(receiver, zone)[:] = hand

    def last_cards(self, clear: items.Clear) -> Steps:
        """Let seats that may do so play the card that they would lose.

        The cards of a guest are nobody's hand.
        """
        zone, table = clear.zone, self.table
        for step in play_steps(self.book.flow.age):
            if id_of(step.source) == id_of(zone):
                seats = [seat for seat in table.players if table.zone(seat, zone) and table.places.plays_last(seat)]
                if seats:
                    yield from self.simultaneous("last", step, seats, False)
                    self.settle_shared(False)
                for side in ("left", "right"):
                    given = table.places.last_of_others(zone, side)
                    taken = {seat: list(table.zone(other, zone)) for seat, other in given.items()}
                    for other in given.values():
                        table.zone(other, zone).clear()
                    for seat, cards in taken.items():
                        # What a seat could not play itself it would lose next: it does so now.
                        table.zone(seat, clear.to).extend(table.zone(seat, zone))
                        table.zone(seat, zone)[:] = cards
                    if taken:
                        yield from self.simultaneous("last", step, list(taken), False, side)
                        self.settle_shared(False)

    def simultaneous(
        self, kind: str, step: items.PlayStep, seats: Sequence[int], hosts: bool, cards_of: str = ""
    ) -> Steps:
        """Ask some seats for a card and an action, then carry out all of it together.

        A guest's card comes before.

        Last cards may be those of seats on one side.
        """
        self.step = f"{step.id} {kind} {cards_of}"
        for place, seat in enumerate(seats):
            options = frozenset(self.options(seat, step, self.table.zone(seat, step.source)))
            self.chosen[seat] = yield self.asked(kind, seat, options, seats[place + 1 :])
        chosen = self.chosen
        if hosts:
            yield from self.guest_plays(step)
        self.chosen = {}
        self.carry_out(chosen, step)

    # --- a guest ----------------------------------------------------------------------------------

    def draw_for_guest(self, zone: n.Name) -> None:
        """Let who moves the guest this turn draw a card of its pile into the hand."""
        guest = self.table.seats[-1]
        pile = self.table.zone(guest, zone)
        if pile:
            card = self.as_they_lie(pile)[below(self.random, len(pile))]
            pile.remove(card)
            self.table.zone(self.table.speaker(guest), zone).append(card)

    def guest_plays(self, step: items.PlayStep) -> Steps:
        """Let who moves the guest choose for it out of what is left of the own hand, and carry that
        out.
        """
        guest, rules = self.table.seats[-1], self.book.guest
        assert rules is not None
        speaker = self.table.speaker(guest)
        hand = self.table.zone(speaker, step.source)
        left = list(hand)
        if speaker in self.chosen:
            left.remove(self.chosen[speaker].card)
        if not left:
            return
        options = list(self.options(guest, step, left))
        resort = [id_of(name) for name in rules.last_resort]
        options = [option for option in options if option.action not in resort] or options
        if rules.chains_first:
            chained = {option.card for option in options if option.manner == "chain"}
            options = [option for option in options if option.card not in chained or option.manner == "chain"]
        self.step = f"{step.id} guest"
        answer = yield self.asked("guest", guest, frozenset(options))
        hand.remove(answer.card)
        self.table.zone(guest, step.source).append(answer.card)
        chosen, self.chosen = self.chosen, {}
        self.carry_out({guest: answer}, step)
        self.chosen = chosen

    def renew(self, period: Period) -> None:
        """Let limits renew themselves; a new age is a new turn too."""
        renewed = (Period.TURN, Period.AGE) if period is Period.AGE else (Period.TURN,)
        for city in self.table.cities:
            city.used = Counter({use: times for use, times in city.used.items() if use[2] not in renewed})
            city.spent.clear()

    # --- what is legal ----------------------------------------------------------------------------

    def options(self, seat: int, step: items.PlayStep, hand: Sequence[str]) -> list[Meaning]:
        """Return what a seat may do with the cards of a hand and is not forbidden, or its last
        resort.
        """
        found = list(self.possible(seat, step, hand))
        bans = [ban for owner in self.table.seats for ban in self.bans_of(owner, seat)]
        allowed = [option for option in found if not any(self.is_banned(ban, option) for ban in bans)]
        self.table.events["forbidden options"] += len(found) - len(allowed)
        free = [id_of(name) for name in step.actions if self.book.actions[id_of(name)].cost == "nothing"]
        resort = id_of(step.last_resort) if step.last_resort is not None else free[0] if free else ""
        return allowed or [option for option in found if option.action == resort]

    def bans_of(self, owner: int, seat: int) -> Iterator[n.Ban]:
        """Yield what one seat forbids another one."""
        for held in self.table.held(owner):
            ban = held.clause.sentence
            if isinstance(ban, n.Ban) and seat in self.table.seats_of(owner, ban.whom):
                yield ban

    def is_banned(self, ban: n.Ban, option: Meaning) -> bool:
        """Tell whether something is what may not be done."""
        action = self.book.actions[option.action]
        match ban.deed:
            case n.UseOf(cards, used):
                return id_of(used) == action.id and self.book.fits(option.card, cards)
            case n.BuildingStages():
                return action.cost == "stage"
            case n.BuildingOf(which, chain, is_free):
                manners: tuple[str, ...] = ("permit",) if is_free else ("paid", "permit", "chain", "neighbour")
                if chain is not None:
                    manners = ("chain", "neighbour") if chain.where is None else ("neighbour",)
                is_meant = which is None or self.book.fits(option.card, which)
                return action.cost == "card" and action.builds and is_meant and option.manner in manners
        return False

    def possible(self, seat: int, step: items.PlayStep, hand: Sequence[str]) -> Iterator[Meaning]:
        """Yield everything a seat may do with the cards of a hand, paid from the coins it had when
        the turn began.
        """
        purse = self.table.cities[seat].purse
        duties = [action for zone, action in self.table.cities[seat].asked_now if zone == id_of(step.source)]
        if duties:
            yield from (Meaning(action, card, "paid", 0, 0, 0) for action in duties for card in set(hand))
            return
        market = market_of(self.table, seat)
        for action in (self.book.actions[id_of(name)] for name in step.actions):
            staged = list(self.staged(seat, market, action.id)) if action.cost == "stage" else []
            for card in set(hand):
                if action.cost == "nothing":
                    yield Meaning(action.id, card, "paid", 0, 0, 0)
                elif action.cost == "stage":
                    for stage, option in staged:
                        if option.total <= purse and not self.is_barred_gift(seat, card, stage):
                            yield replace(option, card=card)
                elif not self.table.blocks(seat, card):
                    found = ways_for_card(self.table, seat, market, card, action.id)
                    built = [paid(action.id, card, way) for way in found if way.total <= purse]
                    if self.table.chains(seat, card):
                        yield Meaning(action.id, card, "chain", 0, 0, 0)
                    elif action.builds and self.near_chains(seat, card):
                        yield Meaning(action.id, card, "neighbour", 0, 0, 0)
                    if action.builds and self.permits(seat, card):
                        built.append(Meaning(action.id, card, "permit", 0, 0, 0))
                    yield from built
                    if action.builds:
                        yield from self.table.places.chained(seat, card, action.id)
                        yield from (there for one in built for there in self.table.places.elsewhere(seat, one))

    def staged(self, seat: int, market: Market, action: str) -> Iterator[tuple[int, Meaning]]:
        """Yield every way to build a stage, with a card that is still to be named, and the stage.

        It is named in the option only where there is a choice.
        """
        is_choice = self.table.in_any_order(seat)
        for stage in self.table.unbuilt(seat)[: None if is_choice else 1]:
            ways = ways_for_stage(self.table, seat, market, stage, action)
            named = stage + 1 if is_choice else 0
            for way in ways:
                yield stage, replace(paid(action, "", way), stage=named)
            for rider, way in edifice.riding(self, seat, action, tuple(ways)):
                yield stage, replace(paid(action, "", way), rider=rider, stage=named)

    def permits(self, seat: int, card: str) -> list[Held]:
        """Return what lets a seat build a card for nothing now.

        A card that costs nothing needs no permission.
        """
        cost = self.book.cards[card].cost
        found: list[Held] = []
        for held in self.table.held(seat):
            match held.clause.sentence:
                case n.Right(_, n.BuildingOf((n.Cards() | n.NamedCards()) as which, None, True)):
                    if cost is not None and cost.parts and self.book.fits(card, which):
                        found.append(held)
                case n.Build(_, (n.Cards() | n.NamedCards()) as which, None, None, n.Free()):
                    if cost is not None and cost.parts and self.book.fits(card, which):
                        found += [] if is_used(self.table, seat, held) else [held]
        return found

    def near_chains(self, seat: int, card: str) -> list[Held]:
        """Return what lets a seat build a card by a chain from other cities now.

        Cards turned up there are no help.
        """
        found: list[Held] = []
        for held in self.table.held(seat):
            match held.clause.sentence:
                case n.Right(_, n.BuildingOf(None, n.ByChain(n.CitiesOf() as where))):
                    present = [other for city in self.table.place(seat, where) for other in self.table.cards(city)]
                    found += [held] if any(id_of(name) in present for name in self.book.cards[card].chain) else []
                case n.Build(_, (n.Cards() | n.NamedCards()) as which, None, n.ByChain(n.CitiesOf() as where)):
                    present = [other for city in self.table.place(seat, where) for other in self.table.cards(city)]
                    if self.book.fits(card, which) and not is_used(self.table, seat, held):
                        chains = any(id_of(name) in present for name in self.book.cards[card].chain)
                        found += [held] if chains else []
        return found

    def is_barred_gift(self, seat: int, card: str, stage: int) -> bool:
        """Tell whether a card that is used for a stage would go to a partner who has it."""
        partner = self.table.partner(seat)
        gives = any(is_gift(clause) for clause in self.table.side(seat).stages[stage].effect)
        return gives and partner is not None and self.table.blocks(partner, card)

    # --- what happens -----------------------------------------------------------------------------

    def carry_out(self, chosen: dict[int, Meaning], step: items.PlayStep) -> None:
        """Carry out a simultaneous step: all pay, all cards enter play, then effects happen and
        triggers react.
        """
        table = self.table
        entered: list[tuple[int, Held, int]] = []
        between.note_spent(self, chosen)
        for seat, meaning in chosen.items():
            table.zone(seat, step.source).remove(meaning.card)
            self.pay(seat, meaning)
            if meaning.rider:
                edifice.ride(self, seat, meaning)
        for seat, meaning in chosen.items():
            action = self.book.actions[meaning.action]
            brought = [clause for clause in action.effect if not is_plain_gain(clause)]
            entered += [(seat, Held(("action", 0, 0), clause, self.book.board_line, 0), -1) for clause in brought]
            if meaning.manner == "permit":
                self.use(seat, narrowest(self.permits(seat, meaning.card)))
            if meaning.manner == "neighbour":
                self.use(seat, self.near_chains(seat, meaning.card)[0])
            if action.cost == "card" and not meaning.at:
                entered += [(seat, held, -1) for held in table.held_card(meaning.card)]
            if action.cost == "stage":
                stage = between.stage_meant(table, seat, meaning)
                entered += [(seat, held, stage) for held in table.held_stage(seat, stage)]
                table.cities[seat].marks[stage] = meaning.card
                table.cities[seat].built.append(stage)
        for seat, meaning in chosen.items():
            zone = meaning.at or id_of(self.book.actions[meaning.action].to)
            table.zone_named(seat, zone).append(meaning.card)
        for seat, held, _ in entered:
            self.stand(seat, [held])
        # What an action brings comes with its card; what goes to a partner is an effect of a stage.
        for seat, meaning in chosen.items():
            for clause in self.book.actions[meaning.action].effect:
                if is_plain_gain(clause):
                    self.happen(seat, Held(("action", 0, 0), clause, self.book.board_line, 0))
        for seat, held, stage in list(entered):
            if is_gift(held.clause):
                entered += [(other, gift, -1) for other, gift in self.give(seat, stage)]
        table.places.bar()
        with self.together():
            for seat, held, stage in entered:
                self.happen(seat, held, stage)
            for seat, meaning in chosen.items():
                city = table.cities[seat]
                if self.book.actions[meaning.action].cost == "stage":
                    self.wait_to_choose(seat, city.board, city.side, city.built[-1])
                if meaning.at:
                    table.places.happen(seat, meaning.card, meaning.at, self.happen)
        for seat, meaning in chosen.items():
            self.raise_played(seat, meaning)
        self.end_batch()


def is_plain_gain(clause: n.Clause) -> bool:
    """Tell whether a clause is coins that an action always brings: they come with it, before any
    act.
    """
    match clause:
        case n.Clause(None, None, (), n.Gain(Seats.YOU, n.Coins(), None), None):
            return True
    return False


def is_gift(clause: n.Clause) -> bool:
    """Tell whether a clause gives the card that a stage was built with to the partner."""
    match clause.sentence:
        case n.Build(Seats.PARTNER, n.UsedCard()):
            return True
    return False


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
        if isinstance(sentence, n.Right) and isinstance(sentence.deed, n.BuildingOf):
            return 1000 if isinstance(sentence.deed.cards, n.Cards) and not sentence.deed.cards.colours else 1
        assert isinstance(sentence, n.Build)
        return 1000 if isinstance(sentence.what, n.Cards) and not sentence.what.colours else 1

    return min(permits, key=width)
