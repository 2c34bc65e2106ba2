"""Choose the sets of expansions that may be in play together, put each together and check it.

`leaders`, which requires `base` and has cards `with: [cities]`, is checked as {base, leaders} and
as {base, cities, leaders}.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from stele.compiler.analysis.attribution import attributed, unsaid
from stele.compiler.analysis.checks.index import Soundness, items_of
from stele.compiler.analysis.checks.run import run_checks
from stele.compiler.analysis.compose import compose, reached
from stele.compiler.analysis.dependencies import in_building_order
from stele.compiler.analysis.offers import settle
from stele.compiler.analysis.resolve import Resolved, resolve
from stele.compiler.common.codes import E0206
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.front import items
from stele.compiler.front.nodes import Name
from stele.compiler.front.source import Document

MOST_VARIANTS = 19
MOST_SETS = 100  # to be checked for one expansion, with all variants

SetKey = tuple[frozenset[str], str, Soundness]  # the expansions, the variant, and how much of them was read
KnownSets = dict[SetKey, tuple[list[items.Content], Resolved, list[Diagnostic]]]


def check_sets(
    contents: Mapping[str, items.Content],
    documents: Mapping[str, Sequence[Document]],
    asked: Sequence[str],
    known: KnownSets | None,
    found: list[Diagnostic],
) -> list[Resolved]:
    """Return every set that is to be checked, as it is in play.

    What makes no sense in one is added to `found`.
    """
    wrong = files_with_errors(found)
    found += check_meetings_of(contents, asked)
    resolved = []
    for ids, variant in sets_to_check(contents, asked):
        one, problems = check_set(contents, documents, ids, variant, wrong, known)
        new = unsaid(problems, found)
        without = partial(problems_without, contents, documents, ids, variant, wrong, {})
        found += unsaid(attributed(new, contents, documents, ids, variant, asked, without), found)
        resolved.append(one)
    return resolved


def files_with_errors(found: Iterable[Diagnostic]) -> frozenset[str]:
    """Return the files in which something is wrong."""
    return frozenset(diagnostic.span.path for diagnostic in found if diagnostic.is_error)


# Kinds of file from which nothing in play follows.
TALKED_ABOUT = ("rules", "rulings", "language")


def soundness_of(ids: frozenset[str], documents: Mapping[str, Sequence[Document]], wrong: Collection[str]) -> Soundness:
    """Return how much of a set can be relied on, if something is wrong in some files."""
    elsewhere = {document.text.path for id, some in documents.items() if id not in ids for document in some}
    kinds = {document.text.path: document.kind for id in ids for document in documents[id]}
    bad = {kinds.get(path, "expansion") for path in wrong if path not in elsewhere} - {*TALKED_ABOUT}
    if not bad:
        return Soundness.WHOLE
    return Soundness.FLOW if bad <= {"cards", "boards"} else Soundness.PARTS


def sets_to_check(contents: Mapping[str, items.Content], asked: Sequence[str]) -> Iterator[tuple[frozenset[str], str]]:
    """Yield sets with each of their variants: every expansion with what it requires, with what it
    may meet, and all asked for.
    """
    found: set[frozenset[str]] = set()
    for content in contents.values():
        closure = frozenset(reached(content, contents))
        found.add(closure)
        for others in list(meetings(content))[: most_meetings(contents)]:
            if all(other in contents for other in others):
                found.add(closure.union(*(reached(contents[other], contents) for other in others)))
    if asked:
        found.add(frozenset(id for one in asked for id in reached(contents[one], contents)))
    for ids in sorted(found, key=lambda ids: (len(ids), sorted(ids))):
        variants = dict.fromkeys(variant.id for id in sorted(ids) for variant in contents[id].variants)
        yield from ((ids, variant) for variant in ("", *list(variants)[:MOST_VARIANTS]))


def meetings(content: items.Content) -> dict[tuple[str, ...], tuple[Name, ...]]:
    """Return the different groups of expansions that parts of an expansion name in `with:`, each
    with the names of the first part.
    """
    found: dict[tuple[str, ...], tuple[Name, ...]] = {}
    for needs in all_needs(content):
        found.setdefault(tuple(sorted({name.text for name in needs})), needs)
    return found


def most_meetings(contents: Mapping[str, items.Content]) -> int:
    """Return how many groups in `with:` an expansion may have; each is checked in every variant."""
    variants = {variant.id for content in contents.values() for variant in content.variants}
    return MOST_SETS // (1 + min(len(variants), MOST_VARIANTS))


def check_meetings_of(contents: Mapping[str, items.Content], asked: Sequence[str]) -> Iterator[Diagnostic]:
    """An expansion has no more variants, and names no more groups in `with:`, than can be
    checked.
    """
    most = most_meetings(contents)
    for content in (contents[id] for id in asked):
        for variant in content.variants[MOST_VARIANTS : MOST_VARIANTS + 1]:
            message = f"an expansion has at most {MOST_VARIANTS} variants"
            yield Diagnostic(E0206, message, variant.span, help="remove some, or make another expansion of them")
        groups = [names for names in meetings(content).values() if names]
        if len(groups) > most:
            message = f"`with:` names {len(groups)} different groups of expansions here; at most {most} can be checked"
            help = "name fewer groups: what fits with every one of them needs no `with:`"
            yield Diagnostic(E0206, message, groups[most][0].span, help=help)


def all_needs(content: items.Content) -> list[tuple[Name, ...]]:
    """Return what parts of an expansion need to apply."""
    patches = [*content.patches, *(patch for variant in content.variants for patch in variant.patches)]
    return [item.needs for item in items_of(content)] + [patch.needs for patch in patches]


def check_set(
    contents: Mapping[str, items.Content],
    documents: Mapping[str, Sequence[Document]],
    ids: frozenset[str],
    variant: str,
    wrong: frozenset[str],
    known: KnownSets | None,
) -> tuple[Resolved, list[Diagnostic]]:
    """Return a set as it is in play and what makes no sense in it, if there are errors in the files
    `wrong` already.

    As it was known if none of its expansions has changed.
    """
    soundness = soundness_of(ids, documents, wrong)
    involved = [contents[id] for id in sorted(ids)]
    kept = known.get((ids, variant, soundness)) if known is not None else None
    if kept is not None and all(is_played_alike(a, b) for a, b in zip(kept[0], involved, strict=True)):
        return kept[1], kept[2]
    resolved, problems = in_play(contents, documents, ids, variant)
    read = soundness_of(ids, documents, wrong | files_with_errors(problems)) if problems else soundness
    problems = problems + run_checks(resolved, variant, read)
    if known is not None:
        known[ids, variant, soundness] = (involved, resolved, problems)
    return resolved, problems


def problems_without(
    contents: Mapping[str, items.Content],
    documents: Mapping[str, Sequence[Document]],
    ids: frozenset[str],
    variant: str,
    wrong: frozenset[str],
    tried: dict[tuple[int, ...], list[Diagnostic]],
    patches: tuple[items.Patch, ...],
) -> list[Diagnostic]:
    """Return what makes no sense in a set if some patches are left out; what was tried is kept."""
    key = tuple(id(patch) for patch in patches)
    if key not in tried:
        others = {name: without_patches(content, frozenset(key)) for name, content in contents.items()}
        tried[key] = check_set(others, documents, ids, variant, wrong, None)[1]
    return tried[key]


def without_patches(content: items.Content, left_out: frozenset[int]) -> items.Content:
    """Return an expansion without some of its patches: the same one if it has none of them."""

    def kept(patches: tuple[items.Patch, ...]) -> tuple[items.Patch, ...]:
        return tuple(patch for patch in patches if id(patch) not in left_out)

    patches = kept(content.patches)
    variants = tuple(replace(variant, patches=kept(variant.patches)) for variant in content.variants)
    is_whole = len(patches) == len(content.patches) and all(
        len(ours.patches) == len(theirs.patches) for ours, theirs in zip(variants, content.variants, strict=True)
    )
    return content if is_whole else replace(content, patches=patches, variants=variants)


def in_play(
    contents: Mapping[str, items.Content],
    documents: Mapping[str, Sequence[Document]],
    ids: frozenset[str],
    variant: str = "",
) -> tuple[Resolved, list[Diagnostic]]:
    """Return a set of expansions as they are when they are in play together, and what does not
    fit.
    """
    found: list[Diagnostic] = []
    ordered = in_building_order([contents[id] for id in sorted(ids)])
    resolved = resolve(compose(ordered, documents, found, variant), set(), (), found, together=True)
    settle(resolved, found)
    return resolved, found


def is_played_alike(one: items.Content, other: items.Content) -> bool:
    """Tell whether nothing has changed of an expansion but its rules and rulings."""
    ours, theirs = played_parts(one), played_parts(other)
    return (
        (one.expansion, one.expansion.span) == (other.expansion, other.expansion.span)
        and (one.unsound, one.unread) == (other.unsound, other.unread)
        and len(ours) == len(theirs)
        and all(old is new for old, new in zip(ours, theirs, strict=True))
    )


def played_parts(content: items.Content) -> list[object]:
    """Return everything of an expansion that is played."""
    parts = (*content.cards, *content.boards, *content.places, *content.patches, *content.variants)
    return [content.vocabulary, content.flow, *parts]
