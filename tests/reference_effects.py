"""What effects do, as the reference sees it: paying, gains, losses that are demanded, what waits
for a decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.compiler.front.substitute import with_number
from stele.runtime import Meaning
from stele.runtime.state.cells import RANDOM, below, cells, shuffle
from tests import reference_between as between
from tests.reference_city import Held
from tests.reference_events import Event, Events, sides_bought
from tests.reference_pay import is_used
from tests.reference_table import Book, id_of

FACES = 6  # of a die


class Choice(NamedTuple):
    """A stage with effects of which its owner has one."""

    board: str
    side: str
    stage: int


class Turning(NamedTuple):
    """A board of a zone that was laid and is turned to one of its sides."""

    zone: str


class Waiting(NamedTuple):
    """An effect that waits for the end of the turn.

    The lowest rank acts first, then the lowest seat.
    """

    rank: int
    seat: int
    number: int  # the order of entry
    what: n.Clause | Choice | Turning
    line: str  # on which the points of its item count
    stage: int  # which it belongs to, or -1
    at: str = ""  # the place shared with a neighbour where it is
    about: tuple[int, str] = (-1, "")  # who has done something to which it reacts, and with which card


class Effects(Events):
    """A table, chance, and what happens there without a decision."""

    def __init__(self, contents: Sequence[items.Content], state: int, lying: Sequence[str], variant: str) -> None:
        super().__init__()
        self.book = Book(contents, variant)
        self.lying = {card: place for place, card in enumerate(lying)}
        self.random = cells([0] * (RANDOM + 1))
        self.random[RANDOM] = state
        self.waiting: list[Waiting] = []
        self.entries = 0

    def shuffled(self, numbers: list[int]) -> list[int]:
        """Return numbers in random order."""
        shuffled = cells(numbers)
        shuffle(self.random, shuffled, len(numbers))
        return list(shuffled)

    def shuffled_cards(self, cards: Sequence[str]) -> list[str]:
        """Return cards in random order."""
        ordered = self.book.in_order(cards)
        return [ordered[number] for number in self.shuffled(list(range(len(ordered))))]

    def as_they_lie(self, cards: Sequence[str]) -> list[str]:
        """Return cards in the order in which they are counted when some of a zone are drawn."""
        return sorted(cards, key=self.lying.__getitem__)

    def is_allowed(self, seat: int, board: str, side: str) -> bool:
        """Tell whether a side of a board may be used where a seat sits, by what is forbidden and
        what is advised against.
        """
        order, players = self.table.order, len(self.table.players)
        if not all(limits.least <= players <= limits.most for limits in self.limits(board, side)):
            return False
        place = order.index(seat)
        for other in order:
            city = self.table.cities[other]
            if other == seat:
                continue
            is_left, is_right = other == order[(place + 1) % len(order)], other == order[place - 1]
            own, theirs = (board, side), (city.board, city.side)
            if self.refuses(own, theirs, is_left, is_right) or self.refuses(theirs, own, is_right, is_left):
                return False
        return True

    def refuses(self, one: tuple[str, str], other: tuple[str, str], is_left: bool, is_right: bool) -> bool:
        """Tell whether a board is not used together with another, which may be on its left or on
        its right.
        """
        named: set[str] = set()
        for limits in self.limits(*one):
            named |= {name.text for name in limits.not_with}
            named |= {name.text for name in limits.not_beside if is_left or is_right}
            named |= {name.text for name in limits.not_left if is_left}
            named |= {name.text for name in limits.not_right if is_right}
        return bool(named & {other[0], "-".join(other)})

    def limits(self, board: str, side: str) -> list[items.Limits]:
        """Return all that is said about where a side of a board may be used, advice too."""
        own = next(one for one in self.book.boards if one.id == board)
        found = [own.limits, self.book.sides[board, side].limits]
        return [*found, *(limits.advice for limits in found if limits.advice is not None)]

    # --- paying -----------------------------------------------------------------------------------

    def pay(self, seat: int, meaning: Meaning) -> None:
        """Pay with what goes with it: coins reach the neighbours, what may be used once per turn is
        used.
        """
        city = self.table.cities[seat]
        city.coins -= meaning.total
        city.purse -= meaning.total
        for side, coins in ((Seats.LEFT, meaning.left), (Seats.RIGHT, meaning.right)):
            sellers = self.table.seats_of(seat, side)
            assert sellers or not coins, "who has no neighbour buys nothing"
            for seller in sellers:
                self.table.cities[seller].coins += coins
        for seller, coins in meaning.others:
            self.table.cities[seller].coins += coins
            self.table.events["purchases further away"] += 1
        units = meaning.units
        bought = sides_bought(meaning)
        for held in self.table.held(seat):
            match held.clause.sentence:
                case n.Buy(_, Seats.BANK) if units and not is_used(self.table, seat, held):
                    self.use(seat, held)
                    units -= 1
                case n.Rebate(side) if side.value in bought:
                    self.use(seat, held)

    # --- what enters play -------------------------------------------------------------------------

    def stand(self, seat: int, holds: Sequence[Held]) -> None:
        """Let what enters play take a seat from the table or back to it.

        That is so before anything is counted.
        """
        for held in holds:
            if isinstance(held.clause.sentence, n.LeaveTable | n.ReturnToTable):
                self.table.cities[seat].absent = isinstance(held.clause.sentence, n.LeaveTable)

    def enter(self, seat: int, card: str) -> None:
        """Lay a card into a city, with what it does at once."""
        self.table.cards(seat).append(card)
        self.happen_all(seat, self.table.held_card(card))

    def happen_all(self, seat: int, holds: Sequence[Held]) -> None:
        """Let all happen that something does at once."""
        with self.together():
            for held in holds:
                self.happen(seat, held)

    def give(self, seat: int, stage: int) -> list[tuple[int, Held]]:
        """Let the card under a stage be built by the partner, unless its city has it.

        Return what it does at once.
        """
        partner = self.table.partner(seat)
        city = self.table.cities[seat]
        card = city.marks.get(stage, "")
        if partner is None or not card or self.table.blocks(partner, card):
            return []
        under = next(id_of(action.to) for action in self.book.actions.values() if action.cost == "stage")
        city.zones[under].remove(card)
        del city.marks[stage]
        self.table.cards(partner).append(card)
        self.raise_event(Event("build", partner, what=card))
        return [(partner, held) for held in self.table.held_card(card)]

    def happen(self, seat: int, held: Held, stage: int = -1) -> None:
        """Let a clause happen if it is one that happens at once.

        One with a decision waits for the end of the turn.
        """
        clause, table = held.clause, self.table
        if clause.moment is not None or clause.limit is not None or not table.places.allows(seat, held):
            return
        match clause.sentence:
            case n.Gain(who, n.Coins(number), per):
                times = table.times_given(seat, held, True) if who is Seats.YOU else 1
                for other in table.seats_of(seat, who):
                    self.gain(other, number * table.counted(seat, per, victim=other) * times)
            case n.Gain(who, n.Tokens(number) as tokens, per):
                for other in table.seats_of(seat, who):
                    self.gain_tokens(other, self.book.kinds(tokens)[0], number * table.counted(seat, per, victim=other))
            case n.Lose(who, n.AllTokens(kind, worth)):
                for other in table.seats_of(seat, who):
                    for id in self.book.kinds(n.Tokens(1, kind, worth, clause.span)):
                        table.cities[other].tokens[id] = 0
            case n.Lose(who, n.Tokens(number) as tokens, per):
                for other in table.seats_of(seat, who):
                    self.drop(other, self.book.kinds(tokens), number * table.counted(seat, per, victim=other))
            case n.Lose(who) as loss:
                for other in set(table.seats_of(seat, who)) - set(table.places.spared(seat, held.at)):
                    table.cities[other].due.append((loss, seat))
            case n.Draw(Seats.YOU, number, n.NamedCards(noun, filters=()), None, n.Zone(into), None):
                self.draw(seat, number, self.book.nouns[id_of(noun)], into)
            case n.Draw(Seats.YOU, number, which, None, None, None):
                self.draw_them(seat, number, which)
                if self.table.cities[seat].given and clause.then is not None:
                    self.wait(seat, held._replace(clause=clause.then), stage)
            case n.Roll():
                assert clause.then is not None
                self.gain_rolled(seat, held, with_number(clause.then, below(self.random, FACES) + 1))
            case n.ReplaceBoard(_, drawn, either_side):
                self.draw_boards(seat, drawn, either_side)
                self.wait(seat, held, stage)
            case n.Oblige() as oblige:
                between.oblige(self, seat, oblige)
            case (
                n.Build(_, _, n.Zone())
                | n.May(Seats.YOU)
                | n.Play()
                | n.Copy()
                | n.TakeSeat()
                | n.SwapCards()
                | n.Exchange()
            ):
                self.wait(seat, held, stage)
            case n.MoveCards():
                self.wait(seat, held, stage)

    def wait(self, seat: int, held: Held, stage: int, about: tuple[int, str] = (-1, "")) -> None:
        """Let an effect wait for its decision."""
        self.entries += 1
        self.waiting.append(Waiting(held.rank, seat, self.entries, held.clause, held.line, stage, held.at, about))

    def wait_to_choose(self, seat: int, board: str, side: str, stage: int) -> None:
        """Let the choice among the effects of a stage wait, if there is one."""
        definition = self.book.sides[board, side].stages[stage]
        if definition.choose:
            self.entries += 1
            choice = Choice(board, side, stage)
            self.waiting.append(Waiting(definition.rank, seat, self.entries, choice, self.book.board_line, stage))

    def draw(self, seat: int, number: int, colour: str, into: n.Name) -> None:
        """Draw random cards that lie in decks."""
        lying = [card for deck in self.table.decks.values() for card in deck if self.book.colour(card) == colour]
        ordered = self.as_they_lie(lying)
        for card in [ordered[place] for place in self.shuffled(list(range(len(ordered))))[:number]]:
            next(deck for deck in self.table.decks.values() if card in deck).remove(card)
            self.table.zone(seat, into).append(card)

    def draw_them(self, seat: int, number: int, which: n.Which) -> None:
        """Let a seat speak of random cards of decks from which they are not dealt; they stay there,
        but nobody else draws them meanwhile.
        """
        held = [card for city in self.table.cities for card, _ in city.given]
        lying = [
            card
            for id, deck in self.table.decks.items()
            for card in deck
            if id == id_of(self.book.cards[card].deck) and self.book.fits(card, which) and card not in held
        ]
        ordered = self.as_they_lie(lying)
        drawn = [ordered[place] for place in self.shuffled(list(range(len(ordered))))[:number]]
        self.table.cities[seat].given = [(card, "") for card in drawn]
        self.table.events["cards drawn to build one"] += len(drawn)

    def gain_rolled(self, seat: int, held: Held, rolled: n.Clause) -> None:
        """Give a seat what a die shows: coins, or points that it holds to the end."""
        self.table.events["rolls"] += 1
        city = self.table.cities[seat]
        match rolled.sentence:
            case n.Gain(Seats.YOU, n.Coins(number), None):
                self.gain(seat, number)
            case n.Score(Seats.YOU, int() as number, None):
                _, stage, place = held.key
                clauses = self.table.side(seat).stages[stage].effect[: place + 1]
                roll = sum(isinstance(clause.sentence, n.Roll) for clause in clauses)
                name = f"{city.board}-stage-{stage + 1}-choice-{roll}-option-{number}"
                self.table.options[name] = rolled
                city.copies.append((name, held.line))
            case _:
                raise AssertionError(f"{rolled.span}: the reference does not know what is rolled for")

    def draw_boards(self, seat: int, number: int, either_side: bool) -> None:
        """Draw random boards that nobody has or has drawn and of which a side may be taken."""
        self.table.cities[seat].drawn = []
        used = {board for city in self.table.cities for board in (city.board, *city.drawn)}
        letters = {side for _, side in self.book.sides} if either_side else {self.table.cities[seat].side}
        free = [
            board.id
            for board in self.book.boards
            if board.id not in used
            and any(
                side.id in letters and self.is_allowed(seat, board.id, side.id) for side in board.sides if side.stages
            )
        ]
        self.table.cities[seat].drawn = [free[i] for i in self.shuffled(list(range(len(free))))[:number]]
