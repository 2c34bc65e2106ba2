"""English words that need no lexicon: seats, articles, plurals, numbers."""

from __future__ import annotations

from typing import assert_never

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Period, Seats, Subject
from stele.compiler.front.unparse import many

PERIODS = {Period.GAME: "game", Period.AGE: "Age", Period.TURN: "turn"}

OWNERS = "your\N{NO-BREAK SPACE}"  # the owner's in a sentence that becomes one about others

CITIES = {
    Seats.YOU: "your city",
    Seats.LEFT: "your left neighbour's city",
    Seats.RIGHT: "your right neighbour's city",
    Seats.ACROSS: "the city on the other side",
    Seats.NEIGHBOURS: "the two neighbouring cities",
    Seats.OTHERS: "all other cities",
    Seats.EVERYONE: "all cities",
    Seats.PARTNER: "your partner's city",
    Seats.VICTOR: "the victor's city",
    Seats.LOSER: "the loser's city",
    Seats.ANYONE: "any city",
    Seats.EACH_NEIGHBOUR: "each neighbouring city",
    Seats.EACH_OTHER_PLAYER: "each other city",
    Seats.A_NEIGHBOUR: "a neighbour's city",
    Seats.A_PLAYER: "a player's city",
    Seats.ANOTHER_PLAYER: "another player's city",
    Seats.THEY: "their city",
    Seats.BANK: "the bank",
}

ONE_CITY = {Seats.NEIGHBOURS: "a neighbouring city", Seats.OTHERS: "another city", Seats.EVERYONE: "any city"}

ONE_OF = {
    Seats.NEIGHBOURS: "a neighbour",
    Seats.OTHERS: "another player",
    Seats.EVERYONE: "any player",
}

SUBJECTS = {
    Seats.LEFT: "your left neighbour",
    Seats.RIGHT: "your right neighbour",
    Seats.ACROSS: "the player on the other side",
    Seats.NEIGHBOURS: "each of your neighbours",
    Seats.OTHERS: "each other player",
    Seats.EVERYONE: "every player",
    Seats.PARTNER: "your partner",
    Seats.VICTOR: "the victor",
    Seats.LOSER: "the loser",
    Seats.ANYONE: "any player",
    Seats.EACH_NEIGHBOUR: "each of your neighbours",
    Seats.EACH_OTHER_PLAYER: "each other player",
    Seats.A_NEIGHBOUR: "a neighbour of your choice",
    Seats.A_PLAYER: "a player of your choice",
    Seats.ANOTHER_PLAYER: "another player of your choice",
    Seats.THEY: "that player",
    Seats.BANK: "the bank",
}

SELLERS = {**SUBJECTS, Seats.NEIGHBOURS: "your neighbours"}


ACTORS = {
    Seats.A_NEIGHBOUR: "a neighbour",
    Seats.A_PLAYER: "any player",
    Seats.ANOTHER_PLAYER: "another player",
}


RIVALS = {
    **ACTORS,
    Seats.YOU: "you",
    Seats.EACH_NEIGHBOUR: "each of your neighbours",
    Seats.EACH_OTHER_PLAYER: "each other player",
}


def worth(points: int | None, number: int) -> str:
    """Return ` worth 3 points`, or nothing."""
    if points is None:
        return ""
    return f" worth {many(points, 'point')}" + ("" if number == 1 else " each")


def behind(seats: Seats, who: Subject) -> str:
    """Return seats as they stand behind `from`, `to` or `with`: seen from the subject, who is never
    among them.
    """
    if seats is Seats.YOU:
        return "you"
    text = SUBJECTS[Seats.ANOTHER_PLAYER if seats is Seats.A_PLAYER else seats]
    text = SUBJECTS[Seats.OTHERS] if seats is Seats.EVERYONE else text
    return text if who is Seats.YOU else text.replace("your", "their")


def a(words: str) -> str:
    """Return the words with `a` or `an` before them."""
    return f"{'an' if words[0].lower() in 'aeiou' else 'a'} {words}"


def plural(noun: str) -> str:
    """Return the regular plural of a noun."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "z", "ch", "sh")) else "s")


def each(divisor: int) -> str:
    """Return `each`, or `every 3`."""
    return "each" if divisor == 1 else f"every {divisor}"


def counted(number: int) -> str:
    """Return a number that stands for things."""
    return "one" if number == 1 else str(number)


def change_text(change: n.Less | n.More | n.Nothing) -> str:
    """Return how a cost is changed."""
    match change:
        case n.Nothing(None):
            return "nothing"
        case n.Nothing(is_coins):
            return f"no {'coins' if is_coins else 'resources'}"
        case n.Less(number, is_coins):
            return f"{many(number, 'coin' if is_coins else 'resource')} less"
        case n.More(number, True):
            return f"{many(number, 'coin')} more"
        case n.More(number, _):
            return f"{many(number, 'resource')} of any kind more"
        case _:
            assert_never(change)


def price_text(price: n.Free | n.Less | None) -> str:
    """Return what a build costs, if not what is printed."""
    match price:
        case None:
            return ""
        case n.Free():
            return " for free"
        case n.Less(number, is_coins):
            return f" for {many(number, 'coin' if is_coins else 'resource')} less"
        case _:
            assert_never(price)
