"""Which parts of the grammar make sense beside those that a sentence has already, so that what is
made is seldom refused: what `they` may stand for, what may follow, what lasts.

Now and then a part is chosen all the same, so that refusals are tried too.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

Parts = tuple[str, ...]
REBELLION = 0.03  # how often a part is chosen although it makes no sense
CHOICES = frozenset({"roll", "choose_colour", "choose_number", "choose_seat"})
MANY = frozenset(
    {"that_many", "that_many_points", "that_many_cards", "that_many_steps", "advance_that_many", "go_back_that_many"}
)
# What only one place, board or variant has: there is nothing of it on the cards of the base game.
ELSEWHERE = frozenset(
    {"across", "has_majority", "used_card", "reveal", "copy_board", "replace_board", "convert", "more_cards", "HERE"}
)
AT_ONCE = frozenset({"leave", "return_to", "sit_out"})
STANDING_SHARE = 0.3  # how often a sentence stands


@dataclass
class Sense:
    """What a sentence has been about so far."""

    chance: random.Random
    spoken: set[str] = field(default_factory=set)  # they, card, conflict, many, colour, them, it, buy
    has_moment: bool = False
    has_limit: bool = False
    has_then: bool = False
    lasts: bool = False  # a duration stands before the sentence
    is_behind: bool = False  # it stands behind `then`
    is_inside: bool = False  # it stands inside another sentence

    def sensible(self, rule: str, choices: Sequence[Parts]) -> list[Parts]:
        """Return those ways to make a part of the grammar that make sense here."""
        if self.chance.random() < REBELLION:
            return list(choices)
        found = [parts for parts in choices if self.fits(rule, parts)]
        if rule == "_sentence" and not self.lasts:
            is_standing = self.chance.random() < STANDING_SHARE
            found = [parts for parts in found if (parts[0] == "_standing") is is_standing] or found
        return found or list(choices)

    def fits(self, rule: str, parts: Parts) -> bool:
        """Tell whether one way to make a part of the grammar makes sense here."""
        named = set(parts)
        if named & ELSEWHERE or "PARTNER" in named or (rule == "on_build_card" and "AT" in named):
            return False
        if "WORTH" in named:
            return self.chance.random() < 0.1
        if named & MANY and "many" not in self.spoken:
            return False
        if ("that_colour" in named and "colour" not in self.spoken) or (
            "of_them" in named and "them" not in self.spoken
        ):
            return False
        if named & {"card_is", "card_of_age"} and "card" not in self.spoken:
            return False
        if parts in (("THEY",), ("THEM",), ("THAT", "PLAYER")) and "they" not in self.spoken:
            return False
        if parts in (("THE", "VICTOR"), ("THE", "LOSER")) and "conflict" not in self.spoken:
            return False
        if "it" in named and "it" not in self.spoken:
            return False
        match rule:
            case "clause":
                return self.fits_clause(named)
            case "_sentence":
                return self.fits_sentence(parts)
            case "limit":
                return "NEIGHBOUR" not in named or "buy" in self.spoken
            case "choose_number" | "by_chain":
                return rule == "choose_number" or parts[-1] != "_where"
            case "edge_of":
                return parts != ("START", "OF", "GAME")
        return True

    def fits_clause(self, named: set[str]) -> bool:
        """Tell whether a form of a clause makes sense."""
        if self.is_behind and named & {"moment", "limit", "lasting", "either"}:
            return False
        if "THEN" in named and named & {"either", "lasting"}:
            return False
        return not ("lasting" in named and "either" in named)

    def fits_sentence(self, parts: Parts) -> bool:
        """Tell whether a kind of sentence makes sense."""
        kind = parts[0]
        if self.lasts:
            return parts == ("_standing",)
        if kind == "_standing":
            return not (self.has_then or self.is_behind or self.has_limit or (self.is_inside and self.has_moment))
        if kind in CHOICES:
            return self.has_then and not self.is_inside
        if kind in AT_ONCE:
            return not (self.has_moment or self.has_limit or self.is_inside or self.is_behind or self.has_then)
        return True

    def begin(self, rule: str, parts: Parts) -> None:
        """Note how a part of the grammar is made."""
        if rule == "clause":
            self.has_moment |= "moment" in parts
            self.has_limit |= "limit" in parts
            self.lasts = "lasting" in parts
            self.has_then = "THEN" in parts
        if rule in ("either", "may", "exchange", "have"):
            self.is_inside = True

    def end(self, rule: str, said: Sequence[str]) -> None:
        """Note what a part of the grammar was made of."""
        text = " ".join(said)
        if rule == "moment":
            self.heard(text)
        if rule in CHOICES:
            self.spoken |= {"they"} if rule == "choose_seat" else {"colour"} if rule == "choose_colour" else {"many"}
        if rule in ("either", "may", "exchange", "have"):
            self.is_inside = False
        if rule == "_sentence" and self.has_then:
            self.is_behind, self.has_then = True, False
            self.spoken.add("many")

    def heard(self, moment: str) -> None:
        """Note what a moment lets a sentence speak of."""
        if moment.startswith(("when", "instead")):
            self.spoken.add("they")
        if "conflict" in moment:
            self.spoken.add("conflict")
        if moment.startswith("instead of gaining"):
            self.spoken.add("it")
        if "coin" in moment and moment.startswith("when"):
            self.spoken.add("many")
        if "buy" in moment:
            self.spoken.add("buy")
        if moment.startswith("when") and any(word in moment for word in (" card", '"')):
            self.spoken.add("card")
