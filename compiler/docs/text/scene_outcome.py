"""Tell what must be true at the end of a scene: every assertion is said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from stele.compiler.docs.text.phrasing import lowered
from stele.compiler.docs.text.scene_words import SceneLine, SceneWords, whole
from stele.compiler.front.fields import scalars
from stele.compiler.front.nodes import Role
from stele.compiler.front.rulings import entries
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlSequence
from stele.compiler.language.numerals import signed

OWN_STAGE = re.compile(r"stage-([1-9])")
STAGE = re.compile(r"(?P<action>.+)-(?P<stage>[0-9])")


class OutcomeText:
    """Tells what one ruling expects."""

    def __init__(self, words: SceneWords) -> None:
        self.words = words

    def expectation(self, who: str, expected: Node) -> SceneLine:
        """Return all that must be true of a seat, the table, shared places, or the winner."""
        match who:
            case "winner":
                winners = [seat.text for seat in scalars(expected)]
                return SceneLine(
                    "", (self.words.say("wins", number=len(winners), seats=self.words.spoken_list(winners)),)
                )
            case "table":
                return SceneLine("", tuple(self.words.table_zones(expected)))
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
                leads = [self.words.counted("leads", whole(lead), seat=seat.text) for seat, lead in entries(value)]
                yield self.words.say("leads-between", one=one, other=other, leads=self.words.spoken_list(leads))
            else:
                yield self.words.say("laid-between", one=one, other=other, seat=key.text, cards=self.words.cards(value))

    def seat_expected(self, seat: str, expected: Node) -> Iterator[str]:
        """Yield all that must be true of a seat.

        First what it has, then the rest in the order of the ruling.
        """
        assert isinstance(expected, YamlMapping)
        has = [thing for key, value in entries(expected) for thing in self.things(key.text, value)]
        if has:
            yield self.words.say("has", seat=seat, things=self.words.spoken_list(has))
        for key, value in entries(expected):
            yield from self.fact(seat, key.text, value)

    def things(self, key: str, value: Node) -> list[str]:
        """Return what a seat has, if that is what a key says."""
        match key:
            case "coins":
                return [self.words.counted("coins", whole(value))]
            case "stages" if isinstance(value, YamlSequence):
                built = [part.text for part in scalars(value)]
                order = "stages-in-order" if len(built) > 1 else "stages-built"
                values = {"number": len(built), "stages": self.words.spoken_list(built)}
                return [self.words.say(order, **values) if built else self.words.counted("stages", 0)]
            case "stages":
                return [self.words.counted("stages", whole(value))]
            case "tokens":
                return self.words.tokens(value)
            case "tracks" | "markers":
                return self.words.positions(key, value)
            case "shields" if isinstance(value, YamlMapping):
                sides = [(side.text, whole(shields)) for side, shields in entries(value)]
                return [
                    self.words.say(f"shields-{side}", shields=self.words.counted("shields", count))
                    for side, count in sides
                ]
            case "shields":
                return [self.words.counted("shields", whole(value))]
            case _:
                return []

    def fact(self, seat: str, key: str, value: Node) -> Iterator[str]:
        """Yield what else must be true of a seat."""
        match key:
            case "coins" | "stages" | "tokens" | "tracks" | "markers" | "shields":
                return
            case "with-coins":
                key = "marked-of" if scalars(value) else "marked-none"
                yield self.words.say(key, seat=seat, cards=self.words.cards(value))
            case "points":
                yield self.words.say("points", seat=seat, points=self.points(value))
            case "leaves":
                leaves = [self.leaf(line.text, *leaf) for line, part in entries(value) for leaf in entries(part)]
                yield self.words.say("leaves", seat=seat, leaves=self.words.spoken_list(leaves))
            case "sources":
                told = [self.goods(source, "or") for source in value.items] if isinstance(value, YamlSequence) else []
                listed = self.words.say("then-also").join(told)
                yield self.words.say("sources" if told else "no-sources", seat=seat, sources=listed)
            case "guide":
                yield self.words.say("guide", seat=seat, guide=getattr(value, "text", ""))
            case "produces" if isinstance(value, YamlMapping) and entries(value):
                units = [
                    self.words.say(
                        "units", number=whole(count), good=lowered(self.words.named(Role.RESOURCE, name.text))
                    )
                    for name, count in entries(value)
                ]
                yield self.words.say("produces-units", seat=seat, goods=self.words.spoken_list(units))
            case "produces":
                key = "produces" if scalars(value) else "produces-nothing"
                yield self.words.say(key, seat=seat, goods=self.goods(value, "and"))
            case "legal":
                yield from self.legal(seat, value)
            case "illegal":
                yield from self.illegal(seat, value)
            case "splits":
                for card, ways in entries(value):
                    yield self.splits(seat, card.text, ways)
            case "asks":
                offers = sorted((answer.text for answer in scalars(value)), key=lambda offer: offer == "nothing")
                answers = [self.words.answer(offer) for offer in offers]
                offered = self.words.spoken_list(answers, "or")
                yield (
                    self.words.say("asks", seat=seat, answers=offered)
                    if answers
                    else self.words.say("asks-nothing", seat=seat)
                )
            case "there":
                for side, cards in entries(value):
                    yield self.there(seat, side.text, cards)
            case _:
                yield self.words.zone("zone-of", self.words.named(Role.ZONE, key), value, seat=seat)

    def goods(self, node: Node, last: str) -> str:
        """Return resources as a list."""
        return self.words.spoken_list([lowered(self.words.named(Role.RESOURCE, n.text)) for n in scalars(node)], last)

    def leaf(self, line: str, item: Scalar, points: Node) -> str:
        """Return what one item gives on a line."""
        says = self.words.title(Role.CARD, item.text) or self.words.title(Role.TOKEN, item.text)
        stage = OWN_STAGE.fullmatch(item.text)
        if stage is not None:
            says = self.words.say("leaf-stage", stage=stage[1])
        elif item.text == "board":
            says = self.words.say("own-board")
        says = says or self.words.title(Role.LINE, item.text) or self.words.named(Role.BOARD, item.text)
        values = {"points": signed(whole(points)), "line": self.words.named(Role.LINE, line)}
        return self.words.say("leaf", item=says, **values)

    def points(self, node: Node) -> str:
        """Return points by line, and in total."""
        parts = []
        for line, points in entries(node):
            values = {"points": signed(whole(points))}
            if line.text == "total":
                parts.append(self.words.say("points-total", **values))
            else:
                parts.append(self.words.say("points-line", **values, line=self.words.named(Role.LINE, line.text)))
        return self.words.spoken_list(parts)

    def legal(self, seat: str, node: Node) -> Iterator[str]:
        """Yield what can be done for how much; cards of one price together."""
        groups: dict[tuple[str, int], list[str]] = {}
        for item, cost in entries(node):
            groups.setdefault((self.deed(item.text), whole(cost)), []).append(item.text)
        for (deed, least), ids in groups.items():
            things = self.words.spoken_list([self.thing(deed, id) for id in ids], "or")
            key = "can-use-free" if deed == "use" and not least else f"can-{deed}"
            yield self.words.say(key, seat=seat, things=things, coins=self.words.counted("at-least", least))

    def illegal(self, seat: str, node: Node) -> Iterator[str]:
        """Yield what cannot be done."""
        groups: dict[str, list[str]] = {}
        for item in scalars(node):
            groups.setdefault(self.deed(item.text), []).append(item.text)
        for deed, ids in groups.items():
            things = self.words.spoken_list([self.thing(deed, id) for id in ids], "nor")
            yield self.words.say(f"cannot-{deed}", seat=seat, things=things)

    def deed(self, id: str) -> str:
        """Return what is done with something that may or may not be legal.

        Build it, play it, use it, or a stage.
        """
        action = self.words.names.actions.get(id)
        if self.words.title(Role.CARD, id) is not None:
            return "build" if self.is_built(id) else "play"
        if action is not None:
            return "next-stage" if action.cost == "stage" else "use"
        return "stage"

    def thing(self, deed: str, id: str) -> str:
        """Return what something is done with."""
        match deed:
            case "build" | "play":
                return self.words.card(id)
            case "stage":
                found = STAGE.fullmatch(id)
                return found["stage"] if found else id
            case _:
                return self.words.say("action", action=self.words.named(Role.ACTION, id))

    def is_built(self, card: str) -> bool:
        """Tell whether a card is built when it is played from where the scene has it.

        Some are only laid into the city.
        """
        zones = [
            zone.text
            for _, seat in self.words.seats
            for zone, cards in entries(seat)
            if any(card == name.text for name in scalars(cards))
        ]
        for play in self.words.names.plays.values():
            if play.source.text in zones:
                acts = [self.words.names.actions.get(name.text) for name in play.actions]
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
            told.append(self.words.payment(paid) if paid else self.words.say("no-payment"))
        key = f"ways.{'none' if not told else 'one' if len(told) == 1 else 'many'}"
        return self.words.say(key, seat=seat, card=self.words.card(card), ways=self.words.say("or-else").join(told))

    def there(self, seat: str, side: str, node: Node) -> str:
        """Return what can be built at the shared place on one side: exactly these cards."""
        prices: dict[int, list[str]] = {}
        for card, cost in entries(node):
            prices.setdefault(whole(cost), []).append(self.words.card(card.text))
        told = [
            self.words.say(
                "there-cards", cards=self.words.spoken_list(cards), coins=self.words.counted("at-least", price)
            )
            for price, cards in prices.items()
        ]
        key = f"there-{side}" if told else f"there-{side}-nothing"
        place = lowered(self.words.place_name("between"))
        return self.words.say(key, seat=seat, zone=place, cards=self.words.say("then-also").join(told))
