"""`stele play`: a game in the terminal, against bots or between bots."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from stele.compiler.cli.paint import visible_console, write_problem
from stele.compiler.cli.report import report
from stele.compiler.cli.ruleset import ruleset_for
from stele.compiler.cli.sheet import names_of, print_sheet
from stele.compiler.common.diagnostics import near_words
from stele.compiler.common.files import write_whole
from stele.compiler.driver.build import Broken
from stele.lab.bots import BOTS
from stele.runtime import Ask, Game, Meaning, Refused
from stele.runtime import open as open_ruleset
from stele.runtime.decide import why_no_stage, why_not
from stele.runtime.replay import Bot
from stele.runtime.row import PLAYERS, SIDE, bits
from stele.runtime.ruleset import Cost, PlaceSide

HELP = "a number chooses · why CARD · score · table · save FILE · help · quit"


def run(options: argparse.Namespace) -> int:
    """Play one game."""
    try:
        rules = open_ruleset(ruleset_for(options.expansions, options.players, options.variant))
        game = rules.new_game(options.players, options.seed)
    except Broken as problem:
        report(problem.checked.diagnostics, problem.checked)
        return 1
    except Refused as problem:
        write_problem(str(problem), sys.stderr)
        return 1
    bots = [BOTS[options.bot](options.seed * 31 + number) for number in range(options.players)]
    table = Terminal(game, None if options.watch else 0, bots, visible_console())
    if not table.play():
        return 0
    how = [f"{' + '.join(rules.tables.expansions)}", *([rules.tables.variant] if rules.tables.variant else [])]
    title = ", ".join([*how, f"{options.players} players", f"seed {options.seed}"])
    print_sheet(game, table.names, title, table.console)
    return 0 if not options.save or table.save(options.save) else 1


class Terminal:
    """One person at the table, or none, and bots."""

    def __init__(self, game: Game, person: int | None, bots: list[Bot], console: Console) -> None:
        self.game = game
        self.person = person
        self.bots = bots
        self.console = console
        self.names = names_of(game)
        if person is not None:
            self.names[person] += " (you)"

    def play(self) -> bool:
        """Play to the end; false if the person has left."""
        while (ask := self.game.pending()) is not None:
            if ask.seat != self.person:
                self.game.answer(ask, self.bots[ask.seat](self.game, ask))
                continue
            before = self.game.clone()
            option = self.choose(ask)
            if option is None:
                return False
            self.game.answer(ask, option)
            word = self.confirm()
            if word in ("q", "quit"):
                return False
            if word:
                self.game.become(before)
        return True

    def confirm(self) -> str:
        """Ask whether a choice stands, and return what was typed: nothing if it does, or `undo` or
        `quit` or the like.
        """
        while True:
            reply = self.read("Enter reveals, `undo` takes it back: ")
            word = "quit" if reply is None else reply.strip().lower()
            if word in ("", "u", "undo", "q", "quit"):
                return word
            self.say("an empty line reveals what all have chosen · undo chooses again · quit leaves the game")

    def save(self, file: str) -> bool:
        """Save the game; false if that cannot be done."""
        try:
            write_whole(Path(file), self.game.save() + "\n")
        except OSError as problem:
            self.say(f"cannot write {file}: {problem.strerror}")
            return False
        self.say(f"saved as {file}")
        return True

    def read(self, prompt: str) -> str | None:
        """Read a line; nothing at the end of the input."""
        try:
            return self.console.input(prompt, markup=False)
        except EOFError:
            self.say("")
            return None

    def say(self, text: str) -> None:
        """Print a line as it is."""
        self.console.print(text, markup=False)

    def choose(self, ask: Ask) -> int | None:
        """Show the table and let the person choose; nothing if the person leaves."""
        self.show_table()
        guest = self.game.rules.tables.guest
        if guest is not None and ask.about != ask.seat:
            self.say(f"You play for the {guest.name}:")
        if ask.kind == "loss":
            due = self.game.rules.engine.due(self.game.row, self.seat_of(ask))
            self.say(f"You lose {due} coin{'' if due == 1 else 's'}; what you do not pay becomes tokens:")
        elif ask.kind == "demand":
            self.say("You must give up something:")
        else:
            self.show_hand(ask)
        if ask.kind not in ("late", "loss", "demand"):
            self.show_stage(ask)
        options = self.in_order(ask)
        for number, option in enumerate(options, 1):
            self.say(f"{number:>4}  {self.words(self.game.meaning(ask, option))}")
        while True:
            reply = self.read(f"[{HELP}] ")
            if reply is None:
                return None
            word, _, rest = reply.strip().partition(" ")
            match word.lower():
                case "":
                    continue
                case "q" | "quit":
                    return None
                case "score":
                    self.show_scores()
                case "table":
                    self.show_table()
                case "why":
                    self.explain(ask, rest.strip().lower())
                case "save" if rest:
                    self.save(rest.strip())
                case _ if word.isdigit() and 1 <= int(word) <= len(options):
                    return options[int(word) - 1]
                case _:
                    self.say(f"a number from 1 to {len(options)}, or: {HELP}")

    def in_order(self, ask: Ask) -> list[int]:
        """Return the options action by action, each in the order in which the cards of the hand are
        shown.
        """
        engine = self.game.rules.engine
        hand = [engine.tables.cards[engine.card_of[card]].id for card in self.cards_of(ask)]
        meanings = {option: self.game.meaning(ask, option) for option in ask.options}
        actions = list(dict.fromkeys(meaning.action for meaning in meanings.values()))

        def place(option: int) -> tuple[int, int]:
            meaning = meanings[option]
            return actions.index(meaning.action), hand.index(meaning.card) if meaning.card in hand else -1

        return sorted(ask.options, key=place)

    def words(self, meaning: Meaning) -> str:
        """Say what an option does."""
        tables = self.game.rules.tables
        if meaning.action == "decline":
            return "take nothing"
        if meaning.action == "move":
            return f"sit down behind {self.names[meaning.seat]}"
        if meaning.action == "lose":
            return f"pay {meaning.bank}"
        if meaning.action == "give":
            return f"give up {self.called(meaning.card)}"
        if meaning.action == "exchange":
            return "make the exchange"
        if meaning.action == "swap" and not meaning.card:
            return f"swap with {self.names[meaning.seat]}"
        name = self.called(meaning.card)
        if meaning.action == "swap":
            return f"give {self.called(meaning.gives)} for {name} of {self.names[meaning.seat]}"
        there = next((f", {zone.name.lower()}" for zone in tables.zones if zone.id == meaning.at), "")
        payees = [(meaning.bank, "the bank"), (meaning.left, "the left"), (meaning.right, "the right")]
        payees += [(coins, self.names[seat]) for seat, coins in meaning.others]
        paid = [f"{coins} to {payee}" for coins, payee in payees if coins]
        price = f", paying {' and '.join(paid)}" if paid else ""
        if meaning.action == "take":
            if "-option-" in meaning.card:
                return f"choose: {name}"
            is_card = any(card.id == meaning.card for card in tables.cards)
            return f"take {name}{there}{price or (' for free' if is_card else '')}"
        action = next(action for action in tables.actions if action.id == meaning.action)
        manner = {"chain": " (by chain)", "permit": " (for free, your special right)"}.get(meaning.manner, "")
        rider = next((f", and {r.name.lower()}" for r in tables.riders if r.id == meaning.rider), "")
        stage = f" (stage {meaning.stage})" if meaning.stage else ""
        return f"{name}: {action.name.lower()}{stage}{there}{manner}{rider}{price}"

    def called(self, id: str) -> str:
        """Return what something that can be chosen is called: a card, a stage, an option of one, a
        side of a board, tokens.
        """
        tables, engine = self.game.rules.tables, self.game.rules.engine
        for card in tables.cards:
            if card.id == id:
                return card.name
        for side in tables.sides:
            if f"{side.board}-{side.side}" == id:
                return f"{side.name}, side {side.side}"
        for place in (side for shared in tables.places for side in shared.sides):
            if f"{place.board}-{place.side}" == id:
                return f"{place.name}, side {place.side} ({self.place_words(place)})"
        for code in range(len(engine.card_of), len(engine.copied_effects)):
            if engine.code_name(code) == id:
                return "; ".join(engine.copied_effects[code].texts) if "-option-" in id else engine.code_title(code)
        return id.replace("-and-", " and ")

    def place_words(self, place: PlaceSide) -> str:
        """Say what a side of a shared place takes, and what a lead there brings."""
        colours = self.game.rules.tables.colours
        parts = [", ".join(f"{number} {colours[colour][0]}" for colour, number in place.room)]
        parts += [f"{bonus.step}: {' and '.join(bonus.left.texts)}" for bonus in place.bonuses]
        return "; ".join([*parts, f"{place.alone}: the cards serve who leads alone"] if place.alone else parts)

    def show_places(self, places: list[dict[str, Any]], seats: list[dict[str, Any]]) -> None:
        """Show the places that the person shares: the board, who has laid what, and who leads."""
        sides = {(p.board, p.side): p for shared in self.game.rules.tables.places for p in shared.sides}
        for place in places:
            other, opposite = seats[place["with"]], {"left": "right", "right": "left"}[place["side"]]
            laid = seats[self.person or 0]["zones"][f"{place['zone']}-{place['side']}"]
            own = ", ".join(map(self.called, laid)) or "nothing"
            theirs = ", ".join(map(self.called, other["zones"][f"{place['zone']}-{opposite}"])) or "nothing"
            lead = f", you lead by {place['leads']}" if place["leads"] else ""
            lead += ", its cards do not serve you" if place["barred"] else ""
            board = sides[place["board"], place["face"]]
            self.say(f"  {board.name} on the {place['side']} ({self.place_words(board)})")
            self.say(f"      yours: {own}; {self.names[place['with']]}: {theirs}{lead}")

    def show_table(self) -> None:
        """Show every city, the neighbours beside the person."""
        view: dict[str, Any] = self.game.view(self.person or 0)
        table = Table(title=f"Age {view['age']}, turn {view['turn']}", title_justify="left")
        for name in ("seat", "coins", "stages", "points now", "tokens", "city"):
            table.add_column(name)
        tables = self.game.rules.tables
        shared = {zone for place in tables.places for zone in place.zones}
        seen = [
            zone.id
            for number, zone in enumerate(tables.zones)
            if zone.of_seat and zone.seen_by == "everyone" and number not in shared
        ]
        totals = [str(total) for total in self.game.totals()] + [""] * self.game.rules.tables.guests
        count = len(view["seats"])
        for number, seat in enumerate(view["seats"]):
            side = {1: " · left", count - 1: " · right"}.get((number - (self.person or 0)) % count, "")
            tokens = " ".join(f"{kind}x{n}" for kind, n in seat["tokens"].items())
            city = ", ".join(self.called(card) for zone in seen for card in seat["zones"][zone])
            where = self.names[number] + side
            table.add_row(where, str(seat["coins"]), str(seat["stages"]), totals[number], tokens, city)
        self.console.print(table)
        if self.person is not None:
            self.show_places(view["seats"][self.person]["places"], view["seats"])

    def show_hand(self, ask: Ask) -> None:
        """Show the cards to choose from, and why some cannot be built."""
        engine = self.game.rules.engine
        for card in self.cards_of(ask):
            definition = engine.tables.cards[engine.card_of[card]]
            reason = why_not(engine, self.game.row, ask, card) if ask.kind != "late" else ""
            colour = engine.tables.colours[definition.colour][0]
            self.say(
                f"  {definition.name} ({colour}, {self.cost(definition.cost)}): {'; '.join(definition.effects.texts)}"
            )
            if reason:
                self.console.print(f"      cannot be built: {reason}", style="dim", markup=False)

    def show_stage(self, ask: Ask) -> None:
        """Show the next stage of the own board, and why it cannot be built."""
        engine, row = self.game.rules.engine, self.game.row
        seat = self.seat_of(ask)
        stages = engine.sides[row[seat + SIDE]].stages
        for mark, _ in engine.open_stages(row, seat):
            number = engine.stage_meant(row, seat, mark)
            stage, which = stages[number], f"Stage {number + 1}" if mark else "Next stage"
            self.say(f"  {which} ({self.cost(stage.cost)}): {'; '.join(stage.effects.texts)}")
            reason = why_no_stage(engine, row, ask, engine.costs.index(stage.cost))
            if reason:
                self.console.print(f"      cannot be built: {reason}", style="dim", markup=False)

    def cost(self, cost: Cost) -> str:
        """Return a cost in words."""
        parts = [f"{cost.coins} coin{'' if cost.coins == 1 else 's'}"] if cost.coins else []
        parts += [f"{number} {self.game.rules.tables.resources[good]}" for good, number in cost.goods]
        return ", ".join(parts) or "free"

    def seat_of(self, ask: Ask) -> int:
        """Return the offset of the seat that a decision is about."""
        return self.game.rules.engine.seats[self.game.row[PLAYERS]][ask.about]

    def cards_of(self, ask: Ask) -> list[int]:
        """Return the cards a decision is about."""
        engine, row = self.game.rules.engine, self.game.row
        if ask.kind in ("late", "loss", "demand"):
            return []
        seat = engine.seats[row[PLAYERS]][ask.seat]  # a guest plays from the hand of its guide
        zone = engine.tables.zones[engine.tables.plays[ask.play].zone]
        return list(bits(row[seat + zone.cell]))

    def show_scores(self) -> None:
        """Show the points as they stand."""
        for name, score in zip(self.names, self.game.scores(), strict=False):
            lines = ", ".join(f"{line} {points}" for line, points in score.lines if points)
            self.say(f"  {name}: {score.total}" + (f" ({lines})" if lines else ""))

    def explain(self, ask: Ask, word: str) -> None:
        """Say why a card of the hand cannot be built, or that it can."""
        engine = self.game.rules.engine
        found = {engine.tables.cards[engine.card_of[card]]: card for card in self.cards_of(ask)}
        for definition, card in found.items():
            if word in (definition.id, definition.name.lower()):
                reason = why_not(engine, self.game.row, ask, card)
                self.say(f"  {definition.name}: {reason or 'it can be built'}")
                return
        near = near_words(word, [definition.id for definition in found])
        self.say(f"  no card of your hand is called {word!r}" + (f"; did you mean {near[0]}?" if near else ""))
