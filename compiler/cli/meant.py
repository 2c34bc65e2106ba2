"""Find the folders that a person means: those that were named, the one around the current folder,
or all shipped ones.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from stele.compiler.front.expansion_paths import folders_of
from stele.compiler.front.source import Scalar, YamlMapping, read


def meant(names: Sequence[str]) -> list[Path]:
    """Return the folders of what was named; inside an expansion no name means this one.

    A file of an expansion stands for its expansion.
    """
    if not names:
        here = around(Path.cwd())
        return folders_of([]) if here is None else [here]
    paths = folders_of(names)
    return list(dict.fromkeys((around(path) or path) if is_single(path) else path for path in paths))


def files_meant(names: Sequence[str]) -> list[Path]:
    """Return the files of expansions among what was named, resolved."""
    return [Path(os.path.realpath(path)) for path in map(Path, names) if is_single(path) and around(path) is not None]


def is_single(path: Path) -> bool:
    """Tell whether something is there that is no folder, whatever it is."""
    return os.path.lexists(path) and not path.is_dir()


def around(path: Path) -> Path | None:
    """Return the folder of the expansion in which something lies, if it lies in one.

    A link lies where it is, not where it leads.
    """
    named, real = Path(os.path.abspath(path)), Path(os.path.realpath(path))
    places = (named, *named.parents, real, *real.parents)
    return next((folder.resolve() for folder in places if (folder / "expansion.yaml").is_file()), None)


def id_of(folder: Path) -> str:
    """Return the id of the expansion in a folder, which may have another name."""
    root = read(folder / "expansion.yaml", folder.name, "expansion", []).root
    id = root.get("id") if isinstance(root, YamlMapping) else None
    return id.text if isinstance(id, Scalar) else folder.name


def no_content(files: Sequence[Path]) -> str:
    """Return how the first file is called that is no YAML, so that no expansion reads it."""
    return next((file.name for file in files if file.suffix.lower() not in (".yaml", ".yml")), "")
