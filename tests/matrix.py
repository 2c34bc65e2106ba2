"""Try every moment with every act, every act with every subject, every standing effect with every
duration: `make matrix` writes what became of each into `compiler/docs/langref/matrix.yaml`.

With `--check` sentences are only looked at, not played, which takes a minute instead of an hour:
a cell is `accepted` or the code of the reason for which it is refused. Else it is `played` if
its sentence acted in games and both engines agreed, `plays` if it is played but the reference
does not know it, `idle` if it never did anything in the games that were tried.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

import yaml

from stele.compiler.common.codes import E0507
from tests.conftest import ROOT
from tests.hosts import checked
from tests.judged import Fate, Verdict, judged

FILE = ROOT / "compiler" / "docs" / "langref" / "matrix.yaml"
MOMENTS = (
    "",
    "when you build a card,",
    "when a neighbour gains coins,",
    "when you win a conflict,",
    "instead of gaining coins,",
    "as soon as 7 coins,",
    "at start of turn,",
    "at end of turn,",
    "at start of age,",
    "at end of age,",
    "at conflict,",
    "before choosing,",
    "after playing,",
    "once per age,",
)
ACTS = (
    "gain 2 coins",
    "gain 1 seal token",
    "lose 1 coin",
    "score 2 points",
    "take 1 coin from left",
    "give 1 coin to right",
    "pay 1 coin to gain 1 seal token",
    "discard a card from hand",
    "draw 1 card from discard into hand",
    "give a card from hand to left",
    "build a card from discard for free",
    "play a card from satchel for free",
    "build a stage for free",
    "copy a green card in neighbours",
    "swap hands with left",
    "put 1 coin on a card in city",
    "look at hand of left",
    "have 2 shields until end of age",
    "may take 2 coins from left",
    "gain 3 coins, or 2 shields",
    "choose a number from 1 to 3 then gain that many coins",
    "roll a die then gain that many coins",
    "advance 1 on fleet",
    "turn the day to night",
    "end the game",
    "win the game",
)
SUBJECTS = (
    "you",
    "left",
    "neighbours",
    "others",
    "everyone",
    "a neighbour",
    "another player",
    "everyone with at least 3 coins",
    "who has most coins",
)
DEEDS = (
    "gain 2 coins",
    "gain 1 seal token",
    "lose 1 coin",
    "score 2 points",
    "take 1 coin from right",
    "give 1 coin to right",
    "discard a card from hand",
    "draw 1 card from discard into hand",
    "give a card from hand to left",
    "build a card from discard for free",
    "play a card from satchel for free",
    "build a stage for free",
    "have 2 shields until end of age",
    "may pay 1 coin to gain 1 seal token",
    "advance 1 on fleet",
    "win the game",
)
DURATIONS = ("", "this turn,", "next turn,", "until end of age,", "for the next 2 turns,")
STANDING = (
    "2 shields",
    "1 shield per stage in city",
    "science gear",
    "produce wood",
    "buy any resource from left for 1",
    "red cards cost 1 coin less",
    "red cards cost 1 resource more for others",
    "purchases cost 1 more for others",
    "others may not build a stage",
    "may always build a red card for free",
    "brown cards also count as grey cards",
    "count 1 more brown card",
    "brown cards produce 1 more",
    "seal tokens are worth 1 point more",
    "stages in any order",
)
TABLES = {
    "moments": (MOMENTS, ACTS),
    "subjects": (SUBJECTS, DEEDS),
    "durations": (DURATIONS, STANDING),
}


def sentence(column: str, row: str) -> str:
    """Return the sentence of a cell."""
    who, verb, *rest = (column, *row.split(" ", 1))
    if column == "you":
        return row
    if column in SUBJECTS:
        is_many = column.startswith(("neighbours", "others", "everyone"))
        said = f"{who} {verb} {' '.join(rest)}"
        return said if is_many or verb in ("may",) else said.replace(f" {verb} ", f" {third(verb)} ", 1)
    return f"{column} {row}".strip()


def third(verb: str) -> str:
    """Return a verb as one seat does it."""
    return {"have": "has", "draw": "draws"}.get(verb, f"{verb}s")


def cells() -> Iterator[tuple[str, str, str, str]]:
    """Yield (table, column, row, sentence) of every cell."""
    for table, (columns, rows) in TABLES.items():
        yield from ((table, column, row, sentence(column, row)) for row in rows for column in columns)


def looked_at(sentences: Sequence[str]) -> list[Verdict]:
    """Tell which sentences are refused, and why; none is played."""
    found: dict[str, Verdict] = {}
    with tempfile.TemporaryDirectory() as name:
        done = checked(sentences, Path(name))
        # Some cards have no line of points; the first one has.
        alone = [checked([text], Path(name)) for text, why in done.refused.items() if why.code is E0507]
    for one in (done, *alone):
        found |= {text: Verdict(text, Fate.REFUSED, why.code.id, why.message) for text, why in one.refused.items()}
        found |= {text: Verdict(text, Fate.PLAYED) for text in one.clauses}
    return list(found.values())


def mark(verdict: Verdict, is_checked_only: bool = False) -> str:
    """Return what stands in a cell."""
    if verdict.fate is Fate.REFUSED:
        return verdict.code
    if is_checked_only:
        return "accepted"
    return {Fate.PLAYED: "played", Fate.IDLE: "idle", Fate.UNKNOWN: "plays"}.get(verdict.fate, "wrong")


def batches(texts: Sequence[str]) -> Iterator[list[str]]:
    """Yield sentences, some at a time."""
    left = iter(texts)
    while some := list(islice(left, 12)):
        yield some


def main() -> int:
    """Try all cells and write what became of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--file", type=Path, default=FILE)
    options = parser.parse_args()
    texts = list(dict.fromkeys(text for *_, text in cells()))
    found: dict[str, Verdict] = {}
    with ProcessPoolExecutor(options.processes) as pool:
        for verdicts in pool.map(looked_at if options.check else judged, batches(texts)):
            found |= {verdict.text: verdict for verdict in verdicts}
    written = {
        table: {
            "columns": list(columns),
            "rows": [[row, *(mark(found[sentence(column, row)], options.check) for column in columns)] for row in rows],
        }
        for table, (columns, rows) in TABLES.items()
    }
    head = "# What became of each sentence: refused by a message, accepted, or played: `make matrix`.\n"
    text = yaml.safe_dump(written, sort_keys=False, default_flow_style=None, width=400, allow_unicode=True)
    options.file.write_text(head + text, encoding="utf-8")
    for verdict in found.values():
        if mark(verdict) in ("wrong", "idle"):
            print(f"{mark(verdict)} {verdict.text}: {verdict.why[:300]}")
    return any(mark(verdict) == "wrong" for verdict in found.values())


if __name__ == "__main__":
    sys.exit(main())
