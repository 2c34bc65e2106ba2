"""Say a clause in French, as a rulebook would.

`gain 1 coin per brown card in city and neighbours` becomes
"Recevez 1 pièce de la banque pour chaque carte marron dans votre cité et dans les deux cités voisines."
What declared things are called, their gender and their forms stand in `languages/fr.yaml`; what has no name there keeps
the English one, between quotation marks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from stele.compiler.common.words import listed
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Name, Period, Seats
from stele.compiler.language.english import is_at_the_end, is_lasting
from stele.compiler.language.naming import Lexicon, capital
from stele.compiler.language.numerals import roman

Words = Mapping[tuple[n.Role, str], items.Word]
SPACE = "\N{NO-BREAK SPACE}"


class French:
    """Writes sentences; `words` are the names of the language, the lexicon those of what has none there."""

    def __init__(self, lexicon: Lexicon | None = None, words: Words | None = None) -> None:
        self.lexicon = lexicon or Lexicon()
        self.words = words or {}

    def clause(self, clause: n.Clause) -> str:
        """Return a clause as one or more sentences."""
        return capital(self.body(clause)) + "."

    def body(self, clause: n.Clause) -> str:
        """Return a clause without its capital letter and full stop."""
        parts = [*self.lead(clause), self.ending(clause)]
        words = ", ".join(part for part in parts if part)
        return words if clause.then is None else f"{words}{SPACE}; ensuite, {self.body(clause.then)}"

    def lead(self, clause: n.Clause) -> list[str]:
        """Return when, how often and on what condition it happens."""
        limit = "" if clause.limit is None else self.limit(clause.limit, clause.sentence)
        moment = "" if clause.moment is None else self.moment(clause.moment, clause.limit)
        if moment == "" and is_at_the_end(clause.sentence):
            moment = "à la fin de la partie"
        named = [self.test(test) for test in clause.tests]
        if is_lasting(clause.sentence):
            tests = "tant " + " et ".join(que(test) for test in named) if named else ""
        else:
            tests = " et ".join(f"si {test}" for test in named)
        return [limit, moment, tests]

    def ending(self, clause: n.Clause) -> str:
        """Return what happens."""
        match clause.moment, clause.limit, clause.sentence:
            case n.When(n.GainsCoins()), _, n.Gain(Seats.YOU, n.Coins(number), None):
                return f"recevez {coins(number)} de plus"
            case n.InsteadOf(), _, n.Gain(who) as sentence if who is not Seats.YOU:
                return f"{self.sentence(sentence)} à votre place"
            case n.InsteadOf(), _, sentence:
                return f"{self.sentence(sentence)} à la place"
            case _, n.Once(), n.Buy(group, seller, price):
                ware = "1 ressource de votre choix" if group is None else f"1 {self.noun(group)} de votre choix"
                return f"vous pouvez acheter {ware} {SELLERS[seller]} pour {coins(price)}"
            case _:
                return self.sentence(clause.sentence)

    def cost(self, cost: n.Cost) -> str:
        """Return a cost as a reader would say it."""
        parts = []
        for part in cost.parts:
            match part:
                case n.Coins(number):
                    parts.append(coins(number))
                case n.Goods(number, resource):
                    parts.append(f"{number} {self.noun(resource, number)}")
                case n.Different(number, group):
                    agreed = self.agree("différent", group, number)
                    parts.append(f"{number} {self.noun(group, number)} {agreed}")
                case _:
                    assert_never(part)
        return listed(parts, "et") if parts else "rien"

    # --- words ------------------------------------------------------------------------------------------------------

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
        """Tell whether a word before a noun loses its last vowel, or takes the form that ends in a consonant."""
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

    def action(self, name: Name) -> str:
        """Return the name of an action, as it stands in a list."""
        word = self.word(name)
        return quoted(self.lexicon.name(name) if word is None else word.name)

    # --- when -------------------------------------------------------------------------------------------------------

    def moment(self, moment: n.Moment, limit: n.Once | None = None) -> str:
        """Return when it happens."""
        match moment:
            case n.When(event):
                return self.event(event, limit)
            case n.AtEdge(is_end, period):
                edge = "à la fin" if is_end else "au début"
                return f"{edge} {'de la partie' if period is Period.GAME else f'de chaque {PERIODS[period]}'}"
            case n.AtConflict():
                return "lors de la résolution des conflits"
            case n.BeforeChoosing():
                return "avant le choix des cartes"
            case n.AfterPlaying():
                return "après avoir joué votre carte"
            case n.InsteadOf(token, in_conflict):
                place = " lors d'un conflit" if in_conflict else ""
                return f"si vous devez recevoir un {self.token(token)}{place}"
            case _:
                assert_never(moment)

    def event(self, event: n.Event, limit: n.Once | None = None) -> str:
        """Return what a trigger waits for."""
        match event:
            case n.BuildsCard(cards, at):
                place = "" if at is None else f" à {self.a(at)}"
                return f"chaque fois que vous construisez {self.a_card(cards)}{place}"
            case n.BuildsStage():
                return "chaque fois que vous construisez une étape"
            case n.BuildsByChain():
                return "chaque fois que vous construisez gratuitement une carte par chaînage"
            case n.BuysFromNeighbour():
                if limit is not None and limit.per_neighbour:
                    return "lorsque vous lui achetez des ressources"
                return "lorsque vous achetez des ressources à un voisin"
            case n.GainsToken(token):
                return f"chaque fois que vous recevez un {self.token(token)}"
            case n.GainsCoins():
                return "lorsque vous recevez des pièces de la banque"
            case n.UsesCard(cards, action):
                return f"lorsque vous utilisez {self.a_card(cards)} pour {self.action(action)}"
            case _:
                assert_never(event)

    def limit(self, limit: n.Once, sentence: n.Sentence) -> str:
        """Return how often it may happen."""
        if isinstance(sentence, n.Rebate) and limit.period is Period.TURN:
            return "à chaque tour"
        if limit.per_neighbour:
            return "une fois par tour et par voisin"
        return f"une fois par {PERIODS[limit.period]}"

    def test(self, test: n.Test) -> str:
        """Return one condition, as it stands after `si`."""
        match test.fact:
            case n.AtLeast(number, what, where):
                least = "moins de" if test.is_negated else "au moins"
                place = "" if where is None else self.where(where)
                return f"vous avez {least} {number} {self.countable(what, number)}{place}"
            case n.InAge(age):
                return f"l'Âge en cours {is_or_not(test.is_negated)} l'Âge {roman(age)}"
            case n.HasMajority(side):
                have = "n'avez pas" if test.is_negated else "avez"
                shared = self.lexicon.shared()
                place = f"à {SIDES[side]}" if shared is None else f"{self.at_the(shared)} de {SIDES[side]}"
                return f"vous {have} la majorité {place}"
            case n.CardOfAge(age):
                return f"la carte utilisée pour cette étape {is_or_not(test.is_negated)} de l'Âge {roman(age)}"
            case _:
                assert_never(test.fact)

    # --- how many ---------------------------------------------------------------------------------------------------

    def cards(self, cards: n.Which, number: int = 1) -> str:
        """Return which cards are meant."""
        match cards:
            case n.NamedCards(noun):
                return self.noun(noun, number)
            case n.Cards(colours, age):
                words = ["carte" if is_one(number) else "cartes"]
                words += [] if age is None else [f"de l'Âge {roman(age)}"]
                words += [listed([self.colour(colour, number) for colour in colours], "ou")] if colours else []
                return " ".join(words)
            case _:
                assert_never(cards)

    def a_card(self, cards: n.Which) -> str:
        """Return one of some cards, with `un` or `une`."""
        return self.a(cards.noun) if isinstance(cards, n.NamedCards) else f"une {self.cards(cards)}"

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
            case n.Cards() | n.NamedCards():
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
            case n.AllCoins():
                return f"pièce{s}"
            case n.AllShields():
                return f"bouclier{s}"
            case n.AgesBegun():
                return f"Âge{s} commencé{s}"
            case n.Colours(of_ages):
                return f"couleur{s} différente{s} parmi les cartes{' Âge' if of_ages else ''}"
            case n.CardsOfOneColour():
                return f"carte{s} d'une couleur de votre choix"
            case _:
                assert_never(what)

    def per(self, per: n.Per | None) -> str:
        """Return ` pour chaque ...`, or nothing."""
        if per is None:
            return ""
        if isinstance(per.what, n.Stages) and isinstance(per.place, n.TheyHave) and per.divisor == 1:
            return " pour chaque étape qu'il a construite"
        place = " que vous possédez" if isinstance(per.what, n.AllCoins | n.AllShields) else self.place(per.place)
        if per.divisor == 1:
            return f" pour chaque {self.countable(per.what)}{place}"
        return f" par tranche de {per.divisor} {self.countable(per.what, per.divisor)}{place}"

    def place(self, place: n.Place | n.TheyHave | n.Here | None, is_one_of: bool = False) -> str:
        """Return ` dans ...`, or nothing; `is_one_of` if one of the places is meant and not all."""
        match place:
            case None:
                return ""
            case n.Place(parts):
                last = " ou" if is_one_of else " et"
                places = [self.where(part, is_one_of) for part in parts]
                return places[0] if len(places) == 1 else ",".join(places[:-1]) + last + places[-1]
            case n.TheyHave():
                return " qu'il possède"
            case n.Here():
                shared = self.lexicon.shared()
                return " ici" if shared is None else f" à {self.this(shared)}"
            case _:
                assert_never(place)

    def where(self, where: n.Where, is_one_of: bool = False) -> str:
        """Return ` dans ...` for one part of a place; `is_one_of` if one of its cities is meant and not all."""
        match where:
            case n.Zone(name):
                match self.lexicon.owner(name):
                    case "neighbours":
                        one = "l'une" if self.is_feminine(name) else "l'un"
                        return f" à {one} de vos {self.noun(name, 2)}" if is_one_of else f" à vos {self.noun(name, 2)}"
                    case "table":
                        return f" dans {self.the(name)}"
                    case _:
                        return f" dans votre {self.noun(name)}"
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
            case n.Zone(name):
                return self.source(name)
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

    def source(self, zone: Name, who: Seats = Seats.YOU) -> str:
        """Return where cards are taken from."""
        if self.lexicon.owner(zone) == "table":
            return self.of_the(zone)
        if who is Seats.YOU:
            return f"de votre {self.noun(zone)}"
        return f"de {'sa' if self.is_feminine(zone) and not self.elides(zone) else 'son'} {self.noun(zone)}"

    # --- what -------------------------------------------------------------------------------------------------------

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

    def gift(self, gift: n.Coins | n.Tokens | n.ThatMany) -> str:
        """Return what is gained."""
        match gift:
            case n.Coins(number):
                return f"{coins(number)} de la banque"
            case n.Tokens():
                return self.tokens(gift)
            case n.ThatMany():
                return "autant de pièces de la banque"
            case _:
                assert_never(gift)

    def given(self, item: n.Coins | n.Tokens | n.Unused) -> str:
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
            case _:
                assert_never(item)

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

    def sentence(self, sentence: n.Sentence) -> str:
        """Return the sentence itself, without its capital letter and full stop."""
        match sentence:
            case n.Produce(goods, for_sale):
                number = 1 if isinstance(goods, n.OneOf) else goods.number
                sale = "" if for_sale else f"{SPACE}; vos voisins ne peuvent pas {'l' if number == 1 else 'les '}"
                buy = "" if for_sale else "'acheter" if number == 1 else "acheter"
                return f"votre cité {self.goods(goods)}{sale}{buy}"
            case n.Buy(group, seller, price):
                wares = "ressources" if group is None else self.noun(group, 2)
                each = "chacune" if group is None or self.is_feminine(group) else "chacun"
                return f"vous pouvez acheter des {wares} {SELLERS[seller]} pour {coins(price)} {each}"
            case n.Rebate(side, less):
                return f"la première ressource que vous achetez {SELLERS[side]} coûte {coins(less)} de moins"
            case n.Gain(Seats.YOU, n.It()):
                return "recevez-le"
            case n.Gain(who, n.It()):
                return f"{SUBJECTS[who]} le reçoit"
            case n.Gain(who, gift, per):
                assert not isinstance(gift, n.It)
                return f"{subject(who, 'recevez', 'reçoit')} {self.gift(gift)}{self.per(per)}"
            case n.Lose(who, n.AllTokens() as tokens):
                whose = "vos" if who is Seats.YOU else "ses"
                return f"{subject(who, 'perdez', 'perd')} tous {whose} {self.token(tokens, 2)}"
            case n.Lose(who, loss, per):
                assert not isinstance(loss, n.AllTokens)
                return f"{subject(who, 'perdez', 'perd')} {self.given(loss)}{self.per(per)}"
            case n.Score(who, int(number), n.Per(1, n.SquareOf(symbols), place)):
                square = f"carré du nombre de symboles {self.symbol(symbols.kind)}{self.place(place)}"
                amount = f"au {square}" if number == 1 else f"à {number} fois le {square}"
                return f"{subject(who, 'marquez', 'marque')} un nombre de points égal {amount}"
            case n.Score(who, number, per):
                amount = "autant de points" if isinstance(number, n.ThatMany) else points(number)
                return f"{subject(who, 'marquez', 'marque')} {amount}{self.per(per)}"
            case n.ScoreLess(number, less, per):
                return f"marquez {points(number)}, moins {less}{self.per(per)}"
            case n.Shields(number, against, per):
                opponent = "" if against is None else f", mais uniquement contre {self.seat(against)}"
                return f"votre cité a {number} bouclier{s(number)} de plus{self.per(per)}{opponent}"
            case n.Science(symbols):
                if len(symbols) == 1:
                    return f"votre cité a 1 symbole {self.symbol(symbols[0])} de plus"
                named = listed([self.symbol(symbol) for symbol in symbols], "ou")
                return f"votre cité a 1 symbole de plus{SPACE}: {named}, au choix"
            case n.CopiedScience(cards, place):
                where = f"{self.a_card(cards)}{self.belonging(place)}"
                once = "vous ne pouvez copier chaque carte qu'une seule fois"
                return f"votre cité a 1 symbole de plus, celui d'{where}{SPACE}; {once}"
            case n.ScienceOf(is_most):
                kind = "grand" if is_most else "petit"
                return f"votre cité a 1 symbole de plus{SPACE}: celui qu'elle possède en plus {kind} nombre"
            case n.Convert(number):
                return f"vous pouvez changer jusqu'à {number} de vos symboles en d'autres symboles"
            case n.CostChange(what, change, action, for_neighbours):
                things = "étapes" if isinstance(what, n.Stages) else self.cards(what, 2)
                users = "qu'ils les utilisent" if for_neighbours else "que vous les utilisez"
                use = "" if action is None else f" lors{users} pour {self.action(action)}"
                if isinstance(change, n.Nothing):
                    nothing = "aucune pièce" if change.is_coins else "aucune ressource"
                    if for_neighbours:
                        return f"les {things} ne coûtent {nothing} à vos voisins{use}"
                    return f"les {things} ne vous coûtent {nothing}{use}"
                saved = f"{coins(change.number) if change.is_coins else resources_(change.number)} de moins"
                if for_neighbours:
                    return f"les {things} coûtent {saved} à vos voisins{use}"
                return f"les {things} vous coûtent {saved}{use}"
            case n.AlsoCount(cards, zone):
                return f"vos {self.cards(cards, 2)} comptent aussi votre propre {self.noun(zone)}"
            case n.Double(is_coins, cards):
                gains = "pièces rapportées" if is_coins else "points rapportés"
                return f"les {gains} par vos {self.cards(cards, 2)} comptent double"
            case n.MoreCards(number, zone):
                each = "chacune" if self.is_feminine(zone) else "chacun"
                more = f"{number} carte{s(number)} de plus"
                return f"pour la majorité, on considère que vous avez {more} à {each} de vos {self.noun(zone, 2)}"
            case n.AnyOrder():
                return "vous pouvez construire vos étapes dans n'importe quel ordre"
            case n.Build(who, what, source, chain, price):
                # Who takes from elsewhere than the hand waits until everybody has played.
                late = "" if source is None else "à la fin du tour, "
                builds = "vous pouvez construire" if who is Seats.YOU else f"{SUBJECTS[who]} construit"
                free = self.price(n.Free(sentence.span) if chain is not None else price)
                return f"{late}{builds}{free} {self.built(what, source)}{self.chain(chain)}"
            case n.PlayLast(Seats.YOU):
                return "à la fin de chaque Âge, vous pouvez jouer votre dernière carte au lieu de la défausser"
            case n.PlayLast(of):
                further = "si ce joueur peut la jouer, vous pouvez jouer celle du joueur suivant, et ainsi de suite"
                last = f"la dernière carte {of_(self.seat(of))}"
                return f"à la fin de chaque Âge, vous pouvez jouer {last}{SPACE}; {further}"
            case n.Play(n.OfThem(number), _, price):
                return f"vous pouvez jouer{self.price(price)} {these(number)}"
            case n.Play(cards, source, price):
                assert source is not None
                assert not isinstance(cards, n.OfThem)
                played = f"{self.a_card(cards)} {self.source(source)}"
                if isinstance(price, n.Free):
                    return f"vous pouvez jouer gratuitement {played}"
                return f"vous pouvez jouer {played}{', en payant son coût' if price is None else self.price(price)}"
            case n.Copy(cards, stage, place):
                first = "" if stage is None else f"d'une étape {stage} construite ou "
                return f"copiez l'effet {first}d'{self.a_card(cards)}{self.belonging(place)}"
            case n.CopyBoard():
                return "votre plateau devient une copie de celui de votre partenaire"
            case n.Exchange(must, _, price, result):
                given = listed([self.given(item) for item in price], "et")
                if must and len(price) == 1 and isinstance(price[0], n.Tokens) and price[0].number == 1:
                    have = f"si vous possédez un {self.token(price[0])}, vous devez en dépenser un"
                    return f"{have} et {self.consequence(result)}"
                if must:
                    return f"vous devez, si possible, dépenser {given} et {self.consequence(result)}"
                return f"vous pouvez dépenser {given} pour {self.infinitive(result)}"
            case n.SitOut():
                return "vous ne participez pas"
            case n.Draw(number, noun, into, result):
                drawn = f"piochez au hasard {number} {self.noun(noun, number)} hors jeu"
                if into is not None:
                    them = "les" if number > 1 else "la" if self.is_feminine(noun) else "le"
                    return f"{drawn} et ajoutez-{them} à votre {self.noun(into)}"
                return drawn if result is None else f"{drawn}{SPACE}; {self.sentence(result)}"
            case n.Roll(result):
                return f"lancez un dé{SPACE}; {self.sentence(result)}"
            case n.TakeSeat():
                return "vous pouvez déplacer votre cité entre deux autres joueurs de votre choix"
            case n.LeaveTable():
                apart = "elle n'a pas de voisins, ne participe à aucun conflit, n'a aucun effet sur les autres joueurs et n'en subit aucun de leur part"
                return f"votre cité quitte la table{SPACE}: jusqu'à son retour, {apart}"
            case n.ReturnToTable():
                return "votre cité revient à la table"
            case n.SwapHands():
                return "vous pouvez échanger votre main contre celle d'un autre joueur"
            case n.SwapCards(cards, equal_cost):
                equal = " et toutes deux doivent coûter le même nombre de ressources" if equal_cost else ""
                card = self.a_card(cards)
                swap = f"échanger {card} de votre cité contre {card} de la cité d'un autre joueur"
                return f"vous pouvez {swap}{SPACE}; aucune des deux ne doit coûter de pièces{equal}"
            case n.ReplaceBoard(number, drawn, either_side):
                face = "en choisissant sa face" if either_side else "en conservant la même face"
                drawing = f"piochez au hasard {drawn} plateau{'' if is_one(drawn) else 'x'} hors jeu"
                chosen = "celui-ci" if drawn == 1 else "l'un d'entre eux" if number == 1 else f"{number} d'entre eux"
                return f"{drawing} et remplacez votre plateau par {chosen}, {face}"
            case n.DiscardTokens(who, tokens):
                return f"{subject(who, 'rendez', 'rend')} {self.tokens(tokens)}"
            case n.DiscardCard(who, cards, source):
                return f"{subject(who, 'défaussez', 'défausse')} {self.a_card(cards)} {self.source(source, who)}"
            case n.Oblige(who, action, source):
                obliged = "vous devez" if who is Seats.YOU else f"{SUBJECTS[who]} doit"
                played = "que vous jouerez" if who is Seats.YOU else "qu'il jouera"
                card = f"la prochaine carte {played} {self.source(source, who)}"
                return f"{obliged} utiliser {card} pour {self.action(action)}"
            case n.Reveal(unless):
                named = listed([self.colour(name) for name in unless], "ou") if unless else ""
                exception = f", sauf si elle est {named}," if unless else ""
                return f"vous pouvez révéler la carte placée sous cette étape{exception} et bénéficier dès lors de son effet"
            case n.Put(number, cards, place):
                where = f"{self.a_card(cards)}{self.belonging(place)} qui n'en porte pas"
                worth = "cette carte vaut 1 point de plus à la fin de la partie"
                return f"vous pouvez poser {coins(number)} sur {where}{SPACE}; {worth}"
            case _:
                assert_never(sentence)

    def consequence(self, result: n.Sentence) -> str:
        """Return what must be given for something, after `devez ... et`."""
        return "vous n'y participez pas" if isinstance(result, n.SitOut) else self.infinitive(result)

    def infinitive(self, result: n.Sentence) -> str:
        """Return what something is given for, after `pour`."""
        match result:
            case n.SitOut():
                return "ne pas y participer"
            case n.Gain(Seats.YOU, n.Coins() | n.Tokens() | n.ThatMany() as gift, per):
                return f"recevoir {self.gift(gift)}{self.per(per)}"
            case n.Score(Seats.YOU, int(number), per):
                return f"marquer {points(number)}{self.per(per)}"
            case _:
                return f"obtenir ceci{SPACE}: {self.sentence(result)}"

    def built(self, what: n.Which | n.OfThem | n.UsedCard, source: Name | None) -> str:
        """Return what is built, and from where."""
        match what:
            case n.OfThem(number):
                return these(number)
            case n.UsedCard():
                return "la carte utilisée pour cette étape"
            case _:
                return f"{self.a_card(what)} {'de votre main' if source is None else self.source(source)}"

    def chain(self, chain: n.ByChain | None) -> str:
        """Return ` par chaînage ...`, or nothing."""
        if chain is None:
            return ""
        origin = "" if chain.where is None else f" depuis une carte {self.owned(chain.where)}"
        return f" par chaînage{origin}"


PERIODS = {Period.GAME: "partie", Period.AGE: "Âge", Period.TURN: "tour"}
SIDES = {Seats.LEFT: "gauche", Seats.RIGHT: "droite"}
CITIES = {
    Seats.YOU: "votre cité",
    Seats.LEFT: "la cité de votre voisin de gauche",
    Seats.RIGHT: "la cité de votre voisin de droite",
    Seats.ACROSS: "la cité de l'autre côté",
    Seats.NEIGHBOURS: "les deux cités voisines",
    Seats.OTHERS: "toutes les autres cités",
    Seats.EVERYONE: "toutes les cités",
    Seats.PARTNER: "la cité de votre partenaire",
    Seats.VICTOR: "la cité du vainqueur",
    Seats.ANYONE: "n'importe quelle cité",
    Seats.BANK: "la banque",
}
ONE_CITY = {
    Seats.NEIGHBOURS: "une cité voisine",
    Seats.OTHERS: "une autre cité",
    Seats.EVERYONE: "n'importe quelle cité",
}
SELLERS = {
    Seats.LEFT: "à votre voisin de gauche",
    Seats.RIGHT: "à votre voisin de droite",
    Seats.NEIGHBOURS: "à vos voisins",
    Seats.BANK: "à la banque",
    Seats.ANYONE: "à n'importe quel joueur",
}
SUBJECTS = {
    Seats.LEFT: "votre voisin de gauche",
    Seats.RIGHT: "votre voisin de droite",
    Seats.ACROSS: "le joueur de l'autre côté",
    Seats.NEIGHBOURS: "chacun de vos voisins",
    Seats.OTHERS: "chaque autre joueur",
    Seats.EVERYONE: "chaque joueur",
    Seats.PARTNER: "votre partenaire",
    Seats.VICTOR: "le vainqueur",
    Seats.ANYONE: "n'importe quel joueur",
    Seats.BANK: "la banque",
}


def subject(who: Seats, you: str, they: str) -> str:
    """Return subject and verb: `recevez`, `chaque autre joueur reçoit`."""
    return you if who is Seats.YOU else f"{SUBJECTS[who]} {they}"


def is_one(number: int) -> bool:
    """Tell what stands in the singular: in French everything below two."""
    return abs(number) < 2


def s(number: int) -> str:
    """Return the ending of a regular plural, if there are several."""
    return "" if is_one(number) else "s"


def coins(number: int) -> str:
    """Return some coins."""
    return f"{number} pièce{s(number)}"


def points(number: int) -> str:
    """Return some points."""
    return f"{number} point{s(number)}"


def resources_(number: int) -> str:
    """Return some resources."""
    return f"{number} ressource{s(number)}"


def these(number: int) -> str:
    """Return some of the cards that were spoken of."""
    return f"{number} de ces cartes" if number > 1 else "l'une de ces cartes"


def quoted(text: str) -> str:
    """Return a text between quotation marks."""
    return f"«{SPACE}{text}{SPACE}»"


def low(text: str) -> str:
    """Return a name as it stands inside a sentence."""
    return text[:1].lower() + text[1:]


def plural(noun: str) -> str:
    """Return the regular plural of a word."""
    if noun.endswith(("s", "x", "z")):
        return noun
    return noun + ("x" if noun.endswith(("eau", "eu", "au")) else "s")


def is_vowel(noun: str) -> bool:
    """Tell whether the word before loses its last vowel."""
    return noun[:1].lower() in "aàâeéèêëiîïoôœuùûüyh"


def que(words: str) -> str:
    """Return the words after `que`."""
    return f"qu'{words}" if is_vowel(words) else f"que {words}"


def of_(words: str) -> str:
    """Return the words after `de`, which melts into an article."""
    if is_vowel(words):
        return f"d'{words}"
    return f"du {words[3:]}" if words.startswith("le ") else f"de {words}"


def to_(words: str) -> str:
    """Return the words after `à`, which melts into an article."""
    return f"au {words[3:]}" if words.startswith("le ") else f"à {words}"


def is_or_not(is_negated: bool) -> str:
    """Return `est`, or its opposite."""
    return "n'est pas" if is_negated else "est"
