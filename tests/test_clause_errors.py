"""The commonest mistakes of a sentence and of a file have messages of their own: whole messages,
one golden file each.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from stele.compiler.common.diagnostics import Diagnostic, plain
from stele.compiler.common.span import text_of
from stele.compiler.front.clause_errors import MISTAKES
from stele.compiler.front.clause_parser import parse_clause, parse_cost
from stele.compiler.front.source import Unreadable, compose
from stele.compiler.front.wording import is_in_the_language, otherwise_worded
from tests.conftest import scalar

CLAUSES = {
    "gold": "gain 3 gold",
    "what you own": "gain 1 coin for every brown card you own",
    "per without a place": "gain 1 coin per brown card",
    "when you play": "when you play a stage, gain 1 coin",
    "choice of effects": "gain 2 coins or 3 points",
    "steal": "steal 2 coins from left",
    "every turn": "every turn gain 1 coin",
    "any resource": "produce any resource",
    "condition on a card": "gain 2 coins if you have altar",
    "no such verb": "summon 2 coins",
    "capital": "Gain 3 coins",
    "full stop": "gain 3 coins.",
    "for each": "gain 1 coin for each brown card in city",
    "for": "gain 1 coin for brown cards in city",
    "your": "gain 1 coin per brown card in your city",
    "missing per": "gain 1 coin brown card in city",
    "each time": "gain 1 coin each time you build a stage",
    "number in words": "score three points",
    "kind of points": "score 3 victory points",
    "abbreviated points": "score 3 vp",
    "a coin": "gain a coin",
    "gained points": "gain 3 points",
    "scored coins": "score 3 coins",
    "gained shields": "gain 2 shields",
    "no verb for coins": "5 coins",
    "no verb for points": "5 points",
    "no verb for resources": "wood or clay",
    "gained resources": "gain 2 wood",
    "slash": "produce wood/clay",
    "comma in a choice": "produce wood, clay",
    "and in production": "produce wood and clay",
    "two sentences": "gain 2 coins and score 3 points",
    "limit at the end": "build a card for free once per age",
    "moment at the end": "gain 2 coins when you build a yellow card",
    "moment behind a limit": "once per turn, when you gain coins from bank, gain 1 coin",
    "condition at the end": "score 15 points if 6 shields",
    "per first": "per brown card in city gain 1 coin",
    "no comma": "when you build a yellow card gain 2 coins",
    "whenever": "whenever you build a yellow card, gain 2 coins",
    "each player": "each player gains 2 coins",
    "other players": "all other players lose 1 coin",
    "your neighbours": "your neighbours lose 1 coin",
    "american neighbours": "neighbors lose 1 coin",
    "american colours": "score 1 point per different color in city",
    "one neighbour for both": "score 1 point per brown card in neighbour",
    "neighbouring cities": "score 1 point per brown card in neighbouring cities",
    "left neighbour": "score 1 point per brown card in left neighbour",
    "the bank": "once per turn, buy any resource from the bank for 1",
    "end of the game": "at the end of the game, copy a guild in neighbours",
    "free": "build a card from discard free",
    "at no cost": "build a card from discard at no cost",
    "you": "you gain 3 coins",
    "get": "get 3 coins",
    "plus": "gain +3 coins",
    "underscore": "play a leader from leader_hand",
    "typo in a verb": "gian 3 coins",
    "typo in a noun": "gain 3 cions",
    "typo in between": "gain 1 coin pre brown card in city",
    "stops early": "gain 3",
    "nothing": "",
    "stranger": "gain 3 coins @ once",
    "word too many": "gain 3 coins now",
    "missing number": "gain coins",
    "shields without a number": "shields",
    "strength": "2 strength",
    "a word in the wrong place": "2 soldiers",
    "then behind a condition": "if 3 shields then gain 2 coins",
    "each at the end": "everyone gains 3 coins each",
    "token without its word": "gain 1 chip",
    "a token": "gain a chip token",
    "token without its word elsewhere": "others lose 1 chip",
    "or more": "score 6 points if 5 or more coins",
    "of your neighbours": "score 1 point for each guild of your neighbours",
    "choice in an exchange": "spend 2 chip tokens to gain 9 coins or score 6 points",
    "nothing to leave out": "gain 1 coin per blue card lost",
    "structure": "gain 1 coin per blue structure in city",
    "singular": "1 victory point per green card in city",
    "per a name": "score two points per pearl",
    "once a turn": "once a turn, build a card for free",
    "unless": "unless 3 coins, gain 2 coins",
    "one of a thing": "if you have a brown card, gain 2 coins",
    "beginning": "at the beginning of your turn, gain 1 coin",
    "most": "if you have the most shields, score 5 points",
    "one neighbour": "the left neighbour loses 1 coin",
    "from each": "gain 1 coin from each neighbour",
    "equal to": "gain coins equal to your shields",
    "a card as a price": "discard a card to gain 3 coins",
    "drawing": "draw a card",
    "used to build": "when you use a card to build, gain 1 coin",
    "too large": "gain 30000 coins",
    "too long": "gain 1 coin then " * 30 + "gain 1 coin",
}
COSTS = {
    "cost twice the same": "wood wood, glass",
    "cost of money": "3 gold coins",
    "cost with and": "2 wood and 1 glass",
    "cost without comma": "2 wood 1 glass",
    "cost without number": "wood",
    "cost of nothing": "nothing",
    "cost with x": "2x wood",
    "cost turned round": "wood 2",
    "cost with plus": "2 wood + 1 glass",
    "cost with pay": "pay 2 coins",
    "cost of a number": "3",
    "cost in capitals": "2 Wood",
    "cost with a choice": "2 wood or 1 clay",
    "cost with per": "1 coin per brown card in city",
}
FILES = {
    "colon in a text": "name: The card: a colon too many\n",
    "list not closed": "players: [3, 4\ncost: free\n",
    "braces not closed": "start: {coins: 3\nages: 3\n",
    "quote not closed": "name: 'The card\ncost: free\n",
    "tab": "start:\n\tcoins: 3\n",
    "at sign": "name: @home\n",
    "dash in a line": "name: x - y\nlist: - a\n",
    "key without colon": "name\ncost: free\n",
    "indentation": "a:\n  b: 1\n c: 2\n",
    "indented more": "a: 1\n  b: 2\n",
    "key without colon in the middle": "deck: a\ncolour purple\ncost: free\n",
    "sentence without key": "deck: a\ngain 2 coins per stage # why\ncost: free\n",
    "no space behind a colon": "deck: a\ncolour:purple\ncost: free\n",
    "no space in an entry": "cards:\n  - id:mill\n    name: Mill\n",
    "entry among keys": "a:\n  - b\n  c: 1\n",
    "backslash": 'name: "a\\qb"\n',
    "empty": "# nothing but a comment\n",
    "list as a key": "[a]: 1\n",
    "percent sign": "a: 1\nb: %home\n",
}


@pytest.mark.parametrize(("text", "name"), [pytest.param(t, n, id=n) for n, t in {**CLAUSES, **COSTS}.items()])
def test_a_sentence_earns_its_message(text: str, name: str, golden: Callable[[str, str], None]) -> None:
    written = scalar(text)
    found = finding(name, text)
    golden(f"sentences/{name.replace(' ', '_')}.txt", plain(found, {"clause": written.source}))


def finding(name: str, text: str) -> Diagnostic:
    """Return what is told of a text: what is wrong with it, or as what it is read."""
    if name not in COSTS and (understood := otherwise_worded(scalar(text))) is not None:
        return understood
    found: list[Diagnostic] = []
    tree = parse_cost(scalar(text), found) if name in COSTS else parse_clause(scalar(text), found)
    assert tree is None or name == "too large"
    assert len(found) == 1
    return found[0]


@pytest.mark.parametrize(("text", "name"), [pytest.param(t, n, id=n) for n, t in FILES.items()])
def test_a_file_earns_its_message(text: str, name: str, golden: Callable[[str, str], None]) -> None:
    source = text_of("file.yaml", text)
    with pytest.raises(Unreadable) as raised:
        compose(source, [])
    message = plain(raised.value.diagnostic, {"file.yaml": source})
    assert not re.search(r"<|token|indicator|stream|scalar|mapping|sequence|node|block", message)
    golden(f"files/{name.replace(' ', '_')}.txt", message)


def test_what_a_message_offers_parses() -> None:
    offered = 0
    for name, text in {**CLAUSES, **COSTS}.items():
        parse = parse_cost if name in COSTS else parse_clause
        found = finding(name, text)
        for edit in found.edits:
            if found.code.id in ("E0303", "E0305"):
                offered += 1
                assert parse(scalar(edit.text.strip('"')), []) is not None
            elif found.code.id == "W0610" and not edit.text.startswith(("[", "]")) and '", "' not in edit.text:
                offered += 1
                assert is_in_the_language(edit.text.strip('"'))
    assert offered > 40


def test_the_twenty_commonest_mistakes_have_messages_of_their_own() -> None:
    said = set()
    for name, text in {**CLAUSES, **COSTS}.items():
        found = finding(name, text)
        said |= {found.message} if found.code.id in ("E0303", "E0305") else set()
    assert len(said) >= 20
    assert len(MISTAKES) >= 40


def test_no_message_names_a_token_of_the_parser() -> None:
    for name, text in {**CLAUSES, **COSTS}.items():
        found = finding(name, text)
        shown = found.message + found.help
        assert not re.search(r"[A-Z]{2,}|\$|_", shown.replace("_`", "").replace("`_", "")), shown
