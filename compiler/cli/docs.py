"""`stele docs`: write the rules reference of expansions: a site, Markdown, or sheets for paper."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.progress import Progress

from stele.compiler.cli.meant import id_of, meant
from stele.compiler.cli.paint import progress_console, write, write_problem
from stele.compiler.cli.report import report
from stele.compiler.docs.model.reference import Reference, refer
from stele.compiler.docs.output.markdown import markdown
from stele.compiler.docs.output.site import site
from stele.compiler.docs.output.writing import ForeignFolder, OutputFile, Written, is_current
from stele.compiler.docs.output.writing import write as write_files
from stele.compiler.docs.text.assets import tools_key
from stele.compiler.driver.cache import stable_key


def run(options: argparse.Namespace) -> int:
    """Check, compile and write."""
    if options.only and options.format != "print":
        write_problem("`--only` goes with `--format print`: pages of a reference lead to each other", sys.stderr)
        return 2
    place, named = Path(options.output), meant(options.expansions)
    only = [folder for name in options.only for folder in among(name, named)]
    folders = list(dict.fromkeys([*(named if options.expansions or not only else []), *only]))

    def made_of_now() -> str:
        return f"{stable_key(folders)}:{tools_key()}:{options.lang}:{options.format}"

    made_of = made_of_now()
    start = place / ("index.md" if options.format == "md" else "index.html")
    if is_current(place, made_of):
        write([("good", "reference"), ("", f": {start} (nothing has changed)\n")], sys.stdout)
        return 0
    try:
        with shown_progress() as progress:
            progress.add_task("reading", total=None)
            reference = refer(folders, options.lang)
        if not isinstance(reference, Reference):
            report(reference.diagnostics, reference)
            return 1
        if options.format == "print":
            return on_paper(reference, place, only)
        pieces = markdown(reference) if options.format == "md" else site(reference)
        if made_of != made_of_now():
            made_of = ""  # a file was saved meanwhile, and may be in the pages or not
        written = write_with_progress(place, pieces, made_of)
    except ForeignFolder as problem:
        write_problem(str(problem), sys.stderr)
        return 1
    except OSError as problem:
        write_problem(f"cannot write {problem.filename or place}: {problem.strerror}", sys.stderr)
        return 1
    numbers = f"{len(written.written)} files written, {written.kept} as they were"
    numbers += f", {len(written.removed)} removed" if written.removed else ""
    write([("good", "reference"), ("", f": {start} ({numbers})\n")], sys.stdout)
    return 0


def among(name: str, folders: Sequence[Path]) -> list[Path]:
    """Return the folder of an expansion, which may be named by the id that one of some folders
    has.
    """
    called = [] if Path(name).exists() else [folder for folder in folders if id_of(folder) == name]
    return called or meant([name])


def shown_progress() -> Progress:
    """Return a bar for people who look on; programs see nothing of it."""
    console = progress_console()
    return Progress(console=console, transient=True, disable=not console.is_terminal)


def write_with_progress(place: Path, pieces: dict[str, OutputFile], made_of: str) -> Written:
    """Write files and show how far it is."""
    with shown_progress() as progress:
        task = progress.add_task("writing", total=len(pieces))
        return write_files(place, pieces, made_of, lambda name: progress.advance(task))


def on_paper(reference: Reference, place: Path, only: Sequence[Path]) -> int:
    """Write sheets to print, and a PDF where a browser can make one.

    `only` are the folders of which items are printed, if not all.
    """
    from stele.compiler.docs.output.printing import write_print

    chosen = frozenset(reference.checked.ids_in(only)) if only else None
    listed = [content for content in reference.contents if chosen is None or content.expansion.id in chosen]
    if not any(content.cards or content.boards or content.places for content in listed):
        names = ", ".join(f"`{content.expansion.id}`" for content in listed)
        write_problem(f"{names} has no cards or boards to print", sys.stderr)
        return 1
    printed = write_print(reference.contents, reference.speaker, place, chosen)
    for file in printed.files:
        write([("good", "printed"), ("", f": {file}\n")], sys.stdout)
    if printed.trouble:
        write([("warning", "no PDF"), ("", f": {printed.trouble}\n")], sys.stdout)
    return 0
