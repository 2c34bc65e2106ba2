"""A second meaning of the rules, written for clarity alone: it reads the checked trees and knows no compiled code.

It shares the deal and the order of steps with the game it follows, nothing else: production, prices, payments, legal
options, effects, conflicts and scores are worked out here again, by search and by counting.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from stele.compiler import items
from stele.compiler import nodes as n
from stele.compiler.nodes import Seats
from stele.runtime import Ask, Game, Meaning
from tests.test_pay import Sources, brute

Option = tuple[str, str, str, int, int, int]


@dataclass
class City:
    """One seat as the reference sees it."""

    board: str
    side: str
    coins: int
    hand: list[str]
    cards: list[str] = field(default_factory=list)
    stages: int = 0
    tokens: Counter[str] = field(default_factory=Counter)
    purse: int = 0
    used: set[int] = field(default_factory=set)


class Reference:
    """The game of one content, followed beside a compiled one."""

    def __init__(self, content: items.Content, game: Game) -> None:
        self.content = content
        self.cards = {card.id: card for card in content.cards}
        self.boards = {(board.id, side.id): side for board in content.boards for side in board.sides}
        self.resources = [resource.id for resource in content.vocabulary.resources]
        self.groups = {r.id: [name.text for name in r.groups] for r in content.vocabulary.resources}
        self.nouns = {noun.id: noun.colour.text for noun in content.vocabulary.nouns}
        self.nouns |= {noun.plural: noun.colour.text for noun in content.vocabulary.nouns}
        view = game.view(0)
        self.cities = [City(s["board"], s["side"], s["coins"], []) for s in view["seats"]]
        self.discard: list[str] = []
        self.age = 0
        self.deal(game)

    def deal(self, game: Game) -> None:
        """Take over a new deal."""
        self.age = game.view(0)["age"]
        for number, city in enumerate(self.cities):
            city.hand = list(game.view(number)["seats"][number]["zones"]["hand"])
            city.used = set()

    # --- what a city has --------------------------------------------------------------------------------------------

    def left(self, seat: int) -> int:
        return (seat + 1) % len(self.cities)

    def right(self, seat: int) -> int:
        return (seat - 1) % len(self.cities)

    def stage_list(self, city: City) -> tuple[items.Stage, ...]:
        return self.boards[city.board, city.side].stages

    def clauses(self, city: City) -> list[n.Clause]:
        """Return every clause that a city has in play."""
        assert self.content.flow is not None
        found = [*self.content.flow.everyone, *self.boards[city.board, city.side].start]
        for stage in self.stage_list(city)[: city.stages]:
            found += stage.effect
        for card in city.cards:
            found += self.cards[card].effect
        return found

    def sources(self, city: City, for_sale_only: bool) -> Sources:
        """Return each unit that a city produces."""
        units: list[frozenset[int]] = []
        for clause in self.clauses(city):
            match clause.sentence:
                case n.Produce(goods, for_sale) if for_sale or not for_sale_only:
                    if isinstance(goods, n.Some):
                        units += [frozenset({self.resources.index(goods.resource.text)})] * goods.number
                    elif isinstance(goods, n.OneOf):
                        units.append(frozenset(self.resources.index(name.text) for name in goods.resources))
        return tuple(sorted(units, key=sorted))

    def prices(self, city: City) -> dict[tuple[str, int], int]:
        """Return what a unit costs from each side."""
        found: dict[tuple[str, int], int] = {(s, g): 0 for s in ("left", "right") for g in range(len(self.resources))}
        for clause in self.clauses(city):
            if isinstance(clause.sentence, n.Buy):
                buy = clause.sentence
                for good, resource in enumerate(self.resources):
                    if buy.group is not None and buy.group.text not in self.groups[resource]:
                        continue
                    for side in ("left", "right"):
                        if buy.seller in (Seats.NEIGHBOURS, Seats(side)):
                            old = found[side, good]
                            found[side, good] = min(old, buy.price) if old else buy.price
        return found

    def splits(self, seat: int, cost: n.Cost) -> set[tuple[int, int]]:
        """Return every undominated way to split a purchase."""
        city = self.cities[seat]
        goods = [
            self.resources.index(part.resource.text)
            for part in cost.parts
            if isinstance(part, n.Goods)
            for _ in range(part.number)
        ]
        own = self.sources(city, False)
        left = self.sources(self.cities[self.left(seat)], True)
        right = self.sources(self.cities[self.right(seat)], True)
        return searched(tuple(sorted(goods)), own, left, right, tuple(sorted(self.prices(city).items())))

    # --- what is legal ----------------------------------------------------------------------------------------------

    def legal(self, seat: int, coins: int) -> set[Option]:
        """Return everything a seat may do with its hand."""
        city = self.cities[seat]
        options: set[Option] = set()
        identities = {self.cards[card].identity for card in city.cards}
        stages = self.stage_list(city)
        staged: set[tuple[int, int, int]] = set()
        if city.stages < len(stages):
            staged = self.payments(seat, stages[city.stages].cost, coins)
        may_build = [i for i, clause in enumerate(self.clauses(city)) if is_free_build(clause)]
        for id in set(city.hand):
            card = self.cards[id]
            options.add(("discard", id, "paid", 0, 0, 0))
            options |= {("stage", id, "paid", *paid) for paid in staged}
            if card.identity in identities:
                continue
            options |= {("build", id, "paid", *paid) for paid in self.payments(seat, card.cost, coins)}
            if any(name.text in city.cards for name in card.chain):
                options.add(("build", id, "chain", 0, 0, 0))
            if len(may_build) > len(city.used) and card.cost is not None and card.cost.parts:
                options.add(("build", id, "permit", 0, 0, 0))
        return options

    def payments(self, seat: int, cost: n.Cost | None, coins: int) -> set[tuple[int, int, int]]:
        """Return (bank, left, right) of every way to pay that the coins allow."""
        assert cost is not None
        bank = sum(part.number for part in cost.parts if isinstance(part, n.Coins))
        return {(bank, a, b) for a, b in self.splits(seat, cost) if bank + a + b <= coins}

    def late(self, seat: int) -> set[str]:
        """Return the cards of the discard pile that a city may take."""
        identities = {self.cards[card].identity for card in self.cities[seat].cards}
        return {card for card in self.discard if self.cards[card].identity not in identities}

    # --- what happens -----------------------------------------------------------------------------------------------

    def carry_out(self, chosen: dict[int, Meaning]) -> None:
        """Carry out a simultaneous step."""
        entered: list[tuple[int, tuple[n.Clause, ...]]] = []
        for seat, meaning in chosen.items():
            city = self.cities[seat]
            city.hand.remove(meaning.card)
            city.coins -= meaning.total
            city.purse -= meaning.total
        for seat, meaning in chosen.items():
            city = self.cities[seat]
            self.cities[self.left(seat)].coins += meaning.left
            self.cities[self.right(seat)].coins += meaning.right
            match meaning.action:
                case "build":
                    city.cards.append(meaning.card)
                    entered.append((seat, self.cards[meaning.card].effect))
                    if meaning.manner == "permit":
                        city.used.add(len(city.used))
                case "stage":
                    entered.append((seat, self.stage_list(city)[city.stages].effect))
                    city.stages += 1
                case _:
                    self.discard.append(meaning.card)
                    city.coins += 3
        for seat, effect in entered:
            self.one_shots(seat, effect)

    def one_shots(self, seat: int, effect: tuple[n.Clause, ...]) -> None:
        """Let one-shot effects happen; builds from the discard pile come when the game asks for them."""
        for clause in effect:
            match clause.sentence:
                case n.Gain(_, n.Coins(number), per):
                    self.cities[seat].coins += number * self.counted(seat, per)

    def take(self, seat: int, card: str) -> None:
        """Build a card of the discard pile for nothing."""
        self.discard.remove(card)
        self.cities[seat].cards.append(card)
        self.one_shots(seat, self.cards[card].effect)

    def pass_hands(self) -> None:
        """Pass every hand on: left in ages 1 and 3, right in age 2."""
        hands = [city.hand for city in self.cities]
        for seat, hand in enumerate(hands):
            self.cities[self.right(seat) if self.age == 2 else self.left(seat)].hand = hand

    def fight(self) -> None:
        """Compare every city with its left neighbour."""
        strength = [self.shields(city) for city in self.cities]
        token = {1: "victory-1", 2: "victory-3", 3: "victory-5"}[self.age]
        for seat in range(len(self.cities)):
            other = self.left(seat)
            if strength[seat] != strength[other]:
                winner, loser = (seat, other) if strength[seat] > strength[other] else (other, seat)
                self.cities[winner].tokens[token] += 1
                self.cities[loser].tokens["defeat"] += 1

    def shields(self, city: City) -> int:
        return sum(c.sentence.number for c in self.clauses(city) if isinstance(c.sentence, n.Shields))

    # --- counting ---------------------------------------------------------------------------------------------------

    def counted(self, seat: int, per: n.Per | None, symbols: Counter[str] | None = None) -> int:
        """Return how many times something is given."""
        if per is None:
            return 1
        seats: list[int] = []
        if isinstance(per.place, n.Place):
            for part in per.place.parts:
                if isinstance(part, n.Zone):
                    seats.append(seat)
                else:
                    seats += {
                        Seats.LEFT: [self.left(seat)],
                        Seats.RIGHT: [self.right(seat)],
                        Seats.NEIGHBOURS: [self.left(seat), self.right(seat)],
                    }[part.seats]
        else:
            seats = [seat]
        return sum(self.count(self.cities[s], per.what, symbols) for s in dict.fromkeys(seats)) // per.divisor

    def count(self, city: City, what: n.Countable, symbols: Counter[str] | None) -> int:
        """Return how many of something a city has."""
        held = self.symbols(city) if symbols is None else symbols
        colours = Counter(self.cards[card].colour.text for card in city.cards)
        match what:
            case n.Cards(names, _):
                return sum(colours[name.text] for name in names) if names else len(city.cards)
            case n.NamedCards(noun):
                return colours[self.nouns[noun.text]]
            case n.Tokens(_, kind, _):
                return sum(count for token, count in city.tokens.items() if token.startswith(kind.text))
            case n.Stages():
                return city.stages
            case n.AllCoins():
                return city.coins
            case n.SquareOf(n.Symbols(kind)):
                return held[kind.text] ** 2
            case n.SetOf(kinds):
                return min(held[kind.text] for kind in kinds)
            case _:
                raise AssertionError(what)

    def symbols(self, city: City) -> Counter[str]:
        """Return the fixed symbols of a city."""
        found: Counter[str] = Counter()
        for clause in self.clauses(city):
            if isinstance(clause.sentence, n.Science) and len(clause.sentence.symbols) == 1:
                found[clause.sentence.symbols[0].text] += 1
        return found

    def total(self, seat: int) -> int:
        """Return the points of a seat, with the best of all choices that are open to the end."""
        city = self.cities[seat]
        clauses = self.clauses(city)
        tokens = {token.id: token.points for token in self.content.vocabulary.tokens}
        points = sum(tokens[token] * count for token, count in city.tokens.items())
        points += sum(self.points(seat, clause) for clause in clauses)
        copies: list[str] = []
        if any(isinstance(clause.sentence, n.Copy) for clause in clauses):
            for neighbour in (self.left(seat), self.right(seat)):
                copies += [c for c in self.cities[neighbour].cards if self.cards[c].colour.text == "purple"]
        return points + max(self.open_points(seat, clauses, copied) for copied in (*copies, ""))

    def open_points(self, seat: int, clauses: list[n.Clause], copied: str) -> int:
        """Return points of the score sheet's own lines and of a copied card, for the best choice of wild symbols."""
        extra = list(self.cards[copied].effect) if copied else []
        sciences = [c.sentence for c in (*clauses, *extra) if isinstance(c.sentence, n.Science)]
        wild = [[name.text for name in science.symbols] for science in sciences if len(science.symbols) > 1]
        fixed = self.symbols(self.cities[seat])
        lines = [clause for line in self.content.vocabulary.lines for clause in line.effect]
        best = max(
            sum(self.points(seat, clause, fixed + Counter(chosen)) for clause in lines) for chosen in product(*wild)
        )
        return best + sum(self.points(seat, clause) for clause in extra)

    def points(self, seat: int, clause: n.Clause, symbols: Counter[str] | None = None) -> int:
        """Return the points of one clause."""
        match clause.sentence:
            case n.Score(_, int() as number, per):
                return number * self.counted(seat, per, symbols)
            case _:
                return 0


@cache
def searched(
    goods: tuple[int, ...], own: Sources, left: Sources, right: Sources, prices: tuple[tuple[tuple[str, int], int], ...]
) -> set[tuple[int, int]]:
    """Remember what was searched."""
    return brute(goods, own, left, right, dict(prices))


def is_free_build(clause: n.Clause) -> bool:
    """Tell `once per age, build a card for free`."""
    return isinstance(clause.sentence, n.Build) and clause.limit is not None


def follow(content: items.Content, game: Game, choose: object) -> None:
    """Play a game to its end and compare it with the reference at every decision."""
    assert callable(choose)
    reference = Reference(content, game)
    players = len(reference.cities)
    turn = 1
    chosen: dict[int, Meaning] = {}
    while (ask := game.pending()) is not None:
        view = game.view(0)
        if (view["age"], view["turn"]) != (reference.age, turn):
            finish_turn(reference, turn)
            if view["age"] != reference.age:
                reference.deal(game)
            turn = view["turn"]
        if ask.kind == "play" and ask.seat == 0:
            for city in reference.cities:
                city.purse = city.coins
        compare(reference, game, ask)
        option = choose(game, ask)
        meaning = game.meaning(ask, option)
        game.answer(ask, option)
        if ask.kind == "late":
            if meaning.card:
                reference.take(ask.seat, meaning.card)
            continue
        chosen[ask.seat] = meaning
        if ask.kind == "last" or len(chosen) == players:
            reference.carry_out(chosen)
            chosen = {}
            following = game.clone().pending()
            if turn == 6 and (following is None or following.kind != "last"):
                clear(reference)
    finish_turn(reference, turn)
    assert game.totals() == [reference.total(seat) for seat in range(players)]


def clear(reference: Reference) -> None:
    """Discard what is left of every hand."""
    for city in reference.cities:
        reference.discard += city.hand
        city.hand = []


def finish_turn(reference: Reference, turn: int) -> None:
    """Do what follows a turn: pass the hands, or resolve the conflict of the age."""
    if turn == 6:
        reference.fight()
    else:
        reference.pass_hands()


def compare(reference: Reference, game: Game, ask: Ask) -> None:
    """Compare everything that can be seen, and everything that is legal."""
    for number, city in enumerate(reference.cities):
        seen = game.view(number)["seats"][number]
        assert seen["coins"] == city.coins, f"coins of seat {number}"
        assert sorted(seen["zones"]["city"]) == sorted(city.cards)
        assert sorted(seen["zones"]["hand"]) == sorted(city.hand)
        assert seen["stages"] == city.stages
        assert seen["tokens"] == {token: count for token, count in city.tokens.items() if count}
    assert game.view(0)["table"]["discard"] == len(reference.discard)
    offered = [game.meaning(ask, option) for option in ask.options]
    if ask.kind == "late":
        assert {m.card for m in offered} == reference.late(ask.seat) | {""}
        return
    coins = reference.cities[ask.seat].coins if ask.kind == "play" else reference.cities[ask.seat].purse
    found = {(m.action, m.card, m.manner, m.bank, m.left, m.right) for m in offered}
    assert found == reference.legal(ask.seat, coins)
    assert len(found) == len(offered)
