"""Who speaks in the reference.

Sentences of clauses, names of things and phrases of pages, in one language.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from stele.compiler.common.memo import Memo
from stele.compiler.docs.text.phrases import LANGUAGES, phrases
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.language.english.clauses import English
from stele.compiler.language.french.clauses import French
from stele.compiler.language.french.phrases import Words
from stele.compiler.language.naming import Lexicon, lexicon_of, names_of


class Grammar(Protocol):
    """What says clauses in a language."""

    def clause(self, clause: n.Clause) -> str:
        """Return a clause as one or more sentences."""

    def cost(self, cost: n.Cost) -> str:
        """Return a cost as a reader would say it, without a full stop."""


Called = items.Card | items.Board | items.PlaceBoard | items.MomentItem | items.Variant | items.Rider | items.Supply


@dataclass(frozen=True, slots=True)
class Title:
    """What something is called.

    `is_foreign` if it has no name in the language of the page, so that the English one stands.
    """

    text: str
    is_foreign: bool = False


class Speaker:
    """Speaks one language about some expansions."""

    def __init__(self, language: str, contents: Sequence[items.Content]) -> None:
        assert language in LANGUAGES
        self.language = language
        self.phrases = phrases(language)
        words = words_of(contents, language)
        self.grammar = grammar_of(language, lexicon_of(contents), words)
        self.said: Memo[str] = Memo()
        self.titles = titles_of(contents)
        self.headings = headings_of(contents)
        if language != "en":
            self.titles = {place: translated(place[0], title, words.get(place)) for place, title in self.titles.items()}
            self.headings = {
                place: translated_heading(title, words.get(place)) for place, title in self.headings.items()
            }
            self.titles.update(expansion_titles(contents, language))

    def clause(self, clause: n.Clause) -> str:
        """Return a clause as one or more sentences."""
        said = self.said.get(clause)
        if said is None:
            said = self.grammar.clause(clause)
            self.said.keep(clause, said)
        return said

    def cost(self, cost: n.Cost) -> str:
        """Return a cost as a reader would say it."""
        return self.grammar.cost(cost)

    def title(self, role: n.Role, target: str) -> Title:
        """Return what a declared thing is called, by its role and `expansion.id`."""
        return self.titles.get((role, target)) or Title(target.partition(".")[2])

    def heading(self, role: n.Role, target: str) -> Title:
        """Return the longer title of a colour or a board, or the guest of a variant.

        What has none is called by its name.
        """
        return self.headings.get((role, target)) or self.title(role, target)

    def say(self, key: str, **values: object) -> str:
        """Return a phrase of the reference with its values put in.

        Numbers choose between `key.one` and `key.many`.
        """
        text = self.phrases.get(key)
        if text is None:
            text = self.phrases[f"{key}.one" if values.get("number") == 1 else f"{key}.many"]
        return text.format(**values)


def grammar_of(language: str, lexicon: Lexicon, words: Words) -> Grammar:
    """Return what says clauses in a language."""
    return French(lexicon, words) if language == "fr" else English(lexicon)


def words_of(contents: Sequence[items.Content], language: str) -> dict[tuple[n.Role, str], items.Word]:
    """Return what things are called in another language, by role and target.

    The last expansion that tells it is right.
    """
    listed = [word for content in contents for one in content.languages if one.code == language for word in one.words]
    return {(word.of.role, word.of.target): word for word in listed if word.of.target is not None}


def translated(role: n.Role, title: Title, word: items.Word | None) -> Title:
    """Return what something is called in another language, or its English name, marked."""
    if word is None:
        return Title(title.text, is_foreign=True)
    return Title(word.plural or word.name) if role is n.Role.GROUP else Title(word.name)


def translated_heading(title: Title, word: items.Word | None) -> Title:
    """Return a longer title in another language, or the English one, marked."""
    text = "" if word is None else word.title or word.guest
    return Title(text) if text else Title(title.text, is_foreign=True)


def expansion_titles(contents: Sequence[items.Content], language: str) -> dict[tuple[n.Role, str], Title]:
    """Return what expansions are called in another language, as far as that is told."""
    named = [
        (content.expansion.id, one.name) for content in contents for one in content.languages if one.code == language
    ]
    return {(n.Role.EXPANSION, f"{id}.{id}"): Title(name) for id, name in named if name}


def titles_of(contents: Sequence[items.Content]) -> dict[tuple[n.Role, str], Title]:
    """Return what everything is called in English, by role and target."""
    found = {place: Title(name) for place, name in names_of(contents).items()}
    for content in contents:
        id, flow = content.expansion.id, content.flow
        found[n.Role.EXPANSION, f"{id}.{id}"] = Title(content.expansion.name)
        lists: list[tuple[n.Role, Sequence[Called]]] = [
            (n.Role.CARD, content.cards),
            (n.Role.BOARD, content.boards),
            (n.Role.BOARD, content.places),
            (n.Role.MOMENT, content.vocabulary.moments),
            (n.Role.VARIANT, content.variants),
            (n.Role.RIDER, flow.riders if flow else ()),
            (n.Role.SUPPLY, flow.supplies if flow else ()),
        ]
        found.update({(role, f"{id}.{item.id}"): Title(item.name) for role, listed in lists for item in listed})
    return found


def headings_of(contents: Sequence[items.Content]) -> dict[tuple[n.Role, str], Title]:
    """Return the longer titles of colours and boards, and the guests of variants, in English."""
    found: dict[tuple[n.Role, str], Title] = {}
    for content in contents:
        id = content.expansion.id
        found.update({(n.Role.COLOUR, f"{id}.{one.id}"): Title(one.title) for one in content.vocabulary.colours})
        found.update({(n.Role.BOARD, f"{id}.{one.id}"): Title(one.title) for one in content.boards})
        for variant in content.variants:
            if variant.guest is not None:
                found[n.Role.VARIANT, f"{id}.{variant.id}"] = Title(variant.guest.name)
    return found
