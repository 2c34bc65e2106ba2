"""`stele explain`: the page of a code, with an example that earns it and the same put right."""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator

from stele.compiler.cli.paint import in_lines, write, write_problem
from stele.compiler.common.codes import CODES, RETIRED
from stele.compiler.common.diagnostics import expand, near_words
from stele.compiler.tools.error_pages import ErrorPage, ExampleFile, pages

WIDTH = 100


def run(options: argparse.Namespace) -> int:
    """Print one page, or the list of all codes."""
    if options.list or options.code is None:
        write((piece for code in CODES for piece in (("mark", code.id), ("", f"  {code.about}\n"))), sys.stdout)
        return 0
    id = options.code.upper()
    if id in pages():
        write(page_pieces(pages()[id]), sys.stdout)
        return 0
    if id in RETIRED:
        write_problem(f"{id} said `{RETIRED[id]}`; nothing earns it any more", sys.stderr)
        return 2
    near = near_words(id, pages())
    help = f"did you mean `{near[0]}`?" if near else "`stele explain --list` shows them all"
    write_problem(f"there is no code `{options.code}`; {help}", sys.stderr)
    return 2


def page_pieces(page: ErrorPage) -> Iterator[tuple[str, str]]:
    """Yield a page as pieces of (style, text)."""
    yield from [("error" if page.code.is_error else "warning", page.code.id), ("strong", f": {page.code.about}\n\n")]
    yield from in_lines("", f"{textwrap.fill(page.means, WIDTH)}\n\n")
    yield from [
        ("mark", "Why it matters: "),
        *in_lines("", f"{textwrap.fill(page.why, WIDTH, initial_indent=' ' * 16).strip()}\n\n"),
    ]
    yield "error", "This earns it:\n\n"
    if page.lacks_identity:
        yield "faint", "    # a folder without expansion.yaml\n"
    for file in page.bad:
        yield from file_pieces(file)
    yield "good", "This is right:\n\n"
    for file in page.good:
        yield from file_pieces(file)


def file_pieces(file: ExampleFile) -> Iterator[tuple[str, str]]:
    """Yield one file of an example."""
    yield "faint", f"    # {file.name}\n"
    text = file.text
    if file.times > 1:
        text += f"... {file.times} times\n{file.then}"
    for line in text.splitlines():
        yield "", f"    {expand(line)}".rstrip() + "\n"
    yield "", "\n"
