"""Clauses and costs: what parses, what it becomes, what a mistake earns."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from typing import get_args

import pytest

from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.driver.check import Checked
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_grammar import lark_parser, reserved
from stele.compiler.front.clause_parser import parse_clause, parse_cost
from stele.compiler.front.tree_builder import SENTENCES
from stele.compiler.front.unparse import clause_text, cost_text
from stele.compiler.front.walk import nodes, nodes_of
from stele.compiler.language.english.clauses import English
from tests.conftest import ROOT, scalar

GRAMMAR = (ROOT / "grammar" / "effect.lark").read_text(encoding="utf-8")
EXAMPLES = [
    match[1].strip()
    for match in re.finditer(r"\S.*//\s(.*)", GRAMMAR.split("// --- costs")[0])
    if not match[0].startswith("//")
]
COSTS = [
    match[1].strip()
    for match in re.finditer(r"\S.*//\s(.*)", GRAMMAR.split("// --- costs")[1].split("// --- words")[0])
    if not match[0].startswith("//")
]

# The sentences the language was designed for, in the order of the design.
TARGETS = """
produce wood
produce 2 ore
produce wood or stone or ore or clay, not for sale
produce 1 resource that your brown cards, grey cards or board produce, not for sale
produce 1 resource that your brown cards, grey cards or board do not produce, not for sale
buy raw resources from right for 1
once per turn, buy any resource from bank for 1
buy any resource from anyone for 1
once per turn, the first resource bought from left costs 1 less
gain 1 coin per brown card in city and neighbours
score 1 point per 3 coins
score 7 points per set of brown, grey, blue, yellow, green, red, purple cards in city
score 5 points, less 1 per grey card in city
if 6 shields, score 15 points
science compass or gear or tablet
science copied from a green card in neighbours
science of your least symbol
2 shields
2 shields against left
1 shield per defeat token in city
green cards cost 1 resource less
stages cost no resources
leaders cost 2 coins less
leaders cost 1 coin less for neighbours
once per age, build a card for free
once per age, build a card by chain from neighbours
when you build by chain, gain 2 coins
when you buy from a neighbour, once per neighbour per turn, gain 1 coin
when you gain a victory token, gain 2 coins
when you gain coins from bank, once per turn, gain 1 coin
others lose 2 coins
others lose 1 coin per victory token they have
everyone gains 6 coins
neighbours gain 2 coins
build a card from discard for free
draw 3 unused guilds then build 1 of them for free
play a leader from leader-hand for 2 coins less
play the last card of the age
play the last card of left
copy a leader in neighbours
at end of game, copy a purple card in neighbours
gain 1 diplomacy token
at conflict, must spend 1 diplomacy token to sit out
once per turn, spend 2 unused clay to gain 1 victory token worth 1
pay 1 coin and 2 victory tokens worth 1 to gain 1 victory token worth 3
roll a die then gain that many coins
convert 2 science symbols
take another seat
leave the table
return to the table
swap hands with a player
replace your board with 1 of 3 unused boards
purple cards also count your city
coins from yellow cards count double
count 1 more card at each frontier
stages in any order
instead of gaining a defeat token in conflict, the victor gains it
""".strip().splitlines()


def parsed(text: str) -> n.Clause:
    found: list[Diagnostic] = []
    clause = parse_clause(scalar(text), found)
    assert clause is not None, found
    return clause


@pytest.mark.parametrize("text", [*TARGETS, *EXAMPLES])
def test_a_sentence_parses_and_prints_as_it_was_written(text: str) -> None:
    clause = parsed(text)
    assert clause_text(clause) == text
    assert parsed(clause_text(clause)) == clause


@pytest.mark.parametrize("text", COSTS)
def test_a_cost_parses_and_prints_as_it_was_written(text: str) -> None:
    cost = parse_cost(scalar(text), [])
    assert cost is not None
    assert cost_text(cost) == text


def test_every_shipped_clause_and_cost_is_written_in_the_canonical_way(base: Checked) -> None:
    seen = 0
    sources = {document.text.path: document.text for document in base.documents}
    for content in base.game.contents:
        for part in (content.cards, content.boards, content.flow, content.vocabulary):
            for node in nodes_of(part, n.Clause, n.Cost):
                span = node.span
                source = sources[span.path]
                start = source.offset(span.line, span.column)
                written = source.content[start : source.offset(span.end_line, span.end_column)]
                assert (clause_text(node) if isinstance(node, n.Clause) else cost_text(node)) == written
                parse = parse_clause if isinstance(node, n.Clause) else parse_cost
                tree = parse(scalar(written), [])
                assert tree is not None
                printed = clause_text(tree) if isinstance(tree, n.Clause) else cost_text(tree)
                assert parse(scalar(printed), []) == tree
                seen += 1
    assert seen > 200


def test_every_grammar_rule_of_a_sentence_becomes_a_node_of_its_own() -> None:
    rules = re.search(r"_sentence: (.*?)\n_standing: (.*?)\n\n", GRAMMAR, re.DOTALL)
    assert rules is not None
    named = {*re.findall(r"\w+", rules[1]), *re.findall(r"\w+", rules[2])} - {"_standing", "behind"}
    assert named | {"either"} == set(SENTENCES)
    kinds = {type(clause.sentence) for clause in map(parsed, EXAMPLES)}
    inner = {type(node) for clause in map(parsed, EXAMPLES) for node in nodes(clause, object) if is_dataclass(node)}
    assert set(get_args(n.Sentence)) <= kinds | inner


def test_every_example_has_an_english_sentence() -> None:
    english = English()
    for text in [*TARGETS, *EXAMPLES]:
        sentence = english.clause(parsed(text))
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "  " not in sentence
        assert "None" not in sentence


def rules() -> list[tuple[str, str, str]]:
    """Return (name, body, example) of every rule and alias of the grammar."""
    listed = []
    rule = ""
    for line in GRAMMAR.split("// --- words")[0].splitlines():
        code, _, example = line.partition("//")
        if start := re.match(r"[!?]?([a-z_]\w*): *(.*)", code):
            rule, code = start[1], start[2]
        if not code.strip():
            continue
        body, arrow, alias = code.partition("->")
        listed.append((alias.strip() if arrow else rule, body.strip(), example.strip()))
    return listed


@pytest.mark.parametrize(("rule", "example"), [(name, example) for name, _, example in rules() if example])
def test_each_rule_of_the_grammar_parses_the_sentence_beside_it(rule: str, example: str) -> None:
    start = "cost" if example in COSTS else "clause"
    kinds = {tree.data for tree in lark_parser().parse(example, start=start).iter_subtrees()}
    assert rule.startswith("_") or rule in kinds


def test_no_word_of_the_language_is_lexed_as_a_name() -> None:
    for word in reserved():
        first = next(iter(lark_parser().lex(word)), None)
        assert first is not None
        assert first.type != "NAME", word


@pytest.mark.parametrize(
    ("text", "code", "word", "help"),
    [
        pytest.param("gian 3 coins", "E0301", "gian", "did you mean `gain`?", id="a misspelt verb"),
        pytest.param("gain 1 coin par brown card in city", "E0301", "par", "did you mean `per`?", id="a small word"),
        pytest.param(
            "build a card form discard for free", "E0301", "form", "did you mean `from`?", id="swapped letters"
        ),
        pytest.param("gain 3", "E0302", "3", "expected a name, `,` or `coin`", id="stops too early"),
        pytest.param("gain 3 coins%", "E0303", "%", "say it in words", id="a sign that is no part of the language"),
        pytest.param(
            "score 1 point per stage in mine city",
            "E0301",
            "mine",
            "leave it out, if the sentence then says what you mean",
            id="a word too many",
        ),
        pytest.param(
            "gain or 3 coins [", "E0301", "or", "expected a number, `half`, `it` or `that`", id="two mistakes"
        ),
        pytest.param("gain 12345 coins", "E0206", "12345", "numbers go up to 999", id="an absurd number"),
        pytest.param("green cards cost 1 resource les", "E0301", "les", "did you mean `less`?", id="the last word"),
        pytest.param(
            "score 3 points per brown card",
            "E0305",
            "per brown card",
            "write `score 3 points per brown card in city`",
            id="no place",
        ),
    ],
)
def test_a_mistake_earns_one_diagnostic_at_the_very_word(text: str, code: str, word: str, help: str) -> None:
    found: list[Diagnostic] = []
    parse_clause(scalar(text), found)
    assert [diagnostic.code.id for diagnostic in found] == [code]
    span = found[0].span
    assert text[span.column - 1 : span.end_column - 1] == word
    assert found[0].help == help


def test_a_very_long_sentence_is_refused_before_it_is_parsed() -> None:
    found: list[Diagnostic] = []
    assert parse_clause(scalar("gain 1 coin then " * 1000), found) is None
    assert found[0].code.id == "E0304"


def test_equal_trees_are_equal_wherever_they_were_written() -> None:
    assert parsed("gain  3   coins") == parsed("gain 3 coins")
    assert parsed("gain 3 coins") != parsed("gain 4 coins")


def test_every_node_is_frozen_and_knows_its_place() -> None:
    for kind in (*get_args(n.Sentence), *get_args(n.Moment), *get_args(n.Countable), n.Clause, n.Cost, n.Per):
        assert kind.__dataclass_params__.frozen
        assert any(field.name == "span" and not field.compare for field in fields(kind))
