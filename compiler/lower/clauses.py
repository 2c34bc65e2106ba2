"""Lower clauses: constants are folded, places become seats, names become ids.

A clause is split into segments at its decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from typing import assert_never, get_args

from stele.compiler.analysis.acting import ACTS, is_copied_at_last, is_scored_by_chosen, is_start_of_game
from stele.compiler.analysis.board_limits import sides_used
from stele.compiler.analysis.compose import merge_flows
from stele.compiler.analysis.selections import filters_of
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Seats
from stele.compiler.front.substitute import ways_to_go
from stele.compiler.front.unparse import clause_text
from stele.compiler.front.walk import nodes
from stele.compiler.ir import program as ir
from stele.compiler.ir.cards import (
    CardSet,
    ChooseCopy,
    CoinsTaken,
    MarkEventCard,
    MarkPicked,
    PickMarked,
    PickToMark,
    Spot,
    TakeFromEventCard,
    WithCoins,
)
from stele.compiler.ir.program import constant
from stele.compiler.ir.seats import Seat, Who
from stele.compiler.lower.cards import (
    able_among,
    all_but,
    build_cards,
    build_stage,
    card_set,
    choose_card,
    draw_cards,
    is_shown_by_what_follows,
    look_at,
    main_zone,
    move_cards,
    pay_cards,
    prices_of,
    spot_of,
    swap_cards,
    swap_zones,
    zone_of,
)
from stele.compiler.lower.tracks import face_is_up, moved, stands_at, track_sentence


class Clauses:
    """Lowers the clauses of one set of expansions."""

    def __init__(self, contents: tuple[items.Content, ...], variant: str) -> None:
        self.contents = contents
        self.variant = next((v for content in contents for v in content.variants if v.id == variant), None)
        self.taken = {"step_start_age", "step_next_age"}
        self.is_in_slot = False
        self.rank = 0  # of the item that is being lowered
        self.is_strength = False  # whether shields are being lowered
        # whether something is that stands, and reads points only as they are printed
        self.is_standing = False
        self.owner = Seat.ME  # whose effect it is: another one where others decide for themselves
        self.they = Seat.THEY  # who is meant by `they have`: who is affected, or whose event it is
        self.subject = Seat.ME  # whose `city` is meant: of whom the sentence is
        self.held: dict[ir.Standing, ir.Held] = {}
        self.losses: list[ir.Loss] = []
        self.suspended: list[ir.OneShot] = []  # of clauses, which other parts suspend
        self.done: list[ir.OneShot] = []  # acts that other parts do
        self.choices: list[ir.Alternatives] = []
        self.start_asks = False  # whether anything is decided before the first step
        self.item = ""  # the id of what is being lowered
        self.title = ""  # its name
        self.stage = 0  # its number, if it is a stage
        self.scores_on = ""  # where its points count
        self.kept: list[ir.Kept] = []  # points that clauses give at once
        self.recurs = False  # whether a clause is being lowered that may happen several times
        self.is_price = False  # whether what is lost is paid at once, in full or not at all
        self.it_is_coins = False  # what `it` stands for
        self.them: Spot | None = None  # where the cards lie of which a clause speaks as `them`
        self.is_them_of_owner = True  # whether it is the owner who speaks of them
        self.looked_at: set[Spot] = set()  # what lies open to who picks
        self.making_more = list({one.cards: one for c in contents for one in nodes(c, n.ProduceMore)}.values())
        self.more_of = {clause.what: clause for content in contents for clause in nodes(content, n.CountMore)}
        self.also_counting = [clause for content in contents for clause in nodes(content, n.AlsoCount)]
        self.doubling = [clause for content in contents for clause in nodes(content, n.Double)]
        self.colour = ""  # of the card that is being lowered
        vocabularies = [content.vocabulary for content in contents]
        self.resources = [resource for v in vocabularies for resource in v.resources]
        self.colours = [colour for v in vocabularies for colour in v.colours]
        self.symbols = [symbol for v in vocabularies for symbol in v.symbols]
        self.tokens = [token for v in vocabularies for token in v.tokens]
        self.zones = [zone for v in vocabularies for zone in v.zones]
        self.decks = [deck for v in vocabularies for deck in v.decks]
        self.lines = sorted((line for v in vocabularies for line in v.lines), key=lambda line: line.rank)
        self.moments = {moment.id: moment for v in vocabularies for moment in v.moments}
        self.nouns = {noun.id: noun for v in vocabularies for noun in v.nouns}
        self.groups = {
            group.id: tuple(r.id for r in self.resources if any(id_of(name) == group.id for name in r.groups))
            for v in vocabularies
            for group in v.groups
        }
        self.shared = [zone for zone in self.zones if zone.owner == "neighbours"]
        # the shared place, and its side, of the ladder that is being lowered
        self.here: tuple[str, str] | None = None
        self.flow = merge_flows([content.flow for content in contents if content.flow is not None])
        # A moment that a step runs asks for something, one that comes with an empty supply gives
        # something.
        self.giving = {id_of(supply.when_empty) for supply in self.flow.supplies}
        self.asking = {id_of(run.moment) for run in nodes(self.flow.steps(), items.Run) if run.moment is not None}
        self.board_line = next((line.id for line in self.lines if line.of_boards), self.lines[0].id)
        ids = {content.expansion.id for content in contents}
        self.cards = [
            card for content in contents for card in content.cards if all(name.text in ids for name in card.needs)
        ]
        self.boards = [
            board
            for content in contents
            for board in content.boards
            if all(name.text in ids for name in board.needs) and sides_used(board, contents, variant)
        ]

        self.places = [
            place for content in contents for place in content.places if all(name.text in ids for name in place.needs)
        ]

    def effects(self, clauses: Iterable[n.Clause], name: str, line: str, rank: int) -> ir.Effects:
        """Lower the clauses of an item."""
        listed, self.rank = list(clauses), rank
        self.looked_at.clear()
        lowered = [
            effect
            for number, clause in enumerate(listed, 1)
            for effect in self.clause(clause, self.unique(f"{name}_{number}"), line)
        ]
        return ir.Effects(tuple(lowered), rank, tuple(clause_text(clause) for clause in listed))

    def unique(self, name: str) -> str:
        """Return a name that no other function has."""
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name

    def hold(self, standing: ir.Standing, name: str, text: str, span: Span) -> ir.Held:
        """Return the lane that tells how many of something are in play."""
        held = self.held.get(standing)
        if held is None:
            lane, known = f"HELD_{constant(name)}", {held.lane for held in self.held.values()}
            while lane in known:
                lane += "_"
            held = ir.Held(lane, text, standing, span)
        self.held[standing] = replace(held, sharing=(*held.sharing, span))
        return self.held[standing]

    def clause(self, clause: n.Clause, name: str, line: str) -> list[ir.Effect]:
        """Lower one clause."""
        before, self.recurs = self.recurs, self.recurs or clause.moment is not None
        self.scores_on = line
        found = list(self.lowered(clause, name, line))
        self.recurs = before
        return found

    def lowered(self, clause: n.Clause, name: str, line: str) -> Iterator[ir.Effect]:
        """Yield what one clause is lowered to."""
        text, span = clause_text(clause), clause.span
        per = clause.limit.period.value if clause.limit is not None else ""

        def held(standing: ir.Standing) -> ir.Effect:
            # What may be used several times is held as often; what reacts is there once.
            is_once = clause.limit is None or isinstance(standing, (ir.Trigger, ir.While))
            often = 1 if is_once or clause.limit is None else clause.limit.times
            return ir.AddCount(self.hold(standing, name, text, span).lane, often)

        if is_start_of_game(clause.moment):  # then its item is there already
            clause = replace(clause, moment=None)
        if clause.moment is None and clause.limit is not None and is_offered(clause.sentence):
            clause = replace(clause, moment=n.BeforeChoosing(clause.limit.span))
        if is_scored_by_chosen(clause):
            clause = replace(clause, moment=n.AtEdge(True, n.Period.GAME, clause.span))
        if clause.moment is None and clause.then is not None and stands_by_itself(clause.sentence):
            # It stands as long as its item does, so what follows it happens when that comes.
            yield from self.clause(replace(clause, then=None), self.unique(f"{name}_stands"), line)
            clause = replace(clause.then, tests=(*clause.tests, *clause.then.tests))
        if clause.moment is not None:  # what stands begins then, and adds up each time
            clause = replace(clause, sentence=as_had(clause.sentence))
        match clause.moment:
            case n.When(event, who):
                yield held(self.trigger(event, who, clause, name))
                return
            case n.AtEdge(is_end, period) if not is_copied_at_last(clause):
                yield held(self.at_moment(f"{'end' if is_end else 'start'}-of-{period.value}", clause, name))
                return
            case n.AfterPlaying() if isinstance(clause.sentence, n.Reveal) and not (clause.tests or clause.then):
                # A card is turned up once, however often it might be.
                yield ir.Reveal(tuple(id_of(colour) for colour in clause.sentence.unless))
                return
            case n.BeforeChoosing() | n.AfterPlaying():
                yield held(self.window(clause, name, line))
                return
            case n.InsteadOf() as moment:
                yield held(self.replacement(moment, clause, name))
                return
            case n.AsSoonAs(tests, span):
                soon = self.soon(tests, span, f"{name}_soon")
                yield held(replace(self.at_moment("as-soon", clause, name), soon=soon))
                return
            case n.AtConflict():
                yield held(self.at_moment("at-conflict", clause, name))
                return
        leading = next((test.fact.side for test in clause.tests if isinstance(test.fact, n.HasMajority)), None)
        if leading is not None and is_while_leading(clause):
            for effect in self.clause(replace(clause, tests=()), name, line):
                yield ir.WhileLeading(leading.value, effect)
            return
        if isinstance(clause.sentence, tuple(STANDING_ORDER)):
            gives_points = isinstance(clause.sentence, n.Worth)
            self.is_standing = not gives_points
            bare, times, whom = self.spread(clause.sentence)
            holds = self.tests(clause)
            self.is_standing = False
            if clause.tests or bare != clause.sentence:
                inner = replace(clause, tests=(), sentence=bare)
                for number, effect in enumerate(self.clause(inner, self.unique(f"{name}_part"), line)):
                    called, rank = self.unique(f"{name}_while_{number}"), self.kind(bare, effect)
                    rank = READS_POINTS if gives_points and any(nodes(clause, n.LinePoints)) else rank
                    yield held(ir.While(called, holds, effect, rank, "", "", times, whom))
                return
        match clause.sentence:
            case n.Produce(n.Some(number, resource), for_sale):
                yield ir.Make((id_of(resource),), number, for_sale)
            case n.Produce(n.OneOf(resources), False) if len(resources) == len(self.resources):
                # Any resource at all: all that nothing produces. So it does not tie goods together
                # that nothing else ties.
                yield held(ir.MadeThat((), False, True, 1))
            case n.Produce(n.OneOf(resources), for_sale):
                yield ir.Make(tuple(id_of(resource) for resource in resources), 1, for_sale)
            case n.Produce(n.SomeThat(number, colours, board, is_negated)):
                yield held(ir.MadeThat(tuple(id_of(colour) for colour in colours), board, is_negated, number))
            case n.Buy(group, Seats.BANK, price):
                yield held(ir.Ware(self.wares(group), price, per))
            case n.Buy(group, Seats.ANYONE | Seats.OTHERS, price):
                yield ir.Offer(self.wares(group), True, True, price)
                yield held(ir.FarOffer(self.wares(group), price))
            case n.Buy(group, seller, price):
                yield ir.Offer(self.wares(group), seller is not Seats.RIGHT, seller is not Seats.LEFT, price)
            case n.Rebate(side, less):
                yield held(ir.Rebate(side.value, less, per))
            case n.CostChange() as change:
                yield held(self.cost_change(change))
            case n.Score() if self.recurs:
                yield from self.one_shots(clause, name, text, line)
            case n.Score() if clause.sentence.who is not Seats.YOU:
                yield from map(held, self.scored_by(clause, name, line))
            case n.Score(_, points, count):
                amount = self.doubled(self.points(points, count), False)
                if clause.tests:
                    amount = ir.IfTrue(self.tests(clause), amount)
                yield ir.Points(name, text, line, amount, span)
            case n.Shields(number, None, None):
                yield ir.AddCount("SHIELDS" if number >= 0 else "FEWER_SHIELDS", abs(number))
            case n.Shields(number, against, count):
                opponent = (
                    "" if against is None else f"across-{self.here_side()}" if is_across(against) else against.value
                )
                self.is_strength = self.is_standing = True
                yield held(ir.Strength(name, self.amount(number, count), opponent, span))
                self.is_strength = self.is_standing = False
            case n.Science(symbols):
                if len(symbols) == 1:
                    yield ir.AddCount(f"SYMBOL_{constant(id_of(symbols[0]))}", 1)
                else:
                    yield ir.Wild(tuple(id_of(symbol) for symbol in symbols))
            case n.CopiedScience(cards, n.Place() as place):
                yield ir.Mask(name, text, card_set(self, cards), tuple(self.seats(place)), span)
            case n.PlayLast(Seats.YOU):
                yield held(ir.Permit("last", CardSet(), ""))
            case n.PlayLast(of):
                yield held(ir.Permit(f"last-{self.here_side() if is_across(of) else of.value}", CardSet(), ""))
            case n.MoreCards(number, zone):
                yield held(ir.MoreCards(id_of(zone), number))
            case n.ScienceOf(is_most):
                yield ir.Extreme(is_most)
            case n.Convert(number):
                yield from [ir.Wild(tuple(symbol.id for symbol in self.symbols), True)] * number
            case n.AnyOrder():
                yield held(ir.Permit("order", CardSet(), ""))
            case n.ProduceMore(cards, number):
                for goods, for_sale in self.made_by(cards):
                    lane = self.lane_of_makers(cards, goods, for_sale, span)
                    times = ir.Times(number, ir.Count(lane, Seat.ME))
                    stands = ir.While(self.unique(f"{name}_more"), (), ir.Make(goods, 1, for_sale), 2, "", "", times)
                    yield held(stands)
            case n.Right(_, deed):
                yield held(self.right(deed))
            case n.Ban(_, deed):
                yield held(self.ban(deed))
            case n.Toll(False, _, coins):
                yield held(ir.Toll((), coins))
            case n.Toll(_, unless, coins):
                yield held(ir.Change(all_but(self, unless), 0, -coins, False, False, "", True))
                yield held(ir.Change(None, 0, -coins, False, False, "", True))
                yield held(ir.LossChange(coins))
            case n.CountAs() as alias:
                yield from map(held, self.alias(alias, name))
            case n.CountMore(number, what):
                yield ir.AddCount(self.lane_of_more(what), number)
            case n.AlsoCount():
                yield held(ir.Counted(f"also {text}"))
            case n.Double():
                yield held(ir.Counted(f"double {text}"))
            case n.Worth(what, points):
                for nth, (of_line, amount) in enumerate(self.worth(what)):
                    called = name if not nth else self.unique(f"{name}_{nth}")
                    yield ir.Points(called, text, of_line, ir.Times(points, amount), span)
            case n.Build(_, what, None) if clause.limit is not None:
                assert isinstance(what, (n.Cards, n.NamedCards, n.CardNamed))
                permit = self.permit(clause.sentence.chain, what, per)
                if clause.tests:
                    allowed = ir.AddCount(self.hold(permit, name, text, span).lane, clause.limit.times)
                    yield held(
                        ir.While(self.unique(f"{name}_while"), self.tests(clause), allowed, STANDING_ORDER[n.Right], "")
                    )
                else:
                    yield held(permit)
            case n.Copy(cards, _, n.Place() as place) if clause.moment is not None:
                yield ir.CopyAtEnd(name, text, line, card_set(self, cards), tuple(self.seats(place)), span)
            case n.LeaveTable() | n.ReturnToTable() if not (clause.tests or clause.then):
                yield ir.AtTable(isinstance(clause.sentence, n.LeaveTable))
            case _ if isinstance(clause.sentence, ACTS):
                yield from self.one_shots(clause, name, text, line)
            case _:
                raise AssertionError(f"{span}: {text} passed the check but cannot be lowered")

    def scored_by(self, clause: n.Clause, name: str, line: str) -> Iterator[ir.While]:
        """Yield what lets others score at the end: each so many points for itself."""
        assert isinstance(clause.sentence, n.Score)
        who, points, per = clause.sentence.who, clause.sentence.points, clause.sentence.per
        whom, text, tests = self.whom(who), clause_text(clause), self.tests(clause)

        def stands(part: str, points: ir.Expr, times: ir.Expr) -> ir.While:
            scored = ir.Points(self.unique(f"{name}_{part}"), text, line, points, clause.span)
            called = self.unique(f"{name}_{part}_while")
            rank = READS_POINTS if any(nodes(clause, n.LinePoints)) else STANDING_ORDER[n.Worth]
            return ir.While(called, tests, scored, rank, "", "", times, whom, title=self.title)

        counted = points if isinstance(points, n.Scale) else per
        if counted is not None and is_of_subject(counted.place):
            self.they = self.subject = Seat.ME  # each counts what it has itself, open choices too
            yield stands("scored", self.points(points, per), ir.Const(1))
            return
        self.they = self.subject = Seat.THEY
        amount = self.points(points, per)
        self.subject = Seat.ME
        is_less = isinstance(points, int) and (points < 0 or (per is not None and per.less is not None))
        if not is_less or not isinstance(points, int) or points > 0:
            yield stands("given", ir.Const(1), ir.Greatest((amount,)) if is_less else amount)
        if is_less:
            yield stands("taken", ir.Const(-1), ir.Greatest((ir.Times(-1, amount),)))

    def score_now(self, sentence: n.Score, clause: n.Clause, name: str) -> ir.ScoreNow:
        """Lower points that are given at once."""
        points, per, seat = sentence.points, sentence.per, Seat.ME if sentence.who is Seats.YOU else Seat.THEY
        amount = self.amount(points, per, True) if isinstance(points, int) else self.varied(points, seat)
        amount = self.doubled(amount, False) if sentence.who is Seats.YOU else amount
        kept = ir.Kept(self.unique(f"{name}_points"), self.title, clause_text(clause), self.scores_on, clause.span)
        self.kept.append(kept)
        return ir.ScoreNow(self.whom(sentence.who), kept.name, amount)

    def lasting(
        self, clause: n.Clause, what: n.Sentence, lasting: n.Duration | None, name: str, line: str
    ) -> Iterator[str]:
        """Yield the lanes of what stands for a time: how often a seat has it, whose it is then."""
        before, self.they, self.subject = (self.they, self.subject), Seat.ME, Seat.ME
        self.is_standing = True
        bare, times, whom = self.spread(what)
        self.is_standing = False
        text = clause_text(n.Clause(None, None, (), what, None, clause.span))
        inner = n.Clause(None, None, (), bare, None, clause.span)
        effects = [(one, self.kind(bare, one)) for one in self.clause(inner, self.unique(f"{name}_had"), line)]
        self.they, self.subject = before
        yield from self.lanes_for(effects, lasting, times, whom, name, text, clause.span)

    def delayed(self, clause: n.Clause, name: str, line: str) -> Iterator[str]:
        """Yield the lanes of what reacts for a time."""
        had = clause.sentence
        assert isinstance(had, n.Have)
        inner = replace(clause, sentence=had if isinstance(had.what, tuple(STANDING_ORDER)) else had.what)
        effects = [(one, STANDING_ORDER[n.Right]) for one in self.clause(inner, self.unique(f"{name}_delayed"), line)]
        yield from self.lanes_for(effects, had.lasting, ir.Const(1), Who.ME, name, clause_text(clause), clause.span)

    def lanes_for(
        self,
        effects: Iterable[tuple[ir.Effect, int]],
        lasting: n.Duration | None,
        times: ir.Expr,
        whom: ir.Whom,
        name: str,
        text: str,
        span: Span,
    ) -> Iterator[str]:
        """Yield the lanes of effects, each with its kind, that stand for a time."""
        for effect, rank in effects:

            def stands(until: str, becomes: str = "", effect: ir.Effect = effect, rank: int = rank) -> str:
                called = self.unique(f"{name}_times")
                lasting = ir.While(called, (), effect, rank, until, becomes, times, whom)
                return self.hold(lasting, f"{name}_{until}", text, span).lane

            if lasting is None:
                yield stands("ever")
            elif lasting is n.Lasting.NEXT_TURN or isinstance(lasting, n.ForTurns):
                # It waits for the next turn, and moves on with every turn that it lasts.
                lane = stands("turn")
                for left in range(2, lasting.number + 1 if isinstance(lasting, n.ForTurns) else 2):
                    lane = stands(f"turns_{left}", lane)
                yield stands("next", lane)
            elif isinstance(lasting, n.ForCards):
                lane = ""
                for left in range(1, lasting.number + 1):
                    lane = stands(f"cards_{left}", lane)
                yield lane
            else:
                yield stands(UNTIL[lasting])

    def kind(self, sentence: n.Sentence, effect: ir.Effect) -> int:
        """Return the kind of what stands; what lets something stand that is worked out itself comes
        before it.
        """
        lanes = {held.lane for held in self.held.values() if isinstance(held.standing, ir.While)}
        return STANDING_ORDER[type(sentence)] - (isinstance(effect, ir.AddCount) and effect.lane in lanes)

    def spread(self, sentence: n.Sentence) -> tuple[n.Sentence, ir.Expr, ir.Whom]:
        """Return what stands for one seat once, how many times it stands, and for whom."""
        match sentence:
            case n.CostChange(change=change, per=per, whom=whom):
                times: ir.Expr = ir.Const(1)
                if per is not None and not isinstance(change, n.Nothing):
                    times, change = self.amount(change.number, per), replace(change, number=1)
                return replace(sentence, change=change, per=None, whom=Seats.YOU), times, self.whom(whom)
            case n.Produce(goods, per=n.Per() as per):
                one = goods if isinstance(goods, n.OneOf) else replace(goods, number=1)
                number = 1 if isinstance(goods, n.OneOf) else goods.number
                return replace(sentence, goods=one, per=None), self.amount(number, per), Who.ME
            case n.Ban(whom=whom, deed=n.Trading(is_sale, Seats.YOU)) if isinstance(whom, Seats):
                # Who does not buy from the owner is one to whom the owner does not sell.
                traded = n.Trading(not is_sale, whom, sentence.span)
                return replace(sentence, whom=Seats.YOU, deed=traded), ir.Const(1), Who.ME
            case n.Ban(whom=whom) | n.Right(whom=whom):
                return replace(sentence, whom=Seats.YOU), ir.Const(1), self.whom(whom)
            case n.Toll(coins=coins, per=per, whom=whom):
                times = ir.Const(1)
                if per is not None:
                    times, coins = self.amount(abs(coins), per), 1 if coins > 0 else -1
                return replace(sentence, coins=coins, per=None, whom=Seats.YOU), times, self.whom(whom)
            case n.Worth(points=points, per=per, whom=whom):
                times = ir.Const(1)
                if per is not None:
                    times, points = self.amount(abs(points), per), 1 if points > 0 else -1
                return replace(sentence, points=points, per=None, whom=Seats.YOU), times, self.whom(whom)
            case _:
                return sentence, ir.Const(1), Who.ME

    def made_by(self, which: n.Which) -> list[tuple[tuple[str, ...], bool]]:
        """Return what cards of some colours produce, each kind of source once, and whether it is
        for sale.
        """
        colours = self.colours_of(which)
        fitting = [c for c in self.cards if c.colour is not None and (not colours or id_of(c.colour) in colours)]
        return list(dict.fromkeys(made for card in fitting for made in self.made_on(card)))

    def made_on(self, card: items.Card) -> Iterator[tuple[tuple[str, ...], bool]]:
        """Yield what a card produces by itself, and whether it is for sale."""
        for clause in card.effect:
            match clause:
                case n.Clause(None, None, (), n.Produce(n.Some(_, resource), for_sale, per=None), None):
                    yield (id_of(resource),), for_sale
                case n.Clause(None, None, (), n.Produce(n.OneOf(resources), for_sale, per=None), None):
                    yield tuple(id_of(resource) for resource in resources), for_sale

    def lane_of_makers(self, which: n.Which, goods: tuple[str, ...], for_sale: bool, span: Span) -> str:
        """Return the lane that counts cards of some colours that produce some goods."""
        colours = self.colours_of(which)
        makers = ir.Counted(f"makers {colours} {goods} {for_sale}")
        return self.hold(makers, f"makers_{'_'.join(goods)}", f"makers of {' or '.join(goods)}", span).lane

    def counted_makers(self, card: items.Card) -> Iterator[ir.Effect]:
        """Yield what counts a card among those that produce something, where that matters."""
        for clause in self.making_more:
            colours = self.colours_of(clause.cards)
            if card.colour is not None and (not colours or id_of(card.colour) in colours):
                for goods, for_sale in self.made_on(card):
                    yield ir.AddCount(self.lane_of_makers(clause.cards, goods, for_sale, clause.span), 1)

    def right(self, deed: n.Deed) -> ir.Standing:
        """Lower what somebody may always do."""
        match deed:
            case n.UseOf(cards, action):
                return ir.MayUse(card_set(self, cards), id_of(action))
            case n.PlayingLast():
                return ir.Permit("last", CardSet(), "")
            case n.BuildingOf(cards, chain):
                return self.permit(chain, cards, "")
            case _:
                raise AssertionError(f"{deed.span}: passed the check but cannot be lowered")

    def permit(self, chain: n.ByChain | None, cards: n.Which | None, per: str) -> ir.Permit:
        """Lower a right to build cards: for nothing, or by a chain from somewhere."""
        which = CardSet() if cards is None else card_set(self, cards)
        if chain is None:
            return ir.Permit("build", which, per)
        return ir.Permit("chain", which, per, (spot_of(self, chain.where or n.CitiesOf(Seats.YOU, chain.span)),))

    def ban(self, deed: n.Deed) -> ir.Standing:
        """Lower what somebody may not do."""
        actions = self.flow.actions
        match deed:
            case n.UseOf(cards, action):
                return ir.Ban(card_set(self, cards), (id_of(action),), ())
            case n.PlayingLast():
                return ir.Permit("not-last", CardSet(), "")
            case n.BuildingStages():
                return ir.Ban(CardSet(), tuple(one.id for one in actions if one.cost == "stage"), ())
            case n.BuildingOf(cards, chain, is_free):
                manners: tuple[str, ...] = ("permit",) if is_free else ()
                if chain is not None:
                    manners = ("chain", "near-chain") if chain.where is None else ("near-chain",)
                which = CardSet() if cards is None else card_set(self, cards)
                building = tuple(one.id for one in actions if one.cost == "card" and one.builds)
                return ir.Ban(which, building, manners)
            case n.Trading(is_sale, other):
                sides = [side for side, ends in TRADERS.items() if other in ends]
                return ir.Toll(tuple(f"{'sell' if is_sale else 'buy'}-{side}" for side in sides), 0)
            case _:
                assert_never(deed)

    def alias(self, alias: n.CountAs, name: str) -> Iterator[ir.While]:
        """Yield what makes cards of some colours count as one of another."""
        (to,) = self.colours_of(alias.as_what)
        names = [colour for colour in self.colours_of(alias.what) or [c.id for c in self.colours] if colour != to]
        for colour in names:
            times = ir.Count(f"COLOUR_{constant(colour)}", Seat.ME)
            lanes = [(to, 1)] if alias.is_also else [(to, 1), (colour, -1)]
            for lane, number in lanes:
                effect = ir.AddCount(f"COLOUR_{constant(lane)}", number)
                called = self.unique(f"{name}_{snake(colour)}_as_{snake(lane)}")
                changes = (colour, to, number > 0)
                yield ir.While(called, (), effect, 0, "", "", times, Who.ME, True, changes)

    def lane_of_more(self, what: n.Countable) -> str:
        """Return the lane of what is counted more: that of the thing, or one beside it."""
        match what:
            case n.Cards((_,), None) | n.NamedCards():
                (colour,) = self.colours_of(what)
                return f"COLOUR_{constant(colour)}"
            case n.Symbols(kind):
                return f"SYMBOL_{constant(id_of(kind))}"
            case n.Stages():
                return "STAGES_BUILT"
        clause = self.more_of[what]  # type: ignore[index]
        text = clause_text(n.Clause(None, None, (), clause, None, clause.span))
        return self.hold(ir.Counted(f"more {text}"), f"more_{len(self.held)}", text, clause.span).lane

    def worth(self, what: n.Which | n.Tokens) -> Iterator[tuple[str, ir.Expr]]:
        """Yield the lines on which things count, and how many of them there are."""
        counts: dict[str, list[ir.Expr]] = {}
        if isinstance(what, n.Tokens):
            kinds = set(self.kinds(what))
            for token in self.tokens:
                if token.id in kinds:
                    line = id_of(token.line) if token.line else self.lines[0].id
                    counts.setdefault(line, []).append(ir.TokensOf(token.id, Seat.ME))
        else:
            for colour in self.colours:
                if colour.id in (self.colours_of(what) or (colour.id,)):
                    line = id_of(colour.line) if colour.line else self.board_line
                    counts.setdefault(line, []).append(ir.Count(f"COLOUR_{constant(colour.id)}", Seat.ME))
        yield from ((line, summed(parts)) for line, parts in counts.items())

    def doubled(self, amount: ir.Expr, is_coins: bool) -> ir.Expr:
        """Return what the card that is being lowered gives: twice as much while something says
        so.
        """
        for clause in self.doubling if self.colour else ():
            if clause.is_coins == is_coins and self.colour in (self.colours_of(clause.cards) or (self.colour,)):
                return ir.Sum((amount, ir.IfTrue((self.is_held("double", clause),), amount)))
        return amount

    def is_held(self, kind: str, sentence: n.Sentence) -> ir.Test:
        """Return whether the owner has something that changes how things are counted."""
        text = clause_text(n.Clause(None, None, (), sentence, None, sentence.span))
        lane = self.hold(ir.Counted(f"{kind} {text}"), f"{kind}_{len(self.held)}", text, sentence.span).lane
        return ir.AtLeast(1, ir.Count(lane, Seat.ME), False)

    def here_side(self) -> str:
        """Return on which side of its owner the place lies whose ladder is being lowered."""
        assert self.here is not None
        return self.here[1]

    def cost_change(self, clause: n.CostChange) -> ir.Change:
        """Lower a change of costs."""
        resources = coins = 0
        match clause.change:
            case n.Less(number, True) | n.More(number, True):
                coins = number if isinstance(clause.change, n.Less) else -number
            case n.Less(number, _) | n.More(number, _):
                resources = number if isinstance(clause.change, n.Less) else -number
        is_nothing = isinstance(clause.change, n.Nothing)
        return ir.Change(
            None if isinstance(clause.what, n.Stages) else card_set(self, clause.what),
            resources,
            coins,
            is_nothing and clause.change.is_coins is not True,
            is_nothing and clause.change.is_coins is not False,
            "" if clause.action is None else id_of(clause.action),
        )

    def one_shots(self, clause: n.Clause, name: str, text: str, line: str = "") -> Iterator[ir.OneShot]:
        """Yield what a clause does at once, and what of it waits for a decision."""
        before = len(self.losses)
        ops = list(self.operations(clause, name, line or self.board_line))
        so_many = any(nodes((tuple(ops), tuple(self.losses[before:])), ir.ThatMany))
        tests = self.tests(clause)
        # Each decision begins a part of its own: what comes before it has happened when it is made.
        starts = [0, *(i for i, op in enumerate(ops) if i and begins_part(op, ops[i - 1])), len(ops)]
        names = [name, *(self.unique(f"{name}_late") for _ in starts[2:])]
        for number, (start, end) in enumerate(pairwise(starts)):
            part, next_part = ops[start:end], names[number + 1 : number + 2]
            if next_part:
                part.append(ir.Suspend(next_part[0], self.rank, so_many))
            by: ir.Whom = Who.ME
            after: ir.OneShot | None = None
            is_own, times = False, 1
            if part and isinstance(part[0], ir.AskOf):
                by, after, is_own, times = part[0].who, part[0].after, part[0].is_own, part[0].times
            is_optional = ir.Declinable() in part
            split = tuple(segments(op for op in part if not isinstance(op, (ir.AskOf, ir.Declinable))))
            seen_by = clause.span, by, after, is_optional, is_own, times
            one = ir.OneShot(names[number], text, () if number else tests, split, *seen_by)
            if number:
                self.suspended.append(one)
            else:
                yield one

    def act(self, clause: n.Clause, name: str, instead: str = "") -> ir.OneShot:
        """Return what a clause does as an act that happens at once: a decision is suspended by it.
        If that is declined, what it would be instead of happens after all.
        """
        first, *others = self.one_shots(clause, name, clause_text(clause))
        if len(first.segments) == 1:
            return first
        parts = [replace(first, name=self.unique(f"{name}_asked"), tests=()), *others]
        if instead:
            undergo = ir.OneShot(
                self.unique(f"{name}_otherwise"), first.text, (), (ir.Segment((ir.Undergo(instead),)),), first.span
            )
            parts[0] = replace(parts[0], otherwise=undergo)
        self.suspended += parts
        asked = ir.Segment(tuple(ir.Suspend(part.name, self.rank) for part in parts))
        return replace(first, segments=(asked,), by=Who.ME, after=None, times=1)

    def replacement(self, moment: n.InsteadOf, clause: n.Clause, name: str) -> ir.Trigger:
        """Lower what happens instead of something else: what is lost by it is a price."""
        tokens: tuple[str, ...] = ()
        where = "conflict" if moment.in_conflict else ""
        match moment.event:
            case n.GainsToken(token):
                kind, tokens = "instead-token", tuple(self.kinds(token))
            case n.GainsCoins(from_bank):
                kind, where = "instead-coins", "bank" if from_bank else ""
            case n.LosesCoins():
                kind = "instead-lose-coins"
            case n.EndsConflict(is_won):
                kind = "instead-win" if is_won else "instead-lose"
            case _:
                assert_never(moment.event)
        per, times = ("", 1) if clause.limit is None else (clause.limit.period.value, clause.limit.times)
        bare = replace(clause, moment=None, limit=None)
        self.is_price, self.it_is_coins = True, kind == "instead-coins"
        once = self.act(bare, name, kind)
        says = self.says(bare)
        self.is_price = False
        return ir.Trigger(kind, CardSet(), tokens, per, False, once, says, where, "", ACTORS[moment.who], times)

    def at_moment(self, moment: str, clause: n.Clause, name: str) -> ir.Trigger:
        """Lower what happens each time a moment comes."""
        bare = replace(clause, moment=None, limit=None)
        per, times = ("", 1) if clause.limit is None else (clause.limit.period.value, clause.limit.times)
        return ir.Trigger(moment, CardSet(), (), per, False, self.act(bare, name), self.says(bare), times=times)

    def soon(self, tests: tuple[n.Test, ...], span: Span, name: str) -> ir.Soon:
        """Lower for whom conditions must begin to hold: for one of several, if they say so."""
        if len(tests) == 1 and not tests[0].is_negated:
            match tests[0].fact:
                case n.AtLeast() | n.Compared() | n.Foremost() as fact if fact.who in GROUPS:
                    who, is_every = GROUPS[fact.who]
                    if not is_every:
                        return ir.Soon(self.unique(name), tuple(self.compared(fact, Seat.THEY)), who, span)
        return ir.Soon(self.unique(name), tuple(self.test(test) for test in tests), Who.ME, span)

    def trigger(self, event: n.Event, who: Seats, clause: n.Clause, name: str) -> ir.Trigger:
        """Lower what happens each time something else does."""
        cards_of = CardSet()
        tokens: tuple[str, ...] = ()
        where = ""
        action = ""
        match event:
            case n.BuildsCard(cards, at):
                kind, cards_of = "build", card_set(self, cards)
                where = "" if at is None else id_of(at)
                kind = kind if event.manner is None else MANNERS[event.manner]
            case n.SellsToNeighbour():
                kind = "sell"
            case n.LosesToken(token):
                kind, tokens = "lose-token", tuple(self.kinds(token))
            case n.TiesConflict():
                kind = "tie"
            case n.BuildsStage():
                kind = "stage"
            case n.BuildsByChain():
                kind = "chain"
            case n.BuysFromNeighbour():
                kind = "buy"
            case n.GainsToken(token):
                kind, tokens = "token", tuple(self.kinds(token))
            case n.GainsCoins(from_bank):
                kind, where = "coins", "bank" if from_bank else ""
            case n.LosesCoins():
                kind = "lose-coins"
            case n.UsesCard(cards, used):
                kind, cards_of, action = "use", card_set(self, cards), id_of(used)
            case n.HandlesCard(deed, cards, source):
                kind, cards_of = deed.value, card_set(self, cards)
                where = "" if source is None else id_of(source)
            case n.EndsConflict(is_won):
                kind = "win" if is_won else "lose"
            case n.ReachesStep() | n.TurnsMarker():
                kind, position, where = moved(self, event)
                tokens = (position,)
            case _:
                assert_never(event)
        per, by_side, times = "", False, 1
        if clause.limit is not None:
            per, by_side, times = clause.limit.period.value, clause.limit.per_neighbour, clause.limit.times
        bare = replace(clause, moment=None, limit=None)
        once, says = self.act(bare, name), self.says(bare)
        return ir.Trigger(kind, cards_of, tokens, per, by_side, once, says, where, action, ACTORS[who], times)

    def window(self, clause: n.Clause, name: str, line: str) -> ir.Window:
        """Lower something that may be done before cards are chosen, or after they were played."""
        moment = "before" if isinstance(clause.moment, n.BeforeChoosing) else "after"
        per = "" if clause.limit is None else clause.limit.period.value
        spent = dict.fromkeys(nodes(clause.sentence, n.Unused))  # alternatives take the same
        unused = tuple(("" if part.resource is None else id_of(part.resource), part.number) for part in spent)
        bare = replace(clause, moment=None, limit=None)
        before = len(self.suspended)
        once, *_ = self.one_shots(bare, name, clause_text(bare), line)
        if once.by is not Who.ME or once.times != 1:
            del self.suspended[before:]
            once = self.act(bare, self.unique(f"{name}_of_others"))
        if len(once.segments) == 1:  # what needs no decision of the owner is offered all the same
            once = replace(once, segments=(ir.Segment((ir.May(),)), *once.segments))
        return ir.Window(moment, per, unused, once, self.says(bare))

    def says(self, clause: n.Clause) -> str:
        """Return what a clause does, the same for all that do the same: points count on the line of
        their item, and `this card` is the item itself.
        """
        is_of_item = bool(nodes(clause, n.Score) or nodes(clause, n.ThisCard) or nodes(clause, n.Copy))
        is_of_item |= bool(self.colour) and bool(self.also_counting or self.doubling)
        return f"{clause_text(clause)} ({self.item})" if is_of_item else clause_text(clause)

    def kinds(self, tokens: n.Tokens) -> Iterator[str]:
        """Yield the kinds of token that are meant."""
        for token in self.tokens:
            is_kind = id_of(tokens.kind) in (token.id, id_of(token.group) if token.group else "")
            if is_kind and tokens.worth in (None, token.points):
                yield token.id

    def tokens_of(self, parts: Iterable[object]) -> Iterator[tuple[str, int]]:
        """Yield the tokens among some things, as kinds with numbers."""
        for part in parts:
            if isinstance(part, n.Tokens):
                yield next(self.kinds(part)), part.number

    def wares(self, group: Name | None) -> tuple[str, ...]:
        """Return the goods of a group, or all."""
        return tuple(r.id for r in self.resources) if group is None else self.groups[id_of(group)]

    def tests(self, clause: n.Clause) -> tuple[ir.Test, ...]:
        """Lower conditions: what they say is about the owner, whoever the sentence is about."""
        before, self.subject = self.subject, self.owner
        found = tuple(self.test(test) for test in clause.tests)
        self.subject = before
        return found

    def test(self, test: n.Test) -> ir.Test:
        """Lower one condition."""
        match test.fact:
            case n.AtLeast(number, what, where, _, n.Bound.LEAST, Seats.YOU):
                place = where if isinstance(where, n.Place) else None if where is None else n.Place((where,), test.span)
                counted = self.counted(n.Per(1, what, place, test.span))
                return ir.AtLeast(number, counted, test.is_negated)
            case n.AtLeast() | n.Compared() | n.Foremost() | n.SoManyPlayers():
                found = tuple(self.comparisons(test.fact))
                if test.is_negated:
                    return ir.Opposite(found)
                return found[0] if len(found) == 1 else ir.AnyOf((found,))
            case n.AnyOf(tests):
                return ir.AnyOf(tuple((self.test(one),) for one in tests))
            case n.InAge(age):
                return ir.InAge(age, test.is_negated)
            case n.InTurn(turn):
                is_now = ir.Compare(ir.TurnNow(), "==", ir.Const(turn))
                return ir.Opposite((is_now,)) if test.is_negated else is_now
            case n.CardIs(cards, used):
                is_such: ir.Test = ir.CardIs(card_set(self, cards))
                if used is not None:
                    is_such = ir.LiesUnder(self.stage - 1, card_set(self, cards))
                return ir.Opposite((is_such,)) if test.is_negated else is_such
            case n.MarkerIs() as fact:
                is_up = face_is_up(self, fact)
                return ir.Opposite((is_up,)) if test.is_negated else is_up
            case n.DoneThisTurn(deed, who):
                done = self.done_by(deed, who)
                return ir.Opposite((done,)) if test.is_negated else done
            case n.HasMajority(side):
                return ir.IsLeading(side.value, test.is_negated)
            case _:
                raise AssertionError(f"{test.span}: passed the check but cannot be lowered")

    def done_by(self, deed: n.BuildsCard | n.BuildsStage | n.UsesCard, who: Seats) -> ir.Test:
        """Return whether a seat, or each or any of several, has done something this turn."""
        match deed:
            case n.BuildsCard(cards):
                done = ir.Deed("build", card_set(self, cards))
            case n.BuildsStage():
                done = ir.Deed("stage", CardSet())
            case n.UsesCard(cards, action):
                done = ir.Deed("use", card_set(self, cards), id_of(action))
            case _:
                assert_never(deed)
        if who not in GROUPS:
            return ir.HasDone(done, HOLDERS[who])
        group, is_every = GROUPS[who]
        return ir.OfSeats(group, is_every, (ir.HasDone(done, Seat.THEY),))

    def whom(self, who: n.Subject) -> ir.Whom:
        """Return whom an act is about."""
        match who:
            case n.SeatsWith(group, fact):
                if group in CHOSEN:
                    return Who.CONTEXT
                return ir.Filtered(WHO[group], tuple(self.compared(fact, Seat.THEY)))
            case n.WhoHas(fact):
                among = Who.EVERYONE if fact.among is None else AMONG[fact.among]
                return ir.Filtered(among, tuple(self.compared(fact, Seat.THEY)), is_compared=True)
            case Seats():
                return WHO[who]
            case _:
                assert_never(who)

    def comparisons(self, fact: n.AtLeast | n.Compared | n.Foremost | n.SoManyPlayers) -> Iterator[ir.Test]:
        """Yield what must be true of the seats that a condition is about."""
        if isinstance(fact, n.SoManyPlayers):
            yield ir.Compare(ir.PlayersNow(), SIGNS[fact.bound], ir.Const(fact.number))
            return
        group = GROUPS.get(fact.who)
        if group is None:
            yield from self.compared(fact, HOLDERS[fact.who])
        else:
            who, is_every = group
            yield ir.OfSeats(who, is_every, tuple(self.compared(fact, Seat.THEY)))

    def compared(self, fact: n.AtLeast | n.Compared | n.Foremost, seat: Seat) -> Iterator[ir.Test]:
        """Yield what must be true of one seat."""
        own = self.held_by(fact.what, fact.where, seat)
        match fact:
            case n.AtLeast(number, bound=bound):
                yield ir.Compare(own, SIGNS[bound], ir.Const(number))
            case n.Compared(is_more, than=n.RivalThing(what, where)):
                yield ir.Compare(own, ">" if is_more else "<", self.held_by(what, where, seat))
            case n.Compared(is_more, what, where, Seats() as than):
                sign = ">" if is_more else "<"
                group = GROUPS.get(than)
                if group is None:
                    yield ir.Compare(own, sign, self.held_by(what, where, HOLDERS[than]))
                else:
                    who, is_every = group
                    theirs = self.held_by(what, where, Seat.RIVAL)
                    yield ir.OfSeats(who, is_every, (ir.Compare(own, sign, theirs),), Seat.RIVAL, seat)
            case n.Foremost(is_most, is_alone, what, where, among):
                if is_most:
                    yield ir.Compare(own, ">", ir.Const(0))
                sign = (">" if is_alone else ">=") if is_most else ("<" if is_alone else "<=")
                compared = (ir.Compare(own, sign, self.held_by(what, where, Seat.RIVAL)),)
                if among is not None and among is not Seats.EVERYONE:
                    yield ir.OfSeats(AMONG[among], True, compared, Seat.RIVAL, apart=seat)
                else:
                    yield ir.OfSeats(Who.OTHERS, True, compared, Seat.RIVAL, seat)

    def held_by(self, what: n.Countable, where: n.Where | n.Place | None, seat: Seat) -> ir.Expr:
        """Return how many of something a seat has: in its city, or in another zone of it."""
        match where:
            case n.Place(parts):
                # what is made of several is made of all of them
                if self.lanes_of_kinds(what) is not None:
                    return self.counted(n.Per(1, what, where, where.span))
                return summed(self.held_by(what, part, seat) for part in parts)
            case n.Zone(name, of=None) if not zone_of(self, id_of(name)).main:
                zone = zone_of(self, id_of(name))
                spot: CountedAt = zone.id if zone.owner != "seat" else (zone.id, seat)
                return self.count_over(what, [spot])
            case n.CitiesOf() | n.Zone(of=Seats()):
                return self.counted(n.Per(1, what, n.Place((where,), where.span), where.span))
            case _:
                return summed(map(self.seen, self.count(what, seat)))

    def operations(self, clause: n.Clause, name: str, line: str) -> Iterator[ir.Op]:
        """Yield what a one-shot clause does, in order."""
        before, self.subject = self.subject, Seat.ME if is_of_owner(clause.sentence) else Seat.THEY
        yield from self.sentence_ops(clause, name, line)
        self.subject = before

    def sentence_ops(self, clause: n.Clause, name: str, line: str) -> Iterator[ir.Op]:
        """Yield what a sentence does, and what follows it; what waits for a moment behind `then`
        does so for a time.
        """
        if clause.moment is not None:
            for lane in self.delayed(clause, name, line):
                yield ir.Have(Who.ME, lane, 1)
            return
        who = getattr(clause.sentence, "who", None)
        is_price, self.is_price = self.is_price, False
        # Who decides for itself is `they`, and `you` is whose effect it is.
        by_itself = Seat.CONTEXT if self.owner is Seat.ME else Seat.ME
        self.they = by_itself if who is Seats.YOU else Seat.THEY
        if isinstance(who, n.SeatsWith) and who.group in CHOSEN:
            yield ir.ChooseSeats(ir.Filtered(CHOSEN[who.group], tuple(self.compared(who.fact, Seat.THEY))))
        elif who in CHOSEN:
            yield ir.ChooseSeats(able_among(self, CHOSEN[who], clause.sentence))
        match clause.sentence:
            case n.Gain(who, n.It()):
                yield ir.GainIt(self.whom(who), self.it_is_coins)
            case n.Lose(Seats.YOU, n.Tokens(number) as tokens, per) if is_price:
                yield ir.PayNow(tuple(self.kinds(tokens)), self.amount(number, per))
            case n.Lose(Seats.YOU, loses, per) if is_price and not isinstance(loses, n.AllTokens) and is_coins(loses):
                self.they = Seat.ME
                yield ir.PayNow((), self.coins_owed(loses, per, Seat.ME))
            case n.Gain(who, n.Coins(number), per):
                amount = self.share(clause.sentence, self.amount(number, per))
                yield ir.Gain(self.whom(who), self.doubled(amount, True) if who is Seats.YOU else amount)
            case n.Gain(who, n.Tokens() as tokens, per):
                kind = next(self.kinds(tokens), "")
                assert kind, f"{tokens.span}: no such token passes the check"
                amount = self.share(clause.sentence, self.amount(tokens.number, per))
                yield ir.GainTokens(self.whom(who), kind, amount)
            case n.Gain(who, n.ThatMany(of) | n.HalfOf(of) | n.Scale(of) as varied):
                amount = self.share(clause.sentence, self.varied(varied, Seat.ME if who is Seats.YOU else Seat.THEY))
                if isinstance(of, n.Tokens):
                    yield ir.GainTokens(self.whom(who), next(self.kinds(of)), amount)
                else:
                    yield ir.Gain(self.whom(who), amount)
            case n.Lose(who, n.AllTokens(kind, worth)):
                tokens = n.Tokens(1, kind, worth, clause.span)
                yield ir.LoseTokens(self.whom(who), tuple(self.kinds(tokens)), None)
            case n.Lose(who, n.Tokens(number) as tokens, per) | n.DiscardTokens(who, n.Tokens(number) as tokens, per):
                yield ir.LoseTokens(self.whom(who), tuple(self.kinds(tokens)), self.amount(number, per))
            case n.Lose(
                who, n.ThatMany(n.Tokens() as of) | n.HalfOf(n.Tokens() as of) | n.Scale(n.Tokens() as of) as many
            ):
                seat = Seat.ME if who is Seats.YOU else Seat.THEY
                yield ir.LoseTokens(self.whom(who), tuple(self.kinds(of)), self.varied(many, seat))
            case n.Lose(who, loses, per):
                # What stands behind `then` waits until the losses are settled.
                then = None if clause.then is None else self.act(as_following(clause.then), f"{name}_then")
                amount = self.coins_owed(loses, per)
                loss = ir.Loss(f"{name}_loss", clause_text(clause), amount, then, clause.span)
                self.losses.append(loss)
                yield ir.Owe(self.whom(who), loss.name)
                return
            case n.Transfer(is_taken, who, what, per, other):
                is_chosen = other in OTHERS_CHOSEN
                if is_chosen and who is not Seats.YOU:
                    yield ir.AskOf(self.whom(who), self.after(clause, name))
                if is_chosen:
                    yield ir.ChooseSeats(OTHERS_CHOSEN[other])
                kinds = tuple(self.kinds(what)) if isinstance(what, n.Tokens) else ()
                yield ir.Transfer(is_taken, self.whom(who), self.other(other), kinds, self.amount(what.number, per))
                if is_chosen and who is not Seats.YOU:
                    return
            case n.MoveCards() | n.Draw() | n.Build() | n.Play():
                moves = {n.MoveCards: move_cards, n.Draw: draw_cards}.get(type(clause.sentence), build_cards)
                ops = list(moves(self, clause, name))
                yield from ops
                if any(isinstance(op, ir.AskOf) for op in ops):
                    return  # what follows stands in a part of its own
            case n.Copy(cards, stage, place):
                spots = self.spots_of(place)
                yield ChooseCopy(card_set(self, cards), spots, stage or 0)
                yield ir.CopyChosen(line)
            case n.CopyBoard(other):
                if other in OTHERS_CHOSEN:
                    yield ir.ChooseSeats(OTHERS_CHOSEN[other])
                yield ir.CopyBoards(self.other(other), line)
            case n.TakeSeat():
                yield ir.ChooseSeat()
                yield ir.SitThere()
            case n.LookAt() | n.BuildStage():
                if isinstance(clause.sentence, n.LookAt):
                    ops = list(look_at(self, clause.sentence, clause, name))
                else:
                    ops = list(build_stage(self, clause.sentence, clause, name))
                yield from ops
                if any(isinstance(op, ir.AskOf) for op in ops):
                    return
                if clause.then is not None and is_shown_by_what_follows(clause):
                    yield from self.operations(as_following(clause.then), f"{name}_then", line)
                    return
            case n.SwapZones():
                yield from swap_zones(self, clause.sentence)
            case n.SwapCards():
                yield from swap_cards(self, clause.sentence)
            case n.Have(who, what, lasting):
                for lane in self.lasting(clause, what, lasting, name, line):
                    yield ir.Have(self.whom(who), lane, 1)
            case n.Either(alternatives):
                subject = {getattr(one, "who", Seats.YOU) for one in alternatives}
                if len(subject) == 1 and Seats.YOU not in subject:
                    yield from self.asked_each(subject.pop(), own_either(clause.sentence), clause, name, line)
                else:
                    options = [n.Clause(None, None, (), one, None, one.span) for one in alternatives]
                    yield ir.ChooseAlternative(self.alternatives(options, name, line))
                    yield ir.TakeAlternative(line)
                return
            case n.ChooseColour() | n.ChooseNumber() | n.Roll():
                options = list(ways_to_go(clause, [colour.id for colour in self.colours]))
                if isinstance(clause.sentence, n.Roll):
                    yield ir.Roll(self.alternatives(options, name, line), line)
                else:
                    yield ir.ChooseAlternative(self.alternatives(options, name, line))
                    yield ir.TakeAlternative(line)
                return
            case n.ChooseSeat() | n.ChooseCard() as choice:
                assert clause.then is not None
                if isinstance(choice, n.ChooseSeat):
                    yield ir.ChooseSeats(CHOSEN[choice.among])
                else:
                    yield from choose_card(self, choice)
                if clause.then.tests:
                    yield ir.Check(self.tests(clause.then))
                following = as_following(clause.then)
                yield from self.operations(following, f"{name}_then", line)
                return
            case n.May(Seats.YOU, what):
                inner = replace(clause, sentence=as_had(what))
                self.is_price = is_price
                ops = list(self.operations(inner, name, line))
                if isinstance(ops[0], ir.Decision):
                    yield ir.Declinable()
                    yield from ops
                # several times
                elif isinstance(ops[0], ir.AskOf) and isinstance(ops[1], ir.Decision):
                    yield from (ops[0], ir.Declinable(), *ops[1:])
                else:
                    act = self.act(replace(inner, tests=()), self.unique(f"{name}_done"))
                    self.done.append(act)
                    yield ir.May(act.name)
                    yield ir.Do(act.name)
                return
            case n.May(who, what):
                yield from self.asked_each(who, n.May(Seats.YOU, what, clause.span), clause, name, line)
                return
            case n.Put(number, n.EventCard()):
                yield MarkEventCard(number)
            case n.Put(number, n.ThisCard()):
                here = (Spot(main_zone(self), Who.ME),)
                yield PickToMark(CardSet(only=(self.item,)), here, number)
                yield MarkPicked(here, number)
            case n.Put(number, cards):
                assert clause.sentence.place is not None
                assert not isinstance(cards, n.ThisCard | n.EventCard)
                spots = self.spots_of(clause.sentence.place)
                yield PickToMark(card_set(self, cards), spots, number)
                yield MarkPicked(spots, number)
            case n.TakeOff(who, number, n.EventCard()):
                yield TakeFromEventCard(self.whom(who), number)
            case n.TakeOff(who) if who is not Seats.YOU:
                yield from self.asked_each(who, replace(clause.sentence, who=Seats.YOU), clause, name, line)
            case n.TakeOff(_, number, n.ThisCard()):
                here = (Spot(main_zone(self), Who.OWNER if self.owner is Seat.OWNER else Who.ME),)
                yield PickMarked(CardSet(only=(self.item,), sifts=(WithCoins(),)), here)
                yield CoinsTaken(here, number)
            case n.TakeOff(_, number, cards):
                assert clause.sentence.place is not None
                assert not isinstance(cards, n.ThisCard | n.EventCard)
                spots, meant = self.spots_of(clause.sentence.place), card_set(self, cards)
                yield PickMarked(replace(meant, sifts=(WithCoins(), *meant.sifts)), spots)
                yield CoinsTaken(spots, number)
            case n.Oblige(who, action, source):
                plays = nodes(self.flow.steps(), items.PlayStep)
                play = next(play.id for play in plays if id_of(play.source) == id_of(source))
                yield ir.Oblige(self.whom(who), play, id_of(action))
            case n.ReplaceBoard(_, drawn, either_side):
                yield ir.DrawBoards(drawn, either_side)
                yield ir.ChooseBoard(either_side)
                yield ir.TakeBoard()
            case n.Advance() | n.TurnMarker():
                yield from track_sentence(self, clause.sentence)
            case n.BecomeFirst(who):
                yield ir.BecomeFirst(self.whom(who))
            case n.TakeTurn(who):
                yield ir.TakeTurn(self.whom(who))
            case n.SitOut():
                yield ir.SitOut()
            case n.LeaveTable() | n.ReturnToTable():
                yield ir.BeAtTable(isinstance(clause.sentence, n.ReturnToTable))
            case n.Reveal(unless):
                turned = ir.TurnUp(self.stage, tuple(id_of(colour) for colour in unless))
                text, shown = clause_text(clause), self.unique(f"{name}_shown")
                self.done.append(ir.OneShot(shown, text, (), (ir.Segment((turned,)),), clause.span))
                yield ir.May(shown)
                yield ir.Do(shown)
            case n.EndGame():
                yield ir.EndGame(None)
            case n.WinConflict(is_won, who):
                yield ir.WinConflict(is_won, self.whom(who))
            case n.WinGame(who):
                yield ir.EndGame(self.whom(who))
            case n.Score() as sentence:
                yield self.score_now(sentence, clause, name)
            case n.Exchange(result=result) if isinstance(result, tuple(STANDING_ORDER)):
                had = replace(clause.sentence, result=as_had(result))
                self.is_price = is_price
                yield from self.operations(replace(clause, sentence=had), name, line)
                return
            case n.Exchange(True, _, price, result) if all(isinstance(one, (n.Coins, n.Tokens)) for one in price):
                coins = sum(part.number for part in price if isinstance(part, n.Coins))
                yield ir.MustPay(coins, tuple(self.tokens_of(price)), isinstance(result, n.SitOut))
                yield ir.Then()
                yield from self.operations(replace(clause, sentence=result, then=None, tests=()), name, line)
            case n.Exchange(is_must, _, price, result):
                coins = sum(part.number for part in price if isinstance(part, n.Coins))
                given = tuple(self.tokens_of(price))
                gift = (result.gift,) if isinstance(result, n.Gain) else ()
                paid = tuple(prices_of(self, price))
                bare = replace(clause, sentence=result, then=None, tests=())
                bought = ""
                if not isinstance(result, (n.Gain, n.Have)):
                    self.done.append(self.act(bare, self.unique(f"{name}_bought")))
                    bought = self.done[-1].name
                yield ir.ChooseExchange(coins, given, tuple(self.tokens_of(gift)), paid, bought, is_must)
                yield ir.Give(coins, given)
                yield from pay_cards(self, paid)
                if bought:
                    yield ir.Do(bought)
                else:
                    yield from self.operations(bare, name, line)
            case _:
                raise AssertionError(f"{clause.span}: not a one-shot effect")
        if clause.then is None:
            return
        yield ir.Then()
        if clause.then.tests and clause.then.moment is None:
            yield ir.Check(self.tests(clause.then))
        yield from self.operations(as_following(clause.then), f"{name}_then", line)

    def spots_of(self, place: n.Place | n.TheyHave | n.Here) -> tuple[Spot, ...]:
        """Return where cards lie of which a sentence speaks."""
        if isinstance(place, n.Place):
            return tuple(spot_of(self, part) for part in place.parts)
        return (Spot(main_zone(self), Who.CONTEXT),)

    def after(self, clause: n.Clause, name: str) -> ir.OneShot | None:
        """Return what follows when others than the owner have decided."""
        return None if clause.then is None else self.act(as_following(clause.then), self.unique(f"{name}_after"))

    def asked_each(
        self, who: n.Subject, sentence: n.Sentence, clause: n.Clause, name: str, line: str
    ) -> Iterator[ir.Op]:
        """Yield what lets each of some seats decide for itself."""
        if isinstance(who, Seats) and who in CHOSEN and getattr(clause.sentence, "who", None) is not who:
            yield ir.ChooseSeats(CHOSEN[who])
        yield ir.AskOf(self.whom(who), self.after(clause, name), True)
        before, self.owner = self.owner, Seat.OWNER
        ops = list(self.operations(replace(clause, sentence=sentence, then=None), name, line))
        self.owner = before
        yield from ops

    def other(self, other: Seats) -> Who:
        """Return who is on the other side of a transfer."""
        return Who.OWNER if other is Seats.YOU and self.owner is Seat.OWNER else WHO[other]

    def alternatives(self, options: list[n.Clause], name: str, line: str) -> str:
        """Lower things of which one is chosen; return the name under which they are known."""
        number = sum(one.id == self.item or one.id.startswith(f"{self.item}-choice-") for one in self.choices)
        id = f"{self.item}-choice-{number + 1}" if number else self.item
        if self.recurs:
            options = [as_act(option) for option in options]
        called, rank = self.unique(f"{name}_choice"), self.rank
        place = len(self.choices)
        self.choices.append(ir.Alternatives(called, id, ()))
        lowered = tuple(
            self.effects((option,), self.unique(f"{name}_option_{place}"), line, rank)
            for place, option in enumerate(options, 1)
        )
        self.choices[place] = ir.Alternatives(called, id, lowered)
        return called

    def turns_of_the_age(self) -> tuple[items.Step, ...]:
        """Return the steps of the turns in which the cards of an age are played."""
        return tuple(nodes(self.flow.age, items.Turns))

    def colours_of(self, cards: n.Which) -> tuple[str, ...]:
        """Return the colours that are meant; none means any."""
        match cards:
            case n.NamedCards(noun):
                return (id_of(self.nouns[id_of(noun)].colour),)
            case n.Cards(colours, _):
                return tuple(id_of(colour) for colour in colours)
            case n.CardNamed():
                return ()
            case _:
                assert_never(cards)

    def amount(self, number: int, per: n.Per | None, below_zero: bool = False) -> ir.Expr:
        """Return how much: a number, or a number for each of something."""
        if per is None:
            return ir.Const(number)
        counted = self.counted(per)
        # below zero there is nothing for which something is given
        if isinstance(per.what, n.LinePoints):
            counted = ir.Greatest((counted,))
        if per.divisor > 1:
            counted = ir.Over(counted, per.divisor)
        if per.less is not None:
            left = ir.Sum((ir.Const(number), ir.Times(-per.less, counted)))
            return capped(left if below_zero else ir.Greatest((left,)), per.most)
        return capped(counted if number == 1 else ir.Times(number, counted), per.most)

    def share(self, gain: n.Gain, amount: ir.Expr) -> ir.Expr:
        """Return how much of an amount each of those has who gain it."""
        return ir.SharedOut(amount) if gain.is_shared else amount

    def varied(self, amount: n.ThatMany | n.HalfOf | n.Scale, seat: Seat) -> ir.Expr:
        """Return an amount that is no number; half is of what the seat has."""
        match amount:
            case n.ThatMany(_, most):
                return capped(ir.ThatMany(), most)
            case n.HalfOf(of, is_up, most):
                held = summed(self.count(of, seat))
                return capped(ir.Over(ir.Sum((held, ir.Const(1))) if is_up else held, 2), most)
            case n.Scale(_, numbers, steps, what, place):
                counted = self.counted(n.Per(1, what, place, amount.span))
                return ir.Scaled(counted, tuple(zip(steps, numbers, strict=True)))
            case _:
                assert_never(amount)

    def coins_owed(
        self,
        loses: n.Coins | n.Tokens | n.ThatMany | n.HalfOf | n.Scale | n.AllTokens | n.AllCoins,
        per: n.Per | None,
        seat: Seat = Seat.THEY,
    ) -> ir.Expr:
        """Return how many coins somebody loses, who is `they` if nobody else."""
        match loses:
            case n.Coins(number):
                return self.amount(number, per)
            case n.AllCoins():
                return ir.CoinsOf(seat)
            case n.ThatMany() | n.HalfOf() | n.Scale():
                return self.varied(loses, seat)
            case _:
                raise AssertionError(f"{loses.span}: tokens are loses at once")

    def points(self, points: int | n.ThatMany | n.Scale, per: n.Per | None) -> ir.Expr:
        """Return how many points are scored."""
        if isinstance(points, int):
            return self.amount(points, per, below_zero=True)
        return self.varied(points, Seat.ME)

    def counted(self, per: n.Per) -> ir.Expr:
        """Return how many there are, over all places."""
        if isinstance(per.place, n.TheyHave):
            return summed(self.count(per.what, self.they))
        if isinstance(per.place, n.YouHave):
            return summed(self.count(per.what, self.owner))
        if isinstance(per.place, n.Here):
            assert self.here is not None
            assert isinstance(per.what, (n.Cards, n.NamedCards, n.CardNamed))
            return ir.CardsAt(self.here[0], (self.here[1],), card_set(self, per.what))
        if not isinstance(per.place, n.Place):
            return summed(self.count(per.what, self.subject))
        parts = list(dict.fromkeys(self.spots(per.place)))
        return self.count_over(per.what, parts, self.further_spots(parts))

    def further_spots(self, spots: list[CountedAt]) -> list[tuple[ir.Test, CountedAt]]:
        """Return where the card that is being lowered looks too, and on which condition."""
        found: list[tuple[ir.Test, CountedAt]] = []
        for clause in self.also_counting if self.colour else ():
            if self.colour not in (self.colours_of(clause.cards) or (self.colour,)):
                continue
            whose = Seats.YOU if zone_of(self, id_of(clause.zone)).owner == "seat" else None
            for spot in self.spots(n.Place((n.Zone(clause.zone, clause.span, whose),), clause.span)):
                if spot not in spots and spot not in [known for _, known in found]:
                    found.append((self.is_held("also", clause), spot))
        return found

    def spots(self, place: n.Place) -> Iterator[CountedAt]:
        """Yield where a place is: seats, groups of seats, or zones other than the main one."""
        for part in place.parts:
            match part:
                case n.Zone(name, of=Seats() as of):
                    zone = zone_of(self, id_of(name))
                    for whose in self.whose(of):
                        yield whose if zone.main else (zone.id, whose)
                case n.Zone(name):
                    zone = zone_of(self, id_of(name))
                    own = self.subject if zone.main else (zone.id, self.subject)
                    yield own if zone.owner == "seat" else zone.id
                case n.CitiesOf(Seats.OTHERS | Seats.EVERYONE as seats):
                    yield WHO[seats]
                case n.CitiesOf(seats):
                    yield from SEATS[seats]

    def whose(self, of: Seats) -> list[Seat | Who]:
        """Return of which seats a zone is meant."""
        if of is Seats.THEY:
            return [self.they]
        if of is Seats.YOU:
            return [self.owner]
        return [*SEATS[of]] if of in SEATS else [WHO[of]]

    def count_over(
        self, what: n.Countable, spots: list[CountedAt], further: list[tuple[ir.Test, CountedAt]] | None = None
    ) -> ir.Expr:
        """Return how many there are in several places taken together, and in further ones on a
        condition.

        Sets, squares and different colours are made of what lies in all of them.
        """
        lanes, further = self.lanes_of_kinds(what), further or []
        if lanes is None:
            parts = [part for spot in spots for part in self.count_at(what, spot)]
            parts += [ir.IfTrue((test,), summed(self.count_at(what, spot))) for test, spot in further]
            return summed(parts)
        of_lanes = []
        for lane in lanes:
            parts = [self.lane_at(lane, spot) for spot in spots]
            parts += [ir.IfTrue((test,), self.lane_at(lane, spot)) for test, spot in further]
            of_lanes.append(summed(parts))
        return together(what, of_lanes)

    def lane_at(self, lane: str, spot: CountedAt) -> ir.Expr:
        """Return one lane of a tally in one spot."""
        match spot:
            case Seat():
                return ir.Count(lane, spot) if spot is self.subject else self.seen(ir.Count(lane, spot))
            case Who():
                return ir.SumOver(spot, self.seen(ir.Count(lane, Seat.THEY)))
            case _:
                lying = [colour.id for colour in self.colours if lane == f"COLOUR_{constant(colour.id)}"]
                return self.cards_at(CardSet((lying[0],)), spot) if lying else ir.Const(0)

    def count_at(self, what: n.Countable, spot: CountedAt) -> Iterator[ir.Expr]:
        """Yield what is added up for one spot."""
        match spot:
            case Seat():
                parts = self.count(what, spot)
                yield from parts if spot is self.subject else map(self.seen, parts)
            case Who():
                yield ir.SumOver(spot, summed(map(self.seen, self.count(what, Seat.THEY))))
            case _:
                # nothing else lies there
                if isinstance(what, (n.Cards, n.NamedCards, n.CardNamed)):
                    yield self.cards_at(card_set(self, what), spot)

    def cards_at(self, cards: CardSet, spot: str | tuple[str, Seat | Who]) -> ir.Expr:
        """Return how many cards lie in another zone than the main one."""
        match spot:
            case str():
                zone = zone_of(self, spot)
                if zone.owner == "neighbours":
                    return ir.CardsAt(spot, SIDES, cards)
                return ir.CardsIn(spot, cards, Seat.ME if zone.owner == "seat" else None)
            case (id, Seat() as seat):
                return ir.CardsIn(id, cards, seat)
            case (id, Who() as who):
                return ir.SumOver(who, ir.CardsIn(id, cards, Seat.THEY))
            case _:
                assert_never(spot)

    def seen(self, part: ir.Expr) -> ir.Expr:
        """Return a count as it is seen from outside: what a seat shares with its neighbours only it
        counts itself.
        """
        match part:
            case ir.Count(lane, seat) if self.shared and seat is not Seat.ME:
                return ir.Shown(lane, seat)
            case ir.ShieldsOf(seat, ir.Count(lane)) if self.shared and seat is not Seat.ME:
                return ir.ShieldsOf(seat, ir.Shown(lane, seat))
            case _:
                return part

    def seats(self, place: n.Place) -> Iterator[Seat | Who]:
        """Yield whose cities a place means, each once."""
        seen: list[Seat | Who] = []
        for part in place.parts:
            of = part.of if isinstance(part, n.Zone) else part.seats
            seen += [Seat.ME] if of is None else self.whose(of)
        yield from dict.fromkeys(seen)

    def count(self, what: n.Countable, seat: Seat) -> Iterator[ir.Expr]:
        """Yield what is added up for one seat."""
        if what in self.more_of:
            lane = self.lane_of_more(what)
            if not lane.startswith(("COLOUR_", "SYMBOL_", "STAGES_")):
                yield ir.Count(lane, seat)
        match what:
            case n.Cards() | n.NamedCards() | n.CardNamed() if not is_by_colour(what):
                yield ir.CardsIn(main_zone(self), card_set(self, what), seat)
                if seat is Seat.ME:
                    yield from (ir.CardsAt(zone.id, SIDES, card_set(self, what)) for zone in self.shared)
            case n.Cards(()):
                yield from (ir.Count(f"COLOUR_{constant(colour.id)}", seat) for colour in self.colours)
            case n.Cards() | n.NamedCards() | n.CardNamed():
                yield from (ir.Count(f"COLOUR_{constant(id)}", seat) for id in self.colours_of(what))
            case n.Tokens():
                yield from (ir.TokensOf(kind, seat) for kind in self.kinds(what))
            case n.Symbols(kind):
                yield ir.Count(f"SYMBOL_{constant(id_of(kind))}", seat)
            case n.Stages():
                yield ir.Count("STAGES_BUILT", seat)
            case n.Steps(track):
                yield stands_at(self, track, seat)
            case n.AllCoins():
                yield ir.CoinsOf(seat)
            case n.CoinsOn(cards):
                meant = CardSet(only=(self.item,)) if cards is None else card_set(self, cards)
                yield ir.CoinsOnCards(main_zone(self), meant, seat)
            case n.AllShields():
                printed = ir.Count("SHIELDS", seat)
                # What makes strength reads strength as it is printed, so that there is no circle.
                yield printed if self.is_strength else ir.ShieldsOf(seat, printed)
            case n.AgesBegun():
                yield ir.AgeNow()
            case n.Players():
                yield ir.PlayersNow()
            case n.LinePoints(scored_on):
                yield ir.PointsOf("" if scored_on is None else id_of(scored_on), seat, self.is_standing)
            case n.Produced(resource):
                yield ir.Produced("" if resource is None else id_of(resource), seat)
            case n.SetOf() | n.SquareOf() | n.Colours() | n.CardsOfOneColour():
                lanes = self.lanes_of_kinds(what) or []
                yield together(what, [ir.Count(lane, seat) for lane in lanes])
            case _:
                assert_never(what)

    def lanes_of_kinds(self, what: n.Countable) -> list[str] | None:
        """Return the lanes of what is counted by its kinds together; nothing for what is added
        up.
        """
        match what:
            case n.SetOf(kinds):
                prefix = "SYMBOL" if kinds[0].role is n.Role.SYMBOL else "COLOUR"
                return [f"{prefix}_{constant(id_of(kind))}" for kind in kinds]
            case n.SquareOf(n.Symbols(kind)):
                return [f"SYMBOL_{constant(id_of(kind))}"]
            case n.Colours(of_ages):
                colours = self.colours_of_ages() if of_ages else [colour.id for colour in self.colours]
                return [f"COLOUR_{constant(id)}" for id in colours]
            case n.CardsOfOneColour():
                return [f"COLOUR_{constant(colour.id)}" for colour in self.colours]
            case _:
                return None

    def colours_of_ages(self) -> list[str]:
        """Return the colours of cards that belong to an age, as their decks do."""
        decks = {deck.id for deck in self.decks if deck.age is not None}
        cards = [card for card in self.cards if card.colour is not None and id_of(card.deck) in decks]
        found = {id_of(card.colour) for card in cards if card.colour is not None}
        return [colour.id for colour in self.colours if colour.id in found]


# Kinds of standing effects: each reads lower ones as they have become.
STANDING_ORDER: dict[type, int] = {
    n.ProduceMore: 2,
    n.Right: 4,
    n.Ban: 4,
    n.Toll: 4,
    n.CountAs: 0,
    n.CountMore: 0,
    n.CopiedScience: 1,
    n.ScienceOf: 1,
    n.Convert: 1,
    n.Science: 1,
    n.Produce: 2,
    n.Shields: 3,
    n.CostChange: 4,
    n.Buy: 4,
    n.Rebate: 4,
    n.AnyOrder: 4,
    n.PlayLast: 4,
    n.MoreCards: 5,
    n.AlsoCount: 6,
    n.Double: 6,
    n.Worth: 6,
}
# the kind of what gives points for points: none of it counts where points are read
READS_POINTS = 7
UNTIL = {n.Lasting.THIS_TURN: "turn", n.Lasting.END_OF_TURN: "turn", n.Lasting.END_OF_AGE: "age"}
SIDES = ("left", "right")
# With whom trade is closed, seen from the one who may not.
TRADERS = {
    "left": (Seats.LEFT, Seats.NEIGHBOURS, Seats.OTHERS, Seats.EVERYONE),
    "right": (Seats.RIGHT, Seats.NEIGHBOURS, Seats.OTHERS, Seats.EVERYONE),
    "far": (Seats.OTHERS, Seats.EVERYONE),
}
SIGNS = {n.Bound.LEAST: ">=", n.Bound.MOST: "<=", n.Bound.EXACTLY: "=="}
# Of whom conditions speak: of one seat, or of several, of which each or any must fulfil them.
HOLDERS = {
    Seats.YOU: Seat.ME,
    Seats.LEFT: Seat.LEFT,
    Seats.RIGHT: Seat.RIGHT,
    Seats.THEY: Seat.CONTEXT,
}
GROUPS = {
    Seats.A_NEIGHBOUR: (Who.NEIGHBOURS, False),
    Seats.EACH_NEIGHBOUR: (Who.NEIGHBOURS, True),
    Seats.ANOTHER_PLAYER: (Who.OTHERS, False),
    Seats.EACH_OTHER_PLAYER: (Who.OTHERS, True),
    Seats.ANYONE: (Who.EVERYONE, False),
    Seats.PARTNER: (Who.PARTNER, True),
}
MANNERS = {n.Manner.CHAIN: "chain", n.Manner.FREE: "free"}
ACTORS = {
    Seats.YOU: "you",
    Seats.LEFT: "left",
    Seats.RIGHT: "right",
    Seats.A_NEIGHBOUR: "neighbour",
    Seats.ANOTHER_PLAYER: "another",
    Seats.A_PLAYER: "anyone",
    Seats.ANYONE: "anyone",
}
# whose city is counted in; a text is another zone
CountedAt = Seat | Who | str | tuple[str, Seat | Who]


WHO = {
    Seats.YOU: Who.ME,
    Seats.LEFT: Who.LEFT,
    Seats.RIGHT: Who.RIGHT,
    Seats.NEIGHBOURS: Who.NEIGHBOURS,
    Seats.OTHERS: Who.OTHERS,
    Seats.EVERYONE: Who.EVERYONE,
    Seats.PARTNER: Who.PARTNER,
    Seats.THEY: Who.CONTEXT,
    Seats.VICTOR: Who.VICTOR,
    Seats.LOSER: Who.LOSER,
    Seats.A_NEIGHBOUR: Who.CONTEXT,
    Seats.A_PLAYER: Who.CONTEXT,
    Seats.ANOTHER_PLAYER: Who.CONTEXT,
}
# Where somebody is chosen first: among whom.
CHOSEN = {
    Seats.A_NEIGHBOUR: Who.NEIGHBOURS,
    Seats.A_PLAYER: Who.EVERYONE,
    Seats.ANOTHER_PLAYER: Who.OTHERS,
}
# The same behind `from`, `to` and `with`: never the subject.
OTHERS_CHOSEN = {**CHOSEN, Seats.A_PLAYER: Who.OTHERS}
# Among whom somebody has most: with neighbours the owner is meant too, with others it is not.
AMONG = {
    Seats.NEIGHBOURS: Who.AROUND,
    Seats.LEFT: Who.AROUND_LEFT,
    Seats.RIGHT: Who.AROUND_RIGHT,
    Seats.OTHERS: Who.OTHERS,
    Seats.EVERYONE: Who.EVERYONE,
}
SEATS = {
    Seats.YOU: [Seat.ME],
    Seats.LEFT: [Seat.LEFT],
    Seats.RIGHT: [Seat.RIGHT],
    Seats.NEIGHBOURS: [Seat.LEFT, Seat.RIGHT],
}


def is_by_colour(what: n.Which) -> bool:
    """Tell whether cards are meant by their colour alone, so that the tally counts them."""
    is_of_age = isinstance(what, n.Cards) and what.age is not None
    return not (is_of_age or filters_of(what) or isinstance(what, n.CardNamed))


def together(what: n.Countable, counts: list[ir.Expr]) -> ir.Expr:
    """Return what counts of single kinds make together."""
    match what:
        case n.SetOf():
            return ir.Least(tuple(counts))
        case n.SquareOf():
            return ir.Squared(counts[0])
        case n.Colours():
            return ir.Distinct(tuple(counts))
        case _:
            return ir.Greatest(tuple(counts))


def capped(expr: ir.Expr, most: int | None) -> ir.Expr:
    """Return no more than something."""
    return expr if most is None else ir.Capped(expr, most)


def is_coins(loses: n.Coins | n.Tokens | n.ThatMany | n.HalfOf | n.Scale | n.AllTokens | n.AllCoins) -> bool:
    """Tell whether coins are lost, not tokens."""
    return not isinstance(loses, (n.Tokens, n.AllTokens)) and not isinstance(getattr(loses, "of", None), n.Tokens)


def own_either(either: n.Either) -> n.Either:
    """Return alternatives of a group as each of it sees them."""
    return replace(either, alternatives=tuple(replace(one, who=Seats.YOU) for one in either.alternatives))  # type: ignore[arg-type]


def as_following(clause: n.Clause) -> n.Clause:
    """Return what stands behind `then`: what stands is had from then on."""
    return replace(clause, sentence=as_had(clause.sentence))


def as_had(sentence: n.Sentence) -> n.Sentence:
    """Return what stands as something that is had from now on."""
    return n.Have(Seats.YOU, sentence, None, sentence.span) if isinstance(sentence, tuple(STANDING_ORDER)) else sentence


def stands_by_itself(sentence: n.Sentence) -> bool:
    """Tell whether a sentence stands, or counts at the end, if nothing else is said."""
    return isinstance(sentence, (n.Score, *STANDING_ORDER))


def as_act(clause: n.Clause) -> n.Clause:
    """Return what stands as something that begins, and adds up each time."""
    sentence = clause.sentence
    if not isinstance(sentence, tuple(STANDING_ORDER)) or (
        isinstance(sentence, n.Science) and len(sentence.symbols) > 1
    ):
        return clause
    return replace(clause, sentence=n.Have(Seats.YOU, sentence, None, sentence.span))


def is_offered(sentence: n.Sentence) -> bool:
    """Tell whether something with a limit and without a moment is offered before cards are chosen;
    a right to build joins the choice itself.
    """
    if isinstance(sentence, n.Build):
        return sentence.source is not None
    return isinstance(sentence, (*ACTS, n.Score))


def is_of_owner(sentence: n.Sentence) -> bool:
    """Tell sentences about the owner of a clause from those about others."""
    return getattr(sentence, "who", Seats.YOU) is Seats.YOU


def is_of_subject(place: n.Place | n.TheyHave | n.YouHave | n.Here | None) -> bool:
    """Tell places of whom a sentence is about from those that are seen from its owner; what has no
    place is with whom the sentence is about.
    """
    if isinstance(place, n.Place):
        return all(isinstance(part, n.Zone) and part.of is None for part in place.parts)
    return place is None or isinstance(place, n.TheyHave)


def is_across(seats: Seats) -> bool:
    """Tell who shares a place from a neighbour that is named."""
    return seats is Seats.ACROSS


def is_while_leading(clause: n.Clause) -> bool:
    """Tell whether something stands as long as its owner has the majority at a shared place."""
    match clause:
        case n.Clause(None, None, (n.Test(False, n.HasMajority()),), n.Produce() | n.Shields() | n.Science(), None):
            return True
        case _:
            return False


def summed(parts: Iterable[ir.Expr]) -> ir.Expr:
    """Return all together; one alone needs no sum."""
    listed = tuple(parts)
    return listed[0] if len(listed) == 1 else ir.Sum(listed)


def begins_part(op: ir.Op, before: ir.Op) -> bool:
    """Tell whether an operation begins a part: a decision, that it may be declined, or who makes
    it.
    """
    is_begun = isinstance(before, (ir.AskOf, ir.Declinable))
    return isinstance(op, ir.AskOf) or (isinstance(op, (ir.Declinable, *get_args(ir.Decision))) and not is_begun)


def segments(ops: Iterator[ir.Op]) -> Iterator[ir.Segment]:
    """Split operations after each decision."""
    current: list[ir.Op] = []
    for op in ops:
        current.append(op)
        if isinstance(op, ir.Decision):
            yield ir.Segment(tuple(current))
            current = []
    yield ir.Segment(tuple(current))


def id_of(name: Name) -> str:
    """Return the id behind a resolved name."""
    assert name.target is not None, f"{name.span}: {name.text} is not resolved"
    return name.target.partition(".")[2]


def snake(id: str) -> str:
    """Return an id as part of a function's name."""
    return id.replace("-", "_")
