"""The tables of a rule set as both worlds read them: flat rows of numbers, and the functions that
the emitted module adds.

`derive` fills them once; while games are played nothing changes but memories, alike for all games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stele.runtime.state.asked import Asked
from stele.runtime.state.cells import cells
from stele.runtime.state.lanes import Lanes
from stele.runtime.state.lists import Lists

if TYPE_CHECKING:
    from mypy_extensions import i64

    from stele.runtime.state.cells import Row


class Core:
    """What a rule set says, in numbers; the emitted module derives a class with its functions."""

    def __init__(self) -> None:
        nothing: list[int] = []
        self.bits: Row = cells([*(2**place for place in range(63)), 0])
        self.table_cells: i64 = 0
        self.most_frames: i64 = 0
        self.seat_cells: i64 = 0
        self.words: i64 = 0  # of cards
        self.ages: i64 = 0
        self.guests: i64 = 0
        self.guest_zone: i64 = 0
        self.guest_from_left: Row = cells(nothing)  # by age
        self.guest_resorts: i64 = 0  # a mask of actions
        self.guest_chains_first = False
        self.partners = False
        self.main: i64 = 0  # the zone in which cards are in play
        self.blocked: i64 = 0  # cards of which a seat may not have another
        self.chained: i64 = 0  # cards that it may build by a chain
        self.tally: i64 = 0
        self.tally_words: i64 = 0
        self.uses: i64 = 0  # how often what is limited was used, in the lanes of the tally
        self.under: i64 = 0  # the first of the slots for cards under the board
        self.slots: i64 = 0
        self.own: i64 = 0  # production: one cell for each piece of a part
        self.prices: i64 = 0  # left and right for each price class
        self.prices_end: i64 = 0
        self.moves = False  # whether seats may leave the table or move
        self.sale: i64 = 0
        self.with_left: i64 = 0  # own production and what the left neighbour sells
        self.with_right: i64 = 0
        self.with_both: i64 = 0
        self.decks: i64 = 0  # the cells of the first deck
        self.deck_count: i64 = 0
        self.deck_words: list[Row] = []  # by deck: words of the cards that may lie there
        self.piles: list[Row] = []  # by number of seats and deck: all cards that may lie there
        self.whole: list[Row] = []  # the same as masks of the words of the deck
        # Seats by their numbers, and where they count coins and tokens.
        self.seats: list[Row] = []
        self.held: list[Row] = []
        # Parts: goods that may share a source. Each has pieces: cells with lanes for subsets.
        self.pieces: i64 = 0
        self.parts: i64 = 0
        self.piece_from: Row = cells(nothing)  # by part, and one more
        self.guard: Row = cells(nothing)
        self.shift: Row = cells(nothing)
        self.top: Row = cells(nothing)
        self.price_class: Row = cells(nothing)  # by part: where its prices lie
        self.good_class: Row = cells(nothing)  # the same by good
        self.has_mixed = False  # goods that share a source may have several prices, or none
        self.mixed_cell: Row = cells(nothing)  # prices that have to be equal
        self.mixed_with: Row = cells(nothing)
        self.unsure: Row = cells(nothing)  # prices that are not always there
        self.is_crowded = False  # somebody may have more of something in play than a lane counts
        self.most_alike: i64 = 0  # units from elsewhere of one kind that anything can ask for
        self.most_extras: i64 = 0
        self.is_dear = False  # payments may be too large for an option
        # Costs, those of cards and of stages.
        self.cost_coins: Row = cells(nothing)
        self.demand: Row = cells(nothing)  # by cost and piece
        # Cards by their codes.
        self.cost: Row = cells(nothing)
        self.colour: Row = cells(nothing)
        self.price_kind: Row = cells(nothing)  # of cards whose costs change alike
        self.entry: Row = cells(nothing)
        self.kind: Row = cells(nothing)  # which definition it is a copy of
        self.with_a_cost: Row = cells(nothing)  # by word
        self.of_colour: Row = cells(nothing)  # by colour and word
        # By number of seats and word: distances, and masks of copies with a twin so far before.
        self.further_from: Row = cells(nothing)
        self.further: Row = cells(nothing)
        # Entries: what changes when something enters play. Flat, from one number to the next.
        self.or_from: Row = cells(nothing)
        self.or_cell: Row = cells(nothing)
        self.or_mask: Row = cells(nothing)
        self.add_from: Row = cells(nothing)
        self.add_cell: Row = cells(nothing)
        self.add_number: Row = cells(nothing)
        self.source_from: Row = cells(nothing)
        self.source_piece: Row = cells(nothing)
        self.source_units: Row = cells(nothing)
        self.source_sold: Row = cells(nothing)
        self.offer_from: Row = cells(nothing)
        self.offer_cell: Row = cells(nothing)
        self.offer_price: Row = cells(nothing)
        self.is_plain: Row = cells(nothing)  # nothing is produced or offered
        self.can_go: Row = cells(nothing)  # it may be taken away: nothing but counts and production
        self.producers: Row = cells(nothing)  # by word: cards that produce something
        self.is_rare: Row = cells(nothing)  # it changes more than counts and production
        self.opens: Row = cells(nothing)  # cards may be chained to it
        self.is_acting: Row = cells(nothing)  # there are acts, or effects that are suspended
        self.act_from: Row = cells(nothing)
        self.act: Row = cells(nothing)
        self.late_from: Row = cells(nothing)
        self.late: Row = cells(nothing)
        self.rank: Row = cells(nothing)
        self.boards: Row = cells(nothing)
        self.side_board: Row = cells(nothing)
        self.side_start: Row = cells(nothing)  # an entry
        self.stage_from: Row = cells(nothing)  # by side, and one more
        self.stage_cost: Row = cells(nothing)
        self.stage_entry: Row = cells(nothing)
        self.board_from: Row = cells(nothing)  # sides of each board
        # Actions, and the steps in which seats play.
        self.action_cell: Row = cells(nothing)
        self.action_of_seat: Row = cells(nothing)
        self.action_discards: Row = cells(nothing)  # it lays the card aside, into a zone of the table
        self.action_coins: Row = cells(nothing)
        self.action_entry: Row = cells(nothing)  # what enters play by it, or -1
        self.play_zone: Row = cells(nothing)
        self.play_zone_number: Row = cells(nothing)
        self.zone_cells: Row = cells(nothing)
        self.zone_of_seat: Row = cells(nothing)
        self.play_build: Row = cells(nothing)  # the action as an option has it, or -1
        self.play_stage: Row = cells(nothing)
        self.play_nothing: list[Row] = []
        self.play_words: list[list[Row]] = []  # by play step and age: words that may lie in its zone
        self.play_builds: Row = cells(nothing)  # whether paying for the card is building it
        self.play_rights: Row = cells(nothing)  # lanes of rights to build that hold in it
        self.spared: list[Row] = []  # sets of stages: side, stage
        self.laid: i64 = 0  # how often cards came somewhere, then for each card when, if it matters
        self.card_sets: Row = cells(nothing)  # cards that clauses mean, by their number and word
        self.shown_symbols: Row = cells(nothing)  # lanes, each with the set of cards that show it
        # What changes costs, and what is had beside production.
        self.has_terms = False
        self.has_marks = False
        self.term_lanes: Row = cells(nothing)
        self.buy_lanes: Row = cells(nothing)
        self.cost_units: Row = cells(nothing)
        self.cost_last: Row = cells(nothing)  # by cost: the last one of those that may be paid instead, which follow it
        self.size: Row = cells(nothing)  # units by cost and part
        self.part_goods: Row = cells(nothing)
        self.all_goods: i64 = 0
        self.lane_from: Row = cells(nothing)  # by piece: the goods of each of its lanes
        self.lane_goods: Row = cells(nothing)
        self.entry_goods: Row = cells(nothing)
        self.change_lane: Row = cells(nothing)
        self.change_kinds: Row = cells(nothing)  # a mask of kinds of cards; -1 for stages
        self.change_units: Row = cells(nothing)
        self.change_coins: Row = cells(nothing)
        self.change_no_units: Row = cells(nothing)
        self.change_no_coins: Row = cells(nothing)
        self.change_action: Row = cells(nothing)
        self.change_only_paid: Row = cells(nothing)
        self.most_more = 0  # units of any kind that are added to a cost
        self.made_lane: Row = cells(nothing)
        self.made_number: Row = cells(nothing)
        self.made_cards: Row = cells(nothing)
        self.made_board: Row = cells(nothing)
        self.made_negated: Row = cells(nothing)
        self.ware_lane: Row = cells(nothing)
        self.ware_limited: Row = cells(nothing)
        self.ware_goods: Row = cells(nothing)
        self.ware_price: Row = cells(nothing)
        self.rebate_lane: Row = cells(nothing)
        self.rebate_limited: Row = cells(nothing)
        self.rebate_less: Row = cells(nothing)
        self.rebate_right: Row = cells(nothing)
        self.resources: i64 = 0
        self.kinds: i64 = 0  # definitions of cards
        self.action_pays: Row = cells(nothing)  # 0 nothing, 1 for the card, 2 for a stage
        self.good_part: Row = cells(nothing)
        self.good_demand: Row = cells(nothing)  # by resource and piece: one unit as a demand
        self.cost_goods: Row = cells(nothing)  # by cost and resource
        # Riders, and what lies on cards of the table.
        self.rider_count: i64 = 0
        self.rider_action: Row = cells(nothing)
        self.rider_cost: Row = cells(nothing)  # -1: that of the card on which its supply lies
        self.rider_limited: Row = cells(nothing)
        self.rider_lane: Row = cells(nothing)
        self.rider_entry: Row = cells(nothing)
        self.rider_takes: Row = cells(nothing)
        self.supply_cell: Row = cells(nothing)
        self.supply_zone: Row = cells(nothing)
        self.supply_line: Row = cells(nothing)
        self.supply_token: Row = cells(nothing)  # by supply and age
        self.supply_code: Row = cells(nothing)  # by supply and kind of card: what it gives, or -1
        self.supplied: i64 = 0  # a mask of tokens
        self.of_age: Row = cells(nothing)  # by age and word
        self.request_supply: Row = cells(nothing)
        self.request_unpaid: Row = cells(nothing)  # by request and age: a token, or -1
        self.request_to: Row = cells(nothing)
        self.demand_from: Row = cells(nothing)  # by request and kind of card
        self.demand_coins: Row = cells(nothing)
        self.demand_cards: Row = cells(nothing)  # a set of cards, or -1
        self.demand_tokens: Row = cells(nothing)  # a mask
        self.demand_number: Row = cells(nothing)
        self.first_bundle: i64 = 0
        self.bundles: list[Row] = []
        # Events: by kind what reacts.
        self.has_events = False
        self.has_coin_events = False
        self.notes_coins = False  # something may react to coins that are gained, or happen instead
        self.watches_coins = False  # the same, whoever gains them
        self.reactors: i64 = 0  # the list of what may react, as it entered
        self.reactor_cells: i64 = 0
        self.reacts_to: i64 = 0  # behind it, a mask of the kinds of events that it reacts to
        self.entry_concerns: Row = cells(nothing)  # what concerns its owner, in one mask
        self.queue: i64 = 0  # events that wait for reactions
        self.reacted: i64 = 0  # reactions to roots
        self.queue_slots: i64 = 0
        self.concerns: i64 = 0  # counts of what in play a seat has to be looked at more closely for
        self.trigger_from: Row = cells([0] * 18)
        self.has_sales = False  # whether anything reacts to what is sold
        self.watches_plays = False  # whether anything reacts to what others play
        self.is_watched: Row = cells([0] * 17)  # by kind: whether anything reacts to what others do
        self.trigger_who: Row = cells(nothing)  # a mask of whose events it is about
        self.trigger_lane: Row = cells(nothing)
        self.soon: i64 = 0  # for whom conditions held, by what happens as soon as they do
        self.soon_test: Row = cells(nothing)
        self.trigger_kind: Row = cells(nothing)
        self.trigger_cards: Row = cells(nothing)
        self.trigger_detail: Row = cells(nothing)
        self.trigger_sides: Row = cells(nothing)
        self.trigger_other: Row = cells(nothing)  # the lane of uses for the right neighbour
        self.trigger_limited: Row = cells(nothing)  # how often in a period, or 0
        self.trigger_tokens: Row = cells(nothing)
        self.trigger_act: Row = cells(nothing)
        self.trigger_text: list[str] = []
        self.trigger_place: list[str] = []
        # What stands for a while: as long as a condition holds, or for some time.
        self.has_standing = False
        self.reads_own_kind = False
        self.force: i64 = 0  # how often each is in force
        self.timed: i64 = 0  # how often each is had for some time
        self.while_lane: Row = cells(nothing)  # in the order of their kinds
        self.while_words: Row = cells(nothing)  # of the tally in which they are held
        self.while_masks: Row = cells(nothing)  # their lanes there
        self.while_scores: Row = cells(nothing)  # those that bring points, or leave something open
        # What lets cards of one colour count as another: what stands, from, to, if it is added.
        self.has_aliases = False
        self.position_cell: Row = cells(nothing)  # of tracks and markers
        self.position_of_seat: Row = cells(nothing)
        self.position_most: Row = cells(nothing)
        self.position_watched: Row = cells(nothing)  # masks of steps or faces to which something reacts
        self.alias_while: Row = cells(nothing)
        self.alias_from: Row = cells(nothing)
        self.alias_to: Row = cells(nothing)
        self.alias_is_added: Row = cells(nothing)
        self.trigger_colours: Row = cells(nothing)  # masks of colours; 0 means any
        self.while_end: Row = cells(nothing)  # where the next kind begins
        self.while_place: Row = cells(nothing)  # which of those words it is
        self.has_timed = False
        self.while_times: Row = cells(nothing)  # a function
        self.while_entry: Row = cells(nothing)
        self.while_own: Row = cells(nothing)  # whether its condition reads its own kind
        self.turn_lanes: Row = cells(nothing)
        self.card_lanes: Row = cells(nothing)  # pairs: what is for cards, and what it becomes
        self.next_lanes: Row = cells(nothing)  # pairs: what is for the next turn, and what it becomes
        self.age_lanes: Row = cells(nothing)
        # Conflicts.
        self.fewer_shields: i64 = -1  # a lane
        self.strength_lane: Row = cells(nothing)
        self.strength_lanes = Lanes([])  # all of them
        self.strength_sides: Row = cells(nothing)  # left 1, right 2; who shares the place there 4, 8
        self.strength_points: Row = cells(nothing)
        self.instead_tokens: i64 = 0  # tokens instead of which something else may happen
        self.instead_kinds: i64 = 0  # of what something else may happen instead, as a mask of events
        # Copies, losses, tokens.
        self.copies: i64 = 0
        self.copy_slots: i64 = 0
        self.code_entry: Row = cells(nothing)  # what is held by code: copied cards, then what is chosen or given
        self.everyone: i64 = 0  # an entry
        self.derived: Row = cells(nothing)  # cells of a seat that follow from what is in play
        self.is_copier: Row = cells(nothing)
        self.is_mandatory: Row = cells(nothing)  # by suspended effect: it cannot be declined
        self.loss_then: Row = cells(nothing)  # by loss: the act that follows, or -1
        self.due: i64 = 0
        self.due_slots: i64 = 0
        self.may_end = False  # whether anything ends the game before its time
        self.kept: i64 = 0  # points that clauses have given at once: gained and lost ones of each
        self.kept_count: i64 = 0
        self.token_cells: Row = cells(nothing)
        self.token_supply: Row = cells(nothing)  # how many there are; -1 if there is no limit
        self.home: Row = cells(nothing)  # by deck and word: cards that belong to it
        # Seats, stages and boards that move.
        self.has_order = False  # whether the order of stages may be chosen
        self.order_lane: Row = cells(nothing)  # rights to build stages in any order
        self.stage_codes: i64 = 0  # the code of the first stage, for copies
        self.start_codes: i64 = 0  # the code of what the first board gives at the start, for copies
        self.board_line: i64 = 0
        self.side_letter: Row = cells(nothing)
        self.side_players: Row = cells(nothing)  # a mask of numbers of seats
        self.side_beside: Row = cells(nothing)  # by two sides: a mask of how they may sit
        self.removed_from: Row = cells(nothing)  # by side: cards that are not used with it
        self.removed: Row = cells(nothing)
        self.entry_table: Row = cells(nothing)  # 1 leaves the table, -1 returns
        self.entry_stands: Row = cells(nothing)  # it does not only happen
        self.entry_gives: Row = cells(nothing)  # the card used goes to the partner
        self.entry_unused: Row = cells(nothing)  # by entry and window: it brings one that takes unused units
        self.entry_reveals: Row = cells(nothing)
        self.entry_hidden: Row = cells(nothing)  # a mask of colours that may not be turned up
        self.has_gifts = False
        self.reveals = False
        self.revealed: i64 = 0
        self.has_marked = False
        self.marked: i64 = 0
        self.heaps: i64 = 0  # how many coins lie on each card, if that matters
        self.drawn: i64 = 0
        self.drawn_boards: i64 = 0
        self.duty: i64 = 0
        self.due_now: Row = cells(nothing)  # by play step: what is asked for now
        self.duty_play: Row = cells(nothing)
        self.duty_action: Row = cells(nothing)
        self.chain_lane: Row = cells(nothing)
        self.chain_from: Row = cells(nothing)  # by right: where the next two rows hold from where chains lead here
        self.chain_zone: Row = cells(nothing)  # a cell of the table, or of seats
        self.chain_whose: Row = cells(nothing)  # whose, as a mask; 0 for a zone of the table
        self.chain_limited: Row = cells(nothing)
        self.chain_cards: Row = cells(nothing)  # by right and word
        self.permit_limited: Row = cells(nothing)
        # What is not legal, or legal beyond what a play step offers; see `turn.bans`.
        self.has_bans = False
        self.ban_lane: Row = cells(nothing)
        self.ban_actions: Row = cells(nothing)
        self.ban_manners: Row = cells(nothing)
        self.ban_cards: Row = cells(nothing)
        self.use_lane: Row = cells(nothing)
        self.use_action: Row = cells(nothing)
        self.use_cards: Row = cells(nothing)
        self.play_resort: Row = cells(nothing)  # an action, or -1
        # What changes losses: by lane, how many coins more each is.
        self.loss_lane: Row = cells(nothing)
        self.loss_more: Row = cells(nothing)
        # What changes prices; see `payment.tolls`.
        self.has_tolls = False
        self.offers: i64 = 0  # the cell of the first price as it is offered
        self.toll_lane: Row = cells(nothing)
        self.toll_kind: Row = cells(nothing)
        self.toll_number: Row = cells(nothing)
        self.has_numbers = False  # whether options may know a way to pay by its number
        self.far_lane: Row = cells(nothing)
        self.far_goods: Row = cells(nothing)
        self.far_price: Row = cells(nothing)
        self.window_first: i64 = 1 << 15  # windows follow the suspended effects, then what turns cards up
        self.reveal: i64 = 1 << 15
        self.window_lane: Row = cells(nothing)
        self.windows_at: list[Row] = []  # by moment: before choosing, after playing
        self.window_lanes: list[Lanes] = []  # by moment
        self.unused_lanes = Lanes([])  # of windows that take unused units
        self.window_limited: Row = cells(nothing)  # without a limit it is offered once each time
        self.window_effect: Row = cells(nothing)
        self.window_good: Row = cells(nothing)
        self.window_units: Row = cells(nothing)
        self.window_spent: Row = cells(nothing)  # the lane that counts units
        self.late_askers: Row = cells(nothing)  # by suspended effect: who chooses; -1 for the owner
        self.late_after: Row = cells(nothing)  # the act that follows when all have; -1 for none
        self.late_otherwise: Row = cells(nothing)  # the act that follows if it is declined; -1 for none
        self.is_of_them: Row = cells(nothing)
        self.late_times: Row = cells(nothing)  # how often it is decided; 0 as often as was done before
        # Places that neighbours share: kinds, sides of their boards, bonuses.
        self.place_count: i64 = 0
        self.place_cell: Row = cells(nothing)
        self.place_zone: Row = cells(nothing)  # by kind and side of the seat
        self.place_words: Row = cells(nothing)  # of the cards that fit into any
        self.place_holds: Row = cells(nothing)
        self.place_boards: list[Row] = []  # by kind: the first side of each board
        self.face_from: Row = cells(nothing)  # by kind, and one more
        self.face_board: Row = cells(nothing)
        self.face_alone: Row = cells(nothing)
        self.face_for_sale: Row = cells(nothing)
        self.face_top: Row = cells(nothing)
        self.face_cards: Row = cells(nothing)  # by side and word: cards of all colours that may fit
        self.room_from: Row = cells(nothing)  # by side, and one more
        self.room_colour: Row = cells(nothing)
        self.room_number: Row = cells(nothing)
        self.bonus_from: Row = cells(nothing)  # by side, and one more
        self.bonus_step: Row = cells(nothing)
        self.bonus_entry: Row = cells(nothing)  # by bonus and side of the seat
        self.entry_there: Row = cells(nothing)  # by neighbours that may buy it and card
        self.has_alone = False
        self.across: i64 = 0  # who shares the place on the left, and the one on the right
        self.shared: i64 = 0  # the part of the counts that comes from places; others do not count it
        self.sale_left: i64 = 0  # what is sold to the left, if that may differ
        self.lead_from: Row = cells(nothing)  # by entry: what stands while its owner leads
        self.lead_side: Row = cells(nothing)
        self.lead_entry: Row = cells(nothing)
        self.has_leads = False
        self.side_leads: Row = cells(nothing)  # by side of a board: whether any of its entries has that
        self.more_from: Row = cells(nothing)  # by kind: lanes that count as more cards
        self.more_lane: Row = cells(nothing)
        self.more_number: Row = cells(nothing)
        self.more_mask: Row = cells(nothing)
        self.adds_cards: Row = cells(nothing)  # by entry
        self.action_place: Row = cells(nothing)  # a kind, or -1
        self.action_side: Row = cells(nothing)
        self.placing_from: Row = cells(nothing)  # by play step: actions that lay cards there
        self.placing_action: Row = cells(nothing)
        self.placing_room: Row = cells(nothing)
        self.placing_opened: Row = cells(nothing)
        self.placing_late: Row = cells(nothing)  # the same, for cards that are built for nothing
        self.first_turning: i64 = 0  # the first effect that turns a board
        self.is_hosted: Row = cells(nothing)  # by suspended effect: one owner chooses, both have it
        self.last_of_lanes: Row = cells(nothing)  # by side and word: rights to the last card of a neighbour
        # Rights with a limit.
        self.permit_lane: Row = cells(nothing)
        self.permit_cards: Row = cells(nothing)  # by permit and word
        self.rights: i64 = 0  # the cell of the tally with rights to build
        self.last_lanes: Row = cells(nothing)
        self.barred_last: Row = cells(nothing)  # by word: who may not play the last card
        self.bars_last = False
        self.last_words: Row = cells(nothing)  # words that have such lanes
        self.age_uses: Row = cells(nothing)  # lanes that are renewed with an age
        self.turn_uses: Row = cells(nothing)
        self.age_words: Row = cells(nothing)  # words that have such lanes
        self.turn_words: Row = cells(nothing)
        # Points.
        self.token_cell: Row = cells(nothing)
        self.token_points: Row = cells(nothing)
        self.score_from: Row = cells(nothing)  # by entry: functions of points
        self.score: Row = cells(nothing)
        self.open_from: Row = cells(nothing)  # by entry: functions of points that read symbols
        self.open_score: Row = cells(nothing)
        self.line_scores: Row = cells(nothing)
        self.line_open: Row = cells(nothing)
        self.wild_from: Row = cells(nothing)  # by entry: masks of symbols of which one is chosen
        self.wild: Row = cells(nothing)
        self.copy_from: Row = cells(nothing)  # by entry: what is copied at the end
        self.copy_cities: Row = cells(nothing)
        self.end_copies: list[Any] = []  # the same as they were declared
        self.copy_colours: Row = cells(nothing)
        self.mask_from: Row = cells(nothing)  # by entry: symbols that are borrowed at the end
        self.mask_cities: Row = cells(nothing)
        self.mask_colours: Row = cells(nothing)
        self.symbol_from: Row = cells(nothing)  # by entry: its symbols
        self.symbol_cell: Row = cells(nothing)
        self.symbol_number: Row = cells(nothing)
        self.symbol_kind: Row = cells(nothing)  # which symbols it has, 0 for none
        self.extreme_from: Row = cells(nothing)  # by entry: symbols of which there are most or least
        self.extreme: Row = cells(nothing)
        self.has_extremes = False
        self.coins_break_ties = False
        self.symbol_kinds: i64 = 0
        self.copying: Row = cells(nothing)  # by card: the suspended effect that copies
        self.entry_points: Row = cells(nothing)
        self.scoring: Row = cells(nothing)  # by word: cards with points that have to be worked out
        self.symbol_lane: Row = cells(nothing)
        # What a scene says: what is drawn first, what seats have beside what is in play; else none.
        self.cards_on_top: Row = cells(nothing)
        self.boards_on_top: Row = cells(nothing)
        self.extra_cell: i64 = 0
        self.extra: Row = cells(nothing)
        self.asked = Asked()
        self.lists = Lists()  # memories of the interpreted kernel

    def step(self, row: Row, number: i64) -> i64:
        """Take a step of the flow; return the next one."""
        raise NotImplementedError

    def happen(self, row: Row, seen: Row, me: i64, number: i64) -> i64:
        """Carry out an act, which reads the table as it was seen; return how much was done."""
        raise NotImplementedError

    def points(self, row: Row, me: i64, number: i64) -> i64:
        """Return the points of a clause."""
        raise NotImplementedError

    def cities(self, row: Row, me: i64, number: i64) -> i64:
        """Return seats as a mask of their numbers."""
        raise NotImplementedError

    def ask(self, row: Row, out: Row, me: i64, number: i64) -> i64:
        """List what a suspended effect may choose from; return how many there are."""
        raise NotImplementedError

    def then(self, row: Row, me: i64, number: i64, option: i64, line: i64) -> i64:
        """Go on with a suspended effect after its choice; a copy counts on a line, given with one
        more. Return how much was done.
        """
        raise NotImplementedError

    def askers(self, row: Row, me: i64, number: i64) -> Row:
        """Return who is asked, where it is not the owner of an effect."""
        raise NotImplementedError

    def loss(self, row: Row, me: i64, they: i64, number: i64) -> i64:
        """Return how many coins somebody loses."""
        raise NotImplementedError
