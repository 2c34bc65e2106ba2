"""Find the edits that put a finding right: its own, or by its code from the text around it.

`2 wood, 1 wood` with E0508 becomes `3 wood`: one edit of the first number, one that removes the
rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from stele.compiler.common.diagnostics import Diagnostic, Edit
from stele.compiler.common.span import Text
from stele.compiler.front.clause_errors import TWO_SENTENCES


def edits_for(diagnostic: Diagnostic, texts: Mapping[str, Text]) -> tuple[Edit, ...]:
    """Return the edits that put a finding right, in the files that may be changed."""
    text = texts.get(diagnostic.span.path)
    if text is None:
        return ()
    edits = diagnostic.edits
    if not edits and diagnostic.code.id in FIXES_BY_CODE:
        edits = FIXES_BY_CODE[diagnostic.code.id](diagnostic, text)
    return edits if all(edit.span.path in texts for edit in edits) else ()


def around(diagnostic: Diagnostic, text: Text) -> tuple[str, int, int]:
    """Return the content, and where in it a finding begins and ends."""
    span = diagnostic.span
    return text.content, text.offset(span.line, span.column), text.offset(span.end_line, span.end_column)


def without_repetition(diagnostic: Diagnostic, text: Text) -> tuple[Edit, ...]:
    """A word that stands twice in a list loses its second place, with the `or`, `and` or comma
    before it.
    """
    content, start, end = around(diagnostic, text)
    joint = re.search(r"(?:\s+or|\s+and|\s*,)\s+$", content[:start])
    return (Edit(text.span(joint.start(), end), ""),) if joint else ()


def summed_up(diagnostic: Diagnostic, text: Text) -> tuple[Edit, ...]:
    """Parts of a cost that name one thing are added up; one that asks for nothing is left out."""
    content, start, end = around(diagnostic, text)
    part = re.fullmatch(r"(\d+)\s+(.*)", content[start:end])
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
    """A text that contains `: `, or begins with a special sign, gets quotes.

    Tabs of an indentation become spaces.
    """
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


FIXES_BY_CODE: Mapping[str, Callable[[Diagnostic, Text], tuple[Edit, ...]]] = {
    "E0101": in_quotes,
    "E0102": one_of_two,
    "E0303": without_sign,
    "E0305": in_two,
    "E0503": with_identity,
    "E0506": without_repetition,
    "E0508": summed_up,
}
