"""Every suggestion, applied, leads to a file without that finding, and into no second wall.

The catalogue: the folders of `bad`, the examples of error pages, sentences and costs that earn
messages, and words of shipped content that are misspelt.
"""

from __future__ import annotations

import random
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from stele.compiler.common.codes import CODES
from stele.compiler.common.diagnostics import Diagnostic, Edit
from stele.compiler.common.span import Text
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.driver.workspace import Memory
from stele.compiler.front.clause_parser import parse_clause
from stele.compiler.tools.error_pages import pages, write_example
from stele.compiler.tools.fixer import Draft, fingerprint
from tests.conftest import HERE, scalar
from tests.misspell import Shipped
from tests.test_clause_errors import CLAUSES, COSTS
from tests.test_error_pages import IDENTITY
from tests.test_meaning import TRAPS

MEMORY = Memory()


def suggestions(diagnostic: Diagnostic) -> Iterator[tuple[Edit, ...]]:
    """Yield what a message offers: its edits, and a word in the place of the one that is marked."""
    if diagnostic.edits:
        yield diagnostic.edits
    meant = re.match(r"did you mean `([^`]*)`\?", diagnostic.help)
    if meant is not None and diagnostic.edits != (Edit(diagnostic.span, meant[1]),):
        yield (Edit(diagnostic.span, meant[1]),)


def walls(folder: Path) -> Iterator[str]:
    """Yield each suggestion for a folder that does not help: its finding is still there, or another
    error stands where it was written.
    """
    checked = check_folders([folder], memory=MEMORY)
    for diagnostic in checked.diagnostics:
        for edits in suggestions(diagnostic):
            after, drafts = applied(edits, checked, folder)
            before, now = (Counter(map(fingerprint, one.diagnostics)) for one in (checked, after))
            said = f"{diagnostic.code.id} {diagnostic.message} | {diagnostic.help} | {[edit.text for edit in edits]}"
            if now[fingerprint(diagnostic)] >= before[fingerprint(diagnostic)]:
                yield f"{said}: is still said"
            for new in (one for one in after.diagnostics if now[fingerprint(one)] > before[fingerprint(one)]):
                if new.is_error and new.span.path in drafts and drafts[new.span.path].touches(new.span):
                    yield f"{said}: leads to {new.code.id} {new.message} | {new.help}"


def applied(edits: tuple[Edit, ...], checked: Checked, folder: Path) -> tuple[Checked, Mapping[str, Draft]]:
    """Return what is found once some edits are made, and the texts that they make; undo them."""
    texts: Mapping[str, Text] = checked.texts
    drafts = {}
    for path in {edit.span.path for edit in edits}:
        draft = Draft(texts[path], Path(path).read_bytes(), ())
        drafts[path] = draft.with_edits([edit for edit in edits if edit.span.path == path])
    for path, draft in drafts.items():
        Path(path).write_text(draft.text.content, encoding="utf-8")
    after = check_folders([folder], memory=MEMORY)
    for path, draft in drafts.items():
        Path(path).write_bytes(draft.original)
    return after, drafts


@pytest.mark.parametrize("name", sorted(path.name for path in (HERE / "bad").iterdir() if path.is_dir()))
def test_a_suggestion_for_a_bad_folder_helps(tmp_path: Path, name: str) -> None:
    shutil.copytree(HERE / "bad" / name, tmp_path / name)
    assert list(walls(tmp_path / name)) == []


@pytest.mark.parametrize("code", [code.id for code in CODES])
def test_a_suggestion_for_the_example_of_a_page_helps(tmp_path: Path, code: str) -> None:
    write_example(pages()[code], True, tmp_path / "example", IDENTITY)
    assert list(walls(tmp_path / "example")) == []


EFFECT = 'cards: [{{id: c, name: C, deck: guilds, colour: purple, cost: free, effect: "{}"}}]'
FAN = "cards:\n  - {{id: c, name: C, deck: guilds, colour: purple, cost: {}, effect: {}}}\n"
SENTENCES = [*CLAUSES.items(), *((text, text) for text, _ in TRAPS)]


def test_a_suggestion_for_a_sentence_helps(tmp_path: Path) -> None:
    (tmp_path / "fan" / "cards").mkdir(parents=True)
    (tmp_path / "fan" / "expansion.yaml").write_text(IDENTITY.replace("example", "fan"), encoding="utf-8")
    (tmp_path / "fan" / "vocabulary.yaml").write_text(
        "tokens:\n  - {id: chip, name: Chip, points: 1, line: treasury}\n", encoding="utf-8"
    )
    giving = FAN.format("free", "gain 1 chip token").replace("id: c, name: C", "id: d, name: D")
    (tmp_path / "fan" / "cards" / "d.yaml").write_text(giving, encoding="utf-8")
    found: list[str] = []
    for cost, effect in [
        *(("free", text) for _, text in SENTENCES),
        *((text, "gain 1 coin") for text in COSTS.values()),
    ]:
        card = FAN.format(*(f'"{text}"' for text in (cost, effect)))
        (tmp_path / "fan" / "cards" / "c.yaml").write_text(card, encoding="utf-8")
        found += walls(tmp_path / "fan")
    assert found == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("flow.yaml", "end-of-age: {effect: gain 1 coin}\n"),
        ("flow.yaml", "end-of-age: []\n"),
        ("flow.yaml", "start-of-game: [{run: {id: x}}]\n"),
        ("flow.yaml", "before-age: []\n"),
        ("flow.yaml", "patches: {add: base.start.coins, to: 1}\n"),
        ("flow.yaml", "riders:\n  - {id: r, name: R, on: build, once-per: ages, effect: gain 1 coin}\n"),
        ("languages/fr.yaml", "name: Fan\nwonders: {giza: Gizeh}\n"),
        ("vocabulary.yaml", "token:\n  - {id: chip, name: Chip}\n"),
        ("vocabulary.yaml", "zones:\n  - {id: z, name: Z, owner: seats, seen-by: owners, order: sets}\n"),
        ("cards/c.yaml", "cards:\n  - {id: c, name: C, deck: guilds, colour: purple, cost: free, player: 3, effects: [gain 1 coin]}\n"),
        ("cards/c.yaml", "cards:\n  - {id: c, names: C, deck: guilds, colors: [purple], costs: 3, effect: gain 1 coin}\n"),
        ("cards/c.yaml", "cards:\n  - {id: c, name: C, deck: guild, colour: purpel, cost: 2 gold, effect: produce 2 woods}\n"),
        ("cards/c.yaml", "cards:\n  - {id: c, name: C, deck: guilds, colour: purple, cost: 2 coin, chain: marketplace, effect: gain 1 guild}\n"),
        ("cards/c.yaml", "cards:\n  - {id: c, name: C, deck: guilds, colour: purple, cost: free, effect: gain 1 coin per brown in cities}\n"),
        ("cards/c.yaml", "cards:\n  - {id: c, name: C, deck: guilds, colour: purple, cost: free, effect: gain 1 coin per compass card in town}\n"),
        ("boards/b.yaml", "boards:\n  - {id: b, name: B, sides: {A: {start: produce wood, stages: [{cost: 2 wood, effects: gain 1 coin}]}}}\n"),
        ("rules.yaml", "rules:\n  - {id: fan.one, say: One., kind: score, source: Fan}\n"),
    ],
)  # fmt: skip
def test_a_suggestion_for_what_is_nearly_a_key_or_a_value_helps(tmp_path: Path, file: str, text: str) -> None:
    (tmp_path / "fan" / file).parent.mkdir(parents=True)
    (tmp_path / "fan" / "expansion.yaml").write_text(IDENTITY.replace("example", "fan"), encoding="utf-8")
    (tmp_path / "fan" / file).write_text(text, encoding="utf-8")
    assert check_folders([tmp_path / "fan"], memory=MEMORY).has_errors
    assert list(walls(tmp_path / "fan")) == []


def write_fan(folder: Path, effect: str, requires: str = "") -> None:
    """Write an expansion with one card, which may build on another one besides."""
    (folder / "cards").mkdir(parents=True, exist_ok=True)
    identity = IDENTITY.replace("example", "fan").replace('base: "1.0"', f'base: "1.0"{requires}')
    (folder / "expansion.yaml").write_text(identity, encoding="utf-8")
    (folder / "cards" / "c.yaml").write_text(FAN.format("free", f'"{effect}"'), encoding="utf-8")


def whole_sentences(diagnostic: Diagnostic) -> list[str]:
    """Return the sentences that a message tells its reader to write."""
    told = re.findall(r"write `([^`]+)`(?:, or `([^`]+)`)?", diagnostic.help)
    return [text for pair in told for text in pair if text and parse_clause(scalar(text), []) is not None]


@pytest.mark.parametrize(
    ("text", "requires", "said", "offered"),
    [
        ("gain a victory token", "", "add `worth`: 1, 3 and 5", []),
        ("gain two victory tokens", "", "add `worth`: 1, 3 and 5", []),
        ("gain 2 victory", "", "or another worth: 3 and 5", ["gain 2 victory tokens worth 1"]),
        ("gain 2 gears", "", "`gear` is a symbol", ["science gear"]),
        ("gain compass", "", "`compass` is a symbol", ["science compass"]),
        ("gain 2 blorps", "", "no resource and no token is called `blorps`", []),
        ("gain 1 coin per stage of your wonder", "", "`wonder` is a score line", ["gain 1 coin per stage in city"]),
        ("gain 1 coin for each brown card in your cite", "", "if `city` is", ["gain 1 coin per brown card in city"]),
        ("gain 1 coin for each blorp card in city", "", "no colour is called `blorp`", []),
        ("gain 1 coin per stage in your hand", "", "stages do not lie in `hand`: only cards do", []),
        ("gain a victory token worth 7", "", "no `victory` token is worth 7", []),
        ("score 5 culture points", "", "points have no kind of their own", []),
    ],
)  # fmt: skip
def test_a_sentence_is_offered_only_if_it_is_right_there(
    tmp_path: Path, text: str, requires: str, said: str, offered: list[str]
) -> None:
    write_fan(tmp_path / "fan", text, requires)
    [found] = check_folders([tmp_path / "fan"], memory=MEMORY).diagnostics
    assert said in f"{found.message}: {found.help}"
    assert whole_sentences(found) == offered
    assert list(walls(tmp_path / "fan")) == []
    for sentence in offered:
        write_fan(tmp_path / "fan", sentence, requires)
        assert check_folders([tmp_path / "fan"], memory=MEMORY).diagnostics == []


def test_kinds_of_token_that_are_worth_the_same_are_offered_by_name(tmp_path: Path) -> None:
    write_fan(tmp_path / "fan", "gain a chip token")
    kinds = [f"  - {{id: {id}, name: Chip, group: chip, points: 1, line: treasury}}\n" for id in ("red", "blue")]
    vocabulary = f"token-groups:\n  - {{id: chip, name: Chip}}\ntokens:\n{''.join(kinds)}"
    (tmp_path / "fan" / "vocabulary.yaml").write_text(vocabulary, encoding="utf-8")
    found = [d for d in check_folders([tmp_path / "fan"], memory=MEMORY).diagnostics if d.is_error]
    assert [one.message for one in found] == ["there are several kinds of `chip` token, so which is meant?"]


def test_no_sentence_of_the_catalogue_is_offered_that_is_refused(tmp_path: Path) -> None:
    wrong = []
    for _, text in SENTENCES:
        write_fan(tmp_path / "fan", text)
        for found in check_folders([tmp_path / "fan"], memory=MEMORY).diagnostics:
            for sentence in whole_sentences(found) if "write it like" not in found.help else ():
                write_fan(tmp_path / "fan", sentence)
                after = check_folders([tmp_path / "fan"], memory=MEMORY).diagnostics
                wrong += [(text, sentence, one.message) for one in after if one.is_error]
    assert wrong == []


def test_a_card_is_not_told_to_go_where_it_lies(tmp_path: Path) -> None:
    write_fan(tmp_path / "fan", "gain 1 coin")
    flow = 'patch:\n  - {set: base.age.deal.from, to: {"1": age-1, "2": age-2, "3": guilds}}\n'
    (tmp_path / "fan" / "flow.yaml").write_text(flow, encoding="utf-8")
    found = [d for d in check_folders([tmp_path / "fan"], memory=MEMORY).diagnostics if "`guilds`" in d.message]
    assert [(one.code.id, one.help) for one in found] == [("E0501", "add or remove copies by the numbers in `players`")]


def test_what_is_put_together_of_known_words_is_no_slip(tmp_path: Path) -> None:
    (tmp_path / "fan").mkdir()
    (tmp_path / "fan" / "expansion.yaml").write_text(IDENTITY.replace("example", "fan"), encoding="utf-8")
    (tmp_path / "fan" / "flow.yaml").write_text("end-of-age: []\n", encoding="utf-8")
    found = check_folders([tmp_path / "fan"], memory=MEMORY).diagnostics
    assert [one.help for one in found] == ["of this kind there are `start-of-age`, `end-of-turn` and `end-of-game`"]


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("flow.yaml", "patches: {add: base.start.coins, to: 1}", "the key `patch` is like it, with a list"),
        ("flow.yaml", "patch: []", "`patch` needs at least 1 entry"),
        ("flow.yaml", 'end-of-turn: [{clear: {id: x, zone: hand, to: ""}}]', "as a value for `to`"),
        ("cards/c.yaml", EFFECT.format("produce 2 gold"), "coins are not produced; let an effect `gain` them"),
        ("cards/c.yaml", EFFECT.format("when you use a card to fly, gain 1 coin"), "there are `discard`"),
        ("cards/c.yaml", EFFECT.format("others must fly their next card from hand"), "there are `discard`"),
    ],
)  # fmt: skip
def test_a_message_speaks_of_what_was_written_and_of_what_can_be(
    tmp_path: Path, file: str, text: str, said: str
) -> None:
    (tmp_path / "fan" / file).parent.mkdir(parents=True)
    (tmp_path / "fan" / "expansion.yaml").write_text(IDENTITY.replace("example", "fan"), encoding="utf-8")
    (tmp_path / "fan" / file).write_text(text, encoding="utf-8")
    [found] = [d for d in check_folders([tmp_path / "fan"], memory=MEMORY).diagnostics if d.code.id != "E0202"]
    assert said in f"{found.message}: {found.help}"


def test_a_suggestion_for_a_misspelt_word_helps() -> None:
    chance, shipped = random.Random(19), Shipped()
    words, wrong = shipped.words(), []
    for _ in range(120):
        word = chance.choice(words)
        missed = shipped.misspelt(word, chance)
        outcome = shipped.outcome(word, missed) if missed is not None else None
        for diagnostic in outcome.found if outcome is not None else ():
            for edits in suggestions(diagnostic):
                # Whatever is offered instead of a wrong word is no wrong word itself.
                # The word that stood there is known to be right: shipped content has no error.
                is_new = len(edits) == 1 and edits[0].text != word.text
                if outcome is not None and outcome.is_at_word and is_new:
                    again = shipped.outcome(word, edits[0].text) if edits[0].span == diagnostic.span else None
                    if again is not None and any(one.message == diagnostic.message for one in again.found):
                        wrong.append((word.text, missed, edits[0].text))
    assert wrong == []
