"""Tell how a game runs: set-up, steps, actions and score lines of an expansion or composed set.

`{deal: {from: age-1, cards: 7, to: hand}}` becomes "Deal 7 cards of “Age I” to each player
(hand)."; what depends on the number of players or on the age is said for each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from stele.compiler.analysis.compose import merge_flows
from stele.compiler.analysis.declarations import declarations
from stele.compiler.docs.text.decks import deck_tables, is_in, numbers_of
from stele.compiler.docs.text.phrasing import age, counted, lowered, spoken_list
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Role
from stele.compiler.front.walk import nodes, nodes_of
from stele.compiler.language.numerals import roman, signed


@dataclass(frozen=True, slots=True)
class Point:
    """One entry of a list, with entries inside it.

    `is_step` if those happen one after the other.
    """

    text: str
    inner: tuple[Point, ...] = ()
    is_step: bool = False


@dataclass(frozen=True, slots=True)
class FlowSection:
    """Some entries under a title; `is_ordered` if they happen one after the other."""

    id: str
    title: str
    points: tuple[Point, ...]
    is_ordered: bool = False


def flow_sections(
    contents: Sequence[items.Content], speaker: Speaker, around: Sequence[items.Content] = ()
) -> tuple[FlowSection, ...]:
    """Return how a set runs, or what one expansion adds to that.

    Sections of which nothing is said are left out. `around` are the expansions that one expansion
    builds on, for the names of their variants.
    """
    return tuple(section for section in FlowText(contents, speaker, around).sections() if section.points)


class FlowText:
    """Tells how a game of some expansions runs; also used for single steps, by the diagram."""

    def __init__(
        self, contents: Sequence[items.Content], speaker: Speaker, around: Sequence[items.Content] = ()
    ) -> None:
        self.contents = contents
        self.around = around or contents
        self.speaker = speaker
        flows = [content.flow for content in contents if content.flow is not None]
        self.flow = merge_flows(flows) if flows else None
        self.players = numbers_of(contents)
        self.targets = {
            (role, word): f"{content.expansion.id}.{id}"
            for content in (*self.around, *contents)
            for role, word, id, _, _ in declarations(content)
        }
        self.effects = tuple(
            (content.cards, content.boards, content.places, content.flow.everyone if content.flow else ())
            for content in contents
        )

    # --- words ------------------------------------------------------------------------------------

    def say(self, key: str, **values: object) -> str:
        """Return a phrase about the flow of a game."""
        return self.speaker.say(f"flow.{key}", **values)

    def counted(self, key: str, number: int, **values: object) -> str:
        """Return so many of something."""
        return counted(self.speaker, f"flow.{key}", number, **values)

    def name(self, name: Name) -> str:
        """Return what a declared thing is called."""
        return self.speaker.title(name.role, name.target or f".{name.text}").text

    def called(self, role: Role, id: str) -> str:
        """Return what something is called by its id."""
        return self.speaker.title(role, self.targets.get((role, id), f".{id}")).text

    def quoted(self, name: Name) -> str:
        """Return what a declared thing is called, as a name inside a sentence."""
        return self.say("quoted", name=self.name(name))

    def clauses(self, clauses: Iterable[n.Clause]) -> str:
        """Return clauses as sentences."""
        return " ".join(self.speaker.clause(clause) for clause in clauses)

    def by_players(self, key: str, number: items.ByPlayers) -> str:
        """Return so many of something, for each number of players if it depends on it."""
        if number.fixed is not None:
            return self.counted(key, number.fixed)
        played = [(players, count) for players, count in number.table if players in self.players]
        return self.for_players(key, played or number.table)

    def for_players(self, key: str, table: Sequence[tuple[int, int]]) -> str:
        """Return so many of something by number of players.

        Numbers of players with the same count together. What is counted is named once: "21 cards
        with 3 players, 28 with 4 and 35 with 5".
        """
        groups: dict[int, list[int]] = {}
        for players, count in table:
            groups.setdefault(count, []).append(players)
        told: list[str] = []
        for count, numbers in groups.items():
            if not told:
                things = self.counted(key, count)
                told.append(self.say("by-players", things=things, players=self.some_players(numbers)))
            else:
                told.append(self.say("by-players-more", number=count, players=self.numbers(numbers)))
        return spoken_list(self.speaker, told)

    def some_players(self, numbers: Sequence[int]) -> str:
        """Return a number of players, or several."""
        return self.say("players-are", numbers=self.numbers(numbers), number=numbers[-1])

    def numbers(self, numbers: Sequence[int]) -> str:
        """Return numbers: a run of them, or a list."""
        if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
            return self.say("run-of", least=numbers[0], most=numbers[-1])
        return spoken_list(self.speaker, [str(number) for number in numbers], "or")

    def by_age(self, named: items.ByAge) -> str:
        """Return a name, or one for each age."""
        if named.fixed is not None:
            return self.quoted(named.fixed)
        told = [
            self.say("by-age", thing=self.quoted(name), age=age(self.speaker, number)) for number, name in named.table
        ]
        return spoken_list(self.speaker, told)

    def by_side(self, side: items.BySide, key: str) -> str:
        """Return left or right, or in which ages which; `key` begins the phrase for the side."""
        if side.fixed is not None:
            return self.say(f"{key}-{side.fixed}")
        groups: dict[str, list[str]] = {}
        for number, which in side.table:
            groups.setdefault(which, []).append(roman(number))
        told = [
            self.say("side-in-ages", side=self.say(f"{key}-{which}"), ages=self.ages(ages))
            for which, ages in groups.items()
        ]
        return spoken_list(self.speaker, told)

    def ages(self, numbers: Sequence[str]) -> str:
        """Return some ages by their printed numbers."""
        return self.say("ages-in.one" if len(numbers) == 1 else "ages-in.many", ages=spoken_list(self.speaker, numbers))

    # --- sections ---------------------------------------------------------------------------------

    def sections(self) -> Iterator[FlowSection]:
        """Yield all sections in the order of a rulebook."""
        flow = self.flow
        if flow is not None:
            yield self.section("setup", self.setup(flow))
            yield self.section("decks", self.decks())
            yield self.section("before", self.steps(flow.slots.before_first_age), True)
            yield self.section("age", self.age_steps(flow), True)
            for slot, steps in (
                ("end-of-turn", flow.slots.end_of_turn),
                ("before-conflict", flow.slots.before_conflict),
                ("after-conflict", flow.slots.after_conflict),
            ):
                if not flow.age:  # an expansion by itself: where its steps belong is said by their titles
                    yield self.section(slot, self.steps(steps), True)
            yield self.section("end", self.end(flow), True)
            yield self.section("actions", map(self.action, flow.actions))
            yield self.section("riders", map(self.rider, flow.riders))
            yield self.section("supplies", map(self.supply, flow.supplies))
        yield self.section("lines", self.lines())
        yield self.section("variants", [self.variant(one) for content in self.contents for one in content.variants])

    def section(self, id: str, points: Iterable[Point], is_ordered: bool = False) -> FlowSection:
        """Return a section with its title."""
        return FlowSection(id, self.say(f"title-{id}"), tuple(points), is_ordered)

    def setup(self, flow: items.Flow) -> Iterator[Point]:
        """Yield what is true from the beginning."""
        if flow.players is not None:
            least, most = flow.players
            yield Point(self.say("players", least=least, most=most))
        if flow.ages is not None:
            yield Point(self.counted("ages", flow.ages))
        boards = sum(is_in(board, self.contents) for content in self.contents for board in content.boards)
        if flow.players is not None and boards:
            yield Point(self.say("boards", number=boards))
        if flow.coins is not None:
            yield Point(self.counted("start-coins", flow.coins))
        if flow.partners:
            yield Point(self.say("partners"))
        if flow.everyone:
            yield Point(self.say("everyone"), tuple(Point(self.speaker.clause(clause)) for clause in flow.everyone))
        unpaid = flow.unpaid
        if unpaid is not None or (flow.age and any(nodes(self.effects, n.Lose))):
            yield Point(self.say("losses") if unpaid is None else self.say("losses-token", token=self.quoted(unpaid)))
        for variant, _ in flow.never_in:
            yield Point(self.say("never-in", variant=self.called(Role.VARIANT, variant)))

    def decks(self) -> Iterator[Point]:
        """Yield how large each deck is, and what is mixed in."""
        for table in deck_tables(self.contents, self.speaker) if self.players else ():
            if table.is_drawn_from and not table.mixed:
                yield Point(self.counted("deck-drawn", table.own[0], deck=table.title))
                continue
            mixed = tuple(
                Point(
                    self.say(
                        "deck-mixed",
                        deck=row.title,
                        cards=self.for_players(
                            "cards", [(p, c) for p, c in zip(table.players, row.cards, strict=True) if c is not None]
                        ),
                    )
                )
                for row in table.mixed
            )
            cards = self.for_players("cards", list(zip(table.players, table.totals, strict=True)))
            yield Point(self.say("deck", deck=table.title, cards=cards), mixed)

    def age_steps(self, flow: items.Flow) -> Iterator[Point]:
        """Yield the steps of an age, those of slots where they belong."""
        yield from self.steps(flow.slots.start_of_age)
        yield from self.steps(flow.age)

    def end(self, flow: items.Flow) -> Iterator[Point]:
        """Yield how a game ends."""
        yield from self.steps(flow.slots.end_of_game)
        if flow.ages is not None:
            yield Point(self.say("winner-partners" if flow.partners else "winner"))
            ties = spoken_list(self.speaker, [self.say(f"tie-{what}") for what in flow.tie])
            yield Point(self.say("tie", what=ties) if ties else self.say("tie-shared"))

    # --- steps ------------------------------------------------------------------------------------

    def steps(self, steps: Sequence[items.Step], is_turn: bool = False) -> Iterator[Point]:
        """Yield some steps; `is_turn` if they are those of a turn."""
        for step in steps:
            if isinstance(step, items.ConflictStep) and self.flow is not None:
                yield from self.steps(self.flow.slots.before_conflict)
            yield self.step(step, is_turn)
            if isinstance(step, items.ConflictStep) and self.flow is not None:
                yield from self.steps(self.flow.slots.after_conflict)

    def step(self, step: items.Step, is_turn: bool = False) -> Point:
        """Return one step."""
        match step:
            case items.Deal(_, source, cards, to):
                values = {"cards": self.by_players("cards", cards), "deck": self.by_age(source), "zone": self.zone(to)}
                return Point(self.say("deal-table" if self.is_of_table(to) else "deal", **values))
            case items.Turns(_, count, each):
                return Point(
                    self.say("turns", turns=self.by_players("turns", count)), tuple(self.steps(each, True)), True
                )
            case items.PlayStep(_, source, actions):
                ways = spoken_list(self.speaker, [self.quoted(action) for action in actions], "or")
                key = "play-one" if len(actions) == 1 else "play"
                return Point(self.say(key, zone=self.zone(source), actions=ways))
            case items.Clear():
                return self.clear(step, is_turn)
            case items.Pass(_, zone, to, except_last):
                text = self.say("pass", zone=self.zone(zone), side=self.by_side(to, "pass"))
                return Point(self.say("not-last", step=text) if except_last else self.say("sentence", text=text))
            case items.ConflictStep(_, win, lose, tokens, leaves):
                values = {"win": self.by_age(win), "lose": self.by_age(lose)}
                inner = []
                if any(nodes(self.effects, n.SitOut)):
                    inner.append(Point(self.say("absent-leaves" if leaves else "absent-single")))
                return Point(self.counted("conflict", tokens, **values), tuple(inner))
            case items.Run(moment=n.Name() as moment, supply=n.Name() as supply):
                return self.demand(step, moment, supply)
            case items.Run():
                inner = [*self.steps(self.flow.slots.end_of_turn if is_turn and self.flow else ())]
                if any(nodes(self.effects, n.Lose)):
                    inner.append(Point(self.say("run-losses")))
                return Point(self.say("run"), tuple(inner), True)
            case items.Lay(_, zone):
                return Point(self.say("lay", zone=self.zone(zone)))
            case _:
                assert_never(step)

    def clear(self, step: items.Clear, is_turn: bool) -> Point:
        """Return the step that moves what is left."""
        text = self.say("clear-last" if step.only_last else "clear", zone=self.zone(step.zone), to=self.zone(step.to))
        if step.ages:
            text = self.say("only-ages", step=text, ages=self.ages([roman(number) for number in step.ages]))
        inner = [Point(self.say("spares"))] if step.spares_unbuilt else []
        if is_turn and any(nodes_of(self.effects, n.PlayLast, n.PlayingLast)):
            inner.append(Point(self.say("play-last")))
        return Point(self.say("sentence", text=text), tuple(inner))

    def demand(self, step: items.Run, moment: Name, supply: Name) -> Point:
        """Return the step in which a card with a supply asks for something."""
        inner = []
        if step.unpaid is not None:
            inner.append(Point(self.say("run-unpaid", token=self.by_age(step.unpaid))))
        if step.to is not None:
            inner.append(Point(self.say("run-to", zone=self.zone(step.to))))
        return Point(self.say("run-supply", moment=self.quoted(moment), supply=self.quoted(supply)), tuple(inner))

    def zone(self, name: Name) -> str:
        """Return a zone inside a sentence."""
        return lowered(self.name(name))

    def is_of_table(self, name: Name) -> bool:
        """Tell whether a zone lies on the table."""
        zones = {f"{c.expansion.id}.{zone.id}": zone for c in self.contents for zone in c.vocabulary.zones}
        zone = zones.get(name.target or "")
        return zone is not None and zone.owner == "table"

    # --- actions ----------------------------------------------------------------------------------

    def action(self, action: items.Action) -> Point:
        """Return what an action costs, where the card goes and what it brings."""
        told = [self.say(f"action-{action.cost}"), self.say("action-to", zone=self.zone(action.to))]
        if action.cost == "card" and not action.builds:
            told.append(self.say("action-no-build"))
        if action.effect:
            told.append(self.clauses(action.effect))
        return Point(self.say("named", name=self.called(Role.ACTION, action.id), text=" ".join(told)))

    def rider(self, rider: items.Rider) -> Point:
        """Return with what an extra goes, what it costs and what it brings."""
        told = [self.say(f"rider-once-{rider.once_per}" if rider.once_per else "rider", action=self.quoted(rider.on))]
        if rider.cost is not None:
            told.append(self.say("rider-cost", cost=self.speaker.cost(rider.cost)))
        elif rider.takes is not None:
            told.append(self.say("rider-card-cost", supply=self.quoted(rider.takes)))
        if rider.takes is not None:
            told.append(self.say("rider-takes", supply=self.quoted(rider.takes)))
        if rider.effect:
            told.append(self.clauses(rider.effect))
        return Point(self.say("named", name=self.called(Role.RIDER, rider.id), text=" ".join(told)))

    def supply(self, supply: items.Supply) -> Point:
        """Return where tokens lie, how many, and what happens when the last one is gone."""
        lies = self.say(
            "supply",
            zone=self.zone(supply.on),
            tokens=self.by_players("tokens", supply.number),
            of=self.by_age(supply.of),
        )
        empty = self.say("supply-empty", moment=self.quoted(supply.when_empty))
        return Point(self.say("named", name=self.called(Role.SUPPLY, supply.id), text=f"{lies} {empty}"))

    # --- points and variants ----------------------------------------------------------------------

    def lines(self) -> Iterator[Point]:
        """Yield the lines of the score sheet in its order, each with what counts on it."""
        listed_lines = [(content.expansion.id, line) for content in self.contents for line in content.vocabulary.lines]
        for id, line in sorted(listed_lines, key=lambda pair: pair[1].rank):
            target = f"{id}.{line.id}"
            inner = [Point(self.speaker.clause(clause)) for clause in line.effect]
            if line.of_boards:
                inner.append(Point(self.say("line-boards")))
            inner += [Point(text) for text in self.counting_on(target)]
            if inner:  # a line on which nothing counts in this set is left out
                yield Point(self.speaker.title(Role.LINE, target).text, tuple(inner))

    def counting_on(self, line: str) -> Iterator[str]:
        """Yield which cards, tokens and moments count on a line."""
        for content in self.contents:
            vocabulary, id = content.vocabulary, content.expansion.id
            for colour in vocabulary.colours:
                if colour.line is not None and colour.line.target == line:
                    yield self.say("line-colour", colour=self.speaker.title(Role.COLOUR, f"{id}.{colour.id}").text)
            for token in vocabulary.tokens:
                if token.line is not None and token.line.target == line and token.points:
                    values = {"token": self.speaker.title(Role.TOKEN, f"{id}.{token.id}").text}
                    key = "line-token.one" if abs(token.points) == 1 else "line-token.many"
                    yield self.say(key, points=signed(token.points), **values)
            for moment in vocabulary.moments:
                if moment.line is not None and moment.line.target == line:
                    yield self.say("line-moment", moment=self.speaker.title(Role.MOMENT, f"{id}.{moment.id}").text)

    def variant(self, variant: items.Variant) -> Point:
        """Return a variant: with how many players, and who sits where nobody sits.

        What it changes is told by `ExpansionChanges`.
        """
        name = self.called(Role.VARIANT, variant.id)
        text = self.say("variant", name=name, players=self.some_players(variant.players))
        return Point(text, tuple(self.guest(variant, variant.guest)) if variant.guest is not None else ())

    def guest(self, variant: items.Variant, guest: items.Guest) -> Iterator[Point]:
        """Yield what is true of a seat at which nobody sits."""
        target = self.targets.get((Role.VARIANT, variant.id), "")
        yield Point(self.say("guest", name=self.speaker.heading(Role.VARIANT, target).text))
        yield Point(self.say("guest-guide", side=self.by_side(guest.guide, "guide")))
        if guest.last_resort:
            actions = spoken_list(self.speaker, [self.quoted(action) for action in guest.last_resort], "or")
            yield Point(self.say("guest-last", actions=actions))
        if guest.chains_first:
            yield Point(self.say("guest-chains"))
