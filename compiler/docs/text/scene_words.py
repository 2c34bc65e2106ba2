"""Words for the scenes of rulings.

What names stand for, and how cards, zones, payments and answers are said. Names that no phrase can
bend stand behind a colon, in brackets or in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stele.compiler.analysis.declarations import declarations
from stele.compiler.docs.text.phrasing import age, counted, spoken_list
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import items
from stele.compiler.front.fields import scalars
from stele.compiler.front.nodes import Role
from stele.compiler.front.rulings import Ruling, entries
from stele.compiler.front.source import Node, Scalar, YamlMapping
from stele.compiler.front.walk import nodes

OPTION = re.compile(r"(?P<board>.+)-stage-(?P<stage>[0-9])(-option-(?P<option>[0-9]))?")
HELD = re.compile(r"(?P<card>.+) of (?P<seat>[A-H])")
SWAP = re.compile(r"(?P<gives>.+) for (?P<takes>.+) of (?P<seat>[A-H])")


@dataclass(frozen=True, slots=True)
class SceneLine:
    """What is said about one seat, a place or the table: sentences, each with its full stop."""

    who: str  # the letter of a seat, or nothing
    says: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return all of it as one text."""
        return " ".join(self.says)


class SceneNames:
    """What names in scenes stand for, in some expansions."""

    def __init__(self, speaker: Speaker, contents: Sequence[items.Content]) -> None:
        self.speaker = speaker
        self.contents = {content.expansion.id: content for content in contents}
        self.targets: dict[str, dict[tuple[Role, str], str]] = {}
        for content in contents:
            declared = self.targets.setdefault(content.expansion.id, {})
            for role, word, id, _, _ in declarations(content):
                declared.setdefault((role, word), f"{content.expansion.id}.{id}")
        flows = [content.flow for content in contents if content.flow is not None]
        self.actions = {action.id: action for flow in flows for action in flow.actions}
        self.plays = {play.id: play for flow in flows for play in nodes(flow.steps(), items.PlayStep)}
        early = [(flow.slots.before_first_age, flow.slots.start_of_age) for flow in flows]
        self.early = {play.id for steps in early for play in nodes(steps, items.PlayStep)}
        self.variants = {variant.id: variant for content in contents for variant in content.variants}
        self.seen: dict[tuple[str, ...], dict[tuple[Role, str], str]] = {}

    def order_from(self, expansions: Sequence[str]) -> tuple[str, ...]:
        """Return all expansions; those of a ruling come first."""
        first = [id for id in expansions if id in self.targets]
        return (*first, *[id for id in self.targets if id not in first])

    def targets_in(self, order: tuple[str, ...]) -> dict[tuple[Role, str], str]:
        """Return what each id stands for.

        Of several things with one id, that of the earliest expansion.
        """
        if order not in self.seen:
            merged: dict[tuple[Role, str], str] = {}
            for id in reversed(order):
                merged |= self.targets[id]
            self.seen[order] = merged
        return self.seen[order]


class SceneWords:
    """Says parts of the scene of one ruling."""

    def __init__(self, names: SceneNames, ruling: Ruling) -> None:
        self.names = names
        self.ruling = ruling
        self.speaker = names.speaker
        self.seats = entries(ruling.given.get("seats"))
        self.order = names.order_from([ruling.expansion, *(name.text for name in ruling.needs)])
        self.targets = names.targets_in(self.order)

    def say(self, key: str, **values: object) -> str:
        """Return a phrase about scenes."""
        return self.speaker.say(f"scenes.{key}", **values)

    def spoken_list(self, words: Sequence[str], last: str = "and") -> str:
        """Return words as a list."""
        return spoken_list(self.speaker, words, last)

    def counted(self, key: str, number: int, **values: object) -> str:
        """Return so many of something."""
        return counted(self.speaker, f"scenes.{key}", number, **values)

    def title(self, role: Role, id: str) -> str | None:
        """Return what something is called.

        Of several things with one id, that of the ruling's own expansions.
        """
        target = self.targets.get((role, id))
        return None if target is None else self.speaker.title(role, target).text

    def named(self, role: Role, id: str) -> str:
        """Return what something is called, or its id if nothing declares it."""
        return self.title(role, id) or id

    def card(self, id: str) -> str:
        """Return a card inside a sentence."""
        return self.say("card", card=self.named(Role.CARD, id))

    def cards(self, node: Node | None, last: str = "and") -> str:
        """Return some cards behind a colon; of those with one name, how many."""
        names = [self.named(Role.CARD, card.text) for card in scalars(node)]
        told = [self.say("copies", number=names.count(name), card=name) for name in dict.fromkeys(names)]
        return self.spoken_list(told, last) if told else self.say("empty")

    def expansion(self, id: str) -> str:
        """Return what an expansion is called."""
        return self.speaker.title(Role.EXPANSION, f"{id}.{id}").text

    def tokens(self, node: Node | None) -> list[str]:
        """Return tokens by kind."""
        return [
            self.counted("tokens", whole(value), token=self.named(Role.TOKEN, name.text))
            for name, value in entries(node)
        ]

    def positions(self, key: str, stated: Node | None) -> list[str]:
        """Return where tracks or markers stand."""
        role, said = (Role.TRACK, "track") if key == "tracks" else (Role.MARKER, "marker")
        return [
            self.say(said, name=self.named(role, name.text), at=self.title(Role.FACE, at.text) or at.text)
            for name, part in entries(stated)
            for at in scalars(part)
        ]

    def zone(self, key: str, name: str, value: Node, **values: object) -> str:
        """Return what is in a zone: exactly these cards, so many, or some that it has and lacks."""
        match value:
            case Scalar():
                return self.say(key, zone=name, cards=self.counted("cards", whole(value)), **values)
            case YamlMapping():
                parts = [
                    self.say(f"{word}-cards", cards=self.cards(value.get(word), last))
                    for word, last in (("has", "and"), ("lacks", "or"))
                    if scalars(value.get(word))
                ]
                count = value.get("count")
                parts += [] if count is None else [self.counted("cards-in-all", whole(count))]
                return self.say(key, zone=name, cards=self.say("comma").join(parts), **values)
            case _:
                return self.say(key, zone=name, cards=self.cards(value), **values)

    def table_zones(self, node: Node | None, is_given: bool = False) -> Iterator[str]:
        """Yield zones of the table and decks with what is in them; what is given, from the top."""
        for key, value in entries(node):
            if key.text in ("tracks", "markers"):
                yield from (self.say("sentence", told=told) for told in self.positions(key.text, value))
            elif key.text == "first":
                yield self.say("first", seat=getattr(value, "text", ""))
            elif key.text == "supplies":
                yield from self.supplies(value)
            elif (deck := self.title(Role.DECK, key.text)) and is_given and len(scalars(value)) > 1:
                listed = [self.named(Role.CARD, card.text) for card in scalars(value)]
                yield self.say("deck-from-top", zone=deck, cards=self.spoken_list(listed))
            elif deck:
                yield self.zone("deck", deck, value)
            else:
                yield self.zone("zone", self.named(Role.ZONE, key.text), value)

    def supplies(self, node: Node | None) -> Iterator[str]:
        """Yield how many tokens supplies of the table have left."""
        for name, left in entries(node):
            supply = self.named(Role.SUPPLY, name.text)
            if self.title(Role.SUPPLY, name.text) is None:
                yield self.counted("supply-tokens", whole(left), token=self.named(Role.TOKEN, name.text))
            elif isinstance(left, Scalar):
                yield self.counted("supply", whole(left), supply=supply)
            for of, count in entries(left):
                yield self.counted("supply-of", whole(count), supply=supply, age=age(self.speaker, int(of.text)))

    def place_name(self, zone: str) -> str:
        """Return what a shared place is called; `between` is the first kind of them."""
        if zone != "between":
            return self.named(Role.ZONE, zone)
        for expansion in self.order:
            for declared in self.names.contents[expansion].vocabulary.zones:
                if declared.owner == "neighbours":
                    return self.named(Role.ZONE, declared.id)
        return zone

    def payment(self, paid: dict[str, int]) -> str:
        """Return who is paid how much."""
        parts = []
        for to, coins in paid.items():
            whom = self.say(f"to-{to}") if to in ("bank", "left", "right") else self.say("to-seat", seat=to)
            parts.append(self.say("pay-part", coins=self.counted("coins", coins), whom=whom))
        return self.spoken_list(parts)

    def answer(self, answer: str) -> str:
        """Return one answer to a decision.

        A card, a seat, a side, a stage, tokens, coins, a swap, or nothing.
        """
        if self.title(Role.CARD, answer) is not None:
            return self.card(answer)
        if answer in ("nothing", "exchange"):
            return self.say(f"answer-{answer}")
        if answer.isdigit():
            return self.say("answer-coins", coins=self.counted("coins", int(answer)))
        if any(answer == name.text for name, _ in self.seats):
            return self.say("answer-seat", seat=answer)
        if swapped := self.swapped(answer):
            return self.say("answer-swap", **swapped)
        if held := HELD.fullmatch(answer):
            return self.say("answer-held", card=self.card(held["card"]), other=held["seat"])
        if option := OPTION.fullmatch(answer):
            key = "answer-option" if option["option"] else "answer-stage"
            board = self.named(Role.BOARD, option["board"])
            return self.say(key, board=board, stage=option["stage"], option=option["option"])
        if "-and-" in answer:
            tokens = [self.named(Role.TOKEN, token) for token in answer.split("-and-")]
            return self.spoken_list([self.counted("tokens", 1, token=token) for token in tokens])
        board, _, side = answer.rpartition("-")
        return self.say("answer-side", board=self.named(Role.BOARD, board), side=side)

    def swapped(self, answer: str) -> dict[str, str]:
        """Return what an answer swaps with whom, if it does."""
        swap = SWAP.fullmatch(answer)
        if swap is None:
            return {}
        return {"gives": self.card(swap["gives"]), "takes": self.card(swap["takes"]), "other": swap["seat"]}


def whole(node: Node) -> int:
    """Return a number of the scene."""
    return int(node.value or 0) if isinstance(node, Scalar) else 0
