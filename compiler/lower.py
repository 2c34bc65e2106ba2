"""Lower checked content to the intermediate form.

Constants are folded, places become seats, names become ids; a clause is split into segments at its decisions; the flow
becomes a list of steps. The parts of the payment arithmetic are derived here: goods that share a source belong together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from stele.compiler import ir, items
from stele.compiler import nodes as n
from stele.compiler.compose import joined
from stele.compiler.grouping import alike, connected
from stele.compiler.ir import Seat, constant
from stele.compiler.nodes import Name, Seats
from stele.compiler.span import Span
from stele.compiler.walk import nodes
from stele.compiler.wording import clause_text


def lower(contents: tuple[items.Content, ...], variant: str = "") -> ir.Program:
    """Return the program of a set of expansions that belong together."""
    program = Lowering(contents, variant).program()
    ir.verify(program)
    return program


class Lowering:
    """Lowers one set of expansions."""

    def __init__(self, contents: tuple[items.Content, ...], variant: str) -> None:
        self.contents = contents
        self.variant = next((v for content in contents for v in content.variants if v.id == variant), None)
        self.taken = {"step_start_age", "step_next_age"}
        self.is_in_slot = False
        self.held: dict[ir.Standing, ir.Held] = {}
        self.losses: list[ir.Loss] = []
        self.absences: list[str] = []
        vocabularies = [content.vocabulary for content in contents]
        self.resources = [resource for v in vocabularies for resource in v.resources]
        self.colours = [colour for v in vocabularies for colour in v.colours]
        self.symbols = [symbol for v in vocabularies for symbol in v.symbols]
        self.tokens = [token for v in vocabularies for token in v.tokens]
        self.zones = [zone for v in vocabularies for zone in v.zones]
        self.decks = [deck for v in vocabularies for deck in v.decks]
        self.lines = [line for v in vocabularies for line in v.lines]
        self.nouns = {noun.id: noun for v in vocabularies for noun in v.nouns}
        self.groups = {
            group.id: tuple(r.id for r in self.resources if any(id_of(name) == group.id for name in r.groups))
            for v in vocabularies
            for group in v.groups
        }
        self.flow = joined([content.flow for content in contents if content.flow is not None])
        self.board_line = next((line.id for line in self.lines if line.of_boards), self.lines[0].id)
        ids = {content.expansion.id for content in contents}
        self.cards = [
            card for content in contents for card in content.cards if all(name.text in ids for name in card.needs)
        ]
        self.boards = [
            board
            for content in contents
            for board in content.boards
            if all(name.text in ids for name in board.needs) and self.is_used(board.limits)
        ]

    def is_used(self, limits: items.Limits) -> bool:
        """Tell whether a board is used in this variant."""
        variant = "" if self.variant is None else self.variant.id
        return variant not in limits.never_in and (not limits.only_in or variant in limits.only_in)

    def program(self) -> ir.Program:
        """Return the whole program."""
        flow = self.flow
        assert flow.players is not None
        assert flow.ages is not None
        numbers = tuple(range(flow.players[0], flow.players[1] + 1))
        guest = self.variant.guest if self.variant is not None else None
        if self.variant is not None:
            extra = 0 if guest is None else 1
            numbers = tuple(number for number in self.variant.players if number + extra in numbers)
        cards = tuple(self.card(card) for card in self.cards)
        sides = tuple(self.side(board, side) for board in self.boards for side in board.sides)
        everyone = self.effects(flow.everyone, "everyone", self.board_line, 0)
        actions = tuple(self.action(action) for action in flow.actions)
        riders = tuple(self.rider(rider) for rider in flow.riders)
        lines = tuple(self.line(line) for line in self.lines)
        offers = [*nodes(cards, ir.Offer), *nodes(sides, ir.Offer), *nodes(everyone, ir.Offer)]
        made = [*nodes(cards, ir.Make), *nodes(sides, ir.Make), *nodes(everyone, ir.Make)]
        goods = tuple(resource.id for resource in self.resources)
        stage_effects = [effects for side in sides for _, effects in side.stages]
        riding = [rider.effects for rider in riders]
        counting = {colour.line.target for colour in self.colours if colour.line}
        counting |= {token.line.target for token in self.tokens if token.line}
        counting |= {name.target for content in self.contents for name in nodes(content.vocabulary.lines, Name)}
        used = {(target or "").partition(".")[2] for target in counting} | {self.board_line, self.lines[0].id}
        return ir.Program(
            tuple(content.expansion.id for content in self.contents),
            "" if self.variant is None else self.variant.id,
            tuple((v.id, v.name, v.players) for content in self.contents for v in content.variants),
            flow.players,
            numbers,
            None if guest is None else self.guest(guest),
            flow.partners,
            flow.ages,
            flow.coins or 0,
            flow.tie,
            goods,
            connected(goods, [make.goods for make in made]),
            alike(goods, [offer.goods for offer in offers]),
            tuple(colour.id for colour in self.colours),
            tuple(symbol.id for symbol in self.symbols),
            tuple(self.zone(zone) for zone in self.zones),
            next(zone.id for zone in self.zones if zone.main),
            tuple(self.token(token) for token in self.tokens),
            tuple(self.deck(deck) for deck in self.decks),
            # A line on which nothing can count in this set is left out.
            tuple(line for line in lines if line.scores or line.id in used),
            self.board_line,
            everyone,
            tuple(self.held.values()),
            tuple(self.losses),
            tuple(dict.fromkeys(self.absences)),
            actions,
            riders,
            tuple(
                ir.Play(play.id, id_of(play.source), tuple(id_of(name) for name in play.actions))
                for play in nodes(flow.steps(), items.PlayStep)
            ),
            cards,
            sides,
            tuple(self.steps()),
            # Each seat plays at most twice a turn, what it plays and what rides along brings at most so many decisions, and
            # each of those may let a further card enter.
            4 * flow.players[1] * (most_lates([*(card.effects for card in cards), *stage_effects]) + most_lates(riding))
            # What is offered after playing waits with the rest.
            + flow.players[1] * sum(isinstance(held.standing, ir.Window) for held in self.held.values()),
        )

    # --- items ------------------------------------------------------------------------------------------------------

    def card(self, card: items.Card) -> ir.Card:
        """Lower a card."""
        colour = next(colour for colour in self.colours if colour.id == id_of(card.colour))
        line = id_of(colour.line) if colour.line else self.board_line
        assert card.cost is not None
        return ir.Card(
            card.id,
            card.name,
            id_of(card.deck),
            colour.id,
            self.cost(card.cost),
            card.players,
            tuple(id_of(name) for name in card.chain),
            card.identity,
            self.effects(card.effect, f"{snake(card.id)}_effect", line, card.rank),
            card.span,
        )

    def side(self, board: items.Board, side: items.Side) -> ir.Side:
        """Lower one side of a board."""
        name = f"{snake(board.id)}_{side.id}"
        stages = []
        for number, stage in enumerate(side.stages, 1):
            assert stage.cost is not None
            effects = self.effects(stage.effect, f"{name}_stage_{number}_effect", self.board_line, stage.rank)
            stages.append((self.cost(stage.cost), effects))
        start = self.effects(side.start, f"{name}_start", self.board_line, 0)
        limits = board.limits
        numbers = limits.least, limits.most, limits.not_with, limits.not_beside
        removes = tuple(id_of(name) for name in side.removes)
        return ir.Side(board.id, board.name, side.id, start, tuple(stages), *numbers, removes, side.span)

    def zone(self, zone: items.ZoneItem) -> ir.Zone:
        """Lower a zone."""
        deck = "" if zone.deck is None else id_of(zone.deck)
        is_sequence = zone.order == "sequence"
        return ir.Zone(zone.id, zone.name, zone.owner == "seat", zone.seen_by, is_sequence, zone.unique, deck)

    def token(self, token: items.Token) -> ir.Token:
        """Lower a kind of token."""
        line = id_of(token.line) if token.line else self.lines[0].id
        return ir.Token(token.id, token.name, token.points, line, token.supply or 0)

    def cost(self, cost: n.Cost) -> ir.Cost:
        """Lower a cost; goods in the order of their declaration."""
        units = {id_of(part.resource): part.number for part in cost.parts if isinstance(part, n.Goods)}
        coins = sum(part.number for part in cost.parts if isinstance(part, n.Coins))
        return ir.Cost(coins, tuple((r.id, units[r.id]) for r in self.resources if r.id in units))

    def deck(self, deck: items.Deck) -> ir.Deck:
        """Lower a deck."""
        adds = tuple((id_of(addition.source), self.by_players(addition.cards)) for addition in deck.adds)
        return ir.Deck(deck.id, deck.name, deck.age or 0, adds)

    def line(self, line: items.Line) -> ir.Line:
        """Lower a score line."""
        effects = self.effects(line.effect, f"line_{snake(line.id)}", line.id, 0).effects
        return ir.Line(line.id, line.name, tuple(e for e in effects if isinstance(e, ir.Points)))

    def action(self, action: items.Action) -> ir.Action:
        """Lower an action."""
        effects = self.effects(action.effect, f"action_{snake(action.id)}", self.board_line, 0).effects
        once = tuple(e for e in effects if isinstance(e, ir.OneShot))
        return ir.Action(action.id, action.name, action.cost, id_of(action.to), action.builds, once)

    def guest(self, guest: items.Guest) -> ir.Guest:
        """Lower the seat at which nobody sits."""
        sides = tuple(guest.guide.at(age) == "left" for age in range(1, (self.flow.ages or 0) + 1))
        resort = tuple(id_of(name) for name in guest.last_resort)
        return ir.Guest(guest.name, guest.plays, sides, resort, guest.chains_first)

    def rider(self, rider: items.Rider) -> ir.Rider:
        """Lower a rider; how often it was used is counted in a lane of its own."""
        assert rider.cost is not None
        name = f"rider_{snake(rider.id)}"
        effects = self.effects(rider.effect, name, self.board_line, 0)
        permit = ir.Permit(f"rider {rider.id}", (), rider.once_per)
        held = self.hold(permit, name, rider.name, rider.span)
        cost = self.cost(rider.cost)
        return ir.Rider(rider.id, rider.name, id_of(rider.on), cost, rider.once_per, effects, held.lane)

    def by_players(self, number: items.ByPlayers) -> ir.ByPlayers:
        """Return a number for each number of players."""
        assert self.flow.players is not None
        least, most = self.flow.players
        return tuple((players, number.at(players) or 0) for players in range(least, most + 1))

    # --- clauses ----------------------------------------------------------------------------------------------------

    def effects(self, clauses: Iterable[n.Clause], name: str, line: str, rank: int) -> ir.Effects:
        """Lower the clauses of an item."""
        listed = list(clauses)
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
        if standing not in self.held:
            self.held[standing] = ir.Held(f"HELD_{constant(name)}", text, standing, span)
        return self.held[standing]

    def clause(self, clause: n.Clause, name: str, line: str) -> Iterator[ir.Effect]:
        """Lower one clause."""
        text, span = clause_text(clause), clause.span
        per = clause.limit.period.value if clause.limit is not None else ""

        def held(standing: ir.Standing) -> ir.Effect:
            return ir.AddCount(self.hold(standing, name, text, span).lane, 1)

        match clause.moment:
            case n.When(event):
                yield held(self.trigger(event, clause, name))
                return
            case n.InsteadOf(token):
                yield held(ir.Instead(tuple(self.kinds(token))))
                return
            case n.AtConflict():
                match clause.sentence:
                    case n.Exchange(_, _, (n.Tokens() as token,), n.SitOut()):
                        self.absences += self.kinds(token)
                return
            case n.AfterPlaying() if isinstance(clause.sentence, n.Exchange):
                yield held(self.window(clause.sentence, clause, name))
                return
        match clause.sentence:
            case n.Produce(n.Some(number, resource), for_sale):
                yield ir.Make((id_of(resource),), number, for_sale)
            case n.Produce(n.OneOf(resources), for_sale):
                yield ir.Make(tuple(id_of(resource) for resource in resources), 1, for_sale)
            case n.Produce(n.SomeThat(number, colours, board, is_negated)):
                yield held(ir.MadeThat(tuple(id_of(colour) for colour in colours), board, is_negated, number))
            case n.Buy(group, Seats.BANK, price):
                yield held(ir.Ware(self.wares(group), price, per))
            case n.Buy(group, Seats.ANYONE, price):
                yield ir.Offer(self.wares(group), True, True, price)
                yield held(ir.FarOffer(self.wares(group), price))
            case n.Buy(group, seller, price):
                yield ir.Offer(self.wares(group), seller is not Seats.RIGHT, seller is not Seats.LEFT, price)
            case n.Rebate(side, less):
                yield held(ir.Rebate(side.value, less, per))
            case n.CostChange() as change:
                yield held(self.cost_change(change))
            case n.Score(_, int() as points, count):
                amount = self.amount(points, count)
                if clause.tests:
                    amount = ir.IfTrue(self.tests(clause), amount)
                yield ir.Points(name, text, line, amount, span)
            case n.Shields(number, None, None):
                yield ir.AddCount("SHIELDS", number)
            case n.Shields(number, against, count):
                opponent = "" if against is None else against.value
                yield held(ir.Strength(name, self.amount(number, count), opponent, span))
            case n.Science(symbols):
                if len(symbols) == 1:
                    yield ir.AddCount(f"SYMBOL_{constant(id_of(symbols[0]))}", 1)
                else:
                    yield ir.Wild(tuple(id_of(symbol) for symbol in symbols))
            case n.CopiedScience(cards, n.Place() as place):
                yield ir.Mask(name, text, self.colours_of(cards), tuple(self.seats(place)), span)
            case n.PlayLast():
                yield held(ir.Permit("last", (), ""))
            case n.Build(_, what, None) if clause.limit is not None:
                assert isinstance(what, (n.Cards, n.NamedCards))
                kind = "build" if clause.sentence.chain is None else "chain"
                yield held(ir.Permit(kind, self.colours_of(what), per))
            case n.Copy(cards, _, n.Place() as place) if clause.moment is not None:
                yield ir.CopyAtEnd(name, text, self.colours_of(cards), tuple(self.seats(place)), span)
            case n.Reveal(unless):
                yield ir.Reveal(tuple(id_of(colour) for colour in unless))
            case n.LeaveTable() | n.ReturnToTable():
                yield ir.AtTable(isinstance(clause.sentence, n.LeaveTable))
            case (
                n.Gain()
                | n.Lose()
                | n.Build()
                | n.Play()
                | n.Draw()
                | n.Copy()
                | n.TakeSeat()
                | n.ReplaceBoard()
                | n.Exchange()
            ):
                yield from self.one_shots(clause, name, text, line)
            case _:
                raise AssertionError(f"{span}: {text} passed the check but cannot be lowered")

    def cost_change(self, clause: n.CostChange) -> ir.Change:
        """Lower a change of costs."""
        less = clause.change.number if isinstance(clause.change, n.Less) else 0
        is_nothing, is_coins = isinstance(clause.change, n.Nothing), clause.change.is_coins
        return ir.Change(
            None if isinstance(clause.what, n.Stages) else self.colours_of(clause.what),
            0 if is_coins else less,
            less if is_coins else 0,
            is_nothing and not is_coins,
            is_nothing and is_coins,
            "" if clause.action is None else id_of(clause.action),
            clause.for_neighbours,
        )

    def one_shots(self, clause: n.Clause, name: str, text: str, line: str = "") -> Iterator[ir.OneShot]:
        """Yield what a clause does at once, and what of it waits for a decision."""
        ops = list(self.operations(clause, name, line or self.board_line))
        first = next((i for i, op in enumerate(ops) if isinstance(op, ir.Decision)), len(ops))
        tests = self.tests(clause)
        if first:
            yield ir.OneShot(name, text, tests, (ir.Segment(tuple(ops[:first])),), clause.span)
        if ops[first:]:
            later = self.unique(f"{name}_late") if first else name
            yield ir.OneShot(later, text, tests, tuple(segments(iter(ops[first:]))), clause.span)

    def trigger(self, event: n.Event, clause: n.Clause, name: str) -> ir.Trigger:
        """Lower what happens each time something else does."""
        colours: tuple[str, ...] = ()
        tokens: tuple[str, ...] = ()
        match event:
            case n.BuildsCard(cards):
                kind, colours = "build", self.colours_of(cards)
            case n.BuildsStage():
                kind = "stage"
            case n.BuildsByChain():
                kind = "chain"
            case n.BuysFromNeighbour():
                kind = "buy"
            case n.GainsToken(token):
                kind, tokens = "token", tuple(self.kinds(token))
            case n.GainsCoins():
                kind = "coins"
            case _:
                assert_never(event)
        per, by_side = "", False
        if clause.limit is not None:
            per, by_side = clause.limit.period.value, clause.limit.per_neighbour
        bare = replace(clause, moment=None, limit=None)
        once = next(self.one_shots(bare, name, clause_text(bare)))
        return ir.Trigger(kind, colours, tokens, per, by_side, once, clause_text(bare))

    def window(self, exchange: n.Exchange, clause: n.Clause, name: str) -> ir.Window:
        """Lower an exchange that is offered after playing."""
        assert clause.limit is not None
        unused = tuple(
            (id_of(part.resource), part.number)
            for part in exchange.price
            if isinstance(part, n.Unused) and part.resource is not None
        )
        bare = replace(clause, moment=None, limit=None)
        once = next(self.one_shots(bare, name, clause_text(bare)))
        return ir.Window(clause.limit.period.value, unused, once, clause_text(bare))

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
        """Lower conditions."""
        return tuple(self.test(test) for test in clause.tests)

    def test(self, test: n.Test) -> ir.Test:
        """Lower one condition."""
        match test.fact:
            case n.AtLeast(number, what, where):
                place = None if where is None else n.Place((where,), test.span)
                counted = self.counted(n.Per(1, what, place, test.span))
                return ir.AtLeast(number, counted, test.is_negated)
            case n.InAge(age):
                return ir.InAge(age, test.is_negated)
            case _:
                raise AssertionError(f"{test.span}: passed the check but cannot be lowered")

    def operations(self, clause: n.Clause, name: str, line: str) -> Iterator[ir.Op]:
        """Yield what a one-shot clause does, in order."""
        match clause.sentence:
            case n.Gain(who, n.Coins(number), per):
                yield ir.Gain(WHO[who], self.amount(number, per))
            case n.Gain(who, n.Tokens() as tokens, per):
                kind = next(self.kinds(tokens))
                yield ir.GainTokens(WHO[who], kind, self.amount(tokens.number, per))
            case n.Lose(who, n.Coins(number), per):
                loss = ir.Loss(f"{name}_loss", clause_text(clause), self.amount(number, per), clause.span)
                self.losses.append(loss)
                yield ir.Owe(WHO[who], loss.name)
            case n.Draw(number, noun, Name() as into):
                yield ir.Draw(number, (id_of(self.nouns[id_of(noun)].colour),), id_of(into))
            case n.Build(Seats.PARTNER, n.UsedCard()):
                yield ir.GiveUsedCard()
            case n.Build(_, what, Name() as source):
                assert isinstance(what, (n.Cards, n.NamedCards))
                yield ir.Choose(id_of(source), self.colours_of(what))
                yield ir.LayChosen(id_of(source))
            case n.Play(cards, source, price):
                less = price.number if isinstance(price, n.Less) else 0
                yield ir.ChooseToPlay(id_of(source), self.colours_of(cards), less)
                yield ir.PlayChosen(id_of(source))
            case n.Copy(cards, stage, n.Place() as place):
                age = cards.age or 0 if isinstance(cards, n.Cards) else 0
                yield ir.ChooseCopy(self.colours_of(cards), tuple(self.seats(place)), age, stage or 0)
                yield ir.CopyChosen(line)
            case n.TakeSeat():
                yield ir.ChooseSeat()
                yield ir.SitThere()
            case n.ReplaceBoard(_, drawn, either_side):
                yield ir.DrawBoards(drawn)
                yield ir.ChooseBoard(either_side)
                yield ir.TakeBoard()
            case n.Exchange(_, _, price, result):
                coins = sum(part.number for part in price if isinstance(part, n.Coins))
                given = tuple(self.tokens_of(price))
                gift = (result.gift,) if isinstance(result, n.Gain) else ()
                yield ir.ChooseExchange(coins, given, tuple(self.tokens_of(gift)))
                yield ir.Give(coins, given)
                yield from self.operations(replace(clause, sentence=result, then=None), name, line)
            case _:
                raise AssertionError(f"{clause.span}: not a one-shot effect")
        if clause.then is not None:
            yield from self.operations(clause.then, f"{name}_then", line)

    def colours_of(self, cards: n.Which) -> tuple[str, ...]:
        """Return the colours that are meant; none means any."""
        match cards:
            case n.NamedCards(noun):
                return (id_of(self.nouns[id_of(noun)].colour),)
            case n.Cards(colours, _):
                return tuple(id_of(colour) for colour in colours)
            case _:
                assert_never(cards)

    def amount(self, number: int, per: n.Per | None) -> ir.Expr:
        """Return how much: a number, or a number for each of something."""
        if per is None:
            return ir.Const(number)
        counted = self.counted(per)
        if per.divisor > 1:
            counted = ir.Over(counted, per.divisor)
        return counted if number == 1 else ir.Times(number, counted)

    def counted(self, per: n.Per) -> ir.Expr:
        """Return how many there are, over all places."""
        if isinstance(per.place, n.TheyHave):
            return summed(self.count(per.what, Seat.THEY))
        if not isinstance(per.place, n.Place):
            return summed(self.count(per.what, Seat.ME))
        parts = list(dict.fromkeys(self.spots(per.place)))
        return summed(part for spot in parts for part in self.count_at(per.what, spot))

    def spots(self, place: n.Place) -> Iterator[Spot]:
        """Yield where a place is: seats, groups of seats, or zones other than the main one."""
        for part in place.parts:
            match part:
                case n.Zone(name):
                    zone = next(zone for zone in self.zones if zone.id == id_of(name))
                    yield Seat.ME if zone.main else zone.id
                case n.CitiesOf(Seats.OTHERS | Seats.EVERYONE as seats):
                    yield WHO[seats]
                case n.CitiesOf(seats):
                    yield from SEATS[seats]

    def count_at(self, what: n.Countable, spot: Spot) -> Iterator[ir.Expr]:
        """Yield what is added up for one spot."""
        match spot:
            case Seat():
                yield from self.count(what, spot)
            case ir.Who():
                yield ir.SumOver(spot, summed(self.count(what, Seat.THEY)))
            case str():
                assert isinstance(what, (n.Cards, n.NamedCards))
                zone = next(zone for zone in self.zones if zone.id == spot)
                yield ir.CardsIn(spot, self.colours_of(what), Seat.ME if zone.owner == "seat" else None)

    def seats(self, place: n.Place) -> Iterator[Seat]:
        """Yield whose cities a place means, each once."""
        seen: list[Seat] = []
        for part in place.parts:
            if isinstance(part, n.Zone):
                seen.append(Seat.ME)
            else:
                seen += SEATS[part.seats]
        yield from dict.fromkeys(seen)

    def count(self, what: n.Countable, seat: Seat) -> Iterator[ir.Expr]:
        """Yield what is added up for one seat."""
        match what:
            case n.Cards(()):
                yield from (ir.Count(f"COLOUR_{constant(colour.id)}", seat) for colour in self.colours)
            case n.Cards() | n.NamedCards():
                yield from (ir.Count(f"COLOUR_{constant(id)}", seat) for id in self.colours_of(what))
            case n.Tokens():
                yield from (ir.TokensOf(kind, seat) for kind in self.kinds(what))
            case n.Symbols(kind):
                yield ir.Count(f"SYMBOL_{constant(id_of(kind))}", seat)
            case n.SetOf(kinds):
                prefix = "SYMBOL" if kinds[0].role is n.Role.SYMBOL else "COLOUR"
                yield ir.Least(tuple(ir.Count(f"{prefix}_{constant(id_of(kind))}", seat) for kind in kinds))
            case n.SquareOf(n.Symbols(kind)):
                yield ir.Squared(ir.Count(f"SYMBOL_{constant(id_of(kind))}", seat))
            case n.Stages():
                yield ir.Count("STAGES_BUILT", seat)
            case n.AllCoins():
                yield ir.CoinsOf(seat)
            case n.AllShields():
                yield ir.Count("SHIELDS", seat)
            case n.Colours() | n.CardsOfOneColour():
                raise AssertionError("passed the check but cannot be lowered")
            case _:
                assert_never(what)

    # --- flow -------------------------------------------------------------------------------------------------------

    def steps(self) -> Iterator[ir.Step]:
        """Yield all steps: what comes before the first age, an age and the return to its first step, the end."""
        flow, slots = self.flow, self.flow.slots
        assert flow.ages is not None
        before = list(self.run(slots.before_first_age, 0))
        yield from before
        first = len(before)
        yield ir.Step("start_age", ir.StartAge(), flow.span)
        age = list(self.run((*slots.start_of_age, *flow.age), first + 1))
        yield from age
        yield ir.Step("next_age", ir.NextAge(flow.ages, first), flow.span)
        yield from self.run(slots.end_of_game, first + len(age) + 2)

    def run(self, steps: Iterable[items.Step], number: int) -> Iterator[ir.Step]:
        """Yield the steps that some steps of the flow become; `number` is the place of the first of them."""
        for step in steps:
            for lowered in self.step(step, number, None):
                yield replace(lowered, name=self.unique(f"step_{lowered.name}").removeprefix("step_"))
                number += 1

    def step(self, step: items.Step, number: int, turns: ir.ByPlayers | None) -> Iterator[ir.Step]:
        """Yield the steps that one step of the flow becomes; `number` is the place of the first of them."""
        ages = range(1, (self.flow.ages or 0) + 1)
        name, span = snake(step.id), step.span
        match step:
            case items.Deal(_, source, cards, to):
                decks = tuple(id_of(deck) for age in ages if (deck := source.at(age)))
                yield ir.Step(name, ir.DealCards(decks, self.by_players(cards), id_of(to)), span)
            case items.Turns(_, count, each):
                yield ir.Step(name, ir.FirstTurn(), span)
                inner = self.by_players(count)
                back = place = number + 1
                for part in each:
                    for lowered in self.step(part, place, inner):
                        yield lowered
                        place += 1
                yield ir.Step(f"{name}_next", ir.NextTurn(inner, back), span)
            case items.PlayStep():
                yield ir.Step(name, ir.AskAll(step.id), span)
                guest = self.variant.guest if self.variant is not None else None
                if guest is not None and guest.plays == step.id:
                    yield ir.Step(f"{name}_guest", ir.AskGuest(step.id), span)
                yield ir.Step(f"{name}_carried_out", ir.CarryOut(step.id, False), span)
            case items.Clear(_, zone, to, only_last, only_ages, spares):
                plays = nodes(self.flow.age, items.PlayStep)
                play = next((play for play in plays if id_of(play.source) == id_of(zone)), None)
                if play is not None and turns is not None:
                    yield ir.Step(f"{name}_asked", ir.AskLast(play.id, id_of(zone), turns), span)
                    yield ir.Step(f"{name}_carried_out", ir.CarryOut(play.id, True), span)
                spared = tuple(self.playing_from(id_of(zone))) if spares else ()
                last = turns if only_last else None
                yield ir.Step(name, ir.ClearZone(id_of(zone), id_of(to), last, only_ages, spared), span)
            case items.Run():
                if turns is not None and any(nodes((tuple(self.boards), tuple(self.cards)), n.AfterPlaying)):
                    yield ir.Step(f"{name}_windows", ir.OpenWindows(), span)
                    number += 1
                yield ir.Step(name, ir.SettleLate(), span)
                yield from self.slot(self.flow.slots.end_of_turn if turns is not None else (), number + 1, turns)
                if any(nodes((self.contents, self.flow), n.Lose)):
                    unpaid = id_of(self.flow.unpaid) if self.flow.unpaid is not None else ""
                    yield ir.Step(f"{name}_losses", ir.SettleLosses(unpaid), span)
            case items.Pass(_, zone, to, except_last):
                sides = tuple(to.at(age) == "left" for age in ages)
                yield ir.Step(name, ir.HandOn(id_of(zone), sides, turns if except_last else None), span)
            case items.ConflictStep(_, win, lose, tokens, leaves):
                wins = tuple(id_of(token) for age in ages if (token := win.at(age)))
                losses = tuple(id_of(token) for age in ages if (token := lose.at(age)))
                before = tuple(self.slot(self.flow.slots.before_conflict, number, turns))
                yield from before
                yield ir.Step(name, ir.Fight(wins, losses, tokens, leaves), span)
                yield from self.slot(self.flow.slots.after_conflict, number + len(before) + 1, turns)
            case _:
                assert_never(step)

    def slot(self, steps: Iterable[items.Step], place: int, turns: ir.ByPlayers | None) -> Iterator[ir.Step]:
        """Yield the steps of a slot; what is inside a slot has no slots of its own."""
        if self.is_in_slot:
            return
        self.is_in_slot = True
        for part in steps:
            for lowered in self.step(part, place, turns):
                yield lowered
                place += 1
        self.is_in_slot = False

    def playing_from(self, zone: str) -> Iterator[tuple[str, str, int]]:
        """Yield (board, side, number) of every stage that plays from a zone."""
        for board in self.boards:
            for side in board.sides:
                for number, stage in enumerate(side.stages):
                    if any(id_of(play.source) == zone for play in nodes(stage.effect, n.Play)):
                        yield board.id, side.id, number


Spot = Seat | ir.Who | str  # whose city is counted in; a text is another zone


WHO = {
    Seats.YOU: ir.Who.ME,
    Seats.LEFT: ir.Who.LEFT,
    Seats.RIGHT: ir.Who.RIGHT,
    Seats.NEIGHBOURS: ir.Who.NEIGHBOURS,
    Seats.OTHERS: ir.Who.OTHERS,
    Seats.EVERYONE: ir.Who.EVERYONE,
}
SEATS = {
    Seats.YOU: [Seat.ME],
    Seats.LEFT: [Seat.LEFT],
    Seats.RIGHT: [Seat.RIGHT],
    Seats.NEIGHBOURS: [Seat.LEFT, Seat.RIGHT],
}


def most_lates(items_effects: list[ir.Effects]) -> int:
    """Return the largest number of decisions that one item brings."""
    counts = [sum(len(one.segments) > 1 for one in nodes(effects, ir.OneShot)) for effects in items_effects]
    return max(counts, default=0)


def summed(parts: Iterable[ir.Expr]) -> ir.Expr:
    """Return all together; one alone needs no sum."""
    listed = tuple(parts)
    return listed[0] if len(listed) == 1 else ir.Sum(listed)


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
