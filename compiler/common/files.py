"""Read and write files: only regular ones, never half-written, never over what was saved meanwhile.

All of Stele writes through this module. A file is made beside its place and put there in one step;
it keeps its mode, and a link to it stays a link.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

TEMPORARY = ".stele-*.tmp"  # what a run that was killed may leave behind


class ChangedMeanwhile(Exception):
    """Somebody else has written a file since it was read; their bytes stay."""

    def __init__(self, file: Path) -> None:
        super().__init__("it was saved by somebody else meanwhile")
        self.file = file


def read_regular(file: Path, most: int) -> bytes:
    """Return the bytes of a regular file, but not more than one above `most`.

    Whatever else has a name, such as a pipe or a device, is refused and never waited for.
    """
    require_regular(os.stat(file), file)
    handle = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as stream:
        require_regular(os.fstat(handle), file)
        return stream.read(most + 1)


def require_regular(state: os.stat_result, file: Path) -> None:
    """Refuse what is no regular file."""
    if stat.S_ISDIR(state.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    if not stat.S_ISREG(state.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file", str(file))


def require_room(folder: Path) -> None:
    """Refuse a folder in which no file can be made; one is made to see it, and taken away."""
    temporary = folder / TEMPORARY.replace("*", secrets.token_hex(8))
    os.close(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
    temporary.unlink()


def write_whole(file: Path, text: str, is_lasting: bool = True) -> None:
    """Write a file so that it is never seen half-written.

    What can be made again need not be lasting: it may be lost when the machine stops.
    """
    write_bytes(file, text.encode(), is_lasting)


def write_over(file: Path, text: str, read: bytes | None) -> None:
    """Write a file that still holds the bytes that were read, or still is not there."""

    def compare(target: Path) -> None:
        if holds(target, len(read or b"")) != read:
            raise ChangedMeanwhile(file)

    write_bytes(file, text.encode(), True, compare)


def holds(file: Path, most: int = 1 << 26) -> bytes | None:
    """Return what a file holds, at most one byte above `most`; nothing if there is none."""
    try:
        return read_regular(file, most)
    except FileNotFoundError:
        return None


def write_bytes(
    file: Path, data: bytes, is_lasting: bool, compare: Callable[[Path], None] = lambda target: None
) -> None:
    """Write a file in one step, once `compare` has looked at what is there."""
    try:
        target = Path(os.path.realpath(file))
        try:
            old = target.stat()
        except FileNotFoundError:
            old = None
        if old is not None and not stat.S_ISREG(old.st_mode):
            write_through(target, data)
        else:
            put(target, data, old, is_lasting, compare)
    except OSError as problem:
        raise OSError(problem.errno, problem.strerror or str(problem), str(file)) from problem


def write_through(target: Path, data: bytes) -> None:
    """Write to a terminal, a pipe or a device: it must not be replaced by a file."""
    with target.open("wb") as stream:
        stream.write(data)


def put(
    target: Path, data: bytes, old: os.stat_result | None, is_lasting: bool, compare: Callable[[Path], None]
) -> None:
    """Make a file beside its place and put it there."""
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    temporary = target.parent / TEMPORARY.replace("*", secrets.token_hex(8))
    try:
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as stream:
            stream.write(data)
            stream.flush()
            if is_lasting:
                os.fsync(stream.fileno())
        if old is not None:
            take_over(temporary, old)
        compare(target)
        if old is None or old.st_nlink == 1:
            temporary.replace(target)
            return
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    # The file has further names, which a new one would not have.
    try:
        with target.open("r+b") as stream:
            stream.write(data)
            stream.truncate()
    except OSError as problem:
        raise OSError(problem.errno, f"{problem.strerror}; what was to be written is in {temporary}") from problem
    temporary.unlink()


def take_over(file: Path, old: os.stat_result) -> None:
    """Give a new file the owner and the mode of the one whose place it takes."""
    if hasattr(os, "chown") and (old.st_uid, old.st_gid) != (file.stat().st_uid, file.stat().st_gid):
        with suppress(OSError):  # only some may give files away
            os.chown(file, old.st_uid, old.st_gid)
    file.chmod(stat.S_IMODE(old.st_mode))


def path_bytes(shown: str) -> bytes:
    """Return a text with paths in it as bytes; the name of a file need not be UTF-8."""
    return shown.encode("utf-8", sys.getfilesystemencodeerrors())


def is_text(name: str) -> bool:
    """Tell whether a name from the disk can be written into a file, and so be read again."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True
