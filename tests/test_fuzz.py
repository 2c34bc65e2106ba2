"""A small run of what `make fuzz` and `make mutate-names` do at length."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.bench import yardstick
from tests.fuzz import Ground, folders, mangled, reworded, samples, whole_folders
from tests.fuzz_play import IDENTITY, addresses, patches, reworded_scene, scenes
from tests.misspell import Shipped

pytestmark = pytest.mark.slow


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    """Where inputs are fed.

    How long a check may take depends on the machine: `make fuzz` gives it a second.
    """
    return Ground(tmp_path, longest=10 * yardstick(1_000_000))


def test_mangled_bytes_of_real_content_earn_findings_and_nothing_worse(ground: Ground) -> None:
    chance, real = random.Random(7), samples()
    for _ in range(60):
        name, content = chance.choice(real)
        ground.feed({"expansion.yaml": IDENTITY.encode(), name: mangled(content, chance)}, "mangled")
    assert ground.counts["with findings"] > 30


def test_made_up_folders_earn_findings_and_nothing_worse(ground: Ground) -> None:
    @settings(max_examples=25, database=None, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(folders())
    def feed(files: dict[str, bytes]) -> None:
        ground.feed(files, "made up")

    feed()
    assert ground.counts["made up"] >= 20


def test_whole_large_folders_earn_findings_and_nothing_worse(ground: Ground) -> None:
    chance = random.Random(5)
    for files in whole_folders():
        some = {name: reworded(content, chance) for name, content in files.items()}
        ground.feed(some, "whole")
    assert ground.counts["with findings"] == ground.counts["whole"] == len(whole_folders())


def test_patches_earn_findings_or_can_be_played(ground: Ground) -> None:
    chance, known = random.Random(11), addresses()
    for _ in range(40):
        ground.feed(patches(chance, known), "patches")
    assert 3 <= ground.counts["played"] < 40


def test_reworded_rulings_earn_findings_or_come_to_an_outcome(ground: Ground) -> None:
    chance, listed = random.Random(13), scenes()
    for _ in range(40):
        ground.feed(reworded_scene(chance.choice(listed), chance), "rulings")
    assert ground.counts["scenes played"] > ground.counts["scenes that do not hold"] > 3


def test_forged_saves_are_games_or_are_refused(ground: Ground) -> None:
    chance = random.Random(17)
    for _ in range(300):
        ground.feed_save(chance)
    assert 3 <= ground.counts["saves that are games"] < 200


def test_a_check_that_takes_too_long_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(TimeoutError):
        Ground(tmp_path, longest=0).feed({"expansion.yaml": IDENTITY.encode()}, "none")


def test_a_misspelt_word_is_found_and_the_right_one_named() -> None:
    chance, shipped = random.Random(3), Shipped()
    listed = [word for word in shipped.words() if word.expansion == "leaders"]
    outcomes = []
    for word in chance.sample(listed, 60):
        wrong = shipped.misspelt(word, chance)
        outcomes += [] if wrong is None else [shipped.outcome(word, wrong)]
    assert len(outcomes) > 50
    assert all(outcome.found for outcome in outcomes)
    assert sum(outcome.is_at_word for outcome in outcomes) >= 0.95 * len(outcomes)
    assert sum(outcome.is_right_first for outcome in outcomes) >= 0.9 * len(outcomes)
