"""Sense checks: each has a folder that fails, the same put right, and says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from stele.compiler.driver.check import check_folders, clashes, unaccounted
from stele.compiler.driver.workspace import Memory

MEMORY = Memory()  # the base game is the same in all of them
IDENTITY = 'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'


def card(
    effect: str = "gain 2 coins", cost: str = "free", more: str = "", id: str = "one", colour: str = "purple"
) -> str:
    """Return a file with one card of a deck that gives random cards."""
    return f"cards:\n{entry(effect, cost, more, id, colour)}"


def entry(
    effect: str = "gain 2 coins", cost: str = "free", more: str = "", id: str = "two", colour: str = "purple"
) -> str:
    name = "" if "name:" in more else f"name: {id.title()}, "
    deck = "" if "deck:" in more else "deck: guilds, "
    return f'  - {{id: {id}, {name}{deck}colour: {colour}, cost: "{cost}", effect: "{effect}"{more and ", " + more}}}\n'


def board(stages: str = "[{cost: 2 stone, effect: score 3 points}]", more: str = "") -> str:
    return f"boards:\n  - {{id: isle, name: Isle, sides: {{a: {{start: produce wood, stages: {stages}}}}}{more}}}\n"


CARDS, BOARDS, WORDS, FLOW = "cards/c.yaml", "boards/b.yaml", "vocabulary.yaml", "flow.yaml"
PINK = "colours: [{id: pink, name: Pink, title: Pink}]\n"
CHIP = "tokens: [{id: chip, name: Chip, points: 1, line: treasury}]\n"
AMBER = "resources: [{id: amber, name: Amber, groups: [raw]}]\n"
FLEET = "tracks: [{id: fleet, name: Fleet, owner: seat, steps: 6}]\n"
DAY = "markers:\n  - {id: day, name: Day, owner: table, faces: [{id: light, name: Light}, {id: night, name: Night}]}\n"
STANCE = "  - {id: stance, name: Stance, owner: seat, faces: [{id: peace, name: Peace}, {id: war, name: War}]}\n"
SHELF = "zones: [{id: shelf, name: Shelf, owner: seat, seen-by: everyone, order: set}]\n"
USED_SHELF = {CARDS: card("gain 1 coin per card in shelf")}
STEP = "end-of-turn:\n  - pass: {id: swap, zone: hand, to: left}\n"

MORE = 'cards: {"3": 3, "4": 4, "5": 5, "6": 6, "7": 7}'
RAISED = "  - {add: base.age.deal.cards, to: 1}\n  - {add: base.age.turns.count, to: 1}\n"


def mixed_in(copies: list[int], dealt: str = RAISED) -> dict[str, str]:
    """Return a deck that is mixed into every age."""
    adds = [f"  - {{add: base.decks.age-{age}.adds, to: {{id: b, from: boats{age}, {MORE}}}}}\n" for age in (1, 2, 3)]
    return {
        WORDS: "decks: [{id: boats, name: Boats}, {id: boats2, name: Boats 2}, {id: boats3, name: Boats 3}]\n",
        FLOW: f"patch:\n{''.join(adds)}{dealt}".replace("boats1", "boats"),
        CARDS: card(more=f"deck: boats, players: {copies}")
        + entry(more="deck: boats2, players: [3, 3, 3, 4, 5, 6, 7]")
        + entry(id="three", more="deck: boats3, players: [3, 3, 3, 4, 5, 6, 7]"),
    }


REVEALING = board("[{cost: 2 stone, effect: 'after playing, once per game, reveal the card under this stage'}]")


def second_stage(zone: str) -> str:
    """Return a flow in which stages can be built in a second way, with a card that goes to a
    zone.
    """
    action = f"actions: [{{id: vault, name: Vault, cost: stage, to: {zone}}}]\n"
    return f"{action}start-of-age:\n  - play: {{id: vaulting, from: hand, actions: [vault, discard]}}\n"


def late(effect: str) -> dict[str, str]:
    """Return a card of the last age with another effect."""
    return {FLOW: f'patch: [{{set: base.cards.pantheon.effect, to: "{effect}"}}]\n'}


def mixed_in_late(effect: str) -> dict[str, str]:
    """Return a deck that is mixed into the last age as a whole, with an effect of its card."""
    files = mixed_in([3] * 7)
    return {**files, CARDS: files[CARDS].replace('id: three, name: Three, colour: purple, cost: "free", effect: "gain 2 coins"',
                                                 f'id: three, name: Three, colour: purple, cost: "free", effect: "{effect}"')}  # fmt: skip


def river(step: str, words: str = "") -> dict[str, str]:
    """Return a place that neighbours share, with what the first step of its ladder says."""
    zone = "zones: [{id: river, name: River, owner: neighbours, seen-by: everyone, order: set, holds: 9}]\n"
    side = f'{{a: {{room: {{blue: 3}}, ladder: {{"1": "{step}", "2": gain 1 coin}}}}}}'
    return {
        WORDS: words + zone,
        FLOW: "before-first-age:\n  - lay: {id: lay, zone: river}\n",
        BOARDS: f"places:\n  - {{id: ford, name: Ford, zone: river, copies: 8, sides: {side}}}\n",
    }


FEW_CHIPS = CHIP.replace("points: 1", "points: 1, supply: 24")


def scene(seats: str) -> dict[str, str]:
    """Return a ruling with some seats, and a token of which there are few."""
    ruling = f"given: {{seats: {{{seats}, C: {{}}}}}}, then: {{C: {{coins: 0}}}}"
    return {
        WORDS: FEW_CHIPS,
        CARDS: card("gain 2 chip tokens"),
        "rules.yaml": "rules: [{id: fan.x, says: X., kind: effect, source: Fan}]\n",
        "rulings/r.yaml": f"rulings: [{{id: x, question: X?, answer: X., covers: [fan.x], {ruling}}}]\n",
    }


# name: (code, part of the message, the files that fail, the files put right)
SENSES: dict[str, tuple[str, str, dict[str, str], dict[str, str]]] = {
    "a deck comes out even": (
        "E0501", "does not come out even",
        {CARDS: card(more="deck: age-1, players: [3]")}, {CARDS: card()},
    ),
    "no more cards are mixed in than there are": (
        "E0501", "`guilds` has 10 cards, 55 are asked for with 3 players",
        {WORDS: "decks: [{id: fan-deck, name: Fan, adds: [{id: more, from: guilds, cards: 50}]}]\n" + SHELF.replace("shelf", "hand-two"),
         FLOW: "start-of-age:\n  - deal: {id: fans, from: fan-deck, cards: 1, to: hand-two}\n"},
        {CARDS: card()},
    ),
    "a deck that a patch mixes in is large enough for every number of players": (
        "E0501", "`boats` has 6 cards, 7 are asked for with 7 players", mixed_in([3] * 6), mixed_in([3] * 7),
    ),
    "copies for more players are not there with fewer": (
        "E0501", "`boats` has 2 cards, 3 are asked for with 3 players", mixed_in([3, 3, 4, 4, 5, 6, 7]), mixed_in([3, 3, 3, 4, 5, 6, 7]),
    ),
    "who mixes cards in deals more of them": (
        "E0501", "the deck `age-1` does not come out even", mixed_in([3] * 7, dealt=""), mixed_in([3] * 7),
    ),
    "a slot deals no more than there is": (
        "E0501", "are dealt, but there are only",
        {WORDS: "decks: [{id: fan-deck, name: Fan}]\n" + SHELF, CARDS: card(more="deck: fan-deck"),
         FLOW: "start-of-age:\n  - deal: {id: fans, from: fan-deck, cards: 1, to: shelf}\n"},
        {WORDS: "decks: [{id: fan-deck, name: Fan}]\n" + SHELF,
         CARDS: card(more="deck: fan-deck, players: [3, 3, 3, 4, 5, 6, 7]") + entry(more="deck: fan-deck, players: [3, 3, 3, 4, 5, 6, 7]")
         + entry(id="three", more="deck: fan-deck, players: [3, 3, 3, 4, 5, 6, 7]"),
         FLOW: "start-of-age:\n  - deal: {id: fans, from: fan-deck, cards: 1, to: shelf}\n"},
    ),
    "a chain leads to a later age": (
        "E0502", "cannot open a chain", {CARDS: card(more="chain: [pantheon]")}, {CARDS: card(more="chain: [altar]")},
    ),
    "chains do not go in a circle": (
        "E0502", "open chains to each other",
        {WORDS: "decks: [{id: fan-deck, name: Fan}]\n" + SHELF, FLOW: "before-first-age:\n  - deal: {id: fans, from: fan-deck, cards: 1, to: shelf}\n",
         CARDS: card(more="deck: fan-deck, players: [3, 3, 3, 4, 5, 6, 7], chain: [two]") + entry(more="deck: fan-deck, chain: [one]")},
        {WORDS: "decks: [{id: fan-deck, name: Fan}]\n" + SHELF, FLOW: "before-first-age:\n  - deal: {id: fans, from: fan-deck, cards: 1, to: shelf}\n",
         CARDS: card(more="deck: fan-deck, players: [3, 3, 3, 4, 5, 6, 7], chain: [two]") + entry(more="deck: fan-deck")},
    ),
    "one name means one identity": (
        "E0503", "do not have the same identity",
        {CARDS: card(more="name: Altar")}, {CARDS: card(more="name: Altar, identity: altar")},
    ),
    "a side has stages": ("E0504", "has no stages", {BOARDS: board("[]")}, {BOARDS: board()}),
    "a cost can be paid": (
        "E0505", "so nobody can pay this", {WORDS: AMBER, CARDS: card(cost="1 amber")},
        {WORDS: AMBER, CARDS: card("produce amber") + entry(cost="1 amber")},
    ),
    "a choice has different options": (
        "E0506", "stands twice in one list", {CARDS: card("produce clay or clay")}, {CARDS: card("produce clay or ore")},
    ),
    "points have a line": (
        "E0507", "have no line on the score sheet", {CARDS: card("score 2 points", colour="brown")}, {CARDS: card("score 2 points")},
    ),
    "points of tokens have a line": (
        "E0507", "have no line on the score sheet",
        {WORDS: CHIP.replace(", line: treasury", ""), CARDS: card("gain 1 chip token")}, {WORDS: CHIP, CARDS: card("gain 1 chip token")},
    ),
    "a cost names a thing once": (
        "E0508", "stands twice in one cost", {CARDS: card(cost="1 wood, 1 wood")}, {CARDS: card(cost="2 wood")},
    ),
    "a cost asks for something": (
        "E0508", "asks for at least 1", {CARDS: card(cost="0 wood")}, {CARDS: card(cost="1 wood")},
    ),
    "cards are swapped between zones of players": (
        "E0519", "nobody's to swap", {CARDS: card("swap a card from discard with a player")},
        {CARDS: card("swap a card from hand with a player")},
    ),
    "a seat has one board": (
        "E0519", "a seat has one board", {CARDS: card("replace your board with 2 of 3 unused boards")},
        {CARDS: card("replace your board with 1 of 3 unused boards")},
    ),
    "a limit counts uses": (
        "E0520", "cannot be limited", {CARDS: card('once per age, 1 shield')}, {CARDS: card('when you build a stage, once per age, 1 shield')},
    ),
    "per neighbour is about one": (
        "E0520", "not happen with a neighbour", {CARDS: card('when you build a stage, once per neighbour per turn, gain 1 coin')},
        {CARDS: card('when you buy from a neighbour, once per neighbour per turn, gain 1 coin')},
    ),
    "a choice inside a choice leads to something": (
        "E0517", "nothing follows", {CARDS: card("may choose a colour")}, {CARDS: card("choose a colour then gain 1 coin per card of that colour in city")},
    ),
    "what others have counts what is theirs": (
        "E0514", "stands for nobody in what others have", {CARDS: card("others have 1 shield per red card in city of you until end of age")},
        {CARDS: card("others have 1 shield per red card in city until end of age")},
    ),
    "it and the victor stand for something": (
        "E0514", "stands for nobody here", {CARDS: card("the loser loses 1 coin")}, {CARDS: card('when you win a conflict, the loser loses 1 coin')},
    ),
    "a step uses a zone that fits": (
        "E0509", "cannot be moved like this", {FLOW: STEP.replace("zone: hand", "zone: city")}, {FLOW: STEP},
    ),
    "steps have names of their own": (
        "E0509", "two steps have the id", {FLOW: STEP.replace("id: swap", "id: late")}, {FLOW: STEP},
    ),
    "there is one main zone": (
        "E0509", "are `main`", {WORDS: SHELF.replace("order: set", "order: set, main: true"), **USED_SHELF}, {WORDS: SHELF, **USED_SHELF},
    ),
    "a zone on the table has no owner": (
        "E0509", "has no owner who could look",
        {WORDS: SHELF.replace("owner: seat, seen-by: everyone", "owner: table, seen-by: owner"), **USED_SHELF}, {WORDS: SHELF, **USED_SHELF},
    ),
    "a seat can always do something": (
        "E0509", "could do nothing here",
        {FLOW: "patch:\n  - {set: base.age.turns.play.actions, to: [build, stage]}\n"},
        {FLOW: "patch:\n  - {set: base.age.turns.play.actions, to: [build, discard]}\n"},
    ),
    "it is clear which token is gained": (
        "E0509", "so which is meant?", {CARDS: card("gain 1 victory token")}, {CARDS: card("gain 1 victory token worth 3")},
    ),
    "a token of that worth exists": (
        "E0509", "is worth 4", {CARDS: card("gain 1 victory token worth 4")}, {CARDS: card("gain 1 victory token worth 5")},
    ),
    "a copy is used with some number of players": (
        "E0509", "is ever used", {CARDS: card(more="players: [9]")}, {CARDS: card(more="players: [7]")},
    ),
    "one value is set once": (
        "E0510", "is set twice",
        {FLOW: "patch:\n  - {set: base.start.coins, to: 6}\n  - {set: base.start.coins, to: 5}\n"},
        {FLOW: "patch:\n  - {set: base.start.coins, to: 6}\n"},
    ),
    "effects come to an end": (
        "E0511", "without end",
        {WORDS: CHIP, CARDS: card("when you gain a chip token, gain 1 chip token") + entry("gain 1 chip token")},
        {WORDS: CHIP, CARDS: card("when you gain a chip token, once per turn, gain 1 chip token") + entry("gain 1 chip token")},
    ),
    "effects that are paid for come to an end": (
        "E0511", "without end",
        {WORDS: CHIP, CARDS: card("when you gain a chip token, pay 1 chip token to gain 2 chip tokens") + entry("gain 1 chip token")},
        {WORDS: CHIP, CARDS: card("when you gain a chip token, pay 1 coin to gain 1 chip token") + entry("gain 1 chip token")},
    ),
    "effects that are chosen come to an end": (
        "E0511", "without end",
        {WORDS: CHIP, CARDS: card("when you gain a chip token, choose a player then they gain 1 chip token") + entry("gain 1 chip token")},
        {WORDS: CHIP, CARDS: card("when you gain a chip token, choose a player then they gain 1 coin") + entry("gain 1 chip token")},
    ),
    "coins that are paid for come to an end": (
        "E0511", "without end", {CARDS: card("when you gain coins, pay 1 coin to gain 2 coins")},
        {CARDS: card("when you gain coins, everyone gains 1 coin")},
    ),
    "there are boards for every table": (
        "E0512", "limits leave no table", {FLOW: "patch:\n  - {set: base.boards.gizah.limits, to: {most: 6}}\n"},
        {FLOW: "patch:\n  - {set: base.boards.gizah.limits, to: {most: 6}}\n", BOARDS: board()},
    ),
    "a required version is there": (
        "E0401", "or later is required",
        {"expansion.yaml": IDENTITY.replace('base: "1.0"', 'base: "9.0"')}, {"expansion.yaml": IDENTITY},
    ),
    "an expansion does not require itself": (
        "E0401", "cannot require itself",
        {"expansion.yaml": IDENTITY.replace('base: "1.0"', 'base: "1.0", fan: "1.0"')}, {"expansion.yaml": IDENTITY},
    ),
    "a patch changes something": (
        "E0406", "leads nowhere", {FLOW: "patch:\n  - {set: base.begin.coins, to: 6}\n"}, {FLOW: "patch:\n  - {set: base.start.coins, to: 6}\n"},
    ),
    "numbers can be played": (
        "E0206", "at most", {CARDS: card(cost="11 wood")}, {CARDS: card(cost="3 wood")},
    ),
    "what is declared is used": (
        "W0601", "is never used", {WORDS: SHELF}, {WORDS: SHELF, **USED_SHELF},
    ),
    "cards come into play": (
        "W0601", "never come into play",
        {WORDS: "decks: [{id: fan-deck, name: Fan}]\n", CARDS: card(more="deck: fan-deck")}, {CARDS: card()},
    ),
    "an action can be chosen": (
        "W0601", "the action `keep` is never used",
        {WORDS: SHELF, FLOW: "actions: [{id: keep, name: Keep, cost: nothing, to: shelf}]\n"},
        {WORDS: SHELF, FLOW: "actions: [{id: keep, name: Keep, cost: nothing, to: shelf}]\npatch: [{add: base.age.turns.play.actions, to: keep}]\n"},
    ),
    "what is met is there": (
        "W0602", "there is no expansion", {CARDS: card(more="with: [moon]")}, {CARDS: card()},
    ),
    "a file is read": ("W0603", "is not read", {"card/c.yaml": card()}, {CARDS: card()}),
    "a token that is counted is given": (
        "W0604", "nothing gives a `chip` token",
        {WORDS: CHIP, CARDS: card("gain 1 coin per chip token in city")},
        {WORDS: CHIP, CARDS: card("gain 1 coin per chip token in city") + entry("gain 1 chip token")},
    ),
    "a trigger can fire": (
        "E0513", "nothing gives a `chip` token",
        {WORDS: CHIP, CARDS: card("when you gain a chip token, gain 1 coin")},
        {WORDS: CHIP, CARDS: card("when you gain a chip token, gain 1 coin") + entry("gain 1 chip token")},
    ),
    "a card that is waited for can be built": (
        "E0513", "there is no `pink` card",
        {WORDS: PINK, CARDS: card("when you build a pink card, gain 1 coin")},
        {WORDS: PINK, CARDS: card("when you build a pink card, gain 1 coin") + entry(colour="pink")},
    ),
    "one of the cards that are waited for can be built": (
        "W0604", "there is no `pink` card",
        {WORDS: PINK, CARDS: card("when you build a pink or red card, gain 1 coin")},
        {WORDS: PINK, CARDS: card("when you build a pink or red card, gain 1 coin") + entry(colour="pink")},
    ),
    "a condition can be met": (
        "E0513", "nothing gives a `chip` token",
        {WORDS: CHIP, CARDS: card("if 2 chip tokens in city, score 3 points")},
        {WORDS: CHIP, CARDS: card("if 2 chip tokens in city, score 3 points") + entry("gain 1 chip token")},
    ),
    "the opposite of a condition can be met": (
        "W0604", "nothing gives a `chip` token",
        {WORDS: CHIP, CARDS: card("if not 2 chip tokens in city, score 3 points")},
        {WORDS: CHIP, CARDS: card("if not 2 chip tokens in city, score 3 points") + entry("gain 1 chip token")},
    ),
    "points are counted in the last age": (
        "E0513", "when it is the last age", {CARDS: card("if age 2, score 4 points")}, {CARDS: card("if age 2, gain 4 coins")},
    ),
    "points are not counted before the last age": (
        "E0513", "when it is the last age", {CARDS: card("if not age 3, score 4 points")}, {CARDS: card("if age 3, score 4 points")},
    ),
    "a colour that is counted has cards": (
        "W0604", "there is no `pink` card",
        {WORDS: PINK, CARDS: card("gain 1 coin per pink card in city")},
        {WORDS: PINK, CARDS: card("gain 1 coin per pink card in city") + entry(colour="pink")},
    ),
    "a symbol that is counted is shown": (
        "W0604", "nothing shows a `star` symbol",
        {WORDS: "symbols: [{id: star, name: Star}]\n", CARDS: card("score 1 point per star symbol in city")},
        {WORDS: "symbols: [{id: star, name: Star}]\n", CARDS: card("score 1 point per star symbol in city") + entry("science star")},
    ),
    "conditions do not exclude each other": (
        "E0513", "it is not two ages at once", {CARDS: card("if age 1 and age 2, gain 2 coins")}, {CARDS: card("if age 1, gain 2 coins")},
    ),
    "a condition and its opposite": (
        "E0513", "its opposite is asked for too", {CARDS: card("if age 3 and not age 3, gain 2 coins")}, {CARDS: card("if not age 3, gain 2 coins")},
    ),
    "a condition does not follow from another": (
        "W0605", "always true if the other condition is",
        {CARDS: card("if 3 shields and 6 shields, score 2 points")}, {CARDS: card("if 6 shields, score 2 points")},
    ),
    "tokens that are lost can be had": (
        "E0513", "nothing gives a `chip` token, so this never happens",
        {WORDS: CHIP, CARDS: card("others lose all chip tokens")},
        {WORDS: CHIP, CARDS: card("others lose all chip tokens") + entry("gain 1 chip token")},
    ),
    "tokens that are spent can be had": (
        "E0513", "nothing gives a `chip` token, so this never happens",
        {WORDS: CHIP, CARDS: card("pay 1 chip token to gain 3 coins")},
        {WORDS: CHIP, CARDS: card("pay 1 chip token to gain 3 coins") + entry("gain 1 chip token")},
    ),
    "cards that are copied can be had": (
        "E0513", "there is no `pink` card, so this never happens",
        {WORDS: PINK, CARDS: card("copy a pink card in neighbours")},
        {WORDS: PINK, CARDS: card("copy a pink card in neighbours") + entry(colour="pink")},
    ),
    "a card of a late age is not asked for an early one": (
        "E0513", "cards of `age-3` come in age 3", late("if age 1, gain 2 coins"), late("if age 3, gain 2 coins"),
    ),
    "a card that is mixed into a late age is not asked for an early one": (
        "E0513", "cards of `boats3` come in age 3", mixed_in_late("if age 2, gain 2 coins"), mixed_in_late("if age 3, gain 2 coins"),
    ),
    "a card of the last age is not asked for another": (
        "E0513", "cards of `age-3` come in age 3", late("if not age 3, gain 2 coins"), late("if not age 2, gain 2 coins"),
    ),
    "no city has more stages than a board": (
        "E0513", "no board has more than 4 stages", {CARDS: card("if 5 stages in city, score 9 points")},
        {CARDS: card("if 4 stages in city, score 9 points")},
    ),
    "two cities have no more stages than two boards": (
        "E0513", "no board has more than 4 stages", {CARDS: card("if 9 stages in neighbours, score 9 points")},
        {CARDS: card("if 8 stages in neighbours, score 9 points")},
    ),
    "stages are not counted by more than there are": (
        "E0513", "no board has more than 4 stages", {CARDS: card("score 9 points per 5 stages in city")},
        {CARDS: card("score 9 points per 5 stages in city and neighbours")},
    ),
    "a larger board brings more stages": (
        "E0513", "no board has more than 5 stages",
        {CARDS: card("if 6 stages in city, score 9 points"), BOARDS: board(f"[{', '.join(['{cost: 2 stone, effect: score 3 points}'] * 5)}]")},
        {CARDS: card("if 5 stages in city, score 9 points"), BOARDS: board(f"[{', '.join(['{cost: 2 stone, effect: score 3 points}'] * 5)}]")},
    ),
    "there are no more colours than cards have": (
        "E0513", "cards have only 7 colours", {CARDS: card("if 8 different colours in city, score 9 points")},
        {CARDS: card("if 7 different colours in city, score 9 points")},
    ),
    "several cities together have no more colours than cards have": (
        "E0513", "cards have only 7 colours", {CARDS: card("score 9 points per 8 different colours in neighbours")},
        {CARDS: card("score 9 points per 7 different colours in neighbours")},
    ),
    "before the first age it is no age": (
        "E0513", "this happens before the first age",
        {BOARDS: board().replace("start: produce wood", 'start: ["if age 1, gain 2 coins", produce wood]')},
        {BOARDS: board().replace("start: produce wood", 'start: ["if not age 1, gain 2 coins", produce wood]')},
    ),
    "there are no more cards than there are copies": (
        "E0513", "there are only 12 such cards", {CARDS: card("if 13 grey cards in city, score 9 points")},
        {CARDS: card("if 12 grey cards in city, score 9 points")},
    ),
    "an age begins that there is": (
        "E0513", "there are only 3 ages", {CARDS: card("if 4 age begun, gain 9 coins")}, {CARDS: card("if 3 age begun, gain 9 coins")},
    ),
    "a zone that is empty at the end is not counted then": (
        "E0513", "`hand` is empty at the end of the game", {CARDS: card("score 1 point per card in hand")},
        {CARDS: card("gain 1 coin per card in hand")},
    ),
    "a zone that is empty at the end is not asked for then": (
        "E0513", "`hand` is empty at the end of the game", {CARDS: card("if 2 cards in hand, score 4 points")},
        {CARDS: card("if not 2 cards in hand, score 4 points")},
    ),
    "a number and no such number": (
        "E0513", "its opposite follows from the other condition", {CARDS: card("if 2 brown cards in city and not 1 brown card in city, score 4 points")},
        {CARDS: card("if 2 brown cards in city and not 3 brown cards in city, score 4 points")},
    ),
    "more and no more of a thing": (
        "E0513", "its opposite follows from the other condition", {CARDS: card("if at most 2 coins and 3 coins, gain 1 coin")},
        {CARDS: card("if at most 5 coins and 3 coins, gain 1 coin")},
    ),
    "a seat has something and nothing": (
        "E0513", "its opposite follows from the other condition",
        {CARDS: card("if left has 3 coins and left has no coins, gain 1 coin")},
        {CARDS: card("if a neighbour has 3 coins and a neighbour has no coins, gain 1 coin")},
    ),
    "more and fewer than the same seat": (
        "E0513", "its opposite follows from the other condition",
        {CARDS: card("if more coins than left and fewer coins than left, gain 1 coin")},
        {CARDS: card("if more coins than left and fewer coins than right, gain 1 coin")},
    ),
    "more than oneself": (
        "E0513", "this is never true", {CARDS: card("if you have more coins than you, gain 1 coin")},
        {CARDS: card("if you have more coins than left, gain 1 coin")},
    ),
    "so many players as may play": (
        "E0513", "this is never true", {CARDS: card("if exactly 9 players, gain 1 coin")}, {CARDS: card("if exactly 7 players, gain 1 coin")},
    ),
    "more than two conditions together": (
        "E0513", "never all true",
        {CARDS: card("if more coins than left and left has more coins than right and right has more coins than you, gain 1 coin")},
        {CARDS: card("if more coins than left and left has more coins than right and right has fewer coins than you, gain 1 coin")},
    ),
    "a bound that is met by more than there are": (
        "W0605", "no board has more than 4 stages, so this is always true", {CARDS: card("if at most 9 stages in city, gain 1 coin")},
        {CARDS: card("if at most 3 stages in city, gain 1 coin")},
    ),
    "a range is no repetition": (
        "W0605", "always true if the other condition is", {CARDS: card("if at most 5 coins and at most 7 coins, gain 1 coin")},
        {CARDS: card("if 2 coins and at most 5 coins, gain 1 coin")},
    ),
    "an alternative says more than the other": (
        "W0605", "whenever this is true, another alternative is", {CARDS: card("if 3 coins or 5 coins, gain 1 coin")},
        {CARDS: card("if 3 coins or no brown card in city, gain 1 coin")},
    ),
    "an alternative can be true": (
        "W0605", "this alternative is never true", {CARDS: card("if 9 coins or at most -1 coins, gain 1 coin")},
        {CARDS: card("if 9 coins or no coins, gain 1 coin")},
    ),
    "some cards and none of more kinds": (
        "E0513", "its opposite follows from the other condition",
        {CARDS: card("if not 1 brown or grey card in city and 2 brown cards in city, score 4 points")},
        {CARDS: card("if not 3 brown or grey cards in city and 2 brown cards in city, score 4 points")},
    ),
    "some age it is": (
        "E0513", "no age is left", {CARDS: card("if not age 1 and not age 2 and not age 3, gain 4 coins")},
        {CARDS: card("if not age 1 and not age 2, gain 4 coins")},
    ),
    "science is copied from cards that show some": (
        "E0513", "no such card shows a symbol", {CARDS: card("science copied from a blue card in neighbours")},
        {CARDS: card("science copied from a green card in neighbours")},
    ),
    "what is copied at the end counts then": (
        "E0513", "no such card counts at the end of the game", {CARDS: card("at end of game, copy a brown card in neighbours")},
        {CARDS: card("at end of game, copy a blue card in neighbours")},
    ),
    "what costs less costs something": (
        "E0513", "these cost no resources anyway", {CARDS: card("brown cards cost 1 resource less")}, {CARDS: card("brown cards cost 1 coin less")},
    ),
    "stages that cost less cost something": (
        "E0513", "these cost no coins anyway", {CARDS: card("stages cost no coins")}, {CARDS: card("stages cost no resources")},
    ),
    "a price is better than that of everyone": (
        "E0513", "everyone buys there for 2 anyway", {CARDS: card("buy raw resources from left for 3")},
        {CARDS: card("buy raw resources from left for 1")},
    ),
    "a rule has a ruling": (
        "W0606", "no ruling proves the rule",
        {"rules.yaml": "rules: [{id: fan.x, says: X., kind: effect, source: Fan}]\n"},
        {"rules.yaml": "rules: [{id: fan.x, says: X., kind: component, source: Fan}]\n"},
    ),
    "a deck is of an age that there is": (
        "E0509", "is a deck of age 4", {**mixed_in([3] * 7), WORDS: mixed_in([])[WORDS].replace("Boats}", "Boats, age: 4}")},
        {**mixed_in([3] * 7), WORDS: mixed_in([])[WORDS].replace("Boats}", "Boats, age: 3}")},
    ),
    "nobody gains more tokens than there are": (
        "E0206", "there are only 24 `chip` tokens", {WORDS: FEW_CHIPS, CARDS: card("gain 30 chip tokens")},
        {WORDS: FEW_CHIPS, CARDS: card("gain 24 chip tokens")},
    ),
    "nobody spends more tokens than there are": (
        "E0206", "there are only 24 `chip` tokens",
        {WORDS: FEW_CHIPS, CARDS: card("gain 2 chip tokens") + entry("spend 25 chip tokens to gain 9 coins")},
        {WORDS: FEW_CHIPS, CARDS: card("gain 2 chip tokens") + entry("spend 24 chip tokens to gain 9 coins")},
    ),
    "nobody waits for more tokens than there are": (
        "E0513", "there are only 24 `chip` tokens, so this never happens",
        {WORDS: FEW_CHIPS, CARDS: card("gain 2 chip tokens") + entry("if 25 chip tokens in city, score 9 points")},
        {WORDS: FEW_CHIPS, CARDS: card("gain 2 chip tokens") + entry("if 24 chip tokens in city, score 9 points")},
    ),
    "a scene gives out no more tokens than there are": (
        "E0206", "25 `chip` tokens are given out, but there are only 24", scene("A: {tokens: {chip: 20}}, B: {tokens: {chip: 5}}"),
        scene("A: {tokens: {chip: 20}}, B: {tokens: {chip: 4}}"),
    ),
    "no two cards of a city are alike in a scene": (
        "E0206", "`lumber-yard` or its twin lies in this city already", scene("A: {city: [lumber-yard, lumber-yard]}, B: {}"),
        scene("A: {city: [lumber-yard, altar]}, B: {city: [lumber-yard]}"),
    ),
    "what a sentence finds under a stage lies there": (
        "E0509", "lies under it, since a sentence speaks of the card there",
        {BOARDS: REVEALING, FLOW: "patch: [{set: base.actions.stage.to, to: discard}]\n"},
        {BOARDS: REVEALING, FLOW: "patch: [{set: base.actions.stage.name, to: Build}]\n"},
    ),
    "all cards under stages lie in one zone": (
        "E0509", "lies under it, since a sentence speaks of the card there",
        {BOARDS: REVEALING, WORDS: SHELF.replace("order: set", "order: sequence"), FLOW: second_stage("shelf")},
        {BOARDS: REVEALING, FLOW: second_stage("under-board")},
    ),
    "a marker has the faces of which is spoken": (
        "E0402", "no face of `day` is called `war`",
        {WORDS: DAY + STANCE, CARDS: card("turn the day to war") + entry("turn the stance to war")},
        {WORDS: DAY + STANCE, CARDS: card("turn the day to night") + entry("turn the stance to war")},
    ),
    "the faces of a marker have different names": (
        "E0404", "the face `night` is declared twice",
        {WORDS: DAY.replace("{id: light", "{id: night"), CARDS: card("flip the day")}, {WORDS: DAY, CARDS: card("flip the day")},
    ),
    "a track has the step that is reached": (
        "E0206", "`fleet` has the steps 1 to 6, so nobody reaches step 7",
        {WORDS: FLEET, CARDS: card("when you reach step 7 of fleet, gain 1 coin") + entry("advance 1 on fleet")},
        {WORDS: FLEET, CARDS: card("when you reach step 6 of fleet, gain 1 coin") + entry("advance 1 on fleet")},
    ),
    "one goes at least one step": (
        "E0206", "this is at least 1 step, not 0", {WORDS: FLEET, CARDS: card("go back 0 on fleet")}, {WORDS: FLEET, CARDS: card("go back 1 on fleet")},
    ),
    "a track of the table is nobody's": (
        "E0519", "`fleet` is one for all",
        {WORDS: FLEET.replace("seat", "table"), CARDS: card("if more steps on fleet than left, gain 1 coin") + entry("advance 1 on fleet")},
        {WORDS: FLEET, CARDS: card("if more steps on fleet than left, gain 1 coin") + entry("advance 1 on fleet")},
    ),
    "its steps are not those of seats": (
        "E0519", "`fleet` is one for all",
        {WORDS: FLEET.replace("seat", "table"), CARDS: card("gain 1 coin per step on fleet in neighbours") + entry("advance 1 on fleet")},
        {WORDS: FLEET.replace("seat", "table"), CARDS: card("gain 1 coin per step on fleet") + entry("advance 1 on fleet")},
    ),
    "nobody waits for more steps than there are": (
        "E0513", "`fleet` has only 6 steps, so this never happens",
        {WORDS: FLEET, CARDS: card("if 7 steps on fleet, score 9 points") + entry("advance 1 on fleet")}, {WORDS: FLEET, CARDS: card("if 6 steps on fleet, score 9 points") + entry("advance 1 on fleet")},
    ),
    "what is waited for is no condition on a card of no event": (
        "E0514", "`the card` stands for no card here",
        {CARDS: card("as soon as not the card is blue, gain 1 coin")}, {CARDS: card("when you build a card, if not the card is blue, gain 1 coin")},
    ),
    "who chooses a card sees it": (
        "E0519", "nobody sees the cards in `hand of left`", {CARDS: card("choose a card from hand of left then discard the card")},
        {CARDS: card("look at hand of left then choose a card from hand of left then discard the card")},
    ),
    "what stands tells cards apart by what is printed": (
        "E0519", "cards `with a symbol you lack` are told by what has become of them", {CARDS: card("when you build a card with a symbol you lack, gain 1 coin")},
        {CARDS: card("gain 1 coin per card with a symbol you lack in neighbours")},
    ),
    "cards come one by one where the newest is asked for": (
        "E0519", "cards come to `hand` together, so none of them is the newest", {CARDS: card("discard the newest card from hand")},
        {CARDS: card("discard the newest card from city")},
    ),
    "something lasts for a card at least": (
        "E0206", "something lasts for the next 1 to 9 cards", {CARDS: card("for the next 10 cards, red cards cost nothing")},
        {CARDS: card("for the next 9 cards, red cards cost nothing")},
    ),
    "coins lie on cards of cities": (
        "E0519", "no coins lie on cards in `hand`", {CARDS: card("discard a card with a coin on it from hand") + entry("put 1 coin on a card in city")},
        {CARDS: card("discard a card with a coin on it from city") + entry("put 1 coin on a card in city")},
    ),
    "somebody puts a coin on a card": (
        "E0513", "nobody ever puts a coin on a card", {CARDS: card("discard a card with a coin on it from city")},
        {CARDS: card("discard a card with a coin on it from city") + entry("put 1 coin on a card in city")},
    ),
    "something follows from the choice of a card": (
        "E0517", "nothing follows from this choice", {CARDS: card("choose a card from hand")},
        {CARDS: card("choose a card from hand then discard the card")},
    ),
    "somebody goes on on a track that is waited for": (
        "E0513", "nobody ever advances on `fleet`, so this never happens",
        {WORDS: FLEET, CARDS: card("when you reach step 2 of fleet, gain 1 coin") + entry("go back 1 on fleet")},
        {WORDS: FLEET, CARDS: card("when you reach step 2 of fleet, gain 1 coin") + entry("advance 1 on fleet")},
    ),
    "something turns a marker that is waited for": (
        "E0513", "nothing ever turns the `day`, so this never happens",
        {WORDS: DAY, CARDS: card("if the day is night, gain 1 coin")},
        {WORDS: DAY, CARDS: card("if the day is night, gain 1 coin") + entry("flip the day")},
    ),
    "steps that are counted are gone": (
        "W0604", "nobody ever advances on `fleet`, so this never matters",
        {WORDS: FLEET, CARDS: card("score 1 point per step on fleet")},
        {WORDS: FLEET, CARDS: card("score 1 point per step on fleet") + entry("advance 1 on fleet")},
    ),
    "no marker shows two faces": (
        "E0513", "never",
        {WORDS: DAY, CARDS: card("if the day is night and the day is light, gain 1 coin") + entry("flip the day")},
        {WORDS: DAY, CARDS: card("if the day is night or the day is light, gain 1 coin") + entry("flip the day")},
    ),
    "official facts have a source": (
        "W0607", "where its facts come from",
        {"expansion.yaml": IDENTITY.replace("false", "true")}, {"expansion.yaml": IDENTITY.replace("false", "true") + "sources: [A rulebook]\n"},
    ),
}  # fmt: skip


def found_in(folder: Path, files: dict[str, str]) -> list[tuple[str, str, str]]:
    for name, text in {"expansion.yaml": IDENTITY, **files}.items():
        (folder / "fan" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "fan" / name).write_text(text, encoding="utf-8")
    checked = check_folders([folder / "fan"], memory=MEMORY)
    found = [*checked.diagnostics, *unaccounted(checked, [folder / "fan"])]
    return [(diagnostic.code.id, diagnostic.message, diagnostic.help) for diagnostic in found]


def test_shipped_expansions_that_nobody_speaks_of_are_met_too(tmp_path: Path) -> None:
    for name, files in {"bad": mixed_in([3] * 7), "good": mixed_in([3] * 8)}.items():
        more = files[FLOW].replace('"7": 7}', '"7": 7, "8": 8}' if name == "good" else '"7": 7}')
        files = {**files, FLOW: more, CARDS: files[CARDS].replace("6, 7]", "6, 7, 8]")}
        assert found_in(tmp_path / name, files) == []
        met = clashes(check_folders([tmp_path / name / "fan"]), [tmp_path / name / "fan"])
        said = "with `cities` in play: a number is missing for 8 players"
        assert [problem.message for problem in met] == ([said] * 3 if name == "bad" else [])
        assert {problem.code.id for problem in met} <= {"W0608"}


def test_a_clause_that_acts_in_one_set_only_is_sound(tmp_path: Path) -> None:
    waits = card("when you build a white card, gain 1 coin", more="with: [leaders]")
    assert found_in(tmp_path / "met", {CARDS: waits}) == []
    chips = {
        WORDS: CHIP,
        CARDS: card("when you gain a chip token, gain 1 coin") + entry("gain 1 chip token", more="with: [leaders]"),
    }
    assert found_in(tmp_path / "given", chips) == []
    dear = "patch: [{set: base.everyone, to: buy any resource from neighbours for 4, with: [leaders]}]\n"
    assert found_in(tmp_path / "dear", {FLOW: dear, CARDS: card("buy raw resources from left for 3")}) == []
    large = board(f"[{', '.join(['{cost: 2 stone, effect: score 3 points}'] * 5)}]", more=", with: [leaders]")
    assert found_in(tmp_path / "large", {BOARDS: large, CARDS: card("if 5 stages in city, score 9 points")}) == []
    drawn = mixed_in_late("if age 1, gain 2 coins")
    drawn[FLOW] += "  - {set: base.cards.altar.effect, to: draw 1 unused boaters into shelf, with: [leaders]}\n"
    drawn[WORDS] += SHELF + "nouns: [{id: boaters, plural: boaters, colour: purple}]\n"
    assert found_in(tmp_path / "drawn", drawn) == []


def test_what_the_flow_gives_can_be_waited_for(tmp_path: Path) -> None:
    owed = card("when you gain an edifice-debt-1 token, gain 1 coin") + entry("lose all edifice-debt-3 tokens")
    required = IDENTITY.replace("}", ', edifice: "1.0"}')
    assert found_in(tmp_path / "owed", {"expansion.yaml": required, CARDS: owed}) == []
    assert found_in(tmp_path / "shown", {WORDS: STAR, FLOW: "everyone: science star\n", CARDS: STARS}) == []


STAR = "symbols: [{id: star, name: Star}]\n"
CHIPS = card("if 1 chip token in city, gain 2 coins") + entry("when you gain a chip token, gain 1 coin")
STARS = card("if 1 star symbol in city, gain 2 coins")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        pytest.param(
            river("if 5 stages in city, gain 1 coin"), ["no board has more than 4 stages"], id="too many stages"
        ),
        pytest.param(river("if 4 stages in city, gain 1 coin"), [], id="as many stages as there are"),
        pytest.param(
            {**river("gain 2 coins", CHIP), CARDS: CHIPS}, ["nothing gives a `chip` token"] * 2, id="no token"
        ),
        pytest.param({**river("gain 1 chip token", CHIP), CARDS: CHIPS}, [], id="a token"),
        pytest.param({**river("gain 2 coins", STAR), CARDS: STARS}, ["nothing shows a `star` symbol"], id="no symbol"),
        pytest.param({**river("science star", STAR), CARDS: STARS}, [], id="a symbol"),
    ],
)
def test_what_a_shared_place_does_and_brings_is_looked_at_too(
    tmp_path: Path, files: dict[str, str], said: list[str]
) -> None:
    assert [(code, message) for code, message, _ in found_in(tmp_path, files)] == [
        ("E0513", f"{one}, so this never happens") for one in said
    ]


def test_there_are_at_least_twenty_five() -> None:
    assert len(SENSES) >= 25


@pytest.mark.parametrize(("code", "message", "bad", "good"), SENSES.values(), ids=SENSES)
def test_each_has_a_failing_and_a_passing_folder_and_suggests_a_repair(
    tmp_path: Path, code: str, message: str, bad: dict[str, str], good: dict[str, str]
) -> None:
    found = found_in(tmp_path / "bad", bad)
    assert {id for id, _, _ in found} == {code}
    assert any(message in said for _, said, _ in found)
    assert all(help for _, _, help in found), "what to do is missing"
    assert found_in(tmp_path / "good", good) == []
