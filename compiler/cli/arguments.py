"""What can be typed after `stele`: all commands with their arguments, without loading what they
need.
"""

from __future__ import annotations

import argparse
import math
import platform
from collections.abc import Callable, Sequence
from typing import NoReturn

from stele.compiler.common.words import visible
from stele.lab.bots import BOTS

FORMATS = ("text", "json", "github", "sarif", "junit")
LANGUAGES = ("en", "fr")
FOLDERS = "an expansion's folder, or a shipped one's id; without any: the expansion you are in, or all shipped"


TAKEN = "\0"  # marks a word behind `--`, which is no option whatever it begins with


class CommandParser(argparse.ArgumentParser):
    """Complains about words as they were typed, which may be names of files."""

    def error(self, message: str) -> NoReturn:
        super().error(visible(message.replace(TAKEN, "").replace(repr(TAKEN)[1:-1], ""), "\n"))


class Help(argparse.HelpFormatter):
    """Lays out help; examples stay as they are, one to a line."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith("example") else super()._fill_text(text, width, indent)


class Commands:
    """Adds commands to a parser, each with a line of help, a description and examples."""

    def __init__(self, whole: argparse.ArgumentParser) -> None:
        self.added = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def add(self, name: str, help: str, description: str, *examples: str) -> argparse.ArgumentParser:
        """Add a command and return its parser."""
        listed = "".join(f"\n  stele {name} {example}".rstrip() for example in examples)
        epilog = f"example{'s' if len(examples) > 1 else ''}:{listed}"
        return self.added.add_parser(name, help=help, description=description, epilog=epilog, formatter_class=Help)


class ShowVersion(argparse.Action):
    """Print which Stele runs, on which Python, and leave."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version  # nobody else needs it

        print(f"stele {version('stele-rules')} (Python {platform.python_version()})")
        parser.exit()


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """Return what was typed; an unknown word is told what is nearest. Without any: help."""
    whole = parser()
    if not arguments:
        whole.print_help()
        whole.exit()
    if arguments[:2] == ["completion", "--"]:  # what the script of a shell asks
        return argparse.Namespace(command="completion", words=list(arguments[2:]))
    commands = commands_of(whole)
    command = next((word for word in arguments if not word.startswith("-")), None)
    before = arguments if command is None else arguments[: arguments.index(command)]
    require_options(whole, before)
    if command is not None and command not in commands:
        from stele.compiler.common.diagnostics import did_you_mean

        near = did_you_mean(command, commands) or "`stele --help` lists all commands"
        whole.error(f"there is no command `{command}`; {near}")
    if command is not None:
        require_options(commands[command], arguments[len(before) + 1 :])
    return as_typed(whole.parse_args(behind_dashes(arguments)))


def behind_dashes(arguments: Sequence[str]) -> list[str]:
    """Return words with those marked that stand behind `--` and look like options.

    The parser leaves out a second `--` otherwise, and gives a command a list in place of a word.
    """
    first = list(arguments).index("--") + 1 if "--" in arguments else len(arguments)
    return [*arguments[:first], *(TAKEN + word if word.startswith("-") else word for word in arguments[first:])]


def as_typed(options: argparse.Namespace) -> argparse.Namespace:
    """Return options without marks."""
    for name, value in vars(options).items():
        if isinstance(value, str):
            setattr(options, name, value.removeprefix(TAKEN))
        elif isinstance(value, list):
            setattr(options, name, [word.removeprefix(TAKEN) for word in value])
    return options


def require_options(parser: argparse.ArgumentParser, words: Sequence[str]) -> None:
    """Refuse a long option that there is not, and tell which is nearest."""
    known = [option for option in parser._option_string_actions if option.startswith("--")]
    for word in words:
        name = word.partition("=")[0]
        if word == "--":
            return
        if name.startswith("--") and not any(option.startswith(name) for option in known):
            from stele.compiler.common.diagnostics import did_you_mean

            near = did_you_mean(name, known) or f"`{parser.prog} --help` lists all options"
            parser.error(f"there is no option `{name}`; {near}")


def commands_of(whole: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command."""
    actions = (action for action in whole._actions if isinstance(action, argparse._SubParsersAction))
    return dict(next(actions).choices)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    whole = CommandParser(
        prog="stele", description="Check, show, compile and play card-drafting games that are written in YAML."
    )
    whole.add_argument("--version", action=ShowVersion, nargs=0, help="say which version runs, and leave")
    commands = Commands(whole)

    check = commands.add(
        "check",
        "check content files",
        "Check expansions, with everything they require. Of a file its own findings are shown.",
        "",
        "my-expansion --strict",
        "my-expansion/cards/cards.yaml",
        "my-expansion --format github",
    )
    check.add_argument("folders", nargs="*", metavar="EXPANSION", help=FOLDERS)
    check.add_argument("--strict", action="store_true", help="let warnings count, and ask for rulings and sources")
    check.add_argument("--provenance", action="store_true", help="list the values that are proposed, line by line")
    check.add_argument(
        "--format", choices=FORMATS, default="text", help="for people, programs, or a continuous integration (text)"
    )

    fmt = commands.add(
        "fmt",
        "lay out content files in the canonical way",
        "Lay out the files of expansions: indentation, spaces, quotes and the wording of clauses. "
        "Comments and meaning stay. A single file may be named too.",
        "my-expansion",
        "my-expansion --diff",
    )
    fmt.add_argument("folders", nargs="*", metavar="EXPANSION", help=FOLDERS)
    fmt.add_argument("--check", action="store_true", help="write nothing; exit code 1 if something would change")
    fmt.add_argument("--diff", action="store_true", help="write nothing; show what would change")

    fix = commands.add(
        "fix",
        "put right what is clearly wrong",
        "Apply the repairs that messages offer, on a copy first: one is kept only if its finding is gone and "
        "none is new. Comments stay.",
        "my-expansion --diff",
        "my-expansion",
    )
    fix.add_argument(
        "folders", nargs="*", metavar="EXPANSION", help="an expansion's folder; without any: the expansion you are in"
    )
    fix.add_argument("--diff", action="store_true", help="write nothing; show what would change")
    upgraded = "write a folder of an earlier edition of the language in the present one, with the same meaning"
    fix.add_argument("--upgrade", action="store_true", help=upgraded)

    explain = commands.add(
        "explain",
        "explain the code of a message",
        "Say what a code means, why it matters, what earns it and how to put that right. Needs no network.",
        "E0402",
        "--list",
    )
    explain.add_argument("code", nargs="?", metavar="CODE", help="such as E0402; without it all are listed")
    explain.add_argument("--list", action="store_true", help="list all codes")

    new = commands.add(
        "new",
        "start an expansion, a card, a board or a ruling",
        "Write a commented start that is valid and can be played at once.",
        'expansion "My Expansion"',
        "expansion games/my-expansion",
        'card "My Card" --in my-expansion',
    )
    new.add_argument("kind", choices=("expansion", "card", "board", "ruling"), help="what to start")
    new.add_argument("name", metavar="NAME", help="its name or id; folders before it say where it goes")
    new.add_argument("--id", metavar="ID", help="its id, if it cannot be made of the name")
    new.add_argument(
        "--in",
        dest="folder",
        default=".",
        metavar="FOLDER",
        help="the expansion's folder, or where to put a new one (the folder you are in)",
    )

    schema = commands.add(
        "schema",
        "write the JSON Schemas of content files for an editor",
        "Write the schemas beside the content and name them in the first line of each file, so that an editor completes keys.",
        "my-expansion",
    )
    schema.add_argument(
        "folder", nargs="?", metavar="FOLDER", help="the expansion's folder; without it: the expansion you are in"
    )

    show = commands.add(
        "show",
        "show an item at every stage",
        "Print an item as it is at every stage: YAML, clauses, sentences, syntax trees and the Python it became.",
        "my-card",
        "my-card my-expansion",
    )
    show.add_argument("item", metavar="ITEM", help="the id of a card or board")
    show.add_argument("folders", nargs="*", metavar="EXPANSION", help=FOLDERS)

    build = commands.add(
        "build",
        "compile expansions into a Python module",
        "Compile expansions, with everything they require, into one module that needs only the runtime.",
        "my-expansion -o ruleset.py",
        "my-expansion --variant my-variant -o variant.py",
    )
    build.add_argument("expansions", nargs="*", metavar="EXPANSION", help=FOLDERS)
    build.add_argument("-o", "--output", metavar="FILE", help="where to write it; without it to the terminal")

    build.add_argument("--variant", metavar="V", help="a variant that the content declares")

    docs = commands.add(
        "docs",
        "write the rules reference of expansions",
        "Write the rules reference from the content that is compiled: a site that needs no network, Markdown, or "
        "cards and boards to print. Only what has changed is written.",
        "my-expansion -o site",
        "my-expansion -o site --lang fr",
        "--only my-expansion --format print -o paper",
    )
    docs.add_argument("expansions", nargs="*", metavar="EXPANSION", help=FOLDERS)
    docs.add_argument("-o", "--output", required=True, metavar="FOLDER", help="where to write it")
    docs.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of sentences and pages (en)")
    docs.add_argument("--format", choices=("html", "md", "print"), default="html", help="what to write (html)")
    docs.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="EXPANSION",
        help="with `--format print`: print the cards and boards of this one; may be given more than once",
    )

    test = commands.add(
        "test",
        "play the rulings of expansions, the executable FAQ",
        "Play the scene of every ruling and compare what must be true then. Of a file its own rulings are played.",
        "my-expansion",
        "my-expansion -k one-side",
        "my-expansion --coverage --threshold 90",
        "my-expansion --format junit",
    )
    test.add_argument("folders", nargs="*", metavar="EXPANSION", help=FOLDERS)
    test.add_argument("-k", dest="word", default="", metavar="WORD", help="only rulings with this word in their id")
    test.add_argument("--coverage", action="store_true", help="list rules and clauses that no ruling proves")
    test.add_argument("--threshold", type=percent, metavar="PERCENT", help="fail if less than this is proven")
    test.add_argument(
        "--format", choices=("text", "json", "junit"), default="text", help="for people, or for programs (text)"
    )

    watch = commands.add(
        "watch",
        "check an expansion whenever a file of it is saved",
        "Check again whenever a file is saved, play the rulings that the change touches, keep the last good build.",
        "my-expansion",
        "my-expansion -o ruleset.py",
    )
    watch.add_argument(
        "folder",
        nargs="?",
        metavar="EXPANSION",
        help="an expansion's folder, or a shipped one's id; without it: the expansion you are in",
    )
    watch.add_argument("-o", "--output", metavar="FILE", help="where to keep the last good build")
    watch.add_argument("--every", type=seconds, default=0.3, metavar="SECONDS", help="how often to look (0.3)")
    watch.add_argument("--once", action="store_true", help="look once and leave")

    play = commands.add(
        "play",
        "play a game in the terminal",
        "Play against bots; every option is shown with what it costs. Type `help` at any question.",
        "my-expansion --players 3 --seed 7",
        "--watch --save game.json",
    )
    play.add_argument("expansions", nargs="*", metavar="EXPANSION", help=FOLDERS)
    play.add_argument("--players", type=int, default=4, metavar="N", help="how many seats, yours included (4)")
    play.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed deals the same game (1)")
    play.add_argument("--bot", default="greedy", choices=sorted(BOTS), help="who plays the other seats (greedy)")
    play.add_argument("--watch", action="store_true", help="let bots play every seat")
    play.add_argument("--save", metavar="FILE", help="save the finished game, for `stele why`")
    play.add_argument("--variant", metavar="V", help="a variant that the content declares")

    simulate = commands.add(
        "simulate",
        "play many games between bots and show how each board or card fares",
        "Play games between bots on all cores. The same seed gives the same table, whatever the number of processes.",
        "my-expansion --games 500",
        "my-expansion another-one --players 5 --bots greedy random",
        "my-expansion --cards",
        "my-expansion --format csv",
    )
    simulate.add_argument("expansions", nargs="*", metavar="EXPANSION", help=FOLDERS)
    simulate.add_argument("--players", type=int, default=4, metavar="N", help="how many seats (4)")
    simulate.add_argument("--games", type=positive, default=1000, metavar="N", help="how many games (1000)")
    simulate.add_argument("--seed", type=int, default=1, metavar="S", help="the seed of the first game (1)")
    simulate.add_argument(
        "--bots", nargs="+", type=bot, default=["greedy"], choices=sorted(BOTS), help="for each seat, in turn"
    )
    simulate.add_argument("--cards", action="store_true", help="show how each card fares, not each board")
    simulate.add_argument(
        "--format", choices=("table", "csv", "json"), default="table", help="for people, or for programs (table)"
    )
    simulate.add_argument("--processes", type=positive, metavar="N", help="how many at once; without it all cores")
    simulate.add_argument("--variant", metavar="V", help="a variant that the content declares")

    completion = commands.add(
        "completion",
        "write a script that lets a shell complete commands",
        "Write what a shell needs to complete commands, options and names of expansions.",
        "bash >> ~/.bashrc",
        "zsh > ~/.zfunc/_stele",
        "fish > ~/.config/fish/completions/stele.fish",
    )
    completion.add_argument("shell", choices=("bash", "zsh", "fish"), help="which shell")

    why = commands.add(
        "why",
        "say where every point of a saved game comes from",
        "Say where every point comes from, down to the line of YAML.",
        "game.json",
        "game.json --folder my-expansion",
    )
    why.add_argument("save", metavar="SAVE", help="a game that `stele play` has saved")
    why.add_argument(
        "--folder",
        action="append",
        default=[],
        metavar="EXPANSION",
        help="the folder of an expansion that is not shipped",
    )
    return whole


def positive(text: str) -> int:
    """Read a number that is at least 1."""
    return int(number_within(text, int, 1, math.inf, "a whole number, at least 1"))


def seconds(text: str) -> float:
    """Read how long to wait."""
    return number_within(text, float, 0.01, 86400, "seconds, from 0.01 to 86400")


def percent(text: str) -> float:
    """Read a part of a hundred."""
    return number_within(text, float, 0, 100, "from 0 to 100")


def number_within(text: str, read: Callable[[str], float], least: float, most: float, words: str) -> float:
    """Read a number between two others; `words` say which may be given."""
    try:
        number = read(text)
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        raise argparse.ArgumentTypeError(f"must be {words}")
    return number


def bot(text: str) -> str:
    """Read the name of a bot."""
    if text not in BOTS:
        from stele.compiler.common.diagnostics import did_you_mean

        near = did_you_mean(text, BOTS) or "names of expansions go first, or after `--`"
        raise argparse.ArgumentTypeError(f"no bot is called `{text}`; {near}")
    return text
