"""Play sentences that the grammar makes: `make sentences`, or `python -m tests.generate --count
2000`.

Each sentence is either refused for a reason, or stands on cards of the base game and is played at
random beside the reference interpreter while all invariants are checked. It counts as played only
if it acted. What the reference does not know is played without it and counted by construct; what
disagrees or breaks down is printed with the seed of the game that shows it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice

from tests.hosts import AT_ONCE
from tests.judged import Fate, Verdict, judged
from tests.sentences import Refused, Words, sentence
from tests.test_sentences import KNOWN

LONGEST = 200  # what is longer than that is no sentence that anybody writes


def made(count: int, seed: int, known: Words = KNOWN) -> Iterator[str]:
    """Yield so many sentences of the grammar."""
    chance = random.Random(seed)
    for _ in range(count):
        text = sentence(chance, known, is_sensible=True)
        if not isinstance(text, Refused) and len(text) < LONGEST:
            yield text


def batches(sentences: Iterator[str]) -> Iterator[tuple[str, ...]]:
    """Yield sentences, as many as stand in one folder."""
    while some := tuple(islice(sentences, AT_ONCE)):
        yield some


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int)
    parser.add_argument("--examples", type=int, default=2, help="so many of each reason")
    parser.add_argument("sentences", nargs="*", help="these, and none that are made")
    options = parser.parse_args()
    start = time.monotonic()
    found: list[Verdict] = []
    texts = iter(options.sentences) if options.sentences else made(options.count, options.seed)
    with ProcessPoolExecutor(options.processes) as pool:
        for verdicts in pool.map(judged, batches(texts)):
            found += verdicts
    report(found, options.examples)
    print(f"{time.monotonic() - start:.0f} s")
    return any(verdict.fate in (Fate.FAILED, Fate.DISAGREED) for verdict in found)


def report(found: Sequence[Verdict], examples: int) -> None:
    """Print what became of all sentences."""
    for fate in (Fate.REFUSED, Fate.UNKNOWN, Fate.IDLE, Fate.DISAGREED, Fate.FAILED):
        so = [verdict for verdict in found if verdict.fate is fate]
        reasons: dict[str, list[Verdict]] = {}
        for verdict in so:
            is_apart = fate in (Fate.DISAGREED, Fate.FAILED)
            reasons.setdefault(verdict.text if is_apart else f"{verdict.code} {verdict.why}".strip(), []).append(
                verdict
            )
        for why, alike in sorted(reasons.items(), key=lambda one: (-len(one[1]), one[0])):
            print_reason(fate, why, alike, examples)
    codes = Counter(verdict.code for verdict in found if verdict.fate is Fate.REFUSED)
    fates = Counter(verdict.fate for verdict in found)
    print(f"{len(found)} made: " + ", ".join(f"{fates[fate]} {fate.value}" for fate in Fate))
    print("refused: " + ", ".join(f"{number} {code}" for code, number in codes.most_common()))


def print_reason(fate: Fate, why: str, alike: Sequence[Verdict], examples: int) -> None:
    """Print the sentences with which one thing came about."""
    if fate in (Fate.DISAGREED, Fate.FAILED):
        for verdict in alike:
            print(f"{fate.name} {verdict.text}\n      seed {verdict.seed}: {verdict.why}")
        return
    print(f"{len(alike):5} {fate.value} {why}".rstrip())
    for verdict in sorted(alike, key=lambda one: len(one.text))[:examples]:
        print(f"              {verdict.text}")


if __name__ == "__main__":
    sys.exit(main())
