"""Compose the drawing of a clause or a cost: a row of pieces for each, by `match` from the syntax tree.

`gain 1 coin per brown card in neighbours` becomes a coin with a 1, a times sign, and a plate with a card of that colour between an
arrow to the left and one to the right.
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
    numbered_stage,
    point,
    shields,
    struck,
)
from stele.compiler.docs.draw.nouns import ANY_COLOUR, KINDS, Drawings
from stele.compiler.docs.draw.seat_pieces import counted, rolled, sided, slashed, subject, worth_of
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Period, Role, Seats
from stele.compiler.language.numerals import signed

PERIODS = {Period.GAME: PLAIN["game"], Period.AGE: PLAIN["age"], Period.TURN: PLAIN["turn"]}


class ClausePieces:
    """Composes pieces with the drawings of what some expansions declare."""

    def __init__(self, nouns: Drawings) -> None:
        self.nouns = nouns

    # --- nouns ------------------------------------------------------------------------------------------------------

    def of(self, name: Name) -> Piece:
        """Return the picture of a name."""
        return self.nouns.get((name.role, name.target or "")) or emblem(KINDS.get(name.role, "other"), name.text)

    def tokens(self, tokens: n.Tokens | n.AllTokens) -> Piece:
        """Return one token, with what it is worth if that is told."""
        drawn = self.of(tokens.kind)
        return drawn if tokens.worth is None else badge(drawn, signed(tokens.worth))

    def cards(self, cards: n.Which | n.OfThem | n.UsedCard) -> Piece:
        """Return which cards are meant."""
        match cards:
            case n.NamedCards(noun):
                return self.of(noun)
            case n.Cards(colours, age):
                shown = [self.of(colour) for colour in colours] or [PLAIN["card"]]
                drawn = divided(shown, PLAIN["slash"], -1)
                return drawn if age is None else row([aged(age), drawn], 0)
            case n.OfThem(number):
                return badge(PLAIN["card"], str(number))
            case n.UsedCard():
                return PLAIN["under"]
            case _:
                assert_never(cards)

    # --- costs ------------------------------------------------------------------------------------------------------

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

    # --- when -------------------------------------------------------------------------------------------------------

    def clause(self, clause: n.Clause) -> list[Piece]:
        """Return a clause as pictures, in the order in which it is said."""
        drawn: list[Piece] = []
        if clause.moment is not None:
            drawn.append(framed(row(self.moment(clause.moment)), "moment"))
        if clause.limit is not None:
            drawn.append(framed(self.limit(clause.limit), "limit"))
        drawn += [framed(row([*self.test(test), PLAIN["if"]], 1), "test") for test in clause.tests]
        drawn += self.sentence(clause.sentence)
        return drawn if clause.then is None else [*drawn, PLAIN["then"], *self.clause(clause.then)]

    def moment(self, moment: n.Moment) -> list[Piece]:
        """Return when it happens."""
        match moment:
            case n.When(event):
                return [*self.event(event), PLAIN["becomes"]]
            case n.AtEdge(is_end, period):
                return [PERIODS[period], PLAIN["end"]] if is_end else [PLAIN["start"], PERIODS[period]]
            case n.AtConflict():
                return [PLAIN["conflict"]]
            case n.BeforeChoosing():
                return [PLAIN["before"], PLAIN["hand"]]
            case n.AfterPlaying():
                return [PLAIN["play"], PLAIN["after"]]
            case n.InsteadOf(token, in_conflict):
                place = [PLAIN["conflict"]] if in_conflict else []
                return [*place, struck(self.tokens(token)), PLAIN["instead"]]
            case _:
                assert_never(moment)

    def event(self, event: n.Event) -> list[Piece]:
        """Return what a trigger waits for."""
        match event:
            case n.BuildsCard(cards, at):
                return [PLAIN["build"], self.cards(cards), *([] if at is None else [self.of(at)])]
            case n.BuildsStage():
                return [PLAIN["build"], PLAIN["stage"]]
            case n.BuildsByChain():
                return [PLAIN["build"], PLAIN["chain"]]
            case n.BuysFromNeighbour():
                return sided([coin(), PLAIN["resource"]], Seats.NEIGHBOURS)
            case n.GainsToken(token):
                return [PLAIN["plus"], self.tokens(token)]
            case n.GainsCoins():
                return [PLAIN["bank"], PLAIN["plus"], coin()]
            case n.UsesCard(cards, action):
                return [self.cards(cards), PLAIN["use"], self.of(action)]
            case _:
                assert_never(event)

    def limit(self, limit: n.Once) -> Piece:
        """Return how often it may happen."""
        sides = sided([PERIODS[limit.period]], Seats.NEIGHBOURS) if limit.per_neighbour else [PERIODS[limit.period]]
        return row([PLAIN["once"], *sides], 0.5)

    def test(self, test: n.Test) -> list[Piece]:
        """Return one condition."""
        no = [PLAIN["not"]] if test.is_negated else []
        match test.fact:
            case n.AtLeast(number, what, where):
                than = PLAIN["fewer"] if test.is_negated else PLAIN["at-least"]
                thing = [than, amount(str(number)), self.countable(what)]
                return thing if where is None else self.placed(thing, n.Place((where,), where.span))
            case n.InAge(age):
                return [*no, aged(age)]
            case n.HasMajority(side):
                return [*no, *sided([PLAIN["majority"]], side)]
            case n.CardOfAge(age):
                return [*no, PLAIN["under"], aged(age)]
            case _:
                assert_never(test.fact)

    # --- how many ---------------------------------------------------------------------------------------------------

    def countable(self, what: n.Countable) -> Piece:
        """Return what is counted."""
        match what:
            case n.Cards() | n.NamedCards():
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
            case n.AllCoins():
                return coin()
            case n.AllShields():
                return PLAIN["shield"]
            case n.AgesBegun():
                return PLAIN["age"]
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
        return [PLAIN["per"], framed(row(self.placed([*thing, self.countable(per.what)], per.place), 1), "plate")]

    def placed(self, thing: list[Piece], place: n.Place | n.TheyHave | n.Here | None) -> list[Piece]:
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
            case n.Here():
                return [*thing, PLAIN["here"]]
            case _:
                assert_never(place)

    def located(self, thing: list[Piece], where: n.Where) -> list[Piece]:
        """Return a thing with one place."""
        match where:
            case n.Zone(name):
                return [*thing, self.zone(name)]
            case n.CitiesOf(seats):
                return sided(thing, seats)
            case _:
                assert_never(where)

    def zone(self, name: Name) -> Piece:
        """Return the place of a count: the own city is an arrow down, as neighbours are arrows to their sides."""
        drawn = self.of(name)
        return PLAIN["arrow-down"] if drawn is PLAIN["city"] else drawn

    # --- what -------------------------------------------------------------------------------------------------------

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

    def gift(self, gift: n.Coins | n.Tokens | n.ThatMany | n.It) -> Piece:
        """Return what is gained."""
        match gift:
            case n.Coins(number):
                return coin(str(number))
            case n.Tokens():
                return counted(gift.number, self.tokens(gift))
            case n.ThatMany():
                return rolled(coin())
            case n.It():
                return PLAIN["token"]
            case _:
                assert_never(gift)

    def given(self, item: n.Coins | n.Tokens | n.AllTokens | n.Unused, is_taken: bool = False) -> Piece:
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
            case n.Unused(number, None):
                return framed(counted(number, PLAIN["resource"]), "unused")
            case n.Unused(number, resource):
                assert resource is not None
                return framed(row([self.of(resource)] * number, 0), "unused")
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

    def change(self, change: n.Less | n.Nothing) -> Piece:
        """Return how a cost is changed."""
        match change:
            case n.Less(number, True):
                return coin(f"−{number}")
            case n.Less(number, _):
                return row([amount(f"−{number}"), PLAIN["resource"]], 0)
            case n.Nothing(is_coins):
                return struck(PLAIN["coin"] if is_coins else PLAIN["resource"])
            case _:
                assert_never(change)

    def source(self, name: Name | None) -> list[Piece]:
        """Return where cards come from."""
        return [] if name is None else [row([self.of(name), PLAIN["becomes"]], 0.5)]

    def sentence(self, sentence: n.Sentence) -> list[Piece]:
        """Return the sentence itself as pictures; between them the row may break."""
        match sentence:
            case n.Produce(goods, for_sale):
                return self.goods(goods) if for_sale else [*self.goods(goods), PLAIN["locked"]]
            case n.Buy(group, seller, price):
                wares = PLAIN["resource"] if group is None else self.of(group)
                return [row(sided([wares], seller), 0.5), PLAIN["equal"], coin(str(price))]
            case n.Rebate(side, less):
                return [framed(amount("1."), "limit"), row(sided([PLAIN["resource"]], side), 0.5), coin(f"−{less}")]
            case n.Gain(who, gift, per):
                return [*subject(who), self.gift(gift), *self.per(per)]
            case n.Lose(who, loss, per):
                return [*subject(who), self.given(loss, is_taken=True), *self.per(per)]
            case n.Score(who, points, per):
                worth = rolled(point()) if isinstance(points, n.ThatMany) else worth_of(points)
                return [*subject(who), worth, *self.per(per)]
            case n.ScoreLess(points, less, per):
                return [worth_of(points), worth_of(-less), *self.per(per)]
            case n.Shields(number, against, per):
                drawn = [shields(number)] if against is None else sided([shields(number)], against)
                return [row(drawn, 0.5), *self.per(per)]
            case n.Science(symbols):
                return slashed([self.of(symbol) for symbol in symbols])
            case n.CopiedScience(cards, place):
                copied = framed(row(self.placed([self.cards(cards)], place), 1), "plate")
                return [PLAIN["symbol"], PLAIN["equal"], PLAIN["copy"], copied]
            case n.ScienceOf(is_most):
                return [
                    row([PLAIN["plus"], PLAIN["symbol"]], 0),
                    framed(amount("max" if is_most else "min", 12), "plate"),
                ]
            case n.Convert(number):
                return [row([counted(number, PLAIN["symbol"]), PLAIN["becomes"], PLAIN["symbol"]])]
            case n.CostChange(what, change, action, for_neighbours):
                thing = PLAIN["stage"] if isinstance(what, n.Stages) else self.cards(what)
                use = [] if action is None else [PLAIN["use"], self.of(action)]
                whose = sided([self.change(change)], Seats.NEIGHBOURS) if for_neighbours else [self.change(change)]
                return [framed(row([thing, *use]), "plate"), row(whose, 0.5)]
            case n.AlsoCount(cards, zone):
                return [framed(self.cards(cards), "plate"), row([PLAIN["plus"], self.zone(zone)], 0)]
            case n.Double(is_coins, cards):
                return [
                    row([PLAIN["coin" if is_coins else "point"], amount("×2")], 0),
                    framed(self.cards(cards), "plate"),
                ]
            case n.MoreCards(number, zone):
                return [row([amount(f"+{number}"), PLAIN["card"]], 0), framed(self.of(zone), "plate")]
            case n.AnyOrder():
                return [row([PLAIN["stage"], PLAIN["swap"], PLAIN["stage"]])]
            case n.Build(who, what, source, chain, price):
                begun = [*subject(who), *self.source(source), row([PLAIN["build"], self.cards(what)], 0.5)]
                return [*begun, *self.chain(chain), *self.price(price)]
            case n.PlayLast(of):
                last = row([PLAIN["play"], PLAIN["end"]], 0.5)
                return [last] if of is Seats.YOU else [row(sided([last], of), 0.5)]
            case n.Play(cards, source, price):
                return [*self.source(source), row([PLAIN["play"], self.cards(cards)], 0.5), *self.price(price)]
            case n.Copy(cards, stage, place):
                things = [] if stage is None else [numbered_stage(stage)]
                found = divided([*things, self.cards(cards)], PLAIN["slash"], 0)
                return [PLAIN["copy"], framed(row(self.placed([found], place), 1), "plate")]
            case n.CopyBoard():
                return [PLAIN["copy"], row([PLAIN["board"], PLAIN["partner"]])]
            case n.Exchange(must, _, price, result):
                duty = [PLAIN["must"]] if must else []
                return [*duty, *(self.given(item) for item in price), PLAIN["becomes"], *self.sentence(result)]
            case n.SitOut():
                return [struck(PLAIN["conflict"])]
            case n.Draw(number, noun, into, result):
                kept = [] if into is None else [PLAIN["becomes"], self.of(into)]
                follows = [] if result is None else [PLAIN["then"], *self.sentence(result)]
                return [row([PLAIN["deck"], PLAIN["becomes"], counted(number, self.of(noun))], 0.5), *kept, *follows]
            case n.Roll(result):
                return [PLAIN["die"], PLAIN["then"], *self.sentence(result)]
            case n.TakeSeat():
                return [row([PLAIN["seat"], PLAIN["swap"], PLAIN["seat"]])]
            case n.LeaveTable():
                return [row([PLAIN["table"], PLAIN["becomes"], PLAIN["person"]])]
            case n.ReturnToTable():
                return [row([PLAIN["person"], PLAIN["becomes"], PLAIN["table"]])]
            case n.SwapHands():
                return [row([PLAIN["hand"], PLAIN["swap"], PLAIN["hand"], PLAIN["anyone"]])]
            case n.SwapCards(cards, equal_cost):
                same = [row([coin(), PLAIN["equal"], coin()], 0)] if equal_cost else []
                return [row([self.cards(cards), PLAIN["swap"], self.cards(cards), PLAIN["anyone"]]), *same]
            case n.ReplaceBoard(number, offered, either_side):
                offer = row([amount(f"{number}/{offered}"), PLAIN["board"]], 0)
                flip = [PLAIN["turn"]] if either_side else []
                return [row([PLAIN["board"], PLAIN["swap"], offer], 0.5), *flip]
            case n.DiscardTokens(who, tokens):
                return [
                    *subject(who),
                    row([counted(tokens.number, self.tokens(tokens)), PLAIN["becomes"], PLAIN["not"]]),
                ]
            case n.DiscardCard(who, cards, source):
                return [*subject(who), row([self.of(source), self.cards(cards), PLAIN["becomes"], PLAIN["discard"]])]
            case n.Oblige(who, action, source):
                return [*subject(who), PLAIN["must"], row([self.of(source), PLAIN["use"], self.of(action)])]
            case n.Reveal(unless):
                barred = (
                    [framed(row([PLAIN["not"], *(self.of(colour) for colour in unless)]), "plate")] if unless else []
                )
                return [row([PLAIN["reveal"], PLAIN["under"]]), *barred]
            case n.Put(number, cards, place):
                target = framed(row(self.placed([self.cards(cards)], place), 1), "plate")
                return [row([coin(str(number)), PLAIN["becomes"]]), target]
            case _:
                assert_never(sentence)

    def chain(self, chain: n.ByChain | None) -> list[Piece]:
        """Return the chain by which something is built."""
        if chain is None:
            return []
        link = [PLAIN["chain"]]
        return [row(link if chain.where is None else self.located(link, chain.where), 0.5)]
