"""Read YAML files into node trees that keep every position.

Content is untrusted: size, depth and number of nodes are bounded; anchors, aliases, tags and
further documents are refused; a key that stands twice is an error. Scalars keep their text; only
plain whole numbers, `true`, `false` and an empty value mean something else than text.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import yaml

from stele.compiler.common.codes import E0101, E0102, E0103, E0104, E0105, E0106, E0107, E0108, E0109
from stele.compiler.common.diagnostics import Code, Diagnostic, Edit, Note
from stele.compiler.common.files import read_regular
from stele.compiler.common.lexicon import NO_NAMES, KnownNames
from stele.compiler.common.span import Span, Text, text_of
from stele.compiler.common.words import INVISIBLE
from stele.compiler.front.scalars import offsets
from stele.compiler.front.yaml_errors import malformed_key, plain_words

MOST_BYTES = 1024 * 1024
MOST_DEPTH = 24
MOST_NODES = 20_000
MOST_EDITS = 1000  # of one finding

# The C parser gives the same events ten times faster; it is part of every published wheel of
# PyYAML.
Parser = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# What an escape in quotes must not stand for either.
ESCAPED = re.compile(f"\r|{UNPRINTABLE.pattern}|{INVISIBLE.pattern}")
WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")
OVERLONG_NUMBER = re.compile(r"-?[0-9]{10,}")


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text, a number, a truth value or nothing."""

    value: str | int | bool | None
    text: str
    source: Text = field(compare=False, repr=False)
    start: int = field(compare=False, repr=False)
    end: int = field(compare=False, repr=False)
    style: str | None = field(compare=False, repr=False)

    @property
    def span(self) -> Span:
        """Return its place; worked out when it is asked for, since most are never shown."""
        return self.source.span(self.start, self.end)

    def inside(self) -> tuple[int, ...]:
        """Return the file offset of each character of `text`, and of its end."""
        return offsets(self.source.content, self.start, self.end, self.style, self.text)


@dataclass(frozen=True, slots=True)
class YamlEntry:
    """One `key: value`."""

    key: Scalar
    value: Node


@dataclass(frozen=True, slots=True)
class YamlMapping:
    """Keys with values, each key once."""

    entries: tuple[YamlEntry, ...]
    source: Text = field(compare=False, repr=False)
    start: int = field(compare=False, repr=False)
    end: int = field(compare=False, repr=False)

    @property
    def span(self) -> Span:
        """Return its place."""
        return self.source.span(self.start, self.end)

    def entry(self, key: str) -> YamlEntry | None:
        """Return the entry of a key, if it is there."""
        for entry in self.entries:
            if entry.key.text == key:
                return entry
        return None

    def get(self, key: str) -> Node | None:
        """Return the value of a key, if it is there."""
        for entry in self.entries:
            if entry.key.text == key:
                return entry.value
        return None


@dataclass(frozen=True, slots=True)
class YamlSequence:
    """A list."""

    items: tuple[Node, ...]
    source: Text = field(compare=False, repr=False)
    start: int = field(compare=False, repr=False)
    end: int = field(compare=False, repr=False)

    @property
    def span(self) -> Span:
        """Return its place."""
        return self.source.span(self.start, self.end)


Node = Scalar | YamlMapping | YamlSequence
YamlPath = tuple[str | int, ...]  # keys and places in lists, from the root of a document


def value_at(node: Node, path: str) -> Node | None:
    """Return the value of a field, by its name or by a path of names with dots."""
    for name in path.split("."):
        if not isinstance(node, YamlMapping) or (found := node.get(name)) is None:
            return None
        node = found
    return node


def plain(node: Node) -> Any:
    """Return the node as plain data; keys are always texts."""
    if type(node) is Scalar:
        return node.value
    if type(node) is YamlMapping:
        return {
            entry.key.text: part.value if type(part := entry.value) is Scalar else plain(part) for entry in node.entries
        }
    assert isinstance(node, YamlSequence)
    return [part.value if type(part) is Scalar else plain(part) for part in node.items]


def head(node: Node) -> Span:
    """Return where to point for a node: a list or mapping is shown at its beginning."""
    match node:
        case Scalar():
            return node.span
        case YamlMapping(entries) if entries:
            identity = node.entry("id")
            return identity.value.span if identity is not None else entries[0].key.span
        case YamlSequence(items) if items:
            return head(items[0])
        case _:
            return node.span


def is_empty(node: Node) -> bool:
    """Tell whether nothing was written."""
    return isinstance(node, Scalar) and node.value is None


def is_overlong(node: Node) -> bool:
    """Tell whether a number was written that has more digits than any has, so that it is a text."""
    return isinstance(node, Scalar) and not node.style and OVERLONG_NUMBER.fullmatch(node.text) is not None


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Document:
    """One file: what kind it is, its text, its tree if it could be read, and the hash of its
    bytes.
    """

    kind: str
    text: Text
    root: Node | None
    digest: str = field(default="", compare=False)


class Unreadable(Exception):
    """The file cannot be read any further; what is wrong is in the diagnostic."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def read(file: Path, name: str, kind: str, found: list[Diagnostic], names: KnownNames = NO_NAMES) -> Document:
    """Read one file; what is wrong is added to `found`."""
    text, root, digest = text_of(name, ""), None, ""
    try:
        data = read_data(file, name)
        digest = hashlib.sha256(data).hexdigest()
        text = text_of(name, decode(data, name), names)
        root = compose(text, found)
    except Unreadable as problem:
        found.append(problem.diagnostic)
    return Document(kind, text, root, digest)


def read_data(file: Path, name: str) -> bytes:
    """Return a file's bytes, or refuse it."""
    here = Span(name, 1, 1, 1, 1)
    try:
        data = read_regular(file, MOST_BYTES)
    except OSError as problem:
        raise Unreadable(Diagnostic(E0108, f"cannot read this file: {problem.strerror}", here)) from problem
    if len(data) > MOST_BYTES:
        limit = f"a content file may have {MOST_BYTES // 1024} KiB; split it into several files"
        raise Unreadable(Diagnostic(E0104, "this file is too large", here, help=limit))
    return data


def decode(data: bytes, name: str) -> str:
    """Return a file's text, or refuse it."""
    try:
        content = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        place = text_of(name, data[: problem.start].decode("utf-8"))
        span = place.span(len(place.content), len(place.content))
        message = f"byte 0x{data[problem.start]:02x} is not UTF-8"
        raise Unreadable(Diagnostic(E0106, message, span, help="save the file as UTF-8")) from problem
    content = content.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    if strange := UNPRINTABLE.search(content):
        span = text_of(name, content).span(strange.start(), strange.end())
        message = f"character U+{ord(strange.group()):04X} cannot stand in a content file"
        raise Unreadable(Diagnostic(E0106, message, span, help="remove it"))
    return content


@dataclass(slots=True)
class OpenNode:
    """A mapping or list whose end has not come yet."""

    is_mapping: bool
    is_flow: bool
    start: int
    end: int = 0  # of its last part
    items: list[Node] = field(default_factory=list)
    keys: dict[str, Scalar] = field(default_factory=dict)
    key: Scalar | None = None
    skips: bool = False


def compose(text: Text, found: list[Diagnostic]) -> Node:
    """Return the tree of one YAML document; complaints of the parser become ours."""
    try:
        return build_tree(Parser(text.content).get_event, text, found)
    except yaml.MarkedYAMLError as problem:
        raise Unreadable(not_yaml(problem, text)) from problem
    except RecursionError as problem:
        raise Unreadable(Diagnostic(E0105, "this is nested too deeply", text.span(0, 1))) from problem


def build_tree(next_event: Callable[[], Any], text: Text, found: list[Diagnostic]) -> Node:
    """Return the tree that the parser's events tell of, built without recursion.

    A key that stands twice keeps its first value. Every part of every file comes through this loop,
    so what is the same for nearly all of them stands here and is no call.
    """
    stack: list[OpenNode] = []
    root: Node | None = None
    starts, last = text.starts, len(text.content)
    lines = len(starts)
    number = 0
    has_invisible = report_invisible(text, found)
    while (event := next_event()) is not None:
        number += 1
        kind = type(event)
        mark = event.start_mark
        start = starts[mark.line] + mark.column if mark.line < lines else last
        if kind is yaml.ScalarEvent or kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            is_refused = event.anchor is not None or event.tag is not None or number > MOST_NODES
        else:
            is_refused = kind not in ENDS or number > MOST_NODES
        if is_refused and (problem := refusal(event, number, root is not None)) is not None:
            code, message, help = problem
            raise Unreadable(Diagnostic(code, message, text.span(start, offset_of(event.end_mark, text)), help=help))
        node: Node
        if kind is yaml.ScalarEvent:
            mark = event.end_mark
            end = starts[mark.line] + mark.column if mark.line < lines else last
            value, style = event.value, event.style
            if has_invisible:
                value = INVISIBLE.sub("", value)
            if style == '"' and ESCAPED.search(value) is not None:
                value = without_controls(value, text.span(start, end), found)
            node = Scalar(meaning(value) if not style else value, value, text, start, end, style)
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            if len(stack) >= MOST_DEPTH:
                message = f"this is nested more than {MOST_DEPTH} levels deep"
                end = max(offset_of(event.end_mark, text), start + 1)
                raise Unreadable(Diagnostic(E0105, message, text.span(start, end)))
            stack.append(OpenNode(kind is yaml.MappingStartEvent, bool(event.flow_style), start))
            continue
        elif kind in ENDS:
            closed = stack.pop()
            # The parser ends a block at the next word, perhaps far below; its last part is where
            # it really ends.
            end = closed.end if closed.items and not closed.is_flow else offset_of(event.end_mark, text)
            node = finished(closed, text, end)
        else:
            continue
        if not stack:
            root = node
            continue
        parent = stack[-1]
        if not parent.skips and (not parent.is_mapping or parent.key is not None):
            parent.items.append(node)
            parent.key = None
            parent.end = end
        else:
            add_key(parent, node, found)
    if root is None:
        help = "write something into it, or remove it"
        raise Unreadable(Diagnostic(E0101, "this file is empty", text.span(0, 0), help=help))
    return root


def report_invisible(text: Text, found: list[Diagnostic]) -> bool:
    """Tell whether a file holds characters that nobody sees; all of them are one finding.

    What is read goes on without them, so that they hide no other mistake and make no second one.
    """
    if text.content.isascii():
        return False
    strange = list(INVISIBLE.finditer(text.content))
    if strange:
        message = f"character U+{ord(strange[0][0]):04X} is not seen, and cannot stand in a content file"
        help = f"remove it, and {len(strange) - 1} more like it in this file" if strange[1:] else "remove it"
        places = [text.span(one.start(), one.end()) for one in strange[: MOST_EDITS + 1]]
        edits = tuple(Edit(place, "") for place in places) if len(places) <= MOST_EDITS else ()
        found.append(Diagnostic(E0106, message, places[0], help=help, edits=edits))
    return bool(strange)


def without_controls(value: str, span: Span, found: list[Diagnostic]) -> str:
    """Return a text in which nothing stands for a control character; the first is reported."""
    strange = ESCAPED.findall(value)[0]
    message = f"this stands for character U+{ord(strange):04X}, which cannot stand in a content file"
    found.append(Diagnostic(E0106, message, span, help="remove it"))
    return ESCAPED.sub("\N{REPLACEMENT CHARACTER}", value)


def finished(closed: OpenNode, text: Text, end: int) -> Node:
    """Return the finished mapping or list."""
    if not closed.is_mapping:
        return YamlSequence(tuple(closed.items), text, closed.start, end)
    return YamlMapping(tuple(map(YamlEntry, closed.keys.values(), closed.items)), text, closed.start, end)


ENDS = frozenset({yaml.MappingEndEvent, yaml.SequenceEndEvent})


def add_key(parent: OpenNode, node: Node, found: list[Diagnostic]) -> None:
    """Take a node as the next key of a mapping.

    The value of a key that stands twice is passed over.
    """
    if parent.skips:
        parent.skips = False
    elif not isinstance(node, Scalar):
        raise Unreadable(Diagnostic(E0101, "a key must be a plain word", node.span))
    elif earlier := parent.keys.get(node.text):
        message = f"the key `{node.text}` stands twice in one mapping"
        notes = (Note("it stands here first", earlier.span),)
        found.append(Diagnostic(E0102, message, node.span, help="remove one of the two", notes=notes))
        parent.skips = True
    else:
        parent.keys[node.text] = node
        parent.key = node


class Mark(Protocol):
    """What the parser knows of a place; lines and columns are counted from 0."""

    line: int
    column: int


def offset_of(mark: Mark | None, text: Text) -> int:
    """Return the offset of a place."""
    if mark is None:
        return 0
    starts, last = text.starts, len(text.content)
    return min(starts[mark.line] + mark.column, last) if mark.line < len(starts) else last


def not_yaml(problem: yaml.MarkedYAMLError, text: Text) -> Diagnostic:
    """Return what a complaint of the parser means for an author."""
    said = str(problem.problem)
    # What is not closed is shown where it was opened; the parser notices at the end of the file.
    is_open = problem.context_mark is not None and any(words in said for words in ("end of stream", "expected ','"))
    mark = problem.context_mark if is_open else problem.problem_mark or problem.context_mark
    at = min(offset_of(mark, text), len(text.content.rstrip()))
    found = malformed_key(said, text, at, offset_of(problem.context_mark, text))
    if found is None:
        found = (*plain_words(said, text.content[at : at + 1]), at, at + 1)
    message, help, start, end = found
    return Diagnostic(E0101, f"this is not YAML: {message}", text.span(start, end), help=help)


def refusal(event: yaml.Event, number: int, is_further: bool) -> tuple[Code, str, str] | None:
    """Return why content files do not have something that YAML has: code, message and help."""
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
        return E0103, "anchors and aliases are not part of content files", "write the value out"
    if getattr(event, "tag", None) is not None:
        return E0107, "tags are not part of content files", "remove the tag"
    if is_further and isinstance(event, yaml.DocumentStartEvent):
        return E0107, "a content file is one document", "remove this `---`"
    if number > MOST_NODES:
        help = f"a content file may have {MOST_NODES} keys and values; split it into several files"
        return E0109, "this file has too many parts", help
    return None


CONSTANTS: dict[str, bool | None] = {"": None, "~": None, "null": None, "true": True, "false": False}
NUMERALS = frozenset("-0123456789")


def meaning(text: str) -> str | int | bool | None:
    """Return what a plain scalar stands for: most are texts."""
    if text in CONSTANTS:
        return CONSTANTS[text]
    return int(text) if text[0] in NUMERALS and WHOLE_NUMBER.fullmatch(text) else text
