"""Write down a game so that it can be played again, answer by answer, to the same state."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from stele.runtime.decide import Ask
from stele.runtime.game import Game, Refused, Rules
from stele.runtime.saves import read_object

Bot = Callable[[Game, Ask], int]  # answers for a seat


@dataclass(frozen=True, slots=True)
class Log:
    """What determines a game: the ruleset, how it began, and every answer."""

    ruleset: str
    players: int
    seed: int
    boards: tuple[tuple[str, str], ...]
    answers: tuple[int, ...]
    hashes: tuple[str, ...]  # the state after each answer

    def text(self) -> str:
        """Return the log as a text."""
        return json.dumps(
            {
                "ruleset": self.ruleset,
                "players": self.players,
                "seed": self.seed,
                "boards": self.boards,
                "answers": self.answers,
                "hashes": self.hashes,
            },
            separators=(",", ":"),
        )


def read_log(text: str) -> Log:
    """Return a log from its text."""
    try:
        data = read_object(text)
        if not all(isinstance(data[key], list) for key in ("boards", "answers", "hashes")):
            raise TypeError("not a list")
        boards = tuple((board, side) for board, side in data["boards"])
        log = Log(data["ruleset"], data["players"], data["seed"], boards, tuple(data["answers"]), tuple(data["hashes"]))
    except (ValueError, TypeError, KeyError) as problem:
        raise Refused("this is not the log of a game") from problem
    texts = (log.ruleset, *log.hashes, *(name for board in boards for name in board))
    numbers = (log.players, log.seed, *log.answers)
    if not all(type(one) is str for one in texts) or not all(type(one) is int for one in numbers):
        raise Refused("this is not the log of a game")
    if len(log.answers) != len(log.hashes):
        raise Refused("this log of a game is not complete")
    return log


def play(game: Game, bots: Sequence[Bot]) -> Game:
    """Play a game to its end, each seat by its bot."""
    while (ask := game.pending()) is not None:
        game.answer(ask, bots[ask.seat](game, ask))
    return game


def record(rules: Rules, players: int, seed: int, bots: Sequence[Bot], boards: Sequence[tuple[str, str]] = ()) -> Log:
    """Play a game and write it down."""
    game = rules.new_game(players, seed, boards or None)
    answers, hashes = [], []
    while (ask := game.pending()) is not None:
        option = bots[ask.seat](game, ask)
        game.answer(ask, option)
        answers.append(option)
        hashes.append(game.hash())
    return Log(rules.hash, players, seed, tuple(boards), tuple(answers), tuple(hashes))


def replay(rules: Rules, log: Log) -> Iterator[Game]:
    """Yield the game after each answer of a log; a state that differs from the log's is refused."""
    if log.ruleset != rules.hash:
        raise Refused("this log is of another ruleset")
    game = rules.new_game(log.players, log.seed, log.boards or None)
    for number, (option, expected) in enumerate(zip(log.answers, log.hashes, strict=True)):
        ask = game.pending()
        if ask is None:
            raise Refused(f"the game is over before answer {number + 1} of the log")
        game.answer(ask, option)
        if game.hash() != expected:
            raise Refused(f"after answer {number + 1} the game is not the one of the log")
        yield game
