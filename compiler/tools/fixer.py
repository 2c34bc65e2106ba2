"""Put right what is clearly wrong: try the edits of findings on a copy, keep what makes it better.

An edit is safe if the finding it belongs to is gone afterwards and no new one has come, above all
not where it was written. Which edits a finding has is told by `fixes`.
"""

from __future__ import annotations

import re
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from yaml import YAMLError

from stele.compiler.common.diagnostics import Diagnostic, Edit
from stele.compiler.common.files import read_regular, write_whole
from stele.compiler.common.span import Span, Text, text_of
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.driver.workspace import Memory
from stele.compiler.front.expansion_paths import shipped
from stele.compiler.front.folder import files_of
from stele.compiler.front.folder_files import seen_files
from stele.compiler.front.source import MOST_BYTES
from stele.compiler.front.wording import in_other_words
from stele.compiler.tools.fixes import edits_for
from stele.compiler.tools.formatter import CannotLayOut, comments

MOST_ROUNDS = 40
MOST_STEPS = 8  # mistakes of one place or file that are seen one after the other
UNREADABLE = "E0101"


Fingerprint = tuple[str, str, str]  # code, path and message of a finding


class Fix(NamedTuple):
    """A finding, and the edits that put it right."""

    diagnostic: Diagnostic
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Repaired:
    """What a run of repairs came to: the new text of each changed file, what it held when it was
    read, and how many findings are put right.
    """

    texts: Mapping[Path, str]
    read: Mapping[Path, bytes]
    count: int
    left: Sequence[Diagnostic]
    stopped_after: int  # rounds, if there was more to try


def repair(folder: Path) -> Repaired:
    """Return a folder's files with everything put right that can be.

    Nothing is written to the folder itself.
    """
    folder = folder.resolve()
    with tempfile.TemporaryDirectory() as place:
        copy = copy_of(folder, Path(place))
        read = {folder / file.relative_to(copy): file.read_bytes() for _, file in files_of(copy, "", [])}
        memory = Memory()
        count = reword(check_folders([copy], memory=memory), copy)
        checked = check_folders([copy], memory=memory)
        refused: set[tuple[Edit, ...]] = set()
        rounds, better = 0, None
        while rounds < MOST_ROUNDS and (better := one_round(copy, checked, memory, refused)) is not None:
            checked, count, rounds = better[0], count + better[1], rounds + 1
        count += reword(checked, copy)  # of files that could not be read before, too
        files = {
            file.relative_to(copy): file.read_bytes().decode("utf-8", "replace") for _, file in files_of(copy, "", [])
        }
        texts = {
            folder / name: text
            for name, text in files.items()
            if text.encode() != read[folder / name] and "\N{REPLACEMENT CHARACTER}" not in text
        }
        return Repaired(texts, read, count, checked.diagnostics, rounds if better is not None else 0)


def reword(checked: Checked, copy: Path) -> int:
    """Write what is said in other words as the clauses that it means; return how many sentences
    that were.
    """
    count = 0
    for document in checked.documents:
        file = Path(document.text.path).resolve()
        if not file.is_relative_to(copy.resolve()):
            continue
        found = [edit for one in in_other_words([document]) for edit in one.edits]
        if found:
            draft = Draft(document.text, b"", ()).with_edits(found)
            file.write_bytes(draft.text.content.encode())
            count += len(found)
    return count


def copy_of(folder: Path, place: Path) -> Path:
    """Return a copy of the content of a folder, beside whatever it builds on that does not come
    with Stele.
    """
    copy = place / folder.name
    copy.mkdir()
    for one in seen_files(folder):
        if not one.problem:
            (copy / one.place).parent.mkdir(parents=True, exist_ok=True)
            (copy / one.place).write_bytes(read_regular(one.file, MOST_BYTES))
    for beside in folder.parent.iterdir():
        if beside.name != folder.name and (beside / "expansion.yaml").is_file() and folder.parent != shipped():
            (place / beside.name).symlink_to(beside.resolve())
    return copy


def one_round(
    copy: Path, checked: Checked, memory: Memory, refused: set[tuple[Edit, ...]]
) -> tuple[Checked, int] | None:
    """Apply all edits at once, or, if that makes anything worse, the first half, quarter or single
    one that does not.

    Return what is then found, and how many findings are put right.
    """
    texts = {path: text for path, text in checked.texts.items() if Path(path).resolve().is_relative_to(copy.resolve())}
    wanted = compatible_fixes(checked.diagnostics, texts, refused)
    if not wanted:
        return None
    groups = [wanted]
    while groups:
        group = groups.pop(0)
        better = try_fixes(group, texts, copy, checked, memory)
        if better is not None:
            return better  # the other places may have moved
        if len(group) == 1:
            refused.add(group[0].edits)
        else:
            middle = len(group) // 2
            groups += [group[:middle], group[middle:]]
    return None


def compatible_fixes(
    diagnostics: Sequence[Diagnostic], texts: Mapping[str, Text], refused: set[tuple[Edit, ...]]
) -> list[Fix]:
    """Return the fixes of findings, except those that were refused or touch an earlier one."""
    wanted: list[Fix] = []
    for diagnostic in diagnostics:
        edits = edits_for(diagnostic, texts)
        taken = [edit for fix in wanted for edit in fix.edits]
        if edits and edits not in refused and not any(overlap(a, b) for a in edits for b in taken):
            wanted.append(Fix(diagnostic, edits))
    return wanted


def overlap(one: Edit, other: Edit) -> bool:
    """Tell whether two edits touch each other."""
    a, b = one.span, other.span
    return (
        a.path == b.path
        and (a.line, a.column) <= (b.end_line, b.end_column)
        and (b.line, b.column) <= (a.end_line, a.end_column)
    )


def try_fixes(
    wanted: Sequence[Fix], texts: Mapping[str, Text], copy: Path, checked: Checked, memory: Memory
) -> tuple[Checked, int] | None:
    """Apply fixes and check; undo them unless their findings are gone and none has come instead.

    A sentence may be wrong twice, and the second mistake is seen once the first is gone. So what is
    then found where something was written anew is put right as well; if it cannot be, nothing is.
    """
    trial = Trial(copy, memory, texts, Counter(map(fingerprint, checked.diagnostics)), wrong_sentences(checked))
    after = trial.run(wanted)
    if after is None:
        trial.undo()
        return None
    return after, len(trial.applied)


@dataclass(slots=True)
class Trial:
    """Fixes that are tried in a copy of a folder: those applied so far, and what they have made of
    its files.
    """

    copy: Path
    memory: Memory
    texts: Mapping[str, Text]  # of the files that may be changed, before the trial
    before: Counter[Fingerprint]
    wrong: frozenset[tuple[str, str]]  # sentences that did not parse before, by their file
    drafts: dict[str, Draft] = field(default_factory=dict)
    applied: list[Fix] = field(default_factory=list)

    def run(self, wanted: Sequence[Fix]) -> Checked | None:
        """Return what is found when nothing is left to put right.

        Nothing if that cannot be reached.
        """
        waiting = list(wanted)
        for _ in range(MOST_STEPS):
            self.apply(waiting)
            after = check_folders([self.copy], memory=self.memory)
            pending = self.pending(after)
            if pending is None:
                return None
            if not pending:
                return after if self.is_success(after) else None
            waiting = self.fixes_for(pending, after)
            if not waiting:
                return None
        return None

    def apply(self, fixes: Sequence[Fix]) -> None:
        """Write the edits of fixes into the files."""
        edits = [edit for fix in fixes for edit in fix.edits]
        for path in dict.fromkeys(edit.span.path for edit in edits):
            draft = self.drafts.get(path) or Draft(self.texts[path], Path(path).read_bytes(), ())
            self.drafts[path] = draft.with_edits([edit for edit in edits if edit.span.path == path])
            write_whole(Path(path), self.drafts[path].text.content)
        self.applied += fixes

    def undo(self) -> None:
        """Write the files as they were."""
        for path, draft in self.drafts.items():
            Path(path).write_bytes(draft.original)

    def pending(self, after: Checked) -> list[Diagnostic] | None:
        """Return the findings that must be put right as well.

        Nothing if the fixes have made something worse elsewhere.
        """
        now = Counter(map(fingerprint, after.diagnostics))
        new = [d for d in after.diagnostics if now[fingerprint(d)] > self.before[fingerprint(d)]]
        # Of many wrong sentences only the first are explained; when some are right, so are others.
        new = [d for d in new if sentence_of(d, after) not in self.wrong]
        inside = [d for d in new if d.span.path in self.drafts and self.drafts[d.span.path].touches(d.span)]
        # Of a file that cannot be read only the first reason is known; the next one is as old.
        unread = {fix.diagnostic.span.path for fix in self.applied if fix.diagnostic.code.id == UNREADABLE}
        further = [
            d for d in after.diagnostics if d.code.id == UNREADABLE and d.span.path in unread and d not in inside
        ]
        # What comes to light elsewhere when an earlier mistake is gone was there all the time.
        first = min(fix.diagnostic.code.id for fix in self.applied)
        if any(d.code.id <= first and d not in inside and d not in further for d in new):
            return None
        return [*inside, *further]

    def is_success(self, after: Checked) -> bool:
        """Tell whether the findings of all fixes are gone, and every comment is still there."""
        # A sentence that is still as it was is none of those that were put right.
        now = Counter(fingerprint(d) for d in after.diagnostics if sentence_of(d, after) not in self.wrong)
        fixed = Counter(fingerprint(fix.diagnostic) for fix in self.applied)
        are_gone = all(now[key] <= max(0, self.before[key] - number) for key, number in fixed.items())
        return are_gone and all(
            comments_in(draft.original.decode("utf-8")) == comments_in(draft.text.content)
            for draft in self.drafts.values()
        )

    def fixes_for(self, pending: Sequence[Diagnostic], after: Checked) -> list[Fix]:
        """Return a fix for each of these findings, or none at all if one has no fix or two touch
        each other.
        """
        written = {path: text for path, text in after.texts.items() if path in self.texts}
        fixes = [Fix(diagnostic, edits_for(diagnostic, written)) for diagnostic in pending]
        taken = [edit for fix in fixes for edit in fix.edits]
        if not all(fix.edits for fix in fixes) or any(overlap(a, b) for a, b in combinations(taken, 2)):
            return []
        return fixes


@dataclass(frozen=True, slots=True)
class Draft:
    """A text on which edits were tried, and the stretches of it that they have written anew."""

    text: Text
    original: bytes
    rewritten: tuple[tuple[int, int], ...]  # with the values of keys, which have another meaning now

    def with_edits(self, edits: Sequence[Edit]) -> Draft:
        """Return the text with further edits applied."""
        content, rewritten = self.text.content, list(self.rewritten)
        for edit in sorted(edits, key=lambda edit: (edit.span.line, edit.span.column), reverse=True):
            start = self.text.offset(edit.span.line, edit.span.column)
            end = self.text.offset(edit.span.end_line, edit.span.end_column)
            content = content[:start] + edit.text + content[end:]
            longer = len(edit.text) - (end - start)
            rewritten = [(a + longer * (a >= end), b + longer * (b >= end)) for a, b in rewritten]
            rewritten.append((start, start + len(edit.text)))
        stretches = tuple((start, value_end(content, end)) for start, end in rewritten)
        return Draft(text_of(self.text.path, content, self.text.names), self.original, stretches)

    def touches(self, span: Span) -> bool:
        """Tell whether a place touches what was written anew."""
        start = self.text.offset(span.line, span.column)
        end = self.text.offset(span.end_line, span.end_column)
        return any(start <= b and a <= end for a, b in self.rewritten)


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


def wrong_sentences(checked: Checked) -> frozenset[tuple[str, str]]:
    """Return the sentences that do not parse, each with its file."""
    found = (sentence_of(diagnostic, checked) for diagnostic in checked.diagnostics)
    return frozenset(one for one in found if one is not None)


def sentence_of(diagnostic: Diagnostic, checked: Checked) -> tuple[str, str] | None:
    """Return the sentence that a finding is about, with its file, if it does not parse."""
    text, span = checked.texts.get(diagnostic.span.path), diagnostic.sentence
    if text is None or span is None:
        return None
    return text.path, text.content[text.offset(span.line, span.column) : text.offset(span.end_line, span.end_column)]


def fingerprint(diagnostic: Diagnostic) -> Fingerprint:
    """Return what tells a finding from others when its place has moved."""
    return diagnostic.code.id, diagnostic.span.path, diagnostic.message


def comments_in(content: str) -> list[str]:
    """Return the comments of a text, as far as it can be read."""
    try:
        return comments(content)
    except (YAMLError, CannotLayOut):  # not YAML yet: every line with a sign for comments counts
        return [line.partition("#")[2].strip() for line in content.splitlines() if "#" in line]
