"""Where templates, phrases and files for pages lie, and how templates are read.

A hash of all of them and of the code tells whether anything has changed.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def folder() -> Path:
    """Return where templates and files for pages lie."""
    return Path(str(files("stele.compiler.docs")))


@cache
def environment() -> Environment:
    """Return the templates, with autoescape on and no value left out unnoticed."""
    return Environment(
        loader=FileSystemLoader(folder() / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )


@cache
def tools_key() -> str:
    """Return a hash of templates, phrases and code of the reference.

    A new version makes everything anew.
    """
    digest = hashlib.sha256()
    for file in sorted(folder().rglob("*")):
        if file.suffix in (".py", ".j2", ".yaml", ".css", ".js", ".md"):
            digest.update(file.relative_to(folder()).as_posix().encode() + b"\n" + file.read_bytes())
    return digest.hexdigest()[:16]
