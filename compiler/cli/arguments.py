"""What can be typed after `stele`: all commands with their arguments, without loading what they
need.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Sequence
from typing import NoReturn

from stele.lab.bots import BOTS

FORMATS = ("text", "json", "github", "sarif", "junit")
LANGUAGES = ("en", "fr")
EXPANSIONS = "ids or folders; without any all shipped"


class ShowVersion(argparse.Action):
    """Print which Stele runs, on which Python, and leave."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version  # nobody else needs it

        print(f"stele {version('stele-rules')} (Python {platform.python_version()})")
        parser.exit()


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """Return what was typed; an unknown command is told what is nearest. Without any: help."""
    whole = parser()
    if not arguments:
        whole.print_help()
        whole.exit()
    command = next((word for word in arguments if not word.startswith("-")), None)
    commands = next(list(action.choices or ()) for action in whole._actions if action.dest == "command")
    if command is not None and command not in commands:
        from stele.compiler.common.diagnostics import did_you_mean

        near = did_you_mean(command, commands) or "`stele --help` lists all commands"
        whole.error(f"there is no command `{command}`; {near}")
    return whole.parse_args(arguments)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    whole = argparse.ArgumentParser(
        prog="stele", description="Check, show, compile and play card-drafting games that are written in YAML."
    )
    whole.add_argument("--version", action=ShowVersion, nargs=0, help="say which version runs, and leave")
    commands = whole.add_subparsers(dest="command", metavar="COMMAND", required=True)

    check = commands.add_parser(
        "check",
        help="check content files",
        description="Check expansions, with everything they require. Without a folder: all that come with Stele.",
    )
    check.add_argument("folders", nargs="*", metavar="FOLDER", help="an expansion's folder, or a shipped one's id")
    check.add_argument("--strict", action="store_true", help="let warnings count, and ask for rulings and sources")
    check.add_argument("--provenance", action="store_true", help="list the values that are proposed, line by line")
    check.add_argument(
        "--format", choices=FORMATS, default="text", help="for people, programs, or a continuous integration (text)"
    )

    fmt = commands.add_parser(
        "fmt",
        help="lay out content files in the canonical way",
        description="Lay out the files of expansions: indentation, spaces, quotes and the wording of clauses. "
        "Comments and meaning stay. Without a folder: all that come with Stele.",
    )
    fmt.add_argument(
        "folders", nargs="*", metavar="FOLDER", help="an expansion's folder, a shipped one's id, or a file"
    )
    fmt.add_argument("--check", action="store_true", help="write nothing; exit code 1 if something would change")
    fmt.add_argument("--diff", action="store_true", help="write nothing; show what would change")

    fix = commands.add_parser(
        "fix",
        help="put right what is clearly wrong",
        description="Apply the repairs that messages offer, on a copy first: one is kept only if its finding is gone and "
        "none is new. Comments stay.",
    )
    fix.add_argument("folders", nargs="+", metavar="FOLDER", help="an expansion's folder")
    fix.add_argument("--diff", action="store_true", help="write nothing; show what would change")

    explain = commands.add_parser(
        "explain",
        help="explain the code of a message",
        description="Say what a code means, why it matters, what earns it and how to put that right. Needs no network.",
    )
    explain.add_argument("code", nargs="?", metavar="CODE", help="such as E0402; without it all are listed")
    explain.add_argument("--list", action="store_true", help="list all codes")

    new = commands.add_parser(
        "new",
        help="start an expansion, a card, a board or a ruling",
        description="Write a commented start that is valid and can be played at once.",
    )
    new.add_argument("kind", choices=("expansion", "card", "board", "ruling"), help="what to start")
    new.add_argument("name", metavar="NAME", help="its id or its name")
    new.add_argument(
        "--in",
        dest="folder",
        default=".",
        metavar="FOLDER",
        help="the expansion's folder, or where to put a new one (.)",
    )

    schema = commands.add_parser(
        "schema",
        help="write the JSON Schemas of content files for an editor",
        description="Write the schemas beside the content and name them in the first line of each file, so that an editor completes keys.",
    )
    schema.add_argument("folder", nargs="?", default=".", metavar="FOLDER", help="the expansion's folder (.)")

    show = commands.add_parser(
        "show",
        help="show an item at every stage",
        description="Print an item as it is at every stage: YAML, clauses, sentences, syntax trees and the Python it became.",
    )
    show.add_argument("item", metavar="ITEM", help="the id of a card or board")
    show.add_argument("folders", nargs="*", metavar="FOLDER", help="where to look; without it in all shipped content")

    build = commands.add_parser(
        "build",
        help="compile expansions into a Python module",
        description="Compile expansions, with everything they require, into one module that needs only the runtime.",
    )
    build.add_argument("expansions", nargs="*", metavar="EXPANSION", help=EXPANSIONS)
    build.add_argument("-o", "--output", metavar="FILE", help="where to write it; without it to the terminal")

    build.add_argument("--variant", metavar="V", help="a variant that the content declares")

    docs = commands.add_parser(
        "docs",
        help="write the rules reference of expansions",
        description="Write the rules reference from the content that is compiled: a site that needs no network, Markdown, or "
        "cards and boards to print. Only what has changed is written.",
    )
    docs.add_argument("expansions", nargs="*", metavar="EXPANSION", help=EXPANSIONS)
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

    test = commands.add_parser(
        "test",
        help="play the rulings of expansions, the executable FAQ",
        description="Play the scene of every ruling and compare what must be true then. Without a folder: all that come with Stele.",
    )
    test.add_argument("folders", nargs="*", metavar="FOLDER", help="an expansion's folder, or a shipped one's id")
    test.add_argument("-k", dest="word", default="", metavar="WORD", help="only rulings with this word in their id")
    test.add_argument("--coverage", action="store_true", help="list rules and clauses that no ruling proves")
    test.add_argument("--threshold", type=float, metavar="PERCENT", help="fail if less than this is proven")

    watch = commands.add_parser(
        "watch",
        help="check an expansion whenever a file of it is saved",
        description="Check again whenever a file is saved, play the rulings that the change touches, keep the last good build.",
    )
    watch.add_argument("folder", metavar="FOLDER", help="an expansion's folder, or a shipped one's id")
    watch.add_argument("-o", "--output", metavar="FILE", help="where to keep the last good build")
    watch.add_argument("--every", type=float, default=0.3, metavar="SECONDS", help="how often to look (0.3)")
    watch.add_argument("--once", action="store_true", help="look once and leave")

    play = commands.add_parser(
        "play",
        help="play a game in the terminal",
        description="Play against bots; every option is shown with what it costs. Type `help` at any question.",
    )
    play.add_argument("expansions", nargs="*", metavar="EXPANSION", help=EXPANSIONS)
    play.add_argument("--players", type=int, default=4, metavar="N", help="how many seats, yours included (4)")
    play.add_argument("--seed", type=int, default=1, metavar="S", help="the same seed deals the same game (1)")
    play.add_argument("--bot", default="greedy", choices=sorted(BOTS), help="who plays the other seats (greedy)")
    play.add_argument("--watch", action="store_true", help="let bots play every seat")
    play.add_argument("--save", metavar="FILE", help="save the finished game, for `stele why`")
    play.add_argument("--variant", metavar="V", help="a variant that the content declares")

    simulate = commands.add_parser(
        "simulate",
        help="play many games between bots and show how each board fares",
        description="Play games between bots on all cores. The same seed gives the same table, whatever the number of processes.",
    )
    simulate.add_argument("expansions", nargs="*", metavar="EXPANSION", help=EXPANSIONS)
    simulate.add_argument("--players", type=int, default=4, metavar="N", help="how many seats (4)")
    simulate.add_argument("--games", type=positive, default=1000, metavar="N", help="how many games (1000)")
    simulate.add_argument("--seed", type=int, default=1, metavar="S", help="the seed of the first game (1)")
    simulate.add_argument("--bots", nargs="+", default=["greedy"], choices=sorted(BOTS), help="for each seat, in turn")
    simulate.add_argument("--processes", type=positive, metavar="N", help="how many at once; without it all cores")
    simulate.add_argument("--variant", metavar="V", help="a variant that the content declares")

    why = commands.add_parser(
        "why",
        help="say where every point of a saved game comes from",
        description="Say where every point comes from, down to the line of YAML.",
    )
    why.add_argument("save", metavar="SAVE", help="a game that `stele play` has saved")
    why.add_argument("--folder", action="append", default=[], help="the folder of an expansion that is not shipped")
    return whole


def positive(text: str) -> int:
    """Read a number that is at least 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number
