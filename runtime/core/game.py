"""A game on the core for people and programs: ask, answer, copy, look at it, count it.

A game is its row; everything else here is derived from it or can be thrown away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stele.runtime.core.boards import NoTable
from stele.runtime.core.cells import (
    ACTION,
    ACTION_MASK,
    AGE,
    BARRED,
    BY_CHAIN,
    BY_NEAR_CHAIN,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    CHOICE,
    COINS,
    FRAME_MASK,
    FREE_LEFT,
    FREE_RIGHT,
    LEFT,
    LEVEL,
    MANNER,
    MANNER_MASK,
    NO_CARD,
    NUMBER,
    OWING,
    PAY_MASK,
    PLAYERS,
    RIDER,
    RIDER_MASK,
    RIGHT,
    SIDE,
    STAGE,
    STAGE_MASK,
    STAGES,
    STEP,
    TABLE_CELLS,
    TO_LEFT,
    TO_MANY,
    TO_RIGHT,
    TOTAL,
    TURN,
    UNITS,
    UNITS_MASK,
    WORD,
)
from stele.runtime.core.entering import built_stage
from stele.runtime.core.far import far_way, payees
from stele.runtime.core.games import (
    DEMAND,
    GUEST,
    LAST,
    LATE,
    LOSS,
    PLAY,
    answer,
    new_row,
    pending,
    set_up,
)
from stele.runtime.core.guest import guide
from stele.runtime.core.leaves import Leaves
from stele.runtime.core.names import Names
from stele.runtime.core.places import across, face_at, is_idle
from stele.runtime.core.riders import far_market
from stele.runtime.core.scoring import total, winners
from stele.runtime.core.seats import nowhere
from stele.runtime.core.swaps import owner_of
from stele.runtime.decide import Ask, Meaning
from stele.runtime.ruleset import Zone

if TYPE_CHECKING:
    from stele.runtime.core.cells import Row
    from stele.runtime.score import Score

KINDS = {PLAY: "play", LAST: "last", LATE: "late", LOSS: "loss", GUEST: "guest", DEMAND: "demand"}
MANNERS = {BY_CHAIN: "chain", BY_PERMIT: "permit", BY_NEAR_CHAIN: "neighbour"}


class GameRules(Names):
    """A compiled game on the core: begins games."""

    def new_game(self, players: int, seed: int = 0, boards: Sequence[tuple[str, str]] | None = None) -> Game:
        """Begin a game; without boards each seat gets one at random, on a random side."""
        if boards is None:
            return Game(self, new_row(self.core, self.start, players, seed))
        names = [(side.board, side.side) for side in self.tables.sides]
        if len(boards) != players + self.core.guests:
            raise NoTable(f"{players} players need {players + self.core.guests} boards, not {len(boards)}")
        row = self.start.rows[len(boards)][:]
        for seat, board in zip(self.core.seats[len(boards)], boards, strict=True):
            row[seat + SIDE] = names.index((board[0], board[1]))
        return Game(self, set_up(self.core, self.start, row))


class Game:
    """One game; its whole state is `row`."""

    __slots__ = ("_ask", "row", "rules")

    def __init__(self, rules: GameRules, row: Row) -> None:
        self.rules = rules
        self.row = row
        self._ask: Ask | None = None

    # --- playing ----------------------------------------------------------------------------------

    def pending(self) -> Ask | None:
        """Return the decision that is due, or nothing if the game is over."""
        if self._ask is not None:
            return self._ask
        rules, row = self.rules, self.row
        found = pending(rules.core, rules.asks, row)
        if found is None:
            return None
        number, options = found
        kind = rules.asks.kinds[row[STEP]]
        play = row[TABLE_CELLS] & FRAME_MASK if kind == LATE else rules.asks.plays[row[STEP]]
        seat = rules.core.seats[row[PLAYERS]][number]
        speaker = self.speaks_for(number)
        self._ask = Ask(KINDS[kind], speaker, play, options, seat + CHOICE, number)
        return self._ask

    def speaks_for(self, number: int) -> int:
        """Return the number of the seat that decides for a seat: itself, or a guest's guide."""
        core, row = self.rules.core, self.row
        if not core.guests or number < row[PLAYERS] - 1:
            return number
        return row[guide(core, row) + NUMBER]

    def answer(self, ask: Ask, option: int) -> None:
        """Answer the pending decision, as `pending` returned it, with one of its options; once."""
        if ask is not self._ask:
            raise ValueError("this decision is not pending: it was answered, or belongs to another game")
        if option not in ask.options:
            raise ValueError("this option is not among those of the decision")
        answer(self.rules.core, self.row, ask.about, option)
        self._ask = None

    def meaning(self, ask: Ask, option: int) -> Meaning:
        """Say what an option stands for."""
        rules, row = self.rules, self.row
        card = option >> CARD & CARD_MASK
        late = rules.lates[ask.play] if ask.kind == "late" else ""
        if card == NO_CARD:
            return Meaning("lose" if ask.kind == "loss" else "decline", "", "paid", option & PAY_MASK, 0, 0)
        if late == "exchange":
            return Meaning("exchange", "", "paid", 0, 0, 0)
        if late in ("seat", "player"):
            return Meaning("move" if late == "seat" else "swap", "", "paid", 0, 0, 0, seat=card)
        if late == "swap":
            owner, gives = row[owner_of(rules.core, row, card) + NUMBER], rules.code_name(option & CARD_MASK)
            return Meaning("swap", rules.code_name(card), "paid", 0, 0, 0, seat=owner, gives=gives)
        if late == "board":
            face = rules.tables.sides[card]
            return Meaning("take", f"{face.board}-{face.side}", "paid", 0, 0, 0)
        if late == "turn":
            turned = rules.tables.places[ask.play - rules.core.first_turning].sides[card]
            return Meaning("take", f"{turned.board}-{turned.side}", "paid", 0, 0, 0)
        if ask.kind == "demand":
            return Meaning("give", rules.code_name(card), "paid", 0, 0, 0)
        return self.paid_meaning(ask, option)

    def paid_meaning(self, ask: Ask, option: int) -> Meaning:
        """Say what an option stands for that uses a card and may pay for it."""
        rules, row = self.rules, self.row
        tables, manner = rules.tables, option >> MANNER & MANNER_MASK
        others: tuple[tuple[int, int], ...] = ()
        if manner == TO_MANY:
            market = far_market(rules.core, row, rules.core.seats[row[PLAYERS]][ask.about], option)
            way = option & (1 << TOTAL) - 1
            others = tuple(payees(rules.core, row, market, way))
            option = option >> TOTAL << TOTAL | far_way(market, way)
        name = rules.code_name(option >> CARD & CARD_MASK)
        bank, left, right = (option >> shift & PAY_MASK for shift in (0, TO_LEFT, TO_RIGHT))
        units, free = option >> UNITS & UNITS_MASK, (bool(option & FREE_LEFT), bool(option & FREE_RIGHT))
        used = tables.actions[option >> ACTION & ACTION_MASK]
        at = tables.zones[used.to].id if used.place >= 0 else ""
        if ask.kind == "late":
            return Meaning("take", name, "paid", bank, left, right, "", units, -1, free, others, at)
        action = used.id if used.base < 0 else tables.actions[used.base].id
        rider = option >> RIDER & RIDER_MASK
        rides = tables.riders[rider - 1].id if rider else ""
        how, stage = MANNERS.get(manner, "paid"), option >> STAGE & STAGE_MASK
        return Meaning(action, name, how, bank, left, right, rides, units, -1, free, others, at, stage)

    # --- copying ----------------------------------------------------------------------------------

    def clone(self) -> Game:
        """Return an independent copy."""
        game = Game(self.rules, self.row[:])
        game._ask = self._ask
        return game

    def hash(self) -> str:
        """Return a fingerprint of the whole state."""
        return hashlib.blake2b(repr(list(self.row)).encode(), digest_size=8).hexdigest()

    # --- looking ----------------------------------------------------------------------------------

    def view(self, seat: int) -> dict[str, Any]:
        """Return what one seat may see, in names."""
        self.pending()  # what follows from the last answer has happened
        tables, row = self.rules.tables, self.row
        seats = range(row[PLAYERS])
        return {
            "age": row[AGE],
            "turn": row[TURN] + 1,
            "owing": [number for number in seats if row[OWING] >> number & 1],
            "table": {
                zone.id: self.seen(zone, 0, zone.seen_by == "everyone") for zone in tables.zones if not zone.of_seat
            },
            **({"supplies": self.supplies()} if tables.supplies else {}),
            "seats": [self.view_of(number, number == seat) for number in seats],
        }

    def supplies(self) -> dict[str, list[int]]:
        """Return how many tokens each supply has left, by age."""
        tables, row = self.rules.tables, self.row
        return {supply.id: list(row[supply.cell : supply.cell + tables.ages]) for supply in tables.supplies}

    def view_of(self, number: int, is_own: bool) -> dict[str, Any]:
        """Return what can be seen of one seat."""
        rules, row = self.rules, self.row
        tables, core = rules.tables, rules.core
        seat = core.seats[row[PLAYERS]][number]
        side = tables.sides[row[seat + SIDE]]
        copies = [row[seat + core.copies + slot] for slot in range(core.copy_slots)]
        copies = [held for held in copies if held and not is_idle(core, row, seat, held)]
        counting = Leaves(rules, row, seat)
        zones = [zone for zone in tables.zones if zone.of_seat]
        return {
            "board": side.board,
            "side": side.side,
            "stages": row[seat + STAGES],
            "coins": row[seat + COINS],
            "left": self.beside(seat, LEFT),
            "right": self.beside(seat, RIGHT),
            "copies": [rules.code_name((held - 1) & CARD_MASK) for held in copies],
            "built": [built_stage(core, row, seat, i) + 1 for i in range(row[seat + STAGES])],
            "with-coins": [rules.code_name(code) for code in counting.cards(core.marked)] if core.has_marked else [],
            "turned-up": [rules.code_name(code) for code in counting.cards(core.revealed)] if core.reveals else [],
            "places": self.places_of(seat),
            "tokens": {token.id: row[seat + token.cell] for token in tables.tokens if row[seat + token.cell]},
            "zones": {
                zone.id: self.seen(zone, seat, zone.seen_by == "everyone" or (is_own and zone.seen_by == "owner"))
                for zone in zones
            },
        }

    def places_of(self, seat: int) -> list[dict[str, Any]]:
        """Return the places that a seat shares: with whom, which board lies there, by how many
        cards it leads, whom they serve.
        """
        tables, core, row = self.rules.tables, self.rules.core, self.row
        found = []
        for kind, place in enumerate(tables.places):
            for side, name in enumerate(("left", "right")):
                face = face_at(core, row, kind, seat, side)
                if face < 0:
                    continue
                board = place.sides[face - core.face_from[kind]]
                cell = seat + core.place_cell[kind]
                shared = {"zone": place.id, "side": name, "with": row[across(core, row, seat, side) + NUMBER]}
                shared |= {"board": board.board, "face": board.side, "leads": row[cell + LEVEL + side]}
                found.append({**shared, "barred": bool(row[cell + BARRED + side])})
        return found

    def beside(self, seat: int, side: int) -> int | None:
        """Return the number of the neighbour on one side, or nothing if there is none."""
        other = self.row[seat + side]
        return None if other == nowhere(self.rules.core, self.row) else self.row[other + NUMBER]

    def seen(self, zone: Zone, seat: int, is_open: bool) -> list[str] | int:
        """Return the cards of a zone, or only how many there are."""
        core, row, first = self.rules.core, self.row, seat + zone.cell
        if zone.is_sequence:
            codes = [row[first + slot] - 1 for slot in range(core.slots) if row[first + slot]]
        else:
            words = [(word << WORD, row[first + word]) for word in range(core.words)]
            codes = [start + place for start, cards in words for place in range(63) if cards >> place & 1]
        names = [self.rules.code_name(code) for code in sorted(codes, key=self.by_definition)]
        return (names if not zone.is_sequence else [self.rules.code_name(c) for c in codes]) if is_open else len(codes)

    def by_definition(self, code: int) -> int:
        """Return where a card stands among all definitions."""
        return self.rules.core.kind[code]

    @property
    def is_over(self) -> bool:
        """Tell whether the last decision has been made."""
        return self.pending() is None

    # --- counting ---------------------------------------------------------------------------------

    def scores(self) -> list[Score]:
        """Return the points of every seat as if the game ended now, by line and with leaves."""
        self.pending()
        seats = self.rules.core.seats[self.row[PLAYERS]][: self.row[PLAYERS] - self.rules.core.guests]
        return [Leaves(self.rules, self.row, seat).score() for seat in seats]

    def totals(self) -> list[int]:
        """Return the total of every seat as if the game ended now: what `scores` adds up to,
        counted faster.
        """
        self.pending()
        seats = self.rules.core.seats[self.row[PLAYERS]][: self.row[PLAYERS] - self.rules.core.guests]
        return [total(self.rules.core, self.row, seat) for seat in seats]

    def winners(self) -> list[int]:
        """Return the seats with the best result, partners together; a tie that nothing decides is
        shared.
        """
        self.pending()
        best = winners(self.rules.core, self.row)
        return [number for number in range(self.row[PLAYERS]) if best >> number & 1]
