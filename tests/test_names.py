"""The promise: `compiler/`, `runtime/` and `grammar/` know no game by name."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from stele.compiler.driver.check import check_folders
from stele.compiler.front.expansion_paths import shipped_folders
from tests.conftest import ROOT

# Words that content uses and the kernel may use too, each with its reason. At most 40.
KERNEL_WORDS = {
    "age": "a game is played in ages; decks and flow are by age",
    "base": "also the English word for what something builds on",
    "build": "a verb of the language",
    "card": "one of the two kinds of item",
    "city": "what clauses count in",
    "cities": "its plural",
    "conflict": "one of the closed list of steps",
    "discard": "a verb of the language",
    "deal": "one of the closed list of steps",
    "deck": "a kernel concept",
    "hand": "what `swap hands` swaps",
    "left": "a neighbour",
    "pass": "one of the closed list of steps, and a word of Python",
    "play": "one of the closed list of steps, and a verb",
    "right": "a neighbour",
    "science": "a noun clause: symbols",
    "stage": "a part of a board",
    "turns": "one of the closed list of steps",
    "factory": "homonym: the `default_factory` of dataclasses",
    "library": "homonym: the standard library",
}

EXEMPT = {"compiler/cli/paint.py": "terminal colours"}


@cache
def forbidden() -> frozenset[str]:
    """Return every word that names something of a shipped expansion."""
    words: set[str] = set()
    for content in check_folders(shipped_folders()).game.contents:
        vocabulary = content.vocabulary
        declared = [content.expansion.id]
        for listed in (
            vocabulary.groups, vocabulary.resources, vocabulary.colours, vocabulary.symbols, vocabulary.nouns,
            vocabulary.token_groups, vocabulary.tokens, vocabulary.zones, vocabulary.decks, vocabulary.lines,
            content.cards, content.boards, content.flow.actions if content.flow else (),
        ):  # fmt: skip
            declared += [item.id for item in listed]
        for id in declared:
            words.add(id)
            if "-" not in id:
                words.add(id + "s")
    return frozenset(word for word in words if not word.isdigit())


# Things of expansions that are not shipped yet, and of this kind of game in general.
ALSO = {
    "leader", "leaders", "edifice", "edifices", "frontier", "frontiers", "debt", "debts", "diplomacy", "guild", "guilds",
    "wonder", "wonders", "pawn", "pawns", "armada", "babel", "treasury", "civilian", "commercial", "military", "victory",
    "defeat", "lost", "recruit", "recruitment",
}  # fmt: skip


@cache
def words_of(text: str) -> frozenset[str]:
    """Return the whole words of an identifier or literal, also joined by hyphens."""
    parts = re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*", re.sub(r"([a-z])([A-Z])", r"\1 \2", text.replace("_", " ")).lower())
    return frozenset(word for part in parts for word in (part, *part.split("-")))


@cache
def python_words(file: Path) -> frozenset[tuple[int, str]]:
    """Return (line, text) of every identifier and string literal that is no docstring."""
    return frozenset(listed_words(file))


def listed_words(file: Path) -> Iterator[tuple[int, str]]:
    """Yield them as they stand."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    docstrings = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if (
            isinstance(body, list)
            and body
            and isinstance(body[0], ast.Expr)
            and isinstance(body[0].value, ast.Constant)
        ):
            docstrings.add(id(body[0].value))
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield line, text
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text) | ast.alias(name=text):
                yield line, text
            case ast.FunctionDef(name=text) | ast.ClassDef(name=text):
                yield line, text
            case ast.keyword(arg=str(text)):
                yield line, text


def offences() -> Iterator[str]:
    known = (forbidden() | ALSO) - set(KERNEL_WORDS) - {word + "s" for word in KERNEL_WORDS}
    for folder in ("compiler", "runtime", "lab"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            if name in EXEMPT:
                continue
            for line, text in sorted(python_words(file)):
                for word in sorted(words_of(text) & known):
                    yield f"{name}:{line}: {word}"
    grammar = re.sub(r"//.*", "", (ROOT / "grammar" / "effect.lark").read_text(encoding="utf-8"))
    for word in sorted(words_of(grammar) & known):
        yield f"grammar/effect.lark: {word}"
    # Templates and phrases of the reference name nothing either: its nouns come from vocabularies.
    for file in sorted(
        [*(ROOT / "compiler" / "docs").rglob("*.j2"), *(ROOT / "compiler" / "docs" / "words").rglob("*.yaml")]
    ):
        text = re.sub(
            r"{#.*?#}|<style.*?</style>|\bclass=\"[^\"]*\"", "", file.read_text(encoding="utf-8"), flags=re.DOTALL
        )
        for word in sorted(words_of(text) & known):
            yield f"{file.relative_to(ROOT).as_posix()}: {word}"
    for schema in sorted((ROOT / "grammar" / "schema").glob("*.json")):
        for word in sorted(words_of(schema.read_text(encoding="utf-8")) & known):
            yield f"{schema.name}: {word}"


def test_the_engine_knows_no_game_by_name() -> None:
    assert list(offences()) == []


def test_the_exceptions_are_few_and_each_has_a_reason() -> None:
    assert len(KERNEL_WORDS) <= 40
    assert all(KERNEL_WORDS.values())
    assert all(EXEMPT.values())


def test_the_test_sees_what_it_must() -> None:
    assert {"wood", "purple", "compass", "olympia", "tavern", "victory-1", "guild"} <= forbidden()
    assert words_of("PurpleCard wood_cost under-board") >= {"purple", "wood", "under-board"}
