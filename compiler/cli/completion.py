"""`stele completion`: a script for a shell, and the answers that the script asks for.

A script hands on what has been typed, `stele completion -- check my-`, and gets one candidate to a
line, with a tab and what it means. What can be typed is read off the parsers of the commands.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from stele.compiler.cli.arguments import commands_of, parser
from stele.compiler.common.codes import CODES
from stele.compiler.front.expansion_paths import shipped_folders

Candidate = tuple[str, str]  # a word, and what it means

BASH = """\
# stele: completion for bash
_stele() {
    local word _
    COMPREPLY=()
    while IFS=$'\\t' read -r word _; do
        printf -v word %q "$word"
        COMPREPLY+=("$word")
    done < <(stele completion -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == */ ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -F _stele stele
"""

ZSH = """\
#compdef stele
# stele: completion for zsh
_stele() {
    local -a whole partial
    local word help
    while IFS=$'\\t' read -r word help; do
        if [[ $word == */ ]]; then partial+=("$word"); else whole+=("${word//:/\\\\:}:$help"); fi
    done < <(stele completion -- "${(@)words[2,CURRENT]}" 2>/dev/null)
    (( $#whole )) && _describe -V stele whole
    (( $#partial )) && compadd -S '' -- "${partial[@]}"
}
if [[ $funcstack[1] == _stele ]]; then _stele "$@"; else compdef _stele stele; fi
"""

FISH = """\
# stele: completion for fish
complete -c stele -f -a '(stele completion -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
"""

SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}


def run(options: argparse.Namespace) -> int:
    """Write a script, or answer one."""
    if "words" not in options:
        sys.stdout.write(SCRIPTS[options.shell])
        return 0
    for word, help in candidates(options.words):
        sys.stdout.write(f"{word}\t{help}\n" if help else f"{word}\n")
    return 0


def candidates(words: Sequence[str]) -> list[Candidate]:
    """Return what the last word may become; the words before it stand."""
    # Bash makes three words of `--format=json`, other shells one.
    typed = [word for word in words if word != "="]
    if words and words[-1] == "=":
        typed.append("")
    *before, last = typed or [""]
    whole = parser()
    commands = commands_of(whole)
    command = next((word for word in before if word in commands), None)
    at = whole if command is None else commands[command]
    if last.startswith("--") and "=" in last:
        name, _, value = last.partition("=")
        option = at._option_string_actions.get(name)
        known = [] if option is None else values(option, value)
        return [(f"{name}={word}", help) for word, help in known if word.startswith(value)]
    waiting, place = open_places(at, before if command is None else before[before.index(command) + 1 :])
    found: list[Candidate] = []
    if last.startswith("-") and (waiting is None or waiting.nargs is not None):
        found = [(name, action.help or "") for action in at._actions for name in action.option_strings]
    elif waiting is not None:
        found = values(waiting, last)
    elif command is None:
        found = [(choice.dest, choice.help or "") for choice in command_helps(whole)]
    elif place is not None:
        found = values(place, last)
    return [(word, help) for word, help in found if word.startswith(last)]


def open_places(
    at: argparse.ArgumentParser, words: Sequence[str]
) -> tuple[argparse.Action | None, argparse.Action | None]:
    """Return the option that waits for a value after some words, and the argument that comes
    next.
    """
    places = [action for action in at._actions if not action.option_strings]
    waiting: argparse.Action | None = None
    given = 0
    for word in words:
        if waiting is not None and not word.startswith("-"):
            waiting = waiting if waiting.nargs in ("+", "*") else None
        elif word.startswith("-"):
            option = at._option_string_actions.get(word.partition("=")[0])
            takes = option is not None and option.nargs != 0 and "=" not in word
            waiting = option if takes else None
        else:
            given += 1
    repeated = bool(places) and places[-1].nargs == "*"
    return waiting, places[min(given, len(places) - 1)] if given < len(places) or repeated else None


def command_helps(whole: argparse.ArgumentParser) -> list[argparse.Action]:
    """Return the commands with what they do."""
    actions = (action for action in whole._actions if isinstance(action, argparse._SubParsersAction))
    return list(next(actions)._choices_actions)


def values(action: argparse.Action, typed: str) -> list[Candidate]:
    """Return what may stand for an argument or an option."""
    if action.choices is not None:
        return [(str(choice), "") for choice in action.choices]
    match action.metavar:
        case "EXPANSION":
            shipped = [(folder.name, "comes with Stele") for folder in shipped_folders()]
            return [*shipped, *paths(typed, is_folders_only=True)]
        case "FOLDER":
            return list(paths(typed, is_folders_only=True))
        case "FILE" | "SAVE":
            return list(paths(typed))
        case "CODE":
            return [(code.id, code.about) for code in CODES]
        case _:
            return []


def paths(typed: str, is_folders_only: bool = False) -> Iterator[Candidate]:
    """Yield paths that begin as typed; one that leads on ends in `/`."""
    head, _, name = typed.rpartition("/")
    place = Path((head or "/") if "/" in typed else ".").expanduser()
    before = f"{head}/" if "/" in typed else ""
    try:
        entries = sorted(os.scandir(place), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        is_hidden = entry.name.startswith(".") and not name.startswith(".")
        if is_hidden or not entry.name.isprintable():
            continue
        if (place / entry.name / "expansion.yaml").is_file():
            yield before + entry.name, "an expansion"
        elif entry.is_dir():
            yield f"{before}{entry.name}/", ""
        elif not is_folders_only:
            yield before + entry.name, ""
