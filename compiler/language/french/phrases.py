"""Say the parts of a sentence in French, each noun with its article and gender."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from stele.compiler.common.words import listed
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Period, Seats
from stele.compiler.front.unparse import said_behind
from stele.compiler.language.french.words import (
    CITIES,
    ONE_CITY,
    ONE_OF,
    PERIODS,
    RIVALS,
    SIDES,
    SUBJECTS,
    coins,
    is_one,
    is_or_not,
    is_vowel,
    low,
    of_,
    plural,
    points,
    quoted,
    resources_,
    s,
    these,
    to_,
)
from stele.compiler.language.naming import Lexicon
from stele.compiler.language.numerals import roman

Words = Mapping[tuple[n.Role, str], items.Word]


BOUNDS = {n.Bound.LEAST: "au moins", n.Bound.MOST: "au plus", n.Bound.EXACTLY: "exactement"}


FOIS = {1: "une", 2: "deux"}


class FrenchPhrases:
    """Writes the parts of a sentence; `words` are the names of the language, the lexicon those of
    what has none there.
    """

    def __init__(self, lexicon: Lexicon, words: Words) -> None:
        self.lexicon = lexicon
        self.words = words

    def word(self, name: Name) -> items.Word | None:
        """Return what something is called in this language, if that is told."""
        return self.words.get((name.role, name.target or ""))

    def noun(self, name: Name, number: int = 1) -> str:
        """Return a noun inside a sentence."""
        word = self.word(name)
        if word is None:
            return quoted(self.lexicon.name(name))
        return low(word.name if is_one(number) else word.plural or plural(word.name))

    def is_feminine(self, name: Name) -> bool:
        """Tell the gender of a noun; without a word it is masculine."""
        word = self.word(name)
        return word is not None and word.gender == "f"

    def elides(self, name: Name) -> bool:
        """Tell whether a word before a noun loses its last vowel, or takes the form that ends in a
        consonant.
        """
        word = self.word(name)
        return word is not None and word.elides and is_vowel(word.name)

    def agree(self, adjective: str, name: Name, number: int = 1) -> str:
        """Return a regular adjective as it stands beside a noun."""
        return adjective + ("e" if self.is_feminine(name) else "") + ("" if is_one(number) else "s")

    def a(self, name: Name) -> str:
        """Return a noun with `un` or `une`."""
        return f"{'une' if self.is_feminine(name) else 'un'} {self.noun(name)}"

    def of_the(self, name: Name) -> str:
        """Return a noun with `du`, `de la` or `de l'`."""
        return of_(self.the(name))

    def colour(self, name: Name, number: int = 1) -> str:
        """Return a colour as it stands beside `carte` or `cartes`."""
        word = self.word(name)
        if word is None:
            return quoted(self.lexicon.name(name))
        one = word.feminine or (word.name if word.name.endswith("e") else word.name + "e")
        return low(one if is_one(number) else word.feminine_plural or plural(one))

    def titled(self, name: Name) -> str:
        """Return what a track, a marker or a face is called, as a title."""
        word = self.word(name)
        return quoted(self.lexicon.name(name) if word is None else word.name)

    def action(self, name: Name) -> str:
        """Return the name of an action, as it stands in a list."""
        word = self.word(name)
        return quoted(self.lexicon.name(name) if word is None else word.name)

    def limit(self, limit: n.Once, sentence: n.Sentence) -> str:
        """Return how often it may happen."""
        if isinstance(sentence, n.Rebate) and limit.period is Period.TURN:
            return "à chaque tour"
        if limit.per_neighbour:
            return f"{FOIS.get(limit.times, limit.times)} fois par tour et par voisin"
        return f"{FOIS.get(limit.times, limit.times)} fois par {PERIODS[limit.period]}"

    def counted_in(self, where: n.Where | n.Place | None, who: n.Subject = Seats.YOU) -> str:
        """Return where something is counted: in one place, in several, or nothing; nothing else
        said, it is that of whom a condition is about.
        """
        if where is None or isinstance(where, n.Place):
            return self.place(where, who=who)
        return self.where(where, who=who)

    def test(self, test: n.Test) -> str:
        """Return one condition, as it stands after `si`."""
        match test.fact:
            case n.AtLeast(number, n.Steps(track) as steps, bound=bound) if self.lexicon.owner(track) == "table":
                return f"{self.opposite(test)}il y a {BOUNDS[bound]} {number} {self.countable(steps, number)}"
            case n.AtLeast(number, what, where, _, n.Bound.LEAST, Seats.YOU as who):
                least = "moins de" if test.is_negated else "au moins"
                place = self.counted_in(where, who)
                return f"vous avez {least} {number} {self.countable(what, number)}{place}"
            case n.AtLeast(number, what, where, _, bound, who):
                place = self.counted_in(where, who)
                counted = f"{self.countable(what, max(number, 1))}{place}"
                if number == 0 and bound is n.Bound.MOST:
                    return f"{self.opposite(test)}{self.has(who, is_without=True)} de {counted}"
                return f"{self.opposite(test)}{self.has(who)} {BOUNDS[bound]} {number} {counted}"
            case n.Compared(is_more, what, where, than, who):
                place = self.counted_in(where, who)
                counted = f"{'plus' if is_more else 'moins'} de {self.countable(what, 2)}{place}"
                rival = self.rival(than, who)
                return f"{self.opposite(test)}{self.has(who)} {counted} {'qu' + chr(39) if rival[0] in 'aeiou' else 'que '}{rival}"
            case n.Foremost(is_most, is_alone, what, where, among, who):
                place = self.counted_in(where, who)
                counted = f"le {'plus' if is_most else 'moins'} de {self.countable(what, 2)}{place}"
                group = " parmi vous et vos voisins" if among is Seats.NEIGHBOURS else ""
                return f"{self.opposite(test)}{self.has(who)} {'seul ' if is_alone else ''}{counted}{group}"
            case n.SoManyPlayers(number, bound):
                return f"{self.opposite(test)}il y a {BOUNDS[bound]} {number} joueurs"
            case n.AnyOf(tests):
                return f"{self.opposite(test)}{' ou '.join(self.test(one) for one in tests)}"
            case n.InAge(age):
                return f"l'Âge en cours {is_or_not(test.is_negated)} l'Âge {roman(age)}"
            case n.HasMajority(side):
                have = "n'avez pas" if test.is_negated else "avez"
                shared = self.lexicon.shared()
                place = f"à {SIDES[side]}" if shared is None else f"{self.at_the(shared)} de {SIDES[side]}"
                return f"vous {have} la majorité {place}"
            case n.InTurn(turn):
                return f"ce tour {is_or_not(test.is_negated)} le tour {turn} de l'Âge"
            case n.CardIs(cards, used):
                kind = listed([self.colour(colour) for colour in cards.colours], "ou")
                kind = kind if cards.age is None else f"de l'Âge {roman(cards.age)}"
                return f"la carte {'' if used is None else 'sous cette étape '}{is_or_not(test.is_negated)} {kind}"
            case n.MarkerIs(marker, face):
                shows = "ne montre pas" if test.is_negated else "montre"
                return f"le marqueur {self.titled(marker)} {shows} la face {self.titled(face)}"
            case n.DoneThisTurn(deed, who):
                has = f"{self.opposite(test)}{self.has(who)}"
                has = "personne n'a" if who is Seats.ANYONE and test.is_negated else has
                return f"{has} {self.done(deed)} ce tour-ci"
            case _:
                assert_never(test.fact)

    def done(self, deed: n.BuildsCard | n.BuildsStage | n.UsesCard) -> str:
        """Return what was done, behind `a`."""
        match deed:
            case n.BuildsCard(cards):
                return f"construit {self.a_card(cards)}"
            case n.BuildsStage():
                return "construit une étape"
            case n.UsesCard(cards, action):
                return f"utilisé {self.a_card(cards)} pour {self.action(action)}"
            case _:
                assert_never(deed)

    def opposite(self, test: n.Test) -> str:
        """Return what stands before a condition that must not hold."""
        return "il n'est pas vrai que " if test.is_negated else ""

    def rival(self, than: Seats | n.RivalThing, who: n.Subject = Seats.YOU) -> str:
        """Return with whom, or with what else, something is compared."""
        if isinstance(than, Seats):
            return RIVALS.get(than) or SUBJECTS[than]
        place = self.counted_in(than.where, who)
        return f"de {self.countable(than.what, 2)}{place}"

    def has(self, who: Seats, is_without: bool = False) -> str:
        """Return who has something, or has none of it."""
        if who is Seats.YOU:
            return "vous n'avez pas" if is_without else "vous avez"
        return f"{RIVALS.get(who) or SUBJECTS[who]} {'n' + chr(39) + 'a pas' if is_without else 'a'}"

    def subject(self, who: n.Subject) -> str:
        """Return who does something, if it is not the owner."""
        match who:
            case n.SeatsWith(group, n.AtLeast(number, what, where, _, bound)):
                counted = f"{self.countable(what, max(number, 1))}{self.their(where)}"
                if number == 0 and bound is n.Bound.MOST:
                    return f"{SUBJECTS[group]} qui n'a pas de {counted}"
                return f"{SUBJECTS[group]} qui a {BOUNDS[bound]} {number} {counted}"
            case n.SeatsWith(group, n.Compared(is_more, what, where, than)):
                counted = f"{'plus' if is_more else 'moins'} de {self.countable(what, 2)}{self.their(where)}"
                rival = self.rival(than, group)
                return f"{SUBJECTS[group]} qui a {counted} {'qu' + chr(39) if rival[0] in 'aeiou' else 'que '}{rival}"
            case n.WhoHas(n.Foremost(is_most, is_alone, what, where, among)):
                counted = f"le {'plus' if is_most else 'moins'} de {self.countable(what, 2)}{self.their(where)}"
                near = " parmi vous et vos voisins" if among is Seats.NEIGHBOURS else ""
                return f"quiconque a {'seul ' if is_alone else ''}{counted}{near}"
            case Seats():
                return SUBJECTS[who]
            case _:
                raise AssertionError(who)

    def does(self, who: n.Subject, you: str, they: str) -> str:
        """Return subject and verb: `recevez`, `chaque autre joueur reçoit`."""
        return you if who is Seats.YOU else f"{self.subject(who)} {they}"

    def their(self, where: n.Where | n.Place | None) -> str:
        """Return ` dans ...` for a place of the one who is spoken of."""
        if where is None or isinstance(where, n.Place):
            return self.counted_in(where)
        text = self.where(where)
        if not isinstance(where, n.Zone):
            return text
        whose = "sa" if self.is_feminine(where.name) and not self.elides(where.name) else "son"
        return text.replace(" votre ", f" {whose} ").replace(" vos ", " ses ")

    def cards(self, cards: n.Which, number: int = 1) -> str:
        """Return which cards are meant."""
        match cards:
            case n.NamedCards(noun):
                return " ".join(
                    [self.noun(noun, number), *(self.kept(one, number) for one in said_behind(cards.filters))]
                )
            case n.Cards(colours, age):
                words = ["carte" if is_one(number) else "cartes"]
                words += [] if age is None else [f"de l'Âge {roman(age)}"]
                words += [listed([self.colour(colour, number) for colour in colours], "ou")] if colours else []
                words += ["de cette couleur"] if cards.of_that_colour else []
                return " ".join([*words, *(self.kept(one, number) for one in said_behind(cards.filters))])
            case n.CardNamed(card):
                word = self.word(card)
                return quoted(self.lexicon.name(card) if word is None else word.name)
            case _:
                assert_never(cards)

    def kept(self, kept: n.Filter, number: int) -> str:
        """Return what else is said of cards."""
        cost = "coûte" if is_one(number) else "coûtent"
        negated = f"ne {cost}"
        match kept:
            case n.Costing(n.Bound.LEAST, 1, True):
                return f"qui {cost} des pièces"
            case n.Costing(n.Bound.MOST, 0, is_coins):
                return f"qui {negated} pas de {'pièces' if is_coins else 'ressources'}"
            case n.Costing(bound, least, is_coins):
                return f"qui {cost} {BOUNDS[bound]} {coins(least) if is_coins else resources_(least)}"
            case n.Showing(symbol):
                return f"avec un symbole {self.symbol(symbol)}"
            case n.Coined():
                return "avec une pièce dessus"
            case n.Lacked():
                return "avec un symbole qui vous manque"
            case n.Outermost():
                return ""  # c'est dit avec l'article
            case _:
                assert_never(kept)

    def a_card(self, cards: n.Which) -> str:
        """Return one of some cards, with `un` or `une`; or the last or first that came."""
        outermost = [] if isinstance(cards, n.CardNamed) else [o for o in cards.filters if isinstance(o, n.Outermost)]
        if outermost:
            feminine = self.is_of_feminine(cards)
            came = ("arrivée" if feminine else "arrivé") + (" en dernier" if outermost[0].is_newest else " en premier")
            return f"{'la' if feminine else 'le'} {self.cards(cards)} {came}"
        match cards:
            case n.NamedCards(noun):
                return f"{'une' if self.is_feminine(noun) else 'un'} {self.cards(cards)}"
            case n.CardNamed():
                return self.cards(cards)
            case _:
                return f"une {self.cards(cards)}"

    def is_of_feminine(self, cards: n.Which) -> bool:
        """Tell of which gender some cards are."""
        return not isinstance(cards, n.NamedCards) or self.is_feminine(cards.noun)

    def token(self, tokens: n.Tokens | n.AllTokens, number: int = 1) -> str:
        """Return one token, or more without their number."""
        word = self.word(tokens.kind)
        kind = quoted(self.lexicon.name(tokens.kind)) if word is None else low(word.name)
        worth = "" if tokens.worth is None else f" de {points(tokens.worth)}"
        return f"jeton{'' if is_one(number) else 's'} {kind}{worth}"

    def tokens(self, tokens: n.Tokens) -> str:
        """Return some tokens."""
        return f"{tokens.number} {self.token(tokens, tokens.number)}"

    def symbol(self, name: Name) -> str:
        """Return the name of a symbol, as it stands after `symbole`."""
        word = self.word(name)
        return quoted(self.lexicon.name(name)) if word is None else low(word.name)

    def countable(self, what: n.Countable, number: int = 1) -> str:
        """Return what is counted."""
        s = "" if is_one(number) else "s"
        match what:
            case n.Cards() | n.NamedCards() | n.CardNamed():
                return self.cards(what, number)
            case n.Tokens():
                return self.token(what, number)
            case n.Symbols(kind):
                return f"symbole{s} {self.symbol(kind)}"
            case n.SetOf(kinds) if kinds[0].role is n.Role.SYMBOL:
                return f"série{s} de symboles {listed([self.symbol(kind) for kind in kinds], 'et')}"
            case n.SetOf(kinds):
                first, *others = [self.colour(kind) for kind in kinds]
                named = [f"d'une carte {first}", *(f"d'une {other}" for other in others)]
                return f"série{s} composée{s} {listed(named, 'et')}"
            case n.SquareOf(symbols):
                return f"point{s} du carré du nombre de symboles {self.symbol(symbols.kind)}"
            case n.Stages():
                return f"étape{s} construite{s}"
            case n.Steps(track):
                return f"pas sur la piste {self.titled(track)}"
            case n.AllCoins():
                return f"pièce{s}"
            case n.AllShields():
                return f"bouclier{s}"
            case n.AgesBegun():
                return f"Âge{s} commencé{s}"
            case n.CoinsOn(cards):
                return f"pièce{s} posée{s} sur {'cette carte' if cards is None else 'des ' + self.cards(cards, 2)}"
            case n.Players():
                return f"joueur{s}"
            case n.LinePoints(line):
                return f"point{s}" + ("" if line is None else f" de la ligne {self.titled(line)}")
            case n.Produced(resource):
                if resource is None:
                    return f"ressource{s} produite{s} à chaque tour"
                return f"{self.noun(resource, number)} {self.agree('produit', resource, number)} à chaque tour"
            case n.Colours(of_ages):
                return f"couleur{s} différente{s} parmi les cartes{' Âge' if of_ages else ''}"
            case n.CardsOfOneColour():
                return f"carte{s} d'une couleur de votre choix"
            case _:
                assert_never(what)

    def per(self, per: n.Per | None, who: n.Subject = Seats.YOU) -> str:
        """Return ` pour chaque ...`, or nothing."""
        if per is None:
            return ""
        if isinstance(per.what, n.Stages) and isinstance(per.place, n.TheyHave) and per.divisor == 1:
            return " pour chaque étape qu'il a construite"
        place = self.held(per.what, per.place, who)
        less = "" if per.less is None else f", moins {per.less}"
        if per.divisor == 1:
            return f"{less} pour chaque {self.countable(per.what)}{place}{self.most(per.most)}"
        return (
            f"{less} par tranche de {per.divisor} {self.countable(per.what, per.divisor)}{place}{self.most(per.most)}"
        )

    def held(self, what: n.Countable, place: n.Place | n.TheyHave | n.YouHave | n.Here | None, who: n.Subject) -> str:
        """Return where something is counted; without a place, who has it."""
        match place, what:
            case None, n.AgesBegun() | n.Players():
                return ""
            case None, n.Steps(track) if self.lexicon.owner(track) == "table":
                return ""
            case None, n.Produced():
                return "" if who is Seats.YOU else " dans sa cité"
            case None, n.AllCoins() | n.AllShields() if who is Seats.YOU:
                return " que vous possédez"
            case None, _:
                return "" if who is Seats.YOU else " qu'il possède"
            case _:
                return self.place(place, who=who)

    def most(self, most: int | None) -> str:
        """Return how much it is at most."""
        return "" if most is None else f", mais au plus {most} en tout"

    def unit(self, of: n.AllCoins | n.Tokens | n.AllPoints | n.Steps, number: int = 2) -> str:
        """Return what there is so much of."""
        match of:
            case n.AllCoins():
                return f"pièce{s(number)}"
            case n.AllPoints():
                return f"point{s(number)}"
            case n.Tokens():
                return self.token(of, number)
            case n.Steps():
                return self.countable(of, number)
            case _:
                assert_never(of)

    def varied(self, amount: n.ThatMany | n.HalfOf | n.Scale, who: n.Subject = Seats.YOU) -> str:
        """Return an amount that is no number, of what somebody has."""
        whose = "vos" if who is Seats.YOU else "ses"
        match amount:
            case n.ThatMany(of, most):
                return f"autant de {self.unit(of)}{self.most(most)}"
            case n.HalfOf(of, is_up, most):
                rounded = "au supérieur" if is_up else "à l'inférieur"
                return f"la moitié de {whose} {self.unit(of)}, arrondie {rounded}{self.most(most)}"
            case n.Scale(of, numbers, steps, what, place):
                each = [
                    f"{number} {self.unit(of, number)} pour {step}" for number, step in zip(numbers, steps, strict=True)
                ]
                return f"{listed(each, 'ou')} {self.countable(what, steps[-1])}{self.held(what, place, who)}"
            case _:
                assert_never(amount)

    def place(
        self,
        place: n.Place | n.TheyHave | n.YouHave | n.Here | None,
        is_one_of: bool = False,
        who: n.Subject = Seats.YOU,
    ) -> str:
        """Return ` dans ...`, or nothing; `is_one_of` if one of the places is meant and not all.
        Nothing else said, it is that of who does something.
        """
        match place:
            case None:
                return ""
            case n.Place(parts):
                last = " ou" if is_one_of else " et"
                places = [self.where(part, is_one_of, who) for part in parts]
                return places[0] if len(places) == 1 else ",".join(places[:-1]) + last + places[-1]
            case n.TheyHave():
                return " qu'il possède"
            case n.YouHave():
                return " que vous possédez"
            case n.Here():
                shared = self.lexicon.shared()
                return " ici" if shared is None else f" à {self.this(shared)}"
            case _:
                assert_never(place)

    def where(self, where: n.Where, is_one_of: bool = False, who: n.Subject = Seats.YOU) -> str:
        """Return ` dans ...` for one part of a place; `is_one_of` if one of its cities is meant and
        not all.
        """
        match where:
            case n.Zone(name, of=Seats() as of):
                return f" dans {self.zone_of(name, of, is_one_of)}"
            case n.Zone(name):
                match self.lexicon.owner(name):
                    case "neighbours":
                        one = "l'une" if self.is_feminine(name) else "l'un"
                        return f" à {one} de vos {self.noun(name, 2)}" if is_one_of else f" à vos {self.noun(name, 2)}"
                    case "table":
                        return f" dans {self.the(name)}"
                    case _:
                        return f" dans {self.zone_from(name, who)}"
            case n.CitiesOf(seats):
                return " dans " + (ONE_CITY.get(seats, CITIES[seats]) if is_one_of else CITIES[seats])
            case _:
                assert_never(where)

    def belonging(self, place: n.Place | n.TheyHave | n.Here) -> str:
        """Return ` de ...` for something of one of the places."""
        if not isinstance(place, n.Place):
            return self.place(place)
        return " " + listed([self.owned(part) for part in place.parts], "ou")

    def owned(self, where: n.Where) -> str:
        """Return `de ...` for something of one place."""
        match where:
            case n.Zone(name) if self.lexicon.owner(name) == "neighbours":
                one = "l'une" if self.is_feminine(name) else "l'un"
                return f"de {one} de vos {self.noun(name, 2)}"
            case n.Zone():
                return self.source(where, is_one_of=True)
            case n.CitiesOf(seats):
                return of_(ONE_CITY.get(seats, CITIES[seats]))
            case _:
                assert_never(where)

    def the(self, name: Name) -> str:
        """Return a noun with `le`, `la` or `l'`."""
        noun = self.noun(name)
        if self.elides(name):
            return f"l'{noun}"
        return f"{'la' if self.is_feminine(name) else 'le'} {noun}"

    def at_the(self, name: Name) -> str:
        """Return a noun with `au`, `à la` or `à l'`."""
        return to_(self.the(name))

    def this(self, name: Name) -> str:
        """Return a noun with `ce`, `cet` or `cette`."""
        noun = self.noun(name)
        if self.is_feminine(name):
            return f"cette {noun}"
        return f"cet {noun}" if self.elides(name) else f"ce {noun}"

    def seat(self, who: Seats) -> str:
        """Return who is meant; who shares a place sits on the other side of it."""
        shared = self.lexicon.shared()
        return SUBJECTS[who] + ("" if who is not Seats.ACROSS or shared is None else f" {self.of_the(shared)}")

    def source(self, where: n.Where, who: n.Subject = Seats.YOU, is_one_of: bool = False) -> str:
        """Return `de ...` for where cards are taken from."""
        return of_(self.place_named(where, who, is_one_of))

    def place_named(self, where: n.Where, who: n.Subject = Seats.YOU, is_one_of: bool = False) -> str:
        """Return where cards are taken from, or where they go; `is_one_of` if one of the places is
        meant and not all.
        """
        match where:
            case n.CitiesOf(seats):
                return ONE_CITY.get(seats, CITIES[seats]) if is_one_of else CITIES[seats]
            case n.Zone(name, of=Seats() as of):
                text = self.zone_of(name, of, is_one_of)
                return text if who is Seats.YOU or of is Seats.YOU else text.replace("votre", "son")
            case n.Zone(name):
                return self.zone_from(name, who)
            case _:
                assert_never(where)

    def zone_from(self, zone: Name, who: n.Subject = Seats.YOU) -> str:
        """Return the zone of the table, or of who does something."""
        if self.lexicon.owner(zone) == "table":
            return self.the(zone)
        if who is Seats.YOU:
            return f"votre {self.noun(zone)}"
        return f"{'sa' if self.is_feminine(zone) and not self.elides(zone) else 'son'} {self.noun(zone)}"

    def zone_of(self, zone: Name, of: Seats, is_one_of: bool) -> str:
        """Return the zone of those seats; `is_one_of` if that of one of them is meant."""
        if of is Seats.YOU:
            return f"votre {self.noun(zone)}"
        owner = (ONE_OF if is_one_of else {}).get(of) or RIVALS.get(of) or SUBJECTS[of]
        return f"{self.the(zone)} {of_(owner)}"

    def goods(self, goods: n.Some | n.OneOf | n.SomeThat) -> str:
        """Return what is produced."""
        match goods:
            case n.Some(number, resource):
                return f"produit {number} {self.noun(resource, number)} à chaque tour"
            case n.OneOf(resources):
                named = listed([f"1 {self.noun(resource)}" for resource in resources], "ou")
                return f"produit à chaque tour {named}, au choix"
            case n.SomeThat(number, colours, board, is_negated):
                makers = [f"vos cartes {self.colour(colour, 2)}" for colour in colours]
                makers += ["votre plateau"] if board else []
                some = f"produit à chaque tour {resources_(number)} de votre choix, parmi celles que"
                if is_negated and makers[1:]:
                    return f"{some} ne produisent {', '.join(f'ni {maker}' for maker in makers)}"
                verb = "produisent" if makers[1:] or colours else "produit"
                return f"{some} {f'ne {verb} pas' if is_negated else verb} {listed(makers, 'ou')}"
            case _:
                assert_never(goods)

    def gift(self, gift: n.Coins | n.Tokens | n.ThatMany | n.HalfOf | n.Scale, who: n.Subject = Seats.YOU) -> str:
        """Return what is gained."""
        match gift:
            case n.Coins(number):
                return f"{coins(number)} de la banque"
            case n.Tokens():
                return self.tokens(gift)
            case n.ThatMany(n.AllCoins(), None):
                return "autant de pièces de la banque"
            case n.ThatMany() | n.Scale():
                return self.varied(gift, who)
            case n.HalfOf(of):
                return f"autant de {self.unit(of)} que {self.varied(gift, who)}"
            case _:
                assert_never(gift)

    def given(self, item: n.Coins | n.Tokens | n.Unused | n.PaidCards, who: n.Subject = Seats.YOU) -> str:
        """Return what is given for something."""
        match item:
            case n.Coins(number):
                return coins(number)
            case n.Tokens():
                return self.tokens(item)
            case n.Unused(number, None):
                return f"{resources_(number)} de votre propre production que vous n'avez pas utilisée{s(number)} ce tour-ci"
            case n.Unused(number, resource):
                assert resource is not None
                used = self.agree("utilisé", resource, number)
                what = f"{number} {self.noun(resource, number)}"
                return f"{what} de votre propre production que vous n'avez pas {used} ce tour-ci"
            case n.PaidCards(number, cards, source):
                some = self.a_card(cards) if is_one(number) else f"{number} {self.cards(cards, number)}"
                return f"{some} {self.source(source, who)}"
            case _:
                assert_never(item)

    def whom(self, whom: n.Subject) -> str:
        """Return for whom something stands."""
        return "vos voisins" if whom is Seats.NEIGHBOURS else self.subject(whom)

    def change(self, change: n.Less | n.More | n.Nothing) -> str:
        """Return how a cost is changed."""
        match change:
            case n.Nothing(None):
                return "rien"
            case n.Nothing(is_coins):
                return "aucune pièce" if is_coins else "aucune ressource"
            case n.Less(number, is_coins):
                return f"{coins(number) if is_coins else resources_(number)} de moins"
            case n.More(number, True):
                return f"{coins(number)} de plus"
            case n.More(number, _):
                return f"{resources_(number)} au choix de plus"
            case _:
                assert_never(change)

    def price(self, price: n.Free | n.Less | None) -> str:
        """Return what a build costs, if not what is printed."""
        match price:
            case None:
                return ""
            case n.Free():
                return " gratuitement"
            case n.Less(number, is_coins):
                return f" pour {coins(number) if is_coins else resources_(number)} de moins"
            case _:
                assert_never(price)

    def built(self, what: n.Which | n.OfThem | n.UsedCard, source: n.Where | None) -> str:
        """Return what is built, and from where."""
        match what:
            case n.OfThem(number):
                return these(number)
            case n.UsedCard():
                return "la carte utilisée pour cette étape"
            case _:
                return (
                    f"{self.a_card(what)} {'de votre main' if source is None else self.source(source, is_one_of=True)}"
                )

    def chain(self, chain: n.ByChain | None) -> str:
        """Return ` par chaînage ...`, or nothing."""
        if chain is None:
            return ""
        origin = "" if chain.where is None else f" depuis une carte {self.owned(chain.where)}"
        return f" par chaînage{origin}"
