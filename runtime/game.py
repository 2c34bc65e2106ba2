"""A game in play: ask, answer, copy, save, look at it, count it.

A game is its row; everything else here is derived from it or can be thrown away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from stele.runtime.decide import Ask, Meaning, meaning
from stele.runtime.engine import Engine
from stele.runtime.entering import Runaway
from stele.runtime.row import (
    AGE,
    CHOICE,
    COINS,
    LEFT,
    MARKED,
    NUMBER,
    OWING,
    PLAYERS,
    PURSE,
    REACTIONS,
    REVEALED,
    RIGHT,
    SIDE,
    STAGES,
    STEP,
    TURN,
    Row,
    bits,
    unpacked,
)
from stele.runtime.ruleset import END, Step, Tables, Zone
from stele.runtime.saves import MOST_HELD, NotSaved, read_save, require_row, save_text
from stele.runtime.score import Score, score_seat, total_of
from stele.runtime.seating import NoTable

new_tuple = tuple.__new__  # a named tuple without the call that names its parts


MOST_STEPS = 10_000  # that follow on each other in a saved game before somebody is asked


class Refused(ValueError):
    """An answer, a save or a request that the rules do not allow."""


class Rules:
    """A compiled game: opens tables, begins games, loads saved ones."""

    def __init__(self, tables: Tables, engine: Engine, steps: tuple[Step, ...]) -> None:
        self.tables = tables
        self.engine = engine
        self.steps = steps
        self.asks = tables.asks
        self.seats = engine.seats
        self.play_options = engine.options
        counted = (COINS, *(token.cell for token in tables.tokens))
        # Where coins and tokens are counted, by the number of players.
        self.held = [[seat + cell for seat in seats for cell in counted] for seats in engine.seats]

    def require_bounds(self, row: Row) -> None:
        """Stop a game in which somebody has more than can be offered, counted and saved."""
        if max(map(row.__getitem__, self.held[row[PLAYERS]])) > MOST_HELD:
            raise Runaway(f"the game stops: somebody has more than {MOST_HELD} coins or tokens of one kind")

    @property
    def hash(self) -> str:
        """Return what tells this ruleset from every other."""
        return self.tables.content

    def new_game(self, players: int, seed: int = 0, boards: Sequence[tuple[str, str]] | None = None) -> Game:
        """Begin a game; without boards each seat gets one at random, on a random side."""
        tables = self.tables
        never = dict(tables.never)
        if tables.variant in never:
            raise Refused(f"{never[tables.variant]} is not played in the variant `{tables.variant}`")
        if players not in tables.numbers:
            others = [id for id, _, numbers in tables.variants if players in numbers and id != tables.variant]
            played = [id for id in others if id not in never]
            help = f"; with {players} there is the variant `{played[0]}`" if played else ""
            further = [(id, numbers) for id, _, numbers in tables.variants if id not in (*never, tables.variant)]
            new = next(((id, n) for id, numbers in further for n in numbers if n not in tables.numbers), None)
            if not others and new is not None:
                help = f"; with {new[1]} there is the variant `{new[0]}`"
            if others and not played:
                help = f"; {never[others[0]]} is not played in the variant `{others[0]}`"
            raise Refused(f"this game is for {number_words(tables.numbers)} players, not for {players}{help}")
        seats = players + tables.guests
        names = [(side.board, side.side) for side in tables.sides]
        chosen = []
        for board in boards or ():
            if tuple(board) not in names:
                raise Refused(f"there is no board {board[0]} with a side {board[1]}")
            chosen.append(names.index((board[0], board[1])))
        if boards is not None and len(chosen) != seats:
            raise Refused(f"{players} players need {seats} boards, not {len(chosen)}")
        for number in range(len(chosen)):
            if reason := self.engine.why_not_dealt(chosen[: number + 1], seats, advised=False):
                raise Refused(reason)
        try:
            return Game(self, self.engine.new_row(seats, seed, chosen))
        except NoTable as problem:
            raise Refused(str(problem)) from problem

    def advice(self, boards: Sequence[tuple[str, str]]) -> list[str]:
        """Return what is advised against in a table of boards, whether it is forbidden or not."""
        names = [(side.board, side.side) for side in self.tables.sides]
        chosen = [names.index((board, side)) for board, side in boards]
        found = [self.engine.why_not_dealt(chosen[: number + 1], len(chosen)) for number in range(len(chosen))]
        return [reason for reason in found if reason]

    def load(self, text: str) -> Game:
        """Return a saved game; the save of another ruleset, or what is none, is refused."""
        try:
            saved = read_save(text)
            if saved.ruleset != self.hash:
                ours = self.hash[:12]
                raise Refused(f"this game was saved with another ruleset ({saved.ruleset[:12]}, not {ours})")
            if (saved.expansions, saved.variant) != (self.tables.expansions, self.tables.variant):
                raise Refused("this saved game names other expansions or another variant than its ruleset")
            require_row(self.engine, len(self.steps), saved.row)
            game = Game(self, saved.row)
            game.clone().look_around()
        except (NotSaved, Refused) as problem:
            raise Refused(str(problem)) from problem
        except Exception as problem:
            # A row is untrusted: whatever it makes of our arithmetic is the fault of the row.
            raise Refused("this saved game stands where no game of these rules can come to") from problem
        return game


def number_words(numbers: Sequence[int]) -> str:
    """Return numbers as words: `3 to 7`, or `4, 6 or 8`."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return " or ".join(filter(None, (", ".join(map(str, numbers[:-1])), str(numbers[-1]))))


class Game:
    """One game; its whole state is `row`."""

    __slots__ = ("_ask", "row", "rules")

    def __init__(self, rules: Rules, row: Row) -> None:
        self.rules = rules
        self.row = row
        self._ask: Ask | None = None

    # --- playing ----------------------------------------------------------------------------------

    def pending(self) -> Ask | None:
        """Return the decision that is due, or nothing if the game is over."""
        ask = self._ask
        if ask is not None:
            return ask
        rules, row = self.rules, self.row
        while not row[OWING]:
            step = row[STEP]
            if step == END:
                return None
            row[STEP] = rules.steps[step](row)
            row[REACTIONS] = 0
            rules.require_bounds(row)
        kind, index = rules.asks[row[STEP]]
        owing = row[OWING]
        number = (owing & -owing).bit_length() - 1
        seat = rules.seats[row[PLAYERS]][number]
        about = number
        if kind == "play":
            options = rules.play_options(row, seat, index, row[seat + COINS])
        elif kind == "last":
            options = rules.play_options(row, seat, index, row[seat + PURSE])
        else:
            engine = rules.engine
            number = engine.speaks_for(row, about)
            options = engine.other_options(row, kind, seat, index)
            index = engine.frame(row)[1] if kind == "late" else index
        self._ask = ask = new_tuple(Ask, (kind, number, index, options, seat + CHOICE, about))
        return ask

    def answer(self, ask: Ask, option: int) -> None:
        """Answer the pending decision, as `pending` returned it, with one of its options; once."""
        if ask is not self._ask:
            raise Refused("this decision is not pending: it was answered, or belongs to another game")
        options = ask.options
        if option not in options:
            raise Refused("this option is not among those of the decision")
        row = self.row
        # `7.0` is equal to 7, and would be no number of a row.
        row[ask.cell] = (option if type(option) is int else options[options.index(option)]) + 1
        row[OWING] ^= 1 << ask.about
        self._ask = None

    def meaning(self, ask: Ask, option: int) -> Meaning:
        """Say what an option stands for."""
        return meaning(self.rules.engine, self.row, ask, option)

    # --- copying and saving -----------------------------------------------------------------------

    def clone(self) -> Game:
        """Return an independent copy."""
        game = Game.__new__(Game)
        game.rules = self.rules
        game.row = self.row[:]
        game._ask = self._ask
        return game

    def become(self, other: Game) -> None:
        """Take over the state of a copy, to go back to it."""
        self.row[:] = other.row
        self._ask = other._ask

    def save(self) -> str:
        """Return the game as a text that the same ruleset can load."""
        return save_text(self.rules.tables, self.row)

    def look_around(self) -> None:
        """Take the steps that are due, and look at everything that can be seen or counted."""
        rules, row = self.rules, self.row
        for _ in range(MOST_STEPS):
            if row[OWING] or row[STEP] == END:
                break
            row[STEP] = rules.steps[row[STEP]](row)
        else:
            raise Refused("this game never comes to an end")
        if (ask := self.pending()) is not None:
            for option in ask.options:
                self.meaning(ask, option)
        for seat in range(row[PLAYERS]):
            self.view(seat)
        self.scores()
        self.winners()

    def hash(self) -> str:
        """Return a fingerprint of the whole state."""
        return hashlib.blake2b(repr(self.row).encode(), digest_size=8).hexdigest()

    # --- looking ----------------------------------------------------------------------------------

    def view(self, seat: int) -> dict[str, Any]:
        """Return what one seat may see, in names."""
        self.pending()  # what follows from the last answer has happened
        tables, row = self.rules.tables, self.row
        seats = self.rules.engine.seats[row[PLAYERS]]
        owing = [number for number in range(len(seats)) if row[OWING] >> number & 1]
        return {
            "age": row[AGE],
            "turn": row[TURN] + 1,
            "owing": owing,
            "table": {
                zone.id: self.seen(zone, 0, zone.seen_by == "everyone") for zone in tables.zones if not zone.of_seat
            },
            **({"supplies": self.supplies()} if tables.supplies else {}),
            "seats": [self.view_of(number, number == seat) for number in range(len(seats))],
        }

    def supplies(self) -> dict[str, list[int]]:
        """Return how many tokens each supply has left, by age."""
        tables, row = self.rules.tables, self.row
        return {supply.id: row[supply.cell : supply.cell + tables.ages] for supply in tables.supplies}

    def view_of(self, number: int, is_own: bool) -> dict[str, Any]:
        """Return what can be seen of one seat."""
        tables, row = self.rules.tables, self.row
        seat = self.rules.engine.seats[row[PLAYERS]][number]
        side = self.rules.engine.sides[row[seat + SIDE]]
        zones = [zone for zone in tables.zones if zone.of_seat]
        return {
            "board": side.board,
            "side": side.side,
            "stages": row[seat + STAGES],
            "coins": row[seat + COINS],
            "left": self.beside(seat, LEFT),
            "right": self.beside(seat, RIGHT),
            "copies": [self.rules.engine.code_name(code) for code, _ in self.rules.engine.copies_of(row, seat)],
            "built": [stage + 1 for stage in self.rules.engine.built(row, seat)],
            "with-coins": [self.rules.engine.code_name(card) for card in bits(row[seat + MARKED])],
            "turned-up": [self.rules.engine.code_name(card) for card in bits(row[seat + REVEALED])],
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
        engine, row = self.rules.engine, self.row
        found = []
        for kind in engine.kinds:
            for side, name in enumerate(("left", "right")):
                face = engine.face(row, kind, seat, side)
                if face is not None:
                    other = row[engine.across(row, seat, side) + NUMBER]
                    board, level = face.table, row[seat + kind.level + side]
                    shared = {
                        "zone": kind.table.id,
                        "side": name,
                        "with": other,
                        "board": board.board,
                        "face": board.side,
                    }
                    found.append({**shared, "leads": level, "barred": bool(row[seat + kind.barred + side])})
        return found

    def beside(self, seat: int, side: int) -> int | None:
        """Return the number of the neighbour on one side, or nothing if there is none."""
        other = self.row[seat + side]
        return None if other == self.rules.engine.nowhere(self.row) else self.row[other + NUMBER]

    def seen(self, zone: Zone, seat: int, is_open: bool) -> list[str] | int:
        """Return the cards of a zone, or only how many there are."""
        cell = self.row[seat + zone.cell]
        cards = unpacked(cell) if zone.is_sequence else list(bits(cell))
        engine = self.rules.engine
        return [engine.tables.cards[engine.card_of[card]].id for card in cards] if is_open else len(cards)

    @property
    def is_over(self) -> bool:
        """Tell whether the last decision has been made."""
        return self.pending() is None

    # --- counting ---------------------------------------------------------------------------------

    def scores(self) -> list[Score]:
        """Return the points of every seat as if the game ended now, by line and with leaves."""
        self.pending()
        engine, row = self.rules.engine, self.row
        return [score_seat(engine, row, seat) for seat in engine.players(row)]

    def totals(self) -> list[int]:
        """Return the total of every seat as if the game ended now: what `scores` adds up to,
        counted faster.
        """
        self.pending()
        engine, row = self.rules.engine, self.row
        return [total_of(engine, row, seat) for seat in engine.players(row)]

    def winners(self) -> list[int]:
        """Return the seats with the best result, partners together.

        A tie that nothing decides is shared.
        """
        self.pending()
        row, seats = self.row, self.rules.engine.players(self.row)
        results = [(total, *(row[seat + COINS] for _ in self.rules.tables.tie)) for total, seat in self.by_seat(seats)]
        if self.rules.tables.partners:
            results = [tuple(map(sum, zip(result, results[n ^ 1], strict=True))) for n, result in enumerate(results)]
        return [number for number, result in enumerate(results) if result == max(results)]

    def by_seat(self, seats: list[int]) -> list[tuple[int, int]]:
        """Return (total, seat) of every seat."""
        return list(zip(self.totals(), seats, strict=True))
