"""Find what the vocabulary of an expansion, and of those it requires, calls things, before any of
it is parsed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.lexicon import EDITIONS, PRESENT_EDITION, KnownNames, lexicon_of
from stele.compiler.common.span import text_of
from stele.compiler.front.expansion_paths import find
from stele.compiler.front.source import Node, Scalar, Unreadable, YamlMapping, YamlSequence, compose, decode, read_data

# The lists of a vocabulary whose words clauses speak of without saying what they are.
NAMED = {
    "tokens": "token",
    "token-groups": "token",
    "symbols": "symbol",
    "nouns": "noun",
    "resources": "resource",
    "colours": "colour",
    "zones": "zone",
    "tracks": "track",
    "markers": "marker",
}
KEYS = ("id", "name", "plural")
MOST_FOLDERS = 20

Named = tuple[tuple[str, str, tuple[str, ...]], ...]


def names_of_folder(folder: Path) -> KnownNames:
    """Return what an expansion and all that it requires call things, and in which edition of the
    language it speaks of them; nothing of what cannot be read.
    """
    queue, seen = [folder], {folder}
    named: list[tuple[str, str, tuple[str, ...]]] = []
    own_zones: list[str] = []
    shared_tracks: list[str] = []
    while queue and len(seen) <= MOST_FOLDERS:
        path = queue.pop(0)
        named += vocabulary_of(path / "vocabulary.yaml", stamp(path / "vocabulary.yaml"))
        own_zones += ids_of(path / "vocabulary.yaml", stamp(path / "vocabulary.yaml"), "zones", "seat")
        shared_tracks += ids_of(path / "vocabulary.yaml", stamp(path / "vocabulary.yaml"), "tracks", "table")
        for id in required_by(path / "expansion.yaml", stamp(path / "expansion.yaml")):
            place = find(id, path)
            if place is not None and place not in seen:
                seen.add(place)
                queue.append(place)
    edition = edition_of(folder / "expansion.yaml", stamp(folder / "expansion.yaml"))
    return joined(tuple(named), edition, tuple(own_zones), tuple(shared_tracks))


def stamp(file: Path) -> tuple[int, int]:
    """Return what changes when a file does."""
    try:
        state = file.stat()
    except OSError:
        return 0, 0
    return state.st_mtime_ns, state.st_size


@lru_cache(maxsize=64)
def joined(named: Named, edition: int, own_zones: tuple[str, ...], shared_tracks: tuple[str, ...]) -> KnownNames:
    """Return the lexicon of names."""
    return replace(
        lexicon_of(named),
        edition=edition,
        own_zones=frozenset(own_zones),
        shared_tracks=frozenset(shared_tracks),
    )


@lru_cache(maxsize=256)
def vocabulary_of(file: Path, _: tuple[int, int]) -> Named:
    """Return what a vocabulary declares: what each is, its id, and how it is written."""
    root = tree_of(file)
    return tuple(
        (role, item["id"], tuple(item[key] for key in KEYS if key in item))
        for key, role in NAMED.items()
        for item in items_of(root, key)
        if "id" in item
    )


@lru_cache(maxsize=256)
def ids_of(file: Path, _: tuple[int, int], key: str, owner: str) -> tuple[str, ...]:
    """Return the ids of the zones or tracks that each seat has, or the table."""
    return tuple(item["id"] for item in items_of(tree_of(file), key) if item.get("owner") == owner and "id" in item)


@lru_cache(maxsize=256)
def edition_of(file: Path, _: tuple[int, int]) -> int:
    """Return the edition of the language in which a folder is written; the first one knew no key
    for it, and of one that is not known the present one is meant.
    """
    root = tree_of(file)
    said = root.get("stele") if isinstance(root, YamlMapping) else None
    if said is None:
        return EDITIONS[0]
    return EDITIONS[0] if isinstance(said, Scalar) and said.value == EDITIONS[0] else PRESENT_EDITION


@lru_cache(maxsize=256)
def required_by(file: Path, _: tuple[int, int]) -> tuple[str, ...]:
    """Return the ids of the expansions that one requires."""
    root = tree_of(file)
    requires = root.get("requires") if isinstance(root, YamlMapping) else None
    return tuple(pair.key.text for pair in requires.entries) if isinstance(requires, YamlMapping) else ()


def items_of(root: Node | None, key: str) -> Iterator[dict[str, str]]:
    """Yield the texts of each item of a list, by key."""
    listed = root.get(key) if isinstance(root, YamlMapping) else None
    for item in listed.items if isinstance(listed, YamlSequence) else ():
        if isinstance(item, YamlMapping):
            yield {pair.key.text: pair.value.text for pair in item.entries if isinstance(pair.value, Scalar)}


def tree_of(file: Path) -> Node | None:
    """Return the tree of a file, whatever is wrong with it."""
    found: list[Diagnostic] = []
    try:
        return compose(text_of(file.name, decode(read_data(file, file.name), file.name)), found)
    except Unreadable:
        return None
