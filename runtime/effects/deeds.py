"""What seats have done this turn, as far as anything asks for it: noted before the acts of what was
built, forgotten when a turn ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.state.cells import ACTION, ACTION_MASK, CARD, CARD_MASK, CHOICE, PLACE_MASK, PLAYERS, WORD

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

BUILT_CARD: Final = 0
BUILT_STAGE: Final = 1
USED_CARD: Final = 2
TO_A_CELL: Final = 62  # so many deeds
NO_CARD: Final = -1


def has_done(t: Core, row: Row, seat: i64, deed: i64) -> bool:
    """Tell whether a seat has done something this turn."""
    return row[seat + t.asked.done + deed // TO_A_CELL] & t.bits[deed % TO_A_CELL] != 0


def note_plays(t: Core, row: Row, play: i64) -> None:
    """Note what seats do with the cards that they have chosen in a play step, before it is done."""
    for seat in t.seats[row[PLAYERS]]:
        option: i64 = row[seat + CHOICE] - 1
        if option < 0:
            continue
        card: i64 = option >> CARD & CARD_MASK
        action: i64 = option >> ACTION & ACTION_MASK
        if t.action_pays[action] == 1 and t.play_builds[play]:
            note_deed(t, row, seat, BUILT_CARD, card, -1)
        if action << ACTION == t.play_stage[play]:
            note_deed(t, row, seat, BUILT_STAGE, NO_CARD, -1)
        note_deed(t, row, seat, USED_CARD, card, action)


def note_built(t: Core, row: Row, seat: i64, card: i64) -> None:
    """Note that a seat builds a card, or a stage if it is none."""
    if not len(t.asked.deed_kind):
        return
    if card == NO_CARD:
        note_deed(t, row, seat, BUILT_STAGE, NO_CARD, -1)
    else:
        note_deed(t, row, seat, BUILT_CARD, card, -1)


def note_deed(t: Core, row: Row, seat: i64, kind: i64, card: i64, action: i64) -> None:
    """Note something that a seat does, if anything asks for that."""
    for deed in range(len(t.asked.deed_kind)):
        if t.asked.deed_kind[deed] != kind or (kind == USED_CARD and t.asked.deed_action[deed] != action):
            continue
        if card != NO_CARD and not t.asked.deed_cards[deed * t.words + (card >> WORD)] & t.bits[card & PLACE_MASK]:
            continue
        row[seat + t.asked.done + deed // TO_A_CELL] |= t.bits[deed % TO_A_CELL]


def forget_deeds(t: Core, row: Row) -> None:
    """Forget what was done, when a turn has ended."""
    for seat in t.seats[row[PLAYERS]]:
        for deed in range(0, len(t.asked.deed_kind), TO_A_CELL):
            row[seat + t.asked.done + deed // TO_A_CELL] = 0
