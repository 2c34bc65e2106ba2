"""Show specimens as pages do: picture, sentence, text, kind, tree and Python; kept on disk, since they are the same for every site.

Examples use words of all expansions that come with Stele, whatever a site is about.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any, assert_never

from markupsafe import Markup

from stele.compiler.docs.draw.icons import Icons
from stele.compiler.docs.langref.examples import Specimen, specimens
from stele.compiler.docs.model.assets import tools_key
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.driver.cache import cache_folder, content_key, keep
from stele.compiler.front import nodes as n
from stele.compiler.front.dump import tree_text
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.unparse import clause_text, cost_text
from stele.compiler.front.walk import nodes


@dataclass(frozen=True, slots=True)
class Exhibit:
    """A clause or cost as pages show it, and the names of the nodes it is made of."""

    text: str
    sentence: str
    icons: Markup
    kinds: tuple[str, ...]
    tree: str
    python: str
    lacks: tuple[str, ...]
    nodes: tuple[str, ...]


@cache
def showcase(language: str) -> Mapping[str, Exhibit]:
    """Return the example of every rule by its text, in one language."""
    name = f"examples_{language}_{content_key(shipped_folders())[:24]}_{tools_key()}.json"
    file = cache_folder() / name
    if file.is_file():
        return {text: exhibit_of(written) for text, written in json.loads(file.read_text(encoding="utf-8")).items()}
    speaker = Speaker(language, specimens().contents)
    icons = Icons(specimens().contents, speaker)
    made = {text: exhibit(specimen, speaker, icons) for text, specimen in specimens().specimens.items()}
    keep(name, json.dumps({text: asdict(one) for text, one in made.items()}, ensure_ascii=False, indent=1))
    return made


def exhibit_of(written: Mapping[str, Any]) -> Exhibit:
    """Return an exhibit that was kept."""
    lists = {key: tuple(value) for key, value in written.items() if isinstance(value, list)}
    return Exhibit(**{**written, **lists, "icons": Markup(written["icons"])})


def exhibit(specimen: Specimen, speaker: Speaker, icons: Icons) -> Exhibit:
    """Return a specimen as pages show it."""
    kinds = tuple(kind.value for kind in specimen.kinds)
    text, sentence, picture = told(specimen.tree, speaker, icons)
    assert text == specimen.text, "examples are written in the canonical way"
    tree, found = tree_text(specimen.tree), names_in(specimen.tree)
    return Exhibit(text, sentence, picture, kinds, tree, specimen.python, specimen.lacks, found)


def told(tree: n.Clause | n.Cost, speaker: Speaker, icons: Icons) -> tuple[str, str, Markup]:
    """Return the canonical text, the sentence and the picture of a clause or cost."""
    match tree:
        case n.Clause():
            return clause_text(tree), speaker.clause(tree), icons.clause(tree)
        case n.Cost():
            return cost_text(tree), speaker.cost(tree), icons.cost(tree)
        case _:
            assert_never(tree)


def names_in(tree: n.Clause | n.Cost) -> tuple[str, ...]:
    """Return the names of the types of all nodes of a tree, each once."""
    return tuple(dict.fromkeys(type(part).__name__ for part in nodes(tree, object)))
