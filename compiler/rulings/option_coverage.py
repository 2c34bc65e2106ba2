"""Find what may be chosen in rulings and never is: actions, riders, chains, rights, losses, and the
ways to answer what clauses ask.

Every ruling is played once more, on a build of its own, and each decision is written down: what was
offered and what was taken.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from stele.compiler.codegen.effect_rows import place
from stele.compiler.common.span import Span
from stele.compiler.driver.check import Checked
from stele.compiler.front import items
from stele.compiler.front.nodes import Clause
from stele.compiler.front.rulings import Ruling, words_in
from stele.compiler.front.unparse import clause_text
from stele.compiler.front.walk import nodes
from stele.compiler.ir import program as ir
from stele.compiler.rulings.coverage import Bench, Coverage, Gap, clauses
from stele.compiler.rulings.runner import run_ruling
from stele.runtime import Ask, Game, Meaning, Rules
from stele.runtime.declared import FarOffer, Permit, Ware
from stele.runtime.inspector import cards_at, codes_by_card, losses_of, times_used
from stele.runtime.payment.payment import use_permit
from stele.runtime.state.cells import PLAYERS, count
from stele.runtime.turn.steps import use_chain_permit

# A way to answer: the kind of thing, its id or place, and how.
Way = tuple[str, str, str]
USED, UNUSED = "used", "unused"
WORDS = {
    "taken": "do it",
    "declined": "do without",
    USED: "use it",
    UNUSED: "do without",
    "paid": "pay",
    "unpaid": "do not pay",
}


def choice_coverage(checked: Checked, asked: set[str], rulings: Sequence[Ruling]) -> Coverage:
    """Return which options of expansions no ruling takes, also of rulings that fail."""
    known: set[Way] = set()
    offered: set[Way] = set()
    taken: set[Way] = set()
    item_at = {place(clause.span): item for content in checked.contents.values() for item, clause in clauses(content)}
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(checked, Path(folder))
        tables: dict[tuple[frozenset[str], str], Table] = {}
        for ruling in rulings:
            key = bench.set_of(ruling)
            if key not in tables:
                program = bench.program(key)
                tables[key] = Table(program, bench.open(program), item_at)
                known |= tables[key].known
            table = tables[key]
            words = set(words_in((ruling.given, *ruling.when, ruling.then)))
            for game, ask, answer in run_ruling(ruling, table.rules).answers:
                may = {way for option in ask.options for way in table.ways(game, ask, option, words)}
                does = set(table.ways(game, ask, answer, words))
                rights = {where for _, where, how in may if how == USED}
                does |= {("clause", where, UNUSED) for where in rights if ("clause", where, USED) not in does}
                offered |= may | {("clause", where, UNUSED) for where in rights}
                taken |= does
    gaps: list[Gap] = []
    total = 0
    for id in sorted(asked):
        for way, span, says in declared_ways(checked.contents[id], known | offered):
            total += 1
            if way not in taken:
                gaps.append(Gap(span, f"{says} · {'no ruling takes it' if way in offered else 'never offered'}"))
    return Coverage(total, tuple(gaps))


class Table:
    """A set of expansions that is played, and what its options have to do with clauses."""

    def __init__(self, program: ir.Program, rules: Rules, item_at: dict[str, str]) -> None:
        self.rules = rules
        self.item_at = item_at
        tables = rules.tables
        self.losses = [place(loss.span) for loss in program.losses]
        self.numbers = {card.id: number for number, card in enumerate(tables.cards)}
        # Clauses that mean the same share a lane, and the first of them stands in the table.
        sharing = {place(held.span): [place(span) for span in held.sharing] for held in program.held}
        permits = [permit for permit in tables.permits if permit.kind in ("build", "chain", "order")]
        rights: list[Permit | Ware | FarOffer] = [*permits, *tables.wares, *tables.far_offers]
        self.clauses = {right.lane: sharing[right.place] for right in rights}
        spots = [spot for listed in self.clauses.values() for spot in listed]
        self.known: set[Way] = {("clause", spot, how) for spot in spots for how in (USED, UNUSED)}
        if any(kind == "loss" for kind, _ in tables.asks.values()):
            self.known |= {("clause", spot, how) for spot in self.losses for how in ("paid", "unpaid")}

    def ways(self, game: Game, ask: Ask, option: int, words: set[str]) -> Iterator[Way]:
        """Yield the ways in which an option answers: an action, its rider, a chain, a right, a
        loss, an offer of a clause.
        """
        meaning = game.meaning(ask, option)
        if ask.kind == "late":
            choice = meaning.card if self.rules.lates[ask.play] == "choose" else ""
            how = "declined" if meaning.action == "decline" else choice or "taken"
            yield from (("clause", spot, how) for spot in self.spots_of(ask.play, words))
        elif ask.kind == "loss":
            most = max(game.meaning(ask, other).bank for other in ask.options)
            for loss in losses_of(self.rules.core, game.row, self.seat(game, ask)):
                yield "clause", self.losses[loss], "paid" if meaning.bank == most else "unpaid"
        elif ask.kind in ("play", "last", "guest"):
            yield "action", meaning.action, ""
            if meaning.rider:
                yield "rider", meaning.rider, ""
            if meaning.manner == "chain":
                yield from (("chain", meaning.card, source) for source in self.sources(game, ask, meaning))
            for lane in self.lanes(game, ask, meaning):
                yield from (("clause", spot, USED) for spot in self.clauses[lane] if self.item_at.get(spot) in words)

    def seat(self, game: Game, ask: Ask) -> int:
        """Return the cells of the seat that a decision is about."""
        return self.rules.seats[game.row[PLAYERS]][ask.about]

    def spots_of(self, effect: int, words: set[str]) -> list[str]:
        """Return the clauses of a suspended effect; of several that mean the same, those of items
        that the ruling names.
        """
        spots = self.rules.late_places[effect]
        return [spot for spot in spots if self.item_at.get(spot) in words] or spots

    def sources(self, game: Game, ask: Ask, meaning: Meaning) -> Iterator[str]:
        """Yield the cards of a city from which a chain leads to a card."""
        core, cards = self.rules.core, self.rules.tables.cards
        built = {cards[core.kind[card]].id for card in cards_at(core, game.row, self.seat(game, ask) + core.main)}
        yield from (source for source in cards[self.numbers[meaning.card]].chain if source in built)

    def lanes(self, game: Game, ask: Ask, meaning: Meaning) -> Iterator[int]:
        """Yield the rights without which an option would not be there."""
        core, tables, seat = self.rules.core, self.rules.tables, self.seat(game, ask)
        listed: list[int] = []
        if meaning.manner in ("permit", "neighbour"):
            row = game.row[:]
            if meaning.manner == "permit":
                use_permit(core, row, seat, codes_by_card(self.rules)[meaning.card][0])
            else:
                use_chain_permit(core, row, seat, codes_by_card(self.rules)[meaning.card][0])
            listed += [
                lane
                for lane in self.clauses
                if times_used(core, row, seat, lane) > times_used(core, game.row, seat, lane)
            ]
        if meaning.stage > 1 and any(0 < game.meaning(ask, o).stage < meaning.stage for o in ask.options):
            listed += [permit.lane for permit in tables.permits if permit.kind == "order"]
        if meaning.units:
            listed += [ware.lane for ware in tables.wares]
        if meaning.others:
            listed += [far.lane for far in tables.far_offers]
        yield from (lane for lane in listed if count(core, game.row, seat, lane))


def declared_ways(content: items.Content, ways: set[Way]) -> Iterator[tuple[Way, Span, str]]:
    """Yield every way that an expansion declares, with its place and words.

    Answers to clauses as far as they were offered.
    """
    if content.flow is not None:
        for action in content.flow.actions:
            yield ("action", action.id, ""), action.span, f"the action `{action.id}`"
        for rider in content.flow.riders:
            yield ("rider", rider.id, ""), rider.span, f"the rider `{rider.id}`"
    for card in content.cards:
        for source in card.chain:
            yield ("chain", card.id, source.text), source.span, f"the chain from `{source.text}` to `{card.id}`"
    texts = {place(clause.span): (clause.span, clause_text(clause)) for clause in nodes(trees(content), Clause)}
    texts |= {
        place(stage.span): (stage.span, "what a stage lets choose") for stage in nodes(content.boards, items.Stage)
    }
    for _, where, how in sorted(way for way in ways if way[0] == "clause" and way[1] in texts):
        span, says = texts[where]
        yield ("clause", where, how), span, f"{says} · {WORDS.get(how, f'choose `{how}`')}"


def trees(content: items.Content) -> tuple[object, ...]:
    """Return all of an expansion that clauses stand in."""
    return content.cards, content.boards, content.places, content.flow, content.vocabulary.lines
