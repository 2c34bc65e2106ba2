"""Compile the example of every rule of the grammar.

An item of a made-up expansion for each, through the real stages. What the examples name is declared
in the expansions that come with Stele, so the made-up one is in play with them all. Most examples
stand on a card; what makes sense on a ladder only stands on one; what all seats must do stands
under `everyone`.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from stele.compiler.analysis.acting import of_a_place
from stele.compiler.analysis.sets import in_play
from stele.compiler.codegen.emit import emit
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.span import Span, text_of
from stele.compiler.docs.langref.grammar_rules import productions
from stele.compiler.docs.langref.kinds import ClauseKind, kinds_of
from stele.compiler.driver.cache import stable_path
from stele.compiler.driver.workspace import Memory, read_folder
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_parser import parse_clause, parse_cost
from stele.compiler.front.expansion_paths import shipped_folders
from stele.compiler.front.source import Scalar
from stele.compiler.front.unparse import clause_text
from stele.compiler.ir import program as ir
from stele.compiler.lower.program import lower
from stele.compiler.tools.source_map import pieces_of

OWN = "example"


def quoted(text: str) -> str:
    """Return a sentence as a scalar of YAML; one that names a card holds quotation marks itself."""
    return f"'{text}'" if '"' in text else f'"{text}"'


@dataclass(frozen=True, slots=True)
class CompiledExample:
    """One example: its tree with every name resolved, what it is and what it became."""

    text: str
    tree: n.Clause | n.Cost
    kinds: tuple[ClauseKind, ...]
    python: str


@dataclass(frozen=True, slots=True)
class CompiledExamples:
    """All examples by their text, and the expansions in whose words they speak."""

    by_text: Mapping[str, CompiledExample]
    contents: tuple[items.Content, ...]


def compile_examples(memory: Memory) -> CompiledExamples:
    """Return all examples; folders that `memory` knows are not read again."""
    with tempfile.TemporaryDirectory() as folder:
        return compile_in(Path(folder) / OWN, memory)


def compile_in(folder: Path, memory: Memory) -> CompiledExamples:
    """Write the made-up expansion into a folder and take it through the stages.

    What became of each example is returned.
    """
    found: list[Diagnostic] = []
    read = [read_folder(path, stable_path(path), memory, found) for path in shipped_folders()]
    contents = {content.expansion.id: content for _, content in read if content is not None}
    documents = {content.expansion.id: files.documents for files, content in read if content is not None}
    write(folder, list(contents.values()))
    files, made_up = read_folder(folder, OWN, None, found)
    assert made_up is not None, found
    everything = {**contents, OWN: made_up}
    together, problems = in_play(everything, {**documents, OWN: files.documents}, frozenset(everything))
    assert not found, found
    assert not problems, problems
    own_content = next(content for content in together.contents if content.expansion.id == OWN)
    first, *others = (without_effects(content) for content in together.contents if content is not own_content)
    # What stands is written once, where it is met first: so the items of the examples come first.
    cards = own_content.cards
    own, base = own_content.vocabulary, first.vocabulary
    words = replace(
        base,
        zones=(*own.zones, *base.zones),
        tracks=(*own.tracks, *base.tracks),
        markers=(*own.markers, *base.markers),
    )
    root = replace(first, vocabulary=words, cards=(*cards, *first.cards), places=own_content.places)
    bare = replace(own, zones=(), tracks=(), markers=())
    program = lower((root, *others, replace(own_content, vocabulary=bare, cards=(), places=())))
    return CompiledExamples({one.text: one for one in made(own_content, program)}, together.contents)


def without_effects(content: items.Content) -> items.Content:
    """Return an expansion without what its items do, which no example shows.

    Words, decks and colours stay.
    """
    cards = tuple(replace(card, effect=(), moments=()) for card in content.cards)
    return replace(content, cards=cards, boards=(), places=())


# --- the made-up expansion ------------------------------------------------------------------------


def write(folder: Path, contents: Sequence[items.Content]) -> None:
    """Write the made-up expansion: one item for each example, in one line."""
    deck = next(deck.id for content in contents for deck in content.vocabulary.decks)
    colour = next(colour.id for content in contents for colour in content.vocabulary.colours)
    requires = ", ".join(f'{content.expansion.id}: "{content.expansion.version}"' for content in contents)
    files: dict[str, list[str]] = {
        "expansion.yaml": [
            f'stele: 2\nid: {OWN}\nname: {OWN}\nversion: "1.0"\nofficial: false\nrequires: {{{requires}}}'
        ],
        "vocabulary.yaml": ["zones:", f"  - {{id: {OWN}-place, name: Place, {SHARED}}}", *POSITIONS],
        "flow.yaml": ["everyone:"],
        "cards/cards.yaml": ["cards:"],
        "boards/places.yaml": ["places:"],
    }
    for text, (id, is_cost) in examples().items():
        start = f"  - {{id: {id}, name: {id}, "
        match host(tree_of(text, is_cost)):
            case "cost":
                files["cards/cards.yaml"].append(
                    f'{start}deck: {deck}, colour: {colour}, cost: "{text}", effect: 1 shield}}'
                )
            case "card":
                files["cards/cards.yaml"].append(
                    f"{start}deck: {deck}, colour: {colour}, cost: free, effect: {quoted(text)}}}"
                )
            case "ladder":
                side = f'room: {{{colour}: 1}}, ladder: {{"1": "{text}"}}'
                files["boards/places.yaml"].append(f"{start}zone: {OWN}-place, sides: {{a: {{{side}}}}}}}")
            case _:
                files["flow.yaml"].append(f'  - "{text}"')
    for name, lines in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


# What no expansion that comes with Stele declares.
POSITIONS = (
    "tracks:",
    "  - {id: fleet, name: Fleet, owner: seat, steps: 6}",
    "markers:",
    "  - {id: day, name: Day, owner: table, faces: [{id: light, name: Light}, {id: night, name: Night}]}",
)
SHARED = "owner: neighbours, seen-by: everyone, order: set, holds: 1"


@cache
def examples() -> dict[str, tuple[str, bool]]:
    """Return the text of every example, with an id and whether it is a cost.

    The id comes from the rule beside which the example stands.
    """
    found: dict[str, tuple[str, bool]] = {}
    for one in productions():
        if one.example:
            found.setdefault(one.example, (f"{OWN}-{one.name.replace('_', '-')}", one.is_cost))
    return found


def tree_of(text: str, is_cost: bool) -> n.Clause | n.Cost:
    """Return the tree of an example by itself."""
    source = text_of(OWN, text)
    scalar = Scalar(text, text, source, 0, len(text), None)
    tree = parse_cost(scalar, []) if is_cost else parse_clause(scalar, [])
    assert tree is not None, text
    return tree


def host(tree: n.Clause | n.Cost) -> str:
    """Return where an example must stand to make sense."""
    if isinstance(tree, n.Cost):
        return "cost"
    if any(True for _ in of_a_place(tree)):
        return "ladder"
    return "everyone" if isinstance(tree.moment, n.AtConflict) else "card"


# --- what became of it ----------------------------------------------------------------------------


def made(content: items.Content, program: ir.Program) -> Iterator[CompiledExample]:
    """Yield each example with what it became.

    `content` is the made-up expansion with every name resolved.
    """
    texts = {id: (text, is_cost) for text, (id, is_cost) in examples().items()}
    held = {one.lane: one.standing for one in program.held}
    cards = {card.id: card.effects.effects for card in program.cards}
    steps = {side.board: side.bonuses[0][1].effects for place in program.places for side in place.sides if side.bonuses}
    module = emit(program)
    for card in content.cards:
        text, is_cost = texts[card.id]
        tree = card.cost if is_cost else card.effect[0]
        assert tree is not None
        kinds = () if is_cost else kinds_of(cards.get(card.id, ()), held)
        yield CompiledExample(text, tree, kinds, python(card.span, module, is_cost))
    for place in content.places:
        (_, (tree,)), *_ = place.sides[0].ladder
        text, _ = texts[place.id]
        yield CompiledExample(text, tree, kinds_of(steps[place.id], held), python(tree.span, module))
    assert content.flow is not None
    for tree in content.flow.everyone:
        yield CompiledExample(clause_text(tree), tree, (ClauseKind.STANDING,), "")


def python(span: Span, module: str, is_cost: bool = False) -> str:
    """Return what an item that is written in one line became.

    Its functions and what it holds, or else what its row says.
    """
    pieces = [piece for path, line, piece in pieces_of(module) if (path, line) == (span.path, span.line)]
    rows = [piece for piece in pieces if re.match(r"(Card|PlaceSide)\(", piece)]
    listed = [piece for piece in pieces if piece not in rows] or [
        part for row in rows for part in parts_of(row, is_cost)
    ]
    bare = (re.sub(rf"\n *# {OWN}/\S+:[0-9]+$|, '{OWN}/\S+:[0-9]+'", "", piece, flags=re.MULTILINE) for piece in listed)
    return "\n\n\n".join(dict.fromkeys(bare))


def parts_of(row: str, is_cost: bool) -> Iterator[str]:
    """Yield what the row of a card says about its cost, or else about its effect."""
    part = re.search(r"^ {4}cost=[^\n]*" if is_cost else r"^ {4}effects=.*?^ {4}\)", row, re.MULTILINE | re.DOTALL)
    if part is not None:
        dedented = re.sub(r"^ {4}", "", part[0], flags=re.MULTILINE)
        yield re.sub(r"^ {4}texts=.*\n", "", dedented, flags=re.MULTILINE).rstrip(",")
