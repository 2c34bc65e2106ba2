"""A turn: what a seat may do with its cards, and what happens when all have chosen."""

from __future__ import annotations

from stele.runtime.derive import Entry
from stele.runtime.leftovers import Leftovers
from stele.runtime.options import (
    ACTION,
    ACTION_MASK,
    ACTIONS,
    BY_CHAIN,
    BY_NEAR_CHAIN,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    FLAGS,
    FREE_LEFT,
    FREE_RIGHT,
    MANNER,
    MANNER_MASK,
    PAYEES,
    RIDER,
    RIDER_MASK,
)
from stele.runtime.pay import PAY_BITS, PAY_MASK, TO_LEFT, TO_RIGHT, TOTAL
from stele.runtime.places import Laid, Places
from stele.runtime.riders import Riders
from stele.runtime.row import (
    BLOCKED,
    CHAINED,
    CHOICE,
    COINS,
    COVERED,
    DUTY,
    LANE,
    LANE_MASK,
    LEFT,
    OBLIGED,
    ORDER,
    OWING,
    PLAYERS,
    PURSE,
    REACHED,
    REVEALED,
    RIGHT,
    SIDE,
    STAGES,
    TALLY,
    USES,
    WINDOWED,
    Row,
    bits,
    pushed,
)
from stele.runtime.ruleset import Once, Tables, Window
from stele.runtime.supplies import Supplies
from stele.runtime.terms import Terms

TRADED = PAY_MASK << TO_LEFT | PAY_MASK << TO_RIGHT


class Turn(Supplies, Places):
    """Offers options and carries them out, all together."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.terms = Terms(self)
        self.rides = Riders(self, self.terms)
        self.leftovers = Leftovers(self, self.terms, self.rides)
        # What only some games have is looked at together.
        self.has_more = self.has_more or self.has_gifts or bool(self.unused_lanes or self.placing)
        is_rich = bool(self.terms.matter or self.placing or tables.duties or self.order_lanes)
        self.play_offers = [(*offer, is_rich) for offer in self.offers]
        # By play step, what may be asked for in it: the place of its bits, and the action.
        self.duties = [
            [(2 * number, action << ACTION) for number, (step, action) in enumerate(tables.duties) if step == play]
            for play in range(len(tables.plays))
        ]
        self.due_now = [sum(2 << place for place, _ in duties) for duties in self.duties]

    def ask_all(self, row: Row, zone: int) -> None:
        """Let every seat that has a card owe a choice.

        The coins it holds now are those it may spend this turn.
        """
        owing = 0
        bit = 1
        for seat in self.seats[row[PLAYERS]]:
            row[seat + PURSE] = row[seat + COINS]
            if row[seat + zone]:
                owing |= bit
            if row[seat + USES]:  # limits per turn renew themselves
                row[seat + USES] &= self.but_turn_lanes
            bit += bit
        row[OWING] = owing

    def options(self, row: Row, seat: int, play: int, coins: int) -> list[int]:
        """Return everything a seat may do with the cards of a zone, spending at most so many
        coins.
        """
        zone, building, at_once, stage, for_nothing, builds, is_rich = self.play_offers[play]
        payer, bit, plain_way, cost = self.payer, self.bit, self.plain_way, self.cost
        hand = row[seat + zone]
        for distance, further in self.further[row[PLAYERS]]:  # a second copy in hand offers nothing new
            twice = hand & hand << distance & further
            if twice:
                hand ^= twice
        cards = []
        rest = hand
        while rest:  # from the highest bit down: Python is slow with the lowest
            card = rest.bit_length() - 1
            cards.append(card)
            rest ^= bit[card]
        covered = row[seat + COVERED]
        reached = row[seat + REACHED] ^ covered  # what has to be bought
        limit = (coins + 1) << TOTAL
        options: list[int] = []
        staged: list[int] = []
        if is_rich:
            if row[OBLIGED] and row[seat + DUTY] & self.due_now[play]:
                due = [action for place, action in self.duties[play] if row[seat + DUTY] >> place & 2]
                return [action | self.this[card] for action in due for card in cards]
            terms = self.terms
            held = row[seat + TALLY] & terms.own_lanes
            near = terms.near(row, seat) if hand & terms.near_cards else 0
            if held or near:
                changes = terms.changes(row, seat, play, hand, held, near)
                if changes is not None:
                    # What may be paid for as it is printed goes the short way.
                    covered &= changes.as_printed
                    reached &= changes.as_printed
                    terms.add_changed(row, seat, play, coins, changes, hand, options, staged)
        market = payer.empty_market[:]
        if building:
            hand ^= hand & row[seat + BLOCKED]
            rest = hand & covered
            while rest:
                card = rest.bit_length() - 1
                rest ^= bit[card]
                if plain_way[card] < limit:
                    options.append(at_once[card])
            rest = hand & reached
            while rest:
                card = rest.bit_length() - 1
                rest ^= bit[card]
                payer.buy(row, seat, cost[card], market, limit, building[card], options)
            if builds and row[seat + TALLY] & self.build_lanes:
                rest = hand & self.permitted(row, seat) & self.with_a_cost
                options += [building[card] | BY_PERMIT << MANNER for card in bits(rest)]
            first = len(options)
            rest = hand & row[seat + CHAINED]
            if rest:
                options += [building[card] | BY_CHAIN << MANNER for card in bits(rest)]
            if builds and row[seat + TALLY] & self.chain_lanes:
                rest = hand & self.chained_next_door(row, seat)
                options += [building[card] | BY_NEAR_CHAIN << MANNER for card in bits(rest)]
            if is_rich:
                self.add_elsewhere(row, seat, play, coins, hand, options, first)
        if stage >= 0:
            costs = self.stage_costs[row[seat + SIDE]]
            stages = row[seat + STAGES]
            if stages < len(costs):
                number = costs[stages]
                cost_bit = self.cost_bits[number]
                if self.order_lanes and (
                    row[seat + TALLY] & self.order_lanes or row[seat + ORDER] != self.in_order[stages]
                ):
                    for mark, number in self.open_stages(row, seat):
                        if covered & self.cost_bits[number]:
                            staged += [stage | mark | payer.plain[number]] if payer.plain[number] < limit else []
                        elif reached & self.cost_bits[number]:
                            payer.buy(row, seat, number, market, limit, stage | mark, staged)
                elif covered & cost_bit:
                    if payer.plain[number] < limit:
                        staged.append(stage | payer.plain[number])
                elif reached & cost_bit:
                    payer.buy(row, seat, number, market, limit, stage, staged)
                if staged:
                    if self.tables.riders:
                        self.rides.add_to_stages(row, seat, play, coins, staged)
                    this = self.this
                    for option in staged:
                        for card in cards:
                            options.append(option | this[card])
        for use in for_nothing:
            options += map(use, cards)
        if is_rich:
            if self.rides.on_nothing[play]:
                self.rides.add_to_nothing(row, seat, play, coins, options)
            if self.tables.partners and building:
                return self.terms.fair(row, seat, options)
        return options

    def add_elsewhere(
        self, row: Row, seat: int, play: int, coins: int, hand: int, options: list[int], first: int
    ) -> None:
        """Add to the ways to build cards of a hand what goes with them, and that a card may lie in
        a place shared with a neighbour; the first of these ways are by no chain, and chains
        start at each place anew.
        """
        built = options[:first]
        if self.rides.on_builds[play]:
            built += self.rides.add_to_builds(row, seat, play, coins, hand, options)
        for action, change, room, opened in self.placing_in[play]:
            fitting = hand & row[seat + room]
            if fitting:
                if fitting == hand:
                    options += [option ^ change for option in built]
                else:
                    options += [option ^ change for option in built if fitting >> (option >> CARD & CARD_MASK) & 1]
                chained = fitting & row[seat + opened]
                if chained:
                    options += [action | card << CARD | BY_CHAIN << MANNER for card in bits(chained)]

    def begin_choosing(self, row: Row, play: int) -> None:
        """Open what may be done before cards are chosen.

        What was asked for the next time is asked for now.
        """
        if row[OBLIGED]:
            for seat in self.seats[row[PLAYERS]]:
                row[seat + DUTY] += row[seat + DUTY] & self.due_now[play] >> 1
        if row[WINDOWED]:
            self.open_windows(row, "before")

    def fulfil(self, row: Row, play: int) -> None:
        """Ask no more for what was asked for this time."""
        if row[OBLIGED]:
            for number, seat in enumerate(self.seats[row[PLAYERS]]):
                row[seat + DUTY] &= ~self.due_now[play]
                if not row[seat + DUTY]:
                    row[OBLIGED] &= ~(1 << number)

    def priced_options(self, row: Row, seat: int, zone: int, colours: tuple[int, ...], less: int) -> list[int]:
        """Return the cards of a zone that a seat may play now, each with every way to pay for it
        from its purse.
        """
        cards = self.coloured(self.in_zone(row, seat, zone) & ~row[seat + BLOCKED], colours)
        limit = row[seat + PURSE]
        return [
            card << CARD | way
            for card in self.one_of_each(cards)
            for way in self.terms.card_ways(row, seat, card, -1, less)
            if way >> TOTAL & PAY_MASK <= limit
        ]

    def carry_out(self, row: Row, play: int, only: list[int] | None = None) -> None:
        """Carry out what seats have chosen, all together: pay, enter play, then one-shot
        effects.
        """
        zone, build, stage, _, builds = self.choices[play]
        entries, twins, opened, colour_delta, main = self.entry, self.twins, self.opened, self.colour_delta, self.main
        targets, action_once, action_coins = self.targets, self.action_once, self.action_coins
        on_play, on_coins, marks, has_more = self.on_play, self.on_coins, self.marks, self.has_more
        placing = self.placing
        laid: list[Laid] = []
        happening: list[tuple[int, Entry]] = []
        entered: list[tuple[int, Entry]] = []
        acting: list[tuple[int, tuple[Once, ...]]] = []
        watched: list[tuple[int, int, int]] = []
        if self.unused_lanes and row[WINDOWED]:
            self.note_uses(row, play, only)
        for seat in self.seats[row[PLAYERS]] if only is None else only:
            option = row[seat + CHOICE]
            if not option:
                continue
            option -= 1
            row[seat + CHOICE] = 0
            card = option >> CARD & CARD_MASK
            bit = 1 << card
            row[seat + zone] ^= bit
            total = option >> TOTAL & PAY_MASK
            if total:
                row[seat + COINS] -= total
                row[seat + PURSE] -= total
                if option & TRADED:
                    row[row[seat + LEFT] + COINS] += option >> TO_LEFT & PAY_MASK
                    row[row[seat + RIGHT] + COINS] += option >> TO_RIGHT & PAY_MASK
            number = option & ACTIONS
            if has_more:
                held = row[seat + TALLY]
                if held & on_play:
                    watched.append((seat, option, held))
                if option >> FLAGS or held & marks:
                    self.go_with(row, seat, option, happening)
            if number == build:
                if option >> MANNER & MANNER_MASK >= BY_PERMIT:
                    self.use_permit(row, seat, card, option >> MANNER & MANNER_MASK == BY_NEAR_CHAIN)
                entry = entries[card]
                row[seat + main] |= bit
                row[seat + BLOCKED] |= twins[card]
                row[seat + CHAINED] |= opened[card]
                row[seat + TALLY] += colour_delta[card] + entry.delta
                if not entry.is_plain:
                    self.change(row, seat, entry)
                    entered.append((seat, entry))
                if entry.happens:
                    happening.append((seat, entry))
                continue
            cell, of_seat, is_sequence = targets[number >> ACTION]
            if of_seat:
                cell += seat
            row[cell] = pushed(row[cell], card) if is_sequence else row[cell] | bit
            if placing and number in placing:
                if option >> MANNER & MANNER_MASK == BY_PERMIT:
                    self.use_permit(row, seat, card)
                laid.append((seat, card, *placing[number]))
                continue
            if number == stage:
                built = row[seat + STAGES]
                if self.order_lanes:
                    built = self.stage_meant(row, seat, option)
                    row[seat + ORDER] = pushed(row[seat + ORDER], built)
                entry = self.stages[row[seat + SIDE]][built]
                row[seat + STAGES] += 1
                row[seat + TALLY] += self.stage_delta + entry.delta
                if not entry.is_plain:
                    self.change(row, seat, entry)
                    entered.append((seat, entry))
                if entry.happens:
                    happening.append((seat, entry))
            if on_coins:
                self.gain(row, seat, action_coins[number >> ACTION])
            else:
                row[seat + COINS] += action_coins[number >> ACTION]
            if action_once[number >> ACTION]:
                acting.append((seat, action_once[number >> ACTION]))
        if has_more:
            if self.has_gifts:  # a card that goes to a partner lies there before anything is counted
                happening.sort(key=gives_nothing)
            if placing:  # before seats find their neighbours: what lies in places may be sold to others then
                entered += self.share(row, laid)
        if entered:
            self.freshen(row, entered)
        for seat, effects in acting:  # what counts cards counts those of this turn too
            for once in effects:
                once(row, seat)
        for seat, entry in happening:
            self.happen(row, seat, entry)
        if has_more:
            for one in laid:
                self.happen_there(row, *one)
            for seat, option, held in watched:
                self.react(row, seat, option, held, builds)

    def note_uses(self, row: Row, play: int, only: list[int] | None) -> None:
        """Note how much of their production seats use, if it matters to them, before anything
        enters play.
        """
        stage = self.choices[play][2]
        for seat in self.seats[row[PLAYERS]] if only is None else only:
            held = row[seat + TALLY] & self.unused_lanes
            if (held or row[seat + SIDE] in self.unused_sides) and row[seat + CHOICE]:
                option = row[seat + CHOICE] - 1
                if option & ACTIONS == stage:
                    held |= self.stages[row[seat + SIDE]][self.stage_meant(row, seat, option)].delta
                if held & self.unused_lanes:
                    self.leftovers.note_use(row, seat, option)

    def has_unused(self, row: Row, seat: int, window: Window) -> bool:
        """Tell whether a seat has the units that a window takes."""
        return self.leftovers.unused(row, seat, window)

    def go_with(self, row: Row, seat: int, option: int, happening: list[tuple[int, Entry]]) -> None:
        """Carry out what goes with an action: a rider, and marks for what may be used once."""
        rider = option >> RIDER & RIDER_MASK
        if rider:
            entry = self.riders[rider - 1]
            rides = self.tables.riders[rider - 1]
            row[seat + USES] += 1 << rides.lane
            if rides.takes >= 0:
                self.take_token(row, seat, self.tables.supplies[rides.takes])
            self.enter(row, seat, entry)
            happening.append((seat, entry))
        if row[seat + TALLY] & self.marks:
            self.terms.mark(row, seat, option)
        if option >> PAYEES:
            self.pay_far(row, option)

    def pay_far(self, row: Row, option: int) -> None:
        """Give sellers that are no neighbours their coins."""
        for number, seat in enumerate(self.seats[row[PLAYERS]]):
            row[seat + COINS] += option >> PAYEES + PAY_BITS * number & PAY_MASK

    def chained_next_door(self, row: Row, seat: int) -> int:
        """Return the cards that a seat may build by a chain from a neighbouring city, and could not
        from its own.
        """
        near = self.chained_by_city(row, row[seat + LEFT]) | self.chained_by_city(row, row[seat + RIGHT])
        near ^= near & row[seat + CHAINED]
        held, uses = row[seat + TALLY], row[seat + USES]
        is_free = any(held >> p.lane & LANE_MASK > uses >> p.lane & LANE_MASK for p in self.chain_permits)
        return near if is_free else 0

    def chained_by_city(self, row: Row, seat: int) -> int:
        """Return the cards that a city opens for others.

        What was turned up there is for its owner alone.
        """
        if not row[seat + REVEALED]:
            return row[seat + CHAINED]
        opened = 0
        for card in bits(row[seat + self.main]):
            opened |= self.opened[card]
        return opened

    def use_permit(self, row: Row, seat: int, card: int, by_chain: bool = False) -> None:
        """Mark the first permit that lets this card be built as used."""
        held, uses = row[seat + TALLY], row[seat + USES]
        permits = [(permit.lane, -1) for permit in self.chain_permits] if by_chain else self.build_permits
        for lane, fitting in permits:
            if fitting >> card & 1 and held >> lane & LANE_MASK > uses >> lane & LANE_MASK:
                row[seat + USES] += 1 << lane
                return

    def build_free(self, row: Row, seat: int, zone: int, option: int) -> None:
        """Lay a card of a zone into a city for nothing, with all that follows."""
        card = option >> CARD & CARD_MASK
        self.take(row, seat, zone, card)
        there = self.placing.get(option & ACTIONS)
        if there is None:
            self.build_unpaid(row, seat, card)
        else:
            self.build_there(row, seat, card, *there)

    def play_priced(self, row: Row, seat: int, zone: int, option: int) -> None:
        """Pay for a card of a zone and lay it into a city."""
        card = option >> CARD & CARD_MASK
        self.take(row, seat, zone, card)
        total = option >> TOTAL & PAY_MASK
        row[seat + COINS] -= total
        row[seat + PURSE] -= total
        row[row[seat + LEFT] + COINS] += option >> TO_LEFT & PAY_MASK
        row[row[seat + RIGHT] + COINS] += option >> TO_RIGHT & PAY_MASK
        if row[seat + TALLY] & self.marks:
            self.terms.mark(row, seat, option)
        if option >> PAYEES:
            self.pay_far(row, option)
        self.happen(row, seat, self.put_into_city(row, seat, card))

    def react(self, row: Row, seat: int, option: int, held: int, builds: bool) -> None:
        """Let triggers react to what a seat has played; `held` is what it had in play before."""
        card, number = option >> CARD & CARD_MASK, option >> ACTION & ACTION_MASK
        pays = self.tables.actions[number].pays
        manner = option >> MANNER & MANNER_MASK
        place = self.tables.actions[number].place
        for event, happened in (
            ("build", pays == "card" and builds),
            ("chain", manner in (BY_CHAIN, BY_NEAR_CHAIN)),
            ("stage", pays == "stage"),
        ):
            for trigger, cards in self.triggers.get(event, ()) if happened else ():
                if event != "build" or (cards >> card & 1 and trigger.at in (-1, place)):
                    self.fire(row, seat, trigger.lane, trigger.per, trigger.once, held >> trigger.lane & LANE_MASK)
        for trigger, cards in self.triggers.get("use", ()):
            if trigger.action == number and cards >> card & 1:
                self.fire(row, seat, trigger.lane, trigger.per, trigger.once, held >> trigger.lane & LANE_MASK)
        for trigger, _ in self.triggers.get("buy", ()):
            count = held >> trigger.lane & LANE_MASK
            sides = [
                bool(option & (PAY_MASK << TO_LEFT | FREE_LEFT)),
                bool(option & (PAY_MASK << TO_RIGHT | FREE_RIGHT)),
            ]
            if trigger.per_neighbour:
                for side, bought in enumerate(sides):
                    if bought:
                        self.fire(row, seat, trigger.lane + side * LANE, trigger.per, trigger.once, count)
            elif any(sides):
                self.fire(row, seat, trigger.lane, trigger.per, trigger.once, count)


def gives_nothing(happens: tuple[int, Entry]) -> bool:
    """Tell whether what happens gives no card to a partner."""
    return not happens[1].gives
