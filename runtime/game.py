"""A game in play: ask, answer, copy, save, look at it, count it.

A game is its row; everything else here is derived from it or can be thrown away.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from stele.runtime.decide import Ask, Meaning
from stele.runtime.effects.choosing import priced_market
from stele.runtime.effects.scoring import total, winners
from stele.runtime.effects.stages import stage_market
from stele.runtime.inspector import cards_at, cards_in, copies_of, holder_of, positions_of, stages_built
from stele.runtime.leaves import Leaves
from stele.runtime.names import Names
from stele.runtime.payment.market_ways import payees
from stele.runtime.payment.purchases import STRIDE, Market
from stele.runtime.ruleset import Zone
from stele.runtime.saves import NotSaved, read_save, require_row, save_text
from stele.runtime.seating import why_not
from stele.runtime.state.cells import (
    ACTION,
    ACTION_MASK,
    AGE,
    BARRED,
    BY_CHAIN,
    BY_NEAR_CHAIN,
    BY_NUMBER,
    BY_PERMIT,
    CARD,
    CARD_MASK,
    CHOICE,
    COINS,
    END,
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
    PURSE,
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
    TO_RIGHT,
    TURN,
    UNITS,
    UNITS_MASK,
    WAY_MASK,
    Runaway,
    cells,
)
from stele.runtime.table.boards import NoTable
from stele.runtime.table.places import across, face_at
from stele.runtime.table.seats import nowhere
from stele.runtime.turn.games import advance, list_options, new_row, otherwise, seated_row, take_step
from stele.runtime.turn.guest import guide
from stele.runtime.turn.riders import far_market

if TYPE_CHECKING:
    from stele.runtime.score import Score
    from stele.runtime.state.cells import Row

MANNERS = {BY_CHAIN: "chain", BY_PERMIT: "permit", BY_NEAR_CHAIN: "neighbour"}
new_tuple = tuple.__new__  # a named tuple without the call that names its parts
MOST_STEPS = 10_000  # that follow on each other in a saved game before somebody is asked


# Decisions about a seat, and what is done with it.
SEATS = {"seat": "move", "player": "swap", "seats": "choose"}


P = ParamSpec("P")
T = TypeVar("T")
NO_GAME = "this saved game stands where no game of these rules can come to"


class Refused(ValueError):
    """An answer, a save or a request that the rules do not allow."""


class Rules(Names):
    """A compiled game: begins games, loads saved ones."""

    @property
    def hash(self) -> str:
        """Return what tells this ruleset from every other."""
        return self.tables.content

    @property
    def seats(self) -> list[Row]:
        """Return the offsets of all seats, by how many there are."""
        return self.core.seats

    def new_game(self, players: int, seed: int = 0, boards: Sequence[tuple[str, str]] | None = None) -> Game:
        """Begin a game; without boards each seat gets one at random, on a random side."""
        self.require_number(players)
        if boards is None:
            try:
                return Game(self, new_row(self.core, self.start, players, seed))
            except NoTable as problem:
                raise Refused(str(problem)) from problem
        seats = players + self.tables.guests
        names = [(side.board, side.side) for side in self.tables.sides]
        for board in boards:
            if tuple(board) not in names:
                raise Refused(f"there is no board {board[0]} with a side {board[1]}")
        chosen = [names.index((board[0], board[1])) for board in boards]
        if len(chosen) != seats:
            raise Refused(f"{players} players need {seats} boards, not {len(chosen)}")
        for number in range(len(chosen)):
            if reason := self.why_not_dealt(chosen[: number + 1], seats, advised=False):
                raise Refused(reason)
        return Game(self, seated_row(self.core, self.start, cells(chosen), seed))

    def require_number(self, players: int) -> None:
        """Refuse a number of players that these rules are not for; say with which variant it is."""
        tables = self.tables
        never = dict(tables.never)
        if tables.variant in never:
            raise Refused(f"{never[tables.variant]} is not played in the variant `{tables.variant}`")
        if players in tables.numbers:
            return
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

    def why_not_dealt(self, chosen: Sequence[int], seats: int, advised: bool = True) -> str:
        """Say what forbids the last of some boards beside the others, or nothing."""
        table = [*chosen, *[None] * (seats - len(chosen))]
        return why_not(self.tables.sides, table, len(chosen) - 1, seats - self.tables.guests, advised)

    def advice(self, boards: Sequence[tuple[str, str]]) -> list[str]:
        """Return what is advised against in a table of boards, whether it is forbidden or not."""
        names = [(side.board, side.side) for side in self.tables.sides]
        chosen = [names.index((board, side)) for board, side in boards]
        found = [self.why_not_dealt(chosen[: number + 1], len(chosen)) for number in range(len(chosen))]
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
            row = cells(saved.row)
            require_row(self, row)
            game = LoadedGame(self, row)
            game.clone().look_around()
        except (NotSaved, Refused) as problem:
            raise Refused(str(problem)) from problem
        except Exception as problem:
            raise Refused(NO_GAME) from problem
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
        if self._ask is not None:
            return self._ask
        rules, row = self.rules, self.row
        if not row[OWING] and not advance(rules.core, row):
            return None
        owing: int = row[OWING]
        about = speaker = (owing & -owing).bit_length() - 1
        seat = rules.core.seats[row[PLAYERS]][about]
        kind, play = rules.tables.asks[row[STEP]]
        if kind == "play":
            options = list_options(rules.core, row, seat, play, row[seat + COINS])
        elif kind == "last":
            options = list_options(rules.core, row, seat, play, row[seat + PURSE])
        else:
            options = otherwise(rules.core, row, seat, rules.asks.kinds[row[STEP]], play)
            speaker = self.speaks_for(about)
            play = row[TABLE_CELLS] & FRAME_MASK if kind == "late" else play
        self._ask = ask = new_tuple(Ask, (kind, speaker, play, options, seat + CHOICE, about))
        return ask

    def speaks_for(self, number: int) -> int:
        """Return the number of the seat that decides for a seat: itself, or a guest's guide."""
        core, row = self.rules.core, self.row
        if not core.guests or number < row[PLAYERS] - 1:
            return number
        return row[guide(core, row) + NUMBER]

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
        rules = self.rules
        card = option >> CARD & CARD_MASK
        late = rules.lates[ask.play] if ask.kind == "late" else ""
        if card == NO_CARD:
            return Meaning("lose" if ask.kind == "loss" else "decline", "", "paid", option & WAY_MASK, 0, 0)
        if late in ("exchange", "must"):
            return Meaning("exchange", "", "paid", 0, 0, 0)
        if late in SEATS:
            return Meaning(SEATS[late], "", "paid", 0, 0, 0, seat=card)
        if late == "swap":
            gives = rules.code_name(option & CARD_MASK)
            return Meaning(
                "swap", rules.code_name(card), "paid", 0, 0, 0, seat=holder_of(rules, self.row, card), gives=gives
            )
        if late == "stage":
            side = rules.tables.sides[self.row[rules.core.seats[self.row[PLAYERS]][ask.about] + SIDE]]
            built = f"{side.board}-stage-{option >> STAGE & STAGE_MASK}"
            return self.paid_meaning(ask, option, built)
        if late in ("pick", "mark"):
            holder = holder_of(rules, self.row, card)
            return Meaning("take", rules.code_name(card), "paid", 0, 0, 0, seat=-1 if holder == ask.about else holder)
        if late == "board":
            face = rules.tables.sides[card]
            return Meaning("take", f"{face.board}-{face.side}", "paid", 0, 0, 0)
        if late == "turn":
            turned = rules.tables.places[ask.play - rules.core.first_turning].sides[card]
            return Meaning("take", f"{turned.board}-{turned.side}", "paid", 0, 0, 0)
        if ask.kind == "demand":
            return Meaning("give", rules.code_name(card), "paid", 0, 0, 0)
        return self.paid_meaning(ask, option)

    def paid_meaning(self, ask: Ask, option: int, thing: str = "") -> Meaning:
        """Say what an option stands for that uses a card and may pay for it."""
        rules, row = self.rules, self.row
        tables, manner = rules.tables, option >> MANNER & MANNER_MASK
        others: tuple[tuple[int, int], ...] = ()
        bank, left, right = (option >> shift & PAY_MASK for shift in (0, TO_LEFT, TO_RIGHT))
        flags = option
        if option & BY_NUMBER:
            market, way = self.market(ask, option), option & WAY_MASK
            others = tuple(payees(rules.core, row, market, way))
            bank, flags, left, right = market.ways[way * STRIDE : way * STRIDE + 4]
        name = thing or rules.code_name(option >> CARD & CARD_MASK)
        units, free = flags >> UNITS & UNITS_MASK, (bool(flags & FREE_LEFT), bool(flags & FREE_RIGHT))
        used = tables.actions[option >> ACTION & ACTION_MASK]
        at = tables.zones[used.to].id if used.place >= 0 else ""
        if ask.kind == "late":
            return Meaning("take", name, "paid", bank, left, right, "", units, -1, free, others, at)
        action = used.id if used.base < 0 else tables.actions[used.base].id
        rider = option >> RIDER & RIDER_MASK
        rides = tables.riders[rider - 1].id if rider else ""
        how, stage = MANNERS.get(manner, "paid"), option >> STAGE & STAGE_MASK
        return Meaning(action, name, how, bank, left, right, rides, units, -1, free, others, at, stage)

    def market(self, ask: Ask, option: int) -> Market:
        """Return all ways to pay among which an option knows its own by a number."""
        core, row = self.rules.core, self.row
        seat = core.seats[row[PLAYERS]][ask.about]
        if ask.kind == "late" and self.rules.lates[ask.play] == "stage":
            return stage_market(core, row, seat, option, self.rules.less[ask.play])
        if ask.kind == "late":
            return priced_market(core, row, seat, option >> CARD & CARD_MASK, self.rules.less[ask.play])
        return far_market(core, row, seat, option)

    # --- copying and saving -----------------------------------------------------------------------

    def clone(self) -> Game:
        """Return an independent copy."""
        game = type(self)(self.rules, self.row[:])
        game._ask = self._ask
        return game

    def become(self, other: Game) -> None:
        """Take over the state of a copy, to go back to it."""
        self.row = other.row[:]
        self._ask = other._ask

    def save(self) -> str:
        """Return the game as a text that the same ruleset can load."""
        return save_text(self.rules.tables, self.row)

    def take_steps(self) -> None:
        """Take the steps that are due, up to a decision or to the end of the game."""
        row = self.row
        for _ in range(MOST_STEPS):
            if row[OWING] or row[STEP] == END:
                return
            take_step(self.rules.core, row)
        raise Refused("this game never comes to an end")

    def look_around(self) -> None:
        """Take the steps that are due, and look at everything that can be seen or counted."""
        row = self.row
        self.take_steps()
        if (ask := self.pending()) is not None:
            for option in ask.options:
                self.meaning(ask, option)
        for seat in range(row[PLAYERS]):
            self.view(seat)
        self.scores()
        self.winners()

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
            **positions_of(self.rules, row),
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
        side = tables.all_sides[row[seat + SIDE]]
        zones = [zone for zone in tables.zones if zone.of_seat]
        return {
            "board": side.board,
            "side": side.side,
            "stages": row[seat + STAGES],
            "coins": row[seat + COINS],
            "left": self.beside(seat, LEFT),
            "right": self.beside(seat, RIGHT),
            "copies": [rules.code_name(code) for code, _ in copies_of(core, row, seat)],
            "built": [stage + 1 for stage in stages_built(core, row, seat)],
            "with-coins": self.named_at(seat + core.marked) if core.has_marked else [],
            "turned-up": self.named_at(seat + core.revealed) if core.reveals else [],
            "places": self.places_of(seat),
            "tokens": {token.id: row[seat + token.cell] for token in tables.tokens if row[seat + token.cell]},
            **positions_of(rules, row, seat),
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
        codes = cards_in(self.rules, self.row, zone, seat)
        return [self.rules.code_name(code) for code in codes] if is_open else len(codes)

    def named_at(self, first: int) -> list[str]:
        """Return the cards that lie in some cells, given by the first of them."""
        return [self.rules.code_name(code) for code in cards_at(self.rules.core, self.row, first)]

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


def untrusted(method: Callable[P, T]) -> Callable[P, T]:
    """Return a method that refuses its game if anything goes wrong but what content may set off."""

    @wraps(method)
    def guarded(*arguments: P.args, **named: P.kwargs) -> T:
        try:
            return method(*arguments, **named)
        except (Refused, Runaway):
            raise
        except Exception as problem:
            raise Refused(NO_GAME) from problem

    return guarded


class LoadedGame(Game):
    """A game that comes from a save. Its row is untrusted: whatever it makes of our arithmetic, now
    or many turns later, is the fault of the row.
    """

    __slots__ = ()

    @untrusted
    def pending(self) -> Ask | None:
        """Return the decision that is due, or nothing if the game is over."""
        if self._ask is None:
            self.take_steps()
        ask = Game.pending(self)
        if ask is not None and not ask.options:
            raise Refused(NO_GAME)
        return ask

    answer, meaning, view = untrusted(Game.answer), untrusted(Game.meaning), untrusted(Game.view)
    scores, totals, winners = untrusted(Game.scores), untrusted(Game.totals), untrusted(Game.winners)
