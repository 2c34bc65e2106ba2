"""Attribute findings of a set to what causes them, and say each thing once.

A patch that makes another expansion's flow unplayable earns the finding, at the patch; what one set
has said of a place, other sets say in other words only: with more players, or more names.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from stele.compiler.analysis.compose import applies
from stele.compiler.analysis.dependencies import in_building_order
from stele.compiler.common.codes import E0405, E0507
from stele.compiler.common.diagnostics import Diagnostic, Note, in_order
from stele.compiler.common.span import Span, Text
from stele.compiler.front import items
from stele.compiler.front.source import Document

MOST_TRIED = 24  # patches of one set that are left out in turn, to find who causes a problem


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
    words = [problem.message.split("`")[1] for problem in listed if problem.code is E0405]
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
    left_without: Callable[[items.Patch], Sequence[Diagnostic]] | None = None,
) -> Iterator[Diagnostic]:
    """Yield problems of a set.

    Those that patches cause in files of others stand at the patch, each kind of them once;
    `left_without` tells what problems there are without a patch.
    """
    patches = active_patches(contents, ids, variant) if problems else []
    owner = {document.text.path: id for id in ids for document in documents[id]} if problems else {}
    seen: set[tuple[object, object]] = set()
    for problem in problems:
        changes = [patch for patch in patches if patch.path[0] == owner.get(problem.span.path)]
        if not changes or any(patch.span.path == problem.span.path for patch in changes):
            yield problem
            continue
        guilty = culprits(problem, changes, left_without) if left_without is not None else changes
        # The last patch is the newest one; the others are named too.
        place, *others = [patch.span for patch in reversed(guilty)]
        if (problem.code, place) not in seen:
            seen.add((problem.code, place))
            notes = [Note("this is where it does not fit", problem.span)]
            notes += [Note("this is changed too", span) for span in others[:3]]
            yield replace(problem, span=place, notes=(*notes, *problem.notes))


def culprits(
    problem: Diagnostic, changes: Sequence[items.Patch], left_without: Callable[[items.Patch], Sequence[Diagnostic]]
) -> Sequence[items.Patch]:
    """Return the patches without which there would be no such problem; all if that is not known."""
    if not 1 < len(changes) <= MOST_TRIED:
        return changes
    key = (problem.code, problem.span, problem.message)
    guilty = [
        patch for patch in changes if key not in {(one.code, one.span, one.message) for one in left_without(patch)}
    ]
    return guilty or changes


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
