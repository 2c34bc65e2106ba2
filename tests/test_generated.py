"""Sentences that the grammar makes, beside the reference interpreter: a sample of `make sentences`."""

from __future__ import annotations

import pytest

from tests.conftest import HERE
from tests.generate import made
from tests.judged import Fate, judged

pytestmark = pytest.mark.slow

# What the reference does not know; the list may only shrink.
UNKNOWN = frozenset((HERE / "golden" / "unknown-to-the-reference.txt").read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("seed", (3, 4))
def test_no_sentence_of_the_grammar_goes_otherwise_than_the_reference_says(seed: int) -> None:
    verdicts = judged(list(made(40, seed)))
    assert [one for one in verdicts if one.fate in (Fate.DISAGREED, Fate.FAILED)] == []
    assert {one.why for one in verdicts if one.fate is Fate.UNKNOWN} <= UNKNOWN


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
