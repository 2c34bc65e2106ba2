"""Write a program as one readable Python module.

The same program gives the same bytes. Offsets stand in one table at the top; everything below uses names, so that one
card changed is one hunk. Author text enters only as a quoted literal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import assert_never

from stele.compiler import ir
from stele.compiler.ir import Seat, constant
from stele.compiler.span import Span
from stele.compiler.walk import nodes, nodes_of
from stele.runtime.row import LANE, SEAT_CELLS, TABLE_CELLS

HEADER = '''\
# Compiled by stele from {folders}. Change the YAML, then run `stele build`.
# fmt: off
"""The rules of {names}: tables and plain functions over a row of integers."""

from __future__ import annotations

from stele.runtime.engine import Engine
from stele.runtime.game import Rules
from stele.runtime.row import AGE, CHOICE, COINS, FRAMES, LEFT, NUMBER, OWING, PLAYERS, RIGHT, TURN, Row, count
from stele.runtime.ruleset import (
    END,
    FREE,
    Action,
    Addition,
    Card,
    CopyAtEnd,
    Cost,
    Deck,
    Effects,
    Late,
    Line,
    Made,
    Offer,
    Permit,
    Play,
    Scoring,
    Side,
    Stage,
    Tables,
    Token,
    Zone,
)
'''


def emit(program: ir.Program) -> str:
    """Return the module's text."""
    body = "\n".join(lines(program))
    digest = hashlib.sha256(body.encode()).hexdigest()
    return body.replace(HASH, digest)


HASH = "0" * 64


def lines(program: ir.Program) -> Iterator[str]:
    """Yield the module line by line."""
    folders = ", ".join(f"content/{id}" for id in program.expansions)
    yield HEADER.format(folders=folders, names=" + ".join(program.expansions))
    yield from layout(program)
    yield ""
    yield "# --- effects: one function for each clause that has to be worked out during play"
    folded = [one for action in program.actions for one in action.once if constant_coins(one)]
    for one in nodes(program, ir.OneShot):
        if one not in folded:
            yield from one_shot(one)
    for scored in nodes_of(program, ir.Points, ir.CopyAtEnd):
        yield from points(scored) if isinstance(scored, ir.Points) else cities(scored)
    yield ""
    yield ""
    yield "# --- flow: one function for each step; it goes on with the next, or returns the one that waits for decisions"
    for number, step in enumerate(program.steps):
        yield from step_function(step, number, program)
    yield ""
    yield ""
    yield "# --- tables"
    yield from tables(program)


# --- layout ---------------------------------------------------------------------------------------------------------


def layout(program: ir.Program) -> Iterator[str]:
    """Yield the constants: the only part that shifts when something is added."""
    yield "# --- layout: numbers of cells, lanes and things; only this part shifts when something is added"
    yield ""
    cell = TABLE_CELLS + program.most_frames
    for zone in program.zones:
        if not zone.of_seat:
            yield f"ZONE_{constant(zone.id)} = {cell}"
            cell += 1
    yield f"DECKS = {cell}"
    cell += len(program.decks)
    yield f"TABLE_CELLS = {cell}"
    yield ""
    cell = SEAT_CELLS
    for zone in program.zones:
        if zone.of_seat:
            yield f"ZONE_{constant(zone.id)} = {cell}"
            cell += 1
    for token in program.tokens:
        yield f"TOKEN_{constant(token.id)} = {cell}"
        cell += 1
    yield f"OWN = {cell}"
    cell += len(program.parts)
    yield f"PRICES = {cell}"
    cell += 2 * len(program.price_classes)
    yield f"SALE = {cell}"
    cell += len(program.parts)
    yield f"JOINT = {cell}"
    cell += 3 * len(program.parts)
    yield f"SEAT_CELLS = {cell}"
    yield ""
    lane = 0
    for name in (
        *(f"COLOUR_{constant(id)}" for id in program.colours),
        *(f"SYMBOL_{constant(id)}" for id in program.symbols),
        "STAGES_BUILT",
        "SHIELDS",
    ):
        yield f"{name} = {lane}"
        lane += LANE
    for prefix, ids in (
        ("RESOURCE", program.resources),
        ("DECK", tuple(deck.id for deck in program.decks)),
        ("LINE", tuple(line.id for line in program.lines)),
        ("ACTION", tuple(action.id for action in program.actions)),
        ("PLAY", tuple(play.id for play in program.plays)),
        ("STEP", tuple(step.name for step in program.steps)),
    ):
        yield ""
        for number, id in enumerate(ids):
            yield f"{prefix}_{constant(id)} = {number}"
    for prefix, ids in (("C", program.colours), ("S", program.symbols), ("Z", tuple(z.id for z in program.zones))):
        yield ""
        for number, id in enumerate(ids):
            yield f"{prefix}_{constant(id)} = {number}"
    yield ""


# --- effects --------------------------------------------------------------------------------------------------------


def one_shot(one: ir.OneShot) -> Iterator[str]:
    """Yield the functions of a one-shot clause: one for each segment."""
    for number, segment in enumerate(one.segments):
        is_first, is_last = number == 0, number == len(one.segments) - 1
        yield ""
        yield ""
        if is_first and is_last:
            yield f"def {one.name}(row: Row, me: int) -> None:"
        elif is_first:
            yield f"def {one.name}_ask(row: Row, me: int) -> list[int]:"
        else:
            yield f"def {one.name}_then(row: Row, me: int, card: int) -> None:"
        yield f"    {one.text!r}"
        yield f"    # {place(one.span)}"
        for op in segment.ops:
            match op:
                case ir.Gain(coins):
                    yield f"    row[me + COINS] += {expression(coins)}"
                case ir.Choose(zone, colours):
                    yield f"    return ENGINE.zone_cards(row, me, Z_{constant(zone)}, {names('C', colours)})"
                case ir.LayChosen(zone):
                    yield f"    ENGINE.build_free(row, me, Z_{constant(zone)}, card)"
                case _:
                    assert_never(op)


def points(scored: ir.Points) -> Iterator[str]:
    """Yield the function of a scoring clause, unless it is a plain number."""
    if isinstance(scored.points, ir.Const):
        return
    yield ""
    yield ""
    yield f"def {scored.name}(row: Row, me: int) -> int:"
    yield f"    {scored.text!r}"
    yield f"    # {place(scored.span)}"
    yield f"    return {expression(scored.points)}"


def cities(copy: ir.CopyAtEnd) -> Iterator[str]:
    """Yield the function that tells where a copy may look."""
    yield ""
    yield ""
    yield f"def {copy.name}(row: Row, me: int) -> tuple[int, ...]:"
    yield f"    {copy.text!r}"
    yield f"    # {place(copy.span)}"
    yield f"    return ({' '.join(SEAT[seat] + ',' for seat in copy.cities)})"


SEAT = {Seat.ME: "me", Seat.LEFT: "row[me + LEFT]", Seat.RIGHT: "row[me + RIGHT]"}


def expression(expr: ir.Expr) -> str:
    """Return an expression as Python."""
    match expr:
        case ir.Const(number):
            return str(number)
        case ir.Count(lane, seat):
            return f"count(row, {SEAT[seat]}, {lane})"
        case ir.CoinsOf(seat):
            return f"row[{SEAT[seat]} + COINS]"
        case ir.TokensOf(token, seat):
            return f"row[{SEAT[seat]} + TOKEN_{constant(token)}]"
        case ir.Sum(parts):
            return " + ".join(inner(part) for part in parts) or "0"
        case ir.Least(parts):
            return f"min({', '.join(expression(part) for part in parts)})"
        case ir.Times(number, part):
            return f"{number} * {inner(part)}"
        case ir.Over(part, divisor):
            return f"{inner(part)} // {divisor}"
        case ir.Squared(part):
            return f"{inner(part)} ** 2"
        case _:
            assert_never(expr)


def inner(expr: ir.Expr) -> str:
    """Return an expression that stands inside another one."""
    text = expression(expr)
    return f"({text})" if isinstance(expr, (ir.Sum, ir.Times, ir.Over, ir.Squared)) else text


# --- flow -----------------------------------------------------------------------------------------------------------


def step_function(step: ir.Step, number: int, program: ir.Program) -> Iterator[str]:
    """Yield the function of one step."""
    following = goes_on(number + 1, program)
    yield ""
    yield ""
    yield f"def step_{step.name}(row: Row) -> int:"
    yield f"    {(type(step.act).__doc__ or '').strip()!r}"
    yield f"    # {place(step.span)}"
    yield from (f"    {line}" for line in act(step.act, number, program))
    if not isinstance(step.act, (ir.NextTurn, ir.NextAge, ir.SettleLate)):
        yield f"    return {following}"


def act(act: ir.Act, number: int, program: ir.Program) -> Iterator[str]:
    """Yield the lines of one step."""
    here = constant(program.steps[number].name)
    following = goes_on(number + 1, program)
    match act:
        case ir.StartAge():
            yield "ENGINE.start_age(row)"
        case ir.DealCards(decks, cards, zone):
            yield f"deck = {names('DECK', decks)}[row[AGE] - 1]"
            yield f"ENGINE.deal(row, deck, {by_players(cards)}, ZONE_{constant(zone)})"
        case ir.FirstTurn():
            yield "row[TURN] = 0"
        case ir.AskAll(play):
            zone = next(p.zone for p in program.plays if p.id == play)
            yield f"ENGINE.ask_all(row, ZONE_{constant(zone)})"
        case ir.CarryOut(play, _):
            yield f"ENGINE.carry_out(row, PLAY_{constant(play)})"
        case ir.AskLast(_, zone, turns):
            after = goes_on(number + 2, program)
            yield f"if row[TURN] + 1 != {by_players(turns)} or not ENGINE.ask_last(row, ZONE_{constant(zone)}):"
            yield f"    return {after}"
        case ir.ClearZone(zone, to, only):
            indent = ""
            if only is not None:
                yield f"if row[TURN] + 1 == {by_players(only)}:"
                indent = "    "
            yield f"{indent}ENGINE.clear(row, ZONE_{constant(zone)}, ZONE_{constant(to)})"
        case ir.SettleLate():
            yield "if not row[FRAMES]:"
            yield f"    return {following}"
            yield "ENGINE.settle(row)"
            yield f"return STEP_{here}"
        case ir.HandOn(zone, sides, unless):
            indent = ""
            if unless is not None:
                yield f"if row[TURN] + 1 != {by_players(unless)}:"
                indent = "    "
            yield f"{indent}ENGINE.hand_on(row, ZONE_{constant(zone)}, {sides!r}[row[AGE] - 1])"
        case ir.NextTurn(turns, back):
            yield "row[TURN] += 1"
            yield f"return {goes_on(back, program)} if row[TURN] < {by_players(turns)} else {following}"
        case ir.Fight(win, lose):
            yield f"win = {names('TOKEN', win)}[row[AGE] - 1]"
            yield f"lose = {names('TOKEN', lose)}[row[AGE] - 1]"
            yield "ENGINE.fight(row, win, lose)"
        case ir.NextAge(ages):
            yield f"return STEP_{constant(program.steps[0].name)} if row[AGE] < {ages} else END"
        case _:
            assert_never(act)


def goes_on(number: int, program: ir.Program) -> str:
    """Return how a step goes on: at once with the next one, or, if that waits for decisions, by its number."""
    if number >= len(program.steps):
        return "END"
    step = program.steps[number]
    if isinstance(step.act, (ir.CarryOut, ir.StartAge)):
        return f"STEP_{constant(step.name)}"
    return f"step_{step.name}(row)"


def by_players(numbers: ir.ByPlayers) -> str:
    """Return a number that may depend on how many play."""
    values = {number for _, number in numbers}
    return str(values.pop()) if len(values) == 1 else f"{dict(numbers)!r}[row[PLAYERS]]"


# --- tables ---------------------------------------------------------------------------------------------------------


def tables(program: ir.Program) -> Iterator[str]:
    """Yield everything that is data."""
    yield ""
    yield "CARDS = ("
    for card in program.cards:
        yield f"    Card(  # {place(card.span)}"
        yield f"        {card.id!r},"
        yield f"        {card.name!r},"
        yield f"        deck=DECK_{constant(card.deck)},"
        yield f"        colour=C_{constant(card.colour)},"
        if card.cost != ir.Cost(0, ()):
            yield f"        cost={cost(card.cost)},"
        if card.players:
            yield f"        players={card.players!r},"
        if card.chain:
            yield f"        chain={card.chain!r},"
        if card.identity != card.id:
            yield f"        identity={card.identity!r},"
        yield f"        effects={effects(card.effects, 8)},"
        yield "    ),"
    yield ")"
    yield ""
    yield "SIDES = ("
    for side in program.sides:
        yield f"    Side(  # {place(side.span)}"
        yield f"        {side.board!r},"
        yield f"        {side.name!r},"
        yield f"        {side.side!r},"
        yield f"        start={effects(side.start, 8)},"
        yield "        stages=("
        for stage_cost, stage_effects in side.stages:
            yield f"            Stage({cost(stage_cost)}, {effects(stage_effects, 12)}),"
        yield "        ),"
        yield "    ),"
    yield ")"
    yield ""
    yield "TABLES = Tables("
    yield f"    expansions={program.expansions!r},"
    yield f"    content={HASH!r},"
    yield f"    least={program.players[0]},"
    yield f"    most={program.players[1]},"
    yield f"    ages={program.ages},"
    yield f"    coins={program.coins},"
    yield f"    resources={program.resources!r},"
    yield f"    parts=({' '.join(names('RESOURCE', part) + ',' for part in program.parts)}),"
    yield f"    price_classes=({' '.join(names('RESOURCE', part) + ',' for part in program.price_classes)}),"
    yield f"    colours=({' '.join(f'({id!r}, COLOUR_{constant(id)}),' for id in program.colours)}),"
    yield f"    symbols=({' '.join(f'({id!r}, SYMBOL_{constant(id)}),' for id in program.symbols)}),"
    yield "    stage_lane=STAGES_BUILT,"
    yield "    shield_lane=SHIELDS,"
    yield f"    main_zone=Z_{constant(program.main_zone)},"
    yield f"    board_line=LINE_{constant(program.board_line)},"
    yield f"    tie={program.tie!r},"
    yield f"    everyone={effects(program.everyone, 4)},"
    yield "    own_cell=OWN,"
    yield "    price_cell=PRICES,"
    yield "    sale_cell=SALE,"
    yield "    joint_cell=JOINT,"
    yield "    seat_cells=SEAT_CELLS,"
    yield "    table_cells=TABLE_CELLS,"
    yield "    deck_cell=DECKS,"
    yield "    cards=CARDS,"
    yield "    sides=SIDES,"
    yield from listed("decks", (deck(d) for d in program.decks))
    yield from listed("zones", (zone(z) for z in program.zones))
    yield from listed("tokens", (token(t) for t in program.tokens))
    yield from listed("lines", (line(entry) for entry in program.lines))
    yield from listed("actions", (action(a) for a in program.actions))
    yield from listed("plays", (play(p) for p in program.plays))
    yield "    asks={"
    for step in program.steps:
        match step.act:
            case ir.CarryOut(played, is_last):
                kind = "last" if is_last else "play"
                yield f"        STEP_{constant(step.name)}: ({kind!r}, PLAY_{constant(played)}),"
            case ir.SettleLate():
                yield f"        STEP_{constant(step.name)}: ('late', 0),"
    yield "    },"
    yield f"    most_frames={program.most_frames},"
    turns = next((step.act.turns for step in program.steps if isinstance(step.act, ir.NextTurn)), ())
    yield f"    turns={dict(turns)!r},"
    yield ")"
    yield ""
    yield "ENGINE = Engine(TABLES)"
    yield "STEPS = ("
    for step in program.steps:
        yield f"    step_{step.name},"
    yield ")"
    yield "RULES = Rules(TABLES, ENGINE, STEPS)"
    yield ""


def listed(name: str, rows: Iterable[str]) -> Iterator[str]:
    """Yield a tuple with one row a line."""
    yield f"    {name}=("
    for row in rows:
        yield f"        {row},"
    yield "    ),"


def deck(deck: ir.Deck) -> str:
    """Return a row of the decks."""
    adds = " ".join(f"Addition(DECK_{constant(source)}, {dict(cards)!r})," for source, cards in deck.adds)
    return f"Deck({deck.id!r}, {deck.name!r}, {deck.age}{f', adds=({adds})' if adds else ''})"


def zone(zone: ir.Zone) -> str:
    """Return a row of the zones."""
    flags = f"{zone.of_seat!r}, {zone.seen_by!r}, {zone.is_sequence!r}, {zone.is_unique!r}"
    return f"Zone({zone.id!r}, {zone.name!r}, ZONE_{constant(zone.id)}, {flags})"


def token(token: ir.Token) -> str:
    """Return a row of the tokens."""
    return (
        f"Token({token.id!r}, {token.name!r}, TOKEN_{constant(token.id)}, {token.points}, LINE_{constant(token.line)})"
    )


def line(line: ir.Line) -> str:
    """Return a row of the score lines."""
    scores = " ".join(f"{scoring(scored)}," for scored in line.scores)
    return f"Line({line.id!r}, {line.name!r}{f', ({scores})' if scores else ''})"


def action(action: ir.Action) -> str:
    """Return a row of the actions."""
    words = f"{action.id!r}, {action.name!r}, {action.pays!r}, Z_{constant(action.to)}"
    coins = sum(constant_coins(one) for one in action.once)
    once = " ".join(f"{one.name}," for one in action.once if not constant_coins(one))
    return f"Action({words}{f', coins={coins}' if coins else ''}{f', once=({once})' if once else ''})"


def constant_coins(one: ir.OneShot) -> int:
    """Return the coins of a one-shot that gives nothing but a fixed number of them."""
    match one.segments:
        case (ir.Segment((ir.Gain(ir.Const(number)),)),):
            return number
        case _:
            return 0


def play(play: ir.Play) -> str:
    """Return a row of the play steps."""
    return f"Play({play.id!r}, Z_{constant(play.zone)}, {names('ACTION', play.actions)})"


def cost(cost: ir.Cost) -> str:
    """Return a cost."""
    if cost == ir.Cost(0, ()):
        return "FREE"
    goods = " ".join(f"(RESOURCE_{constant(good)}, {number})," for good, number in cost.goods)
    return f"Cost({cost.coins}, ({goods}))"


def effects(item: ir.Effects, indent: int) -> str:
    """Return all that an item does."""
    kinds: dict[str, list[str]] = {}
    for effect in item.effects:
        match effect:
            case ir.AddCount(lane, number):
                kinds.setdefault("counts", []).append(f"({lane}, {number})")
            case ir.Make(goods, number, for_sale):
                sale = "" if for_sale else ", for_sale=False"
                amount = "" if number == 1 else f", {number}"
                kinds.setdefault("made", []).append(f"Made({names('RESOURCE', goods)}{amount}{sale})")
            case ir.Offer(goods, from_left, from_right, price):
                words = f"{names('RESOURCE', goods)}, {from_left!r}, {from_right!r}, {price}"
                kinds.setdefault("offers", []).append(f"Offer({words})")
            case ir.Permit(kind, colours, per, text, span):
                words = f"{kind!r}, {names('C', colours)}, {per!r}, {text!r}, {place(span)!r}"
                kinds.setdefault("permits", []).append(f"Permit({words})")
            case ir.OneShot(name, text, segments, span):
                if len(segments) == 1:
                    kinds.setdefault("once", []).append(name)
                else:
                    words = f"{name}_ask, {name}_then, {text!r}, {place(span)!r}"
                    kinds.setdefault("late", []).append(f"Late({words})")
            case ir.Points():
                kinds.setdefault("scores", []).append(scoring(effect))
            case ir.Wild(symbols):
                kinds.setdefault("wild", []).append(names("S", symbols))
            case ir.CopyAtEnd(name, text, colours, _, span):
                words = f"{names('C', colours)}, {name}, {text!r}, {place(span)!r}"
                kinds.setdefault("copies", []).append(f"CopyAtEnd({words})")
            case _:
                assert_never(effect)
    parts = [f"{kind}=({' '.join(row + ',' for row in rows)})" for kind, rows in kinds.items()]
    if item.rank:
        parts.append(f"rank={item.rank}")
    if item.texts:
        parts.append(f"texts={item.texts!r}")
    if len(parts) < 2:
        return f"Effects({', '.join(parts)})"
    margin = " " * indent
    return "Effects(\n" + "".join(f"{margin}    {part},\n" for part in parts) + f"{margin})"


def scoring(scored: ir.Points) -> str:
    """Return a scoring clause."""
    amount = str(scored.points.number) if isinstance(scored.points, ir.Const) else scored.name
    reads = any(count.lane.startswith("SYMBOL_") for count in nodes(scored.points, ir.Count))
    words = f"LINE_{constant(scored.line)}, {amount}, {scored.text!r}, {place(scored.span)!r}"
    return f"Scoring({words}{', reads_symbols=True' if reads else ''})"


def names(prefix: str, ids: Iterable[str]) -> str:
    """Return a tuple of constants."""
    return f"({' '.join(f'{prefix}_{constant(id)},' for id in ids)})"


def place(span: Span) -> str:
    """Return where something is written; the same on every machine."""
    return f"{span.path}:{span.line}"
