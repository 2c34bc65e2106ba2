"""Judge sentences that the grammar makes: each is refused for a reason, or played at random beside
the reference interpreter.

A sentence has been played only if it acted: a reference that leaves it out disagrees with the game,
and one that has it never does.
"""

from __future__ import annotations

import random
import tempfile
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.runtime import Ask, Game, Rules
from stele.runtime import Refused as RefusedTable
from stele.runtime.replay import Bot
from stele.runtime.state.cells import Runaway
from tests.hosts import AT_ONCE, Checked, checked, hosting, hosts_of, without
from tests.invariants import random_game
from tests.mutate import compiled
from tests.reference_city import Unknown
from tests.reference_follow import follow
from tests.reference_known import unknown_anywhere
from tests.reference_made import MadeReference
from tests.reference_rich import enrich

TOGETHER = 3  # so many sentences are played in one game
GAMES = 6  # so many games of each


class Fate(Enum):
    """What became of a sentence."""

    REFUSED = "refused"
    PLAYED = "played"
    IDLE = "never acted"
    UNKNOWN = "unknown to the reference"
    DISAGREED = "disagreed"
    FAILED = "failed"


@dataclass(frozen=True)
class Verdict:
    """What became of a sentence, and why: a code with its message, a construct, or a difference."""

    text: str
    fate: Fate
    code: str = ""
    why: str = ""
    seed: int = -1  # of the game that shows it


@dataclass(frozen=True)
class Difference(Exception):
    """A game that does not go as the reference says, or that breaks down."""

    seed: int
    fate: Fate
    why: str


def judged(sentences: Sequence[str]) -> list[Verdict]:
    """Judge some sentences."""
    with tempfile.TemporaryDirectory() as name:
        listed = list(dict.fromkeys(sentences))
        found: list[Verdict] = []
        for first in range(0, len(listed), AT_ONCE):
            some = listed[first : first + AT_ONCE]
            try:
                found += judged_together(checked(some, Path(name)))
            except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
                if len(some) == 1:
                    found.append(Verdict(some[0], Fate.FAILED, why=described(error)))
                else:
                    found += [verdict for text in some for verdict in judged([text])]
    return found


def judged_together(done: Checked) -> list[Verdict]:
    """Judge sentences that were checked."""
    found = [Verdict(text, Fate.REFUSED, why.code.id, why.message) for text, why in done.refused.items()]
    known: list[str] = []
    for text, clause in done.clauses.items():
        construct = unknown_anywhere(clause)
        if construct:
            found.append(unseen(done, text, construct))
        else:
            known.append(text)
    for first in range(0, len(known), TOGETHER):
        found += beside(done, known[first : first + TOGETHER])
    return found


def unseen(done: Checked, text: str, construct: str) -> Verdict:
    """Play a sentence without the reference: nothing that must always be true may break."""
    for seed in range(2):
        try:
            rules = compiled(hosting(done.contents, [done.clauses[text]]))
            with suppress(RefusedTable, Runaway):
                random_game(rules, 3 + seed % 3, seed, every=7)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
            return Verdict(text, Fate.FAILED, why=described(error), seed=seed)
    return Verdict(text, Fate.UNKNOWN, why=construct)


def beside(done: Checked, texts: Sequence[str]) -> list[Verdict]:
    """Play some sentences in the same games, beside the reference."""
    clauses = [done.clauses[text] for text in texts]
    try:
        contents = hosting(done.contents, clauses)
        rules = compiled(contents)
        played_out(contents, rules, frozenset().union(*(hosts_of(contents, clause) for clause in clauses)))
        return [acted(contents, rules, text, done.clauses[text]) for text in texts]
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
        if len(texts) > 1:
            alone = [verdict for text in texts for verdict in beside(done, [text])]
            if all(verdict.fate in (Fate.PLAYED, Fate.IDLE) for verdict in alone):
                alone.append(of_error(" + ".join(texts), error))
            return alone
        return [of_error(texts[0], error)]


def of_error(text: str, error: Exception) -> Verdict:
    """Return what an error tells about a sentence."""
    if isinstance(error, Difference):
        return Verdict(text, error.fate, why=error.why, seed=error.seed)
    if isinstance(error, Unknown):
        return Verdict(text, Fate.UNKNOWN, why=error.construct)
    return Verdict(text, Fate.FAILED, why=described(error))


def played_out(contents: tuple[items.Content, ...], rules: Rules, hosts: frozenset[str]) -> None:
    """Play some games beside the reference; raise the first difference."""
    for seed in range(GAMES):
        try:
            one_game(contents, rules, seed, hosts)
        except AssertionError as error:
            raise Difference(seed, Fate.DISAGREED, described(error)) from error
        except (Unknown, Difference):
            raise
        except Exception as error:
            raise Difference(seed, Fate.FAILED, described(error)) from error


def one_game(contents: tuple[items.Content, ...], rules: Rules, seed: int, hosts: frozenset[str]) -> None:
    """Play one game beside the reference; cities have grown in every other one, unless something
    waits for conditions: it would have seen each card as it was laid.
    """
    waits = any(trigger.event == "as-soon" for trigger in rules.tables.triggers)
    prepare = enrich if seed % 2 and not waits else None
    with suppress(RefusedTable, Runaway):
        follow(
            contents,
            rules,
            3 + seed % 3,
            seed,
            hosting_bot(seed, hosts),
            prepare,
            None,
            MadeReference,
        )


def acted(contents: tuple[items.Content, ...], rules: Rules, text: str, clause: n.Clause) -> Verdict:
    """Tell whether a sentence ever did anything: a reference without it must find a difference."""
    lacking = without(contents, clause)
    for seed in range(GAMES):
        try:
            one_game(lacking, rules, seed, hosts_of(contents, clause))
        except (AssertionError, KeyError, ValueError):
            return Verdict(text, Fate.PLAYED, seed=seed)
    return Verdict(text, Fate.IDLE)


def hosting_bot(seed: int, hosts: frozenset[str]) -> Bot:
    """Return a bot that chooses at random, and rather builds cards on which sentences stand and
    does what they offer.
    """
    roll = random.Random(seed)

    def choose(game: Game, ask: Ask) -> int:
        meanings = [game.meaning(ask, option) for option in ask.options]
        weights = [
            1 + 8 * (m.action == "build" and m.card in hosts) + 2 * (m.action not in ("build", "discard", "decline"))
            for m in meanings
        ]
        return roll.choices(ask.options, weights)[0]

    return choose


def described(error: BaseException) -> str:
    """Return what an error says, and where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames][-3:]
    return f"{type(error).__name__}: {error} ({' < '.join(reversed(where))})"
