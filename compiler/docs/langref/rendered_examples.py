"""Show examples as pages do: picture, sentence, text, kind, tree and Python.

Kept on disk, since they are the same for every site. Examples use words of all expansions that come
with Stele, whatever a site is about.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, assert_never

from markupsafe import Markup

from stele.compiler.docs.draw.icons import Icons
from stele.compiler.docs.langref.examples import CompiledExample, compile_examples
from stele.compiler.docs.text.assets import tools_key
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.driver.cache import content_key, keep_text, kept_text
from stele.compiler.driver.workspace import Memory
from stele.compiler.front import nodes as n
from stele.compiler.front.dump import tree_text
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.unparse import clause_text, cost_text
from stele.compiler.front.walk import nodes


@dataclass(frozen=True, slots=True)
class RenderedExample:
    """A clause or cost as pages show it, and the names of the nodes it is made of."""

    text: str
    sentence: str
    icons: Markup
    kinds: tuple[str, ...]
    tree: str
    python: str
    nodes: tuple[str, ...]


def rendered_examples(language: str, memory: Memory) -> Mapping[str, RenderedExample]:
    """Return the example of every rule by its text, in one language.

    Folders that `memory` knows are not read again.
    """
    name = f"examples_{language}_{content_key(shipped_folders())[:24]}_{tools_key()}.json"
    if (kept := kept_text(name)) is not None:
        return {text: kept_example(written) for text, written in json.loads(kept).items()}
    compiled = compile_examples(memory)
    speaker = Speaker(language, compiled.contents)
    icons = Icons(compiled.contents, speaker)
    made = {text: rendered_example(example, speaker, icons) for text, example in compiled.by_text.items()}
    keep_text(name, json.dumps({text: asdict(one) for text, one in made.items()}, ensure_ascii=False, indent=1))
    return made


def kept_example(written: Mapping[str, Any]) -> RenderedExample:
    """Return an example that was kept."""
    lists = {key: tuple(value) for key, value in written.items() if isinstance(value, list)}
    return RenderedExample(**{**written, **lists, "icons": Markup(written["icons"])})


def rendered_example(example: CompiledExample, speaker: Speaker, icons: Icons) -> RenderedExample:
    """Return an example as pages show it."""
    kinds = tuple(kind.value for kind in example.kinds)
    text, sentence, picture = described(example.tree, speaker, icons)
    assert text == example.text, "examples are written in the canonical way"
    tree, found = tree_text(example.tree), names_in(example.tree)
    return RenderedExample(text, sentence, picture, kinds, tree, example.python, found)


def described(tree: n.Clause | n.Cost, speaker: Speaker, icons: Icons) -> tuple[str, str, Markup]:
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
