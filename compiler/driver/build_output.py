"""Put a compiled module where a person wants it, but over nothing that is not one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from stele.compiler.codegen.emit import COMPILED
from stele.compiler.common.files import holds, write_over


class ForeignFile(Exception):
    """A file that is not a build of Stele's is left as it is."""


@dataclass(slots=True)
class BuildFile:
    """Where builds are put, and what lay there when it was last looked at."""

    file: Path
    held: bytes | None

    def put(self, text: str) -> None:
        """Put a build there, unless somebody else has written to the file since."""
        write_over(self.file, text, self.held)
        self.held = text.encode()


def build_file(file: Path) -> BuildFile:
    """Return where builds may be put; a file of another kind is refused."""
    held = holds(file) if file.is_file() else None
    if held and not held.startswith(COMPILED.encode()):
        raise ForeignFile(f"{file} is not a build of Stele's and is left as it is; name another file")
    return BuildFile(file, held)
