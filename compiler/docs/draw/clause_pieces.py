"""Compose the drawing of a clause or a cost.

A row of pieces for each, by `match` from the syntax tree. `gain 1 coin per brown card in
neighbours` becomes a coin with a 1, a times sign, and a plate with a card of that colour between an
arrow to the left and one to the right.
"""

from __future__ import annotations

from typing import assert_never

from stele.compiler.docs.draw.drawing import Piece, divided, framed, row
from stele.compiler.docs.draw.event_pieces import event_pieces, instead_pieces
from stele.compiler.docs.draw.glyphs import (
    PLAIN,
    aged,
    amount,
    coin,
    numbered_stage,
    shields,
    struck,
)
from stele.compiler.docs.draw.noun_pieces import NounPieces
from stele.compiler.docs.draw.seat_pieces import counted, sided, slashed, subject, worth_of
from stele.compiler.docs.draw.track_pieces import track_sentence
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Period, Seats

PERIODS = {Period.GAME: PLAIN["game"], Period.AGE: PLAIN["age"], Period.TURN: PLAIN["turn"]}

# Sentences by what they are about, so that each kind is drawn in a function of its own.
Earning = (
    n.Produce
    | n.Buy
    | n.Rebate
    | n.Gain
    | n.Lose
    | n.Score
    | n.Shields
    | n.Science
    | n.CopiedScience
    | n.ScienceOf
    | n.Convert
)
RuleChange = (
    n.CostChange
    | n.ProduceMore
    | n.AlsoCount
    | n.Double
    | n.MoreCards
    | n.Worth
    | n.CountAs
    | n.CountMore
    | n.Right
    | n.Ban
    | n.Toll
    | n.AnyOrder
    | n.PlayLast
    | n.SitOut
    | n.EndGame
    | n.WinConflict
    | n.WinGame
)
CardMove = (
    n.Build
    | n.BuildStage
    | n.LookAt
    | n.Play
    | n.Copy
    | n.Draw
    | n.MoveCards
    | n.SwapZones
    | n.SwapCards
    | n.Reveal
    | n.Put
    | n.TakeOff
)
OtherSentence = (
    n.CopyBoard
    | n.Exchange
    | n.Have
    | n.Roll
    | n.ChooseColour
    | n.ChooseNumber
    | n.ChooseSeat
    | n.ChooseCard
    | n.Either
    | n.May
    | n.TakeSeat
    | n.TakeTurn
    | n.BecomeFirst
    | n.LeaveTable
    | n.ReturnToTable
    | n.ReplaceBoard
    | n.DiscardTokens
    | n.Transfer
    | n.Oblige
)


class ClausePieces:
    """Composes clauses of the drawings of what they speak of."""

    def __init__(self, nouns: NounPieces) -> None:
        self.nouns = nouns

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
            case n.When(event, who):
                return [*subject(who), *event_pieces(event, self.nouns), PLAIN["becomes"]]
            case n.AtEdge(is_end, period):
                return [PERIODS[period], PLAIN["end"]] if is_end else [PLAIN["start"], PERIODS[period]]
            case n.AtConflict():
                return [PLAIN["conflict"]]
            case n.AsSoonAs(tests):
                return [piece for test in tests for piece in [*self.test(test), PLAIN["becomes"]]]
            case n.BeforeChoosing():
                return [PLAIN["before"], PLAIN["hand"]]
            case n.AfterPlaying():
                return [PLAIN["play"], PLAIN["after"]]
            case n.InsteadOf(event, in_conflict, _, who):
                place = [PLAIN["conflict"]] if in_conflict else []
                return [*place, *subject(who), *instead_pieces(event, self.nouns), PLAIN["instead"]]
            case _:
                assert_never(moment)

    def limit(self, limit: n.Once) -> Piece:
        """Return how often it may happen."""
        sides = sided([PERIODS[limit.period]], Seats.NEIGHBOURS) if limit.per_neighbour else [PERIODS[limit.period]]
        often = PLAIN["once"] if limit.times == 1 else amount(f"{limit.times}×")
        return row([often, *sides], 0.5)

    def test(self, test: n.Test) -> list[Piece]:
        """Return one condition."""
        no = [PLAIN["not"]] if test.is_negated else []
        match test.fact:
            case n.AtLeast(number, what, where, _, bound, who):
                sign = {n.Bound.LEAST: "≥", n.Bound.MOST: "≤", n.Bound.EXACTLY: "="}[bound]
                than = PLAIN["at-least"] if bound is n.Bound.LEAST else amount(sign)
                if bound is n.Bound.LEAST and test.is_negated:
                    no, than = [], PLAIN["fewer"]
                thing = [*no, *subject(who), than, amount(str(number)), self.nouns.countable(what)]
                if where is None:
                    return thing
                return self.nouns.placed(thing, where if isinstance(where, n.Place) else n.Place((where,), where.span))
            case n.Compared(is_more, what, where, than, who):
                thing = [*no, *subject(who), self.nouns.countable(what), amount(">" if is_more else "<")]
                if isinstance(than, n.RivalThing):
                    return [*thing, self.nouns.countable(than.what)]
                return [*thing, *sided([PLAIN["person"]], than)]
            case n.Foremost(is_most, _, what, where, among, who):
                thing = [*no, *subject(who), amount("max" if is_most else "min"), self.nouns.countable(what)]
                return thing if among is None else sided(thing, among)
            case n.SoManyPlayers(number, bound):
                return [
                    *no,
                    amount({n.Bound.LEAST: "≥", n.Bound.MOST: "≤", n.Bound.EXACTLY: "="}[bound] + str(number)),
                    PLAIN["person"],
                ]
            case n.AnyOf(tests):
                return [*no, *slashed([row(self.test(one), 0) for one in tests])]
            case n.InAge(age):
                return [*no, aged(age)]
            case n.HasMajority(side):
                return [*no, *sided([PLAIN["majority"]], side)]
            case n.InTurn(turn):
                return [*no, PLAIN["turn"], amount(str(turn))]
            case n.CardIs(cards, used):
                card = PLAIN["card"] if used is None else row([PLAIN["stage"], PLAIN["card"]], 0)
                return [*no, card, PLAIN["equal"], self.nouns.cards(cards)]
            case n.DoneThisTurn(deed, who):
                return [*no, *subject(who), *event_pieces(deed, self.nouns), PLAIN["turn"]]
            case n.MarkerIs(marker, face):
                return [*no, self.nouns.of(marker), PLAIN["equal"], self.nouns.of(face)]
            case _:
                assert_never(test.fact)

    def sentence(self, sentence: n.Sentence) -> list[Piece]:
        """Return the sentence itself as pictures; between them the row may break."""
        if isinstance(sentence, Earning):
            return self.earned(sentence)
        if isinstance(sentence, RuleChange):
            return self.rule_change(sentence)
        if isinstance(sentence, CardMove):
            return self.card_move(sentence)
        if isinstance(sentence, n.TrackSentence):
            return [*self.subject(sentence.who), *track_sentence(sentence, self.nouns)]
        return self.other(sentence)

    def subject(self, who: n.Subject) -> list[Piece]:
        """Return who does it, unless it is the owner."""
        match who:
            case n.SeatsWith(group, fact):
                return [*subject(group), self.holding(fact)]
            case n.WhoHas(fact):
                return [*subject(Seats.EVERYONE), self.holding(fact)]
            case Seats():
                return subject(who)
            case _:
                assert_never(who)

    def for_whom(self, thing: list[Piece], whom: n.Subject) -> list[Piece]:
        """Return something with those for whom it stands, unless that is the owner."""
        match whom:
            case Seats.YOU:
                return thing
            case Seats():
                return [row(sided(thing[:1], whom), 0.5), *thing[1:]]
            case _:
                return [*self.subject(whom), *thing]

    def holding(self, fact: n.AtLeast | n.Compared | n.Foremost) -> Piece:
        """Return what must be true of those who do it."""
        return framed(row([*self.test(n.Test(False, fact, fact.span)), PLAIN["if"]], 1), "test")

    def earned(self, sentence: Earning) -> list[Piece]:
        """Return what a sentence gives or takes: goods, coins, points, shields, symbols."""
        match sentence:
            case n.Produce(goods, for_sale, per=per):
                made = [*self.nouns.goods(goods), *self.nouns.per(per)]
                return made if for_sale else [*made, PLAIN["locked"]]
            case n.Buy(group, seller, price):
                wares = PLAIN["resource"] if group is None else self.nouns.of(group)
                return [row(sided([wares], seller), 0.5), PLAIN["equal"], coin(str(price))]
            case n.Rebate(side, less):
                return [framed(amount("1."), "limit"), row(sided([PLAIN["resource"]], side), 0.5), coin(f"−{less}")]
            case n.Gain(who, gift, per):
                shared = [PLAIN["slash"], PLAIN["person"]] if sentence.is_shared else []
                if isinstance(gift, (n.ThatMany, n.HalfOf, n.Scale)):
                    return [*self.subject(who), *self.nouns.varied(gift), *shared]
                return [*self.subject(who), self.nouns.gift(gift), *self.nouns.per(per), *shared]
            case n.Lose(who, loss, per):
                if isinstance(loss, (n.ThatMany, n.HalfOf, n.Scale)):
                    return [*self.subject(who), *self.nouns.varied(loss, is_taken=True)]
                return [*self.subject(who), self.nouns.given(loss, is_taken=True), *self.nouns.per(per)]
            case n.Score(who, points, per):
                worth = [worth_of(points)] if isinstance(points, int) else self.nouns.varied(points)
                return [*self.subject(who), *worth, *self.nouns.per(per)]
            case n.Shields(number, against, per):
                drawn = [shields(number)] if against is None else sided([shields(number)], against)
                return [row(drawn, 0.5), *self.nouns.per(per)]
            case n.Science(symbols):
                return slashed([self.nouns.of(symbol) for symbol in symbols])
            case n.CopiedScience(cards, place):
                copied = framed(row(self.nouns.placed([self.nouns.cards(cards)], place), 1), "plate")
                return [PLAIN["symbol"], PLAIN["equal"], PLAIN["copy"], copied]
            case n.ScienceOf(is_most):
                return [
                    row([PLAIN["plus"], PLAIN["symbol"]], 0),
                    framed(amount("max" if is_most else "min", 12), "plate"),
                ]
            case n.Convert(number):
                return [row([counted(number, PLAIN["symbol"]), PLAIN["becomes"], PLAIN["symbol"]])]
            case _:
                assert_never(sentence)

    def rule_change(self, sentence: RuleChange) -> list[Piece]:
        """Return what a sentence changes for as long as it stands."""
        match sentence:
            case n.CostChange(what, change, action, per, whom):
                thing = PLAIN["stage"] if isinstance(what, n.Stages) else self.nouns.cards(what)
                use = [] if action is None else [PLAIN["use"], self.nouns.of(action)]
                return [
                    framed(row([thing, *use]), "plate"),
                    *self.for_whom([self.nouns.change(change), *self.nouns.per(per)], whom),
                ]
            case n.AlsoCount(cards, zone):
                return [framed(self.nouns.cards(cards), "plate"), row([PLAIN["plus"], self.nouns.zone(zone)], 0)]
            case n.Double(is_coins, cards):
                return [
                    row([PLAIN["coin" if is_coins else "point"], amount("×2")], 0),
                    framed(self.nouns.cards(cards), "plate"),
                ]
            case n.ProduceMore(cards, number):
                more = row([PLAIN["becomes"], amount(f"+{number}"), PLAIN["resource"]], 0)
                return [framed(self.nouns.cards(cards), "plate"), more]
            case n.Right(whom, deed):
                return [*self.subject(whom), framed(row([PLAIN["plus"], *self.deed(deed)], 0.5), "plate")]
            case n.Ban(whom, deed):
                return [*self.subject(whom), framed(row([PLAIN["not"], *self.deed(deed)], 0.5), "plate")]
            case n.Toll(is_to_bank, unless, coins, per, whom):
                paid = [PLAIN["bank"]] if is_to_bank else sided([PLAIN["resource"]], Seats.NEIGHBOURS)
                paid += [] if unless is None else [struck(self.nouns.cards(unless))]
                toll = coin(f"+{coins}" if coins > 0 else f"−{-coins}")
                return [framed(row(paid, 0.5), "plate"), *self.for_whom([toll, *self.nouns.per(per)], whom)]
            case n.Worth(what, points, per, whom):
                thing = self.nouns.tokens(what) if isinstance(what, n.Tokens) else self.nouns.cards(what)
                worth = worth_of(points) if points < 0 else row([PLAIN["plus"], worth_of(points)], 0)
                return [framed(thing, "plate"), *self.for_whom([worth, *self.nouns.per(per)], whom)]
            case n.CountAs(what, as_what, is_also):
                sign = PLAIN["plus" if is_also else "equal"]
                return [framed(self.nouns.cards(what), "plate"), row([sign, self.nouns.cards(as_what)], 0)]
            case n.CountMore(number, what):
                return [row([amount(f"+{number}"), self.nouns.countable(what)], 0)]
            case n.MoreCards(number, zone):
                return [row([amount(f"+{number}"), PLAIN["card"]], 0), framed(self.nouns.of(zone), "plate")]
            case n.AnyOrder():
                return [row([PLAIN["stage"], PLAIN["swap"], PLAIN["stage"]])]
            case n.PlayLast(of):
                last = row([PLAIN["play"], PLAIN["end"]], 0.5)
                return [last] if of is Seats.YOU else [row(sided([last], of), 0.5)]
            case n.EndGame():
                return [PLAIN["game"], PLAIN["end"]]
            case n.WinConflict(is_won, who):
                return [*self.subject(who), PLAIN["conflict"], PLAIN["victor" if is_won else "loser"]]
            case n.WinGame(who):
                return [*self.subject(who), PLAIN["game"], PLAIN["victor"]]
            case n.SitOut():
                return [struck(PLAIN["conflict"])]
            case _:
                assert_never(sentence)

    def deed(self, deed: n.Deed) -> list[Piece]:
        """Return what somebody may do, or may not."""
        match deed:
            case n.BuildingOf(cards, chain, is_free):
                what = PLAIN["card"] if cards is None else self.nouns.cards(cards)
                free = [struck(PLAIN["coin"])] if is_free else []
                return [PLAIN["build"], what, *self.nouns.chain(chain), *free]
            case n.BuildingStages():
                return [PLAIN["build"], PLAIN["stage"]]
            case n.PlayingLast():
                return [row([PLAIN["play"], PLAIN["end"]], 0.5)]
            case n.UseOf(cards, action):
                return [self.nouns.cards(cards), PLAIN["use"], self.nouns.of(action)]
            case n.Trading(is_sale, other):
                traded = [PLAIN["resource"], PLAIN["becomes"], coin()] if is_sale else [coin(), PLAIN["resource"]]
                return sided(traded, other)
            case _:
                assert_never(deed)

    def card_move(self, sentence: CardMove) -> list[Piece]:
        """Return what a sentence does with cards."""
        match sentence:
            case n.Build(who, what, source, chain, price):
                begun = [
                    *self.subject(who),
                    *self.nouns.source(source),
                    row([PLAIN["build"], self.nouns.cards(what)], 0.5),
                ]
                return [*begun, *self.nouns.chain(chain), *self.nouns.price(price)]
            case n.BuildStage(who, price):
                return [*self.subject(who), row([PLAIN["build"], PLAIN["stage"]], 0.5), *self.nouns.price(price)]
            case n.LookAt(who, place):
                return [*self.subject(who), row([PLAIN["reveal"], *self.nouns.spot(place)], 0.5)]
            case n.Play(who, cards, source, price):
                return [
                    *self.subject(who),
                    *self.nouns.source(source),
                    row([PLAIN["play"], self.nouns.cards(cards)], 0.5),
                    *self.nouns.price(price),
                ]
            case n.Copy(cards, stage, place):
                things = [] if stage is None else [numbered_stage(stage)]
                found = divided([*things, self.nouns.cards(cards)], PLAIN["slash"], 0)
                return [PLAIN["copy"], framed(row(self.nouns.placed([found], place), 1), "plate")]
            case n.Draw(who, number, cards, source, into, keep):
                kept = [] if into is None else [PLAIN["becomes"], self.nouns.of(into.name)]
                most = [] if keep is None else [framed(amount(str(keep)), "limit")]
                deck = [PLAIN["deck"]] if source is None else self.nouns.spot(source)
                drawn = counted(number, self.nouns.cards(cards))
                return [*self.subject(who), row([*deck, PLAIN["becomes"], drawn], 0.5), *kept, *most]
            case n.SwapZones(zone, other):
                whole = PLAIN["hand"] if zone is None else self.nouns.of(zone)
                return [row([whole, PLAIN["swap"], *sided([whole], other)])]
            case n.SwapCards(cards, equal_cost, source, theirs, other):
                same = [row([coin(), PLAIN["equal"], coin()], 0)] if equal_cost else []
                origin = [] if source is None else [self.nouns.of(source.name)]
                card = self.nouns.cards(cards)
                other_card = card if theirs is None else self.nouns.cards(theirs)
                return [row([*origin, card, PLAIN["swap"], *sided([other_card], other)]), *same]
            case n.MoveCards():
                return self.cards_moved(sentence)
            case n.Reveal(unless):
                barred = (
                    [framed(row([PLAIN["not"], *(self.nouns.of(colour) for colour in unless)]), "plate")]
                    if unless
                    else []
                )
                return [row([PLAIN["reveal"], PLAIN["under"]]), *barred]
            case n.Put(number, cards, place):
                marked = [self.nouns.cards(cards)]
                target = framed(row(marked if place is None else self.nouns.placed(marked, place), 1), "plate")
                return [row([coin(str(number)), PLAIN["becomes"]]), target]
            case n.TakeOff(who, number, cards, place):
                marked = [self.nouns.cards(cards)]
                target = framed(row(marked if place is None else self.nouns.placed(marked, place), 1), "plate")
                return [*self.subject(who), target, PLAIN["becomes"], coin(str(number))]
            case _:
                assert_never(sentence)

    def cards_moved(self, move: n.MoveCards) -> list[Piece]:
        """Return which cards are moved, from where and to where."""
        match move.number:
            case n.SoMany.ALL:
                cards = row([amount("∞"), self.nouns.cards(move.cards)], 0)
            case n.SoMany.THAT_MANY:
                cards = row([PLAIN["equal"], self.nouns.cards(move.cards)], 0)
            case number:
                cards = self.nouns.cards(move.cards)
                cards = cards if isinstance(move.cards, n.OfThem) else counted(number, cards)
        origin = [] if move.source is None else self.nouns.spot(move.source)
        match move.verb:
            case n.MoveVerb.PUT:
                assert move.into is not None
                to = self.nouns.spot(move.into)
            case n.MoveVerb.DISCARD:
                to = [PLAIN["discard"]]
            case n.MoveVerb.GIVE:
                assert move.other is not None
                to = sided([PLAIN["person"]], move.other)
            case n.MoveVerb.TAKE:
                to = [PLAIN["arrow-down"]]
            case n.MoveVerb.REVEAL:
                to = [PLAIN["reveal"]]
            case _:
                assert_never(move.verb)
        return [*self.subject(move.who), row([*origin, cards, PLAIN["becomes"], *to])]

    def other(self, sentence: OtherSentence) -> list[Piece]:
        """Return what else a sentence does."""
        match sentence:
            case n.CopyBoard(other):
                return [PLAIN["copy"], row(sided([PLAIN["board"]], other))]
            case n.Have(who, what, lasting):
                period = Period.AGE if lasting is n.Lasting.END_OF_AGE else Period.TURN
                turns = [amount(f"{lasting.number}×")] if isinstance(lasting, (n.ForTurns, n.ForCards)) else []
                turns += [PLAIN["card"]] if isinstance(lasting, n.ForCards) else []
                is_later = lasting is n.Lasting.NEXT_TURN or bool(turns)
                when = [PLAIN["after"], *turns] if is_later else []
                ends = [PLAIN["end"]] if lasting in (n.Lasting.END_OF_TURN, n.Lasting.END_OF_AGE) else []
                until = [] if lasting is None else [framed(row([*when, PERIODS[period], *ends], 0), "limit")]
                return [*self.subject(who), *self.sentence(what), *until]
            case n.Exchange(must, _, price, result):
                duty = [PLAIN["must"]] if must else []
                return [*duty, *(self.nouns.given(item) for item in price), PLAIN["becomes"], *self.sentence(result)]
            case n.Roll():
                return [PLAIN["die"]]
            case n.ChooseColour():
                return [row([PLAIN["card"], PLAIN["slash"], PLAIN["card"]], 0)]
            case n.ChooseNumber(least, most):
                return [framed(amount(f"{least}–{most}"), "plate")]
            case n.ChooseCard(cards, source):
                return [framed(row([*self.nouns.spot(source), self.nouns.cards(cards)], 0.5), "plate")]
            case n.ChooseSeat(among):
                return sided([PLAIN["person"]], among)
            case n.Either(alternatives):
                drawn = [self.sentence(one) for one in alternatives]
                return [piece for number, one in enumerate(drawn) for piece in ([PLAIN["slash"]] * (number > 0) + one)]
            case n.May(who, what):
                return [*self.subject(who), framed(row(self.sentence(what), 1), "limit")]
            case n.TakeSeat():
                return [row([PLAIN["seat"], PLAIN["swap"], PLAIN["seat"]])]
            case n.TakeTurn(who):
                return [*self.subject(who), row([PLAIN["turn"], PLAIN["hand"]])]
            case n.BecomeFirst(who):
                return [*self.subject(who), row([PLAIN["person"], amount("1.")], 0)]
            case n.LeaveTable():
                return [row([PLAIN["table"], PLAIN["becomes"], PLAIN["person"]])]
            case n.ReturnToTable():
                return [row([PLAIN["person"], PLAIN["becomes"], PLAIN["table"]])]
            case n.ReplaceBoard(number, offered, either_side):
                offer = row([amount(f"{number}/{offered}"), PLAIN["board"]], 0)
                flip = [PLAIN["turn"]] if either_side else []
                return [row([PLAIN["board"], PLAIN["swap"], offer], 0.5), *flip]
            case n.DiscardTokens(who, tokens, per):
                returned = row([counted(tokens.number, self.nouns.tokens(tokens)), PLAIN["becomes"], PLAIN["not"]])
                return [*self.subject(who), returned, *self.nouns.per(per)]
            case n.Transfer(is_taken, who, what, per, other):
                given, whose = (
                    [self.nouns.given(what), *self.nouns.per(per)],
                    [row(sided([PLAIN["person"]], other), 0.5)],
                )
                moved = [*whose, PLAIN["becomes"], *given] if is_taken else [*given, PLAIN["becomes"], *whose]
                return [*self.subject(who), *moved]
            case n.Oblige(who, action, source):
                return [
                    *self.subject(who),
                    PLAIN["must"],
                    row([self.nouns.of(source), PLAIN["use"], self.nouns.of(action)]),
                ]
            case _:
                assert_never(sentence)
