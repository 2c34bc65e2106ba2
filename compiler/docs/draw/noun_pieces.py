"""Compose the drawings of what a clause speaks of: nouns, cards, counts, places, goods and
costs.
"""

from __future__ import annotations

from typing import assert_never

from stele.compiler.docs.draw.drawing import Piece, divided, framed, row
from stele.compiler.docs.draw.emblems import emblem
from stele.compiler.docs.draw.glyphs import (
    PLAIN,
    aged,
    amount,
    badge,
    coin,
    point,
    struck,
)
from stele.compiler.docs.draw.nouns import ANY_COLOUR, KINDS, Drawings
from stele.compiler.docs.draw.seat_pieces import counted, sided, slashed
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Role, Seats
from stele.compiler.language.numerals import signed

SIGNS = {n.Bound.LEAST: "≥", n.Bound.MOST: "≤", n.Bound.EXACTLY: "="}


class NounPieces:
    """Composes pieces with the drawings of what some expansions declare."""

    def __init__(self, nouns: Drawings) -> None:
        self.nouns = nouns

    def of(self, name: Name) -> Piece:
        """Return the picture of a name."""
        return self.nouns.get((name.role, name.target or "")) or emblem(KINDS.get(name.role, "other"), name.text)

    def tokens(self, tokens: n.Tokens | n.AllTokens) -> Piece:
        """Return one token, with what it is worth if that is told."""
        drawn = self.of(tokens.kind)
        return drawn if tokens.worth is None else badge(drawn, signed(tokens.worth))

    def cards(self, cards: n.Which | n.OfThem | n.UsedCard | n.ThisCard | n.EventCard) -> Piece:
        """Return which cards are meant."""
        match cards:
            case n.NamedCards(noun):
                return self.kept(self.of(noun), cards.filters)
            case n.Cards(colours, age):
                shown = [self.of(colour) for colour in colours] or [PLAIN["card"]]
                drawn = divided(shown, PLAIN["slash"], -1)
                return self.kept(drawn if age is None else row([aged(age), drawn], 0), cards.filters)
            case n.CardNamed(card):
                return self.of(card)
            case n.ThisCard():
                return row([PLAIN["arrow-down"], PLAIN["card"]], 0)
            case n.EventCard():
                return row([PLAIN["card"], PLAIN["arrow-down"]], 0)
            case n.OfThem(number):
                return badge(PLAIN["card"], str(number))
            case n.UsedCard():
                return PLAIN["under"]
            case _:
                assert_never(cards)

    def kept(self, drawn: Piece, filters: tuple[n.Filter, ...]) -> Piece:
        """Return cards with what else is said of them."""
        for one in filters:
            match one:
                case n.Costing(bound, number, is_coins):
                    thing = coin() if is_coins else PLAIN["resource"]
                    drawn = row([drawn, framed(row([amount(SIGNS[bound] + str(number)), thing], 0), "test")], 0)
                case n.Showing(symbol):
                    drawn = row([drawn, framed(self.of(symbol), "test")], 0)
                case n.Coined():
                    drawn = row([drawn, framed(row([PLAIN["arrow-down"], coin()], 0), "test")], 0)
                case n.Outermost(is_newest):
                    drawn = row([PLAIN["newest" if is_newest else "oldest"], drawn], 0)
                case n.Lacked():
                    drawn = row([drawn, framed(struck(PLAIN["symbol"]), "test")], 0)
                case _:
                    assert_never(one)
        return drawn

    def cost(self, cost: n.Cost) -> list[Piece]:
        """Return the parts of a cost; nothing to pay is drawn too."""
        drawn: list[Piece] = []
        for part in cost.parts:
            match part:
                case n.Coins(number):
                    drawn.append(coin(str(number)))
                case n.Goods(number, resource):
                    drawn += [self.of(resource)] * number if number <= 4 else [counted(number, self.of(resource))]
                case n.Different(number, group):
                    drawn.append(row([amount(str(number)), PLAIN["different"], self.of(group)], 0.5))
                case _:
                    assert_never(part)
        return drawn or [struck(PLAIN["coin"])]

    def countable(self, what: n.Countable) -> Piece:
        """Return what is counted."""
        match what:
            case n.Cards() | n.NamedCards() | n.CardNamed():
                return self.cards(what)
            case n.Tokens():
                return self.tokens(what)
            case n.Symbols(kind):
                return self.of(kind)
            case n.SetOf(kinds):
                return row([self.of(kind) for kind in kinds], -3 if kinds[0].role is Role.COLOUR else 0)
            case n.SquareOf(symbols):
                return row([self.of(symbols.kind), PLAIN["per"], self.of(symbols.kind)], 0)
            case n.Stages():
                return PLAIN["stage"]
            case n.Steps(track):
                return self.of(track)
            case n.AllCoins():
                return coin()
            case n.AllShields():
                return PLAIN["shield"]
            case n.AgesBegun():
                return PLAIN["age"]
            case n.CoinsOn(cards):
                on = row([PLAIN["arrow-down"], PLAIN["card"]], 0) if cards is None else self.cards(cards)
                return row([coin(), PLAIN["becomes"], on], 0)
            case n.Players():
                return PLAIN["person"]
            case n.LinePoints(line):
                return point() if line is None else row([point(), self.of(line)], 0)
            case n.Produced(resource):
                return PLAIN["resource"] if resource is None else self.of(resource)
            case n.Colours(of_ages):
                return row([PLAIN["different"], *([PLAIN["age"]] if of_ages else []), self.nouns[ANY_COLOUR]], 0)
            case n.CardsOfOneColour():
                return row([PLAIN["equal"], self.nouns[ANY_COLOUR]], 0)
            case _:
                assert_never(what)

    def per(self, per: n.Per | None) -> list[Piece]:
        """Return the times sign and the plate of what is counted, or nothing."""
        if per is None:
            return []
        thing = [] if per.divisor == 1 else [amount(str(per.divisor))]
        less = [] if per.less is None else [amount(signed(-per.less), classes="bad-text")]
        counted = framed(row(self.placed([*thing, self.countable(per.what)], per.place), 1), "plate")
        return [*less, PLAIN["per"], counted, *self.most(per.most)]

    def most(self, most: int | None) -> list[Piece]:
        """Return how much it is at most, or nothing."""
        return [] if most is None else [framed(amount(f"≤{signed(most)}"), "limit")]

    def unit(self, of: n.AllCoins | n.Tokens | n.AllPoints | n.Steps) -> Piece:
        """Return what there is so much of."""
        match of:
            case n.AllCoins():
                return coin()
            case n.AllPoints():
                return point()
            case n.Tokens():
                return self.tokens(of)
            case n.Steps(track):
                return self.of(track)
            case _:
                assert_never(of)

    def varied(self, given: n.ThatMany | n.HalfOf | n.Scale, is_taken: bool = False) -> list[Piece]:
        """Return an amount that is no number."""
        minus = [amount("−", classes="bad-text")] if is_taken else []
        match given:
            case n.ThatMany(of, most):
                return [row([*minus, PLAIN["equal"], self.unit(of)], 0), *self.most(most)]
            case n.HalfOf(of, is_up, most):
                return [row([*minus, amount("½↑" if is_up else "½↓"), self.unit(of)], 0), *self.most(most)]
            case n.Scale(of, numbers, steps, what, place):
                reached = [amount("/".join(map(str, steps))), self.countable(what)]
                plate = framed(row(self.placed(reached, place), 1), "plate")
                return [row([*minus, amount("/".join(map(signed, numbers))), self.unit(of)], 0), PLAIN["per"], plate]
            case _:
                assert_never(given)

    def placed(self, thing: list[Piece], place: n.Place | n.TheyHave | n.YouHave | n.Here | None) -> list[Piece]:
        """Return a thing among the places where it is counted or found."""
        match place:
            case None:
                return thing
            case n.Place(parts):
                for part in parts:
                    thing = self.located(thing, part)
                return thing
            case n.TheyHave():
                return [*thing, PLAIN["person"]]
            case n.YouHave():
                return sided(thing, Seats.YOU)
            case n.Here():
                return [*thing, PLAIN["here"]]
            case _:
                assert_never(place)

    def located(self, thing: list[Piece], where: n.Where) -> list[Piece]:
        """Return a thing with one place."""
        match where:
            case n.Zone(name, of=of):
                placed = [*thing, self.zone(name)]
                return placed if of is None else sided(placed, of)
            case n.CitiesOf(seats):
                return sided(thing, seats)
            case _:
                assert_never(where)

    def zone(self, name: Name) -> Piece:
        """Return the place of a count.

        The own city is an arrow down, as neighbours are arrows to their sides.
        """
        drawn = self.of(name)
        return PLAIN["arrow-down"] if drawn is PLAIN["city"] else drawn

    def goods(self, goods: n.Some | n.OneOf | n.SomeThat) -> list[Piece]:
        """Return what is produced."""
        match goods:
            case n.Some(number, resource):
                return [self.of(resource)] * number if number <= 4 else [counted(number, self.of(resource))]
            case n.OneOf(resources):
                return slashed([self.of(resource) for resource in resources])
            case n.SomeThat(number, colours, board, is_negated):
                makers = [self.of(colour) for colour in colours] + ([PLAIN["board"]] if board else [])
                inner = divided(makers, PLAIN["slash"], -1)
                sign = PLAIN["not"] if is_negated else PLAIN["equal"]
                wanted = PLAIN["resource"] if number == 1 else counted(number, PLAIN["resource"])
                return [wanted, framed(row([sign, inner]), "plate")]
            case _:
                assert_never(goods)

    def gift(self, gift: n.Coins | n.Tokens | n.It) -> Piece:
        """Return what is gained."""
        match gift:
            case n.Coins(number):
                return coin(str(number))
            case n.Tokens():
                return counted(gift.number, self.tokens(gift))
            case n.It():
                return PLAIN["token"]
            case _:
                assert_never(gift)

    def given(
        self, item: n.Coins | n.Tokens | n.AllTokens | n.AllCoins | n.Unused | n.PaidCards, is_taken: bool = False
    ) -> Piece:
        """Return what is given for something, or given up."""
        match item:
            case n.Coins(number):
                return coin(f"−{number}", "bad-coin") if is_taken else coin(str(number))
            case n.Tokens():
                return (
                    row([amount(f"−{item.number}", classes="bad-text"), self.tokens(item)], 0)
                    if is_taken
                    else self.gift(item)
                )
            case n.AllTokens():
                return struck(self.tokens(item))
            case n.AllCoins():
                return struck(coin())
            case n.Unused(number, None):
                return framed(counted(number, PLAIN["resource"]), "unused")
            case n.Unused(number, resource):
                assert resource is not None
                return framed(row([self.of(resource)] * number, 0), "unused")
            case n.PaidCards(number, cards, source):
                return row([*self.spot(source), counted(number, self.cards(cards))], 0)
            case _:
                assert_never(item)

    def price(self, price: n.Free | n.Less | None) -> list[Piece]:
        """Return what a build costs, if not what is printed."""
        match price:
            case None:
                return []
            case n.Free():
                return [struck(PLAIN["coin"])]
            case n.Less():
                return [self.change(price)]
            case _:
                assert_never(price)

    def change(self, change: n.Less | n.More | n.Nothing) -> Piece:
        """Return how a cost is changed."""
        match change:
            case n.Less(number, True):
                return coin(f"−{number}")
            case n.Less(number, _):
                return row([amount(f"−{number}"), PLAIN["resource"]], 0)
            case n.More(number, True):
                return coin(f"+{number}")
            case n.More(number, _):
                return row([amount(f"+{number}"), PLAIN["resource"]], 0)
            case n.Nothing(None):
                return struck(row([PLAIN["coin"], PLAIN["resource"]], 0))
            case n.Nothing(is_coins):
                return struck(PLAIN["coin"] if is_coins else PLAIN["resource"])
            case _:
                assert_never(change)

    def source(self, where: n.Where | None) -> list[Piece]:
        """Return where cards come from."""
        return [] if where is None else [row([*self.spot(where), PLAIN["becomes"]], 0.5)]

    def spot(self, where: n.Where) -> list[Piece]:
        """Return where cards lie: a zone, or that of other seats."""
        match where:
            case n.Zone(name, of=of):
                return [self.of(name)] if of is None else sided([self.of(name)], of)
            case n.CitiesOf(seats):
                return sided([PLAIN["city"]], seats)
            case _:
                assert_never(where)

    def chain(self, chain: n.ByChain | None) -> list[Piece]:
        """Return the chain by which something is built."""
        if chain is None:
            return []
        link = [PLAIN["chain"]]
        return [row(link if chain.where is None else self.located(link, chain.where), 0.5)]
