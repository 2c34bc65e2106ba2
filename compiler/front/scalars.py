"""Find, for each character of a YAML scalar's value, the offset in the file where it was written.

`effect: "gain 1 coin"` has the value `gain 1 coin`; its first character was written one column
after the quote. Folded lines, escapes and block indentation are followed, so a caret can stand
under the very word.
"""

from __future__ import annotations

import re

Written = list[tuple[str, int]]  # decoded character, offset in the file

ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "\t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b",
    " ": " ", '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
HEX_LENGTH = {"x": 2, "u": 4, "U": 8}
LINE_BREAK = re.compile(r"\r\n|\r|\n")


def offsets(text: str, start: int, end: int, style: str | None, value: str) -> tuple[int, ...]:
    """Return one offset per character of `value`, and one more for its end."""
    match style:
        case "'" | '"':
            written = quoted(text, start + 1, end - 1, style)
        case "|" | ">":
            written = block(text, start, end, style)
        case _:
            written = quoted(text, start, end, "")
    if "".join(character for character, _ in written) != value:
        # Never seen; a caret at the start of the scalar is still a true place.
        return (start,) * (len(value) + 1)
    last = written[-1][1] + 1 if written else start
    return (*(offset for _, offset in written), last)


def quoted(text: str, start: int, end: int, quote: str) -> Written:
    """Decode a plain (no quote), single-quoted or double-quoted scalar.

    Line breaks fold into spaces.
    """
    written: Written = []
    i = start
    while i < end:
        character = text[i]
        if character in " \t\r\n":
            j = i
            while j < end and text[j] in " \t\r\n":
                j += 1
            written += fold(text, i, j)
            i = j
        elif quote == "'" and character == "'":
            written.append(("'", i))
            i += 2
        elif quote == '"' and character == "\\":
            decoded, i = escape(text, i, end)
            written += decoded
        else:
            written.append((character, i))
            i += 1
    return written


def fold(text: str, start: int, end: int) -> Written:
    """Decode white space between words: one line break is a space, each further one a line feed."""
    breaks = [match.start() for match in LINE_BREAK.finditer(text, start, end)]
    if not breaks:
        return [(text[i], i) for i in range(start, end)]
    if len(breaks) == 1:
        return [(" ", breaks[0])]
    return [("\n", offset) for offset in breaks[1:]]


def escape(text: str, i: int, end: int) -> tuple[Written, int]:
    """Decode one backslash escape; return what it stands for and where the text goes on."""
    following = text[i + 1]
    if following in HEX_LENGTH:
        after = i + 2 + HEX_LENGTH[following]
        return [(chr(int(text[i + 2 : after], 16)), i)], after
    if following in "\r\n":  # an escaped line break joins two lines
        j = i + 1
        while j < end and text[j] in " \t\r\n":
            j += 1
        breaks = [match.start() for match in LINE_BREAK.finditer(text, i + 1, j)]
        return [("\n", offset) for offset in breaks[1:]], j
    return [(ESCAPES.get(following, following), i)], i + 2


def block(text: str, start: int, end: int, style: str) -> Written:
    """Decode a `|` or `>` block scalar."""
    header = LINE_BREAK.search(text, start, end)
    if header is None:
        return []
    indicators = text[start + 1 : header.start()].split("#")[0].strip()
    lines = split_lines(text, header.end(), end)
    indent = indentation(lines, text)
    digits = [int(c) for c in indicators if c.isdigit()]
    if digits:
        indent = base_indentation(text, start) + digits[0]
    written: Written = []
    pending: Written = []
    last_break: Written = []
    previous_flat = False
    begun = False
    for begin, stop, break_at in lines:
        content = begin + indent
        if stop <= content and not text[begin:stop].strip(" "):
            if break_at is not None:
                pending.append(("\n", break_at))
            continue
        if begin + leading_spaces(text, begin, stop) < content:
            break  # less indented: the next key
        flat = text[content] not in " \t"
        if begun:
            written += line_joint(style == ">" and flat and previous_flat, last_break, pending)
        written += pending
        written += [(text[i], i) for i in range(content, stop)]
        pending = []
        last_break = [("\n", break_at)] if break_at is not None else []
        previous_flat, begun = flat, True
    if "-" not in indicators:
        written += last_break
    if "+" in indicators:
        written += pending
    return written


def line_joint(is_folded: bool, last_break: Written, empty_lines: Written) -> Written:
    """Return what stands between two lines of a block.

    A folded break is a space, or nothing before an empty line.
    """
    if not is_folded:
        return last_break
    return [] if empty_lines else [(" ", last_break[0][1])]


def split_lines(text: str, start: int, end: int) -> list[tuple[int, int, int | None]]:
    """Return (start, end, offset of the line break) of each line."""
    lines: list[tuple[int, int, int | None]] = []
    for match in LINE_BREAK.finditer(text, start, end):
        lines.append((start, match.start(), match.start()))
        start = match.end()
    if start < end:
        lines.append((start, end, None))
    return lines


def indentation(lines: list[tuple[int, int, int | None]], text: str) -> int:
    """Return the indentation that the first line with content sets."""
    deepest = 0
    for begin, stop, _ in lines:
        spaces = leading_spaces(text, begin, stop)
        deepest = max(deepest, spaces)
        if begin + spaces < stop:
            return spaces
    return deepest


def base_indentation(text: str, start: int) -> int:
    """Return the indentation of the mapping or list that holds the block scalar."""
    begin = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    spaces = leading_spaces(text, begin, start)
    i = begin + spaces
    while text.startswith("- ", i):  # in `- key: |1` the key's column counts, in `- |1` the dash's
        after = i + 2 + leading_spaces(text, i + 2, start)
        if after == start:
            break
        i = after
    return i - begin


def leading_spaces(text: str, begin: int, stop: int) -> int:
    """Return the number of spaces a line begins with."""
    i = begin
    while i < stop and text[i] == " ":
        i += 1
    return i - begin
