"""Conflicts: who is compared with whom, and what the stronger and the weaker take."""

from __future__ import annotations

from stele.runtime.places import Places
from stele.runtime.row import ABSENT, LANE_MASK, PARTNER, PLAYERS, TALLY, Row


class Conflict(Places):
    """Compares neighbours."""

    def strength(self, row: Row, seat: int, against: str, opponent: int = -1) -> int:
        """Return the shields of a seat against who is on its left or right."""
        held = row[seat + TALLY]
        shields = held >> self.tables.shield_lane & LANE_MASK
        for strong in self.tables.strengths if held & self.strength_lanes else ():
            if held >> strong.lane & LANE_MASK and self.is_meant(row, seat, strong.against, against, opponent):
                shields += (held >> strong.lane & LANE_MASK) * strong.shields(row, seat)
        return shields

    def is_meant(self, row: Row, seat: int, meant: str, against: str, opponent: int) -> bool:
        """Tell whether shields count against an opponent on one side.

        Some only against who shares a place.
        """
        if meant in ("", against):
            return True
        return meant.startswith("across") and opponent == self.across(row, seat, int(meant == "across-right"))

    def fight(self, row: Row, win: int, lose: int, tokens: int = 1, leaves: bool = True) -> None:
        """Compare every pair of neighbours that are no partners once: the stronger takes tokens,
        the weaker others.

        Who must sit out spends a token for it. Either the ring closes around it, or its pairs fight
        for a single token.
        """
        if self.turn_lanes:
            self.new_turn(row)
        absent = set()
        seated = self.as_seated(row) if self.tables.moves else self.seats[row[PLAYERS]]
        present = [seat for seat in seated if not row[seat + ABSENT]]
        for seat in present:
            token = next((cell for cell in self.tables.absences if row[seat + cell]), 0)
            if token:
                row[seat + token] -= 1
                absent.add(seat)
        ring = [seat for seat in present if not leaves or seat not in absent]
        # Each seat is followed by its left neighbour; two fight once, one alone not at all.
        pairs = list(zip(ring, [*ring[1:], *ring[:1]], strict=True))[: len(ring) if len(ring) > 2 else len(ring) - 1]
        pairs = [(one, other) for one, other in pairs if row[one + PARTNER] != other]
        strengths = [
            (self.strength(row, one, "left", other), self.strength(row, other, "right", one)) for one, other in pairs
        ]
        for (one, other), (own, theirs) in zip(pairs, strengths, strict=True):
            if own != theirs:
                victor, loser = (one, other) if own > theirs else (other, one)
                for _ in range(1 if {one, other} & absent else tokens):
                    self.gain_tokens(row, victor, win, 1)
                    self.give_to_weaker(row, victor, loser, lose)

    def give_to_weaker(self, row: Row, victor: int, loser: int, token: int) -> None:
        """Give the weaker one its token, unless something it holds gives that to the victor."""
        for instead in self.tables.instead:
            # What a place hosts that the two share does nothing between them.
            held = row[loser + TALLY] >> instead.lane & LANE_MASK
            if token in instead.tokens and held > self.held_between(row, loser, victor, instead.lane):
                self.gain_tokens(row, victor, token, 1)
                return
        self.gain_tokens(row, loser, token, 1)
