"""Games with other numbers of seats: two players and a guest, eight players, teams.

What is true of every one of them.

Scenes of the rules stand in the rulings; here are set-up, which a scene cannot show, and what must
hold all through a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from stele.compiler.driver.check import Checked
from stele.compiler.rulings.pool import kept
from stele.lab.bots import random_bot
from stele.runtime import Ask, Game, Refused, Rules
from stele.runtime import open as open_ruleset
from stele.runtime.effects.strength import strength
from stele.runtime.inspector import cards_at, cards_of_deck, is_in, open_stages, why_no_stage, why_not
from stele.runtime.payment.payment import permitted
from stele.runtime.state.cells import (
    AGE,
    CARD,
    CARD_MASK,
    CHOICE,
    COINS,
    LEFT,
    NUMBER,
    PLAYERS,
    RIGHT,
    SITTING_OUT,
    STAGES,
    TURN,
)
from stele.runtime.state.tables import Core
from tests.invariants import random_game
from tests.rows import seats_of

if TYPE_CHECKING:
    from stele.runtime.state.cells import Row

Opened = Callable[..., Rules]

BASE = ("base",)
LEADERS = ("base", "leaders")
CITIES = ("base", "cities")
ALL = ("base", "cities", "leaders")
named = "-".join
FREE_CITY = 2  # the number of its seat


@pytest.fixture(scope="module")
def opened(base: Checked) -> Opened:
    """Return a set of expansions in one of its variants, compiled and opened once."""
    known: dict[tuple[tuple[str, ...], str], Rules] = {}

    def rules_of(ids: tuple[str, ...], variant: str = "") -> Rules:
        if (ids, variant) not in known:
            known[ids, variant] = open_ruleset(kept(ids, variant, base))
        return known[ids, variant]

    return rules_of


def decisions(
    rules: Rules, players: int, seed: int, boards: list[tuple[str, str]] | None = None
) -> Iterator[tuple[Game, Ask]]:
    """Play a game at random and yield it at every decision."""
    game, bot = rules.new_game(players, seed, boards), random_bot(seed)
    while (ask := game.pending()) is not None:
        yield game, ask
        game.answer(ask, bot(game, ask))


def zone(game: Game, id: str, seat: int) -> set[int]:
    """Return the cards that a seat has in a zone."""
    cell = next(zone.cell for zone in game.rules.tables.zones if zone.id == id)
    return set(cards_at(game.rules.core, game.row, seats_of(game)[seat] + cell))


def sizes(game: Game, id: str) -> list[int]:
    """Return how many cards every seat has in a zone."""
    return [len(zone(game, id, seat)) for seat in range(game.row[PLAYERS])]


def first_turn(rules: Rules, players: int, seed: int) -> Game:
    """Return a game when the first hands are dealt."""
    return next(game for game, ask in decisions(rules, players, seed) if is_hand(rules, ask))


def is_hand(rules: Rules, ask: Ask) -> bool:
    """Tell whether a decision is about a card of the hand, in a turn of an age."""
    return ask.kind in ("play", "guest") and rules.tables.plays[ask.play].id == "play"


def holder(row: Row) -> int:
    """Return who plays for the Free City: in ages 1 and 3 its left neighbour in odd turns, in age 2
    the other way round.
    """
    is_first = row[TURN] % 2 == 0
    return 0 if is_first == (row[AGE] in (1, 3)) else 1


def left_to_guide(game: Game, ask: Ask) -> list[int]:
    """Return the cards that a guide has left for its guest."""
    chosen = game.row[seats_of(game)[ask.seat] + CHOICE] - 1
    return [card for card in zone(game, "hand", ask.seat) if card != chosen >> CARD & CARD_MASK]


def decks(rules: Rules, players: int, seed: int) -> list[Counter[str]]:
    """Return for the deck of each age from which decks its cards come, as a new game has them."""
    tables, row = rules.tables, rules.new_game(players, seed).row
    found = []
    for number, deck in enumerate(tables.decks):
        if deck.id.startswith("age-"):
            cards = [tables.cards[rules.core.kind[code]] for code in cards_of_deck(rules, row, number)]
            found.append(Counter(tables.decks[card.deck].id for card in cards))
    return found


# --- two players ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ids", "cards", "coins"),
    [(BASE, 7, 3), (LEADERS, 7, 6), (CITIES, 8, 3), (ALL, 8, 6)],
    ids=["base", "leaders", "cities", "all"],
)
def test_two_players_and_the_free_city_are_set_up_like_three(
    opened: Opened, ids: tuple[str, ...], cards: int, coins: int
) -> None:
    # base.2p.setup.cards, base.2p.setup.hands, base.2p.setup.coins, cities.2p.deck
    rules = opened(ids, "two-players")
    black = cards == 8
    for seed in range(5):
        assert decks(rules, 2, seed) == decks(opened(ids), 3, seed)
        assert [sum(deck.values()) for deck in decks(rules, 2, seed)] == [3 * cards] * 3
        assert decks(rules, 2, seed)[2]["guilds"] == 5
        assert [deck[f"black-{age}"] for age, deck in enumerate(decks(rules, 2, seed), 1)] == [3 * black] * 3
        game = rules.new_game(2, seed)
        assert [game.row[seat + COINS] for seat in seats_of(game)] == [coins] * 3
        assert sizes(first_turn(rules, 2, seed), "hand") == [cards + 1, cards, cards - 1]  # one is drawn


@pytest.mark.parametrize("ids", [BASE, LEADERS, CITIES, ALL], ids=named)
def test_random_games_for_two_keep_every_invariant(opened: Opened, ids: tuple[str, ...]) -> None:
    for seed in range(8):
        game = random_game(opened(ids, "two-players"), 2, seed, every=8)
        assert len(game.scores()) == len(game.totals()) == 2
        results = [(game.totals()[seat], game.row[seats_of(game)[seat] + COINS]) for seat in range(2)]
        assert game.winners() == [seat for seat in range(2) if results[seat] == max(results)]


@pytest.mark.parametrize("ids", [BASE, LEADERS, CITIES, ALL], ids=named)
def test_the_two_players_take_turns_in_playing_for_the_free_city(opened: Opened, ids: tuple[str, ...]) -> None:
    # base.2p.setup.first, base.2p.turn.draw, base.2p.turn.swap
    rules = opened(ids, "two-players")
    turns = 7 if "cities" in ids else 6
    for seed in range(5):
        asked = Counter[tuple[int, int, int]]()
        for game, ask in decisions(rules, 2, seed):
            if ask.about != FREE_CITY:
                assert ask.seat == ask.about
                continue
            assert ask.seat == holder(game.row)
            if ask.kind == "guest":
                asked[game.row[AGE], game.row[TURN], ask.seat] += 1
        assert len(asked) == 3 * turns
        assert set(asked.values()) == {1}


@pytest.mark.parametrize(
    ("board", "kinds"),
    [
        pytest.param("halikarnassos", {"guest", "late", "loss"}, id="takes a card from the discard pile"),
        pytest.param("babylon", {"guest", "loss"}, id="does not play the last card of an age"),
    ],
)
def test_the_holder_answers_whatever_the_free_city_must_decide(opened: Opened, board: str, kinds: set[str]) -> None:
    # base.2p.turn.draw, base.2p.last, cities.2p.loss.free-city-pays
    rules = opened(CITIES, "two-players")
    met, stages = set(), 0
    for seed in range(12):
        for game, ask in decisions(rules, 2, seed, [("gizah", "a"), ("rhodos", "a"), (board, "b")]):
            stages = max(stages, game.row[seats_of(game)[FREE_CITY] + STAGES])
            if ask.about == FREE_CITY:
                met.add(ask.kind)
                assert ask.seat == holder(game.row)
    assert met == kinds
    assert stages >= 2


@pytest.mark.parametrize("ids", [BASE, CITIES], ids=named)
def test_only_the_holder_has_one_card_more_when_a_turn_begins(opened: Opened, ids: tuple[str, ...]) -> None:
    # base.2p.turn.draw, base.2p.turn.swap, base.2p.last
    rules = opened(ids, "two-players")
    cards = 8 if "cities" in ids else 7
    for seed in range(5):
        for game, ask in decisions(rules, 2, seed):
            if ask.kind == "play" and is_hand(rules, ask) and ask.seat == 0:
                left = cards - game.row[TURN]
                expected = [left, left, left - 1]
                expected[holder(game.row)] += 1
                assert sizes(game, "hand") == expected


def test_hands_are_swapped_and_nobody_else_sees_the_draw_pile(opened: Opened) -> None:
    # base.2p.turn.swap
    rules = opened(BASE, "two-players")
    for seed in range(5):
        before: list[set[int]] = []
        for game, ask in decisions(rules, 2, seed):
            hands = [zone(game, "hand", seat) for seat in range(3)]
            if ask.kind == "play" and ask.seat == 0:
                if before and game.row[TURN]:
                    drawn = before[2] - hands[2]
                    assert len(drawn) == 1
                    hands[holder(game.row)] ^= drawn
                    assert all(hand <= other for hand, other in zip(hands[:2], before[1::-1], strict=True))
                before = [zone(game, "hand", seat) for seat in range(3)]
            assert game.view(ask.seat)["seats"][FREE_CITY]["zones"]["hand"] == len(hands[2])


@pytest.mark.parametrize("ids", [BASE, ALL], ids=named)
def test_the_free_city_discards_only_what_is_left_when_nothing_can_be_played(
    opened: Opened, ids: tuple[str, ...]
) -> None:
    # base.2p.free.no-discard: measured by the reasons that a player is told, card by card
    rules = opened(ids, "two-players")
    core, discarded = rules.core, 0
    for seed in range(8):
        for game, ask in decisions(rules, 2, seed):
            if ask.kind != "guest":
                continue
            city = seats_of(game)[FREE_CITY]
            actions = {game.meaning(ask, option).action for option in ask.options}
            cards = left_to_guide(game, ask)
            playable = [card for card in cards if not why_not(rules, game.row, ask, card)]
            stage = [one for one in open_stages(core, game.row, city) if not why_no_stage(rules, game.row, ask, one)]
            if playable or stage:
                assert "discard" not in actions
            elif not any(permitted(core, game.row, city, word) for word in range(core.words)):
                assert actions == {"discard"}
            discarded += "discard" in actions
    assert discarded


@pytest.mark.parametrize("ids", [BASE, ALL], ids=named)
def test_the_free_city_never_pays_for_what_it_can_chain(opened: Opened, ids: tuple[str, ...]) -> None:
    # base.2p.free.chain
    rules = opened(ids, "two-players")
    chained = 0
    for seed in range(8):
        for game, ask in decisions(rules, 2, seed):
            if ask.kind != "guest":
                continue
            city = seats_of(game)[FREE_CITY]
            core = rules.core
            for option in ask.options:
                meaning = game.meaning(ask, option)
                code = option >> CARD & CARD_MASK
                is_chained = is_in(core, game.row, city + core.chained, code)
                if is_chained and not is_in(core, game.row, city + core.blocked, code):
                    chained += 1
                    assert (meaning.action, meaning.manner, meaning.total) == ("build", "chain", 0)
    assert chained


def test_the_free_city_pays_for_its_card_and_the_holder_does_not(opened: Opened) -> None:
    # base.2p.free.treasury: what it can do depends on its coins alone
    rules = opened(BASE, "two-players")
    for seed in range(5):
        for game, ask in decisions(rules, 2, seed):
            if ask.kind == "guest":
                coins = game.row[seats_of(game)[FREE_CITY] + COINS]
                assert all(game.meaning(ask, option).total <= coins for option in ask.options)
                rich = game.clone()
                rich.row[seats_of(game)[ask.seat] + COINS] += 50
                rich._ask = None
                assert (again := rich.pending()) is not None
                assert again.options == ask.options


@pytest.mark.parametrize("ids", [LEADERS, ALL], ids=named)
def test_the_free_city_gets_no_leaders(opened: Opened, ids: tuple[str, ...]) -> None:
    # leaders.2p.draft, leaders.2p.free-city
    rules = opened(ids, "two-players")
    for seed in range(10):
        picks = [0, 0]
        for game, ask in decisions(rules, 2, seed):
            board = game.view(0)["seats"][FREE_CITY]
            play = rules.tables.plays[ask.play].id if ask.kind in ("play", "guest") else ""
            if play == "draft-pick":
                assert sizes(game, "drafted") == [4 - game.row[TURN], 4 - game.row[TURN], 0]
                picks[ask.seat] += 1
            if play != "play":
                assert ask.about != FREE_CITY or ask.kind in ("late", "loss")
            if (board["board"], board["side"]) != ("roma", "b"):  # its first stage draws some
                assert sizes(game, "leader-hand")[FREE_CITY] == 0
        assert picks == [4, 4]


# --- eight players --------------------------------------------------------------------------------


@pytest.mark.parametrize("ids", [CITIES, ALL], ids=named)
def test_eight_players_have_the_decks_of_seven_and_six_turns(opened: Opened, ids: tuple[str, ...]) -> None:
    # cities.8p.setup, cities.8p.deal
    rules = opened(ids)
    assert decks(rules, 8, 1) == decks(rules, 7, 1)
    assert decks(rules, 8, 1)[2] == {"age-3": 40, "guilds": 9, "black-3": 7}
    assert [sum(deck.values()) for deck in decks(rules, 8, 1)] == [56] * 3
    seen = set()
    for game, ask in decisions(rules, 8, 1):
        if is_hand(rules, ask) and ask.seat == 0:
            seen.add((game.row[AGE], game.row[TURN]))
            assert sizes(game, "hand") == [7 - game.row[TURN]] * 8
    assert seen == {(age, turn) for age in (1, 2, 3) for turn in range(6)}


@pytest.mark.parametrize("ids", [CITIES, ALL], ids=named)
def test_random_games_for_eight_keep_every_invariant(opened: Opened, ids: tuple[str, ...]) -> None:
    for seed in range(3):
        assert len(random_game(opened(ids), 8, seed, every=16).scores()) == 8


# --- teams ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("ids", [CITIES, ALL], ids=named)
@pytest.mark.parametrize("players", [4, 6, 8])
def test_random_games_in_teams_keep_every_invariant_and_are_won_by_teams(
    opened: Opened, ids: tuple[str, ...], players: int
) -> None:
    # cities.team.score
    for seed in range(3):
        game = random_game(opened(ids, "teams"), players, seed, every=16)
        totals, winners = game.totals(), game.winners()
        assert winners == sorted({seat ^ other for seat in winners for other in (0, 1)})
        teams = [totals[first] + totals[first + 1] for first in range(0, players, 2)]
        assert all(teams[seat // 2] == max(teams) for seat in winners)


@pytest.mark.parametrize("ids", [CITIES, ALL], ids=named)
def test_conflicts_are_fought_only_where_two_teams_meet(
    opened: Opened, ids: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    # cities.team.conflict.*, cities.team.diplomacy.*: every conflict of many games against a plain
    # recount
    rules = opened(ids, "teams")
    called = type(rules.core).step.__globals__
    cells = {token.id: token.cell for token in rules.tables.tokens}
    fight, tokens_of_borders = called["fight"], Counter[int]()

    def recounted(t: Core, row: Row, shields: int, win: int, lose: int, *more: object) -> None:
        seats, victory = rules.seats[row[PLAYERS]], rules.tables.tokens[win].cell
        before = row[:]
        strengths = [[strength(t, row, seat, shields, side, -1) for side in (1, 2)] for seat in seats]
        fight(t, row, shields, win, lose, *more)

        def gained(seat: int, cell: int) -> int:
            return row[seat + cell] - before[seat + cell]

        for number in range(1, len(seats), 2):  # the second of a team and the first of the next one
            one, other = seats[number], seats[(number + 1) % len(seats)]
            own, theirs = strengths[number][0], strengths[(number + 1) % len(seats)][1]
            uses = [before[SITTING_OUT] >> row[seat + NUMBER] & 1 for seat in (one, other)]
            tokens = 0 if own == theirs else 1 if any(uses) else 2
            victor, loser = (one, other) if own > theirs else (other, one)
            assert (gained(victor, victory), gained(loser, victory)) == (tokens, 0)
            # Tomyris hands defeats on to the victor.
            assert gained(loser, cells["defeat"]) + gained(victor, cells["defeat"]) == tokens
            assert gained(loser, cells["defeat"]) in (0, tokens)
            assert not row[SITTING_OUT], "who sits out does so once"
            tokens_of_borders[tokens] += 1

    monkeypatch.setitem(called, "fight", recounted)
    for players in (4, 6, 8):
        for seed in range(4):
            for _ in decisions(rules, players, seed):
                pass
    assert sum(tokens_of_borders.values()) == 4 * 3 * (2 + 3 + 4)
    assert set(tokens_of_borders) == {0, 1, 2}


@pytest.mark.parametrize("ids", [CITIES, ALL], ids=named)
def test_a_partner_is_never_paid_for_what_could_be_chained(opened: Opened, ids: tuple[str, ...]) -> None:
    # cities.team.no-trade-if-chain
    rules = opened(ids, "teams")
    met = Counter[bool]()
    for seed in range(8):
        for game, ask in decisions(rules, 4, seed):
            if ask.kind not in ("play", "last"):
                continue
            seat = seats_of(game)[ask.seat]
            partner = seats_of(game)[ask.seat ^ 1]
            is_left = game.row[seat + LEFT] == partner
            assert partner in (game.row[seat + LEFT], game.row[seat + RIGHT])
            for option in ask.options:
                meaning = game.meaning(ask, option)
                chained = is_in(rules.core, game.row, seat + rules.core.chained, option >> CARD & CARD_MASK)
                if meaning.action == "build" and chained:
                    met[meaning.manner == "chain"] += 1
                    assert not (meaning.left if is_left else meaning.right)
                    assert not meaning.free[0 if is_left else 1]
    assert met[True]
    assert met[False]  # a chain may be left unused


def test_teams_are_for_four_six_or_eight(opened: Opened) -> None:
    # cities.team.size
    rules = opened(CITIES, "teams")
    assert rules.tables.numbers == (4, 6, 8)
    for players in (2, 3, 5, 7, 9):
        with pytest.raises(Refused, match="4, 6 or 8"):
            rules.new_game(players)


def test_variants_name_themselves_where_a_number_of_players_needs_one(opened: Opened) -> None:
    # base.setup.players, cities.8p.purpose
    with pytest.raises(Refused, match="variant `two-players`"):
        opened(BASE).new_game(2)
    with pytest.raises(Refused, match="3 to 7"):
        opened(BASE).new_game(8)
    assert opened(CITIES).new_game(8).pending() is not None


def test_boards_with_limits_are_dealt_only_where_they_may_be(opened: Opened) -> None:
    ids = ("base", "cities", "lost-wonders")
    alone = {seat["board"] for seed in range(60) for seat in opened(ids).new_game(6, seed).view(0)["seats"]}
    teams = {seat["board"] for seed in range(60) for seat in opened(ids, "teams").new_game(6, seed).view(0)["seats"]}
    three = {seat["board"] for seed in range(60) for seat in opened(ids).new_game(3, seed).view(0)["seats"]}
    assert {"brigadoon", "nomades"} <= alone
    assert "rapa-nui" not in alone
    assert "rapa-nui" in teams
    assert "brigadoon" not in teams
    assert not {"brigadoon", "nomades"} & three
    with pytest.raises(Refused, match="brigadoon is not used with 3 players"):
        opened(ids).new_game(3, 1, [("gizah", "a"), ("brigadoon", "a"), ("olympia", "b")])


def test_partners_can_be_shown_each_others_hands(opened: Opened) -> None:
    rules = opened(CITIES, "teams")
    for game, _ in decisions(rules, 4, 1):
        before = game.hash()
        views = [game.view(seat) for seat in range(4)]
        for seat, partner in ((0, 1), (1, 0), (2, 3), (3, 2)):
            own = views[seat]["seats"][seat]["zones"]["hand"]
            assert isinstance(own, list), "who runs the table can show it to the partner"
            assert views[partner]["seats"][seat]["zones"]["hand"] == len(own), "but nobody sees it unasked"
        assert game.hash() == before, "talk changes nothing"
