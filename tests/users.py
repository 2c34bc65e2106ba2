"""List who uses what: each rule of the grammar, each operation of the core that emitted code may
call, each kind of component; `tests/golden/users.txt` is read in review.

What only the expansions of the tests use is there for authors; what nobody uses has to be reached
by the sentences that the grammar makes, or goes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass
from typing import Any

from lark import Tree

from stele.compiler.codegen.emit import emit
from stele.compiler.codegen.primitives import PRIMITIVES
from stele.compiler.driver.build import program_of
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_grammar import lark_parser
from stele.compiler.front.expansion_paths import folders_of
from stele.compiler.front.unparse import clause_text, cost_text
from stele.compiler.front.walk import nodes
from tests.conftest import HERE
from tests.test_languages import EXPANSIONS

OF_TESTS = ("gardens", "language", "standing")
Users = dict[str, set[str]]


def grammar_rules() -> list[str]:
    """Return the names of all nodes of the grammar, in its order."""
    parser: Any = lark_parser()
    named = [str(rule.alias or rule.origin.name) for rule in parser.rules]
    return [name for name in dict.fromkeys(named) if not name.startswith("_")]


def rules_in(content: items.Content) -> Iterator[str]:
    """Yield the names of the nodes of every sentence and cost of a content."""
    for start, texts in (
        ("clause", [clause_text(clause) for clause in nodes(content, n.Clause)]),
        ("cost", [cost_text(cost) for cost in nodes(content, n.Cost)]),
    ):
        for text in dict.fromkeys(texts):
            tree: Tree[Any] = lark_parser().parse(text, start=start)
            yield from (str(one.data) for one in tree.iter_subtrees())


def components() -> list[str]:
    """Return the kinds of things that content declares."""
    return [name for name in items.__all__ if is_dataclass(getattr(items, name))]


def components_in(content: items.Content) -> Iterator[str]:
    """Yield the kinds of things that a content declares."""
    for name in components():
        if any(True for _ in nodes(content, getattr(items, name))):
            yield name


def operations() -> list[str]:
    """Return what emitted code may call, but for constants."""
    return [name for names in PRIMITIVES.values() for name in names if name.islower()]


def operations_in(text: str) -> Iterator[str]:
    """Yield what a module calls."""
    called = set(re.findall(r"\b([a-z_]+)\(", text))
    yield from (name for name in operations() if name in called)


def folder(id: str) -> str:
    """Return how an expansion is asked for: one that ships by its id, one of the tests by its
    folder.
    """
    return str(HERE / "expansions" / id) if id in OF_TESTS else id


def users() -> tuple[Users, Users, Users]:
    """Return who uses each rule, each operation and each component."""
    found: tuple[Users, Users, Users] = (defaultdict(set), defaultdict(set), defaultdict(set))
    by_rule, by_operation, by_component = found
    for id in (*EXPANSIONS, *OF_TESTS):
        checked: Checked = check_folders(folders_of([folder(id)]))
        content = checked.contents[id]
        for name in rules_in(content):
            by_rule[name].add(id)
        for name in components_in(content):
            by_component[name].add(id)
        for variant in ("", *(variant.id for variant in content.variants)):
            for name in operations_in(emit(program_of(checked, [id], variant))):
                by_operation[name].add(id)
    # What some expansions do only together is used by all of them.
    for name in operations_in(emit(program_of(check_folders(folders_of(EXPANSIONS)), EXPANSIONS))):
        if not by_operation[name]:
            by_operation[name] |= set(EXPANSIONS)
    return found


def listed(title: str, names: Sequence[str], by: Users) -> Iterator[str]:
    """Yield the lines of one list: each thing with who uses it."""
    yield f"# {title}"
    for name in sorted(names):
        shipped = [id for id in EXPANSIONS if id in by.get(name, ())]
        tested = [id for id in OF_TESTS if id in by.get(name, ())]
        who = ", ".join(shipped) or ("only tests: " + ", ".join(tested) if tested else "nobody")
        yield f"{name}: {who}"
    yield ""


def report() -> str:
    """Return all lists."""
    by_rule, by_operation, by_component = users()
    lines = [
        *listed("rules of the grammar", grammar_rules(), by_rule),
        *listed("operations of the core, of an expansion with what it requires", operations(), by_operation),
        *listed("components", components(), by_component),
    ]
    return "\n".join(lines)
