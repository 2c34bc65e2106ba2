"""Find expansion folders and take them through the stages, from text to a checked game.

The order of the stages is legible in `check_folders`: load, validate, parse, resolve; then, for every set of expansions that
can be in play together: compose, resolve, check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from stele.compiler.analysis.check import check, check_meetings, check_use
from stele.compiler.analysis.check_rulings import check_rulings
from stele.compiler.analysis.compose import applies, compose, reached
from stele.compiler.analysis.lint import advice, lint
from stele.compiler.analysis.requirements import with_requirements
from stele.compiler.analysis.resolve import Resolved, in_building_order, resolve
from stele.compiler.analysis.sense import check_sense
from stele.compiler.common.codes import E0507, W0608
from stele.compiler.common.diagnostics import Diagnostic, Note, in_order
from stele.compiler.common.memo import Memo, uncollected
from stele.compiler.common.span import Span, Text
from stele.compiler.front import items
from stele.compiler.front.content_parser import parse
from stele.compiler.front.expansion_paths import find, shipped_folders
from stele.compiler.front.fields import children, scalars
from stele.compiler.front.nodes import Name
from stele.compiler.front.rulings import rulings_of
from stele.compiler.front.schema import validate
from stele.compiler.front.source import Document, Folder, Known, YamlMapping, load


@dataclass(frozen=True, slots=True)
class Checked:
    """What a run over some folders came to."""

    game: Resolved  # every expansion by itself, without the patches of others
    contents: Mapping[str, items.Content]  # as they were written, by id
    diagnostics: list[Diagnostic]
    by_expansion: Mapping[str, Sequence[Document]]
    places: Mapping[str, Path]  # the folder of each expansion

    @property
    def documents(self) -> list[Document]:
        """Return every file that was read."""
        return [document for documents in self.by_expansion.values() for document in documents]

    @property
    def texts(self) -> Mapping[str, Text]:
        """Return the text of every file that was read, by its path in messages."""
        return {document.text.path: document.text for document in self.documents}

    @property
    def has_errors(self) -> bool:
        """Tell whether anything stops the build."""
        return any(diagnostic.is_error for diagnostic in self.diagnostics)


@dataclass(slots=True)
class Memory:
    """What earlier checks of one process have worked out, so that a small change costs little.

    A file that is the same is not read again; a set in which nothing that is played has changed is not checked again.
    """

    files: Known = field(default_factory=dict)
    folders: dict[Path, tuple[object, Folder, items.Content | None, list[Diagnostic]]] = field(default_factory=dict)
    sets: dict[tuple[frozenset[str], str, bool], tuple[list[items.Content], Resolved, list[Diagnostic]]] = field(
        default_factory=dict
    )


def read_folder(
    path: Path, shown: str, memory: Memory | None, found: list[Diagnostic]
) -> tuple[Folder, items.Content | None]:
    """Return a folder's files and what they declare, from memory if nothing in it has changed."""
    stamp = (shown, stamp_of(path)) if memory is not None else None
    if memory is not None and (kept := memory.folders.get(path)) is not None and kept[0] == stamp:
        found.extend(kept[3])
        return kept[1], kept[2]
    own: list[Diagnostic] = []
    folder = load(path, shown, own, memory.files if memory is not None else None)
    content = parse(validate(folder, own), own)
    found.extend(own)
    if memory is not None:
        memory.folders[path] = (stamp, folder, content, own)
    return folder, content


@dataclass(slots=True)
class Gathered:
    """The folders of a run, with whatever they require or may meet."""

    shown: Callable[[Path], str]
    memory: Memory | None
    found: list[Diagnostic]
    contents: dict[str, items.Content] = field(default_factory=dict)
    documents: dict[str, Sequence[Document]] = field(default_factory=dict)
    places: dict[str, Path] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)  # what is there and could not be read
    loaded: set[Path] = field(default_factory=set)

    def add(self, folders: Sequence[Path]) -> None:
        """Read folders and all that they name."""
        queue = [folder.resolve() for folder in folders]
        while queue:
            path = queue.pop(0)
            if path in self.loaded:
                continue
            self.loaded.add(path)
            folder, content = read_folder(path, self.shown(path), self.memory, self.found)
            id = path.name if content is None else content.expansion.id
            self.documents.setdefault(id, folder.documents)
            if content is None:
                self.broken.add(id)
                continue
            self.contents.setdefault(id, content)
            self.places.setdefault(id, path)
            queue += self.unread([*mentioned(content), *met_in_rulings(folder)], path)

    def add_named(self, ids: Sequence[str], beside: Path) -> None:
        """Read expansions, and all that they name, by their ids."""
        self.add(self.unread(ids, beside))

    def unread(self, ids: Sequence[str], beside: Path) -> list[Path]:
        """Return the folders of expansions that have not been read."""
        return [place for id in ids if id not in self.contents and (place := find(id, beside))]

    def read(self, path: Path) -> items.Content | None:
        """Return what an expansion declares, whatever is wrong with it."""
        return read_folder(path, self.shown(path), self.memory, [])[1]


def stamp_of(path: Path) -> list[tuple[str, int, int]]:
    """Return what changes when a file below a folder does."""
    states = ((file, file.stat()) for file in sorted(path.rglob("*.y*ml")) if file.is_file())
    return [(file.as_posix(), state.st_mtime_ns, state.st_size) for file, state in states]


def shown_path(path: Path) -> str:
    """Return a path as messages show it: relative to where the user is, if it lies below."""
    here = Path.cwd().resolve()
    return path.relative_to(here).as_posix() or "." if path.is_relative_to(here) else path.as_posix()


@uncollected()
def check_folders(
    folders: Sequence[Path], shown: Callable[[Path], str] = shown_path, memory: Memory | None = None
) -> Checked:
    """Check expansion folders, together with whatever they require or may meet, in every set that may be in play."""
    found: list[Diagnostic] = []
    gathered = Gathered(shown, memory, found)
    gathered.add(folders)
    contents, documents = gathered.contents, gathered.documents
    asked = [id for id, place in gathered.places.items() if place in [folder.resolve() for folder in folders]]
    for id in asked:
        # What is used and not required is a mistake of its own; the rest is looked at as if it were required.
        contents[id] = with_requirements(contents[id], contents, documents[id], gathered.read, found)
        gathered.add_named(mentioned(contents[id]), gathered.places[id])
    offered = [folder.name for folder in shipped_folders()]
    game = resolve(list(contents.values()), gathered.broken, offered, found)
    is_sound = not any(diagnostic.is_error for diagnostic in found)
    met: list[Resolved] = []
    for ids, variant in sets(contents, asked):
        composed, problems = check_set(contents, documents, ids, variant, is_sound, memory)
        # What one set has said of a place, others say in other words only: with more players, or more names.
        said = {(problem.code, problem.span) for problem in found}
        unsaid = [problem for problem in problems if (problem.code, problem.span) not in said]
        blamed = list(blame(unsaid, contents, documents, ids, variant))
        found.extend(problem for problem in blamed if (problem.code, problem.span) not in said)
        met.append(composed)
    found.extend(check_meetings(game))
    found.extend(check_use(game, met, found))
    found.extend(lint(game, met, found))
    named = {problem.span for problem in found}
    rulings = rulings_of([document for listed in documents.values() for document in listed], game.contents)
    found.extend(problem for problem in check_rulings(rulings, game.contents) if problem.span not in named)
    return Checked(game, contents, in_order(once_per_colour(found, gathered.places, shown)), documents, gathered.places)


def once_per_colour(
    found: Sequence[Diagnostic], places: Mapping[str, Path], shown: Callable[[Path], str]
) -> Iterator[Diagnostic]:
    """Yield findings; cards of a colour without a line that score are one finding, at a colour of the same expansion."""
    folders = [f"{shown(place)}/" for place in places.values()]
    cards: dict[Span, list[Diagnostic]] = {}
    for problem in found:
        place = problem.notes[0].span if problem.code is E0507 and problem.notes else None
        is_own = place is not None and any(
            problem.span.path.startswith(f) and place.path.startswith(f) for f in folders
        )
        if place is not None and is_own and "cards" in problem.message:
            cards.setdefault(place, []).append(problem)
        else:
            yield problem
    for place, problems in cards.items():
        first = in_order(problems)[0]
        help = "add `line:` with the id of a score line"
        notes = (Note("a card of it scores here", first.span),)
        yield Diagnostic(E0507, first.message, place, help=help, notes=notes)


def check_set(
    contents: Mapping[str, items.Content],
    documents: Mapping[str, Sequence[Document]],
    ids: frozenset[str],
    variant: str,
    is_sound: bool,
    memory: Memory | None,
) -> tuple[Resolved, list[Diagnostic]]:
    """Return a set as it is in play, and what makes no sense in it; from memory if none of its expansions has changed."""
    involved = [contents[id] for id in sorted(ids)]
    kept = memory.sets.get((ids, variant, is_sound)) if memory is not None else None
    if kept is not None and all(is_played_alike(a, b) for a, b in zip(kept[0], involved, strict=True)):
        return kept[1], list(kept[2])
    composed, problems = in_play(contents, documents, ids, variant)
    is_whole = is_sound and not problems
    check(composed, is_whole, problems)
    if is_whole:
        check_sense(composed, variant, problems)
    if memory is not None:
        memory.sets[ids, variant, is_sound] = (involved, composed, list(problems))
    return composed, problems


def is_played_alike(one: items.Content, other: items.Content) -> bool:
    """Tell whether nothing has changed of an expansion but its rules and rulings."""
    listed = [
        (
            content.vocabulary,
            content.flow,
            *content.cards,
            *content.boards,
            *content.places,
            *content.patches,
            *content.variants,
        )
        for content in (one, other)
    ]
    return (
        (one.expansion, one.expansion.span) == (other.expansion, other.expansion.span)
        and (one.unsound, one.unread) == (other.unsound, other.unread)
        and len(listed[0]) == len(listed[1])
        and all(old is new for old, new in zip(*listed, strict=True))
    )


def unaccounted(checked: Checked, folders: Sequence[Path]) -> list[Diagnostic]:
    """Return what is not accounted for in the folders that were asked for; nothing if there are errors."""
    asked = {folder.resolve() for folder in folders}
    contents = [content for content in checked.game.contents if checked.places.get(content.expansion.id) in asked]
    covered = {cover.text for r in rulings_of(checked.documents, checked.game.contents) for cover in r.covers}
    sourced = {
        id
        for id, documents in checked.by_expansion.items()
        if any(d.kind == "expansion" and isinstance(d.root, YamlMapping) and d.root.get("sources") for d in documents)
    }
    return [] if checked.has_errors else list(advice(contents, covered, sourced))


@uncollected()
def clashes(checked: Checked, folders: Sequence[Path], shown: Callable[[Path], str] = shown_path) -> list[Diagnostic]:
    """Return what goes wrong if the folders that were asked for are played with shipped expansions they do not speak of.

    Nobody is forced to fit them, so these are warnings; nothing if there are errors, or if a folder is shipped itself.
    """
    shipped = shipped_folders()
    asked = [id for id, place in checked.places.items() if place in {folder.resolve() for folder in folders}]
    if checked.has_errors or not asked or any(checked.places[id] in shipped for id in asked):
        return []
    contents, documents = dict(checked.contents), dict(checked.by_expansion)
    for path in shipped:
        if path not in checked.places.values():
            folder = load(path, shown(path), [], is_played_only=True)
            content = parse(validate(folder, []), [])
            if content is not None and content.expansion.id not in contents:
                contents[content.expansion.id], documents[content.expansion.id] = content, folder.documents
    own = frozenset(id for one in asked for id in reached(contents[one], contents))
    met = {ids for ids, _ in sets(checked.contents, asked)}
    others = [own | reached(contents[id], contents) for id in contents if id not in own]
    own_files = {document.text.path for id in asked for document in documents[id]}
    found: dict[tuple[object, object], Diagnostic] = {}
    for ids in [*others, frozenset(contents)]:
        if ids in met:
            continue
        _, problems = check_set(contents, documents, ids, "", True, None)
        names = " and ".join(f"`{id}`" for id in sorted(ids - own))
        for problem in blame(problems, contents, documents, ids, ""):
            if not problem.is_error:
                continue
            is_own = problem.span.path in own_files
            span = problem.span if is_own else contents[asked[-1]].expansion.span
            notes = problem.notes if is_own else (Note("this is where it does not fit", problem.span), *problem.notes)
            said = Diagnostic(W0608, f"with {names} in play: {problem.message}", span, help=problem.help, notes=notes)
            found.setdefault((problem.code, problem.span), said)
    return list(found.values())


def blame(
    problems: Sequence[Diagnostic],
    contents: Mapping[str, items.Content],
    documents: Mapping[str, Sequence[Document]],
    ids: frozenset[str],
    variant: str,
) -> Iterator[Diagnostic]:
    """Yield problems of a set; those that patches cause in files of others stand at the patch, each kind of them once."""
    patches = active_patches(contents, ids, variant)
    owner = {document.text.path: id for id in ids for document in documents[id]}
    seen: set[tuple[object, object]] = set()
    for problem in problems:
        changes = [patch for patch in patches if patch.path[0] == owner.get(problem.span.path)]
        if not changes or any(patch.span.path == problem.span.path for patch in changes):
            yield problem
            continue
        # The last patch is the newest one; the others are named too.
        place, *others = [patch.span for patch in reversed(changes)]
        if (problem.code, place) not in seen:
            seen.add((problem.code, place))
            notes = [Note("this is where it does not fit", problem.span)]
            notes += [Note("this is changed too", span) for span in others[:3]]
            yield replace(problem, span=place, notes=(*notes, *problem.notes))


def active_patches(contents: Mapping[str, items.Content], ids: frozenset[str], variant: str) -> list[items.Patch]:
    """Return the patches that apply in a set."""
    ordered = in_building_order([contents[id] for id in sorted(ids)])
    listed = [patch for content in ordered for patch in content.patches]
    chosen = [one for content in ordered for one in content.variants if one.id == variant]
    return [p for p in (*listed, *(patch for one in chosen for patch in one.patches)) if applies(p, set(ids))]


def in_play(
    contents: Mapping[str, items.Content],
    documents: Mapping[str, Sequence[Document]],
    ids: frozenset[str],
    variant: str = "",
) -> tuple[Resolved, list[Diagnostic]]:
    """Return a set of expansions as they are when they are in play together, and what does not fit."""
    found: list[Diagnostic] = []
    ordered = in_building_order([contents[id] for id in sorted(ids)])
    return resolve(compose(ordered, documents, found, variant), set(), (), found, together=True), found


def sets(contents: Mapping[str, items.Content], asked: Sequence[str]) -> Iterator[tuple[frozenset[str], str]]:
    """Yield every set of expansions that is to be checked, with its variants: each with what it requires, with what it may meet, all."""
    seen: set[frozenset[str]] = set()
    for id in [*asked, *contents]:
        closure = frozenset(reached(contents[id], contents))
        meets = dict.fromkeys(tuple(sorted(name.text for name in needs)) for needs in all_needs(contents[id]))
        for others in meets:
            if all(other in contents for other in others):
                seen |= {closure | {id for other in others for id in reached(contents[other], contents)}}
        seen |= {closure}
    if asked:
        seen |= {frozenset(id for one in asked for id in reached(contents[one], contents))}
    for ids in sorted(seen, key=lambda ids: (len(ids), sorted(ids))):
        variants = dict.fromkeys(variant.id for id in sorted(ids) for variant in contents[id].variants)
        yield from ((ids, variant) for variant in ("", *variants))


def all_needs(content: items.Content) -> list[tuple[Name, ...]]:
    """Return what parts of an expansion need to apply."""
    patches = [*content.patches, *(patch for variant in content.variants for patch in variant.patches)]
    needs = [card.needs for card in content.cards] + [board.needs for board in content.boards]
    needs += [place.needs for place in content.places]
    return needs + [patch.needs for patch in patches]


met_before: Memo[tuple[str, ...]] = Memo()


def met_in_rulings(folder: Folder) -> tuple[str, ...]:
    """Return the ids of the expansions that rulings of a folder are also about."""
    kept = met_before.get(folder)
    if kept is not None:
        return kept
    found = []
    for document in folder.documents:
        listed = (
            document.root.get("rulings")
            if document.kind == "rulings" and isinstance(document.root, YamlMapping)
            else None
        )
        found += [name.text for ruling in children(listed) for name in scalars(ruling.get("with"))]
    met_before.keep(folder, tuple(dict.fromkeys(found)))
    return tuple(dict.fromkeys(found))


def mentioned(content: items.Content) -> list[str]:
    """Return the ids of the expansions that a content requires or may meet."""
    named = [name.text for name, _ in content.expansion.requires]
    named += [name.text for needs in all_needs(content) for name in needs]
    return list(dict.fromkeys(named))
