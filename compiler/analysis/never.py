"""Find clauses that can never act, because of what the sets of expansions have: boards, cards,
prices, the ages in which a card comes.

`if 9 stages in city` is one if no board has so many. What any set makes possible is possible; where
it takes more than a look at what is declared, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from stele.compiler.analysis.checks.effects import clause_timing
from stele.compiler.analysis.checks.tokens import supply_of
from stele.compiler.analysis.compose import merge_flows
from stele.compiler.analysis.conditions import Range
from stele.compiler.analysis.resolve import Resolved
from stele.compiler.analysis.selections import filters_of, passes
from stele.compiler.common.codes import E0513, W0605
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Role, Seats
from stele.compiler.front.walk import nodes

SEATS = {Seats.LEFT: 1, Seats.RIGHT: 1, Seats.NEIGHBOURS: 2}
AT_THE_END = (
    n.Score,
    n.Science,
    n.CopiedScience,
    n.ScienceOf,
    n.Convert,
    n.Copy,
)  # what a copy at the end of the game can count


@dataclass(frozen=True)
class Having:
    """What some sets of expansions have, each thing worked out when a clause asks for it."""

    sets: tuple[Resolved, ...]
    contents: tuple[items.Content, ...]  # of all sets; one that patches change also as it is then

    @cached_property
    def cards(self) -> tuple[items.Card, ...]:
        """Return all cards, those that patches change in each of their forms."""
        return tuple({id(card): card for content in self.contents for card in content.cards}.values())

    @cached_property
    def copies(self) -> dict[str | None, int]:
        """Return how many cards of each colour there are at most."""
        most: dict[tuple[str | None, str, str], int] = {}
        for content in self.contents:
            for card in content.cards:
                key = card.colour.target if card.colour is not None else None, content.expansion.id, card.id
                most[key] = max(most.get(key, 0), len(card.players), 1)
        found: dict[str | None, int] = {}
        for (colour, _, _), number in most.items():
            found[colour] = found.get(colour, 0) + number
        return found

    @cached_property
    def colour_of_noun(self) -> dict[str, str | None]:
        """Return the colour of the cards that each noun stands for."""
        nouns = [(content, noun) for content in self.contents for noun in content.vocabulary.nouns]
        return {f"{content.expansion.id}.{noun.id}": noun.colour.target for content, noun in nouns}

    @cached_property
    def replaces_boards(self) -> bool:
        """Tell whether one board may take the place of another, in any age."""
        return any(nodes((content.cards, content.boards), n.ReplaceBoard) for content in self.contents)

    @cached_property
    def most_stages(self) -> int | None:
        """Return how many stages a board has at most; nothing if one may take the place of
        another.
        """
        if self.replaces_boards:
            return None
        sides = [side for content in self.contents for board in content.boards for side in board.sides]
        return max((len(side.stages) for side in sides), default=None)

    @cached_property
    def most_ages(self) -> int | None:
        """Return how many ages there are at most."""
        ages = [content.flow.ages for content in self.contents if content.flow is not None]
        return max((number for number in ages if number is not None), default=None)

    @cached_property
    def limits(self) -> Range:
        """Return how many ages there are at most, and how many players may be at the table."""
        flows = [content.flow for content in self.contents if content.flow is not None]
        ranges = [flow.players for flow in flows if flow.players is not None]
        variants = [variant for content in self.contents for variant in content.variants]
        seated = [number for one in variants for number in one.players]
        numbers = [number for least, most in ranges for number in (least, most)] + seated
        is_left = any(nodes((c.cards, c.boards, c.places, c.flow), n.LeaveTable) for c in self.contents)
        players = (1 if is_left else min(numbers), max(numbers)) if numbers else None
        return Range(self.most_ages, players)

    @cached_property
    def flows(self) -> tuple[items.Flow, ...]:
        """Return the flow of each set that has one, as it is played."""
        flows = [[content.flow for content in one.contents if content.flow is not None] for one in self.sets]
        return tuple(merge_flows(of_one) for of_one in flows if of_one)

    @cached_property
    def counts_more(self) -> bool:
        """Tell whether more cards may be counted than there are."""
        return any(nodes((c.cards, c.boards, c.places), n.MoreCards) for c in self.contents)

    @cached_property
    def drawn(self) -> frozenset[str | None]:
        """Return what is drawn from by its name: nouns for cards."""
        drawn = [draw.cards for c in self.contents for draw in nodes((c.cards, c.boards, c.places, c.flow), n.Draw)]
        return frozenset(cards.noun.target for cards in drawn if isinstance(cards, n.NamedCards))

    @cached_property
    def tokens(self) -> dict[str, items.Token]:
        """Return all tokens, those that patches change as they are where there are most."""
        most: dict[str, items.Token] = {}
        for content in self.contents:
            for token in content.vocabulary.tokens:
                known = most.setdefault(f"{content.expansion.id}.{token.id}", token)
                if known.supply is not None and (token.supply is None or token.supply > known.supply):
                    most[f"{content.expansion.id}.{token.id}"] = token
        return most

    @cached_property
    def tracks(self) -> dict[str | None, int]:
        """Return how many steps each track has at most, in whatever way patches change it."""
        most: dict[str | None, int] = {}
        for content in self.contents:
            for track in content.vocabulary.tracks:
                key = f"{content.expansion.id}.{track.id}"
                most[key] = max(most.get(key, 0), track.steps)
        return most

    def supply_of(self, tokens: n.Tokens) -> int | None:
        """Return how many of some tokens there are at most, or nothing if they never run out."""
        return supply_of(tokens, self.tokens)

    def such(self, which: n.Which) -> list[items.Card]:
        """Return the cards of some colours, or those that a noun stands for."""
        if isinstance(which, n.CardNamed):
            return [card for card in self.cards if card.id == (which.card.target or "").partition(".")[2]]
        colours, filters = self.colours_of(which), filters_of(which)
        such = [card for card in self.cards if not colours or (card.colour and card.colour.target in colours)]
        return [card for card in such if passes(card, filters)]

    def colours_of(self, which: n.Which) -> set[str | None]:
        """Return the colours of cards that are meant; none means any."""
        if isinstance(which, n.CardNamed):
            return set()
        if isinstance(which, n.Cards):
            return {name.target for name in which.colours}
        is_colour = which.noun.role is Role.COLOUR
        return {which.noun.target if is_colour else self.colour_of_noun.get(which.noun.target or "", which.noun.target)}


def check_possible(clause: n.Clause, having: Having) -> Iterator[Diagnostic]:
    """What a clause asks for, counts, copies and cheapens can be there."""
    for test in clause.tests:
        if isinstance(test.fact, n.AtLeast):
            yield from check_number(test, test.fact, having)
    if isinstance(clause.sentence, (n.Gain, n.Lose, n.Score, n.Shields)) and clause.sentence.per is not None:
        yield from check_per(clause.sentence.per, having)
    match clause.sentence:
        case n.CopiedScience(cards, _, span):
            if is_none_of(having.such(cards), (n.Science,)):
                help = "name cards that do"
                yield Diagnostic(E0513, "no such card shows a symbol, so this never happens", span, help=help)
        case n.Copy(cards, None, _, span):
            such = having.such(cards)
            if such and not any(card.effect for card in such):
                help = "name cards that have an effect"
                yield Diagnostic(E0513, "no such card has an effect, so this never happens", span, help=help)
            elif is_at_end(clause) and is_none_of(such, AT_THE_END):
                message = "no such card counts at the end of the game, so this never happens"
                help = "name cards that do, or copy one at once: leave `at end of game,` out"
                yield Diagnostic(E0513, message, span, help=help)
        case n.CostChange():
            yield from check_cost_change(clause.sentence, having)


def is_none_of(cards: Sequence[items.Card], kinds: tuple[type, ...]) -> bool:
    """Tell whether there are cards and none of them says such a sentence."""
    return bool(cards) and not any(nodes(card.effect, kind) for card in cards for kind in kinds)


def is_at_end(clause: n.Clause) -> bool:
    """Tell whether a clause counts at the end of the game."""
    if clause.moment is not None:
        return clause.moment == n.AtEdge(True, n.Period.GAME, clause.span)
    return clause_timing(clause) == "at the end"


def check_number(test: n.Test, fact: n.AtLeast, having: Having) -> Iterator[Diagnostic]:
    """There may be as many of a thing as a condition asks for, and more than it forbids."""
    places = fact.where.parts if isinstance(fact.where, n.Place) else (fact.where,) if fact.where else ()
    match fact.bound, test.is_negated:
        case ((n.Bound.LEAST | n.Bound.EXACTLY), False):
            yield from check_most(fact.number, fact.what, places, fact.span, having)
        case n.Bound.MOST, True:
            yield from check_most(fact.number + 1, fact.what, places, fact.span, having)
        case n.Bound.MOST, False:
            yield from always(check_most(fact.number + 1, fact.what, places, test.span, having))
        case _:
            yield from always(check_most(fact.number, fact.what, places, test.span, having))


def always(found: Iterator[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the doubts about conditions that are true because there are never more of a thing."""
    for one in found:
        yield Diagnostic(W0605, one.message.replace("never happens", "is always true"), one.span, help="remove it")


def check_per(per: n.Per, having: Having) -> Iterator[Diagnostic]:
    """There may be as many of a thing as are counted at a time."""
    match per.place:
        case n.Place(parts):
            yield from check_most(per.divisor, per.what, parts, per.span, having)
        case n.TheyHave() | n.YouHave() | None:
            yield from check_most(per.divisor, per.what, (), per.span, having)


def check_most(
    number: int, what: n.Countable, places: tuple[n.Where, ...], span: Span, having: Having
) -> Iterator[Diagnostic]:
    """Some things are not more than there may be in some places."""
    cities = cities_of(places)
    most, said = 0, ""
    match what:
        case n.Stages() if having.most_stages is not None and cities is not None:
            most = having.most_stages * cities
            said = f"no board has more than {counted(having.most_stages, 'stage')}"
        case n.Colours():
            # Those of several cities are counted together.
            most = len([colour for colour in having.copies if colour is not None])
            said = f"cards have only {counted(most, 'colour')}"
        case n.Tokens() if (there := having.supply_of(what)) is not None:
            most, said = there * max(len(places), cities or 1), only(there, f"`{what.kind.text}` token")
        case n.Cards() | n.NamedCards() if not having.counts_more:
            asked = having.colours_of(what)
            cards = sum(number for colour, number in having.copies.items() if not asked or colour in asked)
            # A city that is named twice is counted twice.
            most, said = cards * max(len(places), cities or 1), only(cards, "such card")
        case n.CardsOfOneColour() if not having.counts_more:
            cards = max((number for colour, number in having.copies.items() if colour is not None), default=0)
            most, said = cards * max(len(places), cities or 1), only(cards, "card") + " of one colour"
        case n.Steps(track) if track.target in having.tracks:
            steps = having.tracks[track.target]
            most, said = steps * (cities or 1), f"`{track.text}` has only {counted(steps, 'step')}"
        case n.AgesBegun() if having.most_ages is not None:
            most, said = having.most_ages, only(having.most_ages, "age")
    if most and number > most:
        yield Diagnostic(E0513, f"{said}, so this never happens", span, help=f"write at most {most}")


def cities_of(places: tuple[n.Where, ...]) -> int | None:
    """Return in how many cities something is counted; nothing if that depends on how many play."""
    numbers = [1 if isinstance(place, n.Zone) else SEATS.get(place.seats, 0) for place in places]
    return None if 0 in numbers else sum(numbers) or 1


def counted(number: int, what: str) -> str:
    """Say how many of a thing there are."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def only(number: int, what: str) -> str:
    """Say how many of a thing there are at most."""
    return f"there {'is' if number == 1 else 'are'} only {counted(number, what)}"


def check_cost_change(change: n.CostChange, having: Having) -> Iterator[Diagnostic]:
    """What becomes cheaper costs something of that."""
    # What a rider adds to a cost, or an action does with a card, does not stand in printed costs.
    if isinstance(change.change, n.More):
        return
    if change.action is not None or any(content.flow.riders for content in having.contents if content.flow):
        return
    costs: list[n.Cost | None]
    if isinstance(change.what, n.Stages):
        sides = [side for content in having.contents for board in content.boards for side in board.sides]
        costs = [stage.cost for side in sides for stage in side.stages]
    else:
        costs = [card.cost for card in having.such(change.what)]
    is_coins = change.change.is_coins
    paid = [cost is None or any(is_coins in (None, isinstance(part, n.Coins)) for part in cost.parts) for cost in costs]
    if paid and not any(paid) and is_coins is None:
        message = "these cost nothing anyway, so this never happens"
        yield Diagnostic(E0513, message, change.span, help="name what costs something")
    elif paid and not any(paid):
        what, other = ("coins", "resources") if is_coins else ("resources", "coins")
        message = f"these cost no {what} anyway, so this never happens"
        yield Diagnostic(E0513, message, change.span, help=f"name what costs {what}, or take away {other}")


def check_price(clause: n.Clause, having: Having) -> Iterator[Diagnostic]:
    """Who may buy for a price of its own pays less than everyone does."""
    buy = clause.sentence
    if not isinstance(buy, n.Buy):
        return
    prices = [min(prices_of_everyone(buy, flow), default=None) for flow in having.flows]
    known = [price for price in prices if price is not None]
    if known and len(known) == len(prices) and max(known) <= buy.price:
        message = f"everyone buys there for {max(known)} anyway, so this never happens"
        help = f"write at most {max(known) - 1}" if max(known) > 1 else "remove this"
        yield Diagnostic(E0513, message, buy.span, help=help)


def prices_of_everyone(buy: n.Buy, flow: items.Flow) -> Iterator[int]:
    """Yield for what everyone buys all that somebody may buy, from the same cities."""
    for clause in flow.everyone:
        match clause:
            case n.Clause(None, None, (), n.Buy(group, seller, price), None):
                sells = {Seats.LEFT, Seats.RIGHT, Seats.NEIGHBOURS} if seller is Seats.NEIGHBOURS else {seller}
                if buy.seller in sells and (group is None or group == buy.group):
                    yield price


def check_ages_of_card(card: items.Card, having: Having) -> Iterator[Diagnostic]:
    """A card asks for no age that is over when it comes."""
    asked = [
        test
        for clause in nodes(card.effect, n.Clause)
        if not is_at_end(clause)
        for test in clause.tests
        if isinstance(test.fact, n.InAge)
    ]
    if not asked or having.most_ages is None:
        return
    first = earliest_age(card.deck.target, having, frozenset())
    for test in asked:
        assert isinstance(test.fact, n.InAge)
        left = [age for age in range(first, having.most_ages + 1) if (age == test.fact.age) is not test.is_negated]
        if first > 1 and not left:
            message = f"cards of `{card.deck.text}` come in age {first}, so this is never true"
            help = "leave the condition out, or ask for another age"
            yield Diagnostic(E0513, message, test.span, help=help)


def check_start_of_board(board: items.Board, having: Having) -> Iterator[Diagnostic]:
    """What a board gives before the first age asks for no age."""
    if having.replaces_boards:
        return
    for clause in (clause for side in board.sides for clause in side.start if clause_timing(clause) == "at once"):
        for test in clause.tests:
            if isinstance(test.fact, n.InAge) and not test.is_negated:
                message = "this happens before the first age, so it is never true"
                yield Diagnostic(E0513, message, test.span, help="leave the condition out, or write it on a stage")


def earliest_age(deck: str | None, having: Having, seen: frozenset[str | None]) -> int:
    """Return the first age in which a card of a deck can be had; 1 if that is not certain.

    A deck that is mixed into another comes with it, if nothing of it is left over: what is left
    over may be drawn at any time.
    """
    ages: list[int] = []
    nouns = having.colour_of_noun
    of_deck = {card.colour.target for card in having.cards if card.deck.target == deck and card.colour is not None}
    if deck in having.drawn or deck in seen or any(nouns.get(noun or "") in of_deck for noun in having.drawn):
        return 1
    for content in having.contents:
        for deal in nodes(content.flow.steps() if content.flow is not None else (), items.Deal):
            if deal.source.fixed is not None and deal.source.fixed.target == deck:
                return 1
            ages += [age for age, name in deal.source.table if name.target == deck]
        for other in content.vocabulary.decks:
            for addition in other.adds:
                if addition.source.target == deck:
                    if has_rest(addition, having):
                        return 1
                    target = f"{content.expansion.id}.{other.id}"
                    ages.append(earliest_age(target, having, seen | {deck}))
        if any(zone.deck is not None and zone.deck.target == deck for zone in content.vocabulary.zones):
            return 1
    return min(ages, default=1)


def has_rest(addition: items.Addition, having: Having) -> bool:
    """Tell whether cards of a deck may be left over when some are mixed in."""
    cards = [card for card in having.cards if card.deck.target == addition.source.target]
    numbers = [number for number, _ in addition.cards.table] or [99]
    taken = [(players, addition.cards.at(players)) for players in numbers]
    return any(sum(card.copies(players) for card in cards) > (number or 0) for players, number in taken)


def check_empty_zones(clause: n.Clause, having: Having) -> Iterator[Diagnostic]:
    """What counts at the end of the game counts nothing where no card is left by then."""
    if not is_at_end(clause):
        return
    for per in nodes(clause.sentence, n.Per):
        parts = per.place.parts if isinstance(per.place, n.Place) else ()
        zones = [part.name for part in parts if isinstance(part, n.Zone)]
        if zones and len(zones) == len(parts) and all(is_emptied(zone, having) for zone in zones):
            yield empty(zones[0], per.span)
    for test in clause.tests:
        match test:
            case n.Test(False, n.AtLeast(_, _, n.Zone(name))) if is_emptied(name, having):
                yield empty(name, test.span)


def empty(zone: Name, span: Span) -> Diagnostic:
    """Return the finding for a zone in which nothing is left."""
    message = f"`{zone.text}` is empty at the end of the game, when this counts, so it never happens"
    return Diagnostic(E0513, message, span, help="count elsewhere, or let it `gain` something at once")


def is_emptied(zone: Name, having: Having) -> bool:
    """Tell whether no set leaves a card in a zone at the end of the game."""
    return bool(having.flows) and not is_filled(zone, having) and all(is_cleared(zone, flow) for flow in having.flows)


def is_filled(zone: Name, having: Having) -> bool:
    """Tell whether cards may come into a zone otherwise than by being dealt there."""
    for content in having.contents:
        flow = content.flow
        moved = (content.cards, content.boards, content.places, flow)
        into: list[Name | None] = [draw.into.name for draw in nodes(moved, n.Draw) if draw.into is not None]
        if any(nodes(moved, n.MoveCards)) or any(nodes(moved, n.SwapCards)) or any(nodes(moved, n.SwapZones)):
            return True
        if flow is not None:
            into += [action.to for action in flow.actions]
            into += [clear.to for clear in nodes(flow.steps(), items.Clear)]
            into += [run.to for run in nodes(flow.steps(), items.Run)]
        if any(name is not None and name.target == zone.target for name in into):
            return True
    return False


def is_cleared(zone: Name, flow: items.Flow) -> bool:
    """Tell whether the last age clears a zone after all cards were dealt that it gets."""
    slots = flow.slots
    later = (slots.end_of_turn, slots.before_conflict, slots.after_conflict, slots.end_of_game)
    dealt = cleared = -1
    for place, step in enumerate(flow.age):
        for deal in nodes(step, items.Deal):
            dealt = place if deal.to.target == zone.target else dealt
        for clear in nodes(step, items.Clear):
            is_whole = not clear.spares_unbuilt and (not clear.ages or flow.ages in clear.ages)
            cleared = place if is_whole and clear.zone.target == zone.target else cleared
    return cleared > dealt and not any(deal.to.target == zone.target for deal in nodes(later, items.Deal))
