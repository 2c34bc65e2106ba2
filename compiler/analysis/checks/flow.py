"""Check the steps of a flow: values for every age and number of players, ids, turns, and actions
that can be chosen.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.checks.index import GameIndex, all_steps
from stele.compiler.common.codes import E0509
from stele.compiler.common.diagnostics import Diagnostic, Note
from stele.compiler.common.span import Span
from stele.compiler.common.words import listed
from stele.compiler.front import items
from stele.compiler.front.walk import nodes, nodes_of


def check_player_range(index: GameIndex) -> Iterator[Diagnostic]:
    """The least number of players is not above the most."""
    flow = index.merged_flow
    if flow is not None and flow.players and flow.players[0] > flow.players[1]:
        message = f"the least number of players, {flow.players[0]}, is above the most, {flow.players[1]}"
        yield Diagnostic(E0509, message, flow.span, help="exchange the two numbers")


def check_values_by_age(index: GameIndex) -> Iterator[Diagnostic]:
    """What depends on the age is given for all ages."""
    flow = index.merged_flow
    if flow is None or not flow.ages:
        return
    before = flow.slots.before_first_age
    later: object = flow.age
    if index.is_sound:
        later = (tuple(step for step in flow.steps() if step not in before), flow.supplies)
    for by_age in nodes_of(later, items.ByAge, items.BySide):
        missing = [age for age in range(1, flow.ages + 1) if by_age.at(age) is None]
        if missing:
            help = "give a value for each age, or one for all"
            yield Diagnostic(E0509, f"a value is missing for age {listed(missing)}", by_age.span, help=help)


def check_own_early_steps(index: GameIndex) -> Iterator[Diagnostic]:
    """What an expansion does before the first age does not depend on the age."""
    for own in index.changed:
        for by_age in without_age(own.flow) if own.flow is not None else ():
            help = "write one value, the same for all"
            yield Diagnostic(E0509, "before the first age there is no age to choose by", by_age.span, help=help)


def check_early_steps(index: GameIndex) -> Iterator[Diagnostic]:
    """What happens before the first age, after all patches, does not depend on the age."""
    for by_age in without_age(index.flow):
        help = "give one value, without ages"
        yield Diagnostic(E0509, "before the first age there is no age to go by", by_age.span, help=help)


def without_age(flow: items.Flow) -> list[items.ByAge | items.BySide]:
    """Return the values by age in steps that come before the first."""
    early = flow.slots.before_first_age
    return [by_age for by_age in nodes_of(early, items.ByAge, items.BySide) if by_age.fixed is None]


def check_values_by_players(index: GameIndex) -> Iterator[Diagnostic]:
    """What depends on the number of players is given for all of them."""
    flow = index.merged_flow
    if flow is None or not flow.players:
        return
    trees: object = flow.age
    if index.is_sound:
        trees = (flow.steps(), flow.supplies, tuple(deck.adds for deck in index.decks.values()))
    for number in nodes(trees, items.ByPlayers):
        missing = [players for players in index.player_counts if number.at(players) is None]
        if missing:
            help = "give a number for each number of players, or one for all"
            yield Diagnostic(E0509, f"a number is missing for {listed(missing)} players", number.span, help=help)


def check_step_ids(index: GameIndex) -> Iterator[Diagnostic]:
    """Steps have ids of their own."""
    contents = index.contents if index.is_sound else index.own
    flows = [content.flow for content in contents if content.flow is not None]
    for group in [flows] if index.is_sound else [[flow] for flow in flows]:
        ids: dict[str, Span] = {}
        for step in (step for flow in group for step in all_steps(flow.steps())):
            if step.id in ids:
                notes = (Note("the other one stands here", ids[step.id]),)
                help = "give one of them another id"
                yield Diagnostic(E0509, f"two steps have the id `{step.id}`", step.span, help=help, notes=notes)
            ids[step.id] = step.span


def check_turns(index: GameIndex) -> Iterator[Diagnostic]:
    """Nobody is asked to play more cards than were dealt."""
    if index.merged_flow is None or not index.flow.players:
        return
    dealt = {deal.to.target: deal for deal in index.age_steps_of(items.Deal) if deal.to.target}
    for turns in index.age_steps_of(items.Turns):
        for play in nodes(turns.each, items.PlayStep):
            deal = dealt.get(play.source.target or "")
            short = next(too_few_cards(turns, deal, index), None) if deal is not None else None
            if deal is not None and short is not None:
                players, count, cards = short
                message = f"with {players} players there are {count} turns, but only {cards} cards each"
                notes = (Note("the cards are dealt here", deal.span),)
                yield Diagnostic(E0509, message, turns.span, help="deal more cards, or play fewer turns", notes=notes)


def too_few_cards(turns: items.Turns, deal: items.Deal, index: GameIndex) -> Iterator[tuple[int, int, int]]:
    """Yield every number of players with more turns than cards, with the turns and the cards."""
    for players in index.player_counts:
        count, cards = turns.count.at(players), deal.cards.at(players)
        if count is not None and cards is not None and count > cards:
            yield players, count, cards


def check_some_turns(index: GameIndex) -> Iterator[Diagnostic]:
    """There is a turn wherever there are turns."""
    for turns in index.steps_of(items.Turns):
        if any(turns.count.at(players) == 0 for players in index.player_counts):
            yield Diagnostic(E0509, "there is at least 1 turn", turns.count.span, help="leave the step out instead")


def check_known_ages(index: GameIndex) -> Iterator[Diagnostic]:
    """Decks and steps belong to ages that there are."""
    for deck in index.decks.values():
        if deck.age is not None and deck.age > index.ages:
            message = f"`{deck.id}` is a deck of age {deck.age}, but there is no such age"
            yield Diagnostic(E0509, message, deck.span, help=f"ages go from 1 to {index.ages}")
    for clear in index.steps_of(items.Clear):
        for age in clear.ages:
            if age > index.ages:
                yield Diagnostic(E0509, f"there is no age {age}, so this never happens", clear.span)


def check_nesting(index: GameIndex) -> Iterator[Diagnostic]:
    """Turns do not stand inside turns, and what is about the last turn does."""
    flow = index.flow
    inner = [step for turns in index.steps_of(items.Turns) for step in all_steps(turns.each)]
    for turns in (step for step in (*inner, *all_steps(flow.slots.end_of_turn)) if isinstance(step, items.Turns)):
        help = "let them follow each other"
        yield Diagnostic(E0509, "turns do not stand inside of turns", turns.span, help=help)
    for step in (step for step in flow.steps() if step not in flow.slots.end_of_turn):
        if (isinstance(step, items.Clear) and step.only_last) or (isinstance(step, items.Pass) and step.except_last):
            message = "this step is not inside `turns`, so there is no last turn"
            yield Diagnostic(E0509, message, step.span, help="leave `last` out, or put the step into `turns`")


def check_plays(index: GameIndex) -> Iterator[Diagnostic]:
    """A seat with a card can always do something with it, and it is clear what paying for the card
    means.
    """
    for play in index.steps_of(items.PlayStep):
        known = [(name, index.actions[name.target]) for name in play.actions if name.target in index.actions]
        if len(known) < len(play.actions):
            continue
        if not any(action.cost == "nothing" for _, action in known):
            help = "add an action with `cost: nothing`, such as putting the card away"
            yield Diagnostic(E0509, "a seat that can pay for nothing could do nothing here", play.span, help=help)
        for cost, what in (("card", "pay for the card"), ("stage", "build a stage")):
            paying = [name for name, action in known if action.cost == cost]
            for name in paying[1:]:
                message = f"two actions of one step let seats {what}, so which is meant?"
                yield Diagnostic(E0509, message, name.span, help=f"`{paying[0].text}` does so already")
        names = [name for name, _ in known]
        for position, name in enumerate(names):
            if name in names[:position]:
                yield Diagnostic(E0509, f"`{name.text}` stands twice in one list", name.span, help="remove one of them")
