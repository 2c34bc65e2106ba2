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
from stele.runtime.row import AGE, COINS, FRAMES, LEFT, PLAYERS, RIGHT, TURN, Row, count
from stele.runtime.ruleset import (
    END,
    FREE,
    Action,
    Addition,
    Card,
    Change,
    CopyAtEnd,
    Cost,
    Deck,
    Effects,
    Guest,
    Instead,
    Late,
    Line,
    Made,
    MadeThat,
    Offer,
    Permit,
    Play,
    Rebate,
    Rider,
    Scoring,
    Side,
    Stage,
    Strength,
    Tables,
    Token,
    Trigger,
    Ware,
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
    triggers = [held.standing for held in program.held if isinstance(held.standing, ir.Trigger)]
    on_coins = [trigger.once for trigger in triggers if trigger.event == "coins"]
    for one in dict.fromkeys(nodes(program, ir.OneShot)):
        if one not in folded:
            # What coins bring does not bring coins again.
            yield from one_shot(one, watched=bool(on_coins) and one not in on_coins)
    for loss in program.losses:
        yield from function(loss.name, "row: Row, me: int, they: int", "int", loss.text, loss.span, loss.coins)
    for held in program.held:
        if isinstance(held.standing, ir.Strength):
            strong = held.standing
            yield from function(strong.name, "row: Row, me: int", "int", held.text, strong.span, strong.shields)
    for scored in nodes_of(program, ir.Points, ir.CopyAtEnd):
        yield from points(scored) if isinstance(scored, ir.Points) else cities(scored)
    for mask in nodes(program, ir.Mask):
        yield from cities(mask)
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
        if not zone.of_seat and not zone.deck:
            yield f"ZONE_{constant(zone.id)} = {cell}"
            cell += 1
    yield f"DECKS = {cell}"
    for number, deck in enumerate(program.decks):
        yield from (f"ZONE_{constant(zone.id)} = {cell + number}" for zone in program.zones if zone.deck == deck.id)
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
    for held in program.held:
        yield f"{held.lane} = {lane}"
        # What is limited for each neighbour counts its uses twice.
        lane += 2 * LANE if isinstance(held.standing, ir.Trigger) and held.standing.per_neighbour else LANE
    for prefix, ids in (
        ("RESOURCE", program.resources),
        ("DECK", tuple(deck.id for deck in program.decks)),
        ("LINE", tuple(line.id for line in program.lines)),
        ("ACTION", tuple(action.id for action in program.actions)),
        ("PLAY", tuple(play.id for play in program.plays)),
        ("RIDER", tuple(rider.id for rider in program.riders)),
        ("LOSS", tuple(loss.name for loss in program.losses)),
        ("STEP", tuple(step.name for step in program.steps)),
    ):
        if ids:
            yield ""
        for number, id in enumerate(ids):
            yield f"{prefix}_{constant(id)} = {number}"
    for prefix, ids in (
        ("T", tuple(token.id for token in program.tokens)),
        ("C", program.colours),
        ("S", program.symbols),
        ("Z", tuple(z.id for z in program.zones)),
    ):
        yield ""
        for number, id in enumerate(ids):
            yield f"{prefix}_{constant(id)} = {number}"
    yield ""


# --- effects --------------------------------------------------------------------------------------------------------


def function(name: str, arguments: str, result: str, text: str, span: Span, value: ir.Expr) -> Iterator[str]:
    """Yield a function that works out one number."""
    yield ""
    yield ""
    yield f"def {name}({arguments}) -> {result}:"
    yield f"    {text!r}"
    yield f"    # {place(span)}"
    yield f"    return {expression(value)}"


def one_shot(one: ir.OneShot, watched: bool) -> Iterator[str]:
    """Yield the functions of a one-shot clause: one for each segment; `watched` if something waits for coins."""
    for number, segment in enumerate(one.segments):
        is_first, is_last = number == 0, number == len(one.segments) - 1
        yield ""
        yield ""
        if is_first and is_last:
            yield f"def {one.name}(row: Row, me: int) -> None:"
        elif is_first:
            yield f"def {one.name}_ask(row: Row, me: int) -> list[int]:"
        else:
            yield f"def {one.name}_then(row: Row, me: int, option: int) -> None:"
        yield f"    {one.text!r}"
        yield f"    # {place(one.span)}"
        if one.tests and is_first:
            yield f"    if not ({tests(one.tests)}):"
            yield f"        return{'' if is_last else ' []'}"
        for op in segment.ops:
            yield from (f"    {line}" for line in operation(op, watched))


def operation(op: ir.Op, watched: bool) -> Iterator[str]:
    """Yield the lines of one operation."""
    match op:
        case ir.Gain(ir.Who.ME, coins):
            yield gained("me", expression(coins), watched)
        case ir.Gain(who, coins):
            yield f"for they in {WHO[who]}:"
            yield f"    {gained('they', expression(coins), watched)}"
        case ir.GainTokens(ir.Who.ME, token, number):
            yield f"ENGINE.gain_tokens(row, me, T_{constant(token)}, {expression(number)})"
        case ir.GainTokens(who, token, number):
            yield f"for they in {WHO[who]}:"
            yield f"    ENGINE.gain_tokens(row, they, T_{constant(token)}, {expression(number)})"
        case ir.Owe(who, loss):
            seats = "(me,)" if who is ir.Who.ME else WHO[who]
            yield f"ENGINE.owe(row, me, LOSS_{constant(loss)}, {seats})"
        case ir.Draw(number, colours, zone):
            yield f"ENGINE.draw(row, me, {names('C', colours)}, {number}, ZONE_{constant(zone)})"
        case ir.Choose(zone, colours):
            yield f"return ENGINE.zone_options(row, me, Z_{constant(zone)}, {names('C', colours)})"
        case ir.LayChosen(zone):
            yield f"ENGINE.build_free(row, me, Z_{constant(zone)}, option)"
        case ir.ChooseToPlay(zone, colours, less):
            yield f"return ENGINE.priced_options(row, me, Z_{constant(zone)}, {names('C', colours)}, {less})"
        case ir.PlayChosen(zone):
            yield f"ENGINE.play_priced(row, me, Z_{constant(zone)}, option)"
        case ir.ChooseCopy(colours, copied, age, stage):
            more = f", age={age}" if age else ""
            more += f", stage={stage}" if stage else ""
            yield f"return ENGINE.copy_options(row, me, {seat_tuple(copied)}, {names('C', colours)}{more})"
        case ir.CopyChosen(line):
            yield f"ENGINE.copy(row, me, option, LINE_{constant(line)})"
        case ir.GiveUsedCard():
            yield "ENGINE.give_used_card(row, me)"
        case ir.ChooseSeat():
            yield "return ENGINE.seat_options(row, me)"
        case ir.SitThere():
            yield "ENGINE.sit_there(row, me, option)"
        case ir.DrawBoards(number):
            yield f"ENGINE.draw_boards(row, me, {number})"
        case ir.ChooseBoard(either_side):
            yield f"return ENGINE.board_options(row, me, {either_side!r})"
        case ir.TakeBoard():
            yield "ENGINE.take_board(row, me, option)"
        case _:
            assert_never(op)


def gained(seat: str, coins: str, watched: bool) -> str:
    """Return the line that gives a seat coins from the bank."""
    return f"ENGINE.gain(row, {seat}, {coins})" if watched else f"row[{seat} + COINS] += {coins}"


WHO = {
    ir.Who.ME: "(me,)",
    ir.Who.LEFT: "(row[me + LEFT],)",
    ir.Who.RIGHT: "(row[me + RIGHT],)",
    ir.Who.NEIGHBOURS: "ENGINE.neighbours(row, me)",
    ir.Who.OTHERS: "ENGINE.others_than(row, me)",
    ir.Who.EVERYONE: "(me, *ENGINE.others_than(row, me))",
}


def tests(listed: tuple[ir.Test, ...]) -> str:
    """Return conditions as Python."""
    return " and ".join(test(one) for one in listed)


def test(one: ir.Test) -> str:
    """Return one condition as Python."""
    match one:
        case ir.AtLeast(number, expr, is_negated):
            return f"{inner(expr)} {'<' if is_negated else '>='} {number}"
        case ir.InAge(age, is_negated):
            return f"row[AGE] {'!=' if is_negated else '=='} {age}"
        case _:
            assert_never(one)


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


def cities(copy: ir.CopyAtEnd | ir.Mask) -> Iterator[str]:
    """Yield the function that tells where a copy may look."""
    yield ""
    yield ""
    yield f"def {copy.name}(row: Row, me: int) -> tuple[int, ...]:"
    yield f"    {copy.text!r}"
    yield f"    # {place(copy.span)}"
    yield f"    return {seat_tuple(copy.cities)}"


SEAT = {Seat.ME: "me", Seat.LEFT: "row[me + LEFT]", Seat.RIGHT: "row[me + RIGHT]", Seat.THEY: "they"}


def seat_tuple(seats: tuple[Seat, ...]) -> str:
    """Return seats as a tuple."""
    return f"({' '.join(SEAT[seat] + ',' for seat in seats)})"


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
        case ir.CardsIn(zone, colours, seat):
            where = "0" if seat is None else SEAT[seat]
            return f"ENGINE.cards_in(row, {where} + ZONE_{constant(zone)}, {names('C', colours)})"
        case ir.SumOver(who, part):
            return f"sum({expression(part)} for they in {WHO[who]})"
        case ir.IfTrue(listed_tests, part):
            return f"{inner(part)} if {tests(listed_tests)} else 0"
        case _:
            assert_never(expr)


def inner(expr: ir.Expr) -> str:
    """Return an expression that stands inside another one."""
    text = expression(expr)
    return f"({text})" if isinstance(expr, (ir.Sum, ir.Times, ir.Over, ir.Squared, ir.IfTrue)) else text


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
    if not isinstance(step.act, (ir.NextTurn, ir.NextAge, ir.SettleLate, ir.SettleLosses)):
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
            if hosts(program, play):
                yield f"ENGINE.draw_for_guest(row, ZONE_{constant(zone)})"
            asked = "ask_all" if program.guest is None else "ask_players"
            yield f"ENGINE.{asked}(row, ZONE_{constant(zone)})"
        case ir.AskGuest(play):
            zone = next(p.zone for p in program.plays if p.id == play)
            yield f"ENGINE.ask_guest(row, ZONE_{constant(zone)})"
        case ir.CarryOut(play, is_last):
            if hosts(program, play) and not is_last:
                yield f"ENGINE.carry_out_with_guest(row, PLAY_{constant(play)})"
            else:
                yield f"ENGINE.carry_out(row, PLAY_{constant(play)})"
        case ir.AskLast(_, zone, turns):
            after = goes_on(number + 2, program)
            yield f"if row[TURN] + 1 != {by_players(turns)} or not ENGINE.ask_last(row, ZONE_{constant(zone)}):"
            yield f"    return {after}"
        case ir.ClearZone(zone, to, only, ages, spared):
            only_if = [f"row[TURN] + 1 == {by_players(only)}"] if only is not None else []
            only_if += [f"row[AGE] in {ages!r}"] if ages else []
            indent = "    " if only_if else ""
            if only_if:
                yield f"if {' and '.join(only_if)}:"
            sides = [(s.board, s.side) for s in program.sides]
            kept = tuple((sides.index((board, side)), stage) for board, side, stage in spared)
            more = f", {kept!r}" if kept else ""
            yield f"{indent}ENGINE.clear(row, ZONE_{constant(zone)}, ZONE_{constant(to)}{more})"
        case ir.OpenWindows():
            yield "ENGINE.open_windows(row)"
        case ir.SettleLate():
            yield "if not row[FRAMES]:"
            yield f"    return {following}"
            yield "ENGINE.settle(row)"
            yield f"return STEP_{here}"
        case ir.SettleLosses(unpaid):
            cell = f"TOKEN_{constant(unpaid)}" if unpaid else "0"
            yield f"if ENGINE.settle_losses(row, {cell}):"
            yield f"    return STEP_{here}"
            yield f"return {following}"
        case ir.HandOn(zone, sides, unless):
            indent = ""
            if unless is not None:
                yield f"if row[TURN] + 1 != {by_players(unless)}:"
                indent = "    "
            passed = "hand_on" if program.guest is None else "hand_past_guest"
            passed = "hand_on_as_seated" if moves(program) and program.guest is None else passed
            yield f"{indent}ENGINE.{passed}(row, ZONE_{constant(zone)}, {sides!r}[row[AGE] - 1])"
        case ir.NextTurn(turns, back):
            yield "row[TURN] += 1"
            yield f"return {goes_on(back, program)} if row[TURN] < {by_players(turns)} else {following}"
        case ir.Fight(win, lose, tokens, leaves):
            yield f"win = {names('T', win)}[row[AGE] - 1]"
            yield f"lose = {names('T', lose)}[row[AGE] - 1]"
            more = f", tokens={tokens}" if tokens != 1 else ""
            more += "" if leaves else ", leaves=False"
            yield f"ENGINE.fight(row, win, lose{more})"
        case ir.NextAge(ages, back):
            yield f"return STEP_{constant(program.steps[back].name)} if row[AGE] < {ages} else {following}"
        case _:
            assert_never(act)


def goes_on(number: int, program: ir.Program) -> str:
    """Return how a step goes on: at once with the next one, or, if that waits for decisions, by its number."""
    if number >= len(program.steps):
        return "END"
    step = program.steps[number]
    if isinstance(step.act, (ir.CarryOut, ir.AskGuest, ir.StartAge)):  # where seats are asked, and where an age begins
        return f"STEP_{constant(step.name)}"
    return f"step_{step.name}(row)"


def moves(program: ir.Program) -> bool:
    """Tell whether seats may leave the table or move."""
    return any(True for _ in nodes_of(program, ir.AtTable, ir.SitThere))


def hosts(program: ir.Program, play: str) -> bool:
    """Tell whether a guest takes part in a play step."""
    return program.guest is not None and program.guest.play == play


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
        if side.least > 1:
            yield f"        least={side.least},"
        if side.most < 99:
            yield f"        most={side.most},"
        if side.not_with:
            yield f"        not_with={side.not_with!r},"
        if side.not_beside:
            yield f"        not_beside={side.not_beside!r},"
        yield "    ),"
    yield ")"
    yield ""
    yield "TABLES = Tables("
    yield f"    expansions={program.expansions!r},"
    yield f"    content={HASH!r},"
    if program.variant:
        yield f"    variant={program.variant!r},"
    if program.variants:
        yield f"    variants={program.variants!r},"
    yield f"    numbers={program.numbers!r},"
    if program.guest is not None:
        guest = program.guest
        words = f"{guest.name!r}, PLAY_{constant(guest.play)}, {guest.from_left!r}"
        yield f"    guest=Guest({words}, {names('ACTION', guest.last_resort)}, {guest.chains_first!r}),"
    if program.partners:
        yield "    partners=True,"
    if moves(program):
        yield "    moves=True,"
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
    yield from held_tables(program)
    if program.losses:
        yield f"    losses=({' '.join(f'{loss.name},' for loss in program.losses)}),"
    if program.absences:
        yield f"    absences={names('TOKEN', program.absences)},"
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
    if program.riders:
        yield from listed("riders", (rider(r) for r in program.riders))
    yield from listed("plays", (play(p) for p in program.plays))
    yield "    asks={"
    for step in program.steps:
        match step.act:
            case ir.AskGuest(played):
                yield f"        STEP_{constant(step.name)}: ('play', PLAY_{constant(played)}),"
            case ir.CarryOut(played, is_last):
                kind = "last" if is_last else "guest" if hosts(program, played) else "play"
                yield f"        STEP_{constant(step.name)}: ({kind!r}, PLAY_{constant(played)}),"
            case ir.SettleLate():
                yield f"        STEP_{constant(step.name)}: ('late', 0),"
            case ir.SettleLosses(unpaid) if unpaid:
                yield f"        STEP_{constant(step.name)}: ('loss', TOKEN_{constant(unpaid)}),"
    yield "    },"
    yield f"    most_frames={program.most_frames},"
    turns = [step.act.turns for step in program.steps if isinstance(step.act, ir.NextTurn)][-1:]
    yield f"    turns={dict(turns[0]) if turns else {}!r},"
    yield ")"
    yield ""
    yield "ENGINE = Engine(TABLES)"
    yield "STEPS = ("
    for step in program.steps:
        yield f"    step_{step.name},"
    yield ")"
    yield "RULES = Rules(TABLES, ENGINE, STEPS)"
    yield ""


def held_tables(program: ir.Program) -> Iterator[str]:
    """Yield what each lane of the tally means that counts something held."""
    kinds: dict[str, list[str]] = {}
    for held in program.held:
        says = f"{held.text!r}, {place(held.span)!r}"
        match held.standing:
            case ir.Permit(kind, colours, per):
                row = f"Permit({held.lane}, {kind!r}, {names('C', colours)}, {per!r}, {says})"
                kinds.setdefault("permits", []).append(row)
            case ir.Change(colours, resources, coins, no_resources, no_coins, used, for_neighbours):
                which = "None" if colours is None else names("C", colours)
                nothing = f"{no_resources!r}, {no_coins!r}"
                only = f"ACTION_{constant(used)}" if used else "-1"
                words = f"{which}, {resources}, {coins}, {nothing}, {only}, {for_neighbours!r}"
                kinds.setdefault("changes", []).append(f"Change({held.lane}, {words}, {says})")
            case ir.Trigger(event, colours, tokens, per, per_neighbour, once):
                words = f"{event!r}, {names('C', colours)}, {names('T', tokens)}, {per!r}, {per_neighbour!r}"
                kinds.setdefault("triggers", []).append(f"Trigger({held.lane}, {words}, {once.name}, {says})")
            case ir.Instead(tokens):
                kinds.setdefault("instead", []).append(f"Instead({held.lane}, {names('T', tokens)}, {says})")
            case ir.Strength(name, _, against):
                kinds.setdefault("strengths", []).append(f"Strength({held.lane}, {name}, {against!r}, {says})")
            case ir.Ware(goods, price, per):
                words = f"{names('RESOURCE', goods)}, {price}, {per!r}"
                kinds.setdefault("wares", []).append(f"Ware({held.lane}, {words}, {says})")
            case ir.Rebate(side, less, per):
                kinds.setdefault("rebates", []).append(f"Rebate({held.lane}, {side!r}, {less}, {per!r}, {says})")
            case ir.MadeThat(colours, board, is_negated, number):
                words = f"{names('C', colours)}, {board!r}, {is_negated!r}, {number}"
                kinds.setdefault("made_that", []).append(f"MadeThat({held.lane}, {words}, {says})")
            case _:
                assert_never(held.standing)
    for kind, rows in kinds.items():
        yield from listed(kind, rows)


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
    flags += f", {zone.deck!r}" if zone.deck else ""
    return f"Zone({zone.id!r}, {zone.name!r}, ZONE_{constant(zone.id)}, {flags})"


def token(token: ir.Token) -> str:
    """Return a row of the tokens."""
    words = f"{token.id!r}, {token.name!r}, TOKEN_{constant(token.id)}, {token.points}, LINE_{constant(token.line)}"
    return f"Token({words}{f', {token.supply}' if token.supply else ''})"


def line(line: ir.Line) -> str:
    """Return a row of the score lines."""
    scores = " ".join(f"{scoring(scored)}," for scored in line.scores)
    return f"Line({line.id!r}, {line.name!r}{f', ({scores})' if scores else ''})"


def action(action: ir.Action) -> str:
    """Return a row of the actions."""
    words = f"{action.id!r}, {action.name!r}, {action.pays!r}, Z_{constant(action.to)}"
    words += "" if action.builds == (action.pays == "card") else ", builds=False"
    coins = sum(constant_coins(one) for one in action.once)
    once = " ".join(f"{one.name}," for one in action.once if not constant_coins(one))
    return f"Action({words}{f', coins={coins}' if coins else ''}{f', once=({once})' if once else ''})"


def constant_coins(one: ir.OneShot) -> int:
    """Return the coins of a one-shot that gives nothing but a fixed number of them."""
    match one.segments:
        case (ir.Segment((ir.Gain(ir.Who.ME, ir.Const(number)),)),) if not one.tests:
            return number
        case _:
            return 0


def rider(rider: ir.Rider) -> str:
    """Return a row of the riders."""
    words = f"{rider.id!r}, {rider.name!r}, ACTION_{constant(rider.action)}, {cost(rider.cost)}, {rider.per!r}"
    return f"Rider({words}, {rider.lane}, {effects(rider.effects, 8)})"


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
            case ir.OneShot(name, text, _, segments, span):
                if any(isinstance(op, ir.GiveUsedCard) for op in segments[0].ops):
                    kinds["gives"] = ["True"]
                if len(segments) == 1:
                    kinds.setdefault("once", []).append(name)
                else:
                    words = f"{name}_ask, {name}_then, {text!r}, {place(span)!r}"
                    kind = LATE_KINDS.get(type(segments[0].ops[-1]), "")
                    kinds.setdefault("late", []).append(f"Late({words}{f', {kind!r}' if kind else ''})")
            case ir.Points():
                kinds.setdefault("scores", []).append(scoring(effect))
            case ir.Wild(symbols):
                kinds.setdefault("wild", []).append(names("S", symbols))
            case ir.CopyAtEnd(name, text, colours, _, span):
                words = f"{names('C', colours)}, {name}, {text!r}, {place(span)!r}"
                kinds.setdefault("copies", []).append(f"CopyAtEnd({words})")
            case ir.Reveal(unless):
                kinds["reveals"] = ["True"]
                if unless:
                    kinds["hidden"] = [f"C_{constant(id)}" for id in unless]
            case ir.AtTable(leaves):
                kinds["leaves" if leaves else "returns"] = ["True"]
            case ir.Mask(name, text, colours, _, span):
                words = f"{names('C', colours)}, {name}, {text!r}, {place(span)!r}"
                kinds.setdefault("masks", []).append(f"CopyAtEnd({words})")
            case _:
                assert_never(effect)
    parts = [
        f"{kind}=True" if rows == ["True"] else f"{kind}=({' '.join(row + ',' for row in rows)})"
        for kind, rows in kinds.items()
    ]
    if item.rank:
        parts.append(f"rank={item.rank}")
    if item.texts:
        parts.append(f"texts={item.texts!r}")
    if len(parts) < 2:
        return f"Effects({', '.join(parts)})"
    margin = " " * indent
    return "Effects(\n" + "".join(f"{margin}    {part},\n" for part in parts) + f"{margin})"


LATE_KINDS = {ir.ChooseCopy: "copy", ir.ChooseSeat: "seat", ir.ChooseBoard: "board"}


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
    path = "".join(letter if letter.isprintable() else "?" for letter in span.path)  # it stands in comments too
    return f"{path}:{span.line}"
