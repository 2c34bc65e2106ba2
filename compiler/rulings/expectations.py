"""Compare what a ruling expects with the game as it is, and describe the table when they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stele.compiler.front.fields import scalars
from stele.compiler.front.rulings import entries
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlSequence
from stele.compiler.rulings.options import asked_of, cheapest_costs, held_by, legal_options, options_of, stage_names
from stele.compiler.rulings.scene import Scene, by_age, card_id, copy_of, of_this_game, owners_of
from stele.runtime import Ask, Game
from stele.runtime.decide import action_paying
from stele.runtime.pay import parts_of
from stele.runtime.row import AGE, COINS, LANE_MASK, LEFT, MARKED, OWING, RIGHT, STAGES, STEP, TALLY, bits, unpacked
from stele.runtime.ruleset import END, Zone
from stele.runtime.score import Score, score_seat


def differences(scene: Scene, who: str, expected: Node) -> list[str]:
    """Return what is not as it must be."""
    if who == "winner":
        return winner_difference(scene, expected)
    if who == "between":
        return [failure for pair, place in entries(expected) for failure in place_difference(scene, pair.text, place)]
    seat = scene.seats[scene.names.index(who)] if who != "table" else 0
    return [
        f"{who}.{key.text}: {failure}"
        for key, value in entries(expected)
        for failure in difference(scene, seat, key.text, value)
    ]


def winner_difference(scene: Scene, expected: Node) -> list[str]:
    """Compare the winners as if the game ended now, without letting time pass."""
    row = [END if cell == STEP else 0 if cell == OWING else value for cell, value in enumerate(scene.game.row)]
    found = [scene.names[number] for number in Game(scene.rules, row).winners()]
    wanted = [name.text for name in scalars(expected)]
    return [] if found == wanted else [f"winner: expected {wanted}, found {found}"]


def difference(scene: Scene, seat: int, key: str, value: Node) -> list[str]:
    """Return what is not as it must be in one respect."""
    match key:
        case "coins":
            return differ(value, scene.game.row[seat + COINS])
        case "stages":
            return stage_difference(scene, seat, value)
        case "with-coins":
            return cards_difference(scene, list(bits(scene.game.row[seat + MARKED])), value)
        case "shields":
            return shield_difference(scene, seat, value)
        case "tokens":
            return token_difference(scene, seat, value)
        case "supplies":
            return supply_difference(scene, value)
        case "points":
            return score_difference(scene, seat, value)
        case "produces":
            return same_names(value, produced_by(scene, seat))
        case "legal":
            cheapest = cheapest_costs(scene, seat)
            return by_name(value, lambda name, part: differ(part, cheapest.get(name, "illegal")))
        case "illegal":
            return illegal_difference(scene, seat, value)
        case "there":
            return by_name(value, lambda side, part: offer_difference(scene, seat, side, part))
        case "splits":
            return by_name(value, lambda card, part: split_difference(scene, seat, card, part))
        case "asks":
            return same_names(value, asked_of(scene, seat))
        case _ if key in scene.zones:
            return zone_difference(scene, scene.zones[key], seat, value)
        case _:
            return deck_difference(scene, key, value)


# --- components -----------------------------------------------------------------------------------


def stage_difference(scene: Scene, seat: int, value: Node) -> list[str]:
    """Compare the stages of a seat: how many are built, or which."""
    if isinstance(value, YamlSequence):
        wanted = [part.text for part in scalars(value)]
        found = [str(stage + 1) for stage in scene.engine.built(scene.game.row, seat)]
        return [] if wanted == found else [f"expected {wanted}, found {found}"]
    return differ(value, scene.game.row[seat + STAGES])


def token_difference(scene: Scene, seat: int, value: Node) -> list[str]:
    """Compare the tokens of a seat."""
    row, cells = scene.game.row, scene.cells
    return by_name(value, lambda name, part: differ(part, row[seat + of_this_game(cells, name, "token")]))


def supply_difference(scene: Scene, value: Node) -> list[str]:
    """Compare what lies on the cards of the table."""
    row = scene.game.row
    return [
        f"{name.text}, age {age}: expected {wanted}, found {left}"
        for name, part in entries(value)
        for age, wanted in by_age(part, row[AGE]).items()
        if wanted != (left := row[of_this_game(scene.supplies, name.text, "supply").cell + age - 1])
    ]


def score_difference(scene: Scene, seat: int, value: Node) -> list[str]:
    """Compare the points of a seat, by line."""
    score = score_of(scene, seat)
    points = {**dict(score.lines), "total": score.total}
    return by_name(value, lambda line, part: differ(part, of_this_game(points, line, "score line")))


def illegal_difference(scene: Scene, seat: int, value: Node) -> list[str]:
    """Compare what a seat cannot do though it could be asked."""
    cheapest = cheapest_costs(scene, seat)
    known = held_by(scene, seat) | {action.id for action in scene.tables.actions} | stage_names(scene, seat)
    failures = [f"{n.text} is legal for {cheapest[n.text]}" for n in scalars(value) if n.text in cheapest]
    return failures + [f"{n.text} is not in hand" for n in scalars(value) if n.text not in known]


def shield_difference(scene: Scene, seat: int, value: Node) -> list[str]:
    """Compare the strength of a seat, against everyone or against each side."""
    row = scene.game.row
    strength = {
        side: scene.engine.strength(row, seat, side, row[seat + beside])
        for side, beside in (("left", LEFT), ("right", RIGHT))
    }
    if isinstance(value, YamlMapping):
        return by_name(value, lambda side, part: differ(part, strength[side]))
    return [failure for shields in dict.fromkeys(strength.values()) for failure in differ(value, shields)]


def place_difference(scene: Scene, pair: str, expected: Node) -> list[str]:
    """Compare a place that two neighbours share."""
    failures = []
    owners = owners_of(scene, pair)
    for key, value in entries(expected):
        names = [name.text for name, _ in entries(value)] if key.text == "leads" else [key.text]
        for name in names:
            seat = scene.seats[scene.names.index(name)]
            side = int(seat == owners[1])
            levels = sum(scene.game.row[seat + kind.level + side] for kind in scene.engine.kinds)
            if key.text == "leads":
                assert isinstance(value, YamlMapping)
                found = differ(value.get(name) or value, levels)
            else:
                cells = [scene.game.row[seat + kind.cards[side]] for kind in scene.engine.kinds]
                found = cards_difference(scene, [card for cell in cells for card in bits(cell)], value)
            failures += [f"{pair}.{key.text}.{name}: {failure}" for failure in found]
    return failures


def offer_difference(scene: Scene, seat: int, side: str, value: Node) -> list[str]:
    """Compare what can be built at the shared place on one side, and for how much."""
    found: dict[str, int] = {}
    for meaning in options_of(scene, seat):
        if meaning.at.endswith(f"-{side}"):
            found[meaning.card] = min(found.get(meaning.card, 999), meaning.total)
    wanted = {name.text: int(getattr(cost, "value", 0) or 0) for name, cost in entries(value)}
    return [] if wanted == found else [f"expected {wanted}, found {found}"]


def split_difference(scene: Scene, seat: int, card: str, value: Node) -> list[str]:
    """Compare all ways to pay for a card."""
    assert isinstance(value, YamlSequence)
    wanted = sorted(tuple(int(part.text) for part in scalars(split)) for split in value.items)
    played = scene.tables.asks.get(scene.game.row[STEP], ("play", 0))[1]
    action = action_paying(scene.engine, Ask("play", 0, played, [], 0), "card")
    ways = scene.engine.terms.card_ways(scene.game.row, seat, copy_of(scene, card), action)
    found = sorted({(left, right, bank) for bank, left, right in map(parts_of, ways)})
    return [] if wanted == found else [f"expected {wanted}, found {found}"]


def zone_difference(scene: Scene, zone: Zone, seat: int, value: Node) -> list[str]:
    """Compare the cards of a zone."""
    cell = scene.game.row[seat + zone.cell if zone.of_seat else zone.cell]
    return cards_difference(scene, unpacked(cell) if zone.is_sequence else list(bits(cell)), value)


def deck_difference(scene: Scene, key: str, value: Node) -> list[str]:
    """Compare the cards that are left in a deck."""
    decks = {deck.id: number for number, deck in enumerate(scene.tables.decks)}
    deck = of_this_game(decks, key, "zone or deck")
    return cards_difference(scene, list(bits(scene.game.row[scene.tables.deck_cell + deck])), value)


def cards_difference(scene: Scene, cards: list[int], value: Node) -> list[str]:
    """Compare cards with those that are expected."""
    found = sorted(card_id(scene, card) for card in cards)
    if isinstance(value, Scalar):
        return differ(value, len(found))
    if isinstance(value, YamlSequence):
        wanted = sorted(name.text for name in scalars(value))
        return [] if wanted == found else [f"expected {wanted}, found {found}"]
    assert isinstance(value, YamlMapping)
    failures = [f"{name.text} is missing" for name in scalars(value.get("has")) if name.text not in found]
    return failures + [f"{name.text} is there" for name in scalars(value.get("lacks")) if name.text in found]


# --- values ---------------------------------------------------------------------------------------


def by_name(value: Node, compare: Callable[[str, Node], list[str]]) -> list[str]:
    """Compare every entry of a mapping, each difference with its name."""
    return [f"{name.text}: {failure}" for name, part in entries(value) for failure in compare(name.text, part)]


def same_names(value: Node, found: Iterable[str]) -> list[str]:
    """Compare names in any order."""
    wanted, there = sorted(name.text for name in scalars(value)), sorted(found)
    return [] if wanted == there else [f"expected {wanted}, found {there}"]


def differ(value: Node, found: object) -> list[str]:
    """Compare one value."""
    wanted = value.value if isinstance(value, Scalar) else None
    return [] if wanted == found else [f"expected {wanted}, found {found}"]


def score_of(scene: Scene, seat: int) -> Score:
    """Return the points of a seat as they stand."""
    return score_seat(scene.engine, scene.game.row, seat)


def produced_by(scene: Scene, seat: int) -> set[str]:
    """Return the resources a city could use this turn."""
    found = set()
    for index, part in enumerate(scene.engine.parts):
        lanes = scene.game.row[seat + scene.tables.own_cell + index]
        found |= {scene.tables.resources[good] for i, good in enumerate(part.goods) if part.lane(lanes, 1 << i)}
    for that in scene.tables.made_that:
        if scene.game.row[seat + TALLY] >> that.lane & LANE_MASK:
            goods = scene.engine.terms.goods_that(scene.game.row, seat, that.colours, that.board, that.is_negated)
            found |= {scene.tables.resources[good] for good in goods}
    return found


def describe_table(scene: Scene) -> list[str]:
    """Return what helps to understand a failure: what was legal, and where points come from."""
    lines = []
    for name, seat in zip(scene.names, scene.seats, strict=True):
        coins, legal = scene.game.row[seat + COINS], ", ".join(legal_options(scene, seat))
        leaves = "; ".join(f"{leaf.points} {leaf.item}: {leaf.clause}" for leaf in score_of(scene, seat).leaves)
        has = "1 coin" if coins == 1 else f"{coins} coins"
        lines.append(f"{name}: {has}; legal: {legal or 'nothing'}; points: {leaves or 'none'}")
    return lines
