"""Tell which constructs parse but cannot be played yet; each entry disappears with the issue that brings it."""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler import nodes as n
from stele.compiler.nodes import Period, Seats
from stele.compiler.span import Span
from stele.compiler.walk import nodes

PLAYED_SENTENCES = (
    n.Produce,
    n.Buy,
    n.Gain,
    n.Score,
    n.Shields,
    n.Science,
    n.Build,
    n.PlayLast,
    n.Copy,
)


def unsupported(clause: n.Clause) -> Iterator[tuple[Span, str]]:
    """Yield the place and a description of everything in a clause that cannot be played yet."""
    sentence = clause.sentence
    is_copy_at_end = isinstance(sentence, n.Copy) and clause.moment is not None
    is_score_at_end = isinstance(sentence, n.Score) and clause.moment is not None and is_end_of_game(clause.moment)
    if clause.moment is not None and not (is_copy_at_end and is_end_of_game(clause.moment)) and not is_score_at_end:
        yield clause.moment.span, "effects at this moment"
    if clause.limit is not None and not is_yearly_build(clause):
        yield clause.limit.span, "this limit on this effect"
    if clause.tests:
        yield clause.tests[0].span, "conditions"
    if clause.then is not None:
        yield clause.then.span, "effects that follow another"
    if not isinstance(sentence, PLAYED_SENTENCES):
        yield sentence.span, "this kind of sentence"
        return
    if isinstance(sentence, n.Build) and sentence.source is None and clause.limit is None:
        yield sentence.span, "building a card from hand at once, without `once per age`,"
    if isinstance(sentence, n.Copy) and clause.moment is None:
        yield sentence.span, "copying at once, without `at end of game`,"
    if clause.moment is not None and isinstance(sentence, n.Score) and is_end_of_game(clause.moment):
        yield clause.moment.span, "naming a moment for points, which count at the end of the game anyway,"
    yield from parts(sentence)


def is_end_of_game(moment: n.Moment) -> bool:
    """Tell `at end of game` from other moments."""
    return isinstance(moment, n.AtEdge) and moment.is_end and moment.period is Period.GAME


def is_yearly_build(clause: n.Clause) -> bool:
    """Tell `once per age, build a card for free` from other limited effects."""
    assert clause.limit is not None
    build = clause.sentence
    return isinstance(build, n.Build) and build.source is None and clause.limit.period is Period.AGE


def parts(sentence: n.Sentence) -> Iterator[tuple[Span, str]]:
    """Yield what cannot be played yet inside a kind of sentence that can."""
    match sentence:
        case n.Produce(n.SomeThat() as goods):
            yield goods.span, "production that depends on other production"
        case n.Buy(_, Seats.BANK | Seats.ANYONE):
            yield sentence.span, "buying from others than neighbours"
        case n.Gain(who, gift, _) if who is not Seats.YOU or not isinstance(gift, n.Coins):
            yield sentence.span, "this kind of gain"
        case n.Score(who, points, _) if who is not Seats.YOU or isinstance(points, n.ThatMany):
            yield sentence.span, "this kind of score"
        case n.Shields(_, against, per) if against is not None or per is not None:
            yield sentence.span, "shields that depend on something"
        case n.Build(who, what, _, chain, price):
            is_plain = who is Seats.YOU and isinstance(what, (n.Cards, n.NamedCards)) and chain is None
            if not is_plain or not isinstance(price, n.Free):
                yield sentence.span, "this kind of build"
        case n.PlayLast(of) if of is not Seats.YOU:
            yield sentence.span, "playing the last card of others"
        case n.Copy(_, stage, _) if stage is not None:
            yield sentence.span, "copying stages"
    for part in nodes(sentence, n.CitiesOf):
        if part.seats in (Seats.OTHERS, Seats.EVERYONE):
            yield part.span, "looking at cities that are not neighbours"
    for per in nodes(sentence, n.Per):
        if isinstance(per.place, (n.TheyHave, n.Here)):
            yield per.place.span, "counting there"
        if isinstance(per.what, (n.Colours, n.CardsOfOneColour)):
            yield per.what.span, "counting colours"
