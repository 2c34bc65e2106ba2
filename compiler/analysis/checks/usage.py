"""Check that what is declared is used: words in some set, actions and riders in some step, parts
for others at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stele.compiler.analysis.checks.index import GameIndex, items_of
from stele.compiler.analysis.resolve import Resolved
from stele.compiler.common.codes import W0601, W0602
from stele.compiler.common.diagnostics import Diagnostic, did_you_mean
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.nodes import Name, Role
from stele.compiler.front.walk import nodes


def check_actions_used(index: GameIndex) -> Iterator[Diagnostic]:
    """Every action stands in some step, and so does what a rider goes with."""
    used = {name.target for play in index.steps_of(items.PlayStep) for name in play.actions}
    used |= {oblige.action.target for oblige in index.nodes(n.Oblige)}
    used |= {right.deed.action.target for right in index.nodes(n.Right) if isinstance(right.deed, n.UseOf)}
    for own in (own for own in index.own if own.flow is not None):
        for action in own.flow.actions if own.flow is not None else ():
            if f"{own.expansion.id}.{action.id}" not in used:
                help = "name it in a `play` step, or add it to one with a patch"
                yield Diagnostic(W0601, f"the action `{action.id}` is never used", action.span, help=help)
        for rider in own.flow.riders if own.flow is not None else ():
            if rider.on.target is not None and rider.on.target not in used:
                help = "name that action in a `play` step"
                yield Diagnostic(W0601, f"the rider `{rider.id}` is never used", rider.on.span, help=help)


def check_meetings(resolved: Resolved) -> Iterator[Diagnostic]:
    """Parts for other expansions can be checked only if those are there."""
    for content in resolved.contents:
        for item in items_of(content):
            for name in item.needs:
                if name.target is None:
                    message = f"`{item.id}` was not checked, since there is no expansion `{name.text}`"
                    near = did_you_mean(name.text, [folder.name for folder in shipped_folders()])
                    help = near or "put its folder beside this one, or remove the name"
                    yield Diagnostic(W0602, message, name.span, help=help)


def check_use(resolved: Resolved, sets: Sequence[Resolved], found: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """What is declared is used somewhere, in some set, unless mistakes elsewhere hide the use."""
    if any(diagnostic.is_error for diagnostic in found):
        return
    used = used_names(resolved, sets)
    for content in resolved.contents:
        for role, item in declared_words(content.vocabulary):
            targets = [f"{content.expansion.id}.{item.id}"]
            # Who uses the group of a token uses the token.
            targets += [item.group.target or ""] if isinstance(item, items.Token) and item.group else []
            if not any((role, target) in used for target in targets):
                message = f"the {role.value} `{item.id}` is never used"
                yield Diagnostic(W0601, message, item.span, help="use it, or remove it")


def used_names(resolved: Resolved, sets: Sequence[Resolved]) -> set[tuple[Role, str | None]]:
    """Return what is named anywhere, by role and target: in expansions by themselves, and after
    patches of others.
    """
    contents = {id(content): content for one in (resolved, *sets) for content in one.contents}
    parts = [
        part
        for c in contents.values()
        for part in (*c.cards, *c.boards, *c.places, c.vocabulary, c.flow)
        if part is not None
    ]
    distinct = {id(part): part for part in parts}  # most sets share most of what they are made of
    return {(name.role, name.target) for part in distinct.values() for name in nodes(part, Name)}


def declared_words(
    words: items.Vocabulary,
) -> Iterator[
    tuple[
        Role,
        items.Resource
        | items.Group
        | items.Colour
        | items.Symbol
        | items.Token
        | items.Noun
        | items.ZoneItem
        | items.Track
        | items.Marker
        | items.Deck,
    ]
]:
    """Yield what a vocabulary declares and somebody should use, with its role."""
    yield from ((Role.RESOURCE, item) for item in words.resources)
    yield from ((Role.GROUP, item) for item in words.groups)
    yield from ((Role.COLOUR, item) for item in words.colours)
    yield from ((Role.SYMBOL, item) for item in words.symbols)
    yield from ((Role.TOKEN, item) for item in words.tokens)
    yield from ((Role.NOUN, item) for item in words.nouns)
    yield from ((Role.ZONE, item) for item in words.zones)
    yield from ((Role.TRACK, item) for item in words.tracks)
    yield from ((Role.MARKER, item) for item in words.markers)
    yield from ((Role.DECK, item) for item in words.decks)
