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
from stele.compiler.grouping import alike, connected
from stele.compiler.ir import Seat, constant
from stele.compiler.nodes import Name, Seats
from stele.compiler.walk import nodes
from stele.compiler.wording import clause_text


def lower(contents: tuple[items.Content, ...]) -> ir.Program:
    """Return the program of a set of expansions that belong together."""
    program = Lowering(contents).program()
    ir.verify(program)
    return program


class Lowering:
    """Lowers one set of expansions."""

    def __init__(self, contents: tuple[items.Content, ...]) -> None:
        self.contents = contents
        self.taken: set[str] = set()
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
        self.flow = next(content.flow for content in contents if content.flow is not None)
        self.board_line = next((line.id for line in self.lines if line.of_boards), self.lines[0].id)
        ids = {content.expansion.id for content in contents}
        self.cards = [
            card for content in contents for card in content.cards if all(name.text in ids for name in card.needs)
        ]
        self.boards = [
            board for content in contents for board in content.boards if all(name.text in ids for name in board.needs)
        ]

    def program(self) -> ir.Program:
        """Return the whole program."""
        flow = self.flow
        assert flow.players is not None
        assert flow.ages is not None
        cards = tuple(self.card(card) for card in self.cards)
        sides = tuple(self.side(board, side) for board in self.boards for side in board.sides)
        everyone = self.effects(flow.everyone, "everyone", self.board_line, 0)
        offers = [*nodes(cards, ir.Offer), *nodes(sides, ir.Offer), *nodes(everyone, ir.Offer)]
        made = [*nodes(cards, ir.Make), *nodes(sides, ir.Make), *nodes(everyone, ir.Make)]
        goods = tuple(resource.id for resource in self.resources)
        stage_effects = [effects for side in sides for _, effects in side.stages]
        return ir.Program(
            tuple(content.expansion.id for content in self.contents),
            flow.players,
            flow.ages,
            flow.coins or 0,
            flow.tie,
            goods,
            connected(goods, [make.goods for make in made]),
            alike(goods, [offer.goods for offer in offers]),
            tuple(colour.id for colour in self.colours),
            tuple(symbol.id for symbol in self.symbols),
            tuple(
                ir.Zone(z.id, z.name, z.owner == "seat", z.seen_by, z.order == "sequence", z.unique) for z in self.zones
            ),
            next(zone.id for zone in self.zones if zone.main),
            tuple(ir.Token(t.id, t.name, t.points, id_of(t.line) if t.line else self.lines[0].id) for t in self.tokens),
            tuple(self.deck(deck) for deck in self.decks),
            tuple(self.line(line) for line in self.lines),
            self.board_line,
            everyone,
            tuple(self.action(action) for action in flow.actions),
            tuple(
                ir.Play(play.id, id_of(play.source), tuple(id_of(name) for name in play.actions))
                for play in nodes(flow.age, items.PlayStep)
            ),
            cards,
            sides,
            tuple(self.steps()),
            # Each seat plays at most twice a turn, and what it plays brings at most so many decisions.
            2 * flow.players[1] * most_lates([*(card.effects for card in cards), *stage_effects]),
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
        return ir.Side(board.id, board.name, side.id, start, tuple(stages), side.span)

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
        return ir.Action(action.id, action.name, action.cost, id_of(action.to), once)

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

    def clause(self, clause: n.Clause, name: str, line: str) -> Iterator[ir.Effect]:
        """Lower one clause."""
        text, span = clause_text(clause), clause.span
        match clause.sentence:
            case n.Produce(n.Some(number, resource), for_sale):
                yield ir.Make((id_of(resource),), number, for_sale)
            case n.Produce(n.OneOf(resources), for_sale):
                yield ir.Make(tuple(id_of(resource) for resource in resources), 1, for_sale)
            case n.Buy(group, seller, price):
                goods = tuple(r.id for r in self.resources) if group is None else self.groups[id_of(group)]
                yield ir.Offer(goods, seller is not Seats.RIGHT, seller is not Seats.LEFT, price)
            case n.Score(_, int() as points, per):
                yield ir.Points(name, text, line, self.amount(points, per), span)
            case n.Shields(number):
                yield ir.AddCount("SHIELDS", number)
            case n.Science(symbols):
                if len(symbols) == 1:
                    yield ir.AddCount(f"SYMBOL_{constant(id_of(symbols[0]))}", 1)
                else:
                    yield ir.Wild(tuple(id_of(symbol) for symbol in symbols))
            case n.PlayLast():
                yield ir.Permit("last", (), "", text, span)
            case n.Build(_, what, None) if clause.limit is not None:
                assert isinstance(what, (n.Cards, n.NamedCards))
                yield ir.Permit("build", self.colours_of(what), clause.limit.period.value, text, span)
            case n.Copy(cards, _, n.Place() as place):
                yield ir.CopyAtEnd(name, text, self.colours_of(cards), tuple(self.seats(place)), span)
            case n.Gain() | n.Build():
                yield ir.OneShot(name, text, tuple(segments(self.operations(clause))), span)
            case _:
                raise AssertionError(f"{span}: {text} passed the check but cannot be lowered")

    def operations(self, clause: n.Clause) -> Iterator[ir.Op]:
        """Yield what a one-shot clause does, in order."""
        match clause.sentence:
            case n.Gain(_, n.Coins(number), per):
                yield ir.Gain(self.amount(number, per))
            case n.Build(_, what, Name() as source):
                assert isinstance(what, (n.Cards, n.NamedCards))
                yield ir.Choose(id_of(source), self.colours_of(what))
                yield ir.LayChosen(id_of(source))
            case _:
                raise AssertionError(f"{clause.span}: not a one-shot effect")
        if clause.then is not None:
            yield from self.operations(clause.then)

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
        places = list(self.seats(per.place)) if isinstance(per.place, n.Place) else [Seat.ME]
        found = [part for seat in places for part in self.count(per.what, seat)]
        return found[0] if len(found) == 1 else ir.Sum(tuple(found))

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
            case n.Tokens(_, kind, worth):
                for token in self.tokens:
                    is_kind = id_of(kind) in (token.id, id_of(token.group) if token.group else "")
                    if is_kind and worth in (None, token.points):
                        yield ir.TokensOf(token.id, seat)
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
        """Yield the steps of an age, then the return to its first one."""
        flow = self.flow
        assert flow.ages is not None
        yield ir.Step("start_age", ir.StartAge(), flow.span)
        number = 1
        for step in flow.age:
            for lowered in self.step(step, number, None):
                yield replace(lowered, name=self.unique(f"step_{lowered.name}").removeprefix("step_"))
                number += 1
        yield ir.Step("next_age", ir.NextAge(flow.ages), flow.span)

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
                yield ir.Step(f"{name}_carried_out", ir.CarryOut(step.id, False), span)
            case items.Clear(_, zone, to, only_last):
                play = next((p for p in nodes(self.flow.age, items.PlayStep) if id_of(p.source) == id_of(zone)), None)
                if play is not None and turns is not None:
                    yield ir.Step(f"{name}_asked", ir.AskLast(play.id, id_of(zone), turns), span)
                    yield ir.Step(f"{name}_carried_out", ir.CarryOut(play.id, True), span)
                yield ir.Step(name, ir.ClearZone(id_of(zone), id_of(to), turns if only_last else None), span)
            case items.Run():
                yield ir.Step(name, ir.SettleLate(), span)
            case items.Pass(_, zone, to, except_last):
                sides = tuple(to.at(age) == "left" for age in ages)
                yield ir.Step(name, ir.HandOn(id_of(zone), sides, turns if except_last else None), span)
            case items.ConflictStep(_, win, lose):
                wins = tuple(id_of(token) for age in ages if (token := win.at(age)))
                losses = tuple(id_of(token) for age in ages if (token := lose.at(age)))
                yield ir.Step(name, ir.Fight(wins, losses), span)
            case _:
                assert_never(step)


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


def segments(ops: Iterator[ir.Op]) -> Iterator[ir.Segment]:
    """Split operations after each decision."""
    current: list[ir.Op] = []
    for op in ops:
        current.append(op)
        if isinstance(op, ir.Choose):
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
