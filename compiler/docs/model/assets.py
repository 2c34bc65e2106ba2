"""Where templates, phrases and files for pages lie, and a hash of them and of the code that uses them."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path


def folder() -> Path:
    """Return where templates and files for pages lie."""
    return Path(str(files("stele.compiler.docs")))


@cache
def tools_key() -> str:
    """Return a hash of templates, phrases and code of the reference, so that a new version makes everything anew."""
    digest = hashlib.sha256()
    for file in sorted(folder().rglob("*")):
        if file.suffix in (".py", ".j2", ".yaml", ".css", ".js", ".md"):
            digest.update(file.relative_to(folder()).as_posix().encode() + b"\n" + file.read_bytes())
    return digest.hexdigest()[:16]
