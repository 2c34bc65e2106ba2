"""Say what can be chosen in a game, and what was done, in names and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from stele.compiler.cli.report import count
from stele.compiler.language.spoken import Spoken
from stele.runtime import Ask, Game, Meaning
from stele.runtime.declared import Effects
from stele.runtime.ruleset import Card, Cost, PlaceSide

PICKED = "picked"  # what is done with a card is said by the clause, not by the option
View = Mapping[str, Any]  # what one seat may see, in names


@dataclass(frozen=True, slots=True)
class Wording:
    """Knows what seats are called, and what is said about the content."""

    game: Game
    names: list[str]
    spoken: Spoken
    person: int | None = None  # who is spoken to

    def effect(self, effects: Effects) -> str:
        """Return what something does, in sentences."""
        return " ".join(self.spoken.sentence(text) for text in effects.texts)

    def card(self, card: Card) -> str:
        """Return what stands on a card."""
        colour = self.game.rules.tables.colours[card.colour][0] if card.colour >= 0 else ""
        head = ", ".join(filter(None, [self.spoken.colour(colour) if colour else "", self.cost(card.cost)]))
        parts = [self.effect(card.effects)] if card.effects.texts else []
        parts += self.spoken.moments.get(card.id, [])
        return f"{card.name} ({head}): {' '.join(parts)}"

    def cost(self, cost: Cost) -> str:
        """Return a cost in words."""
        parts = [count(cost.coins, "coin")] if cost.coins else []
        resources = self.game.rules.tables.resources
        listed = [
            ", ".join(f"{number} {self.spoken.resource(resources[good])}" for good, number in goods)
            for goods in (cost.goods, *cost.others)
        ]
        parts += filter(None, [" or ".join(listed)])
        return ", ".join(parts) or "free"

    def reason(self, text: str) -> str:
        """Return why something cannot be paid, with names for the ids of resources."""
        for id in sorted(self.game.rules.tables.resources, key=len, reverse=True):
            for before in ("of ", "or "):
                text = text.replace(f"{before}{id}", f"{before}{self.spoken.resource(id)}")
        return text

    def meant(self, ask: Ask, option: int) -> Meaning:
        """Return what an option stands for, picked cards told apart from those that are played."""
        meaning = self.game.meaning(ask, option)
        is_pick = (
            ask.kind == "late" and self.game.rules.lates[ask.play] in ("pick", "mark") and meaning.action == "take"
        )
        return replace(meaning, action=PICKED) if is_pick else meaning

    def option(self, seat: int, meaning: Meaning) -> str:
        """Say what an option does."""
        tables = self.game.rules.tables
        simple = self.without_card(meaning)
        if simple:
            return simple
        name = self.called(meaning.card)
        if meaning.action == PICKED:
            return f"choose {name}" + (f" of {self.names[meaning.seat]}" if meaning.seat >= 0 else "")
        if meaning.action == "swap":
            return f"give {self.called(meaning.gives)} for {name} of {self.names[meaning.seat]}"
        price = self.price(seat, meaning)
        if meaning.action == "take":
            if "-option-" in meaning.card:
                return f"choose: {name}"
            is_card = any(card.id == meaning.card for card in tables.cards)
            return f"take {name}{self.there(meaning)}{price or (' for free' if is_card else '')}"
        return f"{name}: {self.action(meaning)}{price}"

    def without_card(self, meaning: Meaning) -> str:
        """Say what an option does that is about no card; nothing if it is about one."""
        match meaning.action:
            case "decline":
                return "take nothing"
            case "move":
                return f"sit down behind {self.names[meaning.seat]}"
            case "lose":
                return f"pay {count(meaning.bank, 'coin')}"
            case "give":
                return f"give up {self.called(meaning.card)}"
            case "exchange":
                return "do it"
            case "choose":
                return f"choose {self.names[meaning.seat]}"
            case "swap" if not meaning.card:
                return f"swap with {self.names[meaning.seat]}"
            case _:
                return ""

    def done(self, seat: int, meaning: Meaning, view: View) -> str:
        """Say what a seat has done, as far as the person who looks on has seen it."""
        simple = self.without_card(meaning)
        if simple:
            return simple
        zones = (*view["seats"][seat]["zones"].values(), *view["table"].values())
        is_seen = any(isinstance(cards, list) and meaning.card in cards for cards in zones)
        is_card = any(card.id == meaning.card for card in self.game.rules.tables.cards)
        price = self.price(seat, meaning)
        if meaning.action == PICKED and is_card and not is_seen:
            return "choose a card"
        if meaning.action in ("swap", "take", PICKED):
            return self.option(seat, meaning) if is_seen or not is_card else f"take a card{price}"
        return self.action(meaning) + (f": {self.called(meaning.card)}" if is_seen else "") + price

    def action(self, meaning: Meaning) -> str:
        """Return what is done with a card."""
        tables = self.game.rules.tables
        action = next(action for action in tables.actions if action.id == meaning.action)
        manner = {"chain": " (by chain)", "permit": " (for free, by a special right)"}.get(meaning.manner, "")
        rider = next((f", and {r.name.lower()}" for r in tables.riders if r.id == meaning.rider), "")
        stage = f" (stage {meaning.stage})" if meaning.stage else ""
        return f"{action.name.lower()}{stage}{self.there(meaning)}{manner}{rider}"

    def there(self, meaning: Meaning) -> str:
        """Return where a card goes, if there is a choice."""
        zones = self.game.rules.tables.zones
        return next((f", {zone.name.lower()}" for zone in zones if zone.id == meaning.at), "")

    def price(self, seat: int, meaning: Meaning) -> str:
        """Return what a seat pays, and to whom."""
        own = self.game.view(seat)["seats"][seat]
        payees = [(meaning.bank, "the bank"), (meaning.left, self.name(own["left"]))]
        payees += [(meaning.right, self.name(own["right"]))]
        payees += [(coins, self.name(other)) for other, coins in meaning.others]
        paid = [f"{count(coins, 'coin')} to {payee}" for coins, payee in payees if coins]
        return f", paying {' and '.join(paid)}" if paid else ""

    def name(self, seat: int | None) -> str:
        """Return what a seat is called."""
        return "you" if seat == self.person else "nobody" if seat is None else self.names[seat]

    def called(self, id: str) -> str:
        """Return what something that can be chosen is called: a card, a stage, an option of one, a
        side of a board, tokens.
        """
        rules, tables = self.game.rules, self.game.rules.tables
        for card in tables.cards:
            if card.id == id:
                return card.name
        for side in tables.sides:
            if f"{side.board}-{side.side}" == id:
                return f"{side.name}, side {side.side}"
        for place in (side for shared in tables.places for side in shared.sides):
            if f"{place.board}-{place.side}" == id:
                return f"{place.name}, side {place.side} ({self.place(place)})"
        for name, title, effects in rules.named:
            if name == id:
                return self.effect(effects) if "-option-" in id else title
        return " and ".join(self.token(word) for word in id.split("-and-"))

    def token(self, id: str) -> str:
        """Return what a kind of token is called."""
        return next((token.name for token in self.game.rules.tables.tokens if token.id == id), id)

    def tokens(self, held: Mapping[str, int]) -> str:
        """Return tokens with their names."""
        return ", ".join(f"{number} × {self.token(id)}" for id, number in held.items())

    def positions(self, view: View) -> list[str]:
        """Return where the tracks and markers of a seat, or of the table, stand."""
        found = []
        for one in self.game.rules.tables.positions:
            at = view.get(f"{one.kind}s", {}).get(one.id)
            if at is not None:
                found.append(f"{one.name}: {dict(one.faces)[at] if one.faces else f'{at} of {one.most}'}")
        return found

    def place(self, place: PlaceSide) -> str:
        """Say what a side of a shared place takes, and what a lead there brings."""
        colours = self.game.rules.tables.colours
        parts = [", ".join(f"{number} {self.spoken.colour(colours[colour][0])}" for colour, number in place.room)]
        parts += [f"{bonus.step}: {self.effect(bonus.left)}" for bonus in place.bonuses]
        return "; ".join([*parts, f"{place.alone}: the cards serve who leads alone"] if place.alone else parts)

    def changes(self, before: View, after: View) -> str:
        """Return how coins, tokens and stages of a seat have changed."""
        parts = []
        if before["coins"] != after["coins"]:
            parts.append(f"coins {before['coins']} → {after['coins']}")
        if before["stages"] != after["stages"]:
            parts.append(f"stages {before['stages']} → {after['stages']}")
        for id in dict.fromkeys([*before["tokens"], *after["tokens"]]):
            more = after["tokens"].get(id, 0) - before["tokens"].get(id, 0)
            if more:
                parts.append(f"{more:+} {self.token(id)}")
        parts += [text for text in self.positions(after) if text not in self.positions(before)]
        return ", ".join(parts)
