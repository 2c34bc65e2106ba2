"""Lower checked content to the intermediate form.

Constants are folded, places become seats, names become ids; a clause is split into segments at its
decisions; the flow becomes a list of steps. The parts of the payment arithmetic are derived here:
goods that share a source belong together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, product

from stele.compiler.analysis.board_limits import limits_of, said_of, sides_used
from stele.compiler.common.components import alike, connected
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Seats
from stele.compiler.front.walk import nodes
from stele.compiler.ir import program as ir
from stele.compiler.ir.cards import CardSet
from stele.compiler.lower.clauses import SIDES, as_had, id_of, snake
from stele.compiler.lower.flow import FlowLowering
from stele.compiler.lower.tracks import positions


def lower(contents: tuple[items.Content, ...], variant: str = "") -> ir.Program:
    """Return the program of a set of expansions that belong together."""
    program = Lowering(contents, variant).program()
    ir.verify(program)
    return program


DECISIONS_OF_REACTIONS = 8  # of one seat at a time


class Lowering(FlowLowering):
    """Lowers one set of expansions."""

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
        variant = "" if self.variant is None else self.variant.id
        sides = tuple(
            self.side(board, side) for board in self.boards for side in sides_used(board, self.contents, variant)
        )
        self.item = self.title = "everyone"
        everyone = self.effects(flow.everyone, "everyone", self.board_line, 0)
        self.start_asks = any(decisions(start) for start in (everyone, *(side.start for side in sides)))
        actions = tuple(self.action(action) for action in flow.actions)
        further = [action for one in flow.actions for action in self.elsewhere(one)]
        places = tuple(self.place(zone) for zone in self.shared)
        riders = tuple(self.rider(rider) for rider in flow.riders)
        lines = tuple(self.line(line) for line in self.lines)
        standing = cards, sides, places, everyone, riders, tuple(self.held.values())
        offers, made = list(nodes(standing, ir.Offer)), list(nodes(standing, ir.Make))
        goods = tuple(resource.id for resource in self.resources)
        of_sides = [effects for side in sides for effects in (side.start, *(effects for _, effects in side.stages))]
        of_places = list(nodes(places, ir.Effects))
        played = [everyone, *(card.effects for card in cards), *of_sides, *of_places]
        riding = [rider.effects for rider in riders]
        given = [effects for card in cards for _, effects in card.moments]
        counting = {colour.line.target for colour in self.colours if colour.line}
        counting |= {token.line.target for token in self.tokens if token.line}
        counting |= {name.target for content in self.contents for name in nodes(content.vocabulary.lines, Name)}
        used = {(target or "").partition(".")[2] for target in counting} | {self.board_line, self.lines[0].id}
        return ir.Program(
            expansions=tuple(content.expansion.id for content in self.contents),
            variant="" if self.variant is None else self.variant.id,
            variants=tuple((v.id, v.name, v.players) for content in self.contents for v in content.variants),
            never=tuple(
                (id, c.expansion.name) for c in self.contents if c.flow is not None for id, _ in c.flow.never_in
            ),
            players=flow.players,
            numbers=numbers,
            guest=None if guest is None else self.guest(guest),
            partners=flow.partners,
            ages=flow.ages,
            coins=flow.coins or 0,
            tie=flow.tie,
            resources=goods,
            parts=connected(goods, [make.goods for make in made]),
            price_classes=alike(goods, [offer.goods for offer in offers]),
            colours=tuple(colour.id for colour in self.colours),
            symbols=tuple(symbol.id for symbol in self.symbols),
            zones=tuple(lowered for zone in self.zones for lowered in self.zone(zone)),
            main_zone=next(zone.id for zone in self.zones if zone.main),
            tokens=tuple(self.token(token) for token in self.tokens),
            positions=tuple(positions(self)),
            decks=tuple(self.deck(deck) for deck in self.decks),
            # A line on which nothing can count in this set is left out.
            lines=tuple(line for line in lines if line.scores or line.id in used),
            board_line=self.board_line,
            everyone=everyone,
            held=tuple(self.held.values()),
            losses=(*self.losses, *self.undergone()),
            kept=tuple(self.kept),
            suspended=tuple(self.suspended),
            done=tuple(self.done),
            choices=tuple(self.choices),
            actions=(*actions, *further),
            riders=riders,
            supplies=tuple(self.supply(supply) for supply in flow.supplies),
            plays=tuple(self.play(play, further) for play in nodes(flow.steps(), items.PlayStep)),
            hand=self.hand(),
            cards=cards,
            sides=sides,
            places=places,
            steps=tuple(self.steps()),
            # Each seat plays at most twice a turn, what it plays and what rides along brings at
            # most so many decisions, and each of those may let a further card enter. What lies in a
            # shared place may ask two seats, and the last cards of two neighbours may be played
            # too; each board that is laid is turned.
            most_frames=flow.players[1]
            * (
                (12 if places else 4)
                * (
                    most_lates(played)
                    + most_lates(riding)
                    + most_lates(given)
                    + most_lates(self.chosen())
                    + most_lates([action.effects for action in actions])
                )
                + len(places)
                # What is offered after playing waits with the rest, and so does what reacts.
                + sum(isinstance(held.standing, ir.Window) for held in self.held.values())
                + any(True for _ in nodes(sides, ir.Reveal))
                + DECISIONS_OF_REACTIONS * any(decides(held.standing) for held in self.held.values())
            ),
        )

    def chosen(self) -> list[ir.Effects]:
        """Return all that clauses let choose."""
        return [option for choice in self.choices for option in choice.options]

    def undergone(self) -> Iterator[ir.Loss]:
        """Yield every loss once more, of as many coins as were to be lost, if what might happen
        instead of one can be declined.
        """
        late = [one.otherwise for one in self.suspended if one.otherwise is not None]
        if any(one.event == "instead-lose-coins" for one in nodes(tuple(late), ir.Undergo)):
            for loss in self.losses:
                yield replace(loss, name=f"{loss.name}_undergone", coins=ir.ThatMany())

    # --- items ------------------------------------------------------------------------------------

    def card(self, card: items.Card) -> ir.Card:
        """Lower a card."""
        colour = next((c for c in self.colours if card.colour is not None and c.id == id_of(card.colour)), None)
        line = id_of(colour.line) if colour is not None and colour.line else self.board_line
        name = snake(card.id)
        self.item, self.title, self.colour = card.id, card.name, "" if colour is None else colour.id
        lowered = self.card_of(card, colour, line, name)
        self.colour = ""
        return lowered

    def card_effects(self, card: items.Card, name: str, line: str) -> ir.Effects:
        """Lower what a card does, with what counts it among those that produce something."""
        effects = self.effects(card.effect, f"{name}_effect", line, card.rank)
        return replace(effects, effects=(*effects.effects, *self.counted_makers(card)))

    def card_of(self, card: items.Card, colour: items.Colour | None, line: str, name: str) -> ir.Card:
        """Lower a card that has this colour, and whose points count on this line."""
        assert card.cost is not None
        return ir.Card(
            card.id,
            card.name,
            id_of(card.deck),
            "" if colour is None else colour.id,
            self.cost(card.cost),
            card.players,
            tuple(id_of(name) for name in card.chain),
            card.identity,
            self.card_effects(card, name, line),
            tuple(
                (
                    id_of(moment),
                    self.effects(clauses, f"{name}_{snake(id_of(moment))}", self.line_of(moment), card.rank),
                )
                for moment, clauses in card.moments
                if id_of(moment) in self.giving
            ),
            tuple(
                (id_of(moment), tuple(self.demand(clause) for clause in clauses))
                for moment, clauses in card.moments
                if id_of(moment) in self.asking
            ),
            card.span,
        )

    def line_of(self, moment: Name) -> str:
        """Return the line on which points of a moment count."""
        line = self.moments[id_of(moment)].line
        return self.board_line if line is None else id_of(line)

    def demand(self, clause: n.Clause) -> ir.Demand:
        """Lower what a clause asks for at a moment that a step runs."""
        match clause.sentence:
            case n.Lose(Seats.YOU, n.Coins(number), None):
                return ir.Demand(number, None, (), 0)
            case n.Lose(Seats.YOU, n.Tokens(number) as tokens, None):
                return ir.Demand(0, None, tuple(self.kinds(tokens)), number)
            case n.MoveCards(n.MoveVerb.DISCARD, Seats.YOU, 1, (n.Cards() | n.NamedCards()) as cards):
                return ir.Demand(0, self.colours_of(cards), (), 0)
            case _:
                raise AssertionError(f"{clause.span}: passed the check but cannot be lowered")

    def side(self, board: items.Board, side: items.Side) -> ir.Side:
        """Lower one side of a board."""
        name = f"{snake(board.id)}_{side.id}"
        stages = []
        for number, stage in enumerate(side.stages, 1):
            assert stage.cost is not None
            self.item, self.title = f"{board.id}-stage-{number}", f"{board.name}, stage {number}"
            self.stage = number
            effects = self.effects(stage.effect, f"{name}_stage_{number}_effect", self.board_line, stage.rank)
            if stage.choose:
                effects = self.with_choice(effects, board.id, side.id, number, stage)
            stages.append((self.cost(stage.cost), effects))
        self.stage = 0
        self.item, self.title = f"{board.id}-{side.id}", board.name
        start = self.effects(side.start, f"{name}_start", self.board_line, 0)
        variant = "" if self.variant is None else self.variant.id
        limits, advice = limits_of(board, side, self.contents, variant)
        removes = tuple(id_of(card) for said in said_of(board, side, self.contents) for card in said.removes)
        return ir.Side(board.id, board.name, side.id, start, tuple(stages), limits, advice, removes, side.span)

    def with_choice(self, effects: ir.Effects, board: str, side: str, number: int, stage: items.Stage) -> ir.Effects:
        """Return the effects of a stage with those of which its owner chooses one."""
        name = f"{snake(board)}_{side}_stage_{number}"
        choose = tuple(
            self.effects(clauses, f"{name}_option_{place}", self.board_line, stage.rank)
            for place, clauses in enumerate(stage.choose, 1)
        )
        text = " or ".join(" and ".join(option.texts) for option in choose)
        ask = ir.Segment((ir.ChooseEffect(board, side, number - 1),))
        then = ir.Segment((ir.CopyChosen(self.board_line),))
        one = ir.OneShot(self.unique(f"{name}_choose"), text, (), (ask, then), stage.span)
        return ir.Effects((*effects.effects, one), effects.rank, (*effects.texts, text), choose)

    def place(self, zone: items.ZoneItem) -> ir.SharedPlace:
        """Lower a kind of place that neighbours share, with its boards."""
        boards = [place for place in self.places if id_of(place.zone) == zone.id]
        sides = tuple(self.place_side(board, side, zone.id) for board in boards for side in board.sides)
        return ir.SharedPlace(zone.id, zone.name, zone.holds, sides, zone.span)

    def place_side(self, board: items.PlaceBoard, side: items.PlaceSide, zone: str) -> ir.PlaceSide:
        """Lower one side of the board of a shared place."""
        bonuses = []
        for step, clauses in side.ladder:
            self.item, self.title = f"{board.id}-{side.id}-{step}", f"{board.name}, step {step}"
            left, right = (self.ladder_step(clauses, f"{snake(board.id)}_{side.id}_{step}", zone, end) for end in SIDES)
            bonuses.append((step, left, right))
        room = tuple((id_of(colour), number) for colour, number in side.room)
        flags = side.alone, side.for_sale, board.copies
        return ir.PlaceSide(board.id, board.name, side.id, room, tuple(bonuses), *flags, side.span)

    def ladder_step(self, clauses: Iterable[n.Clause], name: str, zone: str, side: str) -> ir.Effects:
        """Lower what a lead brings, for the owner who has the place on this side."""
        self.here = zone, side
        effects = self.effects(clauses, f"{name}_{side}", self.board_line, 0)
        self.here = None
        return effects

    def elsewhere(self, action: items.Action) -> Iterator[ir.Action]:
        """Yield the same action for each shared place where a card that is built may lie
        instead.
        """
        for zone in self.shared if action.builds else ():
            for side in SIDES:
                name = f"{action.name}, {zone.name} on the {side}"
                to = f"{zone.id}-{side}"
                yield ir.Action(
                    f"{action.id}-{to}", name, action.cost, to, True, ir.Effects((), 0, ()), action.id, zone.id, side
                )

    def play(self, play: items.PlayStep, further: list[ir.Action]) -> ir.Play:
        """Lower a step in which seats choose."""
        actions = tuple(id_of(name) for name in play.actions)
        free = [action.id for action in self.flow.actions if action.id in actions and action.cost == "nothing"]
        resort = id_of(play.last_resort) if play.last_resort is not None else free[0] if free else ""
        further_ones = tuple(one.id for one in further if one.base in actions)
        return ir.Play(play.id, id_of(play.source), (*actions, *further_ones), resort)

    def zone(self, zone: items.ZoneItem) -> Iterator[ir.Zone]:
        """Lower a zone.

        Of a shared place each seat has what it has laid there itself, on both sides.
        """
        deck = "" if zone.deck is None else id_of(zone.deck)
        is_sequence = zone.order == "sequence"
        if zone.owner == "neighbours":
            for side in SIDES:
                name = f"{zone.name} on the {side}"
                yield ir.Zone(f"{zone.id}-{side}", name, True, zone.seen_by, False, False, "")
            return
        yield ir.Zone(zone.id, zone.name, zone.owner == "seat", zone.seen_by, is_sequence, zone.unique, deck)

    def token(self, token: items.Token) -> ir.Token:
        """Lower a kind of token."""
        line = id_of(token.line) if token.line else self.lines[0].id
        return ir.Token(token.id, token.name, token.points, line, token.supply or 0)

    def cost(self, cost: n.Cost) -> ir.Cost:
        """Lower a cost; goods in the order of their declaration."""
        coins = sum(part.number for part in cost.parts if isinstance(part, n.Coins))
        chosen = [
            combinations(self.groups[id_of(part.group)], part.number)
            for part in cost.parts
            if isinstance(part, n.Different)
        ]
        fixed = Counter({id_of(part.resource): part.number for part in cost.parts if isinstance(part, n.Goods)})
        asked = [fixed + Counter(good for goods in different for good in goods) for different in product(*chosen)]
        first, *others = dict.fromkeys(
            tuple((r.id, units[r.id]) for r in self.resources if units[r.id]) for units in asked
        )
        return ir.Cost(coins, first, tuple(others))

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
        self.item, self.title = action.id, action.name
        effects = self.acts_of(action.effect, f"action_{snake(action.id)}")
        return ir.Action(action.id, action.name, action.cost, id_of(action.to), action.builds, effects)

    def acts_of(self, clauses: Iterable[n.Clause], name: str) -> ir.Effects:
        """Lower what happens each time something is done: what stands is had from then on."""
        had = [replace(clause, sentence=as_had(clause.sentence)) for clause in clauses]
        before, self.recurs = self.recurs, True
        lowered = self.effects(had, name, self.board_line, 0)
        self.recurs = before
        return lowered

    def guest(self, guest: items.Guest) -> ir.Guest:
        """Lower the seat at which nobody sits."""
        sides = tuple(guest.guide.at(age) == "left" for age in range(1, (self.flow.ages or 0) + 1))
        resort = tuple(id_of(name) for name in guest.last_resort)
        return ir.Guest(guest.name, guest.plays, sides, resort, guest.chains_first)

    def rider(self, rider: items.Rider) -> ir.Rider:
        """Lower a rider; how often it was used is counted in a lane of its own."""
        name = f"rider_{snake(rider.id)}"
        self.item, self.title = rider.id, rider.name
        effects = self.acts_of(rider.effect, name)
        permit = ir.Permit(f"rider {rider.id}", CardSet(), rider.once_per)
        held = self.hold(permit, name, rider.name, rider.span)
        cost = None if rider.cost is None else self.cost(rider.cost)
        takes = "" if rider.takes is None else id_of(rider.takes)
        return ir.Rider(rider.id, rider.name, id_of(rider.on), cost, rider.once_per, effects, held.lane, takes)

    def supply(self, supply: items.Supply) -> ir.Supply:
        """Lower a supply."""
        ages = range(1, (self.flow.ages or 0) + 1)
        tokens = tuple(id_of(token) for age in ages if (token := supply.of.at(age)))
        deals = [deal for deal in nodes(self.flow.steps(), items.Deal) if id_of(deal.to) == id_of(supply.on)]
        decks = dict.fromkeys(id_of(deck) for deal in deals for age in ages if (deck := deal.source.at(age)))
        number, moment, line = self.by_players(supply.number), supply.when_empty, self.line_of(supply.when_empty)
        return ir.Supply(supply.id, supply.name, tokens, id_of(supply.on), number, id_of(moment), line, tuple(decks))


def decides(standing: ir.Standing) -> bool:
    """Tell whether something that reacts brings a decision."""
    return isinstance(standing, ir.Trigger) and decisions(standing) > 0


def most_lates(items_effects: list[ir.Effects]) -> int:
    """Return the largest number of decisions that one item brings."""
    return max([0, *map(decisions, items_effects)])


def decisions(tree: object) -> int:
    """Return how many decisions parts of a tree bring: clauses in two parts, and parts that another
    one suspends.
    """
    return sum(len(one.segments) > 1 for one in nodes(tree, ir.OneShot)) + len(list(nodes(tree, ir.Suspend)))
