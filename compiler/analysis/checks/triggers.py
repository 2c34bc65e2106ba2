"""Check triggers for cycles.

What happens each time something is gained does not bring that about again without end.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.checks.index import GameIndex
from stele.compiler.analysis.checks.tokens import targets_of
from stele.compiler.common.codes import E0511
from stele.compiler.common.diagnostics import Diagnostic, Note
from stele.compiler.front import nodes as n

Edges = dict[str, list[tuple[str, n.Clause]]]  # from what is gained to what is gained then, with the clause


def check_trigger_cycles(index: GameIndex) -> Iterator[Diagnostic]:
    """No trigger leads back to itself."""
    edges = trigger_edges(index)
    for cause in edges:
        path = path_back(cause, cause, edges, set())
        if path and cause == min((kind for kind, _ in path), default=cause):
            notes = tuple(Note("which brings this about", clause.span) for _, clause in path[1:])
            message = "this brings itself about again and again, without end"
            help = "add a limit, such as `once per turn`"
            yield Diagnostic(E0511, message, path[0][1].span, help=help, notes=notes)


def trigger_edges(index: GameIndex) -> Edges:
    """Return which gain leads to which other, by clauses without a limit."""
    edges: Edges = {}
    for clause in index.nodes(n.Clause):
        sentence = clause.sentence
        if not isinstance(clause.moment, n.When) or clause.limit is not None or not isinstance(sentence, n.Gain):
            continue
        event = clause.moment.event
        gained = targets_of(sentence.gift, index.tokens) if isinstance(sentence.gift, n.Tokens) else ["coins"]
        causes = ["coins"] if isinstance(event, n.GainsCoins) else []
        causes += targets_of(event.token, index.tokens) if isinstance(event, n.GainsToken) else []
        for cause in causes:
            # What coins bring does not bring coins again.
            edges.setdefault(cause, []).extend((kind, clause) for kind in gained if (cause, kind) != ("coins", "coins"))
    return edges


def path_back(start: str, here: str, edges: Edges, seen: set[str]) -> list[tuple[str, n.Clause]]:
    """Return the steps from one kind of gain to another and so on to the first, or nothing."""
    for kind, clause in edges.get(here, ()):
        if kind == start:
            return [(kind, clause)]
        if kind not in seen:
            seen.add(kind)
            if path := path_back(start, kind, edges, seen):
                return [(kind, clause), *path]
    return []
