"""Write what items do as rows of tables: effects, what stands, what is suspended, what counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from stele.compiler.common.span import Span
from stele.compiler.front.walk import nodes, nodes_of
from stele.compiler.ir import program as ir
from stele.compiler.ir.cards import (
    CardSet,
    ChooseCopy,
    GiveUsedCard,
    Look,
    Pick,
    PickMarked,
    PickPair,
    PickStage,
    PickToMark,
    PickToPlay,
    PickUsed,
    Spot,
    SwapAll,
    SwapAtRandom,
)
from stele.compiler.ir.program import constant
from stele.compiler.ir.seats import Who


def held_tables(program: ir.Program) -> Iterator[str]:
    """Yield what each lane of the tally means that counts something held."""
    kinds: dict[str, list[str]] = {}
    for held in program.held:
        says = f"{held.text!r}, {place(held.span)!r}"
        match held.standing:
            case ir.Permit(kind, cards, per, sources):
                where = " ".join(f"({seen_zone(spot)}, {whose_mask(spot)})," for spot in sources)
                more = f", sources=({where})" if where else ""
                row = f"Permit({held.lane}, {kind!r}, {among(cards)}, {per!r}, {says}{more})"
                kinds.setdefault("permits", []).append(row)
            case ir.Change(cards, resources, coins, no_resources, no_coins, used, only_paid):
                which = "None" if cards is None else among(cards)
                nothing = f"{no_resources!r}, {no_coins!r}"
                only = f"ACTION_{constant(used)}" if used else "-1"
                words = f"{which}, {resources}, {coins}, {nothing}, {only}, {only_paid!r}"
                kinds.setdefault("changes", []).append(f"Change({held.lane}, {words}, {says})")
            case ir.Trigger(event, cards, tokens, per, per_neighbour, once, _, at, used, who, times):
                kind = "P" if event in MOVES else "T"
                words = f"{event!r}, {among(cards)}, {names(kind, tokens)}, {per!r}, {per_neighbour!r}"
                more = f", at={detail(event, at)}" if at else ""
                more += f", action=ACTION_{constant(used)}" if used else ""
                more += f", who={who!r}" if who != "you" else ""
                more += f", times={times}" if times > 1 else ""
                more += f", soon={held.standing.soon.name}" if held.standing.soon is not None else ""
                kinds.setdefault("triggers", []).append(f"Trigger({held.lane}, {words}, {once.name}, {says}{more})")
            case ir.While(name, _, effect, rank, until, becomes):
                inner = effects(ir.Effects((effect,), 0, ()), 8)
                own = reads_own_kind(held.standing)
                words = f"{name}, {inner}, {rank}, {own!r}, {until!r}, {becomes or -1}"
                alias = held.standing.alias
                more = f", ({names('C', alias[:2])[1:-1]} {int(alias[2])})" if alias else ""
                more += f", title={held.standing.title!r}" if held.standing.title else ""
                kinds.setdefault("whiles", []).append(f"While({held.lane}, {words}, {says}{more})")
            case ir.Window(moment, per, unused, once):
                words = f"{moment!r}, {per!r}, {amounts('RESOURCE', unused)}"
                kinds.setdefault("windows", []).append(f"Window({held.lane}, {words}, {late(once)})")
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
            case ir.FarOffer(goods, price):
                words = f"{names('RESOURCE', goods)}, {price}"
                kinds.setdefault("far_offers", []).append(f"FarOffer({held.lane}, {words}, {says})")
            case ir.MoreCards(shared, number):
                words = f"{number}, PLACE_{constant(shared)}"
                kinds.setdefault("more_cards", []).append(f"MoreCards({held.lane}, {words}, {says})")
            case ir.Ban(cards, actions, manners):
                words = f"{among(cards)}, {names('ACTION', actions)}, {manners!r}"
                kinds.setdefault("bans", []).append(f"Ban({held.lane}, {words}, {says})")
            case ir.MayUse(cards, used):
                words = f"{among(cards)}, ACTION_{constant(used)}"
                kinds.setdefault("uses", []).append(f"MayUse({held.lane}, {words}, {says})")
            case ir.LossChange(coins):
                kinds.setdefault("loss_changes", []).append(f"LossChange({held.lane}, {coins}, {says})")
            case ir.Toll(closed, coins):
                kinds.setdefault("tolls", []).append(f"Toll({held.lane}, {closed!r}, {coins}, {says})")
            case ir.Counted():
                pass  # it is read where things are counted
            case _:
                assert_never(held.standing)
    for kind, rows in kinds.items():
        yield from tuple_rows(kind, rows)


def draws_strength_down(program: ir.Program) -> bool:
    """Tell whether anything takes shields away."""
    amounts = [held.standing.shields for held in program.held if isinstance(held.standing, ir.Strength)]
    is_negative = any(one.number < 0 for one in nodes_of(tuple(amounts), ir.Times, ir.Const))
    return is_negative or any(add.lane == "FEWER_SHIELDS" for add in nodes(program, ir.AddCount))


def reads_own_kind(stands: ir.While) -> bool:
    """Tell whether how often something stands follows from what it changes."""
    read = stands.tests, stands.times, stands.whom
    lanes = {count.lane for count in nodes_of(read, ir.Count, ir.Shown)}
    kinds = {0} if any(lane.startswith("COLOUR_") for lane in lanes) else set()
    kinds |= {1} if any(lane.startswith("SYMBOL_") for lane in lanes) else set()
    kinds |= {3} if "SHIELDS" in lanes or any(nodes(read, ir.ShieldsOf)) else set()
    return stands.rank in kinds


def tuple_rows(name: str, rows: Iterable[str]) -> Iterator[str]:
    """Yield a tuple with one row a line."""
    yield f"    {name}=("
    for row in rows:
        yield f"        {row},"
    yield "    ),"


def effects(item: ir.Effects, indent: int) -> str:
    """Return all that an item does."""
    kinds: dict[str, list[str]] = {}
    for effect in item.effects:
        match effect:
            case ir.WhileLeading(side, inner):
                standing = effects(ir.Effects((inner,), 0, ()), indent)
                kinds.setdefault("leads", []).append(f"({SIDES.index(side)}, {standing})")
            case ir.Extreme(is_most):
                kinds.setdefault("extremes", []).append(repr(is_most))
            case ir.AddCount(lane, number):
                kinds.setdefault("counts", []).append(f"({lane}, {number})")
            case ir.Make(goods, number, for_sale):
                sale = "" if for_sale else ", for_sale=False"
                amount = "" if number == 1 else f", {number}"
                kinds.setdefault("made", []).append(f"Made({names('RESOURCE', goods)}{amount}{sale})")
            case ir.Offer(goods, from_left, from_right, price):
                words = f"{names('RESOURCE', goods)}, {from_left!r}, {from_right!r}, {price}"
                kinds.setdefault("offers", []).append(f"Offer({words})")
            case ir.OneShot(name, _, _, segments):
                if any(isinstance(op, GiveUsedCard) for op in segments[0].ops):
                    kinds["gives"] = ["True"]
                if len(segments) == 1:
                    kinds.setdefault("once", []).append(name)
                else:
                    kinds.setdefault("late", []).append(late(effect))
            case ir.Points():
                kinds.setdefault("scores", []).append(scoring(effect))
            case ir.Wild(symbols, False):
                kinds.setdefault("wild", []).append(names("S", symbols))
            case ir.Wild():
                kinds.setdefault("converts", []).append("True")
            case ir.CopyAtEnd(name, text, counted, cards, _, span):
                words = f"{among(cards)}, {name}, {text!r}, {place(span)!r}, LINE_{constant(counted)}"
                kinds.setdefault("copies", []).append(f"CopyAtEnd({words})")
            case ir.Reveal(unless):
                kinds["reveals"] = ["True"]
                if unless:
                    kinds["hidden"] = [f"C_{constant(id)}" for id in unless]
            case ir.AtTable(leaves):
                kinds["leaves" if leaves else "returns"] = ["True"]
            case ir.Mask(name, text, cards, _, span):
                words = f"{among(cards)}, {name}, {text!r}, {place(span)!r}"
                kinds.setdefault("masks", []).append(f"CopyAtEnd({words})")
            case _:
                assert_never(effect)
    parts = [
        f"{kind}=True" if rows == ["True"] and kind not in LISTED else f"{kind}=({' '.join(row + ',' for row in rows)})"
        for kind, rows in kinds.items()
    ]
    if item.choose:
        parts.append(f"choose=({' '.join(effects(option, indent + 4) + ',' for option in item.choose)})")
    if item.rank:
        parts.append(f"rank={item.rank}")
    if item.texts:
        parts.append(f"texts={item.texts!r}")
    if len(parts) < 2:
        return f"Effects({', '.join(parts)})"
    margin = " " * indent
    return "Effects(\n" + "".join(f"{margin}    {part},\n" for part in parts) + f"{margin})"


SIDES = ("left", "right")
LISTED = ("extremes", "converts")  # parts of effects of which there may be several
DEEDS = ("discard", "draw", "play", "copy")  # events that may be told by where the card lay
MOVES = ("reach", "turn")  # events of tracks and markers: the step or face is told by its number
AT = {"bank": "0", "conflict": "1"}  # details of events that are no places
LATE_KINDS = {
    ChooseCopy: "copy",
    ir.ChooseEffect: "choose",
    ir.ChooseAlternative: "choose",
    ir.ChooseSeat: "seat",
    ir.ChooseBoard: "board",
    ir.ChooseExchange: "exchange",
    ir.ChooseSeats: "seats",
    ir.May: "exchange",
    PickPair: "swap",
    PickStage: "stage",
    Look: "pick",
    PickToPlay: "",
    PickUsed: "",
    PickToMark: "mark",
    PickMarked: "pick",
}


def detail(event: str, at: str) -> str:
    """Return what else is told of an event: a step or face, where it happens, from where."""
    if event in MOVES:
        return at
    return AT.get(at) or f"{'Z' if event in DEEDS else 'PLACE'}_{constant(at)}"


# Whose place is meant, as a mask: the left and the right neighbour, others, the partner, the own.
WHOSE = {Who.LEFT: 1, Who.RIGHT: 2, Who.NEIGHBOURS: 3, Who.OTHERS: 4, Who.PARTNER: 8, Who.ME: 16, Who.EVERYONE: 20}


def whose_mask(spot: Spot) -> int:
    """Return whose place a spot is; nothing for one of the table."""
    return 0 if spot.whose is None else WHOSE[spot.whose]


def seen_zone(spot: Spot) -> str:
    """Return the zone of a spot."""
    return f"Z_{constant(spot.zone)}"


def late_kind(one: ir.OneShot) -> str:
    """Return what kind of decision one is; one that is not told apart is about a card that is built
    or played.
    """
    asked, following = one.segments[0].ops[-1], one.segments[1].ops
    if isinstance(asked, ir.ChooseSeats) and any(isinstance(op, SwapAll) for op in following):
        return "player"
    if isinstance(asked, Pick):
        return "" if asked.enters or any(isinstance(op, SwapAtRandom) for op in following) else "pick"
    if isinstance(asked, ir.ChooseExchange) and asked.is_must:
        return "must"
    return LATE_KINDS.get(type(asked), "")


def is_asked_of(one: ir.OneShot) -> bool:
    """Tell whether it is told who decides: others than the owner, or it several times."""
    return one.by is not Who.ME or one.times != 1


def is_of_them(one: ir.OneShot) -> bool:
    """Tell whether a decision is about cards of which was spoken before."""
    picks: list[Pick | PickToPlay] = [*nodes(one.segments, Pick), *nodes(one.segments, PickToPlay)]
    return any(pick.them for pick in picks)


def among(cards: CardSet) -> str:
    """Return which cards are meant."""
    words = [names("C", cards.colours)]
    words += [f"age={cards.age}"] if cards.age else []
    words += [f"only={cards.only!r}"] if cards.only is not None else []
    return f"Among({', '.join(words)})"


def late(one: ir.OneShot) -> str:
    """Return an effect that waits for a decision."""
    kind = late_kind(one)
    words = f"{one.name}_ask, {one.name}_then, {one.text!r}, {place(one.span)!r}"
    priced: list[PickToPlay | PickStage | PickUsed] = [*nodes(one.segments, PickToPlay)]
    priced += [*nodes(one.segments, PickStage), *nodes(one.segments, PickUsed)]
    less = next((op.less for op in priced), 0)
    words += f", {kind!r}" if kind else ""
    words += f", less={less}" if less else ""
    words += f", by={one.name}_by" if is_asked_of(one) else ""
    words += f", times={one.times}" if one.times != 1 else ""
    words += ", of_them=True" if is_of_them(one) else ""
    words += ", is_optional=True" if one.is_optional else ""
    words += f", after={one.after.name}" if one.after is not None else ""
    words += f", otherwise={one.otherwise.name}" if one.otherwise is not None else ""
    return f"Late({words})"


def scoring(scored: ir.Points) -> str:
    """Return a scoring clause."""
    amount = str(scored.points.number) if isinstance(scored.points, ir.Const) else scored.name
    reads = any(count.lane.startswith("SYMBOL_") for count in nodes(scored.points, ir.Count))
    words = f"LINE_{constant(scored.line)}, {amount}, {scored.text!r}, {place(scored.span)!r}"
    words += ", reads_symbols=True" if reads else ""
    words += ", reads_points=True" if any(nodes(scored.points, ir.PointsOf)) else ""
    words += f", printed={printed}" if (printed := printed_points(scored.points)) else ""
    return f"Scoring({words})"


def printed_points(points: ir.Expr) -> int:
    """Return what of points that are worked out is printed: a number that may count double."""
    match points:
        case ir.Sum((ir.Const(number), ir.IfTrue())):
            return number
        case _:
            return 0


def names(prefix: str, ids: Iterable[str]) -> str:
    """Return a tuple of constants."""
    return f"({' '.join(f'{prefix}_{constant(id)},' for id in ids)})"


def amounts(prefix: str, parts: Iterable[tuple[str, int]]) -> str:
    """Return a tuple of constants with numbers; -1 means any."""
    return (
        f"({' '.join(f'({prefix}_{constant(id)}, {number}),' if id else f'(-1, {number}),' for id, number in parts)})"
    )


def place(span: Span) -> str:
    """Return where something is written; the same on every machine."""
    return f"{printable(span.path)}:{span.line}"


def printable(path: str) -> str:
    """Return a path as it may stand in a comment too."""
    return "".join(letter if letter.isprintable() else "?" for letter in path)
