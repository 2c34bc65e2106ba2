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
    answer_text,
    held_by,
    is_somewhere,
    payments,
    play_now,
    stage_of,
)
from stele.compiler.rulings.scene import Scene, card_id
from stele.runtime import Ask, Meaning
from stele.runtime.decide import why_no_stage, why_not
from stele.runtime.row import SIDE, bits
from stele.runtime.ruleset import Cost

STAGE = re.compile(r".+-stage-[0-9](-option-[0-9])?")


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
        return answer_not_of_kind(scene, ask, chosen) if chosen else f"there is to choose: {offered(scene, ask)}"
    seat = scene.seats[ask.about]
    known = sorted(actions_now(scene, seat))
    if chosen == "nothing":
        return ""
    if chosen or wanted is None:
        return f"nobody asks for an answer; here one may {' or '.join(known)}"
    name, card = wanted
    if name not in known:
        return f"here one may {' or '.join(known)}"
    play = play_now(scene, seat)
    if card not in held_by(scene, seat) and play is not None:
        return f"{card} is not in {scene.tables.zones[play.zone].id}"
    return manner_not_of_kind(scene, seat, act, name)


def answer_not_of_kind(scene: Scene, ask: Ask, chosen: str) -> str:
    """Say why an answer cannot be meant by a decision."""
    kinds = {kind_of(scene, answer) for answer in offered_answers(scene, ask)}
    kind = kind_of(scene, chosen)
    if kind not in (*kinds, "nothing"):
        return f"that is no answer here; there is to choose: {offered(scene, ask)}"
    if kind == "card" and not is_somewhere(scene, chosen):
        return f"{chosen} lies nowhere in this scene"
    return ""


def kind_of(scene: Scene, answer: str) -> str:
    """Return what kind of thing answers a decision."""
    if answer in ("nothing", "exchange"):
        return answer
    if answer.isdigit():
        return "coins"
    if answer in scene.names:
        return "seat"
    if " for " in answer:
        return "swap"
    if any(answer == card.id for card in scene.tables.cards):
        return "card"
    if STAGE.fullmatch(answer):
        return "stage"
    if any(answer == f"{side.board}-{side.side}" for side in scene.tables.sides):
        return "board"
    return "tokens" if all(part in scene.cells for part in answer.split("-and-")) else "other"


def manner_not_of_kind(scene: Scene, seat: int, act: YamlMapping, name: str) -> str:
    """Say why an action can never be done in the way that an act says."""
    tables = scene.tables
    action = next(action for action in tables.actions if action.id == name and action.base < 0)
    rider, at, stage, by = text(act, "rider"), place_named(scene, act.get("at")), number(act, "number"), text(act, "by")
    if rider and rider not in riders_now(scene, seat):
        return f"{rider} goes with nothing here"
    if at and not any(one.base >= 0 and tables.zones[one.to].id == at for one in tables.actions):
        return f"{at} is no place of this game"
    stages = len(scene.engine.sides[scene.game.row[seat + SIDE]].stages)
    if action.pays == "stage" and not stages:
        return "a seat without a board has no stages"
    if stage and action.pays != "stage":
        return f"{name} builds no stage"
    if stage > stages:
        return f"the board has {stages} stages"
    if by and action.pays == "nothing":
        return f"nothing is paid for {name}, so not by {by}"
    return price_not_of_kind(scene, seat, act, action.pays)


def price_not_of_kind(scene: Scene, seat: int, act: YamlMapping, pays: str) -> str:
    """Say why no game could let an act be paid for in the way that it says: by a chain that is not
    there, or with more than all units that it costs could.
    """
    wanted, by = asked_action(act), text(act, "by")
    card = next(card for card in scene.tables.cards if wanted is not None and card.id == wanted[1])
    if by in ("chain", "neighbour") and (pays == "stage" or not card.chain):
        what = "a stage" if pays == "stage" else card.id
        return f"no chain leads to {what}, so by: {by} could never be allowed"
    stages = scene.engine.sides[scene.game.row[seat + SIDE]].stages
    costs = [stage.cost for stage in stages] if pays == "stage" else [card.cost]
    riders = [rider for rider in scene.tables.riders if rider.id == text(act, "rider")]
    units = max(map(units_in, costs)) + sum(max(map(units_in, scene.engine.prices_of(one))) for one in riders)
    most = units * dearest_unit(scene)
    paid = sum(int(getattr(coins, "value", 0) or 0) for name, coins in entries(act.get("pay")) if name.text != "bank")
    return f"players are paid {most} for it at most, so {paid} could never be allowed" if paid > most else ""


def units_in(cost: Cost) -> int:
    """Return how many units of goods a cost asks for."""
    return sum(units for _, units in cost.goods)


def dearest_unit(scene: Scene) -> int:
    """Return what a unit costs at most that is bought from another seat."""
    tables, engine, seats = scene.tables, scene.engine, len(scene.seats)
    rows = [engine.new_row(seats, 1, [len(engine.sides) - 1] * seats), scene.game.row]
    cells = range(tables.price_cell, tables.price_cell + 2 * len(tables.price_classes))
    prices = [row[seat + cell] for row in rows for seat in scene.seats for cell in cells]
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
        return f"there is to choose: {offered(scene, ask)}"
    if wanted is None:
        return f"one must {' or '.join(sorted(actions_now(scene, scene.seats[ask.about])))}"
    name, card = wanted
    rider = text(act, "rider") if isinstance(act, YamlMapping) else ""
    rides = [scene.tables.actions[one.action].id for one in scene.tables.riders if one.id == rider]
    if rider and name not in rides:
        return f"{rider} goes with {' or '.join(rides)}"
    meanings = [scene.game.meaning(ask, option) for option in ask.options]
    alike = [meaning for meaning in meanings if (meaning.action, meaning.card) == (name, card)]
    if alike:  # it can be done, only not in this way
        return f"it can be done {' or '.join(dict.fromkeys(manner_text(scene, ask, meaning) for meaning in alike))}"
    action = next(action for action in scene.tables.actions if action.id == name)
    reason = ""
    if action.pays == "card":
        zone = scene.tables.zones[scene.tables.plays[ask.play].zone]
        held = bits(scene.game.row[scene.seats[ask.seat] + zone.cell])
        reason = why_not(scene.engine, scene.game.row, ask, next(c for c in held if card_id(scene, c) == card))
    elif action.pays == "stage":
        reason = reason_against_stage(scene, ask)
    may = dict.fromkeys(f"{meaning.action} {meaning.card}" for meaning in meanings)
    return reason or f"one must {' or '.join(may)}"


def reason_against_stage(scene: Scene, ask: Ask) -> str:
    """Say why no stage can be built."""
    engine, row, seat = scene.engine, scene.game.row, scene.seats[ask.about]
    stages = engine.sides[row[seat + SIDE]].stages
    meant = [stages[engine.stage_meant(row, seat, mark)] for mark, _ in engine.open_stages(row, seat)]
    reasons = [why_no_stage(engine, row, ask, engine.costs.index(stage.cost)) for stage in meant]
    return "; ".join(dict.fromkeys(filter(None, reasons))) if meant else "every stage is built"


# --- words ----------------------------------------------------------------------------------------


def offered_answers(scene: Scene, ask: Ask) -> list[str]:
    """Return what answers a decision, each once."""
    meanings = [scene.game.meaning(ask, option) for option in ask.options]
    return list(dict.fromkeys(answer_text(scene, meaning) for meaning in meanings))


def offered(scene: Scene, ask: Ask) -> str:
    """Say what answers a decision."""
    return ", ".join(offered_answers(scene, ask))


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
