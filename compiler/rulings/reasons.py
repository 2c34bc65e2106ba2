"""Say why an act is not possible: because it is no answer to what is asked, or because the rules
forbid it here.

Only the second may be refused by a ruling: what nobody could do anywhere proves nothing.
"""

from __future__ import annotations

import re

from stele.compiler.analysis.ruling_names import ACT_KEYS
from stele.compiler.front.fields import number, text
from stele.compiler.front.rulings import entries
from stele.compiler.front.source import Node, YamlMapping
from stele.compiler.rulings.options import (
    PLAYING,
    actions_now,
    amounts,
    answer_text,
    canonical,
    has_card,
    held_by,
    is_somewhere,
    lies_in,
    once_each,
    payments,
    play_now,
    said_actions,
    stage_of,
)
from stele.compiler.rulings.scene import Scene
from stele.runtime import Ask, Meaning
from stele.runtime.inspector import cards_in, is_in, open_stages, why_no_stage, why_not
from stele.runtime.ruleset import FREE, Cost, Rider
from stele.runtime.state.cells import cells
from stele.runtime.table.places import face_at
from stele.runtime.turn.games import seated_row

STAGE = re.compile(r".+-stage-[0-9](-option-[0-9])?")
HELD = re.compile(r"(?P<card>.+) of (?P<seat>.+)")
SWAP = re.compile(r"(?P<gives>.+) for (?P<card>.+) of (?P<seat>.+)")


def asked_action(act: Node) -> tuple[str, str] | None:
    """Return the action and the card that an act names, or nothing if it only answers."""
    pairs = ((key.text, getattr(value, "text", "")) for key, value in entries(act) if key.text not in ACT_KEYS)
    return next(pairs, None)


def place_named(scene: Scene, at: Node | None) -> str:
    """Return the zone of a shared place that an act names, or nothing for the city."""
    for zone, side in entries(at):
        kind = scene.tables.places[0].id if zone.text == "between" and scene.tables.places else zone.text
        return f"{kind}-{getattr(side, 'text', '')}"
    return ""


# --- no answer to what is asked -------------------------------------------------------------------


def not_of_kind(scene: Scene, ask: Ask, act: Node) -> str:
    """Say why an act is no answer to a decision at all, or nothing if it is one that the rules may
    forbid.
    """
    assert isinstance(act, YamlMapping)
    chosen, wanted = text(act, "choose"), asked_action(act)
    if ask.kind not in PLAYING:
        if not chosen:
            return f"there is to choose: {offered(scene, ask)}"
        return answer_not_of_kind(scene, ask, chosen) or answer_manner_not_of_kind(scene, ask, act)
    seat = scene.seats[ask.about]
    if chosen == "nothing":
        return ""
    if chosen or wanted is None:
        return f"nobody asks for an answer; here one may {said_actions(scene, seat)}"
    name, card = wanted
    if name not in actions_now(scene, seat):
        return f"here one may {said_actions(scene, seat)}"
    play = play_now(scene, seat)
    if card not in held_by(scene, seat) and play is not None:
        return f"{card} is not in {scene.tables.zones[play.zone].id}"
    return manner_not_of_kind(scene, seat, act, name)


def answer_not_of_kind(scene: Scene, ask: Ask, chosen: str) -> str:
    """Say why an answer cannot be meant by a decision."""
    answers = offered_answers(scene, ask)
    kind = kind_of(scene, chosen)
    if kind == "other" or kind not in (*(kind_of(scene, answer) for answer in answers), "nothing"):
        return f"that is no answer here; there is to choose: {', '.join(answers)}"
    if kind == "stage" and chosen not in stages_known(scene):
        return f"there is no {chosen}"
    if kind == "held":
        return held_not_of_kind(scene, chosen)
    if kind == "swap":
        return swap_not_of_kind(scene, ask, chosen)
    return card_not_of_kind(scene, answers, chosen) if kind == "card" else ""


def card_not_of_kind(scene: Scene, answers: list[str], card: str) -> str:
    """Say why a card is not among those to choose from: it lies nowhere, or nowhere where one of
    them does.
    """
    if not is_somewhere(scene, card):
        return f"{card} lies nowhere in this scene"
    there, where = lies_in(scene, card), {zone for answer in answers for zone in lies_in(scene, answer)}
    if not there or not where or there & where:
        return ""
    return f"{card} lies in {all_of(there)}, and what there is to choose from lies in {all_of(where)}"


def held_not_of_kind(scene: Scene, chosen: str) -> str:
    """Say why a card of a seat could not be meant: the seat does not have it."""
    held = HELD.fullmatch(chosen)
    assert held is not None
    if held["seat"] not in scene.names:
        return f"there is no seat {held['seat']}"
    if not has_card(scene, scene.seats[scene.names.index(held["seat"])], held["card"]):
        return f"{held['seat']} does not have {held['card']}"
    return ""


def swap_not_of_kind(scene: Scene, ask: Ask, chosen: str) -> str:
    """Say why a swap could not be: somebody does not have what changes hands."""
    swap = SWAP.fullmatch(chosen)
    assert swap is not None
    if swap["seat"] not in scene.names:
        return f"there is no seat {swap['seat']}"
    for name, card in ((scene.names[ask.about], swap["gives"]), (swap["seat"], swap["card"])):
        if not has_card(scene, scene.seats[scene.names.index(name)], card):
            return f"{name} does not have {card}"
    return ""


def stages_known(scene: Scene) -> set[str]:
    """Return how answers name the stages of all boards, and their options."""
    sides = scene.tables.sides
    stages = {f"{side.board}-stage-{number}" for side in sides for number in range(1, len(side.stages) + 1)}
    return stages | {name for name, _, _ in scene.rules.named}


def kind_of(scene: Scene, answer: str) -> str:
    """Return what kind of thing answers a decision."""
    if answer in ("nothing", "exchange"):
        return answer
    if answer.isdigit():
        return "coins"
    if answer in scene.names:
        return "seat"
    if SWAP.fullmatch(answer):
        return "swap"
    if (held := HELD.fullmatch(answer)) and any(held["card"] == card.id for card in scene.tables.cards):
        return "held"
    if any(answer == card.id for card in scene.tables.cards):
        return "card"
    if STAGE.fullmatch(answer):
        return "stage"
    boards = [f"{side.board}-{side.side}" for side in scene.tables.sides]
    boards += [f"{side.board}-{side.side}" for place in scene.tables.places for side in place.sides]
    if answer in boards:
        return "board"
    return "tokens" if all(part in scene.cells for part in answer.split("-and-")) else "other"


def answer_manner_not_of_kind(scene: Scene, ask: Ask, act: YamlMapping) -> str:
    """Say why no answer could be paid for, or laid, in the way that an act says."""
    at = place_named(scene, act.get("at"))
    if amounts(act.get("pay")) and not any(scene.game.meaning(ask, option).total for option in ask.options):
        return f"nothing is paid for what there is to choose: {offered(scene, ask)}"
    return place_not_of_kind(scene, scene.seats[ask.about], at) if at else ""


def manner_not_of_kind(scene: Scene, seat: int, act: YamlMapping, name: str) -> str:
    """Say why an action can never be done in the way that an act says."""
    tables = scene.tables
    action = next(action for action in tables.actions if action.id == name and action.base < 0)
    rider, at, stage, by = text(act, "rider"), place_named(scene, act.get("at")), number(act, "number"), text(act, "by")
    if rider and rider not in riders_now(scene, seat):
        return f"{rider} goes with nothing here"
    if at and (problem := place_not_of_kind(scene, seat, at)):
        return problem
    stages = len(scene.side_of(seat).stages)
    if action.pays == "stage" and not stages:
        return "a seat without a board has no stages"
    if stage and action.pays != "stage":
        return f"{name} builds no stage"
    if stage > stages:
        return f"the board has {stages} stages"
    if by and action.pays == "nothing":
        return f"nothing is paid for {name}, so not by {by}"
    return price_not_of_kind(scene, seat, act, action.pays)


def place_not_of_kind(scene: Scene, seat: int, at: str) -> str:
    """Say why nothing can be laid at a shared place: there is none."""
    tables = scene.tables
    there = [one for one in tables.actions if one.base >= 0 and tables.zones[one.to].id == at]
    if not there:
        return f"{at} is no place of this game"
    if face_at(scene.core, scene.game.row, there[0].place, seat, there[0].side) < 0:
        return f"no board lies on the {at.rpartition('-')[2]} of {scene.names[scene.seats.index(seat)]}"
    return ""


def price_not_of_kind(scene: Scene, seat: int, act: YamlMapping, pays: str) -> str:
    """Say why no game could let an act be paid for in the way that it says: by a chain that is not
    there, or with more than all units that it costs could.
    """
    wanted, by = asked_action(act), text(act, "by")
    card = next(card for card in scene.tables.cards if wanted is not None and card.id == wanted[1])
    if by in ("chain", "neighbour") and (pays == "stage" or not card.chain):
        what = "a stage" if pays == "stage" else card.id
        return f"no chain leads to {what}, so by: {by} could never be allowed"
    costs = {"stage": [stage.cost for stage in scene.side_of(seat).stages], "card": [card.cost]}.get(pays, [FREE])
    riders = [rider for rider in scene.tables.riders if rider.id == text(act, "rider")]
    added = [price for rider in riders for price in prices_of(scene, rider)]
    units = max(map(units_in, costs)) + max(map(units_in, added), default=0)
    coins = max(cost.coins for cost in costs) + max((price.coins for price in added), default=0)
    dearest = max((ware.price for ware in scene.tables.wares), default=0)
    paid = amounts(act.get("pay"))
    to_bank = paid.pop("bank", 0)
    payer = scene.names[scene.seats.index(seat)]
    if to_bank > coins + units * dearest:
        return f"the bank is paid {coins + units * dearest} for it at most, so {to_bank} could never be allowed"
    if payer in paid:
        return f"{payer} never pays {payer}"
    most, total = units * dearest_unit(scene), sum(paid.values())
    if total > most:
        return f"players are paid {most} for it at most, so {total} could never be allowed"
    counted = "1 unit" if units == 1 else f"{units} units"
    return f"players are paid for {counted} at most, so {len(paid)} of them could never be" if len(paid) > units else ""


def prices_of(scene: Scene, rider: Rider) -> list[Cost]:
    """Return all that a rider may cost."""
    if rider.cost is not None:
        return [rider.cost]
    decks = scene.tables.supplies[rider.takes].decks
    return [card.cost for card in scene.tables.cards if card.deck in decks]


def units_in(cost: Cost) -> int:
    """Return how many units of goods a cost asks for."""
    return sum(units for _, units in cost.goods)


def dearest_unit(scene: Scene) -> int:
    """Return what a unit costs at most that is bought from another seat."""
    tables, seats = scene.tables, len(scene.seats)
    blank = cells([len(tables.sides)] * seats)
    rows = [seated_row(scene.core, scene.rules.start, blank, 1), scene.game.row]
    found = range(tables.price_cell, tables.price_cell + 2 * len(tables.price_classes))
    prices = [row[seat + cell] for row in rows for seat in scene.seats for cell in found]
    return max([*prices, *(offer.price for offer in tables.far_offers)], default=0)


def riders_now(scene: Scene, seat: int) -> set[str]:
    """Return the riders that may go with what is chosen now."""
    actions = actions_now(scene, seat)
    return {rider.id for rider in scene.tables.riders if scene.tables.actions[rider.action].id in actions}


# --- forbidden here -------------------------------------------------------------------------------


def reason_against(scene: Scene, ask: Ask, act: Node) -> str:
    """Say why the rules forbid an act at a decision."""
    wanted = asked_action(act)
    if ask.kind not in PLAYING:
        return reason_against_answer(scene, ask, act)
    if wanted is None:
        return f"one must {' or '.join(sorted(actions_now(scene, scene.seats[ask.about])))}"
    name, card = wanted
    rider = text(act, "rider") if isinstance(act, YamlMapping) else ""
    rides = [scene.tables.actions[one.action].id for one in scene.tables.riders if one.id == rider]
    if rider and name not in rides:
        return f"{rider} goes with {' or '.join(rides)}"
    at = place_named(scene, act.get("at")) if isinstance(act, YamlMapping) else ""
    laid = {
        (scene.tables.actions[one.base].id, scene.tables.zones[one.to].id)
        for one in scene.tables.actions
        if one.base >= 0
    }
    if at and (name, at) not in laid:
        return f"{name} lays nothing at {at}"
    meanings = [scene.game.meaning(ask, option) for option in ask.options]
    alike = [meaning for meaning in meanings if (meaning.action, meaning.card) == (name, card)]
    if alike:  # it can be done, only not in this way
        return f"it can be done {' or '.join(dict.fromkeys(manner_text(scene, ask, meaning) for meaning in alike))}"
    action = next(action for action in scene.tables.actions if action.id == name)
    reason = ""
    if action.pays == "card":
        zone = scene.tables.zones[scene.tables.plays[ask.play].zone]
        held = cards_in(scene.rules, scene.game.row, zone, scene.seats[ask.seat])
        copy = next(copy for copy in held if scene.card_id(copy) == card)
        is_blocked = is_in(scene.core, scene.game.row, scene.seats[ask.about] + scene.core.blocked, copy)
        reason = "" if is_blocked else no_such_right(scene, ask, act, card)
        reason = reason or why_not(scene.rules, scene.game.row, ask, copy)
    elif action.pays == "stage":
        reason = no_such_right(scene, ask, act, card) or reason_against_stage(scene, ask)
    may = dict.fromkeys(f"{meaning.action} {meaning.card}" for meaning in meanings)
    return reason or f"one must {' or '.join(may)}"


def no_such_right(scene: Scene, ask: Ask, act: Node, card: str) -> str:
    """Say that what an act wants to be done by is not there, or nothing if it is to be paid for."""
    match text(act, "by") if isinstance(act, YamlMapping) else "":
        case "permit":
            return f"no special right lets {scene.names[ask.about]} do this"
        case "chain":
            return f"no card of the city leads to {card}"
        case "neighbour":
            return f"no card of a neighbour leads to {card}"
        case _:
            return ""


def reason_against_answer(scene: Scene, ask: Ask, act: Node) -> str:
    """Say why the rules forbid an answer: it is not offered, or not in this way."""
    chosen = canonical(scene, text(act, "choose")) if isinstance(act, YamlMapping) else ""
    meanings = [scene.game.meaning(ask, option) for option in ask.options]
    alike = [one for one in meanings if chosen and canonical(scene, answer_text(scene, one)) == chosen]
    ways = dict.fromkeys(answer_manner_text(scene, ask, meaning) for meaning in alike)
    return f"it can be chosen {' or '.join(ways)}" if ways else f"there is to choose: {offered(scene, ask)}"


def reason_against_stage(scene: Scene, ask: Ask) -> str:
    """Say why no stage can be built."""
    row = scene.game.row
    meant = open_stages(scene.core, row, scene.seats[ask.about])
    reasons = [why_no_stage(scene.rules, row, ask, stage) for stage in meant]
    return "; ".join(dict.fromkeys(filter(None, reasons))) if meant else "every stage is built"


# --- words ----------------------------------------------------------------------------------------


def offered_answers(scene: Scene, ask: Ask) -> list[str]:
    """Return what answers a decision, each once."""
    meanings = [scene.game.meaning(ask, option) for option in ask.options]
    return once_each(scene, [answer_text(scene, meaning) for meaning in meanings])


def offered(scene: Scene, ask: Ask) -> str:
    """Say what answers a decision."""
    return ", ".join(offered_answers(scene, ask))


def all_of(names: set[str]) -> str:
    """Say several names."""
    return " and ".join(sorted(names))


def answer_manner_text(scene: Scene, ask: Ask, meaning: Meaning) -> str:
    """Say how an answer is chosen that can be: where, and who is paid."""
    paid = ", ".join(f"{who}: {coins}" for who, coins in payments(scene, ask, meaning).items())
    price = f"with pay: {{{paid}}}" if paid else "for nothing"
    return f"{price} at {meaning.at}" if meaning.at else price


def manner_text(scene: Scene, ask: Ask, meaning: Meaning) -> str:
    """Say how something is done that can be done: by what right, where, with what, and who is
    paid.
    """
    paid = ", ".join(f"{who}: {coins}" for who, coins in payments(scene, ask, meaning).items())
    stage = stage_of(scene, scene.seats[ask.about], meaning)
    parts = [f"by: {meaning.manner}", f"pay: {{{paid}}}" if paid else ""]
    parts += [f"rider: {meaning.rider}" if meaning.rider else "", f"at {meaning.at}" if meaning.at else ""]
    parts += [f"number: {stage}" if stage else ""]
    return f"with {', '.join(part for part in parts if part)}"
