"""Write how cards are selected and moved: places as first cells, which cards lie there, and what
becomes of the picked one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from stele.compiler.codegen.draft import ModuleDraft
from stele.compiler.codegen.expressions import Expressions, relative
from stele.compiler.ir.cards import (
    BuildPicked,
    BuildUsed,
    CardSet,
    ChooseCopy,
    CoinsTaken,
    ForgetThem,
    GiveUsedCard,
    Look,
    MarkEventCard,
    MarkPicked,
    Move,
    MoveAll,
    MoveAtRandom,
    MoveEventCard,
    MoveUsed,
    NameCard,
    NoteDrawn,
    NotePicked,
    Pick,
    PickMarked,
    PickPair,
    PickStage,
    PickToMark,
    PickToPlay,
    PickUsed,
    PlayPicked,
    Seen,
    Spot,
    StagePicked,
    SwapAll,
    SwapAtRandom,
    SwapPicked,
    TakeFromEventCard,
    UsedPicked,
)
from stele.compiler.ir.program import Whom, constant
from stele.compiler.ir.seats import Who

Decided = Pick | PickToPlay | PickUsed | PickToMark | PickMarked | PickPair | PickStage | Look | ChooseCopy
Done = (
    Move
    | MoveAll
    | MoveAtRandom
    | MoveUsed
    | MoveEventCard
    | MarkEventCard
    | NoteDrawn
    | NotePicked
    | NameCard
    | Seen
    | StagePicked
    | ForgetThem
    | BuildPicked
    | BuildUsed
    | UsedPicked
    | PlayPicked
    | MarkPicked
    | CoinsTaken
    | TakeFromEventCard
    | SwapPicked
    | SwapAtRandom
    | SwapAll
    | GiveUsedCard
)
ADDED = "done += "
SIDES = {Who.LEFT: "LEFT", Who.RIGHT: "RIGHT"}
ForEach = Callable[[Whom, Callable[[str], str]], list[str]]


class CardWriter:
    """Writes what is done with cards, seen from who does it: `me` is the owner of the clause."""

    def __init__(self, draft: ModuleDraft, subject: str, less: int) -> None:
        self.draft, self.subject, self.less = draft, subject, less

    # --- places -----------------------------------------------------------------------------------

    def seat(self, spot: Spot) -> str:
        """Return whose place this is, if it is that of one seat."""
        match spot.whose:
            case Who.ME:
                return "me" if spot.of_owner else self.subject
            case Who.LEFT | Who.RIGHT:
                return f"row[{self.subject} + {SIDES[spot.whose]}]"
            case Who.OWNER:
                return "owner_seat(t, row)"
            case Who.VICTOR:
                return "victor(t, row)"
            case Who.LOSER:
                return "loser(t, row)"
            case _:
                return "context_seat(t, row)"

    def cell(self, spot: Spot) -> str:
        """Return the first cell of one place; of a group, that of the one whose turn it is."""
        if spot.whose is not None and not spot.is_one():
            return f"recipient(t, row, {relative(spot.whose, self.subject)}, ZONE_{constant(spot.zone)})"
        where = "" if spot.whose is None else f"{self.seat(spot)} + "
        return f"{where}ZONE_{constant(spot.zone)}"

    def places(self, spot: Spot) -> str:
        """Return the first cells of all places that are meant."""
        if not spot.zone:
            return "decks(t)"
        if spot.is_one():
            return f"one({self.cell(spot)})"
        assert spot.whose is not None
        return f"zones({relative(spot.whose, self.subject)}, ZONE_{constant(spot.zone)})"

    def all_places(self, spots: tuple[Spot, ...]) -> str:
        """Return the first cells of the places of several spots."""
        found = self.places(spots[0])
        for spot in spots[1:]:
            found = f"together({found}, {self.places(spot)})"
        return found

    def source(self, spot: Spot) -> str:
        """Return the first cell of where the picked card lies."""
        return self.cell(spot) if spot.is_one() else f"lying(t, row, {self.places(spot)}, option)"

    def target(self, to: Spot) -> tuple[list[str], str]:
        """Return the first cell of where cards go; to several seats they go one after the other."""
        if to.is_one():
            return [], self.cell(to)
        assert to.whose is not None
        line = f"to: i64 = recipient(t, row, {relative(to.whose, self.subject)}, ZONE_{constant(to.zone)})"
        return [line], "to"

    def is_city(self, spot: Spot) -> bool:
        """Tell whether cards that come there enter play."""
        return spot.zone == self.draft.program.main_zone

    def spared(self, to: Spot | None, target: str) -> str:
        """Return the cells of cards that cannot go somewhere: what has a twin in a city."""
        if to is None or not self.is_city(to):
            return "-1"
        return f"{target} - t.main + t.blocked" if target == "to" else f"{self.seat(to)} + t.blocked"

    def has(self, cards: CardSet, spot: Spot, number: int) -> str:
        """Return the test whether so many cards lie in a place."""
        if cards.sifts:
            return f"len({self.told(cards, self.places(spot))}) >= {number}"
        return f"cards_in(t, row, {self.cell(spot)}, {self.draft.cards(cards)}) >= {number}"

    def told(self, cards: CardSet, places: str) -> str:
        """Return the cards of some places that are meant by what has become of them too."""
        return self.draft.told_apart(cards, f"printed_in(t, row, {places}, {self.draft.cards(cards)})", places)

    # --- decisions --------------------------------------------------------------------------------

    def asked(self, op: Decided) -> list[str]:
        """Return the lines that list what may be picked."""
        *before, listed = self.listed(op)
        number = listed.removeprefix("return ")
        match op:
            case Pick(CardSet(sifts=(_, *_)) as cards, spot) | PickToPlay(CardSet(sifts=(_, *_)) as cards, spot):
                places = self.places(spot)
                kept = f"only_these(t, row, out, {number}, {places}, {self.told(cards, places)})"
            case PickToMark(CardSet(sifts=(_, *_)) as cards, spots):
                places = self.all_places(spots)
                kept = f"only_these(t, row, out, {number}, {places}, {self.told(cards, places)})"
            case ChooseCopy(CardSet(sifts=(_, *_)) as cards, spots):
                kept = f"only_kinds(t, out, {number}, {self.told(cards, self.all_places(spots))})"
            case PickMarked(cards, spots):
                places = self.all_places(spots)
                kept = f"only_these(t, row, out, {number}, {places}, {self.told(cards, places)})"
            case PickPair(cards, theirs, own, other) if cards.sifts or theirs.sifts:
                words = f"{self.told(cards, self.places(own))}, {self.told(theirs, self.places(other))}"
                kept = f"only_pairs(t, out, {number}, {words})"
            case _:
                return [*before, listed]
        return [*before, f"return {kept}"]

    def listed(self, op: Decided) -> list[str]:
        """Return the lines that list what may be picked by what is printed."""
        match op:
            case Pick():
                return self.picked(op)
            case PickToPlay(cards, spot, less, them):
                cell = f"{self.speaker(them)} + t.drawn" if them else self.cell(spot)
                return [
                    f"return priced_options(t, row, out, {self.subject}, {cell}, {self.draft.cards(cards)}, {less})"
                ]
            case PickUsed(less):
                return [f"return used_options(t, row, out, {self.subject}, me, {less})"]
            case PickToMark(cards, spots, coins):
                words = f"{self.subject}, {coins}, {self.all_places(spots)}, {self.draft.cards(cards)}"
                return [f"return marker_options(t, row, out, {words})"]
            case PickMarked(cards, spots):
                return [f"return cards_among(t, row, out, {self.all_places(spots)}, {self.draft.cards(cards)}, -1)"]
            case PickPair(cards, theirs, own, other, equal_cost):
                meant = f"{self.draft.cards(cards)}, {self.draft.cards(theirs)}"
                words = f"{self.cell(own)}, {self.places(other)}, {meant}, {equal_cost!r}"
                return [f"return pairs(t, row, out, {words})"]
            case PickStage(is_free, less):
                return [f"return stage_options(t, row, out, {self.subject}, {is_free!r}, {less})"]
            case Look(spot):
                return self.picked(Pick(CardSet(), spot))
            case ChooseCopy(cards, spots, stage):
                words = f"{self.all_places(spots)}, {self.draft.cards(cards)}, {stage}"
                return [f"return copy_options(t, row, out, {self.subject}, {words})"]
            case _:
                assert_never(op)

    def speaker(self, them: str) -> str:
        """Return who speaks of cards as `them`."""
        return "me" if them == "me" else self.subject

    def picked(self, op: Pick) -> list[str]:
        """Return the lines that list the cards of which one is picked."""
        *before, listed = self.fitting(op)
        if op.chained is None:
            return [*before, listed]
        number = listed.removeprefix("return ")
        return [*before, f"return only_chained(t, row, out, {number}, {self.places(op.chained)})"]

    def fitting(self, op: Pick) -> list[str]:
        """Return the lines that list the cards that fit what is said of them and of where they
        go.
        """
        before: list[str] = []
        but = "-1"
        if op.into is not None:
            before, target = self.target(op.into)
            before += ["if to < 0:", "    return 0"] if before else []
            but = self.spared(op.into, target)
        if op.is_anew:
            but = "me + t.drawn"
        if op.enters:
            but = f"{self.subject} + t.blocked"
        meant = -1 if op.cards == CardSet() else self.draft.cards(op.cards)
        if op.them:
            return [*before, f"return list_kinds(t, row, out, {self.speaker(op.them)} + t.drawn, {meant}, {but})"]
        if not op.spot.is_one():
            return [*before, f"return cards_among(t, row, out, {self.places(op.spot)}, {meant}, {but})"]
        if op.enters == "anywhere" and self.draft.program.places:
            return [f"return options_anywhere(t, row, out, {self.subject}, {self.cell(op.spot)}, {meant})"]
        return [*before, f"return list_kinds(t, row, out, {self.cell(op.spot)}, {meant}, {but})"]

    # --- what is done -----------------------------------------------------------------------------

    def done(self, op: Done, writer: Expressions, for_each: ForEach) -> list[str]:
        """Return the lines of what becomes of cards."""
        match op:
            case Move():
                return self.moved(op)
            case MoveAll(cards, spot, to, who, is_discard):
                return self.moved_all(cards, spot, to, who, is_discard, for_each)
            case MoveAtRandom():
                return self.moved_at_random(op, writer, for_each)
            case MoveEventCard(to, who, is_discard):
                return for_each(who, lambda they: self.event_card_moved(they, to, is_discard))
            case MarkEventCard(coins):
                return [f"{ADDED}mark_event_card(t, row, {self.subject}, {coins})"]
            case MoveUsed(to):
                return [f"{ADDED}move_used(t, row, me, {self.cell(to)})"]
            case NoteDrawn(cards, spot, number, who):
                return for_each(who, lambda they: self.seen_by(they).noted(they, cards, spot, number))
            case NameCard(names_holder):
                return [f"name_card(t, row, option, {names_holder!r})"]
            case NotePicked(is_noted):
                return ["note_them(t, row, me, option)"] if is_noted else []
            case Seen():
                return []
            case StagePicked(is_free, less):
                return [f"build_stage(t, row, {self.subject}, option, {is_free!r}, {less})"]
            case ForgetThem():
                return ["forget_them(t, row, me)"]
            case BuildPicked(spot, is_build, is_chained):
                built = "build_anywhere" if self.draft.program.places else "build_free"
                noted = [f"note_chain(t, row, {self.subject}, option)"] if is_chained else []
                built = built if is_build else "play_free"
                return [f"{ADDED}{built}(t, row, {self.subject}, {self.source(spot)}, option)", *noted]
            case PlayPicked(spot, is_build):
                words = f"{self.subject}, {self.source(spot)}, option, {self.less}, {is_build!r}"
                return [f"{ADDED}play_priced(t, row, {words})"]
            case MarkPicked(spots, coins):
                return [f"{ADDED}put_coins(t, row, {self.subject}, option, {coins}, {self.all_places(spots)})"]
            case CoinsTaken(spots, coins):
                return [f"{ADDED}take_from_card(t, row, {self.subject}, option, {coins}, {self.all_places(spots)})"]
            case TakeFromEventCard(who, coins):
                return for_each(who, lambda they: f"take_from_event_card(t, row, {they}, {coins})")
            case UsedPicked(less):
                return [f"play_used(t, row, {self.subject}, me, option, {less})"]
            case BuildUsed(who):
                return for_each(who, lambda they: f"build_used(t, row, me, {they})")
            case SwapPicked(own, other):
                return [f"swap_cards(t, row, option, {self.cell(own)}, {self.places(other)})"]
            case SwapAtRandom(cards, own, other):
                meant = self.draft.cards(cards)
                if cards.sifts:
                    theirs = self.told(cards, f"one({self.cell(other)})")
                    words = f"{self.cell(own)}, {self.cell(other)}, {theirs}"
                    return [f"{ADDED}swap_with_one(t, row, option, {words})"]
                return [f"{ADDED}swap_at_random(t, row, option, {self.cell(own)}, {self.places(other)}, {meant})"]
            case SwapAll(own, other):
                return [f"{ADDED}swap_all(t, row, {self.cell(own)}, {self.places(other)})"]
            case GiveUsedCard():
                return ["give_used_card(t, row, me)"]
            case _:
                assert_never(op)

    def noted(self, they: str, cards: CardSet, spot: Spot, number: int) -> str:
        """Return the call that lets somebody speak of random cards as `them`."""
        places = self.drawn_from(spot)
        if cards.sifts:
            return f"note_these(t, row, {they}, {self.told(cards, places)}, {places}, {number})"
        return f"note_drawn(t, row, {they}, {self.draft.cards(cards)}, {places}, {number})"

    def event_card_moved(self, they: str, to: Spot, is_discard: bool) -> str:
        """Return the call that moves the card of the event."""
        by = f"{they}, DISCARD" if is_discard else "-1, 0"
        return f"move_event_card(t, row, {self.seen_by(they).cell(to)}, {by})"

    def seen_by(self, subject: str) -> CardWriter:
        """Return a writer for what somebody else does."""
        return CardWriter(self.draft, subject, self.less)

    def drawn_from(self, spot: Spot) -> str:
        """Return the places from which cards are drawn; those of decks that were not dealt."""
        return "unused(t, row)" if not spot.zone else self.places(spot)

    def moved(self, op: Move) -> list[str]:
        """Return the lines that move the picked card."""
        before, target = self.target(op.to)
        found = ["note_them(t, row, me, option)"] if op.is_noted else []
        source = self.source(op.spot)
        if op.names_holder:
            found += [f"source: i64 = {source}", "name_holder(t, row, source)"]
            source = "source"
        moved = f"discard(t, row, {self.subject}, option" if op.is_discard else "move(t, row, option"
        moved = f"draw_picked(t, row, {self.subject}, option" if op.is_draw else moved
        return [*found, *before, f"{ADDED}{moved}, {source}, {target})"]

    def moved_all(
        self, cards: CardSet, spot: Spot, to: Spot, who: Whom, is_discard: bool, for_each: ForEach
    ) -> list[str]:
        """Return the lines that move all cards of a set."""
        meant = self.draft.cards(cards)

        def line(they: str) -> str:
            seen = self.seen_by(they)
            by = f"{they}, DISCARD" if is_discard else "-1, 0"
            if cards.sifts:
                found = seen.told(cards, seen.places(spot))
                return f"move_these(t, row, {found}, {seen.places(spot)}, {seen.cell(to)}, MOST_GAINED, {by})"
            return f"move_all(t, row, {meant}, {seen.places(spot)}, {seen.cell(to)}, {by})"

        return for_each(who, line)

    def moved_at_random(self, op: MoveAtRandom, writer: Expressions, for_each: ForEach) -> list[str]:
        """Return the lines that move some cards by chance."""
        meant, number = self.draft.cards(op.cards), str(op.number) if op.number else writer.many

        def line(they: str) -> str:
            seen = self.seen_by(they)
            if not op.spot.zone and op.cards.sifts:
                found = self.draft.told_apart(op.cards, f"undealt(t, row, {meant})", "decks(t)")
                return f"draw_these(t, row, {they}, {seen.cell(op.to)}, by_chance(t, row, {found}), {number})"
            if not op.spot.zone:
                return f"draw(t, row, {they}, {seen.cell(op.to)}, {meant}, {number})"
            by = f"{they}, DISCARD" if op.is_discard else f"{they}, DRAW" if op.is_draw else "-1, 0"
            if op.cards.sifts:
                found = f"by_chance(t, row, {seen.told(op.cards, seen.places(op.spot))})"
                return f"move_these(t, row, {found}, {seen.places(op.spot)}, {seen.cell(op.to)}, {number}, {by})"
            return f"move_some(t, row, {meant}, {seen.places(op.spot)}, {seen.cell(op.to)}, {number}, {by})"

        return for_each(op.who, line)
