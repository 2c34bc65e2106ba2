"""Say what a seat may do: options in the words of rulings."""

from __future__ import annotations

from stele.compiler.front.rulings import entries
from stele.compiler.front.source import Node
from stele.compiler.rulings.scene import Scene
from stele.runtime import Ask, Game, Meaning
from stele.runtime.effects.entering import stage_meant
from stele.runtime.inspector import cards_in, cards_of_deck, copies_of
from stele.runtime.ruleset import Play
from stele.runtime.state.cells import COINS, LEFT, NUMBER, OWING, RIGHT, STEP
from stele.runtime.table.again import is_waiting
from stele.runtime.turn.games import GUEST, list_options, otherwise
from stele.runtime.turn.guest import guide

PLAYING = ("play", "last", "guest")  # kinds of decision that are about a card and what it is used for


def ask_of(scene: Scene, number: int) -> Ask | None:
    """Return what a seat has to decide, beside others who decide at the same time."""
    if not scene.game.row[OWING] >> number & 1:
        return None
    alone = Game(scene.rules, scene.game.row[:])
    alone.row[OWING] = 1 << number
    return alone.pending()


def owing(scene: Scene) -> list[str]:
    """Return the seats that have to decide."""
    return [name for number, name in enumerate(scene.names) if scene.game.row[OWING] >> number & 1]


def is_asked(scene: Scene, seat: int) -> bool:
    """Tell whether a seat has to decide or could play a card now, so that something may be legal or
    not.
    """
    number, kind = scene.seats.index(seat), scene.tables.asks.get(scene.game.row[STEP], ("", 0))[0]
    may_play = kind == "play" and not is_waiting(scene.core, scene.game.row, seat)
    return bool(scene.game.row[OWING] >> number & 1) or may_play


def options_of(scene: Scene, seat: int) -> list[Meaning]:
    """Return everything a seat could do if it were asked now."""
    row, number = scene.game.row, scene.seats.index(seat)
    ask = ask_of(scene, number)
    if ask is not None:
        return [scene.game.meaning(ask, option) for option in ask.options]
    kind, play = scene.tables.asks.get(row[STEP], ("", 0))
    if kind != "play" or is_waiting(scene.core, row, seat):
        return []
    ask = Ask("play", number, play, [], 0, number)
    if not scene.tables.guests or number < len(scene.seats) - 1:
        listed = list_options(scene.core, row, seat, play, row[seat + COINS])
    elif has_guest(scene):
        listed = otherwise(scene.core, row, seat, GUEST, play)
    else:
        listed = []
    return [scene.game.meaning(ask, option) for option in listed]


def has_guest(scene: Scene) -> bool:
    """Tell whether a guest takes part in the step at which cards are played now."""
    guest = scene.tables.guest
    return guest is not None and scene.tables.asks.get(scene.game.row[STEP]) == ("play", guest.play)


def cheapest_costs(scene: Scene, seat: int) -> dict[str, int]:
    """Return the cheapest cost of each card that can be built, of each stage, and of each other
    action.
    """
    found: dict[str, int] = {}
    builds = {action.id for action in scene.tables.actions if action.pays == "card"}
    for meaning in options_of(scene, seat):
        if meaning.rider:
            continue
        key = meaning.card if meaning.action in {*builds, "take"} else meaning.action
        stage = stage_of(scene, seat, meaning)
        for name in {key, meaning.action, f"{key}-{stage}" if stage else key}:
            found[name] = min(found.get(name, 999), meaning.total)
    return found


def stage_of(scene: Scene, seat: int, meaning: Meaning) -> int:
    """Return the stage that an option builds, counted from 1, or 0; where there is no choice it is
    the next one.
    """
    if meaning.action not in paying(scene, "stage"):
        return 0
    return meaning.stage or stage_meant(scene.core, scene.game.row, seat, 0) + 1


def paying(scene: Scene, pays: str) -> set[str]:
    """Return the actions that pay for a card, a stage or nothing."""
    return {action.id for action in scene.tables.actions if action.pays == pays}


def legal_options(scene: Scene, seat: int) -> list[str]:
    """Return what a seat could do, each with the cheapest cost: cards it could build, other actions
    with their cards.
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


def play_now(scene: Scene, seat: int) -> Play | None:
    """Return the play step in which a seat is asked for a card now, or nothing."""
    ask = ask_of(scene, scene.seats.index(seat))
    kind, play = (ask.kind, ask.play) if ask is not None else scene.tables.asks.get(scene.game.row[STEP], ("", 0))
    return scene.tables.plays[play] if kind in PLAYING else None


def held_by(scene: Scene, seat: int) -> set[str]:
    """Return the cards that a seat may play now; a guest plays those of its guide."""
    play = play_now(scene, seat)
    if play is None:
        return set()
    if scene.tables.guests and seat == scene.seats[-1]:
        seat = guide(scene.core, scene.game.row)
    cards = cards_in(scene.rules, scene.game.row, scene.tables.zones[play.zone], seat)
    return {scene.card_id(card) for card in cards}


def actions_now(scene: Scene, seat: int) -> set[str]:
    """Return the actions among which a seat chooses now."""
    play = play_now(scene, seat)
    if play is None:
        return set()
    duties = [action for step, action in scene.tables.duties if scene.tables.plays[step] == play]
    return {scene.tables.actions[number].id for number in (*play.actions, *duties)}


def said_actions(scene: Scene, seat: int) -> str:
    """Return the actions among which a seat chooses now, as a ruling names them: building at a
    shared place is building.
    """
    placed = {action.id for action in scene.tables.actions if action.base >= 0}
    return " or ".join(sorted(actions_now(scene, seat) - placed))


def stage_names(scene: Scene, seat: int) -> set[str]:
    """Return how a ruling names the single stages of a board."""
    named = actions_now(scene, seat) & paying(scene, "stage")
    return {f"{id}-{stage}" for id in named for stage in range(1, len(scene.side_of(seat).stages) + 1)}


def lies_in(scene: Scene, card: str) -> set[str]:
    """Return the zones, decks and shared places in which a card lies."""
    rules, row, tables = scene.rules, scene.game.row, scene.tables
    shared = {zone: place.id for place in tables.places for zone in place.zones}
    found = {
        shared.get(number, zone.id)
        for number, zone in enumerate(tables.zones)
        for seat in (scene.seats if zone.of_seat else (0,))
        if card in map(scene.card_id, cards_in(rules, row, zone, seat))
    }
    decks = ((deck.id, cards_of_deck(rules, row, number)) for number, deck in enumerate(tables.decks))
    return found | {id for id, cards in decks if card in map(scene.card_id, cards)}


def has_card(scene: Scene, seat: int, card: str) -> bool:
    """Tell whether a card lies before a seat."""
    zones = [zone for zone in scene.tables.zones if zone.of_seat]
    return any(card in map(scene.card_id, cards_in(scene.rules, scene.game.row, zone, seat)) for zone in zones)


def is_somewhere(scene: Scene, card: str) -> bool:
    """Tell whether a card lies anywhere in the scene, or lay there when it began, or is copied."""
    copies = sum(known.id == card and max(1, len(known.players)) for known in scene.tables.cards)
    copied = (code for seat in scene.seats for code, _ in copies_of(scene.core, scene.game.row, seat))
    return (
        len(scene.free.get(card, ())) < copies
        or bool(lies_in(scene, card))
        or card in map(scene.rules.code_name, copied)
    )


def asked_of(scene: Scene, seat: int) -> list[str]:
    """Return what a pending decision of this seat offers."""
    ask = ask_of(scene, scene.seats.index(seat))
    meanings = [scene.game.meaning(ask, option) for option in ask.options] if ask is not None else []
    return once_each(scene, [canonical(scene, answer_text(scene, meaning)) for meaning in meanings])


def once_each(scene: Scene, answers: list[str]) -> list[str]:
    """Return answers once each, cards as they are defined."""
    places = {card.id: place for place, card in enumerate(scene.tables.cards)}
    return sorted(dict.fromkeys(answers), key=lambda answer: places.get(answer, len(places)))


def answers_text(scene: Scene, name: str) -> str:
    """Say what a seat may choose."""
    return ", ".join(asked_of(scene, scene.seats[scene.names.index(name)]))


def answer_text(scene: Scene, meaning: Meaning) -> str:
    """Return how a ruling names an answer: a card, one of a seat, a swap, a seat, coins, an
    exchange, or nothing.
    """
    if meaning.gives:
        return f"{meaning.gives} for {meaning.card} of {scene.names[meaning.seat]}"
    if meaning.seat >= 0 and meaning.card:
        return f"{meaning.card} of {scene.names[meaning.seat]}"
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


def amounts(pay: Node | None) -> dict[str, int]:
    """Return who is to be paid how much, as an act says."""
    return {key.text: int(getattr(value, "value", 0) or 0) for key, value in entries(pay) if getattr(value, "value", 0)}


def canonical(scene: Scene, answer: str) -> str:
    """Return an answer in one way, in whatever order its tokens are named."""
    tokens, cells = answer.split("-and-"), scene.cells
    return "-and-".join(sorted(tokens, key=lambda token: cells[token])) if cells.keys() >= set(tokens) else answer
