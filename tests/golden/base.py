# Compiled by stele from content/base. Change the YAML, then run `stele build`.
# fmt: off
"""The rules of base: tables and plain functions over a row of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stele.runtime.state.cells import AGE, COINS, END, FRAMES, LEFT, RIGHT, TURN, count
from stele.runtime.effects.choosing import build_free, settle
from stele.runtime.effects.replacing import gain
from stele.runtime.table.piles import deal, list_kinds
from stele.runtime.effects.scoring import seat_bit
from stele.runtime.state.tables import Core
from stele.runtime.turn.conflict import fight
from stele.runtime.turn.steps import ask_all, ask_last, carry_out, clear, hand_on, start_age

if TYPE_CHECKING:
    from mypy_extensions import i64
    from stele.runtime.state.cells import Row

# --- layout: numbers of cells, lanes and things; only this part shifts when something is added

ZONE_DISCARD: Final = 87
QUEUE: Final = 90
REACTED: Final = 90
DECKS: Final = 90
TABLE_CELLS: Final = 102

TALLY: Final = 13
USES: Final = 16
ZONE_HAND: Final = 19
ZONE_CITY: Final = 22
ZONE_UNDER_BOARD: Final = 25
BLOCKED: Final = 29
CHAINED: Final = 32
TOKEN_VICTORY_1: Final = 35
TOKEN_VICTORY_3: Final = 36
TOKEN_VICTORY_5: Final = 37
TOKEN_DEFEAT: Final = 38
OWN: Final = 39
PRICES: Final = 41
SALE: Final = 45
JOINT: Final = 47
REVEALED: Final = 1048576
MARKED: Final = 1048576
DRAWN: Final = 1048576
DRAWN_BOARDS: Final = 1048576
DUTY: Final = 1048576
REACTORS: Final = 1048576
FORCE: Final = 1048576
TIMED: Final = 1048576
CONCERNS: Final = 53
OFFERS: Final = 1048576
COPIES: Final = 1048576
DUE: Final = 1048576
KEPT: Final = 1048576
SOON: Final = 1048576
ACROSS: Final = 54
SHARED: Final = 1048576
SEAT_CELLS: Final = 56

COLOUR_BROWN: Final = 0
COLOUR_GREY: Final = 9
COLOUR_BLUE: Final = 18
COLOUR_YELLOW: Final = 27
COLOUR_RED: Final = 36
COLOUR_GREEN: Final = 45
COLOUR_PURPLE: Final = 54
SYMBOL_COMPASS: Final = 64
SYMBOL_GEAR: Final = 73
SYMBOL_TABLET: Final = 82
STAGES_BUILT: Final = 91
SHIELDS: Final = 100
HELD_BABYLON_B_STAGE_2_EFFECT_1: Final = 128
HELD_OLYMPIA_A_STAGE_2_EFFECT_1: Final = 137

RESOURCE_WOOD: Final = 0
RESOURCE_STONE: Final = 1
RESOURCE_CLAY: Final = 2
RESOURCE_ORE: Final = 3
RESOURCE_GLASS: Final = 4
RESOURCE_PAPYRUS: Final = 5
RESOURCE_TEXTILE: Final = 6

DECK_AGE_1: Final = 0
DECK_AGE_2: Final = 1
DECK_AGE_3: Final = 2
DECK_GUILDS: Final = 3

LINE_CONFLICT: Final = 0
LINE_TREASURY: Final = 1
LINE_WONDER: Final = 2
LINE_CIVILIAN: Final = 3
LINE_COMMERCIAL: Final = 4
LINE_GUILDS: Final = 5
LINE_SCIENCE: Final = 6

ACTION_BUILD: Final = 0
ACTION_STAGE: Final = 1
ACTION_DISCARD: Final = 2

PLAY_PLAY: Final = 0








STEP_START_AGE: Final = 0
STEP_DEAL: Final = 1
STEP_TURNS: Final = 2
STEP_PLAY: Final = 3
STEP_PLAY_CARRIED_OUT: Final = 4
STEP_UNPLAYED_ASKED: Final = 5
STEP_UNPLAYED_CARRIED_OUT: Final = 6
STEP_UNPLAYED: Final = 7
STEP_LATE: Final = 8
STEP_PASS: Final = 9
STEP_TURNS_NEXT: Final = 10
STEP_CONFLICT: Final = 11
STEP_NEXT_AGE: Final = 12

T_VICTORY_1: Final = 0
T_VICTORY_3: Final = 1
T_VICTORY_5: Final = 2
T_DEFEAT: Final = 3

C_BROWN: Final = 0
C_GREY: Final = 1
C_BLUE: Final = 2
C_YELLOW: Final = 3
C_RED: Final = 4
C_GREEN: Final = 5
C_PURPLE: Final = 6

S_COMPASS: Final = 0
S_GEAR: Final = 1
S_TABLET: Final = 2

Z_HAND: Final = 0
Z_CITY: Final = 1
Z_UNDER_BOARD: Final = 2
Z_DISCARD: Final = 3


# --- effects: one function for each clause that has to be worked out during play


def tavern_effect_1(t: Core, row: Row, seen: Row, me: i64) -> i64:
    'gain 5 coins'
    # content/base/cards/age-1.yaml:148
    return gain(t, row, me, 5)


def vineyard_effect_1(t: Core, row: Row, seen: Row, me: i64) -> i64:
    'gain 1 coin per brown card in city and neighbours'
    # content/base/cards/age-2.yaml:123
    return gain(
        t,
        row,
        me,
        count(t, seen, me, COLOUR_BROWN)
        + count(t, seen, seen[me + LEFT], COLOUR_BROWN)
        + count(t, seen, seen[me + RIGHT], COLOUR_BROWN),
    )


def bazar_effect_1(t: Core, row: Row, seen: Row, me: i64) -> i64:
    'gain 2 coins per grey card in city and neighbours'
    # content/base/cards/age-2.yaml:132
    return gain(
        t,
        row,
        me,
        2 * (
            count(t, seen, me, COLOUR_GREY)
            + count(t, seen, seen[me + LEFT], COLOUR_GREY)
            + count(t, seen, seen[me + RIGHT], COLOUR_GREY)
        ),
    )


def haven_effect_1(t: Core, row: Row, seen: Row, me: i64) -> i64:
    'gain 1 coin per brown card in city'
    # content/base/cards/age-3.yaml:54
    return gain(t, row, me, count(t, seen, me, COLOUR_BROWN))


def lighthouse_effect_1(t: Core, row: Row, seen: Row, me: i64) -> i64:
    'gain 1 coin per yellow card in city'
    # content/base/cards/age-3.yaml:65
    return gain(t, row, me, count(t, seen, me, COLOUR_YELLOW))


def chamber_of_commerce_effect_1(t: Core, row: Row, seen: Row, me: i64) -> i64:
    'gain 2 coins per grey card in city'
    # content/base/cards/age-3.yaml:76
    return gain(t, row, me, 2 * count(t, seen, me, COLOUR_GREY))


def arena_effect_1(t: Core, row: Row, seen: Row, me: i64) -> i64:
    'gain 3 coins per stage in city'
    # content/base/cards/age-3.yaml:87
    return gain(t, row, me, 3 * count(t, seen, me, STAGES_BUILT))


def ephesos_a_stage_2_effect_1(t: Core, row: Row, seen: Row, me: i64) -> i64:
    'gain 9 coins'
    # content/base/boards/wonders.yaml:59
    return gain(t, row, me, 9)


def ephesos_b_stage_1_effect_2(t: Core, row: Row, seen: Row, me: i64) -> i64:
    'gain 4 coins'
    # content/base/boards/wonders.yaml:68
    # content/base/boards/wonders.yaml:72
    # content/base/boards/wonders.yaml:76
    # content/base/boards/wonders.yaml:178
    return gain(t, row, me, 4)


def rhodos_b_stage_1_effect_3(t: Core, row: Row, seen: Row, me: i64) -> i64:
    'gain 3 coins'
    # content/base/boards/wonders.yaml:173
    return gain(t, row, me, 3)


def halikarnassos_a_stage_2_effect_1_ask(t: Core, row: Row, out: Row, me: i64) -> i64:
    'may build a card from discard for free'
    # content/base/boards/wonders.yaml:113
    # content/base/boards/wonders.yaml:122
    # content/base/boards/wonders.yaml:126
    # content/base/boards/wonders.yaml:128
    return list_kinds(t, row, out, ZONE_DISCARD, -1, me + t.blocked)


def halikarnassos_a_stage_2_effect_1_then(t: Core, row: Row, me: i64, option: i64, line: i64) -> i64:
    'may build a card from discard for free'
    # content/base/boards/wonders.yaml:113
    # content/base/boards/wonders.yaml:122
    # content/base/boards/wonders.yaml:126
    # content/base/boards/wonders.yaml:128
    return build_free(t, row, me, ZONE_DISCARD, option)


def line_treasury_1(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per 3 coins'
    # content/base/vocabulary.yaml:152
    return row[me + COINS] // 3


def line_science_1(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per square of compass symbols in city'
    # content/base/vocabulary.yaml:160
    return count(t, row, me, SYMBOL_COMPASS) * count(t, row, me, SYMBOL_COMPASS)


def line_science_2(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per square of gear symbols in city'
    # content/base/vocabulary.yaml:161
    return count(t, row, me, SYMBOL_GEAR) * count(t, row, me, SYMBOL_GEAR)


def line_science_3(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per square of tablet symbols in city'
    # content/base/vocabulary.yaml:162
    return count(t, row, me, SYMBOL_TABLET) * count(t, row, me, SYMBOL_TABLET)


def line_science_4(t: Core, row: Row, me: i64) -> i64:
    'score 7 points per set of compass, gear, tablet symbols in city'
    # content/base/vocabulary.yaml:163
    return 7 * min(
        min(count(t, row, me, SYMBOL_COMPASS), count(t, row, me, SYMBOL_GEAR)), count(t, row, me, SYMBOL_TABLET)
    )


def haven_effect_2(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per brown card in city'
    # content/base/cards/age-3.yaml:55
    return count(t, row, me, COLOUR_BROWN)


def lighthouse_effect_2(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per yellow card in city'
    # content/base/cards/age-3.yaml:66
    return count(t, row, me, COLOUR_YELLOW)


def chamber_of_commerce_effect_2(t: Core, row: Row, me: i64) -> i64:
    'score 2 points per grey card in city'
    # content/base/cards/age-3.yaml:77
    return 2 * count(t, row, me, COLOUR_GREY)


def arena_effect_2(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per stage in city'
    # content/base/cards/age-3.yaml:88
    return count(t, row, me, STAGES_BUILT)


def workers_guild_effect_1(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per brown card in neighbours'
    # content/base/cards/guilds.yaml:8
    return count(t, row, row[me + LEFT], COLOUR_BROWN) + count(t, row, row[me + RIGHT], COLOUR_BROWN)


def craftsmens_guild_effect_1(t: Core, row: Row, me: i64) -> i64:
    'score 2 points per grey card in neighbours'
    # content/base/cards/guilds.yaml:15
    return 2 * (count(t, row, row[me + LEFT], COLOUR_GREY) + count(t, row, row[me + RIGHT], COLOUR_GREY))


def traders_guild_effect_1(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per yellow card in neighbours'
    # content/base/cards/guilds.yaml:22
    return count(t, row, row[me + LEFT], COLOUR_YELLOW) + count(t, row, row[me + RIGHT], COLOUR_YELLOW)


def philosophers_guild_effect_1(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per green card in neighbours'
    # content/base/cards/guilds.yaml:29
    return count(t, row, row[me + LEFT], COLOUR_GREEN) + count(t, row, row[me + RIGHT], COLOUR_GREEN)


def spies_guild_effect_1(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per red card in neighbours'
    # content/base/cards/guilds.yaml:36
    return count(t, row, row[me + LEFT], COLOUR_RED) + count(t, row, row[me + RIGHT], COLOUR_RED)


def strategists_guild_effect_1(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per defeat token in neighbours'
    # content/base/cards/guilds.yaml:43
    return row[row[me + LEFT] + TOKEN_DEFEAT] + row[row[me + RIGHT] + TOKEN_DEFEAT]


def shipowners_guild_effect_1(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per brown or grey or purple card in city'
    # content/base/cards/guilds.yaml:50
    return count(t, row, me, COLOUR_BROWN) + count(t, row, me, COLOUR_GREY) + count(t, row, me, COLOUR_PURPLE)


def magistrates_guild_effect_1(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per blue card in neighbours'
    # content/base/cards/guilds.yaml:66
    return count(t, row, row[me + LEFT], COLOUR_BLUE) + count(t, row, row[me + RIGHT], COLOUR_BLUE)


def builders_guild_effect_1(t: Core, row: Row, me: i64) -> i64:
    'score 1 point per stage in city and neighbours'
    # content/base/cards/guilds.yaml:73
    return (
        count(t, row, me, STAGES_BUILT)
        + count(t, row, row[me + LEFT], STAGES_BUILT)
        + count(t, row, row[me + RIGHT], STAGES_BUILT)
    )


def olympia_b_stage_3_effect_1(t: Core, row: Row, me: i64) -> i64:
    'at end of game, copy a guild in neighbours'
    # content/base/boards/wonders.yaml:151
    return seat_bit(t, row, row[me + LEFT]) | seat_bit(t, row, row[me + RIGHT])


# --- flow: one function for each step; it returns the next one


def step_start_age(t: Core, row: Row) -> i64:
    'The next age begins.'
    # content/base/flow.yaml:2
    start_age(t, row)
    return step_deal(t, row)


def step_deal(t: Core, row: Row) -> i64:
    'Every seat gets cards of the deck of the age.'
    # content/base/flow.yaml:19
    chosen = DECK_AGE_3
    if row[AGE] == 1:
        chosen = DECK_AGE_1
    if row[AGE] == 2:
        chosen = DECK_AGE_2
    number = 7
    deal(t, row, chosen, number, ZONE_HAND)
    return step_turns(t, row)


def step_turns(t: Core, row: Row) -> i64:
    'Turns are counted from the beginning.'
    # content/base/flow.yaml:21
    row[TURN] = 0
    return step_play(t, row)


def step_play(t: Core, row: Row) -> i64:
    'Every seat owes a choice.'
    # content/base/flow.yaml:24
    ask_all(t, row, PLAY_PLAY)
    return STEP_PLAY_CARRIED_OUT


def step_play_carried_out(t: Core, row: Row) -> i64:
    'What was chosen happens, all together.'
    # content/base/flow.yaml:24
    carry_out(t, row, PLAY_PLAY)
    return step_unplayed_asked(t, row)


def step_unplayed_asked(t: Core, row: Row) -> i64:
    'On the last turn, seats that may play what they would lose owe a choice.'
    # content/base/flow.yaml:25
    number = 6
    if row[TURN] + 1 != number or not ask_last(t, row, ZONE_HAND):
        return step_unplayed(t, row)
    return STEP_UNPLAYED_CARRIED_OUT


def step_unplayed_carried_out(t: Core, row: Row) -> i64:
    'What was chosen happens, all together.'
    # content/base/flow.yaml:25
    carry_out(t, row, PLAY_PLAY)
    return step_unplayed(t, row)


def step_unplayed(t: Core, row: Row) -> i64:
    'What is left in a zone moves on.'
    # content/base/flow.yaml:25
    number = 6
    if row[TURN] + 1 == number:
        clear(t, row, ZONE_HAND, ZONE_DISCARD, -1)
    return step_late(t, row)


def step_late(t: Core, row: Row) -> i64:
    'Suspended effects act, one after the other.'
    # content/base/flow.yaml:26
    if not row[FRAMES]:
        return step_pass(t, row)
    settle(t, row)
    return STEP_LATE


def step_pass(t: Core, row: Row) -> i64:
    'Cards go to a neighbour.'
    # content/base/flow.yaml:27
    number = 6
    if row[TURN] + 1 == number:
        return STEP_TURNS_NEXT
    chosen = True
    if row[AGE] == 2:
        chosen = False
    hand_on(t, row, PLAY_PLAY, chosen)
    return STEP_TURNS_NEXT


def step_turns_next(t: Core, row: Row) -> i64:
    'Back to the first step of the turn, until all turns are over.'
    # content/base/flow.yaml:21
    row[TURN] += 1
    number = 6
    return step_play(t, row) if row[TURN] < number else STEP_CONFLICT


def step_conflict(t: Core, row: Row) -> i64:
    'Neighbours compare.'
    # content/base/flow.yaml:29
    won = T_VICTORY_5
    if row[AGE] == 1:
        won = T_VICTORY_1
    if row[AGE] == 2:
        won = T_VICTORY_3
    given = T_DEFEAT
    fight(t, row, SHIELDS, won, given, 1, True)
    return step_next_age(t, row)


def step_next_age(t: Core, row: Row) -> i64:
    'Back to the first step of the age, until all ages are over.'
    # content/base/flow.yaml:2
    return STEP_START_AGE if row[AGE] < 3 else END


class Handlers(Core):
    """The functions of this module by their numbers."""

    def step(self, row: Row, number: i64) -> i64:
        if number < 6:
            if number < 3:
                if number < 1:
                    return step_start_age(self, row)
                else:
                    if number < 2:
                        return step_deal(self, row)
                    else:
                        return step_turns(self, row)
            else:
                if number < 4:
                    return step_play(self, row)
                else:
                    if number < 5:
                        return step_play_carried_out(self, row)
                    else:
                        return step_unplayed_asked(self, row)
        else:
            if number < 9:
                if number < 7:
                    return step_unplayed_carried_out(self, row)
                else:
                    if number < 8:
                        return step_unplayed(self, row)
                    else:
                        return step_late(self, row)
            else:
                if number < 11:
                    if number < 10:
                        return step_pass(self, row)
                    else:
                        return step_turns_next(self, row)
                else:
                    if number < 12:
                        return step_conflict(self, row)
                    else:
                        return step_next_age(self, row)

    def happen(self, row: Row, seen: Row, me: i64, number: i64) -> i64:
        if number < 5:
            if number < 2:
                if number < 1:
                    return tavern_effect_1(self, row, seen, me)
                else:
                    return vineyard_effect_1(self, row, seen, me)
            else:
                if number < 3:
                    return bazar_effect_1(self, row, seen, me)
                else:
                    if number < 4:
                        return haven_effect_1(self, row, seen, me)
                    else:
                        return lighthouse_effect_1(self, row, seen, me)
        else:
            if number < 7:
                if number < 6:
                    return chamber_of_commerce_effect_1(self, row, seen, me)
                else:
                    return arena_effect_1(self, row, seen, me)
            else:
                if number < 8:
                    return ephesos_a_stage_2_effect_1(self, row, seen, me)
                else:
                    if number < 9:
                        return ephesos_b_stage_1_effect_2(self, row, seen, me)
                    else:
                        return rhodos_b_stage_1_effect_3(self, row, seen, me)

    def points(self, row: Row, me: i64, number: i64) -> i64:
        if number < 9:
            if number < 4:
                if number < 2:
                    if number < 1:
                        return line_treasury_1(self, row, me)
                    else:
                        return line_science_1(self, row, me)
                else:
                    if number < 3:
                        return line_science_2(self, row, me)
                    else:
                        return line_science_3(self, row, me)
            else:
                if number < 6:
                    if number < 5:
                        return line_science_4(self, row, me)
                    else:
                        return haven_effect_2(self, row, me)
                else:
                    if number < 7:
                        return lighthouse_effect_2(self, row, me)
                    else:
                        if number < 8:
                            return chamber_of_commerce_effect_2(self, row, me)
                        else:
                            return arena_effect_2(self, row, me)
        else:
            if number < 13:
                if number < 11:
                    if number < 10:
                        return workers_guild_effect_1(self, row, me)
                    else:
                        return craftsmens_guild_effect_1(self, row, me)
                else:
                    if number < 12:
                        return traders_guild_effect_1(self, row, me)
                    else:
                        return philosophers_guild_effect_1(self, row, me)
            else:
                if number < 15:
                    if number < 14:
                        return spies_guild_effect_1(self, row, me)
                    else:
                        return strategists_guild_effect_1(self, row, me)
                else:
                    if number < 16:
                        return shipowners_guild_effect_1(self, row, me)
                    else:
                        if number < 17:
                            return magistrates_guild_effect_1(self, row, me)
                        else:
                            return builders_guild_effect_1(self, row, me)

    def loss(self, row: Row, me: i64, they: i64, number: i64) -> i64:
        raise NotImplementedError

    def cities(self, row: Row, me: i64, number: i64) -> i64:
        return olympia_b_stage_3_effect_1(self, row, me)

    def ask(self, row: Row, out: Row, me: i64, number: i64) -> i64:
        return halikarnassos_a_stage_2_effect_1_ask(self, row, out, me)

    def then(self, row: Row, me: i64, number: i64, option: i64, line: i64) -> i64:
        return halikarnassos_a_stage_2_effect_1_then(self, row, me, option, line)

    def askers(self, row: Row, me: i64, number: i64) -> Row:
        raise NotImplementedError


# --- tables
from stele.runtime.derive.core import derived
from stele.runtime.derive.layout import Layout
from stele.runtime.game import Rules
from stele.runtime.declared import Among, CopyAtEnd, Effects, Late, Made, Offer, Permit, Scoring
from stele.runtime.ruleset import Action, Addition, Card, Cost, Deck, Line, Play, Side, Stage, Tables, Token, Zone


CARDS = (
    Card(  # content/base/cards/age-1.yaml:3
        'lumber-yard',
        'Lumber Yard',
        deck=DECK_AGE_1,
        colour=C_BROWN,
        players=(3, 4),
        effects=Effects(
            made=(Made((RESOURCE_WOOD,)),),
            texts=('produce wood',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:11
        'stone-pit',
        'Stone Pit',
        deck=DECK_AGE_1,
        colour=C_BROWN,
        players=(3, 5),
        effects=Effects(
            made=(Made((RESOURCE_STONE,)),),
            texts=('produce stone',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:19
        'clay-pool',
        'Clay Pool',
        deck=DECK_AGE_1,
        colour=C_BROWN,
        players=(3, 5),
        effects=Effects(
            made=(Made((RESOURCE_CLAY,)),),
            texts=('produce clay',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:27
        'ore-vein',
        'Ore Vein',
        deck=DECK_AGE_1,
        colour=C_BROWN,
        players=(3, 4),
        effects=Effects(
            made=(Made((RESOURCE_ORE,)),),
            texts=('produce ore',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:35
        'tree-farm',
        'Tree Farm',
        deck=DECK_AGE_1,
        colour=C_BROWN,
        cost=Cost(1, ()),
        players=(6,),
        effects=Effects(
            made=(Made((RESOURCE_WOOD, RESOURCE_CLAY,)),),
            texts=('produce wood or clay',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:43
        'excavation',
        'Excavation',
        deck=DECK_AGE_1,
        colour=C_BROWN,
        cost=Cost(1, ()),
        players=(4,),
        effects=Effects(
            made=(Made((RESOURCE_STONE, RESOURCE_CLAY,)),),
            texts=('produce stone or clay',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:51
        'clay-pit',
        'Clay Pit',
        deck=DECK_AGE_1,
        colour=C_BROWN,
        cost=Cost(1, ()),
        players=(3,),
        effects=Effects(
            made=(Made((RESOURCE_CLAY, RESOURCE_ORE,)),),
            texts=('produce clay or ore',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:59
        'timber-yard',
        'Timber Yard',
        deck=DECK_AGE_1,
        colour=C_BROWN,
        cost=Cost(1, ()),
        players=(3,),
        effects=Effects(
            made=(Made((RESOURCE_STONE, RESOURCE_WOOD,)),),
            texts=('produce stone or wood',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:67
        'forest-cave',
        'Forest Cave',
        deck=DECK_AGE_1,
        colour=C_BROWN,
        cost=Cost(1, ()),
        players=(5,),
        effects=Effects(
            made=(Made((RESOURCE_WOOD, RESOURCE_ORE,)),),
            texts=('produce wood or ore',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:75
        'mine',
        'Mine',
        deck=DECK_AGE_1,
        colour=C_BROWN,
        cost=Cost(1, ()),
        players=(6,),
        effects=Effects(
            made=(Made((RESOURCE_STONE, RESOURCE_ORE,)),),
            texts=('produce stone or ore',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:83
        'loom-age-1',
        'Loom',
        deck=DECK_AGE_1,
        colour=C_GREY,
        players=(3, 6),
        identity='loom',
        effects=Effects(
            made=(Made((RESOURCE_TEXTILE,)),),
            texts=('produce textile',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:92
        'glassworks-age-1',
        'Glassworks',
        deck=DECK_AGE_1,
        colour=C_GREY,
        players=(3, 6),
        identity='glassworks',
        effects=Effects(
            made=(Made((RESOURCE_GLASS,)),),
            texts=('produce glass',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:101
        'press-age-1',
        'Press',
        deck=DECK_AGE_1,
        colour=C_GREY,
        players=(3, 6),
        identity='press',
        effects=Effects(
            made=(Made((RESOURCE_PAPYRUS,)),),
            texts=('produce papyrus',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:110
        'pawnshop',
        'Pawnshop',
        deck=DECK_AGE_1,
        colour=C_BLUE,
        players=(4, 7),
        effects=Effects(
            scores=(Scoring(LINE_CIVILIAN, 3, 'score 3 points', 'content/base/cards/age-1.yaml:116'),),
            texts=('score 3 points',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:118
        'baths',
        'Baths',
        deck=DECK_AGE_1,
        colour=C_BLUE,
        cost=Cost(0, ((RESOURCE_STONE, 1),)),
        players=(3, 7),
        effects=Effects(
            scores=(Scoring(LINE_CIVILIAN, 3, 'score 3 points', 'content/base/cards/age-1.yaml:124'),),
            texts=('score 3 points',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:126
        'altar',
        'Altar',
        deck=DECK_AGE_1,
        colour=C_BLUE,
        players=(3, 5),
        effects=Effects(
            scores=(Scoring(LINE_CIVILIAN, 2, 'score 2 points', 'content/base/cards/age-1.yaml:132'),),
            texts=('score 2 points',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:134
        'theater',
        'Theater',
        deck=DECK_AGE_1,
        colour=C_BLUE,
        players=(3, 6),
        effects=Effects(
            scores=(Scoring(LINE_CIVILIAN, 2, 'score 2 points', 'content/base/cards/age-1.yaml:140'),),
            texts=('score 2 points',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:142
        'tavern',
        'Tavern',
        deck=DECK_AGE_1,
        colour=C_YELLOW,
        players=(4, 5, 7),
        effects=Effects(
            once=(tavern_effect_1,),
            texts=('gain 5 coins',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:150
        'east-trading-post',
        'East Trading Post',
        deck=DECK_AGE_1,
        colour=C_YELLOW,
        players=(3, 7),
        effects=Effects(
            offers=(Offer((RESOURCE_WOOD, RESOURCE_STONE, RESOURCE_CLAY, RESOURCE_ORE,), False, True, 1),),
            texts=('buy raw resources from right for 1',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:159
        'west-trading-post',
        'West Trading Post',
        deck=DECK_AGE_1,
        colour=C_YELLOW,
        players=(3, 7),
        effects=Effects(
            offers=(Offer((RESOURCE_WOOD, RESOURCE_STONE, RESOURCE_CLAY, RESOURCE_ORE,), True, False, 1),),
            texts=('buy raw resources from left for 1',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:168
        'marketplace',
        'Marketplace',
        deck=DECK_AGE_1,
        colour=C_YELLOW,
        players=(3, 6),
        effects=Effects(
            offers=(Offer((RESOURCE_GLASS, RESOURCE_PAPYRUS, RESOURCE_TEXTILE,), True, True, 1),),
            texts=('buy manufactured resources from neighbours for 1',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:177
        'stockade',
        'Stockade',
        deck=DECK_AGE_1,
        colour=C_RED,
        cost=Cost(0, ((RESOURCE_WOOD, 1),)),
        players=(3, 7),
        effects=Effects(
            counts=((SHIELDS, 1),),
            texts=('1 shield',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:185
        'barracks',
        'Barracks',
        deck=DECK_AGE_1,
        colour=C_RED,
        cost=Cost(0, ((RESOURCE_ORE, 1),)),
        players=(3, 5),
        effects=Effects(
            counts=((SHIELDS, 1),),
            texts=('1 shield',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:193
        'guard-tower',
        'Guard Tower',
        deck=DECK_AGE_1,
        colour=C_RED,
        cost=Cost(0, ((RESOURCE_CLAY, 1),)),
        players=(3, 4),
        effects=Effects(
            counts=((SHIELDS, 1),),
            texts=('1 shield',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:201
        'apothecary',
        'Apothecary',
        deck=DECK_AGE_1,
        colour=C_GREEN,
        cost=Cost(0, ((RESOURCE_TEXTILE, 1),)),
        players=(3, 5),
        effects=Effects(
            counts=((SYMBOL_COMPASS, 1),),
            texts=('science compass',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:209
        'workshop',
        'Workshop',
        deck=DECK_AGE_1,
        colour=C_GREEN,
        cost=Cost(0, ((RESOURCE_GLASS, 1),)),
        players=(3, 7),
        effects=Effects(
            counts=((SYMBOL_GEAR, 1),),
            texts=('science gear',),
        ),
    ),
    Card(  # content/base/cards/age-1.yaml:217
        'scriptorium',
        'Scriptorium',
        deck=DECK_AGE_1,
        colour=C_GREEN,
        cost=Cost(0, ((RESOURCE_PAPYRUS, 1),)),
        players=(3, 4),
        effects=Effects(
            counts=((SYMBOL_TABLET, 1),),
            texts=('science tablet',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:3
        'sawmill',
        'Sawmill',
        deck=DECK_AGE_2,
        colour=C_BROWN,
        cost=Cost(1, ()),
        players=(3, 4),
        effects=Effects(
            made=(Made((RESOURCE_WOOD,), 2),),
            texts=('produce 2 wood',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:11
        'quarry',
        'Quarry',
        deck=DECK_AGE_2,
        colour=C_BROWN,
        cost=Cost(1, ()),
        players=(3, 4),
        effects=Effects(
            made=(Made((RESOURCE_STONE,), 2),),
            texts=('produce 2 stone',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:19
        'brickyard',
        'Brickyard',
        deck=DECK_AGE_2,
        colour=C_BROWN,
        cost=Cost(1, ()),
        players=(3, 4),
        effects=Effects(
            made=(Made((RESOURCE_CLAY,), 2),),
            texts=('produce 2 clay',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:27
        'foundry',
        'Foundry',
        deck=DECK_AGE_2,
        colour=C_BROWN,
        cost=Cost(1, ()),
        players=(3, 4),
        effects=Effects(
            made=(Made((RESOURCE_ORE,), 2),),
            texts=('produce 2 ore',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:35
        'loom-age-2',
        'Loom',
        deck=DECK_AGE_2,
        colour=C_GREY,
        players=(3, 5),
        identity='loom',
        effects=Effects(
            made=(Made((RESOURCE_TEXTILE,)),),
            texts=('produce textile',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:44
        'glassworks-age-2',
        'Glassworks',
        deck=DECK_AGE_2,
        colour=C_GREY,
        players=(3, 5),
        identity='glassworks',
        effects=Effects(
            made=(Made((RESOURCE_GLASS,)),),
            texts=('produce glass',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:53
        'press-age-2',
        'Press',
        deck=DECK_AGE_2,
        colour=C_GREY,
        players=(3, 5),
        identity='press',
        effects=Effects(
            made=(Made((RESOURCE_PAPYRUS,)),),
            texts=('produce papyrus',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:62
        'aqueduct',
        'Aqueduct',
        deck=DECK_AGE_2,
        colour=C_BLUE,
        cost=Cost(0, ((RESOURCE_STONE, 3),)),
        players=(3, 7),
        chain=('baths',),
        effects=Effects(
            scores=(Scoring(LINE_CIVILIAN, 5, 'score 5 points', 'content/base/cards/age-2.yaml:69'),),
            texts=('score 5 points',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:71
        'temple',
        'Temple',
        deck=DECK_AGE_2,
        colour=C_BLUE,
        cost=Cost(0, ((RESOURCE_WOOD, 1), (RESOURCE_CLAY, 1), (RESOURCE_GLASS, 1),)),
        players=(3, 6),
        chain=('altar',),
        effects=Effects(
            scores=(Scoring(LINE_CIVILIAN, 3, 'score 3 points', 'content/base/cards/age-2.yaml:78'),),
            texts=('score 3 points',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:80
        'statue',
        'Statue',
        deck=DECK_AGE_2,
        colour=C_BLUE,
        cost=Cost(0, ((RESOURCE_WOOD, 1), (RESOURCE_ORE, 2),)),
        players=(3, 7),
        chain=('theater',),
        effects=Effects(
            scores=(Scoring(LINE_CIVILIAN, 4, 'score 4 points', 'content/base/cards/age-2.yaml:87'),),
            texts=('score 4 points',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:89
        'courthouse',
        'Courthouse',
        deck=DECK_AGE_2,
        colour=C_BLUE,
        cost=Cost(0, ((RESOURCE_CLAY, 2), (RESOURCE_TEXTILE, 1),)),
        players=(3, 5),
        chain=('scriptorium',),
        effects=Effects(
            scores=(Scoring(LINE_CIVILIAN, 4, 'score 4 points', 'content/base/cards/age-2.yaml:96'),),
            texts=('score 4 points',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:98
        'forum',
        'Forum',
        deck=DECK_AGE_2,
        colour=C_YELLOW,
        cost=Cost(0, ((RESOURCE_CLAY, 2),)),
        players=(3, 6, 7),
        chain=('east-trading-post', 'west-trading-post'),
        effects=Effects(
            made=(Made((RESOURCE_GLASS, RESOURCE_PAPYRUS, RESOURCE_TEXTILE,), for_sale=False),),
            texts=('produce glass or papyrus or textile, not for sale',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:108
        'caravansery',
        'Caravansery',
        deck=DECK_AGE_2,
        colour=C_YELLOW,
        cost=Cost(0, ((RESOURCE_WOOD, 2),)),
        players=(3, 5, 6),
        chain=('marketplace',),
        effects=Effects(
            made=(Made((RESOURCE_WOOD, RESOURCE_STONE, RESOURCE_CLAY, RESOURCE_ORE,), for_sale=False),),
            texts=('produce wood or stone or clay or ore, not for sale',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:117
        'vineyard',
        'Vineyard',
        deck=DECK_AGE_2,
        colour=C_YELLOW,
        players=(3, 6),
        effects=Effects(
            once=(vineyard_effect_1,),
            texts=('gain 1 coin per brown card in city and neighbours',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:126
        'bazar',
        'Bazar',
        deck=DECK_AGE_2,
        colour=C_YELLOW,
        players=(4, 7),
        effects=Effects(
            once=(bazar_effect_1,),
            texts=('gain 2 coins per grey card in city and neighbours',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:135
        'walls',
        'Walls',
        deck=DECK_AGE_2,
        colour=C_RED,
        cost=Cost(0, ((RESOURCE_STONE, 3),)),
        players=(3, 7),
        effects=Effects(
            counts=((SHIELDS, 2),),
            texts=('2 shields',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:143
        'training-ground',
        'Training Ground',
        deck=DECK_AGE_2,
        colour=C_RED,
        cost=Cost(0, ((RESOURCE_WOOD, 1), (RESOURCE_ORE, 2),)),
        players=(4, 6, 7),
        effects=Effects(
            counts=((SHIELDS, 2),),
            texts=('2 shields',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:151
        'stables',
        'Stables',
        deck=DECK_AGE_2,
        colour=C_RED,
        cost=Cost(0, ((RESOURCE_WOOD, 1), (RESOURCE_CLAY, 1), (RESOURCE_ORE, 1),)),
        players=(3, 5),
        chain=('apothecary',),
        effects=Effects(
            counts=((SHIELDS, 2),),
            texts=('2 shields',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:160
        'archery-range',
        'Archery Range',
        deck=DECK_AGE_2,
        colour=C_RED,
        cost=Cost(0, ((RESOURCE_WOOD, 2), (RESOURCE_ORE, 1),)),
        players=(3, 6),
        chain=('workshop',),
        effects=Effects(
            counts=((SHIELDS, 2),),
            texts=('2 shields',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:169
        'dispensary',
        'Dispensary',
        deck=DECK_AGE_2,
        colour=C_GREEN,
        cost=Cost(0, ((RESOURCE_ORE, 2), (RESOURCE_GLASS, 1),)),
        players=(3, 4),
        chain=('apothecary',),
        effects=Effects(
            counts=((SYMBOL_COMPASS, 1),),
            texts=('science compass',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:178
        'laboratory',
        'Laboratory',
        deck=DECK_AGE_2,
        colour=C_GREEN,
        cost=Cost(0, ((RESOURCE_CLAY, 2), (RESOURCE_PAPYRUS, 1),)),
        players=(3, 5),
        chain=('workshop',),
        effects=Effects(
            counts=((SYMBOL_GEAR, 1),),
            texts=('science gear',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:187
        'library',
        'Library',
        deck=DECK_AGE_2,
        colour=C_GREEN,
        cost=Cost(0, ((RESOURCE_STONE, 2), (RESOURCE_TEXTILE, 1),)),
        players=(3, 6),
        chain=('scriptorium',),
        effects=Effects(
            counts=((SYMBOL_TABLET, 1),),
            texts=('science tablet',),
        ),
    ),
    Card(  # content/base/cards/age-2.yaml:196
        'school',
        'School',
        deck=DECK_AGE_2,
        colour=C_GREEN,
        cost=Cost(0, ((RESOURCE_WOOD, 1), (RESOURCE_PAPYRUS, 1),)),
        players=(3, 7),
        effects=Effects(
            counts=((SYMBOL_TABLET, 1),),
            texts=('science tablet',),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:3
        'pantheon',
        'Pantheon',
        deck=DECK_AGE_3,
        colour=C_BLUE,
        cost=Cost(
            0,
            ((RESOURCE_CLAY, 2), (RESOURCE_ORE, 1), (RESOURCE_GLASS, 1), (RESOURCE_PAPYRUS, 1), (RESOURCE_TEXTILE, 1),),
        ),
        players=(3, 6),
        chain=('temple',),
        effects=Effects(
            scores=(Scoring(LINE_CIVILIAN, 7, 'score 7 points', 'content/base/cards/age-3.yaml:10'),),
            texts=('score 7 points',),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:12
        'gardens',
        'Gardens',
        deck=DECK_AGE_3,
        colour=C_BLUE,
        cost=Cost(0, ((RESOURCE_WOOD, 1), (RESOURCE_CLAY, 2),)),
        players=(3, 4),
        chain=('statue',),
        effects=Effects(
            scores=(Scoring(LINE_CIVILIAN, 5, 'score 5 points', 'content/base/cards/age-3.yaml:19'),),
            texts=('score 5 points',),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:21
        'town-hall',
        'Town Hall',
        deck=DECK_AGE_3,
        colour=C_BLUE,
        cost=Cost(0, ((RESOURCE_STONE, 2), (RESOURCE_ORE, 1), (RESOURCE_GLASS, 1),)),
        players=(3, 5, 6),
        effects=Effects(
            scores=(Scoring(LINE_CIVILIAN, 6, 'score 6 points', 'content/base/cards/age-3.yaml:27'),),
            texts=('score 6 points',),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:29
        'palace',
        'Palace',
        deck=DECK_AGE_3,
        colour=C_BLUE,
        cost=Cost(
            0,
            (
                (RESOURCE_WOOD, 1),
                (RESOURCE_STONE, 1),
                (RESOURCE_CLAY, 1),
                (RESOURCE_ORE, 1),
                (RESOURCE_GLASS, 1),
                (RESOURCE_PAPYRUS, 1),
                (RESOURCE_TEXTILE, 1),
            ),
        ),
        players=(3, 7),
        effects=Effects(
            scores=(Scoring(LINE_CIVILIAN, 8, 'score 8 points', 'content/base/cards/age-3.yaml:35'),),
            texts=('score 8 points',),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:37
        'senate',
        'Senate',
        deck=DECK_AGE_3,
        colour=C_BLUE,
        cost=Cost(0, ((RESOURCE_WOOD, 2), (RESOURCE_STONE, 1), (RESOURCE_ORE, 1),)),
        players=(3, 5),
        chain=('library',),
        effects=Effects(
            scores=(Scoring(LINE_CIVILIAN, 6, 'score 6 points', 'content/base/cards/age-3.yaml:44'),),
            texts=('score 6 points',),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:46
        'haven',
        'Haven',
        deck=DECK_AGE_3,
        colour=C_YELLOW,
        cost=Cost(0, ((RESOURCE_WOOD, 1), (RESOURCE_ORE, 1), (RESOURCE_TEXTILE, 1),)),
        players=(3, 4),
        chain=('forum',),
        effects=Effects(
            once=(haven_effect_1,),
            scores=(
                Scoring(
                    LINE_COMMERCIAL,
                    haven_effect_2,
                    'score 1 point per brown card in city',
                    'content/base/cards/age-3.yaml:55',
                ),
            ),
            texts=('gain 1 coin per brown card in city', 'score 1 point per brown card in city'),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:57
        'lighthouse',
        'Lighthouse',
        deck=DECK_AGE_3,
        colour=C_YELLOW,
        cost=Cost(0, ((RESOURCE_STONE, 1), (RESOURCE_GLASS, 1),)),
        players=(3, 6),
        chain=('caravansery',),
        effects=Effects(
            once=(lighthouse_effect_1,),
            scores=(
                Scoring(
                    LINE_COMMERCIAL,
                    lighthouse_effect_2,
                    'score 1 point per yellow card in city',
                    'content/base/cards/age-3.yaml:66',
                ),
            ),
            texts=('gain 1 coin per yellow card in city', 'score 1 point per yellow card in city'),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:69
        'chamber-of-commerce',
        'Chamber of Commerce',
        deck=DECK_AGE_3,
        colour=C_YELLOW,
        cost=Cost(0, ((RESOURCE_CLAY, 2), (RESOURCE_PAPYRUS, 1),)),
        players=(4, 6),
        effects=Effects(
            once=(chamber_of_commerce_effect_1,),
            scores=(
                Scoring(
                    LINE_COMMERCIAL,
                    chamber_of_commerce_effect_2,
                    'score 2 points per grey card in city',
                    'content/base/cards/age-3.yaml:77',
                ),
            ),
            texts=('gain 2 coins per grey card in city', 'score 2 points per grey card in city'),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:79
        'arena',
        'Arena',
        deck=DECK_AGE_3,
        colour=C_YELLOW,
        cost=Cost(0, ((RESOURCE_STONE, 2), (RESOURCE_ORE, 1),)),
        players=(3, 5, 7),
        chain=('dispensary',),
        effects=Effects(
            once=(arena_effect_1,),
            scores=(
                Scoring(
                    LINE_COMMERCIAL,
                    arena_effect_2,
                    'score 1 point per stage in city',
                    'content/base/cards/age-3.yaml:88',
                ),
            ),
            texts=('gain 3 coins per stage in city', 'score 1 point per stage in city'),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:90
        'fortifications',
        'Fortifications',
        deck=DECK_AGE_3,
        colour=C_RED,
        cost=Cost(0, ((RESOURCE_STONE, 1), (RESOURCE_ORE, 3),)),
        players=(3, 7),
        chain=('walls',),
        effects=Effects(
            counts=((SHIELDS, 3),),
            texts=('3 shields',),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:99
        'circus',
        'Circus',
        deck=DECK_AGE_3,
        colour=C_RED,
        cost=Cost(0, ((RESOURCE_STONE, 3), (RESOURCE_ORE, 1),)),
        players=(4, 5, 6),
        chain=('training-ground',),
        effects=Effects(
            counts=((SHIELDS, 3),),
            texts=('3 shields',),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:108
        'arsenal',
        'Arsenal',
        deck=DECK_AGE_3,
        colour=C_RED,
        cost=Cost(0, ((RESOURCE_WOOD, 2), (RESOURCE_ORE, 1), (RESOURCE_TEXTILE, 1),)),
        players=(3, 4, 7),
        effects=Effects(
            counts=((SHIELDS, 3),),
            texts=('3 shields',),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:116
        'siege-workshop',
        'Siege Workshop',
        deck=DECK_AGE_3,
        colour=C_RED,
        cost=Cost(0, ((RESOURCE_WOOD, 1), (RESOURCE_CLAY, 3),)),
        players=(3, 5),
        chain=('laboratory',),
        effects=Effects(
            counts=((SHIELDS, 3),),
            texts=('3 shields',),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:125
        'lodge',
        'Lodge',
        deck=DECK_AGE_3,
        colour=C_GREEN,
        cost=Cost(0, ((RESOURCE_CLAY, 2), (RESOURCE_PAPYRUS, 1), (RESOURCE_TEXTILE, 1),)),
        players=(3, 6),
        chain=('dispensary',),
        effects=Effects(
            counts=((SYMBOL_COMPASS, 1),),
            texts=('science compass',),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:134
        'observatory',
        'Observatory',
        deck=DECK_AGE_3,
        colour=C_GREEN,
        cost=Cost(0, ((RESOURCE_ORE, 2), (RESOURCE_GLASS, 1), (RESOURCE_TEXTILE, 1),)),
        players=(3, 7),
        chain=('laboratory',),
        effects=Effects(
            counts=((SYMBOL_GEAR, 1),),
            texts=('science gear',),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:143
        'university',
        'University',
        deck=DECK_AGE_3,
        colour=C_GREEN,
        cost=Cost(0, ((RESOURCE_WOOD, 2), (RESOURCE_GLASS, 1), (RESOURCE_PAPYRUS, 1),)),
        players=(3, 4),
        chain=('library',),
        effects=Effects(
            counts=((SYMBOL_TABLET, 1),),
            texts=('science tablet',),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:152
        'academy',
        'Academy',
        deck=DECK_AGE_3,
        colour=C_GREEN,
        cost=Cost(0, ((RESOURCE_STONE, 3), (RESOURCE_GLASS, 1),)),
        players=(3, 7),
        chain=('school',),
        effects=Effects(
            counts=((SYMBOL_COMPASS, 1),),
            texts=('science compass',),
        ),
    ),
    Card(  # content/base/cards/age-3.yaml:161
        'study',
        'Study',
        deck=DECK_AGE_3,
        colour=C_GREEN,
        cost=Cost(0, ((RESOURCE_WOOD, 1), (RESOURCE_PAPYRUS, 1), (RESOURCE_TEXTILE, 1),)),
        players=(3, 5),
        chain=('school',),
        effects=Effects(
            counts=((SYMBOL_GEAR, 1),),
            texts=('science gear',),
        ),
    ),
    Card(  # content/base/cards/guilds.yaml:3
        'workers-guild',
        'Workers Guild',
        deck=DECK_GUILDS,
        colour=C_PURPLE,
        cost=Cost(0, ((RESOURCE_WOOD, 1), (RESOURCE_STONE, 1), (RESOURCE_CLAY, 1), (RESOURCE_ORE, 2),)),
        effects=Effects(
            scores=(
                Scoring(
                    LINE_GUILDS,
                    workers_guild_effect_1,
                    'score 1 point per brown card in neighbours',
                    'content/base/cards/guilds.yaml:8',
                ),
            ),
            texts=('score 1 point per brown card in neighbours',),
        ),
    ),
    Card(  # content/base/cards/guilds.yaml:10
        'craftsmens-guild',
        'Craftsmens Guild',
        deck=DECK_GUILDS,
        colour=C_PURPLE,
        cost=Cost(0, ((RESOURCE_STONE, 2), (RESOURCE_ORE, 2),)),
        effects=Effects(
            scores=(
                Scoring(
                    LINE_GUILDS,
                    craftsmens_guild_effect_1,
                    'score 2 points per grey card in neighbours',
                    'content/base/cards/guilds.yaml:15',
                ),
            ),
            texts=('score 2 points per grey card in neighbours',),
        ),
    ),
    Card(  # content/base/cards/guilds.yaml:17
        'traders-guild',
        'Traders Guild',
        deck=DECK_GUILDS,
        colour=C_PURPLE,
        cost=Cost(0, ((RESOURCE_GLASS, 1), (RESOURCE_PAPYRUS, 1), (RESOURCE_TEXTILE, 1),)),
        effects=Effects(
            scores=(
                Scoring(
                    LINE_GUILDS,
                    traders_guild_effect_1,
                    'score 1 point per yellow card in neighbours',
                    'content/base/cards/guilds.yaml:22',
                ),
            ),
            texts=('score 1 point per yellow card in neighbours',),
        ),
    ),
    Card(  # content/base/cards/guilds.yaml:24
        'philosophers-guild',
        'Philosophers Guild',
        deck=DECK_GUILDS,
        colour=C_PURPLE,
        cost=Cost(0, ((RESOURCE_CLAY, 3), (RESOURCE_PAPYRUS, 1), (RESOURCE_TEXTILE, 1),)),
        effects=Effects(
            scores=(
                Scoring(
                    LINE_GUILDS,
                    philosophers_guild_effect_1,
                    'score 1 point per green card in neighbours',
                    'content/base/cards/guilds.yaml:29',
                ),
            ),
            texts=('score 1 point per green card in neighbours',),
        ),
    ),
    Card(  # content/base/cards/guilds.yaml:31
        'spies-guild',
        'Spies Guild',
        deck=DECK_GUILDS,
        colour=C_PURPLE,
        cost=Cost(0, ((RESOURCE_CLAY, 3), (RESOURCE_GLASS, 1),)),
        effects=Effects(
            scores=(
                Scoring(
                    LINE_GUILDS,
                    spies_guild_effect_1,
                    'score 1 point per red card in neighbours',
                    'content/base/cards/guilds.yaml:36',
                ),
            ),
            texts=('score 1 point per red card in neighbours',),
        ),
    ),
    Card(  # content/base/cards/guilds.yaml:38
        'strategists-guild',
        'Strategists Guild',
        deck=DECK_GUILDS,
        colour=C_PURPLE,
        cost=Cost(0, ((RESOURCE_STONE, 1), (RESOURCE_ORE, 2), (RESOURCE_TEXTILE, 1),)),
        effects=Effects(
            scores=(
                Scoring(
                    LINE_GUILDS,
                    strategists_guild_effect_1,
                    'score 1 point per defeat token in neighbours',
                    'content/base/cards/guilds.yaml:43',
                ),
            ),
            texts=('score 1 point per defeat token in neighbours',),
        ),
    ),
    Card(  # content/base/cards/guilds.yaml:45
        'shipowners-guild',
        'Shipowners Guild',
        deck=DECK_GUILDS,
        colour=C_PURPLE,
        cost=Cost(0, ((RESOURCE_WOOD, 3), (RESOURCE_GLASS, 1), (RESOURCE_PAPYRUS, 1),)),
        effects=Effects(
            scores=(
                Scoring(
                    LINE_GUILDS,
                    shipowners_guild_effect_1,
                    'score 1 point per brown or grey or purple card in city',
                    'content/base/cards/guilds.yaml:50',
                ),
            ),
            texts=('score 1 point per brown or grey or purple card in city',),
        ),
    ),
    Card(  # content/base/cards/guilds.yaml:53
        'scientists-guild',
        'Scientists Guild',
        deck=DECK_GUILDS,
        colour=C_PURPLE,
        cost=Cost(0, ((RESOURCE_WOOD, 2), (RESOURCE_ORE, 2), (RESOURCE_PAPYRUS, 1),)),
        effects=Effects(
            wild=((S_COMPASS, S_GEAR, S_TABLET,),),
            texts=('science compass or gear or tablet',),
        ),
    ),
    Card(  # content/base/cards/guilds.yaml:61
        'magistrates-guild',
        'Magistrates Guild',
        deck=DECK_GUILDS,
        colour=C_PURPLE,
        cost=Cost(0, ((RESOURCE_WOOD, 3), (RESOURCE_STONE, 1), (RESOURCE_TEXTILE, 1),)),
        effects=Effects(
            scores=(
                Scoring(
                    LINE_GUILDS,
                    magistrates_guild_effect_1,
                    'score 1 point per blue card in neighbours',
                    'content/base/cards/guilds.yaml:66',
                ),
            ),
            texts=('score 1 point per blue card in neighbours',),
        ),
    ),
    Card(  # content/base/cards/guilds.yaml:68
        'builders-guild',
        'Builders Guild',
        deck=DECK_GUILDS,
        colour=C_PURPLE,
        cost=Cost(0, ((RESOURCE_STONE, 2), (RESOURCE_CLAY, 2), (RESOURCE_GLASS, 1),)),
        effects=Effects(
            scores=(
                Scoring(
                    LINE_GUILDS,
                    builders_guild_effect_1,
                    'score 1 point per stage in city and neighbours',
                    'content/base/cards/guilds.yaml:73',
                ),
            ),
            texts=('score 1 point per stage in city and neighbours',),
        ),
    ),
)

SIDES = (
    Side(  # content/base/boards/wonders.yaml:7
        'alexandria',
        'Alexandria',
        'a',
        start=Effects(
            made=(Made((RESOURCE_GLASS,)),),
            texts=('produce glass',),
        ),
        stages=(
            Stage(Cost(0, ((RESOURCE_STONE, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 3, 'score 3 points', 'content/base/boards/wonders.yaml:11'),),
                texts=('score 3 points',),
            )),
            Stage(Cost(0, ((RESOURCE_ORE, 2),)), Effects(
                made=(Made((RESOURCE_WOOD, RESOURCE_STONE, RESOURCE_CLAY, RESOURCE_ORE,), for_sale=False),),
                texts=('produce wood or stone or clay or ore, not for sale',),
            )),
            Stage(Cost(0, ((RESOURCE_GLASS, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 7, 'score 7 points', 'content/base/boards/wonders.yaml:15'),),
                texts=('score 7 points',),
            )),
        ),
    ),
    Side(  # content/base/boards/wonders.yaml:16
        'alexandria',
        'Alexandria',
        'b',
        start=Effects(
            made=(Made((RESOURCE_GLASS,)),),
            texts=('produce glass',),
        ),
        stages=(
            Stage(Cost(0, ((RESOURCE_CLAY, 2),)), Effects(
                made=(Made((RESOURCE_WOOD, RESOURCE_STONE, RESOURCE_CLAY, RESOURCE_ORE,), for_sale=False),),
                texts=('produce wood or stone or clay or ore, not for sale',),
            )),
            Stage(Cost(0, ((RESOURCE_WOOD, 2),)), Effects(
                made=(Made((RESOURCE_GLASS, RESOURCE_PAPYRUS, RESOURCE_TEXTILE,), for_sale=False),),
                texts=('produce glass or papyrus or textile, not for sale',),
            )),
            Stage(Cost(0, ((RESOURCE_STONE, 3),)), Effects(
                scores=(Scoring(LINE_WONDER, 7, 'score 7 points', 'content/base/boards/wonders.yaml:24'),),
                texts=('score 7 points',),
            )),
        ),
    ),
    Side(  # content/base/boards/wonders.yaml:30
        'babylon',
        'Babylon',
        'a',
        start=Effects(
            made=(Made((RESOURCE_CLAY,)),),
            texts=('produce clay',),
        ),
        stages=(
            Stage(Cost(0, ((RESOURCE_CLAY, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 3, 'score 3 points', 'content/base/boards/wonders.yaml:34'),),
                texts=('score 3 points',),
            )),
            Stage(Cost(0, ((RESOURCE_WOOD, 3),)), Effects(
                wild=((S_COMPASS, S_GEAR, S_TABLET,),),
                texts=('science compass or gear or tablet',),
            )),
            Stage(Cost(0, ((RESOURCE_CLAY, 4),)), Effects(
                scores=(Scoring(LINE_WONDER, 7, 'score 7 points', 'content/base/boards/wonders.yaml:38'),),
                texts=('score 7 points',),
            )),
        ),
    ),
    Side(  # content/base/boards/wonders.yaml:39
        'babylon',
        'Babylon',
        'b',
        start=Effects(
            made=(Made((RESOURCE_CLAY,)),),
            texts=('produce clay',),
        ),
        stages=(
            Stage(Cost(0, ((RESOURCE_CLAY, 1), (RESOURCE_TEXTILE, 1),)), Effects(
                scores=(Scoring(LINE_WONDER, 3, 'score 3 points', 'content/base/boards/wonders.yaml:43'),),
                texts=('score 3 points',),
            )),
            Stage(Cost(0, ((RESOURCE_WOOD, 2), (RESOURCE_GLASS, 1),)), Effects(
                counts=((HELD_BABYLON_B_STAGE_2_EFFECT_1, 1),),
                texts=('play the last card of the age',),
            )),
            Stage(Cost(0, ((RESOURCE_CLAY, 3), (RESOURCE_PAPYRUS, 1),)), Effects(
                wild=((S_COMPASS, S_GEAR, S_TABLET,),),
                texts=('science compass or gear or tablet',),
            )),
        ),
    ),
    Side(  # content/base/boards/wonders.yaml:53
        'ephesos',
        'Éphesos',
        'a',
        start=Effects(
            made=(Made((RESOURCE_PAPYRUS,)),),
            texts=('produce papyrus',),
        ),
        stages=(
            Stage(Cost(0, ((RESOURCE_STONE, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 3, 'score 3 points', 'content/base/boards/wonders.yaml:57'),),
                texts=('score 3 points',),
            )),
            Stage(Cost(0, ((RESOURCE_WOOD, 2),)), Effects(
                once=(ephesos_a_stage_2_effect_1,),
                texts=('gain 9 coins',),
            )),
            Stage(Cost(0, ((RESOURCE_PAPYRUS, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 7, 'score 7 points', 'content/base/boards/wonders.yaml:61'),),
                texts=('score 7 points',),
            )),
        ),
    ),
    Side(  # content/base/boards/wonders.yaml:62
        'ephesos',
        'Éphesos',
        'b',
        start=Effects(
            made=(Made((RESOURCE_PAPYRUS,)),),
            texts=('produce papyrus',),
        ),
        stages=(
            Stage(Cost(0, ((RESOURCE_STONE, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 2, 'score 2 points', 'content/base/boards/wonders.yaml:67'),),
                once=(ephesos_b_stage_1_effect_2,),
                texts=('score 2 points', 'gain 4 coins'),
            )),
            Stage(Cost(0, ((RESOURCE_WOOD, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 3, 'score 3 points', 'content/base/boards/wonders.yaml:71'),),
                once=(ephesos_b_stage_1_effect_2,),
                texts=('score 3 points', 'gain 4 coins'),
            )),
            Stage(Cost(0, ((RESOURCE_GLASS, 1), (RESOURCE_PAPYRUS, 1), (RESOURCE_TEXTILE, 1),)), Effects(
                scores=(Scoring(LINE_WONDER, 5, 'score 5 points', 'content/base/boards/wonders.yaml:75'),),
                once=(ephesos_b_stage_1_effect_2,),
                texts=('score 5 points', 'gain 4 coins'),
            )),
        ),
    ),
    Side(  # content/base/boards/wonders.yaml:82
        'gizah',
        'Gizah',
        'a',
        start=Effects(
            made=(Made((RESOURCE_STONE,)),),
            texts=('produce stone',),
        ),
        stages=(
            Stage(Cost(0, ((RESOURCE_STONE, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 3, 'score 3 points', 'content/base/boards/wonders.yaml:86'),),
                texts=('score 3 points',),
            )),
            Stage(Cost(0, ((RESOURCE_WOOD, 3),)), Effects(
                scores=(Scoring(LINE_WONDER, 5, 'score 5 points', 'content/base/boards/wonders.yaml:88'),),
                texts=('score 5 points',),
            )),
            Stage(Cost(0, ((RESOURCE_STONE, 4),)), Effects(
                scores=(Scoring(LINE_WONDER, 7, 'score 7 points', 'content/base/boards/wonders.yaml:90'),),
                texts=('score 7 points',),
            )),
        ),
    ),
    Side(  # content/base/boards/wonders.yaml:91
        'gizah',
        'Gizah',
        'b',
        start=Effects(
            made=(Made((RESOURCE_STONE,)),),
            texts=('produce stone',),
        ),
        stages=(
            Stage(Cost(0, ((RESOURCE_WOOD, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 3, 'score 3 points', 'content/base/boards/wonders.yaml:95'),),
                texts=('score 3 points',),
            )),
            Stage(Cost(0, ((RESOURCE_STONE, 3),)), Effects(
                scores=(Scoring(LINE_WONDER, 5, 'score 5 points', 'content/base/boards/wonders.yaml:97'),),
                texts=('score 5 points',),
            )),
            Stage(Cost(0, ((RESOURCE_CLAY, 3),)), Effects(
                scores=(Scoring(LINE_WONDER, 5, 'score 5 points', 'content/base/boards/wonders.yaml:99'),),
                texts=('score 5 points',),
            )),
            Stage(Cost(0, ((RESOURCE_STONE, 4), (RESOURCE_PAPYRUS, 1),)), Effects(
                scores=(Scoring(LINE_WONDER, 7, 'score 7 points', 'content/base/boards/wonders.yaml:101'),),
                texts=('score 7 points',),
            )),
        ),
    ),
    Side(  # content/base/boards/wonders.yaml:107
        'halikarnassos',
        'Halikarnassós',
        'a',
        start=Effects(
            made=(Made((RESOURCE_TEXTILE,)),),
            texts=('produce textile',),
        ),
        stages=(
            Stage(Cost(0, ((RESOURCE_CLAY, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 3, 'score 3 points', 'content/base/boards/wonders.yaml:111'),),
                texts=('score 3 points',),
            )),
            Stage(Cost(0, ((RESOURCE_ORE, 3),)), Effects(
                late=(
                    Late(
                        halikarnassos_a_stage_2_effect_1_ask,
                        halikarnassos_a_stage_2_effect_1_then,
                        'may build a card from discard for free',
                        'content/base/boards/wonders.yaml:113',
                        is_optional=True,
                    ),
                ),
                texts=('may build a card from discard for free',),
            )),
            Stage(Cost(0, ((RESOURCE_TEXTILE, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 7, 'score 7 points', 'content/base/boards/wonders.yaml:115'),),
                texts=('score 7 points',),
            )),
        ),
    ),
    Side(  # content/base/boards/wonders.yaml:116
        'halikarnassos',
        'Halikarnassós',
        'b',
        start=Effects(
            made=(Made((RESOURCE_TEXTILE,)),),
            texts=('produce textile',),
        ),
        stages=(
            Stage(Cost(0, ((RESOURCE_ORE, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 2, 'score 2 points', 'content/base/boards/wonders.yaml:121'),),
                late=(
                    Late(
                        halikarnassos_a_stage_2_effect_1_ask,
                        halikarnassos_a_stage_2_effect_1_then,
                        'may build a card from discard for free',
                        'content/base/boards/wonders.yaml:122',
                        is_optional=True,
                    ),
                ),
                texts=('score 2 points', 'may build a card from discard for free'),
            )),
            Stage(Cost(0, ((RESOURCE_CLAY, 3),)), Effects(
                scores=(Scoring(LINE_WONDER, 1, 'score 1 point', 'content/base/boards/wonders.yaml:125'),),
                late=(
                    Late(
                        halikarnassos_a_stage_2_effect_1_ask,
                        halikarnassos_a_stage_2_effect_1_then,
                        'may build a card from discard for free',
                        'content/base/boards/wonders.yaml:126',
                        is_optional=True,
                    ),
                ),
                texts=('score 1 point', 'may build a card from discard for free'),
            )),
            Stage(Cost(0, ((RESOURCE_GLASS, 1), (RESOURCE_PAPYRUS, 1), (RESOURCE_TEXTILE, 1),)), Effects(
                late=(
                    Late(
                        halikarnassos_a_stage_2_effect_1_ask,
                        halikarnassos_a_stage_2_effect_1_then,
                        'may build a card from discard for free',
                        'content/base/boards/wonders.yaml:128',
                        is_optional=True,
                    ),
                ),
                texts=('may build a card from discard for free',),
            )),
        ),
    ),
    Side(  # content/base/boards/wonders.yaml:134
        'olympia',
        'Olympía',
        'a',
        start=Effects(
            made=(Made((RESOURCE_WOOD,)),),
            texts=('produce wood',),
        ),
        stages=(
            Stage(Cost(0, ((RESOURCE_WOOD, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 3, 'score 3 points', 'content/base/boards/wonders.yaml:138'),),
                texts=('score 3 points',),
            )),
            Stage(Cost(0, ((RESOURCE_STONE, 2),)), Effects(
                counts=((HELD_OLYMPIA_A_STAGE_2_EFFECT_1, 1),),
                texts=('once per age, build a card for free',),
            )),
            Stage(Cost(0, ((RESOURCE_ORE, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 7, 'score 7 points', 'content/base/boards/wonders.yaml:142'),),
                texts=('score 7 points',),
            )),
        ),
    ),
    Side(  # content/base/boards/wonders.yaml:143
        'olympia',
        'Olympía',
        'b',
        start=Effects(
            made=(Made((RESOURCE_WOOD,)),),
            texts=('produce wood',),
        ),
        stages=(
            Stage(Cost(0, ((RESOURCE_WOOD, 2),)), Effects(
                offers=(Offer((RESOURCE_WOOD, RESOURCE_STONE, RESOURCE_CLAY, RESOURCE_ORE,), True, True, 1),),
                texts=('buy raw resources from neighbours for 1',),
            )),
            Stage(Cost(0, ((RESOURCE_STONE, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 5, 'score 5 points', 'content/base/boards/wonders.yaml:149'),),
                texts=('score 5 points',),
            )),
            Stage(Cost(0, ((RESOURCE_ORE, 2), (RESOURCE_TEXTILE, 1),)), Effects(
                copies=(
                    CopyAtEnd(
                        Among((C_PURPLE,)),
                        olympia_b_stage_3_effect_1,
                        'at end of game, copy a guild in neighbours',
                        'content/base/boards/wonders.yaml:151',
                        LINE_WONDER,
                    ),
                ),
                texts=('at end of game, copy a guild in neighbours',),
            )),
        ),
    ),
    Side(  # content/base/boards/wonders.yaml:157
        'rhodos',
        'Rhódos',
        'a',
        start=Effects(
            made=(Made((RESOURCE_ORE,)),),
            texts=('produce ore',),
        ),
        stages=(
            Stage(Cost(0, ((RESOURCE_WOOD, 2),)), Effects(
                scores=(Scoring(LINE_WONDER, 3, 'score 3 points', 'content/base/boards/wonders.yaml:161'),),
                texts=('score 3 points',),
            )),
            Stage(Cost(0, ((RESOURCE_CLAY, 3),)), Effects(
                counts=((SHIELDS, 2),),
                texts=('2 shields',),
            )),
            Stage(Cost(0, ((RESOURCE_ORE, 4),)), Effects(
                scores=(Scoring(LINE_WONDER, 7, 'score 7 points', 'content/base/boards/wonders.yaml:165'),),
                texts=('score 7 points',),
            )),
        ),
    ),
    Side(  # content/base/boards/wonders.yaml:166
        'rhodos',
        'Rhódos',
        'b',
        start=Effects(
            made=(Made((RESOURCE_ORE,)),),
            texts=('produce ore',),
        ),
        stages=(
            Stage(Cost(0, ((RESOURCE_STONE, 3),)), Effects(
                counts=((SHIELDS, 1),),
                scores=(Scoring(LINE_WONDER, 3, 'score 3 points', 'content/base/boards/wonders.yaml:172'),),
                once=(rhodos_b_stage_1_effect_3,),
                texts=('1 shield', 'score 3 points', 'gain 3 coins'),
            )),
            Stage(Cost(0, ((RESOURCE_ORE, 4),)), Effects(
                counts=((SHIELDS, 1),),
                scores=(Scoring(LINE_WONDER, 4, 'score 4 points', 'content/base/boards/wonders.yaml:177'),),
                once=(ephesos_b_stage_1_effect_2,),
                texts=('1 shield', 'score 4 points', 'gain 4 coins'),
            )),
        ),
    ),
)

TABLES = Tables(
    expansions=('base',),
    content='befb366cf30094ec0b66b5878541af188f130ef3e986069c5d7bf1f090ab10d7',
    variants=(('two-players', 'Two players and the Free City', (2,)),),
    numbers=(3, 4, 5, 6, 7),
    ages=3,
    coins=3,
    resources=('wood', 'stone', 'clay', 'ore', 'glass', 'papyrus', 'textile'),
    parts=(
        (RESOURCE_WOOD, RESOURCE_STONE, RESOURCE_CLAY, RESOURCE_ORE,),
        (RESOURCE_GLASS, RESOURCE_PAPYRUS, RESOURCE_TEXTILE,),
    ),
    price_classes=(
        (RESOURCE_WOOD, RESOURCE_STONE, RESOURCE_CLAY, RESOURCE_ORE,),
        (RESOURCE_GLASS, RESOURCE_PAPYRUS, RESOURCE_TEXTILE,),
    ),
    colours=(
        ('brown', COLOUR_BROWN),
        ('grey', COLOUR_GREY),
        ('blue', COLOUR_BLUE),
        ('yellow', COLOUR_YELLOW),
        ('red', COLOUR_RED),
        ('green', COLOUR_GREEN),
        ('purple', COLOUR_PURPLE),
    ),
    symbols=(('compass', SYMBOL_COMPASS), ('gear', SYMBOL_GEAR), ('tablet', SYMBOL_TABLET),),
    stage_lane=STAGES_BUILT,
    shield_lane=SHIELDS,
    main_zone=Z_CITY,
    board_line=LINE_WONDER,
    tie=('coins',),
    everyone=Effects(
        offers=(
            Offer(
                (
                    RESOURCE_WOOD,
                    RESOURCE_STONE,
                    RESOURCE_CLAY,
                    RESOURCE_ORE,
                    RESOURCE_GLASS,
                    RESOURCE_PAPYRUS,
                    RESOURCE_TEXTILE,
                ),
                True,
                True,
                2,
            ),
        ),
        texts=('buy any resource from neighbours for 2',),
    ),
    permits=(
        Permit(
            HELD_BABYLON_B_STAGE_2_EFFECT_1,
            'last',
            Among(()),
            '',
            'play the last card of the age',
            'content/base/boards/wonders.yaml:45',
        ),
        Permit(
            HELD_OLYMPIA_A_STAGE_2_EFFECT_1,
            'build',
            Among(()),
            'age',
            'once per age, build a card for free',
            'content/base/boards/wonders.yaml:140',
        ),
    ),
    own_cell=OWN,
    price_cell=PRICES,
    sale_cell=SALE,
    joint_cell=JOINT,
    seat_cells=SEAT_CELLS,
    table_cells=TABLE_CELLS,
    deck_cell=DECKS,
    cards=CARDS,
    sides=SIDES,
    decks=(
        Deck('age-1', 'Age I', 1),
        Deck('age-2', 'Age II', 2),
        Deck('age-3', 'Age III', 3, adds=(Addition(DECK_GUILDS, {3: 5, 4: 6, 5: 7, 6: 8, 7: 9}),)),
        Deck('guilds', 'Guilds', 3),
    ),
    zones=(
        Zone('hand', 'Hand', ZONE_HAND, True, 'owner', False, False),
        Zone('city', 'City', ZONE_CITY, True, 'everyone', False, True),
        Zone('under-board', 'Under the board', ZONE_UNDER_BOARD, True, 'nobody', True, False),
        Zone('discard', 'Discard pile', ZONE_DISCARD, False, 'nobody', False, False),
    ),
    tokens=(
        Token('victory-1', 'Victory of Age I', TOKEN_VICTORY_1, 1, LINE_CONFLICT),
        Token('victory-3', 'Victory of Age II', TOKEN_VICTORY_3, 3, LINE_CONFLICT),
        Token('victory-5', 'Victory of Age III', TOKEN_VICTORY_5, 5, LINE_CONFLICT),
        Token('defeat', 'Defeat', TOKEN_DEFEAT, -1, LINE_CONFLICT),
    ),
    lines=(
        Line('conflict', 'Military conflicts'),
        Line(
            'treasury',
            'Treasury',
            (
                Scoring(
                    LINE_TREASURY,
                    line_treasury_1,
                    'score 1 point per 3 coins',
                    'content/base/vocabulary.yaml:152',
                ),
            ),
        ),
        Line('wonder', 'Wonder'),
        Line('civilian', 'Civilian structures'),
        Line('commercial', 'Commercial structures'),
        Line('guilds', 'Guilds'),
        Line(
            'science',
            'Scientific structures',
            (
                Scoring(
                    LINE_SCIENCE,
                    line_science_1,
                    'score 1 point per square of compass symbols in city',
                    'content/base/vocabulary.yaml:160',
                    reads_symbols=True,
                ),
                Scoring(
                    LINE_SCIENCE,
                    line_science_2,
                    'score 1 point per square of gear symbols in city',
                    'content/base/vocabulary.yaml:161',
                    reads_symbols=True,
                ),
                Scoring(
                    LINE_SCIENCE,
                    line_science_3,
                    'score 1 point per square of tablet symbols in city',
                    'content/base/vocabulary.yaml:162',
                    reads_symbols=True,
                ),
                Scoring(
                    LINE_SCIENCE,
                    line_science_4,
                    'score 7 points per set of compass, gear, tablet symbols in city',
                    'content/base/vocabulary.yaml:163',
                    reads_symbols=True,
                ),
            ),
        ),
    ),
    actions=(
        Action('build', 'Build the structure', 'card', Z_CITY),
        Action('stage', 'Build the next stage', 'stage', Z_UNDER_BOARD),
        Action('discard', 'Discard for coins', 'nothing', Z_DISCARD, coins=3),
    ),
    plays=(
        Play('play', Z_HAND, (ACTION_BUILD, ACTION_STAGE, ACTION_DISCARD,), ACTION_DISCARD),
    ),
    asks={
        STEP_PLAY_CARRIED_OUT: ('play', PLAY_PLAY),
        STEP_UNPLAYED_CARRIED_OUT: ('last', PLAY_PLAY),
        STEP_LATE: ('late', 0),
    },
    most_frames=28,
    turns={3: 6, 4: 6, 5: 6, 6: 6, 7: 6},
    hand=PLAY_PLAY,
    loops=((STEP_PLAY, STEP_TURNS_NEXT),),
    fights=(STEP_CONFLICT,),
)


FIRST = [
    0, 2, 4, 6, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 22, 24, 26, 28, 31, 33, 35, 37, 39, 41, 43, 45, 47, 64, 66, 68,
    70, 72, 74, 76, 78, 80, 82, 84, 86, 89, 92, 94, 96, 98, 101, 103, 105, 107, 109, 111, 128, 130, 132, 135, 137, 139,
    141, 143, 145, 148, 150, 153, 156, 158, 160, 162, 164, 166, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177,
]
CORE = Handlers()
START, ASKS = derived(
    CORE,
    TABLES,
    Layout(
        words=3,
        first=FIRST,
        hands=[[[0, 1, 2], [0], [1], [2]]],
        filled=[False, False, False, False],
        blocked=BLOCKED,
        chained=CHAINED,
        offers=OFFERS,
        tally=TALLY,
        tally_words=3,
        uses=USES,
        slots=4,
        pieces=2,
        derived=[8, 13, 14, 15, 29, 30, 31, 32, 33, 34, 39, 40, 41, 42, 43, 44, 45, 46, 53],
        force=FORCE,
        timed=TIMED,
        reactors=REACTORS,
        queue=QUEUE,
        reacted=REACTED,
        copies=COPIES,
        due=DUE,
        kept=KEPT,
        soon=SOON,
        drawn=DRAWN,
        drawn_boards=DRAWN_BOARDS,
        concerns=CONCERNS,
        duty=DUTY,
        revealed=REVEALED,
        across=ACROSS,
        shared=SHARED,
        marked=0,
        reactor_cells=0,
        queue_slots=0,
        copy_slots=0,
        due_slots=0,
        heaps=0,
        laid=0,
        shown_symbols=[],
        card_sets=[],
        spared=[],
        steps=[
            step_start_age,
            step_deal,
            step_turns,
            step_play,
            step_play_carried_out,
            step_unplayed_asked,
            step_unplayed_carried_out,
            step_unplayed,
            step_late,
            step_pass,
            step_turns_next,
            step_conflict,
            step_next_age,
        ],
        acts=[
            tavern_effect_1,
            vineyard_effect_1,
            bazar_effect_1,
            haven_effect_1,
            lighthouse_effect_1,
            chamber_of_commerce_effect_1,
            arena_effect_1,
            ephesos_a_stage_2_effect_1,
            ephesos_b_stage_1_effect_2,
            rhodos_b_stage_1_effect_3,
        ],
        points=[
            line_treasury_1,
            line_science_1,
            line_science_2,
            line_science_3,
            line_science_4,
            haven_effect_2,
            lighthouse_effect_2,
            chamber_of_commerce_effect_2,
            arena_effect_2,
            workers_guild_effect_1,
            craftsmens_guild_effect_1,
            traders_guild_effect_1,
            philosophers_guild_effect_1,
            spies_guild_effect_1,
            strategists_guild_effect_1,
            shipowners_guild_effect_1,
            magistrates_guild_effect_1,
            builders_guild_effect_1,
        ],
        cities=[olympia_b_stage_3_effect_1],
        late=[halikarnassos_a_stage_2_effect_1_ask],
        askers=[],
    ),
)
RULES = Rules(TABLES, CORE, START, ASKS, [halikarnassos_a_stage_2_effect_1_ask])
