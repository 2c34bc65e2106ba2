"""Attribute findings of a set to what causes them, and say each thing once.

A patch that makes another expansion's flow unplayable earns the finding, at the patch; what one set
has said of a place, other sets say in other words only: with more players, or more names.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from stele.compiler.analysis.compose import applies, reached
from stele.compiler.analysis.dependencies import in_building_order
from stele.compiler.common.codes import E0402, E0405, E0507
from stele.compiler.common.diagnostics import Diagnostic, Note, in_order
from stele.compiler.common.span import Span, Text
from stele.compiler.front import items
from stele.compiler.front.source import Document

MOST_TRIED = 24  # patches of one set that are left out in turn, to find who causes a problem

LeftWithout = Callable[[tuple[items.Patch, ...]], Sequence[Diagnostic]]
ProblemKey = tuple[str, Span, str]


def unsaid(problems: Iterable[Diagnostic], found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the problems of which nothing was found yet at the same place."""
    said = {(problem.code, problem.span) for problem in found}
    return [problem for problem in problems if (problem.code, problem.span) not in said]


def at_new_places(problems: Iterable[Diagnostic], found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the problems at places where nothing at all was found yet."""
    places = {problem.span for problem in found}
    return [problem for problem in problems if problem.span not in places]


def without_echoes_of_words(found: Iterable[Diagnostic], texts: Mapping[str, Text]) -> list[Diagnostic]:
    """Return findings without those of sentences that name what is called by a word of the
    language.

    That it cannot be called so is said where it is declared.
    """
    listed = list(found)
    told = [
        problem.message for problem in listed if problem.code is E0405 and "word of the language" in problem.message
    ]
    words = [message.split("`")[1] for message in told]
    named = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, words))})(?![\w-])")

    def is_echo(problem: Diagnostic) -> bool:
        text, span = texts.get(problem.span.path), problem.sentence
        if text is None or span is None:
            return False
        sentence = text.content[text.offset(span.line, span.column) : text.offset(span.end_line, span.end_column)]
        return named.search(sentence) is not None

    return [problem for problem in listed if not is_echo(problem)] if words else listed


def attributed(
    problems: Sequence[Diagnostic],
    contents: Mapping[str, items.Content],
    documents: Mapping[str, Sequence[Document]],
    ids: frozenset[str],
    variant: str,
    asked: Sequence[str],
    left_without: LeftWithout,
) -> Iterator[Diagnostic]:
    """Yield problems of a set.

    Those that patches cause in files of others stand at the patch, each kind of them once;
    `left_without` tells what problems there are without some patches. What is `asked` for is not
    the fault of others that it may meet.
    """
    patches = active_patches(contents, ids, variant) if problems else []
    owner = {document.text.path: id for id in ids for document in documents[id]} if problems else {}
    near = {id for one in asked for id in reached(contents[one], contents)} if patches else set()
    newest = [content.expansion.id for content in reversed(in_building_order([contents[id] for id in sorted(near)]))]
    known = frozenset(key_of(problem) for problem in problems)
    seen: set[tuple[object, object]] = set()
    for problem in problems:
        guilty: Sequence[items.Patch] = ()
        for id in able_to_cause(problem, newest, owner, contents):
            own = [patch for patch in patches if owner[patch.span.path] == id and patch.span.path != problem.span.path]
            guilty = guilty or culprits(problem, own, left_without, known, is_trusted=id not in asked)
        if not guilty:
            yield problem
            continue
        # The last patch is the newest one; the others are named too.
        place, *others = [patch.span for patch in reversed(guilty)]
        if (problem.code, place) not in seen:
            seen.add((problem.code, place))
            notes = [Note("this is where it does not fit", problem.span)]
            notes += [Note("this is changed too", span) for span in others[:3]]
            # What could be written there instead is of no use here.
            help = "change what names it too" if problem.code is E0402 else problem.help
            yield replace(problem, span=place, help=help, notes=(*notes, *problem.notes))


def able_to_cause(
    problem: Diagnostic, newest: Sequence[str], owner: Mapping[str, str], contents: Mapping[str, items.Content]
) -> list[str]:
    """Return the expansions whose patches may have caused a problem: not what the one with the
    problem builds on.
    """
    own = owner.get(problem.span.path)
    below = reached(contents[own], contents) - {own} if own is not None else set(newest)
    return [id for id in newest if id not in below]


def culprits(
    problem: Diagnostic,
    patches: Sequence[items.Patch],
    left_without: LeftWithout,
    known: frozenset[ProblemKey],
    is_trusted: bool,
) -> Sequence[items.Patch]:
    """Return the patches of an expansion without which there would be no such problem; if it takes
    several, the first with which there is one.

    Without the patches of one that is trusted there must be no other problem than those that are
    known: they may hide it.
    """
    key = key_of(problem)

    def is_gone_without(some: Sequence[items.Patch], is_sound: bool) -> bool:
        left = {key_of(one) for one in left_without(tuple(some))}
        return key not in left and (left <= known or not is_sound)

    if not patches or not is_gone_without(patches, is_trusted):
        return ()
    for is_sound in (True, False) if len(patches) <= MOST_TRIED else ():
        alone = [patch for patch in patches if is_gone_without([patch], is_sound)]
        if alone:
            return alone
    newer = bisect_left(range(len(patches)), True, key=lambda first: is_gone_without(patches[-1 - first :], False))
    return [patches[-1 - newer]]


def key_of(problem: Diagnostic) -> ProblemKey:
    """Return what makes a problem the same one in another set."""
    return problem.code.id, problem.span, problem.message


def active_patches(contents: Mapping[str, items.Content], ids: frozenset[str], variant: str) -> list[items.Patch]:
    """Return the patches that apply in a set."""
    ordered = in_building_order([contents[id] for id in sorted(ids)])
    patches = [patch for content in ordered for patch in content.patches]
    chosen = [one for content in ordered for one in content.variants if one.id == variant]
    patches += [patch for one in chosen for patch in one.patches]
    return [patch for patch in patches if applies(patch, set(ids))]


def once_per_colour(found: Iterable[Diagnostic], folders: Iterable[str]) -> Iterator[Diagnostic]:
    """Yield findings.

    Cards of a colour without a line that score are one finding, at a colour of the same expansion.
    """
    cards: dict[Span, list[Diagnostic]] = {}
    roots = [f"{folder}/" for folder in folders]
    for problem in found:
        place = colour_of(problem)
        paths = (problem.span.path, place.path) if place is not None else ()
        if place is not None and any(all(path.startswith(root) for path in paths) for root in roots):
            cards.setdefault(place, []).append(problem)
        else:
            yield problem
    for place, problems in cards.items():
        first = in_order(problems)[0]
        help = "add `line:` with the id of a score line"
        notes = (Note("a card of it scores here", first.span),)
        yield Diagnostic(E0507, first.message, place, help=help, notes=notes)


def colour_of(problem: Diagnostic) -> Span | None:
    """Return where the colour without a line is declared that a finding is about, or nothing if it
    is about none.
    """
    return problem.notes[0].span if problem.code is E0507 and problem.notes and "cards" in problem.message else None
