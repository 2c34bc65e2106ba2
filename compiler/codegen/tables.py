"""Write everything of a program that is data: the tables of its module.

One row a line, in order of declaration; functions and numbers stand there by the names that `emit`
gives them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from stele.compiler.codegen.effect_rows import (
    SIDES,
    draws_strength_down,
    effects,
    held_tables,
    late,
    names,
    place,
    scoring,
    tuple_rows,
)
from stele.compiler.codegen.folding import WIDTH
from stele.compiler.front.walk import nodes, nodes_of
from stele.compiler.ir import flow as acts
from stele.compiler.ir import program as ir
from stele.compiler.ir.program import constant
from stele.compiler.ir.seats import Who
from stele.runtime.ruleset import Limits

HASH = "0" * 64  # where the hash of the content will stand


def tables(program: ir.Program) -> Iterator[str]:
    """Yield everything that is data."""
    yield ""
    yield "CARDS = ("
    for card in program.cards:
        yield f"    Card(  # {place(card.span)}"
        yield f"        {card.id!r},"
        yield f"        {card.name!r},"
        yield f"        deck=DECK_{constant(card.deck)},"
        if card.colour:
            yield f"        colour=C_{constant(card.colour)},"
        if card.cost != ir.Cost(0, ()):
            yield f"        cost={cost(card.cost)},"
        if card.players:
            yield f"        players={card.players!r},"
        if card.chain:
            yield f"        chain={card.chain!r},"
        if card.identity != card.id:
            yield f"        identity={card.identity!r},"
        if card.colour or card.effects.effects:
            yield f"        effects={effects(card.effects, 8)},"
        if card.moments:
            yield "        moments=("
            for moment, more in card.moments:
                yield f"            ({moment!r}, {effects(more, 12)}),"
            yield "        ),"
        if card.demands:
            rows = (f"({moment!r}, ({' '.join(demand(d) + ',' for d in asked)}))" for moment, asked in card.demands)
            yield f"        demands=({' '.join(row + ',' for row in rows)}),"
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
            stage = f"            Stage({cost(stage_cost)}, {effects(stage_effects, 12)}),"
            if len(stage.partition("\n")[0]) > WIDTH:
                inner = "\n                "
                stage = (
                    f"            Stage({inner}{cost(stage_cost)},{inner}{effects(stage_effects, 16)},\n            ),"
                )
            yield stage
        yield "        ),"
        for key, said in (("limits", side.limits), ("advice", side.advice)):
            if words := limits(said):
                yield f"        {key}=Limits({words}),"
        if side.removes:
            yield f"        removes={side.removes!r},"
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
    if program.never:
        yield f"    never={program.never!r},"
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
    if draws_strength_down(program):
        yield "    fewer_shields=FEWER_SHIELDS,"
    yield f"    main_zone=Z_{constant(program.main_zone)},"
    yield f"    board_line=LINE_{constant(program.board_line)},"
    yield f"    tie={program.tie!r},"
    yield f"    everyone={effects(program.everyone, 4)},"
    yield from held_tables(program)
    if program.losses:
        losses = (f"({loss.name}, {None if loss.then is None else loss.then.name})," for loss in program.losses)
        yield f"    losses=({' '.join(losses)}),"
    if any(nodes(program, ir.CopyBoards)):
        yield "    copies_boards=True,"
    if any(nodes(program, ir.TurnUp)):
        yield "    turns_up=True,"
    if any(nodes(program, ir.EndGame)):
        yield "    may_end=True,"
    if any(nodes(program, ir.PointsOf)):
        yield "    reads_points=True,"
    if program.kept:
        kept = (
            f"Kept(LINE_{constant(one.line)}, {one.title!r}, {one.text!r}, {place(one.span)!r})" for one in program.kept
        )
        yield from tuple_rows("kept", kept)
    if program.suspended:
        yield from tuple_rows("suspended", (late(one) for one in program.suspended))
    if program.choices:
        rows = (
            f"Alternatives({one.id!r}, ({' '.join(effects(e, 8) + ',' for e in one.options)}))"
            for one in program.choices
        )
        yield from tuple_rows("choices", rows)
    if duties(program):
        pairs = " ".join(f"(PLAY_{constant(play)}, ACTION_{constant(used)})," for play, used in duties(program))
        yield f"    duties=({pairs}),"
    yield "    own_cell=OWN,"
    yield "    price_cell=PRICES,"
    yield "    sale_cell=SALE,"
    yield "    joint_cell=JOINT,"
    yield "    seat_cells=SEAT_CELLS,"
    yield "    table_cells=TABLE_CELLS,"
    yield "    deck_cell=DECKS,"
    yield "    cards=CARDS,"
    yield "    sides=SIDES,"
    yield from tuple_rows("decks", (deck(d) for d in program.decks))
    yield from tuple_rows("zones", (zone(z) for z in program.zones))
    yield from tuple_rows("tokens", (token(t) for t in program.tokens))
    if program.positions:
        yield from tuple_rows("positions", (position(p) for p in program.positions))
    yield from tuple_rows("lines", (line(entry) for entry in program.lines))
    yield from tuple_rows("actions", (action(a) for a in program.actions))
    if program.riders:
        yield from tuple_rows("riders", (rider(r) for r in program.riders))
    if program.supplies:
        yield from tuple_rows("supplies", (supply(s) for s in program.supplies))
    requests = [step.act for step in program.steps if isinstance(step.act, acts.SettleDemands)]
    if requests:
        yield from tuple_rows("requests", (request(r) for r in requests))
    yield from tuple_rows("plays", (play(p) for p in program.plays))
    if program.places:
        yield "    places=("
        for shared in program.places:
            yield from shared_place(shared)
        yield "    ),"
    if sells_by_side(program):
        yield "    sale_left_cell=SALE_LEFT,"
    yield "    asks={"
    for step in program.steps:
        match step.act:
            case acts.AskGuest(played):
                yield f"        STEP_{constant(step.name)}: ('play', PLAY_{constant(played)}),"
            case acts.CarryOut(played, is_last):
                kind = "last" if is_last else "guest" if hosts(program, played) else "play"
                yield f"        STEP_{constant(step.name)}: ({kind!r}, PLAY_{constant(played)}),"
            case acts.SettleLate():
                yield f"        STEP_{constant(step.name)}: ('late', 0),"
            case acts.SettleDemands():
                yield f"        STEP_{constant(step.name)}: ('demand', REQUEST_{constant(step.name)}),"
            case acts.SettleLosses(unpaid) if unpaid:
                yield f"        STEP_{constant(step.name)}: ('loss', TOKEN_{constant(unpaid)}),"
    yield "    },"
    yield f"    most_frames={program.most_frames},"
    yield from course(program)
    yield ")"
    yield ""


def duties(program: ir.Program) -> list[tuple[str, str]]:
    """Return what seats may be asked for: the play step, and the action."""
    return list(dict.fromkeys((one.play, one.action) for one in nodes(program, ir.Oblige)))


def limits(said: Limits) -> str:
    """Return what is said about a side, without what is not."""
    words = [f"least={said.least}"] if said.least > 1 else []
    words += [f"most={said.most}"] if said.most < 99 else []
    for key, boards in (
        ("not_with", said.not_with),
        ("not_beside", said.not_beside),
        ("not_left", said.not_left),
        ("not_right", said.not_right),
    ):
        words += [f"{key}={boards!r}"] if boards else []
    return ", ".join(words)


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


def position(one: ir.Position) -> str:
    """Return a row of the tracks and markers."""
    words = f"{one.kind!r}, {one.id!r}, {one.name!r}, AT_{constant(one.key)}, {one.of_seat!r}, {one.most}"
    return f"Position({words}{f', {one.faces!r}' if one.faces else ''})"


def line(line: ir.Line) -> str:
    """Return a row of the score lines."""
    scores = " ".join(f"{scoring(scored)}," for scored in line.scores)
    return f"Line({line.id!r}, {line.name!r}{f', ({scores})' if scores else ''})"


def action(action: ir.Action) -> str:
    """Return a row of the actions."""
    words = f"{action.id!r}, {action.name!r}, {action.pays!r}, Z_{constant(action.to)}"
    words += "" if action.builds == (action.pays == "card") else ", builds=False"
    if action.base:
        words += f", base=ACTION_{constant(action.base)}, place=PLACE_{constant(action.place)}"
        return f"Action({words}, side={SIDES.index(action.side)})"
    acts = [one for one in action.effects.effects if isinstance(one, ir.OneShot)]
    coins = sum(constant_coins(one) for one in acts)
    left = replace(action.effects, effects=tuple(one for one in acts if not constant_coins(one)), texts=())
    does = f", effects={effects(left, 8)}" if left.effects else ""
    return f"Action({words}{f', coins={coins}' if coins else ''}{does})"


def constant_coins(one: ir.OneShot) -> int:
    """Return the coins of a one-shot that gives nothing but a fixed number of them."""
    match one.segments:
        case (ir.Segment((ir.Gain(Who.ME, ir.Const(number)),)),) if not one.tests:
            return number
        case _:
            return 0


def rider(rider: ir.Rider) -> str:
    """Return a row of the riders."""
    price = "None" if rider.cost is None else cost(rider.cost)
    words = f"{rider.id!r}, {rider.name!r}, ACTION_{constant(rider.action)}, {price}, {rider.per!r}"
    takes = f", SUPPLY_{constant(rider.takes)}" if rider.takes else ""
    return f"Rider({words}, {rider.lane}, {effects(rider.effects, 8)}{takes})"


def supply(supply: ir.Supply) -> str:
    """Return a row of the supplies."""
    words = f"{supply.id!r}, {supply.name!r}, LEFT_OF_{constant(supply.id)}, {names('T', supply.tokens)}"
    more = f"{supply.moment!r}, LINE_{constant(supply.line)}, {names('DECK', supply.decks)}"
    return f"Supply({words}, Z_{constant(supply.zone)}, {dict(supply.number)!r}, {more})"


def request(asked: acts.SettleDemands) -> str:
    """Return a row of the steps in which something is asked for."""
    zone = f"ZONE_{constant(asked.to)}" if asked.to else "0"
    return f"Request(SUPPLY_{constant(asked.supply)}, {asked.moment!r}, {names('T', asked.unpaid)}, {zone})"


def course(program: ir.Program) -> Iterator[str]:
    """Yield where the turns of an age, all turns and conflicts are among the steps."""
    asked = [number for number, step in enumerate(program.steps) if step.act == acts.AskAll(program.hand)]
    ends = [number for number, step in enumerate(program.steps) if isinstance(step.act, acts.NextTurn)]
    of_the_age = next((program.steps[end].act for number in asked for end in ends if end > number), None)
    yield f"    turns={dict(of_the_age.turns) if isinstance(of_the_age, acts.NextTurn) else {}!r},"
    if program.hand:
        yield f"    hand=PLAY_{constant(program.hand)},"
    loops = [
        f"(STEP_{constant(program.steps[end.act.back].name)}, STEP_{constant(end.name)}),"
        for end in program.steps
        if isinstance(end.act, acts.NextTurn)
    ]
    if loops:
        yield f"    loops=({' '.join(loops)}),"
    fights = [f"STEP_{constant(step.name)}," for step in program.steps if isinstance(step.act, acts.Fight)]
    if fights:
        yield f"    fights=({' '.join(fights)}),"


def demand(demand: ir.Demand) -> str:
    """Return what a seat is asked for."""
    colours = "None" if demand.colours is None else names("C", demand.colours)
    return f"Demand({demand.coins}, {colours}, {names('T', demand.tokens)}, {demand.number})"


def shared_place(shared: ir.SharedPlace) -> Iterator[str]:
    """Yield the rows of a place that neighbours share."""
    name = constant(shared.id)
    words = f"{shared.id!r}, {shared.name!r}, (Z_{name}_LEFT, Z_{name}_RIGHT), PLACE_CELLS_{name}, {shared.holds}"
    yield f"        SharedPlace({words}, ("
    for side in shared.sides:
        room = " ".join(f"(C_{constant(colour)}, {number})," for colour, number in side.room)
        more = f", alone={side.alone}" if side.alone else ""
        more += ", for_sale=True" if side.for_sale else ""
        more += f", copies={side.copies}" if side.copies > 1 else ""
        yield f"            PlaceSide(  # {place(side.span)}"
        yield f"                {side.board!r}, {side.name!r}, {side.side!r}, ({room}), ("
        for step, left, right in side.bonuses:
            yield f"                    Bonus({step}, {effects(left, 20)}, {effects(right, 20)}),"
        yield f"                ){more}),"
    yield "        )),"


def play(play: ir.Play) -> str:
    """Return a row of the play steps."""
    resort = f", ACTION_{constant(play.resort)}" if play.resort else ""
    return f"Play({play.id!r}, Z_{constant(play.zone)}, {names('ACTION', play.actions)}{resort})"


def cost(cost: ir.Cost) -> str:
    """Return a cost."""
    if cost == ir.Cost(0, ()):
        return "FREE"
    goods, *others = (
        " ".join(f"(RESOURCE_{constant(good)}, {number})," for good, number in asked)
        for asked in (cost.goods, *cost.others)
    )
    instead = f", ({' '.join(f'({asked}),' for asked in others)})" if others else ""
    return f"Cost({cost.coins}, ({goods}){instead})"


def sells_by_side(program: ir.Program) -> bool:
    """Tell whether a seat may sell to one neighbour what it cannot sell to the other."""
    return any(side.for_sale for shared in program.places for side in shared.sides)


def moves(program: ir.Program) -> bool:
    """Tell whether seats may leave the table or move."""
    return any(True for _ in (*nodes_of(program, ir.AtTable, ir.BeAtTable), *nodes(program, ir.SitThere)))


def hosts(program: ir.Program, play: str) -> bool:
    """Tell whether a guest takes part in a play step."""
    return program.guest is not None and program.guest.play == play
