"""Play many rulings, each with the expansions it is about, on all cores."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Sequence
from pathlib import Path

from stele.compiler.analysis.compose import reached
from stele.compiler.driver.build import kept_file
from stele.compiler.driver.check import Checked
from stele.compiler.front.rulings import Ruling
from stele.compiler.rulings.runner import Outcome, run_ruling
from stele.lab.workers import end_with_parent
from stele.runtime import Rules, Runaway
from stele.runtime import open as open_ruleset

FEW = 40  # rulings that are played faster than processes start


def run_rulings(rulings: Sequence[Ruling], checked: Checked) -> list[Outcome]:
    """Return what came of each ruling, in the same order."""
    tasks.clear()
    tasks.extend((ruling, ruleset_of(ruling, checked)) for ruling in rulings)
    indices = range(len(tasks))
    workers = min(os.cpu_count() or 1, 1 + len(tasks) // FEW)
    if workers < 2 or "fork" not in multiprocessing.get_all_start_methods():
        return [Outcome(tasks[index][0], *run_task(index)) for index in indices]
    # A forked process knows the list of tasks; only what came of it is sent back. Rulings with the
    # same expansions are played one after the other, so that few processes have to open them.
    order = sorted(indices, key=lambda index: tasks[index][1])
    with multiprocessing.get_context("fork").Pool(workers, begin_work) as pool:
        found = dict(zip(order, pool.map(run_task, order, chunksize=FEW // 2), strict=True))
    return [Outcome(tasks[index][0], *found[index]) for index in indices]


def begin_work() -> None:
    """Begin a process: what its parent has read is no garbage, so it is never looked through."""
    end_with_parent()
    gc.freeze()


tasks: list[tuple[Ruling, Path]] = []
opened: dict[Path, Rules] = {}


def run_task(index: int) -> tuple[list[str], list[str], list[str], list[str]]:
    """Play one ruling of the list of tasks."""
    ruling, file = tasks[index]
    if file not in opened:
        opened[file] = open_ruleset(file)
    try:
        outcome = run_ruling(ruling, opened[file])
    except Runaway as problem:
        return [str(problem)], [], [], []
    return outcome.failures, outcome.context, outcome.refusals, outcome.gap


def ruleset_of(ruling: Ruling, checked: Checked) -> Path:
    """Return the compiled set of expansions that a ruling is about."""
    contents = checked.contents
    named = [ruling.expansion, *(name.text for name in ruling.needs)]
    ids = sorted({id for name in named for id in reached(contents[name], contents)})
    return kept(tuple(ids), ruling.variant, checked)


def kept(ids: tuple[str, ...], variant: str, checked: Checked) -> Path:
    """Return a compiled set; looked up once in a run."""
    key = (*ids, variant)
    if known.get(key, (None, None))[0] is not checked:
        known[key] = (checked, kept_file([checked.places[id] for id in ids], variant, checked))
    return known[key][1]


known: dict[tuple[str, ...], tuple[Checked, Path]] = {}
