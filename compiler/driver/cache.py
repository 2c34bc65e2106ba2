"""Keep what was worked out, by the hash of all that it depends on.

Nothing changed means no work.
"""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.files import path_bytes, read_regular, write_whole
from stele.compiler.front.expansion_paths import find, shipped, shipped_folders
from stele.compiler.front.folder import PLAYED, is_too_much, kind_of
from stele.compiler.front.folder_files import seen_files
from stele.compiler.front.source import MOST_BYTES, YamlMapping, read

OTHERWISE = "set STELE_CACHE to a folder of yours"
SUM = ".sum"
ASIDE = ".aside-"  # what stood in the place of a kept file and was none
MOST_KEPT = 1 << 28  # bytes


def cache_folder() -> Path:
    """Return where things are kept."""
    if given := os.environ.get("STELE_CACHE"):
        return Path(given)
    given = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(given):  # any other is to be ignored: it would lead into whatever folder one is in
        return Path(given) / "stele"
    try:
        return Path.home() / ".cache" / "stele"
    except RuntimeError as problem:
        raise OSError(errno.ENOENT, f"you have no home folder; {OTHERWISE}") from problem


def game_key(folders: Sequence[Path], variant: str = "", read: Mapping[Path, str] | None = None) -> str:
    """Return the hash of everything a compiled set depends on: its files, the variant and the
    compiler itself.

    Of what was `read` the hash is known: the file may have been saved since.
    """
    known = read or {}
    files = []
    for path in required(folders):
        own = {file: digest for file, digest in known.items() if file.is_relative_to(path)} or digests(path)
        files += [(file.as_posix(), own[file]) for file in sorted(own) if is_played(file, path)]
    return key(folders, files, variant)


def content_key(folders: Sequence[Path]) -> str:
    """Return the hash of everything that a check looks at: also what says something about the game,
    and what it may meet, which is shipped or lies beside what is required.
    """
    needed = required(folders)
    beside = [file.parent for path in needed for file in sorted(path.parent.glob("*/expansion.yaml"))]
    places = dict.fromkeys([*needed, *(path.resolve() for path in beside), *shipped_folders()])
    return key(folders, [(file.as_posix(), digest) for path in places for file, digest in digests(path).items()])


def stable_key(folders: Sequence[Path]) -> str:
    """Return the hash of everything that a reference is made of, the same on every machine."""
    places = sorted({*required(folders), *shipped_folders()}, key=stable_path)
    files = [(path, file, digest) for path in places for file, digest in digests(path).items()]
    named = ((f"{stable_path(path)}/{file.relative_to(path).as_posix()}", digest) for path, file, digest in files)
    return key(folders, named)


def key(folders: Sequence[Path], files: Iterable[tuple[str, str]], variant: str = "") -> str:
    """Return the hash of hashes of files with their names, of which folders were asked for, of the
    variant and of the compiler.
    """
    digest = hashlib.sha256(compiler_key().encode() + variant.encode())
    digest.update(repr(sorted(stable_path(folder) for folder in folders)).encode())
    for name, file_digest in files:
        digest.update(path_bytes(name) + b"\n" + file_digest.encode() + b"\n")
    return digest.hexdigest()


def digests(path: Path) -> dict[Path, str]:
    """Return the hash of every content file of a folder; of others their names are enough.

    What is too large or cannot be read is refused by the check, and no byte of it is read here.
    """
    seen = seen_files(path)
    content = [one for one in seen if kind_of(one.place) and not one.problem and one.size <= MOST_BYTES]
    known = {} if is_too_much(content) else {one: digest_of(one.file) for one in content}
    return {path / one.place: known.get(one) or f"not read {one.size}" for one in seen}


def digest_of(file: Path) -> str:
    """Return the hash of a file, or nothing if it cannot be read."""
    try:
        return hashlib.sha256(read_regular(file, MOST_BYTES)).hexdigest()
    except OSError:
        return ""


def is_played(file: Path, folder: Path) -> bool:
    """Tell files that a game is made of from those that say what is true of it, and from others."""
    return kind_of(file.relative_to(folder).as_posix()) in PLAYED


def required(folders: Sequence[Path]) -> list[Path]:
    """Return folders with those they require, in a fixed order."""
    reached: dict[Path, None] = {}
    queue = [folder.resolve() for folder in folders]
    while queue:
        path = queue.pop(0)
        if path in reached:
            continue
        reached[path] = None
        found: list[Diagnostic] = []
        root = read(path / "expansion.yaml", path.name, "expansion", found).root
        requires = root.get("requires") if isinstance(root, YamlMapping) else None
        if isinstance(requires, YamlMapping):
            places = (find(entry.key.text, path) for entry in requires.entries)
            queue += [place for place in places if place is not None]
    return sorted(reached)


@cache
def compiler_key() -> str:
    """Return the hash of the compiler, the grammar and the runtime."""
    here = Path(__file__).resolve().parent.parent.parent
    digest = hashlib.sha256()
    for folder in ("compiler", "grammar", "runtime"):
        for file in sorted((here / folder).rglob("*")):
            if file.suffix in (".py", ".lark", ".json"):
                digest.update(file.relative_to(here).as_posix().encode() + b"\n" + file.read_bytes())
    return digest.hexdigest()


def stable_path(path: Path) -> str:
    """Return how a folder is called in a compiled module: the same on every machine, and a text
    that can be written.
    """
    path = path.resolve() if path.exists() else Path(os.path.abspath(path))
    name = path.name.encode("utf-8", "backslashreplace").decode()
    return f"content/{name}" if path.parent == shipped() else name


# --- what is kept ---------------------------------------------------------------------------------


def keep(name: str, text: str) -> Path:
    """Keep a text under a name and return its file, which may be opened and run."""
    folder = trusted_folder()
    with telling(folder):
        for file, written in ((folder / name, text), (folder / f"{name}{SUM}", sum_of(text.encode()))):
            clear_place(file)
            write_whole(file, written, is_lasting=False)
    return folder / name


def clear_place(file: Path) -> None:
    """Put aside what has the name of a kept file and is none, such as a folder or a link.

    It is not ours, so it is not deleted.
    """
    with suppress(FileNotFoundError):  # or another run was here first
        if not stat.S_ISREG(file.lstat().st_mode):
            file.rename(file.with_name(f"{file.name}{ASIDE}{secrets.token_hex(4)}"))


def kept_path(name: str) -> Path | None:
    """Return the file of what was kept; nothing if there is none or it is damaged."""
    file = trusted_folder() / name
    return file if sound_data(file) is not None else None


def keep_text(name: str, text: str) -> None:
    """Keep what can also be worked out again: where nothing can be kept, nothing is lost."""
    with suppress(OSError):
        keep(name, text)


def kept_text(name: str) -> str | None:
    """Return what was kept under a name; nothing if there is none or it is damaged."""
    try:
        data = sound_data(trusted_folder() / name)
    except OSError:
        return None
    return None if data is None else data.decode()


def sound_data(file: Path) -> bytes | None:
    """Return what a kept file holds if it is as it was written.

    A run that was killed, a full disk or a slip may have left anything there.
    """
    try:
        data = read_regular(file, MOST_KEPT)
        kept_sum = read_regular(file.with_name(f"{file.name}{SUM}"), MOST_KEPT)
    except OSError:
        return None
    return data if kept_sum == sum_of(data).encode() else None


def sum_of(data: bytes) -> str:
    """Return what stands beside a kept file."""
    return hashlib.sha256(data).hexdigest() + "\n"


def trusted_folder() -> Path:
    """Return the folder of the cache, made if need be, if nobody else can put anything into it.

    What is kept there is run.
    """
    folder = cache_folder()
    with telling(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        state = folder.stat()
    if os.name == "posix" and not is_own(state, os.geteuid()):
        reason = f"others can write to it, and Stele would run what they put there; {OTHERWISE}"
        raise PermissionError(errno.EACCES, reason, str(folder))
    return folder


def is_own(state: os.stat_result, user: int) -> bool:
    """Tell whether nobody but a user, and the system, can write to a folder.

    A group that has the number of the user is the user's alone.
    """
    shared = stat.S_IWOTH if state.st_gid == user else stat.S_IWOTH | stat.S_IWGRP
    return state.st_uid in (0, user) and not state.st_mode & shared


@contextmanager
def telling(folder: Path) -> Iterator[None]:
    """Say what a folder is for if it cannot be used."""
    try:
        yield
    except OSError as problem:
        reason = f"{problem.strerror}; compiled rules are kept there, {OTHERWISE}"
        raise OSError(problem.errno, reason, str(folder)) from problem
