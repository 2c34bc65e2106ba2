"""Say what a seat may do and why it may not do more: options in the words of rulings."""

from __future__ import annotations

from stele.compiler.analysis.ruling_names import ACT_KEYS
from stele.compiler.front.rulings import entries
from stele.compiler.front.source import Node
from stele.compiler.rulings.scene import Scene, card_id
from stele.runtime import Ask, Meaning
from stele.runtime.decide import why_no_stage, why_not
from stele.runtime.row import COINS, LEFT, NUMBER, OWING, RIGHT, SIDE, STEP, bits


def options_of(scene: Scene, seat: int) -> list[Meaning]:
    """Return everything a seat could do if it were asked now."""
    row = scene.game.row
    if row[OWING]:
        ask = scene.game.pending()
        assert ask is not None
        if scene.seats[ask.about] == seat:
            return [scene.game.meaning(ask, option) for option in ask.options]
    kind, play = scene.tables.asks.get(row[STEP], ("", 0))
    if kind != "play":
        return []
    number = scene.seats.index(seat)
    ask = Ask("play", number, play, [], 0, number)
    if scene.tables.guests and number == len(scene.seats) - 1:
        listed = scene.engine.guest_options(row, play) if has_guest(scene) else []
    else:
        listed = scene.engine.options(row, seat, play, row[seat + COINS])
    return [scene.game.meaning(ask, option) for option in listed]


def has_guest(scene: Scene) -> bool:
    """Tell whether a guest takes part in the step at which cards are played now."""
    guest = scene.tables.guest
    return guest is not None and scene.tables.asks.get(scene.game.row[STEP]) == ("play", guest.play)


def cheapest_costs(scene: Scene, seat: int) -> dict[str, int]:
    """Return the cheapest cost of each card that can be built, and of each other action."""
    found: dict[str, int] = {}
    builds = {action.id for action in scene.tables.actions if action.pays == "card"}
    for meaning in options_of(scene, seat):
        if meaning.rider:
            continue
        key = meaning.card if meaning.action in {*builds, "take"} else meaning.action
        for name in (key, f"{key}-{meaning.stage}") if meaning.stage else (key,):
            found[name] = min(found.get(name, 999), meaning.total)
    return found


def legal_options(scene: Scene, seat: int) -> list[str]:
    """Return what a seat could do, each with the cheapest cost.

    Cards it could build, other actions with their cards.
    """
    others = {action.id for action in scene.tables.actions if action.pays != "card"}
    cheapest: dict[tuple[str, str], int] = {}
    for meaning in options_of(scene, seat):
        if not meaning.rider:
            action = meaning.action if meaning.action in others else ""
            key = (action, answer_text(scene, meaning))
            cheapest[key] = min(cheapest.get(key, 999), meaning.total)
    alike: dict[tuple[str, int], list[str]] = {}
    for (action, card), cost in sorted(cheapest.items()):
        alike.setdefault((action, cost), []).append(card)
    return [
        f"{action} {' or '.join(cards)} for {cost}" if action else ", ".join(f"{card} for {cost}" for card in cards)
        for (action, cost), cards in alike.items()
    ]


def held_by(scene: Scene, seat: int) -> set[str]:
    """Return the cards that a seat may play; a guest plays those of its guide."""
    if scene.tables.guests and seat == scene.seats[-1]:
        _, seat = scene.engine.guide(scene.game.row)
    cells = [scene.tables.zones[play.zone].cell for play in scene.tables.plays]
    cards = [card for cell in cells for card in bits(scene.game.row[seat + cell])]
    return {card_id(scene, card) for card in cards}


def stage_names(scene: Scene, seat: int) -> set[str]:
    """Return how a ruling names the single stages of a board."""
    stages = scene.engine.sides[scene.game.row[seat + SIDE]].stages
    paying = [action.id for action in scene.tables.actions if action.pays == "stage"]
    return {f"{id}-{stage}" for id in paying for stage in range(1, len(stages) + 1)}


def asked_of(scene: Scene, seat: int) -> list[str]:
    """Return the cards that a pending decision of this seat offers."""
    ask = scene.game.pending() if scene.game.row[OWING] else None
    if ask is None or scene.seats[ask.about] != seat:
        return []
    meanings = [scene.game.meaning(ask, option) for option in ask.options]
    return list(dict.fromkeys(answer_text(scene, meaning) for meaning in meanings))


def answer_text(scene: Scene, meaning: Meaning) -> str:
    """Return how a ruling names an answer.

    A card, a swap, a seat, coins, an exchange, or nothing.
    """
    if meaning.gives:
        return f"{meaning.gives} for {meaning.card} of {scene.names[meaning.seat]}"
    if meaning.seat >= 0:
        return scene.names[meaning.seat]
    if meaning.action == "exchange":
        return "exchange"
    return str(meaning.bank) if meaning.action == "lose" else meaning.card or "nothing"


def payments(scene: Scene, ask: Ask, meaning: Meaning) -> dict[str, int]:
    """Return who is paid how much."""
    row, seat = scene.game.row, scene.seats[ask.about]
    coins = {"bank": meaning.bank}
    for side, paid in ((LEFT, meaning.left), (RIGHT, meaning.right)):
        if paid:
            coins[scene.names[row[row[seat + side] + NUMBER]]] = paid
    coins |= {scene.names[number]: paid for number, paid in meaning.others}
    return {name: paid for name, paid in coins.items() if paid}


# --- reasons --------------------------------------------------------------------------------------------------------


def asked_action(act: Node) -> tuple[str, str] | None:
    """Return the action and the card that an act names, or nothing if it only answers."""
    pairs = ((key.text, getattr(value, "text", "")) for key, value in entries(act) if key.text not in ACT_KEYS)
    return next(pairs, None)


def reason_against(scene: Scene, ask: Ask, act: Node) -> str:
    """Say why an act is not possible at a decision, or nothing if nobody knows."""
    meanings = [scene.game.meaning(ask, option) for option in ask.options]
    wanted = asked_action(act)
    if wanted is None or ask.kind not in ("play", "last", "guest"):
        offered = dict.fromkeys(
            f"{meaning.action}: {meaning.card}"
            if ask.kind in ("play", "last", "guest")
            else answer_text(scene, meaning)
            for meaning in meanings
        )
        return f"there is to choose: {', '.join(offered)}" if offered else ""
    name, card = wanted
    known = {scene.tables.actions[number].id: number for number in scene.tables.plays[ask.play].actions}
    if name not in known:
        return f"here one may {' or '.join(known)}"
    zone = scene.tables.zones[scene.tables.plays[ask.play].zone]
    copies = [copy for copy in bits(scene.game.row[scene.seats[ask.seat] + zone.cell]) if card_id(scene, copy) == card]
    if not copies:
        return f"{card} is not in {zone.id}"
    alike = [meaning for meaning in meanings if (meaning.action, meaning.card) == (name, card)]
    if alike:  # it can be done, only not in this way
        return f"it can be done {' or '.join(dict.fromkeys(manner_text(scene, ask, meaning) for meaning in alike))}"
    pays = scene.tables.actions[known[name]].pays
    if pays == "card":
        return why_not(scene.engine, scene.game.row, ask, copies[0])
    return reason_against_stage(scene, ask) if pays == "stage" else ""


def reason_against_stage(scene: Scene, ask: Ask) -> str:
    """Say why no stage can be built."""
    engine, row, seat = scene.engine, scene.game.row, scene.seats[ask.about]
    stages = engine.sides[row[seat + SIDE]].stages
    if not stages:
        return "a seat without a board has no stages"
    meant = [stages[engine.stage_meant(row, seat, mark)] for mark, _ in engine.open_stages(row, seat)]
    reasons = [why_no_stage(engine, row, ask, engine.costs.index(stage.cost)) for stage in meant]
    return "; ".join(dict.fromkeys(filter(None, reasons))) if meant else "every stage is built"


def manner_text(scene: Scene, ask: Ask, meaning: Meaning) -> str:
    """Say how something is done that can be done.

    By what right, where, with what, and who is paid.
    """
    paid = ", ".join(f"{who}: {coins}" for who, coins in payments(scene, ask, meaning).items())
    parts = [f"by: {meaning.manner}", f"pay: {{{paid}}}" if paid else ""]
    parts += [f"rider: {meaning.rider}" if meaning.rider else "", f"at {meaning.at}" if meaning.at else ""]
    parts += [f"number: {meaning.stage}" if meaning.stage else ""]
    return f"with {', '.join(part for part in parts if part)}"
