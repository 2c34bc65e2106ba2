"""A disk, a home or an output that does not do what it should: one clear line, exit code 1."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from stele.compiler.cli import is_interrupted, main
from stele.compiler.driver.cache import cache_folder
from tests.conftest import ROOT

COMMAND = f"{sys.executable} -m stele.compiler.cli"
FULL = Path("/dev/full")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not FULL.exists(), reason="the system has no device that is always full"),
]


def in_shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command as its user does."""
    return subprocess.run(
        ["bash", "-c", command.replace("stele", COMMAND)],
        capture_output=True,
        text=True,
        timeout=100,
        env={**os.environ, **environment},
        cwd=ROOT,
        check=False,
    )


@pytest.mark.parametrize(
    "command",
    [
        "check base",
        "--help",
        "--version",
        "explain --list",
        "play base --watch --players 3",
        "build base",
        "show baths base",
    ],
)
def test_an_output_that_is_full_is_told(command: str) -> None:
    done = in_shell(f"stele {command} > /dev/full")
    assert (done.returncode, done.stderr) == (1, "error: cannot print: No space left on device\n")


def test_an_output_that_is_closed_is_told() -> None:
    done = in_shell("stele check base >&-")
    assert (done.returncode, done.stderr) == (1, "error: cannot print: the stream is closed\n")


def test_an_input_that_is_closed_is_told() -> None:
    done = in_shell("stele play base <&-")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "error: cannot ask you: the input is closed; `--watch` lets bots play\n"
    assert in_shell("stele play base --watch <&-").returncode == 0


def test_without_anywhere_to_complain_the_exit_code_is_still_right() -> None:
    assert in_shell("stele check nowhere 2>&-").returncode == 1
    assert in_shell("stele why nowhere 2>&-").returncode == 1
    assert in_shell("stele why nowhere 2>/dev/full").returncode == 1
    assert in_shell("stele check base > /dev/full 2>&1").returncode == 1


@pytest.mark.parametrize(
    "command", ["build base", "play base --watch --players 3", "simulate base --games 2 --processes 1"]
)
def test_a_reader_who_leaves_is_no_reason_for_words(command: str) -> None:
    done = in_shell(f"stele {command} | exec true; exit ${{PIPESTATUS[0]}}")
    assert (done.returncode, done.stdout, done.stderr) == (141, "", "")


@pytest.mark.parametrize(
    "variables", [{"STELE_CACHE": "/dev/null/x"}, {"STELE_CACHE": "", "XDG_CACHE_HOME": "/dev/null"}]
)
def test_a_cache_that_cannot_be_written_stops_only_who_needs_it(
    variables: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert main(["check", "base"]) == 0
    assert capsys.readouterr().out.startswith("ok: base")
    assert main(["build", "base", "-o", str(tmp_path / "out.py")]) == 0
    assert main(["docs", "base", "-o", str(tmp_path / "site"), "--format", "md"]) == 0
    capsys.readouterr()
    for command in (["play", "base", "--watch"], ["test", "base", "-k", "west-post"], ["simulate", "base"]):
        assert main(command) == 1
        shown = capsys.readouterr()
        assert shown.out == ""
        assert shown.err.startswith("error: cannot use /dev/null/")
        assert shown.err.endswith(
            "Not a directory; compiled rules are kept there, set STELE_CACHE to a folder of yours\n"
        )


@pytest.mark.parametrize(
    "command",
    [
        ["build", "base", "-o", "/dev/full"],
        ["docs", "base", "-o", "/dev/null/x"],
        ["docs", "base", "-o", "/dev/null/x", "--format", "print"],
        ["new", "expansion", "foo", "--in", "/dev/null"],
        ["schema", "/dev/null"],
        ["watch", "base", "--once", "-o", "/dev/null/x"],
        ["play", "base", "--watch", "--save", "/dev/null/x"],
    ],
    ids=" ".join,
)
def test_a_place_that_cannot_be_written_is_told(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command) == 1
    shown = capsys.readouterr()
    assert "cannot write" in shown.err + shown.out
    assert "Traceback" not in shown.err


INTERRUPT = """
import sys
from stele.compiler.cli import is_interrupted, main
class Stop:
    def find_spec(self, name, *_):
        if name == {module!r}:
            if {is_wrapped}:
                raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()
            raise KeyboardInterrupt
sys.meta_path.insert(0, Stop())
sys.exit(main(["check", "base"]))
"""


@pytest.mark.parametrize("is_wrapped", [False, True], ids=["as it is", "in another exception"])
@pytest.mark.parametrize(
    "module",
    [f"stele.{name}" for name in ("compiler.cli.command", "compiler.cli.arguments", "lab.bots", "compiler.cli.check")],
)
def test_an_interrupt_is_quiet_while_modules_are_loaded(module: str, is_wrapped: bool) -> None:
    program = INTERRUPT.format(module=module, is_wrapped=is_wrapped)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_nothing_is_loaded_before_an_interrupt_is_minded() -> None:
    program = "import sys; import stele.compiler.cli; print(*sorted(n for n in sys.modules if n.startswith('stele')))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["stele", "stele.compiler", "stele.compiler.cli"]


def test_an_interrupt_behind_a_mistake_of_cleaning_up_is_one() -> None:
    def stop() -> None:
        try:
            raise KeyboardInterrupt
        finally:
            raise ValueError("cleaning up")

    with pytest.raises(ValueError, match="cleaning up") as caught:
        stop()
    assert is_interrupted(caught.value)
    assert not is_interrupted(ValueError())


@pytest.mark.parametrize("command", ["check", "new expansion foo", "watch --once", "play --watch"])
def test_a_current_folder_that_is_gone_is_told(command: str, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    done = in_shell(f"cd {gone} && rmdir {gone} && stele {command}", PYTHONPATH=os.pathsep.join(sys.path))
    assert (done.returncode, done.stderr) == (1, "error: cannot go on: the folder you are in is not there any more\n")


def test_a_cache_is_never_looked_for_in_the_current_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("STELE_CACHE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", "content/cache")
    assert cache_folder() == tmp_path / ".cache" / "stele"
