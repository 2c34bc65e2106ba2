"""Compare what a ruling expects with the game as it is, and describe the table when they differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from stele.compiler.front.fields import scalars
from stele.compiler.front.rulings import entries
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlSequence
from stele.compiler.rulings.options import (
    actions_now,
    ask_of,
    asked_of,
    canonical,
    cheapest_costs,
    held_by,
    is_asked,
    is_somewhere,
    legal_options,
    options_of,
    paying,
    play_now,
    said_actions,
    stage_names,
)
from stele.compiler.rulings.positions import position_differences
from stele.compiler.rulings.production import sources_of, units_of
from stele.compiler.rulings.reasons import answer_not_of_kind
from stele.compiler.rulings.scene import (
    Scene,
    Unplayable,
    by_age,
    copy_of,
    limited_token,
    of_this_game,
    owners_of,
)
from stele.runtime import Game
from stele.runtime.declared import Scoring
from stele.runtime.effects.strength import strength
from stele.runtime.inspector import cards_at, cards_in, cards_of_deck, is_in, stages_built, ways_for_card
from stele.runtime.leaves import Leaves
from stele.runtime.ruleset import Card, Zone
from stele.runtime.score import COIN_ON_IT, Leaf, Score
from stele.runtime.state.cells import BOARD, COINS, END, FIRST, LEFT, LEVEL, NUMBER, OWING, RIGHT, STAGES, STEP
from stele.runtime.turn.guest import guide


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
    row = scene.game.row[:]
    row[STEP], row[OWING] = END, 0
    found = sorted(scene.names[number] for number in Game(scene.rules, row).winners())
    wanted = sorted(name.text for name in scalars(expected))
    return [] if found == wanted else [f"winner: expected {wanted}, found {found}"]


def difference(scene: Scene, seat: int, key: str, value: Node) -> list[str]:
    """Return what is not as it must be in one respect."""
    match key:
        case "coins":
            return differ(value, scene.game.row[seat + COINS])
        case "stages":
            return stage_difference(scene, seat, value)
        case "with-coins":
            marked = cards_at(scene.core, scene.game.row, seat + scene.core.marked) if scene.core.has_marked else []
            return cards_difference(scene, marked, value)
        case "shields":
            return shield_difference(scene, seat, value)
        case "tokens":
            return token_difference(scene, seat, value)
        case "tracks" | "markers":
            return position_differences(scene, seat or None, key, value)
        case "first":
            return differ(value, scene.names[scene.game.row[FIRST]])
        case "supplies":
            return supply_difference(scene, value)
        case "points":
            return score_difference(scene, seat, value)
        case "produces":
            return production_difference(scene, seat, value)
        case "sources":
            return source_difference(scene, seat, value)
        case "leaves":
            return leaf_difference(scene, seat, value)
        case "guide":
            return differ(value, guide_of(scene, seat))
        case "legal":
            cheapest = cheapest_costs(scene, seat)
            return by_name(value, lambda name, part: differ(part, cheapest.get(name, "illegal")))
        case "illegal":
            return illegal_difference(scene, seat, value)
        case "there" if not is_asked(scene, seat):
            return ["nothing is asked of this seat now, so nothing can be built there or not"]
        case "there":
            return by_name(value, lambda side, part: offer_difference(scene, seat, side, part))
        case "splits":
            return by_name(value, lambda card, part: split_difference(scene, seat, card, part))
        case "asks":
            return answer_difference(scene, seat, value)
        case _ if key in scene.zones and scene.zones[key].of_seat != (seat != 0):
            return [f"{key} is a zone of {'a seat' if scene.zones[key].of_seat else 'the table'}"]
        case _ if key in scene.zones:
            return zone_difference(scene, scene.zones[key], seat, value)
        case _:
            return deck_difference(scene, key, value)


# --- components -----------------------------------------------------------------------------------


def stage_difference(scene: Scene, seat: int, value: Node) -> list[str]:
    """Compare the stages of a seat: how many are built, or which."""
    if isinstance(value, YamlSequence):
        wanted = [part.text for part in scalars(value)]
        found = [str(stage + 1) for stage in stages_built(scene.core, scene.game.row, seat)]
        return [] if wanted == found else [f"expected {wanted}, found {found}"]
    return differ(value, scene.game.row[seat + STAGES])


def token_difference(scene: Scene, seat: int, value: Node) -> list[str]:
    """Compare the tokens of a seat."""
    row, cells = scene.game.row, scene.cells
    return by_name(value, lambda name, part: differ(part, row[seat + of_this_game(cells, name, "token")]))


def supply_difference(scene: Scene, value: Node) -> list[str]:
    """Compare what lies on the cards of the table, and how many tokens of a kind are left."""
    failures = []
    for name, part in entries(value):
        if name.text not in scene.supplies:
            failures += [f"{name.text}: {failure}" for failure in differ(part, limited_token(scene, name.text)[1])]
            continue
        for age, wanted in by_age(scene, name.text, part).items():
            left = scene.game.row[scene.supplies[name.text].cell + age - 1]
            failures += [f"{name.text}, age {age}: expected {wanted}, found {left}"] if wanted != left else []
    return failures


def score_difference(scene: Scene, seat: int, value: Node) -> list[str]:
    """Compare the points of a seat, by line."""
    score = score_of(scene, seat)
    points = {**dict(score.lines), "total": score.total}
    return by_name(value, lambda line, part: differ(part, of_this_game(points, line, "score line")))


def leaf_difference(scene: Scene, seat: int, value: Node) -> list[str]:
    """Compare what single items give, by line."""
    leaves, lines = score_of(scene, seat).leaves, {line.id: line for line in scene.tables.lines}

    def compare(line: str, item: str, wanted: Node) -> list[str]:
        of_this_game(lines, line, "score line")
        is_meant = leaf_namer(scene, seat, item, leaves)
        return differ(wanted, sum(leaf.points for leaf in leaves if leaf.line == line and is_meant(leaf)))

    return by_name(value, lambda line, items: by_name(items, lambda item, part: compare(line, item, part)))


def leaf_namer(scene: Scene, seat: int, item: str, leaves: Sequence[Leaf]) -> Callable[[Leaf], bool]:
    """Return what tells whether a leaf of the score is about an item: a card, also a copied one, a
    token, a line, the board, or a stage.
    """
    tables, side = scene.tables, scene.side_of(seat)
    of_tokens = token_leaves(scene, seat, leaves)
    tokens = [token.id for token in tables.tokens]
    others = {line.id: line.name for line in tables.lines}
    others |= {f"stage-{number}": f"{side.name}, stage {number}" for number in range(1, len(side.stages) + 1)}
    others |= {"board": side.name, side.board: side.name}
    card = next((card for card in tables.cards if card.id == item), None)
    if card is not None:
        return card_leaf_namer(scene, card)
    if item in tokens and item not in others:
        return lambda leaf: leaf is of_tokens.get(item)
    name = of_this_game(others, item, "card, token, score line or stage of this seat")
    of_cards = {scoring.place for one in tables.cards for scoring in scorings_of(one)}
    apart = [id(leaf) for leaf in of_tokens.values()]

    def is_meant(leaf: Leaf) -> bool:
        is_own = leaf.item == name and leaf.place not in of_cards and id(leaf) not in apart
        return is_own or leaf.item.startswith(f"{name}: ")

    return is_meant


def token_leaves(scene: Scene, seat: int, leaves: Sequence[Leaf]) -> dict[str, Leaf]:
    """Return the leaf of each kind of token; those of a line come first on it, in their order, and
    several kinds may be called the same.
    """
    found: dict[str, Leaf] = {}
    for number, line in enumerate(scene.tables.lines):
        kinds = [t.id for t in scene.tables.tokens if t.line == number and t.points and scene.game.row[seat + t.cell]]
        found |= zip(kinds, (leaf for leaf in leaves if leaf.line == line.id), strict=False)
    return found


def card_leaf_namer(scene: Scene, card: Card) -> Callable[[Leaf], bool]:
    """Return what tells whether a leaf is about a card: by its name, and by where what it scores is
    written, since others may be called the same.
    """
    if not is_somewhere(scene, card.id):
        raise Unplayable(f"{card.id} lies nowhere in this scene")
    name, places = card.name, [face.name for place in scene.tables.places for face in place.sides]
    alone = {name, *(f"{name}, {more}" for more in ("copied", "turned up", *places))}
    own = {scoring.place for scoring in scorings_of(card)}
    own |= {one.place for one in scene.tables.kept if one.title == name}
    own |= {one.place for one in scene.tables.whiles if one.title == name}

    def is_meant(leaf: Leaf) -> bool:
        if leaf.place in own or leaf.clause == COIN_ON_IT.text:
            return leaf.item in alone or leaf.item.endswith(f": {name}")
        return bool(card.effects.copies) and leaf.item.startswith(f"{name}: ")

    return is_meant


def scorings_of(card: Card) -> list[Scoring]:
    """Return all that a card scores, whenever it comes into play."""
    return [scoring for effects in (card.effects, *(part for _, part in card.moments)) for scoring in effects.scores]


def production_difference(scene: Scene, seat: int, value: Node) -> list[str]:
    """Compare what a city produces: which goods, or how many units of each."""
    units = units_of(scene, seat)
    if isinstance(value, YamlMapping):
        wanted = {name.text: getattr(count, "value", 0) for name, count in entries(value)}
        return [] if wanted == units else [f"expected {wanted}, found {units}"]
    return same_names(value, units)


def source_difference(scene: Scene, seat: int, value: Node) -> list[str]:
    """Compare the sources of a city, each with what it chooses among."""
    assert isinstance(value, YamlSequence)
    wanted = sorted(sorted(good.text for good in scalars(source)) for source in value.items)
    found = sorted(sorted(goods) for goods in sources_of(scene, seat))
    return [] if wanted == found else [f"expected {wanted}, found {found}"]


def guide_of(scene: Scene, seat: int) -> str:
    """Return who plays for a guest this turn, or nobody."""
    row, is_guest = scene.game.row, scene.tables.guests and seat == scene.seats[-1]
    return scene.names[row[guide(scene.core, row) + NUMBER]] if is_guest else "nobody"


def illegal_difference(scene: Scene, seat: int, value: Node) -> list[str]:
    """Compare what a seat cannot do though it could be asked."""
    if not is_asked(scene, seat):
        return ["nothing is asked of this seat now, so nothing can be legal or not"]
    cheapest = cheapest_costs(scene, seat)
    return [failure for name in scalars(value) for failure in why_not_illegal(scene, seat, name.text, cheapest)]


def why_not_illegal(scene: Scene, seat: int, name: str, cheapest: dict[str, int]) -> list[str]:
    """Say why something is not merely forbidden here: it is legal, or it is not there at all."""
    if name in cheapest:
        return [f"{name} is legal for {cheapest[name]}"]
    play, ask = play_now(scene, seat), ask_of(scene, scene.seats.index(seat))
    if play is None:
        assert ask is not None
        if canonical(scene, name) in asked_of(scene, seat):
            return [f"{name} can be chosen"]
        problem = answer_not_of_kind(scene, ask, name)
        return [f"{name} is not there to be chosen: {problem}"] if problem else []
    actions = actions_now(scene, seat)
    if name in actions & paying(scene, "stage") and not stage_names(scene, seat):
        return ["a seat without a board has no stages"]
    if name in held_by(scene, seat) | actions | stage_names(scene, seat):
        return []
    if any(name == action.id for action in scene.tables.actions):
        return [f"here one may {said_actions(scene, seat)}, so {name} is out of the question"]
    if name.rpartition("-")[0] in actions & paying(scene, "stage"):
        return [f"there is no {name}"]
    return [f"{name} is not in {scene.tables.zones[play.zone].id}"]


def answer_difference(scene: Scene, seat: int, value: Node) -> list[str]:
    """Compare what a decision offers a seat; nothing is asked of one only if it has no card to play
    either.
    """
    found = asked_of(scene, seat)
    if not scalars(value) and not found and options_of(scene, seat):
        return [f"expected [], but one may {said_actions(scene, seat)}"]
    wanted, there = sorted(canonical(scene, name.text) for name in scalars(value)), sorted(found)
    return [] if wanted == there else [f"expected {wanted}, found {there}"]


def shield_difference(scene: Scene, seat: int, value: Node) -> list[str]:
    """Compare the strength of a seat, against everyone or against each side."""
    core, row, lane = scene.core, scene.game.row, scene.tables.shield_lane
    found = {
        side: strength(core, row, seat, lane, number, row[seat + beside])
        for number, (side, beside) in enumerate((("left", LEFT), ("right", RIGHT)), 1)
    }
    if isinstance(value, YamlMapping):
        return by_name(value, lambda side, part: differ(part, found[side]))
    return [failure for shields in dict.fromkeys(found.values()) for failure in differ(value, shields)]


def place_difference(scene: Scene, pair: str, expected: Node) -> list[str]:
    """Compare a place that two neighbours share."""
    failures = []
    core, row, owners = scene.core, scene.game.row, owners_of(scene, pair)
    kinds = range(core.place_count)
    if not any(row[owners[1] + core.place_cell[kind] + BOARD] for kind in kinds):
        raise Unplayable(f"no board lies between {' and '.join(pair.split('-'))}")
    for key, value in entries(expected):
        names = [name.text for name, _ in entries(value)] if key.text == "leads" else [key.text]
        for name in names:
            seat = scene.seats[scene.names.index(name)]
            if seat not in owners:
                raise Unplayable(f"{name} does not share the place {pair}")
            side = int(seat == owners[1])
            levels = sum(row[seat + core.place_cell[kind] + LEVEL + side] for kind in kinds)
            if key.text == "leads":
                assert isinstance(value, YamlMapping)
                found = differ(value.get(name) or value, levels)
            else:
                zones = [seat + core.place_zone[2 * kind + side] for kind in kinds]
                found = cards_difference(scene, [card for zone in zones for card in cards_at(core, row, zone)], value)
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
    """Compare all ways to pay for a card, as if the seat could play it now; one that it could not
    build even then has none.
    """
    assert isinstance(value, YamlSequence)
    row, code = scene.game.row, copy_of(scene, card)
    if is_in(scene.core, row, seat + scene.core.blocked, code):
        return ["it or its twin is already in the city, so nothing is paid for it"]
    wanted = sorted(tuple(int(part.text) for part in scalars(split)) for split in value.items)
    played = scene.tables.asks.get(row[STEP], ("play", 0))[1]
    ways = ways_for_card(scene.rules, row, seat, code, played)
    found = sorted({(way.left, way.right, way.bank) for way in ways})
    return [] if wanted == found else [f"expected {wanted}, found {found}"]


def zone_difference(scene: Scene, zone: Zone, seat: int, value: Node) -> list[str]:
    """Compare the cards of a zone."""
    return cards_difference(scene, cards_in(scene.rules, scene.game.row, zone, seat), value)


def deck_difference(scene: Scene, key: str, value: Node) -> list[str]:
    """Compare the cards that are left in a deck."""
    decks = {deck.id: number for number, deck in enumerate(scene.tables.decks)}
    deck = of_this_game(decks, key, "zone or deck")
    return cards_difference(scene, cards_of_deck(scene.rules, scene.game.row, deck), value)


def cards_difference(scene: Scene, cards: list[int], value: Node) -> list[str]:
    """Compare cards with those that are expected."""
    found = sorted(map(scene.card_id, cards))
    if isinstance(value, Scalar):
        return differ(value, len(found))
    if isinstance(value, YamlSequence):
        wanted = sorted(name.text for name in scalars(value))
        return [] if wanted == found else [f"expected {wanted}, found {found}"]
    assert isinstance(value, YamlMapping)
    has = [name.text for name in scalars(value.get("has"))]
    failures = [f"{name} is missing" for name in dict.fromkeys(has) if has.count(name) > found.count(name)]
    failures += [f"{name.text} is there" for name in scalars(value.get("lacks")) if name.text in found]
    count = value.get("count")
    return failures if count is None else [*failures, *(f"cards: {failure}" for failure in differ(count, len(found)))]


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
    return Leaves(scene.rules, scene.game.row, seat).score()


def describe_table(scene: Scene) -> list[str]:
    """Return what helps to understand a failure: what was legal, and where points come from."""
    lines = []
    for name, seat in zip(scene.names, scene.seats, strict=True):
        coins, legal = scene.game.row[seat + COINS], ", ".join(legal_options(scene, seat))
        leaves = "; ".join(f"{leaf.points} {leaf.item}: {leaf.clause}" for leaf in score_of(scene, seat).leaves)
        has = "1 coin" if coins == 1 else f"{coins} coins"
        lines.append(f"{name}: {has}; legal: {legal or 'nothing'}; points: {leaves or 'none'}")
    return lines
