"""Check that a set says how it is played: one flow, complete, with boards and variants that
somebody can play.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.checks.index import GameIndex
from stele.compiler.analysis.compose import reached
from stele.compiler.analysis.declarations import declarations
from stele.compiler.common.codes import E0404, E0509
from stele.compiler.common.diagnostics import Diagnostic, Note, did_you_mean
from stele.compiler.common.words import listed
from stele.compiler.front import items

COMPLETE_IT = "add it, or require what says so"


def check_one_flow(index: GameIndex) -> Iterator[Diagnostic]:
    """Exactly one expansion of a set says how a game runs."""
    founders = [content for content in index.contents if content.flow is not None]
    known = {content.expansion.id for content in index.contents}
    is_complete = all(name.text in known for content in index.contents for name, _ in content.expansion.requires)
    for own in index.own:
        if not founders and is_complete:
            help = "require an expansion with a `flow.yaml`, such as the one it adds to"
            message = "nothing says how a game with this expansion runs"
            yield Diagnostic(E0509, message, own.expansion.span, help=help)
        if own.flow is not None and founders[0].expansion.id != own.expansion.id:
            first = founders[0].expansion.id
            for key in keys_of_founder(own.flow):
                help = f"change it with a patch of `{first}.{key}`, or use a slot such as `start-of-age`"
                yield Diagnostic(E0509, f"`{first}` says already what `{key}` is", own.flow.span, help=help)


def keys_of_founder(flow: items.Flow) -> Iterator[str]:
    """Yield the keys of a flow that only one expansion of a set may have."""
    for is_there, key in (
        (flow.players is not None, "players"),
        (flow.ages is not None, "ages"),
        (flow.coins is not None, "start"),
        (bool(flow.age), "age"),
        (bool(flow.tie), "tie"),
        (flow.unpaid is not None, "losses"),
    ):
        if is_there:
            yield key


def check_complete(index: GameIndex) -> Iterator[Diagnostic]:
    """An expansion that says how a game runs leaves nothing open."""
    founder = next((content for content in index.contents if content.flow is not None), None)
    own = next((one for one in index.own if founder is not None and one.expansion.id == founder.expansion.id), None)
    if own is None or index.merged_flow is None or not index.is_sound:
        return
    flow, vocabularies = index.flow, [content.vocabulary for content in index.contents]
    for is_there, what in (
        (flow.players is not None, "how many `players` there are"),
        (flow.ages is not None, "how many `ages` there are"),
        (flow.coins is not None, "what a seat has at the `start`"),
        (bool(flow.actions), "what `actions` there are"),
        (any(vocabulary.lines for vocabulary in vocabularies), "what the score sheet looks like: `lines`"),
        (any(vocabulary.colours for vocabulary in vocabularies), "what `colours` cards have"),
        (any(content.boards for content in index.contents), "what boards there are"),
    ):
        if not is_there:
            yield Diagnostic(E0509, f"nothing says {what}", flow.span, help=COMPLETE_IT)
    if flow.players and flow.players[1] > len(own.boards) > 0:
        message = f"there are {len(own.boards)} boards, too few for {flow.players[1]} players"
        yield Diagnostic(E0509, message, flow.span, help="add boards, or lower `most`")


def check_play_step(index: GameIndex) -> Iterator[Diagnostic]:
    """Cards are played in some step of an age."""
    if index.is_sound and index.merged_flow is not None and not index.age_steps_of(items.PlayStep):
        message = "nothing says when cards are played: a `play` step in `age`"
        yield Diagnostic(E0509, message, index.flow.span, help=COMPLETE_IT)


def check_name_clashes(index: GameIndex) -> Iterator[Diagnostic]:
    """Expansions that meet, and do not build on each other, give different names to different
    things.
    """
    known = {content.expansion.id: content for content in index.contents}
    for own in index.own:
        related = reached(own, known)
        strangers = [other for other in index.contents if other.expansion.id not in related]
        taken = {
            (role, word): (other, span)
            for other in strangers
            if own.expansion.id not in reached(other, known)
            for role, word, _, span, _ in declarations(other)
        }
        for role, word, _, span, _ in declarations(own) if taken else ():
            if (role, word) in taken:
                other, there = taken[role, word]
                what = f"the {role.value} `{word}`"
                message = f"{what} is also declared by `{other.expansion.id}`, which may be in play too"
                notes = (Note("it is declared here too", there),)
                yield Diagnostic(E0404, message, span, help="choose another id", notes=notes)


def check_patched_names(index: GameIndex) -> Iterator[Diagnostic]:
    """What a patch brings has a name of its own, whatever expansion it is brought into."""
    for content in index.in_play:
        folder = f"{content.expansion.span.path.rpartition('/')[0]}/"
        brought = [one for one in declarations(content) if not one[3].path.startswith(folder)]
        others = [other for other in index.in_play if other is not content] if brought else []
        taken = {(role, word): (other, span) for other in others for role, word, _, span, _ in declarations(other)}
        for role, word, _, span, _ in brought:
            if (role, word) in taken:
                other, there = taken[role, word]
                message = f"the {role.value} `{word}` is also declared by `{other.expansion.id}`"
                notes = (Note("it is declared here too", there),)
                yield Diagnostic(E0404, message, span, help="choose another id", notes=notes)


def check_variant(index: GameIndex) -> Iterator[Diagnostic]:
    """A variant has a name of its own and can be played by somebody."""
    for one in index.variants[1:]:
        notes = (Note("it is declared here too", index.variants[0].span),)
        message = f"the variant `{one.id}` is declared twice"
        yield Diagnostic(E0404, message, one.span, help="choose another id", notes=notes)
    for one in index.variants[:1]:
        if one.guest is not None:
            plays = [step.id for step in index.age_steps_of(items.PlayStep)]
            if one.guest.plays not in plays:
                message = f"no step of an age in which cards are played is called `{one.guest.plays}`"
                yield Diagnostic(E0509, message, one.guest.span, help=did_you_mean(one.guest.plays, plays))
        (least, most), guests = index.players, 0 if one.guest is None else 1
        if not any(least <= number + guests <= most for number in one.players):
            numbers = listed(list(one.players))
            message = f"with {numbers} players nobody can play this: the game is for {least} to {most}"
            yield Diagnostic(E0509, message, one.span, help="change `players`, here or by a patch of the variant")
