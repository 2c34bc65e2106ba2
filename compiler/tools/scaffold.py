"""Write the first files of an expansion, a card, a board or a ruling: commented and valid.

All words of a game come from the content that the new part builds on: a deck that gives random
cards, a colour of that deck, the zone that is the city, an action. Nothing here knows a game by
name.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from stele.compiler.analysis.declarations import declarations
from stele.compiler.common.files import holds, is_text
from stele.compiler.common.lexicon import PRESENT_EDITION
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front import items
from stele.compiler.front.expansion_paths import ID, shipped_folders
from stele.compiler.front.ids import transliterated
from stele.compiler.front.walk import nodes
from stele.compiler.tools.formatter import is_plain

SCHEMA = "schema"
HIDDEN = ("Cc", "Cf", "Zl", "Zp", "Co", "Cn")  # controls, and what ends lines or is not seen at all
OUR_SCHEMA = b'"$id": "stele:'  # stands in each, whatever version it is of


class CannotStart(Exception):
    """There is nothing to build on, or something is in the way."""


@dataclass(frozen=True, slots=True)
class Words:
    """What content offers to a new part of it."""

    ids: frozenset[str]
    expansion: str
    version: str
    deck: str
    colour: str
    resources: tuple[str, ...]
    line: str
    hand: str
    build: str
    put_away: str
    seats: tuple[str, ...]
    cards: tuple[str, ...]
    rules: tuple[str, ...]


def starter(kind: str, id: str, title: str, folder: Path) -> dict[Path, str]:
    """Return the files to write for a new part; `folder` is that of the expansion."""
    if not is_text(title):
        raise CannotStart(f"`{title}` is not UTF-8, and cannot be written into a file; choose another name")
    hidden = next((sign for sign in title if unicodedata.category(sign) in HIDDEN), "")
    if hidden:
        raise CannotStart(f"the name of a new {kind} cannot have the hidden character U+{ord(hidden):04X}")
    name = name_of(title)
    match kind:
        case "expansion":
            return expansion(id, name, folder, words_of(check_folders([root_folder()]), None))
        case "card":
            return {folder / "cards" / f"{id}.yaml": card(id, name, words_in(folder, id))} | schemas_for(folder)
        case "board":
            return {folder / "boards" / f"{id}.yaml": board(id, name, words_in(folder, id))} | schemas_for(folder)
        case "ruling":
            return ruling(id, folder, words_in(folder, "")) | schemas_for(folder)
        case _:
            raise AssertionError(kind)


def id_of(title: str) -> str:
    """Return a title as an id: `My Garden` becomes `my-garden`, `Éphèse!` becomes `ephese`."""
    plain = transliterated(title)
    strange = next((sign for sign in plain if sign.isalnum() and not sign.isascii()), "")
    if strange:
        raise CannotStart(f"`{title}` cannot be made an id: it has no Latin letter for `{strange}`; say `--id ID` too")
    id = re.sub(r"[^a-z0-9]+", "-", re.sub("['’]", "", plain)).strip("-")
    if not is_id(id):
        shape = "a letter first and 30 characters at most"
        raise CannotStart(f"`{title}` cannot be made an id: {shape}; say `--id ID` too")
    return id


def is_id(text: str) -> bool:
    """Tell whether a new part may be called so."""
    return ID.fullmatch(text) is not None and len(text) <= 30


def name_of(title: str) -> str:
    """Return a title as a name: `my-garden` becomes `My Garden`."""
    return title.replace("-", " ").title() if is_id(title) else title


def quoted(name: str) -> str:
    """Return a name or an id as it is written in YAML: `null` and `on` would not be texts."""
    return name if is_plain(name, False) else "'" + name.replace("'", "''") + "'"


def root_folder() -> Path:
    """Return the shipped expansion that builds on nothing, so that everything can build on it."""
    for folder in shipped_folders():
        if not next(iter(check_folders([folder]).contents.values())).expansion.requires:
            return folder
    raise CannotStart("no expansion comes with Stele that a new one could build on")


def words_in(folder: Path, id: str) -> Words:
    """Return what an expansion that is already there offers."""
    if not os.path.lexists(folder / "expansion.yaml"):
        raise CannotStart(f"`{folder}` is no expansion: it has no `expansion.yaml`; say `--in FOLDER`")
    checked = check_folders([folder])
    own = next((id for id, place in checked.places.items() if place == folder.resolve()), None)
    if own is None or checked.has_errors:
        raise CannotStart(f"`{folder}` has mistakes; `stele check {folder}` shows them")
    words = words_of(checked, own)
    if id in words.ids:
        raise CannotStart(f"`{id}` is declared already; choose another name")
    return words


def words_of(checked: Checked, own: str | None) -> Words:
    """Return what checked content offers; `own` is the expansion to which something is added."""
    contents = checked.game.contents
    first = next((content for content in contents if content.flow is not None and content.flow.players), None)
    flow = first.flow if first is not None else None
    if first is None or flow is None or flow.players is None:
        raise CannotStart("nothing says how a game with this expansion runs")
    pools = [addition.source for content in contents for deck in content.vocabulary.decks for addition in deck.adds]
    cards = [card for content in contents for card in content.cards]
    pool = next((pool for pool in pools if any(card.deck.text == pool.text for card in cards)), None)
    if pool is None:
        raise CannotStart("no deck gives random cards to another one, so a new card would make a deck uneven")
    colour = next(card.colour.text for card in cards if card.deck.text == pool.text and card.colour is not None)
    here = [content for content in contents if content.expansion.id == own]
    used = [content for content in contents if content.expansion.id == first.expansion.id]
    return Words(
        frozenset(word for content in contents for _, word, *_ in declarations(content)),
        own or first.expansion.id,
        first.expansion.version,
        quoted(pool.text),
        quoted(colour),
        tuple(resource.id for content in used for resource in content.vocabulary.resources),
        quoted(line_of(colour, contents)),
        quoted(next(play.source.text for play in nodes(flow.age, items.PlayStep))),
        quoted(next(action.id for action in flow.actions if action.cost == "card")),
        quoted(next(action.id for action in flow.actions if action.cost == "nothing")),
        tuple("ABCDEFGH"[: flow.players[0]]),
        tuple(quoted(card.id) for content in (*here, *used) for card in content.cards),
        tuple(quoted(rule.id) for content in here for rule in content.rules),
    )


def line_of(colour: str, contents: tuple[items.Content, ...]) -> str:
    """Return the score line of a colour, or any that there is."""
    vocabularies = [content.vocabulary for content in contents]
    lines = [c.line.text for vocabulary in vocabularies for c in vocabulary.colours if c.id == colour and c.line]
    return [*lines, *(line.id for vocabulary in vocabularies for line in vocabulary.lines)][0]


def language_server(kind: str, depth: int) -> str:
    """Return the first line, by which an editor knows the shape of a file."""
    return f"# yaml-language-server: $schema={'../' * depth}{SCHEMA}/{kind}.json\n"


def schemas_for(folder: Path) -> dict[Path, str]:
    """Return the schemas that are not beside the content yet."""
    missing = {place: text for place, text in schemas(folder).items() if not place.exists()}
    require_own(folder, missing)
    return missing


def require_own(folder: Path, places: Iterable[Path]) -> None:
    """Refuse to write schemas out of a folder, by a link that it brings, or over anything else."""
    for place in places:
        if not place.resolve().is_relative_to(folder.resolve()):
            link = place if place.is_symlink() else place.parent
            raise CannotStart(f"`{link}` is a link that leads out of `{folder}`; remove it")
        if place.exists() and not place.is_file():
            raise CannotStart(f"`{place}` is in the way: it is not a regular file")
        held = holds(place)
        if held and OUR_SCHEMA not in held:
            raise CannotStart(f"`{place}` is not a schema of Stele's and is left as it is; move it away")


def schemas(folder: Path) -> dict[Path, str]:
    """Return the schemas of all kinds of file, and where they stand beside the content."""
    here = files("stele.grammar") / "schema"
    listed = sorted((file for file in here.iterdir() if file.name.endswith(".json")), key=lambda file: file.name)
    return {folder / SCHEMA / file.name: file.read_text(encoding="utf-8") for file in listed}


def expansion(id: str, name: str, folder: Path, words: Words) -> dict[Path, str]:
    """Return the files of a new expansion: what it is, a word, a card, a rule, and a ruling that
    proves it.
    """
    if id in {shipped.name for shipped in shipped_folders()}:
        raise CannotStart(f"`{id}` comes with Stele; choose another name")
    token = next(word for word in ("favour", f"{id}-favour") if word not in words.ids)
    identity = f"""\
{language_server("expansion", 0)}# What this folder is. `stele check {id}` tells whether all of it is right.
stele: {PRESENT_EDITION}  # the edition of the language in which it is written
id: {quoted(id)}
name: {quoted(name)}
version: "0.1"
official: false
requires: {{{quoted(words.expansion)}: "{words.version}"}}  # what it builds on, with the lowest version that will do
provenance: original  # the values are your own; others are `stated`, `public` or `proposed`
"""
    vocabulary = f"""\
{language_server("vocabulary", 0)}# The new words of this expansion. Everything that a clause names is declared here, or in what the expansion requires.
tokens:
  - {{id: {token}, name: Favour, points: 1, line: {words.line}}}  # `points` count on that line of the score sheet

# A new colour has a line of its own, or shares one; take the signs away to declare it.
# colours:
#   - {{id: {id}-colour, name: Colour, title: Cards of this expansion, line: {quoted(id)}}}
# lines:
#   - {{id: {quoted(id)}, name: Points of this expansion}}

# A track has steps on which clauses let seats go on; a marker shows one of its faces.
#
# tracks:
#  - {{id: {id}-track, name: Track, owner: seat, steps: 8}}
# markers:
#  - {{id: {id}-marker, name: Marker, owner: table, faces: [{{id: {id}-day, name: Day}}, {{id: {id}-night, name: Night}}]}}
"""
    return {
        folder / "expansion.yaml": identity,
        folder / "vocabulary.yaml": vocabulary,
        folder / "cards" / "cards.yaml": card(f"{id}-card", f"{name} Card", words, token),
        folder / "rules.yaml": rules(id, f"{id}.card", "The first card costs 2 coins and gives 2 coins and a favour."),
        folder / "rulings" / "rulings.yaml": f"""\
{language_server("rulings", 1)}# Questions with answers, and a scene that proves each: the FAQ and the tests of this expansion. `stele test {id}` plays them.
rulings:
  - id: the-first-card
    question: What does the first card give?
    answer: Two coins and a favour, for two coins.
    covers: [{id}.card]
    given:
      seats:  # clockwise; what is not stated is empty or 0
        A: {{coins: 5, {words.hand}: [{id}-card]}}
{"".join(f"        {seat}: {{}}{chr(10)}" for seat in words.seats[1:])}    when:
      - {{A: {{{words.build}: {id}-card}}}}
    then:
      A: {{coins: 5, tokens: {{{token}: 1}}}}
""",
    } | schemas_for(folder)


def card(id: str, name: str, words: Words, token: str = "") -> str:
    """Return a file with one card."""
    gain = f"gain 1 {token} token" if token else f"score 1 point per {words.colour} card in neighbours"
    return f"""\
{language_server("cards", 1)}# Cards. `stele show {id} FOLDER` shows what one becomes.
cards:
  - id: {quoted(id)}
    name: {quoted(name)}
    deck: {words.deck}  # the cards it is shuffled with; this deck gives random ones, so one more does no harm
    colour: {words.colour}
    cost: 2 coins  # `free`, or what is paid: `2 {words.resources[0]}, 1 {words.resources[-1]}`
    effect:  # one sentence, or a list of them
      - gain 2 coins
      - {gain}
"""


def board(id: str, name: str, words: Words) -> str:
    """Return a file with one board."""
    first, second = words.resources[0], words.resources[1 % len(words.resources)]
    return f"""\
{language_server("boards", 1)}# Boards. A side says what it gives from the start, and what its stages cost and do, in their order.
boards:
  - id: {quoted(id)}
    name: {quoted(name)}
    sides:
      a:
        start: produce {first}
        stages:
          - cost: 2 {second}
            effect: score 3 points
          - cost: 3 {first}
            effect: [gain 4 coins, 1 shield]
          - cost: 4 {second}
            effect: score 7 points
"""


def rules(id: str, rule: str, says: str) -> str:
    """Return a rule index with one rule."""
    return f"""\
{language_server("rules", 0)}# The rules of this expansion, one by one, in your own words; rulings cite them by id.
rules:
  - id: {rule}
    says: {says}
    kind: effect
    source: {quoted(id)}
"""


def ruling(id: str, folder: Path, words: Words) -> dict[Path, str]:
    """Return a file with one ruling, and a rule for it to cover if there is none yet."""
    place = folder / "rulings" / f"{id}.yaml"
    rule = words.rules[0] if words.rules else f"{words.expansion}.{id}"
    others = "".join(f"        {seat}: {{}}\n" for seat in words.seats[1:])
    text = f"""\
{language_server("rulings", 1)}# A question, its answer, and a scene that proves it. `stele test FOLDER -k {id}` plays it alone.
rulings:
  - id: {quoted(id)}
    question: May I always put a card away?
    answer: Yes; then it is no longer in my hand.
    covers: [{rule}]  # rules of `rules.yaml`
    given:
      seats:  # clockwise; what is not stated is empty or 0
        A: {{coins: 3, {words.hand}: [{words.cards[0]}]}}
{others}    when:
      - {{A: {{{words.put_away}: {words.cards[0]}}}}}
    then:
      A: {{{words.hand}: []}}
"""
    made = (
        {} if words.rules else {folder / "rules.yaml": rules(words.expansion, rule, "A card may always be put away.")}
    )
    return {place: text} | made
