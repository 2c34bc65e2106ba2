"""Tell what happens in a scene.

`{A: {build: altar, pay: {C: 2}}}` becomes "A builds Altar, paying 2 coins to C.".
"""

from __future__ import annotations

from collections.abc import Iterator

from stele.compiler.analysis.ruling_names import ACT_KEYS, ADVANCE_TO, STEP_KEYS
from stele.compiler.docs.text.phrasing import lowered
from stele.compiler.docs.text.scene_words import SceneWords, whole
from stele.compiler.front import items
from stele.compiler.front.fields import flag, number, text
from stele.compiler.front.nodes import Role
from stele.compiler.front.rulings import entries
from stele.compiler.front.source import Node, YamlMapping


class StepText:
    """Tells the steps of one ruling."""

    def __init__(self, words: SceneWords) -> None:
        self.words = words

    def step(self, step: YamlMapping) -> str:
        """Return what happens in one simultaneous step."""
        advance = text(step, "advance")
        if advance in ADVANCE_TO:
            return self.words.say(f"advance-{advance}")
        if advance:
            play = self.words.names.plays.get(advance)
            zone = advance if play is None else self.words.speaker.title(Role.ZONE, play.source.target or "").text
            return self.words.say("advance-phase", zone=zone)
        acts = [self.act(who.text, act) for who, act in entries(step) if who.text not in STEP_KEYS]
        told = self.words.say("then-also").join(acts)
        if not flag(step, "refused"):
            return self.words.say("sentence", told=told)
        because = text(step, "because")
        return self.words.say("refused-because" if because else "refused", told=told, reason=because)

    def act(self, seat: str, act: Node) -> str:
        """Return what one seat does, without a full stop."""
        assert isinstance(act, YamlMapping)
        wanted = next(((key.text, value) for key, value in entries(act) if key.text not in ACT_KEYS), None)
        if wanted is None:
            told = self.chosen(seat, text(act, "choose"))
        else:
            told = self.action(seat, wanted[0], getattr(wanted[1], "text", ""), number(act, "number"))
        return self.words.say("comma").join([told, *self.manner(act)])

    def action(self, seat: str, id: str, card: str, stage: int) -> str:
        """Return an action with a card."""
        action = self.words.names.actions.get(id)
        values = {"seat": seat, "card": self.words.card(card)}
        match action:
            case items.Action(cost="card", builds=True):
                return self.words.say("builds", **values)
            case items.Action(cost="stage"):
                return (
                    self.words.say("builds-stage", **values, stage=stage)
                    if stage
                    else self.words.say("builds-next", **values)
                )
            case _:
                return self.words.say("uses", **values, action=self.words.named(Role.ACTION, id))

    def manner(self, act: YamlMapping) -> Iterator[str]:
        """Yield where, how and with what an act is done."""
        for zone, side in entries(act.get("at")):
            name = self.words.place_name(zone.text)
            yield self.words.say(f"at-{getattr(side, 'text', '')}", zone=lowered(name) if name else "")
        if by := text(act, "by"):
            yield self.words.say(f"by-{by}")
        if rider := text(act, "rider"):
            yield self.words.say("with-rider", rider=self.words.named(Role.RIDER, rider))
        pay = act.get("pay")
        if pay is not None:
            paid = {to.text: whole(coins) for to, coins in entries(pay) if whole(coins)}
            yield self.words.say("paying", coins=self.words.payment(paid)) if paid else self.words.say("paying-nothing")

    def chosen(self, seat: str, answer: str) -> str:
        """Return how a decision is answered."""
        if self.words.title(Role.CARD, answer) is None:
            if answer == "nothing":
                return self.words.say("declines", seat=seat)
            if answer == "exchange":
                return self.words.say("exchanges", seat=seat)
            if answer.isdigit():
                return self.words.say("pays", seat=seat, coins=self.words.counted("coins", int(answer)))
            if swapped := self.words.swapped(answer):
                return self.words.say("swaps", seat=seat, **swapped)
        return self.words.say("chooses", seat=seat, answer=self.words.answer(answer))
