"""Tell which cards a clause means: by colour, noun, age, name, and what is printed on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name
from stele.compiler.front.walk import nodes


def filters_of(which: n.Which) -> tuple[n.Filter, ...]:
    """Return what else is said of cards than colour, noun, age or name."""
    return () if isinstance(which, n.CardNamed) else which.filters


def passes(card: items.Card, filters: tuple[n.Filter, ...]) -> bool:
    """Tell whether a card is as it is said, by what is printed on it, or may be so in a game."""
    return all(passes_one(card, one) for one in filters)


def passes_one(card: items.Card, kept: n.Filter) -> bool:
    """Tell whether one thing that is said of cards is true of a card."""
    match kept:
        case n.Costing(bound, number, is_coins):
            return compared(printed(card, is_coins), bound, number)
        case n.Showing(symbol):
            return shows(card, (symbol.target or "").partition(".")[2])
        case n.Lacked():
            return any(nodes(card.effect, n.Science))
        case n.Coined() | n.Outermost():
            return True
        case _:
            assert_never(kept)


def shows(card: items.Card, symbol: str) -> bool:
    """Tell whether a symbol is printed on a card, also as one of several."""
    shown = [one.target or "" for science in nodes(card.effect, n.Science) for one in science.symbols]
    return symbol in [target.partition(".")[2] for target in shown]


def printed(card: items.Card, is_coins: bool) -> int:
    """Return how many coins, or how many units of resources, are printed as the cost of a card."""
    parts = () if card.cost is None else card.cost.parts
    return sum(part.number for part in parts if isinstance(part, n.Coins) == is_coins)


def compared(found: int, bound: n.Bound, number: int) -> bool:
    """Tell whether a number is as it must be."""
    if bound is n.Bound.EXACTLY:
        return found == number
    return found >= number if bound is n.Bound.LEAST else found <= number


def fits(
    card: items.Card,
    target: str,
    which: n.Which,
    noun_colour: Callable[[Name], str | None],
    age_of: Callable[[str], int],
) -> bool:
    """Tell whether a card, known by its target, is one that is meant."""
    colour = None if card.colour is None else card.colour.target
    match which:
        case n.CardNamed(named):
            return named.target == target
        case n.NamedCards(noun, filters=filters):
            return colour is not None and colour == noun_colour(noun) and passes(card, filters)
        case n.Cards(colours, age, filters=filters):
            is_of_age = age is None or age_of(card.deck.target or "") == age
            return (not colours or colour in {name.target for name in colours}) and is_of_age and passes(card, filters)
        case _:
            assert_never(which)
