"""Check that points have a line on the score sheet: those of cards, moments, tokens and boards."""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.checks.index import GameIndex
from stele.compiler.common.codes import E0507, E0509
from stele.compiler.common.diagnostics import Diagnostic, Note
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.walk import nodes


def check_card_lines(index: GameIndex) -> Iterator[Diagnostic]:
    """Points of cards count on the line of their colour."""
    unlined = {target for target, colour in index.colours.items() if colour.line is None}
    for card in (card for own in index.changed for card in own.cards):
        if card.colour is None:
            for score in nodes(card.effect, n.Score):
                message = "points of a card without a colour have no line on the score sheet"
                yield Diagnostic(E0507, message, score.span, help="give the card a colour, or the points a moment")
        elif card.colour.target in unlined:
            colour = index.colours[card.colour.target]
            for score in nodes(card.effect, n.Score):
                message = f"points of {colour.id} cards have no line on the score sheet"
                notes = (Note("the colour is declared here without a `line`", colour.span),)
                lined = [other.id for other in index.colours.values() if other.line is not None]
                help = "give the card a colour with a line: " + ", ".join(f"`{id}`" for id in lined)
                yield Diagnostic(E0507, message, score.span, help=help, notes=notes)


def check_moment_lines(index: GameIndex) -> Iterator[Diagnostic]:
    """Points of a moment count on its line."""
    for name, clauses in (pair for own in index.changed for card in own.cards for pair in card.moments):
        moment = index.moments.get(name.target or "")
        if moment is not None and moment.line is None:
            for score in nodes(clauses, n.Score):
                message = f"points of the moment `{moment.id}` have no line on the score sheet"
                notes = (Note("the moment is declared here without a `line`", moment.span),)
                yield Diagnostic(E0507, message, score.span, help="give the moment a `line`", notes=notes)


def check_token_lines(content: items.Content) -> Iterator[Diagnostic]:
    """Points of tokens count on a line."""
    for token in content.vocabulary.tokens:
        if token.points and token.line is None:
            message = f"points of `{token.id}` tokens have no line on the score sheet"
            yield Diagnostic(E0507, message, token.span, help="add `line:` with the id of a score line")


def check_board_line(index: GameIndex) -> Iterator[Diagnostic]:
    """Points of boards count on exactly one line."""
    lines = [line for line in index.lines if line.of_boards]
    if not lines and index.is_sound:
        scoring = [board.span for own in index.changed for board in own.boards if any(nodes(board, n.Score))]
        if not scoring and any(nodes((index.boards, index.places), n.Score)):
            scoring = [*(board.span for board in index.boards), *(place.span for place in index.places)][:1]
        for span in scoring:
            message = "points of boards have no line on the score sheet"
            yield Diagnostic(E0507, message, span, help="give one score line `of-boards: true`")
    for line in lines[1:] if index.is_sound else ():
        notes = (Note("the other one stands here", lines[0].span),)
        yield Diagnostic(E0509, "two score lines are `of-boards`; exactly one may be", line.span, notes=notes)
