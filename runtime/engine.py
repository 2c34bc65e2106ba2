"""Play: who may do what, and what happens when all have chosen.

An `Engine` works on rows alone; what it needs to know of a game is derived once, in `derive`.
"""

from __future__ import annotations

from collections.abc import Iterable

from stele.runtime.derive import Derived, Entry
from stele.runtime.options import (
    ACTION,
    ACTION_MASK,
    ACTIONS,
    BY_CHAIN,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    FLAGS,
    FREE_LEFT,
    FREE_RIGHT,
    MANNER,
    MANNER_MASK,
    NO_CARD,
    RIDER,
    RIDER_MASK,
)
from stele.runtime.pay import PAY_MASK, TO_LEFT, TO_RIGHT, TOTAL
from stele.runtime.row import (
    AGE,
    BLOCKED,
    CHAINED,
    CHOICE,
    COINS,
    COPIED,
    COVERED,
    DUE,
    FRAME_BITS,
    FRAMES,
    LANE,
    LANE_MASK,
    LEFT,
    NUMBER,
    OWING,
    PARTNER,
    PLAYERS,
    PURSE,
    RANDOM,
    REACHED,
    RIGHT,
    SIDE,
    STAGES,
    TABLE_CELLS,
    TALLY,
    TURN,
    USES,
    Row,
    below,
    bits,
    mask_of,
    pushed,
    seeded,
    shuffle,
    unpacked,
)
from stele.runtime.ruleset import Once, Tables
from stele.runtime.terms import Terms

TRADED = PAY_MASK << TO_LEFT | PAY_MASK << TO_RIGHT


class Engine(Derived):
    """The rules of one compiled game, ready to be applied to rows."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        # What changes costs is looked at only in games that have it.
        self.terms = Terms(self, self.play_options)
        self.options = self.terms.options if self.terms.matter else self.play_options

    # --- set-up -----------------------------------------------------------------------------------------------------

    def template(self, players: int) -> Row:
        """Return the row that every game with so many players begins with."""
        known = self.templates.get(players)
        if known is not None:
            return known
        tables = self.tables
        row = [0] * (tables.table_cells + players * tables.seat_cells)
        row[PLAYERS] = players
        seats = self.seats[players]
        for number, seat in enumerate(seats):
            # The next seat is the left neighbour, the one before the right neighbour.
            row[seat + LEFT] = seats[(number + 1) % players]
            row[seat + RIGHT] = seats[number - 1]
            row[seat + NUMBER] = number
            row[seat + PARTNER] = seats[number ^ 1] if tables.partners else 0
            row[seat + COINS] = tables.coins
            row[seat + TALLY] += self.everyone.delta
            self.change(row, seat, self.everyone)
        for index, card in enumerate(tables.cards):
            start = self.first[index]
            used = [start + i for i, printed in enumerate(card.players or (0,)) if printed <= players]
            row[tables.deck_cell + card.deck] |= mask_of(used)
        self.templates[players] = row
        return row

    def new_row(self, players: int, seed: int, sides: list[int]) -> Row:
        """Return the row of a new game, before its first step."""
        row = self.template(players)[:]
        row[RANDOM] = seeded(seed)
        if not sides:
            boards = list(range(len(self.faces)))
            shuffle(row, boards)
            sides = [self.faces[board][below(row, len(self.faces[board]))] for board in boards[:players]]
        seats = self.seats[players]
        for seat, side in zip(seats, sides, strict=True):
            row[seat + SIDE] = side
            row[seat + TALLY] += self.starts[side].delta
            self.change(row, seat, self.starts[side])
        for seat, side in zip(seats, sides, strict=True):
            self.payer.refresh(row, seat)
            for once in (*self.everyone.once, *self.starts[side].once):
                once(row, seat)
        for number, deck in enumerate(self.tables.decks):
            for addition in deck.adds:
                self.mix(row, number, addition.source, addition.cards[players])
        return row

    def mix(self, row: Row, deck: int, source: int, cards: int) -> None:
        """Mix random cards of one deck into another."""
        first = self.tables.deck_cell
        pool = self.pile(row[first + source])
        shuffle(row, pool)
        chosen = mask_of(pool[:cards])
        row[first + source] ^= chosen
        row[first + deck] |= chosen

    def deal(self, row: Row, deck: int, cards: int, zone: int) -> None:
        """Deal cards of a deck to every seat; a guest gets only those of the zone in which it plays."""
        cell = self.tables.deck_cell + deck
        pile = self.pile(row[cell])
        shuffle(row, pile)
        seats = self.seats[row[PLAYERS]]
        if self.guest_zone not in (0, zone):
            seats = seats[: -self.tables.guests]
        bit_of = self.bit.__getitem__
        dealt = 0
        for number, seat in enumerate(seats):
            hand = sum(map(bit_of, pile[number * cards : number * cards + cards]))
            row[seat + zone] |= hand
            dealt |= hand
        row[cell] ^= dealt

    def pile(self, cards: int) -> list[int]:
        """Return the cards of a deck; most decks are the same in every game."""
        known = self.piles.get(cards)
        if known is None:
            if len(self.piles) > 64:
                self.piles.clear()
            known = self.piles[cards] = list(bits(cards))
        return known[:]

    # --- entering play ----------------------------------------------------------------------------------------------

    def enter(self, row: Row, seat: int, entry: Entry) -> None:
        """Change a seat's cells for an item that enters play."""
        row[seat + TALLY] += entry.delta
        if not entry.is_plain:
            self.enter_more(row, seat, entry)

    def enter_more(self, row: Row, seat: int, entry: Entry) -> None:
        """Change what is produced, sold, offered and permitted, and whatever follows from it."""
        self.change(row, seat, entry)
        self.freshen(row, [(seat, entry)])

    def freshen(self, row: Row, entered: list[tuple[int, Entry]]) -> None:
        """Work out again what follows from new production, for its owners and their neighbours, each once."""
        payer = self.payer
        stale: dict[int, None] = {}
        for seat, entry in entered:
            for index in entry.parts:
                payer.refresh_part(row, seat, index)
                stale[seat] = None
                if entry.sale:
                    left, right = row[seat + LEFT], row[seat + RIGHT]
                    payer.refresh_right(row, left, index)
                    payer.refresh_left(row, right, index)
                    stale[left] = stale[right] = None
        for seat in stale:
            payer.refresh_masks(row, seat)

    def change(self, row: Row, seat: int, entry: Entry) -> None:
        """Change what is produced, sold, offered and permitted."""
        for cell, source, part in entry.own:
            row[seat + cell] = part.grown(row[seat + cell], source)
        for cell, source, part in entry.sale:
            row[seat + cell] = part.grown(row[seat + cell], source)
        for cell, price in entry.prices:
            old = row[seat + cell]
            if not old or price < old:
                row[seat + cell] = price

    def put_into_city(self, row: Row, seat: int, card: int) -> Entry:
        """Lay a card into a city; its one-shot effects come later."""
        entry = self.entry[card]
        row[seat + self.main] |= 1 << card
        row[seat + BLOCKED] |= self.twins[card]
        row[seat + CHAINED] |= self.opened[card]
        row[seat + TALLY] += self.colour_delta[card]
        self.enter(row, seat, entry)
        return entry

    def happen(self, row: Row, seat: int, entry: Entry) -> None:
        """Let the one-shot effects of an item happen; those with a decision wait for their moment."""
        for once in entry.once:
            once(row, seat)
        for late in entry.late:
            self.push(row, late, seat, entry.rank)

    def copy(self, row: Row, seat: int, option: int) -> None:
        """Let the effects of a card hold for a seat too; it has no colour here, and nothing counts it."""
        self.happen(row, seat, self.copy_standing(row, seat, option >> CARD & CARD_MASK))

    def copy_standing(self, row: Row, seat: int, card: int) -> Entry:
        """Let the standing effects of a card hold for a seat too."""
        entry = self.entry[card]
        row[seat + COPIED] = pushed(row[seat + COPIED], card)
        self.enter(row, seat, entry)
        return entry

    def copy_options(self, row: Row, cities: Iterable[int], colours: tuple[int, ...]) -> list[int]:
        """Return the cards of some cities whose effects may be copied, one of each kind."""
        cards = 0
        for city in cities:
            cards |= row[city + self.main]
        return [card << CARD for card in self.one_of_each(self.coloured(cards, colours))]

    def push(self, row: Row, late: int, seat: int, rank: int) -> None:
        """Suspend an effect until its decision is made; the lowest rank acts first, then the lowest seat."""
        count = row[FRAMES]
        frame = (rank << FRAME_BITS | row[seat + NUMBER]) << FRAME_BITS | late
        row[TABLE_CELLS : TABLE_CELLS + count + 1] = sorted([*row[TABLE_CELLS : TABLE_CELLS + count], frame])
        row[FRAMES] = count + 1

    def frame(self, row: Row) -> tuple[int, int]:
        """Return (seat number, late effect) of the first suspended effect."""
        frame = row[TABLE_CELLS]
        return frame >> FRAME_BITS & (1 << FRAME_BITS) - 1, frame & (1 << FRAME_BITS) - 1

    def pop(self, row: Row) -> None:
        """Forget the first suspended effect."""
        count = row[FRAMES]
        row[TABLE_CELLS : TABLE_CELLS + count] = [*row[TABLE_CELLS + 1 : TABLE_CELLS + count], 0]
        row[FRAMES] = count - 1

    # --- choosing ---------------------------------------------------------------------------------------------------

    def play_options(self, row: Row, seat: int, play: int, coins: int, as_printed: int = -1) -> list[int]:
        """Return everything a seat may do with the cards of a zone, spending at most so many coins.

        `as_printed` are the cards and costs that may be paid for as they are printed.
        """
        zone, building, at_once, stage, for_nothing, builds = self.offers[play]
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
        covered = row[seat + COVERED] & as_printed
        reached = row[seat + REACHED] & as_printed ^ covered  # what has to be bought
        market = payer.empty_market[:]
        limit = (coins + 1) << TOTAL
        options: list[int] = []
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
            rest = hand & row[seat + CHAINED]
            if rest:
                options += [building[card] | BY_CHAIN << MANNER for card in bits(rest)]
            if builds and row[seat + TALLY] & self.build_lanes:
                rest = hand & self.permitted(row, seat) & self.with_a_cost
                options += [building[card] | BY_PERMIT << MANNER for card in bits(rest)]
        if stage >= 0:
            costs = self.stage_costs[row[seat + SIDE]]
            stages = row[seat + STAGES]
            if stages < len(costs):
                number = costs[stages]
                cost_bit = self.cost_bits[number]
                staged: list[int] = []
                if covered & cost_bit:
                    if payer.plain[number] < limit:
                        staged.append(stage | payer.plain[number])
                elif reached & cost_bit:
                    payer.buy(row, seat, number, market, limit, stage, staged)
                this = self.this
                for option in staged:
                    for card in cards:
                        options.append(option | this[card])
        for use in for_nothing:
            options += map(use, cards)
        return options

    def in_zone(self, row: Row, seat: int, zone: int) -> int:
        """Return the cards of a zone of a seat or of the table."""
        place = self.tables.zones[zone]
        return row[seat + place.cell if place.of_seat else place.cell]

    def take(self, row: Row, seat: int, zone: int, card: int) -> None:
        """Take a card out of a zone of a seat or of the table."""
        place = self.tables.zones[zone]
        row[seat + place.cell if place.of_seat else place.cell] ^= 1 << card

    def zone_options(self, row: Row, seat: int, zone: int, colours: tuple[int, ...]) -> list[int]:
        """Return the cards of a zone that a seat may lay into its city, one of each kind."""
        cards = self.coloured(self.in_zone(row, seat, zone) & ~row[seat + BLOCKED], colours)
        return [card << CARD for card in self.one_of_each(cards)]

    def priced_options(self, row: Row, seat: int, zone: int, colours: tuple[int, ...], less: int) -> list[int]:
        """Return the cards of a zone that a seat may play now, each with every way to pay for it from its purse."""
        cards = self.coloured(self.in_zone(row, seat, zone) & ~row[seat + BLOCKED], colours)
        limit = row[seat + PURSE]
        return [
            card << CARD | way
            for card in self.one_of_each(cards)
            for way in self.terms.card_ways(row, seat, card, -1, less)
            if way >> TOTAL & PAY_MASK <= limit
        ]

    def cards_in(self, row: Row, cell: int, colours: tuple[int, ...]) -> int:
        """Return how many cards of some colours lie in a zone."""
        return self.coloured(row[cell], colours).bit_count()

    # --- carrying out -----------------------------------------------------------------------------------------------

    def carry_out(self, row: Row, play: int, only: list[int] | None = None) -> None:
        """Carry out what seats have chosen, all together: pay, enter play, then one-shot effects."""
        zone, build, stage, _, builds = self.choices[play]
        entries, twins, opened, colour_delta, main = self.entry, self.twins, self.opened, self.colour_delta, self.main
        targets, action_once, action_coins = self.targets, self.action_once, self.action_coins
        on_play, on_coins, marks, has_more = self.on_play, self.on_coins, self.marks, self.has_more
        happening: list[tuple[int, Entry]] = []
        entered: list[tuple[int, Entry]] = []
        acting: list[tuple[int, tuple[Once, ...]]] = []
        watched: list[tuple[int, int, int]] = []
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
                if row[seat + TALLY] & on_play:
                    watched.append((seat, option, row[seat + TALLY]))
                if option >> FLAGS or row[seat + TALLY] & marks:
                    self.go_with(row, seat, option, happening)
            if number == build:
                if option >> MANNER & MANNER_MASK == BY_PERMIT:
                    self.use_permit(row, seat, card)
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
            if number == stage:
                entry = self.stages[row[seat + SIDE]][row[seat + STAGES]]
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
        if entered:
            self.freshen(row, entered)
        for seat, effects in acting:  # what counts cards counts those of this turn too
            for once in effects:
                once(row, seat)
        for seat, entry in happening:
            self.happen(row, seat, entry)
        for seat, option, held in watched:
            self.react(row, seat, option, held, builds)

    def go_with(self, row: Row, seat: int, option: int, happening: list[tuple[int, Entry]]) -> None:
        """Carry out what goes with an action: a rider, and marks for what may be used once."""
        rider = option >> RIDER & RIDER_MASK
        if rider:
            entry = self.riders[rider - 1]
            row[seat + USES] += 1 << self.tables.riders[rider - 1].lane
            self.enter(row, seat, entry)
            happening.append((seat, entry))
        if row[seat + TALLY] & self.marks:
            self.terms.mark(row, seat, option)

    def use_permit(self, row: Row, seat: int, card: int) -> None:
        """Mark the first permit that lets this card be built as used."""
        held, uses = row[seat + TALLY], row[seat + USES]
        for lane, fitting in self.build_permits:
            if fitting >> card & 1 and held >> lane & LANE_MASK > uses >> lane & LANE_MASK:
                row[seat + USES] += 1 << lane
                return

    def build_free(self, row: Row, seat: int, zone: int, option: int) -> None:
        """Lay a card of a zone into a city for nothing, with all that follows."""
        card = option >> CARD & CARD_MASK
        held = row[seat + TALLY]
        self.take(row, seat, zone, card)
        self.happen(row, seat, self.put_into_city(row, seat, card))
        for trigger, cards in self.triggers.get("build", ()):
            if cards >> card & 1:
                self.fire(row, seat, trigger.lane, trigger.per, trigger.once, held >> trigger.lane & LANE_MASK)

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
        self.happen(row, seat, self.put_into_city(row, seat, card))

    def draw(self, row: Row, seat: int, colours: tuple[int, ...], number: int, zone: int) -> None:
        """Draw random cards that lie in decks into a zone of a seat."""
        first = self.tables.deck_cell
        decks = range(first, first + len(self.tables.decks))
        lying = 0
        for deck in decks:
            lying |= row[deck]
        pool = list(bits(self.coloured(lying, colours)))
        shuffle(row, pool)
        drawn = mask_of(pool[:number])
        for deck in decks:
            row[deck] &= ~drawn
        row[seat + zone] |= drawn

    # --- what follows from something --------------------------------------------------------------------------------

    def gain(self, row: Row, seat: int, coins: int) -> None:
        """Give a seat coins from the bank."""
        row[seat + COINS] += coins
        if self.on_coins and coins > 0:
            for trigger, _ in self.on_coins:
                held = row[seat + TALLY] >> trigger.lane & LANE_MASK
                self.fire(row, seat, trigger.lane, trigger.per, trigger.once, held)

    def gain_tokens(self, row: Row, seat: int, token: int, number: int) -> None:
        """Give a seat tokens, as many as there are."""
        kind = self.tables.tokens[token]
        if kind.supply:
            given = sum(row[other + kind.cell] for other in self.seats[row[PLAYERS]])
            number = min(number, kind.supply - given)
        row[seat + kind.cell] += number
        for _ in range(number if self.on_tokens else 0):
            for trigger, _ in self.on_tokens:
                if token in trigger.tokens:
                    held = row[seat + TALLY] >> trigger.lane & LANE_MASK
                    self.fire(row, seat, trigger.lane, trigger.per, trigger.once, held)

    def react(self, row: Row, seat: int, option: int, held: int, builds: bool) -> None:
        """Let triggers react to what a seat has played; `held` is what it had in play before."""
        card, number = option >> CARD & CARD_MASK, option >> ACTION & ACTION_MASK
        pays = self.tables.actions[number].pays
        manner = option >> MANNER & MANNER_MASK
        for event, happened in (
            ("build", pays == "card" and builds),
            ("chain", manner == BY_CHAIN),
            ("stage", pays == "stage"),
        ):
            for trigger, cards in self.triggers.get(event, ()) if happened else ():
                if cards >> card & 1 or event != "build":
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

    def fire(self, row: Row, seat: int, lane: int, per: str, once: Once, held: int) -> None:
        """Let a trigger happen for each of it that is in play and not used up."""
        if per:
            held -= row[seat + USES] >> lane & LANE_MASK
            row[seat + USES] += max(0, held) << lane
        for _ in range(held):
            once(row, seat)

    def others_than(self, row: Row, seat: int) -> list[int]:
        """Return all other seats."""
        return [other for other in self.seats[row[PLAYERS]] if other != seat]

    # --- guests -----------------------------------------------------------------------------------------------------

    def players(self, row: Row) -> list[int]:
        """Return the seats at which players sit."""
        seats = self.seats[row[PLAYERS]]
        return seats[: -self.tables.guests] if self.tables.guests else seats

    def speaks_for(self, row: Row, number: int) -> int:
        """Return the number of the seat that decides for a seat: itself, or this turn's guide of a guest."""
        guest = self.tables.guest
        if guest is None or number < row[PLAYERS] - 1:
            return number
        is_left = guest.from_left[max(1, row[AGE]) - 1] == (row[TURN] % 2 == 0)
        seat = self.seats[row[PLAYERS]][number]
        return row[row[seat + (LEFT if is_left else RIGHT)] + NUMBER]

    def guide(self, row: Row) -> tuple[int, int]:
        """Return the guest's seat and that of its guide this turn."""
        seats = self.seats[row[PLAYERS]]
        return seats[-1], seats[self.speaks_for(row, len(seats) - 1)]

    def ask_players(self, row: Row, zone: int) -> None:
        """Let every player that has a card owe a choice, but not the guest, whose cards are a pile."""
        self.ask_all(row, zone)
        row[OWING] &= (1 << len(self.players(row))) - 1

    def draw_for_guest(self, row: Row, zone: int) -> None:
        """Let the guide draw a card of the guest's pile into its own hand."""
        guest, guide = self.guide(row)
        pile = list(bits(row[guest + zone]))
        if pile:
            card = 1 << pile[below(row, len(pile))]
            row[guest + zone] ^= card
            row[guide + zone] |= card

    def ask_guest(self, row: Row, zone: int) -> None:
        """Let the guide owe a choice for the guest, if a card is left to it."""
        _, guide = self.guide(row)
        chosen = row[guide + CHOICE]
        left = row[guide + zone] & ~(1 << ((chosen - 1) >> CARD & CARD_MASK) if chosen else 0)
        row[OWING] = 1 << row[PLAYERS] - 1 if left else 0

    def guest_options(self, row: Row, play: int) -> list[int]:
        """Return what the guest may do with what its guide has left, by its obligations."""
        rules = self.tables.guest
        assert rules is not None
        guest, guide = self.guide(row)
        zone = self.choices[play][0]
        chosen, pile = row[guide + CHOICE], row[guest + zone]
        row[guest + zone] = row[guide + zone] & ~(1 << ((chosen - 1) >> CARD & CARD_MASK) if chosen else 0)
        options = self.options(row, guest, play, row[guest + COINS])
        row[guest + zone] = pile
        better = [option for option in options if option >> ACTION & ACTION_MASK not in rules.last_resort]
        options = better or options
        if rules.chains_first:
            chained = {o >> CARD & CARD_MASK for o in options if o >> MANNER & MANNER_MASK == BY_CHAIN}
            options = [
                option
                for option in options
                if option >> CARD & CARD_MASK not in chained or option >> MANNER & MANNER_MASK == BY_CHAIN
            ]
        return options

    def carry_out_with_guest(self, row: Row, play: int) -> None:
        """Carry out the guest's card, which its guide gives up, before those of the players."""
        guest, guide = self.guide(row)
        chosen = row[guest + CHOICE]
        if chosen:
            card = 1 << ((chosen - 1) >> CARD & CARD_MASK)
            zone = self.choices[play][0]
            row[guide + zone] ^= card
            row[guest + zone] |= card
            self.carry_out(row, play, [guest])
        self.carry_out(row, play, self.players(row))

    # --- losses -----------------------------------------------------------------------------------------------------

    def owe(self, row: Row, seat: int, loss: int, victims: Iterable[int]) -> None:
        """Demand coins of some seats; how many is read when losses are settled."""
        for victim in victims:
            row[victim + DUE] = pushed(row[victim + DUE], loss << 4 | row[seat + NUMBER])

    def due(self, row: Row, seat: int) -> int:
        """Return how many coins a seat loses if losses are settled now."""
        seats = self.seats[row[PLAYERS]]
        return sum(self.tables.losses[entry >> 4](row, seats[entry & 15], seat) for entry in unpacked(row[seat + DUE]))

    def other_options(self, row: Row, kind: str, seat: int, index: int) -> list[int]:
        """Return the options of a decision that is not about what a player does with a card of its own."""
        if kind == "loss":
            return self.loss_options(row, seat)
        if kind == "guest":
            return self.guest_options(row, index)
        late = self.lates[self.frame(row)[1]]
        options = late.ask(row, seat)
        return options if late.copies else [*options, NO_CARD << CARD]  # what may be done may be left

    def loss_options(self, row: Row, seat: int) -> list[int]:
        """Return how many coins a seat may pay of what it loses."""
        most = min(row[seat + COINS], self.due(row, seat))
        return [NO_CARD << CARD | coins for coins in range(most, -1, -1)]

    def settle_losses(self, row: Row, unpaid: int) -> bool:
        """Settle what was demanded, all seats together; tell whether seats have to decide first.

        Without a token for what is not paid, a seat pays what it can.
        """
        owing = [seat for seat in self.seats[row[PLAYERS]] if row[seat + DUE]]
        if not owing:
            return False
        due = {seat: self.due(row, seat) for seat in owing}
        if unpaid and not any(row[seat + CHOICE] for seat in owing):
            # Who has nothing to decide is not asked.
            asked = [seat for seat in owing if due[seat] and row[seat + COINS]]
            if asked:
                row[OWING] = sum(1 << row[seat + NUMBER] for seat in asked)
                return True
        for seat in owing:
            answer = row[seat + CHOICE]
            paid = min(due[seat], row[seat + COINS])
            if unpaid:
                paid = (answer - 1) & PAY_MASK if answer else 0
                row[seat + unpaid] += due[seat] - paid
            row[seat + COINS] -= paid
            row[seat + CHOICE] = row[seat + DUE] = 0
        return False

    # --- steps ------------------------------------------------------------------------------------------------------

    def start_age(self, row: Row) -> None:
        """Begin the next age: limits per age renew themselves."""
        row[AGE] += 1
        row[TURN] = 0
        for seat in self.seats[row[PLAYERS]]:
            row[seat + USES] &= ~self.age_lanes

    def new_turn(self, row: Row) -> None:
        """Begin a turn: limits per turn renew themselves."""
        for seat in self.seats[row[PLAYERS]]:
            row[seat + USES] &= ~self.turn_lanes

    def ask_all(self, row: Row, zone: int) -> None:
        """Let every seat that has a card owe a choice; the coins it holds now are those it may spend this turn."""
        if self.turn_lanes:
            self.new_turn(row)
        owing = 0
        bit = 1
        for seat in self.seats[row[PLAYERS]]:
            row[seat + PURSE] = row[seat + COINS]
            if row[seat + zone]:
                owing |= bit
            bit += bit
        row[OWING] = owing

    def ask_last(self, row: Row, zone: int) -> bool:
        """Let every seat owe a choice that may still play what it would lose; tell whether any does."""
        owing = 0
        for number, seat in enumerate(self.players(row)):
            if row[seat + zone] and row[seat + TALLY] & self.last_lanes:
                owing |= 1 << number
        row[OWING] = owing
        return owing != 0

    def clear(self, row: Row, zone: int, to: int, spared: tuple[tuple[int, int], ...] = ()) -> None:
        """Move what is left in a zone of every seat to a zone of the table; who has not built one of those stages is spared."""
        for seat in self.seats[row[PLAYERS]]:
            if any(row[seat + SIDE] == side and row[seat + STAGES] <= stage for side, stage in spared):
                continue
            row[to] |= row[seat + zone]
            row[seat + zone] = 0

    def settle(self, row: Row) -> None:
        """Bring the first suspended effect one step further: ask, act on the answer, or drop it if it has no object."""
        number, index = self.frame(row)
        seat = self.seats[row[PLAYERS]][number]
        late = self.lates[index]
        answered = row[seat + CHOICE]
        if answered:
            row[seat + CHOICE] = 0
            self.pop(row)
            if (answered - 1) >> CARD & CARD_MASK != NO_CARD:
                late.then(row, seat, answered - 1)
            return
        options = late.ask(row, seat)
        if not options:
            self.pop(row)
        elif late.copies and len(options) == 1:
            self.pop(row)  # nothing to decide
            late.then(row, seat, options[0])
        else:
            row[OWING] = 1 << number

    def hand_on(self, row: Row, zone: int, to_left: bool) -> None:
        """Pass the cards of a zone to the left or to the right."""
        seats = self.seats[row[PLAYERS]]
        cards = [row[seat + zone] for seat in seats]
        for seat, passed in zip(seats, cards, strict=True):
            row[row[seat + (LEFT if to_left else RIGHT)] + zone] = passed

    def hand_past_guest(self, row: Row, zone: int, to_left: bool) -> None:
        """Pass the cards of a zone to the left or to the right, from player to player."""
        seats = self.players(row)
        cards = [row[seat + zone] for seat in seats]
        passed = [*cards[-1:], *cards[:-1]] if to_left else [*cards[1:], cards[0]]
        for seat, hand in zip(seats, passed, strict=True):
            row[seat + zone] = hand

    def strength(self, row: Row, seat: int, against: str) -> int:
        """Return the shields of a seat against its left or right neighbour."""
        held = row[seat + TALLY]
        shields = held >> self.tables.shield_lane & LANE_MASK
        for strong in self.tables.strengths:
            if held >> strong.lane & LANE_MASK and strong.against in ("", against):
                shields += (held >> strong.lane & LANE_MASK) * strong.shields(row, seat)
        return shields

    def fight(self, row: Row, win: int, lose: int, tokens: int = 1, leaves: bool = True) -> None:
        """Compare every pair of neighbours that are no partners once: the stronger takes tokens, the weaker others.

        Who must sit out spends a token for it. Either the ring closes around it, or its pairs fight for a single token.
        """
        if self.turn_lanes:
            self.new_turn(row)
        absent = set()
        for seat in self.seats[row[PLAYERS]]:
            token = next((cell for cell in self.tables.absences if row[seat + cell]), 0)
            if token:
                row[seat + token] -= 1
                absent.add(seat)
        ring = [seat for seat in self.seats[row[PLAYERS]] if not leaves or seat not in absent]
        # Each seat is followed by its left neighbour; two fight once, one alone not at all.
        pairs = list(zip(ring, [*ring[1:], *ring[:1]], strict=True))[: len(ring) if len(ring) > 2 else len(ring) - 1]
        pairs = [(one, other) for one, other in pairs if row[one + PARTNER] != other]
        strengths = [(self.strength(row, one, "left"), self.strength(row, other, "right")) for one, other in pairs]
        for (one, other), (own, theirs) in zip(pairs, strengths, strict=True):
            if own != theirs:
                victor, loser = (one, other) if own > theirs else (other, one)
                for _ in range(1 if {one, other} & absent else tokens):
                    self.gain_tokens(row, victor, win, 1)
                    self.give_to_weaker(row, victor, loser, lose)

    def give_to_weaker(self, row: Row, victor: int, loser: int, token: int) -> None:
        """Give the weaker one its token, unless something it holds gives that to the victor."""
        for instead in self.tables.instead:
            if token in instead.tokens and row[loser + TALLY] >> instead.lane & LANE_MASK:
                row[victor + self.tables.tokens[token].cell] += 1
                return
        self.gain_tokens(row, loser, token, 1)
