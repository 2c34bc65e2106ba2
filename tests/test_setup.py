"""Set-up, and what each player may see: rules that no scene of a ruling can show, since it is set
up by hand and lies open.

Rules name these tests in `tested-by`. Each asks for the sets it needs by `load`, so that
`tests.mutate` can hand it changed content.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from stele.lab.bots import random_bot
from stele.runtime import Game, Refused, Rules
from stele.runtime.effects.entering import follow
from stele.runtime.inspector import cards_at
from stele.runtime.state.cells import COINS, SIDE
from tests.rows import deck_cell, seats_of

Load = Callable[..., Rules]

NUMBERS = range(3, 8)
SEEDS = range(200)
BASE = ("base",)
LEADERS = ("base", "leaders")
CITIES = ("base", "cities")
BOTH = ("base", "cities", "leaders")
EDIFICE = ("base", "edifice")
SETS = (BASE, LEADERS, CITIES, BOTH)


# --- looking into a game --------------------------------------------------------------------------


def cards(game: Game, cell: int) -> list[str]:
    """Return the ids of the cards that lie from a cell on, copies too."""
    return [game.rules.code_name(code) for code in cards_at(game.rules.core, game.row, cell)]


def deck(game: Game, id: str) -> list[str]:
    """Return what is left of a deck."""
    return cards(game, deck_cell(game.rules, [deck.id for deck in game.rules.tables.decks].index(id)))


def zone(game: Game, id: str, number: int) -> list[str]:
    """Return the cards of a zone of a seat."""
    cell = next(zone.cell for zone in game.rules.tables.zones if zone.id == id)
    return cards(game, seats_of(game)[number] + cell)


def of_colour(rules: Rules, colour: str) -> set[str]:
    """Return the ids of all cards of a colour."""
    return {card.id for card in rules.tables.cards if rules.tables.colours[card.colour][0] == colour}


def of_deck(rules: Rules, id: str) -> set[str]:
    """Return the ids of all cards that are declared for a deck."""
    return {card.id for card in rules.tables.cards if rules.tables.decks[card.deck].id == id}


def decisions(game: Game, seed: int) -> Iterator[Game]:
    """Yield a game at each of its decisions; a random player answers."""
    bot = random_bot(seed)
    while (ask := game.pending()) is not None:
        yield game
        game.answer(ask, bot(game, ask))


def starts_of_ages(game: Game) -> Iterator[Game]:
    """Yield a game at the first decision of each age in which cards of the hand are played."""
    seen = set()
    for now in decisions(game, 1):
        ask = now.pending()
        assert ask is not None
        if ask.kind == "play" and now.rules.tables.plays[ask.play].id == "play" and now.view(0)["age"] not in seen:
            seen.add(now.view(0)["age"])
            yield now


# --- players, boards, coins -----------------------------------------------------------------------


def test_three_to_seven_can_play(load: Load) -> None:
    rules = load(*BASE)
    for players in NUMBERS:
        assert len(rules.new_game(players, 1).view(0)["seats"]) == players
    assert [players for players in range(10) if not refuses(rules, players)] == list(NUMBERS)


def refuses(rules: Rules, players: int) -> bool:
    """Tell whether so many cannot play."""
    try:
        rules.new_game(players, 1)
    except Refused:
        return True
    return False


def test_boards_and_sides_are_dealt_at_random(load: Load) -> None:
    for names, count in zip(SETS, (7, 8, 9, 10), strict=True):
        rules = load(*names)
        games = [[(s["board"], s["side"]) for s in rules.new_game(4, seed).view(0)["seats"]] for seed in SEEDS]
        assert all(len({board for board, _ in boards}) == 4 for boards in games)
        for seat in range(4):
            assert len({boards[seat] for boards in games}) == 2 * count


def test_both_sides_may_be_in_one_game(load: Load) -> None:
    rules = load(*BASE)
    mixes = [frozenset(s["side"] for s in rules.new_game(3, seed).view(0)["seats"]) for seed in SEEDS]
    assert set(mixes) == {frozenset("a"), frozenset("b"), frozenset("ab")}


def test_players_may_agree_on_boards_and_sides(load: Load) -> None:
    rules = load(*BASE)
    agreed = [("olympia", "b"), ("gizah", "a"), ("rhodos", "b")]
    for seed in range(5):
        seats = rules.new_game(3, seed, agreed).view(0)["seats"]
        assert [(seat["board"], seat["side"]) for seat in seats] == agreed


def test_everyone_starts_with_three_coins_or_six_with_leaders(load: Load) -> None:
    for names, coins in zip(SETS, (3, 6, 3, 6), strict=True):
        for players in NUMBERS:
            seats = load(*names).new_game(players, 1).view(0)["seats"]
            assert [seat["coins"] for seat in seats] == [coins] * players


def test_boards_and_cards_come_only_with_their_expansion(load: Load) -> None:
    found = {}
    for names in SETS:
        tables = load(*names).tables
        found[names] = {card.id for card in tables.cards}, {side.board for side in tables.sides}
    own = {"architects-guild", "courtesans-guild", "diplomats-guild", "gamers-guild"}
    guilds = {"counterfeiters-guild", "guild-of-shadows", "mourners-guild"}
    white = {"aspasia", "berenice", "caligula", "darius", "diocletian", "semiramis"}
    for names, (ids, boards) in found.items():
        assert (own <= ids, bool(own & ids)) == ("leaders" in names,) * 2
        assert (guilds <= ids, bool(guilds & ids)) == ("cities" in names,) * 2
        assert (white <= ids, bool(white & ids)) == (names == BOTH,) * 2
        assert ("roma" in boards) == ("leaders" in names)
        assert ({"petra", "byzantium"} <= boards, bool({"petra", "byzantium"} & boards)) == ("cities" in names,) * 2
        assert len(ids) == 78 + ("leaders" in names) * 40 + ("cities" in names) * 30 + (names == BOTH) * 6


def test_without_leaders_there_are_no_white_cards(load: Load) -> None:
    assert [len(of_deck(load(*names), "leaders")) for names in (LEADERS, BOTH)] == [36, 42]
    for names in (BASE, CITIES):
        tables = load(*names).tables
        assert "white" not in [id for id, _ in tables.colours]
        assert "leaders" not in [deck.id for deck in tables.decks]


# --- decks ----------------------------------------------------------------------------------------


def test_only_cards_up_to_the_number_of_players_are_used(load: Load) -> None:
    for names in SETS:
        rules = load(*names)
        for players in NUMBERS:
            game = rules.new_game(players, players)
            used = Counter(card for age in (1, 2, 3) for card in deck(game, f"age-{age}"))
            for card in rules.tables.cards:
                if card.players:
                    assert used[card.id] == sum(number <= players for number in card.players)


def test_each_age_deck_holds_a_hand_for_every_player(load: Load) -> None:
    for names, hand in zip(SETS, (7, 7, 8, 8), strict=True):
        for players in NUMBERS:
            game = load(*names).new_game(players, 1)
            assert [len(deck(game, f"age-{age}")) for age in (1, 2, 3)] == [hand * players] * 3


def test_two_guilds_more_than_players_are_drawn_at_random(load: Load) -> None:
    for names, count in zip(SETS, (10, 14, 13, 17), strict=True):
        rules = load(*names)
        guilds = of_colour(rules, "purple")
        assert len(guilds) == count
        for players in NUMBERS:
            game = rules.new_game(players, 1)
            drawn = [card for card in deck(game, "age-3") if card in guilds]
            assert len(drawn) == len(set(drawn)) == players + 2
            assert not guilds & {*deck(game, "age-1"), *deck(game, "age-2")}
        chances = [set(deck(rules.new_game(3, seed), "age-3")) & guilds for seed in SEEDS]
        assert set.union(*chances) == guilds
        assert not set.intersection(*chances)


def test_one_black_card_of_the_age_for_each_player(load: Load) -> None:
    for names in (CITIES, BOTH):
        rules = load(*names)
        for players in NUMBERS:
            game = rules.new_game(players, players)
            for age in (1, 2, 3):
                drawn = [card for card in deck(game, f"age-{age}") if card in of_colour(rules, "black")]
                assert len(drawn) == len(set(drawn)) == players
                assert set(drawn) <= of_deck(rules, f"black-{age}")


def test_six_players_have_six_black_cards_and_eight_guilds(load: Load) -> None:
    rules = load(*CITIES)
    game = rules.new_game(6, 1)
    colours = {card.id: rules.tables.colours[card.colour][0] for card in rules.tables.cards}
    counts = [Counter(colours[card] for card in deck(game, f"age-{age}")) for age in (1, 2, 3)]
    assert [count["black"] for count in counts] == [6, 6, 6]
    assert [count["purple"] for count in counts] == [0, 0, 8]


def test_black_cards_are_drawn_unseen_and_the_rest_stays_out(load: Load) -> None:
    rules = load(*CITIES)
    for age in (1, 2, 3):
        pool = of_deck(rules, f"black-{age}")
        assert len(pool) == 9
        chances = [set(deck(rules.new_game(3, seed), f"age-{age}")) & pool for seed in SEEDS]
        assert set.union(*chances) == pool
        assert not set.intersection(*chances)
    game = rules.new_game(3, 1)
    left = [card for age in (1, 2, 3) for card in deck(game, f"black-{age}")]
    assert len(left) == 18
    for now in decisions(game, 1):
        views = repr([now.view(seat) for seat in range(3)])
        assert not [card for card in left if f"'{card}'" in views]
    assert [card for age in (1, 2, 3) for card in deck(game, f"black-{age}")] == left


# --- hands ----------------------------------------------------------------------------------------


def test_a_hand_of_the_age_is_dealt_to_everyone_at_its_start(load: Load) -> None:
    for names, hand in zip(SETS, (7, 7, 8, 8), strict=True):
        rules = load(*names)
        for players in (3, 5, 7):
            game = rules.new_game(players, players)
            decks = {age: sorted(deck(game, f"age-{age}")) for age in (1, 2, 3)}
            ages = []
            for now in starts_of_ages(game):
                age = now.view(0)["age"]
                ages.append(age)
                hands = [now.view(seat)["seats"][seat]["zones"]["hand"] for seat in range(players)]
                assert [len(cards) for cards in hands] == [hand] * players
                assert sorted(card for cards in hands for card in cards) == decks[age]
                for seat in range(players):
                    others = [
                        now.view(seat)["seats"][other]["zones"]["hand"] for other in range(players) if other != seat
                    ]
                    assert others == [hand] * (players - 1)
            assert ages == [1, 2, 3]


def test_cards_are_dealt_at_random(load: Load) -> None:
    for names in SETS:
        games = [next(starts_of_ages(load(*names).new_game(3, seed))) for seed in (1, 2)]
        assert sorted(zone(games[0], "hand", 0)) != sorted(zone(games[1], "hand", 0))


def test_everyone_is_dealt_four_leaders_and_the_rest_is_in_the_box(load: Load) -> None:
    for names, count in ((LEADERS, 36), (BOTH, 42)):
        rules = load(*names)
        white = of_deck(rules, "leaders")
        assert len(white) == count
        chances: set[str] = set()
        for seed in SEEDS:
            players = 3 + seed % 5
            game = rules.new_game(players, seed)
            dealt = [game.view(seat)["seats"][seat]["zones"]["drafted"] for seat in range(players)]
            assert [len(hand) for hand in dealt] == [4] * players
            flat = [card for hand in dealt for card in hand]
            assert len(set(flat)) == 4 * players
            assert sorted([*flat, *deck(game, "leaders")]) == sorted(white)
            assert game.view(0)["table"]["leader-box"] == count - 4 * players
            chances |= set(dealt[0])
        assert chances == white


def test_leaders_are_drafted_once_and_then_held_by_four(load: Load) -> None:
    rules = load(*LEADERS)
    game = rules.new_game(5, 3)
    picks = 0
    for now in decisions(game, 3):
        ask = now.pending()
        assert ask is not None
        picking = ask.kind == "play" and rules.tables.plays[ask.play].id == "draft-pick"
        if not picking and picks == 20:
            held = [zone(now, "leader-hand", seat) for seat in range(5)]
            assert [len(hand) for hand in held] == [4] * 5
        assert picking == (picks < 20)
        picks += 1
    assert picks > 20


def test_rome_draws_any_leaders_of_the_box(load: Load) -> None:
    for names in (LEADERS, BOTH):
        rules = load(*names)
        core = rules.core
        drawn: set[str] = set()
        for seed in SEEDS:
            game = rules.new_game(3, seed, [("roma", "b"), ("gizah", "a"), ("rhodos", "a")])
            for now in decisions(game, seed):
                if zone(now, "leader-hand", 0) and not any(zone(now, "drafted", seat) for seat in range(3)):
                    break
            seat = seats_of(game)[0]
            before, box = set(zone(game, "leader-hand", 0)), set(deck(game, "leaders"))
            follow(core, game.row, seat, core.stage_entry[core.stage_from[game.row[seat + SIDE]]])
            new = set(zone(game, "leader-hand", 0)) - before
            assert len(new) == 4
            assert new <= box
            assert set(deck(game, "leaders")) == box - new
            drawn |= new
        assert drawn == of_deck(rules, "leaders")


# --- what is hidden -------------------------------------------------------------------------------


OPEN = ("city",)
OWN = ("hand", "drafted", "leader-hand")
HIDDEN = ("under-board", "discard", "leader-box")


def test_only_the_own_hand_and_the_cities_are_seen(load: Load) -> None:
    for names in SETS:
        seen: Counter[str] = Counter()
        for now in decisions(load(*names).new_game(3, 2), 2):
            for seat in range(3):
                view = now.view(seat)
                parts = [(view["table"], False)] + [(s["zones"], n == seat) for n, s in enumerate(view["seats"])]
                for zones, is_own in parts:
                    for id, content in zones.items():
                        assert id in (*OPEN, *OWN, *HIDDEN)
                        assert isinstance(content, list) == (id in OPEN or (id in OWN and is_own))
                        seen[id] += bool(content)
        assert all(seen[id] for id in ("hand", "city", "under-board", "discard"))
        assert bool(seen["drafted"] and seen["leader-hand"] and seen["leader-box"]) == ("leaders" in names)


def test_choices_stay_secret_until_all_have_chosen(load: Load) -> None:
    for names in (BASE, LEADERS):
        game = load(*names).new_game(4, 5)
        bot = random_bot(5)
        while (ask := game.pending()) is not None:
            if ask.kind != "play":
                game.answer(ask, bot(game, ask))
                continue
            before = seen_by_all(game)
            for _ in game.view(0)["owing"]:
                ask = game.pending()
                assert ask is not None
                assert seen_by_all(game) == before
                game.answer(ask, bot(game, ask))
            assert seen_by_all(game) != before


def seen_by_all(game: Game) -> list[dict[str, Any]]:
    """Return what each seat sees, apart from who is still to choose."""
    return [{**game.view(seat), "owing": None} for seat in range(4)]


def test_debts_and_diplomacy_start_in_the_middle_and_lie_open(load: Load) -> None:
    for names in (CITIES, BOTH):
        rules = load(*names)
        tokens = {token.id: token for token in rules.tables.tokens}
        game = rules.new_game(4, 1)
        assert [seat["tokens"] for seat in game.view(0)["seats"]] == [{}] * 4
        assert tokens["debt"].supply == tokens["diplomacy"].supply == 0
        game.row[seats_of(game)[2] + tokens["diplomacy"].cell] = 1
        game.row[seats_of(game)[2] + tokens["debt"].cell] = 2
        for seat in range(4):
            assert game.view(seat)["seats"][2]["tokens"] == {"diplomacy": 1, "debt": 2}


def test_leaders_and_city_cards_share_one_line_of_the_sheet(load: Load) -> None:
    lines = [[(line.id, line.name) for line in load(*names).tables.lines][7:] for names in SETS]
    shared = ("white", "Leaders and city cards")
    assert lines == [[], [("white", "Leaders")], [("black", "City cards")], [shared]]


def test_a_game_with_leaders_and_cities_begins_with_what_both_bring(load: Load) -> None:
    rules = load(*BOTH)
    game = rules.new_game(4, 1)
    assert [game.row[seat + COINS] for seat in seats_of(game)] == [6] * 4
    assert len(of_deck(rules, "leaders")) == 42
    first = next(starts_of_ages(game))
    assert [len(zone(first, "hand", seat)) for seat in range(4)] == [8] * 4


def test_one_edifice_of_each_age_lies_open_on_the_table(load: Load) -> None:
    rules = load(*EDIFICE)
    decks = [of_deck(rules, f"edifices-{age}") for age in (1, 2, 3)]
    assert [len(some) for some in decks] == [5, 5, 5]
    seen: set[str] = set()
    for seed in range(60):
        game = rules.new_game(3 + seed % 5, seed)
        laid = [game.view(seat)["table"]["edifices"] for seat in range(3)]
        assert laid[0] == laid[1] == laid[2], "everybody sees them, all from the start"
        assert [len(some & set(laid[0])) for some in decks] == [1, 1, 1]
        assert [len(deck(game, f"edifices-{age}")) for age in (1, 2, 3)] == [4, 4, 4]
        seen |= set(laid[0])
    assert seen == decks[0] | decks[1] | decks[2], "each may be drawn"


def test_pawns_lie_on_every_edifice_by_number_of_players(load: Load) -> None:
    for names, numbers in ((EDIFICE, range(3, 8)), ((*CITIES, "edifice"), range(3, 9))):
        rules = load(*names)
        for players in numbers:
            game = rules.new_game(players, 1)
            number = {3: 2, 4: 3, 5: 3, 6: 4, 7: 5, 8: 5}[players]
            assert game.view(0)["supplies"] == {"participation": [number] * 3}
            assert [seat["tokens"] for seat in game.view(0)["seats"]] == [{}] * players
        tokens = {token.id: (token.points, token.supply) for token in rules.tables.tokens}
        assert [tokens[f"pawn-{age}"] for age in (1, 2, 3)] == [(0, 0)] * 3
        assert [tokens[f"edifice-debt-{age}"] for age in (1, 2, 3)] == [(-2, 0), (-3, 0), (-5, 0)]


def test_edifices_have_the_last_line_of_the_sheet(load: Load) -> None:
    assert [line.id for line in load(*BOTH, "edifice").tables.lines][-2:] == ["white", "edifices"]


TESTS: tuple[Callable[[Load], None], ...] = tuple(
    value for name, value in sorted(globals().items()) if name.startswith("test_")
)
