"""Let time pass in a scene: run the game's own steps up to where the scene goes on.

`advance: conflict` takes nobody's turns, runs on until neighbours have compared, and stops earlier
only where somebody has to decide.
"""

from __future__ import annotations

from collections.abc import Sequence

from stele.compiler.analysis.ruling_names import ADVANCE_TO
from stele.compiler.rulings.options import answers_text, has_guest, owing
from stele.compiler.rulings.scene import Scene, Unplayable
from stele.runtime import Game
from stele.runtime.state.cells import AGE, END, OWING, PLAYERS, STEP, TURN
from stele.runtime.table.boards import has_drawn
from stele.runtime.turn.games import take_step

MOST_STEPS = 200


def advance(scene: Scene, to: str, index: int) -> None:
    """Let time pass with nobody acting, up to a place in the course of the game."""
    row, tables = scene.game.row, scene.tables
    if row[STEP] == END:
        raise Unplayable(f"step {index}: the game is over, so time cannot pass")
    if is_deciding(scene):
        raise Unplayable(f"step {index}: time cannot pass while {deciding_text(scene)}")
    if to == "start-of-age" and not is_age_over(scene):
        raise Unplayable(f"step {index}: the age is not over, so the next cannot begin")
    if to == "before-conflict" and row[STEP] in tables.fights:
        raise Unplayable(f"step {index}: the conflict is next already")
    if to not in ADVANCE_TO and to not in [play.id for play in tables.plays]:
        raise Unplayable(f"step {index}: no step of this game that plays cards is called {to}")
    scene.target, scene.age = to, row[AGE]
    if is_age_over(scene) and to in ADVANCE_TO and to != "start-of-age":
        run_steps(scene)  # the next age begins
    scene.is_turn = is_in_turns(scene)
    if row[STEP] in pauses(scene) or is_deciding(scene):
        go_on(scene)
    else:
        pass_over(scene)


def pass_over(scene: Scene) -> None:
    """Run on with nobody acting, and go on to where time is to pass."""
    pass_over_play(scene)
    run_steps(scene, pauses(scene))
    go_on(scene)


def go_on(scene: Scene) -> None:
    """Run on to where time is to pass, or to a decision on the way."""
    for _ in range(MOST_STEPS):
        if not scene.target or has_arrived(scene):
            scene.target = ""
            return
        if is_deciding(scene):
            return
        if scene.game.row[STEP] == END:
            break
        pass_over_play(scene)
        run_steps(scene, pauses(scene))
    raise Unplayable(f"`advance: {scene.target}` is never reached")


def has_arrived(scene: Scene) -> bool:
    """Tell whether the game is where time was to pass; what is over then is taken to its end."""
    row, tables = scene.game.row, scene.tables
    if row[STEP] in pauses(scene):
        if scene.target != "before-conflict":
            run_steps(scene, tables.fights if scene.target == "end-of-turn" else ())
        return True
    match scene.target:
        case "start-of-age":
            return row[AGE] > scene.age
        case "end-of-age":
            return row[STEP] == END or is_age_over(scene)
        case "end-of-turn":  # what is played before the turns has an end too
            return not scene.is_turn and not is_deciding(scene)
        case "conflict" | "before-conflict":
            return False
        case phase:
            kind, play = tables.asks.get(row[STEP], ("", 0))
            return kind == "play" and tables.plays[play].id == phase


def pauses(scene: Scene) -> Sequence[int]:
    """Return the steps before which the game stops on the way to where time is to pass."""
    match scene.target:
        case "end-of-turn":
            return [end for _, end in scene.tables.loops]
        case "before-conflict" | "conflict":
            return scene.tables.fights
        case _:
            return ()


def pass_over_play(scene: Scene) -> None:
    """Let nobody act where cards would be played.

    Further turns of the age are left out too, unless one of them is meant.
    """
    row, tables = scene.game.row, scene.tables
    if row[STEP] not in tables.asks:
        return
    meant = [
        step for step, (kind, play) in tables.asks.items() if kind == "play" and tables.plays[play].id == scene.target
    ]
    loop = next((loop for loop in tables.loops if loop[0] <= row[STEP] <= loop[1]), (0, -1))
    if scene.target != "end-of-turn" and not any(loop[0] <= step <= loop[1] for step in meant):
        row[TURN] = tables.turns.get(row[PLAYERS], 1) - 1
    row[OWING] = 0
    if has_guest(scene):
        turn_to_guest(scene, acts=False)


def turn_to_guest(scene: Scene, acts: bool) -> None:
    """Let it be asked for the guest, or pass it over if it does not act."""
    row = scene.game.row
    take_step(scene.core, row)
    if not acts:
        row[OWING] = 0
    scene.game = Game(scene.rules, row)


# --- steps ----------------------------------------------------------------------------------------


def run_on(scene: Scene) -> None:
    """Run the steps that follow what seats have done; if time was to pass before they had to
    decide, it goes on to pass.
    """
    run_steps(scene, pauses(scene))
    if scene.draws:
        see_drawn(scene)
    go_on(scene)


def run_steps(scene: Scene, before: Sequence[int] = ()) -> None:
    """Run the game's steps up to the next decision, to where the next turn begins, or to one of
    some steps.
    """
    row, asks = scene.game.row, scene.tables.asks
    passed = {*scene.tables.fights, *(end for _, end in scene.tables.loops)} - set(before)
    for _ in range(MOST_STEPS):
        take_step(scene.core, row)
        kind = asks.get(row[STEP], ("", 0))[0]
        if row[STEP] == END or (row[OWING] and kind != "play"):
            break
        row[OWING] = 0
        if kind == "play" or (not kind and row[STEP] not in passed):
            break
    scene.game = Game(scene.rules, row)


def see_drawn(scene: Scene) -> None:
    """See to it that the boards that the ruling names were drawn, if any were."""
    core, row = scene.core, scene.game.row
    if "board" not in scene.rules.lates:
        return
    boards = [[board for board in core.boards if has_drawn(core, row, seat, board)] for seat in scene.seats]
    drawn = [listed for listed in boards if listed]
    if drawn and drawn != [sorted(scene.draws)]:
        raise Unplayable("the boards that the ruling names are never drawn together")
    scene.has_drawn |= bool(drawn)


# --- where the game is ----------------------------------------------------------------------------


def is_deciding(scene: Scene) -> bool:
    """Tell whether somebody has to decide something that is not which card to play."""
    row = scene.game.row
    return bool(row[OWING]) and scene.tables.asks.get(row[STEP], ("", 0))[0] not in ("", "play")


def deciding_text(scene: Scene) -> str:
    """Say who has to decide what."""
    asked = [f"{name} has to choose: {answers_text(scene, name)}" for name in owing(scene)]
    return " and ".join(asked)


def is_age_over(scene: Scene) -> bool:
    """Tell whether an age is over and the next, or the end of the game, has not begun."""
    row, tables = scene.game.row, scene.tables
    return row[STEP] not in tables.asks and row[STEP] not in tables.fights


def is_in_turns(scene: Scene) -> bool:
    """Tell whether a turn is being played."""
    return any(first <= scene.game.row[STEP] <= last for first, last in scene.tables.loops)


def why_nobody(scene: Scene) -> str:
    """Say why nobody can do anything now."""
    if scene.game.row[STEP] == END:
        return "the game is over"
    return "the age is over" if is_age_over(scene) else "the conflict is next"
