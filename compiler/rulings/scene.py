"""Set up the table of a ruling's scene: a row of the game with what `given` says lying where it
says.

A seat that is not stated has nothing; what lasts of cards, boards and tokens holds as if they had
been played long ago.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from stele.runtime.engine import Engine
from stele.runtime.options import CARD
from stele.runtime.row import AGE, COINS, MARKED, PLAYERS, PURSE, SIDE, STEP, TALLY, TURN, USES, bits, mask_of, pushed

from stele.compiler.analysis.ruling_names import SEAT_KEYS
from stele.compiler.front.fields import flag, number, scalars, text
from stele.compiler.front.rulings import Ruling, entries
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlSequence
from stele.runtime import Ask, Game, Rules
from stele.runtime.ruleset import Supply, Tables, Zone
from stele.runtime.score import items_of

T = TypeVar("T")


class Unplayable(Exception):
    """The table cannot be set up, or a step of the scene cannot be played."""


class Allowed(Exception):
    """A step of the scene is not refused, or not for its reason, though it must be."""


@dataclass(slots=True)
class Scene:
    """A game in progress, with what a ruling calls its seats and components."""

    rules: Rules
    names: list[str]  # of the seats
    seats: list[int]  # their cells
    game: Game
    draws: int  # the boards that are to be drawn, as a mask
    free: dict[str, list[int]]  # copies that lie nowhere yet, by card
    zones: dict[str, Zone]
    cells: dict[str, int]  # of tokens
    supplies: dict[str, Supply]
    built: dict[int, list[int]] = field(default_factory=dict)  # the stages that are built at first, by seat
    extra: dict[int, int] = field(default_factory=dict)  # shields from nowhere
    order: dict[int, int] = field(default_factory=dict)  # of cards that are drawn: as they are listed, by copy
    set_aside: dict[int, int] = field(default_factory=dict)  # tokens that are not there, though nobody has them
    target: str = ""  # up to where time is to pass, while somebody has to decide on the way
    age: int = 0  # in which time began to pass
    is_turn: bool = False  # whether that was in a turn
    refusals: list[str] = field(default_factory=list)  # what was refused, and why
    has_drawn: bool = False  # whether the boards were drawn that are to be
    acts: dict[str, Node] = field(default_factory=dict)  # what the step that is played says, by seat
    answers: list[tuple[Game, Ask, int]] = field(default_factory=list)  # each with the game as it was before

    @property
    def engine(self) -> Engine:
        """Return what plays the game."""
        return self.rules.engine

    @property
    def tables(self) -> Tables:
        """Return the components of the game."""
        return self.rules.tables


def set_up(ruling: Ruling, rules: Rules) -> Scene:
    """Return the table as a ruling says it is."""
    scene = empty_scene(ruling, rules)
    if flag(ruling.given, "setup"):
        begin_game(scene, ruling)
        return scene
    clear_table(scene)
    set_time(scene, ruling)
    fill_table(scene, ruling)
    stated = [seat for _, seat in entries(ruling.given.get("seats"))]
    held = [fill_seat(scene, seat, one) for seat, one in zip(scene.seats, stated, strict=True)]
    lay_places(scene, ruling.given.get("between"))
    for seat, one, items in zip(scene.seats, stated, held, strict=True):
        copy_cards(scene, seat, one, items)
    settle_supplies(scene)
    leave_tokens(scene, ruling)
    for seat in scene.seats:
        scene.engine.payer.refresh(scene.game.row, seat)
        scene.game.row[seat + PURSE] = scene.game.row[seat + COINS]
    return scene


def empty_scene(ruling: Ruling, rules: Rules) -> Scene:
    """Return a new game of as many seats as the ruling has.

    With the boards they have if the rules set it up.
    """
    engine, tables = rules.engine, rules.tables
    seats = entries(ruling.given.get("seats"))
    draws = boards_named(engine, [name.text for name in scalars(ruling.given.get("draws"))])
    if len(seats) - tables.guests not in tables.numbers:
        raise Unplayable(f"this game is not for {len(seats)} seats")
    is_new, blank = flag(ruling.given, "setup"), len(engine.sides) - 1
    sides = [side_of(engine, stated) if is_new and has_board(stated) else blank for _, stated in seats]
    return Scene(
        rules,
        [name.text for name, _ in seats],
        engine.seats[len(seats)],
        Game(rules, engine.new_row(len(seats), 1, sides)),
        draws,
        {c.id: [engine.first[i] + n for n in range(max(1, len(c.players)))] for i, c in enumerate(tables.cards)},
        {zone.id: zone for zone in tables.zones},
        {token.id: token.cell for token in tables.tokens},
        {supply.id: supply for supply in tables.supplies},
    )


def begin_game(scene: Scene, ruling: Ruling) -> None:
    """Let a new game come to its first decision, as its rules say and not the scene."""
    said = [key.text for key, _ in entries(ruling.given) if key.text not in ("setup", "seats")]
    for name, stated in entries(ruling.given.get("seats")):
        said += [f"{key.text} of {name.text}" for key, _ in entries(stated) if key.text not in ("board", "side")]
    if said:
        raise Unplayable(f"with `setup` the rules say how a game begins, so {said[0]} cannot be given")
    scene.game.pending()


def clear_table(scene: Scene) -> None:
    """Take away what a new game has on its table."""
    row, tables = scene.game.row, scene.tables
    for deck in range(len(tables.decks)):
        row[tables.deck_cell + deck] = 0
    for supply in tables.supplies:
        row[supply.cell : supply.cell + tables.ages] = [0] * tables.ages


def set_time(scene: Scene, ruling: Ruling) -> None:
    """Let it be the age, the turn and the step at which the scene begins."""
    row = scene.game.row
    row[AGE] = number(ruling.given, "age") or 1
    if row[AGE] > scene.tables.ages:
        raise Unplayable(f"this game has {scene.tables.ages} ages")
    row[TURN] = (number(ruling.given, "turn") or 1) - 1
    row[STEP] = first_step(scene, text(ruling.given, "phase"))
    turns = turns_around(scene, row[STEP])
    if turns is not None and row[TURN] >= turns:
        raise Unplayable(f"turn {row[TURN] + 1} is not there: an Age has {turns} turns with {row[PLAYERS]} players")


def turns_around(scene: Scene, step: int) -> int | None:
    """Return how many turns an age has, or nothing if a step belongs to other turns."""
    tables = scene.tables
    hand = next(step for step, asked in tables.asks.items() if asked == ("play", tables.hand))
    loops = [loop for loop in tables.loops if loop[0] <= step <= loop[1]]
    is_other = bool(loops) and not any(first <= hand <= last for first, last in loops)
    return None if is_other else tables.turns.get(scene.game.row[PLAYERS])


def first_step(scene: Scene, phase: str) -> int:
    """Return the step at which the scene begins: a play step by its id, or the one that plays the
    hand.
    """
    plays = {scene.tables.plays[play].id: step for step, (kind, play) in scene.tables.asks.items() if kind == "play"}
    if phase and phase not in plays:
        raise Unplayable(f"no step of this game that plays cards is called {phase}")
    return plays[phase or scene.tables.plays[scene.tables.hand].id]


def fill_table(scene: Scene, ruling: Ruling) -> None:
    """Lay out decks, zones and supplies of the table."""
    row, tables = scene.game.row, scene.tables
    decks = {deck.id: number for number, deck in enumerate(tables.decks)}
    for key, cards in entries(ruling.given.get("table")):
        listed = [card.text for card in scalars(cards)]
        if key.text in decks:
            row[tables.deck_cell + decks[key.text]] = mask_of([take_copy(scene, card) for card in listed])
        else:
            zone = of_this_game(scene.zones, key.text, "zone or deck")
            if zone.of_seat:
                raise Unplayable(f"{key.text} is a zone of a seat, not of the table")
            fill_zone(scene, zone, 0, listed)
    for name, left in entries(ruling.given.get("supplies")):
        if name.text in scene.supplies:
            for age, count in by_age(scene, name.text, left).items():
                row[scene.supplies[name.text].cell + age - 1] = count


def leave_tokens(scene: Scene, ruling: Ruling) -> None:
    """Leave as few tokens of a kind as the scene says, though nobody has the others."""
    for name, left in entries(ruling.given.get("supplies")):
        if name.text not in scene.supplies:
            token, there = limited_token(scene, name.text)
            if not isinstance(left, Scalar):
                raise Unplayable(f"{name.text} tokens are not counted by age")
            wanted = int(left.value or 0)
            if wanted > there:
                raise Unplayable(f"{wanted} {name.text} cannot be left: there are {there} that nobody has")
            scene.set_aside[token] = there - wanted


def limited_token(scene: Scene, id: str) -> tuple[int, int]:
    """Return a kind of token by its number, and how many of it are left."""
    token = of_this_game({token.id: number for number, token in enumerate(scene.tables.tokens)}, id, "supply or token")
    supply = scene.tables.tokens[token].supply
    if not supply:
        raise Unplayable(f"there is no end of {id} tokens, so none can run out")
    held = sum(scene.game.row[seat + scene.tables.tokens[token].cell] for seat in scene.seats)
    return token, supply - held - scene.set_aside.get(token, 0)


def fill_seat(scene: Scene, seat: int, stated: Node) -> dict[str, int]:
    """Give a seat what it has, and return what each item adds to its tally."""
    assert isinstance(stated, YamlMapping)
    row, engine = scene.game.row, scene.engine
    row[seat + COINS] = number(stated, "coins")
    held: dict[str, int] = {}  # what each item adds to the tally of the seat
    if has_board(stated):
        row[seat + SIDE] = side_of(engine, stated)
        engine.enter(row, seat, engine.starts[row[seat + SIDE]])
    fill_stages(scene, seat, stated)
    held["board"] = held[text(stated, "board")] = row[seat + TALLY]
    for token, count in entries(stated.get("tokens")):
        row[seat + of_this_game(scene.cells, token.text, "token")] = int(getattr(count, "value", 0) or 0)
    scene.extra[seat] = number(stated, "shields") << scene.tables.shield_lane
    row[seat + TALLY] += scene.extra[seat]
    for key, cards in entries(stated):
        if key.text not in SEAT_KEYS:
            zone = of_this_game(scene.zones, key.text, "zone")
            if not zone.of_seat:
                raise Unplayable(f"{key.text} is a zone of the table: name it in `table`")
            for card in scalars(cards):
                before = row[seat + TALLY]
                fill_zone(scene, zone, seat, [card.text])
                if zone.cell == engine.main:
                    held[card.text] = held.get(card.text, 0) + row[seat + TALLY] - before
    for card in scalars(stated.get("with-coins")):
        row[seat + MARKED] |= mask_in_city(scene, seat, card.text)
    spend_riders(scene, seat)
    check_order(scene, seat, text(stated, "board"))
    return held


def copy_cards(scene: Scene, seat: int, stated: Node, held: dict[str, int]) -> None:
    """Let effects of cards hold for a seat as copies, and spend what it has used."""
    assert isinstance(stated, YamlMapping)
    row, engine = scene.game.row, scene.engine
    for card in scalars(stated.get("copies")):
        before, code = row[seat + TALLY], copy_of(scene, card.text)
        engine.copy_standing(row, seat, code, copying_line(scene, seat, code))
        held[card.text] = held.get(card.text, 0) + row[seat + TALLY] - before
    spend_limits(scene, seat, [item.text for item in scalars(stated.get("used"))], held)


def copying_line(scene: Scene, seat: int, code: int) -> int:
    """Return the line on which points of a copy count: that of what copied it, if the seat has it
    in play.
    """
    lates = [late for _, effects, _ in items_of(scene.engine, scene.game.row, seat) for late in effects.late]
    copying = [late for late in lates if late.kind == "copy"]
    offering = [late for late in copying if code << CARD in late.ask(scene.game.row, seat)]
    for late in offering or copying:
        row = scene.game.row[:]
        late.then(row, seat, code << CARD)
        return scene.engine.copies_of(row, seat)[-1][1]
    return scene.tables.board_line


def spend_riders(scene: Scene, seat: int) -> None:
    """Count tokens that a seat has as taken: whoever has one has used the rider that takes it."""
    row, tables = scene.game.row, scene.tables
    for rider in tables.riders:
        if rider.takes >= 0 and rider.per:
            tokens = tables.supplies[rider.takes].tokens
            taken = tokens if rider.per == "game" else tokens[row[AGE] - 1 : row[AGE]]
            if any(row[seat + tables.tokens[token].cell] for token in taken):
                row[seat + USES] += 1 << rider.lane


def spend_limits(scene: Scene, seat: int, used: list[str], held: dict[str, int]) -> None:
    """Spend the limits of the items that a seat has used."""
    row, engine = scene.game.row, scene.engine
    limited = engine.age_lanes | engine.turn_lanes | engine.game_lanes
    for item in dict.fromkeys(used):
        if item not in held:
            raise Unplayable(f"`{item}` is used, but it is not in play at {scene.names[scene.seats.index(seat)]}")
        if not held[item] & limited:
            raise Unplayable(f"`{item}` is used, but nothing of it has a limit")
        row[seat + USES] += held[item] & limited


def fill_stages(scene: Scene, seat: int, stated: YamlMapping) -> None:
    """Build the stages that a seat has, with the cards under them."""
    row, engine, stages = scene.game.row, scene.engine, stated.get("stages")
    under = [card.text for _, part in entries(stages) for card in scalars(part)]
    named = [int(key.text) for key, _ in entries(stages)]
    named += [int(part.text) for part in scalars(stages)] if isinstance(stages, YamlSequence) else []
    there = engine.stages[row[seat + SIDE]]
    for built in named or range(1, number(stated, "stages") + 1):
        if built > len(there):
            board = text(stated, "board")
            whose = f"{board} has {len(there)} stages" if board else "a seat without a board has no stages"
            raise Unplayable(f"stage {built} is built, but {whose}")
        engine.enter(row, seat, there[built - 1])
        engine.add_stage(row, seat, built - 1)
        scene.built.setdefault(seat, []).append(built - 1)
    for target in {action.to for action in scene.tables.actions if action.pays == "stage"}:
        fill_zone(scene, scene.tables.zones[target], seat, under)


def check_order(scene: Scene, seat: int, board: str) -> None:
    """See to it that stages are built in an order that is possible."""
    built = [stage + 1 for stage in scene.built.get(seat, ())]
    if len(set(built)) != len(built):
        raise Unplayable(f"a stage of {board} is built twice")
    has_choice = scene.game.row[seat + TALLY] & scene.engine.order_lanes
    if built != list(range(1, len(built) + 1)) and not has_choice:
        listed = ", ".join(map(str, built))
        raise Unplayable(f"the stages of {board} are built in their order, so {listed} cannot be built alone")


def fill_zone(scene: Scene, zone: Zone, seat: int, cards: list[str]) -> None:
    """Lay cards into a zone."""
    row = scene.game.row
    for id in cards:
        card = take_copy(scene, id)
        cell = seat + zone.cell if zone.of_seat else zone.cell
        if zone.of_seat and zone.cell == scene.engine.main:
            scene.engine.put_into_city(row, seat, card)
        elif zone.is_sequence:
            row[cell] = pushed(row[cell], card)
        else:
            row[cell] |= 1 << card


def take_copy(scene: Scene, id: str) -> int:
    """Return a copy of a card that lies nowhere yet; what is listed first is drawn first."""
    if not scene.free.get(id):
        raise Unplayable(f"there are not so many copies of {id}" if id in scene.free else f"{id} is not in play")
    card = scene.free[id].pop(0)
    scene.order[card] = len(scene.order)
    return card


def lay_places(scene: Scene, between: Node | None) -> None:
    """Lay boards and cards between neighbours, as if they had lain there for long."""
    row, engine = scene.game.row, scene.engine
    if not entries(between):
        return
    for pair, stated in entries(between):
        assert isinstance(stated, YamlMapping)
        lay_place(scene, pair.text, stated)
    engine.settle_places(row, True, is_silent=True)
    for seat in scene.seats:
        engine.rebuild(row, seat)
        row[seat + TALLY] += scene.extra.get(seat, 0)


def lay_place(scene: Scene, pair: str, stated: YamlMapping) -> None:
    """Lay a board and its cards between two neighbours."""
    row, board, letter = scene.game.row, text(stated, "board"), text(stated, "side", "a")
    places = [
        (kind, index)
        for kind in scene.engine.kinds
        for index, side in enumerate(kind.table.sides)
        if (side.board, side.side) == (board, letter)
    ]
    if not places:
        raise Unplayable(f"no shared place has a board {board} with a side {letter}")
    kind, index = places[0]
    left_end, right_end = owners_of(scene, pair)
    if row[right_end + kind.board]:
        raise Unplayable(f"a board lies between {' and '.join(pair.split('-'))} already")
    row[right_end + kind.board] = index + 1
    for name, cards in entries(stated.get("cards")):
        seat = scene.seats[scene.names.index(name.text)] if name.text in scene.names else -1
        if seat not in (left_end, right_end):
            raise Unplayable(f"{name.text} does not share the place {pair}")
        for card in scalars(cards):
            row[seat + kind.cards[int(seat == right_end)]] |= 1 << take_copy(scene, card.text)


def settle_supplies(scene: Scene) -> None:
    """Let seats have what lasts of what cards without tokens gave.

    What happened once has happened.
    """
    engine, row = scene.engine, scene.game.row
    for supply in scene.tables.supplies:
        for age, token in enumerate(supply.tokens, 1):
            card = engine.card_on(row, supply, age)
            if card < 0 or row[supply.cell + age - 1]:
                continue
            for seat in scene.seats:
                for _ in range(row[seat + scene.tables.tokens[token].cell]):
                    code = engine.moment_codes[engine.card_of[card], supply.moment]
                    engine.copy_standing(row, seat, code, supply.line)


# --- lookups --------------------------------------------------------------------------------------


def side_of(engine: Engine, stated: Node) -> int:
    """Return the side of a board that a seat has."""
    assert isinstance(stated, YamlMapping)
    board, side = text(stated, "board"), text(stated, "side", "a")
    for index, face in enumerate(engine.sides):
        if (face.board, face.side) == (board, side):
            return index
    raise Unplayable(f"{board} has no side {side}")


def boards_named(engine: Engine, names: list[str]) -> int:
    """Return some boards as a mask, as they lie when they are drawn."""
    boards = [engine.sides[faces[0]].board for faces in engine.faces]
    unknown = [name for name in names if name not in boards]
    if unknown:
        raise Unplayable(f"the board {unknown[0]} is not used in this game")
    return sum(1 << boards.index(name) for name in names)


def has_board(stated: Node) -> bool:
    """Tell whether a seat is given a board."""
    return isinstance(stated, YamlMapping) and bool(text(stated, "board"))


def owners_of(scene: Scene, pair: str) -> tuple[int, int]:
    """Return the two owners of a place: who has it on the left, and who has it on the right."""
    one, other = (scene.names.index(name) if name in scene.names else -1 for name in pair.split("-"))
    if one < 0 or other < 0 or (one - other) % len(scene.names) not in (1, len(scene.names) - 1):
        raise Unplayable(f"{pair} are no neighbours")
    is_next = (other - one) % len(scene.names) == 1  # the next seat is the left neighbour
    left_end, right_end = (one, other) if is_next else (other, one)
    return scene.seats[left_end], scene.seats[right_end]


def mask_in_city(scene: Scene, seat: int, id: str) -> int:
    """Return the mask of a card that lies in a city."""
    cards = bits(scene.game.row[seat + scene.engine.main])
    mask = sum(1 << card for card in cards if card_id(scene, card) == id)
    if not mask:
        raise Unplayable(f"{id} is not in the city")
    return mask


def card_id(scene: Scene, copy: int) -> str:
    """Return the id of the card of which this is a copy."""
    return scene.tables.cards[scene.engine.card_of[copy]].id


def copy_of(scene: Scene, card: str) -> int:
    """Return a copy of a card."""
    numbers = {known.id: number for number, known in enumerate(scene.tables.cards)}
    return scene.engine.first[of_this_game(numbers, card, "card")]


def of_this_game(known: Mapping[str, T], id: str, what: str) -> T:
    """Return what an id stands for.

    Other expansions may declare more than the game of a ruling has.
    """
    if id not in known:
        raise Unplayable(f"no {what} of this game is called {id}")
    return known[id]


def by_age(scene: Scene, supply: str, node: Node) -> dict[int, int]:
    """Return numbers of a supply by age; a single one is that of the age of the scene."""
    if isinstance(node, Scalar):
        return {scene.game.row[AGE]: int(node.value or 0)}
    numbers = {int(key.text): int(getattr(value, "value", 0) or 0) for key, value in entries(node)}
    if max(numbers, default=0) > scene.tables.ages:
        raise Unplayable(f"this game has {scene.tables.ages} ages, so {supply} has nothing for age {max(numbers)}")
    return numbers
