"""Recognise common mistakes in a sentence: say what each is, and put the sentence right.

`gain 1 coin for each stage in city` becomes `gain 1 coin per stage in city`. A mistake is
recognised only if the sentence parses once it is put right and still means what was written, so no
guess is ever offered that does not work. A pattern names every word that it takes away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from stele.compiler.front.clause_meaning import (
    ACTORS,
    BEHIND,
    NUMBERS,
    OF_EACH,
    PLAIN_ENGLISH,
    SUBJECTS,
    means_the_same,
    words_of,
)

NAME = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
UNNAMED = r"(?!(?:vps?|pts?|strength|might|swords?)\b)"  # what is no name, though it stands where one may
VERBS = "gain|gains|score|scores|lose|loses|build|builds|buy|buys|play|plays|draw|copy|produce|spend|others|everyone"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A way to go wrong: what it looks like, what is meant, and what to say about it."""

    pattern: str
    instead: str | Callable[[re.Match[str]], str]
    message: str
    start: str = "clause"  # or `cost`
    is_spelling: bool = False  # one word is nearly right, and a message of its own is better than the nearest word

    def put_right(self, text: str) -> Iterator[tuple[str, int, int]]:
        """Yield the text with the mistake put right, and where it was: everywhere at once, then at
        each place alone.
        """
        found = list(re.finditer(self.pattern, text))
        if found:
            yield re.sub(self.pattern, self.instead, text), *found[0].span()
        for match in found if len(found) > 1 else []:
            instead = self.instead(match) if callable(self.instead) else match.expand(self.instead)
            yield text[: match.start()] + instead + text[match.end() :], *match.span()


@dataclass(frozen=True, slots=True)
class Recognised:
    """A mistake in a sentence: where, what it is, and the sentence put right."""

    start: int
    end: int
    message: str
    sentence: str


SMALL_LETTERS = "the language is written in small letters"
TOKENS = "tokens are named with the word `token`"
RESOURCES = "resources are produced: `produce`"
AT_LEAST = "the number of a condition means at least so many, and `you have` is not said"
TWO_SENTENCES = "these are two sentences"
HOW_MANY = "a number is missing: how many?"
BOTH_NEIGHBOURS = "both neighbours are `neighbours`"
ALL_SEATS = "all seats together are `everyone`"
ALL_BUT_YOU = "all seats but your own are `others`"
UNLESS = "what must not be so is a condition with `if not`"
FULL_STOP = "a sentence ends without a full stop"
MISTAKES = (
    # Money.
    Mistake(r"\b(?:gold(?:\s+coins?)?|money|gold pieces?|dollars?|cash)\b", "coins", "money is counted in `coins`"),
    Mistake(r"\b(?:gold\s+coins?|money|gold pieces?|dollars?|cash)\b", "coins", "money is counted in `coins`", "cost"),
    # Signs.
    Mistake(r"_", "-", "names are written with hyphens, not with underscores"),
    Mistake(r"(?<![a-z0-9])\+(?=\d)", "", "a number needs no sign"),
    Mistake(r"\s*[/|]\s*", " or ", "a choice is written with `or`"),
    Mistake(r"\b(?:" + "|".join(NUMBERS) + r")\b", lambda m: NUMBERS[m[0]], "numbers are written in digits"),
    Mistake(r"\b(?:" + "|".join(NUMBERS) + r")\b", lambda m: NUMBERS[m[0]], "numbers are written in digits", "cost"),
    Mistake(r"\ban?\s+(?=(?:coin|point|shield)\b)", "1 ", "a number belongs here instead of `a`"),
    Mistake(rf"(?<=gain |lose |pend )an?\s+(?={NAME}(?: token)?\b)", "1 ", "a number belongs here instead of `a`"),
    # Spelling.
    Mistake(r"\bcolor", "colour", "words are spelt as in Britain: `colour`", is_spelling=True),
    Mistake(r"\bneighbor", "neighbour", "words are spelt as in Britain: `neighbour`", is_spelling=True),
    Mistake(r"\bin neighbour\b", "in neighbours", "both neighbours are meant: `neighbours`, in the plural", is_spelling=True),
    Mistake(
        r"^other(?=\s+(?:gain|score|lose|build|discard|must)\b)",
        "others",
        "all others are meant: `others`, in the plural",
        is_spelling=True,
    ),
    # What is missing.
    Mistake(r"\b(gains?|scores?|loses?)\s+(coin|point)\b", r"\1 1 \2", HOW_MANY),
    Mistake(r"^shield$", "1 shield", HOW_MANY),
    Mistake(r"\b(discards?|puts?|gives?) +it\b", r"\1 the card", "a card of which was spoken is `the card`"),
    Mistake(r"\b(?:strength|might|swords?)\b", "shields", "strength is counted in `shields`"),
    Mistake(r"^(if .*?),?\s+then\s+", r"\1, ", "a comma stands behind the condition, and no `then`"),
    Mistake(r"\s+each\s*$", "", "what everyone gains, each gains: `each` is not needed"),
    # Whose.
    Mistake(r"\byou\s+(?=(?:gain|score|lose|build|produce|buy|play|draw|copy)\b)", "", "who acts is not named if it is you"),
    Mistake(
        r"\b(?:in\s+(?:the\s+)?(?:city|cities)\s+of|of|owned\s+by|built\s+by)\s+(?=(?:both|your|the|all|each|every|neighbours|others|everyone|left|right|other|opponents|rivals)\b)",
        "in ",
        "what others have is named by its place, such as `in neighbours`",
    ),
    Mistake(r"\b(?:everyone|everybody)\s+else\b", "others", ALL_BUT_YOU),
    Mistake(r"\b(?:all|each|every)(?:\s+the)?(?:\s+other)?\s+players?\s+(?:but|except)\s+you\b", "others", ALL_BUT_YOU),
    Mistake(r"\b(?:all|each|every)\s+(?:other\s+players?|opponents?|rivals?)\b", "others", ALL_BUT_YOU),
    Mistake(r"\b(?:the\s+|your\s+)?(?:other\s+players|opponents|rivals)\b", "others", ALL_BUT_YOU),
    Mistake(r"\b(?:each|every|all)(?:\s+the)?\s+players?\b|\beverybody\b|^all(?=\s+(?:gain|lose|score)\b)", "everyone", ALL_SEATS),
    Mistake(r"\b(?:each|every)\s+(?:of\s+)?(?:your\s+)?neighbour\b", "neighbours", BOTH_NEIGHBOURS),
    Mistake(r"\b(?:both|your|the|all|each)\s+(?:of\s+)?(?:your\s+|the\s+)?neighbours\b", "neighbours", BOTH_NEIGHBOURS),
    Mistake(
        r"\b(?:the\s+|your\s+|both\s+|all\s+)*(?:neighbouring|adjacent)\s+(?:cities|players|boards)\b",
        "neighbours",
        "the places of both neighbours are `neighbours`",
    ),
    Mistake(
        r"\b(?:(?:each|every)\s+neighbour's\s+city|(?:your\s+|the\s+|both\s+)*neighbours[’']?\s+cities)\b",
        "neighbours",
        "the places of both neighbours are `neighbours`",
    ),
    Mistake(r"\b(?:your\s+|the\s+)?(left|right)\s+neighbour(?:'s\s+city)?\b", r"\1", "one neighbour is `left` or `right`"),
    Mistake(r"(?<=\bin )(?:all(?:\s+the)?\s+cities|(?:every|each)\s+city)\b", "everyone", ALL_SEATS),
    Mistake(r"(?<=\bin )(?:(?:all\s+)?(?:the\s+)?other\s+cities|(?:every|each)\s+other\s+city)\b", "others", ALL_BUT_YOU),
    Mistake(rf"(?<=^)({ACTORS})\s+each\b", r"\1", "what several gain, each gains: `each` is not needed"),
    Mistake(
        r"\bin\s+(?:their|his|her)\s+(?:own\s+)?(?:city|cities)\b|\b(?:that\s+)?they\s+(?:have\s+built|own|built)\b",
        "they have",
        "what those have who gain or lose is `they have`",
    ),
    Mistake(
        r"(?:(?<=\bin )|(?<=\bper )|(?<=\bfrom )|(?<=\band )|(?<=\binto ))(?:your|the|my)\s+(?:own\s+)?",
        "",
        "what is your own needs no `your` or `the`",
    ),
    # How many.
    Mistake(r"\bif\s+(?:you\s+(?:have|own)\s+)?(?:(?:at least|minimum)\s+)?(?=\d)", "if ", AT_LEAST),
    Mistake(
        r"\bif\s+(?:you\s+(?:do\s+not|don't)\s+have\s+(?:at\s+least\s+)?|(?:you\s+have\s+)?(?:fewer|less)\s+than\s+)(?=\d)",
        "if not ",
        "fewer than a number is `if not` that number",
    ),
    Mistake(r"\bif\s+you\s+have\s+no\s+(?=[a-z])", "if not 1 ", "to have none is `if not 1`"),
    Mistake(r"\bif\s+you\s+(?:have|own)\s+an?\s+(?=[a-z])", "if 1 ", "a condition counts: to have a thing is `if 1`"),
    Mistake(r"\bunless\s+(?:you\s+(?:have|own)\s+)?(?=\d|age\s+\d)", "if not ", UNLESS),
    Mistake(r"\bunless\s+you\s+(?:have|own)\s+an?\s+(?=[a-z])", "if not 1 ", UNLESS),
    Mistake(r"(\bif\s+(?:not\s+)?\d+)\s+or\s+more\b|(\bif\s+(?:not\s+)?\d+)\+", r"\1\2", AT_LEAST),
    Mistake(
        rf"(\bif\s+(?:not\s+)?\d+\s+(?:{NAME}\s+)?{NAME})(?=,|\s*$)",
        r"\1 in city",
        "it is missing where things are counted, such as `in city`",
    ),
    Mistake(r"\b(?:for\s+)?(?:each|every)\b(?!\s+player)", "per", "how often something counts is said with `per`"),
    Mistake(r"\bfor\s+(?=NAME\s+(?:card|token|symbol)s?\b)".replace("NAME", NAME), "per ", "how often something counts is said with `per`"),
    Mistake(
        rf"(?<=\d )(coins?|points?|shields?|{NAME} tokens?)\s+(?=(?:{NAME} )*(?:cards?|tokens?|symbols?|stages?)\b)",
        r"\1 per ",
        "`per` is missing before what is counted",
    ),
    # `vict...` is what the first letter of `vp` stands for, a name of some games.
    Mistake(r"(\d+)\s+vict[a-z]*\s+points?\b", r"\1 points", "points have no kind of their own: `points` alone"),
    Mistake(r"(\d+)\s*(?:vps?|pts?|p)\b", r"\1 points", "points are written out: `points`"),
    Mistake(r"(?<=coin|ield|oins|elds)\s+(?:that\s+)?you\s+(?:own|have)\b", "", "coins and shields that count are your own"),
    Mistake(r"\s+(?:that\s+)?you\s+(?:have built|own|have|built)\b", " in city", "what you have built is `in city`"),
    Mistake(
        rf"(\bper\s+(?:\d+\s+)?(?:{NAME}\s+)*(?:cards?|stages?|symbols?|tokens?))\s*$",
        r"\1 in city",
        "it is missing where things are counted, such as `in city`",
    ),
    Mistake(
        rf"(\bper\s+(?:\d+\s+)?(?!(?:coins?|shields?)\b){NAME})\s*$",
        r"\1 in city",
        "it is missing where things are counted, such as `in city`",
    ),
    Mistake(r"(?<=[a-z] )(?:structure|building)(s?)\b", r"card\1", "what is built is a `card`"),
    # Verbs.
    Mistake(r"\bwhen you (?:play|construct|place|lay)\b", "when you build", "cards and stages are built: `when you build`"),
    Mistake(
        r"(?<=coin|oins)\s+from\s+(?:the\s+)?bank\s*$",
        "",
        "coins that are gained come from the bank",
    ),
    Mistake(r"\b(?:get|gets|receive|receives|take|takes|collect|collects|earn|earns|obtain)\s+(?=\d)", "gain ", "the verb for coins and tokens is `gain`"),
    Mistake(r"(?:\bgains?|^worth|^gives?)\s+(?=\d+\s+points?\b)", "score ", "points are scored: `score`"),
    Mistake(r"\b(?:score|scores)\s+(?=\d+\s+coins?\b)", "gain ", "coins are gained: `gain`"),
    Mistake(r"\b(?:gain|gains|score|have|add)\s+(?=\d+\s+shields?\b)", "", "shields need no verb"),
    Mistake(r"^(?=\d+\s+coins?\b)", "gain ", "the verb is missing: `gain`"),
    Mistake(r"^(?=\d+\s+points?\b)", "score ", "the verb is missing: `score`"),
    Mistake(
        rf"^(?:gain|gains|make|makes|provide|provides)\s+(?=(?:\d+\s+)?{UNNAMED}{NAME}(?:\s+or\s+{NAME})*$)",
        "produce ",
        "resources are produced, and tokens are named with the word `token`",
    ),
    Mistake(
        rf"\b(gains?|loses?|spend)\s+(\d+)\s+{UNNAMED}({NAME})(?!\s+token|[a-z0-9-])",
        lambda m: f"{m[1]} {m[2]} {m[3]} token{'' if m[2] == '1' else 's'}",
        TOKENS,
    ),
    Mistake(rf"^(?={NAME}(?:\s+or\s+{NAME})*$)", "produce ", "the verb is missing: `produce`"),
    Mistake(r"(?<!for )\b(?:at no cost|for nothing|without paying|free of charge|freely)\b", "for free", "what costs nothing is built `for free`"),
    Mistake(r"(?<!for )\bfree\s*$", "for free", "what costs nothing is built `for free`"),
    # Order.
    Mistake(r"\b(?:whenever|each time|every time|any time|as often as)\s+you\b", "when you", "a moment begins with `when you`"),
    Mistake(r"\b(?:the )?(end|start) of (?:the |each |every |an? |your )?(game|age|turn)\b", r"\1 of \2", "a moment is named without `the`"),
    Mistake(r"\b(?:the )?beginning of (?:the |each |every |an? |your )?(game|age|turn)\b", r"start of \1", "a moment is `at start of` or `at end of`"),
    Mistake(r"^after (?:the |each |every |an? |your )(game|age|turn)\b", r"at end of \1", "a moment is `at start of` or `at end of`"),
    Mistake(r"\bonce (?:in )?(?:an?|each|every) (game|age|turn)\b", r"once per \1", "a limit is `once per`"),
    Mistake(r"\bat most once\b", "once", "a limit is `once`"),
    Mistake(r"^(.*?),?\s+(once per (?:game|age|turn))\s*$", r"\2, \1", "the limit stands before the verb"),
    Mistake(r"^(.*?),?\s+(when you .*)$", r"\2, \1", "the moment stands at the beginning"),
    Mistake(r"^(.*?),?\s+(at (?:end|start) of .*|at conflict)$", r"\2, \1", "the moment stands at the beginning"),
    Mistake(r"^(.*?),?\s+(if .*)$", r"\2, \1", "the condition stands before the verb"),
    Mistake(r"^(once per (?:game|age|turn)), ((?:when|at|after|before) .*?), ", r"\2, \1, ", "the moment stands before the limit"),
    Mistake(rf"^(per .*?),?\s+((?:{VERBS}) .*)$", r"\2 \1", "`per` and what is counted stand at the end"),
    Mistake(rf"\s+(?=(?:{VERBS})\b)", ", ", "a comma is missing before the verb"),
    Mistake(r"(?<=\S)\s+(?=\d+ (?:shields?)\b)", ", ", "a comma is missing"),
    Mistake(r"(?<=point|oints)\s*,?\s+(?:less|minus)\s+(?=\d)", ", less ", "what is taken from points is `, less`"),
    # Costs.
    Mistake(
        rf"\b({NAME})(?:\s*,?\s+\1)+\b",
        lambda m: f"{len(re.findall(NAME, m[0]))} {m[1]}",
        "a resource stands once, with its number",
        "cost",
    ),
    Mistake(r"^\s*(?:nothing|none|no cost|no|0|-|zero)\s*$", "free", "what costs nothing is `free`", "cost"),
    Mistake(r"\s*(?:\band\b|[&+;])\s*", ", ", "the parts of a cost stand with commas between", "cost"),
    Mistake(rf"(\d+\s+{NAME})\s+(?=\d)", r"\1, ", "a comma is missing between the parts of a cost", "cost"),
    Mistake(r"(?<=\d)\s*x\s*(?=[a-z])", " ", "a number stands before its resource, without `x`", "cost"),
    Mistake(r"(?<=\d)(?=[a-z])", " ", "a space is missing between the number and the resource", "cost"),
    Mistake(rf"\b({NAME})\s+x?(\d+)\b", r"\2 \1", "the number stands before its resource", "cost"),
    Mistake(rf"(?:(?<=^)|(?<=, ))(?={NAME}(?:,|$))", "1 ", "each part of a cost has a number", "cost"),
    Mistake(r"^(?:pay|spend|costs?)\s+", "", "a cost says only what is paid", "cost"),
)  # fmt: skip

# What cannot be put right by itself: what it looks like, what is wrong, what to do.
HINTS = (
    (
        rf"((?:produce|science) {NAME}(?:, {NAME})+)$",
        "this may be a choice, or all of them",
        "write `or` between what may be chosen, and a list of sentences for what there is together",
    ),
    (
        rf"(?:.*, |.*\bthen )?{SUBJECTS} .*\bper (?:\d+ )?((?:{NAME} )*(?:cards?|stages?|symbols?|tokens?))$",
        "it is missing whose things are counted",
        "write `in city` behind it for their own, or `in city of you` for yours",
    ),
    (
        rf".*?\bor\b[^,]*?,?\s+({BEHIND})\b",
        "it is not clear whether this is about the last alternative or about all",
        "for all, write it first: `if 3 coins, gain 2 coins, or 1 shield`; else write a sentence for each",
    ),
    (
        r".*\bif (?:you have )?(up to|more than|only)\b(?= \d)",
        "a number alone means at least so many; others are `at most` or `exactly`",
        "`if 4 coins, ...` is more than 3, and `if at most 3 coins, ...` is up to 3",
    ),
    (
        r".*\b(unless|do not have|don't have|(?:fewer|less) than)\b[^,]*\b(?:and|or)\b",
        "it is not clear what of this must not be so",
        "write `not` before each part that must not be so: `if not 3 coins and not 2 shields, ...`",
    ),
    (
        r".*\bif (?:you (?:alone )?have (?:the )?)?((?:most|more|fewest|fewer|least)\b(?! than \d))",
        "this comparison is not understood",
        "write it like `if more coins than left, ...`, `if fewer stages in city than each neighbour, ...` or `if most shields, ...`",
    ),
    (
        rf".*({OF_EACH}[a-z]*)",
        "what lies in several cities is counted together",
        "`neighbours`, `others` and `everyone` are counted as one; `left` and `right` are one city each",
    ),
    (
        rf".*\b((?:twice|thrice|(?:\d+|{'|'.join(NUMBERS)}) times) (?:an?|each|every|in an?|in each) (?:game|age|turn|round))\b",
        "how often something may happen is said with `per`",
        "begin with `twice per game,`, `3 times per age,` or the like",
    ),
    (
        r"when you use .* to (build|builds|stage|stages)\b",
        "what is built has a moment of its own",
        "begin with `when you build a card,` or `when you build a stage,`",
    ),
    (
        r"(?:.*, )?gains? .*\b(from (?:(?:each|every|both|the|your|all|an?|other) )*(?:neighbours?|others?|everyone|players?|left|right))\b",
        "what comes from somebody is taken: `take`",
        "write it like `take 2 coins from left` or `take 1 coin from neighbours`",
    ),
    (
        r".*\b((?:coins?|points?|shields?) equal to)\b",
        "how many is a number for each thing that is counted",
        "write it like `gain 1 coin per shield` or `score 2 points per stage in city`",
    ),
    (
        r"(discards? (?:an?|\d+) .*?) to\b",
        "only coins, tokens and unused resources are paid",
        "write it like `pay 1 coin to ...`",
    ),
    (
        r"draws? ((?:an?|\d+) cards?)\b",
        "only what was left over is drawn, and it is said where it goes",
        "write it like `draw 1 unused ... into ...`, with a noun for cards and a zone",
    ),
    (
        r"(you may)\b",
        "what may be done or left is said with `may` before its verb",
        "write it like `may gain 2 coins`; what is paid for with `pay ... to ...` is left to its owner anyway",
    ),
    (
        rf"(?:.*, )?(?:{ACTORS} )?(?:gains?|scores?|loses?)\s+(coins|points)$",
        HOW_MANY,
        "write it like `gain 2 coins`",
    ),
    (r"(shields)$", HOW_MANY, "write it like `2 shields`"),
    (
        rf"(?:.*, )?(?:{ACTORS} )?(?:gains?|scores?|loses?)\s+\d+\s+({NAME})\s+points?\b",
        "points have no kind of their own",
        "write `points` alone; on which line they count is told by the card",
    ),
    (r"produce\s+(any|all|each|every)\b", "each resource is named", "name those that it may be, with `or` between"),
    (
        r"produce\s+(an?)\b",
        "resources are named without `a`",
        "leave it out: the resource follows `produce`, with its number before it if there are more",
    ),
    (
        r"((?:every|each|per)\s+(?:turn|age|round|game))\b",
        "what happens again and again begins with what brings it about",
        "begin with `when you ...,`; `once per turn,` is a limit for it",
    ),
    (
        r"(?:.*, )?(steal|rob|take|grab)s?\b(?!.*\bbank\b)",
        "what is taken, and from whom, is said with `take`",
        "write it like `take 2 coins from left` or `take 1 coin from neighbours`",
    ),
    (
        r".*(?<!,)\s(if)\s",
        "a condition stands before the verb, and counts something",
        "write it like `if 3 coins, ...` or `if not 6 shields, ...`",
    ),
)


COST_HINTS = (
    (
        r".*\b(tokens?)\b",
        "a cost is paid in coins and resources",
        "let the effect begin with the price: `spend 1 ... token to gain ...`",
    ),
    (r".*\b(or)\b", "a cost leaves no choice", "write exactly what is paid; what may be paid with is up to the city"),
    (r".*\b(per|for each|if)\b", "a cost is the same for everyone", "write exactly what is paid, such as `2 coins`"),
)


def hint(text: str, start: str) -> tuple[int, int, str, str] | None:
    """Return where a sentence goes wrong, what is wrong and what to do, if the sentence has to be
    thought of anew.
    """
    for pattern, message, help in HINTS if start == "clause" else COST_HINTS:
        match = re.match(pattern, text)
        if match is not None and match[match.lastindex or 0] not in PLAIN_ENGLISH:
            return *match.span(match.lastindex or 0), message, help
    return None


LONGEST_SEARCHED = 200  # of a sentence in which mistakes are looked for; nobody writes longer ones by hand
DEPTH = 3  # how many mistakes one sentence may have
MOST_TRIED = 400


def recognise(
    text: str,
    start: str,
    parses: Callable[[str], bool],
    only_spelling: bool = False,
    names: frozenset[str] = frozenset(),
) -> Recognised | None:
    """Return the mistake in a sentence that does not parse, if it is one of the common ones,
    perhaps together with others; with these names, which stay as they are.
    """
    if len(text) > LONGEST_SEARCHED:
        return None

    def is_right(sentence: str) -> bool:
        return parses(sentence) and means_the_same(text, sentence) and not names & dropped_words(text, sentence)

    signs = None if only_spelling else wrong_signs(text)
    if signs is not None and is_right(signs.sentence):
        return signs
    known = [mistake for mistake in MISTAKES if mistake.start == start and mistake.is_spelling >= only_spelling]
    waiting: list[tuple[str, Recognised | None]] = [(text, None)]
    waiting += (
        [(signs.sentence, signs)] if signs is not None else []
    )  # capitals and full stops go with any other mistake
    seen = {sentence for sentence, _ in waiting}
    for _ in range(DEPTH):
        reached: list[tuple[str, Recognised | None]] = []
        for better, found in put_right_once(waiting, known, text, seen):
            if is_right(better):
                return Recognised(found.start, found.end, found.message, in_agreement(better))
            reached.append((better, found))
            if len(seen) > MOST_TRIED:
                return None
        waiting = reached
    return None


def dropped_words(text: str, sentence: str) -> set[str]:
    """Return the words of a text that a sentence has no longer, each as one of a thing and as it
    was written.
    """
    left = {form for word in words_of(sentence) for form in (word, word.removesuffix("s"))}
    gone = [word for word in words_of(text) if not left & {word, word.removesuffix("s")}]
    return {form for word in gone for form in (word, word.removesuffix("s"))}


def in_agreement(sentence: str) -> str:
    """Return a sentence whose verb has the form that goes with who acts, and its noun with one."""
    sentence = re.sub(r"(\bif not 1 (?:[a-z0-9-]+ )*?)(card|coin|shield|stage|symbol|token)s\b", r"\1\2", sentence)
    sentence = re.sub(r"\b1 (coin|point|shield)s\b", r"1 \1", sentence)
    sentence = re.sub(r"\b(?!1 )(\d+) (coin|point|shield)\b", r"\1 \2s", sentence)
    plural = re.sub(r"\b(others|neighbours) (gain|score|lose|build|discard)s\b", r"\1 \2", sentence)
    return re.sub(r"\b(everyone|partner|victor) (gain|score|lose|build|discard)\b", r"\1 \2s", plural)


def wrong_signs(text: str) -> Recognised | None:
    """Return the capitals, or the full stop, of a sentence, and the sentence without them."""
    plain = re.sub(r"[\s.!;]+$", "", text.lower())
    if plain == text:
        return None
    at = next((i for i, sign in enumerate(text) if sign.isupper()), len(text) - 1)
    message = SMALL_LETTERS if plain != text.rstrip() and text[at].isupper() else FULL_STOP
    return Recognised(*word_at(text, at, at + 1), message, plain)


def put_right_once(
    sentences: Sequence[tuple[str, Recognised | None]], known: Sequence[Mistake], text: str, seen: set[str]
) -> Iterator[tuple[str, Recognised]]:
    """Yield each new sentence with one more mistake put right, and the first mistake on the way to
    it; it is then `seen`.
    """
    for sentence, first in sentences:
        for mistake in known:
            for better, begin, end in mistake.put_right(sentence):
                if better not in seen:
                    seen.add(better)
                    yield better, first or Recognised(*word_at(text, begin, end), mistake.message, "")


def other_way(text: str, sentence: str) -> str:
    """Return what else may have been meant, or nothing: what is gained, and not only produced, may
    be tokens.
    """
    match = re.fullmatch(rf"produce (\d+) ({NAME})", sentence)
    if match is None or text.lower().startswith(("make", "provide", "produce")):
        return ""
    return f"gain {match[1]} {match[2]} token{'' if match[1] == '1' else 's'}"


def word_at(text: str, begin: int, end: int) -> tuple[int, int]:
    """Return where to point: what was matched, without spaces, or the word behind the spaces."""
    match = re.compile(r"\s*(\S(?:.*\S)?)\s*").fullmatch(text, begin, end) or re.compile(r"\s*(\S+)").match(text, begin)
    return match.span(1) if match is not None else (max(0, len(text) - 1), len(text))
