"""Say what a complaint of the YAML parser means for somebody who writes content.

"mapping values are not allowed here" becomes "a second `: ` cannot stand here".
"""

from __future__ import annotations

import re

from stele.compiler.common.span import Text

# What the YAML parser says, in the words of somebody who writes content: what is wrong, and what
# usually helps.
COMPLAINTS = (
    ("mapping values are not allowed", "a second `: ` cannot stand here", "a text that contains `: ` must stand in quotes"),
    ("cannot start any token", "a text cannot begin with this sign", "put the text in quotes, and indent with spaces, not tabs"),
    ("tab character", "a tab stands where spaces belong", "indent with spaces, two for each level"),
    ("expected ',' or ']'", "this list in brackets is not closed", "a comma or a `]` is missing"),
    ("expected ',' or '}'", "these keys in braces are not closed", "a comma or a `}` is missing"),
    ("unexpected end of stream", "a quote is not closed", "write the same quote at the end of the text"),
    ("unexpected document indicator", "a quote is not closed", "write the same quote at the end of the text"),
    ("'-' indicator", "this is no entry of the list above", "begin it with `- `, or indent it like the key it belongs to"),
    ("sequence entries are not allowed", "an entry of a list cannot begin here", "begin it in a line of its own"),
    ("could not find expected ':'", "a key without `:`", "write `key: value`; a text over several lines is indented"),
    ("expected key", "this line does not belong to those above", "indent it like the lines it belongs to"),
    ("mapping keys are not allowed", "a key cannot begin here", "the line before lacks a `:`, or is indented differently"),
    ("block end", "this line does not belong to those above", "check the indentation and quotes of this line and the one before"),
    ("node content", "a value is missing here", "write it, or remove the sign before it"),
    ("escape", "a backslash that means nothing", "write it twice, or use single quotes"),
    ("hexdecimal", "a backslash that means nothing", "write it twice, or use single quotes"),
    ("document start", "something stands behind the end of the content", "indent it like the lines it belongs to"),
    ("alphabetic or numeric", "a text cannot begin with this sign", "put the text in quotes"),
    ("comment or line break", "something stands behind the sign for a text in lines", "begin the text in the next line"),
    ("whitespace or line break", "a space is missing", "put one behind the sign"),
    ("unexpected ':'", "a colon cannot stand here", "put the text in quotes"),
    ("tag", "tags are not part of content files", "put the text in quotes"),
)  # fmt: skip


def plain_words(said: str, sign: str) -> tuple[str, str]:
    """Return what a complaint of the YAML parser at a sign means, and what usually helps."""
    if sign == "\t":
        said = "tab character"
    found = ((message, help) for words, message, help in COMPLAINTS if words in said)
    return next(found, ("something is wrong with signs or indentation", "check this line and the one before"))


ONE_KEY = re.compile(r"([ -]*)([^\s:#-][^:#]*): ?[^:]*")  # a line whose only colon is that of its key
CLOSE_COLON = re.compile(r"[ -]*(([a-z][a-z-]*):([^\s:/][^:]*))")
NO_COLON = re.compile(r"[ -]*([^\s:#{}\[\]\"'][^:#{}\[\]\"']*?)\s*(?:#.*)?")


def malformed_key(said: str, text: Text, at: int, begun: int) -> tuple[str, str, int, int] | None:
    """Return what is wrong with the line of a key, if that is the matter: message, help and the
    place.

    The parser notices a key without a colon, or without a space behind it, only at the next line.
    """
    number = text.place(at)[0]
    line, first = text.line(number), text.offset(number, 1)
    if "could not find expected ':'" in said:
        number = text.place(begun)[0]
    elif "mapping values" in said and (key := ONE_KEY.fullmatch(line)) is not None and text.content[at] == ":":
        number = next((n for n in range(number - 1, 0, -1) if text.line(n).strip(" -")), number)
        if NO_COLON.fullmatch(text.line(number)) is None and CLOSE_COLON.fullmatch(text.line(number)) is None:
            help = "indent it like the lines it belongs to"
            return "this line is indented more than the one above", help, first + key.start(2), first + key.end(2)
    else:
        return None
    line, first = text.line(number), text.offset(number, 1)
    if (close := CLOSE_COLON.fullmatch(line)) is not None:
        help = f"write `{close[2]}: {close[3].strip()}`"
        return "a space is missing behind the colon", help, first + close.start(1), first + close.end(1)
    if (bare := NO_COLON.fullmatch(line)) is not None:
        key_word, *rest = bare[1].split()
        help = "write `key: value`; a text over several lines is indented"
        if len(rest) < 2:
            help = f"write `{key_word}: {rest[0] if rest else '...'}`"
        return "a key without `:`", help, first + bare.start(1), first + bare.end(1)
    return None
