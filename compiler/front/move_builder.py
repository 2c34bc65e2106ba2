"""Build the nodes of sentences that move something from Lark trees: cards, coins and tokens."""

from __future__ import annotations

from lark import Token, Tree

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Role
from stele.compiler.front.phrase_builder import (
    cards_in,
    coins,
    how_many,
    seats,
    some_tokens,
    where,
    whom,
    zone,
)
from stele.compiler.front.tree_reader import TreeReader, child, name, number, optional, tokens, trees


def draw(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`draw 3 unused guilds then build 1 of them for free`."""
    unused, into = child(tree, "unused_cards"), child(tree, "into")
    source = None if unused is not None else optional(child(tree, "zone", "seats"), where, r)
    to = None if into is None else zone(next(trees(into)), r)
    kept = optional(child(tree, "keep"), number, r)
    what = cards_in(tree if unused is None else unused, r)
    return n.Draw(whom(child(tree, "who"), r), number(tree, r), what, source, to, kept, r.of(tree))


MOVES = {
    "put_cards": n.MoveVerb.PUT,
    "discard_cards": n.MoveVerb.DISCARD,
    "give_cards": n.MoveVerb.GIVE,
    "take_cards": n.MoveVerb.TAKE,
    "reveal_cards": n.MoveVerb.REVEAL,
}


def move_cards(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`put a blue card from city of left into discard`, `give a card from hand to right`."""
    verb, who = MOVES[str(tree.data)], whom(child(tree, "who"), r)
    places = [where(part, r) for part in trees(tree) if part.data in ("zone", "seats")]
    into = places.pop() if verb is n.MoveVerb.PUT else None
    source = places[0] if places else None
    other = optional(child(tree, "other_seats"), lambda part, _: seats(part), r)
    number_of, what = some_cards(tree, r)
    return n.MoveCards(verb, who, number_of, what, source, into, other, r.of(tree))


Moved = n.Which | n.OfThem | n.UsedCard | n.ThisCard | n.EventCard


def some_cards(tree: Tree[Token], r: TreeReader) -> tuple[int | n.SoMany, Moved]:
    """Return how many cards a sentence moves, and which."""
    if part := child(tree, "of_them"):
        return number(part, r), n.OfThem(number(part, r), r.of(part))
    if part := child(tree, "used_card"):
        return 1, n.UsedCard(r.of(part))
    if part := child(tree, "this_card"):
        return 1, n.ThisCard(r.of(part))
    if part := child(tree, "event_card"):
        return 1, n.EventCard(r.of(part))
    if part := child(tree, "so_many_cards"):
        return number(part, r), cards_in(part, r)
    if part := child(tree, "that_many_cards"):
        return n.SoMany.THAT_MANY, cards_in(part, r)
    if part := child(tree, "all_cards"):
        return n.SoMany.ALL, cards_in(part, r)
    return 1, cards_in(tree, r)


def choose_card(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`choose a card from hand of left`."""
    source = child(tree, "zone", "seats")
    assert source is not None
    return n.ChooseCard(cards_in(tree, r), where(source, r), r.of(tree))


def looked_at(tree: Tree[Token], r: TreeReader) -> n.Zone:
    """Return the node of the place that lies open."""
    part = child(tree, "zone")
    assert part is not None
    return zone(part, r)


def swap_cards(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`swap a card of equal cost with a player`."""
    source, other = optional(child(tree, "zone"), zone, r), seats(child(tree, "other_seats"))
    cards, theirs = cards_in(tree, r), optional(child(tree, "for_theirs"), cards_in, r)
    is_equal = child(tree, "equal_cost") is not None
    return n.SwapCards(cards, is_equal, source, None if theirs == cards else theirs, other, r.of(tree))


def swap_zone(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`swap hand with a player`."""
    named = name(tree, Role.ZONE, r) if tokens(tree, "NAME") else None
    return n.SwapZones(named, seats(child(tree, "other_seats")), r.of(tree))


def transfer(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`take 2 coins from a neighbour`, `give 1 coin to left`."""
    amount = child(tree, "coins", "tokens")
    assert amount is not None
    what = coins(amount, r) if amount.data == "coins" else some_tokens(amount, r)
    who, other = whom(child(tree, "who"), r), seats(child(tree, "other_seats"))
    return n.Transfer(tree.data == "take", who, what, how_many(tree, r), other, r.of(tree))
