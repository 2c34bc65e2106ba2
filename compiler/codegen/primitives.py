"""What emitted code may call, and the head of every module."""

from __future__ import annotations

import re
from collections.abc import Mapping

COMPILED = "# Compiled by stele from "  # the beginning of every module
ABOUT = "tables and plain functions over a row of numbers."
HEADER = '''{said}
# fmt: off
"""{names}"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

{imports}
if TYPE_CHECKING:
    from mypy_extensions import i64
    from stele.runtime.state.cells import Row
'''

# All that emitted code may call, by the module of `stele.runtime` it comes from; a module imports
# what it uses of it.
PRIMITIVES = {
    "table.boards": ("board_options", "draw_boards", "take_board"),
    "state.cells": (
        "AGAIN",
        "AGE",
        "ALONE",
        "CARD",
        "COINS",
        "END",
        "FRAMES",
        "LEFT",
        "MOST_GAINED",
        "NUMBER",
        "PLAYERS",
        "PURSE",
        "RIGHT",
        "SITTING_OUT",
        "TURN",
        "below",
        "count",
        "shown",
        "shown_to",
    ),
    "effects.cards": (
        *(
            "build_used",
            "cards_among",
            "cards_in",
            "cards_in_pile",
            "decks",
            "discard",
            "draw",
            "draw_picked",
            "draw_these",
            "forget_them",
            "give_used_card",
            "lying",
            "move",
            "move_all",
        ),
        *(
            "move_event_card",
            "move_some",
            "move_these",
            "move_used",
            "name_card",
            "name_holder",
            "note_drawn",
            "note_them",
            "note_these",
            "recipient",
        ),
        *("unused", "zones"),
    ),
    "effects.choosing": (
        *(
            "build_anywhere",
            "options_anywhere",
            "build_free",
            "copy",
            "copy_boards",
            "copy_options",
            "effect_options",
            "note_chain",
            "play_free",
            "play_priced",
            "play_used",
        ),
        *("priced_options", "settle", "used_options"),
    ),
    "effects.entering": ("suspend", "suspend_with"),
    "effects.exchanging": ("pairs", "swap_all", "swap_at_random", "swap_cards", "swap_with_one"),
    "effects.losses": ("owe", "settle_losses", "undergo_loss"),
    "effects.events": ("DISCARD", "DRAW", "end_batch", "lose_some", "lose_tokens", "raise_moment"),
    "effects.replacing": (
        *("context_what", "gain", "gain_tokens", "loser", "pay_now", "pay_tokens", "undergo_coins", "undergo_conflict"),
        *("undergo_token", "victor"),
    ),
    "turn.guest": ("ask_guest", "ask_players", "carry_out_with_guest", "draw_for_guest"),
    "payment.production": ("units_made",),
    "payment.terms": ("only_chained",),
    "table.piles": ("deal", "lay_out", "list_kinds", "undealt"),
    "table.places": ("cards_at", "is_leading", "turn_board", "turn_options"),
    "effects.finishing": ("end_game", "win_game"),
    "effects.deeds": ("forget_deeds", "has_done", "note_plays"),
    "effects.lines": ("points_on",),
    "effects.keeping": ("keep_points",),
    "effects.scoring": ("seat_bit", "seat_bits"),
    "table.seats": (
        *(
            "around",
            "beside",
            "together",
            "choose_seat",
            "context_many",
            "is_of_event",
            "context_seat",
            "everyone",
            "neighbours",
            "one",
            "others",
            "owner_seat",
            "partners",
            "players_among",
        ),
        *("seat_choices", "seat_options", "seats_in"),
    ),
    "table.sharing": ("ask_last_of", "lay_boards", "settle_places"),
    "table.supplies": ("settle_demands", "settle_supplies"),
    "effects.standing": ("MOST_TIMES", "end_of_age", "end_of_turn", "have", "timed"),
    "effects.stages": ("build_stage", "lies_under", "stage_options"),
    "effects.strength": ("shields",),
    "effects.telling": (
        *("by_chance", "only_kinds", "only_pairs", "only_these", "outermost", "printed_at", "printed_in"),
        *("coins_on", "with_coins", "with_lacked"),
    ),
    "effects.tracks": ("go_back", "go_on", "turn_to"),
    "effects.transfers": ("give_coins", "give_tokens", "take_coins", "take_tokens"),
    "effects.swaps": (
        "begin_duties",
        "fulfil",
        "has_left",
        "mark_event_card",
        "marker_options",
        "oblige",
        "put_coins",
        "sit_there",
        "take_from_card",
        "take_from_event_card",
    ),
    "state.tables": ("Core",),
    "table.first": ("become_first", "in_order"),
    "table.again": ("ask_only", "begin_again", "take_turn"),
    "turn.conflict": ("fight", "win_conflict"),
    "turn.steps": ("ask_all", "ask_last", "carry_out", "carry_out_for", "clear", "hand_on", "hand_on_all", "start_age"),
    "effects.trying": ("alternatives", "can_do", "take_alternative"),
    "effects.windows": ("be_at_table", "open_windows", "turn_up_under"),
}
# The tables are data: they are written behind the functions, or, where those are compiled, beside
# them.
DECLARATIONS = {
    "derive.core": ("derived",),
    "derive.layout": ("Layout",),
    "game": ("Rules",),
    "declared": (
        "Alternatives",
        "Among",
        "Ban",
        "Change",
        "CopyAtEnd",
        "Deed",
        "Effects",
        "FarOffer",
        "Kept",
        "Late",
        "Made",
        "MadeThat",
        "MayUse",
        "MoreCards",
        "Offer",
        "Permit",
        "Rebate",
        "Scoring",
        "Strength",
        "LossChange",
        "Toll",
        "Trigger",
        "Ware",
        "While",
        "Window",
    ),
    "ruleset": (
        "Action",
        "Addition",
        "Bonus",
        "Card",
        "Cost",
        "Deck",
        "Demand",
        "FREE",
        "Guest",
        "Limits",
        "Line",
        "PlaceSide",
        "Play",
        "Position",
        "Request",
        "Rider",
        "SharedPlace",
        "Side",
        "Stage",
        "Supply",
        "Tables",
        "Token",
        "Zone",
    ),
}


def imports(known: Mapping[str, tuple[str, ...]], text: str) -> str:
    """Return the imports of all known names that a text uses."""
    words = set(re.findall(r"\w+", re.sub(r"'[^'\n]*'|\"[^\"\n]*\"|#.*", "", text)))
    lines = []
    for module, listed in known.items():
        if used := [name for name in listed if name in words]:
            line = f"from stele.runtime.{module} import {', '.join(used)}"
            if len(line) > 118:
                line = "\n".join([f"from stele.runtime.{module} import (", *(f"    {name}," for name in used), ")"])
            lines.append(line)
    return "\n".join(lines) + "\n"
