"""The reference of the clause language.

Every construct with its grammar, its meaning, its picture and a compiled example. Rules and
examples come from the grammar, kinds and Python from the compiler, uses from the expansions of the
site; only what a construct means is told by phrases, one for each node of the syntax tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from stele.compiler.docs.langref.constructs import SECTIONS, first_words, forms, named
from stele.compiler.docs.langref.rendered_examples import RenderedExample, described, names_in, rendered_examples
from stele.compiler.docs.model.addresses import construct_place
from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.reference import Item, items_of, role_of
from stele.compiler.docs.model.views import Link, Viewer
from stele.compiler.docs.text.phrases import phrases
from stele.compiler.docs.text.prose import inline
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import nodes as n
from stele.compiler.front.dump import tree_text
from stele.compiler.front.walk import nodes_of
from stele.compiler.tools.source_map import python_of


@dataclass(frozen=True, slots=True)
class ShownExample:
    """An example with the words of the page.

    What kind of thing it is, and the item on which it stands.
    """

    shown: RenderedExample
    kinds: tuple[str, ...]
    item: Link | None = None


@dataclass(frozen=True, slots=True)
class ConstructEntry:
    """One construct."""

    node: str
    title: str
    means: Markup
    forms: tuple[Markup, ...]
    examples: tuple[ShownExample, ...]
    uses: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class LanguageSection:
    """Constructs that can stand in the same place."""

    id: str
    title: str
    about: Markup
    entries: tuple[ConstructEntry, ...]


def language_pages(viewer: Viewer) -> Iterator[Page]:
    """Yield the page of the clause language."""
    speaker = viewer.speaker
    sections = tuple(Writer(viewer).sections())
    verbs = tuple(
        Link(first_words(production), construct_place(node), note=title(speaker, node))
        for node, names in SECTIONS["sentence"].items()
        for production in named(names)[:1]
    )
    values = {"sections": sections, "verbs": tuple(sorted(verbs, key=lambda verb: (verb.text, verb.href)))}
    yield Page("language.html", speaker.say("language.title"), "language.html.j2", values)


def title(speaker: Speaker, node: str) -> str:
    """Return what a construct is called; the keywords of items are called so everywhere."""
    keyword = f"keywords.{node}"
    return speaker.say(keyword if keyword in phrases(speaker.language) else f"language.title-{node}")


class Writer:
    """Writes the sections in the words of a viewer."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self.speaker = viewer.speaker
        self.rendered = rendered_examples(self.speaker.language, viewer.reference.memory)
        self.used = uses_of(viewer)

    def sections(self) -> Iterator[LanguageSection]:
        """Yield all sections."""
        for id, listed in SECTIONS.items():
            entries = tuple(self.entry(node, names) for node, names in listed.items())
            title, about = self.speaker.say(f"language.section-{id}"), inline(self.speaker.say(f"language.about-{id}"))
            yield LanguageSection(id, title, about, entries)

    def entry(self, node: str, names: tuple[str, ...]) -> ConstructEntry:
        """Return one construct."""
        means = inline(self.speaker.say(f"language.means-{node}"))
        uses = tuple(
            dict.fromkeys(self.viewer.link(role_of(item), target) for item, target, _ in self.used.get(node, ()))
        )
        return ConstructEntry(
            node,
            title(self.speaker, node),
            means,
            forms(node, names, self.speaker),
            tuple(self.examples(node, names)),
            uses,
        )

    def examples(self, node: str, names: tuple[str, ...]) -> Iterator[ShownExample]:
        """Yield the examples of the rules of a construct."""
        own = dict.fromkeys(one.example for one in named(names) if one.example)
        listed = [self.rendered[text] for text in own] or [one for one in self.rendered.values() if node in one.nodes][
            :1
        ]
        for shown in listed:
            yield ShownExample(shown, tuple(self.speaker.say(f"language.kind-{kind}") for kind in shown.kinds))
        if not listed:
            for item, target, tree in self.used.get(node, ())[:1]:
                yield ShownExample(self.item_example(tree), (), self.viewer.link(role_of(item), target))

    def item_example(self, tree: n.Clause | n.Cost) -> RenderedExample:
        """Return a clause or cost of an item of the site."""
        python = python_of([tree.span], self.viewer.reference.module)
        return RenderedExample(
            *described(tree, self.speaker, self.viewer.icons), (), tree_text(tree), python, names_in(tree)
        )


# --- who uses it ----------------------------------------------------------------------------------

Use = tuple[Item, str, n.Clause | n.Cost]


def uses_of(viewer: Viewer) -> dict[str, list[Use]]:
    """Return the items that use each construct, by the name of its node.

    Each comes with the clause or cost in which the construct stands first.
    """
    found: dict[str, dict[str, Use]] = {}
    for content in viewer.reference.contents:
        for item in items_of(content, viewer.reference.ids):
            target = f"{content.expansion.id}.{item.id}"
            for tree in nodes_of(item, n.Clause, n.Cost):
                for node in names_in(tree):
                    found.setdefault(node, {}).setdefault(target, (item, target, tree))
    return {node: list(listed.values()) for node, listed in found.items()}
