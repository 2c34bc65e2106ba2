"""What is known of a purchase while its ways are listed: what a seat has beside its production,
what it is asked for, who sells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stele.runtime.state.cells import UNITS_MASK, zeros

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

MOST_SELLERS: Final = 10
STRIDE: Final = 12  # of a way: bank and flags, then coins of all sellers
FEW_WAYS: Final = 64  # for which there is room at first


class Means:
    """What a seat has for its payments beside production: units from elsewhere, each out of some
    goods, those that are made before those that are bought; rebates; whether purchases matter.
    """

    def __init__(self, t: Core) -> None:
        self.goods: Row = zeros(t.most_extras)  # masks of resources
        self.price: Row = zeros(t.most_extras)
        self.made: i64 = 0
        self.count: i64 = 0
        self.less_left: i64 = 0
        self.less_right: i64 = 0
        self.watches = False
        self.by_sides = False  # ways that differ in who sells are all offered
        self.is_far = False  # ways to pay are found among all sellers, and may be known by their numbers
        self.is_plain = True  # what costs as much as is printed is paid for as ever
        self.joint: Row = zeros(0)  # the fewest units that any of several costs asks to be bought, as a deal has them
        self.market: Market | None = None  # all who sell, once they are known
        self.sellers: Any = None  # the same, as the interpreted core remembers them


class Market:
    """All who sell to a seat now: its left and right neighbour, then the others; their prices of
    each of the goods; and the ways that were found.
    """

    def __init__(self, t: Core) -> None:
        self.seats: Row = zeros(MOST_SELLERS)
        self.size: i64 = 0
        self.prices: Row = zeros(MOST_SELLERS * t.resources)
        self.coins: Row = zeros(MOST_SELLERS)
        self.sales: Row = zeros(MOST_SELLERS * t.pieces)
        # While single units are tried: who gives how many, the seat itself first.
        self.given: Row = zeros((MOST_SELLERS + 1) * t.resources)
        self.ways: Row = zeros(STRIDE * FEW_WAYS)
        self.room: i64 = FEW_WAYS
        self.count: i64 = 0
        self.partner: i64 = -1  # its place among the sellers, if it is no neighbour


class Deal:
    """What one seat is asked for while its ways to pay are listed: packed units by piece, and how
    many there are by part.
    """

    def __init__(self, t: Core, seat: i64, most: i64) -> None:
        self.seat: i64 = seat
        self.asked: Row = zeros(t.resources)  # units of each of the goods
        self.demand: Row = zeros(t.pieces)
        self.size: Row = zeros(t.parts)
        self.ways: Row = zeros(FEW_WAYS)
        self.number: i64 = 0
        self.most: i64 = most  # coins
        self.bank: i64 = 0
        self.units: i64 = 0
        self.more: i64 = 0  # units of any kind that are asked for too
        self.added: Row = zeros(t.pieces)
        self.less: Row = zeros(t.parts)  # units that are waived
        # By units of the bank: the fewest that have to be bought next door; while they are counted,
        # nothing is listed.
        self.fewest: Row = zeros(UNITS_MASK + 1)
        self.is_counting = False
        # The price of the dearest unit that each neighbour sells: that one may be cheaper.
        self.top_left: i64 = 0
        self.top_right: i64 = 0
        self.market: Market | None = None
        # What the interpreted core knows of a printed cost: by part its number among the demands.
        self.known: dict[int, int] = {}
