"""Check that what is in play together can be played: steps, zones, amounts, loops and sizes of a whole set of expansions.

`check` looks at each expansion; here everything is looked at as it is after all patches, so that a patch cannot make
another expansion's flow unplayable unseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from stele.compiler.analysis.board_limits import all_limits, limits_of, sides_used
from stele.compiler.analysis.check import ONE_MAIN, all_steps, asking_moments, check_turns
from stele.compiler.analysis.compose import merge_flows
from stele.compiler.analysis.resolve import Resolved
from stele.compiler.common.codes import E0206, E0402, E0404, E0501, E0507, E0509, E0511, E0512, E0590, W0601, W0605
from stele.compiler.common.diagnostics import Diagnostic, Note, did_you_mean
from stele.compiler.common.span import Span
from stele.compiler.common.words import listed
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name
from stele.compiler.front.walk import nodes, nodes_of
from stele.runtime.ruleset import NO_EFFECTS, Side
from stele.runtime.seating import seated


@dataclass(frozen=True, slots=True)
class Whole:
    """A set of expansions as they are in play, looked up by target."""

    contents: tuple[items.Content, ...]
    flow: items.Flow
    players: tuple[int, int]
    ages: int
    zones: dict[str, items.ZoneItem]
    actions: dict[str, items.Action]
    tokens: dict[str, items.Token]
    cards: tuple[items.Card, ...]
    boards: tuple[items.Board, ...]
    places: tuple[items.PlaceBoard, ...]
    variants: tuple[items.Variant, ...]  # those with the id that is chosen
    trees: tuple[object, ...]  # all that clauses stand in
    clauses: tuple[n.Clause, ...]


def check_sense(resolved: Resolved, variant: str, found: list[Diagnostic]) -> None:
    """Add to `found` what cannot be played in a set whose names are all resolved, with a variant if one is chosen."""
    whole = whole_of(resolved, variant)
    if whole is None:
        return
    known = {(problem.code, problem.message, problem.span) for problem in found}
    for one in CHECKS:
        for problem in one(whole):
            if (problem.code, problem.message, problem.span) not in known:
                known.add((problem.code, problem.message, problem.span))
                found.append(problem)


def whole_of(resolved: Resolved, variant: str) -> Whole | None:
    """Gather a set; nothing if nobody says how it is played."""
    contents = resolved.contents
    flows = [content.flow for content in contents if content.flow is not None]
    if not flows or flows[0].players is None or flows[0].ages is None:
        return None
    ids = {content.expansion.id for content in contents}

    def is_met(item: items.Card | items.Board | items.PlaceBoard) -> bool:
        return all(name.text in ids for name in item.needs)

    flow = merge_flows(flows)
    assert flow.players is not None
    assert flow.ages is not None
    cards = tuple(card for content in contents for card in content.cards if is_met(card))
    boards = tuple(board for content in contents for board in content.boards if is_met(board))
    places = tuple(place for content in contents for place in content.places if is_met(place))
    trees = (cards, boards, places, flow, tuple(line for content in contents for line in content.vocabulary.lines))
    return Whole(
        contents,
        flow,
        flow.players,
        flow.ages,
        {f"{c.expansion.id}.{zone.id}": zone for c in contents for zone in c.vocabulary.zones},
        {f"{c.expansion.id}.{action.id}": action for c in contents if c.flow for action in c.flow.actions},
        {f"{c.expansion.id}.{token.id}": token for c in contents for token in c.vocabulary.tokens},
        cards,
        boards,
        places,
        tuple(one for content in contents for one in content.variants if one.id == variant),
        trees,
        tuple(nodes(trees, n.Clause)),
    )


# --- steps ----------------------------------------------------------------------------------------------------------


def check_values(whole: Whole) -> Iterator[Diagnostic]:
    """What depends on the age or on the number of players is given for all of them."""
    flow = whole.flow
    least, most = whole.players
    if least > most:
        message = f"the least number of players, {least}, is above the most, {most}"
        yield Diagnostic(E0509, message, flow.span)
    before = flow.slots.before_first_age
    for by_age in nodes_of(before, items.ByAge, items.BySide):
        if by_age.fixed is None:
            help = "give one value, without ages"
            yield Diagnostic(E0509, "before the first age there is no age to go by", by_age.span, help=help)
    later = tuple(step for step in flow.steps() if step not in before)
    for by_age in nodes_of((later, flow.supplies), items.ByAge, items.BySide):
        missing = [age for age in range(1, whole.ages + 1) if by_age.at(age) is None]
        if missing:
            help = "give a value for each age, or one for all"
            yield Diagnostic(E0509, f"a value is missing for age {listed(missing)}", by_age.span, help=help)
    decks = tuple(deck.adds for content in whole.contents for deck in content.vocabulary.decks)
    for number in nodes((flow.steps(), flow.supplies, decks), items.ByPlayers):
        lacking = [players for players in range(least, most + 1) if number.at(players) is None]
        if lacking:
            help = "give a number for each number of players, or one for all"
            yield Diagnostic(E0509, f"a number is missing for {listed(lacking)} players", number.span, help=help)
    if not list(nodes(flow.age, items.PlayStep)):
        yield Diagnostic(E0509, "nothing says when cards are played: a `play` step in `age`", flow.span)
    yield from check_turns(flow)
    for turns in nodes(flow.steps(), items.Turns):
        if any(turns.count.at(players) == 0 for players in range(least, most + 1)):
            yield Diagnostic(E0509, "there is at least 1 turn", turns.count.span, help="leave the step out instead")
    for deck in (deck for content in whole.contents for deck in content.vocabulary.decks):
        if deck.age is not None and deck.age > whole.ages:
            message = f"`{deck.id}` is a deck of age {deck.age}, but there is no such age"
            yield Diagnostic(E0509, message, deck.span, help=f"ages go from 1 to {whole.ages}")
    for clear in nodes(flow.steps(), items.Clear):
        for age in clear.ages:
            if age > whole.ages:
                yield Diagnostic(E0509, f"there is no age {age}, so this never happens", clear.span)


def check_variant(whole: Whole) -> Iterator[Diagnostic]:
    """A variant has a name of its own and can be played by somebody."""
    least, most = whole.players
    for one in whole.variants[1:]:
        notes = (Note("it is declared here too", whole.variants[0].span),)
        yield Diagnostic(
            E0404, f"the variant `{one.id}` is declared twice", one.span, help="choose another id", notes=notes
        )
    for one in whole.variants[:1]:
        extra = 0 if one.guest is None else 1
        if one.guest is not None:
            plays = [step.id for step in nodes(whole.flow.age, items.PlayStep)]
            if one.guest.plays not in plays:
                message = f"no step of an age in which cards are played is called `{one.guest.plays}`"
                yield Diagnostic(E0509, message, one.guest.span, help=did_you_mean(one.guest.plays, plays))
        if not any(least <= number + extra <= most for number in one.players):
            message = (
                f"with {listed(list(one.players))} players nobody can play this: the game is for {least} to {most}"
            )
            yield Diagnostic(E0509, message, one.span, help="change `players`, here or by a patch of the variant")


def check_order(whole: Whole) -> Iterator[Diagnostic]:
    """Steps have names of their own and stand where they can."""
    flow, ids = whole.flow, dict[str, Span]()
    flows = [content.flow for content in whole.contents if content.flow is not None]
    for step in (step for one in flows for step in all_steps(one.steps())):
        if step.id in ids:
            notes = (Note("the other one stands here", ids[step.id]),)
            help = "give one of them another id"
            yield Diagnostic(E0509, f"two steps have the id `{step.id}`", step.span, help=help, notes=notes)
        ids.setdefault(step.id, step.span)
    inner = [step for turns in nodes(flow.steps(), items.Turns) for step in all_steps(turns.each)]
    for turns in (step for step in (*inner, *all_steps(flow.slots.end_of_turn)) if isinstance(step, items.Turns)):
        yield Diagnostic(
            E0590, "turns inside a turn cannot be played yet", turns.span, help="let them follow each other"
        )
    outside = [step for step in flow.steps() if step not in flow.slots.end_of_turn]
    for step in outside:
        if (isinstance(step, items.Clear) and step.only_last) or (isinstance(step, items.Pass) and step.except_last):
            message = "this step is not inside `turns`, so there is no last turn"
            yield Diagnostic(E0509, message, step.span, help="leave `last` out, or put the step into `turns`")


def check_plays(whole: Whole) -> Iterator[Diagnostic]:
    """A seat with a card can always do something with it, and it is clear what paying for the card means."""
    for play in nodes(whole.flow.steps(), items.PlayStep):
        known = [(name, whole.actions[name.target]) for name in play.actions if name.target in whole.actions]
        if len(known) < len(play.actions):
            continue
        if not any(action.cost == "nothing" for _, action in known):
            help = "add an action with `cost: nothing`, such as putting the card away"
            yield Diagnostic(E0509, "a seat that can pay for nothing could do nothing here", play.span, help=help)
        for cost, what in (("card", "pay for the card"), ("stage", "build a stage")):
            paying = [name for name, action in known if action.cost == cost]
            for name in paying[1:]:
                message = f"a second action of one step that lets seats {what} cannot be played yet"
                yield Diagnostic(E0590, message, name.span, help=f"`{paying[0].text}` does so already")
        names = [name for name, _ in known]
        for index, name in enumerate(names):
            if name in names[:index]:
                yield Diagnostic(E0509, f"`{name.text}` stands twice in one list", name.span, help="remove one of them")


def check_zones(whole: Whole) -> Iterator[Diagnostic]:
    """Cards are put only where they can lie, and come into the main zone only by being built."""
    main = [zone for zone in whole.zones.values() if zone.main]
    for zone in whole.zones.values():
        if zone.main and (zone.owner != "seat" or zone.order != "set" or zone.deck is not None):
            yield Diagnostic(E0509, "the main zone belongs to a seat and has no order", zone.span)
        if zone.deck is not None and (zone.owner != "table" or zone.order != "set"):
            message = "a zone that shows a deck lies on the table and has no order"
            yield Diagnostic(E0509, message, zone.deck.span, help="write `owner: table` and `order: set`")
        if zone.owner == "table" and zone.seen_by == "owner":
            help = "write `seen-by: everyone` or `seen-by: nobody`"
            yield Diagnostic(E0509, "a zone on the table has no owner who could look", zone.span, help=help)
        if zone.unique and not zone.main:
            yield Diagnostic(E0590, "`unique` in another zone than the main one cannot be played yet", zone.span)
    shown: dict[str, items.ZoneItem] = {}
    for zone in (zone for zone in whole.zones.values() if zone.deck is not None):
        assert zone.deck is not None
        first = shown.setdefault(zone.deck.target or "", zone)
        if first is not zone:
            notes = (Note("the other zone is declared here", first.span),)
            yield Diagnostic(E0509, f"two zones show the deck `{zone.deck.text}`", zone.deck.span, notes=notes)
    if len(main) != 1 and whole.zones:
        message = "no zone is `main`; exactly one must be" if not main else "two zones are `main`; exactly one may be"
        here = main[-1].span if main else next(iter(whole.zones.values())).span
        yield Diagnostic(E0509, message, here, help=ONE_MAIN)
    for step in all_steps(whole.flow.steps()):
        match step:
            case items.Deal(_, _, _, to):
                yield from misplaced(to, whole, "")
            case items.PlayStep(_, source) | items.Pass(_, source):
                yield from misplaced(source, whole, "seat")
            case items.Clear(_, source, to):
                yield from misplaced(source, whole, "seat")
                yield from misplaced(to, whole, "table")
    for action in whole.actions.values():
        place = whole.zones.get(action.to.target or "")
        if place is not None and action.cost == "card" and not place.main:
            message = "cards that are built elsewhere than in the main zone cannot be played yet"
            help = "what is built may lie in a shared place anyway" if place.owner == "neighbours" else ""
            yield Diagnostic(E0590, message, action.to.span, help=help)
        elif place is not None and place.owner == "neighbours":
            message = "a card comes to a shared place only by being built"
            yield Diagnostic(E0509, message, action.to.span, help="choose another zone")
        if place is not None and action.cost != "card" and place.main:
            message = "a card comes into the main zone only when it is paid for"
            yield Diagnostic(E0509, message, action.to.span, help="write `cost: card`, or choose another zone")
    unpaid = whole.tokens.get((whole.flow.unpaid.target or "") if whole.flow.unpaid else "")
    if unpaid is not None and unpaid.supply is not None and whole.flow.unpaid is not None:
        message = f"`{unpaid.id}` tokens run out, so they cannot stand for what is not paid"
        notes = (Note("the `supply` is given here", unpaid.span),)
        yield Diagnostic(E0509, message, whole.flow.unpaid.span, help="leave the `supply` out", notes=notes)


def check_shared(whole: Whole) -> Iterator[Diagnostic]:
    """Places that neighbours share have boards enough, are laid out once, and are named where they can be."""
    shared = {target: zone for target, zone in whole.zones.items() if zone.owner == "neighbours"}
    lays = [step for step in all_steps(whole.flow.steps()) if isinstance(step, items.Lay)]
    seats = whole.players[1]
    for target, zone in shared.items():
        if zone.main or zone.unique or zone.deck is not None or zone.order != "set" or zone.seen_by != "everyone":
            message = "a place that neighbours share is seen by everyone and is nothing else"
            help = "write `seen-by: everyone` and `order: set`, without `main`, `unique` and `deck`"
            yield Diagnostic(E0509, message, zone.span, help=help)
        boards = sum(place.copies for place in whole.places if place.zone.target == target)
        laid = [step for step in lays if step.zone.target == target]
        if boards < seats:
            message = f"there are {boards} boards for `{zone.id}`, too few for {seats} seats"
            help = "add some under `places` in a file of `boards`, or give them `copies`"
            yield Diagnostic(E0509, message, zone.span, help=help)
        if not laid:
            help = f"add `- lay: {{id: lay-{zone.id}, zone: {zone.id}}}` to `before-first-age`"
            yield Diagnostic(E0509, f"no step lays out the boards of `{zone.id}`", zone.span, help=help)
        for step in laid[1:]:
            yield Diagnostic(E0509, f"the boards of `{zone.id}` are laid out twice", step.span, help="remove one step")
    for step in lays:
        if step not in whole.flow.slots.before_first_age:
            help = "put the step into `before-first-age`"
            yield Diagnostic(E0509, "boards are laid out before the first age", step.span, help=help)
    for zone in whole.zones.values():
        if zone.holds and zone.owner != "neighbours":
            help = "remove it, or write `owner: neighbours`"
            yield Diagnostic(E0509, "only a place that neighbours share has room for so many", zone.span, help=help)
    named = [step.zone for step in lays] + [place.zone for place in whole.places]
    named += [more.zone for more in nodes(whole.trees, n.MoreCards)]
    named += [event.at for event in nodes(whole.trees, n.BuildsCard) if event.at is not None]
    for name in named:
        if name.target in whole.zones and name.target not in shared:
            message = f"`{name.text}` is no place that neighbours share"
            notes = (Note("it is declared here", whole.zones[name.target].span),)
            help = did_you_mean(name.text, [zone.id for zone in shared.values()])
            yield Diagnostic(E0509, message, name.span, help=help, notes=notes)
    for test in nodes(whole.trees, n.HasMajority):
        if not shared:
            message = "there is no place that neighbours share, so nobody has the majority there"
            yield Diagnostic(E0509, message, test.span)


def misplaced(name: Name, whole: Whole, owner: str) -> Iterator[Diagnostic]:
    """Yield what is wrong with a zone where cards lie without being in play."""
    zone = whole.zones.get(name.target or "")
    if zone is None:
        return
    notes = (Note("the zone is declared here", zone.span),)
    if (owner and zone.owner != owner) or zone.order != "set":
        wanted = {"seat": " that each seat has and", "table": " that lies on the table and", "": ""}[owner]
        message = f"a zone{wanted} that has no order belongs here"
        yield Diagnostic(E0509, message, name.span, help=f"`{name.text}` is of another kind", notes=notes)
    elif zone.main:
        message = f"cards of `{name.text}` are in play, so they cannot be moved like this"
        yield Diagnostic(E0509, message, name.span, help="choose another zone", notes=notes)


# --- decks ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Uneven:
    """A deck that does not have the cards that are dealt, with some numbers of players."""

    target: str
    deck: items.Deck
    deal: items.Deal
    cases: tuple[tuple[int, int, int], ...]  # the number of players, the cards there are, the cards that are dealt


def check_even(whole: Whole) -> Iterator[Diagnostic]:
    """Every deck that is dealt in an age holds exactly the cards that are dealt, for each number of players."""
    of_seats = {target for target, zone in whole.zones.items() if zone.owner == "seat"}
    decks = decks_of(whole)
    for deal in [deal for deal in nodes(whole.flow.age, items.Deal) if deal.to.target in of_seats]:
        for target in dict.fromkeys(name.target for name in names_by_age(deal.source, whole) if name.target in decks):
            cases = []
            for players in range(whole.players[0], whole.players[1] + 1):
                each, size = deal.cards.at(players), size_of(target, players, whole)
                if each is not None and size is not None and size != each * players:
                    cases.append((players, size, each * players))
            if target is not None and cases:
                yield uneven(Uneven(target, decks[target], deal, tuple(cases)), whole)


def uneven(found: Uneven, whole: Whole) -> Diagnostic:
    """Return the diagnostic for a deck, at what brings it out of balance."""
    deck = found.deck
    says = "; ".join(f"{size} instead of {dealt} cards with {players} players" for players, size, dealt in found.cases)
    here, help = unbalanced_by(found, whole)
    notes = [Note("the deck is declared here", deck.span)] if here != deck.span else []
    notes.append(Note("it is dealt out here, to the last card", found.deal.span))
    message = f"the deck `{deck.id}` does not come out even: {says}"
    return Diagnostic(E0501, message, here, help=help, notes=tuple(notes))


def unbalanced_by(found: Uneven, whole: Whole) -> tuple[Span, str]:
    """Return what brings a deck out of balance, and what to do: a card of others, what is mixed in, or how many are dealt."""
    deck, deal, (players, size, dealt) = found.deck, found.deal, found.cases[0]
    others = [content for content in whole.contents if f"{content.expansion.id}.{deck.id}" != found.target]
    cards = [card for one in reversed(others) for card in one.cards if card.deck.target == found.target]
    here = next((card.span for card in cards if card in whole.cards), None)
    if here is not None:
        pools = sorted({a.source.text for one in decks_of(whole).values() for a in one.adds if is_at_home(a, one)})
        if not pools:
            return here, "add or remove copies by the numbers in `players`"
        random = " or ".join(f"`{pool}`" for pool in pools)
        return here, f"this deck is complete; put the card into {random}, which gives random cards"
    # Whoever mixes cards in and changes the number that is dealt has thought of it.
    deals, turns = paths_of(deal, whole)
    raised = {patch.span.path for one in whole.contents for patch in one.patches if ".".join(patch.path) == deals}
    mixed = [addition for addition in deck.adds if not is_at_home(addition, deck)]
    mixed.sort(key=lambda one: (size - (one.cards.at(players) or 0) == dealt, one.span.path not in raised))
    if mixed:
        number = mixed[-1].cards.at(players) or 0
        here, more = (
            mixed[-1].cards.place(players),
            {divmod(size - dealt, players) for players, size, dealt in found.cases},
        )
        each, rest = next(iter(more))
        if len(more) == 1 and each > 0 and not rest:
            return here, raising(each, deals, turns)
        if number + dealt - size > 0:
            return here, f"mix in {number + dealt - size} with {players} players"
        return here, f"mix in as many cards as there are players, and {raising(1, deals, turns)}"
    if deal.cards.place(players).path != deal.span.path:
        return deal.cards.place(players), "deal as many as there are, or mix more cards in with `adds` of the deck"
    return deck.span, "add or remove copies by the numbers in `players`"


def raising(number: int, deals: str, turns: str) -> str:
    """Say how larger hands are dealt and played."""
    more = f"deal {number} more card{'' if number == 1 else 's'}"
    if not turns:
        return f"{more}: `{{add: {deals}, to: {number}}}`"
    more += f" and play {number} more turn{'' if number == 1 else 's'}"
    return f"{more}: `{{add: {deals}, to: {number}}}` and `{{add: {turns}, to: {number}}}`"


def is_at_home(addition: items.Addition, deck: items.Deck) -> bool:
    """Tell whether a deck says by itself what is mixed in, not by a patch."""
    return addition.span.path == deck.span.path


def paths_of(deal: items.Deal, whole: Whole) -> tuple[str, str]:
    """Return where patches change how many cards are dealt, and how many turns they are played in; nothing for no turns."""
    flow = whole.flow
    id = next(content.expansion.id for content in whole.contents if content.flow is not None)
    outer = next((f"{turns.id}." for turns in nodes(flow.age, items.Turns) if deal in turns.each), "")
    played = [
        turns
        for turns in nodes(flow.age, items.Turns)
        if any(play.source.target == deal.to.target for play in nodes(turns.each, items.PlayStep))
    ]
    return f"{id}.age.{outer}{deal.id}.cards", f"{id}.age.{played[0].id}.count" if played else ""


def check_mixing(whole: Whole) -> Iterator[Diagnostic]:
    """No more cards of a deck are mixed into others than it has, for each number of players."""
    decks = decks_of(whole)
    for target, deck in decks.items():
        given = [a for other in decks.values() for a in other.adds if a.source.target == target]
        for players in range(whole.players[0], whole.players[1] + 1) if given else ():
            has, asked = size_of(target, players, whole), sum(a.cards.at(players) or 0 for a in given)
            if has is not None and asked > has:
                cards = "1 card" if has == 1 else f"{has} cards"
                message = f"`{deck.id}` has {cards}, {asked} are asked for with {players} players"
                notes = (Note("the deck is declared here", deck.span),)
                help = "mix in fewer, or add cards or copies to that deck"
                yield Diagnostic(E0501, message, given[-1].cards.place(players), help=help, notes=notes)
                break


def decks_of(whole: Whole) -> dict[str, items.Deck]:
    """Return all decks by target."""
    return {f"{c.expansion.id}.{deck.id}": deck for c in whole.contents for deck in c.vocabulary.decks}


def size_of(target: str, players: int, whole: Whole) -> int | None:
    """Return the number of cards in a deck after set-up, or nothing if it cannot be told."""
    mixed = [addition.cards.at(players) for addition in decks_of(whole)[target].adds]
    counts = [number for number in mixed if number is not None]
    # Every set that changes is counted, so no call is made for each card.
    own = [card.players or (0,) for card in whole.cards if card.deck.target == target]
    copies = len([number for printed in own for number in printed if number <= players])
    return copies + sum(counts) if len(counts) == len(mixed) else None


def check_supply_of_cards(whole: Whole) -> Iterator[Diagnostic]:
    """Slots deal no more cards than there are, and every card may come into play."""
    decks = decks_of(whole)
    given = [(deck, addition) for deck in decks.values() for addition in deck.adds]
    slots = whole.flow.slots
    once = (*slots.before_first_age, *slots.end_of_game)
    each = (*slots.start_of_age, *slots.end_of_turn, *slots.before_conflict, *slots.after_conflict)
    in_slots = {id(deal): deal for deal in nodes((once, each), items.Deal)}
    for target, deck in decks.items():
        deals = [
            (deal, age)
            for deal, age in all_deals(whole, once)
            if (deal.source.at(age or 1) or NO_NAME).target == target
        ]
        first = next((deal for deal, _ in deals if id(deal) in in_slots), None)
        if first is None:
            continue
        for players in range(whole.players[0], whole.players[1] + 1):
            has = sum(card.copies(players) for card in whole.cards if card.deck.target == target)
            has += sum(addition.cards.at(players) or 0 for addition in deck.adds)
            has -= sum(a.cards.at(players) or 0 for _, a in given if a.source.target == target)
            dealt = sum((deal.cards.at(players) or 0) * takers(deal, players, whole) for deal, _ in deals)
            if dealt > has:
                message = f"with {players} players {dealt} cards of `{deck.id}` are dealt, but there are only {has}"
                notes = (Note("the deck is declared here", deck.span),)
                yield Diagnostic(E0501, message, first.span, help="add cards or copies, or deal fewer", notes=notes)
                break
    used = {deal.source.at(age) for deal in nodes(whole.flow.steps(), items.Deal) for age in range(1, whole.ages + 1)}
    targets = {name.target for name in used if name is not None} | {addition.source.target for _, addition in given}
    targets |= {zone.deck.target for zone in whole.zones.values() if zone.deck is not None}
    drawn = {noun_colour(draw.noun, whole) for draw in nodes(whole.trees, n.Draw)}
    for target, deck in decks.items():
        own = [card for card in whole.cards if card.deck.target == target]
        is_left_out = bool(whole.variants)  # a variant may leave out what there is
        if (
            own
            and target not in targets
            and not is_left_out
            and not any(card.colour is not None and card.colour.target in drawn for card in own)
        ):
            help = "deal it in a step, or mix it into another deck with `adds`"
            yield Diagnostic(W0601, f"the cards of the deck `{deck.id}` never come into play", deck.span, help=help)


def takers(deal: items.Deal, players: int, whole: Whole) -> int:
    """Return how often cards are dealt: to every seat, or once to the table."""
    zone = whole.zones.get(deal.to.target or "")
    return 1 if zone is not None and zone.owner == "table" else players


NO_NAME = Name("", n.Role.DECK, Span("", 0, 0, 0, 0))


def all_deals(whole: Whole, once: tuple[items.Step, ...]) -> Iterator[tuple[items.Deal, int]]:
    """Yield every time that cards are dealt, with the age or 0; in turns as often as there are turns at most."""
    most = whole.players[1]
    for step in whole.flow.steps():
        ages = [0] if step in once else range(1, whole.ages + 1)
        for age in ages:
            if isinstance(step, items.Deal):
                yield step, age
            if isinstance(step, items.Turns):
                for deal in nodes(step.each, items.Deal):
                    yield from ((deal, age) for _ in range(step.count.at(most) or 1))


def noun_colour(noun: Name, whole: Whole) -> str | None:
    """Return the colour behind a noun."""
    nouns = ((c.expansion.id, noun) for c in whole.contents for noun in c.vocabulary.nouns)
    return next((item.colour.target for id, item in nouns if f"{id}.{item.id}" == noun.target), None)


def check_draws(whole: Whole) -> Iterator[Diagnostic]:
    """Cards are drawn into a hand of some kind, and only such that nobody waits for."""
    dealt = {
        name.target
        for deal in nodes(whole.flow.age, items.Deal)
        for age in range(1, whole.ages + 1)
        if (name := deal.source.at(age)) is not None
    }
    for draw in nodes(whole.trees, n.Draw):
        if draw.into is not None:
            yield from misplaced(draw.into, whole, "seat")
        colour = noun_colour(draw.noun, whole)
        colours = {c.colour.target for c in whole.cards if c.colour is not None and c.deck.target in dealt}
        if colour in colours:
            message = f"{draw.noun.text} are dealt out to the last card, so none is unused"
            yield Diagnostic(E0509, message, draw.noun.span)
    for play in nodes(whole.trees, n.Play):
        if play.source is not None:
            yield from misplaced(play.source, whole, "")


def check_between_seats(whole: Whole) -> Iterator[Diagnostic]:
    """What seats demand of each other, give up, swap or mark is there."""
    clauses = whole.clauses
    plays = list(nodes(whole.flow.steps(), items.PlayStep))
    for oblige in nodes(whole.trees, n.Oblige):
        if not any(play.source.target == oblige.source.target for play in plays):
            message = f"no step plays cards from `{oblige.source.text}`"
            yield Diagnostic(E0509, message, oblige.source.span, help="name the zone of a `play` step")
        if whole.actions[oblige.action.target or ""].cost != "nothing":
            help = "name an action with `cost: nothing`"
            yield Diagnostic(
                E0590, "demanding what costs something cannot be played yet", oblige.action.span, help=help
            )
    cleared = {clear.zone.target for clear in nodes(whole.flow.steps(), items.Clear)}
    for given in (given for given in nodes(whole.trees, n.DiscardCard) if given.who is n.Seats.OTHERS):
        problems = list(misplaced(given.source, whole, "seat"))
        yield from problems
        if not problems and given.source.target not in cleared:
            message = f"nothing says where cards of `{given.source.text}` go that are not played"
            yield Diagnostic(E0509, message, given.source.span, help="a `clear` step of that zone says it")
    known = [clause.then for clause in clauses if isinstance(clause.sentence, n.DiscardCard)]
    for clause in clauses:
        if isinstance(clause.sentence, n.Play) and clause.sentence.source is None and clause not in known:
            yield not_yet(clause, "`them` without cards that were given up before", "begin with `others discard`")
    for put in nodes(whole.trees, n.Put):
        for part in put.place.parts if isinstance(put.place, n.Place) else ():
            if elsewhere(part, whole):
                yield Diagnostic(E0590, "coins on cards there cannot be played yet", part.span)
    turns = tuple(nodes(whole.flow.age, items.Turns))
    for swap in nodes(whole.trees, n.SwapHands):
        if not any(nodes(turns, items.PlayStep)):
            yield Diagnostic(E0509, "there are no turns in which cards are played from a hand", swap.span)


# --- supplies and moments ---------------------------------------------------------------------------------------------


def check_supplies(whole: Whole) -> Iterator[Diagnostic]:
    """Supplies lie on cards of the table, and it is clear what their moments do."""
    flow = whole.flow
    deals = list(nodes(flow.steps(), items.Deal))
    decks = {f"{c.expansion.id}.{deck.id}": deck for c in whole.contents for deck in c.vocabulary.decks}
    for supply in flow.supplies:
        problems = list(misplaced(supply.on, whole, "table"))
        yield from problems
        dealt = [name for d in deals if d.to.target == supply.on.target for name in names_by_age(d.source, whole)]
        ages = {decks[name.target].age for name in dealt if name.target in decks}
        missing = [age for age in range(1, whole.ages + 1) if age not in ages]
        if missing and not problems:
            message = f"no card of age {listed(missing)} comes to lie in `{supply.on.text}`"
            help = "deal there a deck with that `age`, one card of each"
            yield Diagnostic(E0509, message, supply.on.span, help=help)
        tokens = [whole.tokens[name.target] for name in names_by_age(supply.of, whole) if name.target in whole.tokens]
        if whole.ages > 1 and len({token.id for token in tokens}) < len(tokens):
            message = (
                "one kind of token lies on the cards of several ages, so nobody can tell from which card one comes"
            )
            words = ", ".join(f'"{age}": ...' for age in range(1, whole.ages + 1))
            yield Diagnostic(
                E0509, message, supply.of.span, help=f"declare a token for each age and write `{{{words}}}`"
            )
        for token in tokens:
            if token.supply is not None:
                message = f"`{token.id}` tokens run out, so they cannot lie on cards"
                notes = (Note("the `supply` is given here", token.span),)
                yield Diagnostic(E0509, message, supply.of.span, help="leave the `supply` out", notes=notes)
    comes = {supply.when_empty.target: supply.when_empty for supply in flow.supplies}
    for run in nodes(flow.steps(), items.Run):
        if run.moment is None and (run.supply or run.unpaid or run.to):
            help = "name a declared moment, or leave the other keys out"
            yield Diagnostic(E0509, "at `end-of-turn` no supply is looked at", run.span, help=help)
        elif run.moment is not None and run.supply is None:
            help = "add `supply:`, whose card of the age asks for something"
            yield Diagnostic(E0509, "nothing says whose moment this is", run.moment.span, help=help)
        elif run.moment is not None and run.moment.target in comes:
            message = f"`{run.moment.text}` comes when a supply is empty, so it cannot ask for something too"
            notes = (Note("here it comes", comes[run.moment.target].span),)
            yield Diagnostic(E0509, message, run.moment.span, help="declare a second moment", notes=notes)
        if run.to is not None:
            yield from misplaced(run.to, whole, "table")
        elif run.moment is not None and any(nodes(asked_at(run.moment, whole), n.DiscardCard)):
            yield Diagnostic(E0509, "nothing says where cards go that are given up", run.span, help="add `to:`")
    for run in nodes(flow.slots.before_first_age, items.Run):
        if run.moment is not None:
            yield Diagnostic(E0509, "before the first age there is no card of an age", run.moment.span)
    yield from check_demands(whole)


def check_demands(whole: Whole) -> Iterator[Diagnostic]:
    """What a card asks for at a moment leaves at most one thing to choose, and lies where it can be taken from."""
    asking = asking_moments(whole.flow)
    used = asking | {supply.when_empty.target for supply in whole.flow.supplies}
    for card in whole.cards:
        for moment, clauses in card.moments:
            if moment.target is not None and moment.target not in used and not whole.variants:
                help = "name it in a `run` step, or in `when-empty` of a supply"
                yield Diagnostic(W0601, f"the moment `{moment.text}` never comes", moment.span, help=help)
            if moment.target not in asking:
                continue
            choices = [clause for clause in clauses if not any(nodes(clause, n.Coins))]
            for clause in choices[1:]:
                yield not_yet(clause, "a second thing to choose at one moment", "ask for coins beside it")
            for discard in nodes(clauses, n.DiscardCard):
                zone = whole.zones.get(discard.source.target or "")
                if zone is not None and not zone.main:
                    message = "giving up cards of another zone than the main one cannot be played yet"
                    yield Diagnostic(E0590, message, discard.source.span)


def asked_at(moment: Name, whole: Whole) -> tuple[n.Clause, ...]:
    """Return all that cards ask for at a moment."""
    return tuple(
        clause
        for card in whole.cards
        for name, clauses in card.moments
        if name.target == moment.target
        for clause in clauses
    )


def names_by_age(by_age: items.ByAge, whole: Whole) -> list[Name]:
    """Return the names that something has in the ages of the game."""
    return [name for age in range(1, whole.ages + 1) if (name := by_age.at(age)) is not None]


# --- clauses --------------------------------------------------------------------------------------------------------


def check_effects(whole: Whole) -> Iterator[Diagnostic]:
    """What an action, a rider, a line, a board's start or the flow says can happen there."""
    for action in whole.actions.values():
        for clause in action.effect:
            if action.cost == "card":
                yield not_yet(clause, "an effect of an action that pays for the card", "write it on the cards")
            elif clause_timing(clause) != "at once":
                yield not_yet(clause, "this kind of effect of an action", "an action gains, loses or draws")
    for rider in whole.flow.riders:
        for clause in rider.effect:
            if clause_timing(clause) not in ("at once", "later"):
                yield not_yet(clause, "this kind of effect of a rider", "a rider does something once, when it is used")
    for clause in whole.flow.everyone:
        if clause_timing(clause) in ("later", "at the end"):
            yield not_yet(clause, "this for everyone", "write it on a card or a board; points on a score line")
    for line in (line for content in whole.contents for line in content.vocabulary.lines):
        for clause in line.effect:
            if not isinstance(clause.sentence, n.Score):
                yield Diagnostic(E0509, "a score line counts points", clause.span, help="begin with `score`")
    for clause in nodes((whole.cards, whole.boards, whole.places), n.Clause):
        if isinstance(clause.moment, n.AtConflict):
            yield not_yet(clause, "this for one seat", "write it under `everyone` of the flow")
    for board in whole.boards:
        for side in board.sides:
            for clause in side.start:
                if clause_timing(clause) == "later":
                    yield not_yet(clause, "a decision before the game begins", "write it on a stage")


def not_yet(clause: n.Clause, what: str, help: str) -> Diagnostic:
    """Return the diagnostic for a clause that is right, but not here."""
    return Diagnostic(E0590, f"{what} cannot be played yet", clause.span, help=help)


def clause_timing(clause: n.Clause) -> str:
    """Return when a clause matters: `at once`, `later` after a decision, `at the end`, or as long as it is in play."""
    match clause.sentence:
        case n.Score() | n.ScoreLess() | n.CopiedScience() | n.ScienceOf():
            return "at the end"
        case n.Science(symbols) if len(symbols) > 1:
            return "at the end"
        case n.Copy() if clause.moment is not None:
            return "at the end"
        case _ if clause.moment is not None or clause.limit is not None:
            return "standing"
        case n.Gain() | n.Lose() | n.Draw() | n.Oblige():
            return "later" if clause.then is not None and clause_timing(clause.then) == "later" else "at once"
        case n.Build() | n.Play() | n.Copy() | n.SwapCards() | n.DiscardCard():
            return "later"
        case _:
            return "standing"


def check_board_line(whole: Whole) -> Iterator[Diagnostic]:
    """Points of boards have one line on the score sheet."""
    lines = [line for content in whole.contents for line in content.vocabulary.lines if line.of_boards]
    spans = [board.span for board in whole.boards] + [place.span for place in whole.places]
    if not lines and any(nodes((whole.boards, whole.places), n.Score)):
        message = "points of boards have no line on the score sheet"
        yield Diagnostic(E0507, message, spans[0], help="give one score line `of-boards: true`")
    for line in lines[1:]:
        notes = (Note("the other one stands here", lines[0].span),)
        yield Diagnostic(E0509, "two score lines are `of-boards`; exactly one may be", line.span, notes=notes)


def check_limits(whole: Whole) -> Iterator[Diagnostic]:
    """Limits name boards that are known, and leave a table for every number of players."""
    boards = {board.id for board in whole.boards}
    known = boards | {f"{board.id}-{side.id}" for board in whole.boards for side in board.sides}
    elsewhere_too = {id for content in whole.contents for id in content.expansion.boards_elsewhere}
    limited = [board for board in whole.boards if any(limits != items.Limits() for limits in all_limits(board))]
    named = [name for board in limited for name in nodes(tuple(all_limits(board)), items.SideName)]
    for name in (*named, *nodes(whole.flow.restrictions, items.SideName)):
        if name.text not in known | elsewhere_too and name.text[:-2] not in elsewhere_too:
            help = did_you_mean(name.text, sorted(known)) or "list it under `boards-elsewhere` in `expansion.yaml`"
            yield Diagnostic(E0402, f"no board is called `{name.text}`", name.span, help=help)
    variant = whole.variants[0] if whole.variants else None
    numbers = range(whole.players[0], whole.players[1] + 1) if variant is None else variant.players
    id, guests = ("", 0) if variant is None else (variant.id, 0 if variant.guest is None else 1)
    sides = [
        Side(board.id, board.name, side.id, NO_EFFECTS, (), *limits_of(board, side, whole.contents, id))
        for board in whole.boards
        for side in sides_used(board, whole.contents, id)
    ]
    places = [board.span for board in limited] + [one.board.span for one in whole.flow.restrictions]
    for players in numbers if places else ():
        seats = players + guests
        if len(boards) >= seats and seated(sides, range(len(sides)), seats, players) is None:
            message = f"limits leave no table of boards for {players} players"
            yield Diagnostic(E0512, message, places[0], help="take back limits, or add boards")


def check_counting(whole: Whole) -> Iterator[Diagnostic]:
    """Outside the main zone only cards are counted, and nothing is copied."""
    for clause in whole.clauses:
        counted = [(per.what, per.place.parts) for per in nodes(clause, n.Per) if isinstance(per.place, n.Place)]
        counted += [(fact.what, (fact.where,)) for fact in nodes(clause, n.AtLeast) if fact.where is not None]
        for what, parts in counted:
            for part in parts:
                if elsewhere(part, whole) and not isinstance(what, (n.Cards, n.NamedCards)):
                    yield Diagnostic(
                        E0590, "counting this there cannot be played yet", part.span, help="count cards there"
                    )
        for copy in nodes_of(clause, n.Copy, n.CopiedScience):
            for part in copy.place.parts if isinstance(copy.place, n.Place) else ():
                if elsewhere(part, whole):
                    yield Diagnostic(E0590, "copying from there cannot be played yet", part.span)


def elsewhere(part: n.Where, whole: Whole) -> bool:
    """Tell whether a place is another zone than the main one."""
    zone = whole.zones.get(part.name.target or "") if isinstance(part, n.Zone) else None
    return zone is not None and not zone.main


def check_amounts(whole: Whole) -> Iterator[Diagnostic]:
    """There is no gain of less than nothing."""
    for clause in whole.clauses:
        amounts: list[tuple[int, Span]] = []
        gains = [coins.span for gain in nodes(clause, n.Gain) for coins in nodes(gain.gift, n.Coins)]
        for some in nodes_of(clause, n.Coins, n.Tokens):
            if some.span not in gains:  # these have been looked at
                amounts.append((some.number, some.span))
        for part in nodes_of(clause, n.Draw, n.Less):
            amounts.append((part.number, part.span))
        amounts += [(rebate.less, rebate.span) for rebate in nodes(clause, n.Rebate)]
        amounts += [(fact.number, fact.span) for fact in nodes(clause, n.AtLeast)]
        amounts += [(goods.number, goods.span) for goods in nodes(clause, n.SomeThat)]
        for number, span in amounts:
            if number < 1:
                yield Diagnostic(E0206, f"this is at least 1, not {number}", span, help="write at least 1")
        for in_age in nodes(clause, n.InAge):
            if not 1 <= in_age.age <= whole.ages:
                yield Diagnostic(
                    E0206, f"there is no age {in_age.age}", in_age.span, help=f"ages go from 1 to {whole.ages}"
                )


def check_tokens(whole: Whole) -> Iterator[Diagnostic]:
    """It is clear which tokens are meant, and there are such."""
    for clause in whole.clauses:
        gifts = [gain.gift for gain in nodes(clause, n.Gain) if isinstance(gain.gift, n.Tokens)]
        for exchange in nodes(clause, n.Exchange):
            if not isinstance(exchange.result, n.SitOut):
                gifts += [part for part in exchange.price if isinstance(part, n.Tokens)]
        for tokens in nodes_of(clause, n.Tokens, n.AllTokens):
            meant = kinds(tokens, whole)
            if tokens.kind.target is not None and not meant:
                message = f"no `{tokens.kind.text}` token is worth {tokens.worth}"
                yield Diagnostic(E0509, message, tokens.span, help="leave `worth` out, or give another number")
            elif len(meant) > 1 and any(tokens is gift for gift in gifts):
                worth = listed(sorted({whole.tokens[target].points for target in meant}))
                message = f"there are several kinds of `{tokens.kind.text}` token, so which is meant?"
                yield Diagnostic(E0509, message, tokens.span, help=f"add `worth`: {worth}, or name the kind itself")


def check_finite_tokens(whole: Whole) -> Iterator[Diagnostic]:
    """Nobody gains, spends or waits for more tokens than there are."""
    for clause in whole.clauses:
        facts = [fact for fact in nodes(clause, n.AtLeast) if isinstance(fact.what, n.Tokens)]
        asked = [(fact.number, fact.what, fact.span) for fact in facts if isinstance(fact.what, n.Tokens)]
        counted = [id(tokens) for _, tokens, _ in asked]
        for tokens in nodes(clause, n.Tokens):
            if id(tokens) not in counted and (there := supply_of(tokens, whole)) is not None and tokens.number > there:
                help = f"write at most {there}, or raise the `supply` of the token"
                yield Diagnostic(E0206, only(there, tokens), tokens.span, help=help)
        for number, tokens, span in asked:
            if (there := supply_of(tokens, whole)) is not None and number > there:
                help = f"ask for at most {there}, or raise the `supply` of the token"
                yield Diagnostic(W0605, f"this is never true: {only(there, tokens)}", span, help=help)


def supply_of(tokens: n.Tokens, whole: Whole) -> int | None:
    """Return how many of some tokens there are at all, or nothing if they never run out."""
    supplies = [whole.tokens[target].supply for target in kinds(tokens, whole)]
    finite = [supply for supply in supplies if supply is not None]
    return sum(finite) if finite and len(finite) == len(supplies) else None


def only(there: int, tokens: n.Tokens) -> str:
    """Say how many tokens there are."""
    return (
        f"there is only 1 `{tokens.kind.text}` token"
        if there == 1
        else f"there are only {there} `{tokens.kind.text}` tokens"
    )


def check_loops(whole: Whole) -> Iterator[Diagnostic]:
    """What happens each time something is gained does not bring that about again without end."""
    leads: dict[str, list[tuple[str, n.Clause]]] = {}
    for clause in whole.clauses:
        if not isinstance(clause.moment, n.When) or clause.limit is not None:
            continue
        event, sentence = clause.moment.event, clause.sentence
        if not isinstance(sentence, n.Gain):
            continue
        gained = kinds(sentence.gift, whole) if isinstance(sentence.gift, n.Tokens) else ["coins"]
        causes = ["coins"] if isinstance(event, n.GainsCoins) else []
        causes += kinds(event.token, whole) if isinstance(event, n.GainsToken) else []
        for cause in causes:
            # What coins bring does not bring coins again.
            leads.setdefault(cause, []).extend((kind, clause) for kind in gained if (cause, kind) != ("coins", "coins"))
    for cause in leads:
        path = way_back(cause, cause, leads, set())
        if path and cause == min((kind for kind, _ in path), default=cause):
            notes = tuple(Note("which brings this about", clause.span) for _, clause in path[1:])
            message = "this brings itself about again and again, without end"
            help = "add a limit, such as `once per turn`"
            yield Diagnostic(E0511, message, path[0][1].span, help=help, notes=notes)


def way_back(
    start: str, here: str, leads: dict[str, list[tuple[str, n.Clause]]], seen: set[str]
) -> list[tuple[str, n.Clause]]:
    """Return the steps from one kind of gain to another and so on to the first, or nothing."""
    for kind, clause in leads.get(here, ()):
        if kind == start:
            return [(kind, clause)]
        if kind not in seen:
            seen.add(kind)
            if path := way_back(start, kind, leads, seen):
                return [(kind, clause), *path]
    return []


def kinds(tokens: n.Tokens | n.AllTokens, whole: Whole) -> list[str]:
    """Return the targets of the tokens that are meant, one by one."""
    return [
        target
        for target, token in whole.tokens.items()
        if tokens.kind.target in (target, token.group.target if token.group else None)
        and tokens.worth in (None, token.points)
    ]


# --- sizes ----------------------------------------------------------------------------------------------------------

MOST_RIDERS = 15
MOST_ACTIONS = 63
MOST_COPIES = 4000
MOST_LOSSES = 250
MOST_COUNTED = 1000


def check_room(whole: Whole) -> Iterator[Diagnostic]:
    """There is room for everything in a game's row and in its options."""
    flow = whole.flow
    yield from too_many([rider.span for rider in flow.riders], MOST_RIDERS, "riders")
    yield from too_many([action.span for action in flow.actions], MOST_ACTIONS, "actions")
    copies = [card.span for card in whole.cards for _ in range(max(1, len(card.players)))]
    yield from too_many(copies, MOST_COPIES, "copies of cards")
    yield from too_many([lose.span for lose in nodes(whole.trees, n.Lose)], MOST_LOSSES, "losses")
    shields = symbols = 0
    for card in whole.cards:
        times = max(1, len(card.players))
        shields += times * sum(shield.number for shield in nodes(card.effect, n.Shields) if shield.per is None)
        symbols += times * len(list(nodes(card.effect, n.Science)))
        for number, what in ((shields, "shields"), (symbols, "symbols")):
            if number > MOST_COUNTED:
                yield Diagnostic(E0206, f"all cards together show at most {MOST_COUNTED} {what}", card.span)
                return


def too_many(places: Iterable[Span], most: int, what: str) -> Iterator[Diagnostic]:
    """Yield the diagnostic for the first thing that is one too many."""
    for span in list(places)[most : most + 1]:
        yield Diagnostic(E0206, f"a game has at most {most} {what}", span, help="remove some")


def check_actions_used(whole: Whole) -> Iterator[Diagnostic]:
    """Every action stands in some step, and so does what a rider goes with."""
    used = {name.target for play in nodes(whole.flow.steps(), items.PlayStep) for name in play.actions}
    used |= {oblige.action.target for oblige in nodes(whole.trees, n.Oblige)}
    required = {name.text for content in whole.contents for name, _ in content.expansion.requires}
    for content in whole.contents:
        if content.flow is None or content.expansion.id in required:
            continue
        for action in content.flow.actions:
            if f"{content.expansion.id}.{action.id}" not in used:
                help = "name it in a `play` step, or add it to one with a patch"
                yield Diagnostic(W0601, f"the action `{action.id}` is never used", action.span, help=help)
        for rider in content.flow.riders:
            if rider.on.target is not None and rider.on.target not in used:
                help = "name that action in a `play` step"
                yield Diagnostic(W0601, f"the rider `{rider.id}` is never used", rider.on.span, help=help)


CHECKS = (
    check_values,
    check_variant,
    check_order,
    check_plays,
    check_zones,
    check_shared,
    check_even,
    check_mixing,
    check_supply_of_cards,
    check_draws,
    check_supplies,
    check_between_seats,
    check_effects,
    check_board_line,
    check_limits,
    check_counting,
    check_amounts,
    check_tokens,
    check_finite_tokens,
    check_loops,
    check_room,
    check_actions_used,
)
