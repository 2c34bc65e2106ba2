"""Say what a game in play is made of: the sentence of each clause, the name of each declared thing.

A compiled game knows clauses and ids only. What they are called is worked out once from the content
and kept beside the compiled game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from stele.compiler.analysis.compose import reached
from stele.compiler.analysis.sets import in_play
from stele.compiler.driver.cache import game_key, keep_text, kept_text
from stele.compiler.driver.check import check_folders
from stele.compiler.front import items
from stele.compiler.front.nodes import Clause
from stele.compiler.front.substitute import chosen_in
from stele.compiler.front.unparse import clause_text
from stele.compiler.front.walk import nodes
from stele.compiler.language.english.clauses import English
from stele.compiler.language.naming import lexicon_of

JOINTS = re.compile(" (?:and|or) ")


@dataclass(frozen=True, slots=True)
class Spoken:
    """What is said about a game: sentences by clause, names by id."""

    sentences: dict[str, str] = field(default_factory=dict)
    resources: dict[str, str] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)
    moments: dict[str, list[str]] = field(default_factory=dict)  # what cards give and ask for at moments, by card

    def sentence(self, text: str) -> str:
        """Return the sentence of a clause, or of several that are joined to a choice; the text
        itself if it is not known.
        """
        if text in self.sentences:
            return self.sentences[text]
        for joint in JOINTS.finditer(text):
            rest = self.sentence(text[joint.end() :])
            if text[: joint.start()] in self.sentences and rest != text[joint.end() :]:
                return f"{self.sentences[text[: joint.start()]]} {'Or: ' if joint[0] == ' or ' else ''}{rest}"
        return text

    def resource(self, id: str) -> str:
        """Return what a resource is called in a sentence."""
        return self.resources.get(id, id).lower()

    def colour(self, id: str) -> str:
        """Return what a colour is called in a sentence."""
        return self.colours.get(id, id).lower()


def spoken_about(folders: Sequence[Path], variant: str) -> Spoken:
    """Return what is said about expansions in play together, as it was kept if nothing has
    changed.
    """
    name = f"spoken_{game_key(folders, variant)[:24]}.json"
    if (kept := kept_text(name)) is not None:
        return Spoken(**json.loads(kept))
    checked = check_folders(folders)
    if checked.has_errors:
        return Spoken()
    ids = frozenset(id for one in checked.ids_in(folders) for id in reached(checked.contents[one], checked.contents))
    spoken = spoken_of(in_play(checked.contents, checked.by_expansion, ids, variant)[0].contents)
    keep_text(name, json.dumps(asdict(spoken), ensure_ascii=False) + "\n")
    return spoken


def spoken_of(contents: Sequence[items.Content]) -> Spoken:
    """Return what is said about resolved contents."""
    english = English(lexicon_of(contents))

    def said(card: items.Card) -> list[str]:
        return [
            f"{called.get(moment.text, moment.text)}: {' '.join(map(english.clause, clauses))}"
            for moment, clauses in card.moments
        ]

    vocabularies = [content.vocabulary for content in contents]
    colours = [colour.id for vocabulary in vocabularies for colour in vocabulary.colours]
    clauses = [one for clause in nodes(tuple(contents), Clause) for one in (clause, *chosen_in(clause, colours))]
    called = {moment.id: moment.name for vocabulary in vocabularies for moment in vocabulary.moments}
    return Spoken(
        {clause_text(clause): english.clause(clause) for clause in clauses},
        {resource.id: resource.name for vocabulary in vocabularies for resource in vocabulary.resources},
        {colour.id: colour.name for vocabulary in vocabularies for colour in vocabulary.colours},
        {card.id: said(card) for content in contents for card in content.cards if card.moments},
    )
