"""What only the interpreted kernel reads: the same numbers as lists, tuples and memories."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stele.runtime.state.cells import Row
    from stele.runtime.state.tables import Core

# What own production, with the left, with the right neighbour misses of a part, by demand; prices;
# whether the right one is lower.
Stall = tuple[bytes, bytes, bytes, int, int, bool]
Pair = tuple[int, int]
Nothing = tuple[int, Callable[[int], int], bool]
Codes = dict[int, list[int]]
# see `memories.hands_of`
Hand = tuple[int, tuple[int, int, int, Codes, Codes, Codes, int, int, int, int]]


class Lists:
    """What only the interpreted kernel reads: the same numbers as lists, tuples and memories."""

    def __init__(self) -> None:
        # by number of seats: coins and tokens of a row
        self.held: list[Callable[[Any], tuple[int, ...]]] = []
        self.sums: list[dict[int, int]] = []  # by piece
        # by piece and goods: a unit out of them as a source
        self.units: dict[tuple[int, int], int] = {}
        # By entry: masks by cell, numbers by cell, sources, what concerns its owner, and whether
        # there is more.
        self.entries: list[tuple[list[Pair], list[Pair], list[tuple[int, int, int]], int, bool]] = []
        self.no_stalls: list[Stall | None] = []
        # a card may be paid in several ways that do not follow from each other
        self.is_varied = False
        self.is_dear = False  # ways to pay may have to be found among all sellers
        self.within: dict[int, list[int]] = {}  # by coins: cards that ask for no more of them
        # By play step: of each action that lays cards into places what it adds to the option to
        # build, the cells of what fits there, and of what may be chained there.
        self.placings: list[list[tuple[int, int, int, int]]] = []
        self.bits: list[int] = []  # by card
        self.known: Any = ()
        # By play step: its hands by number of seats and age, by card the option to build it, the
        # same at its own coins, to build a stage, for nothing by action, rights to build, and
        # what goes with the ways to build cards.
        self.plays: list[tuple[list[list[list[Hand]]], list[int], list[int], int, list[Nothing], int, int]] = []
        self.word_shifts: list[int] = []  # by word: where it lies in a number of all words
        # by side: word, bit, cost, its coins
        self.stage_costs: list[list[tuple[int, int, int, int]]] = []
        # by cost: its coins, and of which part what
        self.demands: list[tuple[int, list[tuple[int, int]]]] = []
        # By number of seats and word: one of each card of its upper, middle and lower bits, the
        # highest first; where those end, and their masks.
        # the same by word, as options
        self.kinds: list[tuple[Codes, Codes, Codes, int, int, int, int]] = []
        # the same: all copies of cards
        self.copies: list[tuple[Codes, Codes, Codes, int, int, int, int]] = []
        self.is_sorted: list[bool] = []  # by pile: whether its cards lie in order
        self.masks: list[int] = []  # by card: its bit among those of all words
        self.shares: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        # What is missing with each set of sellers; ways to pay many sellers, by all that sellers
        # have in common. See `payment.remembered`.
        self.unions: dict[Any, list[bytes]] = {}
        self.deals: dict[Any, dict[Any, Any]] = {}
        self.prices: dict[tuple[int, int], tuple[int, int, bool]] = {}
        self.mixes: dict[tuple[tuple[int, int], ...], list[int]] = {}
        # By number of step of the flow.
        self.steps: Sequence[Callable[[Core, Row], int]] = ()
        self.codes: list[list[tuple[Codes, Codes, Codes, int, int, int, int]]] = []
        # By part: what is missing, cells of own production, with the left and the right, how many
        # pieces, prices.
        self.stalls: list[tuple[Any, int, int, int, int, int]] = []
        # What seats pay when more counts than printed costs; see `memories`.
        # cards and stages that may be paid with other goods instead, one mask a word
        self.varied: list[int] = []
        self.nothing: list[int] = []  # masks of cards and stages, one a word
        self.without_units: list[int] = []
        # cost, colour, cards with them, masks
        self.costs: list[tuple[int, int, list[int], list[int]]] = []
        self.costs_of_stages: list[tuple[int, list[int]]] = []
        self.prices_by_card: list[int] = []  # as they are printed
        self.prices_of_stages: dict[int, int] = {}  # by cost
        self.sizes: list[int] = []  # by cost: alike if units of each part are as many
        # What is missing of each demand of a part, by kind of terms, the part, and what a seat and
        # its
        # neighbours have of it.
        self.stands: dict[tuple[int, ...], list[bytes]] = {}
        self.kinds_of_terms: dict[tuple[int, ...], int] = {}
        self.asked: list[int] = []  # by cost: alike if some units of each part are
        # By cost that may be paid otherwise: which part what all its ways ask for, as `demands` has
        # them.
        self.choices: dict[int, list[tuple[int, Callable[[bytes], Any]]]] = {}
        self.prices_end = 0
        # Cells of the tally with lanes that count for payments, and their masks.
        self.term_cells: tuple[int, int, list[int]] = (0, 0, [])
        self.use_masks: list[int] = []
        self.made_masks: list[int] = []
        self.made_cards: list[int] = []
        self.rates: dict[tuple[int, ...], Any] = {}
        self.terms: dict[tuple[int, ...], Any] = {}
        self.ways: dict[tuple[int, ...], Any] = {}
        # By action: rider, its mark, the cell and mask of its uses, tokens of its supply, and zone.
        self.riders: dict[int, list[tuple[int, int, int, int, int, int]]] = {}
        self.rider_costs: dict[tuple[int, ...], int] = {}
