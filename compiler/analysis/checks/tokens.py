"""Check tokens: it is clear which kind is meant, and there are as many as are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from stele.compiler.analysis.checks.index import GameIndex
from stele.compiler.common.codes import E0206, E0509
from stele.compiler.common.diagnostics import Diagnostic, Note
from stele.compiler.common.words import listed
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name
from stele.compiler.front.walk import nodes


def targets_of(tokens: n.Tokens | n.AllTokens, known: Mapping[str, items.Token]) -> list[str]:
    """Return the kinds of token that are meant: one, or those of a group; none by a wrong name."""
    kind, worth = tokens.kind.target, tokens.worth
    if kind is None:
        return []
    return [
        target
        for target, token in known.items()
        if kind in (target, token.group.target if token.group else None) and worth in (None, token.points)
    ]


def check_tokens(index: GameIndex) -> Iterator[Diagnostic]:
    """It is clear which tokens are meant, and there are such."""
    gifts = {id(gain.gift) for gain in index.nodes(n.Gain) if isinstance(gain.gift, n.Tokens)}
    for exchange in index.nodes(n.Exchange):
        if not isinstance(exchange.result, n.SitOut):
            gifts |= {id(part) for part in exchange.price if isinstance(part, n.Tokens)}
    named: list[n.Tokens | n.AllTokens] = [*index.nodes(n.Tokens), *index.nodes(n.AllTokens)]
    for tokens in named:
        meant = targets_of(tokens, index.tokens)
        if tokens.kind.target is not None and not meant:
            message = f"no `{tokens.kind.text}` token is worth {tokens.worth}"
            kinds = targets_of(replace(tokens, worth=None), index.tokens)
            worth = listed(sorted({index.tokens[target].points for target in kinds}))
            is_clear = len(kinds) == 1 or id(tokens) not in gifts
            help = f"{'leave `worth` out, or ' * is_clear}give another number: {worth}"
            yield Diagnostic(E0509, message, tokens.span, help=help)
        elif len(meant) > 1 and id(tokens) in gifts:
            worth = listed(sorted({index.tokens[target].points for target in meant}))
            message = f"there are several kinds of `{tokens.kind.text}` token, so which is meant?"
            yield Diagnostic(E0509, message, tokens.span, help=f"add `worth`: {worth}, or name the kind itself")


def check_finite_tokens(index: GameIndex) -> Iterator[Diagnostic]:
    """Nobody gains or spends more tokens than there are."""
    finite = any(token.supply is not None for token in index.tokens.values())
    counted = {id(fact.what) for fact in index.nodes(n.AtLeast)}
    for tokens in index.nodes(n.Tokens) if finite else ():
        there = supply_of(tokens, index.tokens) if id(tokens) not in counted else None
        if there is not None and tokens.number > there:
            help = f"write at most {there}, or raise the `supply` of the token"
            yield Diagnostic(E0206, only(there, tokens), tokens.span, help=help)


def supply_of(tokens: n.Tokens, known: Mapping[str, items.Token]) -> int | None:
    """Return how many of some tokens there are at all, or nothing if they never run out."""
    supplies = [known[target].supply for target in targets_of(tokens, known)]
    finite = [supply for supply in supplies if supply is not None]
    return sum(finite) if finite and len(finite) == len(supplies) else None


def only(there: int, tokens: n.Tokens) -> str:
    """Say how many tokens there are."""
    kind = tokens.kind.text
    return f"there is only 1 `{kind}` token" if there == 1 else f"there are only {there} `{kind}` tokens"


def check_single_tokens(index: GameIndex) -> Iterator[Diagnostic]:
    """Where one kind of token is given, no group of several kinds is named."""
    flow = index.flow
    given: list[object] = [flow.unpaid, *(supply.of for supply in flow.supplies)]
    given += [part for step in index.steps_of(items.ConflictStep) for part in (step.win, step.lose)]
    given += [run.unpaid for run in index.steps_of(items.Run)]
    for name in nodes(tuple(given), Name):
        kinds = [token.id for token in index.tokens.values() if token.group and token.group.target == name.target]
        if name.target is not None and name.target not in index.tokens and kinds:
            message = f"there are several kinds of `{name.text}` token, so which is meant?"
            yield Diagnostic(E0509, message, name.span, help=f"name the kind itself: {listed_kinds(kinds)}")


def listed_kinds(kinds: Sequence[str]) -> str:
    """Return some kinds of token, quoted."""
    return ", ".join(f"`{kind}`" for kind in kinds)


def check_unpaid_tokens(index: GameIndex) -> Iterator[Diagnostic]:
    """The tokens for what is not paid never run out."""
    unpaid = index.flow.unpaid
    token = index.tokens.get(unpaid.target or "") if unpaid is not None else None
    if unpaid is not None and token is not None and token.supply is not None:
        message = f"`{token.id}` tokens run out, so they cannot stand for what is not paid"
        notes = (Note("the `supply` is given here", token.span),)
        yield Diagnostic(E0509, message, unpaid.span, help="leave the `supply` out", notes=notes)
