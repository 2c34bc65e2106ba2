"""Write a program as one readable Python module.

The same program gives the same bytes. Offsets stand in one table at the top; everything below uses
names, so that one card changed is one hunk. Author text enters only as a quoted literal.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterator, Mapping
from typing import assert_never

from stele.compiler.codegen.tables import (
    HASH,
    amounts,
    constant_coins,
    duties,
    hosts,
    moves,
    names,
    place,
    printable,
    sells_by_side,
    tables,
)
from stele.compiler.common.span import Span
from stele.compiler.front.walk import nodes, nodes_of
from stele.compiler.ir import flow as acts
from stele.compiler.ir import program as ir
from stele.compiler.ir.program import Seat, constant
from stele.runtime.row import LANE, PLACE_CELLS, SEAT_CELLS, TABLE_CELLS

COMPILED = "# Compiled by stele from "  # the beginning of every module
HEADER = (
    COMPILED
    + '''{folders}. Change the YAML, then run `stele build`.
# fmt: off
"""The rules of {names}: tables and plain functions over a row of integers."""

from __future__ import annotations

from stele.runtime.engine import Engine
from stele.runtime.game import Rules
from stele.runtime.row import AGE, COINS, FRAMES, LEFT, PLAYERS, RIGHT, TURN, Row, count, shown, shown_to
from stele.runtime.ruleset import (
    END,
    FREE,
    Action,
    Addition,
    Bonus,
    Card,
    Change,
    CopyAtEnd,
    Cost,
    Deck,
    Demand,
    Effects,
    FarOffer,
    Guest,
    Instead,
    Late,
    Limits,
    Line,
    Made,
    MadeThat,
    MoreCards,
    Offer,
    Permit,
    PlaceSide,
    Play,
    Rebate,
    Request,
    Rider,
    Scoring,
    SharedPlace,
    Side,
    Stage,
    Strength,
    Supply,
    Tables,
    Token,
    Trigger,
    Ware,
    Window,
    Zone,
)
'''
)


def emit(program: ir.Program) -> str:
    """Return the module's text."""
    body = "\n".join(lines(program))
    # Where something is written is no part of what it means: a comment in a file does not make
    # another game of it.
    digest = hashlib.sha256(PLACE.sub("", body).encode()).hexdigest()
    return body.replace(HASH, digest)


# A place as it stands behind what comes of it, in a comment or in quotes.
PLACE = re.compile(r"""(?m)(?<=  # ).*\.yaml:[0-9]+$|(['"])(?:(?!\1)[^\\\n]|\\.)*\.yaml:[0-9]+\1""")


def moved(module: str, folders: Mapping[str, str]) -> str:
    """Return a module whose places are those of other folders, which hold the same files."""

    called = {printable(old): printable(new) for old, new in folders.items()}
    longest_first = sorted(called, key=len, reverse=True)

    def renamed(found: re.Match[str]) -> str:
        path = ast.literal_eval(found[0]) if found[1] else found[0]
        folder = next((one for one in longest_first if path.startswith(f"{one}/")), None)
        path = path if folder is None else called[folder] + path.removeprefix(folder)
        return repr(path) if found[1] else path

    return PLACE.sub(renamed, module)


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
    yield "ENGINE = Engine(TABLES)"
    yield "STEPS = ("
    for step in program.steps:
        yield f"    step_{step.name},"
    yield ")"
    yield "RULES = Rules(TABLES, ENGINE, STEPS)"
    yield ""


# --- layout ---------------------------------------------------------------------------------------


def layout(program: ir.Program) -> Iterator[str]:
    """Yield the constants: the only part that shifts when something is added."""
    yield "# --- layout: numbers of cells, lanes and things; only this part shifts when something is added"
    yield ""
    cell = TABLE_CELLS + program.most_frames
    for zone in program.zones:
        if not zone.of_seat and not zone.deck:
            yield f"ZONE_{constant(zone.id)} = {cell}"
            cell += 1
    for supply in program.supplies:
        yield f"LEFT_OF_{constant(supply.id)} = {cell}"  # one cell for each age
        cell += program.ages
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
    for shared in program.places:
        yield f"PLACE_CELLS_{constant(shared.id)} = {cell}"
        cell += PLACE_CELLS
    yield f"OWN = {cell}"
    cell += len(program.parts)
    yield f"PRICES = {cell}"
    cell += 2 * len(program.price_classes)
    yield f"SALE = {cell}"
    cell += len(program.parts)
    if sells_by_side(program):
        yield f"SALE_LEFT = {cell}"
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
        lane += 2 * LANE if counts_twice(held.standing) else LANE
    for prefix, ids in (
        ("RESOURCE", program.resources),
        ("DECK", tuple(deck.id for deck in program.decks)),
        ("LINE", tuple(line.id for line in program.lines)),
        ("ACTION", tuple(action.id for action in program.actions)),
        ("PLAY", tuple(play.id for play in program.plays)),
        ("RIDER", tuple(rider.id for rider in program.riders)),
        ("PLACE", tuple(shared.id for shared in program.places)),
        ("SUPPLY", tuple(supply.id for supply in program.supplies)),
        ("REQUEST", tuple(step.name for step in program.steps if isinstance(step.act, acts.SettleDemands))),
        ("LOSS", tuple(loss.name for loss in program.losses)),
        ("DUTY", tuple(f"{play}-{used}" for play, used in duties(program))),
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


def counts_twice(standing: ir.Standing) -> bool:
    """Tell whether two lanes count uses: one for each neighbour, or one for units beside the
    uses.
    """
    match standing:
        case ir.Trigger(per_neighbour=per_neighbour):
            return per_neighbour
        case ir.Window(unused=unused):
            return bool(unused)
        case _:
            return False


# --- effects --------------------------------------------------------------------------------------


def function(name: str, arguments: str, result: str, text: str, span: Span, value: ir.Expr) -> Iterator[str]:
    """Yield a function that works out one number."""
    yield ""
    yield ""
    yield f"def {name}({arguments}) -> {result}:"
    yield f"    {text!r}"
    yield f"    # {place(span)}"
    yield f"    return {expression(value)}"


def one_shot(one: ir.OneShot, watched: bool) -> Iterator[str]:
    """Yield the functions of a one-shot clause: one for each segment.

    `watched` if something waits for coins.
    """
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
        case ir.LoseTokens(who, kinds):
            yield f"for they in {WHO[who]}:"
            yield f"    ENGINE.lose_tokens(row, they, {names('T', kinds)})"
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
        case ir.ChooseEffect(board, side, stage):
            yield f"return ENGINE.effect_options({board!r}, {side!r}, {stage})"
        case ir.GiveUsedCard():
            yield "ENGINE.give_used_card(row, me)"
        case ir.ChooseSeat():
            yield "return ENGINE.seat_options(row, me)"
        case ir.SitThere():
            yield "ENGINE.sit_there(row, me, option)"
        case ir.DrawBoards(number, either_side):
            yield f"ENGINE.draw_boards(row, me, {number}, {either_side!r})"
        case ir.ChooseBoard(either_side):
            yield f"return ENGINE.board_options(row, me, {either_side!r})"
        case ir.TakeBoard():
            yield "ENGINE.take_board(row, me, option)"
        case ir.ChooseExchange(coins, given, got):
            yield f"return ENGINE.exchange_options(row, me, {coins}, {amounts('T', given)}, {amounts('T', got)})"
        case ir.Give(coins, given):
            yield f"ENGINE.give(row, me, {coins}, {amounts('T', given)})"
        case ir.ChoosePlayer():
            yield "return ENGINE.player_options(row, me)"
        case ir.SwapZones(zone):
            yield f"ENGINE.swap_zones(row, me, option, ZONE_{constant(zone)})"
        case ir.ChooseSwap(colours, equal_cost):
            yield f"return ENGINE.swap_options(row, me, {names('C', colours)}, {equal_cost!r})"
        case ir.SwapChosen():
            yield "ENGINE.swap_cards(row, me, option)"
        case ir.ChooseToMark(put, colours):
            yield f"return ENGINE.marker_options(row, me, {put}, {names('C', colours)})"
        case ir.MarkChosen(put):
            yield f"ENGINE.put_coins(row, me, option, {put})"
        case ir.ChooseToGiveUp(zone, colours):
            yield f"return ENGINE.zone_cards(row, me, Z_{constant(zone)}, {names('C', colours)})"
        case ir.GiveUpChosen(zone, to):
            yield f"ENGINE.hand_over(row, me, Z_{constant(zone)}, Z_{constant(to)}, option)"
        case ir.ChooseOfThem():
            yield "return ENGINE.them_options(row, me)"
        case ir.Oblige(who, play, used):
            seats = "(me,)" if who is ir.Who.ME else WHO[who]
            yield f"ENGINE.oblige(row, {seats}, DUTY_{constant(play)}_{constant(used)})"
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
        case ir.IsLeading(side, is_negated):
            return f"{'not ' if is_negated else ''}ENGINE.is_leading(row, me, {SIDES.index(side)})"
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


SIDES = ("left", "right")
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
        case ir.Shown(lane, Seat.THEY):
            return f"shown_to(row, me, they, {lane})"
        case ir.Shown(lane, seat):
            return f"shown(row, {SEAT[seat]}, {lane})"
        case ir.CardsAt(shared, sides, colours):
            ends = tuple(SIDES.index(side) for side in sides)
            return f"ENGINE.cards_at(row, me, PLACE_{constant(shared)}, {ends!r}, {names('C', colours)})"
        case ir.AgeNow():
            return "row[AGE]"
        case ir.Greatest(parts):
            return f"max({', '.join(expression(part) for part in parts)}, 0)"
        case ir.CoinsOf(seat):
            return f"row[{SEAT[seat]} + COINS]"
        case ir.TokensOf(token, seat):
            return f"row[{SEAT[seat]} + TOKEN_{constant(token)}]"
        case ir.Sum(parts):
            return " + ".join(inner(part) for part in parts) or "0"
        case ir.Least(parts):
            return f"min({', '.join(expression(part) for part in parts)})"
        case ir.Distinct(parts):
            return " + ".join(f"({expression(part)} > 0)" for part in parts) or "0"
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
    return f"({text})" if isinstance(expr, (ir.Sum, ir.Distinct, ir.Times, ir.Over, ir.Squared, ir.IfTrue)) else text


# --- flow -----------------------------------------------------------------------------------------


def step_function(step: acts.Step, number: int, program: ir.Program) -> Iterator[str]:
    """Yield the function of one step."""
    following = goes_on(number + 1, program)
    yield ""
    yield ""
    yield f"def step_{step.name}(row: Row) -> int:"
    yield f"    {(type(step.act).__doc__ or '').strip()!r}"
    yield f"    # {place(step.span)}"
    yield from (f"    {line}" for line in act(step.act, number, program))
    if not isinstance(step.act, (acts.NextTurn, acts.NextAge, acts.SettleLate, acts.SettleLosses, acts.SettleDemands)):
        yield f"    return {following}"


def act(act: acts.Act, number: int, program: ir.Program) -> Iterator[str]:
    """Yield the lines of one step."""
    here = constant(program.steps[number].name)
    following = goes_on(number + 1, program)
    match act:
        case acts.StartAge():
            yield "ENGINE.start_age(row)"
        case acts.DealCards(decks, cards, zone):
            yield f"deck = {names('DECK', decks)}[row[AGE] - 1]"
            yield f"ENGINE.deal(row, deck, {by_players(cards)}, ZONE_{constant(zone)})"
        case acts.LayCards(decks, cards, zone):
            yield f"deck = {names('DECK', decks)}[row[AGE] - 1]"
            yield f"ENGINE.lay(row, deck, {by_players(cards)}, ZONE_{constant(zone)})"
        case acts.FirstTurn():
            yield "row[TURN] = 0"
        case acts.BeginChoosing(play):
            yield f"ENGINE.begin_choosing(row, PLAY_{constant(play)})"
        case acts.AskAll(play):
            zone = next(p.zone for p in program.plays if p.id == play)
            if hosts(program, play):
                yield f"ENGINE.draw_for_guest(row, ZONE_{constant(zone)})"
            asked = "ask_all" if program.guest is None else "ask_players"
            yield f"ENGINE.{asked}(row, ZONE_{constant(zone)})"
        case acts.AskGuest(play):
            zone = next(p.zone for p in program.plays if p.id == play)
            yield f"ENGINE.ask_guest(row, ZONE_{constant(zone)})"
        case acts.CarryOut(play, is_last):
            if hosts(program, play) and not is_last:
                yield f"ENGINE.carry_out_with_guest(row, PLAY_{constant(play)})"
            else:
                yield f"ENGINE.carry_out(row, PLAY_{constant(play)})"
            if any(play == one.play for one in nodes(program, ir.Oblige)) and not is_last:
                yield f"ENGINE.fulfil(row, PLAY_{constant(play)})"
        case acts.AskLast(_, zone, turns):
            after = goes_on(after_settling(number + 2, program), program)
            yield f"if row[TURN] + 1 != {by_players(turns)} or not ENGINE.ask_last(row, ZONE_{constant(zone)}):"
            yield f"    return {after}"
        case acts.AskLastOf(_, zone, to, side, turns):
            after = goes_on(after_settling(number + 2, program), program)
            cells = f"ZONE_{constant(zone)}, ZONE_{constant(to)}, {SIDES.index(side)}"
            yield f"if row[TURN] + 1 != {by_players(turns)} or not ENGINE.ask_last_of(row, {cells}):"
            yield f"    return {after}"
        case acts.LayBoards(shared):
            yield f"ENGINE.lay_boards(row, PLACE_{constant(shared)})"
        case acts.SettlePlaces(is_first):
            yield f"ENGINE.settle_places(row, {is_first!r})"
        case acts.ClearZone(zone, to, only, ages, spared):
            only_if = [f"row[TURN] + 1 == {by_players(only)}"] if only is not None else []
            only_if += [f"row[AGE] in {ages!r}"] if ages else []
            indent = "    " if only_if else ""
            if only_if:
                yield f"if {' and '.join(only_if)}:"
            sides = [(s.board, s.side) for s in program.sides]
            kept = tuple((sides.index((board, side)), stage) for board, side, stage in spared)
            more = f", {kept!r}" if kept else ""
            yield f"{indent}ENGINE.clear(row, ZONE_{constant(zone)}, ZONE_{constant(to)}{more})"
        case acts.OpenWindows():
            yield "ENGINE.open_windows(row, 'after')"
        case acts.SettleSupplies():
            yield "ENGINE.settle_supplies(row)"
        case acts.SettleDemands():
            yield f"if ENGINE.settle_demands(row, REQUEST_{here}):"
            yield f"    return STEP_{here}"
            yield f"return {following}"
        case acts.SettleLate():
            if program.supplies:  # what was decided may have taken or brought tokens
                yield "if not row[FRAMES]:"
                yield "    ENGINE.settle_supplies(row)"
            yield "if not row[FRAMES]:"
            yield f"    return {following}"
            yield "ENGINE.settle(row)"
            yield f"return STEP_{here}"
        case acts.SettleLosses(unpaid):
            cell = f"TOKEN_{constant(unpaid)}" if unpaid else "0"
            yield f"if ENGINE.settle_losses(row, {cell}):"
            yield f"    return STEP_{here}"
            yield f"return {following}"
        case acts.HandOn(zone, sides, unless):
            indent = ""
            if unless is not None:
                yield f"if row[TURN] + 1 != {by_players(unless)}:"
                indent = "    "
            passed = "hand_on" if program.guest is None else "hand_past_guest"
            passed = "hand_on_as_seated" if moves(program) and program.guest is None else passed
            yield f"{indent}ENGINE.{passed}(row, ZONE_{constant(zone)}, {sides!r}[row[AGE] - 1])"
        case acts.NextTurn(turns, back):
            yield "row[TURN] += 1"
            yield f"return {goes_on(back, program)} if row[TURN] < {by_players(turns)} else {following}"
        case acts.Fight(win, lose, tokens, leaves):
            yield f"win = {names('T', win)}[row[AGE] - 1]"
            yield f"lose = {names('T', lose)}[row[AGE] - 1]"
            more = f", tokens={tokens}" if tokens != 1 else ""
            more += "" if leaves else ", leaves=False"
            yield f"ENGINE.fight(row, win, lose{more})"
        case acts.NextAge(ages, back):
            yield f"return STEP_{constant(program.steps[back].name)} if row[AGE] < {ages} else {following}"
        case _:
            assert_never(act)


def after_settling(number: int, program: ir.Program) -> int:
    """Return the next step that does more than settle what was played."""
    while isinstance(program.steps[number].act, (acts.SettlePlaces, acts.SettleSupplies)):
        number += 1
    return number


def goes_on(number: int, program: ir.Program) -> str:
    """Return how a step goes on: at once with the next one, or, if that waits for decisions, by its
    number.
    """
    if number >= len(program.steps):
        return "END"
    step = program.steps[number]
    if isinstance(
        step.act, (acts.CarryOut, acts.AskGuest, acts.StartAge)
    ):  # where seats are asked, and where an age begins
        return f"STEP_{constant(step.name)}"
    return f"step_{step.name}(row)"


def by_players(numbers: acts.ByPlayers) -> str:
    """Return a number that may depend on how many play."""
    values = {number for _, number in numbers}
    return str(values.pop()) if len(values) == 1 else f"{dict(numbers)!r}[row[PLAYERS]]"
