"""What tests of the reference share: all shipped expansions and the trial one, checked once, and
speakers of each language.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from stele.compiler.analysis.sets import in_play
from stele.compiler.docs.text.speech import Speaker, Title
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.rulings import Ruling, rulings_of
from stele.compiler.front.unparse import clause_text, cost_text
from tests.conftest import ROOT

LANGUAGES = ("en", "fr")
EVIL = 'Ba<script>alert("1")</script>ths & {braces}'


@cache
def everything() -> Checked:
    """Return all shipped expansions and the trial expansion, checked."""
    return check_folders([*shipped_folders(), ROOT / "tests" / "expansions" / "gardens"])


@cache
def together(*ids: str, variant: str = "") -> tuple[items.Content, ...]:
    """Return a set as it is when all of it is in play."""
    checked = everything()
    return in_play(checked.contents, checked.by_expansion, frozenset(ids), variant)[0].contents


@cache
def speaker(language: str) -> Speaker:
    """Return who speaks a language about all of them."""
    return Speaker(language, everything().game.contents)


@cache
def all_rulings() -> tuple[Ruling, ...]:
    """Return every ruling."""
    return tuple(rulings_of(everything().documents, everything().game.contents))


class Written:
    """Says clauses and costs as they are written: how they are said has golden files of its own."""

    def clause(self, clause: n.Clause) -> str:
        return f"[{clause_text(clause)}]."

    def cost(self, cost: n.Cost) -> str:
        return f"[{cost_text(cost)}]"


@cache
def plain_speaker(language: str) -> Speaker:
    """Return who speaks a language, but leaves clauses as they are written."""
    found = Speaker(language, everything().game.contents)
    found.grammar = Written()
    return found


def evil_speaker() -> Speaker:
    """Return a speaker for whom everything is called something that is markup."""
    found = Speaker("en", everything().game.contents)
    found.titles = {place: replace(title, text=EVIL) for place, title in found.titles.items()}
    assert all(isinstance(title, Title) for title in found.titles.values())
    return found
