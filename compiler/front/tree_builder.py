"""Build the syntax tree of a clause from its Lark tree: one function for each kind of sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lark import Token, Tree

from stele.compiler.common.codes import E0518
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.front import nodes as n
from stele.compiler.front.move_builder import choose_card, draw, looked_at, move_cards, swap_cards, swap_zone, transfer
from stele.compiler.front.nodes import Role, Seats
from stele.compiler.front.phrase_builder import (
    MOMENTS,
    cards_in,
    coins,
    countable,
    how_many,
    limit,
    lot,
    moment,
    place_in,
    price,
    seats,
    so_many,
    some_tokens,
    tests,
    where,
    which,
    whom,
    zone,
)
from stele.compiler.front.track_builder import advance, turn_marker
from stele.compiler.front.tree_reader import TreeReader, child, name, names, number, optional, tokens, trees


def clause(tree: Tree[Token], r: TreeReader) -> n.Clause:
    """Return the node of a whole clause."""
    condition = child(tree, "condition", "any_condition")
    begun = lasting_sentence(result(tree, r), child(tree, *LASTING), r)
    return n.Clause(
        optional(child(tree, *MOMENTS), moment, r),
        optional(child(tree, "once_per", "once_per_neighbour"), limit, r),
        () if condition is None else tests(condition, r),
        begun,
        optional(child(tree, "clause"), clause, r),
        r.of(tree),
    )


LASTING = {
    "this_turn": n.Lasting.THIS_TURN,
    "next_turn": n.Lasting.NEXT_TURN,
    "until_turn": n.Lasting.END_OF_TURN,
    "until_age": n.Lasting.END_OF_AGE,
    "for_turns": None,
    "for_cards": None,
}


def duration(tree: Tree[Token], r: TreeReader) -> n.Duration:
    """Return the node of how long something holds."""
    if tree.data == "behind":
        return duration(next(trees(tree)), r)
    if tree.data == "for_cards":
        return n.ForCards(number(tree, r), r.of(tree))
    return LASTING[str(tree.data)] or n.ForTurns(number(tree, r), r.of(tree))


def lasting_sentence(said: n.Sentence, lasting: Tree[Token] | None, r: TreeReader) -> n.Sentence:
    """Return the node of a sentence before or behind which stands how long it holds: what it gives
    or what may be had.
    """
    if lasting is None:
        return said
    match said:
        case n.Exchange() if isinstance(said.result, n.Have | n.StandingSentence):
            return replace(said, result=lasting_sentence(said.result, lasting, r))
        case n.May() if isinstance(said.what, n.Have | n.StandingSentence):
            return replace(said, what=lasting_sentence(said.what, lasting, r))
        case n.Have(lasting=None):
            return replace(said, lasting=duration(lasting, r))
        case n.Have():
            message = "how long this lasts is said twice"
            r.found.append(Diagnostic(E0518, message, r.of(lasting), help="leave one of them out"))
            return said
        case _:
            return n.Have(Seats.YOU, said, duration(lasting, r), said.span)


def have(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`others have -1 shield until end of age`."""
    what = next(part for part in trees(tree) if part.data in SENTENCES)
    behind = child(tree, "behind")
    until = None if behind is None else duration(behind, r)
    return n.Have(whom(child(tree, "who"), r), sentence(what, r), until, r.of(tree))


def either(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`gain 3 coins, or 1 shield until end of age`."""
    found: list[n.Sentence] = []
    for part in trees(tree):
        if part.data == "behind":
            found[-1] = lasting_sentence(found[-1], part, r)
        else:
            found.append(sentence(part, r))
    return n.Either(tuple(found), r.of(tree))


def sentence(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """Return the node of a sentence."""
    return SENTENCES[str(tree.data)](tree, r)


def result(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """Return the node of the sentence inside a sentence, and how long it holds."""
    said = next(part for part in trees(tree) if part.data in SENTENCES)
    return lasting_sentence(sentence(said, r), child(tree, "behind"), r)


def produce(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`produce wood or clay, not for sale`."""
    goods = next(trees(tree))
    made: n.Some | n.OneOf | n.SomeThat
    match goods.data:
        case "some":
            amount = number(goods, r) if tokens(goods, "NUMBER") else 1
            made = n.Some(amount, name(goods, Role.RESOURCE, r), r.of(goods))
        case "one_of":
            made = n.OneOf(names(goods, Role.RESOURCE, r), r.of(goods))
        case _:
            colours = tuple(name(part, Role.COLOUR, r) for part in trees(goods) if part.data == "made_by_cards")
            by_board = child(goods, "made_by_board") is not None
            made = n.SomeThat(number(goods, r), colours, by_board, child(goods, "do_not") is not None, r.of(goods))
    return n.Produce(made, child(tree, "not_for_sale") is None, r.of(tree), how_many(tree, r))


def buy(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`buy raw resources from right for 1`."""
    wares, seller = list(trees(tree))
    group = name(wares, Role.GROUP, r) if wares.data == "group_wares" else None
    return n.Buy(group, seats(seller), number(tree, r), r.of(tree))


def gain(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`everyone gains 6 coins`."""
    given: n.Coins | n.Tokens | n.ThatMany | n.HalfOf | n.Scale | n.It | None = lot(tree, r)
    if given is None:
        given = n.It(r.of(list(trees(tree))[-1]))
    is_shared = child(tree, "shared") is not None
    return n.Gain(whom(child(tree, "who"), r), given, how_many(tree, r), r.of(tree), is_shared)


def lose(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`others lose 2 coins`."""
    loss: n.Coins | n.Tokens | n.ThatMany | n.HalfOf | n.Scale | n.AllTokens | n.AllCoins | None = lot(tree, r)
    if loss is None:
        given = list(trees(tree))[-1]
        worth = tokens(given, "NUMBER")
        loss = n.AllCoins(r.of(given))
        if given.data == "all_tokens":
            loss = n.AllTokens(name(given, Role.TOKEN, r), r.number(worth[0]) if worth else None, r.of(given))
    return n.Lose(whom(child(tree, "who"), r), loss, how_many(tree, r), r.of(tree))


def score(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`score 1 point per 3 coins`."""
    points: int | n.ThatMany | n.Scale = so_many(tree, r) or number(tree, r)
    return n.Score(whom(child(tree, "who"), r), points, how_many(tree, r), r.of(tree))


def shields(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`2 shields against left`."""
    side = child(tree, "opponents", "across")
    against = None if side is None else seats(side)
    return n.Shields(number(tree, r), against, how_many(tree, r), r.of(tree))


def cost_change(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`green cards cost 1 resource less`."""
    subject, change_tree, *_ = trees(tree)
    what = n.Stages(r.of(subject)) if subject.data == "stages" else which(subject, r)
    kind, here = str(change_tree.data), r.of(change_tree)
    is_coins = "coins" in kind
    change: n.Less | n.More | n.Nothing
    if kind.endswith("_less"):
        change = n.Less(number(change_tree, r), is_coins, here)
    elif kind.endswith("_more"):
        change = n.More(number(change_tree, r), is_coins, here)
    else:
        change = n.Nothing(None if kind == "nothing" else is_coins, here)
    action = optional(child(tree, "to_action"), lambda part, reader: name(part, Role.ACTION, reader), r)
    return n.CostChange(what, change, action, how_many(tree, r), for_whom(tree, r), r.of(tree))


def for_whom(tree: Tree[Token], r: TreeReader) -> n.Subject:
    """Return the node of those for whom something stands."""
    part = child(tree, "for_whom")
    return Seats.YOU if part is None else whom(child(part, "who"), r)


def double(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`coins from yellow cards count double`."""
    doubled = next(trees(tree)).children[0]
    return n.Double(str(doubled).startswith("coin"), cards_in(tree, r), r.of(tree))


def worth(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`victory tokens are worth 1 point less for everyone`."""
    thing = next(trees(tree))
    what = some_tokens(thing, r) if thing.data == "some_tokens" else which(thing, r)
    points = number(tree, r) * (-1 if child(tree, "less") is not None else 1)
    return n.Worth(what, points, how_many(tree, r), for_whom(tree, r), r.of(tree))


def count_as(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`brown cards also count as grey cards`."""
    what, *_, as_what = (which(part, r) for part in trees(tree) if part.data != "also")
    return n.CountAs(what, as_what, child(tree, "also") is not None, r.of(tree))


def count_more(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`count 1 more brown card`."""
    what = countable(next(trees(tree)), r)
    assert isinstance(what, (n.Cards, n.NamedCards, n.Tokens, n.Symbols, n.Stages, n.AllCoins, n.AllShields))
    return n.CountMore(number(tree, r), what, r.of(tree))


def deed(tree: Tree[Token], r: TreeReader) -> n.Deed:
    """Return the node of what somebody may do, or may not."""
    here = r.of(tree)
    match tree.data:
        case "deed_build":
            return n.BuildingOf(cards_in(tree, r), chained(tree, r), child(tree, "free") is not None, here)
        case "deed_chain":
            return n.BuildingOf(None, chained(tree, r), False, here)
        case "deed_stage":
            return n.BuildingStages(here)
        case "deed_last":
            return n.PlayingLast(here)
        case "deed_use":
            return n.UseOf(cards_in(tree, r), name(tree, Role.ACTION, r), here)
        case _:
            return n.Trading(tree.data == "deed_sell", seats(child(tree, "other_seats")), here)


def right(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`may always build by chain from neighbours`, `others may not use a card to discard`."""
    *_, done = trees(tree)
    kind = n.Right if tree.data == "right" else n.Ban
    return kind(whom(child(tree, "who"), r), deed(done, r), r.of(tree))


def toll(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`purchases cost 1 more for others`."""
    more = number(tree, r) * (-1 if child(tree, "less") is not None else 1)
    excepted = child(tree, "except_for")
    unless = None if excepted is None else cards_in(excepted, r)
    return n.Toll(tree.data == "bank_toll", unless, more, how_many(tree, r), for_whom(tree, r), r.of(tree))


def win_conflict(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`win the conflict`, `lose the conflict`."""
    return n.WinConflict(tree.data == "win_conflict", whom(child(tree, "who"), r), r.of(tree))


def chained(tree: Tree[Token], r: TreeReader) -> n.ByChain | None:
    """Return the node of `by chain from neighbours`."""
    chain = child(tree, "by_chain")
    if chain is None:
        return None
    return n.ByChain(optional(child(chain, "seats", "zone"), where, r), r.of(chain))


def build(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`build a card from discard for free`."""
    them = child(tree, "of_them")
    used = child(tree, "used_card")
    what: n.Which | n.OfThem | n.UsedCard
    if them is not None:
        what = n.OfThem(number(them, r), r.of(them))
    else:
        what = cards_in(tree, r) if used is None else n.UsedCard(r.of(used))
    chained = child(tree, "by_chain")
    chain = None
    if chained is not None:
        chain = n.ByChain(optional(child(chained, "seats", "zone"), where, r), r.of(chained))
    origin = optional(child(tree, "zone"), zone, r)
    return n.Build(whom(child(tree, "who"), r), what, origin, chain, price(tree, r), r.of(tree))


def play(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`play a leader from leader-hand for 2 coins less`."""
    them, who = child(tree, "of_them"), whom(child(tree, "who"), r)
    what = cards_in(tree, r) if them is None else n.OfThem(number(them, r), r.of(them))
    return n.Play(who, what, optional(child(tree, "zone"), zone, r), price(tree, r), r.of(tree))


def oblige(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`others must discard their next card from hand`."""
    action, source = tokens(tree, "NAME")
    who = whom(child(tree, "who"), r)
    return n.Oblige(who, r.name(action, Role.ACTION), r.name(source, Role.ZONE), r.of(tree))


def copy(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`copy stage 1 or a yellow card in neighbours`."""
    stage = number(tree, r) if tokens(tree, "NUMBER") else None
    return n.Copy(cards_in(tree, r), stage, place_in(tree, r), r.of(tree))


def exchange(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`must spend 1 diplomacy token to sit out`."""
    verb = child(tree, "giving")
    assert verb is not None
    parts = [part for part in trees(tree) if part.data in ("coins", "tokens", "unused", "paid_cards")]
    items: list[n.Coins | n.Tokens | n.Unused | n.PaidCards] = []
    for part in parts:
        match part.data:
            case "coins":
                items.append(coins(part, r))
            case "tokens":
                items.append(some_tokens(part, r))
            case "paid_cards":
                source = child(part, "zone")
                assert source is not None
                so_many = child(part, "so_many_cards")
                what = cards_in(part if so_many is None else so_many, r)
                items.append(
                    n.PaidCards(1 if so_many is None else number(so_many, r), what, zone(source, r), r.of(part))
                )
            case _:
                resource = None if child(part, "any_resource") else name(part, Role.RESOURCE, r)
                items.append(n.Unused(number(part, r), resource, r.of(part)))
    is_must = child(tree, "must") is not None
    return n.Exchange(is_must, str(verb.children[0]), tuple(items), result(tree, r), r.of(tree))


def take_off(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`take 1 coin from a card in city`, `take 2 coins from this card`."""
    lot = child(tree, "coins")
    assert lot is not None
    who, taken = whom(child(tree, "who"), r), number(lot, r)
    if part := child(tree, "this_card"):
        return n.TakeOff(who, taken, n.ThisCard(r.of(part)), None, r.of(tree))
    if part := child(tree, "event_card"):
        return n.TakeOff(who, taken, n.EventCard(r.of(part)), None, r.of(tree))
    return n.TakeOff(who, taken, cards_in(tree, r), place_in(tree, r), r.of(tree))


def put(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`put 1 coin on a card in city`, `put 1 coin on this card`."""
    if part := child(tree, "this_card"):
        return n.Put(number(tree, r), n.ThisCard(r.of(part)), None, r.of(tree))
    if part := child(tree, "event_card"):
        return n.Put(number(tree, r), n.EventCard(r.of(part)), None, r.of(tree))
    return n.Put(number(tree, r), cards_in(tree, r), place_in(tree, r), r.of(tree))


def replace_board(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`replace your board with 1 of 3 unused boards, either side`."""
    is_either = child(tree, "either_side") is not None
    return n.ReplaceBoard(number(tree, r), number(tree, r, 1), is_either, r.of(tree))


def discard_tokens(tree: Tree[Token], r: TreeReader) -> n.Sentence:
    """`everyone discards 1 defeat token`."""
    given = child(tree, "tokens")
    assert given is not None
    return n.DiscardTokens(whom(child(tree, "who"), r), some_tokens(given, r), how_many(tree, r), r.of(tree))


SENTENCES: dict[str, Callable[[Tree[Token], TreeReader], n.Sentence]] = {
    "produce": produce,
    "buy": buy,
    "rebate": lambda t, r: n.Rebate(seats(next(trees(t))), number(t, r), r.of(t)),
    "gain": gain,
    "lose": lose,
    "score": score,
    "shields": shields,
    "science": lambda t, r: n.Science(names(t, Role.SYMBOL, r), r.of(t)),
    "copied_science": lambda t, r: n.CopiedScience(cards_in(t, r), place_in(t, r), r.of(t)),
    "science_of": lambda t, r: n.ScienceOf(str(next(trees(t)).children[0]) == "most", r.of(t)),
    "convert": lambda t, r: n.Convert(number(t, r), r.of(t)),
    "cost_change": cost_change,
    "also_count": lambda t, r: n.AlsoCount(cards_in(t, r), name(t, Role.ZONE, r), r.of(t)),
    "double": double,
    "more_cards": lambda t, r: n.MoreCards(number(t, r), name(t, Role.ZONE, r), r.of(t)),
    "produce_more": lambda t, r: n.ProduceMore(cards_in(t, r), number(t, r), r.of(t)),
    "worth": worth,
    "right": right,
    "ban": right,
    "toll": toll,
    "bank_toll": toll,
    "count_as": count_as,
    "count_more": count_more,
    "any_order": lambda t, r: n.AnyOrder(r.of(t)),
    "build": build,
    "have": have,
    "play_last": lambda t, r: n.PlayLast(Seats.YOU, r.of(t)),
    "play_last_of": lambda t, r: n.PlayLast(seats(next(trees(t))), r.of(t)),
    "play": play,
    "copy": copy,
    "copy_board": lambda t, r: n.CopyBoard(seats(child(t, "other_seats")), r.of(t)),
    "exchange": exchange,
    "end_game": lambda t, r: n.EndGame(r.of(t)),
    "win_conflict": win_conflict,
    "lose_conflict": win_conflict,
    "win_game": lambda t, r: n.WinGame(whom(child(t, "who"), r), r.of(t)),
    "sit_out": lambda t, r: n.SitOut(r.of(t)),
    "draw": draw,
    "roll": lambda t, r: n.Roll(r.of(t)),
    "either": either,
    "may": lambda t, r: n.May(whom(child(t, "who"), r), result(t, r), r.of(t)),
    "choose_colour": lambda t, r: n.ChooseColour(r.of(t)),
    "choose_number": lambda t, r: n.ChooseNumber(number(t, r), number(t, r, 1), r.of(t)),
    "choose_card": choose_card,
    "choose_seat": lambda t, r: n.ChooseSeat(seats(next(trees(t))), r.of(t)),
    "take_seat": lambda t, r: n.TakeSeat(r.of(t)),
    "take_turn": lambda t, r: n.TakeTurn(whom(child(t, "who"), r), r.of(t)),
    "become_first": lambda t, r: n.BecomeFirst(whom(child(t, "who"), r), r.of(t)),
    "leave": lambda t, r: n.LeaveTable(r.of(t)),
    "return_to": lambda t, r: n.ReturnToTable(r.of(t)),
    "swap_hands": swap_zone,
    "swap_zone": swap_zone,
    "swap_cards": swap_cards,
    "replace_board": replace_board,
    "discard_tokens": discard_tokens,
    "discard_cards": move_cards,
    "put_cards": move_cards,
    "give_cards": move_cards,
    "take_cards": move_cards,
    "reveal_cards": move_cards,
    "look": lambda t, r: n.LookAt(whom(child(t, "who"), r), looked_at(t, r), r.of(t)),
    "build_stage": lambda t, r: n.BuildStage(whom(child(t, "who"), r), price(t, r), r.of(t)),
    "oblige": oblige,
    "take": transfer,
    "give": transfer,
    "reveal": lambda t, r: n.Reveal(names(c, Role.COLOUR, r) if (c := child(t, "unless")) else (), r.of(t)),
    "advance": advance,
    "go_back": advance,
    "advance_that_many": advance,
    "go_back_that_many": advance,
    "turn_to": turn_marker,
    "flip": turn_marker,
    "put": put,
    "take_off": take_off,
}


def cost(tree: Tree[Token], r: TreeReader) -> n.Cost:
    """Return the node of a cost."""
    parts: list[n.Coins | n.Goods | n.Different] = []
    for part in trees(tree):
        match part.data:
            case "cost_coins":
                parts.append(coins(part, r))
            case "cost_goods":
                parts.append(n.Goods(number(part, r), name(part, Role.RESOURCE, r), r.of(part)))
            case _:
                parts.append(n.Different(number(part, r), name(part, Role.GROUP, r), r.of(part)))
    return n.Cost(tuple(parts), r.of(tree) if parts else r.scalar.span)
