"""Build the nodes inside a sentence from Lark trees: cards, counts, places, conditions, prices."""

from __future__ import annotations

from dataclasses import replace

from lark import Token, Tree

from stele.compiler.front import nodes as n
from stele.compiler.front.ids import hyphenated
from stele.compiler.front.nodes import Role, Seats
from stele.compiler.front.tree_reader import TreeReader, child, name, names, number, optional, tokens, trees

MOMENTS = ("when", "at", "before_choosing", "after_playing", "instead", "as_soon_as", "as_soon_as_any")


def moment(tree: Tree[Token], r: TreeReader) -> n.Moment:
    """Return the node of a moment."""
    here = r.of(tree)
    match tree.data:
        case "when":
            actor, happening = trees(tree)
            return n.When(event(happening, r), seats(actor), here)
        case "at":
            point = next(trees(tree))
            if point.data == "conflict":
                return n.AtConflict(here)
            edge, period = point.children
            return n.AtEdge(str(edge) == "end", n.Period(str(period)), here)
        case "before_choosing":
            return n.BeforeChoosing(here)
        case "after_playing":
            return n.AfterPlaying(here)
        case "as_soon_as" | "as_soon_as_any":
            return n.AsSoonAs(tests(tree, r), here)
        case "instead":
            *actor_of, happening = trees(tree)
            in_conflict = child(happening, "in_conflict") is not None
            return n.InsteadOf(replaced(happening, r), in_conflict, here, seats(actor_of[0] if actor_of else None))
        case _:
            raise AssertionError(tree.data)


def replaced(tree: Tree[Token], r: TreeReader) -> n.GainsToken | n.GainsCoins | n.LosesCoins | n.EndsConflict:
    """Return the node of what does not happen if something else does."""
    here = r.of(tree)
    match tree.data:
        case "instead_token":
            return n.GainsToken(some_tokens(next(trees(tree)), r), here)
        case "instead_coins":
            return n.GainsCoins(child(tree, "from_bank") is not None, here)
        case "instead_losing":
            return n.LosesCoins(here)
        case _:
            return n.EndsConflict(bool(tokens(tree, "WINNING")), here)


def event(tree: Tree[Token], r: TreeReader) -> n.Event:
    """Return the node of what a trigger waits for."""
    here = r.of(tree)
    match tree.data:
        case "on_build_card":
            at = tokens(tree, "NAME")
            by_chain, is_free = child(tree, "chained") is not None, child(tree, "freely") is not None
            manner = n.Manner.CHAIN if by_chain else n.Manner.FREE if is_free else None
            cards = which(next(trees(tree)), r)
            if by_chain and cards == n.Cards((), None, here):
                return n.BuildsByChain(here)
            return n.BuildsCard(cards, r.name(at[0], Role.ZONE) if at else None, manner, here)
        case "on_build_stage":
            return n.BuildsStage(here)
        case "on_build_by_chain":
            return n.BuildsByChain(here)
        case "on_buy":
            return n.BuysFromNeighbour(here)
        case "on_sell":
            return n.SellsToNeighbour(here)
        case "on_lose_token":
            return n.LosesToken(some_tokens(next(trees(tree)), r), here)
        case "on_tie":
            return n.TiesConflict(here)
        case "on_gain_token":
            return n.GainsToken(some_tokens(next(trees(tree)), r), here)
        case "on_gain_coins":
            return n.GainsCoins(child(tree, "from_bank") is not None, here)
        case "on_lose_coins":
            return n.LosesCoins(here)
        case "on_discard":
            return card_deed(n.CardDeed.DISCARD, tree, r)
        case "on_draw":
            return card_deed(n.CardDeed.DRAW, tree, r)
        case "on_play":
            return card_deed(n.CardDeed.PLAY, tree, r)
        case "on_copy":
            return card_deed(n.CardDeed.COPY, tree, r)
        case "on_win" | "on_lose":
            return n.EndsConflict(tree.data == "on_win", here)
        case "on_reach":
            return n.ReachesStep(number(tree, r), name(tree, Role.TRACK, r), here)
        case "on_turn":
            marker, *face = tokens(tree, "NAME")
            to = r.name(face[0], Role.FACE) if face else None
            return n.TurnsMarker(r.name(marker, Role.MARKER), to, here)
        case "on_use":
            return n.UsesCard(which(next(trees(tree)), r), name(tree, Role.ACTION, r), here)
        case _:
            raise AssertionError(tree.data)


def card_deed(deed: n.CardDeed, tree: Tree[Token], r: TreeReader) -> n.HandlesCard:
    """Return the node of what somebody does with a card."""
    source = tokens(tree, "NAME")
    return n.HandlesCard(deed, cards_in(tree, r), r.name(source[0], Role.ZONE) if source else None, r.of(tree))


def limit(tree: Tree[Token], r: TreeReader) -> n.Once:
    """Return the node of a limit."""
    often, period = tree.children[0], tree.children[-1]
    assert isinstance(often, Tree)
    words = {"once": 1, "twice": 2}
    times = words.get(str(often.children[0])) or r.number(tokens(often, "NUMBER")[0])
    return n.Once(n.Period(str(period)), tree.data == "once_per_neighbour", r.of(tree), times)


def tests(tree: Tree[Token], r: TreeReader) -> tuple[n.Test, ...]:
    """Return the nodes of a condition: all of them must hold, or any of them."""
    found = tuple(test(part, r) for part in trees(tree))
    if tree.data in ("condition", "as_soon_as"):
        return found
    return (n.Test(False, n.AnyOf(found, r.of(tree)), r.of(tree)),)


def test(tree: Tree[Token], r: TreeReader) -> n.Test:
    """Return the node of one condition."""
    said = list(trees(tree))[-1]
    is_negated = (child(tree, "not_") is not None) is not (child(said, "nobody") is not None)
    return n.Test(is_negated, fact(said, r), r.of(tree))


def fact(tree: Tree[Token], r: TreeReader) -> n.Fact:
    """Return the node of what a condition asks."""
    here = r.of(tree)
    match tree.data:
        case "card_there":
            what, place = one_place(tree, r)
            return n.AtLeast(1, what, place, here, n.Bound.LEAST, holder(tree))
        case "at_least" | "at_least_so_many":
            what, place = one_place(tree, r)
            least = 0 if child(tree, "none") is not None else number(tree, r)
            how = n.Bound.MOST if child(tree, "none") is not None else bound(tree)
            return n.AtLeast(least, what, place, here, how, holder(tree))
        case "compared" | "more_or_fewer":
            what, place = one_place(tree, r)
            comparison, than = child(tree, "comparison"), child(tree, "rival_thing")
            is_more = comparison is not None and str(comparison.children[0]) == "more"
            rival = seats(child(tree, "rival")) if than is None else n.RivalThing(*one_place(than, r), r.of(than))
            return n.Compared(is_more, what, place, rival, holder(tree), here)
        case "foremost" | "who_has":
            what, place = one_place(tree, r)
            superlative, group = child(tree, "superlative"), child(tree, "among")
            is_most = superlative is not None and str(superlative.children[0]) == "most"
            among = None if group is None else seats(next(trees(group)))
            return n.Foremost(is_most, child(tree, "alone") is not None, what, place, among, holder(tree), here)
        case "so_many_players":
            return n.SoManyPlayers(number(tree, r), bound(tree), here)
        case "in_age":
            return n.InAge(number(tree, r), here)
        case "has_majority":
            return n.HasMajority(seats(next(trees(tree))), here)
        case "card_of_age":
            return n.CardIs(n.Cards((), number(tree, r), here), used_card(tree, r), here)
        case "card_is":
            return n.CardIs(n.Cards(names(tree, Role.COLOUR, r), None, here), used_card(tree, r), here)
        case "marker_is":
            marker, face = tokens(tree, "NAME")
            return n.MarkerIs(r.name(marker, Role.MARKER), r.name(face, Role.FACE), here)
        case "in_turn":
            return n.InTurn(number(tree, r), here)
        case "done_now":
            doer, done = trees(tree)
            who = Seats.ANYONE if doer.data == "nobody" else seats(doer)
            return n.DoneThisTurn(deed(done, r), who, here)
        case _:
            raise AssertionError(tree.data)


def deed(tree: Tree[Token], r: TreeReader) -> n.BuildsCard | n.BuildsStage | n.UsesCard:
    """Return the node of what somebody has done."""
    here = r.of(tree)
    match tree.data:
        case "built_card":
            return n.BuildsCard(cards_in(tree, r), None, None, here)
        case "built_stage":
            return n.BuildsStage(here)
        case _:
            return n.UsesCard(cards_in(tree, r), name(tree, Role.ACTION, r), here)


AROUND = ("holder", "bound", "none", "comparison", "superlative", "alone", "rival", "rival_thing", "among")


def one_place(tree: Tree[Token], r: TreeReader) -> tuple[n.Countable, n.Where | n.Place | None]:
    """Return what a condition counts, and where: in one place, or in several together."""
    what, *places = (part for part in trees(tree) if part.data not in AROUND)
    if len(places) < 2:
        return countable(what, r), where(places[0], r) if places else None
    return countable(what, r), n.Place(tuple(where(place, r) for place in places), r.of(tree))


def used_card(tree: Tree[Token], r: TreeReader) -> n.UsedCard | None:
    """Return the node of `the card under this stage`, if it is spoken of."""
    part = child(tree, "used_card")
    return None if part is None else n.UsedCard(r.of(part))


def bound(tree: Tree[Token]) -> n.Bound:
    """Return how a number is compared."""
    words = child(tree, "bound")
    return n.Bound.LEAST if words is None else n.Bound(" ".join(map(str, words.children)))


def holder(tree: Tree[Token]) -> Seats:
    """Return of whom a condition speaks."""
    words = child(tree, "holder")
    return Seats.YOU if words is None else seats(next(trees(words)))


# What stands behind `from` and `to` in another form than before a verb.
BEHIND = {"them": "they", "each neighbour": "neighbours"}


def seats(tree: Tree[Token] | None) -> Seats:
    """Return the seats that a word or two name; none means the owner."""
    if tree is None:
        return Seats.YOU
    words = " ".join("a" if word == "an" else str(word) for word in tree.children)
    words = BEHIND.get(words, words) if tree.data in ("other_seats", "owner") else words
    if words == "that player":
        return Seats.THEY
    return Seats(f"a {words}" if words in ("neighbour", "player") else words)


def whom(tree: Tree[Token] | None, r: TreeReader) -> n.Subject:
    """Return the node of who does something; none means the owner."""
    if tree is None:
        return Seats.YOU
    named = next(trees(tree))
    here = r.of(named)
    match named.data:
        case "seats_with":
            group, holding = trees(named)
            found = fact(holding, r)
            assert isinstance(found, (n.AtLeast, n.Compared))
            return n.SeatsWith(seats(group), found, here)
        case "who_has":
            found = fact(named, r)
            assert isinstance(found, n.Foremost)
            return n.WhoHas(found, here)
        case _:
            return seats(named)


def which(tree: Tree[Token], r: TreeReader) -> n.Which:
    """Return the node of `brown card`, `card` or `leader`."""
    if tree.data == "card_named":
        quoted = tokens(tree, "STRING")[0]
        return n.CardNamed(n.Name(hyphenated(str(quoted)[1:-1]), Role.CARD, r.of(quoted)), r.of(tree))
    if tree.data in OUTERMOST:
        cards = which(next(trees(tree)), r)
        assert not isinstance(cards, n.CardNamed)
        outermost = n.Outermost(tree.data == "newest_card", r.of(tree))
        return replace(cards, filters=(*cards.filters, outermost), span=r.of(tree))
    kept = tuple(card_filter(part, r) for part in trees(tree) if part.data in FILTERS)
    if tree.data == "named_cards":
        return n.NamedCards(name(tree, Role.NOUN, r), r.of(tree), kept)
    age = child(tree, "of_age")
    of_that = child(tree, "that_colour") is not None
    colours, of_age = names(tree, Role.COLOUR, r), None if age is None else number(age, r)
    return n.Cards(colours, of_age, r.of(tree), of_that, kept)


FILTERS = ("that_cost", "that_cost_none", "that_cost_coins", "with_symbol", "with_coin", "with_lacked")


def card_filter(tree: Tree[Token], r: TreeReader) -> n.Filter:
    """Return the node of what else is said of cards."""
    here = r.of(tree)
    match tree.data:
        case "that_cost":
            return n.Costing(bound(tree), number(tree, r), is_of_coins(tree), here)
        case "that_cost_none":
            return n.Costing(n.Bound.MOST, 0, is_of_coins(tree), here)
        case "that_cost_coins":
            return n.Costing(n.Bound.LEAST, 1, True, here)
        case "with_coin":
            return n.Coined(here)
        case "with_lacked":
            return n.Lacked(here)
        case _:
            return n.Showing(name(tree, Role.SYMBOL, r), here)


def is_of_coins(tree: Tree[Token]) -> bool:
    """Tell whether a filter is about coins, not resources."""
    return child(tree, "any_coins") is not None


OUTERMOST = ("newest_card", "oldest_card")
CARDS = ("coloured_cards", "any_cards", "named_cards", "card_named", *OUTERMOST)


def cards_in(tree: Tree[Token], r: TreeReader) -> n.Which:
    """Return the node of the cards that a sentence speaks of."""
    part = child(tree, *CARDS)
    assert part is not None
    return which(part, r)


def some_tokens(tree: Tree[Token], r: TreeReader) -> n.Tokens:
    """Return the node of `2 victory tokens worth 1`, `a victory token` or `victory token`."""
    numbers = [r.number(token) for token in tokens(tree, "NUMBER")]
    amount = numbers.pop(0) if tree.data == "tokens" else 1
    return n.Tokens(amount, name(tree, Role.TOKEN, r), numbers[0] if numbers else None, r.of(tree))


def countable(tree: Tree[Token], r: TreeReader) -> n.Countable:
    """Return the node of what is counted."""
    here = r.of(tree)
    match tree.data:
        case "coloured_cards" | "any_cards" | "named_cards" | "card_named":
            return which(tree, r)
        case "some_tokens":
            return some_tokens(tree, r)
        case "symbols":
            return n.Symbols(name(tree, Role.SYMBOL, r), here)
        case "set_of_cards":
            return n.SetOf(names(tree, Role.COLOUR, r), here)
        case "set_of_symbols":
            return n.SetOf(names(tree, Role.SYMBOL, r), here)
        case "square_of":
            inner = next(trees(tree))
            return n.SquareOf(n.Symbols(name(inner, Role.SYMBOL, r), r.of(inner)), here)
        case "stages":
            return n.Stages(here)
        case "steps":
            return n.Steps(name(tree, Role.TRACK, r), here)
        case "any_coins":
            return n.AllCoins(here)
        case "coins_on":
            return n.CoinsOn(cards_in(tree, r), here)
        case "coins_here":
            return n.CoinsOn(None, here)
        case "any_shields":
            return n.AllShields(here)
        case "ages_begun":
            return n.AgesBegun(here)
        case "players":
            return n.Players(here)
        case "line_points":
            return n.LinePoints(optional(child(tree, "line"), line, r), here)
        case "any_produced":
            return n.Produced(None, here)
        case "some_produced":
            return n.Produced(name(tree, Role.RESOURCE, r), here)
        case "colours":
            return n.Colours(child(tree, "of_age_cards") is not None, here)
        case "cards_of_one_colour":
            return n.CardsOfOneColour(here)
        case _:
            raise AssertionError(tree.data)


def line(tree: Tree[Token], r: TreeReader) -> n.Name:
    """Return the name of a line of the score sheet, which may be a word of the language, too."""
    (word,) = tree.children
    assert isinstance(word, Token)
    return r.name(word, Role.LINE)


def per(tree: Tree[Token], r: TreeReader) -> n.Per:
    """Return the node of `per ...`."""
    what, *rest = trees(tree)
    numbers = tokens(tree, "NUMBER")
    divisor = r.number(numbers[0]) if numbers else 1
    return n.Per(divisor, countable(what, r), held(rest[0], r) if rest else None, r.of(tree))


def how_many(tree: Tree[Token], r: TreeReader) -> n.Per | None:
    """Return the node of `per ..., at most 6`, or of `, less 1 per ...`, if a sentence says so."""
    if part := child(tree, "per"):
        return replace(per(part, r), most=most(tree, r))
    if part := child(tree, "less_per"):
        return replace(per(next(trees(part)), r), less=number(part, r), most=most(tree, r), span=r.of(part))
    return None


def most(tree: Tree[Token], r: TreeReader) -> int | None:
    """Return the number behind `at most`."""
    return optional(child(tree, "at_most"), number, r)


def unit(tree: Tree[Token], r: TreeReader) -> n.AllCoins | n.Tokens | n.AllPoints:
    """Return the node of `coins`, `victory tokens` or `points`."""
    match tree.data:
        case "any_coins":
            return n.AllCoins(r.of(tree))
        case "any_points":
            return n.AllPoints(r.of(tree))
        case _:
            return some_tokens(tree, r)


def so_many(tree: Tree[Token], r: TreeReader) -> n.ThatMany | n.Scale | None:
    """Return the node of an amount that depends on what was done, or of a scale."""
    if part := child(tree, "that_many", "that_many_points"):
        return n.ThatMany(unit(next(trees(part)), r), most(tree, r), r.of(part))
    if part := child(tree, "scale", "scale_of_points"):
        numbers, of, steps, what, *rest = trees(part)
        where_to_count = held(rest[0], r) if rest else None
        return n.Scale(unit(of, r), row(numbers, r), row(steps, r), countable(what, r), where_to_count, r.of(part))
    return None


def row(tree: Tree[Token], r: TreeReader) -> tuple[int, ...]:
    """Return the numbers of `1, 3, 6`."""
    return tuple(r.number(token) for token in tokens(tree, "NUMBER"))


def half_of(tree: Tree[Token], r: TreeReader) -> n.HalfOf | None:
    """Return the node of `half of coins, rounded up`."""
    part = child(tree, "half_of")
    if part is None:
        return None
    of = unit(next(trees(part)), r)
    assert not isinstance(of, n.AllPoints)
    rounded = child(part, "rounded")
    return n.HalfOf(of, rounded is not None and str(rounded.children[0]) == "up", most(tree, r), r.of(part))


def held(tree: Tree[Token], r: TreeReader) -> n.Place | n.TheyHave | n.YouHave | n.Here:
    """Return the node of where things are counted, or of who has them."""
    return n.YouHave(r.of(tree)) if tree.data == "you_have" else place(tree, r)


def place(tree: Tree[Token], r: TreeReader) -> n.Place | n.TheyHave | n.Here:
    """Return the node of where things are counted."""
    match tree.data:
        case "they_have":
            return n.TheyHave(r.of(tree))
        case "here":
            return n.Here(r.of(tree))
        case _:
            return n.Place(tuple(where(part, r) for part in trees(tree)), r.of(tree))


def place_in(tree: Tree[Token], r: TreeReader) -> n.Place | n.TheyHave | n.Here:
    """Return the node of the place that a sentence names."""
    part = child(tree, "place", "they_have", "here")
    assert part is not None
    return place(part, r)


def where(tree: Tree[Token], r: TreeReader) -> n.Where:
    """Return the node of one part of a place."""
    if tree.data in ("seats", "further_seats"):
        return n.CitiesOf(seats(tree), r.of(tree))
    return zone(tree, r)


def zone(tree: Tree[Token], r: TreeReader) -> n.Zone:
    """Return the node of `hand`, or of `hand of left`."""
    owner = child(tree, "owner")
    return n.Zone(name(tree, Role.ZONE, r), r.of(tree), None if owner is None else seats(owner))


def coins(tree: Tree[Token], r: TreeReader) -> n.Coins:
    """Return the node of `3 coins`."""
    return n.Coins(number(tree, r), r.of(tree))


def price(tree: Tree[Token], r: TreeReader) -> n.Free | n.Less | None:
    """Return the node of `for free` or `for 2 coins less`."""
    if part := child(tree, "free"):
        return n.Free(r.of(part))
    if part := child(tree, "coins_less"):
        return n.Less(number(part, r), True, r.of(part))
    return None


def lot(tree: Tree[Token], r: TreeReader) -> n.Coins | n.Tokens | n.ThatMany | n.HalfOf | n.Scale | None:
    """Return the node of what a sentence gives or takes: so many coins or tokens."""
    if part := child(tree, "coins"):
        return coins(part, r)
    if part := child(tree, "tokens"):
        return some_tokens(part, r)
    return so_many(tree, r) or half_of(tree, r)
