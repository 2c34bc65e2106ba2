"""Check that a whole game makes sense: decks, chains, identities, stages, costs, flow.

Each check looks at one expansion together with everything it requires, since that is what can be played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from stele.compiler.analysis.compose import merge_flows, reached
from stele.compiler.analysis.resolve import Resolved, declarations
from stele.compiler.analysis.support import of_a_place, undemanded, unsupported
from stele.compiler.common.codes import (
    E0206,
    E0404,
    E0502,
    E0503,
    E0504,
    E0505,
    E0506,
    E0507,
    E0508,
    E0509,
    E0590,
    W0601,
    W0602,
)
from stele.compiler.common.components import connected
from stele.compiler.common.diagnostics import Diagnostic, Note, did_you_mean
from stele.compiler.common.span import Span
from stele.compiler.common.words import listed
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.nodes import Name, Role
from stele.compiler.front.walk import nodes, nodes_of


@dataclass(frozen=True, slots=True)
class Game:
    """One expansion with all that is in play with it, looked up by target."""

    own: items.Content
    contents: tuple[items.Content, ...]
    flow: items.Flow | None
    cards: dict[str, items.Card]
    decks: dict[str, items.Deck]
    colours: dict[str, items.Colour]
    is_sound: bool  # false if anything was left out on the way here, so that sums would be wrong


def check(resolved: Resolved, is_sound: bool, found: list[Diagnostic]) -> None:
    """Add to `found` what makes no sense in a set of expansions that are in play together."""
    required = {name.text for content in resolved.contents for name, _ in content.expansion.requires}
    for content in resolved.contents:
        if content.expansion.id in required:
            continue  # it is looked at where it is not built upon
        game = game_of(content, resolved, is_sound)
        for one in CHECKS:
            found.extend(one(game))


def game_of(content: items.Content, resolved: Resolved, is_sound: bool) -> Game:
    """Gather what one expansion meets in a set."""
    contents = resolved.contents
    ids = {other.expansion.id for other in contents}
    flows = [other.flow for other in contents if other.flow is not None]

    def by_target(other: items.Content, id: str) -> str:
        return f"{other.expansion.id}.{id}"

    def is_met(item: items.Card | items.Board | items.PlaceBoard) -> bool:
        return all(name.text in ids for name in item.needs)

    cards, boards = tuple(filter(is_met, content.cards)), tuple(filter(is_met, content.boards))
    return Game(
        replace(content, cards=cards, boards=boards, places=tuple(filter(is_met, content.places))),
        contents,
        merge_flows(flows) if flows else None,
        {by_target(other, card.id): card for other in contents for card in other.cards if is_met(card)},
        {by_target(other, deck.id): deck for other in contents for deck in other.vocabulary.decks},
        {by_target(other, colour.id): colour for other in contents for colour in other.vocabulary.colours},
        is_sound,
    )


EACH_AGE = "give a value for each age, or one for all"
EACH_NUMBER = "give a number for each number of players, or one for all"
ONE_MAIN = "`main: true` belongs to the zone that clauses call the city"
STAGES = "add at least one stage with `cost` and `effect`"

# --- decks and flow -------------------------------------------------------------------------------------------------


def check_flow(game: Game) -> Iterator[Diagnostic]:
    """Ages, players and steps fit each other."""
    flow = game.own.flow
    if flow is None:
        return
    if flow.players and flow.players[0] > flow.players[1]:
        message = f"the least number of players, {flow.players[0]}, is above the most, {flow.players[1]}"
        yield Diagnostic(E0509, message, flow.span, help="exchange the two numbers")
    if flow.ages:
        for by_age in nodes_of(flow.age, items.ByAge, items.BySide):
            missing = [age for age in range(1, flow.ages + 1) if by_age.at(age) is None]
            if missing:
                yield Diagnostic(E0509, f"a value is missing for age {listed(missing)}", by_age.span, help=EACH_AGE)
    for by_age in nodes_of(flow.slots.before_first_age, items.ByAge, items.BySide):
        if by_age.fixed is None:
            help = "write one value, the same for all"
            yield Diagnostic(E0509, "before the first age there is no age to choose by", by_age.span, help=help)
    if flow.players:
        for number in nodes(flow.age, items.ByPlayers):
            missing = [p for p in range(flow.players[0], flow.players[1] + 1) if number.at(p) is None]
            if missing:
                yield Diagnostic(
                    E0509, f"a number is missing for {listed(missing)} players", number.span, help=EACH_NUMBER
                )
    ids: dict[str, Span] = {}
    for step in all_steps(flow.steps()):
        if step.id in ids:
            notes = (Note("the other one stands here", ids[step.id]),)
            yield Diagnostic(
                E0509, f"two steps have the id `{step.id}`", step.span, help="give one of them another id", notes=notes
            )
        ids[step.id] = step.span
    yield from check_turns(flow)


def all_steps(steps: tuple[items.Step, ...]) -> Iterator[items.Step]:
    """Yield steps and the steps inside them."""
    for step in steps:
        yield step
        if isinstance(step, items.Turns):
            yield from all_steps(step.each)


def check_turns(flow: items.Flow) -> Iterator[Diagnostic]:
    """Nobody is asked to play more cards than were dealt."""
    if not flow.players:
        return
    dealt = {deal.to.target: deal for deal in nodes(flow.age, items.Deal) if deal.to.target}
    for turns in nodes(flow.age, items.Turns):
        for play in nodes(turns.each, items.PlayStep):
            deal = dealt.get(play.source.target or "")
            if deal is None:
                continue
            for players in range(flow.players[0], flow.players[1] + 1):
                count, cards = turns.count.at(players), deal.cards.at(players)
                if count is not None and cards is not None and count > cards:
                    message = f"with {players} players there are {count} turns, but only {cards} cards each"
                    notes = (Note("the cards are dealt here", deal.span),)
                    yield Diagnostic(
                        E0509, message, turns.span, help="deal more cards, or play fewer turns", notes=notes
                    )
                    break


def check_zones(game: Game) -> Iterator[Diagnostic]:
    """Exactly one zone is the city that clauses speak of."""
    mains = [zone for other in game.contents for zone in other.vocabulary.zones if zone.main]
    zones = [zone for zone in game.own.vocabulary.zones if zone.main]
    if len(mains) > 1 and zones:
        yield Diagnostic(E0509, "two zones are `main`; exactly one may be", zones[-1].span, help=ONE_MAIN)
    if not mains and game.own.vocabulary.zones and game.is_sound:
        here = game.own.vocabulary.zones[0].span
        yield Diagnostic(E0509, "no zone is `main`; exactly one must be", here, help=ONE_MAIN)


# --- cards and boards -----------------------------------------------------------------------------------------------


def check_chains(game: Game) -> Iterator[Diagnostic]:
    """A chain leads from an earlier card to a later one."""
    own = game.own.expansion.id
    for card in game.own.cards:
        for name in card.chain:
            if name.target is None:
                continue
            if name.target == f"{own}.{card.id}":
                yield Diagnostic(
                    E0502, f"`{card.id}` cannot be its own predecessor", name.span, help="name an earlier card"
                )
                continue
            source = game.cards.get(name.target)
            if source is None:
                continue
            before, after = age_of(source, game), age_of(card, game)
            if before is not None and after is not None and before >= after:
                message = f"`{name.text}` is of age {before} and cannot open a chain to `{card.id}` of age {after}"
                notes = (Note(f"`{name.text}` stands here", source.span),)
                yield Diagnostic(E0502, message, name.span, help="a chain starts in an earlier age", notes=notes)


def age_of(card: items.Card, game: Game) -> int | None:
    """Return the age of a card: that of its deck."""
    deck = game.decks.get(card.deck.target or "")
    return None if deck is None else deck.age


def check_identities(game: Game) -> Iterator[Diagnostic]:
    """Cards that a player cannot tell apart by name are identical."""
    first: dict[str, items.Card] = {}
    for card in (card for other in game.contents for card in other.cards):
        earlier = first.setdefault(card.name, card)
        if earlier.identity != card.identity and card in game.own.cards:
            message = f"two cards are called `{card.name}`, but they do not have the same identity"
            help = f"give both the same `identity`, for example `identity: {earlier.identity}`"
            notes = (Note("the other one stands here", earlier.span),)
            yield Diagnostic(E0503, message, card.span, help=help, notes=notes)


def check_stages(game: Game) -> Iterator[Diagnostic]:
    """A side has stages."""
    for board in game.own.boards:
        for side in board.sides:
            if not side.stages:
                yield Diagnostic(E0504, f"side `{side.id}` of `{board.id}` has no stages", side.span, help=STAGES)


def check_costs(game: Game) -> Iterator[Diagnostic]:
    """Costs can be paid and are written in one way."""
    made = {
        name.target
        for other in game.contents
        for produce in nodes((other.cards, other.boards, other.places, other.flow and other.flow.everyone), n.Produce)
        for name in nodes(produce.goods, Name)
    }
    sizes: dict[str, int] = {}
    for other in game.contents:
        for resource in other.vocabulary.resources:
            for group in resource.groups:
                sizes[group.target or ""] = sizes.get(group.target or "", 0) + 1
    for cost in nodes((game.own.cards, game.own.boards, game.own.flow), n.Cost):
        seen: dict[str, Span] = {}
        for part in cost.parts:
            if part.number < 1:
                yield Diagnostic(E0508, "a cost asks for at least 1 of a thing", part.span, help="leave it out")
            key = part.resource.text if isinstance(part, n.Goods) else type(part).__name__
            if key in seen:
                what = f"`{key}`" if isinstance(part, n.Goods) else "the same kind of thing"
                yield Diagnostic(E0508, f"{what} stands twice in one cost", part.span, help="add the numbers up")
            seen[key] = part.span
            if isinstance(part, n.Goods) and game.is_sound and part.resource.target not in made:
                message = f"nothing produces `{part.resource.text}`, so nobody can pay this"
                help = f"let a card or board `produce {part.resource.text}`, or ask for something else"
                yield Diagnostic(E0505, message, part.span, help=help)
            if isinstance(part, n.Different) and part.number > sizes.get(part.group.target or "", part.number):
                size = sizes[part.group.target or ""]
                message = f"`{part.group.text}` has only {size} different resources, so nobody can pay this"
                yield Diagnostic(E0505, message, part.span, help=f"ask for at most {size}")


def check_choices(game: Game) -> Iterator[Diagnostic]:
    """A choice has different options."""
    own = game.own
    trees = (own.cards, own.boards, own.places, own.flow, own.vocabulary.lines)
    lists = [choice.resources for choice in nodes(trees, n.OneOf)]
    lists += [science.symbols for science in nodes(trees, n.Science)]
    lists += [cards.colours for cards in nodes(trees, n.Cards)]
    lists += [of.kinds for of in nodes(trees, n.SetOf)]
    lists += [tuple(part.name for part in place.parts if isinstance(part, n.Zone)) for place in nodes(trees, n.Place)]
    for names in lists:
        seen: set[str] = set()
        for name in names:
            if name.text in seen:
                yield Diagnostic(E0506, f"`{name.text}` stands twice in one list", name.span, help="remove one of them")
            seen.add(name.text)
    for per in nodes(trees, n.Per):
        if per.divisor < 1:
            yield Diagnostic(E0206, "things are counted by 1 or more at a time", per.span, help="leave the number out")


def check_lines(game: Game) -> Iterator[Diagnostic]:
    """Points have a line on the score sheet."""
    has_board_line = any(line.of_boards for other in game.contents for line in other.vocabulary.lines)
    for card in game.own.cards:
        colour = game.colours.get((card.colour.target or "") if card.colour is not None else "")
        if card.colour is None:
            for score in nodes_of(card.effect, n.Score, n.ScoreLess):
                message = "points of a card without a colour have no line on the score sheet"
                yield Diagnostic(E0507, message, score.span, help="give the card a colour, or the points a moment")
        if colour is not None and colour.line is None:
            for score in nodes_of(card.effect, n.Score, n.ScoreLess):
                message = f"points of {colour.id} cards have no line on the score sheet"
                notes = (Note("the colour is declared here without a `line`", colour.span),)
                lined = [other.id for other in game.colours.values() if other.line is not None]
                help = "give the card a colour with a line: " + ", ".join(f"`{id}`" for id in lined)
                yield Diagnostic(E0507, message, score.span, help=help, notes=notes)
    moments = {f"{c.expansion.id}.{moment.id}": moment for c in game.contents for moment in c.vocabulary.moments}
    for card in game.own.cards:
        for name, clauses in card.moments:
            moment = moments.get(name.target or "")
            if moment is not None and moment.line is None:
                for score in nodes_of(clauses, n.Score, n.ScoreLess):
                    message = f"points of the moment `{moment.id}` have no line on the score sheet"
                    notes = (Note("the moment is declared here without a `line`", moment.span),)
                    yield Diagnostic(E0507, message, score.span, help="give the moment a `line`", notes=notes)
    for token in game.own.vocabulary.tokens:
        if token.points and token.line is None:
            message = f"points of `{token.id}` tokens have no line on the score sheet"
            yield Diagnostic(E0507, message, token.span, help="add `line:` with the id of a score line")
    if not has_board_line and game.is_sound:
        for board in game.own.boards:
            if any(nodes(board, n.Score)):
                message = "points of boards have no line on the score sheet"
                yield Diagnostic(E0507, message, board.span, help="give one score line `of-boards: true`")


def check_support(game: Game) -> Iterator[Diagnostic]:
    """What parses can also be played."""
    own = game.own
    tops = [clause for card in own.cards for clause in card.effect]
    tops += [clause for line in own.vocabulary.lines for clause in line.effect]
    tops += [clause for board in own.boards for side in board.sides for clause in side.start]
    stages = [stage for board in own.boards for side in board.sides for stage in side.stages]
    tops += [clause for stage in stages for clause in stage.effect]
    tops += [clause for stage in stages for option in stage.choose for clause in option]
    asking = asking_moments(game.flow)
    asked = [clause for card in own.cards for name, some in card.moments if name.target in asking for clause in some]
    giving = {supply.when_empty.target for supply in game.flow.supplies} if game.flow is not None else set()
    tops += [clause for card in own.cards for name, some in card.moments if name.target in giving for clause in some]
    if own.flow is not None:
        tops += [*own.flow.everyone, *(clause for action in own.flow.actions for clause in action.effect)]
        tops += [clause for rider in own.flow.riders for clause in rider.effect]
    for clause in tops:
        for span, what in unsupported(clause):
            yield Diagnostic(E0590, f"{what} cannot be played yet", span, help="the sentence itself is right")
        for span in of_a_place(clause):
            help = "write it on the `ladder` of a place that neighbours share"
            yield Diagnostic(E0509, "here is no place with another side", span, help=help)
    for place in own.places:
        for clause in (clause for side in place.sides for _, clauses in side.ladder for clause in clauses):
            for span, what in unsupported(clause):
                yield Diagnostic(E0590, f"{what} cannot be played yet", span, help="the sentence itself is right")
    for clause in asked:
        for span, what in undemanded(clause):
            help = "write `lose ... coins`, `lose ... tokens` or `discard a card from ...`"
            yield Diagnostic(E0590, f"{what} cannot be played yet", span, help=help)
    for part in nodes((own.cards, own.boards, own.places, own.flow), n.Different):
        yield Diagnostic(E0590, "costs of different resources cannot be played yet", part.span)


def asking_moments(flow: items.Flow | None) -> set[str | None]:
    """Return the moments at which something is asked for: those that steps run."""
    steps = () if flow is None else flow.steps()
    return {run.moment.target for run in nodes(steps, items.Run) if run.moment is not None}


def check_meetings(resolved: Resolved) -> Iterator[Diagnostic]:
    """Parts for other expansions can be checked only if those are there."""
    for content in resolved.contents:
        needs = [(card.id, name) for card in content.cards for name in card.needs]
        needs += [(board.id, name) for board in content.boards for name in board.needs]
        needs += [(place.id, name) for place in content.places for name in place.needs]
        for id, name in needs:
            if name.target is None:
                message = f"`{id}` was not checked, since there is no expansion `{name.text}`"
                near = did_you_mean(name.text, [folder.name for folder in shipped_folders()])
                help = near or "put its folder beside this one, or remove the name"
                yield Diagnostic(W0602, message, name.span, help=help)


def check_playable(game: Game) -> Iterator[Diagnostic]:
    """A set of expansions says how a game runs, once and completely."""
    own, here = game.own, game.own.expansion.span
    flows = [other for other in game.contents if other.flow is not None]
    known = {other.expansion.id for other in game.contents}
    is_complete = all(name.text in known for other in game.contents for name, _ in other.expansion.requires)
    if not flows and is_complete:
        help = "require an expansion with a `flow.yaml`, such as the one it adds to"
        yield Diagnostic(E0509, "nothing says how a game with this expansion runs", here, help=help)
    is_first = bool(flows) and flows[0].expansion.id == own.expansion.id
    if own.flow is not None and not is_first:
        for is_there, key in (
            (own.flow.players is not None, "players"),
            (own.flow.ages is not None, "ages"),
            (own.flow.coins is not None, "start"),
            (bool(own.flow.age), "age"),
            (bool(own.flow.tie), "tie"),
            (own.flow.unpaid is not None, "losses"),
        ):
            if is_there:
                message = f"`{flows[0].expansion.id}` says already what `{key}` is"
                help = (
                    f"change it with a patch of `{flows[0].expansion.id}.{key}`, or use a slot such as `start-of-age`"
                )
                yield Diagnostic(E0509, message, own.flow.span, help=help)
    if not is_first or game.flow is None or not game.is_sound:
        return
    flow, vocabularies = game.flow, [other.vocabulary for other in game.contents]
    for is_there, what in (
        (flow.players is not None, "how many `players` there are"),
        (flow.ages is not None, "how many `ages` there are"),
        (flow.coins is not None, "what a seat has at the `start`"),
        (bool(flow.actions), "what `actions` there are"),
        (bool(list(nodes(flow.age, items.PlayStep))), "when cards are played: a `play` step in `age`"),
        (any(vocabulary.lines for vocabulary in vocabularies), "what the score sheet looks like: `lines`"),
        (any(vocabulary.colours for vocabulary in vocabularies), "what `colours` cards have"),
        (any(other.boards for other in game.contents), "what boards there are"),
    ):
        if not is_there:
            yield Diagnostic(E0509, f"nothing says {what}", flow.span, help="add it, or require what says so")
    if flow.players and flow.players[1] > len(own.boards) > 0:
        message = f"there are {len(own.boards)} boards, too few for {flow.players[1]} players"
        yield Diagnostic(E0509, message, flow.span, help="add boards, or lower `most`")


def check_clashes(game: Game) -> Iterator[Diagnostic]:
    """Expansions that meet, and do not build on each other, give different names to different things."""
    known = {other.expansion.id: other for other in game.contents}
    related = reached(game.own, known)
    strangers = [other for other in game.contents if other.expansion.id not in related]
    taken = {
        (role, word): (other, span)
        for other in strangers
        for role, word, _, span, _ in declarations(other)
        if game.own.expansion.id not in reached(other, known)
    }
    for role, word, _, span, _ in declarations(game.own):
        if (role, word) in taken:
            other, there = taken[role, word]
            message = f"the {role.value} `{word}` is also declared by `{other.expansion.id}`, which may be in play too"
            notes = (Note("it is declared here too", there),)
            yield Diagnostic(E0404, message, span, help="choose another id", notes=notes)


def check_places(game: Game) -> Iterator[Diagnostic]:
    """Steps, actions and clauses use zones that can hold what they put there."""
    zones = {f"{other.expansion.id}.{zone.id}": zone for other in game.contents for zone in other.vocabulary.zones}
    own = game.own

    def wrong(name: Name, owner: str) -> Iterator[Diagnostic]:
        zone = zones.get(name.target or "")
        if zone is not None and (zone.owner != owner or zone.order != "set"):
            wanted = "each seat has" if owner == "seat" else "lies on the table"
            notes = (Note("the zone is declared here", zone.span),)
            message = f"a zone that {wanted} and that has no order belongs here"
            yield Diagnostic(E0509, message, name.span, help=f"`{name.text}` is of another kind", notes=notes)

    if own.flow is not None:
        for step in all_steps(own.flow.steps()):
            match step:
                case items.Deal(_, _, _, to):
                    owner = zones[to.target].owner if to.target in zones else "seat"
                    yield from wrong(to, "table" if owner == "table" else "seat")
                case items.PlayStep(_, source) | items.Pass(_, source):
                    yield from wrong(source, "seat")
                case items.Clear(_, source, to):
                    yield from wrong(source, "seat")
                    yield from wrong(to, "table")
        for action in own.flow.actions:
            zone = zones.get(action.to.target or "")
            if zone is not None and action.cost == "card" and not zone.main:
                message = "cards that are built elsewhere than in the main zone cannot be played yet"
                yield Diagnostic(E0590, message, action.to.span)
    trees = (own.cards, own.boards, own.places, own.flow, own.vocabulary.lines)
    for build in nodes(trees, n.Build):
        if build.source is not None:
            yield from wrong(build.source, "table")
            if game.flow is not None and not any(run.moment is None for run in nodes(game.flow.steps(), items.Run)):
                message = "this waits for the end of the turn, but no step lets it happen"
                notes = (Note("the flow has no `run` step with `moment: end-of-turn`", game.flow.span),)
                help = "add such a step to the flow"
                yield Diagnostic(E0509, message, build.span, help=help, notes=notes)
    for part in nodes(trees, n.Zone):
        zone = zones.get(part.name.target or "")
        if zone is not None and zone.order != "set":
            yield Diagnostic(E0590, "counting in a zone with an order cannot be played yet", part.span)


MOST_UNITS = 10
MOST_COINS = 200
MOST_PRICE = 20
MOST_OF_A_KIND = 50
MOST_GOODS = 8


def check_sizes(game: Game) -> Iterator[Diagnostic]:
    """Numbers stay where play is fast and exact."""
    own = game.own
    trees = (own.cards, own.boards, own.places, own.flow, own.vocabulary.lines)
    for cost in nodes((own.cards, own.boards, own.places, own.flow), n.Cost):
        units = sum(part.number for part in cost.parts if not isinstance(part, n.Coins))
        coins = sum(part.number for part in cost.parts if isinstance(part, n.Coins))
        if units > MOST_UNITS:
            message = f"a cost has at most {MOST_UNITS} units of resources, not {units}"
            yield Diagnostic(E0206, message, cost.span, help="ask for less")
        if coins > MOST_COINS:
            yield Diagnostic(
                E0206, f"a cost has at most {MOST_COINS} coins, not {coins}", cost.span, help="ask for less"
            )
    for buy in nodes(trees, n.Buy):
        if not 1 <= buy.price <= MOST_PRICE:
            yield Diagnostic(
                E0206, f"a price is from 1 to {MOST_PRICE} coins, not {buy.price}", buy.span, help="give another price"
            )
    amounts = [(some.number, some.span) for some in nodes(trees, n.Some)]
    amounts += [(shields.number, shields.span) for shields in nodes(trees, n.Shields)]
    for gift in (gift for gain in nodes(trees, n.Gain) for gift in nodes(gain.gift, n.Coins)):
        if gift.number < 1:
            yield Diagnostic(
                E0206,
                f"a gain is at least 1 coin, not {gift.number}",
                gift.span,
                help="write at least 1, or leave it out",
            )
    for number, span in amounts:
        if not 1 <= number <= MOST_OF_A_KIND:
            yield Diagnostic(
                E0206, f"this is from 1 to {MOST_OF_A_KIND}, not {number}", span, help="give another number"
            )
    most = game.flow.players[1] if game.flow and game.flow.players else 0
    for card in own.cards:
        if most and card.players and min(card.players) > most:
            message = f"no copy of `{card.id}` is ever used: the game is for at most {most} players"
            yield Diagnostic(E0509, message, card.span, help=f"write {most} or less into `players`")
    for choice in nodes(trees, n.OneOf):
        if len(choice.resources) > MOST_GOODS:
            yield Diagnostic(E0206, f"a choice has at most {MOST_GOODS} resources", choice.span, help="leave some out")
    if game.is_sound and any(own.cards) and own.vocabulary.resources:
        yield from check_parts(game)


def check_parts(game: Game) -> Iterator[Diagnostic]:
    """Not too many resources hang together through choices, since payments look at every subset of them."""
    made = [
        tuple(name.target or "" for name in choice.resources)
        for other in game.contents
        for choice in nodes((other.cards, other.boards, other.places, other.flow), n.OneOf)
    ]
    goods = dict.fromkeys(name for source in made for name in source)
    for part in connected(tuple(goods), made):
        if len(part) > MOST_GOODS:
            message = f"choices connect {len(part)} resources with each other; at most {MOST_GOODS} can be played"
            here = game.own.vocabulary.resources[0].span
            yield Diagnostic(E0206, message, here, help="let fewer cards give a choice between them")


CHECKS = (
    check_playable,
    check_clashes,
    check_places,
    check_sizes,
    check_flow,
    check_zones,
    check_chains,
    check_identities,
    check_stages,
    check_costs,
    check_choices,
    check_lines,
    check_support,
)


# --- use ------------------------------------------------------------------------------------------------------------


def check_use(resolved: Resolved, sets: list[Resolved], found: list[Diagnostic]) -> list[Diagnostic]:
    """What is declared is used somewhere, in some set, unless mistakes elsewhere hide the use."""
    if any(diagnostic.is_error for diagnostic in found):
        return []
    changed = [(content.flow, content.vocabulary) for one in sets for content in one.contents]
    used = {(name.role, name.target) for content in resolved.contents for name in names_in(content)}
    used |= {(name.role, name.target) for parts in changed for name in nodes(parts, Name)}
    warnings = []
    for content in resolved.contents:
        vocabulary = content.vocabulary
        for role, listed_items in (
            (Role.RESOURCE, vocabulary.resources),
            (Role.GROUP, vocabulary.groups),
            (Role.COLOUR, vocabulary.colours),
            (Role.SYMBOL, vocabulary.symbols),
            (Role.TOKEN, vocabulary.tokens),
            (Role.NOUN, vocabulary.nouns),
            (Role.ZONE, vocabulary.zones),
            (Role.DECK, vocabulary.decks),
        ):
            for item in listed_items:
                groups = {item.group.target} if isinstance(item, items.Token) and item.group else set()
                targets = {f"{content.expansion.id}.{item.id}", *groups}
                if not any((role, target) in used for target in targets):
                    message = f"the {role.value} `{item.id}` is never used"
                    warnings.append(Diagnostic(W0601, message, item.span, help="use it, or remove it"))
    return warnings


def names_in(content: items.Content) -> Iterator[Name]:
    """Yield every name of an expansion, except the group of a token, which is no use of the group."""
    for part in (content.vocabulary, content.flow, content.cards, content.boards, content.places):
        yield from nodes(part, Name)
