"""The language reference: every rule and node has its entry, every example is compiled, and the
page shows what the compiler says.
"""

from __future__ import annotations

import inspect
import re
from dataclasses import is_dataclass
from enum import Enum
from functools import cache

import pytest
from markupsafe import Markup, escape

from stele.compiler.docs.langref.constructs import (
    SECTIONS,
    GrammarForm,
    first_words,
    forms,
    leaves,
    named,
    node_of,
    refs_of,
    roles,
)
from stele.compiler.docs.langref.examples import CompiledExamples, compile_examples, tree_of
from stele.compiler.docs.langref.grammar_rules import GrammarTerminal, by_rule, productions
from stele.compiler.docs.langref.kinds import ClauseKind
from stele.compiler.docs.langref.language import language_pages
from stele.compiler.docs.langref.messages import message_pages
from stele.compiler.docs.langref.rendered_examples import names_in, rendered_examples
from stele.compiler.docs.model.reference import Reference, refer
from stele.compiler.docs.model.views import Viewer
from stele.compiler.docs.output.pages import Frame
from stele.compiler.docs.text.phrases import LANGUAGES, phrases
from stele.compiler.docs.text.prose import inline, prose
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.docs.text.terms import terms
from stele.compiler.driver.workspace import Memory
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_grammar import lark_parser
from stele.compiler.front.expansion_paths import folders_of
from stele.compiler.front.nodes import Role
from stele.compiler.front.walk import nodes
from tests.conftest import ROOT

NODES = [
    name
    for name, thing in vars(n).items()
    if inspect.isclass(thing)
    and thing.__module__.startswith(n.__name__)
    and (is_dataclass(thing) or issubclass(thing, Enum))
    if thing is not Role and not name.endswith("Sentence")
]
EXPLAINED = [node for listed in SECTIONS.values() for node in listed]


@cache
def compiled() -> CompiledExamples:
    return compile_examples(Memory())


@pytest.fixture(scope="module", params=LANGUAGES)
def viewer(request: pytest.FixtureRequest) -> Viewer:
    reference = refer(folders_of(["base"]), request.param)
    assert isinstance(reference, Reference)
    return Viewer(reference)


@pytest.fixture(scope="module")
def english() -> Speaker:
    return Speaker("en", compiled().contents)


def test_every_rule_of_the_grammar_is_read() -> None:
    read = {production.rule for production in productions()}
    raw = (ROOT / "grammar" / "effect.lark").read_text(encoding="utf-8")
    assert read == {line[1] for line in re.finditer(r"^[?!]?([a-z_]+):", raw, re.MULTILINE)}
    defined = {str(rule.alias or rule.origin.name).lstrip("!") for rule in lark_parser().rules}
    assert {production.name for production in productions()} <= defined


def test_every_node_has_an_entry_and_every_entry_a_node() -> None:
    assert sorted(EXPLAINED) == sorted(NODES)


def test_every_rule_belongs_to_an_entry_or_is_written_out_inside_one() -> None:
    reached = {production.rule for production in productions() if production.name in node_of()}
    waiting = list(reached)
    while waiting:
        further = {ref.rule for ref in refs_of(waiting.pop())} - reached
        reached |= further
        waiting += further
    assert reached == set(by_rule())
    lonely = [one.name for one in productions() if one.example and one.name not in node_of()]
    assert lonely == []


@pytest.mark.parametrize("name", sorted(node_of()))
def test_the_example_of_a_rule_has_the_node_under_which_it_is_explained(name: str) -> None:
    (production,) = named([name])
    if production.example and node_of()[name] != "Seats":
        assert node_of()[name] in names_in(tree_of(production.example, production.is_cost))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_construct_has_a_title_and_a_meaning(code: str) -> None:
    table = phrases(code)
    for id, listed in SECTIONS.items():
        assert {f"language.section-{id}", f"language.about-{id}"} <= set(table)
        for node in listed:
            assert f"language.means-{node}" in table
            assert (f"keywords.{node}" in table) != (f"language.title-{node}" in table), node
    assert all(f"language.kind-{kind.value}" in table for kind in ClauseKind)
    named_in_clauses = {role for listed in roles().values() for role in listed}
    assert all(f"language.role-{role.value.replace(' ', '-')}" in table for role in named_in_clauses)


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        ("Gain", ["[who] gain(s) (how much [shared among them] | it)"]),
        ("Clause", ["[moment] [limit] [condition] [lasting,] (either | sentence) [then clause]"]),
        ("Oblige", ["[who] must action their next card(s) from zone"]),
        (
            "Draw",
            [
                "[who] draw(s) number (unused which cards | which cards from (whose cities | zone)) [into zone] [, keep number]"
            ],
        ),
        (
            "Shields",
            [
                "number shield(s) [against (left | right | neighbours | the other side)] [(per | less per) [, at most number]]"
            ],
        ),
        (
            "Once",
            [
                "(once | twice | number times) per (game | age | turn),",
                "(once | twice | number times) per neighbour per turn,",
            ],
        ),
        ("SetOf", ["set of colour, colour … card(s)", "set of symbol, symbol … symbol(s)"]),
    ],
)
def test_a_rule_reads_like_a_sentence(node: str, expected: list[str], english: Speaker) -> None:
    names = next(listed[node] for listed in SECTIONS.values() if node in listed)
    shown = [str(form.striptags()).replace("\xa0", " ") for form in forms(node, names, english)]
    assert shown == expected


def test_rules_are_shown_without_names_of_terminals_and_with_links_that_lead_somewhere(english: Speaker) -> None:
    places = {node.lower() for node in EXPLAINED} | {f"section-{id}" for id in SECTIONS}
    for listed in SECTIONS.values():
        for node, names in listed.items():
            for form in forms(node, names, english):
                assert not re.search(r"_[A-Z]|[A-Z]{3}", form.striptags()), form
                assert set(re.findall(r'href="#([^"]*)"', form)) <= places


def test_names_in_rules_say_what_they_stand_for() -> None:
    assert roles()["oblige"] == (Role.ACTION, Role.ZONE)
    assert roles()["set_of_symbols"] == (Role.SYMBOL,) * 3
    assert {one.name for one in productions() if GrammarTerminal("NAME") in leaves(one.body)} == set(roles())


def test_every_verb_is_known_by_its_first_words() -> None:
    verbs = [first_words(named(names)[0]) for names in SECTIONS["sentence"].values()]
    assert all(verbs)
    assert {"produce", "gain", "shield", "spend", "count your", "take another seat"} <= set(verbs)


# --- examples -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", sorted({one.example for one in productions() if one.example}))
def test_every_example_is_compiled(text: str) -> None:
    example = compiled().by_text[text]
    assert all(name.target for name in nodes(example.tree, n.Name)), "every name is resolved"
    if isinstance(example.tree, n.Clause):
        assert example.kinds
        assert example.python or isinstance(example.tree.moment, n.AtConflict)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("gain 3 coins", ClauseKind.ONE_SHOT),
        ("produce wood or clay", ClauseKind.STANDING),
        ("once per age, build a card for free", ClauseKind.PERMISSION),
        ("before choosing, once per age, swap hands with a player", ClauseKind.PERMISSION),
        ("when you build by chain, gain 2 coins", ClauseKind.TRIGGER),
        ("instead of gaining a defeat token in conflict, the victor gains it", ClauseKind.REPLACEMENT),
        ("score 1 point per 3 coins", ClauseKind.SCORING),
        ("if majority at left, produce wood", ClauseKind.STANDING),
        ("2 shields against the other side", ClauseKind.STANDING),
    ],
)
def test_the_compiler_tells_the_kind_of_a_clause(text: str, kind: ClauseKind) -> None:
    assert compiled().by_text[text].kinds == (kind,)


def test_the_python_of_an_example_is_that_of_the_emitted_module() -> None:
    assert compiled().by_text["gain 1 coin per brown card in city"].python == (
        "def example_gain_effect_1(t: Core, row: Row, seen: Row, me: i64) -> i64:\n"
        "    'gain 1 coin per brown card in city'\n"
        "    return gain(t, row, me, count(t, seen, me, COLOUR_BROWN))"
    )
    assert compiled().by_text["2 wood, 1 glass, 3 coins"].python == (
        "cost=Cost(3, ((RESOURCE_WOOD, 2), (RESOURCE_GLASS, 1),))"
    )


def test_what_is_kept_of_examples_is_what_was_made() -> None:
    made = rendered_examples("en", Memory())
    assert rendered_examples("en", Memory()) == made
    assert type(next(iter(rendered_examples("en", Memory()).values())).icons) is Markup


# --- pages ----------------------------------------------------------------------------------------


def rendered(viewer: Viewer, pages: object) -> str:
    (page,) = pages(viewer)  # type: ignore[operator]
    return Frame(viewer.speaker, "Reference", "hint", ()).render(page)


def test_the_page_of_the_language_has_a_place_for_every_construct_and_links_to_items(viewer: Viewer) -> None:
    text = rendered(viewer, language_pages)
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    assert {node.lower() for node in EXPLAINED} <= set(ids)
    assert set(re.findall(r'href="#([^"]*)"', text)) <= set(ids)
    gain = text.split('<article class="construct" id="gain">')[1].split("</article>")[0]
    assert 'href="base/card-vineyard.html"' in gain
    clause = compiled().by_text["gain 1 coin per brown card in city"].tree
    assert isinstance(clause, n.Clause)
    assert escape(viewer.speaker.clause(clause)) in gain
    assert "def example_gain_effect_1" in gain
    copied = text.split('<article class="construct" id="copyboard">')[1].split("</article>")[0]
    assert "example_copy_board_effect_1" in copied
    assert escape(viewer.speaker.say("language.uses-none")) in copied


@pytest.mark.slow
def test_the_page_of_messages_shows_what_an_author_sees(viewer: Viewer) -> None:
    text = rendered(viewer, message_pages)
    page = text.split('<article class="code-page" id="e0402">')[1].split("</article>")[0]
    shown = Markup(page.split("<samp>")[1].split("</samp>")[0]).unescape()
    assert shown.startswith("error[E0402]: no colour is called `brwn`\n --> example/cards/cards.yaml:")
    assert "did you mean `brown`?" in shown
    for code in re.findall(r'<article class="code-page" id="([ew][0-9]{4})">', text):
        part = text.split(f'id="{code}">')[1].split("</article>")[0]
        assert f"[{code.upper()}]" in part.split("<samp>")[1]
    assert not re.search(r"/tmp/|\\Temp\\", text)


# --- prose and terms ------------------------------------------------------------------------------


def test_html_in_prose_is_shown_as_text() -> None:
    shown = prose("## A `b` <i>c</i>\n\n<script>alert(1)</script> [x](javascript:alert(1))\n\n```yaml\n<b>\n```\n")
    assert "<script" not in shown.body
    assert "<i>" not in shown.body
    assert 'href="javascript' not in shown.body
    assert '<pre class="code yaml" tabindex="0"><code>&lt;b&gt;\n</code></pre>' in shown.body
    assert [heading.text for heading in shown.headings] == ["A b <i>c</i>"]
    assert f'<h2 id="{shown.headings[0].id}">' in shown.body


def test_words_between_backticks_are_code() -> None:
    assert inline("say `then` & <go>") == Markup('say <code lang="en">then</code> &amp; &lt;go&gt;')


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_term_is_defined_once_in_its_order(code: str) -> None:
    listed = terms(Speaker(code, ()))
    assert {term.id for term in listed} == {term.id for term in terms(Speaker("en", ()))}
    assert len({term.term for term in listed}) == len(listed) >= 45
    assert all(term.definition.endswith(".") for term in listed)
    assert {"age", "rider", "ladder", "ruling", "provenance", "window", "instance"} <= {term.id for term in listed}


def test_a_form_knows_its_own_rules() -> None:
    assert GrammarForm("Buy", Speaker("en", ())).is_written_out("wares")
    assert not GrammarForm("Gain", Speaker("en", ())).is_written_out("wares")
