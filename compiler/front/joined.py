"""Find two sentences that were written as one: joined by `and`, a comma or `or`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from stele.compiler.front.clause_meaning import ACTORS, BEHIND


@dataclass(frozen=True, slots=True)
class Joined:
    """Two sentences in the place of one; what was said once before the first may be about both."""

    sentences: tuple[str, str]
    in_turn: str  # both in one clause, the second behind `then`; empty if that does not parse
    is_clear: bool  # whether it is said who does the second, and how often


LIMIT = r"\b(?:once|twice|\d+ times) per\b"


def two_sentences(text: str, parses: Callable[[str], bool]) -> Joined | None:
    """Return the two sentences that were joined by `and` or a comma.

    The second may lack the verb of the first, and what stands before it is about both.
    """
    for joint in re.finditer(r",?\s+and\s+|\s*[,;]\s*|\.\s+", text):
        one, other = text[: joint.start()].strip(), text[joint.end() :].strip()
        before, act = parted(one)
        if joint[0].strip() == "," and re.match("(?:produce|science) ", act):
            continue  # it may be a choice
        actor = re.match(rf"(?:{ACTORS}|left|right|partner)\b", act)
        for second in (other, f"{act.partition(' ')[0]} {other}"):
            if parses(one) and parses(before + second):
                in_turn = f"{one} then {second}"
                is_said = actor is None or re.match(ACTORS, second) is not None
                in_turn = in_turn if is_said and parses(in_turn) else ""
                return Joined((one, before + second), in_turn, is_said and not re.search(LIMIT, before))
    return None


def parted(text: str) -> tuple[str, str]:
    """Return what stands before the verb of a sentence, such as a moment, and the rest."""
    before = re.match(rf"(?:(?:{BEHIND}|after|before|instead of|this|next)\b[^,]*,\s*)*", text)
    end = before.end() if before is not None else 0
    return text[:end], text[end:]


def two_choices(text: str, parses: Callable[[str], bool]) -> tuple[int, int] | None:
    """Return where `or` stands between two sentences; the second may lack the verb of the first."""
    for joint in re.finditer(r"\bor\b", text):
        one, other = text[: joint.start()].strip(" ,"), text[joint.end() :].strip()
        sentences = (other, *(f"{verb} {other}" for verb in (one.partition(" ")[0], "score", "gain", "produce")))
        if parses(one) and any(parses(second) for second in sentences):
            return joint.span()
    return None
