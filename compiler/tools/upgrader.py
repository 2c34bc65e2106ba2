"""Write a folder of an earlier edition of the clause language in the present one, by its meaning:
`others lose 1 coin per red card in city` becomes `others lose 1 coin per red card in city of you`.

It is tried on a copy first. Nothing is kept unless every sentence of the copy, read in the present
edition, is the very clause that it was, and every comment is still there.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from stele.compiler.common.diagnostics import Diagnostic, Edit
from stele.compiler.common.lexicon import PRESENT_EDITION
from stele.compiler.common.span import Span, Text
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.driver.workspace import Memory
from stele.compiler.front.clause_parser import parse_clauses
from stele.compiler.front.editions import in_present_edition
from stele.compiler.front.folder import files_of
from stele.compiler.front.nodes import Clause
from stele.compiler.front.source import Document, Scalar, YamlMapping
from stele.compiler.front.unparse import clause_text
from stele.compiler.front.wording import spoken
from stele.compiler.tools.fixer import Draft, Repaired, comments_in, copy_of, reword
from stele.compiler.tools.formatter import is_plain

EDITION = "stele"  # the key that tells it


class CannotUpgrade(Exception):
    """A folder cannot be written in the present edition as it is."""


def upgrade(folder: Path) -> Repaired:
    """Return a folder's files as the present edition says what is in them.

    Nothing is written to the folder itself.
    """
    folder = folder.resolve()
    with tempfile.TemporaryDirectory() as place:
        copy = copy_of(folder, Path(place))
        read = {folder / file.relative_to(copy): file.read_bytes() for _, file in files_of(copy, "", [])}
        memory = Memory()
        checked = check_folders([copy], memory=memory)
        errors = [found for found in checked.diagnostics if found.is_error]
        if errors:
            return Repaired({}, read, 0, errors, 0)
        if checked.contents[checked.ids_in([copy])[0]].expansion.edition == PRESENT_EDITION:
            return Repaired({}, read, 0, (), 0)
        reword(checked, copy)
        before = check_folders([copy], memory=memory)
        meant = list(clauses(before, copy))
        count = sum(rewrite(document) for document in documents_in(before, copy))
        after = check_folders([copy], memory=memory)
        texts = {
            folder / file.relative_to(copy): file.read_text(encoding="utf-8") for _, file in files_of(copy, "", [])
        }
        require_the_same(meant, list(clauses(after, copy)), [found for found in after.diagnostics if found.is_error])
        for file, text in texts.items():
            if comments_in(read[file].decode("utf-8")) != comments_in(text):
                raise CannotUpgrade(f"a comment of {file.name} would go; move it to a line of its own")
        changed = {file: text for file, text in texts.items() if text.encode() != read[file]}
        return Repaired(changed, read, count, (), 0)


def documents_in(checked: Checked, folder: Path) -> list[Document]:
    """Return the files of a folder."""
    here = folder.resolve()
    return [one for one in checked.documents if Path(one.text.path).resolve().is_relative_to(here)]


def clauses(checked: Checked, folder: Path) -> Iterator[Clause]:
    """Yield what the sentences of a folder mean."""
    for document in documents_in(checked, folder):
        for scalar in spoken(document):
            yield from meanings(scalar)


def meanings(scalar: Scalar) -> tuple[Clause, ...]:
    """Return what a text says, in the present edition."""
    return tuple(in_present_edition(clause, scalar.source.names) for clause in parse_clauses(scalar, []))


def require_the_same(before: Sequence[Clause], after: Sequence[Clause], errors: Sequence[Diagnostic]) -> None:
    """Refuse a folder whose sentences would mean something else."""
    if errors:
        raise CannotUpgrade(f"in the present edition it would have a mistake: {errors[0].message}")
    other = next((one for one, two in zip(before, after, strict=False) if one != two), None)
    if other is not None or len(before) != len(after):
        said = "" if other is None else f": `{clause_text(other)}`"
        raise CannotUpgrade(f"a sentence would not mean the same{said}")


def rewrite(document: Document) -> int:
    """Write a file in the present edition; return how many sentences of it are worded anew."""
    edits = [edit for scalar in spoken(document) for edit in reworded(scalar)]
    told = edition_edits(document)
    if edits or told:
        draft = Draft(document.text, b"", ()).with_edits([*edits, *told])
        Path(document.text.path).write_bytes(draft.text.content.encode())
    return len(edits)


def reworded(scalar: Scalar) -> tuple[Edit, ...]:
    """Return the edit that says a sentence in the present edition, if it is not said so."""
    read, meant = parse_clauses(scalar, []), meanings(scalar)
    if read == meant:
        return ()
    if len(meant) != 1:
        text = " and ".join(f"`{clause_text(one)}`" for one in meant)
        raise CannotUpgrade(f"write these sentences as a list first: {text}")
    return (Edit(place_of(scalar), written(clause_text(meant[0]), scalar)),)


def place_of(scalar: Scalar) -> Span:
    """Return where a scalar is written, without the empty lines behind one in lines of its own."""
    if scalar.style not in ("|", ">"):
        return scalar.span
    text = scalar.source.content[scalar.start : scalar.end]
    return scalar.source.span(scalar.start, scalar.start + len(text.rstrip()))


def written(text: str, scalar: Scalar) -> str:
    """Return a sentence as a scalar in the place of another one, between the same signs."""
    if scalar.style == "'":
        return "'" + text.replace("'", "''") + "'"
    # A comma within brackets would end a text without signs around it, so where one stands there
    # are none.
    if not scalar.style and is_plain(text, "," not in scalar.text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def edition_edits(document: Document) -> tuple[Edit, ...]:
    """Return the edit that tells the edition, in the file that does."""
    root = document.root
    if document.kind != "expansion" or not isinstance(root, YamlMapping):
        return ()
    told = root.get(EDITION)
    if told is not None:
        return (Edit(told.span, str(PRESENT_EDITION)),)
    first = root.entries[0].key
    is_bracketed = document.text.content[root.start] == "{"
    line = f"{EDITION}: {PRESENT_EDITION}{', ' if is_bracketed else newline(document.text)}"
    return (Edit(document.text.span(first.start, first.start), line),)


def newline(text: Text) -> str:
    """Return how lines of a text end."""
    return "\r\n" if "\r\n" in text.content else "\n"
