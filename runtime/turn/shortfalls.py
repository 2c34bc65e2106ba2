"""Memories of the interpreted kernel about what sources cover: all demands are asked about in one
subtraction of long numbers, where native code asks about each cost by itself.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import compress
from operator import not_
from struct import Struct
from typing import TYPE_CHECKING

from stele.runtime.state.cells import PLACE_MASK, WORD

if TYPE_CHECKING:
    from stele.runtime.state.tables import Core

MOST_MEMORY = 60_000
BLOCK = 64  # bits of a demand among all demands of a piece
SPARE = 63  # the bit of a block above all lanes


class Within(dict[int, list[int]]):
    """By coins: which cards ask for no more of them, one mask a word."""

    def __init__(self, t: Core, words: int) -> None:
        super().__init__()
        cards = [(t.cost_coins[t.cost[code]], code) for code, kind in enumerate(t.kind) if kind >= 0]
        self.asked = sorted({coins for coins, _ in cards})
        self.masks = [[0] * words]
        for asked in self.asked:
            masks = self.masks[-1][:]
            for coins, code in cards:
                if coins == asked:
                    masks[code >> WORD] |= 1 << (code & PLACE_MASK)
            self.masks.append(masks)

    def __missing__(self, coins: int) -> list[int]:
        found = self[coins] = self.masks[bisect_right(self.asked, coins)]
        return found


class MissingOfPiece(dict[int, bytes]):
    """By what is produced of one piece: how many units of each demand are missing."""

    def __init__(self, guard: int, shift: int, demands: list[int]) -> None:
        super().__init__()
        self.guard, self.shift, self.size = guard, shift, BLOCK // 8 * len(demands)
        # All demands behind each other, each in a block with a bit to spare above its lanes.
        self.repeated = sum(1 << BLOCK * number for number in range(len(demands)))
        self.demands = sum(demand << BLOCK * number for number, demand in enumerate(demands))
        self.guards = guard * self.repeated
        self.lanes, self.spare = ((1 << SPARE) - 1) * self.repeated, self.repeated << SPARE

    def __missing__(self, sources: int) -> bytes:
        if len(self) > MOST_MEMORY:
            self.clear()
        guards, shift = self.guards, self.shift
        left = (sources | self.guard) * self.repeated - self.demands
        units = 0
        short = left & guards ^ guards
        while short:
            units += (short + self.lanes & self.spare) >> SPARE  # one for each block that falls short
            left += short >> shift
            short = left & guards ^ guards
        found = self[sources] = units.to_bytes(self.size, "little")[:: BLOCK // 8]
        return found


class Missing(dict[tuple[int, ...], bytes]):
    """The same of a part that has several pieces: it falls short by as much as the worst of
    them.
    """

    def __init__(self, pieces: list[MissingOfPiece]) -> None:
        super().__init__()
        self.pieces = pieces

    def __missing__(self, sources: tuple[int, ...]) -> bytes:
        if len(self) > MOST_MEMORY:
            self.clear()
        rows = [piece[of_piece] for piece, of_piece in zip(self.pieces, sources, strict=True)]
        found = self[sources] = bytes(map(max, *rows))
        return found


def missing_of(t: Core, part: int, demands: list[tuple[int, ...]]) -> MissingOfPiece | Missing:
    """Return a memory of what is missing of a part, by what is asked for of each of its pieces."""
    first = t.piece_from[part]
    pieces = [
        MissingOfPiece(t.guard[piece], t.shift[piece], [demand[piece - first] for demand in demands])
        for piece in range(first, t.piece_from[part + 1])
    ]
    return pieces[0] if len(pieces) == 1 else Missing(pieces)


class Covers(dict[tuple[int, ...], list[int]]):
    """By what is produced: which cards and stages have a cost that it covers, one mask a word."""

    def __init__(self, t: Core, masks: list[list[int]]) -> None:
        super().__init__()
        self.pieces = [CoversOfPiece(t, piece, masks) for piece in range(t.pieces)]
        words = Struct(f"<{len(masks[0])}Q")
        self.size, self.words = words.size, words.unpack

    def __missing__(self, sources: tuple[int, ...]) -> list[int]:
        if len(self) > MOST_MEMORY:
            self.clear()
        all_words = -1
        for piece, of_piece in zip(self.pieces, sources, strict=True):
            all_words &= piece[of_piece]
        found = self[sources] = list(self.words(all_words.to_bytes(self.size, "little")))
        return found


class CoversOfPiece(dict[int, int]):
    """By what is produced of one piece: which cards and stages ask for no more of it, all words in
    one number.
    """

    def __init__(self, t: Core, piece: int, masks: list[list[int]]) -> None:
        super().__init__()
        spread: dict[int, int] = {}  # by what is asked for
        for cost, of_cost in enumerate(masks):
            demand = t.demand[cost * t.pieces + piece]
            spread[demand] = spread.get(demand, 0) + sum(mask << BLOCK * word for word, mask in enumerate(of_cost))
        self.always = spread.pop(0, 0)
        self.masks = list(spread.values())
        self.missing = MissingOfPiece(t.guard[piece], t.shift[piece], list(spread))

    def __missing__(self, sources: int) -> int:
        if len(self) > MOST_MEMORY:
            self.clear()
        found = self[sources] = sum(compress(self.masks, map(not_, self.missing[sources])), self.always)
        return found
