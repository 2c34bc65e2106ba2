"""Count the operations of the interpreter in whole games: the same on every run, whatever else the
machine does.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from stele.lab.bots import random_bot
from stele.runtime import Game, Rules
from stele.runtime.replay import play


def operations(rules: Rules, players: int, seeds: range) -> int:
    """Return how many operations the runtime takes for some random games, after a first one that
    fills its memories.
    """
    return counted(rules, players, seeds)[0]


def operations_per_decision(rules: Rules, players: int, seeds: range) -> float:
    """Return how many operations a decision takes, with all that follows from it, when memories
    have been filled.
    """
    for seed in seeds:
        play(rules.new_game(players, seed), [random_bot(number) for number in range(players)])
    count, decisions = counted(rules, players, seeds)
    return count / decisions


def counted(rules: Rules, players: int, seeds: range) -> tuple[int, int]:
    """Return the operations and the decisions of some random games, after a first one that fills
    memories.

    The first one is traced too: Python 3.12 and 3.13 see all operations of a function only from its
    second traced call on.
    """
    count = decisions = 0

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal count, decisions
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        if event == "opcode":
            count += 1
        elif event == "call" and frame.f_code is Game.answer.__code__:
            decisions += 1
        return trace

    before = sys.gettrace()
    for turn, seed in enumerate((seeds.start, *seeds)):
        if turn == 1:
            count = decisions = 0
        game = rules.new_game(players, seed)
        bots = [random_bot(number) for number in range(players)]
        sys.settrace(trace)
        try:
            play(game, bots)
        finally:
            sys.settrace(before)
    return count, decisions
