"""Read sentences that say in other words what a clause says.

`Whenever one of your neighbours builds a red card, you get 1 coin.` is read as `when a neighbour
builds a red card, gain 1 coin`. `grammar/wordings.txt` lists for each slot of the language what
people write there and what it is in the language. A text is read only if all of it is understood;
whether what it becomes is a clause is for the grammar to say. A wording never decides what a
sentence means: if a text can be read as two clauses that differ, both are returned.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from stele.compiler.common.lexicon import NO_NAMES, KnownNames
from stele.compiler.front.clause_grammar import MOST_CHARACTERS
from stele.compiler.front.clause_meaning import OR_TEST, is_counted_alike
from stele.compiler.front.wording_patterns import (
    BUILT_IN,
    OneOfPatterns,
    OneOfWords,
    Pattern,
    SlotName,
    firsts,
    spellings,
    wordings,
)

MOST_STEPS = 60_000  # of matching, after which a text counts as not understood
MOST_READINGS = 8
TOKEN = re.compile(r"\"[^\"]+\"|[a-z][a-z0-9]*(?:-[a-z0-9]+)*(?:n[’']t\b)?|[’']s\b|\d+|\S")
MARKS = {"’": "'", "’s": "'s", ";": ".", "—": ",", "–": ",", "(": ",", "!": "."}
SIGNS = frozenset({",", ".", ":"})

Match = tuple[int, dict[str, str]]


class TooLong(Exception):
    """A text for which too much would have to be tried."""


@dataclass(slots=True)
class Reader:
    """Reads one text."""

    tokens: tuple[str, ...]
    names: KnownNames
    known: dict[tuple[str, int], tuple[tuple[int, str], ...]] = field(default_factory=dict)
    steps: int = 0
    furthest: int = 0  # where a verb was looked for

    def slot(self, name: str, at: int) -> tuple[tuple[int, str], ...]:
        """Return where each reading of a slot ends, and what it is in the language."""
        if name in BUILT_IN:
            read = BUILT_IN[name](self.tokens[at], self.names) if at < len(self.tokens) else None
            return () if read is None else ((at + 1, read),)
        key = name, at
        if key not in self.known:
            self.known[key] = ()  # a slot does not begin with itself
            self.known[key] = tuple(dict.fromkeys(self.readings(name, at)))
        return self.known[key]

    def readings(self, name: str, at: int) -> Iterator[tuple[int, str]]:
        """Yield all readings of a slot."""
        token = self.tokens[at] if at < len(self.tokens) else ""
        for wording, first in zip(wordings()[name], firsts()[name], strict=True):
            if not first.may_begin(token, self.names):
                continue
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


# --- whole sentences ------------------------------------------------------------------------------

FRONT = ("moment", "limit", "condition", "duration")
BEHIND = ("limit-behind", "condition", "duration-behind", "moment")
BEHIND_OTHERS = ("duration-behind",)


ACTING = r"(?:others|everyone|neighbours|left|right|partner|they|who |an? |another |the )"
END = "at end of game"  # when points are counted anyway
CHOOSING = re.compile(
    r"^(?:choose|roll|look|draw) |\bto (?:choose|roll|look|draw) "
)  # what follows speaks of what came of it
STANDS = re.compile(r"\b(?:have|has|costs?|shields?|produce|buy|count|worth|may not|may always|science)\b")
OFFERED = ("before choosing", "after playing")  # what stands behind this may be declined anyway
THAT = re.compile(r"\bthat (?:many|colour|number)\b|\bof them\b")
OF_BEFORE = re.compile(r"\b(?:that|them|they|it)\b")
SPLIT = " || "  # in what a wording is: the moment before it, a condition behind it


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
        moment = "" if self.is_said_anyway else self.moment
        before = [moment, self.limit, self.condition and f"if {self.condition}", self.duration]
        is_offered = self.moment in OFFERED or (self.limit and not self.moment)
        # stands, or is asked
        is_offered = is_offered or self.act.startswith(("may play the last card ", "may buy "))
        act = re.sub(r"^(?:you )?may (?!not\b|always\b)", "", self.act) if is_offered else self.act
        return "".join(f"{part}, " for part in before if part) + act

    @property
    def is_said_anyway(self) -> bool:
        """Tell whether the moment is that of the act anyway."""
        is_scored = self.moment == END and re.search(r"\b(?:score|science)\b", self.act) is not None
        return is_scored or (self.moment.startswith("at end of ") and "play the last card " in self.act)

    def with_part(self, slot: str, text: str) -> Parts | None:
        """Return this with a part that it lacks; nothing if it has one already."""
        key = slot.removesuffix("-behind")
        if key == "moment" and SPLIT in text:
            text, _, condition = text.partition(SPLIT)
            with_condition = (
                self.with_part("condition", condition)
                if self.moment
                else Parts(text, self.limit, self.condition, self.duration, self.act).with_part("condition", condition)
            )
            return None if self.moment else with_condition
        values = {name: getattr(self, name) for name in ("moment", "limit", "condition", "duration", "act")}
        if slot == "condition" and text.startswith(("they ", "not they ")) and not self.moment:
            return None  # whoever acts, not who is spoken of
        if values[key] and key == "condition" and " or " not in text + values[key]:
            text = f"{values[key]} and {text}"
        elif values[key]:
            return None
        return Parts(**{**values, key: text})


@dataclass(frozen=True, slots=True)
class Said:
    """One clause of those that a text says."""

    text: str
    has_own_moment: bool = False


Reading = tuple[str, ...]  # the clauses that a text says, in order


def readings(text: str, names: KnownNames = NO_NAMES) -> list[Reading]:
    """Return all that a text may say, each as clauses; nothing if it is not understood."""
    if len(text) > MOST_CHARACTERS:
        return []
    tokens = tokens_of(text, names)
    reader = Reader(tokens, names)
    found: dict[Reading, None] = {}
    try:
        for end, clauses in sentences(reader, 0):
            said = tuple(one.text for one in clauses)
            if end == len(tokens) and are_clear_together(text, said) and all(is_clear(text, one) for one in said):
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


ELSE = re.compile(r"\b(?:else|all others|the others|(?:every|each|all|all the|the) other (?:player|city|cities))")
ANOTHERS = re.compile(r"^when (?!you )|\bwho has\b")
OF_OTHERS = re.compile(r"(?:^|, |then )others ")


def are_clear_together(text: str, clauses: Reading) -> bool:
    """Tell whether it is clear how the clauses of a text hang together: who are the others where
    somebody else acts, what belongs to one of several ways, and what is paid for what.
    """
    written = text.lower().strip().rstrip(".")
    is_others = any(OF_OTHERS.search(one) for one in clauses)
    if is_others and ELSE.search(written) and any(ANOTHERS.search(one) for one in clauses):
        return False  # all but who acts, or all but you
    if len(clauses) > 1 and any(", or " in one for one in clauses[:-1]) and not re.search(r"[.;]", written):
        return False  # one of the ways may have two parts
    return len(clauses) < 2 or not (
        re.match(r"(?:you )?(?:must )?(?:pay|spend) ", written) and clauses[0].startswith("lose ")
    )


NOT_ALL = re.compile(rf"\bif not [^,]* (?:and|{OR_TEST}) (?!not\b|age\b)(?=\d|at |no |more|fewer)")
LESS_AND = re.compile(r"\b(?:less|fewer) than \d+ [a-z]+ (?:and|or) \d")
OTHERS_OR = re.compile(rf"(?:^|, )(?!who ){ACTING}[^,]*, or (?!{ACTING}|you )[a-z]+")
TURN = re.compile(r"if (?:.* and )?turn \d+")


def is_clear(text: str, clause: str) -> bool:
    """Tell whether it is clear whose things a clause counts, and whether together or each alone;
    and whether what was only allowed, or stands, is not done.
    """
    if "may lose " in clause and not clause.startswith("instead of ") and "lose" not in text.lower():
        return False  # what may be paid is paid for something
    if NOT_ALL.search(clause) or LESS_AND.search(text.lower()):
        return False  # of what follows, it may have been said or not
    if TURN.search(clause) and clause.startswith("at start of turn") == (STANDS.search(clause) is not None):
        return False  # what stands has no moment, what is done in a turn has one
    if OTHERS_OR.search(clause) and not re.search(r"\bor you\b", text.lower()):
        return False  # of them or of you: who has the other thing was not said
    if re.search(r"\bpay [^,]* to [^,]*, or (?!pay)", clause):
        return False  # the alternative may be one of what is paid for
    return is_counted_alike(text, clause) and (not THEIRS.search(clause) or OTHERS.search(clause) is not None)


def tokens_of(text: str, names: KnownNames) -> tuple[str, ...]:
    """Return the words and signs of a text: what stands in brackets stands behind a comma, of
    several signs only the first is kept, and a name of several words is one.
    """
    tokens: list[str] = []
    text = in_full(text.lower())
    for phrase in sorted(names.phrases, key=len, reverse=True):
        article = "the " if phrase.startswith("the ") else ""
        text = re.sub(rf"\b{re.escape(phrase)}\b", article + names.phrases[phrase], text) if phrase in text else text
    for word in TOKEN.findall(text):
        token = MARKS.get(word) or spellings().get(word, word)
        if token == ")" or (token in SIGNS and (not tokens or tokens[-1] in SIGNS)):
            continue
        tokens.append(token)
    while tokens and tokens[-1] in SIGNS:
        tokens.pop()
    return tuple(tokens)


CONTRACTIONS = (
    (re.compile(r"\b(?:can[’']t|can not)\b"), "cannot"),
    (re.compile(r"\bwon[’']t\b"), "will not"),
    (re.compile(r"([a-z])n[’']t\b"), r"\1 not"),
    (re.compile(r"(?<=[a-z])[’']ve\b"), " have"),
    (re.compile(r"(?<=[a-z])[’']re\b"), " are"),
    (re.compile(r"(?<=[a-z])[’']ll\b"), " will"),
    (re.compile(r"(?<=[a-z])[’']d\b"), " would"),
    (re.compile(r"\b(who|it|he|she|that|there)[’']s\b"), r"\1 is"),
)


def in_full(text: str) -> str:
    """Return a text with every word in full: `can't` is `cannot`."""
    for short, full in CONTRACTIONS:
        text = short.sub(full, text)
    return text


def sentences(reader: Reader, at: int, is_first: bool = True) -> Iterator[tuple[int, tuple[Said, ...]]]:
    """Yield all readings of one sentence and of those that follow it; behind the last of several it
    would not be clear of which of them a condition speaks.
    """
    for end, parts in whole(reader, at, Parts(), is_first):
        if parts.duration and (parts.act.startswith("pay ") or not STANDS.search(parts.act)):
            continue  # what happens at once does not last
        alone = Said(parts.text, has_own_moment=parts.moment != "")
        yield end, (alone,)
        sides = set(re.findall(r"\b(?:of|from|to|with) (left|right)\b", parts.act))
        side = next(iter(sides)) if len(sides) == 1 else ""  # whom `they` means behind this
        yield from followed(reader, end, alone, side, is_choice=CHOOSING.search(parts.act) is not None)
        for after, text in reader.slot("who-then", end):
            yield after, (Said(f"{parts.text} then {of_side(text, side)}", alone.has_own_moment),)
        if CHOOSING.search(parts.act) is None:
            yield from listed(reader, end, parts, side)


def followed(
    reader: Reader, at: int, before: Said, side: str, is_choice: bool
) -> Iterator[tuple[int, tuple[Said, ...]]]:
    """Yield a sentence with what is done only if it was, or that speaks of what came of it."""
    behind_then = reader.slot("then", at)
    for after, _ in (*behind_then, *(reader.slot("also", at) if is_choice else ())):
        for last, said in sentences(reader, after, is_first=False):
            if after not in {end for end, _ in behind_then} and not any(OF_BEFORE.search(one.text) for one in said):
                continue  # what is beside a choice and has nothing to do with it
            if is_unclear_who(reader, at, after, before.text, said[0].text):
                continue
            if len(said) == 1 or not any(one.has_own_moment for one in said):
                chain = " then ".join(of_side(one.text, side) for one in said)
                yield last, (Said(f"{before.text} then {chain}", before.has_own_moment),)


ACT_OF = re.compile(rf"(?:^|, |then ){ACTING}(?!.*\bthen (?!{ACTING}))")


def is_unclear_who(reader: Reader, at: int, after: int, before: str, behind: str) -> bool:
    """Tell whether it is not clear who does what follows: in one sentence, others did what stands
    before it, and nobody is named again.
    """
    if "." in reader.tokens[at:after] or reader.tokens[after : after + 1] == ("you",):
        return False
    return ACT_OF.search(before) is not None and re.match(ACTING, behind) is None


def listed(reader: Reader, at: int, parts: Parts, side: str) -> Iterator[tuple[int, tuple[Said, ...]]]:
    """Yield a sentence with others beside it: what stands before its verb holds for all of them,
    except for one that says itself when it happens.
    """
    alone = Said(parts.text, has_own_moment=parts.moment != "")
    before = Parts(parts.moment, "", parts.condition, parts.duration, "").text
    for after, _ in reader.slot("also", at):
        joint = reader.tokens[after - 1]
        is_yours = reader.tokens[after : after + 1] == ("you",)
        is_opened = any(end > after for end, _ in reader.slot("opening", after))
        for last, more in sentences(reader, after, is_first=False):
            is_own = more[0].has_own_moment or is_opened or (parts.duration and not STANDS.search(more[0].text))
            if joint == "." and before and (is_own or not parts.moment):
                yield last, (alone, *more)
            if joint == "." and is_own:
                continue
            if parts.duration and not all(STANDS.search(one.text) for one in more):
                continue  # what happens at once does not last
            if THAT.search(more[0].text):
                if len(more) == 1:
                    yield last, (Said(f"{parts.text} then {more[0].text}", alone.has_own_moment),)
                continue
            if parts.limit or not is_apart(parts.act, more[0].text, joint, is_yours):
                continue
            elif not more[0].text.startswith("they ") or (
                ANOTHERS.search(parts.moment) and not re.match(ACTING, parts.act) and not CHOSEN_SEAT.search(parts.act)
            ):
                yield last, (alone, *(Said(before + one.text) for one in more))
            elif len(more) == 1:
                yield last, (Said(f"{parts.text} then {of_side(more[0].text, side)}", alone.has_own_moment),)


CHOSEN_SEAT = re.compile(r"\b(?:a neighbour|a player|another player|left|right|neighbours|others|everyone)\b")


def of_side(clause: str, side: str) -> str:
    """Return a clause about the one neighbour of whom was spoken before, where it says `they`."""
    return re.sub(r"\bwith them\b", f"with {side}", re.sub(r"^they\b", side, clause)) if side else clause


def is_apart(one: str, other: str, joint: str, is_yours: bool) -> bool:
    """Tell whether it is clear that two acts have nothing to do with each other: who does the
    second one, and that what it counts is counted for it alone.
    """
    if joint != "." and one.startswith("lose ") and other.startswith("pay "):
        return False  # both may be paid for what follows
    is_about_others = re.match(ACTING, one) is not None and re.match(ACTING, other) is None
    return joint == "." or not ((is_about_others and not is_yours) or (" per " in other and " per " not in one))


def whole(reader: Reader, at: int, parts: Parts, is_first: bool) -> Iterator[tuple[int, Parts]]:
    """Yield all readings of one sentence: parts before its verb in any order, and behind it."""
    reader.furthest = max(reader.furthest, at)
    for slot in FRONT:
        if slot == "condition" and is_about_others(reader, at, parts.condition):
            continue
        for end, text in reader.slot(slot, at):
            if (more := parts.with_part(slot, text)) is not None:
                for after, _ in ((end, ""), *reader.slot("comma", end)):
                    yield from whole(reader, after, more, is_first)
    starts = [at]
    starts += [end for end, _ in reader.slot("opening", at) if end > at]
    if parts.moment.startswith("instead of "):
        starts += [end for end, _ in reader.slot("instead-of-it", at) if end > at]
    for start in starts:
        for end, text in reader.slot("act", start):
            said = Parts(parts.moment, parts.limit, parts.condition, parts.duration, text)
            yield from behind(reader, end, said, BEHIND if is_first else BEHIND_OTHERS)


OTHER_SEATS = re.compile(r"\b(?:player|neighbours?|left|right|others|everyone|they|them|partner|victor|loser)\b")


def is_about_others(reader: Reader, at: int, before: str) -> bool:
    """Tell whether `with 3 coins` may say of which of others somebody spoke, not what `you`
    need.
    """
    return reader.tokens[at : at + 1] == ("with",) and OTHER_SEATS.search(before) is not None


def behind(reader: Reader, at: int, parts: Parts, slots: Sequence[str]) -> Iterator[tuple[int, Parts]]:
    """Yield a sentence with all that may stand behind what it does; behind the last of several
    alternatives it would not be clear of which of them that speaks.
    """
    yield at, parts
    slots = () if ", or " in parts.act else slots
    for start, _ in ((at, ""), *reader.slot("comma", at)):
        for slot in slots:
            if slot == "condition" and is_about_others(reader, start, parts.act):
                continue
            for end, text in reader.slot(slot, start):
                if end > start and (more := parts.with_part(slot, text)) is not None:
                    yield from behind(reader, end, more, slots)
        remarks = reader.slot("remark", start)
        if parts.moment.startswith("instead of "):
            remarks += reader.slot("instead-of-it", start)
        for end, _ in remarks:
            if end > at:
                yield from behind(reader, end, parts, slots)
