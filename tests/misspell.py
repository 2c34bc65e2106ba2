"""Misspell words of shipped content, one at a time, and look whether the message is at the word and
names the right one first.

`make mutate-names` runs it: keys, names, verbs and nouns are replaced by a near miss that is no
word of any kind.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from stele.compiler.analysis.check_rulings import check_rulings
from stele.compiler.analysis.declarations import declarations
from stele.compiler.analysis.offers import settle
from stele.compiler.analysis.resolve import resolve
from stele.compiler.analysis.ruling_names import names_in
from stele.compiler.common.diagnostics import Diagnostic, in_order
from stele.compiler.common.span import Span, text_of
from stele.compiler.driver.check import check_folders
from stele.compiler.front import items
from stele.compiler.front.clause_fields import sentences
from stele.compiler.front.clause_grammar import lark_parser, reserved, words
from stele.compiler.front.content_parser import parse
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.nodes import Name
from stele.compiler.front.rulings import rulings_of
from stele.compiler.front.schema import ValidatedDocument, validate_document, validator
from stele.compiler.front.source import Document, Node, Scalar, Unreadable, YamlMapping, YamlSequence, compose
from stele.compiler.front.walk import nodes

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a file."""

    kind: str
    text: str
    expansion: str
    document: Document
    start: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one misspelling."""

    word: Word
    wrong: str
    found: list[Diagnostic]
    is_at_word: bool
    is_right_first: bool


class Shipped:
    """All shipped content, read once."""

    def __init__(self) -> None:
        self.checked = check_folders(shipped_folders())
        assert not self.checked.has_errors
        self.contents = list(self.checked.contents.values())
        self.known = {word for content in self.contents for _, word, *_ in declarations(content)} | set(reserved())
        self.known |= {form for forms in words().values() for form in forms}
        self.known |= {key for kind in KINDS for key in keys_of(validator(kind).schema)}
        self.shaped = {d.text.path: validate_document(d, []) for d in self.checked.documents}

    def words(self) -> list[Word]:
        """Return every word that can be misspelt."""
        listed = []
        by_path = {d.text.path: (id, d) for id, ds in self.checked.by_expansion.items() for d in ds}
        for id, document in by_path.values():
            listed += [Word("key", key.text, id, document, key.start) for key in schema_keys(document)]
            for _, scalar in sentences(document):
                offsets = scalar.inside()
                for token in lark_parser().lex(scalar.text):
                    if token.type != "NAME" and token.value.isalpha():
                        listed.append(Word("word", token.value, id, document, offsets[token.start_pos or 0]))
        for content in self.checked.game.contents:
            for name in nodes(
                (content.cards, content.boards, content.flow, content.vocabulary, content.languages), Name
            ):
                id, document = by_path[name.span.path]
                listed.append(
                    Word("name", name.text, id, document, document.text.offset(name.span.line, name.span.column))
                )
        for ruling in rulings_of(self.checked.documents, self.checked.game.contents):
            id, document = by_path[ruling.span.path]
            listed += [Word("ruling", name.text, id, document, name.start) for _, name in names_in(ruling)]
        for content in self.contents:
            patches = [*content.patches, *(patch for variant in content.variants for patch in variant.patches)]
            for patch in patches:
                id, document = by_path[patch.span.path]
                listed += [Word("patch", word, id, document, start) for word, start in words_of(patch)]
        return [word for word in listed if len(word.text) >= 3 and self.is_there(word)]

    def is_there(self, word: Word) -> bool:
        content = word.document.text.content
        return content[word.start : word.start + len(word.text)] == word.text

    def misspelt(self, word: Word, chance: random.Random) -> str | None:
        """Return a near miss that is no word."""
        for _ in range(20):
            at = chance.randrange(len(word.text) - 1)
            letters = list(word.text)
            match chance.choice(("swap", "drop", "double", "change")):
                case "swap":
                    letters[at], letters[at + 1] = letters[at + 1], letters[at]
                case "drop" if len(letters) > 3:
                    del letters[at]
                case "double":
                    letters.insert(at, letters[at])
                case _:
                    letters[at] = chance.choice(ALPHABET)
            wrong = "".join(letters)
            if (
                wrong not in self.known
                and wrong != word.text
                and wrong[0].isalpha()
                and "--" not in wrong
                and wrong[-1] != "-"
            ):
                return wrong
        return None

    def outcome(self, word: Word, wrong: str) -> Outcome:
        """Misspell one word and check what depends on it."""
        old = word.document.text
        text = text_of(old.path, old.content[: word.start] + wrong + old.content[word.start + len(word.text) :])
        found: list[Diagnostic] = []
        try:
            document = replace(word.document, text=text, root=compose(text, found))
        except Unreadable as problem:
            return self.judged(word, wrong, [*found, problem.diagnostic])
        shaped = validate_document(document, found)
        if document.kind == "rulings":
            rulings = rulings_of([document], self.checked.game.contents)
            found += check_rulings(rulings, self.checked.game.contents)
        elif word.kind == "patch":
            found += self.whole_check(word, text.content)
        else:
            found += self.resolved(word.expansion, shaped)
        if not found:
            found += self.whole_check(word, text.content)
        return self.judged(word, wrong, in_order(found))

    def whole_check(self, word: Word, content: str) -> list[Diagnostic]:
        """Check everything, for what shows only when expansions meet: values of patches, and what
        may be met.
        """
        with tempfile.TemporaryDirectory() as place:
            for folder in shipped_folders():
                shutil.copytree(folder, Path(place) / folder.name)
            name = Path(word.document.text.path).resolve().relative_to(shipped_folders()[0].parent)
            (Path(place) / name).write_text(content, encoding="utf-8")

            def shown(path: Path) -> str:
                return f"content/{path.name}"

            asked = [Path(place) / folder.name for folder in shipped_folders()]
            return [d for d in check_folders(asked, shown).diagnostics if "not checked" in d.message or d.is_error]

    def resolved(self, id: str, shaped: ValidatedDocument) -> list[Diagnostic]:
        """Take one changed file through the stages, with everything else as it is."""
        found: list[Diagnostic] = []
        path, kind = shaped.document.text.path, shaped.document.kind
        documents = self.checked.by_expansion[id]
        identity = (
            shaped
            if kind == "expansion"
            else self.shaped[next(d for d in documents if d.kind == "expansion").text.path]
        )
        again = parse([identity, shaped] if kind != "expansion" else [shaped], found)
        if again is None:
            return found
        content = self.checked.contents[id]
        changed = replace(
            content,
            expansion=again.expansion,
            vocabulary=again.vocabulary if kind == "vocabulary" else content.vocabulary,
            flow=again.flow if kind == "flow" else content.flow,
            cards=merged(content.cards, again.cards, path),
            boards=merged(content.boards, again.boards, path),
            rules=again.rules if kind == "rules" else content.rules,
            unsound=again.unsound,
            unread=again.unread,
            languages=again.languages if kind == "language" else content.languages,
        )
        contents = [changed if other is content else other for other in self.contents]
        settle(resolve(contents, set(), [folder.name for folder in shipped_folders()], found), found)
        return found

    def judged(self, word: Word, wrong: str, found: list[Diagnostic]) -> Outcome:
        """Tell whether the message is at the word and names the right one first."""
        line, column = word.document.text.place(word.start)
        errors = [d for d in found if d.is_error]
        at_word = [
            d
            for d in errors
            if d.span.line == line and d.span.column <= column < max(d.span.end_column, d.span.column + 1)
        ]
        at_word = [d for d in at_word if width(d.span) <= len(wrong) + 2] or at_word[:0]
        right = any(first_word(d) == word.text for d in at_word)
        return Outcome(word, wrong, found, bool(at_word), right)


def words_of(patch: items.Patch) -> Iterator[tuple[str, int]]:
    """Yield the words of a patch with their offsets: those of its path and of a plain value.

    What things are called is free.
    """
    for scalar in (patch.at.node, *([] if patch.path[-1] in ("name", "title") else [patch.value.node])):
        if isinstance(scalar, Scalar) and isinstance(scalar.value, str):
            offsets = scalar.inside()
            for word in re.finditer(r"(?<!\w)[a-z][a-z-]+", scalar.text):
                yield word[0], offsets[word.start()]


KINDS = ("expansion", "vocabulary", "flow", "cards", "boards", "rules", "rulings", "language")


def merged(old: tuple[Any, ...], new: tuple[Any, ...], path: str) -> tuple[Any, ...]:
    """Return the items of all files, those of one file anew."""
    return (*(item for item in old if item.span.path != path), *new)


def width(span: Span) -> int:
    return span.end_column - span.column if span.line == span.end_line else 99


def first_word(diagnostic: Diagnostic) -> str:
    """Return the first word that a message offers."""
    parts = diagnostic.help.split("`")
    return parts[1] if diagnostic.help.startswith("did you mean") and len(parts) > 1 else ""


def keys_of(schema: object) -> Iterator[str]:
    """Yield every key that a schema knows."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        for part in schema.values():
            yield from keys_of(part)
    if isinstance(schema, list):
        for part in schema:
            yield from keys_of(part)


def schema_keys(document: Document) -> Iterator[Scalar]:
    """Yield the keys of a document that its schema names one by one."""
    known = set(keys_of(validator(document.kind).schema))

    def inside(node: Node | None) -> Iterator[Scalar]:
        match node:
            case YamlMapping(entries):
                for entry in entries:
                    if entry.key.text in known and len(entry.key.text) > 2:
                        yield entry.key
                    yield from inside(entry.value)
            case YamlSequence(parts):
                for part in parts:
                    yield from inside(part)

    yield from (inside(document.root) if document.kind != "rulings" else ())


def main() -> int:
    """Misspell and print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="how many misses to print")
    options = parser.parse_args()
    chance, shipped = random.Random(options.seed), Shipped()
    by_kind: dict[str, list[Word]] = {}
    for word in shipped.words():
        by_kind.setdefault(word.kind, []).append(word)
    began, totals = time.process_time(), Counter[str]()
    kinds = sorted(by_kind)
    # Whatever a patch changes is checked whole, in every set: slow, and there are few of them.
    rounds = [kind for kind in kinds for _ in range(1 if kind == "patch" else 15)]
    for number in range(options.count):
        kind = rounds[number * 7 % len(rounds)]
        word = chance.choice(by_kind[kind])
        wrong = shipped.misspelt(word, chance)
        if wrong is None:
            continue
        outcome = shipped.outcome(word, wrong)
        is_rejected = bool(outcome.found)
        for name, is_so in (
            ("tried", True),
            ("rejected", is_rejected),
            ("at the word", outcome.is_at_word),
            ("right first", outcome.is_right_first),
        ):
            totals[f"{kind} {name}"] += is_so
            totals[f"all {name}"] += is_so
        if options.show and not (is_rejected and outcome.is_at_word and outcome.is_right_first):
            options.show -= 1
            said = [(d.code.id, d.message, d.help, str(d.span)) for d in outcome.found[:2]]
            print(
                f"{kind}: `{word.text}` -> `{wrong}` at {word.document.text.path}:{word.document.text.place(word.start)}: {said}"
            )
    for kind in (*kinds, "all"):
        tried = totals[f"{kind} tried"]
        shares = ", ".join(
            f"{name} {100 * totals[f'{kind} {name}'] / tried:.1f} %"
            for name in ("rejected", "at the word", "right first")
        )
        print(f"{kind}: {tried} tried, {shares}")
    print(f"{time.process_time() - began:.0f} seconds of processor time")
    tried = totals["all tried"]
    is_good = (
        totals["all rejected"] == tried
        and totals["all at the word"] >= 0.95 * tried
        and totals["all right first"] >= 0.9 * tried
    )
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
