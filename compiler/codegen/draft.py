"""What all writers of one module share: its program, and what they have named so far."""

from __future__ import annotations

from typing import assert_never

from stele.compiler.codegen.tables import constant_coins
from stele.compiler.common.packing import joined, packed
from stele.compiler.front.walk import nodes, nodes_of
from stele.compiler.ir import flow as acts
from stele.compiler.ir import program as ir
from stele.compiler.ir.cards import (
    ByEntry,
    CardSet,
    Move,
    MoveAll,
    MoveAtRandom,
    MoveUsed,
    WithCoins,
    WithLacked,
)
from stele.compiler.ir.program import constant
from stele.compiler.ir.seats import Seat
from stele.runtime.state.cells import WORD


class NotYet(Exception):
    """Something that the core does not play yet."""


class ModuleDraft:
    """One module while it is written."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.first, self.words = card_codes(program)
        self.sets: dict[CardSet, int] = {}  # cards that clauses name
        self.deeds = list(dict.fromkeys(one.deed for one in nodes(program, ir.HasDone)))
        self.spared: list[tuple[tuple[str, str, int], ...]] = []
        folded = {
            one
            for action in program.actions
            for one in nodes(action.effects.effects, ir.OneShot)
            if constant_coins(one)
        }
        one_shots = [one for one in dict.fromkeys(nodes(program, ir.OneShot)) if one not in folded]
        self.suspended: list[str] = []  # parts of clauses that other parts suspend
        self.acts = [one for one in one_shots if len(one.segments) == 1]
        self.lates = [one for one in one_shots if len(one.segments) > 1]
        self.points = [one for one in nodes(program, ir.Points) if not isinstance(one.points, ir.Const)]
        self.strengths = [held for held in program.held if isinstance(held.standing, ir.Strength)]
        self.soons = [one.soon for one in nodes(program.held, ir.Trigger) if one.soon is not None]
        self.whiles = [held for held in program.held if isinstance(held.standing, ir.While)]
        self.copies = nodes_of(program, ir.CopyAtEnd, ir.Mask)
        standing = [one for one in program.choices if any(map(stands, one.options))]
        self.has_copies = bool(nodes_of(program, ir.CopyChosen, ir.CopyBoards) or program.supplies or standing)
        self.has_first = any(True for _ in nodes(program, ir.BecomeFirst))
        self.choices = self.choice_codes()
        self.alternatives = self.alternative_codes()
        self.acts_done: list[str] = []  # by other parts
        # By deck whether other cards than its own may come into it: it is a zone of the table then.
        laid = given_up_to(program) | {action.to for action in program.actions}
        self.filled = [
            any(zone.deck == deck.id and zone.id in laid for zone in program.zones) for deck in program.decks
        ]

    def choice_codes(self) -> dict[tuple[str, str, int], tuple[int, int]]:
        """Return, by board, side and stage, the first code of what may be chosen there and how many
        there are; they follow the codes of cards.
        """
        code = self.words << WORD
        if self.has_copies:
            code += sum(len(side.stages) for side in self.program.sides)
        found = {}
        for side in self.program.sides:
            for stage, (_, effects) in enumerate(side.stages):
                found[side.board, side.side, stage] = code, len(effects.choose)
                code += len(effects.choose)
        return found

    def alternative_codes(self) -> dict[str, tuple[int, int]]:
        """Return, by the name of a choice in a clause, the first code of what may be chosen and how
        many there are; they follow the codes of what stages offer.
        """
        code = self.words << WORD
        if self.has_copies:
            code += sum(len(side.stages) for side in self.program.sides)
        code += sum(number for _, number in self.choices.values())
        found = {}
        for choice in self.program.choices:
            found[choice.name] = code, len(choice.options)
            code += len(choice.options)
        return found

    def act(self, name: str) -> str:
        """Return the number of an act that another part does."""
        self.acts_done.append(name)
        return f"ACT_{constant(name)}"

    def cards(self, cards: CardSet) -> int:
        """Return the number of a set of cards that clauses name, as far as they are printed so."""
        return self.sets.setdefault(cards.printed(), len(self.sets))

    def told_apart(self, cards: CardSet, found: str, places: str, row: str = "row") -> str:
        """Return those of some cards as Python that what has become of them leaves."""
        for sift in cards.sifts:
            match sift:
                case WithCoins():
                    found = f"with_coins(t, {row}, {found})"
                case WithLacked(seat):
                    found = f"with_lacked(t, {row}, {'owner_seat(t, row)' if seat is Seat.OWNER else 'me'}, {found})"
                case ByEntry(is_newest):
                    found = f"outermost(t, {row}, {places}, {found}, {is_newest!r})"
                case _:
                    assert_never(sift)
        return found

    def shown_symbols(self) -> list[tuple[str, int]]:
        """Return symbols that may be lacked, with the number of the set of cards that show them."""
        lacking = next(iter(nodes(self.program, WithLacked)), None)
        return [] if lacking is None else [(symbol, self.cards(cards)) for symbol, cards in lacking.shown]

    def deed(self, deed: ir.Deed) -> int:
        """Return the number of something that may have been done in a turn."""
        return self.deeds.index(deed)

    def reads_many(self, loss: str) -> bool:
        """Tell whether a loss speaks of how many were done before."""
        return any(nodes(tuple(one.coins for one in self.program.losses if one.name == loss), ir.ThatMany))

    def zone(self, id: str, whose: str = "me") -> str:
        """Return the first cell of a zone; of a seat, if it is one of a seat."""
        zone = next(zone for zone in self.program.zones if zone.id == id)
        return f"{f'{whose} + ' if zone.of_seat else ''}ZONE_{constant(id)}"


def mixed_into(program: ir.Program, deck: str) -> list[str]:
    """Return a deck with all whose cards may come into it."""
    adds = {one.id: [source for source, _ in one.adds] for one in program.decks}
    found = [deck]
    for id in found:  # it grows meanwhile
        found += [source for source in adds[id] if source not in found]
    return found


def given_up_to(program: ir.Program) -> set[str]:
    """Return the zones into which cards come out of any other one."""
    moves: list[Move | MoveAll | MoveAtRandom] = [*nodes(program, Move), *nodes(program, MoveAll)]
    moves += [op for op in nodes(program, MoveAtRandom) if op.spot.zone]
    # What goes from one seat to the same zone of another brings nothing there that was not there.
    found = {op.to.zone for op in moves if op.to.zone != op.spot.zone}
    found |= {op.to.zone for op in nodes(program, MoveUsed)}
    for step in program.steps:
        if isinstance(step.act, (acts.ClearZone, acts.SettleDemands, acts.AskLastOf)):
            found.add(step.act.to)
    return found


def stands(effects: ir.Effects) -> bool:
    """Tell whether anything of some effects stands, beside what happens."""
    return any(not isinstance(effect, ir.OneShot) for effect in effects.effects)


def card_codes(program: ir.Program) -> tuple[list[int], int]:
    """Return the code of the first copy of each card, and the number of words: decks that are mixed
    lie in one word if they fit.
    """
    groups = joined([deck.id, *(source for source, _ in deck.adds)] for deck in program.decks)
    numbered = [
        [(number, max(1, len(card.players))) for number, card in enumerate(program.cards) if card.deck in group]
        for group in groups
    ]
    codes, words = packed(numbered)
    return [codes[number] for number in range(len(program.cards))], words
