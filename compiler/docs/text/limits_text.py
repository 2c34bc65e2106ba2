"""Tell at which tables boards are not used: limits of boards and sides, restrictions of expansions.

Advice is marked as such.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stele.compiler.docs.text.phrasing import name_of_id, spoken_list
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import items
from stele.compiler.front.nodes import Role

ANY = items.Limits()


@dataclass(frozen=True, slots=True)
class Limit:
    """One sentence about the tables of a board, or of one side of it.

    `by` is who says so, if not the board itself.
    """

    text: str
    side: str = ""
    is_advice: bool = False
    by: str = ""  # the id of an expansion


def board_limits(board: items.Board, contents: Sequence[items.Content], speaker: Speaker) -> tuple[Limit, ...]:
    """Return all that is said about the tables of a board.

    By itself, by its sides, and by other expansions.
    """
    words = LimitWords(speaker, contents)
    found = [*words.limits(board.limits)]
    for side in board.sides:
        found += words.limits(side.limits, side.id)
    for content in contents:
        for restriction in content.flow.restrictions if content.flow is not None else ():
            name = restriction.board.text
            if name == board.id or name in {f"{board.id}-{side.id}" for side in board.sides}:
                side_id = "" if name == board.id else name.rpartition("-")[2]
                found += words.limits(restriction.limits, side_id, content.expansion.id)
    return tuple(found)


def restriction_lines(
    content: items.Content, contents: Sequence[items.Content], speaker: Speaker
) -> tuple[tuple[str, tuple[Limit, ...]], ...]:
    """Return what an expansion says about boards that anybody declares: each with its name."""
    words = LimitWords(speaker, contents)
    restrictions = content.flow.restrictions if content.flow is not None else ()
    return tuple((words.board(one.board.text), tuple(words.limits(one.limits))) for one in restrictions)


def refusals(content: items.Content, contents: Sequence[items.Content], speaker: Speaker) -> tuple[str, ...]:
    """Return the variants in which an expansion is not played, a sentence for each."""
    words = LimitWords(speaker, contents)
    listed_ids = content.flow.never_in if content.flow is not None else ()
    name = speaker.title(Role.EXPANSION, f"{content.expansion.id}.{content.expansion.id}").text
    return tuple(words.say("refused", expansion=name, variant=words.variant(variant)) for variant, _ in listed_ids)


class LimitWords:
    """Says limits in one language."""

    def __init__(self, speaker: Speaker, contents: Sequence[items.Content]) -> None:
        self.speaker = speaker
        self.variants = {
            variant.id: speaker.title(Role.VARIANT, f"{content.expansion.id}.{variant.id}").text
            for content in contents
            for variant in content.variants
        }
        self.boards = {
            board.id: (f"{content.expansion.id}.{board.id}", {side.id for side in board.sides})
            for content in contents
            for board in content.boards
        }
        self.expansions = {content.expansion.id for content in contents}

    def say(self, key: str, **values: object) -> str:
        """Return a phrase about limits."""
        return self.speaker.say(f"limits.{key}", **values)

    def limits(self, limits: items.Limits, side: str = "", by: str = "") -> Iterator[Limit]:
        """Yield all that is said; what is only advised comes last."""
        yield from (Limit(self.of_side(text, side), side, False, by) for text in self.sentences(limits))
        for text in self.sentences(limits.advice) if limits.advice is not None else ():
            yield Limit(self.say("advice", text=self.of_side(text, side)), side, True, by)

    def of_side(self, text: str, side: str) -> str:
        """Return a sentence with the side that it is about."""
        return self.say("side", side=side, text=text) if side else text

    def sentences(self, limits: items.Limits) -> Iterator[str]:
        """Yield a sentence for each limit, without its advice."""
        if limits.least != ANY.least:
            yield self.say("least", number=limits.least)
        if limits.most != ANY.most:
            yield self.say("most", number=limits.most)
        if limits.most_alone != ANY.most_alone:
            yield self.say("most-alone", number=limits.most_alone)
        if limits.only_in:
            yield self.say("only-in", variants=self.spoken_list([self.variant(id) for id in limits.only_in], "or"))
        if limits.never_in:
            yield self.say("never-in", variants=self.spoken_list([self.variant(id) for id in limits.never_in], "or"))
        if limits.needs:
            yield self.say("needs", expansions=self.spoken_list([self.expansion(id) for id in limits.needs]))
        for key, names in (
            ("not-with", limits.not_with),
            ("not-beside", limits.not_beside),
            ("not-left", limits.not_left),
            ("not-right", limits.not_right),
        ):
            if names:
                yield self.say(key, boards=self.spoken_list([self.board(name.text) for name in names], "or"))
        if limits.removes:
            cards = [self.speaker.title(Role.CARD, name.target or f".{name.text}").text for name in limits.removes]
            yield self.say("removes", cards=self.spoken_list(cards))

    def spoken_list(self, words: Sequence[str], last: str = "and") -> str:
        """Return words as a list."""
        return spoken_list(self.speaker, words, last)

    def board(self, name: str) -> str:
        """Return a board or one side of it by its name in limits.

        One that nobody here declares by its id.
        """
        id, _, side = name.rpartition("-")
        if name not in self.boards and len(side) == 1 and (id in self.boards or id):
            return self.say("board-side", board=self.board(id), side=side)
        if name in self.boards:
            return self.speaker.title(Role.BOARD, self.boards[name][0]).text
        return name_of_id(name)

    def variant(self, id: str) -> str:
        """Return what a variant is called."""
        return self.say("quoted", name=self.variants.get(id, name_of_id(id)))

    def expansion(self, id: str) -> str:
        """Return what an expansion is called."""
        return self.speaker.title(Role.EXPANSION, f"{id}.{id}").text if id in self.expansions else name_of_id(id)
