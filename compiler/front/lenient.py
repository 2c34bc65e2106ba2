"""Read sentences that say in other words what a clause says.

`Whenever one of your neighbours builds a red card, you get 1 coin.` is read as `when a neighbour
builds a red card, gain 1 coin`. `grammar/wordings.txt` lists for each slot of the language what
people write there and what it is in the language. A text is read only if all of it is understood;
whether what it becomes is a clause is for the grammar to say. A wording never decides what a
sentence means: if a text can be read as two clauses that differ, both are returned.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from stele.compiler.front.clause_grammar import MOST_CHARACTERS, reserved
from stele.compiler.front.clause_meaning import NUMBERS, PLAIN_ENGLISH, is_counted_alike

MOST_STEPS = 60_000  # of matching, after which a text counts as not understood
MOST_READINGS = 8
TOKEN = re.compile(r"\"[^\"]+\"|[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:n[’']t\b)?|[’']s\b|\d+|\S")
MARKS = {"’": "'", "’s": "'s", ";": ".", "—": ",", "–": ",", "(": ",", "!": "."}
SIGNS = frozenset({",", ".", ":"})
ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5"}
ARTICLES = frozenset({"a", "an", "the", "your", "their", "one", "of", "to", "and", "or"})

Match = tuple[int, dict[str, str]]


# --- patterns -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OneOfWords:
    """One of some words."""

    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class SlotName:
    """What another slot takes, under a name."""

    slot: str
    name: str


@dataclass(frozen=True, slots=True)
class OneOfPatterns:
    """One of several sequences; nothing, if it may be left out."""

    choices: tuple[Pattern, ...]
    is_optional: bool


Pattern = tuple[OneOfWords | SlotName | OneOfPatterns, ...]


@dataclass(frozen=True, slots=True)
class Heard:
    """What may be written in a slot, and what that is in the language."""

    pattern: Pattern
    clause: str


PIECE = re.compile(r"\{[^}]*\}|[\[\]()|]|[^\s\[\](){}|]+")


@cache
def wordings() -> dict[str, tuple[Heard, ...]]:
    """Return the wordings of every slot."""
    listed: dict[str, list[Heard]] = {}
    slot = ""
    text = (files("stele.grammar") / "wordings.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            slot = line.strip()
            listed.setdefault(slot, [])
            continue
        written, _, clause = line.partition("=>")
        listed[slot].append(Heard(pattern_of(written), (clause if "=>" in line else written).strip()))
    return {slot: tuple(wording) for slot, wording in listed.items()}


@cache
def spellings() -> dict[str, str]:
    """Return how words are spelt in the language that are spelt otherwise elsewhere."""
    found: dict[str, str] = {}
    for heard in wordings()["spelling"]:
        [word] = heard.pattern
        assert isinstance(word, OneOfWords), "a spelling is one word"
        found |= dict.fromkeys(word.words, heard.clause)
    return found


def pattern_of(text: str) -> Pattern:
    """Return the pattern that a line describes: `[...]` may be left out, `(a b|c)` is a choice, and
    outside of brackets `|` stands between two words.
    """
    pieces = PIECE.findall(text)
    found: list[OneOfWords | SlotName | OneOfPatterns] = []
    at = 0
    while at < len(pieces):
        if pieces[at] == "|":
            last, (after, at) = found.pop(), part(pieces, at + 1)
            assert isinstance(last, OneOfWords), f"only words stand beside `|` outside of brackets: {text}"
            assert isinstance(after, OneOfWords), f"only words stand beside `|` outside of brackets: {text}"
            found.append(OneOfWords(last.words | after.words))
        else:
            one, at = part(pieces, at)
            found.append(one)
    return tuple(found)


def part(pieces: list[str], at: int) -> tuple[OneOfWords | SlotName | OneOfPatterns, int]:
    """Read one part of a pattern; return it and where the next one begins."""
    piece = pieces[at]
    if piece in ("[", "("):
        choices, at = sequences(pieces, at + 1)
        return OneOfPatterns(choices, piece == "["), at
    if piece.startswith("{"):
        name, _, slot = piece[1:-1].partition(":")
        return SlotName(slot or name, name), at + 1
    return OneOfWords(frozenset({piece})), at + 1


def sequences(pieces: list[str], at: int) -> tuple[tuple[Pattern, ...], int]:
    """Read what stands in brackets: sequences with `|` between them."""
    choices: list[list[OneOfWords | SlotName | OneOfPatterns]] = [[]]
    while pieces[at] not in ("]", ")"):
        if pieces[at] == "|":
            choices.append([])
            at += 1
        else:
            one, at = part(pieces, at)
            choices[-1].append(one)
    return tuple(tuple(choice) for choice in choices), at + 1


# --- reading --------------------------------------------------------------------------------------


class TooLong(Exception):
    """A text for which too much would have to be tried."""


@dataclass(slots=True)
class Reader:
    """Reads one text."""

    tokens: tuple[str, ...]
    known: dict[tuple[str, int], tuple[tuple[int, str], ...]] = field(default_factory=dict)
    steps: int = 0

    def slot(self, name: str, at: int) -> tuple[tuple[int, str], ...]:
        """Return where each reading of a slot ends, and what it is in the language."""
        if name in BUILT_IN:
            read = BUILT_IN[name](self.tokens[at]) if at < len(self.tokens) else None
            return () if read is None else ((at + 1, read),)
        key = name, at
        if key not in self.known:
            self.known[key] = ()  # a slot does not begin with itself
            self.known[key] = tuple(dict.fromkeys(self.readings(name, at)))
        return self.known[key]

    def readings(self, name: str, at: int) -> Iterator[tuple[int, str]]:
        """Yield all readings of a slot."""
        for wording in wordings()[name]:
            for end, bound in self.match(wording.pattern, at):
                yield end, filled(wording.clause, bound)

    def match(self, pattern: Pattern, at: int) -> Iterator[Match]:
        """Yield where each match of a pattern ends, and what its slots are."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLong
        if not pattern:
            yield at, {}
            return
        first, rest = pattern[0], pattern[1:]
        for end, bound in self.one(first, at):
            for last, more in self.match(rest, end):
                yield last, bound | more

    def one(self, part: OneOfWords | SlotName | OneOfPatterns, at: int) -> Iterator[Match]:
        """Yield the matches of one part of a pattern."""
        match part:
            case OneOfWords(words):
                if at < len(self.tokens) and self.tokens[at] in words:
                    yield at + 1, {}
            case SlotName(slot, name):
                for end, text in self.slot(slot, at):
                    yield end, {name: text}
            case OneOfPatterns(choices, is_optional):
                for choice in choices:
                    yield from self.match(choice, at)
                if is_optional:
                    yield at, {}


def filled(clause: str, bound: dict[str, str]) -> str:
    """Return a form of words with its slots filled; a slot that was left out leaves nothing."""
    return " ".join(re.sub(r"\{([^}]*)\}", lambda found: bound.get(found[1], ""), clause).split())


def number(token: str) -> str | None:
    """Return a number in digits."""
    return token if token.isdigit() else NUMBERS.get(token)


def name(token: str) -> str | None:
    """Return what may be the name of something declared."""
    is_word = re.fullmatch(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", token) is not None
    is_plain = token in reserved() or token in PLAIN_ENGLISH or token in NUMBERS or token in ARTICLES
    return token if is_word and not is_plain else None


def several(token: str) -> str | None:
    """Return what one of several things with a name is called."""
    called = name(token)
    if called is None or not called.endswith("s") or called.endswith("ss"):
        return None
    return f"{called[:-3]}y" if called.endswith("ies") else called[:-1]


def quoted(token: str) -> str | None:
    """Return the name of a card as it stands between quotes."""
    return token if token.startswith('"') else None


def roman(token: str) -> str | None:
    """Return the number of an age, which may be in Roman digits."""
    return ROMAN.get(token) or number(token)


BUILT_IN: dict[str, Callable[[str], str | None]] = {
    "digits": number,
    "name": name,
    "several": several,
    "quoted": quoted,
    "roman": roman,
}


# --- whole sentences ------------------------------------------------------------------------------

FRONT = ("moment", "limit", "condition", "duration")
BEHIND = ("limit-behind", "condition", "duration-behind", "moment")
BEHIND_OTHERS = ("duration-behind",)


ACTING = r"(?:others|everyone|neighbours|left|right|partner|they|who |an? |another |the )"
END = "at end of game"  # when points are counted anyway
CHOOSING = ("choose ", "roll ", "look ", "draw ")  # what follows speaks of what came of it
STANDS = re.compile(r"\b(?:have|has|costs?|shields?|produce|buy|count|worth)\b")


@dataclass(frozen=True, slots=True)
class Parts:
    """A sentence in parts: what stands before its verb, what it does, and what follows."""

    moment: str = ""
    limit: str = ""
    condition: str = ""
    duration: str = ""
    act: str = ""

    @property
    def text(self) -> str:
        """Return the clause, in the one order of the language."""
        is_said_anyway = self.moment == END and re.search(r"\b(?:score|science)\b", self.act) is not None
        is_said_anyway |= self.moment.startswith("at end of ") and self.act.startswith("play the last card ")
        moment = "" if is_said_anyway else self.moment
        before = [moment, self.limit, self.condition and f"if {self.condition}", self.duration]
        return "".join(f"{part}, " for part in before if part) + self.act

    def with_part(self, slot: str, text: str) -> Parts | None:
        """Return this with a part that it lacks; nothing if it has one already."""
        key = slot.removesuffix("-behind")
        values = {name: getattr(self, name) for name in ("moment", "limit", "condition", "duration", "act")}
        if slot == "condition" and text.startswith("they ") and not self.moment:
            return None  # whoever acts, not who is spoken of
        if values[key] and key == "condition" and " or " not in text + values[key]:
            text = f"{values[key]} and {text}"
        elif values[key]:
            return None
        return Parts(**{**values, key: text})


Reading = tuple[str, ...]  # the clauses that a text says, in order


def readings(text: str) -> list[Reading]:
    """Return all that a text may say, each as clauses; nothing if it is not understood."""
    if len(text) > MOST_CHARACTERS:
        return []
    tokens = tokens_of(text)
    reader = Reader(tokens)
    found: dict[Reading, None] = {}
    try:
        for end, said in sentences(reader, 0):
            if end == len(tokens) and all(is_clear(text, one) for one in said):
                found[said] = None
                if len(found) >= MOST_READINGS:
                    break
    except (TooLong, RecursionError):
        return []
    return list(found)


THEIRS = re.compile(r"\bthey have\b")
OTHERS = re.compile(
    r"^when (?!you )|\b(?:others|everyone|neighbours|left|right|partner|player|neighbour|they|victor|loser|who has)\b.* they have"
)


def is_clear(text: str, clause: str) -> bool:
    """Tell whether it is clear whose things a clause counts, and whether together or each alone."""
    if re.search(r"\bpay [^,]* to [^,]*, or (?!pay)", clause):
        return False  # the alternative may be one of what is paid for
    return is_counted_alike(text, clause) and (not THEIRS.search(clause) or OTHERS.search(clause) is not None)


def tokens_of(text: str) -> tuple[str, ...]:
    """Return the words and signs of a text: what stands in brackets stands behind a comma, and of
    several signs only the first is kept.
    """
    tokens: list[str] = []
    for word in TOKEN.findall(text.lower()):
        token = MARKS.get(word) or spellings().get(word, word)
        if token == ")" or (token in SIGNS and (not tokens or tokens[-1] in SIGNS)):
            continue
        tokens.append(token)
    while tokens and tokens[-1] in SIGNS:
        tokens.pop()
    return tuple(tokens)


def sentences(reader: Reader, at: int, is_first: bool = True) -> Iterator[tuple[int, Reading]]:
    """Yield all readings of one sentence and of those that follow it; behind the last of several it
    would not be clear of which of them a condition speaks.
    """
    for end, parts in whole(reader, at, Parts(), is_first):
        if parts.duration and (parts.act.startswith("pay ") or not STANDS.search(parts.act)):
            continue  # what happens at once does not last
        yield end, (parts.text,)
        is_choice = parts.act.startswith(CHOOSING)
        sides = set(re.findall(r"\b(?:of|from|to) (left|right)\b", parts.act))
        side = next(iter(sides)) if len(sides) == 1 else ""  # whom `they` means behind this
        for after, _ in (*reader.slot("then", end), *(reader.slot("also", end) if is_choice else ())):
            for last, said in sentences(reader, after, is_first=False):
                if len(said) == 1:
                    yield last, (f"{parts.text} then {of_side(said[0], side)}",)
        if not parts.limit and not is_choice:
            for after, _ in reader.slot("also", end):
                for last, more in sentences(reader, after, is_first=False):
                    if not is_apart(parts.act, more[0], reader.tokens[after - 1]):
                        continue
                    if more[0].startswith("they "):
                        if len(more) == 1:
                            yield last, (f"{parts.text} then {of_side(more[0], side)}",)
                        continue
                    before = Parts(parts.moment, "", parts.condition, parts.duration, "").text
                    yield last, (parts.text, *(before + text for text in more))


def of_side(clause: str, side: str) -> str:
    """Return a clause about the one neighbour of whom was spoken before, where it says `they`."""
    return re.sub(r"\bwith them\b", f"with {side}", re.sub(r"^they\b", side, clause)) if side else clause


def is_apart(one: str, other: str, joint: str) -> bool:
    """Tell whether it is clear that two acts have nothing to do with each other: who does the
    second one, and that what it counts is counted for it alone.
    """
    is_about_others = re.match(ACTING, one) is not None and re.match(ACTING, other) is None
    return joint == "." or not (is_about_others or (" per " in other and " per " not in one))


def whole(reader: Reader, at: int, parts: Parts, is_first: bool) -> Iterator[tuple[int, Parts]]:
    """Yield all readings of one sentence: parts before its verb in any order, and behind it."""
    for slot in FRONT:
        for end, text in reader.slot(slot, at):
            if (more := parts.with_part(slot, text)) is not None:
                for after, _ in ((end, ""), *reader.slot("comma", end)):
                    yield from whole(reader, after, more, is_first)
    for end, text in reader.slot("act", at):
        said = Parts(parts.moment, parts.limit, parts.condition, parts.duration, text)
        yield from behind(reader, end, said, BEHIND if is_first else BEHIND_OTHERS)


def behind(reader: Reader, at: int, parts: Parts, slots: Sequence[str]) -> Iterator[tuple[int, Parts]]:
    """Yield a sentence with all that may stand behind what it does; behind the last of several
    alternatives it would not be clear of which of them that speaks.
    """
    yield at, parts
    slots = () if ", or " in parts.act else slots
    for start, _ in ((at, ""), *reader.slot("comma", at)):
        for slot in slots:
            for end, text in reader.slot(slot, start):
                if end > start and (more := parts.with_part(slot, text)) is not None:
                    yield from behind(reader, end, more, slots)
        for end, _ in reader.slot("remark", start):
            if end > at:
                yield from behind(reader, end, parts, slots)
