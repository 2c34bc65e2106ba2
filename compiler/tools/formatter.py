"""Lay out a content file in the one canonical way: indentation, spaces, quotes, wording.

`effect:   "gains 1 coins"` becomes `effect: gain 1 coin`. Line breaks stay where the author put
them, every comment is kept, and so is the meaning: the new text is read again and compared with the
old one before anybody sees it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.lexicon import NO_NAMES, KnownNames
from stele.compiler.common.span import Text, text_of
from stele.compiler.front.clause_fields import sentences
from stele.compiler.front.clause_parser import parse_clause, parse_cost
from stele.compiler.front.source import (
    Document,
    Node,
    Parser,
    Scalar,
    Unreadable,
    YamlMapping,
    YamlSequence,
    compose,
    offset_of,
)
from stele.compiler.front.unparse import clause_text, cost_text

STEP = 2
BEFORE_COMMENT = 2
MARKS = {
    yaml.FlowMappingStartToken: "open", yaml.FlowSequenceStartToken: "open", yaml.FlowMappingEndToken: "close",
    yaml.FlowSequenceEndToken: "close", yaml.FlowEntryToken: "comma", yaml.BlockEntryToken: "dash",
    yaml.ValueToken: "colon", yaml.DocumentStartToken: "document", yaml.ScalarToken: "scalar",
}  # fmt: skip


class CannotLayOut(Exception):
    """The file is written in a way that cannot be laid out without a risk for its meaning."""


def lay_out(content: str, name: str, kind: str, names: KnownNames = NO_NAMES) -> str:
    """Return the text in canonical layout; what is no content file raises `Unreadable`."""
    content = content.replace("\r\n", "\n").replace("\r", "\n")
    found: list[Diagnostic] = []
    text = text_of(name, content, names)
    root = compose(text, found)
    if found:
        raise CannotLayOut(found[0].message)
    words = reworded(Document(kind, text, root))
    laid_out = Printer(text, words).printed()
    try:
        again = compose(text_of(name, laid_out), found)
    except Unreadable as problem:
        raise CannotLayOut(str(problem)) from problem
    if not is_same(root, again, words) or comments(content) != comments(laid_out):
        raise CannotLayOut("its layout is unusual")
    return laid_out


def reworded(document: Document) -> dict[int, str]:
    """Return the canonical wording of every sentence that has another one, by the offset at which
    it stands.
    """
    words = {}
    for kind, scalar in sentences(document):
        found: list[Diagnostic] = []
        canonical = None
        if kind == "clause" and (clause := parse_clause(scalar, found)) is not None:
            canonical = clause_text(clause)
            is_safe = parse_clause(alone(canonical), found) == clause
        elif kind == "cost" and (cost := parse_cost(scalar, found)) is not None:
            canonical = cost_text(cost)
            is_safe = parse_cost(alone(canonical), found) == cost
        if canonical is not None and not found and is_safe and canonical != scalar.text:
            words[scalar.start] = canonical
    return words


def alone(text: str) -> Scalar:
    """Return a text as if it were a file of its own."""
    source = text_of("", text)
    return Scalar(text, text, source, 0, len(text), None)


def is_same(one: Node, other: Node, words: dict[int, str]) -> bool:
    """Tell whether two trees say the same, but for sentences that are worded anew."""
    match one, other:
        case Scalar(), Scalar():
            return one == other or (other.text == words.get(one.start) and isinstance(other.value, str))
        case YamlSequence(), YamlSequence():
            pairs = zip(one.items, other.items, strict=False)
            return len(one.items) == len(other.items) and all(is_same(a, b, words) for a, b in pairs)
        case YamlMapping(), YamlMapping():
            keys = [entry.key.text for entry in one.entries] == [entry.key.text for entry in other.entries]
            pairs = zip((e.value for e in one.entries), (e.value for e in other.entries), strict=False)
            return keys and all(is_same(a, b, words) for a, b in pairs)
        case _:
            return False


def comments(content: str) -> list[str]:
    """Return the words of every comment."""
    text = text_of("", content)
    found, after = [], 0
    for _, start, end, style in pieces(text):
        gap = content[after:start]
        if style in ("|", ">"):  # a comment may stand beside its sign
            gap += content[start:end].partition("\n")[0]
        found += [line.partition("#")[2].strip() for line in gap.split("\n") if "#" in line]
        after = end
    return found + [line.partition("#")[2].strip() for line in content[after:].split("\n") if "#" in line]


Piece = tuple[str, int, int, str | None]  # what it is, where it begins and ends, the style of a scalar


def pieces(text: Text) -> Iterator[Piece]:
    """Yield what can be seen of a file, but for comments, and where blocks begin and end."""
    for token in yaml.scan(text.content, Loader=Parser):
        start, end = offset_of(token.start_mark, text), offset_of(token.end_mark, text)
        match token:
            case yaml.ScalarToken():
                if token.style in ("|", ">"):  # its end is the beginning of what follows
                    end = start + len(re.sub(r"(\n *)+\Z", "", text.content[start:end]))
                yield "scalar", start, end, token.style
            case yaml.KeyToken():
                if text.content[start:end] == "?":
                    raise CannotLayOut("it has a key behind a question mark")
                yield "key", start, start, None
            case yaml.BlockMappingStartToken():
                yield "mapping", start, start, None
            case yaml.BlockSequenceStartToken():
                yield "sequence", start, start, None
            case yaml.BlockEndToken():
                yield "end", start, start, None
            case yaml.DirectiveToken() | yaml.DocumentEndToken():
                raise CannotLayOut("it has marks of a stream of documents")
            case _ if type(token) in MARKS:
                yield MARKS[type(token)], start, end, None


@dataclass(slots=True)
class BlockLayout:
    """A mapping or list in lines of its own: in which column it stood, and where it stands now."""

    old: int
    new: int
    is_mapping: bool
    lists: bool = False  # a mapping whose value is a list that was not indented

    @property
    def inner(self) -> int:
        """Return where a value inside begins."""
        return self.new + STEP * (2 if self.lists else 1)


@dataclass(slots=True)
class BracketLayout:
    """A mapping or list in brackets, and where its further lines begin."""

    further: int
    closing: int


@dataclass(slots=True)
class Printer:
    """Writes the pieces of a file in their canonical places."""

    text: Text
    words: dict[int, str]
    out: list[str] = field(default_factory=list)
    line: str = ""
    blocks: list[BlockLayout] = field(default_factory=list)
    flows: list[BracketLayout] = field(default_factory=list)
    left: list[BlockLayout] = field(default_factory=list)  # blocks that have ended since the last piece
    before: str = ""
    begins: list[str] = field(default_factory=list)  # blocks that begin with the next piece
    is_key: bool = False
    is_verbatim: bool = False  # the line ends with the last line of a text in lines of its own

    def printed(self) -> str:
        """Return the whole text."""
        after = 0
        for kind, start, end, style in pieces(self.text):
            match kind:
                case "mapping" | "sequence":
                    self.begins.append(kind)
                case "end":
                    self.left.append(self.blocks.pop())
                case "key":
                    self.is_key = True
                case _:
                    self.piece(kind, after, start, end, style)
                    after, self.left, self.is_key, self.before = end, [], False, kind
        self.left += self.blocks
        self.gap(self.text.content[after:], 0, 0)
        lines = [*self.out, self.line]
        while lines and not lines[-1]:
            lines.pop()
        while lines and not lines[0]:
            lines.pop(0)
        return "\n".join(lines) + "\n"

    def piece(self, kind: str, after: int, start: int, end: int, style: str | None) -> None:
        """Write one piece and what stands before it."""
        content = self.text.content
        gap = content[after:start]
        column = self.text.place(start)[1] - 1
        for block in self.begins:
            new = self.blocks[-1].inner if self.blocks else 0
            self.blocks.append(BlockLayout(column, new, block == "mapping"))
        self.begins = []
        if kind == "dash" and self.blocks and self.blocks[-1].is_mapping:
            self.blocks[-1].lists = True
        elif self.is_key and self.blocks and not self.flows:
            self.blocks[-1].lists = False
        if "\n" in gap or after == 0:
            self.gap(gap, column, self.indent(kind))
        else:
            self.line += self.space(kind)
        if kind == "close":
            self.flows.pop()
        self.line += self.shown(content[start:end], start, style) if kind == "scalar" else content[start:end]
        if "\n" in self.line:
            *whole, self.line = self.line.split("\n")
            self.out += whole
            self.is_verbatim = style in ("|", ">")
        if kind == "open":
            self.open(end)

    def indent(self, kind: str) -> int:
        """Return where a piece stands that begins a line."""
        if self.flows:
            return self.flows[-1].closing if kind == "close" else self.flows[-1].further
        if not self.blocks:
            return 0
        block = self.blocks[-1]
        if kind == "dash":
            return block.new + (STEP if block.is_mapping else 0)
        return block.new if self.is_key else block.inner

    def space(self, kind: str) -> str:
        """Return what stands between two pieces of one line."""
        if kind in ("comma", "close", "colon"):
            return " " if self.before == "colon" else ""
        return "" if self.before in ("open", "") else " "

    def open(self, end: int) -> None:
        """Begin a mapping or list in brackets."""
        base = self.blocks[-1].inner - STEP if self.blocks else 0
        first = re.match(r"[ \t]*(#|\n|$)", self.text.content[end:])
        if first is None:
            self.flows.append(BracketLayout(len(self.line), len(self.line) - 1))
        else:
            outer = self.flows[-1].further if self.flows else base
            self.flows.append(BracketLayout(outer + STEP, outer))

    def gap(self, gap: str, column: int, indent: int) -> None:
        """Write the comments and line breaks before a piece, and begin its line."""
        first, *middle = gap.split("\n")
        if not self.out and not self.line:  # the beginning of the file
            middle, first = [first, *middle], ""
        if "#" in first:
            spaces = len(first) - len(first.lstrip())
            self.line += " " * max(BEFORE_COMMENT, spaces) + comment(first)
        if middle:
            self.end_line()
        *between, _ = middle or [""]
        if "#" in _:  # the file ends with a comment and no line break
            between.append(_)
        for line in between:
            if "#" in line:
                self.line = " " * self.comment_indent(len(line) - len(line.lstrip()), column, indent) + comment(line)
                self.end_line()
            elif self.out and self.out[-1]:
                self.end_line()
        self.line = " " * indent if middle or not self.line else self.line

    def comment_indent(self, old: int, column: int, indent: int) -> int:
        """Return where a comment line stands: with what follows, or with the block that ended above
        if it stood there.
        """
        if old <= column or self.flows:
            return indent
        above = [block for block in (*self.blocks, *self.left) if block.old <= old]
        nearest = max(above, key=lambda block: block.old, default=None)
        has_ended = any(nearest is block for block in self.left)
        return nearest.new if nearest is not None and has_ended else indent

    def end_line(self) -> None:
        """Finish a line."""
        # Other spaces than ours were written, and so was the end of a text in lines of its own.
        self.out.append(self.line if self.is_verbatim else self.line.rstrip(" "))
        self.line, self.is_verbatim = "", False

    def shown(self, written: str, start: int, style: str | None) -> str:
        """Return a scalar in its canonical form."""
        if start in self.words:
            return self.quoted(self.words[start], style) + self.beside(written, style)
        if style in ("|", ">"):
            return self.block_scalar(written, start)
        if "\n" in written:
            if "\\\n" in written:
                raise CannotLayOut("it joins lines with a backslash")
            further = self.flows[-1].further if self.flows else self.blocks[-1].inner if self.blocks else 0
            lines = [line.strip(" \t") for line in written.split("\n")]
            return "\n".join([lines[0], *(" " * further + line if line else "" for line in lines[1:])])
        if style in ("'", '"') and not self.is_key and written[1:-1].find("\\") < 0:
            return self.quoted(yaml.safe_load(written), style)
        return written

    def beside(self, written: str, style: str | None) -> str:
        """Return the comment beside the sign of a text in lines of its own, for the one line that
        the text becomes.
        """
        header = written.partition("\n")[0]
        if style not in ("|", ">") or "#" not in header:
            return ""
        sign = header.partition("#")[0]
        return " " * max(BEFORE_COMMENT, len(sign) - len(sign.rstrip())) + comment(header)

    def quoted(self, value: str, style: str | None) -> str:
        """Return a text without quotes if it needs none, else in those that the author chose."""
        if is_plain(value, bool(self.flows)):
            return value
        if style == "'":
            return "'" + value.replace("'", "''") + "'"
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'

    def block_scalar(self, written: str, start: int) -> str:
        """Return a text in lines of its own, moved to its new indentation."""
        header, *lines = written.split("\n")
        if re.search(r"[0-9+]", header.partition("#")[0]):
            raise CannotLayOut("it has a text whose indentation or end is marked")
        old = min((len(line) - len(line.lstrip(" ")) for line in lines if line.strip(" ")), default=0)
        new = " " * (self.blocks[-1].inner if self.blocks else STEP)
        return "\n".join([header.rstrip(), *(new + line[old:] if line.strip(" ") else "" for line in lines)])


def comment(line: str) -> str:
    """Return the comment of a line, with a space behind its sign."""
    words = line[line.index("#") + 1 :].rstrip()
    return f"#{words}" if not words or words[0] in " #!\t" else f"# {words}"


RESOLVER: Any = yaml.SafeLoader("")


def is_plain(value: str, in_brackets: bool) -> bool:
    """Tell whether a text may stand without quotes and is still a text, for us and for every other
    reader of YAML.
    """
    if not value or value != value.strip() or not value.isprintable():
        return False
    if value[0] in ",[]{}#&*!|>'\"%@`" or re.match(r"[-?:]( |$)|---|\.\.\.", value):
        return False
    if re.search(r": | #|:$", value) or (in_brackets and re.search(r"[,\[\]{}]|:[,\[\]{}]", value)):
        return False
    return bool(RESOLVER.resolve(yaml.ScalarNode, value, (True, False)) == "tag:yaml.org,2002:str")
