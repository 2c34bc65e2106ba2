"""Lay out the cells of a row and number all things: the only part of a module that shifts when
something is added.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from stele.compiler.codegen.draft import ModuleDraft, given_up_to, mixed_into
from stele.compiler.codegen.effect_rows import draws_strength_down
from stele.compiler.codegen.places import (
    place_sizes,
)
from stele.compiler.codegen.tables import duties, sells_by_side
from stele.compiler.front.walk import nodes, nodes_of
from stele.compiler.ir import flow as acts
from stele.compiler.ir import program as ir
from stele.compiler.ir.cards import (
    ByEntry,
    CoinsTaken,
    ForgetThem,
    MarkEventCard,
    MarkPicked,
    MoveAtRandom,
    NoteDrawn,
    TakeFromEventCard,
    WithCoins,
)
from stele.compiler.ir.program import constant
from stele.runtime.derive.prices import MOST_MORE
from stele.runtime.effects.reactors import TO_A_CELL as REACTORS_TO_A_CELL
from stele.runtime.state.cells import LANE_BITS, LANES, POINTS, SEAT_CELLS, TABLE_CELLS, WORD, WORD_CARDS

MOST_REACTOR_CELLS = 6
NOWHERE = 1 << 20  # where cells would lie that a game does not have
# What a seat holds that lies elsewhere, and what is demanded of it at once: between these numbers
# as many as there can be; in a game with more of them somebody holds more than was ever thought of.
FEW_COPIES, MOST_COPIES = 12, 48
FEW_DEMANDS, MOST_DEMANDS = 16, 32
DEEDS_TO_A_CELL = 62
MOST_BOARDS = 6  # of one seat, one after the other
LANE_ORDER = (ir.Trigger, ir.Ware, ir.Rebate, ir.MadeThat, ir.FarOffer, ir.Change)


class Layout:
    """The cells of one module."""

    def __init__(self, draft: ModuleDraft) -> None:
        self.draft = draft
        self.program, self.words = draft.program, draft.words

    def lines(self) -> Iterator[str]:
        """Yield the constants: the only part that shifts when something is added."""
        program, words = self.program, self.words
        yield "# --- layout: numbers of cells, lanes and things; only this part shifts when something is added"
        yield ""
        has_events = any(isinstance(held.standing, ir.Trigger) for held in program.held)
        self.reactor_cells = self.cells_for_reactors() if has_events else 0
        cell = TABLE_CELLS + 2 * program.most_frames  # each with what it is about
        for zone in program.zones:
            if not zone.of_seat and not zone.deck:
                yield f"ZONE_{constant(zone.id)}: Final = {cell}"
                cell += words
        for position in (one for one in program.positions if not one.of_seat):
            yield f"AT_{constant(position.key)}: Final = {cell}"
            cell += 1
        for supply in program.supplies:
            yield f"LEFT_OF_{constant(supply.id)}: Final = {cell}"  # one cell for each age
            cell += program.ages
        if counts_coins(program):
            yield f"HEAPS: Final = {cell}"  # how many coins lie on each card
            cell += words * WORD_CARDS
        if asks_for_order(program):
            yield f"LAID: Final = {cell}"  # and one cell for each card
            cell += 1 + words * WORD_CARDS
        self.queue_slots = 16 * program.players[1] if has_events else 0
        yield f"QUEUE: Final = {cell}"
        yield f"REACTED: Final = {cell + self.queue_slots}"
        cell += 2 * self.queue_slots
        yield f"DECKS: Final = {cell}"
        for number, deck in enumerate(program.decks):
            for zone in program.zones:
                if zone.deck == deck.id:
                    yield f"ZONE_{constant(zone.id)}: Final = {cell + number * words}"
        cell += len(program.decks) * words
        yield f"TABLE_CELLS: Final = {cell}"
        yield ""
        cell = SEAT_CELLS
        slots = max((len(side.stages) for side in program.sides), default=0)
        taken = len(list(nodes(program, ir.TakeBoard)))
        slots *= min(MOST_BOARDS, taken + 2) if taken else 1  # cards stay where the board goes
        lane_names = [
            *(f"COLOUR_{constant(id)}" for id in program.colours),
            *(f"SYMBOL_{constant(id)}" for id in program.symbols),
            "STAGES_BUILT",
            "SHIELDS",
            *(["FEWER_SHIELDS"] if draws_strength_down(program) else []),
        ]
        # Rights to build lie in one word, so that one look tells whether there are any.
        rights = [held for held in program.held if isinstance(held.standing, ir.Permit)]
        lane_names += [""] * (-len(lane_names) % LANES if rights else 0)
        # What may be used so often, then what counts for payments, so that they take few words.
        others = sorted((held for held in program.held if held not in rights), key=lane_order)
        for held in (*rights, *others):
            lane_names += [held.lane, ""] if counts_twice(held.standing) else [held.lane]
        tally_words = -(-len(lane_names) // LANES)
        self.copy_slots = self.slots_for_copies() if self.draft.has_copies else 0
        self.due_slots = min(MOST_DEMANDS, max(FEW_DEMANDS, len(program.losses) * program.players[1]))
        self.due_slots *= bool(program.losses)
        speaks_of_them = any(True for kind in (NoteDrawn, ForgetThem) for _ in nodes(program, kind))
        board_words = -(-len({side.board for side in program.sides}) // WORD_CARDS)
        seat_zones = [(f"ZONE_{constant(z.id)}", slots if z.is_sequence else words) for z in program.zones if z.of_seat]
        sizes = [
            ("TALLY", tally_words),
            ("USES", tally_words),
            *seat_zones,
            ("BLOCKED", words),
            ("CHAINED", words),
            *((f"TOKEN_{constant(token.id)}", 1) for token in program.tokens),
            *((f"AT_{constant(one.key)}", 1) for one in program.positions if one.of_seat),
            ("OWN", self.pieces()),
            ("PRICES", 2 * len(program.price_classes)),
            ("SALE", self.pieces()),
            *([("SALE_LEFT", self.pieces())] if sells_by_side(program) else []),
            ("JOINT", 3 * self.pieces()),
            ("REVEALED", words if any(nodes_of(program, ir.Reveal, ir.TurnUp)) else 0),
            ("MARKED", words if marks_cards(program) else 0),
            ("DRAWN", words if speaks_of_them else 0),
            ("DRAWN_BOARDS", board_words if list(nodes(program, ir.DrawBoards)) else 0),
            ("DUTY", int(bool(duties(program)))),
            ("REACTORS", self.reactor_cells + bool(self.reactor_cells)),  # and which events they react to
            ("FORCE", tally_words if list(nodes(program.held, ir.While)) else 0),
            ("TIMED", tally_words if any(one.until for one in nodes(program.held, ir.While)) else 0),
            ("CONCERNS", 1),
            ("OFFERS", 2 * len(program.price_classes) if has_tolls(program) else 0),
            ("COPIES", self.copy_slots),
            ("DUE", 2 * self.due_slots),
            ("KEPT", 2 * len(program.kept)),
            ("SOON", len(self.draft.soons)),
            *([("DONE", -(-len(self.draft.deeds) // DEEDS_TO_A_CELL))] if self.draft.deeds else []),
            *place_sizes(program, words, tally_words),
        ]
        for (name, size), start in zip(sizes, accumulate((size for _, size in sizes), initial=cell), strict=False):
            yield f"{name}: Final = {start if size else NOWHERE}"
        yield f"SEAT_CELLS: Final = {cell + sum(size for _, size in sizes)}"
        prices = "OFFERS" if has_tolls(program) else "PRICES"
        follows = ("TALLY", "CONCERNS", "BLOCKED", "CHAINED", "OWN", prices, "SALE", "SALE_LEFT", "SHARED")
        starts = dict(zip((name for name, _ in sizes), accumulate((n for _, n in sizes), initial=cell), strict=False))
        self.derived = [POINTS, *(starts[key] + i for key, size in sizes if key in follows for i in range(size))]
        yield ""
        for number, name in enumerate(lane_names):
            if name:
                yield f"{name}: Final = {number // LANES << WORD | number % LANES * LANE_BITS}"
        for prefix, ids in (
            ("RESOURCE", program.resources),
            ("DECK", tuple(deck.id for deck in program.decks)),
            ("LINE", tuple(line.id for line in program.lines)),
            ("ACTION", tuple(action.id for action in program.actions)),
            ("PLAY", tuple(play.id for play in program.plays)),
            ("LOSS", tuple(loss.name for loss in program.losses)),
            ("KEPT", tuple(kept.name for kept in program.kept)),
            ("RIDER", tuple(rider.id for rider in program.riders)),
            ("PLACE", tuple(shared.id for shared in program.places)),
            ("SUPPLY", tuple(supply.id for supply in program.supplies)),
            ("REQUEST", tuple(step.name for step in program.steps if isinstance(step.act, acts.SettleDemands))),
            ("DUTY", tuple(f"{play}-{used}" for play, used in duties(program))),
            ("STEP", tuple(step.name for step in program.steps)),
            ("T", tuple(token.id for token in program.tokens)),
            *([("P", tuple(position.key for position in program.positions))] if program.positions else []),
            ("C", program.colours),
            ("S", program.symbols),
            ("Z", tuple(zone.id for zone in program.zones)),
        ):
            yield ""
            yield from (f"{prefix}_{constant(id)}: Final = {number}" for number, id in enumerate(ids))
        yield ""
        self.slots, self.tally_words = slots, tally_words

    def cells_for_reactors(self) -> int:
        """Return how many cells the list of what may react takes: each thing that reacts may lie in
        a city and be copied there.
        """
        lanes = {held.lane for held in self.program.held if isinstance(held.standing, ir.Trigger)}
        items = [effects for effects in nodes(self.program, ir.Effects) if lanes & lanes_of(effects)]
        cells = min(MOST_REACTOR_CELLS, -(-2 * len(items) // REACTORS_TO_A_CELL))
        return max(cells, 1)  # what reacts for a time stands on no item

    def slots_for_copies(self) -> int:
        """Return how many things a seat can hold that lie elsewhere: what cards and stages copy, or
        let it choose, what those copy in turn, and what tokens of supplies bring.
        """
        program = self.program
        copying = [card for card in program.cards if any(nodes_of(card.effects, ir.CopyChosen, ir.CopyBoards))]
        stages = [
            sum(any(nodes_of(stage, ir.CopyChosen, ir.CopyBoards)) for stage in side.stages) for side in program.sides
        ]
        tokens = sum(program.ages * max(dict(supply.number).values(), default=0) for supply in program.supplies)
        return min(
            MOST_COPIES, max(FEW_COPIES, 2 * (len(copying) + max(stages, default=0)) + tokens + len(program.choices))
        )

    def pieces(self) -> int:
        """Return how many cells what is produced takes."""
        costs = [card.cost for card in self.program.cards]
        costs += [cost for side in self.program.sides for cost, _ in side.stages]
        costs += [rider.cost for rider in self.program.riders if rider.cost is not None]
        is_joined = bool(self.program.riders)  # two costs may be paid together
        changes = [held.standing for held in self.program.held if isinstance(held.standing, ir.Change)]
        added = MOST_MORE if any(change.resources < 0 for change in changes) else 0
        total = 0
        for goods in self.program.parts:
            largest = max([cost.units_of(goods) for cost in costs] + [1])
            windows = [held.standing for held in self.program.held if isinstance(held.standing, ir.Window)]
            more = sum(max([dict(window.unused).get(good, 0) for window in windows] + [0]) for good in goods)
            more += max([dict(window.unused).get("", 0) for window in windows] + [0])
            lanes = 62 // (((largest << is_joined) + added + more).bit_length() + 1)
            total += -(-((1 << len(goods)) - 1) // lanes)
        return total

    def hands(self) -> list[list[list[int]]]:
        """Return, by play step and age, the words that may lie in its zone: those of the decks that
        are dealt there, with what is mixed into them.
        """
        program, word_of = self.program, self.words_of_decks()
        found = []
        for play in program.plays:
            anywhen = sorted(self.words_in(play.zone, word_of, frozenset())) or list(range(self.words))
            dealt = [act for act in self.deals() if act.zone == play.zone]
            is_of_age = bool(dealt) and self.is_cleared(play.zone) and not self.is_filled(play.zone)
            by_age = [
                sorted({word for act in dealt for word in word_of[act.decks[age]]}) for age in range(program.ages)
            ]
            found.append([anywhen, *(by_age if is_of_age else [anywhen] * program.ages)])
        return found

    def words_of_decks(self) -> dict[str, set[int]]:
        """Return the words of all cards that may lie in each deck."""
        own: dict[str, set[int]] = {deck.id: set() for deck in self.program.decks}
        for card, first in zip(self.program.cards, self.draft.first, strict=True):
            own[card.deck].add(first >> WORD)
        if any(self.draft.filled):
            everything = set(range(self.words))
            own |= {
                deck.id: everything
                for deck, is_filled in zip(self.program.decks, self.draft.filled, strict=True)
                if is_filled
            }
        return {
            deck.id: set().union(*(own[id] for id in mixed_into(self.program, deck.id))) for deck in self.program.decks
        }

    def deals(self) -> list[acts.DealCards]:
        """Return all steps that deal cards."""
        return [step.act for step in self.program.steps if isinstance(step.act, acts.DealCards)]

    def is_cleared(self, zone: str) -> bool:
        """Tell whether nothing stays in a zone when an age ends."""
        clears = [step.act for step in self.program.steps if isinstance(step.act, acts.ClearZone)]
        return any(act.zone == zone and not act.ages and not act.spared for act in clears)

    def is_filled(self, zone: str) -> bool:
        """Tell whether cards come into a zone otherwise than by being dealt."""
        program = self.program
        drawn = any(op.to.zone == zone for op in nodes(program, MoveAtRandom))
        return drawn or any(action.to == zone for action in program.actions) or zone in given_up_to(program)

    def words_in(self, zone: str, word_of: dict[str, set[int]], seen: frozenset[str]) -> set[int]:
        """Return the words of all that is dealt into a zone, drawn into it, or laid there out of
        another one.
        """
        program, found = self.program, set[int]()
        if zone in given_up_to(program):
            return set(range(self.words))
        for act in self.deals():
            if act.zone == zone:
                found |= {word for deck in act.decks for word in word_of[deck]}
        for draw in nodes(program, MoveAtRandom):
            if draw.to.zone == zone:
                drawn, meant = zip(program.cards, self.draft.first, strict=True), draw.cards.colours
                found |= {first >> WORD for card, first in drawn if not meant or card.colour in meant}
        for play in program.plays:
            moves = any(action.to == zone and action.id in play.actions for action in program.actions)
            if moves and play.zone not in seen:
                found |= self.words_in(play.zone, word_of, seen | {zone})
        return found


def asks_for_order(program: ir.Program) -> bool:
    """Tell whether it matters when cards came where they lie."""
    return any(True for _ in nodes(program, ByEntry))


def counts_coins(program: ir.Program) -> bool:
    """Tell whether it matters how many coins lie on a card."""
    return any(True for kind in (CoinsTaken, TakeFromEventCard, ir.CoinsOnCards) for _ in nodes(program, kind))


def marks_cards(program: ir.Program) -> bool:
    """Tell whether coins lie on cards, or are looked for there."""
    marking = any(True for kind in (MarkPicked, MarkEventCard, WithCoins) for _ in nodes(program, kind))
    return marking or counts_coins(program)


def counts_twice(standing: ir.Standing) -> bool:
    """Tell whether two lanes count uses: one for each neighbour, or one for units beside the
    uses.
    """
    match standing:
        case ir.Trigger(per_neighbour=per_neighbour):
            return per_neighbour
        case ir.Window(unused=unused):
            return bool(unused)
        case _:
            return False


def lanes_of(effects: ir.Effects) -> set[str]:
    """Return the lanes in which something counts."""
    return {effect.lane for effect in nodes(effects.effects, ir.AddCount)}


def has_tolls(program: ir.Program) -> bool:
    """Tell whether prices are changed, or trade is forbidden."""
    return any(isinstance(held.standing, ir.Toll) for held in program.held)


def lane_order(held: ir.Held) -> int:
    """Return the place of what is held among kinds that lie together."""
    kinds = [number for number, kind in enumerate(LANE_ORDER) if isinstance(held.standing, kind)]
    return kinds[0] if kinds else len(LANE_ORDER)
