"""Find what goes wrong if expansions are played with others that they do not speak of.

Nobody is forced to fit every other expansion, so these are warnings: the errors of such a set, each
with its names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from stele.compiler.analysis.attribution import attributed
from stele.compiler.analysis.compose import reached
from stele.compiler.analysis.sets import check_set, problems_without, sets_to_check
from stele.compiler.common.codes import W0608
from stele.compiler.common.diagnostics import Diagnostic, Note
from stele.compiler.front import items
from stele.compiler.front.source import Document


def check_clashes(
    contents: Mapping[str, items.Content],
    documents: Mapping[str, Sequence[Document]],
    asked: Sequence[str],
    checked: Mapping[str, items.Content],
) -> list[Diagnostic]:
    """Return what goes wrong between expansions that were asked for and all others.

    `checked` have met them already.
    """
    own = frozenset(id for one in asked for id in reached(contents[one], contents))
    met = {ids for ids, _ in sets_to_check(checked, asked)}
    others = [own | reached(contents[id], contents) for id in contents if id not in own]
    own_files = {document.text.path for id in asked for document in documents[id]}
    here = contents[asked[-1]].expansion.span
    found: dict[tuple[object, object], Diagnostic] = {}
    for ids in (ids for ids in (*others, frozenset(contents)) if ids not in met):
        _, problems = check_set(contents, documents, ids, "", frozenset(), None)
        names = " and ".join(f"`{id}`" for id in sorted(ids - own))
        without = partial(problems_without, contents, documents, ids, "", frozenset(), {})
        for problem in attributed(problems, contents, documents, ids, "", asked, without):
            if problem.is_error:
                is_own = problem.span.path in own_files
                span = problem.span if is_own else here
                notes = () if is_own else (Note("this is where it does not fit", problem.span),)
                message = f"with {names} in play: {problem.message}"
                warning = Diagnostic(W0608, message, span, help=problem.help, notes=(*notes, *problem.notes))
                found.setdefault((problem.code, problem.span), warning)
    return list(found.values())
