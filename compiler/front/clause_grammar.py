"""The grammar of the clause language: its parser, its words, and which of them may stand where."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark
from lark.lexer import PatternStr

MOST_CHARACTERS = 400  # of one sentence


restored: list[Lark] = []  # the parser of an earlier run, if the driver has kept it


def grammar_text() -> str:
    """Return the grammar as it is written."""
    return (files("stele.grammar") / "effect.lark").read_text(encoding="utf-8")


@cache
def lark_parser() -> Lark:
    """Return the parser of the clause language."""
    if restored:
        return restored[0]
    return Lark(grammar_text(), parser="lalr", lexer="basic", start=["clause", "cost"], propagate_positions=True)


@cache
def words() -> dict[str, tuple[str, ...]]:
    """Return the words of the language by the name of their terminal: the singular first where
    there are two.
    """
    listed: dict[str, tuple[str, ...]] = {}
    for terminal in lark_parser().terminals:
        pattern = terminal.pattern
        if terminal.name in ("NAME", "NUMBER", "STRING") or terminal.name.startswith("__IGNORE"):
            continue
        if isinstance(pattern, PatternStr):
            listed[terminal.name] = (pattern.value,)
        else:
            stem = re.sub(r"\\s[*+]", " ", re.split(r"\(\?[!=]", pattern.value)[0])
            listed[terminal.name] = tuple(forms(stem))
    return listed


def forms(stem: str) -> list[str]:
    """Return what a pattern of a word stands for: `coins?` and `ha(?:ve|s)` are two words each."""
    optional = re.fullmatch(r"(.*)\(\?:(\w+)\)\?(.*)", stem)
    if optional is not None:
        return [optional[1] + optional[3], optional[1] + optional[2] + optional[3]]
    endings = re.fullmatch(r"(.*)\(\?:(.*)\)", stem)
    if endings is not None:
        return [endings[1] + ending for ending in endings[2].split("|")]
    return [stem[:-2], stem[:-1]] if stem.endswith("?") else [stem]


@cache
def reserved() -> frozenset[str]:
    """Return every word that a declared name must not be, since a clause could not name it."""
    # `discard` is a verb only before a number or an article, so a zone may have that name.
    return frozenset(word for forms in words().values() for word in forms if word.isalpha()) - {"discard", "discards"}


@cache
def words_beside(sentence: str, start: str = "clause") -> frozenset[str]:
    """Return the words of the language that may stand where the beginning of a sentence ends."""
    parser: Any = lark_parser().parse_interactive(sentence, start=start)  # its types are not told
    parser.exhaust_lexer()
    return frozenset(word for terminal in parser.accepts() for word in words().get(terminal, ()) if word.isalpha())
