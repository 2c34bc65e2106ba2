"""Play the scene of a ruling and say what is not as it must be.

A seat that is not stated has nothing; seats that a step does not name do not act. Only the game's own steps run: the runner
sets up the table, answers decisions and looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from stele.compiler.analysis.ruling_names import ACT_KEYS, SEAT_KEYS
from stele.compiler.front.fields import flag, number, scalars, text
from stele.compiler.front.rulings import Ruling, entries
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlSequence
from stele.runtime import Ask, Game, Meaning, Rules
from stele.runtime.decide import action_paying, why_no_stage, why_not
from stele.runtime.pay import parts_of
from stele.runtime.row import (
    AGE,
    COINS,
    DRAWN,
    LANE_MASK,
    LEFT,
    MARKED,
    NUMBER,
    OWING,
    PLAYERS,
    PURSE,
    RANDOM,
    RIGHT,
    SIDE,
    STAGES,
    STEP,
    TALLY,
    TURN,
    USES,
    bits,
    pushed,
    seeded,
    unpacked,
)
from stele.runtime.ruleset import END, Zone
from stele.runtime.score import Score, score_seat

T = TypeVar("T")
MOST_STEPS = 200
MOST_DRAWS = 10_000  # three of twenty boards come together once in 1140 draws


@dataclass(slots=True)
class Outcome:
    """What came of a ruling: nothing if all is as it must be."""

    ruling: Ruling
    failures: list[str] = field(default_factory=list)
    context: list[str] = field(default_factory=list)  # what was legal, and the leaves of the score
    answers: list[tuple[Game, Ask, int]] = field(default_factory=list)  # each with the game as it was before


class Unplayable(Exception):
    """A step of the scene cannot be played."""


def run_ruling(ruling: Ruling, rules: Rules) -> Outcome:
    """Play a scene and compare."""
    outcome = Outcome(ruling)
    try:
        scene = Scene(ruling, rules)
    except Unplayable as problem:
        outcome.failures.append(f"the table cannot be set up: {problem}")
        return outcome
    try:
        for index, step in enumerate(ruling.when, 1):
            scene.play(step, index)
        for who, expected in entries(ruling.then):
            outcome.failures += scene.differences(who.text, expected)
    except Unplayable as problem:
        outcome.failures.append(str(problem))
    outcome.answers = scene.answers
    if outcome.failures:
        outcome.context = scene.context()
    return outcome


class Scene:
    """A table set up as a ruling says."""

    def __init__(self, ruling: Ruling, rules: Rules) -> None:
        self.rules = rules
        self.engine = rules.engine
        self.tables = rules.tables
        self.zones = {zone.id: zone for zone in self.tables.zones}
        self.cells = {token.id: token.cell for token in self.tables.tokens}
        seats = entries(ruling.given.get("seats"))
        self.names = [name.text for name, _ in seats]
        self.acts: dict[str, Node] = {}
        self.answers: list[tuple[Game, Ask, int]] = []
        self.extra: dict[int, int] = {}  # shields from nowhere
        self.draws = self.boards_named([name.text for name in scalars(ruling.given.get("draws"))])
        self.free = {
            card.id: [self.engine.first[i] + n for n in range(max(1, len(card.players)))]
            for i, card in enumerate(self.tables.cards)
        }
        if len(seats) - self.tables.guests not in self.tables.numbers:
            raise Unplayable(f"this game is not for {len(seats)} seats")
        is_new = flag(ruling.given, "setup")
        blank = len(self.engine.sides) - 1
        sides = [self.side_of(stated) if is_new and has_board(stated) else blank for _, stated in seats]
        row = self.engine.new_row(len(seats), 1, sides)
        self.game = Game(rules, row)
        self.seats = self.engine.seats[len(seats)]
        self.supplies = {supply.id: supply for supply in self.tables.supplies}
        if is_new:
            self.begin(ruling)
            return
        for deck in range(len(self.tables.decks)):
            row[self.tables.deck_cell + deck] = 0
        for supply in self.tables.supplies:
            row[supply.cell : supply.cell + self.tables.ages] = [0] * self.tables.ages
        row[AGE] = number(ruling.given, "age") or 1
        if row[AGE] > self.tables.ages:
            raise Unplayable(f"this game has {self.tables.ages} ages")
        row[TURN] = (number(ruling.given, "turn") or 1) - 1
        row[STEP] = self.first_step(text(ruling.given, "phase"))
        decks = {deck.id: number for number, deck in enumerate(self.tables.decks)}
        for key, cards in entries(ruling.given.get("table")):
            listed = [card.text for card in scalars(cards)]
            if key.text in decks:
                row[self.tables.deck_cell + decks[key.text]] = sum(1 << self.copy(card) for card in listed)
            else:
                self.fill(of_this_game(self.zones, key.text, "zone or deck"), 0, listed)
        for name, left in entries(ruling.given.get("supplies")):
            for age, count in by_age(left, row[AGE]).items():
                row[of_this_game(self.supplies, name.text, "supply").cell + age - 1] = count
        for seat, (_, stated) in zip(self.seats, seats, strict=True):
            self.seat(seat, stated)
        self.lay(ruling.given.get("between"))
        self.settle_supplies()
        for seat in self.seats:
            self.engine.payer.refresh(row, seat)
            row[seat + PURSE] = row[seat + COINS]

    def begin(self, ruling: Ruling) -> None:
        """Let a new game come to its first decision, as its rules say and not the scene."""
        said = [key.text for key, _ in entries(ruling.given) if key.text not in ("setup", "seats")]
        for name, stated in entries(ruling.given.get("seats")):
            said += [f"{key.text} of {name.text}" for key, _ in entries(stated) if key.text not in ("board", "side")]
        if said:
            raise Unplayable(f"with `setup` the rules say how a game begins, so {said[0]} cannot be given")
        self.game.pending()

    def side_of(self, stated: Node) -> int:
        """Return the side of a board that a seat has."""
        assert isinstance(stated, YamlMapping)
        board, side = text(stated, "board"), text(stated, "side", "a")
        for index, face in enumerate(self.engine.sides):
            if (face.board, face.side) == (board, side):
                return index
        raise Unplayable(f"{board} has no side {side}")

    def first_step(self, phase: str) -> int:
        """Return the step at which the scene begins: a play step by its id, or the last one, which plays the hand."""
        plays = {self.tables.plays[play].id: step for step, (kind, play) in self.tables.asks.items() if kind == "play"}
        if phase and phase not in plays:
            raise Unplayable(f"no step of this game that plays cards is called {phase}")
        return plays[phase] if phase else list(plays.values())[-1]

    def settle_supplies(self) -> None:
        """Let seats have what lasts of what cards without tokens gave; what happened once has happened."""
        engine, row = self.engine, self.game.row
        for supply in self.tables.supplies:
            for age, token in enumerate(supply.tokens, 1):
                card = engine.card_on(row, supply, age)
                if card < 0 or row[supply.cell + age - 1]:
                    continue
                for seat in self.seats:
                    for _ in range(row[seat + self.tables.tokens[token].cell]):
                        code = engine.moment_codes[engine.card_of[card], supply.moment]
                        engine.copy_standing(row, seat, code, supply.line)

    # --- setting up -------------------------------------------------------------------------------------------------

    def seat(self, seat: int, stated: Node) -> None:
        """Give a seat what it has."""
        assert isinstance(stated, YamlMapping)
        row, engine = self.game.row, self.engine
        row[seat + COINS] = number(stated, "coins")
        board = text(stated, "board")
        if board:
            row[seat + SIDE] = self.side_of(stated)
            engine.enter(row, seat, engine.starts[row[seat + SIDE]])
        stages = stated.get("stages")
        under = [card.text for _, part in entries(stages) for card in scalars(part)]
        named = [int(key.text) for key, _ in entries(stages)]
        named += [int(part.text) for part in scalars(stages)] if isinstance(stages, YamlSequence) else []
        there = len(engine.stages[row[seat + SIDE]])
        for built in named or range(1, number(stated, "stages") + 1):
            if built > there:
                whose = f"{board} has {there} stages" if board else "a seat without a board has no stages"
                raise Unplayable(f"stage {built} is built, but {whose}")
            engine.enter(row, seat, engine.stages[row[seat + SIDE]][built - 1])
            engine.add_stage(row, seat, built - 1)
        for target in {action.to for action in self.tables.actions if action.pays == "stage"}:
            self.fill(self.tables.zones[target], seat, under)
        for token, count in entries(stated.get("tokens")):
            row[seat + of_this_game(self.cells, token.text, "token")] = int(getattr(count, "value", 0) or 0)
        self.extra[seat] = number(stated, "shields") << self.tables.shield_lane
        row[seat + TALLY] += self.extra[seat]
        for key, cards in entries(stated):
            if key.text not in SEAT_KEYS:
                zone = of_this_game(self.zones, key.text, "zone")
                self.fill(zone, seat, [card.text for card in scalars(cards)])
        for card in scalars(stated.get("with-coins")):
            row[seat + MARKED] |= self.in_city(seat, card.text)
        for card in scalars(stated.get("copies")):
            engine.copy_standing(row, seat, self.copy_of(card.text), self.tables.board_line)
        if scalars(stated.get("used")):
            row[seat + USES] = row[seat + TALLY] & (engine.age_lanes | engine.turn_lanes | engine.game_lanes)

    def lay(self, between: Node | None) -> None:
        """Lay boards and cards between neighbours, as if they had lain there for long."""
        row, engine = self.game.row, self.engine
        if not entries(between):
            return
        for pair, stated in entries(between):
            assert isinstance(stated, YamlMapping)
            board, letter = text(stated, "board"), text(stated, "side", "a")
            places = [
                (kind, index)
                for kind in engine.kinds
                for index, side in enumerate(kind.table.sides)
                if (side.board, side.side) == (board, letter)
            ]
            if not places:
                raise Unplayable(f"no shared place has a board {board} with a side {letter}")
            kind, index = places[0]
            left_end, right_end = self.ends(pair.text)
            row[right_end + kind.board] = index + 1
            for name, cards in entries(stated.get("cards")):
                seat = self.seats[self.names.index(name.text)] if name.text in self.names else -1
                if seat not in (left_end, right_end):
                    raise Unplayable(f"{name.text} does not share the place {pair.text}")
                for card in scalars(cards):
                    row[seat + kind.cards[int(seat == right_end)]] |= 1 << self.copy(card.text)
        engine.settle_places(row, True, is_silent=True)
        for seat in self.seats:
            engine.rebuild(row, seat)
            row[seat + TALLY] += self.extra.get(seat, 0)

    def ends(self, pair: str) -> tuple[int, int]:
        """Return the two owners of a place: who has it on the left, and who has it on the right."""
        one, other = (self.names.index(name) if name in self.names else -1 for name in pair.split("-"))
        if one < 0 or other < 0 or (one - other) % len(self.names) not in (1, len(self.names) - 1):
            raise Unplayable(f"{pair} are no neighbours")
        is_next = (other - one) % len(self.names) == 1  # the next seat is the left neighbour
        left_end, right_end = (one, other) if is_next else (other, one)
        return self.seats[left_end], self.seats[right_end]

    def in_city(self, seat: int, id: str) -> int:
        """Return the mask of a card that lies in a city."""
        cards = bits(self.game.row[seat + self.engine.main])
        mask = sum(1 << card for card in cards if self.tables.cards[self.engine.card_of[card]].id == id)
        if not mask:
            raise Unplayable(f"{id} is not in the city")
        return mask

    def copy(self, id: str) -> int:
        """Return a copy of a card that lies nowhere yet."""
        if not self.free.get(id):
            raise Unplayable(f"there are not so many copies of {id}" if id in self.free else f"{id} is not in play")
        return self.free[id].pop(0)

    def fill(self, zone: Zone, seat: int, cards: list[str]) -> None:
        """Lay cards into a zone."""
        row = self.game.row
        for id in cards:
            card = self.copy(id)
            cell = seat + zone.cell if zone.of_seat else zone.cell
            if zone.of_seat and zone.cell == self.engine.main:
                self.engine.put_into_city(row, seat, card)
            elif zone.is_sequence:
                row[cell] = pushed(row[cell], card)
            else:
                row[cell] |= 1 << card

    # --- playing ----------------------------------------------------------------------------------------------------

    def play(self, step: YamlMapping, index: int) -> None:
        """Play one simultaneous step."""
        advance = text(step, "advance")
        if advance:
            self.advance(advance)
            return
        acts = {name.text: act for name, act in entries(step) if name.text != "refused"}
        row = self.game.row
        if row[STEP] not in self.tables.asks:
            raise Unplayable(f"step {index}: the age is over, so nobody can act")
        unknown = [name for name in acts if name not in self.names]
        if unknown:
            raise Unplayable(f"step {index}: there is no seat {unknown[0]}")
        kind, _ = self.tables.asks[row[STEP]]
        hosts = self.hosts()
        guests = self.names[len(self.names) - self.tables.guests :] if hosts else []
        self.acts = acts
        if kind == "play":
            row[OWING] = sum(1 << self.names.index(name) for name in acts if name not in guests)
            self.game = Game(self.rules, row)
        idle = [name for name in acts if not row[OWING] >> self.names.index(name) & 1 and name not in guests]
        if idle:
            raise Unplayable(f"step {index}: {idle[0]} has nothing to decide")
        is_refused, before = flag(step, "refused"), row[:]
        while row[OWING] or hosts:
            if not row[OWING]:  # the players have chosen
                self.turn_to_guest(guests[0] in acts)
                hosts = False
                if guests[0] in acts and not row[OWING]:
                    raise Unplayable(f"step {index}: no card is left for {guests[0]}")
            elif not self.decide(index, is_refused):
                row[:] = before
                if kind == "play":
                    row[OWING] = 0
                self.game = Game(self.rules, row)
                return
        if is_refused:
            raise Unplayable(f"step {index} can be played, but must be refused")
        if self.draws:
            self.run_to_the_draw()
        else:
            self.run()

    def hosts(self) -> bool:
        """Tell whether a guest takes part in the step at which cards are played now."""
        guest = self.tables.guest
        return guest is not None and self.tables.asks.get(self.game.row[STEP]) == ("play", guest.play)

    def turn_to_guest(self, acts: bool) -> None:
        """Let it be asked for the guest, or pass it over if it does not act."""
        row = self.game.row
        row[STEP] = self.rules.steps[row[STEP]](row)
        if not acts:
            row[OWING] = 0
        self.game = Game(self.rules, row)

    def decide(self, index: int, is_refused: bool) -> bool:
        """Answer the pending decision as the step says; tell whether that was possible, if it must not be."""
        ask = self.game.pending()
        assert ask is not None
        name = self.names[ask.about]
        act = self.acts.get(name)
        if act is None:
            raise Unplayable(f"step {index}: {name} must decide, but the step does not say what")
        option = self.option(ask, act)
        if option is None and is_refused:
            self.must_hold(ask.seat, act, index)
            return False
        if option is None:
            reason = self.why_not(ask, act)
            raise Unplayable(f"step {index}: {name} cannot do this: {said(act)}" + (f"; {reason}" if reason else ""))
        self.answers.append((self.game.clone(), ask, option))
        self.game.answer(ask, option)
        return True

    def why_not(self, ask: Ask, act: Node) -> str:
        """Say why an act is not possible at a decision, or nothing if nobody knows."""
        meanings = [self.game.meaning(ask, option) for option in ask.options]
        wanted = next(((key.text, value) for key, value in entries(act) if key.text not in ACT_KEYS), None)
        if wanted is None or ask.kind not in ("play", "last", "guest"):
            offered = dict.fromkeys(
                f"{meaning.action}: {meaning.card}" if ask.kind in ("play", "last", "guest") else self.answer(meaning)
                for meaning in meanings
            )
            return f"there is to choose: {', '.join(offered)}" if offered else ""
        name, card = wanted[0], getattr(wanted[1], "text", "")
        known = {self.tables.actions[number].id: number for number in self.tables.plays[ask.play].actions}
        if name not in known:
            return f"here one may {' or '.join(known)}"
        zone = self.tables.zones[self.tables.plays[ask.play].zone]
        copies = [copy for copy in bits(self.game.row[self.seats[ask.seat] + zone.cell]) if self.card_id(copy) == card]
        if not copies:
            return f"{card} is not in {zone.id}"
        alike = [meaning for meaning in meanings if (meaning.action, meaning.card) == (name, card)]
        if alike:  # it can be done, only not in this way
            return f"it can be done {' or '.join(dict.fromkeys(self.way(ask, meaning) for meaning in alike))}"
        pays = self.tables.actions[known[name]].pays
        if pays == "card":
            return why_not(self.engine, self.game.row, ask, copies[0])
        return self.why_no_stage(ask) if pays == "stage" else ""

    def why_no_stage(self, ask: Ask) -> str:
        """Say why no stage can be built."""
        engine, row, seat = self.engine, self.game.row, self.seats[ask.about]
        stages = engine.sides[row[seat + SIDE]].stages
        if not stages:
            return "a seat without a board has no stages"
        meant = [stages[engine.stage_meant(row, seat, mark)] for mark, _ in engine.open_stages(row, seat)]
        reasons = [why_no_stage(engine, row, ask, engine.costs.index(stage.cost)) for stage in meant]
        return "; ".join(dict.fromkeys(filter(None, reasons))) if meant else "every stage is built"

    def way(self, ask: Ask, meaning: Meaning) -> str:
        """Say how something is done that can be done: by what right, where, with what, and who is paid."""
        paid = ", ".join(f"{who}: {coins}" for who, coins in self.paid(ask, meaning).items())
        parts = [f"by: {meaning.manner}", f"pay: {{{paid}}}" if paid else ""]
        parts += [f"rider: {meaning.rider}" if meaning.rider else "", f"at {meaning.at}" if meaning.at else ""]
        parts += [f"number: {meaning.stage}" if meaning.stage else ""]
        return f"with {', '.join(part for part in parts if part)}"

    def card_id(self, copy: int) -> str:
        """Return the id of the card of which this is a copy."""
        return self.tables.cards[self.engine.card_of[copy]].id

    def must_hold(self, number: int, act: Node, index: int) -> None:
        """See to it that a step is refused for what the ruling means, and not because the card is not there."""
        held = self.held(self.seats[number])
        for key, value in entries(act):
            if key.text not in ACT_KEYS and getattr(value, "text", "") not in held:
                raise Unplayable(f"step {index}: {self.names[number]} does not have {getattr(value, 'text', '')}")

    def held(self, seat: int) -> set[str]:
        """Return the cards that a seat may play; a guest plays those of its guide."""
        if self.tables.guests and seat == self.seats[-1]:
            _, seat = self.engine.guide(self.game.row)
        cells = [self.tables.zones[play.zone].cell for play in self.tables.plays]
        cards = [card for cell in cells for card in bits(self.game.row[seat + cell])]
        return {self.tables.cards[self.engine.card_of[card]].id for card in cards}

    def boards_named(self, names: list[str]) -> int:
        """Return some boards as a mask, as they lie when they are drawn."""
        boards = [self.engine.sides[faces[0]].board for faces in self.engine.faces]
        unknown = [name for name in names if name not in boards]
        if unknown:
            raise Unplayable(f"the board {unknown[0]} is not used in this game")
        return sum(1 << boards.index(name) for name in names)

    def run_to_the_draw(self) -> None:
        """Run the game's steps; if boards are drawn, let chance draw those that the ruling names."""
        row = self.game.row
        before = row[:]
        for seed in range(MOST_DRAWS):
            row[:] = before
            row[RANDOM] = seeded(seed)
            self.run()
            drawn = [row[seat + DRAWN] for seat in self.seats if row[seat + DRAWN]]
            if not drawn or drawn == [self.draws]:
                return
        raise Unplayable("the boards that the ruling names are never drawn together")

    def run(self) -> None:
        """Run the game's steps up to the next decision, or to where the next turn begins."""
        row = self.game.row
        for _ in range(MOST_STEPS):
            row[STEP] = self.rules.steps[row[STEP]](row)
            if row[STEP] == END or (row[OWING] and self.tables.asks[row[STEP]][0] != "play"):
                break
            row[OWING] = 0
            if row[STEP] not in self.tables.asks or self.tables.asks[row[STEP]][0] == "play":
                break
        self.game = Game(self.rules, row)

    def advance(self, to: str) -> None:
        """Let time pass with nobody acting."""
        row = self.game.row
        if row[STEP] == END:
            raise Unplayable("the game is over, so time cannot pass")
        if row[STEP] not in self.tables.asks:
            self.run()  # the next age begins
            if to == "start-of-age":
                return
        elif to == "start-of-age":
            raise Unplayable("the age is not over, so the next cannot begin")
        if to != "end-of-turn":
            row[TURN] = self.tables.turns.get(row[PLAYERS], 1) - 1
        row[OWING] = 0
        if self.hosts():
            self.turn_to_guest(acts=False)
        self.run()

    def option(self, ask: Ask, act: Node) -> int | None:
        """Return the option that an act means, the cheapest one if it leaves a choice."""
        assert isinstance(act, YamlMapping)
        wanted = next(((key.text, value) for key, value in entries(act) if key.text not in ACT_KEYS), None)
        pay, by, choose = act.get("pay"), text(act, "by"), text(act, "choose")
        rider, stage = text(act, "rider"), number(act, "number")
        at = self.place_named(act.get("at"))
        found = []
        for option in ask.options:
            meaning = self.game.meaning(ask, option)
            if meaning.at != at:
                continue
            if choose:
                answer = self.answer(meaning)
                if answer == choose and (pay is None or self.paid(ask, meaning) == amounts(pay)):
                    found.append((meaning.total, -meaning.left, option))
                continue
            if meaning.rider != rider:
                continue
            if wanted is None or (meaning.action, meaning.card) != (wanted[0], getattr(wanted[1], "text", "")):
                continue
            if by and meaning.manner != by:
                continue
            if stage and meaning.stage != stage:
                continue
            if pay is not None and self.paid(ask, meaning) != amounts(pay):
                continue
            if not by and pay is None and meaning.manner == "permit":
                continue  # a special right is used only if the ruling says so
            found.append((meaning.total, -meaning.left, option))
        return min(found)[2] if found else None

    def place_named(self, at: Node | None) -> str:
        """Return the zone of a shared place that an act names, or nothing for the city."""
        for zone, side in entries(at):
            kind = self.tables.places[0].id if zone.text == "between" and self.tables.places else zone.text
            return f"{kind}-{getattr(side, 'text', '')}"
        return ""

    def paid(self, ask: Ask, meaning: Meaning) -> dict[str, int]:
        """Return who is paid how much."""
        row, seat = self.game.row, self.seats[ask.about]
        coins = {"bank": meaning.bank}
        for side, paid in ((LEFT, meaning.left), (RIGHT, meaning.right)):
            if paid:
                coins[self.names[row[row[seat + side] + NUMBER]]] = paid
        coins |= {self.names[number]: paid for number, paid in meaning.others}
        return {name: paid for name, paid in coins.items() if paid}

    # --- looking ----------------------------------------------------------------------------------------------------

    def differences(self, who: str, expected: Node) -> list[str]:
        """Return what is not as it must be."""
        row = self.game.row
        if who == "winner":
            # The winner as if the game ended now, without letting time pass.
            ended = Game(self.rules, [END if cell == STEP else 0 if cell == OWING else v for cell, v in enumerate(row)])
            found = [self.names[number] for number in ended.winners()]
            wanted = [name.text for name in scalars(expected)]
            return [] if found == wanted else [f"winner: expected {wanted}, found {found}"]
        if who == "between":
            return [failure for pair, place in entries(expected) for failure in self.place_difference(pair.text, place)]
        failures = []
        for key, value in entries(expected):
            seat = self.seats[self.names.index(who)] if who != "table" else 0
            shown = f"{who}.{key.text}"
            failures += [f"{shown}: {failure}" for failure in self.difference(seat, key.text, value)]
        return failures

    def difference(self, seat: int, key: str, value: Node) -> list[str]:
        """Return what is not as it must be in one respect."""
        row = self.game.row
        match key:
            case "coins":
                return differ(value, row[seat + COINS])
            case "stages":
                if isinstance(value, YamlSequence):
                    wanted = [part.text for part in scalars(value)]
                    found = [str(stage + 1) for stage in self.engine.built(row, seat)]
                    return [] if wanted == found else [f"expected {wanted}, found {found}"]
                return differ(value, row[seat + STAGES])
            case "with-coins":
                return self.cards_difference(list(bits(row[seat + MARKED])), value)
            case "shields":
                return self.shield_difference(seat, value)
            case "tokens":
                tokens = {n.text: (v, row[seat + of_this_game(self.cells, n.text, "token")]) for n, v in entries(value)}
                return [f"{name}: {f}" for name, (v, number) in tokens.items() for f in differ(v, number)]
            case "supplies":
                return [
                    f"{name.text}, age {age}: expected {wanted}, found {left}"
                    for name, part in entries(value)
                    for age, wanted in by_age(part, row[AGE]).items()
                    if wanted != (left := row[of_this_game(self.supplies, name.text, "supply").cell + age - 1])
                ]
            case "points":
                score = self.score(seat)
                points = {**dict(score.lines), "total": score.total}
                scored = {n.text: (v, of_this_game(points, n.text, "score line")) for n, v in entries(value)}
                return [f"{line}: {f}" for line, (v, number) in scored.items() for f in differ(v, number)]
            case "produces":
                wanted = sorted(name.text for name in scalars(value))
                found = sorted(self.produced(seat))
                return [] if wanted == found else [f"expected {wanted}, found {found}"]
            case "legal":
                cheapest = self.cheapest(seat)
                return [f"{n.text}: {f}" for n, v in entries(value) for f in differ(v, cheapest.get(n.text, "illegal"))]
            case "illegal":
                cheapest, held = self.cheapest(seat), self.held(seat)
                known = held | {action.id for action in self.tables.actions} | self.stage_names(seat)
                failures = [f"{n.text} is legal for {cheapest[n.text]}" for n in scalars(value) if n.text in cheapest]
                return failures + [f"{n.text} is not in hand" for n in scalars(value) if n.text not in known]
            case "there":
                return [f"{n.text}: {f}" for n, v in entries(value) for f in self.there_difference(seat, n.text, v)]
            case "splits":
                return [f"{n.text}: {f}" for n, v in entries(value) for f in self.split_difference(seat, n.text, v)]
            case "asks":
                wanted = sorted(name.text for name in scalars(value))
                found = sorted(self.asked(seat))
                return [] if wanted == found else [f"expected {wanted}, found {found}"]
            case _ if key in self.zones:
                return self.zone_difference(self.zones[key], seat, value)
            case _:
                decks = {deck.id: number for number, deck in enumerate(self.tables.decks)}
                deck = of_this_game(decks, key, "zone or deck")
                return self.cards_difference(list(bits(row[self.tables.deck_cell + deck])), value)

    def shield_difference(self, seat: int, value: Node) -> list[str]:
        """Compare the strength of a seat, against everyone or against each side."""
        row = self.game.row
        strength = {
            side: self.engine.strength(row, seat, side, row[seat + beside])
            for side, beside in (("left", LEFT), ("right", RIGHT))
        }
        if isinstance(value, YamlMapping):
            return [f"{n.text}: {f}" for n, v in entries(value) for f in differ(v, strength[n.text])]
        return [failure for shields in dict.fromkeys(strength.values()) for failure in differ(value, shields)]

    def place_difference(self, pair: str, expected: Node) -> list[str]:
        """Compare a place that two neighbours share."""
        failures = []
        owners = self.ends(pair)
        for key, value in entries(expected):
            names = [name.text for name, _ in entries(value)] if key.text == "leads" else [key.text]
            for name in names:
                seat = self.seats[self.names.index(name)]
                side = int(seat == owners[1])
                levels = sum(self.game.row[seat + kind.level + side] for kind in self.engine.kinds)
                if key.text == "leads":
                    assert isinstance(value, YamlMapping)
                    found = differ(value.get(name) or value, levels)
                else:
                    cells = [self.game.row[seat + kind.cards[side]] for kind in self.engine.kinds]
                    found = self.cards_difference([card for cell in cells for card in bits(cell)], value)
                failures += [f"{pair}.{key.text}.{name}: {failure}" for failure in found]
        return failures

    def there_difference(self, seat: int, side: str, value: Node) -> list[str]:
        """Compare what can be built at the shared place on one side, and for how much."""
        found: dict[str, int] = {}
        for meaning in self.options(seat):
            if meaning.at.endswith(f"-{side}"):
                found[meaning.card] = min(found.get(meaning.card, 999), meaning.total)
        wanted = {name.text: int(getattr(cost, "value", 0) or 0) for name, cost in entries(value)}
        return [] if wanted == found else [f"expected {wanted}, found {found}"]

    def split_difference(self, seat: int, card: str, value: Node) -> list[str]:
        """Compare all ways to pay for a card."""
        assert isinstance(value, YamlSequence)
        wanted = sorted(tuple(int(part.text) for part in scalars(split)) for split in value.items)
        played = self.tables.asks.get(self.game.row[STEP], ("play", 0))[1]
        action = action_paying(self.engine, Ask("play", 0, played, [], 0), "card")
        ways = self.engine.terms.card_ways(self.game.row, seat, self.copy_of(card), action)
        found = sorted({(left, right, bank) for bank, left, right in map(parts_of, ways)})
        return [] if wanted == found else [f"expected {wanted}, found {found}"]

    def copy_of(self, card: str) -> int:
        """Return a copy of a card."""
        numbers = {known.id: number for number, known in enumerate(self.tables.cards)}
        return self.engine.first[of_this_game(numbers, card, "card")]

    def zone_difference(self, zone: Zone, seat: int, value: Node) -> list[str]:
        """Compare the cards of a zone."""
        cell = self.game.row[seat + zone.cell if zone.of_seat else zone.cell]
        return self.cards_difference(unpacked(cell) if zone.is_sequence else list(bits(cell)), value)

    def cards_difference(self, cards: list[int], value: Node) -> list[str]:
        """Compare cards with those that are expected."""
        found = sorted(self.tables.cards[self.engine.card_of[card]].id for card in cards)
        if isinstance(value, Scalar):
            return differ(value, len(found))
        if isinstance(value, YamlSequence):
            wanted = sorted(name.text for name in scalars(value))
            return [] if wanted == found else [f"expected {wanted}, found {found}"]
        assert isinstance(value, YamlMapping)
        failures = [f"{name.text} is missing" for name in scalars(value.get("has")) if name.text not in found]
        return failures + [f"{name.text} is there" for name in scalars(value.get("lacks")) if name.text in found]

    def score(self, seat: int) -> Score:
        """Return the points of a seat as they stand."""
        return score_seat(self.engine, self.game.row, seat)

    def produced(self, seat: int) -> set[str]:
        """Return the resources a city could use this turn."""
        found = set()
        for index, part in enumerate(self.engine.parts):
            lanes = self.game.row[seat + self.tables.own_cell + index]
            found |= {self.tables.resources[good] for i, good in enumerate(part.goods) if part.lane(lanes, 1 << i)}
        for that in self.tables.made_that:
            if self.game.row[seat + TALLY] >> that.lane & LANE_MASK:
                goods = self.engine.terms.goods_that(self.game.row, seat, that.colours, that.board, that.is_negated)
                found |= {self.tables.resources[good] for good in goods}
        return found

    def options(self, seat: int) -> list[Meaning]:
        """Return everything a seat could do if it were asked now."""
        row = self.game.row
        if row[OWING]:
            ask = self.game.pending()
            assert ask is not None
            if self.seats[ask.about] == seat:
                return [self.game.meaning(ask, option) for option in ask.options]
        kind, play = self.tables.asks.get(row[STEP], ("", 0))
        if kind != "play":
            return []
        number = self.seats.index(seat)
        ask = Ask("play", number, play, [], 0, number)
        if self.tables.guests and number == len(self.seats) - 1:
            listed = self.engine.guest_options(row, play) if self.hosts() else []
        else:
            listed = self.engine.options(row, seat, play, row[seat + COINS])
        return [self.game.meaning(ask, option) for option in listed]

    def cheapest(self, seat: int) -> dict[str, int]:
        """Return the cheapest cost of each card that can be built, and of each other action."""
        found: dict[str, int] = {}
        builds = {action.id for action in self.tables.actions if action.pays == "card"}
        for meaning in self.options(seat):
            if meaning.rider:
                continue
            key = meaning.card if meaning.action in {*builds, "take"} else meaning.action
            for name in (key, f"{key}-{meaning.stage}") if meaning.stage else (key,):
                found[name] = min(found.get(name, 999), meaning.total)
        return found

    def legal(self, seat: int) -> list[str]:
        """Return what a seat could do, each with the cheapest cost: cards it could build, other actions with their cards."""
        others = {action.id for action in self.tables.actions if action.pays != "card"}
        cheapest: dict[tuple[str, str], int] = {}
        for meaning in self.options(seat):
            if not meaning.rider:
                action = meaning.action if meaning.action in others else ""
                key = (action, self.answer(meaning))
                cheapest[key] = min(cheapest.get(key, 999), meaning.total)
        alike: dict[tuple[str, int], list[str]] = {}
        for (action, card), cost in sorted(cheapest.items()):
            alike.setdefault((action, cost), []).append(card)
        return [
            f"{action} {' or '.join(cards)} for {cost}" if action else ", ".join(f"{card} for {cost}" for card in cards)
            for (action, cost), cards in alike.items()
        ]

    def stage_names(self, seat: int) -> set[str]:
        """Return how a ruling names the single stages of a board."""
        stages = self.engine.sides[self.game.row[seat + SIDE]].stages
        paying = [action.id for action in self.tables.actions if action.pays == "stage"]
        return {f"{id}-{stage}" for id in paying for stage in range(1, len(stages) + 1)}

    def asked(self, seat: int) -> list[str]:
        """Return the cards that a pending decision of this seat offers."""
        ask = self.game.pending() if self.game.row[OWING] else None
        if ask is None or self.seats[ask.about] != seat:
            return []
        meanings = [self.game.meaning(ask, option) for option in ask.options]
        return list(dict.fromkeys(self.answer(meaning) for meaning in meanings))

    def answer(self, meaning: Meaning) -> str:
        """Return how a ruling names an answer: a card, a swap, a seat, coins, an exchange, or nothing."""
        if meaning.gives:
            return f"{meaning.gives} for {meaning.card} of {self.names[meaning.seat]}"
        if meaning.seat >= 0:
            return self.names[meaning.seat]
        if meaning.action == "exchange":
            return "exchange"
        return str(meaning.bank) if meaning.action == "lose" else meaning.card or "nothing"

    def context(self) -> list[str]:
        """Return what helps to understand a failure: what was legal, and where points come from."""
        lines = []
        for name, seat in zip(self.names, self.seats, strict=True):
            coins, legal = self.game.row[seat + COINS], ", ".join(self.legal(seat))
            leaves = "; ".join(f"{leaf.points} {leaf.item}: {leaf.clause}" for leaf in self.score(seat).leaves)
            has = "1 coin" if coins == 1 else f"{coins} coins"
            lines.append(f"{name}: {has}; legal: {legal or 'nothing'}; points: {leaves or 'none'}")
        return lines


def has_board(stated: Node) -> bool:
    """Tell whether a seat is given a board."""
    return isinstance(stated, YamlMapping) and bool(text(stated, "board"))


def of_this_game(known: Mapping[str, T], id: str, what: str) -> T:
    """Return what an id stands for; other expansions may declare more than the game of a ruling has."""
    if id not in known:
        raise Unplayable(f"no {what} of this game is called {id}")
    return known[id]


def by_age(node: Node, age: int) -> dict[int, int]:
    """Return numbers by age; a single one is that of the age of the scene."""
    if isinstance(node, Scalar):
        return {age: int(node.value or 0)}
    return {int(key.text): int(getattr(value, "value", 0) or 0) for key, value in entries(node)}


def amounts(pay: Node) -> dict[str, int]:
    """Return who is to be paid how much."""
    return {key.text: int(getattr(value, "value", 0) or 0) for key, value in entries(pay) if getattr(value, "value", 0)}


def differ(value: Node, found: object) -> list[str]:
    """Compare one value."""
    wanted = value.value if isinstance(value, Scalar) else None
    return [] if wanted == found else [f"expected {wanted}, found {found}"]


def said(act: Node) -> str:
    """Return an act as it was written, roughly."""
    return ", ".join(f"{key.text}: {getattr(value, 'text', '...')}" for key, value in entries(act))
