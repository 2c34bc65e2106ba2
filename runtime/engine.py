"""Play: who may do what, and what happens when all have chosen.

An `Engine` derives masks and packed numbers from a module's tables once; its functions then work on rows alone.
"""

from __future__ import annotations

from collections.abc import Callable

from stele.runtime.pay import PAY_MASK, PAYMENT_BITS, TO_LEFT, TO_RIGHT, TOTAL, Part, Payer
from stele.runtime.row import (
    AGE,
    BLOCKED,
    CHAINED,
    CHOICE,
    COINS,
    COVERED,
    FRAME_BITS,
    FRAMES,
    LEFT,
    NUMBER,
    OWING,
    PERMITS,
    PLAYERS,
    PURSE,
    RANDOM,
    REACHED,
    RIGHT,
    SIDE,
    STAGES,
    TABLE_CELLS,
    TALLY,
    USED,
    Row,
    below,
    bits,
    mask_of,
    pushed,
    seeded,
    shuffle,
)
from stele.runtime.ruleset import BLANK, Cost, Effects, Late, Once, Permit, Tables

# An option is one number: the payment, then the card, the action, and how it is paid for.
CARD = PAYMENT_BITS
CARD_BITS = 12
CARD_MASK = (1 << CARD_BITS) - 1
ACTION = CARD + CARD_BITS
ACTION_BITS = 6
ACTION_MASK = (1 << ACTION_BITS) - 1
MANNER = ACTION + ACTION_BITS
PAID, BY_CHAIN, BY_PERMIT = 0, 1, 2
ACTIONS = ACTION_MASK << ACTION
TRADED = PAY_MASK << TO_LEFT | PAY_MASK << TO_RIGHT
NO_CARD = CARD_MASK  # an option that takes nothing


class Entry:
    """What changes in a seat's cells when an item enters play."""

    __slots__ = ("delta", "happens", "is_plain", "late", "once", "own", "parts", "permits", "prices", "rank", "sale")

    def __init__(self, effects: Effects, engine: Engine) -> None:
        tables = engine.tables
        self.delta = sum(number << lane for lane, number in effects.counts)
        self.own: list[tuple[int, int, Part]] = []
        self.sale: list[tuple[int, int, Part]] = []
        for made in effects.made:
            for index, part in enumerate(engine.parts):
                if set(made.goods) & set(part.goods):
                    source = part.source(made)
                    self.own.append((tables.own_cell + index, source, part))
                    if made.for_sale:
                        self.sale.append((tables.sale_cell + index, source, part))
        self.parts = sorted({cell - tables.own_cell for cell, _, _ in self.own})
        self.prices: list[tuple[int, int]] = []
        for offer in effects.offers:
            for number, goods in enumerate(tables.price_classes):
                if set(goods) <= set(offer.goods):
                    cell = tables.price_cell + 2 * number
                    self.prices += [(cell, offer.price)] if offer.from_left else []
                    self.prices += [(cell + 1, offer.price)] if offer.from_right else []
        self.permits = mask_of([engine.permits.index(permit) for permit in effects.permits])
        self.once = effects.once
        self.late = [engine.lates.index(late) for late in effects.late]
        self.rank = effects.rank
        self.is_plain = not (self.own or self.prices or self.permits)  # nothing but the tally changes
        self.happens = bool(self.once or self.late)


class Engine:
    """The rules of one compiled game, ready to be applied to rows."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        items = [card.effects for card in tables.cards]
        items += [effects for side in tables.sides for effects in (side.start, *(s.effects for s in side.stages))]
        items.append(tables.everyone)
        self.permits: list[Permit] = [permit for effects in items for permit in effects.permits]
        self.lates: list[Late] = [late for effects in items for late in effects.late]
        costs = [card.cost for card in tables.cards]
        costs += [stage.cost for side in tables.sides for stage in side.stages]
        self.costs: tuple[Cost, ...] = tuple(dict.fromkeys(costs))
        self.number_copies()
        # Every card has a bit, and after the cards every cost has one, for what is not on a card.
        of_cost = [0] * len(self.costs)
        for card, index in enumerate(self.card_of):
            of_cost[self.costs.index(tables.cards[index].cost)] |= 1 << card
        self.cost_bits = [1 << (len(self.card_of) + number) for number in range(len(self.costs))]
        spread = [cards | bit for cards, bit in zip(of_cost, self.cost_bits, strict=True)]
        self.payer = Payer(tables, self.costs, spread)
        self.parts = self.payer.parts
        self.derive_cards()
        self.derive_boards()
        self.everyone = Entry(tables.everyone, self)
        self.templates: dict[int, Row] = {}
        self.piles: dict[int, list[int]] = {}
        self.seats = [
            [tables.table_cells + number * tables.seat_cells for number in range(players)]
            for players in range(tables.most + 1)
        ]
        targets = [tables.zones[action.to] for action in tables.actions]
        self.targets = [(zone.cell, zone.of_seat, zone.is_sequence) for zone in targets]
        self.action_once = [action.once for action in tables.actions]
        self.action_coins = [action.coins for action in tables.actions]
        self.stage_delta = 1 << tables.stage_lane
        self.choices = [self.choices_of(number) for number in range(len(tables.plays))]
        self.offers = [self.offers_of(number) for number in range(len(tables.plays))]
        self.token_points = [(token.cell, token.points) for token in tables.tokens if token.points]
        scores = [(line.name, scoring) for line in tables.lines for scoring in line.scores]
        self.line_scores = [scoring for _, scoring in scores if not scoring.reads_symbols]
        self.line_symbol_scores = [(name, scoring) for name, scoring in scores if scoring.reads_symbols]
        self.main = tables.zones[tables.main_zone].cell
        self.build_permits = mask_of([i for i, permit in enumerate(self.permits) if permit.kind == "build"])
        self.last_permits = mask_of([i for i, permit in enumerate(self.permits) if permit.kind == "last"])
        self.age_permits = mask_of([i for i, permit in enumerate(self.permits) if permit.per == "age"])

    def number_copies(self) -> None:
        """Give every copy a bit; copies of one card stand side by side."""
        self.first: list[int] = []
        self.card_of: list[int] = []
        for index, card in enumerate(self.tables.cards):
            self.first.append(len(self.card_of))
            self.card_of += [index] * max(1, len(card.players))
        self.copies = [
            mask_of(list(range(start, start + max(1, len(card.players)))))
            for start, card in zip(self.first, self.tables.cards, strict=True)
        ]
        self.further = [self.further_copies(players) for players in range(self.tables.most + 1)]

    def further_copies(self, players: int) -> list[tuple[int, int]]:
        """Return, for each distance, the copies used with so many players that have a twin so many places before them."""
        found: dict[int, int] = {}
        for start, card in zip(self.first, self.tables.cards, strict=True):
            used = [start + i for i, printed in enumerate(card.players or (0,)) if printed <= players]
            for one in used:
                for other in used:
                    if other > one:
                        found[other - one] = found.get(other - one, 0) | 1 << other
        return sorted(found.items())

    def derive_cards(self) -> None:
        """Work out masks and numbers for every copy."""
        cards, copies = self.tables.cards, self.copies
        by_id = {card.id: index for index, card in enumerate(cards)}
        twins: dict[str, int] = {}
        opened: list[int] = [0] * len(cards)
        for index, card in enumerate(cards):
            twins[card.identity or card.id] = twins.get(card.identity or card.id, 0) | copies[index]
            for source in card.chain:
                if source in by_id:
                    opened[by_id[source]] |= copies[index]
        number = {cost: index for index, cost in enumerate(self.costs)}
        self.others = [~copies[index] for index in self.card_of]
        # A zone that takes twins blocks nothing.
        is_unique = self.tables.zones[self.tables.main_zone].is_unique
        self.twins = [twins[cards[index].identity or cards[index].id] * is_unique for index in self.card_of]
        self.opened = [opened[index] for index in self.card_of]
        self.cost = [number[cards[index].cost] for index in self.card_of]
        self.bit = [1 << card for card in range(len(self.card_of))]
        self.this = [card << CARD for card in range(len(self.card_of))]
        self.plain_way = [self.payer.plain[number] for number in self.cost]
        self.with_a_cost = mask_of([card for card, index in enumerate(self.card_of) if cards[index].cost != Cost()])
        self.entries = [Entry(card.effects, self) for card in cards]
        self.entry = [self.entries[index] for index in self.card_of]
        self.colour_lane = [self.tables.colours[card.colour][1] for card in cards]
        self.colour_delta = [1 << self.colour_lane[index] for index in self.card_of]
        self.of_colour = [0] * len(self.tables.colours)
        for index, card in enumerate(cards):
            self.of_colour[card.colour] |= copies[index]
        self.permit_cards = [
            sum(self.of_colour[colour] for colour in permit.colours) if permit.colours else -1
            for permit in self.permits
        ]

    def derive_boards(self) -> None:
        """Work out what boards and stages change."""
        number = {cost: index for index, cost in enumerate(self.costs)}
        # The last side is a blank one that is never dealt: it lets a table be set up without boards.
        sides = self.sides = [*self.tables.sides, BLANK]
        self.starts = [Entry(side.start, self) for side in sides]
        boards = dict.fromkeys(side.board for side in self.tables.sides)
        self.faces = [[i for i, side in enumerate(sides) if side.board == board] for board in boards]
        self.stages = [[Entry(stage.effects, self) for stage in side.stages] for side in sides]
        self.stage_costs = [[number[stage.cost] for stage in side.stages] for side in sides]

    def offers_of(self, play: int) -> tuple[int, list[int], list[int], int, Callable[[int], int] | None]:
        """Return, for each card, the options of a play step that need no thought: built, built at its coins, for nothing."""
        zone, build, stage, nothing = self.choices[play]
        building = [build | this for this in self.this] if build >= 0 else []
        at_once = [built | way for built, way in zip(building, self.plain_way, strict=False)]
        for_nothing = [nothing | this for this in self.this].__getitem__ if nothing >= 0 else None
        return zone, building, at_once, stage, for_nothing

    def choices_of(self, play: int) -> tuple[int, int, int, int]:
        """Return the zone of a play step and its options to build, to build a stage and to pay nothing; -1 for none."""
        step = self.tables.plays[play]
        kinds = {"card": -1, "stage": -1, "nothing": -1}
        for number in step.actions:
            kinds[self.tables.actions[number].pays] = number << ACTION
        return self.tables.zones[step.zone].cell, kinds["card"], kinds["stage"], kinds["nothing"]

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
        """Deal cards of a deck to every seat."""
        cell = self.tables.deck_cell + deck
        pile = self.pile(row[cell])
        shuffle(row, pile)
        seats = self.seats[row[PLAYERS]]
        bit_of = self.bit.__getitem__
        dealt = 0
        for number, seat in enumerate(seats):
            hand = sum(map(bit_of, pile[number * cards : number * cards + cards]))
            row[seat + zone] = hand
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
        row[seat + PERMITS] |= entry.permits

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

    def play_options(self, row: Row, seat: int, play: int, coins: int) -> list[int]:
        """Return everything a seat may do with the cards of a zone, spending at most so many coins."""
        zone, building, at_once, stage, for_nothing = self.offers[play]
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
            if row[seat + PERMITS] & self.build_permits:
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
        if for_nothing:
            options += map(for_nothing, cards)
        return options

    def permitted(self, row: Row, seat: int) -> int:
        """Return the mask of cards that a seat may build for nothing now."""
        cards = 0
        for permit in bits(row[seat + PERMITS] & ~row[seat + USED] & self.build_permits):
            cards |= self.permit_cards[permit]
        return cards

    def zone_cards(self, row: Row, seat: int, zone: int, colours: tuple[int, ...]) -> list[int]:
        """Return the cards of a table zone that a seat may lay into its city, one of each kind."""
        place = self.tables.zones[zone]
        cards = row[place.cell if not place.of_seat else seat + place.cell] & ~row[seat + BLOCKED]
        if colours:
            cards &= sum(self.of_colour[colour] for colour in colours)
        found = []
        while cards:
            low = cards & -cards
            card = low.bit_length() - 1
            cards &= self.others[card]
            found.append(card)
        return found

    # --- carrying out -----------------------------------------------------------------------------------------------

    def carry_out(self, row: Row, play: int) -> None:
        """Carry out what seats have chosen, all together: pay, enter play, then one-shot effects."""
        zone, build, stage, _ = self.choices[play]
        entries, twins, opened, colour_delta, main = self.entry, self.twins, self.opened, self.colour_delta, self.main
        targets, action_once, action_coins = self.targets, self.action_once, self.action_coins
        happening: list[tuple[int, Entry]] = []
        entered: list[tuple[int, Entry]] = []
        acting: list[tuple[int, tuple[Once, ...]]] = []
        for seat in self.seats[row[PLAYERS]]:
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
            if number == build:
                if option >> MANNER == BY_PERMIT:
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

    def use_permit(self, row: Row, seat: int, card: int) -> None:
        """Mark the first permit that lets this card be built as used."""
        for permit in bits(row[seat + PERMITS] & ~row[seat + USED] & self.build_permits):
            if self.permit_cards[permit] >> card & 1:
                row[seat + USED] |= 1 << permit
                return

    def build_free(self, row: Row, seat: int, zone: int, card: int) -> None:
        """Lay a card of a zone into a city for nothing, with all that follows."""
        place = self.tables.zones[zone]
        row[place.cell if not place.of_seat else seat + place.cell] ^= 1 << card
        self.happen(row, seat, self.put_into_city(row, seat, card))

    # --- steps ------------------------------------------------------------------------------------------------------

    def start_age(self, row: Row) -> None:
        """Begin the next age: limits per age renew themselves."""
        row[AGE] += 1
        for seat in self.seats[row[PLAYERS]]:
            row[seat + USED] &= ~self.age_permits

    def ask_all(self, row: Row, zone: int) -> None:
        """Let every seat that has a card owe a choice; the coins it holds now are those it may spend this turn."""
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
        for number, seat in enumerate(self.seats[row[PLAYERS]]):
            if row[seat + zone] and row[seat + PERMITS] & self.last_permits:
                owing |= 1 << number
        row[OWING] = owing
        return owing != 0

    def clear(self, row: Row, zone: int, to: int) -> None:
        """Move what is left in a zone of every seat to a zone of the table."""
        for seat in self.seats[row[PLAYERS]]:
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
            card = (answered - 1) >> CARD & CARD_MASK
            if card != NO_CARD:
                late.then(row, seat, card)
        elif late.ask(row, seat):
            row[OWING] = 1 << number
        else:
            self.pop(row)

    def hand_on(self, row: Row, zone: int, to_left: bool) -> None:
        """Pass the cards of a zone to the left or to the right."""
        seats = self.seats[row[PLAYERS]]
        cards = [row[seat + zone] for seat in seats]
        for seat, passed in zip(seats, cards, strict=True):
            row[row[seat + (LEFT if to_left else RIGHT)] + zone] = passed

    def fight(self, row: Row, win: int, lose: int) -> None:
        """Compare every pair of neighbours once: the stronger takes one token, the weaker another."""
        lane = self.tables.shield_lane
        seats = self.seats[row[PLAYERS]]
        strength = {seat: row[seat + TALLY] >> lane & 1023 for seat in seats}
        for seat in seats:
            other = row[seat + LEFT]
            if strength[seat] > strength[other]:
                row[seat + win] += 1
                row[other + lose] += 1
            elif strength[seat] < strength[other]:
                row[other + win] += 1
                row[seat + lose] += 1
