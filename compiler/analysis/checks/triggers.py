"""Check triggers: what happens each time something is gained does not bring that about again
without end, nor too often.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.checks.index import GameIndex
from stele.compiler.analysis.checks.tokens import targets_of
from stele.compiler.common.codes import E0206, E0511
from stele.compiler.common.diagnostics import Diagnostic, Note
from stele.compiler.front import nodes as n
from stele.compiler.front.walk import nodes

MOST_SET_OFF = 1000  # reactions to one clause; with counts and copies, what can be played is left to the game

Reactions = dict[str, list[n.Clause]]  # what happens each time something is gained, by what it is
Edges = dict[str, list[tuple[str, n.Clause]]]  # from what is gained to what is gained then, with the clause


def check_trigger_cycles(index: GameIndex) -> Iterator[Diagnostic]:
    """No trigger leads back to itself."""
    edges = trigger_edges(index)
    for cause in edges:
        path = path_back(cause, cause, edges, set())
        if path and cause == min((kind for kind, _ in path), default=cause):
            notes = tuple(Note("which brings this about", clause.span) for _, clause in path[1:])
            message = "this brings itself about again and again, without end"
            help = "add a limit, such as `once per turn`"
            yield Diagnostic(E0511, message, path[0][1].span, help=help, notes=notes)


def check_set_off(index: GameIndex) -> Iterator[Diagnostic]:
    """What one clause sets off, by triggers without a limit, can be played."""
    reactions = reactions_of(index)
    if not reactions:
        return
    sizes: dict[str, int] = {}
    gains = [clause for clause in index.nodes(n.Clause) if isinstance(clause.sentence, n.Gain)]
    counted = [(set_off(clause.sentence, reactions, index, sizes), clause) for clause in gains]
    number, worst = max(counted, key=lambda one: one[0], default=(0, None))
    if worst is not None and number > MOST_SET_OFF:
        chain = dict.fromkeys(following(worst, reactions, index, set()))
        notes = tuple(Note("which brings this about", clause.span) for clause in chain if clause is not worst)
        message = f"this sets off {number} effects; at most {MOST_SET_OFF} can be played"
        help = "give fewer at once, or add a limit such as `once per turn`"
        yield Diagnostic(E0206, message, worst.span, help=help, notes=notes[:3])


def reactions_of(index: GameIndex) -> Reactions:
    """Return which clauses without a limit react to each kind of gain."""
    reactions: Reactions = {}
    for clause in index.nodes(n.Clause):
        if isinstance(clause.moment, n.When) and clause.limit is None:
            for cause in causes_of(clause.moment, index):
                reactions.setdefault(cause, []).append(clause)
    return reactions


def set_off(sentence: n.Sentence, reactions: Reactions, index: GameIndex, sizes: dict[str, int]) -> int:
    """Return how many reactions follow from a sentence, if each trigger is there once and what is
    counted is one.
    """
    if not isinstance(sentence, n.Gain):
        return 0
    pieces = sentence.gift.number if isinstance(sentence.gift, n.Tokens) else 1
    total = 0
    for kind in gained_by(sentence, index):
        if kind not in sizes:
            sizes[kind] = 0  # what leads back to itself is another finding
            then = [clause.sentence for clause in reactions.get(kind, ()) if brings_more(kind, clause, index)]
            sizes[kind] = sum(1 + set_off(one, reactions, index, sizes) for one in then)
        total += pieces * sizes[kind]
    return total


def following(clause: n.Clause, reactions: Reactions, index: GameIndex, seen: set[str]) -> Iterator[n.Clause]:
    """Yield the clauses that follow from a gain, one after another."""
    for kind in gained_by(clause.sentence, index) if isinstance(clause.sentence, n.Gain) else ():
        if kind not in seen:
            seen.add(kind)
            for then in reactions.get(kind, ()):
                yield then
                yield from following(then, reactions, index, seen)


def brings_more(cause: str, clause: n.Clause, index: GameIndex) -> bool:
    """Tell whether a clause reacts to a kind of gain; what coins bring brings no coins again."""
    sentence = clause.sentence
    return not (cause == "coins" and isinstance(sentence, n.Gain) and gained_by(sentence, index) == ["coins"])


def gained_by(gain: n.Gain, index: GameIndex) -> list[str]:
    """Return what a gain brings: kinds of token, or coins."""
    return targets_of(gain.gift, index.tokens) if isinstance(gain.gift, n.Tokens) else ["coins"]


def causes_of(moment: n.When, index: GameIndex) -> list[str]:
    """Return the kinds of gain that a trigger waits for."""
    event = moment.event
    if isinstance(event, n.GainsCoins):
        return ["coins"]
    return targets_of(event.token, index.tokens) if isinstance(event, n.GainsToken) else []


def trigger_edges(index: GameIndex) -> Edges:
    """Return which gain or loss leads to which other, by clauses without a limit."""
    edges: Edges = {}
    for clause in index.nodes(n.Clause):
        if isinstance(clause.moment, n.When) and clause.limit is None:
            causes = [*causes_of(clause.moment, index), *losses_of(clause.moment)]
            for cause in causes:
                edges.setdefault(cause, []).extend((kind, clause) for kind in brought_by(cause, clause, index))
    return edges


COINS_GONE = "coins gone"
DECIDED = (
    n.Exchange,
    n.May,
    n.Either,
    n.ChooseSeat,
    n.ChooseCard,
    n.ChooseColour,
    n.ChooseNumber,
)  # what waits for a decision


def losses_of(moment: n.When) -> list[str]:
    """Return the kinds of loss that a trigger waits for."""
    return [COINS_GONE] if isinstance(moment.event, n.LosesCoins) else []


def brought_by(cause: str, clause: n.Clause, index: GameIndex) -> list[str]:
    """Return what a reaction brings about again, at once or by what is chosen or paid for.

    What is paid for with something else is over when that is spent. What coins bring at once ends
    by itself: nothing reacts twice to the same coins and all that follows from them.
    """
    said = (clause.sentence, clause.then)
    paid = [exchange for exchange in nodes(said, n.Exchange) if not is_endless(cause, exchange, index)]
    spent = {id(gain) for exchange in paid for gain in (*nodes(exchange, n.Gain), *nodes(exchange, n.Lose))}
    gains = [gain for gain in nodes(said, n.Gain) if id(gain) not in spent]
    losses = [loss for loss in nodes(said, n.Lose) if id(loss) not in spent]
    kinds = [kind for gain in gains for kind in gained_by(gain, index)]
    kinds += [COINS_GONE for loss in losses if not isinstance(loss.loss, (n.Tokens, n.AllTokens))]
    is_over = cause in ("coins", COINS_GONE) and not any(nodes(said, kind) for kind in DECIDED)
    return [kind for kind in dict.fromkeys(kinds) if not (is_over and kind in ("coins", COINS_GONE))]


def is_endless(cause: str, exchange: n.Exchange, index: GameIndex) -> bool:
    """Tell whether an exchange brings what it is paid with, or is paid with what has set it off."""
    brought = {cause, *(kind for gain in nodes(exchange.result, n.Gain) for kind in gained_by(gain, index))}
    price = [targets_of(part, index.tokens) if isinstance(part, n.Tokens) else ["coins"] for part in exchange.price]
    return all(brought & {*kinds} for kinds in price)


def path_back(start: str, here: str, edges: Edges, seen: set[str]) -> list[tuple[str, n.Clause]]:
    """Return the steps from one kind of gain to another and so on to the first, or nothing."""
    for kind, clause in edges.get(here, ()):
        if kind == start:
            return [(kind, clause)]
        if kind not in seen:
            seen.add(kind)
            if path := path_back(start, kind, edges, seen):
                return [(kind, clause), *path]
    return []
