"""Note actions and play steps, rights, and what changes what seats pay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stele.runtime.declared import Among
from stele.runtime.state.cells import (
    ACTION,
    BY_CHAIN,
    BY_NEAR_CHAIN,
    BY_PERMIT,
    PAYS_OTHERWISE,
    PLACE_MASK,
    RIGHTS,
    WORD,
    cells,
)
from stele.runtime.state.flat import columns, flat_from, lanes_in, next_lane
from stele.runtime.turn.games import DEMAND, GUEST, LAST, LATE, LOSS, PLAY, Asks

if TYPE_CHECKING:
    from stele.runtime.derive.deriving import Deriving


PAYS = ("card", "stage", "nothing")


def actions(d: Deriving) -> None:
    """Note actions and play steps."""
    t, tables = d.t, d.tables
    targets = [tables.zones[action.to] for action in tables.actions]
    t.action_cell = cells([zone.cell for zone in targets])
    t.action_of_seat = cells([int(zone.of_seat) for zone in targets])
    pays = [action.pays for action in tables.actions]
    t.action_discards = cells([int(not zone.of_seat and p == "nothing") for zone, p in zip(targets, pays, strict=True)])
    t.action_coins = cells([action.coins for action in tables.actions])
    t.action_entry = cells(d.action_entries)
    paying = [
        {pays: [n << ACTION for n in play.actions if tables.actions[n].pays == pays] for pays in PAYS}
        for play in tables.plays
    ]
    t.play_zone = cells([tables.zones[play.zone].cell for play in tables.plays])
    t.play_zone_number = cells([play.zone for play in tables.plays])
    t.zone_cells = cells([-1 if zone.is_sequence else zone.cell for zone in tables.zones])
    t.zone_of_seat = cells([int(zone.of_seat) for zone in tables.zones])
    t.play_build = cells([first_of(by["card"]) for by in paying])
    t.play_stage = cells([first_of(by["stage"]) for by in paying])
    t.play_nothing = [cells(by["nothing"]) for by in paying]
    builds = [bool(by["card"]) and tables.actions[by["card"][0] >> ACTION].builds for by in paying]
    t.play_builds = cells([int(is_build) for is_build in builds])
    t.play_words = [[cells(list(words)) for words in by_age] for by_age in d.layout.hands]
    kinds = {"play": PLAY, "last": LAST, "late": LATE, "loss": LOSS, "guest": GUEST, "demand": DEMAND}
    steps = range(max(tables.asks, default=0) + 1)
    asked = [tables.asks.get(step, ("play", 0)) for step in steps]
    d.asks = Asks([kinds[kind] for kind, _ in asked], [index for _, index in asked])


def rights(d: Deriving) -> None:
    """Note rights that are held and how often they may be used."""
    t, tables, words = d.t, d.tables, d.layout.words
    builds = [permit for permit in tables.permits if permit.kind == "build"]
    # The narrowest first: a right for any card is of more use later than one for a few.
    fitting = []
    for permit in builds:
        masks = d.masks_among(permit.cards) if permit.cards != Among() else [-1] * words
        fitting.append((permit.cards == Among(), sum(mask.bit_count() for mask in masks), permit.lane, masks))
    fitting.sort(key=lambda one: one[:2])
    t.permit_lane = cells([lane for _, _, lane, _ in fitting])
    t.permit_cards = cells([mask for *_, masks in fitting for mask in masks])
    in_words = sorted({lane >> WORD for _, _, lane, _ in fitting}) or [0]
    t.rights = d.layout.tally + in_words[0]
    held = lanes_in([lane for _, _, lane, _ in fitting], in_words[0])
    if len(in_words) > 1:
        t.rights, held = d.layout.concerns, RIGHTS
    t.play_rights = cells([held * is_build for is_build in t.play_builds])
    count = range(d.layout.tally_words)
    limited_lanes = {permit.lane for permit in builds if permit.per}
    t.permit_limited = cells([int(lane in limited_lanes) for _, _, lane, _ in fitting])
    chains = [permit for permit in tables.permits if permit.kind == "chain"]
    t.chain_lane = cells([permit.lane for permit in chains])
    t.chain_limited = cells([int(bool(permit.per)) for permit in chains])
    t.chain_cards = cells([mask for permit in chains for mask in d.masks_among(permit.cards)])
    t.chain_from, sources = (
        flat_from([len(permit.sources) for permit in chains]),
        [s for p in chains for s in p.sources],
    )
    t.chain_zone = cells([tables.zones[zone].cell for zone, _ in sources])
    t.chain_whose = cells([whose for _, whose in sources])
    bans(d)
    order = [permit.lane for permit in tables.permits if permit.kind == "order"]
    t.has_order = bool(order)
    t.order_lane = cells(order)
    last = [permit.lane for permit in tables.permits if permit.kind == "last"]
    t.last_lanes = cells([lanes_in(last, word) for word in count])
    barred = [permit.lane for permit in tables.permits if permit.kind == "not-last"]
    t.barred_last = cells([lanes_in(barred, word) for word in count])
    t.bars_last = bool(barred)
    t.last_words = cells(sorted({lane >> WORD for lane in last}))
    limited = [(permit.per, permit.lane) for permit in tables.permits]
    limited += [(rider.per, rider.lane) for rider in tables.riders]
    for window in tables.windows:
        limited.append((window.per, window.lane))
        limited += [("turn", next_lane(window.lane))] if window.unused else []
    limited += [(ware.per, ware.lane) for ware in tables.wares]
    limited += [(rebate.per, rebate.lane) for rebate in tables.rebates]
    for trigger in tables.triggers:
        limited.append((trigger.per, trigger.lane))
        limited += [(trigger.per, next_lane(trigger.lane))] if trigger.per_neighbour else []
    by_age = [lane for per, lane in limited if per in ("age", "turn")]
    by_turn = [lane for per, lane in limited if per == "turn"]
    t.age_uses = cells([lanes_in(by_age, word) for word in count])
    t.turn_uses = cells([lanes_in(by_turn, word) for word in count])
    t.turn_words = cells([word for word in count if t.turn_uses[word]])
    t.age_words = cells([word for word in count if t.age_uses[word]])


def bans(d: Deriving) -> None:
    """Note what is not legal, what is legal beyond play steps, and what changes prices."""
    t, tables = d.t, d.tables
    t.has_bans = bool(tables.bans or tables.uses)
    t.ban_lane = cells([ban.lane for ban in tables.bans])
    bases = [(number, action.base) for number, action in enumerate(tables.actions)]
    banned = [[n for n, base in bases if n in ban.actions or base in ban.actions] for ban in tables.bans]
    t.ban_actions = cells([sum(1 << action for action in listed) for listed in banned])
    t.ban_manners = cells([sum(1 << MANNERS[one] for one in ban.manners) or 15 for ban in tables.bans])
    t.ban_cards = cells([mask for ban in tables.bans for mask in d.masks_among(ban.cards)])
    t.use_lane = cells([use.lane for use in tables.uses])
    t.use_action = cells([use.action for use in tables.uses])
    t.use_cards = cells([mask for use in tables.uses for mask in d.masks_among(use.cards)])
    t.play_resort = cells([play.resort for play in tables.plays])
    tolls = [(one.lane, TOLLS.index(kind), 1) for one in tables.tolls for kind in one.closed]
    tolls += [(one.lane, len(TOLLS), one.more) for one in tables.tolls if one.more]
    t.has_tolls = bool(tolls)
    t.toll_lane, t.toll_kind, t.toll_number = columns([tolls], 3)
    t.loss_lane, t.loss_more = columns([[(one.lane, one.more) for one in tables.loss_changes]], 2)


MANNERS = {"chain": BY_CHAIN, "permit": BY_PERMIT, "near-chain": BY_NEAR_CHAIN}
TOLLS = ("buy-left", "buy-right", "buy-far", "sell-left", "sell-right", "sell-far")


def terms(d: Deriving) -> None:
    """Note what changes costs, and what is had beside production."""
    t, tables = d.t, d.tables
    count = range(d.layout.tally_words)
    t.change_lane = cells([change.lane for change in tables.changes])
    price_kinds(d)
    t.change_units = cells([change.resources for change in tables.changes])
    t.change_coins = cells([change.coins for change in tables.changes])
    t.change_no_units = cells([int(change.no_resources) for change in tables.changes])
    t.change_no_coins = cells([int(change.no_coins) for change in tables.changes])
    t.change_only_paid = cells([int(change.only_paid) for change in tables.changes])
    t.change_action = cells([change.action for change in tables.changes])
    t.made_lane = cells([made.lane for made in tables.made_that])
    t.made_number = cells([made.number for made in tables.made_that])
    t.made_cards = cells(
        [mask for made in tables.made_that for mask in (d.masks_of(made.colours) if made.colours else [0] * t.words)]
    )
    t.made_board = cells([int(made.board) for made in tables.made_that])
    t.made_negated = cells([int(made.is_negated) for made in tables.made_that])
    t.ware_lane = cells([ware.lane for ware in tables.wares])
    t.ware_limited = cells([int(bool(ware.per)) for ware in tables.wares])
    t.ware_goods = cells([sum(1 << good for good in ware.goods) for ware in tables.wares])
    t.ware_price = cells([ware.price for ware in tables.wares])
    t.rebate_lane = cells([rebate.lane for rebate in tables.rebates])
    t.rebate_limited = cells([int(bool(rebate.per)) for rebate in tables.rebates])
    t.rebate_less = cells([rebate.less for rebate in tables.rebates])
    t.rebate_right = cells([int(rebate.side == "right") for rebate in tables.rebates])
    t.far_lane = cells([offer.lane for offer in tables.far_offers])
    t.far_goods = cells([sum(1 << good for good in offer.goods) for offer in tables.far_offers])
    t.far_price = cells([offer.price for offer in tables.far_offers])
    t.has_numbers = bool(tables.far_offers) or t.is_dear
    buys = [trigger.lane for trigger in tables.triggers if trigger.event == "buy"]
    own = d.concerns[PAYS_OTHERWISE]
    t.has_terms, t.has_marks = (
        bool(own or tables.partners or t.has_mixed or t.is_dear),
        bool(tables.wares or tables.rebates),
    )
    t.buy_lanes = cells([lanes_in(buys, word) for word in count])
    t.term_lanes = cells([lanes_in(own, word) for word in count])


def price_kinds(d: Deriving) -> None:
    """Tell cards apart whose costs may change in different ways: by their colour, and by what
    else changes of costs say of cards.
    """
    t, tables = d.t, d.tables
    told = [change.cards for change in tables.changes if change.cards is not None]
    told = [among for among in dict.fromkeys(told) if among.age or among.only is not None]
    masks = [d.masks_among(among) for among in told]
    kinds: dict[tuple[int, tuple[bool, ...]], int] = {}
    for colour in range(len(tables.colours)):  # where nothing tells more, the kind is the colour
        kinds[colour, (False,) * len(told)] = colour

    def kind(code: int) -> int:
        meant = tuple(bool(mask[code >> WORD] >> (code & PLACE_MASK) & 1) for mask in masks)
        return kinds.setdefault((t.colour[code], meant), len(kinds))

    t.price_kind = cells([kind(code) if t.kind[code] >= 0 else 0 for code in range(len(t.kind))])
    assert len(kinds) < 62, "there are more kinds of changed costs than a mask holds"

    def meant(among: Among) -> int:
        at = {among: number for number, among in enumerate(told)}.get(among)
        found = [number for (_, has), number in kinds.items() if at is not None and has[at]]
        if at is None:
            found = [number for (colour, _), number in kinds.items() if not among.colours or colour in among.colours]
        return sum(1 << number for number in found)

    t.change_kinds = cells([-1 if change.cards is None else meant(change.cards) for change in tables.changes])


def first_of(actions: list[int]) -> int:
    """Return the first of some actions, or -1."""
    return actions[0] if actions else -1
