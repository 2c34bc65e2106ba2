"""What an author saves is never lost: files are written whole, over what was read, and stay what
they were otherwise.
"""

from __future__ import annotations

import os
import shutil
import stat
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from stele.compiler.cli import fix, fmt, main
from stele.compiler.common.files import ChangedMeanwhile, read_regular, write_over, write_whole
from stele.compiler.driver import build as build_module
from stele.compiler.driver.build import kept_file
from stele.compiler.driver.build import load as load_rules
from stele.compiler.driver.cache import ASIDE, SUM, game_key, is_own
from stele.compiler.driver.check import check_folders
from stele.compiler.tools import watcher as watcher_module
from stele.compiler.tools.fixer import repair
from stele.compiler.tools.formatter import lay_out
from stele.compiler.tools.watcher import Watcher
from tests.conftest import HERE

EXPANSION = 'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
CARD = "cards:\n  - {id: one, name: One, deck: guilds, colour: purple, cost: free, effect: score 1 point per stage in city}\n"


@pytest.fixture
def fan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small expansion with one card, and a cache of its own."""
    monkeypatch.setenv("STELE_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "fan"
    (folder / "cards").mkdir(parents=True)
    (folder / "expansion.yaml").write_text(EXPANSION, encoding="utf-8")
    (folder / "cards" / "c.yaml").write_text(CARD, encoding="utf-8")
    return folder


# --- one way to write -----------------------------------------------------------------------------


def test_a_file_is_written_over_only_what_was_read(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    write_over(file, "first", None)
    write_over(file, "second", b"first")
    for read in (b"first", b"second!", b"secon", b"", None):
        with pytest.raises(ChangedMeanwhile):
            write_over(file, "lost", read)
    assert file.read_text() == "second"
    file.unlink()
    with pytest.raises(ChangedMeanwhile):
        write_over(file, "back again", b"second")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o755])
def test_a_file_keeps_its_mode(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "a.txt"
    file.write_text("old")
    file.chmod(mode)
    write_whole(file, "new")
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == ("new", mode)


def test_a_new_file_has_the_mode_that_the_user_wants(tmp_path: Path) -> None:
    before = os.umask(0o077)
    try:
        write_whole(tmp_path / "a.txt", "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o600


def test_links_stay_links(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "a.txt"
    file.parent.mkdir()
    file.write_text("old and longer")
    (tmp_path / "soft").symlink_to("deep/a.txt")
    (tmp_path / "softer").symlink_to("soft")
    os.link(file, tmp_path / "hard")
    write_whole(tmp_path / "softer", "new")
    assert (tmp_path / "soft").is_symlink()
    assert (tmp_path / "softer").is_symlink()
    assert [path.read_text() for path in (file, tmp_path / "hard", tmp_path / "softer")] == ["new"] * 3
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.txt", "deep", "hard", "soft", "softer"]


def test_a_device_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    reader.start()
    write_whole(pipe, "text")
    reader.join()
    assert read == ["text"]
    assert pipe.is_fifo()
    with pytest.raises(OSError, match="not a regular file"):
        read_regular(pipe, 10)


@pytest.mark.parametrize("name", ["write", "fsync", "replace"])
def test_a_disk_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    file = tmp_path / "a.txt"
    file.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    if name == "fsync":
        monkeypatch.setattr("stele.compiler.common.files.os.fsync", full)
    elif name == "replace":
        monkeypatch.setattr(Path, "replace", full)
    else:
        monkeypatch.setattr("stele.compiler.common.files.os.fdopen", full)
    with pytest.raises(OSError, match="No space left") as problem:
        write_whole(file, "new")
    assert problem.value.filename == str(file)
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.txt", "old")]


# --- an author who saves while a command runs -----------------------------------------------------


def saving(work: Callable[..., object], file: Path, text: str) -> Callable[..., object]:
    """Return the same work, during the last part of which somebody saves a file."""

    def both(*arguments: object, **named: object) -> object:
        result = work(*arguments, **named)
        if len(arguments) < 2 or arguments[1] == file.as_posix():  # one file after the other is laid out
            file.write_text(text, encoding="utf-8")
        return result

    return both


def test_fmt_leaves_a_file_that_is_saved_meanwhile_and_lays_out_the_others(
    fan: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (fan / "cards" / "c.yaml").write_text(CARD.replace("{id", "{   id"), encoding="utf-8")
    (fan / "cards" / "d.yaml").write_text("cards:   []\n", encoding="utf-8")
    monkeypatch.setattr(fmt, "lay_out", saving(lay_out, fan / "cards" / "c.yaml", "cards: []  # saved\n"))
    assert main(["fmt", str(fan)]) == 1
    assert (fan / "cards" / "c.yaml").read_text() == "cards: []  # saved\n"
    assert (fan / "cards" / "d.yaml").read_text() == "cards: []\n"
    shown = capsys.readouterr()
    assert "c.yaml is left as it is: it was saved by somebody else meanwhile; run the command again" in shown.err
    assert "formatted: " in shown.out


def test_fix_leaves_a_folder_of_which_a_file_is_saved_meanwhile(
    fan: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (fan / "cards" / "c.yaml").write_text(CARD.replace("colour", "color"), encoding="utf-8")
    wrong = (EXPANSION + "boards-elsewere: [x]\n").replace("boards-elsewere", "boards-elsewhre")
    (fan / "expansion.yaml").write_text(wrong, encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(fix, "repair", saving(repair, fan / "cards" / "c.yaml", "cards: []  # saved\n"))
        assert main(["fix", str(fan)]) == 1
    assert (fan / "cards" / "c.yaml").read_text() == "cards: []  # saved\n"
    assert (fan / "expansion.yaml").read_text() == wrong
    shown = capsys.readouterr()
    assert "c.yaml was saved by somebody else meanwhile; nothing of its folder is put right" in shown.err
    assert shown.out.startswith("0 findings put right")


def test_fix_shows_what_would_change_of_what_it_has_read(
    fan: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (fan / "cards" / "c.yaml").write_text(CARD.replace("colour", "color"), encoding="utf-8")
    monkeypatch.setattr(fix, "repair", saving(repair, fan / "cards" / "c.yaml", "saved\n"))
    assert main(["fix", "--diff", str(fan)]) == 1
    assert "saved" not in capsys.readouterr().out


def test_watch_writes_only_over_builds_and_only_over_its_own(
    fan: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = fan.parent / "out.py"
    output.write_text("# notes of mine\n", encoding="utf-8")
    for command in (["watch", str(fan), "--once"], ["build", str(fan)]):
        assert main([*command, "-o", str(output)]) == 1
        assert output.read_text() == "# notes of mine\n"
        assert "is not a build of Stele's and is left as it is" in capsys.readouterr().err
    output.unlink()
    assert main(["watch", str(fan), "--once", "-o", str(output)]) == 0
    assert main(["build", str(fan), "-o", str(output)]) == 0
    monkeypatch.setattr(Watcher, "look", saving(Watcher.look, output, "# saved\n"))
    assert main(["watch", str(fan), "--once", "-o", str(output)]) == 1
    assert output.read_text() == "# saved\n"
    assert "out.py is left as it is: it was saved by somebody else meanwhile" in capsys.readouterr().err


def test_watch_looks_again_if_a_file_is_saved_while_it_looks(fan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watcher, cards = Watcher(fan), fan / "cards" / "c.yaml"
    with monkeypatch.context() as patch:
        patch.setattr(watcher_module, "check_folders", saving(check_folders, cards, CARD.replace("coin", "con")[:-2]))
        first = watcher.look()
    assert first is not None
    assert not first.checked.has_errors
    again = watcher.look()
    assert again is not None
    assert again.checked.has_errors
    assert watcher.look() is None


# --- nothing wrong is kept ------------------------------------------------------------------------


def test_what_is_saved_while_it_is_compiled_is_kept_under_no_wrong_name(
    fan: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = fan / "cards" / "c.yaml"
    other = CARD.replace("score 1 point", "score 2 points")
    checked = check_folders([fan])
    cards.write_text(other, encoding="utf-8")
    assert "score 1 point per" in kept_file([fan], checked=checked).read_text()
    assert "score 2 points per" in kept_file([fan]).read_text()

    cards.write_text(CARD, encoding="utf-8")
    shutil.rmtree(fan.parent / "cache")
    with monkeypatch.context() as patch:
        once = iter([other])
        real = build_module.build

        def save_once(*arguments: object, **named: object) -> object:
            built = real(*arguments, **named)  # type: ignore[arg-type]
            for text in once:
                cards.write_text(text, encoding="utf-8")
            return built

        patch.setattr(build_module, "build", save_once)
        assert "score 2 points per" in kept_file([fan]).read_text()
    cards.write_text(CARD, encoding="utf-8")
    assert "score 1 point per" in kept_file([fan]).read_text()


def test_a_check_that_a_save_overtakes_is_not_remembered_as_clean(
    fan: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from stele.compiler.driver import check as check_module

    cards, broken = fan / "cards" / "c.yaml", CARD.replace("score", "scor")
    real = check_module.check_folders

    def save_first(*arguments: object, **named: object) -> object:
        cards.write_text(CARD, encoding="utf-8")
        return real(*arguments, **named)  # type: ignore[arg-type]

    cards.write_text(broken, encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(check_module, "check_folders", save_first)
        assert main(["check", str(fan)]) == 0
    cards.write_text(broken, encoding="utf-8")
    assert main(["check", str(fan)]) == 1
    assert "E0301" in capsys.readouterr().out


DAMAGE = {
    "nothing": lambda file: file.write_bytes(b""),
    "half of it": lambda file: file.write_bytes(file.read_bytes()[: file.stat().st_size // 2]),
    "other bytes": lambda file: file.write_bytes(b"\xff\x00raise SystemExit(3)\n"),
    "other rules": lambda file: file.write_bytes(file.read_bytes().replace(b"1", b"2")),
    "no file": lambda file: file.unlink(),
    "a folder": lambda file: (file.unlink(), file.mkdir()),
    "a folder with something in it": lambda file: (file.unlink(), file.mkdir(), (file / "mine").touch()),
    "a link to a folder": lambda file: (file.unlink(), file.symlink_to(file.parent)),
    "a link to nothing": lambda file: (file.unlink(), file.symlink_to("nothing")),
    "a pipe": lambda file: (file.unlink(), os.mkfifo(file)),  # type: ignore[func-returns-value]
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
@pytest.mark.parametrize("which", ["ruleset_*.py", "ruleset_*.py" + SUM, "clean_*.txt", "clean_*.txt" + SUM])
def test_a_damaged_cache_heals(
    fan: Path, capsys: pytest.CaptureFixture[str], damage: Callable[[Path], object], which: str
) -> None:
    cache = fan.parent / "cache"
    assert main(["check", str(fan)]) == 0
    summed_up, hash = capsys.readouterr().out, load_rules(fan).hash
    files = {file: file.read_bytes() for file in cache.iterdir()}
    [hurt] = cache.glob(which)
    damage(hurt)
    assert main(["check", str(fan)]) == 0
    assert capsys.readouterr().out == summed_up
    assert load_rules(fan).hash == hash
    assert {file: file.read_bytes() for file in files if not file.is_symlink()} == files
    aside = set(cache.iterdir()) - set(files)
    assert all(file.name.startswith(f"{hurt.name}{ASIDE}") for file in aside)
    assert len(list(cache.rglob("mine"))) == (damage is DAMAGE["a folder with something in it"])  # nothing is lost


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
def test_nothing_is_run_from_a_folder_that_others_can_write(fan: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cache = fan.parent / "cache"
    assert main(["check", str(fan)]) == 0
    load_rules(fan)
    assert stat.S_IMODE(cache.stat().st_mode) == 0o700
    cache.chmod(0o777)
    with pytest.raises(PermissionError, match="others can write to it"):
        load_rules(fan)
    assert main(["check", str(fan)]) == 0  # needs no cache
    capsys.readouterr()
    assert main(["simulate", str(fan), "--games", "1", "--processes", "1"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="modes are those of POSIX")
@pytest.mark.parametrize(
    ("user", "owner", "group", "mode", "is_trusted"),
    [
        pytest.param(1000, 1000, 1000, 0o700, True, id="one's own"),
        pytest.param(1000, 1000, 1000, 0o775, True, id="open to the group of the user alone"),
        pytest.param(1000, 1000, 100, 0o755, True, id="read by others"),
        pytest.param(1000, 0, 0, 0o755, True, id="of the system"),
        pytest.param(1000, 1000, 100, 0o775, False, id="open to a group"),
        pytest.param(1000, 1000, 1000, 0o777, False, id="open to all"),
        pytest.param(1000, 1001, 1000, 0o755, False, id="of somebody else"),
        pytest.param(0, 1001, 1001, 0o755, False, id="of somebody else, for root"),
        pytest.param(0, 0, 0, 0o775, True, id="of root, for root"),
    ],
)
def test_a_folder_is_trusted_if_nobody_else_can_write_to_it(
    user: int, owner: int, group: int, mode: int, is_trusted: bool
) -> None:
    state = os.stat_result((stat.S_IFDIR | mode, 1, 1, 1, owner, group, 0, 0, 0, 0))
    assert is_own(state, user) == is_trusted


def test_bytecode_beside_a_ruleset_is_not_run(fan: Path) -> None:
    file = fan.parent / "rules.py"
    shutil.copyfile(kept_file([fan]), file)
    load_rules(fan)
    assert not list(fan.parent.rglob("__pycache__"))


def test_the_key_of_what_was_read_is_that_of_the_files(fan: Path) -> None:
    for folder in (fan, HERE / "expansions" / "gardens"):
        assert game_key([folder], "", check_folders([folder]).digests) == game_key([folder])
