"""What is done with cards wherever a sentence may stand, as the reference sees it: moved, drawn,
built, played, copied, swapped, looked at.

A place is a seat, or -1 for the table, and a zone. Who picks sees what lies open and what is its
own; of what it does not see it takes by chance, unless more is said of the cards: then whose they
are picks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import MoveVerb, Seats
from stele.compiler.front.walk import nodes
from stele.runtime import Meaning
from tests import reference_between as between
from tests.reference_between import take
from tests.reference_city import Unknown
from tests.reference_events import Event
from tests.reference_late import paid
from tests.reference_pay import market_of, ways_for_card, ways_for_stage
from tests.reference_reading import CHOSEN, Reading
from tests.reference_table import id_of

if TYPE_CHECKING:
    from tests.reference_acting import Act, Acting

Place = tuple[int, str]


def seats_in(where: n.Where | None) -> Seats | None:
    """Return whose place is meant, if it is said."""
    return where.of if isinstance(where, n.Zone) else where.seats if isinstance(where, n.CitiesOf) else None


def is_any(which: object) -> bool:
    """Tell whether nothing is said of cards."""
    return isinstance(which, n.Cards) and not (which.colours or which.age or which.filters)


class Moving:
    """Does with cards what one clause of somebody says."""

    is_newest = False  # whether the last that came is meant

    def __init__(self, acting: Acting) -> None:
        self.acting, self.game, self.scene = acting, acting.game, acting.scene

    @property
    def table(self) -> Reading:
        """Return the table as it is."""
        return self.game.reading

    # --- places -----------------------------------------------------------------------------------

    def places(self, where: n.Where | None, me: int) -> list[Place]:
        """Return the places that are meant, seen from somebody; where one of several seats is meant
        and nobody is chosen, those of all of them.
        """
        if where is None:
            return [(me, self.hand())]
        of = seats_in(where)
        zone = id_of(where.name) if isinstance(where, n.Zone) else self.table.book.city
        if zone in self.table.zones:
            return [(-1, zone)]
        if of is None:
            return [(me, zone)]
        if of is Seats.YOU:
            return [(self.scene.whose, zone)]
        if of in CHOSEN:
            if self.acting.is_chosen:
                return [(self.scene.they, zone)]
            return [(seat, zone) for seat in self.table.chosen_among(me, of, True)]
        return [(seat, zone) for seat in self.table.whom(replace(self.scene, me=me), of)]

    def hand(self) -> str:
        """Return the zone from which the cards of an age are played."""
        turns = tuple(nodes(self.table.book.flow.age, items.Turns))
        return id_of(nodes(turns, items.PlayStep)[0].source)

    def discards(self, zone: str) -> Place:
        """Return where cards go that are discarded from a zone."""
        cleared = {id_of(clear.zone): id_of(clear.to) for clear in nodes(self.table.book.flow.steps(), items.Clear)}
        return -1, cleared.get(zone, cleared[self.hand()])

    def is_open(self, where: n.Where | None) -> bool:
        """Tell whether `you` sees what lies in a place."""
        zone = id_of(where.name) if isinstance(where, n.Zone) else self.table.book.city
        zone = self.hand() if where is None else zone
        if zone in self.table.zones or seats_in(where) is None:
            return True
        return self.table.book.zones[zone].seen_by == "everyone" or (seats_in(where), zone) in self.acting.looked_at

    def lying(self, place: Place) -> list[str]:
        """Return the cards of a place."""
        return self.table.lying_at(place)

    def fitting(self, place: Place, which: n.Which | None, to: Place | None) -> list[str]:
        """Return the cards of a place that are meant and may go to another one: not into a city
        that has a twin.
        """
        found = list(self.lying(place)) if which is None else self.table.told(place, which, self.scene.whose)
        if to is not None and to[1] == self.table.book.city and to[0] >= 0:
            found = [card for card in found if not self.table.blocks(to[0], card)]
        return found

    def offered(self, me: int, places: Sequence[Place], which: n.Which | None, to: Place | None) -> list[Meaning]:
        """Return the options to pick one of the cards of some places."""
        return [
            replace(take(card), seat=-1 if place[0] == me else place[0])
            for place in places
            for card in dict.fromkeys(self.fitting(place, which, to))
        ]

    def lies_at(self, me: int, places: Sequence[Place], answer: Meaning) -> Place | None:
        """Return the place from which a card was picked, unless who picked at the same time has
        it.
        """
        seat = me if answer.seat < 0 else answer.seat
        found = [place for place in places if place[0] in (seat, -1) and answer.card in self.lying(place)]
        return found[0] if found else None

    # --- the general move -------------------------------------------------------------------------

    def carry(self, card: str, source: Place, to: Place) -> int:
        """Move a card; return how many were moved: none into a city that has a twin."""
        if source == to or card not in self.lying(source):
            return 0
        city = self.table.book.city
        if to[1] == city and self.table.blocks(to[0], card):
            return 0
        coined = False
        self.take_out(card, source)
        if source[1] == city and card in self.table.cities[source[0]].coined:
            self.table.cities[source[0]].coined.remove(card)
            coined = True
        self.lying(to).append(card)
        if coined and to[1] == city:
            self.table.cities[to[0]].coined.append(card)
            self.table.cities[to[0]].heaps[card] = self.table.cities[source[0]].heaps.get(card, 1)
        return 1

    def take_out(self, card: str, source: Place) -> None:
        """Take a card out of a place: of two of a kind the one that was meant."""
        lying = self.lying(source)
        if self.is_newest:
            lying.reverse()
        lying.remove(card)
        if self.is_newest:
            lying.reverse()

    def moved_by(self, card: str, source: Place, to: Place, seat: int, deed: str) -> int:
        """Move a card; what a seat does with it is an event, if it is called by a name."""
        done = self.carry(card, source, to)
        if done and deed:
            self.game.raise_event(Event(deed, seat, what=card, source=source[1]))
        return done

    def target(self, move: n.MoveCards, source: Place, me: int, number: int) -> Place | None:
        """Return where a card goes; to several seats cards go one after the other."""
        match move.verb:
            case MoveVerb.DISCARD:
                return self.discards(source[1])
            case MoveVerb.TAKE:
                return (me, source[1])
            case MoveVerb.GIVE:
                others = self.acting.others_of(me, move.other or Seats.LEFT)
                places = [(other, source[1]) for other in others]
            case _:
                places = self.places(move.into, me)
        if len(places) == 1 and not self.is_group(move):
            return places[0]
        return places[number] if number < len(places) else None

    def is_group(self, move: n.MoveCards) -> bool:
        """Tell whether cards go to several seats."""
        of = move.other if move.verb is MoveVerb.GIVE else seats_in(move.into)
        return of in (Seats.NEIGHBOURS, Seats.EACH_NEIGHBOUR, Seats.OTHERS, Seats.EVERYONE, Seats.PARTNER)

    def move(self, move: n.MoveCards) -> Act:
        """Move cards; return how many."""
        if isinstance(move.cards, (n.OfThem, n.UsedCard, n.EventCard)) or move.verb is MoveVerb.REVEAL:
            raise Unknown(type(move.cards).__name__ if not isinstance(move.cards, n.Cards) else "reveal")
        acting, me = self.acting, self.scene.me
        self.is_newest = any(one.is_newest for one in nodes(move.cards, n.Outermost))
        which = None if isinstance(move.cards, n.ThisCard) else move.cards
        deed = "discard" if move.verb is MoveVerb.DISCARD else ""
        from_chosen, to_chosen = seats_in(move.source) in CHOSEN, (move.other or seats_in(move.into)) in CHOSEN
        if isinstance(move.cards, n.ThisCard) or move.number is n.SoMany.ALL:
            return (yield from self.move_all(move, which, deed))
        hidden = not self.is_open(move.source)
        if from_chosen and hidden:
            group = seats_in(move.source)
            assert group is not None
            if not (yield from acting.choose_with(group, self.zone_of(move.source))):
                return 0
        elif to_chosen:
            group = (move.other if move.other in CHOSEN else None) or seats_in(move.into)
            assert group is not None
            if not (yield from acting.choose(self.table.chosen_among(me, group, True))):
                return 0
        times = self.scene.many if isinstance(move.number, n.SoMany) else move.number
        if hidden and is_any(which):
            return self.by_chance(move, which, times, deed)
        return (yield from self.picked(move, which, times, deed, hidden))

    def zone_of(self, where: n.Where | None) -> str:
        """Return the zone that is meant."""
        return id_of(where.name) if isinstance(where, n.Zone) else self.table.book.city

    def move_all(self, move: n.MoveCards, which: n.Which | None, deed: str) -> Act:
        """Move all cards that are meant, or the one on which the clause stands."""
        acting, me = self.acting, self.scene.me
        from_chosen = seats_in(move.source) in CHOSEN
        if from_chosen or (move.other or seats_in(move.into)) in CHOSEN:
            group = move.other if move.other in CHOSEN else seats_in(move.source if from_chosen else move.into)
            if move.other not in CHOSEN and seats_in(move.into) in CHOSEN:
                group = seats_in(move.into)
            assert group is not None
            if not (yield from acting.choose(self.table.chosen_among(me, group, True))):
                return 0
        done = 0
        for seat in acting.subjects(move.who):
            places = [(seat, self.table.book.city)] if which is None else self.places(move.source, seat)
            for place in places:
                here = [card for card in self.lying(place) if card == self.scene.item]
                for card in here if which is None else self.table.told(place, which, self.scene.whose):
                    to = self.target(move, place, seat, 0)
                    done += 0 if to is None else self.moved_by(card, place, to, seat, deed)
        return done

    def by_chance(self, move: n.MoveCards, which: n.Which | None, times: int, deed: str) -> int:
        """Move some cards by chance, as many as there are."""
        done = 0
        for seat in self.acting.subjects(move.who):
            places = self.places(move.source, seat)
            if len(places) > 1:
                raise Unknown("cards of several places by chance")
            for place in places:
                to = self.target(move, place, seat, 0)
                if to is None:
                    continue
                listed = self.game.as_they_lie(self.fitting(place, which, to))
                order = self.game.shuffled(list(range(len(listed))))
                for card in [listed[number] for number in order][:times]:
                    done += self.moved_by(card, place, to, seat, deed)
        return done

    def picked(self, move: n.MoveCards, which: n.Which | None, times: int, deed: str, hidden: bool) -> Act:
        """Let cards be picked one after the other: by who moves them, or by whose they are."""
        acting, me = self.acting, self.scene.me
        is_group = self.is_group(move)
        total, number, often = 0, 0, 255 if is_group else max(1, times)
        while number < often:
            owners = sorted({place[0] for place in self.places(move.source, me)}) if hidden else []
            seats = [seat for seat in owners if seat >= 0] if hidden else acting.subjects(move.who)

            def options(seat: int, number: int = number) -> list[Meaning]:
                places = [(seat, self.zone_of(move.source))] if hidden else self.places(move.source, seat)
                return [
                    option
                    for place in places
                    if (to := self.target(move, place, me if hidden else seat, number)) is not None
                    for option in self.offered(seat, [place], which, to)
                ]

            answers = yield acting.decision(seats, options)
            acting.view = self.table
            done = 0
            for seat in seats:
                if seat in answers:
                    places = [(seat, self.zone_of(move.source))] if hidden else self.places(move.source, seat)
                    source = self.lies_at(seat, places, answers[seat])
                    if source is None:
                        continue
                    to = self.target(move, source, me if hidden else seat, number)
                    if seats_in(move.source) in CHOSEN and not hidden:
                        self.scene.they = source[0]
                    done += 0 if to is None else self.moved_by(answers[seat].card, source, to, seat, deed)
            total += done
            number += 1
            if not done:
                break
        return total

    # --- drawing ----------------------------------------------------------------------------------

    def draw(self, draw: n.Draw) -> Act:
        """Draw cards by chance into a zone; return how many."""
        if draw.into is None or draw.keep is not None or draw.source is None:
            raise Unknown("Draw of unused cards, or to keep some")
        if seats_in(draw.source) in CHOSEN:
            group = seats_in(draw.source)
            assert group is not None
            if not (yield from self.acting.choose_with(group, self.zone_of(draw.source))):
                return 0
        done = 0
        for seat in self.acting.subjects(draw.who):
            places = self.places(draw.source, seat)
            if len(places) > 1:
                raise Unknown("cards of several places by chance")
            for place in places:
                ((owner, zone),) = self.places(draw.into, seat)
                listed = self.game.as_they_lie(self.fitting(place, draw.cards, (owner, zone)))
                order = self.game.shuffled(list(range(len(listed))))
                for card in [listed[number] for number in order][: draw.number]:
                    done += self.moved_by(card, place, (owner, zone), seat, "draw")
        return done

    # --- building and playing ---------------------------------------------------------------------

    def enter(self, sentence: n.Build | n.Play) -> Act:
        """Let a card of a zone enter play: built or only played, for nothing or paid for."""
        what = sentence.what if isinstance(sentence, n.Build) else sentence.cards
        if isinstance(what, (n.OfThem, n.UsedCard)) or sentence.source is None:
            raise Unknown(type(what).__name__)
        is_build = isinstance(sentence, n.Build)
        self.is_newest = any(one.is_newest for one in nodes(what, n.Outermost))
        group = seats_in(sentence.source)
        if group in CHOSEN:
            assert group is not None
            if not (yield from self.acting.choose_with(group, self.zone_of(sentence.source))):
                return 0
        seats = self.acting.subjects(sentence.who)
        answers = yield self.acting.decision(seats, lambda seat: self.entering(seat, sentence, what))
        self.acting.view = self.table
        done = 0
        for seat in seats:
            if seat not in answers:
                continue
            answer = answers[seat]
            sources = [one for one in self.places(sentence.source, seat) if answer.card in self.lying(one)]
            if not sources:
                continue  # who has chosen at the same time has it
            source = sources[0]
            self.take_out(answer.card, source)
            if source[1] == self.table.book.city and answer.card in self.table.cities[source[0]].coined:
                self.table.cities[source[0]].coined.remove(answer.card)
            if not isinstance(sentence.price, n.Free):
                self.game.pay(seat, answer)
            if is_build:
                self.table.cities[seat].done.append(("build", answer.card, ""))
            self.game.enter(seat, answer.card)
            self.game.raise_event(Event("play", seat, what=answer.card, source=source[1]))
            if is_build:
                self.game.raise_event(Event("build", seat, what=answer.card))
            done += 1
        return done

    def entering(self, seat: int, sentence: n.Build | n.Play, which: n.Which) -> list[Meaning]:
        """Return the options to let a card enter play."""
        places = self.places(sentence.source, seat)
        cards = [
            card for place in places for card in dict.fromkeys(self.fitting(place, which, (seat, self.table.book.city)))
        ]
        if isinstance(sentence.price, n.Free):
            return [take(card) for card in cards]
        less = sentence.price.number if isinstance(sentence.price, n.Less) else 0
        market, purse = market_of(self.table, seat), self.table.cities[seat].purse
        ways = ((card, way) for card in cards for way in ways_for_card(self.table, seat, market, card, "", less))
        return [paid("take", card, way) for card, way in ways if way.total <= purse]

    def stage(self, sentence: n.BuildStage) -> Act:
        """Let seats build a stage without a card."""
        seats = self.acting.subjects(sentence.who)
        answers = yield self.acting.decision(seats, lambda seat: self.stages(seat, sentence.price))
        self.acting.view = self.table
        for seat, answer in answers.items():
            stage = int(answer.card.rpartition("-")[2]) - 1
            if not isinstance(sentence.price, n.Free):
                self.game.pay(seat, answer)
            self.table.cities[seat].done.append(("stage", "", ""))
            self.table.cities[seat].built.append(stage)
            self.game.happen_all(seat, self.table.held_stage(seat, stage))
            self.game.raise_event(Event("stage", seat))
        return len(answers)

    def stages(self, seat: int, price: n.Free | n.Less | None) -> list[Meaning]:
        """Return the options to build a stage."""
        city, found = self.table.cities[seat], []
        for stage in self.table.unbuilt(seat)[: None if self.table.in_any_order(seat) else 1]:
            name = f"{city.board}-stage-{stage + 1}"
            if isinstance(price, n.Free):
                found.append(take(name))
                continue
            less = price.number if isinstance(price, n.Less) else 0
            market = market_of(self.table, seat)
            ways = ways_for_stage(self.table, seat, market, stage, "", less)
            found += [paid("take", name, way) for way in ways if way.total <= city.purse]
        return found

    # --- looking, putting, asking for -------------------------------------------------------------

    def open(self, look: n.LookAt) -> Act:
        """Let cards lie open until the clause ends; tell whether there are any to be looked at."""
        group = seats_in(look.place)
        if group in CHOSEN:
            assert group is not None
            if not (yield from self.acting.choose_with(group, self.zone_of(look.place))):
                return 0
        self.acting.looked_at.add((group, self.zone_of(look.place)))
        if group in CHOSEN:
            self.acting.looked_at.add((Seats.THEY, self.zone_of(look.place)))
        return 1

    def look(self, look: n.LookAt) -> Act:
        """Let seats look at cards."""
        if not (yield from self.open(look)):
            return 0
        seats = self.acting.subjects(look.who)
        answers = yield self.acting.decision(
            seats, lambda seat: self.offered(seat, self.places(look.place, seat), None, None)
        )
        self.acting.view = self.table
        return len(answers)

    def put(self, put: n.Put) -> Act:
        """Let `you` put coins on a card; they stay there."""
        me, which = self.scene.me, put.cards
        if isinstance(which, (n.ThisCard, n.EventCard)):
            raise Unknown(type(which).__name__)
        parts = put.place.parts if isinstance(put.place, n.Place) else ()
        places = list(dict.fromkeys(place for part in parts for place in self.places(part, me)))

        def options(_: int) -> list[Meaning]:
            city = self.table.cities[me]
            if min(city.purse, city.coins) < put.number:
                return []
            return [
                option
                for option in self.offered(me, places, which, None)
                if option.card not in self.table.cities[me if option.seat < 0 else option.seat].coined
            ]

        answers = yield self.acting.decision([me], options)
        self.acting.view = self.table
        if me not in answers:
            return 0
        city, answer = self.table.cities[me], answers[me]
        there = self.table.cities[me if answer.seat < 0 else answer.seat]
        if answer.card in there.coined:
            return 0  # who has chosen at the same time was before
        city.coins -= put.number
        city.purse -= put.number
        there.coined.append(answer.card)
        there.heaps[answer.card] = put.number
        return 1

    def take_off(self, take_off: n.TakeOff) -> Act:
        """Let a seat take coins that lie on a card."""
        me, which = self.scene.me, take_off.cards
        if isinstance(which, (n.ThisCard, n.EventCard)) or take_off.who is not Seats.YOU:
            raise Unknown(f"taking coins from {type(which).__name__}, or by others")
        parts = take_off.place.parts if isinstance(take_off.place, n.Place) else ()
        places = list(dict.fromkeys(place for part in parts for place in self.places(part, me)))

        def options(_: int) -> list[Meaning]:
            return [
                option
                for option in self.offered(me, places, which, None)
                if option.card in self.table.cities[me if option.seat < 0 else option.seat].coined
            ]

        answers = yield self.acting.decision([me], options)
        self.acting.view = self.table
        if me not in answers:
            return 0
        answer = answers[me]
        there = self.table.cities[me if answer.seat < 0 else answer.seat]
        if answer.card not in there.coined:
            return 0  # who has chosen at the same time was before
        taken = min(take_off.number, there.heaps.get(answer.card, 1))
        there.heaps[answer.card] = there.heaps.get(answer.card, 1) - taken
        if not there.heaps[answer.card]:
            there.coined.remove(answer.card)
        self.table.cities[me].coins += taken
        self.game.raise_event(Event("coins", me, pieces=taken, source="seat"))
        return taken

    def oblige(self, oblige: n.Oblige) -> int:
        """Ask seats for an action the next time that they play a card of a zone."""
        seats = self.acting.subjects(oblige.who)
        for seat in seats:
            self.table.cities[seat].asked_next.add((id_of(oblige.source), id_of(oblige.action)))
        return 1

    # --- swaps ------------------------------------------------------------------------------------

    def swap_zones(self, swap: n.SwapZones) -> Act:
        """Let all cards of two zones change places."""
        me, zone = self.scene.me, self.hand() if swap.zone is None else id_of(swap.zone)
        others = self.acting.others_of(me, swap.other)
        if swap.other in CHOSEN:
            answers = yield self.acting.decision(
                [me],
                lambda _: [between.swap("", seat, "") for seat in self.table.chosen_among(me, swap.other, True)],
            )
            self.acting.view = self.table
            if me not in answers:
                return 0
            others = [answers[me].seat]
        if not others or others[0] == me:
            return 0
        one, other = self.table.cities[me], self.table.cities[others[0]]
        one.zones[zone], other.zones[zone] = other.zones[zone], one.zones[zone]
        if zone == self.table.book.city:
            one.coined, other.coined = other.coined, one.coined
            one.heaps, other.heaps = other.heaps, one.heaps
        return int(bool(one.zones[zone] or other.zones[zone]))

    def copy(self, copy: n.Copy) -> Act:
        """Let `you` have the effects of a card elsewhere."""
        me, table = self.scene.me, self.table
        if not isinstance(copy.place, n.Place):
            raise Unknown("copying what is elsewhere")
        if copy.stage is not None:
            raise Unknown("copying a stage")
        places = [place for part in copy.place.parts for place in self.places(part, me)]

        def options(_: int) -> list[Meaning]:
            had = {name for name, _ in table.cities[me].copies}
            found = {card for place in places for card in self.fitting(place, copy.cards, None)}
            return [take(card) for card in found if not (card in had and self.game.copies(card))]

        answers = yield self.acting.decision([me], options)
        self.acting.view = table
        if me not in answers:
            return 0
        card = answers[me].card
        table.cities[me].copies.append((card, self.scene.line))
        self.game.raise_event(Event("copy", me, what=card))
        self.game.happen_all(me, table.held_copy(card, len(table.cities[me].copies), self.scene.line))
        return 1
