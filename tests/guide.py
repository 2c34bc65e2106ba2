"""Do what the author's guide says, in a folder: write its files, type its commands, and compare
what is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Write:
    """A file that the reader writes."""

    path: str
    text: str


@dataclass(frozen=True, slots=True)
class Type:
    """A command that the reader types, and what he sees; `...` stands for anything."""

    command: str
    shown: str


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter and what the reader does in it."""

    title: str
    acts: tuple[Write | Type, ...]


def chapters(guide: str) -> list[Chapter]:
    """Return the chapters of a guide."""
    parts = re.split(r"^## (.*)$", guide, flags=re.MULTILINE)[1:]
    return [Chapter(title, tuple(acts(text))) for title, text in zip(parts[::2], parts[1::2], strict=True)]


def acts(text: str) -> Iterator[Write | Type]:
    """Yield what the reader does in a chapter."""
    for kind, block in re.findall(r"^```(yaml|console)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        if kind == "yaml":
            yield Write(block.splitlines()[0].removeprefix("# "), block)
        else:
            for command, shown in re.findall(r"^\$ stele (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
                yield Type(command, shown)


def fits(seen: str, shown: str) -> bool:
    """Tell whether what is seen is what the guide shows.

    A line `...` stands for any lines, `...` in a line for any words.
    """
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else ".*".join(map(re.escape, line.split("..."))) + r"\n"
        for line in shown.splitlines()
    )
    plain = "".join(line.rstrip() + "\n" for line in seen.strip("\n").splitlines())
    return re.fullmatch(pattern, plain) is not None


def write(act: Write, folder: Path) -> Path:
    """Write a file and return the folder of its expansion."""
    file = folder / act.path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(act.text, encoding="utf-8")
    return folder / act.path.split("/")[0]
