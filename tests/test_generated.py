"""Sentences of the language beside the reference interpreter: some that are known to play, and in
the long run a sample of those that the grammar makes; `make sentences` makes more.
"""

from __future__ import annotations

import pytest

from tests.conftest import HERE, sampled
from tests.generate import made
from tests.judged import Fate, judged

pytestmark = pytest.mark.slow

# What the reference does not know; the list may only shrink.
UNKNOWN = frozenset((HERE / "golden" / "unknown-to-the-reference.txt").read_text(encoding="utf-8").splitlines())
PLAYED = (HERE / "golden" / "sentences-played.txt").read_text(encoding="utf-8").splitlines()
PARTS = 5


@pytest.mark.parametrize("part", sampled(range(PARTS), PARTS))
def test_a_sentence_that_plays_acts_as_the_reference_says(part: int) -> None:
    verdicts = judged(PLAYED[part::PARTS])
    assert [one for one in verdicts if one.fate is not Fate.PLAYED] == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_no_sentence_of_the_grammar_breaks_a_game(seed: int) -> None:
    verdicts = judged(list(made(40, seed)))
    assert {one.why for one in verdicts if one.fate is Fate.UNKNOWN} <= UNKNOWN
    assert [one for one in verdicts if one.fate is Fate.FAILED] == []


@pytest.mark.parametrize(
    ("text", "fate"),
    [
        pytest.param("gain 3 coins", Fate.PLAYED, id="what acts"),
        pytest.param("gain 0 coins", Fate.REFUSED, id="what is refused"),
    ],
)
def test_a_sentence_is_judged_by_what_it_does(text: str, fate: Fate) -> None:
    (verdict,) = judged([text])
    assert verdict.fate is fate, verdict
