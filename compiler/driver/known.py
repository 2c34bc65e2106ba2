"""Know from earlier runs what need not be worked out again: the tables of the clause parser, and
which content has nothing wrong with it.

Everything is kept by the hash of all that it depends on. What is kept and damaged, or cannot be
kept, is worked out again.
"""

from __future__ import annotations

import base64
import hashlib
import io
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

import lark

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.files import path_bytes
from stele.compiler.driver.cache import compiler_key, content_key, keep_text, kept_text
from stele.compiler.front.clause_grammar import grammar_text, lark_parser, restored
from stele.compiler.front.source import Document


@dataclass(frozen=True, slots=True)
class EarlierRuns:
    """What runs of this command have found before; one that shows warnings asks for content without
    any.
    """

    shows_warnings: bool

    def know(self, what: str, key: str) -> bool:
        """Tell whether content was looked at in some way, and nothing was found."""
        return kept_text(self.name(what, key)) is not None

    def note(self, what: str, key: str, found: Iterable[Diagnostic]) -> None:
        """Keep that content was looked at in some way, if nothing was found that counts."""
        if not any(diagnostic.is_error or self.shows_warnings for diagnostic in found):
            keep_text(self.name(what, key), "")

    def name(self, what: str, key: str) -> str:
        """Return the name under which it is kept."""
        return f"{what}_{'quiet' if self.shows_warnings else 'sound'}_{key[:24]}.txt"


def played_key(
    asked: Sequence[str], places: Mapping[str, Path], documents: Mapping[str, Sequence[Document]], is_met: bool = False
) -> str:
    """Return the hash of all that a check of sets depends on: every file that was read but rulings,
    where it lies, which expansions were asked for, and the compiler.

    With `is_met` also all that is shipped, which may be met.
    """
    digest = hashlib.sha256((content_key([]) if is_met else compiler_key()).encode())
    digest.update(f"{versions()}\n{asked!r}\n".encode())
    for id, listed in documents.items():
        digest.update(path_bytes(f"{id}\n{places.get(id)}\n"))
        for document in (document for document in listed if document.kind != "rulings"):
            digest.update(path_bytes(f"{document.text.path}\n{document.digest}\n"))
    return digest.hexdigest()


@cache
def versions() -> str:
    """Return the versions of what Stele is made with."""
    return f"{sys.version} {[version(name) for name in ('jsonschema', 'lark', 'pyyaml')]}"


def restore_parser() -> None:
    """Let the clause parser use tables of an earlier run; if there are none, keep them for the
    next.
    """
    if restored or lark_parser.cache_info().currsize:
        return
    name = f"grammar_{hashlib.sha256(f'{versions()}{grammar_text()}'.encode()).hexdigest()[:24]}.txt"
    if (kept := kept_text(name)) is not None:
        restored.append(lark.Lark.load(io.BytesIO(base64.b64decode(kept))))
        return
    tables = io.BytesIO()
    lark_parser().save(tables)
    keep_text(name, base64.b64encode(tables.getvalue()).decode())
