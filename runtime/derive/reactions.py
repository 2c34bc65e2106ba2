"""Note what reacts to events, what counts in conflicts, what is suspended, and what stands for a
while.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.declared import Among
from stele.runtime.effects.events import FURTHER, ITSELF, ON_LEFT, ON_RIGHT
from stele.runtime.state.cells import (
    ACTION,
    WORD,
    cells,
)
from stele.runtime.state.flat import columns, flat_from, lanes_in, next_lane
from stele.runtime.state.lanes import Lanes

if TYPE_CHECKING:
    from stele.runtime.derive.deriving import Deriving


# Events as `effects.events` numbers them; those from the first moment on come for every seat.
EVENTS = (
    *("build", "stage", "chain", "use", "buy", "coins", "token", "discard", "lose-coins", "win", "lose"),
    *("start-of-turn", "end-of-turn", "start-of-age", "end-of-age", "end-of-game", "at-conflict"),
    *("instead-coins", "instead-token", "instead-lose-coins", "instead-win", "instead-lose"),
    *("draw", "play", "copy", "as-soon", "reach", "turn", "sell", "lose-token", "tie", "free"),
)
PLAYED = ("build", "stage", "chain", "use", "buy", "discard", "play", "sell", "free")
WHO = {
    "you": ITSELF,
    "left": ON_LEFT,
    "right": ON_RIGHT,
    "neighbour": ON_LEFT | ON_RIGHT,
    "another": ON_LEFT | ON_RIGHT | FURTHER,
    "anyone": ITSELF | ON_LEFT | ON_RIGHT | FURTHER,
}
SIDES = {"left": 1, "right": 2, "": 3, "neighbours": 19, "across-left": 4, "across-right": 8}
OPTIONAL = ("exchange", "window")  # kinds of decision that may be declined although no clause says so


def events(d: Deriving) -> None:
    """Note what reacts to events."""
    t, tables, layout = d.t, d.tables, d.layout
    triggers = sorted(tables.triggers, key=lambda trigger: EVENTS.index(trigger.event))
    t.has_events = bool(triggers)
    t.has_coin_events = any(trigger.event == "coins" for trigger in triggers)
    of_coins = [trigger for trigger in triggers if trigger.event in ("coins", "instead-coins")]
    t.notes_coins, t.watches_coins = bool(of_coins), any(trigger.who != "you" for trigger in of_coins)
    t.trigger_from = flat_from([sum(trigger.event == event for trigger in triggers) for event in EVENTS])
    t.trigger_lane = cells([trigger.lane for trigger in triggers])
    t.trigger_kind = cells([EVENTS.index(trigger.event) for trigger in triggers])
    t.trigger_who = cells([WHO[trigger.who] for trigger in triggers])
    watched = {trigger.event for trigger in triggers if trigger.who != "you"}
    t.is_watched = cells([int(event in watched) for event in EVENTS])
    # Who sells gains coins, whoever plays.
    sells = any(trigger.event == "sell" or (trigger.event == "coins" and trigger.at < 0) for trigger in triggers)
    t.has_sales = any(trigger.event == "sell" for trigger in triggers)
    t.watches_plays = sells or not watched.isdisjoint(PLAYED) or d.layout.laid > 0
    t.asked.done = layout.done
    t.asked.deed_kind = cells([deed.kind for deed in layout.deeds])
    t.asked.deed_action = cells([deed.action for deed in layout.deeds])
    t.asked.deed_cards = cells([mask for deed in layout.deeds for mask in d.masks_among(deed.cards)])
    t.trigger_cards = cells([mask for trigger in triggers for mask in d.masks_among(trigger.cards)])
    t.trigger_detail = cells([trigger.action if trigger.event == "use" else trigger.at for trigger in triggers])
    t.trigger_sides = cells([int(trigger.per_neighbour) for trigger in triggers])
    t.trigger_other = cells([next_lane(trigger.lane) for trigger in triggers])
    t.trigger_limited = cells([trigger.times if trigger.per else 0 for trigger in triggers])
    t.trigger_tokens = cells([sum(1 << token for token in trigger.tokens) for trigger in triggers])
    t.instead_kinds = sum({1 << EVENTS.index(one.event) for one in triggers if one.event.startswith("instead-")})
    t.instead_tokens = 0
    for one in triggers:
        t.instead_tokens |= sum(1 << token for token in one.tokens if one.event == "instead-token")
    t.soon_test = cells([d.points_of(trigger.soon) for trigger in triggers if trigger.soon is not None])
    t.trigger_text = [trigger.text for trigger in triggers]
    t.trigger_place = [trigger.place for trigger in triggers]
    t.trigger_act = cells([layout.acts.index(trigger.once) for trigger in triggers])
    t.loss_then = cells([-1 if then is None else layout.acts.index(then) for _, then in tables.losses])
    t.token_cells = cells([token.cell for token in tables.tokens])
    t.token_supply = cells([token.supply or -1 for token in tables.tokens])


def conflicts(d: Deriving) -> None:
    """Note what counts in conflicts."""
    t, tables = d.t, d.tables
    t.fewer_shields = tables.fewer_shields
    t.strength_lane = cells([strong.lane for strong in tables.strengths])
    t.strength_lanes = Lanes(list(t.strength_lane))
    t.strength_sides = cells([SIDES[strong.against] for strong in tables.strengths])
    t.strength_points = cells([d.points_of(strong.shields) for strong in tables.strengths])


def suspensions(d: Deriving) -> None:
    """Note who decides about suspended effects, and what follows."""
    t, tables, layout = d.t, d.tables, d.layout
    lates = [*(late for effects in d.entries for late in effects.late), *tables.suspended]
    windows = [window.late for window in tables.windows]
    kinds: dict[object, str] = {late.ask: late.kind for late in (*lates, *windows)}
    asked = [kinds.get(ask, "") for ask in layout.late[: t.first_turning]] + ["turn"] * t.place_count
    asked += ["window"] * (len(windows) + 1)
    optional = {late.ask for late in (*lates, *windows) if late.is_optional}
    may_decline = [ask in optional for ask in layout.late[: t.first_turning]] + [False] * len(asked)
    t.is_mandatory = cells(
        [int(kind not in OPTIONAL and not may) for kind, may in zip(asked, may_decline, strict=False)]
    )
    t.is_hosted = cells([int(kind == "copy") for kind in asked])
    by = {late.ask: layout.askers.index(late.by) for late in (*lates, *windows) if late.by is not None}
    after = {late.ask: layout.acts.index(late.after) for late in (*lates, *windows) if late.after is not None}
    otherwise = {one.ask: layout.acts.index(one.otherwise) for one in (*lates, *windows) if one.otherwise is not None}
    numbered = [*layout.late, *[None] * (len(asked) - len(layout.late))]
    t.late_askers = cells([-1 if ask is None else by.get(ask, -1) for ask in numbered])
    t.late_after = cells([-1 if ask is None else after.get(ask, -1) for ask in numbered])
    of_them = {late.ask for late in (*lates, *windows) if late.of_them}
    times = {late.ask: late.times for late in (*lates, *windows)}
    t.is_of_them = cells([int(ask in of_them) for ask in numbered])
    t.late_times = cells([1 if ask is None else times.get(ask, 1) for ask in numbered])
    t.late_otherwise = cells([-1 if ask is None else otherwise.get(ask, -1) for ask in numbered])


def windows(d: Deriving) -> None:
    """Note what may be done before cards are chosen or after they were played, and what must be."""
    t, tables, layout = d.t, d.tables, d.layout
    t.window_first, t.reveal = len(layout.late), len(layout.late) + len(tables.windows)
    t.window_lane = cells([window.lane for window in tables.windows])
    t.window_limited = cells([int(bool(window.per)) for window in tables.windows])
    for moment in ("before", "after"):
        found = [number for number, window in enumerate(tables.windows) if window.moment == moment]
        t.windows_at.append(cells(found))
        t.window_lanes.append(Lanes([tables.windows[number].lane for number in found]))
    t.window_effect = cells([layout.late.index(window.late.ask) for window in tables.windows])
    t.window_good = cells([window.unused[0][0] if window.unused else -1 for window in tables.windows])
    t.window_units = cells([window.unused[0][1] if window.unused else 0 for window in tables.windows])
    t.window_spent = cells([next_lane(window.lane) for window in tables.windows])
    t.unused_lanes = Lanes([window.lane for window in tables.windows if window.unused])
    unused = [window.lane if window.unused else -1 for window in tables.windows]
    t.entry_unused = cells([int(lane in [own for own, _ in e.counts]) for e in d.entries for lane in unused])
    t.has_marked = layout.marked > 0
    t.heaps = layout.heaps
    t.duty_play = cells([play for play, _ in tables.duties])
    t.duty_action = cells([action << ACTION for _, action in tables.duties])
    t.due_now = cells(
        [
            sum(2 << 2 * number for number, (step, _) in enumerate(tables.duties) if step == play)
            for play in range(len(tables.plays))
        ]
    )


def standing(d: Deriving) -> None:
    """Note what stands for a while, in the order of kinds."""
    t, layout = d.t, d.layout
    whiles = sorted(d.tables.whiles, key=lambda one: one.rank)
    t.has_standing, t.force, t.timed = bool(whiles), layout.force, layout.timed
    t.reads_own_kind = any(one.reads_own_kind for one in whiles)
    t.while_lane = cells([one.lane for one in whiles])
    words = sorted({lane >> WORD for lane in t.while_lane})
    t.while_words = cells(words)
    t.while_masks = cells([lanes_in(t.while_lane, word) for word in words])
    t.while_place = cells([words.index(lane >> WORD) for lane in t.while_lane])
    aliases = [(number, *one.alias) for number, one in enumerate(whiles) if one.alias]
    t.has_aliases = bool(aliases)
    t.alias_while, t.alias_from, t.alias_to, t.alias_is_added = columns([aliases], 4)
    triggers = sorted(d.tables.triggers, key=lambda trigger: EVENTS.index(trigger.event))
    t.trigger_colours = cells(
        [sum(1 << colour for colour in one.cards.colours if one.cards == Among(one.cards.colours)) for one in triggers]
    )
    t.while_end = cells([sum(other.rank <= one.rank for other in whiles) for one in whiles])
    t.has_timed = any(one.until for one in whiles)
    t.while_times = cells([d.points_of(one.times) for one in whiles])
    t.while_entry = cells([d.while_entries[one.lane] for one in whiles])
    t.while_own = cells([int(one.reads_own_kind) for one in whiles])
    t.turn_lanes = cells([one.lane for one in whiles if one.until == "turn"])
    by_card = [one for one in whiles if one.until.startswith("cards")]
    t.card_lanes = cells([lane for one in by_card for lane in (one.lane, one.becomes)])
    t.watches_plays = t.watches_plays or bool(by_card)
    by_turn = [one for one in whiles if one.becomes >= 0 and one not in by_card]
    t.next_lanes = cells([lane for one in by_turn for lane in (one.lane, one.becomes)])
    t.age_lanes = cells([one.lane for one in whiles if one.until == "age"])
