"""The catalogue of messages as a page.

Every code with what it means, a folder that earns it, the message itself, the folder put right. The
messages are not written here: each example is written into a folder and checked, and what the
author would see is shown.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from stele.compiler.common.codes import W0608
from stele.compiler.common.diagnostics import Diagnostic, expand, in_order, plain
from stele.compiler.common.span import Text
from stele.compiler.docs.model.page import Page
from stele.compiler.docs.model.views import Link, Viewer
from stele.compiler.docs.text.prose import inline
from stele.compiler.driver.cache import content_key, keep_text, kept_text, stable_path
from stele.compiler.driver.check import check_folders, clashes, outdated, unaccounted
from stele.compiler.driver.workspace import Memory, read_folder
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.tools import error_pages

FOLDER = "example"
STAGES = {"1": "source", "2": "schema", "3": "syntax", "4": "resolve", "5": "check", "6": "doubts"}


@dataclass(frozen=True, slots=True)
class ShownFile:
    """A file of an example; a long one is shown once, with how often its text stands there."""

    name: str
    text: str
    times: int
    then: str


@dataclass(frozen=True, slots=True)
class Explained:
    """One code."""

    id: str
    about: str
    is_error: bool
    means: Markup
    why: Markup
    bad: tuple[ShownFile, ...]
    message: str
    good: tuple[ShownFile, ...]
    lacks_identity: bool


@dataclass(frozen=True, slots=True)
class MessageGroup:
    """The codes of one stage of the compiler."""

    id: str
    title: str
    codes: tuple[Explained, ...]


def message_pages(viewer: Viewer) -> Iterator[Page]:
    """Yield the page of all messages."""
    earned = messages(viewer.reference.memory)
    stages = []
    for digit, stage in STAGES.items():
        pages = [page for id, page in error_pages.pages().items() if id[2] == digit]
        title = viewer.speaker.say(f"messages.stage-{stage}")
        stages.append(MessageGroup(stage, title, tuple(explained(page, earned[page.code.id]) for page in pages)))
    codes = tuple(Link(code.id, f"errors.html#{code.id.lower()}") for stage in stages for code in stage.codes)
    values = {"lead": inline(viewer.speaker.say("messages.lead")), "stages": tuple(stages), "codes": codes}
    yield Page("errors.html", viewer.speaker.say("messages.title"), "messages.html.j2", values)


def explained(page: error_pages.ErrorPage, message: str) -> Explained:
    """Return one code as the page shows it."""
    code = page.code
    return Explained(
        code.id,
        code.about,
        code.is_error,
        inline(page.means),
        inline(page.why),
        tuple(shown(file) for file in page.bad),
        message,
        tuple(shown(file) for file in page.good),
        page.lacks_identity,
    )


def shown(file: error_pages.ExampleFile) -> ShownFile:
    """Return a file with strange characters made visible."""
    lines = "\n".join(expand(line) for line in file.text.splitlines())
    return ShownFile(file.name, lines, file.times, file.then)


# --- what an author sees --------------------------------------------------------------------------


def messages(memory: Memory) -> dict[str, str]:
    """Return the message that each bad example earns, by code.

    Kept as long as content and compiler stay the same. Folders that `memory` knows are not read
    again.
    """
    name = f"messages_{content_key(shipped_folders())[:24]}.json"
    if (written := kept_text(name)) is not None:
        kept: dict[str, str] = json.loads(written)
        if list(kept) == list(error_pages.pages()):
            return kept
    earned = earn(memory)
    keep_text(name, json.dumps(earned, ensure_ascii=False, indent=1))
    return earned


def earn(memory: Memory) -> dict[str, str]:
    """Check every bad example and return what the author sees."""
    identity = identity_in(memory)
    return {code: earned_by(page, identity, memory) for code, page in error_pages.pages().items()}


def earned_by(page: error_pages.ErrorPage, identity: str, memory: Memory) -> str:
    """Return the message that the bad example of a page earns."""
    with tempfile.TemporaryDirectory() as place:
        folder = (Path(place) / FOLDER).resolve()
        error_pages.write_example(page, True, folder, identity)
        message = earned_by_reading(page, folder, memory) or earned_by_checking(page, folder, memory)
        assert message, f"the example of {page.code.id} does not earn it"
        return message


def earned_by_reading(page: error_pages.ErrorPage, folder: Path, memory: Memory) -> str:
    """Return the message if it is about one file.

    Then no set of expansions need be checked for it.
    """
    found: list[Diagnostic] = []
    read, _ = read_folder(folder, stable_path(folder), memory, found)
    return first_message(page, in_order(found), {document.text.path: document.text for document in read.documents})


def earned_by_checking(page: error_pages.ErrorPage, folder: Path, memory: Memory) -> str:
    """Return the message of a check.

    What the example requires is shown by the name of its folder alone.
    """
    checked = check_folders([folder], stable_path, memory)
    found = [*checked.diagnostics, *outdated(checked, [folder]), *unaccounted(checked, [folder])]
    if page.code is W0608:
        found = clashes(checked, [folder], stable_path)
    message = first_message(page, found, checked.texts)
    for source in checked.places.values():
        message = message.replace(f"{stable_path(source)}/", f"{source.name}/")
    return message


def first_message(page: error_pages.ErrorPage, found: Sequence[Diagnostic], texts: Mapping[str, Text]) -> str:
    """Return the first message with the code of a page, or nothing."""
    return next((plain(one, texts).rstrip() for one in found if one.code == page.code), "")


def identity_in(memory: Memory) -> str:
    """Return the `expansion.yaml` of examples that show none.

    It requires the expansion on which all others build.
    """
    read = (read_folder(folder, stable_path(folder), memory, [])[1] for folder in shipped_folders())
    root = next(content.expansion for content in read if content is not None and not content.expansion.requires)
    required = f'{{{root.id}: "{root.version}"}}'
    return f'stele: 2\nid: {FOLDER}\nname: An example\nversion: "1.0"\nofficial: false\nrequires: {required}\n'
