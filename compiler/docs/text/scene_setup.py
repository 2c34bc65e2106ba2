"""Tell how the table stands at the start of a scene.

The time, the seats, what lies on the table and between neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.ruling_names import POSITIONS, SEAT_KEYS
from stele.compiler.docs.text.phrasing import age
from stele.compiler.docs.text.scene_words import SceneLine, SceneWords
from stele.compiler.front.fields import flag, number, scalars, text
from stele.compiler.front.nodes import Role
from stele.compiler.front.rulings import entries
from stele.compiler.front.source import Node, YamlMapping, YamlSequence


class SetupText:
    """Tells what is given in one ruling."""

    def __init__(self, words: SceneWords) -> None:
        self.words = words

    def opening(self) -> Iterator[str]:
        """Yield what is true of the whole table."""
        given = self.words.ruling.given
        values = {"age": age(self.words.speaker, number(given, "age") or 1), "turn": number(given, "turn") or 1}
        play = self.words.names.plays.get(text(given, "phase"))
        if flag(given, "setup"):
            yield self.words.say("new-game", number=len(self.words.seats))
        elif play is None:
            yield self.words.say("time", **values)
        else:
            zone = self.words.speaker.title(Role.ZONE, play.source.target or "").text
            yield self.words.say("phase" if play.id in self.words.names.early else "phase-in-turn", **values, zone=zone)
        letters = [name.text for name, _ in self.words.seats]
        if len(letters) > 1:
            seats = self.words.spoken_list(letters)
            yield self.words.say("seats", seats=seats, first=letters[0], next=letters[1])
        others = [name.text for name in self.words.ruling.needs if name.text != self.words.ruling.expansion]
        if others:
            yield self.words.say("with", names=self.words.spoken_list([self.words.expansion(id) for id in others]))
        variant = self.words.names.variants.get(self.words.ruling.variant)
        if variant is not None:
            yield self.words.say("variant", variant=self.words.named(Role.VARIANT, variant.id))
            if variant.guest is not None:
                target = self.words.targets.get((Role.VARIANT, variant.id), "")
                yield self.words.say(
                    "guest", seat=letters[-1], guest=self.words.speaker.heading(Role.VARIANT, target).text
                )

    def seat_lines(self) -> Iterator[SceneLine]:
        """Yield what each seat has; seats that have nothing are named together."""
        if flag(self.words.ruling.given, "setup"):
            yield from self.boards_given()
            return
        bare = [name.text for name, stated in self.words.seats if not entries(stated)]
        for name, stated in self.words.seats:
            if name.text not in bare:
                yield SceneLine(name.text, tuple(self.seat(name.text, stated)))
        if bare:
            yield SceneLine("", (self.words.say("bare", number=len(bare), seats=self.words.spoken_list(bare)),))

    def boards_given(self) -> Iterator[SceneLine]:
        """Yield which boards seats have in a new game, if it matters."""
        for name, stated in self.words.seats:
            if isinstance(stated, YamlMapping) and text(stated, "board"):
                yield SceneLine(name.text, (self.words.say("sentence", told=self.who(name.text, stated)),))

    def who(self, letter: str, stated: YamlMapping) -> str:
        """Return a seat, with its board if it has one."""
        board, side = text(stated, "board"), text(stated, "side", "a")
        return (
            self.words.say("seat", seat=letter, board=self.words.named(Role.BOARD, board), side=side)
            if board
            else letter
        )

    def seat(self, letter: str, stated: Node) -> Iterator[str]:
        """Yield what one seat has."""
        assert isinstance(stated, YamlMapping)
        who = self.who(letter, stated)
        has = [self.words.counted("coins", number(stated, "coins")), *self.stages_given(stated.get("stages"))]
        has += self.words.tokens(stated.get("tokens"))
        has += [told for key in POSITIONS for told in self.words.positions(key, stated.get(key))]
        if shields := number(stated, "shields"):
            has.append(self.words.counted("more-shields", shields))
        yield self.words.say("has", seat=who, things=self.words.spoken_list(has))
        for key, value in entries(stated):
            match key.text:
                case "stages":
                    yield from self.under(value)
                case "used":
                    yield self.words.say(
                        "used", items=self.words.spoken_list([self.used(item.text) for item in scalars(value)])
                    )
                case "copies":
                    yield self.words.say("copied", cards=self.words.cards(value))
                case "with-coins":
                    yield self.words.say("marked", cards=self.words.cards(value))
                case zone if zone not in SEAT_KEYS:
                    yield self.words.say("zone", zone=self.words.named(Role.ZONE, zone), cards=self.words.cards(value))

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
                return [self.words.counted("stages", int(node.text))] if int(node.text) else []
        return [self.words.say("stages-built", number=len(numbers), stages=self.words.spoken_list(numbers))]

    def under(self, node: Node) -> Iterator[str]:
        """Yield the cards that lie under stages."""
        for stage, card in entries(node):
            yield self.words.say("under", stage=stage.text, card=self.words.card(getattr(card, "text", "")))

    def used(self, item: str) -> str:
        """Return what has a limit that is spent: a card, a board, or the board of the seat."""
        if item == "board":
            return self.words.say("own-board")
        return self.words.title(Role.CARD, item) or self.words.named(Role.BOARD, item)

    def table_lines(self) -> Iterator[SceneLine]:
        """Yield what lies on the table and between neighbours."""
        given = self.words.ruling.given
        says = [*self.words.table_zones(given.get("table"), is_given=True), *self.words.supplies(given.get("supplies"))]
        stand = [told for key in POSITIONS for told in self.words.positions(key, given.get(key))]
        says += [self.words.say("sentence", told=told) for told in stand]
        if first := text(given, "first"):
            says.append(self.words.say("first", seat=first))
        if draws := scalars(given.get("draws")):
            says.append(
                self.words.say(
                    "draws", boards=self.words.spoken_list([self.words.named(Role.BOARD, name.text) for name in draws])
                )
            )
        if rolls := scalars(given.get("rolls")):
            says.append(self.words.say("rolls", numbers=self.words.spoken_list([roll.text for roll in rolls])))
        if says:
            yield SceneLine("", tuple(says))
        for pair, stated in entries(given.get("between")):
            yield SceneLine("", tuple(self.place(pair.text, stated)))

    def place(self, pair: str, stated: Node) -> Iterator[str]:
        """Yield what lies between two neighbours."""
        assert isinstance(stated, YamlMapping)
        one, _, other = pair.partition("-")
        board, side = self.words.named(Role.BOARD, text(stated, "board")), text(stated, "side", "a")
        yield self.words.say("between", one=one, other=other, board=board, side=side)
        for seat, cards in entries(stated.get("cards")):
            if scalars(cards):
                yield self.words.say("laid", seat=seat.text, cards=self.words.cards(cards))
