"""Tell the tested scene of a ruling in words: how the table stands, what happens, what must be true then.

`{A: {build: altar, pay: {C: 2}}}` becomes "A builds Altar, paying 2 coins to C."; every assertion is said, and nothing that is
not in the scene. Names that no phrase can bend stand behind a colon, in brackets or in quotes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stele.compiler.analysis.check_rulings import ACT_KEYS, SEAT_KEYS
from stele.compiler.analysis.resolve import declarations
from stele.compiler.docs.text.phrasing import age, counted, lowered, spoken_list
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import items
from stele.compiler.front.content_parser import flag, number, scalars, text
from stele.compiler.front.nodes import Role
from stele.compiler.front.rulings import Ruling, entries
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlSequence
from stele.compiler.front.walk import nodes
from stele.compiler.language.numerals import signed

OPTION = re.compile(r"(?P<board>.+)-stage-(?P<stage>[0-9])(-option-(?P<option>[0-9]))?")
SWAP = re.compile(r"(?P<gives>.+) for (?P<takes>.+) of (?P<seat>[A-H])")
STAGE = re.compile(r"(?P<action>.+)-(?P<stage>[0-9])")


@dataclass(frozen=True, slots=True)
class SceneLine:
    """What is said about one seat, a place or the table: sentences, each with its full stop."""

    who: str  # the letter of a seat, or nothing
    says: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return all of it as one text."""
        return " ".join(self.says)


@dataclass(frozen=True, slots=True)
class SceneText:
    """A scene in words; what happens is one text for each step."""

    given: tuple[SceneLine, ...]
    when: tuple[str, ...]
    then: tuple[SceneLine, ...]

    @property
    def text(self) -> str:
        """Return the whole scene, a line for each part."""
        return "\n".join([*(line.text for line in self.given), *self.when, *(line.text for line in self.then)])


def scene(ruling: Ruling, speaker: Speaker, contents: Sequence[items.Content]) -> SceneText:
    """Return the scene of one ruling in words; a `Narrator` tells many without looking up all names anew."""
    return Narrator(speaker, contents).scene(ruling)


class Narrator:
    """Tells scenes in one language about some expansions."""

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

    def scene(self, ruling: Ruling) -> SceneText:
        """Return the scene of one ruling in words."""
        return Telling(self, ruling).scene()


class Telling:
    """Tells the scene of one ruling."""

    def __init__(self, narrator: Narrator, ruling: Ruling) -> None:
        self.narrator = narrator
        self.ruling = ruling
        self.speaker = narrator.speaker
        self.seats = entries(ruling.given.get("seats"))
        own = [ruling.expansion, *(name.text for name in ruling.needs)]
        known = [id for id in own if id in narrator.targets]
        self.order = [*known, *(id for id in narrator.targets if id not in known)]

    def scene(self) -> SceneText:
        """Return the scene in words."""
        return SceneText(
            (SceneLine("", tuple(self.opening())), *self.seat_lines(), *self.table_lines()),
            tuple(self.step(step) for step in self.ruling.when),
            tuple(self.expectation(who.text, expected) for who, expected in entries(self.ruling.then)),
        )

    # --- words ------------------------------------------------------------------------------------------------------

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
        """Return what something is called; of several things with one id, that of the ruling's own expansions."""
        found = self.target(role, id)
        return None if found is None else self.speaker.title(role, found).text

    def target(self, role: Role, id: str) -> str | None:
        """Return what an id stands for."""
        targets = (self.narrator.targets[expansion].get((role, id)) for expansion in self.order)
        return next((target for target in targets if target is not None), None)

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

    # --- given ------------------------------------------------------------------------------------------------------

    def opening(self) -> Iterator[str]:
        """Yield what is true of the whole table."""
        given = self.ruling.given
        values = {"age": age(self.speaker, number(given, "age") or 1), "turn": number(given, "turn") or 1}
        play = self.narrator.plays.get(text(given, "phase"))
        if flag(given, "setup"):
            yield self.say("new-game", number=len(self.seats))
        elif play is None:
            yield self.say("time", **values)
        else:
            zone = self.speaker.title(Role.ZONE, play.source.target or "").text
            yield self.say("phase" if play.id in self.narrator.early else "phase-in-turn", **values, zone=zone)
        letters = [name.text for name, _ in self.seats]
        if len(letters) > 1:
            seats = self.spoken_list(letters)
            yield self.say("seats", seats=seats, first=letters[0], next=letters[1])
        others = [name.text for name in self.ruling.needs if name.text != self.ruling.expansion]
        if others:
            yield self.say("with", names=self.spoken_list([self.expansion(id) for id in others]))
        variant = self.narrator.variants.get(self.ruling.variant)
        if variant is not None:
            yield self.say("variant", variant=self.named(Role.VARIANT, variant.id))
            if variant.guest is not None:
                target = self.target(Role.VARIANT, variant.id) or ""
                yield self.say("guest", seat=letters[-1], guest=self.speaker.heading(Role.VARIANT, target).text)

    def expansion(self, id: str) -> str:
        """Return what an expansion is called."""
        return self.speaker.title(Role.EXPANSION, f"{id}.{id}").text

    def seat_lines(self) -> Iterator[SceneLine]:
        """Yield what each seat has; seats that have nothing are named together."""
        if flag(self.ruling.given, "setup"):
            yield from self.boards_given()
            return
        bare = [name.text for name, stated in self.seats if not entries(stated)]
        for name, stated in self.seats:
            if name.text not in bare:
                yield SceneLine(name.text, tuple(self.seat(name.text, stated)))
        if bare:
            yield SceneLine("", (self.say("bare", number=len(bare), seats=self.spoken_list(bare)),))

    def boards_given(self) -> Iterator[SceneLine]:
        """Yield which boards seats have in a new game, if it matters."""
        for name, stated in self.seats:
            if isinstance(stated, YamlMapping) and text(stated, "board"):
                yield SceneLine(name.text, (self.say("sentence", told=self.who(name.text, stated)),))

    def who(self, letter: str, stated: YamlMapping) -> str:
        """Return a seat, with its board if it has one."""
        board, side = text(stated, "board"), text(stated, "side", "a")
        return self.say("seat", seat=letter, board=self.named(Role.BOARD, board), side=side) if board else letter

    def seat(self, letter: str, stated: Node) -> Iterator[str]:
        """Yield what one seat has."""
        assert isinstance(stated, YamlMapping)
        who = self.who(letter, stated)
        has = [self.counted("coins", number(stated, "coins")), *self.stages_given(stated.get("stages"))]
        has += self.tokens(stated.get("tokens"))
        if shields := number(stated, "shields"):
            has.append(self.counted("more-shields", shields))
        yield self.say("has", seat=who, things=self.spoken_list(has))
        for key, value in entries(stated):
            match key.text:
                case "stages":
                    yield from self.under(value)
                case "used":
                    yield self.say("used", items=self.spoken_list([self.used(item.text) for item in scalars(value)]))
                case "copies":
                    yield self.say("copied", cards=self.cards(value))
                case "with-coins":
                    yield self.say("marked", cards=self.cards(value))
                case zone if zone not in SEAT_KEYS:
                    yield self.say("zone", zone=self.named(Role.ZONE, zone), cards=self.cards(value))

    def stages_given(self, node: Node | None) -> list[str]:
        """Return which stages are built."""
        match node:
            case None:
                return []
            case YamlMapping():
                numbers = [key.text for key, _ in entries(node)]
            case YamlSequence():
                numbers = [part.text for part in scalars(node)]
            case _:
                return [self.counted("stages", int(node.text))] if int(node.text) else []
        return [self.say("stages-built", number=len(numbers), stages=self.spoken_list(numbers))]

    def under(self, node: Node) -> Iterator[str]:
        """Yield the cards that lie under stages."""
        for stage, card in entries(node):
            yield self.say("under", stage=stage.text, card=self.card(getattr(card, "text", "")))

    def tokens(self, node: Node | None) -> list[str]:
        """Return tokens by kind."""
        return [
            self.counted("tokens", whole(value), token=self.named(Role.TOKEN, name.text))
            for name, value in entries(node)
        ]

    def used(self, item: str) -> str:
        """Return what has a limit that is spent: a card, a board, or the board of the seat."""
        if item == "board":
            return self.say("own-board")
        return self.title(Role.CARD, item) or self.named(Role.BOARD, item)

    def table_lines(self) -> Iterator[SceneLine]:
        """Yield what lies on the table and between neighbours."""
        given = self.ruling.given
        says = [*self.table_zones(given.get("table")), *self.supplies(given.get("supplies"))]
        if draws := scalars(given.get("draws")):
            says.append(
                self.say("draws", boards=self.spoken_list([self.named(Role.BOARD, name.text) for name in draws]))
            )
        if says:
            yield SceneLine("", tuple(says))
        for pair, stated in entries(given.get("between")):
            yield SceneLine("", tuple(self.place(pair.text, stated)))

    def table_zones(self, node: Node | None) -> Iterator[str]:
        """Yield zones of the table and decks with what is in them."""
        for key, value in entries(node):
            if key.text == "supplies":
                yield from self.supplies(value)
            elif deck := self.title(Role.DECK, key.text):
                yield self.zone("deck", deck, value)
            else:
                yield self.zone("zone", self.named(Role.ZONE, key.text), value)

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
                return self.say(key, zone=name, cards=self.say("comma").join(parts), **values)
            case _:
                return self.say(key, zone=name, cards=self.cards(value), **values)

    def supplies(self, node: Node | None) -> Iterator[str]:
        """Yield how many tokens supplies of the table have left."""
        for name, left in entries(node):
            supply = self.named(Role.SUPPLY, name.text)
            if isinstance(left, Scalar):
                yield self.counted("supply", whole(left), supply=supply)
            for of, count in entries(left):
                yield self.counted("supply-of", whole(count), supply=supply, age=age(self.speaker, int(of.text)))

    def place(self, pair: str, stated: Node) -> Iterator[str]:
        """Yield what lies between two neighbours."""
        assert isinstance(stated, YamlMapping)
        one, _, other = pair.partition("-")
        board, side = self.named(Role.BOARD, text(stated, "board")), text(stated, "side", "a")
        yield self.say("between", one=one, other=other, board=board, side=side)
        for seat, cards in entries(stated.get("cards")):
            if scalars(cards):
                yield self.say("laid", seat=seat.text, cards=self.cards(cards))

    # --- when -------------------------------------------------------------------------------------------------------

    def step(self, step: YamlMapping) -> str:
        """Return what happens in one simultaneous step."""
        advance = text(step, "advance")
        if advance:
            return self.say(f"advance-{advance}")
        acts = [self.act(who.text, act) for who, act in entries(step) if who.text != "refused"]
        told = self.say("then-also").join(acts)
        return self.say("refused" if flag(step, "refused") else "sentence", told=told)

    def act(self, seat: str, act: Node) -> str:
        """Return what one seat does, without a full stop."""
        assert isinstance(act, YamlMapping)
        wanted = next(((key.text, value) for key, value in entries(act) if key.text not in ACT_KEYS), None)
        if wanted is None:
            told = self.chosen(seat, text(act, "choose"))
        else:
            told = self.action(seat, wanted[0], getattr(wanted[1], "text", ""), number(act, "number"))
        return self.say("comma").join([told, *self.manner(act)])

    def action(self, seat: str, id: str, card: str, stage: int) -> str:
        """Return an action with a card."""
        action = self.narrator.actions.get(id)
        values = {"seat": seat, "card": self.card(card)}
        match action:
            case items.Action(cost="card", builds=True):
                return self.say("builds", **values)
            case items.Action(cost="stage"):
                return self.say("builds-stage", **values, stage=stage) if stage else self.say("builds-next", **values)
            case _:
                return self.say("uses", **values, action=self.named(Role.ACTION, id))

    def manner(self, act: YamlMapping) -> Iterator[str]:
        """Yield where, how and with what an act is done."""
        for zone, side in entries(act.get("at")):
            name = self.place_name(zone.text)
            yield self.say(f"at-{getattr(side, 'text', '')}", zone=lowered(name) if name else "")
        if by := text(act, "by"):
            yield self.say(f"by-{by}")
        if rider := text(act, "rider"):
            yield self.say("with-rider", rider=self.named(Role.RIDER, rider))
        pay = act.get("pay")
        if pay is not None:
            paid = {to.text: whole(coins) for to, coins in entries(pay) if whole(coins)}
            yield self.say("paying", coins=self.payment(paid)) if paid else self.say("paying-nothing")

    def place_name(self, zone: str) -> str:
        """Return what a shared place is called; `between` is the first kind of them."""
        if zone != "between":
            return self.named(Role.ZONE, zone)
        for expansion in self.order:
            for declared in self.narrator.contents[expansion].vocabulary.zones:
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

    def chosen(self, seat: str, answer: str) -> str:
        """Return how a decision is answered."""
        if self.title(Role.CARD, answer) is None:
            if answer == "nothing":
                return self.say("declines", seat=seat)
            if answer == "exchange":
                return self.say("exchanges", seat=seat)
            if answer.isdigit():
                return self.say("pays", seat=seat, coins=self.counted("coins", int(answer)))
            if swap := SWAP.fullmatch(answer):
                values = {"gives": self.card(swap["gives"]), "takes": self.card(swap["takes"]), "other": swap["seat"]}
                return self.say("swaps", seat=seat, **values)
        return self.say("chooses", seat=seat, answer=self.answer(answer))

    def answer(self, answer: str) -> str:
        """Return one answer to a decision: a card, a seat, a side, a stage, tokens, coins, a swap, or nothing."""
        if self.title(Role.CARD, answer) is not None:
            return self.card(answer)
        if answer in ("nothing", "exchange"):
            return self.say(f"answer-{answer}")
        if answer.isdigit():
            return self.say("answer-coins", coins=self.counted("coins", int(answer)))
        if any(answer == name.text for name, _ in self.seats):
            return self.say("answer-seat", seat=answer)
        if swap := SWAP.fullmatch(answer):
            values = {"gives": self.card(swap["gives"]), "takes": self.card(swap["takes"]), "other": swap["seat"]}
            return self.say("answer-swap", **values)
        if option := OPTION.fullmatch(answer):
            key = "answer-option" if option["option"] else "answer-stage"
            board = self.named(Role.BOARD, option["board"])
            return self.say(key, board=board, stage=option["stage"], option=option["option"])
        if "-and-" in answer:
            tokens = [self.named(Role.TOKEN, token) for token in answer.split("-and-")]
            return self.spoken_list([self.counted("tokens", 1, token=token) for token in tokens])
        board, _, side = answer.rpartition("-")
        return self.say("answer-side", board=self.named(Role.BOARD, board), side=side)

    # --- then -------------------------------------------------------------------------------------------------------

    def expectation(self, who: str, expected: Node) -> SceneLine:
        """Return all that must be true of a seat, the table, the places between neighbours, or the winner."""
        match who:
            case "winner":
                winners = [seat.text for seat in scalars(expected)]
                return SceneLine("", (self.say("wins", number=len(winners), seats=self.spoken_list(winners)),))
            case "table":
                return SceneLine("", tuple(self.table_zones(expected)))
            case "between":
                return SceneLine(
                    "", tuple(says for pair, place in entries(expected) for says in self.laid(pair.text, place))
                )
            case _:
                return SceneLine(who, tuple(self.seat_expected(who, expected)))

    def laid(self, pair: str, expected: Node) -> Iterator[str]:
        """Yield what must be true of a place that two neighbours share."""
        one, _, other = pair.partition("-")
        for key, value in entries(expected):
            if key.text == "leads":
                leads = [self.counted("leads", whole(lead), seat=seat.text) for seat, lead in entries(value)]
                yield self.say("leads-between", one=one, other=other, leads=self.spoken_list(leads))
            else:
                yield self.say("laid-between", one=one, other=other, seat=key.text, cards=self.cards(value))

    def seat_expected(self, seat: str, expected: Node) -> Iterator[str]:
        """Yield all that must be true of a seat: first what it has, then the rest in the order of the ruling."""
        assert isinstance(expected, YamlMapping)
        has = [thing for key, value in entries(expected) for thing in self.things(key.text, value)]
        if has:
            yield self.say("has", seat=seat, things=self.spoken_list(has))
        for key, value in entries(expected):
            yield from self.fact(seat, key.text, value)

    def things(self, key: str, value: Node) -> list[str]:
        """Return what a seat has, if that is what a key says."""
        match key:
            case "coins":
                return [self.counted("coins", whole(value))]
            case "stages" if isinstance(value, YamlSequence):
                built = [part.text for part in scalars(value)]
                order = "stages-in-order" if len(built) > 1 else "stages-built"
                values = {"number": len(built), "stages": self.spoken_list(built)}
                return [self.say(order, **values) if built else self.counted("stages", 0)]
            case "stages":
                return [self.counted("stages", whole(value))]
            case "tokens":
                return self.tokens(value)
            case "shields" if isinstance(value, YamlMapping):
                sides = [(side.text, whole(shields)) for side, shields in entries(value)]
                return [self.say(f"shields-{side}", shields=self.counted("shields", count)) for side, count in sides]
            case "shields":
                return [self.counted("shields", whole(value))]
            case _:
                return []

    def fact(self, seat: str, key: str, value: Node) -> Iterator[str]:
        """Yield what else must be true of a seat."""
        match key:
            case "coins" | "stages" | "tokens" | "shields":
                return
            case "with-coins":
                key = "marked-of" if scalars(value) else "marked-none"
                yield self.say(key, seat=seat, cards=self.cards(value))
            case "points":
                yield self.say("points", seat=seat, points=self.points(value))
            case "produces":
                names = [lowered(self.named(Role.RESOURCE, name.text)) for name in scalars(value)]
                yield self.say("produces" if names else "produces-nothing", seat=seat, goods=self.spoken_list(names))
            case "legal":
                yield from self.legal(seat, value)
            case "illegal":
                yield from self.illegal(seat, value)
            case "splits":
                for card, ways in entries(value):
                    yield self.splits(seat, card.text, ways)
            case "asks":
                offers = sorted((answer.text for answer in scalars(value)), key=lambda offer: offer == "nothing")
                answers = [self.answer(offer) for offer in offers]
                offered = self.spoken_list(answers, "or")
                yield self.say("asks", seat=seat, answers=offered) if answers else self.say("asks-nothing", seat=seat)
            case "there":
                for side, cards in entries(value):
                    yield self.there(seat, side.text, cards)
            case _:
                yield self.zone("zone-of", self.named(Role.ZONE, key), value, seat=seat)

    def points(self, node: Node) -> str:
        """Return points by line, and in total."""
        parts = []
        for line, points in entries(node):
            values = {"points": signed(whole(points))}
            if line.text == "total":
                parts.append(self.say("points-total", **values))
            else:
                parts.append(self.say("points-line", **values, line=self.named(Role.LINE, line.text)))
        return self.spoken_list(parts)

    def legal(self, seat: str, node: Node) -> Iterator[str]:
        """Yield what can be done for how much; cards of one price together."""
        groups: dict[tuple[str, int], list[str]] = {}
        for item, cost in entries(node):
            groups.setdefault((self.deed(item.text), whole(cost)), []).append(item.text)
        for (deed, least), ids in groups.items():
            things = self.spoken_list([self.thing(deed, id) for id in ids], "or")
            key = "can-use-free" if deed == "use" and not least else f"can-{deed}"
            yield self.say(key, seat=seat, things=things, coins=self.counted("at-least", least))

    def illegal(self, seat: str, node: Node) -> Iterator[str]:
        """Yield what cannot be done."""
        groups: dict[str, list[str]] = {}
        for item in scalars(node):
            groups.setdefault(self.deed(item.text), []).append(item.text)
        for deed, ids in groups.items():
            things = self.spoken_list([self.thing(deed, id) for id in ids], "nor")
            yield self.say(f"cannot-{deed}", seat=seat, things=things)

    def deed(self, id: str) -> str:
        """Return what is done with something that may or may not be legal: build it, play it, use it, or a stage."""
        action = self.narrator.actions.get(id)
        if self.title(Role.CARD, id) is not None:
            return "build" if self.is_built(id) else "play"
        if action is not None:
            return "next-stage" if action.cost == "stage" else "use"
        return "stage"

    def thing(self, deed: str, id: str) -> str:
        """Return what something is done with."""
        match deed:
            case "build" | "play":
                return self.card(id)
            case "stage":
                found = STAGE.fullmatch(id)
                return found["stage"] if found else id
            case _:
                return self.say("action", action=self.named(Role.ACTION, id))

    def is_built(self, card: str) -> bool:
        """Tell whether a card is built when it is played from where the scene has it; some are only laid into the city."""
        zones = [
            zone.text
            for _, seat in self.seats
            for zone, cards in entries(seat)
            if any(card == name.text for name in scalars(cards))
        ]
        for play in self.narrator.plays.values():
            if play.source.text in zones:
                acts = [self.narrator.actions.get(name.text) for name in play.actions]
                paying = [act for act in acts if act is not None and act.cost == "card"]
                return all(act.builds for act in paying)
        return True

    def splits(self, seat: str, card: str, ways: Node) -> str:
        """Return all ways to pay for a card."""
        assert isinstance(ways, YamlSequence)
        told = []
        for way in ways.items:
            left, right, bank = (int(part.text) for part in scalars(way))
            paid = {to: coins for to, coins in (("left", left), ("right", right), ("bank", bank)) if coins}
            told.append(self.payment(paid) if paid else self.say("no-payment"))
        key = f"ways.{'none' if not told else 'one' if len(told) == 1 else 'many'}"
        return self.say(key, seat=seat, card=self.card(card), ways=self.say("or-else").join(told))

    def there(self, seat: str, side: str, node: Node) -> str:
        """Return what can be built at the shared place on one side: exactly these cards."""
        prices: dict[int, list[str]] = {}
        for card, cost in entries(node):
            prices.setdefault(whole(cost), []).append(self.card(card.text))
        told = [
            self.say("there-cards", cards=self.spoken_list(cards), coins=self.counted("at-least", price))
            for price, cards in prices.items()
        ]
        key = f"there-{side}" if told else f"there-{side}-nothing"
        place = lowered(self.place_name("between"))
        return self.say(key, seat=seat, zone=place, cards=self.say("then-also").join(told))


def whole(node: Node) -> int:
    """Return a number of the scene."""
    return int(node.value or 0) if isinstance(node, Scalar) else 0
