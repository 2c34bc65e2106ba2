"""Find the sentences that say in other words what a clause says, and write them as the clause."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lark.exceptions import UnexpectedInput

from stele.compiler.common.codes import W0610
from stele.compiler.common.diagnostics import Diagnostic, Edit
from stele.compiler.front.clause_fields import sentences
from stele.compiler.front.clause_grammar import lark_parser
from stele.compiler.front.clause_parser import parse_clauses
from stele.compiler.front.fields import mappings
from stele.compiler.front.source import Document, Node, Scalar, YamlMapping, YamlSequence
from stele.compiler.front.unparse import clause_text


def in_other_words(documents: Iterable[Document]) -> Iterator[Diagnostic]:
    """Yield every sentence that is understood although it is not in the words of the language, with
    the edit that puts it so.
    """
    for document in documents:
        for scalar in spoken(document):
            if (found := otherwise_worded(scalar)) is not None:
                yield found


def spoken(document: Document) -> Iterator[Scalar]:
    """Yield the sentences of a file: clauses, and what patches write in the place of clauses."""
    yield from (scalar for kind, scalar in sentences(document) if kind == "clause")
    root = document.root
    if document.kind == "flow" and isinstance(root, YamlMapping):
        variants = [part.get("patch") for part in mappings(root.get("variants"))]
        for patch in (one for listed in (root.get("patch"), *variants) for one in mappings(listed)):
            path = patch.get("set") or patch.get("add")
            if isinstance(path, Scalar) and path.text.rpartition(".")[2] not in NOT_SPOKEN:
                yield from (one for one in texts_in(patch.get("to")) if parse_clauses(one, []))


NOT_SPOKEN = ("id", "name", "title", "note", "about", "icon", "cost", "provenance")  # keys of what is no sentence


def texts_in(node: Node | None) -> Iterator[Scalar]:
    """Yield the texts of a value that may be sentences."""
    match node:
        case Scalar():
            yield node
        case YamlSequence(items):
            yield from (text for item in items for text in texts_in(item))
        case YamlMapping(entries):
            inner = (entry.value for entry in entries if entry.key.text not in NOT_SPOKEN)
            yield from (text for value in inner for text in texts_in(value))


def otherwise_worded(scalar: Scalar) -> Diagnostic | None:
    """Return what is to be told of a text that says in other words what clauses say."""
    if is_in_the_language(scalar.text):
        return None
    said = [clause_text(clause) for clause in parse_clauses(scalar, [])]
    if not said:
        return None
    help = f"read as {' and '.join(f'`{text}`' for text in said)}; `stele fix` writes it so"
    return Diagnostic(W0610, "this is said in other words", scalar.span, help=help, edits=rewritten(scalar, said))


def is_in_the_language(text: str) -> bool:
    """Tell whether a text is a clause as it stands."""
    try:
        lark_parser().parse(text, start="clause")
    except UnexpectedInput:
        return False
    return True


def rewritten(scalar: Scalar, texts: list[str]) -> tuple[Edit, ...]:
    """Return the edit that writes clauses in the place of a scalar: several as a list, or as
    further elements of the list in which it stands. None if it goes over lines of its own.
    """
    if scalar.style in ("|", ">") or scalar.span.line != scalar.span.end_line:
        return ()
    line = scalar.source.content[: scalar.start].rpartition("\n")[2]
    before = line.rstrip()[-1:]
    quoted = [f'"{text}"' if scalar.style or "," in text or '"' in text else text for text in texts]
    if len(texts) == 1:
        text = quoted[0]
    elif before in ("[", ","):
        text = ", ".join(quoted)
    elif re.fullmatch(r"\s*-\s*", line):
        text = f"\n{line.rstrip()} ".join(quoted)
    else:
        text = f"[{', '.join(quoted)}]"
    return (Edit(scalar.span, text),)
