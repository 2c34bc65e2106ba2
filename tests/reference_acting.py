"""What acts do wherever a sentence may stand, as the reference sees it: each is a generator that
yields the decisions it needs and returns how much it has done.

An act reads the table as it was before its batch until something stands behind `then` or somebody
has decided; from then on it reads the table as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.compiler.front.substitute import with_colour, with_number
from stele.runtime import Meaning
from stele.runtime.state.cells import below
from tests.reference_between import EXCHANGE
from tests.reference_city import Had, Unknown
from tests.reference_events import Event
from tests.reference_moving import Moving, seats_in
from tests.reference_reading import CHOSEN, Reading, Scene, stands
from tests.reference_table import id_of
from tests.reference_tracks import moved

if TYPE_CHECKING:
    from tests.reference_made import MadeReference

FACES = 6  # of a die


@dataclass
class Decision:
    """Something that seats decide, each for itself and together."""

    seats: list[int]
    options: Callable[[int], Iterable[Meaning]]
    is_optional: bool = False


Answers = dict[int, Meaning]
Act = Generator[Decision, Answers, int]


def choose_seat(seat: int) -> Meaning:
    """Return the option to choose a seat."""
    return Meaning("choose", "", "paid", 0, 0, 0, seat=seat)


def option_of(item: str, number: int) -> Meaning:
    """Return the option to take one of several things."""
    return Meaning("take", f"{item}-option-{number}", "paid", 0, 0, 0)


class Acting:
    """Carries out one clause of somebody: what is read, and what is changed."""

    def __init__(self, game: MadeReference, scene: Scene, view: Reading, is_moment: bool = False) -> None:
        self.game, self.scene, self.view = game, scene, view
        self.is_moment = is_moment  # whether it may happen several times
        self.is_chosen = False  # whether one of several seats was chosen
        self.looked_at: set[tuple[Seats | None, str]] = set()  # what lies open to who picks
        self.moving = Moving(self)

    @property
    def table(self) -> Reading:
        """Return the table as it is."""
        return self.game.reading

    # --- a clause ---------------------------------------------------------------------------------

    def clause(self, clause: n.Clause, is_price: bool = False) -> Act:
        """Do what a clause says, and what follows it."""
        done = yield from self.sentence(clause.sentence, clause.then, is_price)
        return done

    def then(self, done: int, then: n.Clause | None) -> Act:
        """Do what stands behind `then` if anything was done; it speaks of how much."""
        if then is None or not done:
            return done
        self.view = self.table
        self.scene.many = done
        if not self.view.holds(self.scene, then.tests):
            return done
        return done + (yield from self.clause(then))

    def sentence(self, sentence: n.Sentence, then: n.Clause | None, is_price: bool = False) -> Act:
        """Do what a sentence says, and what follows it."""
        match sentence:
            case n.Lose(_, loss) if not is_price and not isinstance(loss, (n.Tokens, n.AllTokens)) and of_coins(loss):
                yield from self.choose_subject(sentence.who, sentence)
                return self.owe(sentence, then)
            case n.May(who, what):
                return (yield from self.may(who, what, then, is_price))
            case n.Either():
                return (yield from self.either(sentence, then))
            case n.Roll():
                assert then is not None
                options = [with_number(then, number) for number in range(1, FACES + 1)]
                return self.take(options, below(self.game.random, FACES) + 1)
            case n.ChooseColour() | n.ChooseNumber():
                return (yield from self.choose_value(sentence, then))
            case n.ChooseSeat(among):
                chosen = yield from self.choose(self.table.chosen_among(self.scene.me, among))
                if not chosen or then is None:
                    return 0
                if not self.view.holds(self.scene, then.tests):
                    return 0
                return (yield from self.clause(then))
            case n.LookAt(Seats.YOU, place) if then is not None and asks_for_any(then, place):
                # All that lies there is offered by what follows, so there is nothing to show
                # before.
                yield from self.moving.open(sentence)
                self.view = self.table
                return (yield from self.clause(then))
        if isinstance(sentence, n.Transfer) and sentence.other in CHOSEN and sentence.who is not Seats.YOU:
            return (yield from self.each_transfers(sentence, then))
        done = yield from self.act(sentence, is_price)
        return (yield from self.then(done, then))

    def act(self, sentence: n.Sentence, is_price: bool) -> Act:
        """Do what one sentence says."""
        yield from self.choose_subject(getattr(sentence, "who", None), sentence)
        match sentence:
            case n.Gain():
                return self.gain(sentence)
            case n.Lose(who, loss, per) if is_price and who is Seats.YOU and not isinstance(loss, n.AllTokens):
                return self.pay_now(loss, per)
            case n.Lose(who, n.AllTokens(kind, worth), _):
                return self.lose_all(who, self.table.book.kinds(n.Tokens(1, kind, worth, sentence.span)))
            case n.Lose(who, n.Tokens() | n.ThatMany() | n.HalfOf() | n.Scale() as loss, per):
                return self.lose_tokens(who, loss, per)
            case n.DiscardTokens(who, tokens, per):
                return self.lose_tokens(who, tokens, per)
            case n.Build(chain=None) | n.Play():
                return (yield from self.moving.enter(sentence))
            case n.BuildStage():
                return (yield from self.moving.stage(sentence))
            case n.MoveCards():
                return (yield from self.moving.move(sentence))
            case n.Draw():
                return (yield from self.moving.draw(sentence))
            case n.LookAt():
                return (yield from self.moving.look(sentence))
            case n.Put():
                return (yield from self.moving.put(sentence))
            case n.TakeOff():
                return (yield from self.moving.take_off(sentence))
            case n.Oblige():
                return self.moving.oblige(sentence)
            case n.SwapZones():
                return (yield from self.moving.swap_zones(sentence))
            case n.Copy():
                return (yield from self.moving.copy(sentence))
            case n.Score():
                return self.score(sentence)
            case n.Transfer(_, _, _, _, other):
                if other in CHOSEN and not (
                    yield from self.choose(self.table.chosen_among(self.scene.me, other, True))
                ):
                    return 0
                return self.transfer(sentence)
            case n.Exchange():
                return (yield from self.exchange(sentence))
            case n.EndGame():
                self.game.is_over = True
                return 1
            case n.WinGame(who):
                winners = self.view.whom(self.scene, who)
                self.game.winners |= set(winners)
                self.game.is_over |= bool(winners)
                return len(winners)
            case n.Have():
                return self.have(sentence)
            case n.Advance() | n.TurnMarker():
                return sum(self.move(seat, sentence) for seat in self.subjects(sentence.who))
            case n.BecomeFirst(who):
                return sum(self.become_first(seat) for seat in self.subjects(who))
            case n.TakeTurn(who):
                before = len(self.game.again)
                self.game.again |= set(self.subjects(who))
                return len(self.game.again) - before
            case n.SitOut():
                self.game.sitting_out.add(self.scene.me)
                return 1
        raise Unknown(type(sentence).__name__)

    # --- who --------------------------------------------------------------------------------------

    def decision(
        self, seats: list[int], options: Callable[[int], Iterable[Meaning]], is_optional: bool = False
    ) -> Decision:
        """Return something that seats decide."""
        return Decision(seats, options, is_optional)

    def choose_with(self, group: Seats, zone: str) -> Generator[Decision, Answers, bool]:
        """Let `you` choose one of several seats that has cards in a zone; tell whether there was
        one.
        """
        me = self.scene.me

        def options(_: int) -> list[Meaning]:
            among = self.table.chosen_among(me, group, True)
            return [choose_seat(seat) for seat in among if self.table.lying_at((seat, zone))]

        answers = yield Decision([me], options)
        self.view = self.table
        if me not in answers:
            return False
        self.scene.they, self.is_chosen = answers[me].seat, True
        return True

    def choose(self, among: list[int]) -> Generator[Decision, Answers, bool]:
        """Let `you` choose a seat; tell whether there was one."""
        me = self.scene.me
        answers = yield Decision([me], lambda _: [choose_seat(seat) for seat in among])
        self.view = self.table
        if me not in answers:
            return False
        self.scene.they, self.is_chosen = answers[me].seat, True
        return True

    def choose_subject(self, who: object, sentence: n.Sentence) -> Generator[Decision, Answers, None]:
        """Let `you` choose who does something, if one of several is meant."""
        group = who.group if isinstance(who, n.SeatsWith) else who
        if group not in CHOSEN or isinstance(sentence, (n.ChooseSeat, n.May)):
            return
        assert isinstance(group, Seats)
        me = self.scene.me

        def options(_: int) -> list[Meaning]:
            seats = self.table.chosen_among(me, group)
            seats = self.able(seats, sentence)
            if isinstance(who, n.SeatsWith):
                seats = [seat for seat in seats if self.table.is_so(self.scene, who.fact, seat)]
            return [choose_seat(seat) for seat in seats]

        answers = yield Decision([me], options)
        self.view = self.table
        if me not in answers:
            raise NothingToChoose
        self.scene.they = answers[me].seat

    def able(self, seats: list[int], sentence: object) -> list[int]:
        """Return those of some seats who could move cards of their own: of those that everybody
        sees such as are meant.
        """
        if not isinstance(sentence, n.MoveCards) or isinstance(
            sentence.cards, (n.OfThem, n.UsedCard, n.ThisCard, n.EventCard)
        ):
            return seats
        if isinstance(sentence.source, n.CitiesOf) or (sentence.source is not None and sentence.source.of is not None):
            return seats
        zone = self.moving.zone_of(sentence.source)
        if zone in self.table.zones:
            return seats
        is_seen = self.table.book.zones[zone].seen_by == "everyone"
        which = sentence.cards if is_seen else None
        return [seat for seat in seats if self.moving.fitting((seat, zone), which, None)]

    def subjects(self, who: n.Subject) -> list[int]:
        """Return who does something; one of several was chosen before."""
        group = who.group if isinstance(who, n.SeatsWith) else who
        if group in CHOSEN:
            return [self.scene.they]
        return self.view.whom(self.scene, who)

    # --- how much ---------------------------------------------------------------------------------

    def varied(self, amount: n.ThatMany | n.HalfOf | n.Scale, seat: int) -> int:
        """Return an amount that is no number; half is of what the seat has."""
        match amount:
            case n.ThatMany(_, most):
                return self.scene.many if most is None else min(self.scene.many, most)
            case n.HalfOf(of, is_up, most):
                half = (self.view.count(seat, of) + is_up) // 2
                return half if most is None else min(half, most)
            case n.Scale(_, numbers, steps, what, place):
                counted = self.view.times(self.scene, what, place, seat)
                reached = [number for step, number in zip(steps, numbers, strict=True) if counted >= step]
                return reached[-1] if reached else 0

    def number(
        self, of: n.Coins | n.Tokens | n.ThatMany | n.HalfOf | n.Scale | n.AllCoins, per: n.Per | None, seat: int
    ) -> int:
        """Return how many coins or tokens somebody gains or loses."""
        match of:
            case n.Coins(number) | n.Tokens(number):
                return self.view.amount(self.scene, number, per, seat)
            case n.AllCoins():
                return self.view.cities[seat].coins
            case _:
                return self.varied(of, seat)

    # --- gains and losses -------------------------------------------------------------------------

    def gain(self, sentence: n.Gain) -> int:
        """Let seats gain coins or tokens."""
        done = 0
        gift = sentence.gift
        sharing = self.subjects(sentence.who)
        for seat in sharing:
            if isinstance(gift, n.It):
                is_token = self.scene.what in self.table.book.tokens
                done += (
                    self.game.gain_kind(seat, self.scene.what, 1)
                    if is_token
                    else self.game.gain_coins(seat, self.scene.many)
                )
                continue
            number = self.number(gift, sentence.per, seat)
            number = number // len(sharing) if sentence.is_shared else number
            tokens = tokens_of(gift)
            if tokens is None:
                done += self.game.gain_coins(seat, number)
            else:
                done += self.game.gain_kind(seat, self.table.book.kinds(tokens)[0], number)
        return done

    def lose_all(self, who: n.Subject, kinds: list[str]) -> int:
        """Let seats lose all tokens of some kinds."""
        done = 0
        for seat in self.subjects(who):
            for kind in kinds:
                done += self.table.cities[seat].tokens[kind]
                self.table.cities[seat].tokens[kind] = 0
        return done

    def lose_tokens(
        self, who: n.Subject, loss: n.Coins | n.Tokens | n.ThatMany | n.HalfOf | n.Scale | n.AllCoins, per: n.Per | None
    ) -> int:
        """Let seats lose tokens, as many as they have."""
        tokens = tokens_of(loss)
        assert tokens is not None
        kinds = self.table.book.kinds(tokens)
        return sum(self.game.drop(seat, kinds, self.number(loss, per, seat)) for seat in self.subjects(who))

    def owe(self, sentence: n.Lose, then: n.Clause | None) -> int:
        """Demand coins of seats: they are paid when losses are settled."""
        return sum(self.game.demand(seat, self.scene, sentence, then) for seat in self.subjects(sentence.who))

    def pay_now(
        self, loss: n.Coins | n.Tokens | n.ThatMany | n.HalfOf | n.Scale | n.AllCoins, per: n.Per | None
    ) -> int:
        """Pay at once what stands behind `instead of`, in full or not at all."""
        city = self.table.cities[self.scene.me]
        number = self.number(loss, per, self.scene.me)
        tokens = tokens_of(loss)
        if tokens is not None:
            kinds = self.table.book.kinds(tokens)
            has = sum(city.tokens[kind] for kind in kinds)
            return self.game.drop(self.scene.me, kinds, number) if 0 < number <= has else 0
        if not 0 < number <= city.purse:
            return 0
        city.coins -= number
        city.purse -= number
        return number

    def become_first(self, seat: int) -> int:
        """Let a seat be the first player; return whether it was not."""
        before, self.table.first = self.table.first, seat
        return int(before != seat)

    def move(self, seat: int, sentence: n.TrackSentence) -> int:
        """Let a seat go on or back on a track, or turn a marker; return how much was done."""
        number = 0
        match sentence:
            case n.Advance(number=int(wanted), per=per):
                number = self.view.amount(self.scene, wanted, per, seat)
            case n.Advance(number=n.ThatMany() as varied):
                number = self.varied(varied, seat)
        done = list(moved(self.table.positions, seat, sentence, number))
        for kind, what, to in done:
            if kind:
                self.game.raise_event(Event(kind, seat, what=what, action=to))
        return len(done)

    def score(self, sentence: n.Score) -> int:
        """Give seats points at once, or take some."""
        done = 0
        for seat in self.subjects(sentence.who):
            match sentence.points:
                case int() as number:
                    points = self.view.amount(self.scene, number, sentence.per, seat, True)
                case varied:
                    points = self.varied(varied, seat)
            self.table.cities[seat].kept[self.scene.line] += points
            done += abs(points)
        return done

    # --- between seats ----------------------------------------------------------------------------

    def others_of(self, seat: int, other: Seats) -> list[int]:
        """Return with whom a seat deals."""
        if other is Seats.YOU:
            return [self.scene.whose]
        if other in CHOSEN or other is Seats.THEY:
            return [self.scene.they]
        return self.table.whom(replace(self.scene, me=seat), other)

    def transfer(self, sentence: n.Transfer) -> int:
        """Let coins or tokens go from one seat to others, or back."""
        kinds = self.table.book.kinds(sentence.what) if isinstance(sentence.what, n.Tokens) else [""]
        done = 0
        for kind in kinds:
            for seat in self.subjects(sentence.who):
                done += self.transfer_of(sentence, seat, kind)
        return done

    def transfer_of(self, sentence: n.Transfer, seat: int, kind: str) -> int:
        """Let one kind of thing go between one seat and others."""
        number = self.number(sentence.what, sentence.per, seat)
        others = self.others_of(seat, sentence.other)
        if not sentence.is_taken and len(others) > 1:
            order = self.table.order
            place = order.index(seat)
            others = [other for other in (*order[place + 1 :], *order[:place]) if other in others]
        done = 0
        for other in others:
            giver, taker = (other, seat) if sentence.is_taken else (seat, other)
            done += self.game.move_things(giver, taker, kind, number)
        return done

    def each_transfers(self, sentence: n.Transfer, then: n.Clause | None) -> Act:
        """Let each of some seats choose with whom it deals, and deal with it."""
        yield from self.choose_subject(sentence.who, sentence)
        seats = self.subjects(sentence.who)
        answers = yield Decision(
            seats,
            lambda seat: [choose_seat(other) for other in self.table.chosen_among(seat, sentence.other, True)],
        )
        self.view = self.table
        done = 0
        for seat in self.going(sentence.who, answers):
            self.scene.they, before = answers[seat].seat, self.scene.they
            kinds = self.table.book.kinds(sentence.what) if isinstance(sentence.what, n.Tokens) else [""]
            done += sum(self.transfer_of(sentence, seat, kind) for kind in kinds)
            self.scene.they = before
        return (yield from self.then(done, then))

    def going(self, who: n.Subject, seats: Iterable[int]) -> list[int]:
        """Return those who have decided as one goes after the other now."""
        is_side = isinstance(who, Seats) and who not in (Seats.OTHERS, Seats.EVERYONE)
        return list(seats) if is_side else self.table.in_order(seats)

    # --- prices -----------------------------------------------------------------------------------

    def can_pay(self, exchange: n.Exchange) -> bool:
        """Tell whether `you` has a price, and what is for it can be given."""
        city = self.table.cities[self.scene.me]
        for part in exchange.price:
            match part:
                case n.Coins(number):
                    if city.purse < number:
                        return False
                case n.Tokens(number):
                    if sum(city.tokens[kind] for kind in self.table.book.kinds(part)[:1]) < number:
                        return False
                case _:
                    raise Unknown(f"a price of {type(part).__name__}")
        match exchange.result:
            case n.Gain(_, n.Tokens(number) as tokens, _):
                kind = self.table.book.kinds(tokens)[0]
                supply = self.table.book.tokens[kind].supply
                return supply is None or sum(one.tokens[kind] for one in self.table.cities) + number <= supply
            case n.Gain() | n.Have():
                return True
        return self.game.could(self.scene, exchange.result)

    def pay(self, exchange: n.Exchange) -> None:
        """Pay a price."""
        city = self.table.cities[self.scene.me]
        for part in exchange.price:
            match part:
                case n.Coins(number):
                    city.coins -= number
                    city.purse -= number
                case n.Tokens(number):
                    city.tokens[self.table.book.kinds(part)[0]] -= number

    def exchange(self, exchange: n.Exchange) -> Act:
        """Let `you` give something for something else."""
        me = self.scene.me
        if exchange.must:
            is_out = isinstance(exchange.result, n.SitOut) and me in self.game.sitting_out
            if is_out or not self.has_price(exchange):
                return 0
            self.pay(exchange)
            return 1 + (yield from self.act(exchange.result, False))
        answers = yield Decision([me], lambda _: [EXCHANGE] if self.can_pay(exchange) else [], True)
        self.view = self.table
        if me not in answers:
            return 0
        self.pay(exchange)
        if isinstance(exchange.result, (n.Gain, n.Have)):
            return 1 + (yield from self.act(exchange.result, False))
        # What is bought is an act of its own: its decisions are made later.
        return 1 + self.game.begin(replace(self.scene), n.Clause(None, None, (), exchange.result, None, exchange.span))

    def has_price(self, exchange: n.Exchange) -> bool:
        """Tell whether `you` has a price."""
        bare = replace(exchange, result=n.Gain(Seats.YOU, n.Coins(1, exchange.span), None, exchange.span))
        return self.can_pay(bare)

    # --- what stands from now on ------------------------------------------------------------------

    def have(self, sentence: n.Have) -> int:
        """Let something stand for seats, perhaps for a time."""
        what = n.Clause(None, None, (), sentence.what, None, sentence.span)
        lasting, turns = lasting_of(sentence.lasting)
        seats = self.subjects(sentence.who)
        for seat in seats:
            self.table.cities[seat].had.append(Had(what, self.scene.line, lasting, turns))
        return len(seats)

    # --- choices ----------------------------------------------------------------------------------

    def may(self, who: n.Subject, what: n.Sentence, then: n.Clause | None, is_price: bool) -> Act:
        """Let seats do something if they want to."""
        if who is Seats.YOU:
            return (yield from self.asked_first(n.Clause(None, None, (), what, then, what.span), True, is_price))
        yield from self.choose_subject(who, what)
        return (yield from self.asked_each(who, n.May(Seats.YOU, what, what.span), then))

    def asked_first(self, clause: n.Clause, is_tried: bool, is_price: bool = False) -> Act:
        """Do what a clause says if `you` wants to: the first decision may be declined, or it is
        asked whether; `is_tried` if only what would do anything is offered.
        """
        me = self.scene.me
        if not decides_first(clause.sentence, self.moving):

            def options(_: int) -> list[Meaning]:
                can = not is_tried or self.game.could(self.scene, clause.sentence)
                return [EXCHANGE] if can else []

            answers = yield Decision([me], options, True)
            self.view = self.table
            return (yield from self.clause(clause, is_price)) if me in answers else 0
        act = self.clause(clause, is_price)
        try:
            decision = next(act)
            decision.is_optional = True
            answers = yield decision
            if not answers:
                return 0
            decision = act.send(answers)
            while True:
                decision = act.send((yield decision))
        except StopIteration as end:
            return int(end.value)

    def asked_each(self, who: n.Subject, sentence: n.Sentence, then: n.Clause | None) -> Act:
        """Let each of some seats decide for itself, all together; then `you` goes on."""
        scenes = {seat: replace(self.scene, me=seat, owner=self.scene.me) for seat in self.subjects(who)}
        clause = n.Clause(None, None, (), sentence, None, sentence.span)
        acts = {seat: Acting(self.game, scene, self.table).clause(clause) for seat, scene in scenes.items()}
        asked = {seat: next(act) for seat, act in acts.items()}
        is_optional = any(decision.is_optional for decision in asked.values())
        answers = yield Decision(list(asked), lambda seat: asked[seat].options(seat), is_optional)
        self.view = self.table
        done = sum(
            self.game.go_on(scenes[seat], acts[seat], {seat: answers[seat]}) for seat in self.going(who, answers or ())
        )
        return (yield from self.then(done, then))

    def either(self, either: n.Either, then: n.Clause | None) -> Act:
        """Let `you`, or who is the subject of all of them, choose one of several things."""
        subjects = {getattr(one, "who", Seats.YOU) for one in either.alternatives}
        if len(subjects) == 1 and Seats.YOU not in subjects:
            who = subjects.pop()
            own = replace(either, alternatives=tuple(replace(one, who=Seats.YOU) for one in either.alternatives))  # type: ignore[arg-type]
            yield from self.choose_subject(who, either)
            return (yield from self.asked_each(who, own, then))
        options = [n.Clause(None, None, (), one, None, one.span) for one in either.alternatives]
        return (yield from self.alternatives(options))

    def choose_value(self, sentence: n.ChooseColour | n.ChooseNumber, then: n.Clause | None) -> Act:
        """Let `you` choose a colour or a number, of which what follows speaks."""
        assert then is not None
        return (yield from self.alternatives(values_of(sentence, then, list(self.table.book.colours))))

    def alternatives(self, options: list[n.Clause]) -> Act:
        """Let `you` choose one of several clauses: of those that can do anything, unless none
        can.
        """
        me = self.scene.me

        def offered(_: int) -> list[Meaning]:
            able = [
                number
                for number, option in enumerate(options, 1)
                if self.game.could_clause(self.scene, option, self.is_moment)
            ]
            listed = able or list(range(1, len(options) + 1))
            return [option_of(self.scene.item, number) for number in listed]

        answers = yield Decision([me], offered)
        self.view = self.table
        if me not in answers:
            return 0
        number = int(answers[me].card.rpartition("-option-")[2])
        return self.take(options, number)

    def take(self, options: list[n.Clause], number: int) -> int:
        """Let one of several clauses happen, or stand."""
        clause = options[number - 1]
        if stands(clause) and not (self.is_moment and isinstance(clause.sentence, n.Score)):
            if self.is_moment:
                lasting = n.Have(Seats.YOU, clause.sentence, None, clause.span)
                return self.game.begin(replace(self.scene), replace(clause, sentence=lasting))
            name = option_of(self.scene.item, number).card
            self.table.options[name] = clause
            self.table.cities[self.scene.me].copies.append((name, self.scene.line))
            return 1
        return self.game.begin(replace(self.scene), clause, is_moment=self.is_moment)


class NothingToChoose(Exception):
    """Nobody is there to be chosen, so nothing happens."""


def of_coins(loss: object) -> bool:
    """Tell whether coins are meant."""
    return tokens_of(loss) is None


def tokens_of(gift: object) -> n.Tokens | None:
    """Return the tokens that are meant, if coins are not."""
    if isinstance(gift, n.Tokens):
        return gift
    of = getattr(gift, "of", None)
    return of if isinstance(of, n.Tokens) else None


def values_of(sentence: n.ChooseColour | n.ChooseNumber, then: n.Clause, colours: list[str]) -> list[n.Clause]:
    """Return what follows a choice for each value."""
    if isinstance(sentence, n.ChooseNumber):
        return [with_number(then, number) for number in range(sentence.least, sentence.most + 1)]
    names = [n.Name(id, n.Role.COLOUR, sentence.span, f".{id}") for id in colours]
    return [with_colour(then, name) for name in names]


def lasting_of(lasting: n.Duration | None) -> tuple[str, int]:
    """Return how long something stands, and for how many turns."""
    match lasting:
        case None:
            return "ever", 0
        case n.Lasting.THIS_TURN | n.Lasting.END_OF_TURN:
            return "turn", 1
        case n.Lasting.END_OF_AGE:
            return "age", 0
        case n.Lasting.NEXT_TURN:
            return "next", 1
        case n.ForTurns(number):
            return "next", number
        case n.ForCards(number):
            return "cards", number


def decides_first(what: n.Sentence, moving: Moving) -> bool:
    """Tell whether a sentence begins with a decision of who does it."""
    who = getattr(what, "who", None)
    if (who.group if isinstance(who, n.SeatsWith) else who) in CHOSEN:
        return True
    match what:
        case n.Build(source=n.Zone(of=of)) | n.Play(source=n.Zone(of=of)) | n.LookAt(place=n.Zone(of=of)) if (
            of in CHOSEN
        ):
            return True
        case n.Draw(source=source) if seats_in(source) in CHOSEN:
            return True
        case n.MoveCards(source=source) if seats_in(source) in CHOSEN and not moving.is_open(source):
            return True
        case n.May(Seats.YOU) | n.ChooseColour() | n.ChooseNumber() | n.ChooseSeat():
            return True
        case n.Either(alternatives):
            subjects = {getattr(one, "who", Seats.YOU) for one in alternatives}
            return len(subjects) > 1 or Seats.YOU in subjects
        case n.Exchange(must):
            return not must
        case n.Transfer(_, Seats.YOU, _, _, other):
            return other in CHOSEN
        case n.Build(Seats.YOU) | n.Play(Seats.YOU) | n.BuildStage(Seats.YOU) | n.LookAt(Seats.YOU):
            return True
        case n.Copy() | n.Put() | n.TakeOff(Seats.YOU):
            return True
        case n.MoveCards(_, Seats.YOU, 1, n.Cards() | n.NamedCards() | n.CardNamed(), _, into, other):
            groups = (Seats.NEIGHBOURS, Seats.EACH_NEIGHBOUR, Seats.OTHERS, Seats.EVERYONE, Seats.PARTNER)
            return other not in groups and seats_in(into) not in groups
        case n.SwapZones(_, other):
            return other in CHOSEN
    return False


def asks_for_any(clause: n.Clause, place: n.Zone) -> bool:
    """Tell whether whoever looked at a place picks one of all its cards next."""
    what = clause.sentence
    what = what.what if isinstance(what, n.May) and what.who is Seats.YOU else what
    any_card = n.Cards((), None, place.span)
    if clause.tests or clause.moment is not None:
        return False
    match what:
        case n.MoveCards(who=Seats.YOU, cards=cards, source=source) | n.ChooseCard(cards, source):
            return (cards, source) == (any_card, place)
        case n.SwapCards(cards, False, n.Zone() as zone, None, other):
            return (cards, id_of(zone.name), other) == (any_card, id_of(place.name), place.of)
    return False
