"""`stele play`: a game in the terminal, against bots or between bots."""

from __future__ import annotations

import argparse
import errno
import os
import sys
import textwrap
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from stele.compiler.cli.meant import meant
from stele.compiler.cli.paint import visible_console, write_problem
from stele.compiler.cli.report import count, report
from stele.compiler.cli.ruleset import ruleset_for
from stele.compiler.cli.sheet import names_of, print_sheet
from stele.compiler.cli.wording import Wording
from stele.compiler.common.diagnostics import near_words
from stele.compiler.common.files import holds, require_room, write_whole
from stele.compiler.driver.build import Broken
from stele.compiler.language.spoken import Spoken, spoken_about
from stele.lab.bots import BOTS
from stele.runtime import Ask, Game, Meaning, Refused
from stele.runtime import open as open_ruleset
from stele.runtime.effects.losses import due
from stele.runtime.inspector import hand_of, open_stages, why_no_stage, why_not
from stele.runtime.replay import Bot
from stele.runtime.saves import MOST_SIGNS, read_save
from stele.runtime.state.cells import PLAYERS, SIDE
from stele.runtime.table.supplies import card_on

HELP = "a number chooses · show CARD · why CARD · score · table · save FILE · help · quit"
COMMANDS = (
    ("a number", "chooses the option that stands behind it; nothing is revealed before you say so"),
    ("show CARD", "shows what stands on a card of the game, named by its name or id"),
    ("why CARD", "says why a card to choose from cannot be built"),
    ("score", "shows the points of every seat as they are now"),
    ("table", "shows every city again, and what lies on the table"),
    ("save FILE", "saves the game as it is, for `stele why`"),
    ("help", "shows this"),
    ("quit", "leaves the game; nothing is saved"),
)


def run(options: argparse.Namespace) -> int:
    """Play one game; what cannot be saved afterwards is told before."""
    if sys.stdin is None and not options.watch:
        write_problem("cannot ask you: the input is closed; `--watch` lets bots play", sys.stderr)
        return 1
    try:
        if options.save is not None:
            require_save_place(Path(options.save))
    except (OSError, ForeignSave) as problem:
        write_problem(f"cannot write {options.save}: {getattr(problem, 'strerror', problem)}", sys.stderr)
        return 1
    try:
        rules = open_ruleset(ruleset_for(options.expansions, options.players, options.variant))
        game = rules.new_game(options.players, options.seed)
        # Bots among themselves need no words.
        spoken = Spoken() if options.watch else spoken_about(meant(options.expansions), rules.tables.variant)
    except Broken as problem:
        report(problem.checked.diagnostics, problem.checked)
        return 1
    except Refused as problem:
        write_problem(str(problem), sys.stderr)
        return 1
    bots = [BOTS[options.bot](options.seed * 31 + number) for number in range(options.players)]
    table = Terminal(game, None if options.watch else 0, bots, visible_console(), spoken)
    if not table.play():
        return left(table, options.save)
    how = [f"{' + '.join(rules.tables.expansions)}", *([rules.tables.variant] if rules.tables.variant else [])]
    title = ", ".join([*how, f"{options.players} players", f"seed {options.seed}"])
    print_sheet(game, table.names, title, table.console)
    return 0 if not options.save or save_at_end(table, options.save) else 1


def save_at_end(table: Terminal, file: str) -> bool:
    """Save a finished game, and let a person name another file if that cannot be done: nobody plays
    a game twice.
    """
    while problem := table.unsaved(file):
        write_problem(problem, sys.stderr)
        reply = table.read("Save it elsewhere; an empty line leaves it: ") if table.person is not None else None
        file = (reply or "").strip()
        if not file:
            return False
    return True


def left(table: Terminal, save: str | None) -> int:
    """Say what is not saved of a game that was left, and return the exit code.

    Who types `quit` has meant it; an input that ends has not.
    """
    if save is None:
        return 0
    kept = "; it holds the game as you saved it" if Path(save).resolve() in table.saved else ""
    message = f"the game is not finished and not saved as {save}{kept}"
    if table.is_cut_off:
        write_problem(message, sys.stderr)
        return 1
    table.say(message)
    return 0


class ForeignSave(Exception):
    """A file that is no saved game is left as it is."""


def require_save_place(file: Path) -> None:
    """Refuse a place where no game can be saved, or where something else lies."""
    if "\0" in str(file):
        raise OSError(errno.EINVAL, "a file cannot be called that")
    target = file.resolve()
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if target.is_file() or not target.exists():  # a device is written to
        require_room(target.parent)
    held = holds(target, MOST_SIGNS) if target.is_file() else None
    if held:
        try:
            read_save(held.decode("utf-8"))
        except ValueError as problem:
            raise ForeignSave("there is a file that is no saved game; name another one") from problem


class Terminal:
    """One person at the table, or none, and bots."""

    def __init__(self, game: Game, person: int | None, bots: list[Bot], console: Console, spoken: Spoken) -> None:
        self.game = game
        self.person = person
        self.bots = bots
        self.console = console
        self.names = names_of(game)
        if person is not None:
            self.names[person] += " (you)"
        self.wording = Wording(game, self.names, spoken, person)
        self.done: list[tuple[int, Meaning]] = []  # by others, since the person was asked last
        self.before: dict[str, Any] | None = None  # what the person saw when he was asked last
        self.saved: set[Path] = set()
        self.is_cut_off = False  # the input has ended before the game

    def play(self) -> bool:
        """Play to the end; false if the person has left."""
        while (ask := self.game.pending()) is not None:
            if ask.seat != self.person:
                option = self.bots[ask.seat](self.game, ask)
                if self.person is not None:
                    self.done.append((ask.about, self.wording.meant(ask, option)))
                self.game.answer(ask, option)
                continue
            before = self.game.clone()
            chosen = self.choose(ask)
            if chosen is None:
                return False
            seen = self.game.view(ask.seat)
            said = self.wording.option(ask.about, self.wording.meant(ask, chosen))
            self.game.answer(ask, chosen)
            word = self.confirm(said)
            if word in ("q", "quit"):
                return False
            if word:
                self.game.become(before)
            else:
                self.done, self.before = [], seen
        self.show_news()
        return True

    def confirm(self, said: str) -> str:
        """Ask whether a choice stands, and return what was typed: nothing if it does, or `undo` or
        `quit` or the like.
        """
        self.say(f"You chose: {said}")
        while True:
            reply = self.read("Enter reveals, `undo` takes it back: ")
            word = "quit" if reply is None else reply.strip().lower()
            if word in ("", "u", "undo", "q", "quit"):
                return word
            self.say("an empty line reveals what all have chosen · undo chooses again · quit leaves the game")

    def unsaved(self, file: str) -> str:
        """Save the game; what is returned says why that cannot be done."""
        try:
            require_save_place(Path(file))
            write_whole(Path(file), self.game.save() + "\n")
        except (OSError, ForeignSave) as problem:
            return f"cannot write {file}: {getattr(problem, 'strerror', problem)}"
        self.saved.add(Path(file).resolve())
        self.say(f"saved as {file}")
        return ""

    def read(self, prompt: str) -> str | None:
        """Read a line; nothing at the end of the input."""
        try:
            return self.console.input(prompt, markup=False)
        except EOFError:
            self.is_cut_off = True
            self.say("")
            return None

    def say(self, text: str, style: str = "", further: int = 6) -> None:
        """Print a text as it is; lines that follow from its length stand further in."""
        lines = textwrap.wrap(text, self.console.width, subsequent_indent=" " * further, drop_whitespace=True)
        for line in lines or [""]:
            self.console.print(line, style=style, markup=False, soft_wrap=True)

    def choose(self, ask: Ask) -> int | None:
        """Show the table and let the person choose; nothing if the person leaves."""
        self.show_news()
        self.show_table(ask)
        guest = self.game.rules.tables.guest
        if guest is not None and ask.about != ask.seat:
            self.say(f"You play for the {guest.name}:")
        if ask.kind == "loss":
            owed = due(self.game.rules.core, self.game.row, self.seat_of(ask))
            self.say(f"You lose {owed} coin{'' if owed == 1 else 's'}; what you do not pay becomes tokens:")
        elif ask.kind == "demand":
            self.say("You must give up something:")
        else:
            self.show_hand(ask)
        if ask.kind not in ("late", "loss", "demand"):
            self.show_stage(ask)
        options = {str(number): option for number, option in enumerate(self.in_order(ask), 1)}
        for number, option in options.items():
            self.say(f"{number:>4}  {self.wording.option(ask.about, self.wording.meant(ask, option))}")
        while True:
            reply = self.read(f"[{HELP}] ")
            if reply is None:
                return None
            word, *more = reply.lower().split() or [""]
            match word:
                case "":
                    continue
                case "show" | "why" | "save" if not more:
                    self.show_help(word)
                case "show":
                    self.show_card(" ".join(more))
                case "why":
                    self.explain(ask, " ".join(more))
                case "save":
                    if problem := self.unsaved(reply.strip()[len(word) :].strip()):
                        self.say(problem)
                case _ if more:  # `1 2` is not 1
                    self.say(f"one thing at a time: a number from 1 to {len(options)}, or: {HELP}")
                case "q" | "quit":
                    return None
                case "h" | "help":
                    self.show_help()
                case "score":
                    self.show_scores()
                case "table":
                    self.show_table(ask)
                case _ if word in options:
                    return options[word]
                case _:
                    self.say(f"a number from 1 to {len(options)}, or: {HELP}")

    def show_help(self, word: str = "") -> None:
        """Say what each command does, or one of them."""
        for command, about in COMMANDS:
            if command.startswith(word):
                self.say(f"  {command:<10} {about}", further=13)

    def in_order(self, ask: Ask) -> list[int]:
        """Return the options action by action, each in the order in which the cards of the hand are
        shown.
        """
        hand = [self.game.rules.code_name(card) for card in self.cards_of(ask)]
        meanings = {option: self.game.meaning(ask, option) for option in ask.options}
        actions = list(dict.fromkeys(meaning.action for meaning in meanings.values()))

        def place(option: int) -> tuple[int, int]:
            meaning = meanings[option]
            return actions.index(meaning.action), hand.index(meaning.card) if meaning.card in hand else -1

        return sorted(ask.options, key=place)

    def show_news(self) -> None:
        """Say what the others have done since the person was asked, and how all seats have
        changed.
        """
        if self.before is None or self.person is None:
            return
        view = self.game.view(self.person)
        order = [(self.person + number) % len(self.names) for number in range(len(self.names))]
        told = [line for seat in order if (line := self.news_of(seat, view))]
        if told:
            self.console.print("Since you chose:", style="bold", markup=False)
        for line in told:
            self.say(f"  {line}")
        self.done, self.before = [], None

    def news_of(self, seat: int, view: dict[str, Any]) -> str:
        """Say what one seat has done and how it has changed; nothing if nothing was seen of it."""
        assert self.before is not None
        done = [self.wording.done(seat, meaning, view) for number, meaning in self.done if number == seat]
        changed = self.wording.changes(self.before["seats"][seat], view["seats"][seat])
        said = " · ".join(filter(None, ["; then ".join(done), changed]))
        return f"{self.names[seat]}: {said}" if said else ""

    def show_places(self, places: list[dict[str, Any]], seats: list[dict[str, Any]]) -> None:
        """Show the places that the person shares: the board, who has laid what, and who leads."""
        called = self.wording.called
        sides = {(p.board, p.side): p for shared in self.game.rules.tables.places for p in shared.sides}
        for place in places:
            other, opposite = seats[place["with"]], {"left": "right", "right": "left"}[place["side"]]
            laid = seats[self.person or 0]["zones"][f"{place['zone']}-{place['side']}"]
            own = ", ".join(map(called, laid)) or "nothing"
            theirs = ", ".join(map(called, other["zones"][f"{place['zone']}-{opposite}"])) or "nothing"
            lead = f", you lead by {place['leads']}" if place["leads"] else ""
            lead += ", its cards do not serve you" if place["barred"] else ""
            board = sides[place["board"], place["face"]]
            self.say(f"  {board.name} on the {place['side']} ({self.wording.place(board)})")
            self.say(f"      yours: {own}; {self.names[place['with']]}: {theirs}{lead}")

    def show_table(self, ask: Ask) -> None:
        """Show every city, the neighbours beside the person, and what lies between them."""
        view: dict[str, Any] = self.game.view(self.person or 0)
        title = f"Age {view['age']}, turn {view['turn']}" if view["age"] else "Before the first age"
        table = Table(title=title, title_justify="left")
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
        own = view["seats"][self.person or 0]
        for number, seat in enumerate(view["seats"]):
            side = {own["left"]: " · left", own["right"]: " · right"}.get(number, "")
            tokens = ", ".join(filter(None, [self.wording.tokens(seat["tokens"]), *self.wording.positions(seat)]))
            city = ", ".join(self.wording.called(card) for zone in seen for card in seat["zones"][zone])
            where = self.names[number] + side
            table.add_row(where, str(seat["coins"]), str(seat["stages"]), totals[number], tokens, city)
        self.console.print(table)
        self.show_middle(view)
        if self.person is not None:
            self.show_places(own["places"], view["seats"])
            self.show_zones(ask, own)

    def show_middle(self, view: dict[str, Any]) -> None:
        """Show what lies on the table: open cards with the tokens on them, how many cards lie face
        down, and tokens of which there are not many left.
        """
        rules = self.game.rules
        tables, row = rules.tables, self.game.row
        piles = []
        for zone in (zone for zone in tables.zones if not zone.of_seat):
            cards = view["table"][zone.id]
            if isinstance(cards, int):
                piles += [f"{zone.name}: {count(cards, 'card')}"] if cards else []
                continue
            for id in cards:
                self.say(f"  {zone.name}: {self.wording.card(next(card for card in tables.cards if card.id == id))}")
        for number, supply in enumerate(tables.supplies):
            ages = [(age, card_on(rules.core, row, number, age)) for age in range(1, tables.ages + 1)]
            left = view["supplies"][supply.id]
            on = [f"{left[age - 1]} on {rules.code_title(card)}" for age, card in ages if card >= 0]
            piles += [f"{supply.name}: {', '.join(on)}"] if on else []
        for token in (token for token in tables.tokens if token.supply):
            held = sum(seat["tokens"].get(token.id, 0) for seat in view["seats"])
            piles.append(f"{token.name}: {token.supply - held} left")
        piles += [f"first player: {self.names[view['first']]}"] if view["first"] else []
        piles += self.wording.positions(view)
        if piles:
            self.say(f"  {' · '.join(piles)}")

    def show_zones(self, ask: Ask, own: dict[str, Any]) -> None:
        """Show what else the person alone sees: cards of zones from which nothing is chosen now."""
        tables = self.game.rules.tables
        chosen_from = tables.plays[ask.play].zone if ask.kind not in ("late", "loss", "demand") else -1
        for number, zone in enumerate(tables.zones):
            cards = own["zones"].get(zone.id) if zone.of_seat and zone.seen_by == "owner" else None
            if cards and number != chosen_from:
                self.say(f"  {zone.name}: {', '.join(map(self.wording.called, cards))}")

    def show_card(self, word: str) -> None:
        """Show what stands on a card of the game."""
        cards = self.game.rules.tables.cards
        found = next((card for card in cards if word in (card.id, card.name.lower())), None)
        if found is not None:
            self.say(f"  {self.wording.card(found)}")
            return
        near = near_words(word, [card.name.lower() for card in cards])
        self.say(f"  no card is called {word!r}" + (f"; did you mean {near[0]}?" if near else ""))

    def show_hand(self, ask: Ask) -> None:
        """Show the cards to choose from, and why some cannot be built."""
        rules = self.game.rules
        for card in self.cards_of(ask):
            reason = why_not(rules, self.game.row, ask, card) if ask.kind != "late" else ""
            self.say(f"  {self.wording.card(rules.tables.cards[rules.core.kind[card]])}")
            if reason:
                self.say(f"      cannot be built: {self.wording.reason(reason)}", "dim")

    def show_stage(self, ask: Ask) -> None:
        """Show the next stage of the own board, and why it cannot be built."""
        rules, row = self.game.rules, self.game.row
        seat = self.seat_of(ask)
        stages = rules.tables.sides[row[seat + SIDE]].stages
        left = open_stages(rules.core, row, seat)
        for number in left:
            stage, which = stages[number], f"Stage {number + 1}" if len(left) > 1 else "Next stage"
            self.say(f"  {which} ({self.wording.cost(stage.cost)}): {self.wording.effect(stage.effects)}")
            reason = why_no_stage(rules, row, ask, number)
            if reason:
                self.say(f"      cannot be built: {self.wording.reason(reason)}", "dim")

    def seat_of(self, ask: Ask) -> int:
        """Return the offset of the seat that a decision is about."""
        return self.game.rules.seats[self.game.row[PLAYERS]][ask.about]

    def cards_of(self, ask: Ask) -> list[int]:
        """Return the cards a decision is about."""
        return hand_of(self.game.rules, self.game.row, ask)

    def show_scores(self) -> None:
        """Show the points as they stand."""
        for name, score in zip(self.names, self.game.scores(), strict=False):
            called = {line.id: line.name for line in self.game.rules.tables.lines}
            lines = ", ".join(f"{called[line]} {points}" for line, points in score.lines if points)
            self.say(f"  {name}: {score.total}" + (f" ({lines})" if lines else ""))

    def explain(self, ask: Ask, word: str) -> None:
        """Say why a card of the hand cannot be built, or that it can."""
        rules = self.game.rules
        found = {rules.tables.cards[rules.core.kind[card]]: card for card in self.cards_of(ask)}
        for definition, card in found.items():
            if word in (definition.id, definition.name.lower()):
                reason = why_not(rules, self.game.row, ask, card)
                self.say(f"  {definition.name}: {self.wording.reason(reason) or 'it can be built'}")
                return
        near = near_words(word, [definition.id for definition in found])
        self.say(f"  no card of your hand is called {word!r}" + (f"; did you mean {near[0]}?" if near else ""))
