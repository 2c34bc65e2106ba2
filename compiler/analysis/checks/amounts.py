"""Check numbers and lists in clauses: no gain of less than nothing, no choice between a thing and
itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from stele.compiler.analysis.checks.index import GameIndex, own_nodes
from stele.compiler.common.codes import E0206, E0506
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front import nodes as n

MOST_OF_A_KIND = 50
MOST_PRICE = 20


def check_lists(content: items.Content) -> Iterator[Diagnostic]:
    """A choice has different options, and what is counted is counted once."""
    lists = [choice.resources for choice in own_nodes(content, n.OneOf)]
    lists += [science.symbols for science in own_nodes(content, n.Science)]
    lists += [cards.colours for cards in own_nodes(content, n.Cards)]
    lists += [of.kinds for of in own_nodes(content, n.SetOf)]
    places = own_nodes(content, n.Place)
    for place in places:
        zones = [part for part in place.parts if isinstance(part, n.Zone)]
        lists += [tuple(zone.name for zone in zones if zone.of is of) for of in dict.fromkeys(z.of for z in zones)]
    for names in lists:
        seen: set[str] = set()
        for name in names:
            if name.text in seen:
                yield Diagnostic(E0506, f"`{name.text}` stands twice in one list", name.span, help="remove one of them")
            seen.add(name.text)


def check_own_amounts(content: items.Content) -> Iterator[Diagnostic]:
    """Divisors, prices, gains and what is produced lie where play is fast and exact."""
    for per in own_nodes(content, n.Per):
        if per.divisor < 1:
            yield Diagnostic(E0206, "things are counted by 1 or more at a time", per.span, help="leave the number out")
        if per.less is not None and per.less < 1:
            yield Diagnostic(E0206, f"this takes off at least 1, not {per.less}", per.span, help="write at least 1")
        if per.most == 0:
            yield Diagnostic(E0206, "at most 0 is always nothing", per.span, help="give another number")
    for scale in own_nodes(content, n.Scale):
        if len(scale.numbers) != len(scale.steps):
            message = f"a scale has as many numbers as steps, not {len(scale.numbers)} for {len(scale.steps)}"
            yield Diagnostic(E0206, message, scale.span, help="give a number for each step")
        if scale.steps[0] < 1 or any(step >= later for step, later in pairwise(scale.steps)):
            message = "the steps of a scale grow from 1 or more"
            yield Diagnostic(E0206, message, scale.span, help="put them in order, each once")
        if min(scale.numbers) < 0 and not isinstance(scale.of, n.AllPoints):
            yield Diagnostic(E0206, "this is at least 0", scale.span, help="write no number below 0")
    caps = [(many.most, many.span) for many in own_nodes(content, n.ThatMany)]
    caps += [(half.most, half.span) for half in own_nodes(content, n.HalfOf)]
    for most, span in caps:
        if most is not None and most < 1:
            yield Diagnostic(E0206, f"at most {most} is nothing", span, help="write at least 1")
    for buy in own_nodes(content, n.Buy):
        if not 1 <= buy.price <= MOST_PRICE:
            message = f"a price is from 1 to {MOST_PRICE} coins, not {buy.price}"
            yield Diagnostic(E0206, message, buy.span, help="give another price")
    for gift in (gain.gift for gain in own_nodes(content, n.Gain) if isinstance(gain.gift, n.Coins)):
        if gift.number < 1:
            message = f"a gain is at least 1 coin, not {gift.number}"
            yield Diagnostic(E0206, message, gift.span, help="write at least 1, or leave it out")
    amounts = [(some.number, some.span) for some in own_nodes(content, n.Some)]
    amounts += [(abs(shields.number), shields.span) for shields in own_nodes(content, n.Shields)]
    for number, span in amounts:
        if not 1 <= number <= MOST_OF_A_KIND:
            message = f"this is from 1 to {MOST_OF_A_KIND}, not {number}"
            yield Diagnostic(E0206, message, span, help="give another number")


def check_amounts(index: GameIndex) -> Iterator[Diagnostic]:
    """What is given, drawn or asked for is at least one."""
    for number, span in amounts_in(index):
        if number < 1:
            yield Diagnostic(E0206, f"this is at least 1, not {number}", span, help="write at least 1")
    for in_age in index.nodes(n.InAge):
        if not 1 <= in_age.age <= index.ages:
            message = f"there is no age {in_age.age}"
            yield Diagnostic(E0206, message, in_age.span, help=f"ages go from 1 to {index.ages}")


def amounts_in(index: GameIndex) -> list[tuple[int, Span]]:
    """Return the numbers of clauses that `check_own_amounts` and the checks of costs do not look
    at, with their places.
    """
    seen = {id(gain.gift) for gain in index.nodes(n.Gain)} | {id(part) for c in index.nodes(n.Cost) for part in c.parts}
    amounts = [(coins.number, coins.span) for coins in index.nodes(n.Coins) if id(coins) not in seen]
    amounts += [(tokens.number, tokens.span) for tokens in index.nodes(n.Tokens)]
    amounts += [(draw.number, draw.span) for draw in index.nodes(n.Draw)]
    amounts += [(less.number, less.span) for less in index.nodes(n.Less)]
    amounts += [(rebate.less, rebate.span) for rebate in index.nodes(n.Rebate)]
    amounts += [(fact.number, fact.span) for fact in index.nodes(n.AtLeast) if fact.bound is n.Bound.LEAST]
    amounts += [(goods.number, goods.span) for goods in index.nodes(n.SomeThat)]
    return amounts
