"""Put right what is clearly wrong: the edits of findings, tried on a copy, and kept only if they make things better.

An edit is safe if the finding it belongs to is gone afterwards and no new one has come, above all not where it was written. What a diagnostic brings along is an edit at
its place; a few repairs need to see the text around it and stand here.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from yaml import YAMLError

from stele.compiler.common.diagnostics import Diagnostic, Edit
from stele.compiler.common.span import Span, Text, text_of
from stele.compiler.driver.cache import write_whole
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.driver.workspace import Memory
from stele.compiler.front.clause_errors import TWO_SENTENCES
from stele.compiler.front.expansion_paths import shipped
from stele.compiler.front.source import files_of
from stele.compiler.tools.formatter import CannotLayOut, comments

MOST_ROUNDS = 40
MOST_STEPS = 8  # mistakes of one place or file that are seen one after the other
UNREADABLE = "E0101"


@dataclass(frozen=True, slots=True)
class Repaired:
    """What a run of repairs came to: the new text of each changed file, and how many findings it has put right."""

    texts: Mapping[Path, str]
    count: int
    left: Sequence[Diagnostic]


def repair(folder: Path) -> Repaired:
    """Return a folder's files with everything put right that can be; nothing is written to the folder itself."""
    folder = folder.resolve()
    with tempfile.TemporaryDirectory() as place:
        copy = copied(folder, Path(place))
        memory = Memory()
        checked = check_folders([copy], memory=memory)
        count = 0
        refused: set[tuple[Edit, ...]] = set()
        for _ in range(MOST_ROUNDS):
            better = one_round(copy, checked, memory, refused)
            if better is None:
                break
            checked, count = better[0], count + better[1]
        files = {
            file.relative_to(copy): file.read_bytes().decode("utf-8", "replace") for _, file in files_of(copy, "", [])
        }
        texts = {
            folder / name: text
            for name, text in files.items()
            if text.encode() != (folder / name).read_bytes() and "\N{REPLACEMENT CHARACTER}" not in text
        }
        return Repaired(texts, count, checked.diagnostics)


def copied(folder: Path, place: Path) -> Path:
    """Return a copy of the content of a folder, beside whatever it builds on that does not come with Stele."""
    copy = place / folder.name
    copy.mkdir()
    for file in folder.rglob("*.y*ml"):
        if file.is_file():
            (copy / file.relative_to(folder)).parent.mkdir(parents=True, exist_ok=True)
            (copy / file.relative_to(folder)).write_bytes(file.read_bytes())
    for beside in folder.parent.iterdir():
        if beside.name != folder.name and (beside / "expansion.yaml").is_file() and folder.parent != shipped():
            (place / beside.name).symlink_to(beside.resolve())
    return copy


def one_round(
    copy: Path, checked: Checked, memory: Memory, refused: set[tuple[Edit, ...]]
) -> tuple[Checked, int] | None:
    """Apply all edits at once, or, if that makes anything worse, the first that does not; return what is then found, and how many."""
    texts = {path: text for path, text in checked.texts.items() if Path(path).resolve().is_relative_to(copy.resolve())}
    wanted: list[tuple[Diagnostic, tuple[Edit, ...]]] = []
    for diagnostic in checked.diagnostics:
        edits = edits_for(diagnostic, texts)
        taken = [edit for _, group in wanted for edit in group]
        if edits and edits not in refused and not any(overlap(a, b) for a in edits for b in taken):
            wanted.append((diagnostic, edits))
    if not wanted:
        return None
    together = tried(wanted, texts, copy, checked, memory)
    if together is not None:
        return together
    for one in wanted:
        alone = tried([one], texts, copy, checked, memory)
        if alone is not None:
            return alone  # the other places may have moved
        refused.add(one[1])
    return None


def overlap(one: Edit, other: Edit) -> bool:
    """Tell whether two edits touch each other."""
    a, b = one.span, other.span
    return (
        a.path == b.path
        and (a.line, a.column) <= (b.end_line, b.end_column)
        and (b.line, b.column) <= (a.end_line, a.end_column)
    )


def tried(
    wanted: Sequence[tuple[Diagnostic, tuple[Edit, ...]]],
    texts: Mapping[str, Text],
    copy: Path,
    checked: Checked,
    memory: Memory,
) -> tuple[Checked, int] | None:
    """Apply edits and check; undo them and return nothing unless their findings are gone and none has come instead.

    A sentence may be wrong twice, and the second mistake is seen once the first is gone. So what is then found where something was
    written anew is put right as well; if it cannot be, nothing is.
    """
    drafts: dict[str, Draft] = {}
    before = Counter(map(said, checked.diagnostics))
    old = {path: Path(path).read_bytes() for path in texts}
    done = list(wanted)
    waiting = list(wanted)
    for _ in range(MOST_STEPS):
        edits = [edit for _, group in waiting for edit in group]
        for path in dict.fromkeys(edit.span.path for edit in edits):
            draft = drafts.get(path) or Draft(texts[path], ())
            drafts[path] = draft.with_edits([edit for edit in edits if edit.span.path == path])
            write_whole(Path(path), drafts[path].text.content)
        after = check_folders([copy], memory=memory)
        now = Counter(map(said, after.diagnostics))
        fixed = Counter(said(diagnostic) for diagnostic, _ in done)
        # What comes to light elsewhere when an earlier mistake is gone was there all the time.
        first = min(diagnostic.code.id for diagnostic, _ in done)
        new = [d for d in after.diagnostics if now[said(d)] > before[said(d)]]
        inside = [d for d in new if d.span.path in drafts and drafts[d.span.path].holds(d.span)]
        new = [d for d in new if d.code.id <= first or d in inside]
        # Of a file that cannot be read only the first reason is known; the next one is as old.
        unread = {d.span.path for d, _ in done if d.code.id == UNREADABLE}
        further = [
            d for d in after.diagnostics if d.code.id == UNREADABLE and d.span.path in unread and d not in inside
        ]
        new = [d for d in new if d not in further]
        if not new and not further:
            are_gone = all(now[key] <= max(0, before[key] - number) for key, number in fixed.items())
            are_kept = all(words(old[path].decode("utf-8")) == words(drafts[path].text.content) for path in drafts)
            if are_gone and are_kept:
                return after, len(done)
            break
        written = {path: text for path, text in after.texts.items() if path in texts}
        waiting = [(diagnostic, edits_for(diagnostic, written)) for diagnostic in (*new, *further)]
        taken = [edit for _, group in waiting for edit in group]
        if (
            any(d not in inside for d in new)
            or not all(group for _, group in waiting)
            or any(overlap(a, b) for a, b in combinations(taken, 2))
        ):
            break
        done += waiting
    for path in drafts:
        Path(path).write_bytes(old[path])
    return None


@dataclass(frozen=True, slots=True)
class Draft:
    """A text on which edits were tried, and the stretches of it that they have written anew or given another meaning."""

    text: Text
    anew: tuple[tuple[int, int], ...]

    def with_edits(self, edits: Sequence[Edit]) -> Draft:
        """Return the text with further edits applied."""
        content, anew = self.text.content, list(self.anew)
        for edit in sorted(edits, key=lambda edit: (edit.span.line, edit.span.column), reverse=True):
            start = self.text.offset(edit.span.line, edit.span.column)
            end = self.text.offset(edit.span.end_line, edit.span.end_column)
            content = content[:start] + edit.text + content[end:]
            longer = len(edit.text) - (end - start)
            anew = [(a + longer * (a >= end), b + longer * (b >= end)) for a, b in anew]
            anew.append((start, start + len(edit.text)))
        return Draft(text_of(self.text.path, content), tuple((a, value_end(content, b)) for a, b in anew))

    def holds(self, span: Span) -> bool:
        """Tell whether a place touches what was written anew."""
        start = self.text.offset(span.line, span.column)
        end = self.text.offset(span.end_line, span.end_column)
        return any(start <= b and a <= end for a, b in self.anew)


def value_end(content: str, end: int) -> int:
    """Return where a stretch ends, with the value that belongs to it if it is a key."""
    if not re.match(r":(?=\s)", content[end:]):
        return end
    line = content.rfind("\n", 0, end) + 1
    depth, quote = 0, ""
    is_inside = content[line:end].count("{") > content[line:end].count("}")
    for at in range(end, len(content)):
        sign = content[at]
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'" and content[at - 1] in " [{,":
            quote = sign
        elif sign in "[{":
            depth += 1
        elif sign in "]}":
            depth -= 1
        if depth < 0 or (is_inside and depth == 0 and not quote and sign == ","):
            return at
        if sign == "\n" and depth == 0 and not is_inside:
            break
    lead = re.match(r"[ -]*", content[line:end])
    indent = len(lead[0]) if lead is not None else 0
    while (below := re.compile(r"\n([ ]*)(-?)[^\n]*").match(content, at)) is not None:
        if below[0].strip() and len(below[1]) + (1 if below[2] else 0) <= indent:
            break
        at = below.end()
    return at


def said(diagnostic: Diagnostic) -> tuple[str, str, str]:
    """Return what tells a finding from others when its place has moved."""
    return diagnostic.code.id, diagnostic.span.path, diagnostic.message


def words(content: str) -> list[str]:
    """Return the comments of a text, as far as it can be read."""
    try:
        return comments(content)
    except (YAMLError, CannotLayOut):  # not YAML yet: every line with a sign for comments counts
        return [line.partition("#")[2].strip() for line in content.splitlines() if "#" in line]


# --- repairs that look around -----------------------------------------------------------------------------------------


def edits_for(diagnostic: Diagnostic, texts: Mapping[str, Text]) -> tuple[Edit, ...]:
    """Return the edits that put a finding right, in the files that may be changed."""
    text = texts.get(diagnostic.span.path)
    if text is None:
        return ()
    edits = diagnostic.edits
    if not edits and diagnostic.code.id in REPAIRS:
        edits = REPAIRS[diagnostic.code.id](diagnostic, text)
    return edits if all(edit.span.path in texts for edit in edits) else ()


def around(diagnostic: Diagnostic, text: Text) -> tuple[str, int, int]:
    """Return the content, and where in it a finding begins and ends."""
    span = diagnostic.span
    return text.content, text.offset(span.line, span.column), text.offset(span.end_line, span.end_column)


def without_repetition(diagnostic: Diagnostic, text: Text) -> tuple[Edit, ...]:
    """A word that stands twice in a list loses its second place, with the `or`, `and` or comma before it."""
    content, start, end = around(diagnostic, text)
    joint = re.search(r"(?:\s+or|\s+and|\s*,)\s+$", content[:start])
    return (Edit(text.span(joint.start(), end), ""),) if joint else ()


def summed_up(diagnostic: Diagnostic, text: Text) -> tuple[Edit, ...]:
    """Parts of a cost that name one thing are added up; one that asks for nothing is left out."""
    content, start, end = around(diagnostic, text)
    part = re.fullmatch(r"(-?\d+)\s+(.*)", content[start:end])
    joint = re.search(r"\s*,\s*$", content[:start])
    if part is None:
        return ()
    if int(part[1]) < 1:
        after = re.match(r"\s*,\s*", content[end:])
        if joint is None and after is not None:
            return (Edit(text.span(start, end + after.end()), ""),)
        return (Edit(text.span(joint.start(), end), ""),) if joint else (Edit(text.span(start, end), "free"),)
    line = text.offset(diagnostic.span.line, 1)
    first = re.search(rf"(?<![\w-])(\d+)(?=\s+{re.escape(part[2])}(?![\w-]))", content[line:start])
    if first is None or joint is None:
        return ()
    total = str(int(first[1]) + int(part[1]))
    return Edit(text.span(line + first.start(), line + first.end()), total), Edit(text.span(joint.start(), end), "")


def one_of_two(diagnostic: Diagnostic, text: Text) -> tuple[Edit, ...]:
    """A key that stands twice with the same value loses its second line."""
    content, start, _ = around(diagnostic, text)
    first = text.offset(diagnostic.notes[0].span.line, diagnostic.notes[0].span.column)
    one, other = (re.match(r"[^\n#]*", content[at:]) for at in (first, start))
    line = text.offset(diagnostic.span.line, 1)
    if one is None or other is None or one[0].rstrip() != other[0].rstrip() or content[line:start].strip():
        return ()
    end = content.find("\n", start)
    if end < 0 or "#" in content[line:end] or one[0].rstrip().endswith(":"):
        return ()
    return (Edit(text.span(line, end + 1), ""),)


def with_identity(diagnostic: Diagnostic, text: Text) -> tuple[Edit, ...]:
    """A card with the name of another one shares its identity."""
    content, start, end = around(diagnostic, text)
    given = re.search(r"`identity: ([a-z0-9-]+)`", diagnostic.help)
    line = content[text.offset(diagnostic.span.line, 1) : start]
    if given is None:
        return ()
    if re.fullmatch(r"\s*- id: *", line):
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        return (Edit(text.span(end, end), f"\n{indent}identity: {given[1]}"),) if content[end : end + 1] == "\n" else ()
    return (Edit(text.span(end, end), f", identity: {given[1]}"),)


def in_quotes(diagnostic: Diagnostic, text: Text) -> tuple[Edit, ...]:
    """A text that contains `: `, or begins with a special sign, gets quotes; tabs of an indentation become spaces."""
    content, start, _ = around(diagnostic, text)
    line = text.offset(diagnostic.span.line, 1)
    end = line + len(text.line(diagnostic.span.line))
    indent = re.match(r"[ \t]*", content[line:end])
    if indent is not None and "\t" in indent[0]:
        above = re.match(r"( *(?:- )*)[^\n#]*[^\n#: ]", text.line(diagnostic.span.line - 1)) if line else None
        is_below = above is not None and ": " in above[0]  # a key with its value, beside which this one stands
        spaces = " " * len(above[1]) if above is not None and is_below else indent[0].replace("\t", "  ")
        return (Edit(text.span(line, line + indent.end()), spaces),)
    value = re.match(r"(\s*(?:- )?[a-z-]+: )([^'\"\[{|>#][^#]*?)\s*$", content[line:end])
    if value is None or '"' in value[2] or "\\" in value[2] or start < line + value.start(2):
        return ()
    return (Edit(text.span(line + value.start(2), line + value.end(2)), f'"{value[2]}"'),)


def without_sign(diagnostic: Diagnostic, text: Text) -> tuple[Edit, ...]:
    """A sign that is no part of the language is left out."""
    return (Edit(diagnostic.span, ""),) if diagnostic.help == "leave it out" else ()


ALONE = r"(?:gain|score|produce) [^,]*"  # with no moment, limit or condition, and for nobody else
JOINED = r"\b(?:per|if|then|when|for|from|to|once)\b"  # what may have been meant for both of two sentences


def in_two(diagnostic: Diagnostic, text: Text) -> tuple[Edit, ...]:
    """Two plain sentences become two entries of the list of effects."""
    content, start, _ = around(diagnostic, text)
    both = re.findall(r"`([^`]*)`", diagnostic.help)
    if diagnostic.message != TWO_SENTENCES or len(both) != 2:
        return ()
    if not all(re.fullmatch(ALONE, one) and not re.search(JOINED, one) for one in both):
        return ()
    before = content[text.offset(diagnostic.span.line, 1) : start]
    if re.search(r"(?:^|[\s{])effect: $", before) and not content[start] in "\"'|>":
        return (Edit(diagnostic.span, f"[{both[0]}, {both[1]}]"),)
    if re.search(r"(?:^|[\s{])effect: \[[^][]*$", before) and not content[start] in "\"'":
        return (Edit(diagnostic.span, f"{both[0]}, {both[1]}"),)
    above = re.search(r"(?:^|[\s-])effect:[^\n]*((?:\n *- [^\n]*)*)\n *- $", content[:start])
    if above is not None and before.strip() == "-" and not content[start] in "\"'|>":
        return (Edit(diagnostic.span, f"{both[0]}\n{before}{both[1]}"),)
    return ()


REPAIRS: Mapping[str, Callable[[Diagnostic, Text], tuple[Edit, ...]]] = {
    "E0101": in_quotes,
    "E0102": one_of_two,
    "E0303": without_sign,
    "E0305": in_two,
    "E0503": with_identity,
    "E0506": without_repetition,
    "E0508": summed_up,
}
