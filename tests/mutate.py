"""Change one thing of the content at a time; a ruling must fail: `make mutate-content`.

Each mutant is compiled with what it needs, and the rulings of its expansion are played, and those
of others that name the item. What no scene can show (set-up, what is hidden) may be found by the
check or by a test of the set-up. What survives is listed.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import types
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache

from stele.compiler.analysis.checks.index import Soundness
from stele.compiler.analysis.checks.run import run_checks
from stele.compiler.analysis.compose import reached
from stele.compiler.analysis.resolve import Resolved
from stele.compiler.analysis.sets import in_play
from stele.compiler.codegen.emit import emit
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front import items
from stele.compiler.front.content_parser import parse
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.rulings import Ruling, rulings_of
from stele.compiler.front.schema import ValidatedDocument
from stele.compiler.front.source import Document
from stele.compiler.lower.program import lower
from stele.compiler.rulings.runner import run_ruling
from stele.runtime import Rules
from tests import test_frontiers, test_lost_wonders, test_setup
from tests.mutants import KINDS, Mutant, mutants

Set = tuple[frozenset[str], str]  # expansions in play together, and the variant

# What comes of a mutant.
RULING, CHECK, SETUP, SAME, INVALID, SURVIVED = "ruling", "check", "set-up", "same", "invalid", "survived"

ONE_UNIT = "no cost asks for more of this good than one unit beyond what the board itself makes"
OF_GREY = (
    "it matters for a second unit of a manufactured good only, and no cost asks for two but on boards that make one"
)
DECK_AGE = "the age of a deck is read by the check of chains alone, and this value breaks none"
NOTHING_LEFT = "nothing is left to be passed on in the last turn"
TWO_CHOICES = (
    "the second step makes it too, and no cost asks for two units of a manufactured good beyond what the board makes"
)

# Changes that nobody can ever see, with the reason: (expansion, item, how).
EQUIVALENT: Mapping[tuple[str, str, str], str] = {
    ("base", "alexandria b", "`produce 2 glass`"): ONE_UNIT,
    ("base", "ephesos b", "`produce 2 papyrus`"): ONE_UNIT,
    ("base", "halikarnassos b", "`produce 2 textile`"): ONE_UNIT,
    ("base", "glassworks-age-1", "`produce 2 glass`"): ONE_UNIT,
    ("base", "glassworks-age-2", "`produce 2 glass`"): ONE_UNIT,
    ("base", "loom-age-1", "`produce 2 textile`"): ONE_UNIT,
    ("base", "loom-age-2", "`produce 2 textile`"): ONE_UNIT,
    ("base", "press-age-1", "`produce 2 papyrus`"): ONE_UNIT,
    ("base", "press-age-2", "`produce 2 papyrus`"): ONE_UNIT,
    ("base", "alexandria b 2", "`produce papyrus or textile, not for sale`"): "the board makes the glass itself",
    ("base", "pass", "without except last"): NOTHING_LEFT,
    ("base", "age-3", "age: 4"): DECK_AGE,
    ("base", "guilds", "age: 4"): DECK_AGE,
    ("leaders", "draft-pass", "without except last"): NOTHING_LEFT,
    ("leaders", "draft", "count: 5"): "four leaders are dealt, so nobody has one to choose in a fifth turn",
    ("leaders", "courtesans-guild", "rank: 99"): "no other rank lies above 20",
    (
        "cities",
        "secret-warehouse",
        "`produce 1 resource that your brown cards or board produce, not for sale`",
    ): OF_GREY,
    (
        "cities",
        "black-market",
        "`produce 1 resource that your brown cards or board do not produce, not for sale`",
    ): OF_GREY,
    ("cities", "black-1", "age: 2"): DECK_AGE,
    ("cities", "black-2", "age: 1"): DECK_AGE,
    ("cities", "black-2", "age: 3"): DECK_AGE,
    ("cities", "black-3", "age: 2"): DECK_AGE,
    ("cities", "black-3", "age: 4"): DECK_AGE,
    ("lost-wonders", "rapa-nui b", "`produce 2 papyrus`"): ONE_UNIT,
    ("lost-wonders", "venezia b", "`produce 2 textile`"): ONE_UNIT,
    ("frontiers", "desertum a 1", "`produce 2 glass`"): ONE_UNIT,
    ("frontiers", "fluvius a 1", "`produce 2 papyrus`"): ONE_UNIT,
    ("frontiers", "iungala a 1", "`produce 2 papyrus`"): ONE_UNIT,
    ("frontiers", "lacus a 1", "`produce 2 glass`"): ONE_UNIT,
    ("frontiers", "mare a 1", "`produce 2 glass`"): ONE_UNIT,
    ("frontiers", "moenia a 1", "`produce 2 textile`"): ONE_UNIT,
    ("frontiers", "mons a 1", "`produce 2 textile`"): ONE_UNIT,
    ("frontiers", "palus a 1", "`produce 2 papyrus`"): ONE_UNIT,
    ("frontiers", "scopulus a 1", "`produce 2 papyrus`"): ONE_UNIT,
    ("frontiers", "silva a 1", "`produce 2 textile`"): ONE_UNIT,
    ("frontiers", "vallis a 1", "`produce 2 textile`"): ONE_UNIT,
    ("frontiers", "vulcanus a 1", "`produce 2 glass`"): ONE_UNIT,
    ("frontiers", "fluvius a 2", "`produce glass or textile, not for sale`"): ONE_UNIT,
    ("frontiers", "silva a 2", "`produce glass or papyrus, not for sale`"): ONE_UNIT,
    **{
        ("frontiers", f"{board} a 3", f"`produce wood or stone or clay or ore or {goods}, not for sale`"): TWO_CHOICES
        for board in ("fluvius", "silva")
        for goods in ("papyrus or textile", "glass or textile", "glass or papyrus")
    },
}

# Tests of the set-up of one expansion alone, beside those of all.
SETUPS = {"frontiers": test_frontiers.TESTS, "lost-wonders": test_lost_wonders.TESTS}

# What a mutant may break in the engine or in the table of the referee; it is dead then.
BROKEN = (AssertionError, LookupError, ValueError, StopIteration, RuntimeError, TypeError, NameError)


@dataclass(frozen=True, slots=True)
class Heard:
    """A ruling with the set it is played in, and all words of its scene."""

    ruling: Ruling
    where: Set
    words: frozenset[str]


class Court:
    """Tries mutants one by one; knows the content as it is."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.docket = [self.heard(ruling) for ruling in rulings_of(checked.documents, checked.game.contents)]
        self.originals: dict[Set, str] = {}

    def heard(self, ruling: Ruling) -> Heard:
        """Return a ruling with where it is played."""
        contents = self.checked.contents
        named = [ruling.expansion, *(name.text for name in ruling.needs)]
        ids = frozenset(id for name in named for id in reached(contents[name], contents))
        words = frozenset(re.findall(r"text='([^']*)'", repr((ruling.given, ruling.when, ruling.then))))
        return Heard(ruling, (ids, ruling.variant), words)

    def mutants(self, id: str) -> Iterator[Mutant]:
        """Yield every mutant of an expansion."""
        for document in self.checked.by_expansion[id]:
            if document.kind in KINDS:
                yield from mutants(document)

    def original(self, where: Set) -> str:
        """Return the program of a set as it is."""
        if where not in self.originals:
            composed, _ = in_play(self.checked.contents, self.checked.by_expansion, *where)
            self.originals[where] = emit(lower(composed.contents, where[1]))
        return self.originals[where]

    def trial(self, id: str, mutant: Mutant) -> str:
        """Return what comes of a mutant."""
        try:
            changed = Changed(self.checked, id, mutant)
        except Unsound:
            return CHECK
        word = mutant.item.split()[0]
        docket = [heard for heard in self.docket if id in heard.where[0]]
        docket = [heard for heard in docket if heard.ruling.expansion == id or word in heard.words]
        # Rulings that name the changed item are the likeliest to fail, so they come first, with
        # their sets.
        mentions = Counter(heard.where for heard in docket if word in heard.words)
        sets = sorted({heard.where for heard in docket}, key=lambda where: (-mentions[where], len(where[0])))
        is_same = True
        for where in sets:
            try:
                is_same_here = same(changed.text(where), self.original(where))
                rules = None if is_same_here else changed.rules(where)
            except (Unsound, *BROKEN):
                return CHECK
            is_same &= is_same_here
            here = [heard for heard in docket if heard.where == where]
            here.sort(key=lambda heard: word not in heard.words)
            if rules is not None and any(fails(heard.ruling, rules) for heard in here):
                return RULING
            # The check of one set costs less than the rulings of all others, so it comes before
            # them.
            errors = changed.errors(where)
            if errors:
                return CHECK
        found = setup_of(changed, id, mutant.document.kind)
        return found or (SAME if is_same else SURVIVED)


def fails(ruling: Ruling, rules: Rules) -> bool:
    """Tell whether a ruling does not hold, or cannot even be played."""
    try:
        return bool(run_ruling(ruling, rules).failures)
    except BROKEN:
        return True


def setup_of(changed: Changed, id: str, kind: str) -> str:
    """Return what the tests of the set-up say, or nothing if they hold.

    Cards and boards are set up by their own tests.
    """
    for test in (*SETUPS.get(id, ()), *(test_setup.TESTS if kind in ("flow", "vocabulary") else ())):
        try:
            test(changed.load)
        except Unsound:
            return CHECK
        except BROKEN:
            return SETUP
    return ""


class Unsound(Exception):
    """Content that cannot be put together."""


class Changed:
    """The content with one file changed, compiled in every set that is asked for."""

    def __init__(self, checked: Checked, id: str, mutant: Mutant) -> None:
        document = mutant.document
        documents = checked.by_expansion[id]
        self.contents = {**checked.contents, id: self.content(checked.contents[id], documents, document)}
        path = document.text.path
        self.documents = {**checked.by_expansion, id: [document if d.text.path == path else d for d in documents]}
        self.composed: dict[Set, tuple[Resolved, list[Diagnostic]]] = {}
        self.texts: dict[Set, str] = {}
        self.opened: dict[Set, Rules] = {}

    def content(self, content: items.Content, documents: Sequence[Document], changed: Document) -> items.Content:
        """Return an expansion with one file changed.

        The schema has no say, so that an effect can be left out.
        """
        identity = next(document for document in documents if document.kind == "expansion")
        found: list[Diagnostic] = []
        part = parse([ValidatedDocument(document, frozenset()) for document in (identity, changed)], found)
        if part is None or found:
            raise Unsound
        cards = {card.id: card for card in part.cards}
        boards = {board.id: board for board in part.boards}
        places = {place.id: place for place in part.places}
        return replace(
            content,
            vocabulary=part.vocabulary if changed.kind == "vocabulary" else content.vocabulary,
            flow=part.flow if changed.kind == "flow" else content.flow,
            patches=part.patches if changed.kind == "flow" else content.patches,
            variants=part.variants if changed.kind == "flow" else content.variants,
            cards=tuple(cards.get(card.id, card) for card in content.cards),
            boards=tuple(boards.get(board.id, board) for board in content.boards),
            places=tuple(places.get(place.id, place) for place in content.places),
        )

    def in_play(self, where: Set) -> tuple[Resolved, list[Diagnostic]]:
        """Return the contents of a set, and what does not fit."""
        if where not in self.composed:
            self.composed[where] = in_play(self.contents, self.documents, *where)
        return self.composed[where]

    def text(self, where: Set) -> str:
        """Return the program of a set."""
        if where not in self.texts:
            composed, problems = self.in_play(where)
            if problems:
                raise Unsound
            self.texts[where] = emit(lower(composed.contents, where[1]))
        return self.texts[where]

    def rules(self, where: Set) -> Rules:
        """Return the rules of a set."""
        if where not in self.opened:
            self.opened[where] = opened(self.text(where))
        return self.opened[where]

    def load(self, *expansions: str) -> Rules:
        """Return the rules of some expansions, as tests of the set-up ask for them."""
        ids = frozenset(id for name in expansions for id in reached(self.contents[name], self.contents))
        return self.rules((ids, ""))

    def errors(self, where: Set) -> list[Diagnostic]:
        """Return what the check finds in a set."""
        composed, problems = self.in_play(where)
        found = [*problems, *run_checks(composed, where[1], Soundness.PARTS if problems else Soundness.WHOLE)]
        return [problem for problem in found if problem.is_error]


def compiled(contents: tuple[items.Content, ...]) -> Rules:
    """Return the rules of contents, compiled in memory."""
    return opened(emit(lower(contents)))


def opened(text: str) -> Rules:
    """Return the rules of a program."""
    module = types.ModuleType("mutant")
    sys.modules["mutant"] = module
    exec(compile(text, "mutant", "exec"), module.__dict__)  # noqa: S102 - the text is our own emitter's
    rules = module.__dict__["RULES"]
    assert isinstance(rules, Rules)
    return rules


def same(one: str, other: str) -> bool:
    """Tell whether two programs are the same but for their hash."""
    return len(one) == len(other) and re.sub("[0-9a-f]{64}", "", one) == re.sub("[0-9a-f]{64}", "", other)


def report(id: str, results: Sequence[tuple[Mutant, str]]) -> bool:
    """Print what came of the mutants of an expansion; tell whether enough were killed."""
    counts = Counter(outcome for _, outcome in results)
    count = len(results) - counts[INVALID]
    dead = counts[RULING] + counts[CHECK] + counts[SETUP]
    equivalent = 0
    for mutant, outcome in results:
        reason = EQUIVALENT.get((id, mutant.item, mutant.how), "")
        if outcome == SAME:
            reason = "the compiled game is the same"
        if outcome in (SAME, SURVIVED):
            print(f"survived: {mutant}" + (f" (equivalent: {reason})" if reason else ""))
            equivalent += bool(reason)
        elif reason:
            print(f"not equivalent after all: {mutant}")
    share = 100 * dead / max(1, count)
    ways = f"{counts[RULING]} by a ruling, {counts[CHECK]} by the check, {counts[SETUP]} by a test of the set-up"
    rest = f"{count - dead} survive, {equivalent} of them equivalent"
    print(f"{id}: {count} mutants, {dead} killed, {share:.1f} %: {ways}; {rest}", flush=True)
    return share >= 95


@cache
def opened_court() -> Court:
    """Return the court over the shipped content.

    Each process has one, and takes over what its parent had.
    """
    return Court(check_folders(shipped_folders()))


@cache
def tried(id: str, word: str) -> list[Mutant]:
    """Return the mutants of an expansion with a word in their name."""
    return [mutant for mutant in opened_court().mutants(id) if word in str(mutant)]


def work(task: tuple[str, str, int]) -> str:
    """Return what comes of one mutant.

    It goes to another process as a number, since numbers are small.
    """
    id, word, number = task
    return opened_court().trial(id, tried(id, word)[number])


def main() -> int:
    """Try all mutants and list the survivors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("expansions", nargs="*", metavar="EXPANSION", help="without any: all shipped")
    parser.add_argument("-k", dest="word", default="", metavar="WORD", help="only mutants with this word in their name")
    parser.add_argument("--verbose", action="store_true", help="tell what came of each mutant")
    parser.add_argument("--processes", type=int, default=2, help="how many mutants are tried at a time")
    options = parser.parse_args()
    court = opened_court()  # before there are other processes, so that they need not check all content again
    is_enough = True
    with ProcessPoolExecutor(options.processes) as pool:
        for id in options.expansions or sorted(court.checked.contents):
            begun, results = time.time(), []
            mutants = tried(id, options.word)
            tasks = [(id, options.word, number) for number in range(len(mutants))]
            for mutant, outcome in zip(mutants, pool.map(work, tasks), strict=True):
                results.append((mutant, outcome))
                if options.verbose:
                    print(f"{outcome}: {mutant}", flush=True)
            is_enough &= report(id, results)
            print(f"{time.time() - begun:.0f} s", flush=True)
    return 0 if is_enough else 1


if __name__ == "__main__":
    sys.exit(main())
