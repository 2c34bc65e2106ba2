"""Set up the table of a ruling's scene: a row of the game with what `given` says lying where it
says.

A seat that is not stated has nothing; what lasts of cards, boards and tokens holds as if they had
been played long ago.
"""

from __future__ import annotations

from stele.compiler.analysis.ruling_names import POSITIONS, SEAT_KEYS
from stele.compiler.front.fields import flag, number, scalars, text
from stele.compiler.front.rulings import Ruling, entries
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlSequence
from stele.compiler.rulings.dice import load_dice
from stele.compiler.rulings.positions import set_positions
from stele.compiler.rulings.scene import (
    Scene,
    Unplayable,
    by_age,
    copy_of,
    limited_token,
    of_this_game,
    owners_of,
)
from stele.runtime import Game, Rules
from stele.runtime.declared import Late, Permit, Rebate, Trigger, Ware, Window
from stele.runtime.derive.scenes import for_a_scene, lay_anywhere
from stele.runtime.effects.entering import add_stage, enter, hold, rebuild, relink
from stele.runtime.effects.events import end_batch
from stele.runtime.inspector import cards_at, codes_by_card, copies_of, has_choice_of_stages
from stele.runtime.leaves import Leaves
from stele.runtime.payment.production import refresh
from stele.runtime.ruleset import Tables, Zone
from stele.runtime.state.cells import (
    AGE,
    BOARD,
    CARD,
    CARD_MASK,
    COINS,
    FIRST,
    LANE_MASK,
    PLACE_MASK,
    PLAYERS,
    PURSE,
    SIDE,
    STEP,
    TURN,
    WORD,
    cells,
    use,
    zeros,
)
from stele.runtime.state.laid import note_laid
from stele.runtime.table.places import make_room
from stele.runtime.table.sharing import settle_levels
from stele.runtime.table.supplies import card_on
from stele.runtime.turn.games import seated_row

Counts = list[int]  # what a seat counts, by word


def set_up(ruling: Ruling, rules: Rules) -> Scene:
    """Return the table as a ruling says it is."""
    scene = empty_scene(ruling, rules)
    if flag(ruling.given, "setup"):
        begin_game(scene, ruling)
        return scene
    clear_table(scene)
    lay_anywhere(scene.core)
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
        for piece in range(scene.core.pieces):
            refresh(scene.core, scene.game.row, seat, piece)
        scene.game.row[seat + PURSE] = scene.game.row[seat + COINS]
    scene.core.cards_on_top = cells(scene.order)
    end_batch(scene.core, scene.game.row)  # what lies there has been in play for long
    load_dice(scene, ruling)
    return scene


def empty_scene(ruling: Ruling, rules: Rules) -> Scene:
    """Return a new game of as many seats as the ruling has.

    With the boards they have if the rules set it up.
    """
    tables = rules.tables
    seats = entries(ruling.given.get("seats"))
    draws = boards_named(tables, [name.text for name in scalars(ruling.given.get("draws"))])
    if len(seats) - tables.guests not in tables.numbers:
        raise Unplayable(f"this game is not for {len(seats)} seats")
    is_new, blank = flag(ruling.given, "setup"), len(tables.sides)
    sides = [side_named(tables, stated) if is_new and has_board(stated) else blank for _, stated in seats]
    own = for_a_scene(rules, len(seats))
    own.core.boards_on_top = cells(draws)
    return Scene(
        own,
        [name.text for name, _ in seats],
        list(own.seats[len(seats)]),
        Game(own, seated_row(own.core, own.start, cells(sides), 1)),
        draws,
        codes_by_card(own),
        {zone.id: zone for zone in tables.zones},
        {token.id: token.cell for token in tables.tokens},
        {supply.id: supply for supply in tables.supplies},
    )


def begin_game(scene: Scene, ruling: Ruling) -> None:
    """Let a new game come to its first decision, as its rules say and not the scene."""
    said = [key.text for key, _ in entries(ruling.given) if key.text not in ("setup", "seats")]
    for name, stated in entries(ruling.given.get("seats")):
        said += [f"{key.text} of {name.text}" for key, _ in entries(stated) if key.text not in ("board", "side")]
    seats = [seat for _, seat in entries(ruling.given.get("seats")) if isinstance(seat, YamlMapping)]
    boards = [text(seat, "board") for seat in seats if has_board(seat)]
    twice = [board for place, board in enumerate(boards) if board in boards[:place]]
    if twice:
        raise Unplayable(f"the board {twice[0]} is there once, so no game begins with two of it")
    if said:
        raise Unplayable(f"with `setup` the rules say how a game begins, so {said[0]} cannot be given")
    scene.game.pending()


def clear_table(scene: Scene) -> None:
    """Take away what a new game has on its table."""
    row, core = scene.game.row, scene.core
    for cell in range(core.decks, core.decks + core.deck_count * core.words):
        row[cell] = 0
    for supply in scene.tables.supplies:
        for age in range(scene.tables.ages):
            row[supply.cell + age] = 0


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


# --- the table ------------------------------------------------------------------------------------


def fill_table(scene: Scene, ruling: Ruling) -> None:
    """Lay out decks, zones and supplies of the table."""
    decks = {deck.id: number for number, deck in enumerate(scene.tables.decks)}
    for key, cards in entries(ruling.given.get("table")):
        listed = [card.text for card in scalars(cards)]
        if key.text in decks:
            for card in listed:
                lay(scene, scene.core.decks + decks[key.text] * scene.core.words, take_copy(scene, card))
        else:
            zone = of_this_game(scene.zones, key.text, "zone or deck")
            if zone.of_seat:
                raise Unplayable(f"{key.text} is a zone of a seat, not of the table")
            fill_zone(scene, zone, 0, listed)
    for kind in POSITIONS:
        set_positions(scene, None, kind, ruling.given.get(kind))
    if first := text(ruling.given, "first"):
        scene.game.row[FIRST] = scene.names.index(of_this_game({name: name for name in scene.names}, first, "seat"))
    for name, left in entries(ruling.given.get("supplies")):
        if name.text in scene.supplies:
            for age, count in by_age(scene, name.text, left).items():
                scene.game.row[scene.supplies[name.text].cell + age - 1] = count


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
            scene.core.token_supply[token] -= there - wanted


def fill_zone(scene: Scene, zone: Zone, seat: int, cards: list[str]) -> None:
    """Lay cards into a zone."""
    row, core = scene.game.row, scene.core
    first = seat + zone.cell if zone.of_seat else zone.cell
    for id in cards:
        card = take_copy(scene, id)
        if not zone.is_sequence:
            lay(scene, first, card)
            if core.laid:
                note_laid(core, row, card)
            if zone.of_seat and zone.cell == core.main:
                let_enter(scene, seat, core.entry[card])
                end_batch(core, row)  # what is listed first entered first
            continue
        free = [slot for slot in range(core.slots) if not row[first + slot]]
        if not free:
            raise Unplayable(f"there is no room for {id} in {zone.id}")
        row[first + free[0]] = card + 1


def lay(scene: Scene, first: int, card: int) -> None:
    """Lay a card into some cells, given by the first of them."""
    scene.game.row[first + (card >> WORD)] |= scene.core.bits[card & PLACE_MASK]


def let_enter(scene: Scene, seat: int, entry: int) -> None:
    """Let what stands by something hold for a seat."""
    enter(scene.core, scene.game.row, seat, entry)
    relink(scene.core, scene.game.row)


def take_copy(scene: Scene, id: str) -> int:
    """Return a copy of a card that lies nowhere yet; what is listed first is drawn first."""
    if not scene.free.get(id):
        raise Unplayable(f"there are not so many copies of {id}" if id in scene.free else f"{id} is not in play")
    card = scene.free[id].pop(0)
    scene.order.append(card)
    return card


def lay_places(scene: Scene, between: Node | None) -> None:
    """Lay boards and cards between neighbours, as if they had lain there for long."""
    if not entries(between):
        return
    for pair, stated in entries(between):
        assert isinstance(stated, YamlMapping)
        lay_place(scene, pair.text, stated)
    settle_levels(scene.core, scene.game.row)
    for seat in scene.seats:
        rebuild(scene.core, scene.game.row, seat)


def lay_place(scene: Scene, pair: str, stated: YamlMapping) -> None:
    """Lay a board and its cards between two neighbours."""
    row, core, board, letter = scene.game.row, scene.core, text(stated, "board"), text(stated, "side", "a")
    places = [
        (kind, index)
        for kind, place in enumerate(scene.tables.places)
        for index, side in enumerate(place.sides)
        if (side.board, side.side) == (board, letter)
    ]
    if not places:
        raise Unplayable(f"no shared place has a board {board} with a side {letter}")
    kind, index = places[0]
    left_end, right_end = owners_of(scene, pair)
    if row[right_end + core.place_cell[kind] + BOARD]:
        raise Unplayable(f"a board lies between {' and '.join(pair.split('-'))} already")
    row[right_end + core.place_cell[kind] + BOARD] = index + 1
    for name, cards in entries(stated.get("cards")):
        seat = scene.seats[scene.names.index(name.text)] if name.text in scene.names else -1
        if seat not in (left_end, right_end):
            raise Unplayable(f"{name.text} does not share the place {pair}")
        for card in scalars(cards):
            lay(scene, seat + core.place_zone[2 * kind + (seat == right_end)], take_copy(scene, card.text))
    make_room(core, row, kind, right_end)


def settle_supplies(scene: Scene) -> None:
    """Let seats have what lasts of what cards without tokens gave.

    What happened once has happened.
    """
    core, row = scene.core, scene.game.row
    for place, supply in enumerate(scene.tables.supplies):
        for age, token in enumerate(supply.tokens, 1):
            card = card_on(core, row, place, age)
            if card < 0 or row[supply.cell + age - 1]:
                continue
            code = core.supply_code[place * core.kinds + core.kind[card]]
            for seat in scene.seats:
                for _ in range(row[seat + scene.tables.tokens[token].cell] if code >= 0 else 0):
                    hold(core, row, seat, code, supply.line)


# --- a seat ---------------------------------------------------------------------------------------


def fill_seat(scene: Scene, seat: int, stated: Node) -> dict[str, Counts]:
    """Give a seat what it has, and return what each item adds to its counts."""
    assert isinstance(stated, YamlMapping)
    row, core = scene.game.row, scene.core
    row[seat + COINS] = number(stated, "coins")
    held: dict[str, Counts] = {}
    if has_board(stated):
        row[seat + SIDE] = side_named(scene.tables, stated)
        let_enter(scene, seat, core.side_start[row[seat + SIDE]])
    fill_stages(scene, seat, stated)
    held["board"] = held[text(stated, "board")] = counts_of(scene, seat)
    for token, count in entries(stated.get("tokens")):
        row[seat + of_this_game(scene.cells, token.text, "token")] = int(getattr(count, "value", 0) or 0)
    for kind in POSITIONS:
        set_positions(scene, seat, kind, stated.get(kind))
    give_shields(scene, seat, number(stated, "shields"))
    for key, cards in entries(stated):
        if key.text not in SEAT_KEYS:
            zone = of_this_game(scene.zones, key.text, "zone")
            if not zone.of_seat:
                raise Unplayable(f"{key.text} is a zone of the table: name it in `table`")
            for card in scalars(cards):
                before = counts_of(scene, seat)
                fill_zone(scene, zone, seat, [card.text])
                if zone.cell == core.main:
                    add_counts(held, card.text, before, counts_of(scene, seat))
    for card in scalars(stated.get("with-coins")):
        put_coins_on(scene, seat, card.text)
    spend_riders(scene, seat)
    check_order(scene, seat, text(stated, "board"))
    return held


def fill_stages(scene: Scene, seat: int, stated: YamlMapping) -> None:
    """Build the stages that a seat has, with the cards under them."""
    row, core, stages = scene.game.row, scene.core, stated.get("stages")
    under = [card.text for _, part in entries(stages) for card in scalars(part)]
    named = [int(key.text) for key, _ in entries(stages)]
    named += [int(part.text) for part in scalars(stages)] if isinstance(stages, YamlSequence) else []
    there = len(scene.side_of(seat).stages)
    for built in named or range(1, number(stated, "stages") + 1):
        if built > there:
            board = text(stated, "board")
            whose = f"{board} has {there} stages" if board else "a seat without a board has no stages"
            raise Unplayable(f"stage {built} is built, but {whose}")
        let_enter(scene, seat, core.stage_entry[core.stage_from[row[seat + SIDE]] + built - 1])
        add_stage(core, row, seat, built - 1)
        scene.built.setdefault(seat, []).append(built - 1)
    for target in {action.to for action in scene.tables.actions if action.pays == "stage"}:
        fill_zone(scene, scene.tables.zones[target], seat, under)


def check_order(scene: Scene, seat: int, board: str) -> None:
    """See to it that stages are built in an order that is possible."""
    built = [stage + 1 for stage in scene.built.get(seat, ())]
    if len(set(built)) != len(built):
        raise Unplayable(f"a stage of {board} is built twice")
    has_choice = has_choice_of_stages(scene.core, scene.game.row, seat)
    if built != list(range(1, len(built) + 1)) and not has_choice:
        listed = ", ".join(map(str, built))
        raise Unplayable(f"the stages of {board} are built in their order, so {listed} cannot be built alone")


def give_shields(scene: Scene, seat: int, shields: int) -> None:
    """Give a seat shields from nowhere."""
    core, lane = scene.core, scene.tables.shield_lane
    core.extra_cell = core.tally + (lane >> WORD)
    core.extra[scene.seats.index(seat)] = shields << (lane & PLACE_MASK)
    scene.game.row[seat + core.extra_cell] += shields << (lane & PLACE_MASK)


def put_coins_on(scene: Scene, seat: int, id: str) -> None:
    """Put coins on a card that lies in a city."""
    core = scene.core
    meant = [card for card in cards_at(core, scene.game.row, seat + core.main) if scene.card_id(card) == id]
    if not meant:
        raise Unplayable(f"{id} is not in the city")
    if not core.has_marked:
        raise Unplayable("in this game no coins lie on cards")
    for card in meant:
        lay(scene, seat + core.marked, card)
        if core.heaps:
            scene.game.row[core.heaps + card] = 1


# --- what is copied, and what is used up ----------------------------------------------------------


def counts_of(scene: Scene, seat: int) -> Counts:
    """Return what a seat counts."""
    core = scene.core
    return [scene.game.row[seat + core.tally + word] for word in range(core.tally_words)]


def add_counts(held: dict[str, Counts], item: str, before: Counts, after: Counts) -> None:
    """Note what an item, or one more of it, has added to the counts of a seat."""
    known = held.get(item, [0] * len(after))
    held[item] = [one + new - old for one, new, old in zip(known, after, before, strict=True)]


def copy_cards(scene: Scene, seat: int, stated: Node, held: dict[str, Counts]) -> None:
    """Let effects of cards hold for a seat as copies, and spend what it has used."""
    assert isinstance(stated, YamlMapping)
    for card in scalars(stated.get("copies")):
        before, code = counts_of(scene, seat), copy_of(scene, card.text)
        if not scene.core.copy_slots:
            raise Unplayable("in this game nothing copies cards")
        hold(scene.core, scene.game.row, seat, code, copying_line(scene, seat, code))
        add_counts(held, card.text, before, counts_of(scene, seat))
    spend_limits(scene, seat, [item.text for item in scalars(stated.get("used"))], held)


def copying_line(scene: Scene, seat: int, code: int) -> int:
    """Return the line on which points of a copy count: that of what copied it, if the seat has it
    in play.
    """
    core, row = scene.core, scene.game.row[:]
    lates = [late for _, effects, _ in Leaves(scene.rules, row, seat).items() for late in effects.late]
    copying = [late for late in lates if late.kind == "copy"]
    for late in [late for late in copying if offers(scene, seat, late, code)] or copying:
        late.then(core, row, seat, code << CARD, 0)
        return copies_of(core, row, seat)[-1][1]
    return scene.tables.board_line


def offers(scene: Scene, seat: int, late: Late, code: int) -> bool:
    """Tell whether an effect lets a seat choose a card, whichever copy of it."""
    core, out = scene.core, zeros(scene.core.kinds + len(scene.seats))
    found = [out[i] >> CARD & CARD_MASK for i in range(late.ask(core, scene.game.row, out, seat))]
    return any(one < len(core.kind) and core.kind[one] == core.kind[code] for one in found)


def spend_riders(scene: Scene, seat: int) -> None:
    """Count tokens that a seat has as taken: whoever has one has used the rider that takes it."""
    row, tables = scene.game.row, scene.tables
    for rider in tables.riders:
        if rider.takes >= 0 and rider.per:
            tokens = tables.supplies[rider.takes].tokens
            taken = tokens if rider.per == "game" else tokens[row[AGE] - 1 : row[AGE]]
            if any(row[seat + tables.tokens[token].cell] for token in taken):
                use(scene.core, row, seat, rider.lane, 1)


def spend_limits(scene: Scene, seat: int, used: list[str], held: dict[str, Counts]) -> None:
    """Spend the limits of the items that a seat has used."""
    tables = scene.tables
    rights: list[Permit | Window | Trigger | Ware | Rebate] = [*tables.permits, *tables.windows, *tables.triggers]
    rights += [*tables.wares, *tables.rebates]
    limited = {right.lane for right in rights if right.per}
    for item in dict.fromkeys(used):
        if item not in held:
            raise Unplayable(f"`{item}` is used, but it is not in play at {scene.names[scene.seats.index(seat)]}")
        counts = {lane: held[item][lane >> WORD] >> (lane & PLACE_MASK) & LANE_MASK for lane in limited}
        if not any(counts.values()):
            raise Unplayable(f"`{item}` is used, but nothing of it has a limit")
        for lane, times in counts.items():
            if times:
                use(scene.core, scene.game.row, seat, lane, times)


# --- names ----------------------------------------------------------------------------------------


def side_named(tables: Tables, stated: Node) -> int:
    """Return the side of a board that a seat is given."""
    assert isinstance(stated, YamlMapping)
    board, side = text(stated, "board"), text(stated, "side", "a")
    for index, face in enumerate(tables.sides):
        if (face.board, face.side) == (board, side):
            return index
    raise Unplayable(f"{board} has no side {side}")


def boards_named(tables: Tables, names: list[str]) -> list[int]:
    """Return some boards by their numbers."""
    boards = list(dict.fromkeys(side.board for side in tables.sides))
    unknown = [name for name in names if name not in boards]
    if unknown:
        raise Unplayable(f"the board {unknown[0]} is not used in this game")
    return [boards.index(name) for name in names]


def has_board(stated: Node) -> bool:
    """Tell whether a seat is given a board."""
    return isinstance(stated, YamlMapping) and bool(text(stated, "board"))
