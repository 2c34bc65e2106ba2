"""Play the steps of a ruling's scene: find the option that each act means, answer with it, and run
the game on.

Seats that a step does not name do not act. Only the game's own steps run.
"""

from __future__ import annotations

import re

from stele.compiler.analysis.ruling_names import STEP_KEYS
from stele.compiler.front.fields import flag, number, text
from stele.compiler.front.rulings import entries
from stele.compiler.front.source import Node, YamlMapping
from stele.compiler.rulings.options import (
    PLAYING,
    amounts,
    answer_text,
    canonical,
    has_guest,
    payments,
    stage_of,
)
from stele.compiler.rulings.passing import advance, run_on, turn_to_guest, why_nobody
from stele.compiler.rulings.reasons import asked_action, not_of_kind, place_named, reason_against
from stele.compiler.rulings.scene import Allowed, Scene, Unplayable
from stele.runtime import Ask, Game, Meaning
from stele.runtime.state.cells import OWING, STEP
from stele.runtime.table.again import ask_only


def play_step(scene: Scene, step: YamlMapping, index: int) -> None:
    """Play one simultaneous step."""
    advance_to = text(step, "advance")
    if advance_to:
        advance(scene, advance_to, index)
        return
    row = scene.game.row
    scene.acts = {name.text: act for name, act in entries(step) if name.text not in STEP_KEYS}
    is_play, before = is_playing(scene), row[:]
    guests = ask_seats(scene, index)
    if flag(step, "refused"):
        try:
            refuse(scene, step, index, guests)
        finally:
            if is_play:
                before[OWING] = 0
            scene.game = Game(scene.rules, before)
        return
    while row[OWING]:
        decide(scene, index)
    if guests:  # the players have chosen
        ask_guest(scene, guests[0], index)
        while row[OWING]:
            decide(scene, index)
    run_on(scene)


def refuse(scene: Scene, step: YamlMapping, index: int, guests: list[str]) -> None:
    """See to it that each seat of a step is refused; if it is a guest's turn that is refused, the
    players have chosen before.
    """
    acting = [name for name in scene.acts if name in guests]
    if acting:
        while scene.game.row[OWING]:
            decide(scene, index)
        ask_guest(scene, acting[0], index)
    asked = scene.game.row[:]
    for name in acting or scene.acts:
        row = asked[:]
        row[OWING] = 1 << scene.names.index(name)
        scene.game = Game(scene.rules, row)
        refuse_seat(scene, step, index, name)


def refuse_seat(scene: Scene, step: YamlMapping, index: int, name: str) -> None:
    """See to it that the rules forbid what a seat does, for the reason that the step says."""
    ask, act = scene.game.pending(), scene.acts[name]
    assert ask is not None
    option = find_option(scene, ask, act, with_rights=True)
    if option is not None:
        who = f" by {name}" if len(scene.acts) > 1 else ""
        is_right = scene.game.meaning(ask, option).manner == "permit"
        how = " by a special right (`by: permit`)" if is_right and ask.kind in PLAYING else ""
        raise Allowed(f"step {index} can be played{who}{how}, but must be refused")
    problem = not_of_kind(scene, ask, act)
    reason = problem or reason_against(scene, ask, act)
    why = f"step {index}: {name} cannot do this: {said(act)}; {reason}"
    if problem:
        raise Unplayable(why)
    if (because := text(step, "because")) and not says(reason, because):
        raise Allowed(f"step {index} is not refused because of `{because}`, but: {reason}")
    scene.refusals.append(why)


def ask_seats(scene: Scene, index: int) -> list[str]:
    """Let the seats be asked that a step names, and return the guests that are asked after them."""
    row, acts = scene.game.row, scene.acts
    if row[STEP] not in scene.tables.asks:
        raise Unplayable(f"step {index}: {why_nobody(scene)}, so nobody can act")
    unknown = [name for name in acts if name not in scene.names]
    if unknown:
        raise Unplayable(f"step {index}: there is no seat {unknown[0]}")
    guests = scene.names[len(scene.names) - scene.tables.guests :] if has_guest(scene) else []
    if is_playing(scene):
        row[OWING] = sum(1 << scene.names.index(name) for name in acts if name not in guests)
        ask_only(row)
        scene.game = Game(scene.rules, row)
    idle = [name for name in acts if not row[OWING] >> scene.names.index(name) & 1 and name not in guests]
    if idle:
        raise Unplayable(f"step {index}: {idle[0]} has nothing to decide")
    return guests


def is_playing(scene: Scene) -> bool:
    """Tell whether cards are played now."""
    return scene.tables.asks.get(scene.game.row[STEP], ("", 0))[0] == "play"


def ask_guest(scene: Scene, guest: str, index: int) -> None:
    """Let it be asked for a guest, if the step says what it does."""
    turn_to_guest(scene, guest in scene.acts)
    if guest in scene.acts and not scene.game.row[OWING]:
        raise Unplayable(f"step {index}: no card is left for {guest}")


def decide(scene: Scene, index: int) -> None:
    """Answer the pending decision as the step says."""
    ask = scene.game.pending()
    assert ask is not None
    name = scene.names[ask.about]
    act = scene.acts.get(name)
    if act is None:
        raise Unplayable(f"step {index}: {name} must decide, but the step does not say what")
    option = find_option(scene, ask, act)
    if option is None:
        reason = not_of_kind(scene, ask, act) or reason_against(scene, ask, act)
        raise Unplayable(f"step {index}: {name} cannot do this: {said(act)}; {reason}")
    scene.answers.append((scene.game.clone(), ask, option))
    scene.game.answer(ask, option)


# --- acts -----------------------------------------------------------------------------------------


def find_option(scene: Scene, ask: Ask, act: Node, with_rights: bool = False) -> int | None:
    """Return the option that an act means, the cheapest one if it leaves a choice; what a special
    right lets a seat do only if the act says so, or if it is to be looked at too.
    """
    assert isinstance(act, YamlMapping)
    if bool(text(act, "choose")) == (ask.kind in PLAYING):
        return None  # no answer to what is asked
    at = place_named(scene, act.get("at"))
    meanings = [(scene.game.meaning(ask, option), option) for option in ask.options]
    is_meant = is_chosen if text(act, "choose") else is_done
    found = [pair for pair in meanings if pair[0].at == at and is_meant(scene, ask, act, pair[0])]
    if is_meant is is_done and not (with_rights or text(act, "by") or act.get("pay") is not None):
        found = [pair for pair in found if pair[0].manner != "permit"]  # used only if the ruling says so
    return min((meaning.total, -meaning.left, option) for meaning, option in found)[2] if found else None


def is_chosen(scene: Scene, ask: Ask, act: YamlMapping, meaning: Meaning) -> bool:
    """Tell whether an option is the answer that an act chooses."""
    pay = act.get("pay")
    is_answer = canonical(scene, answer_text(scene, meaning)) == canonical(scene, text(act, "choose"))
    return is_answer and (pay is None or payments(scene, ask, meaning) == amounts(pay))


def is_done(scene: Scene, ask: Ask, act: YamlMapping, meaning: Meaning) -> bool:
    """Tell whether an option does what an act says, in the way that it says."""
    action, pay, by, stage = asked_action(act), act.get("pay"), text(act, "by"), number(act, "number")
    if meaning.rider != text(act, "rider") or action is None or (meaning.action, meaning.card) != action:
        return False
    if (by and meaning.manner != by) or (stage and stage_of(scene, scene.seats[ask.about], meaning) != stage):
        return False
    return pay is None or payments(scene, ask, meaning) == amounts(pay)


DENIAL = r"(?<!\bno )(?<!\bnot )(?<!\bneither )(?<!\bnor )(?<!\bnothing )(?<!\bnobody )(?<!\bcannot )"


def says(reason: str, because: str) -> bool:
    """Tell whether a reason has a run of whole words, and a word right before it that denies it."""
    run = r"\s+".join(re.escape(word) for word in because.split())
    return re.search(rf"{DENIAL}(?<![\w-]){run}(?![\w-])", reason) is not None


def said(act: Node) -> str:
    """Return an act as it was written, roughly."""
    return ", ".join(f"{key.text}: {getattr(value, 'text', '...')}" for key, value in entries(act))
