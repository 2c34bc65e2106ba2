"""What is read of a folder: regular files that lie in it, and not too many of them."""

from __future__ import annotations

import os
import resource
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from stele.compiler.cli import main
from stele.compiler.driver.cache import content_key, game_key
from stele.compiler.driver.check import check_folders
from stele.compiler.driver.workspace import stamp_of
from stele.compiler.front import folder as folder_reader
from stele.compiler.front import source
from stele.compiler.tools.fixer import repair
from tests.conftest import HERE

EXPANSION = 'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
SECRET = "secret:   {root: x}\n"


@pytest.fixture
def fan(tmp_path: Path) -> Path:
    """An expansion beside a file that is nobody's business."""
    (tmp_path / "secret.yaml").write_text(SECRET)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "c.yaml").write_text(SECRET)
    folder = tmp_path / "fan"
    for name in ("cards", "rulings"):
        (folder / name).mkdir(parents=True)
    (folder / "expansion.yaml").write_text(EXPANSION)
    return folder


def socket_at(file: Path) -> None:
    here = Path.cwd()
    os.chdir(file.parent)  # the path of a socket must be short
    try:
        socket.socket(socket.AF_UNIX).bind(file.name)
    finally:
        os.chdir(here)


STRANGE: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "a pipe": ("cards/c.yaml", os.mkfifo, "this is not a regular file"),
    "a pipe for the flow": ("flow.yaml", os.mkfifo, "this is not a regular file"),
    "a socket": ("rulings/r.yaml", socket_at, "this is not a regular file"),
    "a link to a device": (
        "cards/c.yaml",
        lambda file: file.symlink_to("/dev/zero"),
        "this is a link to a file elsewhere",
    ),
    "a link to a file outside": (
        "cards/c.yaml",
        lambda file: file.symlink_to("../../secret.yaml"),
        "this is a link to a file elsewhere",
    ),
    "a link to a link outside": (
        "cards/c.yaml",
        lambda file: [link.symlink_to(to) for link, to in ((file.parent / "x", "../../secret.yaml"), (file, "x"))],  # type: ignore[func-returns-value]
        "this is a link to a file elsewhere",
    ),
    "a link to itself": ("cards/c.yaml", lambda file: file.symlink_to("c.yaml"), "this leads nowhere"),
    "a link to nothing": ("languages/fr.yaml", lambda file: file.symlink_to("nothing"), "this leads nowhere"),
    "a folder elsewhere": ("boards", lambda file: file.symlink_to("../elsewhere"), "this is a link to a folder"),
    "a loop of folders": ("boards", lambda file: file.symlink_to("."), "this is a link to a folder"),
}


@pytest.mark.parametrize(("name", "make", "message"), STRANGE.values(), ids=STRANGE)
def test_only_regular_files_of_the_folder_are_read(
    fan: Path, capsys: pytest.CaptureFixture[str], name: str, make: Callable[[Path], object], message: str
) -> None:
    (fan / name).parent.mkdir(exist_ok=True)
    assert main(["check", str(fan)]) == 0
    make(fan / name)
    [found] = check_folders([fan]).diagnostics
    assert (found.code.id, found.span.path) == ("E0108", (fan / name).as_posix())
    assert found.message.startswith(message)
    for command in (["check"], ["fix"], ["fix", "--diff"], ["fmt", "--diff"], ["fmt"], ["test"], ["show", "x"]):
        main([*command, str(fan)])
    main(["watch", "--once", str(fan)])
    assert main(["check", str(fan)]) == 1
    capsys.readouterr()
    named = fan / name / "c.yaml" if "folder" in message else fan / name
    for command in (["check"], ["fix"], ["fmt", "--diff"], ["fmt"], ["test"]):
        assert main([*command, str(named)]) == 1
        shown = capsys.readouterr()
        assert "there is no folder" not in shown.out or not os.path.lexists(named)
        assert "secret" not in shown.out
    assert (fan.parent / "secret.yaml").read_text() == SECRET
    assert (fan.parent / "elsewhere" / "c.yaml").read_text() == SECRET


def test_what_is_no_regular_file_is_told_so_anywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "cards.yaml")
    for command in ("check", "fmt", "fix", "test"):
        assert main([command, str(tmp_path / "cards.yaml")]) == 1
        assert "this is not a regular file" in capsys.readouterr().out


def test_a_link_to_another_file_of_the_folder_is_read(fan: Path) -> None:
    (fan / "real.txt").write_text("cards: []\nx: 1\n")
    (fan / "cards" / "c.yaml").symlink_to("../real.txt")
    assert [finding.code.id for finding in check_folders([fan]).diagnostics] == ["E0206", "E0201"]


@pytest.mark.parametrize("place", ["cards/more", "rulings/more/again"])
def test_a_link_to_a_folder_where_content_is_looked_for_is_told(fan: Path, place: str) -> None:
    (fan / place).parent.mkdir(exist_ok=True)
    (fan / place).symlink_to(fan.parent / "elsewhere")
    (fan / "pictures").symlink_to(fan.parent / "elsewhere")  # nobody would look there for content
    [found] = check_folders([fan]).diagnostics
    assert (found.code.id, found.message) == ("W0603", "this link to a folder is not read")
    assert found.span.path == (fan / place).as_posix()
    assert found.help == f"put the files themselves into {place.split('/')[0]}/"


@pytest.mark.parametrize("command", [["check"], ["test"], ["build"], ["simulate", "--games", "1"]])
def test_a_link_that_leads_nowhere_is_told_by_its_own_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    (tmp_path / "link").symlink_to("nothing")
    assert main([*command, str(tmp_path / "link")]) == 1
    shown = capsys.readouterr().out
    assert "this leads nowhere" in shown
    assert "link:1:1" in shown


def test_a_link_to_an_expansion_is_the_expansion(fan: Path) -> None:
    (fan.parent / "linked").symlink_to("fan")
    assert check_folders([fan.parent / "linked"]).diagnostics == []


def test_what_belongs_to_other_tools_is_not_looked_at(fan: Path) -> None:
    (fan / ".github").mkdir()
    (fan / ".github" / "ci.yml").write_text("on: push\n")
    (fan / "cards" / ".#c.yaml").symlink_to("me@here.1234")
    assert check_folders([fan]).diagnostics == []


UNREAD = {
    "cards/b.YAML": "call it cards/b.yaml",
    "cards/b.Yml": "call it cards/b.yaml",
    "cards/b.yaml.txt": "call it cards/b.yaml",
    "boards/b.YAML.TXT": "call it boards/b.yaml",
    "rulings/b.json": "call it rulings/b.yaml",
    "languages/fr.json": "call it languages/fr.yaml",
    "flow.json": "call it flow.yaml",
    "rules.yaml.txt": "call it rules.yaml",
    "vocabulary.YAML": "call it vocabulary.yaml",
    "cards.json": "move it to cards/cards.yaml",
}


@pytest.mark.parametrize(("name", "help"), UNREAD.items(), ids=UNREAD)
def test_what_is_called_almost_like_content_is_said_not_to_be_read(fan: Path, name: str, help: str) -> None:
    (fan / name).parent.mkdir(exist_ok=True)
    assert main(["check", str(fan), "--strict"]) == 0
    (fan / name).write_text("cards: []\n")
    [found] = check_folders([fan]).diagnostics
    assert (found.code.id, found.span.path, found.help) == ("W0603", (fan / name).as_posix(), help)
    assert main(["check", str(fan), "--strict"]) == 1, "what was clean before is looked at again"


@pytest.mark.parametrize("name", ["cards", "boards", "rulings", "languages"])
def test_a_file_in_the_place_of_a_folder_is_an_error(fan: Path, name: str) -> None:
    if (fan / name).is_dir():
        (fan / name).rmdir()
    assert main(["check", str(fan)]) == 0
    (fan / name).write_text("x")
    [found] = check_folders([fan]).diagnostics
    assert (found.code.id, found.span.path) == ("E0108", (fan / name).as_posix())
    assert found.message.startswith("this is a file in the place of a folder")
    assert [main([command, str(fan)]) for command in ("check", "fix", "fmt", "test")] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    "name", ["flow.yaml", "rules.yaml", "vocabulary.yaml", "expansion.yaml", "cards/b.yaml", "languages/fr.yaml"]
)
def test_a_folder_in_the_place_of_a_file_is_an_error(fan: Path, name: str) -> None:
    assert main(["check", str(fan)]) == 0
    (fan / name).unlink(missing_ok=True)
    (fan / name).mkdir(parents=True)
    [found] = check_folders([fan]).diagnostics
    assert (found.code.id, found.span.path) == ("E0108", (fan / name).as_posix())
    assert found.message.startswith("this is a folder")
    assert [main([command, str(fan)]) for command in ("check", "fix", "fmt", "test")] == [1, 1, 1, 1]


def test_what_nobody_takes_for_content_is_not_spoken_of(fan: Path) -> None:
    for name in ("README.md", "package.json", "notes.txt", "cards/b.yaml~", "cards/notes.txt", "schema/cards.json"):
        (fan / name).parent.mkdir(exist_ok=True)
        (fan / name).write_text("{}")
    (fan / "art.yaml.d").mkdir()
    assert check_folders([fan]).diagnostics == []


def test_an_identity_with_almost_the_right_name_is_pointed_out(fan: Path) -> None:
    (fan / "expansion.yaml").rename(fan / "expansion.YAML")
    [found] = check_folders([fan]).diagnostics
    assert (found.code.id, found.help) == ("E0108", "call `expansion.YAML` expansion.yaml")


def test_a_huge_file_is_refused_before_any_byte_is_hashed_or_copied(
    fan: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("cards/c.yaml", "notes.yaml", "flow.yaml"):
        with (fan / name).open("wb") as stream:
            stream.truncate(3 << 30)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for work in (game_key, content_key):
        work([fan])
    repair(fan)
    for command in ("check", "fmt", "fix", "test"):
        assert main([command, str(fan)]) == 1
    assert capsys.readouterr().out.count("E0104") > 4
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200 * 1024


@pytest.mark.parametrize(("files", "size"), [(folder_reader.MOST_FILES + 1, 10), (20, source.MOST_BYTES - 10)])
def test_a_folder_has_so_many_files_and_so_many_bytes(
    fan: Path, files: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(files):
        with (fan / "cards" / f"c{number}.yaml").open("wb") as stream:
            stream.truncate(size)
    read: list[object] = []
    monkeypatch.setattr("stele.compiler.driver.cache.digest_of", read.append)
    game_key([fan])
    assert all(file.name == "expansion.yaml" or "content" in file.parts for file in read if isinstance(file, Path))
    [found] = check_folders([fan]).diagnostics
    assert (found.code.id, found.message.split(" with ")[0]) == (
        "E0104",
        f"this folder holds {files + 1} content files",
    )
    assert main(["fix", str(fan)]) == 1
    assert main(["fmt", str(fan)]) == 1


def test_a_folder_without_end_is_not_walked_to_its_end(fan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stele.compiler.front.folder_files.MOST_SEEN", 50)
    (fan / "zoo").mkdir()
    for number in range(100):
        (fan / "zoo" / f"{number}.yaml").touch()
    assert 50 <= len(stamp_of(fan)) < 100


def test_what_else_lies_in_a_folder_hides_no_content(fan: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("stele.compiler.front.folder_files.MOST_SEEN", 50)
    (fan / "cards" / "c.yaml").touch()
    for number in range(100):
        for place in ("assets", "cards"):
            (fan / place).mkdir(exist_ok=True)
            (fan / place / f"{number}.png").touch()
    listed = [file.name for _, file in folder_reader.files_of(fan, "fan", [])]
    assert listed == ["expansion.yaml", "c.yaml"]


def test_keys_know_what_is_refused(fan: Path) -> None:
    before = content_key([fan])
    (fan / "cards" / "c.yaml").symlink_to("../../secret.yaml")
    assert content_key([fan]) != before


def test_the_order_of_files_is_fixed() -> None:
    folder = HERE / "expansions" / "gardens"
    kinds = [kind for kind, _ in folder_reader.files_of(folder, "gardens", [])]
    assert sorted(kinds, key=folder_reader.KINDS.index) == kinds


def test_shipped_content_is_as_it_was(tmp_path: Path) -> None:
    shutil.copytree(HERE / "expansions" / "gardens", tmp_path / "gardens")
    listed = [file for _, file in folder_reader.files_of(tmp_path / "gardens", "gardens", [])]
    assert len(listed) == len(list((tmp_path / "gardens").rglob("*.yaml")))


def test_a_name_that_is_not_utf_8_is_refused_or_does_no_harm(
    fan: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    strange = os.fsdecode(b"fan\xff")
    try:
        assert main(["new", "card", "Arch", "--in", "fan"]) == 0
        assert main(["new", "ruling", "arch-is-built", "--in", "fan"]) == 0
        shutil.copytree(fan, tmp_path / strange)
        (fan / "cards").mkdir(exist_ok=True)
        (fan / "cards" / os.fsdecode(b"bad\xff.yaml")).write_text("cards: []\n", encoding="utf-8")
    except OSError:
        pytest.skip("this disk has no such names")
    reports = [[f"--format={name}"] for name in ("text", "json", "sarif", "github")]
    for command in (
        *(["check", *more] for more in reports),
        ["fmt"],
        ["test"],
        ["fix"],
        ["docs", "-o", "pages"],
        ["build", "-o", "b.py"],
    ):
        for name, code in ((strange, 0), ("fan", 1)):
            assert (main([command[0], name, *command[1:]]), command, name) == (code, command, name)
            shown = capsys.readouterr()
            assert code == 0 or command[0] == "fix" or "E0108" in shown.out
    assert main(["new", "expansion", os.fsdecode(b"new\xfe")]) == 1
    assert main(["new", "expansion", os.fsdecode(b"new\xfe"), "--id", "new"]) == 1
    assert capsys.readouterr().err.count("is not UTF-8") == 2
    assert not (tmp_path / "new").exists()
