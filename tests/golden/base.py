# Compiled by stele from content/base. Change the YAML, then run `stele build`.
# fmt: off
"""The rules of base: tables and plain functions over a row of integers."""

from __future__ import annotations

from stele.runtime.engine import Engine
from stele.runtime.game import Rules
from stele.runtime.row import AGE, COINS, FRAMES, LEFT, PLAYERS, RIGHT, TURN, Row, count, shown, shown_to
from stele.runtime.ruleset import (
    END,
    FREE,
    Action,
    Addition,
    Bonus,
    Card,
    Change,
    CopyAtEnd,
    Cost,
    Deck,
    Demand,
    Effects,
    FarOffer,
    Guest,
    Instead,
    Late,
    Limits,
    Line,
    Made,
    MadeThat,
    MoreCards,
    Offer,
    Permit,
    PlaceSide,
    Play,
    Rebate,
    Request,
    Rider,
    Scoring,
    SharedPlace,
    Side,
    Stage,
    Strength,
    Supply,
    Tables,
    Token,
    Trigger,
    Ware,
    Window,
    Zone,
)

# --- layout: numbers of cells, lanes and things; only this part shifts when something is added

ZONE_DISCARD = 43
DECKS = 44
TABLE_CELLS = 48

ZONE_HAND = 25
ZONE_CITY = 26
ZONE_UNDER_BOARD = 27
TOKEN_VICTORY_1 = 28
TOKEN_VICTORY_3 = 29
TOKEN_VICTORY_5 = 30
TOKEN_DEFEAT = 31
OWN = 32
PRICES = 34
SALE = 38
JOINT = 40
SEAT_CELLS = 46

COLOUR_BROWN = 0
COLOUR_GREY = 10
COLOUR_BLUE = 20
COLOUR_YELLOW = 30
COLOUR_RED = 40
COLOUR_GREEN = 50
COLOUR_PURPLE = 60
SYMBOL_COMPASS = 70
SYMBOL_GEAR = 80
SYMBOL_TABLET = 90
STAGES_BUILT = 100
SHIELDS = 110
HELD_BABYLON_B_STAGE_2_EFFECT_1 = 120
HELD_OLYMPIA_A_STAGE_2_EFFECT_1 = 130

RESOURCE_WOOD = 0
RESOURCE_STONE = 1
RESOURCE_CLAY = 2
RESOURCE_ORE = 3
RESOURCE_GLASS = 4
RESOURCE_PAPYRUS = 5
RESOURCE_TEXTILE = 6

DECK_AGE_1 = 0
DECK_AGE_2 = 1
DECK_AGE_3 = 2
DECK_GUILDS = 3

LINE_CONFLICT = 0
LINE_TREASURY = 1
LINE_WONDER = 2
LINE_CIVILIAN = 3
LINE_COMMERCIAL = 4
LINE_GUILDS = 5
LINE_SCIENCE = 6

ACTION_BUILD = 0
ACTION_STAGE = 1
ACTION_DISCARD = 2

PLAY_PLAY = 0

STEP_START_AGE = 0
STEP_DEAL = 1
STEP_TURNS = 2
STEP_PLAY = 3
STEP_PLAY_CARRIED_OUT = 4
STEP_UNPLAYED_ASKED = 5
STEP_UNPLAYED_CARRIED_OUT = 6
STEP_UNPLAYED = 7
STEP_LATE = 8
STEP_PASS = 9
STEP_TURNS_NEXT = 10
STEP_CONFLICT = 11
STEP_NEXT_AGE = 12

T_VICTORY_1 = 0
T_VICTORY_3 = 1
T_VICTORY_5 = 2
T_DEFEAT = 3

C_BROWN = 0
C_GREY = 1
C_BLUE = 2
C_YELLOW = 3
C_RED = 4
C_GREEN = 5
C_PURPLE = 6

S_COMPASS = 0
S_GEAR = 1
S_TABLET = 2

Z_HAND = 0
Z_CITY = 1
Z_UNDER_BOARD = 2
Z_DISCARD = 3


# --- effects: one function for each clause that has to be worked out during play


def tavern_effect_1(row: Row, me: int) -> None:
    'gain 5 coins'
    # content/base/cards/age-1.yaml:148
    row[me + COINS] += 5


def vineyard_effect_1(row: Row, me: int) -> None:
    'gain 1 coin per brown card in city and neighbours'
    # content/base/cards/age-2.yaml:123
    row[me + COINS] += count(row, me, COLOUR_BROWN) + count(row, row[me + LEFT], COLOUR_BROWN) + count(row, row[me + RIGHT], COLOUR_BROWN)


def bazar_effect_1(row: Row, me: int) -> None:
    'gain 2 coins per grey card in city and neighbours'
    # content/base/cards/age-2.yaml:132
    row[me + COINS] += 2 * (count(row, me, COLOUR_GREY) + count(row, row[me + LEFT], COLOUR_GREY) + count(row, row[me + RIGHT], COLOUR_GREY))


def haven_effect_1(row: Row, me: int) -> None:
    'gain 1 coin per brown card in city'
    # content/base/cards/age-3.yaml:54
    row[me + COINS] += count(row, me, COLOUR_BROWN)


def lighthouse_effect_1(row: Row, me: int) -> None:
    'gain 1 coin per yellow card in city'
    # content/base/cards/age-3.yaml:65
    row[me + COINS] += count(row, me, COLOUR_YELLOW)


def chamber_of_commerce_effect_1(row: Row, me: int) -> None:
    'gain 2 coins per grey card in city'
    # content/base/cards/age-3.yaml:76
    row[me + COINS] += 2 * count(row, me, COLOUR_GREY)


def arena_effect_1(row: Row, me: int) -> None:
    'gain 3 coins per stage in city'
    # content/base/cards/age-3.yaml:87
    row[me + COINS] += 3 * count(row, me, STAGES_BUILT)


def ephesos_a_stage_2_effect_1(row: Row, me: int) -> None:
    'gain 9 coins'
    # content/base/boards/wonders.yaml:59
    row[me + COINS] += 9


def ephesos_b_stage_1_effect_2(row: Row, me: int) -> None:
    'gain 4 coins'
    # content/base/boards/wonders.yaml:68
    row[me + COINS] += 4


def ephesos_b_stage_2_effect_2(row: Row, me: int) -> None:
    'gain 4 coins'
    # content/base/boards/wonders.yaml:72
    row[me + COINS] += 4


def ephesos_b_stage_3_effect_2(row: Row, me: int) -> None:
    'gain 4 coins'
    # content/base/boards/wonders.yaml:76
    row[me + COINS] += 4


def halikarnassos_a_stage_2_effect_1_ask(row: Row, me: int) -> list[int]:
    'build a card from discard for free'
    # content/base/boards/wonders.yaml:113
    return ENGINE.zone_options(row, me, Z_DISCARD, ())


def halikarnassos_a_stage_2_effect_1_then(row: Row, me: int, option: int) -> None:
    'build a card from discard for free'
    # content/base/boards/wonders.yaml:113
    ENGINE.build_free(row, me, Z_DISCARD, option)


def halikarnassos_b_stage_1_effect_2_ask(row: Row, me: int) -> list[int]:
    'build a card from discard for free'
    # content/base/boards/wonders.yaml:122
    return ENGINE.zone_options(row, me, Z_DISCARD, ())


def halikarnassos_b_stage_1_effect_2_then(row: Row, me: int, option: int) -> None:
    'build a card from discard for free'
    # content/base/boards/wonders.yaml:122
    ENGINE.build_free(row, me, Z_DISCARD, option)


def halikarnassos_b_stage_2_effect_2_ask(row: Row, me: int) -> list[int]:
    'build a card from discard for free'
    # content/base/boards/wonders.yaml:126
    return ENGINE.zone_options(row, me, Z_DISCARD, ())


def halikarnassos_b_stage_2_effect_2_then(row: Row, me: int, option: int) -> None:
    'build a card from discard for free'
    # content/base/boards/wonders.yaml:126
    ENGINE.build_free(row, me, Z_DISCARD, option)


def halikarnassos_b_stage_3_effect_1_ask(row: Row, me: int) -> list[int]:
    'build a card from discard for free'
    # content/base/boards/wonders.yaml:128
    return ENGINE.zone_options(row, me, Z_DISCARD, ())


def halikarnassos_b_stage_3_effect_1_then(row: Row, me: int, option: int) -> None:
    'build a card from discard for free'
    # content/base/boards/wonders.yaml:128
    ENGINE.build_free(row, me, Z_DISCARD, option)


def rhodos_b_stage_1_effect_3(row: Row, me: int) -> None:
    'gain 3 coins'
    # content/base/boards/wonders.yaml:173
    row[me + COINS] += 3


def rhodos_b_stage_2_effect_3(row: Row, me: int) -> None:
    'gain 4 coins'
    # content/base/boards/wonders.yaml:178
    row[me + COINS] += 4


def line_treasury_1(row: Row, me: int) -> int:
    'score 1 point per 3 coins'
    # content/base/vocabulary.yaml:152
    return row[me + COINS] // 3


def line_science_1(row: Row, me: int) -> int:
    'score 1 point per square of compass symbols in city'
    # content/base/vocabulary.yaml:160
    return count(row, me, SYMBOL_COMPASS) ** 2


def line_science_2(row: Row, me: int) -> int:
    'score 1 point per square of gear symbols in city'
    # content/base/vocabulary.yaml:161
    return count(row, me, SYMBOL_GEAR) ** 2


def line_science_3(row: Row, me: int) -> int:
    'score 1 point per square of tablet symbols in city'
    # content/base/vocabulary.yaml:162
    return count(row, me, SYMBOL_TABLET) ** 2


def line_science_4(row: Row, me: int) -> int:
    'score 7 points per set of compass, gear, tablet symbols in city'
    # content/base/vocabulary.yaml:163
    return 7 * min(count(row, me, SYMBOL_COMPASS), count(row, me, SYMBOL_GEAR), count(row, me, SYMBOL_TABLET))


def haven_effect_2(row: Row, me: int) -> int:
    'score 1 point per brown card in city'
    # content/base/cards/age-3.yaml:55
    return count(row, me, COLOUR_BROWN)


def lighthouse_effect_2(row: Row, me: int) -> int:
    'score 1 point per yellow card in city'
    # content/base/cards/age-3.yaml:66
    return count(row, me, COLOUR_YELLOW)


def chamber_of_commerce_effect_2(row: Row, me: int) -> int:
    'score 2 points per grey card in city'
    # content/base/cards/age-3.yaml:77
    return 2 * count(row, me, COLOUR_GREY)


def arena_effect_2(row: Row, me: int) -> int:
    'score 1 point per stage in city'
    # content/base/cards/age-3.yaml:88
    return count(row, me, STAGES_BUILT)


def workers_guild_effect_1(row: Row, me: int) -> int:
    'score 1 point per brown card in neighbours'
    # content/base/cards/guilds.yaml:8
    return count(row, row[me + LEFT], COLOUR_BROWN) + count(row, row[me + RIGHT], COLOUR_BROWN)


def craftsmens_guild_effect_1(row: Row, me: int) -> int:
    'score 2 points per grey card in neighbours'
    # content/base/cards/guilds.yaml:15
    return 2 * (count(row, row[me + LEFT], COLOUR_GREY) + count(row, row[me + RIGHT], COLOUR_GREY))


def traders_guild_effect_1(row: Row, me: int) -> int:
    'score 1 point per yellow card in neighbours'
    # content/base/cards/guilds.yaml:22
    return count(row, row[me + LEFT], COLOUR_YELLOW) + count(row, row[me + RIGHT], COLOUR_YELLOW)


def philosophers_guild_effect_1(row: Row, me: int) -> int:
    'score 1 point per green card in neighbours'
    # content/base/cards/guilds.yaml:29
    return count(row, row[me + LEFT], COLOUR_GREEN) + count(row, row[me + RIGHT], COLOUR_GREEN)


def spies_guild_effect_1(row: Row, me: int) -> int:
    'score 1 point per red card in neighbours'
    # content/base/cards/guilds.yaml:36
    return count(row, row[me + LEFT], COLOUR_RED) + count(row, row[me + RIGHT], COLOUR_RED)


def strategists_guild_effect_1(row: Row, me: int) -> int:
    'score 1 point per defeat token in neighbours'
    # content/base/cards/guilds.yaml:43
    return row[row[me + LEFT] + TOKEN_DEFEAT] + row[row[me + RIGHT] + TOKEN_DEFEAT]


def shipowners_guild_effect_1(row: Row, me: int) -> int:
    'score 1 point per brown or grey or purple card in city'
    # content/base/cards/guilds.yaml:50
    return count(row, me, COLOUR_BROWN) + count(row, me, COLOUR_GREY) + count(row, me, COLOUR_PURPLE)


def magistrates_guild_effect_1(row: Row, me: int) -> int:
    'score 1 point per blue card in neighbours'
    # content/base/cards/guilds.yaml:66
    return count(row, row[me + LEFT], COLOUR_BLUE) + count(row, row[me + RIGHT], COLOUR_BLUE)


def builders_guild_effect_1(row: Row, me: int) -> int:
    'score 1 point per stage in city and neighbours'
    # content/base/cards/guilds.yaml:73
    return count(row, me, STAGES_BUILT) + count(row, row[me + LEFT], STAGES_BUILT) + count(row, row[me + RIGHT], STAGES_BUILT)


def olympia_b_stage_3_effect_1(row: Row, me: int) -> tuple[int, ...]:
    'at end of game, copy a guild in neighbours'
    # content/base/boards/wonders.yaml:151
    return (row[me + LEFT], row[me + RIGHT],)


# --- flow: one function for each step; it goes on with the next, or returns the one that waits for decisions


def step_start_age(row: Row) -> int:
    'The next age begins.'
    # content/base/flow.yaml:2
    ENGINE.start_age(row)
    return step_deal(row)


def step_deal(row: Row) -> int:
    'Every seat gets cards of the deck of the age.'
    # content/base/flow.yaml:19
    deck = (DECK_AGE_1, DECK_AGE_2, DECK_AGE_3,)[row[AGE] - 1]
    ENGINE.deal(row, deck, 7, ZONE_HAND)
    return step_turns(row)


def step_turns(row: Row) -> int:
    'Turns are counted from the beginning.'
    # content/base/flow.yaml:21
    row[TURN] = 0
    return step_play(row)


def step_play(row: Row) -> int:
    'Every seat owes a choice.'
    # content/base/flow.yaml:24
    ENGINE.ask_all(row, ZONE_HAND)
    return STEP_PLAY_CARRIED_OUT


def step_play_carried_out(row: Row) -> int:
    'What was chosen happens, all together.'
    # content/base/flow.yaml:24
    ENGINE.carry_out(row, PLAY_PLAY)
    return step_unplayed_asked(row)


def step_unplayed_asked(row: Row) -> int:
    'On the last turn, seats that may play what they would lose owe a choice.'
    # content/base/flow.yaml:25
    if row[TURN] + 1 != 6 or not ENGINE.ask_last(row, ZONE_HAND):
        return step_unplayed(row)
    return STEP_UNPLAYED_CARRIED_OUT


def step_unplayed_carried_out(row: Row) -> int:
    'What was chosen happens, all together.'
    # content/base/flow.yaml:25
    ENGINE.carry_out(row, PLAY_PLAY)
    return step_unplayed(row)


def step_unplayed(row: Row) -> int:
    'What is left in a zone moves on.'
    # content/base/flow.yaml:25
    if row[TURN] + 1 == 6:
        ENGINE.clear(row, ZONE_HAND, ZONE_DISCARD)
    return step_late(row)


def step_late(row: Row) -> int:
    'Suspended effects act, one after the other.'
    # content/base/flow.yaml:26
    if not row[FRAMES]:
        return step_pass(row)
    ENGINE.settle(row)
    return STEP_LATE


def step_pass(row: Row) -> int:
    'Cards go to a neighbour.'
    # content/base/flow.yaml:27
    if row[TURN] + 1 != 6:
        ENGINE.hand_on(row, ZONE_HAND, (True, False, True)[row[AGE] - 1])
    return step_turns_next(row)


def step_turns_next(row: Row) -> int:
    'Back to the first step of the turn, until all turns are over.'
    # content/base/flow.yaml:21
    row[TURN] += 1
    return step_play(row) if row[TURN] < 6 else step_conflict(row)


def step_conflict(row: Row) -> int:
    'Neighbours compare.'
    # content/base/flow.yaml:29
    win = (T_VICTORY_1, T_VICTORY_3, T_VICTORY_5,)[row[AGE] - 1]
    lose = (T_DEFEAT, T_DEFEAT, T_DEFEAT,)[row[AGE] - 1]
    ENGINE.fight(row, win, lose)
    return step_next_age(row)


def step_next_age(row: Row) -> int:
    'Back to the first step of the age, until all ages are over.'
    # content/base/flow.yaml:2
    return STEP_START_AGE if row[AGE] < 3 else END


# --- tables

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
        cost=Cost(0, ((RESOURCE_CLAY, 2), (RESOURCE_ORE, 1), (RESOURCE_GLASS, 1), (RESOURCE_PAPYRUS, 1), (RESOURCE_TEXTILE, 1),)),
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
        cost=Cost(0, ((RESOURCE_WOOD, 1), (RESOURCE_STONE, 1), (RESOURCE_CLAY, 1), (RESOURCE_ORE, 1), (RESOURCE_GLASS, 1), (RESOURCE_PAPYRUS, 1), (RESOURCE_TEXTILE, 1),)),
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
            scores=(Scoring(LINE_COMMERCIAL, haven_effect_2, 'score 1 point per brown card in city', 'content/base/cards/age-3.yaml:55'),),
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
            scores=(Scoring(LINE_COMMERCIAL, lighthouse_effect_2, 'score 1 point per yellow card in city', 'content/base/cards/age-3.yaml:66'),),
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
            scores=(Scoring(LINE_COMMERCIAL, chamber_of_commerce_effect_2, 'score 2 points per grey card in city', 'content/base/cards/age-3.yaml:77'),),
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
            scores=(Scoring(LINE_COMMERCIAL, arena_effect_2, 'score 1 point per stage in city', 'content/base/cards/age-3.yaml:88'),),
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
            scores=(Scoring(LINE_GUILDS, workers_guild_effect_1, 'score 1 point per brown card in neighbours', 'content/base/cards/guilds.yaml:8'),),
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
            scores=(Scoring(LINE_GUILDS, craftsmens_guild_effect_1, 'score 2 points per grey card in neighbours', 'content/base/cards/guilds.yaml:15'),),
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
            scores=(Scoring(LINE_GUILDS, traders_guild_effect_1, 'score 1 point per yellow card in neighbours', 'content/base/cards/guilds.yaml:22'),),
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
            scores=(Scoring(LINE_GUILDS, philosophers_guild_effect_1, 'score 1 point per green card in neighbours', 'content/base/cards/guilds.yaml:29'),),
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
            scores=(Scoring(LINE_GUILDS, spies_guild_effect_1, 'score 1 point per red card in neighbours', 'content/base/cards/guilds.yaml:36'),),
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
            scores=(Scoring(LINE_GUILDS, strategists_guild_effect_1, 'score 1 point per defeat token in neighbours', 'content/base/cards/guilds.yaml:43'),),
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
            scores=(Scoring(LINE_GUILDS, shipowners_guild_effect_1, 'score 1 point per brown or grey or purple card in city', 'content/base/cards/guilds.yaml:50'),),
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
            scores=(Scoring(LINE_GUILDS, magistrates_guild_effect_1, 'score 1 point per blue card in neighbours', 'content/base/cards/guilds.yaml:66'),),
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
            scores=(Scoring(LINE_GUILDS, builders_guild_effect_1, 'score 1 point per stage in city and neighbours', 'content/base/cards/guilds.yaml:73'),),
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
                once=(ephesos_b_stage_2_effect_2,),
                texts=('score 3 points', 'gain 4 coins'),
            )),
            Stage(Cost(0, ((RESOURCE_GLASS, 1), (RESOURCE_PAPYRUS, 1), (RESOURCE_TEXTILE, 1),)), Effects(
                scores=(Scoring(LINE_WONDER, 5, 'score 5 points', 'content/base/boards/wonders.yaml:75'),),
                once=(ephesos_b_stage_3_effect_2,),
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
                late=(Late(halikarnassos_a_stage_2_effect_1_ask, halikarnassos_a_stage_2_effect_1_then, 'build a card from discard for free', 'content/base/boards/wonders.yaml:113'),),
                texts=('build a card from discard for free',),
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
                late=(Late(halikarnassos_b_stage_1_effect_2_ask, halikarnassos_b_stage_1_effect_2_then, 'build a card from discard for free', 'content/base/boards/wonders.yaml:122'),),
                texts=('score 2 points', 'build a card from discard for free'),
            )),
            Stage(Cost(0, ((RESOURCE_CLAY, 3),)), Effects(
                scores=(Scoring(LINE_WONDER, 1, 'score 1 point', 'content/base/boards/wonders.yaml:125'),),
                late=(Late(halikarnassos_b_stage_2_effect_2_ask, halikarnassos_b_stage_2_effect_2_then, 'build a card from discard for free', 'content/base/boards/wonders.yaml:126'),),
                texts=('score 1 point', 'build a card from discard for free'),
            )),
            Stage(Cost(0, ((RESOURCE_GLASS, 1), (RESOURCE_PAPYRUS, 1), (RESOURCE_TEXTILE, 1),)), Effects(
                late=(Late(halikarnassos_b_stage_3_effect_1_ask, halikarnassos_b_stage_3_effect_1_then, 'build a card from discard for free', 'content/base/boards/wonders.yaml:128'),),
                texts=('build a card from discard for free',),
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
                copies=(CopyAtEnd((C_PURPLE,), olympia_b_stage_3_effect_1, 'at end of game, copy a guild in neighbours', 'content/base/boards/wonders.yaml:151'),),
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
                once=(rhodos_b_stage_2_effect_3,),
                texts=('1 shield', 'score 4 points', 'gain 4 coins'),
            )),
        ),
    ),
)

TABLES = Tables(
    expansions=('base',),
    content='44cfd79f574ac744b94ac9ca6ccd181a857db131d2b8747a0c3f4d7ee0653cb0',
    variants=(('two-players', 'Two players and the Free City', (2,)),),
    numbers=(3, 4, 5, 6, 7),
    ages=3,
    coins=3,
    resources=('wood', 'stone', 'clay', 'ore', 'glass', 'papyrus', 'textile'),
    parts=((RESOURCE_WOOD, RESOURCE_STONE, RESOURCE_CLAY, RESOURCE_ORE,), (RESOURCE_GLASS, RESOURCE_PAPYRUS, RESOURCE_TEXTILE,),),
    price_classes=((RESOURCE_WOOD, RESOURCE_STONE, RESOURCE_CLAY, RESOURCE_ORE,), (RESOURCE_GLASS, RESOURCE_PAPYRUS, RESOURCE_TEXTILE,),),
    colours=(('brown', COLOUR_BROWN), ('grey', COLOUR_GREY), ('blue', COLOUR_BLUE), ('yellow', COLOUR_YELLOW), ('red', COLOUR_RED), ('green', COLOUR_GREEN), ('purple', COLOUR_PURPLE),),
    symbols=(('compass', SYMBOL_COMPASS), ('gear', SYMBOL_GEAR), ('tablet', SYMBOL_TABLET),),
    stage_lane=STAGES_BUILT,
    shield_lane=SHIELDS,
    main_zone=Z_CITY,
    board_line=LINE_WONDER,
    tie=('coins',),
    everyone=Effects(
        offers=(Offer((RESOURCE_WOOD, RESOURCE_STONE, RESOURCE_CLAY, RESOURCE_ORE, RESOURCE_GLASS, RESOURCE_PAPYRUS, RESOURCE_TEXTILE,), True, True, 2),),
        texts=('buy any resource from neighbours for 2',),
    ),
    permits=(
        Permit(HELD_BABYLON_B_STAGE_2_EFFECT_1, 'last', (), '', 'play the last card of the age', 'content/base/boards/wonders.yaml:45'),
        Permit(HELD_OLYMPIA_A_STAGE_2_EFFECT_1, 'build', (), 'age', 'once per age, build a card for free', 'content/base/boards/wonders.yaml:140'),
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
        Line('treasury', 'Treasury', (Scoring(LINE_TREASURY, line_treasury_1, 'score 1 point per 3 coins', 'content/base/vocabulary.yaml:152'),)),
        Line('wonder', 'Wonder'),
        Line('civilian', 'Civilian structures'),
        Line('commercial', 'Commercial structures'),
        Line('guilds', 'Guilds'),
        Line('science', 'Scientific structures', (Scoring(LINE_SCIENCE, line_science_1, 'score 1 point per square of compass symbols in city', 'content/base/vocabulary.yaml:160', reads_symbols=True), Scoring(LINE_SCIENCE, line_science_2, 'score 1 point per square of gear symbols in city', 'content/base/vocabulary.yaml:161', reads_symbols=True), Scoring(LINE_SCIENCE, line_science_3, 'score 1 point per square of tablet symbols in city', 'content/base/vocabulary.yaml:162', reads_symbols=True), Scoring(LINE_SCIENCE, line_science_4, 'score 7 points per set of compass, gear, tablet symbols in city', 'content/base/vocabulary.yaml:163', reads_symbols=True),)),
    ),
    actions=(
        Action('build', 'Build the structure', 'card', Z_CITY),
        Action('stage', 'Build the next stage', 'stage', Z_UNDER_BOARD),
        Action('discard', 'Discard for coins', 'nothing', Z_DISCARD, coins=3),
    ),
    plays=(
        Play('play', Z_HAND, (ACTION_BUILD, ACTION_STAGE, ACTION_DISCARD,)),
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

ENGINE = Engine(TABLES)
STEPS = (
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
)
RULES = Rules(TABLES, ENGINE, STEPS)
