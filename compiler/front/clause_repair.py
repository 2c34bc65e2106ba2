"""Say what is wrong with a clause that does not parse, at the very word, and what to write instead.

`gian 2 coins` becomes "`gian` does not fit here: did you mean `gain`?".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from stele.compiler.common.codes import E0301, E0302, E0303, E0305
from stele.compiler.common.diagnostics import (
    SHORT,
    Diagnostic,
    Edit,
    Way,
    did_you_mean,
    distance,
    is_misspelt,
    is_other_word,
    near_words,
)
from stele.compiler.front.clause_errors import (
    RESOURCES,
    SMALL_LETTERS,
    TOKENS,
    TWO_SENTENCES,
    hint,
    other_way,
    recognise,
)
from stele.compiler.front.clause_grammar import MOST_CHARACTERS, lark_parser, words
from stele.compiler.front.clause_meaning import NUMBERS, PLAIN_ENGLISH, words_of
from stele.compiler.front.joined import two_choices, two_sentences
from stele.compiler.front.source import Scalar
from stele.compiler.front.tree_reader import TreeReader


@dataclass(frozen=True, slots=True)
class Failure:
    """A text that does not parse; `token` is the word to blame, if one is, and `word` what it
    should be, if that is known.
    """

    problem: UnexpectedInput
    scalar: Scalar
    start: str  # what was to be parsed, a clause or a cost
    reader: TreeReader
    is_thorough: bool
    token: Token | None
    word: str
    is_typo: bool  # with that one word put right the text parses

    @property
    def text(self) -> str:
        """Return what was written."""
        return self.scalar.text

    def parses(self, text: str) -> bool:
        """Tell whether another text would do."""
        return progress(text, self.start) > len(text)


def explain(problem: UnexpectedInput, scalar: Scalar, start: str, is_thorough: bool = True) -> Diagnostic:
    """Return the diagnostic for a text that does not parse."""
    if is_cut(scalar):
        return cut_at_comma(scalar, start)
    failure = failure_of(problem, scalar, start, is_thorough)
    for explanation in EXPLANATIONS:
        if (diagnostic := explanation(failure)) is not None:
            return diagnostic
    return unexpected_word(failure)


def failure_of(problem: UnexpectedInput, scalar: Scalar, start: str, is_thorough: bool) -> Failure:
    """Return a failure with the word that is to blame for it."""
    repaired = repair(scalar.text, start, problem) if is_thorough and isinstance(problem, UnexpectedToken) else None
    token, word = repaired or (None, "")
    is_typo = False
    if token is not None and word:
        mended = scalar.text[: token.start_pos] + word + scalar.text[token.end_pos :]
        is_typo = progress(mended, start) > len(mended)
    return Failure(problem, scalar, start, TreeReader(scalar, []), is_thorough, token, word, is_typo)


def cut_at_comma(scalar: Scalar, start: str) -> Diagnostic:
    """Return the diagnostic for a sentence that YAML has cut at its comma."""
    help = "inside `[...]` or `{...}` a sentence with a comma must stand in quotes"
    edits = whole_in_quotes(scalar, start)
    return Diagnostic(E0305, "this sentence is cut at its comma", scalar.span, help=help, edits=edits)


def common_mistake(f: Failure) -> Diagnostic | None:
    """A mistake that many make, for which the whole sentence can be put right."""
    common = recognise(f.text, f.start, f.parses, only_spelling=f.is_typo) if f.is_thorough else None
    if common is None:
        return None
    code = E0303 if isinstance(f.problem, UnexpectedCharacters) else E0305
    edits, other = replaced(f.scalar, common.sentence), other_way(f.text, common.sentence)
    ways: tuple[Way, ...] = (Way(RESOURCES if other else common.message, common.sentence, f.start, edits, f.text),)
    ways += (Way(TOKENS, other, f.start, replaced(f.scalar, other), f.text),) if other else ()
    help = f"write `{common.sentence}`" + (f", or `{other}`" if other else "")
    span = f.reader.span(common.start, common.end)
    return Diagnostic(code, common.message, span, help=help, edits=edits, ways=ways)


def joined_sentences(f: Failure) -> Diagnostic | None:
    """Two sentences in the place of one: both happen, or the owner was to choose."""
    if not f.is_thorough or f.start != "clause" or f.is_typo:
        return None
    if both := two_sentences(f.text, f.parses):
        one, other = both.sentences
        help = f"write a list: `{one}` and `{other}`"
        if not both.is_clear:
            in_turn = f"`{both.in_turn}`, or " if both.in_turn else ""
            help = f"write {in_turn}a list of two sentences; say in each who does it, when and how often"
        return Diagnostic(E0305, TWO_SENTENCES, f.scalar.span, help=help)
    if joint := two_choices(f.text, f.parses):
        help = "write it like `gain 3 coins, or score 1 point`, each with its verb and a comma before `or`"
        return Diagnostic(E0305, "what may be chosen is not clear", f.reader.span(*joint), help=help)
    return None


def to_rethink(f: Failure) -> Diagnostic | None:
    """Something that the language says in another way altogether."""
    thought = None if f.is_typo else hint(f.text, f.start)
    if thought is None:
        return None
    return Diagnostic(E0305, thought[2], f.reader.span(*thought[:2]), help=thought[3])


def unknown_character(f: Failure) -> Diagnostic | None:
    """A character that no word of the language has."""
    if not isinstance(f.problem, UnexpectedCharacters):
        return None
    at = f.problem.pos_in_stream or 0
    character = f.text[at]
    is_needed = character in SIGNS_THAT_MEAN or joins(f.text, at) or not f.parses(re.sub(r"[^a-z0-9, -]", "", f.text))
    help = "say it in words" if is_needed else LEAVE_OUT
    help = SMALL_LETTERS if character.isupper() else help
    return Diagnostic(E0303, f"`{character}` is not part of the language", f.reader.span(at, at + 1), help=help)


SIGNS_THAT_MEAN = "-+/*%<>=&|~^$€£×÷±≤≥½¼¾"
LEAVE_OUT = "leave it out, if the sentence then says what you mean"
NO_SUCH_WORD = "the language has no such word, and the sentence would mean something else without it"


def joins(text: str, at: int) -> bool:
    """Tell whether the letters or digits on both sides of a sign would become one without it."""
    return text[max(0, at - 1) : at].isalnum() and text[at + 1 : at + 2].isalnum()


def elided_word(f: Failure) -> Diagnostic | None:
    """A word such as `don't`: what stands before its apostrophe is none of its own."""
    if not isinstance(f.problem, UnexpectedToken):
        return None
    token = f.problem.token
    at = token.start_pos or 0
    word = re.compile(r"[a-z]+[’'][a-z]+").match(f.text, at)
    if word is None or token.end_pos is None or token.end_pos >= word.end():
        return None
    return Diagnostic(E0301, f"`{word[0]}` does not fit here", f.reader.span(at, word.end()), help=NO_SUCH_WORD)


def wrong_word(f: Failure) -> Diagnostic | None:
    """The one word that is to blame, if it is certain."""
    if f.token is None:
        return None
    if not f.word and f.token.start_pos == 0 and f.start == "clause":
        message = f"no sentence begins with `{f.token.value}`"
        help = "most begin with `gain`, `score`, `produce`, `build`, `when you` or a number of shields"
        return Diagnostic(E0301, message, f.reader.of(f.token), help=help)
    # What a cost names is paid; without it, the cost would be another.
    if not f.word and (f.start == "cost" or not f.parses(without(f.token, f.text))):
        return None
    message, here = f"`{f.token.value}` does not fit here", f.reader.of(f.token)
    if f.token.value in PLAIN_ENGLISH:
        return Diagnostic(E0301, message, here, help=NO_SUCH_WORD)
    help = f"did you mean `{f.word}`?" if f.word else LEAVE_OUT
    is_clear = f.word and is_misspelt(f.token.value, f.word, ()) and not is_other_word(f.token.value, f.word)
    return Diagnostic(E0301, message, here, help=help, edits=(Edit(here, f.word),) if is_clear else ())


# What may be wrong with a sentence, the surest explanation first.
EXPLANATIONS: tuple[Callable[[Failure], Diagnostic | None], ...] = (
    common_mistake,
    joined_sentences,
    to_rethink,
    unknown_character,
    elided_word,
    wrong_word,
)


def unexpected_word(f: Failure) -> Diagnostic:
    """Return what is known of any other text: the word at which the parser stopped, and what it
    expected.
    """
    if not isinstance(f.problem, UnexpectedToken):
        return Diagnostic(E0301, "this is not a sentence of the language", f.scalar.span)
    token = f.problem.token
    if token.type == "NAME" and any(token.value in words().get(one, ()) for one in accepted_by(f.problem)):
        help = "write it like `when you discard a card`" if token.value.startswith("discard") else ""
        message = f"what stands behind `{token.value}` does not go with it"
        return Diagnostic(E0301, message, f.reader.of(token), help=help or "say more exactly what is meant")
    expected = wanted(f)
    if token.type != "$END":
        return Diagnostic(E0301, f"`{token.value}` does not fit here", f.reader.of(token), help=expected)
    end = len(f.text.rstrip())
    message = "this sentence stops too early"
    if not end and f.start == "clause":
        message, expected = "a sentence is missing here", "write what it does, such as `gain 2 coins`"
    return Diagnostic(E0302, message, f.reader.span(max(0, end - 1), end), help=expected)


def without(token: Token, text: str) -> str:
    """Return a text without one of its words."""
    return f"{text[: token.start_pos].rstrip()} {text[token.end_pos :].lstrip()}".strip()


def is_cut(scalar: Scalar) -> bool:
    """Tell whether a sentence without quotes stands before a comma that belongs to it."""
    after = scalar.source.content[scalar.end : scalar.end + 1]
    begins = scalar.text.startswith(("when ", "once ", "if ", "at ", "after ", "before ", "instead ", "roll "))
    return scalar.style in (None, "") and after == "," and begins


def whole_in_quotes(scalar: Scalar, start: str) -> tuple[Edit, ...]:
    """Return the edit that puts quotes around a sentence that was cut at its commas, if it is clear
    where it ends.
    """
    content = scalar.source.content
    for end in re.finditer(r"\s*[],}]", content[scalar.end : scalar.end + MOST_CHARACTERS]):
        text = content[scalar.start : scalar.end + end.start()]
        if '"' in text or "\n" in text:
            break
        if progress(text, start) > len(text):
            return (Edit(scalar.source.span(scalar.start, scalar.start + len(text)), f'"{text}"'),)
    return ()


def replaced(scalar: Scalar, text: str) -> tuple[Edit, ...]:
    """Return the edit that puts another text in the place of a scalar.

    None if it goes over lines of its own.
    """
    if scalar.style in ("|", ">") or scalar.span.line != scalar.span.end_line:
        return ()
    quote = scalar.style or ("" if "," not in text else '"')
    return (Edit(scalar.span, f"{quote}{text}{quote}"),)


def repair(text: str, start: str, problem: UnexpectedToken) -> tuple[Token, str] | None:
    """Find the word that is wrong: the one that, put right or left out, lets the parser get
    furthest.
    """
    reached = position(problem, text)
    tokens = names_before_unknown_character(text)
    vocabulary = sorted({word for forms in words().values() for word in forms if word.isalpha()})
    best: tuple[tuple[int, bool], Token, str] | None = None
    for token in tokens:
        at = token.start_pos or 0
        if at > reached:
            break
        near = [word for word in near_words(token.value, vocabulary) if may_be(token.value, word)]
        for word in (*near, ""):
            mended = text[:at] + word + text[token.end_pos :]
            reach = progress(mended, start)
            if reach > len(mended) and PLAIN_ENGLISH & set(words_of(mended)):
                continue  # a word of plain English would be taken for a name
            # How far that leads is counted in the text as it was written; another word is better
            # than none.
            further = reach - (len(word) - len(token.value)), bool(word)
            if further[0] > max(reached, at) and (best is None or further > best[0]):
                best = (further, token, word)
    return None if best is None else (best[1], best[2])


def may_be(written: str, word: str) -> bool:
    """Tell whether what was written may be a word of the language, mistyped: it is no other word,
    and what turns a sentence around is not a guess.
    """
    is_far = len(written) <= SHORT and distance(written, word) > 1
    if written in PLAIN_ENGLISH or written in NUMBERS or is_far:
        return False
    is_clear = is_misspelt(written, word, ()) and not is_other_word(written, word)
    return is_clear or word not in ("not", "less", "no", "unless")


def names_before_unknown_character(text: str) -> list[Token]:
    """Return the names of a text up to the first character that is no part of the language."""
    listed = []
    try:
        for token in lark_parser().lex(text):
            if token.type == "NAME":
                listed.append(token)
    except UnexpectedCharacters:
        pass
    return listed


def progress(text: str, start: str) -> int:
    """Return how far into the text the parser gets."""
    try:
        lark_parser().parse(text, start=start)
    except UnexpectedToken as problem:
        return position(problem, text)
    except UnexpectedInput:
        return 0
    return len(text) + 1


def position(problem: UnexpectedToken, text: str) -> int:
    """Return the offset at which the parser stopped."""
    return len(text) if problem.token.type == "$END" else problem.token.start_pos or 0


def accepted_by(problem: UnexpectedToken) -> list[str]:
    """Return the kinds of words that might stand where the parser stopped."""
    return sorted(problem.accepts or problem.expected or ())


def wanted(f: Failure) -> str:
    """Return what could stand here, in the author's words; a word is offered only if it fits."""
    assert isinstance(f.problem, UnexpectedToken)
    accepted, token = accepted_by(f.problem), f.problem.token
    if token.type == "NAME":
        before, behind = f.text[: token.start_pos], f.text[token.end_pos :]
        known = [word for terminal in accepted for word in words().get(terminal, ()) if may_be(token.value, word)]
        known = [word for word in known if progress(f"{before}{word}{behind}", f.start) > len(before)]
        near = did_you_mean(token.value, known)
        if near:
            return near
    listed = [phrase(terminal) for terminal in accepted]
    listed = sorted(dict.fromkeys(listed), key=lambda word: (not word.startswith("a "), word))
    if len(listed) > 8:
        listed = [*listed[:7], "..."]
    return "expected " + (listed[0] if len(listed) == 1 else ", ".join(listed[:-1]) + " or " + listed[-1])


def phrase(terminal: str) -> str:
    """Return how a message calls a kind of word."""
    match terminal:
        case "$END":
            return "the end of the sentence"
        case "NAME":
            return "a name"
        case "NUMBER":
            return "a number"
        case "STRING":
            return "a card's name in quotation marks"
        case _:
            return f"`{words()[terminal][0]}`"
