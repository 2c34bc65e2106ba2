"""Play the steps of a ruling's scene.

Find the option that each act means, answer with it, and run the game on. Seats that a step does not
name do not act. Only the game's own steps run.
"""

from __future__ import annotations

from stele.compiler.analysis.ruling_names import ACT_KEYS
from stele.compiler.front.content_parser import flag, number, text
from stele.compiler.front.rulings import entries
from stele.compiler.front.source import Node, YamlMapping
from stele.compiler.rulings.options import answer_text, asked_action, has_guest, held_by, payments, reason_against
from stele.compiler.rulings.scene import Scene, Unplayable
from stele.runtime import Ask, Game, Meaning
from stele.runtime.row import DRAWN, OWING, PLAYERS, RANDOM, STEP, TURN, seeded
from stele.runtime.ruleset import END

MOST_STEPS = 200
MOST_DRAWS = 10_000  # three of twenty boards come together once in 1140 draws


def play_step(scene: Scene, step: YamlMapping, index: int) -> None:
    """Play one simultaneous step."""
    advance_to = text(step, "advance")
    if advance_to:
        advance(scene, advance_to)
        return
    row = scene.game.row
    scene.acts = {name.text: act for name, act in entries(step) if name.text != "refused"}
    guests = ask_seats(scene, index)
    is_refused, is_play, before = flag(step, "refused"), scene.tables.asks[row[STEP]][0] == "play", row[:]
    while row[OWING] or guests:
        if not row[OWING]:  # the players have chosen
            turn_to_guest(scene, guests[0] in scene.acts)
            if guests[0] in scene.acts and not row[OWING]:
                raise Unplayable(f"step {index}: no card is left for {guests[0]}")
            guests = []
        elif not decide(scene, index, is_refused):
            row[:] = before
            if is_play:
                row[OWING] = 0
            scene.game = Game(scene.rules, row)
            return
    if is_refused:
        raise Unplayable(f"step {index} can be played, but must be refused")
    if scene.draws:
        run_to_draw(scene)
    else:
        run_steps(scene)


def ask_seats(scene: Scene, index: int) -> list[str]:
    """Let the seats be asked that a step names, and return the guests that are asked after them."""
    row, acts = scene.game.row, scene.acts
    if row[STEP] not in scene.tables.asks:
        raise Unplayable(f"step {index}: the age is over, so nobody can act")
    unknown = [name for name in acts if name not in scene.names]
    if unknown:
        raise Unplayable(f"step {index}: there is no seat {unknown[0]}")
    guests = scene.names[len(scene.names) - scene.tables.guests :] if has_guest(scene) else []
    if scene.tables.asks[row[STEP]][0] == "play":
        row[OWING] = sum(1 << scene.names.index(name) for name in acts if name not in guests)
        scene.game = Game(scene.rules, row)
    idle = [name for name in acts if not row[OWING] >> scene.names.index(name) & 1 and name not in guests]
    if idle:
        raise Unplayable(f"step {index}: {idle[0]} has nothing to decide")
    return guests


def turn_to_guest(scene: Scene, acts: bool) -> None:
    """Let it be asked for the guest, or pass it over if it does not act."""
    row = scene.game.row
    row[STEP] = scene.rules.steps[row[STEP]](row)
    if not acts:
        row[OWING] = 0
    scene.game = Game(scene.rules, row)


def decide(scene: Scene, index: int, is_refused: bool) -> bool:
    """Answer the pending decision as the step says.

    Tell whether that was possible, if it must not be.
    """
    ask = scene.game.pending()
    assert ask is not None
    name = scene.names[ask.about]
    act = scene.acts.get(name)
    if act is None:
        raise Unplayable(f"step {index}: {name} must decide, but the step does not say what")
    option = find_option(scene, ask, act)
    if option is None and is_refused:
        must_hold(scene, ask.seat, act, index)
        return False
    if option is None:
        reason = reason_against(scene, ask, act)
        raise Unplayable(f"step {index}: {name} cannot do this: {said(act)}" + (f"; {reason}" if reason else ""))
    scene.answers.append((scene.game.clone(), ask, option))
    scene.game.answer(ask, option)
    return True


def must_hold(scene: Scene, number: int, act: Node, index: int) -> None:
    """See to it that a step is refused for what the ruling means, not for want of the card."""
    held = held_by(scene, scene.seats[number])
    for key, value in entries(act):
        if key.text not in ACT_KEYS and getattr(value, "text", "") not in held:
            raise Unplayable(f"step {index}: {scene.names[number]} does not have {getattr(value, 'text', '')}")


def run_to_draw(scene: Scene) -> None:
    """Run the game's steps; if boards are drawn, let chance draw those that the ruling names."""
    row = scene.game.row
    before = row[:]
    for seed in range(MOST_DRAWS):
        row[:] = before
        row[RANDOM] = seeded(seed)
        run_steps(scene)
        drawn = [row[seat + DRAWN] for seat in scene.seats if row[seat + DRAWN]]
        if not drawn or drawn == [scene.draws]:
            return
    raise Unplayable("the boards that the ruling names are never drawn together")


def run_steps(scene: Scene) -> None:
    """Run the game's steps up to the next decision, or to where the next turn begins."""
    row = scene.game.row
    for _ in range(MOST_STEPS):
        row[STEP] = scene.rules.steps[row[STEP]](row)
        if row[STEP] == END or (row[OWING] and scene.tables.asks[row[STEP]][0] != "play"):
            break
        row[OWING] = 0
        if row[STEP] not in scene.tables.asks or scene.tables.asks[row[STEP]][0] == "play":
            break
    scene.game = Game(scene.rules, row)


def advance(scene: Scene, to: str) -> None:
    """Let time pass with nobody acting."""
    row = scene.game.row
    if row[STEP] == END:
        raise Unplayable("the game is over, so time cannot pass")
    if row[STEP] not in scene.tables.asks:
        run_steps(scene)  # the next age begins
        if to == "start-of-age":
            return
    elif to == "start-of-age":
        raise Unplayable("the age is not over, so the next cannot begin")
    if to != "end-of-turn":
        row[TURN] = scene.tables.turns.get(row[PLAYERS], 1) - 1
    row[OWING] = 0
    if has_guest(scene):
        turn_to_guest(scene, acts=False)
    run_steps(scene)


# --- acts -----------------------------------------------------------------------------------------------------------


def find_option(scene: Scene, ask: Ask, act: Node) -> int | None:
    """Return the option that an act means, the cheapest one if it leaves a choice."""
    assert isinstance(act, YamlMapping)
    at = place_named(scene, act.get("at"))
    meanings = [(scene.game.meaning(ask, option), option) for option in ask.options]
    is_meant = is_chosen if text(act, "choose") else is_done
    found = [pair for pair in meanings if pair[0].at == at and is_meant(scene, ask, act, pair[0])]
    return min((meaning.total, -meaning.left, option) for meaning, option in found)[2] if found else None


def is_chosen(scene: Scene, ask: Ask, act: YamlMapping, meaning: Meaning) -> bool:
    """Tell whether an option is the answer that an act chooses."""
    pay = act.get("pay")
    is_answer = answer_text(scene, meaning) == text(act, "choose")
    return is_answer and (pay is None or payments(scene, ask, meaning) == amounts(pay))


def is_done(scene: Scene, ask: Ask, act: YamlMapping, meaning: Meaning) -> bool:
    """Tell whether an option does what an act says, in the way that it says."""
    action, pay, by, stage = asked_action(act), act.get("pay"), text(act, "by"), number(act, "number")
    if meaning.rider != text(act, "rider") or action is None or (meaning.action, meaning.card) != action:
        return False
    if (by and meaning.manner != by) or (stage and meaning.stage != stage):
        return False
    if pay is not None:
        return payments(scene, ask, meaning) == amounts(pay)
    return bool(by) or meaning.manner != "permit"  # a special right is used only if the ruling says so


def place_named(scene: Scene, at: Node | None) -> str:
    """Return the zone of a shared place that an act names, or nothing for the city."""
    for zone, side in entries(at):
        kind = scene.tables.places[0].id if zone.text == "between" and scene.tables.places else zone.text
        return f"{kind}-{getattr(side, 'text', '')}"
    return ""


def amounts(pay: Node) -> dict[str, int]:
    """Return who is to be paid how much."""
    return {key.text: int(getattr(value, "value", 0) or 0) for key, value in entries(pay) if getattr(value, "value", 0)}


def said(act: Node) -> str:
    """Return an act as it was written, roughly."""
    return ", ".join(f"{key.text}: {getattr(value, 'text', '...')}" for key, value in entries(act))
