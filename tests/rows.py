"""Look into rows of games and change them, as tests need it: cards of zones, decks and cities."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from stele.runtime import Game, Rules
from stele.runtime.effects.entering import add_stage, enter, hold, relink
from stele.runtime.effects.events import end_batch
from stele.runtime.state.cells import PLACE_MASK, PLAYERS, SIDE, WORD
from stele.runtime.state.tables import Core

if TYPE_CHECKING:
    from stele.runtime.state.cells import Row


def bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits that are set."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def seats_of(game: Game) -> list[int]:
    """Return where the cells of each seat begin."""
    return list(game.rules.seats[game.row[PLAYERS]])


def constant(rules: Rules, name: str) -> int:
    """Return a number that the emitted module has a name for."""
    value: int = type(rules.core).step.__globals__[name]
    return value


# --- cards ----------------------------------------------------------------------------------------


def cards_under(core: Core, row: Row, first: int) -> list[int]:
    """Return the codes of the cards in the slots of a sequence that begins at a cell."""
    return [row[first + slot] - 1 for slot in range(core.slots) if row[first + slot]]


def set_cards(core: Core, row: Row, first: int, codes: Sequence[int]) -> None:
    """Let some cards lie in the words that begin at a cell, and nothing else."""
    for word in range(core.words):
        row[first + word] = 0
    for code in codes:
        row[first + (code >> WORD)] |= 1 << (code & PLACE_MASK)


def deck_cell(rules: Rules, deck: int) -> int:
    """Return the first cell of a deck."""
    return rules.tables.deck_cell + deck * rules.core.words


# --- what enters play -----------------------------------------------------------------------------


def put_into_city(core: Core, row: Row, seat: int, code: int) -> None:
    """Lay a card into a city; what it does once does not happen."""
    row[seat + core.main + (code >> WORD)] |= 1 << (code & PLACE_MASK)
    put(core, row, seat, core.entry[code])


def put_stage(core: Core, row: Row, seat: int, stage: int) -> None:
    """Let a seat have a stage; what it does once does not happen."""
    add_stage(core, row, seat, stage)
    put(core, row, seat, core.stage_entry[core.stage_from[row[seat + SIDE]] + stage])


def put(core: Core, row: Row, seat: int, entry: int) -> None:
    """Let something have been in play for long."""
    enter(core, row, seat, entry)
    relink(core, row)
    end_batch(core, row)


def put_copy(core: Core, row: Row, seat: int, code: int, line: int) -> None:
    """Let what stands by a card hold for a seat too; its points count on a line."""
    hold(core, row, seat, code, line)
    end_batch(core, row)
