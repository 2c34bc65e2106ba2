"""Write a program as one readable Python module.

The same program gives the same bytes. Offsets stand in one table at the top; everything below uses
names, so that one card changed is one hunk. Author text enters only as a quoted literal.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Mapping

from stele.compiler.codegen.effect_rows import printable
from stele.compiler.codegen.module import emit_core
from stele.compiler.codegen.primitives import COMPILED
from stele.compiler.codegen.tables import HASH
from stele.compiler.ir import program as ir

__all__ = ["COMPILED", "emit", "emit_apart", "moved"]


def emit(program: ir.Program) -> str:
    """Return the module's text."""
    functions, tables = emit_apart(program)
    return f"{functions}\n\n# --- tables\n{tables}".rstrip() + "\n"


def emit_apart(program: ir.Program) -> tuple[str, str]:
    """Return the functions of a module, which can be compiled, and its tables, which are data."""
    functions, tables = emit_core(program)
    # Where something is written is no part of what it means: a comment in a file does not make
    # another game of it.
    digest = hashlib.sha256(PLACE.sub("", functions + tables).encode()).hexdigest()
    return functions, tables.replace(HASH, digest)


# A place as it stands behind what comes of it, in a comment or in quotes.
PLACE = re.compile(r"""(?m)(?<=  # ).*\.yaml:[0-9]+$|(['"])(?:(?!\1)[^\\\n]|\\.)*\.yaml:[0-9]+\1""")


def moved(module: str, folders: Mapping[str, str]) -> str:
    """Return a module whose places are those of other folders, which hold the same files."""

    called = {printable(old): printable(new) for old, new in folders.items()}
    longest_first = sorted(called, key=len, reverse=True)

    def renamed(found: re.Match[str]) -> str:
        path = ast.literal_eval(found[0]) if found[1] else found[0]
        folder = next((one for one in longest_first if path.startswith(f"{one}/")), None)
        path = path if folder is None else called[folder] + path.removeprefix(folder)
        return repr(path) if found[1] else path

    return PLACE.sub(renamed, module)
