"""Who is meant in the intermediate form."""

from __future__ import annotations

from enum import Enum


class Seat(Enum):
    """Whose cells are read, seen from the owner of the effect."""

    ME = "me"
    LEFT = "left"
    RIGHT = "right"
    THEY = "they"  # the one who is affected
    RIVAL = "rival"  # with whom the one who is affected is compared
    CONTEXT = "context"  # whose event it is, or who was chosen
    OWNER = "owner"  # whose effect it is that others decide


class Who(Enum):
    """Who is affected, seen from the owner of the effect."""

    ME = "me"
    LEFT = "left"
    RIGHT = "right"
    NEIGHBOURS = "neighbours"
    OTHERS = "others"
    EVERYONE = "everyone"
    PARTNER = "partner"
    CONTEXT = "context"  # whose event it is, or who was chosen
    VICTOR = "victor"  # of the conflict that an event is about
    LOSER = "loser"
    OWNER = "owner"  # whose effect it is that others decide
    AROUND = "around"  # the owner and its neighbours
    AROUND_LEFT = "around-left"  # the owner and who sits on its left
    AROUND_RIGHT = "around-right"
