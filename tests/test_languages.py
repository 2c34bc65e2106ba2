"""Sentences in every language: each construct has a phrase, each shipped clause reads well, and a
missing name is no mistake.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass, replace
from pathlib import Path
from string import Formatter

import pytest

from stele.compiler.analysis.declarations import Declaration
from stele.compiler.analysis.resolve import Resolved, bind, resolve
from stele.compiler.analysis.scopes import Scope
from stele.compiler.analysis.sets import in_play
from stele.compiler.cli import main
from stele.compiler.common.diagnostics import Diagnostic
from stele.compiler.common.span import Span
from stele.compiler.docs.text.phrases import LANGUAGES, phrases
from stele.compiler.docs.text.speech import Speaker, Title, grammar_of
from stele.compiler.driver.cache import content_key, game_key
from stele.compiler.driver.check import Checked, check_folders
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_parser import parse_cost
from stele.compiler.front.content_parser import parse
from stele.compiler.front.folder import load
from stele.compiler.front.nodes import Name, Role
from stele.compiler.front.schema import validate
from stele.compiler.front.unparse import clause_text, cost_text
from stele.compiler.front.walk import nodes
from stele.compiler.language.english.clauses import English
from stele.compiler.language.french.clauses import French
from stele.compiler.language.french.words import SPACE
from stele.compiler.language.naming import Lexicon
from tests.conftest import HERE, ROOT, messages, scalar
from tests.test_syntax import COSTS, EXAMPLES, TARGETS, parsed

GARDENS = HERE / "expansions" / "gardens"
EXPANSIONS = ("base", "leaders", "cities", "edifice", "frontiers", "lost-wonders")


# --- golden sentences -----------------------------------------------------------------------------


def clauses_of(item: object) -> Iterator[n.Clause]:
    """Yield the clauses of an item, each wording once.

    What follows after `then` belongs to its clause.
    """
    listed = list(nodes(item, n.Clause))
    inner = {id(clause.then) for clause in listed}
    yield from {clause_text(clause): clause for clause in listed if id(clause) not in inner}.values()


def items_of(content: items.Content) -> Iterator[tuple[str, object]]:
    """Yield everything of an expansion that has clauses, in the order of its files."""
    yield from ((f"line {line.id}", line) for line in content.vocabulary.lines)
    if content.flow is not None:
        yield "everyone", content.flow.everyone
        yield from ((f"action {action.id}", action) for action in content.flow.actions)
        yield from ((f"rider {rider.id}", rider) for rider in content.flow.riders)
    yield from ((f"card {card.id}", card) for card in content.cards)
    for board in content.boards:
        for side in board.sides:
            yield f"board {board.id} {side.id}", side
    for place in content.places:
        for side_ in place.sides:
            yield f"place {place.id} {side_.id}", side_


def said(content: items.Content, patched: items.Content, speaker: Speaker) -> str:
    """Return every clause of an expansion with its sentence, those too that patches put in."""
    lines = []
    changed = dict(items_of(patched))
    for title, item in items_of(content):
        own = list(clauses_of(item))
        known = {clause_text(clause) for clause in own}
        more = [clause for clause in clauses_of(changed.get(title, ())) if clause_text(clause) not in known]
        for heading, listed in ((title, own), (f"{title}, patched", more)):
            lines += ["", f"# {heading}"] if listed else []
            for clause in listed:
                lines += [clause_text(clause), f"    {speaker.clause(clause)}"]
    return "\n".join(lines[1:]) + "\n"


@pytest.fixture(scope="session")
def together(base: Checked) -> Resolved:
    """All shipped expansions as they are when they are in play together."""
    composed, found = in_play(base.contents, base.by_expansion, frozenset(base.contents))
    assert not found
    return composed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_every_shipped_clause_has_a_sentence_that_was_read(
    expansion: str, language: str, base: Checked, together: Resolved, golden: Callable[[str, str], None]
) -> None:
    speaker = Speaker(language, base.game.contents)
    text = said(base.game.content(expansion), together.content(expansion), speaker)
    assert "«" + SPACE not in re.sub(r"pour «[^»]*»", "", text)  # no name is missing
    golden(f"clauses/{language}/{expansion}.txt", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_shipped_cost_has_a_phrase_that_was_read(
    language: str, base: Checked, golden: Callable[[str, str], None]
) -> None:
    speaker = Speaker(language, base.game.contents)
    parts = [(content.cards, content.boards, content.places, content.flow) for content in base.game.contents]
    costs = {cost_text(cost): cost for cost in nodes(tuple(parts), n.Cost)}
    golden(
        f"clauses/{language}/costs.txt", "".join(f"{text}\n    {speaker.cost(costs[text])}\n" for text in sorted(costs))
    )


def test_all_shipped_expansions_are_read(base: Checked) -> None:
    assert set(base.contents) == set(EXPANSIONS)


# --- every construct has a phrase -----------------------------------------------------------------

ENGLISH = set(
    re.findall(
        r"\w+",
        """
        the you your of and or each card cards coin coins token tokens from for to this that with when player players city cities
        shield shields at in they have take score lose build may must end game turn stage stages less more free nothing
        """,
    )
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", [*TARGETS, *EXAMPLES])
def test_every_example_of_the_grammar_is_said_in_every_language(text: str, language: str) -> None:
    sentence = grammar_of(language, Lexicon(), {}).clause(parsed(text))
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    for wrong in ("  ", "None", " ,", " .", ".,", ",,", "Seats.", "Period."):
        assert wrong not in sentence
    if language == "fr":
        words = re.findall(r"\w+", re.sub(r"«[^»]*»", "", sentence.lower()))
        assert not set(words) & ENGLISH, sentence


UNITS = {
    "en": ("coin", "point", "card", "token", "shield", "resource", "symbol", "stage", "board"),
    "fr": ("pièce", "point", "carte", "jeton", "bouclier", "ressource", "symbole", "étape", "plateau"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", [*TARGETS, *EXAMPLES])
def test_numbers_agree_with_what_they_count(text: str, language: str) -> None:
    grammar = grammar_of(language, Lexicon(), {})
    for number in ("1", "2", "14"):
        sentence = grammar.clause(parsed(re.sub(r"\b\d+\b", number, text)))
        for unit in UNITS[language]:
            assert not re.search(rf"\b1 (more )?{unit}[sx]\b", sentence), sentence
            assert not re.search(rf"\b(2|14) (more )?{unit}\b", sentence), sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_limit_and_condition_goes_with_every_sentence(language: str) -> None:
    grammar, clauses = grammar_of(language, Lexicon(), {}), [parsed(text) for text in EXAMPLES]
    leads = [clause for clause in clauses if clause.moment or clause.limit or clause.tests]
    for lead in leads:
        for clause in clauses:
            together = replace(lead, sentence=clause.sentence, then=replace(clause, then=None))
            said = grammar.clause(together)
            assert said.endswith(".")
            assert not re.search(r"  | ,|,,|None", said), said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", COSTS)
def test_every_example_of_a_cost_is_said_in_every_language(text: str, language: str) -> None:
    cost = parse_cost(scalar(text), [])
    assert cost is not None
    said = grammar_of(language, Lexicon(), {}).cost(cost)
    assert said
    assert language == "en" or not set(re.findall(r"\w+", re.sub(r"«[^»]*»", "", said))) & ENGLISH


def test_the_examples_contain_every_node_so_that_none_lacks_a_phrase() -> None:
    kinds = {kind for kind in vars(n).values() if isinstance(kind, type) and is_dataclass(kind)} - {Span}
    costs = [parse_cost(scalar(text), []) for text in COSTS]
    said = {type(node) for tree in [*map(parsed, EXAMPLES), *costs] for node in nodes(tree, object)}
    assert kinds <= said


def test_phrase_tables_have_the_same_keys_and_places_for_values_in_every_language() -> None:
    def places(text: str) -> set[str]:
        return {field for _, field, _, _ in Formatter().parse(text) if field is not None}

    first, *others = [phrases(language) for language in LANGUAGES]
    for other in others:
        assert set(other) == set(first)
        assert {key: places(text) for key, text in other.items()} == {key: places(text) for key, text in first.items()}
    assert all(text.strip() for language in LANGUAGES for text in phrases(language).values())


# --- French grammar -------------------------------------------------------------------------------

HERE_ = Span("words", 1, 1, 1, 1)


def french(*words: items.Word, owners: dict[str, str] | None = None) -> French:
    bound = [(word, Name(word.of.text, word.of.role, HERE_, f"x.{word.of.text}")) for word in words]
    return French(Lexicon(owners=owners or {}), {(name.role, name.target or ""): word for word, name in bound})


def word(role: Role, id: str, name: str, **forms: str | bool) -> items.Word:
    return items.Word(Name(id, role, HERE_), name, **forms)  # type: ignore[arg-type]  # forms are texts but for one


def in_french(text: str, *words: items.Word, owners: dict[str, str] | None = None) -> str:
    """Return a clause in French with some words; names get the targets of those."""
    known = [(one.of.role, one.of.text) for one in words]
    names = {role: {id: Declaration(f"x.{id}", role, HERE_, True) for r, id in known if r is role} for role in Role}
    clause = bind(parsed(text), Scope(names, frozenset(Role)), [])
    return french(*words, owners=owners).clause(clause).replace(SPACE, " ")


CITY = word(Role.ZONE, "city", "Cité", gender="f")
PILE = word(Role.ZONE, "discard", "Arène", gender="f")


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        pytest.param(
            "produce 2 clay",
            [word(Role.RESOURCE, "clay", "Argile", gender="f")],
            "Votre cité produit 2 argiles à chaque tour.",
            id="a plural is regular unless it is given",
        ),
        pytest.param(
            "produce 2 clay",
            [word(Role.RESOURCE, "clay", "Vitrail", gender="m", plural="Vitraux")],
            "Votre cité produit 2 vitraux à chaque tour.",
            id="an irregular plural is given",
        ),
        pytest.param(
            "produce 2 clay",
            [word(Role.RESOURCE, "clay", "Bois", gender="m")],
            "Votre cité produit 2 bois à chaque tour.",
            id="a word that ends in s has no other plural",
        ),
        pytest.param(
            "score 1 point per brown or grey card in city",
            [CITY, word(Role.COLOUR, "brown", "Marron", feminine="marron"), word(Role.COLOUR, "grey", "Gris")],
            "À la fin de la partie, marquez 1 point pour chaque carte marron ou grise dans votre cité.",
            id="a colour agrees with the card",
        ),
        pytest.param(
            "brown cards cost 1 resource less",
            [word(Role.COLOUR, "brown", "Marron", feminine="marron", feminine_plural="marron")],
            "Les cartes marron vous coûtent 1 ressource de moins.",
            id="a colour that never changes",
        ),
        pytest.param(
            "brown cards cost 2 resources less",
            [word(Role.COLOUR, "brown", "Violet", feminine="violette")],
            "Les cartes violettes vous coûtent 2 ressources de moins.",
            id="a colour agrees with several cards",
        ),
        pytest.param(
            "may build a card from discard for free",
            [PILE],
            "À la fin du tour, vous pouvez construire gratuitement une carte de l'arène.",
            id="an article is elided before a vowel",
        ),
        pytest.param(
            "may build a card from discard for free",
            [word(Role.ZONE, "discard", "Hangar", gender="m", elides=False)],
            "À la fin du tour, vous pouvez construire gratuitement une carte du hangar.",
            id="an article melts into de, and an aspirated h elides nothing",
        ),
        pytest.param(
            "may build a card from discard for free",
            [word(Role.ZONE, "discard", "Défausse", gender="f")],
            "À la fin du tour, vous pouvez construire gratuitement une carte de la défausse.",
            id="a feminine article stays",
        ),
        pytest.param(
            "copy a leader in neighbours",
            [word(Role.NOUN, "leader", "Étoile", gender="f")],
            "Copiez l'effet d'une étoile d'une cité voisine.",
            id="an indefinite article has a gender",
        ),
        pytest.param(
            "buy raw resources from right for 1",
            [word(Role.GROUP, "raw", "Produit brut", gender="m", plural="Produits bruts")],
            "Vous pouvez acheter des produits bruts à votre voisin de droite pour 1 pièce chacun.",
            id="each of a masculine group",
        ),
        pytest.param(
            "after playing, once per turn, spend 2 unused clay to gain 1 victory token worth 1",
            [word(Role.RESOURCE, "clay", "Argile", gender="f"), word(Role.TOKEN, "victory", "Victoire")],
            "Une fois par tour, après avoir joué votre carte, vous pouvez dépenser 2 argiles de votre propre production que vous "
            "n'avez pas utilisées ce tour-ci pour recevoir 1 jeton victoire de 1 point.",
            id="a participle agrees with what stands before it",
        ),
        pytest.param(
            "others discard a leader from leader-hand then may play 1 of them for free",
            [word(Role.NOUN, "leader", "Leader", gender="m"), word(Role.ZONE, "leader-hand", "Armée", gender="f")],
            "Chaque autre joueur défausse un leader de son armée ; ensuite, vous pouvez jouer gratuitement l'une de ces cartes.",
            id="a feminine noun with a vowel takes son",
        ),
        pytest.param(
            "produce clay",
            [],
            "Votre cité produit 1 « clay » à chaque tour.",
            id="what has no name stands between quotation marks",
        ),
    ],
)
def test_french_words_take_the_form_that_their_place_asks_for(
    text: str, words: list[items.Word], expected: str
) -> None:
    assert in_french(text, *words, owners={"x.discard": "table"}) == expected


# --- files of languages ---------------------------------------------------------------------------


def fan(tmp_path: Path, language: str, code: str = "fr") -> Path:
    """Return a small expansion with a file of a language."""
    folder = tmp_path / "fan"
    files = {
        "expansion.yaml": "id: fan\nname: Gardens\nversion: '1.0'\nofficial: false\n",
        "vocabulary.yaml": """
            groups: [{id: sweet, name: Sweet goods}]
            resources: [{id: honey, name: Honey, groups: [sweet]}]
            colours: [{id: lime, name: Lime, title: Plants}]
            tokens: [{id: acorn, name: Acorn, points: 1}]
        """,
        "flow.yaml": "variants: [{id: winter, name: A hard winter, players: [3]}]\n",
        f"languages/{code}.yaml": language,
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("resources: {hony: {name: Miel, gender: m}}", ["E0402", "hony", "`honey`"], id="an unknown id"),
        pytest.param("colours: {honey: {name: Miel}}", ["E0403", "`honey` is a resource"], id="an id of another kind"),
        pytest.param("cards: {nothing-like-it: Rien}", ["E0402", "nothing-like-it"], id="an unknown card"),
        pytest.param("variants: {wintr: Hiver}", ["E0402", "no variant is called `wintr`"], id="an unknown variant"),
        pytest.param("resources: {honey: Miel}", ["E0203", "keys with values belong here"], id="a noun without gender"),
        pytest.param(
            "resources: {honey: {name: Miel}}", ["E0202", "`gender` is missing"], id="a gender that is missing"
        ),
        pytest.param("resources: {honey: {name: Miel, gender: x}}", ["E0204", "`x`"], id="a gender that is none"),
        pytest.param("resorces: {}", ["E0201", "did you mean `resources`"], id="an unknown kind"),
    ],
)
def test_a_mistake_in_names_of_another_language_is_found_at_its_place(
    text: str, expected: list[str], tmp_path: Path
) -> None:
    checked = check_folders([fan(tmp_path, text + "\n")], lambda path: path.name)
    errors = [diagnostic for diagnostic in checked.diagnostics if diagnostic.span.path == "fan/languages/fr.yaml"]
    assert len(errors) == 1
    shown = messages(errors, checked)
    assert all(part in shown for part in expected), shown
    Speaker("fr", checked.game.contents)


def test_a_language_that_no_sentence_is_said_in_is_not_read(tmp_path: Path) -> None:
    checked = check_folders([fan(tmp_path, "name: Tuinen\n", "nl")], lambda path: path.name)
    codes = [found.code.id for found in checked.diagnostics if found.span.path == "fan/languages/nl.yaml"]
    assert codes == ["W0603"]


def test_names_of_another_language_are_used_and_those_that_are_missing_are_english_and_marked(tmp_path: Path) -> None:
    text = (
        "name: Jardins\nresources: {honey: {name: Miel, gender: m}}\ncolours: {lime: {name: Tilleul, title: Plantes}}\n"
    )
    text += "groups: {sweet: {name: Douceur, gender: f, plural: Douceurs}}\n"
    checked = check_folders([fan(tmp_path, text)])
    speaker = Speaker("fr", checked.game.contents)
    assert speaker.title(Role.RESOURCE, "fan.honey") == Title("Miel")
    assert speaker.title(Role.EXPANSION, "fan.fan") == Title("Jardins")
    assert speaker.heading(Role.COLOUR, "fan.lime") == Title("Plantes")
    assert speaker.title(Role.TOKEN, "fan.acorn") == Title("Acorn", is_foreign=True)
    assert speaker.title(Role.GROUP, "fan.sweet") == Title("Douceurs")
    english = Speaker("en", checked.game.contents)
    assert english.title(Role.RESOURCE, "fan.honey") == Title("Honey")
    assert english.heading(Role.COLOUR, "fan.lime") == Title("Plants")


def test_an_expansion_without_french_is_said_in_french_all_the_same(base: Checked) -> None:
    found: list[Diagnostic] = []
    gardens = parse(validate(load(GARDENS, "gardens", found), found), found)
    assert gardens is not None
    resolved = resolve([base.contents["base"], gardens], set(), (), found)
    assert not found
    speaker, own = Speaker("fr", resolved.contents), resolved.content("gardens")
    assert not own.languages
    sentences = [speaker.clause(clause) for _, item in items_of(own) for clause in clauses_of(item)]
    assert any(f"«{SPACE}Honey{SPACE}»" in sentence for sentence in sentences)
    assert all(sentence.endswith(".") for sentence in sentences)
    assert speaker.title(Role.EXPANSION, "gardens.gardens") == Title("Gardens", is_foreign=True)


def test_names_of_another_language_change_no_compiled_game_but_are_checked_anew(tmp_path: Path) -> None:
    folder = fan(tmp_path, "name: Jardins\n")
    before = game_key([folder]), content_key([folder])
    (folder / "languages" / "fr.yaml").write_text("name: Les jardins\n", encoding="utf-8")
    after = game_key([folder]), content_key([folder])
    assert before[0] == after[0]
    assert before[1] != after[1]


def test_every_noun_of_a_shipped_expansion_has_a_french_name(base: Checked) -> None:
    speaker = Speaker("fr", base.game.contents)
    proper = (Role.CARD, Role.BOARD)
    missing = [place for place, title in speaker.titles.items() if title.is_foreign and place[0] not in proper]
    assert not missing
    # No shipped expansion declares a track or a marker.
    assert {role for role, _ in speaker.titles} == set(Role) - {Role.TRACK, Role.MARKER, Role.FACE}


def test_all_edifices_have_the_french_names_that_are_known(base: Checked) -> None:
    speaker = Speaker("fr", base.game.contents)
    assert speaker.title(Role.CARD, "edifice.archives") == Title("Archives")
    assert not any(
        speaker.title(Role.CARD, f"edifice.{card.id}").is_foreign for card in base.game.content("edifice").cards
    )
    assert speaker.title(Role.CARD, "base.altar") == Title("Altar", is_foreign=True)


def test_french_files_stand_beside_every_shipped_expansion() -> None:
    assert {file.parent.parent.name for file in (ROOT / "content").glob("*/languages/fr.yaml")} == set(EXPANSIONS)


def test_a_misspelt_id_of_a_language_is_put_right(tmp_path: Path) -> None:
    folder = fan(tmp_path, "resources: {hony: {name: Miel, gender: m}}  # what bees make\n")
    main(["fix", str(folder)])
    repaired = (folder / "languages" / "fr.yaml").read_text(encoding="utf-8")
    assert repaired == "resources: {honey: {name: Miel, gender: m}}  # what bees make\n"


def test_a_file_of_a_language_is_laid_out_like_others(tmp_path: Path) -> None:
    folder = fan(tmp_path, 'symbols:   {}\nname:  "Jardins"\n')
    file = folder / "languages" / "fr.yaml"
    assert main(["fmt", "--check", str(file)]) == 1
    assert main(["fmt", str(folder)]) == 0
    assert file.read_text(encoding="utf-8") == "symbols: {}\nname: Jardins\n"
    assert main(["fmt", "--check", str(file)]) == 0


# --- whose things a sentence speaks of ------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        pytest.param(
            "if each neighbour has 1 red card in city, gain 3 coins",
            "If each of your neighbours has at least 1 red card in their city, take 3 coins from the bank.",
            "au moins 1 carte « red » dans son « city »",
            id="what others have lies in their city",
        ),
        pytest.param(
            "if left has more red cards in city than blue cards in city, gain 1 coin",
            "If your left neighbour has more red cards in their city than blue cards in their city, take 1 coin from the bank.",
            "plus de cartes « red » dans son « city » que de cartes « blue » dans son « city »",
            id="so does what it is compared with",
        ),
        pytest.param(
            "as soon as a neighbour has 3 stages in city, gain 1 coin",
            "As soon as a neighbour has at least 3 stages built in their city, take 1 coin from the bank.",
            "Dès qu'un voisin a au moins 3 étapes construites dans son « city »",
            id="and what is waited for",
        ),
        pytest.param(
            "neighbours advance 1 on fleet per red card in city",
            "Each of your neighbours advances 1 step on the track fleet for each red card in their city.",
            "pour chaque carte « red » dans son « city »",
            id="and what lets others advance",
        ),
        pytest.param(
            "others have 1 shield per red card in city until end of age",
            "Each other player gets 1 more shield for each red card in their city until the end of the Age.",
            "1 bouclier de plus pour chaque carte « red » dans son « city »",
            id="what others have for a time is counted",
        ),
        pytest.param(
            "others lose 1 coin per 3 coins",
            "Each other player loses 1 coin for every 3 coins they have.",
            "par tranche de 3 pièces qu'il possède",
            id="what has no place is theirs",
        ),
        pytest.param(
            "others lose 1 coin per 3 coins you have",
            "Each other player loses 1 coin for every 3 coins you have.",
            "par tranche de 3 pièces que vous possédez",
            id="what you have is yours",
        ),
        pytest.param(
            "others may gain 1 coin per green card in city of you",
            "Each other player may take 1 coin from the bank for each green card in your city.",
            "pour chaque carte « green » dans votre « city »",
            id="your city stays yours where others may",
        ),
        pytest.param(
            "others with more coins than you give 2 coins to you, or others with more coins than you gain 1 defeat token",
            "Each other player with more coins than you chooses one: give 2 coins to you, or take 1 defeat token.",
            "Chaque autre joueur qui a plus de pièces que vous, au choix : vous donne 2 pièces, ou reçoit 1 jeton « defeat ».",
            id="who does either chooses",
        ),
        pytest.param(
            "others may not buy from you",
            "No other player may buy from you.",
            "Aucun autre joueur ne peut vous acheter de ressources.",
            id="nobody may",
        ),
        pytest.param(
            "may not sell to others",
            "You may not sell to any other player.",
            "Vous ne pouvez vendre à aucun autre joueur.",
            id="to nobody",
        ),
        pytest.param(
            "choose another player then they have purchases cost 1 more until end of age",
            "Choose another player; then each resource bought from a player costs that player 1 coin more until the end of the Age.",
            "coûte 1 pièce de plus à ce joueur",
            id="who was chosen pays more",
        ),
        pytest.param(
            "when anyone reaches step 4 of fleet, once per game, gain 1 coin",
            "Once per game, when any player reaches step 4 of the track fleet, take 1 coin from the bank.",
            "Une fois par partie, lorsque n'importe quel joueur atteint",
            id="once is not each time",
        ),
        pytest.param(
            "if 3 players, gain 1 coin",
            "If there are at least 3 players, take 1 coin from the bank.",
            "S'il y a au moins 3 joueurs",
            id="si melts into il",
        ),
    ],
)
def test_it_is_said_whose_things_are_meant_and_who_does_what(text: str, english: str, french: str) -> None:
    clause = parsed(text)
    assert English().clause(clause) == english
    assert french in French().clause(clause).replace(SPACE, " ")


def test_a_marker_has_one_article() -> None:
    lexicon = Lexicon(names={(Role.MARKER, ""): "The Sky"})
    assert English(lexicon).clause(parsed("flip the sky")) == "Turn the Sky marker to its next face."
