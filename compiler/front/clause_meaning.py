"""Tell whether a sentence that was put right still means what was written.

`others lose 1 coin per stage in your city` is not `... in city`, which is theirs. Patterns
put words in the place of words; here the whole is looked at: whose things it speaks of, its
numbers, what a condition is about, whether things are counted together, and whether a word of plain
English was taken for a name.
"""

from __future__ import annotations

import re
from collections import Counter

NUMBERS = {
    word: str(number)
    for number, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1)
}
ACTORS = "(?:others|everyone|neighbours|partner|the victor)"
# Whom a sentence may be about who are not, or not only, the owner of it.
SUBJECTS = rf"(?:{ACTORS}|left|right|they|the loser|an? neighbour|an? player|another player|that player|who ha(?:s|ve))"
# Words of plain English with a meaning of their own. None of them is a name, and none is another
# word mistyped.
PLAIN_ENGLISH = frozenset(
    {
        "additional", "adjacent", "again", "almost", "already", "although", "both", "but",
        "cannot", "double", "doubled", "during", "else", "enemy", "ever", "every", "everybody",
        "except", "extra", "few", "hers", "highest", "his", "however", "its", "lowest", "many", "max",
        "maximum", "min", "minimum", "minority", "minus", "much", "negative", "neighbouring", "neither",
        "never", "none", "nor", "often", "only", "opponent", "opponents", "ours",
        "own", "previous", "rather", "remaining", "rival", "rivals", "same", "several", "since", "some",
        "somebody", "someone", "still", "theirs", "there", "these", "thing", "things", "those",
        "thrice", "too", "total", "unbuilt", "usually", "very", "what", "whatever", "where",
        "whether", "which", "while", "whom", "whose", "within", "without", "yet", "yours",
    }
)  # fmt: skip
THEIRS = r"\b(?:they|their|theirs|his|her|hers)\b"
# What several cities have, said of each of them.
OF_EACH = (
    r"\b(?:in|of|by|and)\s+(?:each|every|both)\s+(?:of\s+)?(?:your\s+|the\s+)?"
    r"(?:other\s+)?(?:neighbour|neighbouring|adjacent|city|cities|player|opponent|rival)"
)
# What is not the same if it is counted in several cities together or in each by itself.
NOT_ADDED_UP = r"\bif (?:not )?\d+ .*\bin |\bper (?:\d+ )|\bset of\b|\bsquare of\b|\bdifferent\b|\bof one\b"
# Between two conditions, of which a `not` before the first says nothing of the second.
OR_TEST = (
    r"or(?=\s+(?:not|no|at|exactly|more|fewer|most|fewest|alone|age|the|majority|\d|"
    r"(?:(?:an?|each|another)\s+)?(?:other\s+)?[a-z]+\s+ha(?:s|ve))\b)"
)
# Behind the last alternative: of which of them it speaks is not said.
BEHIND = "if|unless|when|whenever|while|once|twice|until|at (?:the )?(?:start|end)|each time|every time"
BEHIND_CHOICE = rf"\bor\b[^,]*,?\s+(?:{BEHIND})\b"
BARE_CITY = r"\bin city\b(?! of\b)"  # of whom the sentence is about

# Behind `your` these are others, seen from you.
NOT_YOU = (
    r"(?! (?:(?:two|both|own|other|nearest|immediate|direct) )*"
    r"(?:left|right|neighbou?r|neighbou?ring|adjacent|adjoining|opponent|rival|enem|partner|team))"
)
YOUR = rf"\b(?:(?:your|my)\b{NOT_YOU}|yours\b)"
# Where plain English says that something is the owner's of a clause.
YOURS = re.compile(
    rf"{YOUR}|\byou (?:have|own|built|possess|hold|control)\b"
    r"|\byou (?:already|currently|yourself|alone|now) (?:have|own|built|possess|hold|control)\b"
    r"|\b(?:in front of you|you[’']ve)\b"
)
# What is counted, up to where something else is said.
COUNTED = re.compile(
    r"\b(?:per|for (?:each|every|all|any)|equal to|(?:as|so) many|times)\b(.*?)"
    r"(?=$|[.;:]|\b(?:if|unless|while|when|whenever|once|until|then|as long as|per|for (?:each|every|all|any))\b)"
)


def counted_yours(written: str) -> bool | None:
    """Tell whether plain English counts what is the owner's of a clause; nothing if it counts both
    that and something else.
    """
    counted = [found[1] for found in COUNTED.finditer(written.lower())]
    yours = [one for one in counted if YOURS.search(one)]
    others = [one for one in counted if one not in yours and not re.search(THEIRS, one)]
    return None if yours and others else bool(yours)


def is_left_yours(written: str, zone: str) -> bool:
    """Tell whether plain English speaks of a zone of the owner's."""
    return re.search(rf"{YOUR} (?:own )?{zone.replace('-', '[ -]')}\b", written.lower()) is not None


def means_the_same(written: str, sentence: str) -> bool:
    """Tell whether a sentence, put right, says what was written: nobody else's things, no other
    number or condition, and no word of plain English as a name.
    """
    return (
        is_theirs(written, sentence)
        and is_yours(written, sentence)
        and has_same_numbers(written, sentence)
        and is_counted_alike(written, sentence)
        and has_same_conditions(written, sentence)
        and is_of_several(written, sentence)
        and not PLAIN_ENGLISH & set(words_of(sentence))
    )


def words_of(text: str) -> list[str]:
    """Return the words of a text, in small letters."""
    return re.findall(r"[a-z][a-z0-9-]*", text.lower())


def is_theirs(written: str, sentence: str) -> bool:
    """Tell whether what belongs to others still does, and it is said to whom."""
    if re.search(r"\bif [^,]*\bthey have\b", sentence) and not sentence.startswith("when "):
        return False
    if not re.search(THEIRS, written.lower()):
        return "they have" not in sentence
    return re.search(THEIRS, sentence) is not None and re.search(rf"\b{ACTORS} ", sentence) is not None


def is_yours(written: str, sentence: str) -> bool:
    """Tell whether nothing of the owner's has become somebody else's: behind others `in city` is
    theirs, so it must have been written so, and what was written as yours is `of you`.
    """
    if not re.search(rf"\b{ACTORS} (?!and\b|$)|(?:^|, |\bthen ){SUBJECTS} ", sentence):
        return True
    is_said = counted_yours(written) is not False or re.search(rf"\b(?:from|in|into) {YOUR}", written.lower())
    if is_said and not re.search(r"\bof you\b|\byou have\b", sentence):
        return False
    return len(re.findall(BARE_CITY, sentence)) <= len(re.findall(BARE_CITY, written.lower()))


def is_of_several(written: str, sentence: str) -> bool:
    """Tell whether it is said who, if something is for `each`."""
    return not re.search(r"\beach\W*$", written.lower()) or re.search(rf"(?:^|, ){ACTORS} ", sentence) is not None


def is_counted_alike(written: str, sentence: str) -> bool:
    """Tell whether what was to be counted in each of several cities is not counted in all together,
    where that makes a difference.
    """
    return re.search(OF_EACH, written.lower()) is None or re.search(NOT_ADDED_UP, sentence) is None


def has_same_conditions(written: str, sentence: str) -> bool:
    """Tell whether a condition is still about the same: `not` about one part of it only if it was
    said so, and what stood behind `then` not about what stands before.
    """
    said = written.lower()
    if re.search(rf"\bif not [^,]* (?:and|{OR_TEST}) ", sentence) and not re.search(r"\bif not\b", said):
        return False
    if re.search(r",\s*or\b", sentence) and re.search(BEHIND_CHOICE, said):
        return False
    is_behind = re.search(r"\bthen\b.*\b(?:if|unless|when|whenever|time|once|at|after)\b", said) is not None
    return not (is_behind and re.search(r"\bthen\b", sentence))


def has_same_numbers(written: str, sentence: str) -> bool:
    """Tell whether no number is lost or changed; where none stood, it is one, or how often a word
    was repeated.
    """
    before, after = numbers_in(written), numbers_in(sentence)
    if before - after:
        return sum(before.values()) == before["0"] == 1  # `0` as a cost, which is `free`
    added = after - before
    repeated = {str(times) for times in Counter(words_of(written)).values()}
    return set(added) <= {"1"} | repeated


def numbers_in(text: str) -> Counter[str]:
    """Return the numbers of a text, written in digits or in words."""
    words = re.findall(r"\d+|[a-z]+", text.lower())
    return Counter(NUMBERS.get(word, word) for word in words if word in NUMBERS or word.isdigit())
