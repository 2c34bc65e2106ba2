"""What enters play, and what follows from it: standing effects, one-shots, triggers, suspended
decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from stele.runtime.derive import Derived, Entry, lanes_of
from stele.runtime.options import CARD, CARD_MASK
from stele.runtime.row import (
    ABSENT,
    BLOCKED,
    CHAINED,
    COINS,
    COPIED,
    DRAWN,
    DUTY,
    FRAME_BITS,
    FRAMES,
    LANE,
    LANE_MASK,
    LEFT,
    MARKED,
    MOVED,
    NEXT,
    NUMBER,
    OBLIGED,
    ORDER,
    PARTNER,
    PLAYERS,
    PURSE,
    REACTIONS,
    REVEALED,
    RIGHT,
    SHARED,
    SIDE,
    STAGES,
    TABLE_CELLS,
    TALLY,
    UNSUPPLIED,
    USES,
    WINDOWED,
    Row,
    bits,
    mask_of,
    pushed,
    shuffle,
    unpacked,
)
from stele.runtime.ruleset import Late, Once, Tables, Window
from stele.runtime.seating import is_for, why_not_both

LAST_RANK = 90  # after everything that lets cards enter play
MOST_REACTIONS = 1 << 14  # what fires more often in one step hardly ever ends


class Runaway(Exception):
    """The content sets off more at once than can be played, or gives more than can be counted."""


class Entering(Derived):
    """Lets things enter play and effects happen."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.shuffle: Callable[[Row, list[int]], None] = shuffle  # cards before they are drawn
        self.set_aside: Mapping[int, int] = {}  # tokens that nobody has and nobody can gain
        self.from_nowhere: Mapping[int, int] = {}  # what the tally of a seat has beside all that is in play
        # What copies, if it is a copy itself: by its number and the line on which its points count.
        self.copying: dict[tuple[int, int], int] = {}
        self.copied_on = -1
        # While the one-shot effects of a card that two seats share happen: who shares it, and
        # whether it is the second time.
        self.beside = -1
        self.is_second = False
        self.reveal = len(self.lates)
        self.lates.append(Late(self.reveal_options, self.turn_up, "turn up a card under a stage", ""))
        # What is offered before choosing and after playing, and sides whose owner may turn up
        # cards.
        self.revealing = {
            number for number, side in enumerate(tables.sides) if any(stage.effects.reveals for stage in side.stages)
        }
        self.windows: list[tuple[Window, int]] = []
        for window in tables.windows:
            late = len(self.lates)
            self.windows.append((window, late))
            ask, then = partial(self.window_options, window), partial(self.use_window, window, late)
            self.lates.append(replace(window.late, ask=ask, then=then))
        self.windows_at = {
            moment: (
                lanes_of([window.lane for window, _ in self.windows if window.moment == moment]),
                [(window, late) for window, late in self.windows if window.moment == moment],
            )
            for moment in ("before", "after")
        }

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
        """Work out again what follows from new production, for its owners and their neighbours,
        each once.
        """
        payer = self.payer
        nowhere = -1
        if self.tables.moves:  # a seat may have no neighbours, or others than before
            for _, entry in entered:
                if entry.table:
                    self.link(row)
                    return
            nowhere = self.nowhere(row)
        stale: dict[int, None] = {}
        for seat, entry in entered:
            for index in entry.parts:
                payer.refresh_part(row, seat, index)
                stale[seat] = None
                if entry.sells:
                    left, right = row[seat + LEFT], row[seat + RIGHT]
                    if left != nowhere:
                        payer.refresh_right(row, left, index)
                        stale[left] = None
                    if right != nowhere:
                        payer.refresh_left(row, right, index)
                        stale[right] = None
        for seat in stale:
            payer.refresh_masks(row, seat)

    def change(self, row: Row, seat: int, entry: Entry) -> None:
        """Change what is produced, sold, offered and permitted."""
        if entry.has_more:
            self.change_more(row, seat, entry)
        for cell, source, part in entry.own:
            row[seat + cell] = part.grown(row[seat + cell], source)
        for cell, source, part in entry.sale:
            row[seat + cell] = part.grown(row[seat + cell], source)
        for cell, price in entry.prices:
            old = row[seat + cell]
            if not old or price < old:
                row[seat + cell] = price

    def change_more(self, row: Row, seat: int, entry: Entry) -> None:
        """Let a seat leave the table or return to it, and add what stands while it leads at a
        shared place or counts there.
        """
        if entry.table:
            row[seat + ABSENT] = int(entry.table > 0)
        if entry.adds_cards:
            self.doubt(row, seat)
        if entry.opens:
            row[WINDOWED] |= 1 << row[seat + NUMBER]
        for side, lead in entry.leads:
            if self.is_leading(row, seat, side):
                row[seat + TALLY] += lead.delta
                self.change(row, seat, lead)

    def rejoin(self, row: Row, seat: int) -> None:
        """Add what a seat has in common with its neighbours to cells that are worked out from
        nothing.
        """

    def doubt(self, row: Row, seat: int) -> None:
        """Let the places that a seat shares be compared again."""

    def put_into_city(self, row: Row, seat: int, card: int) -> Entry:
        """Lay a card into a city; its one-shot effects come later."""
        entry = self.entry[card]
        row[seat + self.main] |= 1 << card
        row[seat + BLOCKED] |= self.twins[card]
        row[seat + CHAINED] |= self.opened[card]
        row[seat + TALLY] += self.colour_delta[card]
        self.enter(row, seat, entry)
        return entry

    def take_from_city(self, row: Row, seat: int, card: int) -> None:
        """Take a card out of a city, with what lies on it.

        A tally is an exact sum, so that only more than that has to be worked out again.
        """
        entry = self.entry[card]
        row[seat + self.main] ^= 1 << card
        row[seat + MARKED] &= ~(1 << card)
        if not entry.is_plain:
            self.rebuild(row, seat)
            return
        row[seat + TALLY] -= self.colour_delta[card] + entry.delta
        if not self.twins[card] & self.cards_around(row, seat):
            row[seat + BLOCKED] &= ~self.twins[card]
        if self.opened[card]:
            row[seat + CHAINED] = 0
            for other in bits(row[seat + self.main] | row[seat + REVEALED]):
                row[seat + CHAINED] |= self.opened[other]

    def cards_around(self, row: Row, seat: int) -> int:
        """Return the cards of which a seat may not build another copy."""
        return row[seat + self.main] | row[seat + REVEALED]

    def happen(self, row: Row, seat: int, entry: Entry, later: int = 0, line: int = -1) -> None:
        """Let the one-shot effects of an item happen, or of a copy whose points count on a line.

        Those with a decision wait for their moment, some ranks later.
        """
        for once in entry.once:
            once(row, seat)
        for late in entry.late:
            self.push(row, self.copying.get((late, line), late), seat, entry.rank + later)

    def copy(self, row: Row, seat: int, option: int, line: int) -> None:
        """Let the effects of a card or stage hold for a seat too.

        It has no colour here, and nothing counts it.
        """
        line = line if self.copied_on < 0 else self.copied_on
        self.happen(row, seat, self.copy_standing(row, seat, option >> CARD & CARD_MASK, line), line=line)

    def copy_on(self, late: Late, line: int, row: Row, seat: int, option: int) -> None:
        """Copy by a copy: points count on the line of what was copied first."""
        self.copied_on = line
        late.then(row, seat, option)
        self.copied_on = -1

    def copy_standing(self, row: Row, seat: int, code: int, line: int) -> Entry:
        """Let the standing effects of a card or stage hold for a seat too.

        Its points count on a line.
        """
        entry = self.copied_entry(code)
        row[seat + COPIED] = pushed(pushed(row[seat + COPIED], code), line)
        self.enter(row, seat, entry)
        return entry

    def copies_of(self, row: Row, seat: int) -> list[tuple[int, int]]:
        """Return (what, line) of all that a seat has copied."""
        listed = unpacked(row[seat + COPIED])
        return list(zip(listed[::2], listed[1::2], strict=True))

    def copy_options(
        self, row: Row, seat: int, cities: Iterable[int], colours: tuple[int, ...], age: int = 0, stage: int = 0
    ) -> list[int]:
        """Return the cards of some cities whose effects may be copied, one of each kind, and stages
        that are built there.
        """
        cards = 0
        stages = []
        for city in cities:
            cards |= row[city + self.main]
            if stage and stage - 1 in self.built(row, city):
                stages.append(self.stage_codes[row[city + SIDE], stage - 1])
        cards = self.coloured(cards, colours)
        if age:
            cards &= self.of_age.get(age, 0)
        found = (*self.one_of_each(cards), *dict.fromkeys(stages))
        # What copies is copied once at most: two of them would copy each other for ever.
        had = {code for code, _ in self.copies_of(row, seat)}
        return [code << CARD for code in found if code not in had or not self.is_copier(code)]

    def effect_options(self, board: str, side: str, stage: int) -> list[int]:
        """Return the effects of a stage of which its owner has one.

        Who copies the stage chooses for itself.
        """
        return [code << CARD for code in self.option_codes[board, side, stage]]

    def is_copier(self, code: int) -> bool:
        """Tell whether a card or stage copies something in turn."""
        return any(late.kind == "copy" for late in self.copied_effects[code].late)

    def push(self, row: Row, late: int, seat: int, rank: int) -> None:
        """Suspend an effect until its decision is made.

        The lowest rank acts first, then the lowest seat, then who came first.
        """
        count = row[FRAMES]
        frame = (rank << FRAME_BITS | row[seat + NUMBER]) << FRAME_BITS | late
        frames = [*row[TABLE_CELLS : TABLE_CELLS + count], frame]
        row[TABLE_CELLS : TABLE_CELLS + count + 1] = sorted(frames, key=lambda frame: frame >> FRAME_BITS)
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

    def cards_in(self, row: Row, cell: int, colours: tuple[int, ...]) -> int:
        """Return how many cards of some colours lie in a zone."""
        return self.coloured(row[cell], colours).bit_count()

    def draw(self, row: Row, seat: int, colours: tuple[int, ...], number: int, zone: int) -> None:
        """Draw random cards that lie in decks into a zone of a seat."""
        first = self.tables.deck_cell
        lying = 0
        for deck, home in enumerate(self.home):  # what is mixed into another deck is not unused: it will be dealt
            lying |= row[first + deck] & home
        pool = list(bits(self.coloured(lying, colours)))
        self.shuffle(row, pool)
        drawn = mask_of(pool[:number])
        for deck in range(len(self.home)):
            row[first + deck] &= ~drawn
        row[seat + zone] |= drawn

    def gain(self, row: Row, seat: int, coins: int) -> None:
        """Give a seat coins from the bank."""
        row[seat + COINS] += coins
        if row[seat + TALLY] & self.coin_lanes and coins > 0:
            for trigger, _ in self.on_coins:
                held = row[seat + TALLY] >> trigger.lane & LANE_MASK
                self.fire(row, seat, trigger.lane, trigger.per, trigger.once, held)

    def gain_tokens(self, row: Row, seat: int, token: int, number: int) -> None:
        """Give a seat tokens, as many as there are."""
        kind = self.tables.tokens[token]
        if kind.supply:
            number = min(number, kind.supply - self.given_out(row, token))
        row[seat + kind.cell] += number
        if token in self.supplied:
            row[UNSUPPLIED] = 1
        if not self.on_tokens:
            return
        watching = [trigger for trigger, _ in self.on_tokens if token in trigger.tokens]
        for _ in range(number if any(row[seat + TALLY] >> trigger.lane & LANE_MASK for trigger in watching) else 0):
            before = row[REACTIONS]
            for trigger in watching:
                held = row[seat + TALLY] >> trigger.lane & LANE_MASK
                self.fire(row, seat, trigger.lane, trigger.per, trigger.once, held)
            if row[REACTIONS] == before:
                break  # all are used up, and further tokens set off nothing either

    def lose_tokens(self, row: Row, seat: int, tokens: tuple[int, ...]) -> None:
        """Take all tokens of some kinds from a seat."""
        for token in tokens:
            row[seat + self.tables.tokens[token].cell] = 0

    def fire(self, row: Row, seat: int, lane: int, per: str, once: Once, held: int) -> None:
        """Let a trigger happen for each of it that is in play and not used up."""
        if per:
            held -= row[seat + USES] >> lane & LANE_MASK
            row[seat + USES] += max(0, held) << lane
        for _ in range(held):
            row[REACTIONS] += 1
            if row[REACTIONS] > MOST_REACTIONS:
                times = f"when triggers have fired {MOST_REACTIONS} times at once"
                raise Runaway(f"the game stops {times}; the last one was to `{once.__doc__}`")
            once(row, seat)

    def others_than(self, row: Row, seat: int) -> list[int]:
        """Return all other seats that have to do with a seat."""
        if row[seat + ABSENT]:
            return []
        return [other for other in self.seats[row[PLAYERS]] if other != seat and not row[other + ABSENT]]

    def neighbours(self, row: Row, seat: int) -> list[int]:
        """Return the neighbours of a seat, each once."""
        nowhere = self.nowhere(row)
        return [other for other in dict.fromkeys((row[seat + LEFT], row[seat + RIGHT])) if other != nowhere]

    def sold_far(self, row: Row, seat: int, buyer: int) -> list[int]:
        """Return what a seat sells to one that is no neighbour, for each part of the goods."""
        sale = seat + self.payer.sale
        return row[sale : sale + len(self.payer.parts)]

    # --- the table --------------------------------------------------------------------------------

    def nowhere(self, row: Row) -> int:
        """Return the seat that stands for no seat: a block of cells behind all others in which
        there is never anything.
        """
        return self.tables.table_cells + row[PLAYERS] * self.tables.seat_cells

    def as_seated(self, row: Row) -> list[int]:
        """Return the seats in the order in which they sit, whether they are at the table or not."""
        if not row[MOVED]:
            return self.seats[row[PLAYERS]]
        order = [self.seats[row[PLAYERS]][0]]
        while row[order[-1] + NEXT] != order[0]:
            order.append(row[order[-1] + NEXT])
        return order

    def link(self, row: Row) -> None:
        """Work out again who is whose neighbour, and all that follows from it.

        The ring closes around who is absent.
        """
        nowhere = self.nowhere(row)
        seated = self.as_seated(row)
        ring = [seat for seat in seated if not row[seat + ABSENT]]
        for seat in seated:
            row[seat + LEFT] = row[seat + RIGHT] = nowhere
        # Two that are left are neighbours on one side only: a city is nobody's neighbour twice.
        for one, other in list(zip(ring, [*ring[1:], *ring[:1]], strict=True))[
            : len(ring) if len(ring) > 2 else len(ring) - 1
        ]:
            row[one + LEFT], row[other + RIGHT] = other, one
        for seat in seated:
            self.payer.refresh(row, seat)

    def seat_options(self, row: Row, seat: int) -> list[int]:
        """Return behind whom a seat may sit down, other than where it sits: the number of the seat
        on its right.
        """
        others = [other for other in self.as_seated(row) if other != seat and row[other + NEXT] != seat]
        return [row[other + NUMBER] << CARD for other in others]

    def sit_there(self, row: Row, seat: int, option: int) -> None:
        """Let a seat sit down elsewhere, with all that it has."""
        before = self.seats[row[PLAYERS]][option >> CARD & CARD_MASK]
        last = next(other for other in self.as_seated(row) if row[other + NEXT] == seat)
        row[last + NEXT] = row[seat + NEXT]
        row[seat + NEXT] = row[before + NEXT]
        row[before + NEXT] = seat
        row[MOVED] = 1
        row[MOVED] = int(self.as_seated(row) != self.seats[row[PLAYERS]])
        self.link(row)

    # --- cards under stages -----------------------------------------------------------------------

    def reveal_options(self, row: Row, seat: int) -> list[int]:
        """Return the cards under stages that a seat may turn up now."""
        under = unpacked(row[seat + self.under])
        # The last card lies under the last stage; a card may have left its place.
        sides = self.sides[row[seat + SIDE]].stages
        stages = [sides[stage] for stage in self.built(row, seat)][-len(under) :] if under else []
        found = []
        for stage, card in zip(stages, under[-len(stages) :], strict=True):
            hidden = self.tables.cards[self.card_of[card]].colour in stage.effects.hidden
            barred = (row[seat + REVEALED] | row[seat + BLOCKED]) >> card & 1
            if stage.effects.reveals and not hidden and not barred:
                found.append(card << CARD)
        return found

    def turn_up(self, row: Row, seat: int, option: int) -> None:
        """Turn up a card under a stage: its owner has its effects and may chain from it.

        It has no colour and sells nothing.
        """
        card = option >> CARD & CARD_MASK
        entry = self.copied_entry(card)
        row[seat + REVEALED] |= 1 << card
        row[seat + BLOCKED] |= self.twins[card]
        row[seat + CHAINED] |= self.opened[card]
        self.enter(row, seat, entry)
        self.happen(row, seat, entry, line=self.tables.board_line)
        self.push(row, self.reveal, seat, LAST_RANK)  # there may be another one

    def open_windows(self, row: Row, moment: str) -> None:
        """Offer every seat what it may do before cards are chosen, or after playing.

        Whether there is anything to do is asked when its turn comes: what is decided before may
        bring it.
        """
        lanes, windows = self.windows_at[moment]
        revealing = self.revealing if moment == "after" else ()
        seats = self.seats[row[PLAYERS]]
        for number in bits(row[WINDOWED]):
            seat = seats[number]
            if row[seat + TALLY] & lanes:
                for window, late in windows:
                    if row[seat + TALLY] >> window.lane & LANE_MASK > row[seat + USES] >> window.lane & LANE_MASK:
                        self.push(row, late, seat, LAST_RANK)
            if row[seat + SIDE] in revealing:
                self.push(row, self.reveal, seat, LAST_RANK)

    def window_options(self, window: Window, row: Row, seat: int) -> list[int]:
        """Return what a window offers, if it is open to a seat."""
        held, used = row[seat + TALLY] >> window.lane & LANE_MASK, row[seat + USES] >> window.lane & LANE_MASK
        return window.late.ask(row, seat) if held > used and self.has_unused(row, seat, window) else []

    def use_window(self, window: Window, late: int, row: Row, seat: int, option: int) -> None:
        """Do what a window offers, and mark it as used."""
        row[seat + USES] += 1 << window.lane
        row[seat + USES] += sum(number for _, number in window.unused) << window.lane + LANE
        window.late.then(row, seat, option)
        self.push(row, late, seat, LAST_RANK)  # there may be another one

    def has_unused(self, row: Row, seat: int, window: Window) -> bool:
        """Tell whether a seat has the units that a window takes; who pays knows what was used."""
        raise NotImplementedError

    # --- exchanges --------------------------------------------------------------------------------

    def exchange_options(
        self, row: Row, seat: int, coins: int, given: tuple[tuple[int, int], ...], gained: tuple[tuple[int, int], ...]
    ) -> list[int]:
        """Return one option if a seat can give coins and tokens and there are tokens to gain, else
        none.
        """
        tokens = self.tables.tokens
        if row[seat + PURSE] < coins or any(row[seat + tokens[token].cell] < number for token, number in given):
            return []
        for token, number in gained:
            kind = tokens[token]
            if kind.supply and self.given_out(row, token) + number > kind.supply:
                return []
        return [0]

    def give(self, row: Row, seat: int, coins: int, given: tuple[tuple[int, int], ...]) -> None:
        """Take the coins and tokens of an exchange."""
        row[seat + COINS] -= coins
        row[seat + PURSE] -= coins
        for token, number in given:
            row[seat + self.tables.tokens[token].cell] -= number

    def given_out(self, row: Row, token: int) -> int:
        """Return how many tokens of a kind cannot be gained any more."""
        held = sum(row[seat + self.tables.tokens[token].cell] for seat in self.seats[row[PLAYERS]])
        return held + self.set_aside.get(token, 0)

    def build_unpaid(self, row: Row, seat: int, card: int) -> None:
        """Let a seat build a card for nothing, with all that follows.

        What it had in play before reacts.
        """
        held = row[seat + TALLY]
        self.happen(row, seat, self.put_into_city(row, seat, card))
        self.react_to_build(row, seat, card, held)

    def react_to_build(self, row: Row, seat: int, card: int, held: int, place: int = -1) -> None:
        """Let what a seat had in play before react to a card that it builds, in its city or at a
        shared place.
        """
        for trigger, cards in self.triggers.get("build", ()):
            if cards >> card & 1 and trigger.at in (-1, place):
                self.fire(row, seat, trigger.lane, trigger.per, trigger.once, held >> trigger.lane & LANE_MASK)

    # --- between seats ----------------------------------------------------------------------------

    def player_options(self, row: Row, seat: int) -> list[int]:
        """Return the other players that have to do with a seat, by their numbers.

        A guest is none.
        """
        players = row[PLAYERS] - self.tables.guests
        if row[seat + NUMBER] >= players:
            return []
        return [row[o + NUMBER] << CARD for o in self.others_than(row, seat) if row[o + NUMBER] < players]

    def swap_zones(self, row: Row, seat: int, option: int, zone: int) -> None:
        """Let two seats swap all cards of a zone."""
        other = self.seats[row[PLAYERS]][option >> CARD & CARD_MASK]
        row[seat + zone], row[other + zone] = row[other + zone], row[seat + zone]

    def swap_options(self, row: Row, seat: int, colours: tuple[int, ...], equal: bool) -> list[int]:
        """Return the pairs of an own card, in the low bits, and one in another city that may change
        places: without coins in their costs, perhaps with equally many goods, and no city gets
        what it has.
        """
        found = []
        own = self.swappable(row, seat, colours)
        for other in self.others_than(row, seat):
            for taken in self.swappable(row, other, colours):
                for given in own:
                    if (not equal or self.goods_in(given) == self.goods_in(taken)) and not (
                        self.twins_but(row, seat, taken, given) or self.twins_but(row, other, given, taken)
                    ):
                        found.append(taken << CARD | given)
        return found

    def swappable(self, row: Row, seat: int, colours: tuple[int, ...]) -> list[int]:
        """Return the cards of a city without coins in their costs."""
        cards = bits(self.coloured(row[seat + self.main], colours))
        return [card for card in cards if not self.costs[self.cost[card]].coins]

    def goods_in(self, card: int) -> int:
        """Return how many units of goods the cost of a card shows."""
        return sum(number for _, number in self.costs[self.cost[card]].goods)

    def twins_but(self, row: Row, seat: int, card: int, leaving: int) -> bool:
        """Tell whether a card has a twin around a seat, other than a card that leaves."""
        others = self.cards_around(row, seat) & ~(1 << leaving)
        return bool(self.twins[card] & others) or self.card_of[card] == self.card_of[leaving]

    def swap_cards(self, row: Row, seat: int, option: int) -> None:
        """Let two cards change places with what lies on them.

        They work in their new cities, but nothing is built.
        """
        taken, given = option >> CARD & CARD_MASK, option & CARD_MASK
        other = self.seats[row[PLAYERS]][self.number_of_owner(row, taken)]
        both = 1 << taken | 1 << given
        for cell in (self.main, MARKED):
            moving = (row[seat + cell] | row[other + cell]) & both
            row[seat + cell] ^= moving
            row[other + cell] ^= moving
        self.rebuild(row, seat)
        self.rebuild(row, other)

    def number_of_owner(self, row: Row, card: int) -> int:
        """Return the number of the seat in whose city a card lies."""
        return next(row[o + NUMBER] for o in self.seats[row[PLAYERS]] if row[o + self.main] >> card & 1)

    def marker_options(self, row: Row, seat: int, coins: int, colours: tuple[int, ...]) -> list[int]:
        """Return the cards of a city on which a seat may put coins: those without any."""
        if min(row[seat + PURSE], row[seat + COINS]) < coins:
            return []
        cards = self.coloured(row[seat + self.main] & ~row[seat + MARKED], colours)
        return [card << CARD for card in bits(cards)]

    def put_coins(self, row: Row, seat: int, option: int, coins: int) -> None:
        """Put coins on a card; they stay there."""
        row[seat + COINS] -= coins
        row[seat + PURSE] -= coins
        row[seat + MARKED] |= 1 << (option >> CARD & CARD_MASK)

    def oblige(self, row: Row, victims: Iterable[int], duty: int) -> None:
        """Ask seats for an action the next time they choose."""
        for victim in victims:
            row[victim + DUTY] |= 1 << 2 * duty
            row[OBLIGED] |= 1 << row[victim + NUMBER]

    def zone_cards(self, row: Row, seat: int, zone: int, colours: tuple[int, ...]) -> list[int]:
        """Return the cards of a zone, one of each kind, whatever they are good for."""
        return [card << CARD for card in self.one_of_each(self.coloured(self.in_zone(row, seat, zone), colours))]

    def hand_over(self, row: Row, seat: int, zone: int, to: int, option: int) -> None:
        """Move a card of a seat to a zone of the table."""
        card = option >> CARD & CARD_MASK
        self.take(row, seat, zone, card)
        row[self.tables.zones[to].cell] |= 1 << card

    def them_options(self, row: Row, seat: int) -> list[int]:
        """Return the cards that were given up for a seat and that it may lay into its city."""
        return [card << CARD for card in self.one_of_each(row[seat + DRAWN] & ~row[seat + BLOCKED])]

    def give_used_card(self, row: Row, seat: int) -> None:
        """Let the partner build the card that the last stage was built with.

        One that its city has stays where it is.
        """
        under = unpacked(row[seat + self.under])
        partner = row[seat + PARTNER]
        if under and partner and not row[partner + BLOCKED] >> under[-1] & 1:
            row[seat + self.under] = 0
            for card in under[:-1]:
                row[seat + self.under] = pushed(row[seat + self.under], card)
            self.build_unpaid(row, partner, under[-1])

    # --- boards -----------------------------------------------------------------------------------

    def draw_boards(self, row: Row, seat: int, number: int, either_side: bool) -> None:
        """Draw boards that nobody has; one that could not be taken on any side is drawn again."""
        used = {self.sides[row[other + SIDE]].board for other in self.seats[row[PLAYERS]]}
        free = [
            index
            for index, faces in enumerate(self.faces)
            if self.sides[faces[0]].board not in used
            and any(self.is_takeable(row, seat, side, either_side) for side in faces)
        ]
        shuffle(row, free)
        row[seat + DRAWN] = mask_of(free[:number])

    def board_options(self, row: Row, seat: int, either_side: bool) -> list[int]:
        """Return the sides of the drawn boards that may be taken."""
        drawn = [side for index in bits(row[seat + DRAWN]) for side in self.faces[index]]
        return [side << CARD for side in drawn if self.is_takeable(row, seat, side, either_side)]

    def is_takeable(self, row: Row, seat: int, side: int, either_side: bool) -> bool:
        """Tell whether a seat may have a side of a board instead of its own, where it sits."""
        is_the_side = either_side or self.sides[side].side == self.sides[row[seat + SIDE]].side
        if not is_the_side or not self.stages[side]:
            return False
        order = self.as_seated(row)
        return self.may_sit([side if other == seat else row[other + SIDE] for other in order], order.index(seat))

    def may_sit(self, table: Sequence[int | None], place: int) -> bool:
        """Tell whether a board may have its place at a table: `why_not`, with what two boards say
        of each other worked out once.
        """
        known, new, seats = self.sitting, table[place], len(table)
        assert new is not None
        fits = known.get((new, -1, seats))
        if fits is None:
            fits = known[new, -1, seats] = is_for(self.sides[new], seats - self.tables.guests, advised=True)
        if not fits:
            return False
        left, right = (place + 1) % seats, (place - 1) % seats
        for other, old in enumerate(table):
            if old is None or other == place:
                continue
            relation = (other == left) + 2 * (other == right)
            fits = known.get((new, old, relation))
            if fits is None:
                sides = self.sides[new], self.sides[old]
                fits = not why_not_both(*sides, bool(relation & 1), bool(relation & 2), advised=True)
                known[new, old, relation] = fits
            if not fits:
                return False
        return True

    def take_board(self, row: Row, seat: int, option: int) -> None:
        """Replace the board of a seat: all it has stays, the first stage is built, gifts of the
        start are not given.
        """
        row[seat + DRAWN] = 0
        row[seat + SIDE] = option >> CARD & CARD_MASK
        row[seat + STAGES] = row[seat + ORDER] = 0
        self.add_stage(row, seat, 0)
        first = self.stages[row[seat + SIDE]][0]
        absent, row[seat + ABSENT] = row[seat + ABSENT], int(first.table > 0)
        self.rebuild(row, seat)
        if row[seat + ABSENT] != absent:
            self.link(row)
        self.happen(row, seat, first)
        if self.reveal_options(row, seat):  # what may be done after playing may be done with the new board too
            self.push(row, self.reveal, seat, LAST_RANK)

    def rebuild(self, row: Row, seat: int) -> None:
        """Work out the standing effects of all that a seat has in play again, from nothing.

        Whether it is at the table stays as it is: that depends on what it built or copied last.
        """
        tables = self.tables
        side, absent = row[seat + SIDE], row[seat + ABSENT]
        sold = row[seat + tables.sale_cell : seat + tables.joint_cell]
        row[seat + tables.own_cell : seat + tables.seat_cells] = [0] * (tables.seat_cells - tables.own_cell)
        row[seat + TALLY] = row[seat + SHARED] = 0
        row[WINDOWED] &= ~(1 << row[seat + NUMBER])
        entries = [self.everyone, self.starts[side], *(self.stages[side][stage] for stage in self.built(row, seat))]
        tally = self.stage_delta * row[seat + STAGES] + self.from_nowhere.get(seat, 0)
        blocked = chained = 0
        for card in bits(row[seat + self.main]):
            entries.append(self.entry[card])
            tally += self.colour_delta[card]
            blocked |= self.twins[card]
            chained |= self.opened[card]
        entries += [self.copied_entry(code) for code, _ in self.copies_of(row, seat)]
        for card in bits(row[seat + REVEALED]):
            entries.append(self.copied_entry(card))
            blocked |= self.twins[card]
            chained |= self.opened[card]
        row[seat + BLOCKED], row[seat + CHAINED] = blocked, chained
        for entry in entries:
            tally += entry.delta
            if not entry.is_plain:
                self.change(row, seat, entry)
        row[seat + TALLY] += tally
        self.rejoin(row, seat)
        row[seat + ABSENT] = absent
        self.payer.refresh(row, seat)
        if row[seat + tables.sale_cell : seat + tables.joint_cell] != sold:
            for other in self.neighbours(row, seat) if tables.moves else (row[seat + LEFT], row[seat + RIGHT]):
                self.payer.refresh(row, other)

    def new_turn(self, row: Row) -> None:
        """Begin a turn: limits per turn renew themselves."""
        for seat in self.seats[row[PLAYERS]]:
            row[seat + USES] &= self.but_turn_lanes
