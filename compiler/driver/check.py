"""Check expansion folders: the order of passes and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stele.compiler.analysis.accounting import check_accounts
from stele.compiler.analysis.attribution import at_new_places, once_per_colour, without_echoes_of_words
from stele.compiler.analysis.check_rulings import check_rulings
from stele.compiler.analysis.checks.usage import check_meetings, check_use
from stele.compiler.analysis.clashes import check_clashes
from stele.compiler.analysis.lint import lint
from stele.compiler.analysis.offers import settle
from stele.compiler.analysis.resolve import Resolved, resolve
from stele.compiler.analysis.sets import check_sets, in_play, sets_to_check
from stele.compiler.common.codes import W0611
from stele.compiler.common.diagnostics import Diagnostic, in_order
from stele.compiler.common.lexicon import PRESENT_EDITION
from stele.compiler.common.memo import uncollected
from stele.compiler.common.span import Text
from stele.compiler.driver.known import EarlierRuns, played_key, restore_parser
from stele.compiler.driver.workspace import Memory, Workspace, ids_in, shown_path, with_shipped
from stele.compiler.front import items
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.rulings import rulings_of
from stele.compiler.front.source import Document
from stele.compiler.front.wording import in_other_words


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
    def digests(self) -> Mapping[Path, str]:
        """Return the hash of the bytes of every file that was read, by its place."""
        found = {}
        for id, place in self.places.items():
            shown = self.contents[id].expansion.span.path.rpartition("/")[0]
            for document in self.by_expansion[id]:
                found[place / document.text.path.removeprefix(f"{shown}/")] = document.digest
        return found

    @property
    def has_errors(self) -> bool:
        """Tell whether anything stops the build."""
        return any(diagnostic.is_error for diagnostic in self.diagnostics)

    def ids_in(self, folders: Sequence[Path]) -> list[str]:
        """Return the expansions that lie in some folders."""
        return ids_in(folders, self.places)


@uncollected()
def check_folders(
    folders: Sequence[Path],
    shown: Callable[[Path], str] = shown_path,
    memory: Memory | None = None,
    earlier: EarlierRuns | None = None,
) -> Checked:
    """Check expansion folders, together with whatever they require or may meet, in every set that
    may be in play.

    Sets about which `earlier` runs have found nothing to say are not checked again.
    """
    restore_parser()
    found: list[Diagnostic] = []
    workspace = Workspace(shown, memory, found)
    contents, documents, places = workspace.contents, workspace.documents, workspace.places
    # Load, validate and parse the folders and all that they name.
    workspace.add(folders)
    asked = workspace.ids_in(folders)
    # Report what they use and do not require, and go on as if they required it.
    workspace.add_requirements(asked)
    # Resolve the names of each expansion by itself.
    game = resolve(list(contents.values()), workspace.broken, [folder.name for folder in shipped_folders()], found)
    # Offer only sentences that are right where they stand.
    settle(game, found)
    # Say of what is called by a word of the language that it cannot be, and no more.
    texts = {document.text.path: document.text for some in documents.values() for document in some}
    found[:] = without_echoes_of_words(found, texts)
    key = "" if earlier is None else played_key(asked, places, documents)
    is_known = earlier is not None and earlier.know("sets", key)
    sets: list[Resolved] = []
    if not is_known:
        # Compose, resolve and check every set of expansions that may be in play together.
        sets = check_sets(contents, documents, asked, memory.sets if memory is not None else None, found)
        # Look for parts that no set can check, and for words that no set uses.
        found += check_meetings(game)
        found += check_use(game, sets, found)
        # Doubt what can be played but was hardly meant.
        found += lint(game, sets, found)
        if earlier is not None:
            earlier.note("sets", key, found)
    # Check the names and scenes of rulings, where nothing was said before.
    rulings = rulings_of([document for some in documents.values() for document in some], game.contents)
    problems = list(check_rulings(rulings, game.contents, patched_in(sets)))
    if is_known and problems:
        # What patches add can be named too, so only problems need the sets.
        sets = [in_play(contents, documents, ids, variant)[0] for ids, variant in sets_to_check(contents, asked)]
        problems = list(check_rulings(rulings, game.contents, patched_in(sets)))
    found += at_new_places(problems, found)
    # Say what cards have in common once, and put all findings in order.
    found = in_order(once_per_colour(found, [shown(place) for place in places.values()]))
    return Checked(game, contents, found, documents, places)


def patched_in(sets: Sequence[Resolved]) -> list[items.Content]:
    """Return expansions as others change them."""
    return list({id(one): one for set in sets for one in set.contents if one.is_patched}.values())


@uncollected()
def clashes(
    checked: Checked,
    folders: Sequence[Path],
    shown: Callable[[Path], str] = shown_path,
    earlier: EarlierRuns | None = None,
) -> list[Diagnostic]:
    """Return what goes wrong if folders are played with shipped expansions they do not speak of.

    Nothing if there are errors, or if a folder is shipped itself.
    """
    asked = checked.ids_in(folders)
    if checked.has_errors or not asked or any(checked.places[id] in shipped_folders() for id in asked):
        return []
    key = "" if earlier is None else played_key(asked, checked.places, checked.by_expansion, is_met=True)
    if earlier is not None and earlier.know("clashes", key):
        return []
    # Load, validate and parse what is shipped and was not met.
    contents, documents = with_shipped(checked.contents, checked.by_expansion, checked.places.values(), shown)
    # Check the sets that `check_folders` did not.
    found = check_clashes(contents, documents, asked, checked.contents)
    if earlier is not None:
        earlier.note("clashes", key, found)
    return found


def unaccounted(checked: Checked, folders: Sequence[Path]) -> list[Diagnostic]:
    """Return what is not accounted for in folders, and what is said in other words than those of
    the language; nothing if there are errors.
    """
    if checked.has_errors:
        return []
    worded = in_other_words(doc for id in checked.ids_in(folders) for doc in checked.by_expansion[id])
    # Look for rules without rulings and for facts without sources.
    return [*worded, *check_accounts(checked.game.contents, checked.ids_in(folders), checked.by_expansion)]


def outdated(checked: Checked, folders: Sequence[Path]) -> list[Diagnostic]:
    """Return for each folder that is written in an earlier edition of the language that it is;
    nothing if there are errors, which come first.
    """
    if checked.has_errors:
        return []
    here = [checked.contents[id].expansion for id in checked.ids_in(folders)]
    return [told_edition(one) for one in here if one.edition != PRESENT_EDITION]


def told_edition(expansion: items.Expansion) -> Diagnostic:
    """Return what is to be told of a folder in an earlier edition."""
    place = expansion.span.path.rpartition("/")[0]
    message = f"this folder is written in edition {expansion.edition} of the clause language"
    command = f"`stele fix --upgrade {place}` writes it in edition {PRESENT_EDITION}, with the same meaning"
    return Diagnostic(W0611, message, expansion.span, help=command)
