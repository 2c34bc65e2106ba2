"""Say each kind of sentence in French."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from stele.compiler.common.words import listed
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.compiler.language.french.moving import move_text
from stele.compiler.language.french.phrases import FrenchPhrases
from stele.compiler.language.french.tracks import track_text
from stele.compiler.language.french.words import (
    ACTORS,
    SELLERS,
    SPACE,
    behind,
    coins,
    is_one,
    of_,
    points,
    s,
    these,
    to_,
)

LASTING: dict[n.Duration, str] = {
    n.Lasting.THIS_TURN: "pendant ce tour",
    n.Lasting.NEXT_TURN: "pendant le prochain tour",
    n.Lasting.END_OF_TURN: "jusqu'à la fin du tour",
    n.Lasting.END_OF_AGE: "jusqu'à la fin de l'Âge",
}


def how_long(lasting: n.Duration) -> str:
    """Return how long something holds."""
    if isinstance(lasting, n.ForTurns):
        return f"pendant les {lasting.number} prochains tours"
    if isinstance(lasting, n.ForCards):
        return f"pour les {lasting.number} prochaines cartes" if lasting.number > 1 else "pour la prochaine carte"
    return LASTING[lasting]


# Who may not do something, if nobody of several may.
NOBODY = {
    "chaque autre joueur": "aucun autre joueur",
    "chaque joueur": "aucun joueur",
    "chacun de vos voisins": "aucun de vos voisins",
}


def sentence_text(sentence: n.Sentence, p: FrenchPhrases) -> str:
    """Return the sentence itself, without its capital letter and full stop."""
    if isinstance(sentence, n.ResourceSentence):
        return resource_text(sentence, p)
    if isinstance(sentence, n.RightSentence):
        is_own = sentence.whom is Seats.YOU
        who = "vous" if is_own else p.subject(sentence.whom)
        can = "pouvez" if is_own else "peut"
        done = deed_text(sentence.deed, p, sentence.whom)
        if isinstance(sentence, n.Right):
            return f"{who} {can} toujours {done}"
        nobody = next((each for each in NOBODY if who.startswith(each)), "")
        if nobody:
            return f"{NOBODY[nobody]}{who.removeprefix(nobody)} ne peut {done}"
        each = next((each for each in NOBODY if done.endswith(f"à {each}")), "")
        if each and isinstance(sentence.deed, n.Trading):
            return f"{who} ne {can} {done.removesuffix(each)}{NOBODY[each]}"
        return f"{who} ne {can} pas {done}"
    if isinstance(sentence, n.GainSentence):
        return gain_text(sentence, p)
    if isinstance(sentence, n.MoveSentence):
        return move_text(sentence, p)
    if isinstance(sentence, n.ScoringSentence):
        return scoring_text(sentence, p)
    if isinstance(sentence, n.BuildingSentence):
        return building_text(sentence, p)
    if isinstance(sentence, n.TableSentence):
        return table_text(sentence, p)
    if isinstance(sentence, n.TrackSentence):
        return track_text(sentence, p)
    if isinstance(sentence, n.CompoundSentence):
        return compound_text(sentence, p)
    assert_never(sentence)


def resource_text(sentence: n.ResourceSentence, p: FrenchPhrases) -> str:
    """Return a sentence about production, trade or cost."""
    match sentence:
        case n.Produce(goods, for_sale, per=per):
            number = 1 if isinstance(goods, n.OneOf) else goods.number
            sale = "" if for_sale else f"{SPACE}; vos voisins ne peuvent pas {'l' if number == 1 else 'les '}"
            buy = "" if for_sale else "'acheter" if number == 1 else "acheter"
            return f"votre cité {p.goods(goods)}{p.per(per)}{sale}{buy}"
        case n.ProduceMore(cards, number):
            more = f"en produit {number} de plus à chaque tour"
            return f"chacune de vos {p.cards(cards, 2)} qui produit des ressources {more}"
        case n.Buy(group, seller, price):
            wares = "ressources" if group is None else p.noun(group, 2)
            each = "chacune" if group is None or p.is_feminine(group) else "chacun"
            return f"vous pouvez acheter des {wares} {SELLERS[seller]} pour {coins(price)} {each}"
        case n.Rebate(side, less):
            return f"la première ressource que vous achetez {SELLERS[side]} coûte {coins(less)} de moins"
        case n.CostChange(what, change, action, per, whom):
            things = "étapes" if isinstance(what, n.Stages) else p.cards(what, 2)
            users = "que vous les utilisez" if whom is Seats.YOU else "qu'ils les utilisent"
            use = "" if action is None else f" lors{users} pour {p.action(action)}"
            is_own, cost = whom is Seats.YOU, p.change(change)
            no = "ne " if isinstance(change, n.Nothing) else ""
            costs = f"les {things} {no}{'vous ' if is_own else ''}coûtent {cost}"
            return f"{costs}{'' if is_own else f' {to_(p.whom(whom))}'}{use}{p.per(per)}"
        case n.Toll(is_to_bank, unless, number, per, whom):
            paid = "chaque paiement à la banque" if is_to_bank else "chaque ressource achetée à un joueur"
            paid += "" if unless is None else f", sauf pour {p.cards(unless, 2)},"
            toll = f"{coins(abs(number))} de {'moins' if number < 0 else 'plus'}"
            is_own = whom is Seats.YOU
            costs = f"{paid} {'vous ' if is_own else ''}coûte {toll}"
            return f"{costs}{'' if is_own else f' {to_(p.whom(whom))}'}{p.per(per)}"
        case _:
            assert_never(sentence)


def deed_text(deed: n.Deed, p: FrenchPhrases, who: n.Subject) -> str:
    """Return what somebody may do, or may not."""
    match deed:
        case n.BuildingOf(cards, chain, is_free):
            what = p.a_card(cards) if cards is not None else "une carte"
            return f"construire {what}{p.chain(chain)}{' gratuitement' if is_free else ''}"
        case n.BuildingStages():
            return "construire une étape"
        case n.PlayingLast():
            whose = "votre" if who is Seats.YOU else "sa"
            return f"jouer {whose} dernière carte à la fin d'un Âge au lieu de la défausser"
        case n.UseOf(cards, action):
            return f"utiliser {p.a_card(cards)} pour {p.action(action)}"
        case n.Trading(is_sale, other):
            if other is Seats.YOU:
                return f"vous {'vendre' if is_sale else 'acheter'} de ressources"
            if is_sale:
                return f"vendre {to_(behind(other, who))}"
            return f"acheter {to_(behind(other, who))}"
        case _:
            assert_never(deed)


def gain_text(sentence: n.GainSentence, p: FrenchPhrases) -> str:
    """Return a sentence that gives or takes."""
    match sentence:
        case n.Gain(Seats.YOU, n.It()):
            return "recevez-le"
        case n.Gain(who, n.It()):
            return f"{p.subject(who)} le reçoit"
        case n.Gain(who, gift, per):
            assert not isinstance(gift, n.It)
            shared = ", à partager à parts égales" if sentence.is_shared else ""
            return f"{p.does(who, 'recevez', 'reçoit')} {p.gift(gift, who)}{p.per(per, who)}{shared}"
        case n.Lose(who, loss, per):
            whose = "vos" if who is Seats.YOU else "ses"
            match loss:
                case n.AllTokens():
                    what = f"tous {whose} {p.token(loss, 2)}"
                case n.AllCoins():
                    what = f"toutes {whose} pièces"
                case n.ThatMany() | n.HalfOf() | n.Scale():
                    what = p.varied(loss, who)
                case _:
                    what = p.given(loss)
            return f"{p.does(who, 'perdez', 'perd')} {what}{p.per(per, who)}"
        case n.DiscardTokens(who, tokens, per):
            return f"{p.does(who, 'rendez', 'rend')} {p.tokens(tokens)}{p.per(per, who)}"
        case n.Put(number, cards, place):
            if place is None:
                card = "cette carte" if isinstance(cards, n.ThisCard) else "la carte en question"
                return f"posez {coins(number)} sur {card}, qui vaut 1 point de plus à la fin de la partie"
            assert not isinstance(cards, n.ThisCard | n.EventCard)
            where = f"{p.a_card(cards)}{p.belonging(place)} qui n'en porte pas"
            worth = "cette carte vaut 1 point de plus à la fin de la partie"
            return f"vous pouvez poser {coins(number)} sur {where}{SPACE}; {worth}"
        case n.TakeOff(who, number, cards, place):
            if place is None:
                card = "cette carte" if isinstance(cards, n.ThisCard) else "la carte en question"
            else:
                assert not isinstance(cards, n.ThisCard | n.EventCard)
                card = f"{p.a_card(cards)}{p.belonging(place)}"
            return f"{p.does(who, 'prenez', 'prend')} {coins(number)} sur {card}"
        case _:
            assert_never(sentence)


def scoring_text(sentence: n.ScoringSentence, p: FrenchPhrases) -> str:
    """Return a sentence about points, shields or symbols."""
    match sentence:
        case n.Score(who, int(number), n.Per(1, n.SquareOf(symbols), place)):
            square = f"carré du nombre de symboles {p.symbol(symbols.kind)}{p.place(place, who=who)}"
            amount = f"au {square}" if number == 1 else f"à {number} fois le {square}"
            return f"{p.does(who, 'marquez', 'marque')} un nombre de points égal {amount}"
        case n.Score(who, number, per):
            amount = points(number) if isinstance(number, int) else p.varied(number, who)
            return f"{p.does(who, 'marquez', 'marque')} {amount}{p.per(per, who)}"
        case n.Shields(number, against, per):
            opponent = "" if against is None else f", mais uniquement contre {p.seat(against)}"
            return f"votre cité a {number} bouclier{s(number)} de plus{p.per(per)}{opponent}"
        case n.Science(symbols):
            if len(symbols) == 1:
                return f"votre cité a 1 symbole {p.symbol(symbols[0])} de plus"
            named = listed([p.symbol(symbol) for symbol in symbols], "ou")
            return f"votre cité a 1 symbole de plus{SPACE}: {named}, au choix"
        case n.CopiedScience(cards, place):
            where = f"{p.a_card(cards)}{p.belonging(place)}"
            once = "vous ne pouvez copier chaque carte qu'une seule fois"
            return f"votre cité a 1 symbole de plus, celui d'{where}{SPACE}; {once}"
        case n.ScienceOf(is_most):
            kind = "grand" if is_most else "petit"
            return f"votre cité a 1 symbole de plus{SPACE}: celui qu'elle possède en plus {kind} nombre"
        case n.Convert(number):
            return f"vous pouvez changer jusqu'à {number} de vos symboles en d'autres symboles"
        case n.AlsoCount(cards, zone):
            return f"vos {p.cards(cards, 2)} comptent aussi votre propre {p.noun(zone)}"
        case n.Double(is_coins, cards):
            gains = "pièces rapportées" if is_coins else "points rapportés"
            return f"les {gains} par vos {p.cards(cards, 2)} comptent double"
        case n.Worth(what, number, per, whom):
            thing = p.token(what, 2) if isinstance(what, n.Tokens) else p.cards(what, 2)
            change = f"{points(abs(number))} de {'moins' if number < 0 else 'plus'}"
            whose, owner = ("vos", "") if whom is Seats.YOU else ("les", f" {of_(p.whom(whom))}")
            return f"{whose} {thing}{owner} valent {change}{p.per(per)}"
        case n.CountAs(what, as_what, is_also):
            return f"vos {p.cards(what, 2)} comptent {'aussi ' if is_also else ''}comme {p.cards(as_what, 2)}"
        case n.CountMore(number, what):
            return f"on considère que vous avez {number} {p.countable(what, number)} de plus"
        case n.MoreCards(number, zone):
            each = "chacune" if p.is_feminine(zone) else "chacun"
            more = f"{number} carte{s(number)} de plus"
            return f"pour la majorité, on considère que vous avez {more} à {each} de vos {p.noun(zone, 2)}"
        case _:
            assert_never(sentence)


def building_text(sentence: n.BuildingSentence, p: FrenchPhrases) -> str:
    """Return a sentence about cards and stages."""
    match sentence:
        case n.AnyOrder():
            return "vous pouvez construire vos étapes dans n'importe quel ordre"
        case n.Build(who, what, source, chain, price):
            # Who takes from elsewhere than the hand waits until everybody has played.
            late = "" if source is None else LATE
            free = p.price(n.Free(sentence.span) if chain is not None else price)
            return f"{late}{p.does(who, 'construisez', 'construit')}{free} {p.built(what, source)}{p.chain(chain)}"
        case n.BuildStage(who, price):
            cost = ", en payant son coût," if price is None else p.price(price)
            return f"{p.does(who, 'construisez', 'construit')} une étape{cost} sans carte"
        case n.PlayLast(Seats.YOU):
            return "à la fin de chaque Âge, vous pouvez jouer votre dernière carte au lieu de la défausser"
        case n.PlayLast(of):
            further = "si ce joueur peut la jouer, vous pouvez jouer celle du joueur suivant, et ainsi de suite"
            last = f"la dernière carte {of_(p.seat(of))}"
            return f"à la fin de chaque Âge, vous pouvez jouer {last}{SPACE}; {further}"
        case n.Play(who, n.OfThem(number), _, price):
            return f"{p.does(who, 'jouez', 'joue')}{p.price(price)} {these(number)}"
        case n.Play(who, cards, source, price):
            assert source is not None
            assert not isinstance(cards, n.OfThem)
            plays = p.does(who, "jouez", "joue")
            played = f"{p.a_card(cards)} {p.source(source, who, is_one_of=True)}"
            if isinstance(price, n.Free):
                return f"{plays} gratuitement {played}"
            return f"{plays} {played}{', en payant son coût' if price is None else p.price(price)}"
        case n.Copy(cards, stage, place):
            first = "" if stage is None else f"d'une étape {stage} construite ou "
            return f"copiez l'effet {first}{of_(p.a_card(cards))}{p.belonging(place)}"
        case n.CopyBoard(other):
            return f"vous avez aussi ce que donne au départ le plateau {of_(p.seat(other))}"
        case n.Oblige(who, action, source):
            obliged = "vous devez" if who is Seats.YOU else f"{p.subject(who)} doit"
            played = "que vous jouerez" if who is Seats.YOU else "qu'il jouera"
            card = f"la prochaine carte {played} {of_(p.zone_from(source, who))}"
            return f"{obliged} utiliser {card} pour {p.action(action)}"
        case n.Reveal(unless):
            named = listed([p.colour(name) for name in unless], "ou") if unless else ""
            exception = f", sauf si elle est {named}," if unless else ""
            return (
                f"vous pouvez révéler la carte placée sous cette étape{exception} et bénéficier dès lors de son effet"
            )
        case _:
            assert_never(sentence)


def table_text(sentence: n.TableSentence, p: FrenchPhrases) -> str:
    """Return a sentence about the table."""
    match sentence:
        case n.SitOut():
            return "vous ne participez pas"
        case n.EndGame():
            return "la partie prend fin"
        case n.WinConflict(True, who):
            return f"{p.does(who, 'gagnez', 'gagne')} le conflit"
        case n.WinConflict(_, who):
            return f"{p.does(who, 'perdez', 'perd')} le conflit"
        case n.WinGame(who):
            return f"{p.does(who, 'gagnez', 'gagne')} la partie"
        case n.TakeSeat():
            return "déplacez votre cité entre deux autres joueurs de votre choix"
        case n.TakeTurn(who):
            whose = "votre" if who is Seats.YOU else "sa"
            hand = f"avec le reste de {whose} main, avant qu'elle ne soit passée"
            return f"{p.does(who, 'jouez', 'joue')} un autre tour, {hand}"
        case n.BecomeFirst(who):
            return f"{p.does(who, 'devenez', 'devient')} premier joueur"
        case n.LeaveTable():
            apart = "elle n'a pas de voisins, ne participe à aucun conflit, n'a aucun effet sur les autres joueurs et n'en subit aucun de leur part"
            return f"votre cité quitte la table{SPACE}: jusqu'à son retour, {apart}"
        case n.ReturnToTable():
            return "votre cité revient à la table"
        case n.ReplaceBoard(number, drawn, either_side):
            face = "en choisissant sa face" if either_side else "en conservant la même face"
            drawing = f"piochez au hasard {drawn} plateau{'' if is_one(drawn) else 'x'} hors jeu"
            chosen = "celui-ci" if drawn == 1 else "l'un d'entre eux" if number == 1 else f"{number} d'entre eux"
            return f"{drawing} et remplacez votre plateau par {chosen}, {face}"
        case _:
            assert_never(sentence)


# What is the owner's in a sentence that is about others.
THEIRS = {"votre cité": "sa cité", "votre plateau": "son plateau", "vos cartes": "ses cartes", "vous pouvez": "il peut"}


def compound_text(sentence: n.CompoundSentence, p: FrenchPhrases) -> str:
    """Return a sentence that contains a sentence."""
    match sentence:
        case n.Have(who, what, lasting):
            until = "" if lasting is None else f" {how_long(lasting)}"
            if who is not Seats.YOU and isinstance(what, n.Shields):
                fewer = "de plus" if what.number >= 0 else "de moins"
                shields = f"{abs(what.number)} bouclier{s(what.number)} {fewer}{p.per(what.per, who)}"
                return f"{p.subject(who)} a {shields}{until}"
            if who is not Seats.YOU and getattr(what, "whom", None) is Seats.YOU:
                return f"{sentence_text(replace(what, whom=who), p)}{until}"  # type: ignore[arg-type]
            says = sentence_text(what, p)
            if who is Seats.YOU:
                return f"{says}{until}"
            for yours, theirs in THEIRS.items():
                says = says.replace(yours, theirs)
            return f"pour {p.subject(who)}{SPACE}: {says}{until}"
        case n.Exchange(must, _, price, result):
            given = listed([p.given(item) for item in price], "et")
            if must and len(price) == 1 and isinstance(price[0], n.Tokens) and price[0].number == 1:
                have = f"si vous possédez un {p.token(price[0])}, vous devez en dépenser un"
                return f"{have} et {consequence(result, p)}"
            if must:
                return f"vous devez, si possible, dépenser {given} et {consequence(result, p)}"
            return f"vous pouvez dépenser {given} pour {infinitive(result, p)}"
        case n.Roll():
            return "lancez un dé"
        case n.ChooseColour():
            return "choisissez une couleur"
        case n.ChooseNumber(least, most):
            return f"choisissez un nombre de {least} à {most}"
        case n.ChooseCard(cards, source):
            return f"choisissez {p.a_card(cards)} {p.source(source, is_one_of=True)}"
        case n.ChooseSeat(among):
            return f"choisissez {ACTORS[among]}"
        case n.Either(alternatives) if (who := chooser(alternatives)) is not Seats.YOU:
            said = [sentence_text(one, p).removeprefix(f"{p.subject(who)} ") for one in alternatives]
            return f"{p.subject(who)}, au choix{SPACE}: {', ou '.join(said)}"
        case n.Either(alternatives):
            return f"au choix{SPACE}: {', ou '.join(sentence_text(one, p) for one in alternatives)}"
        case n.May(who, n.Exchange(_, _, price, result)) if who is not Seats.YOU:
            given = listed([p.given(item, who) for item in price], "et")
            return f"{p.subject(who)} peut dépenser {given} pour {infinitive(result, p, who)}"
        case n.May(who, what):
            text = sentence_text(what, p)
            may = "vous pouvez" if who is Seats.YOU else f"{p.subject(who)} peut"
            if "vous pouvez " not in text:
                return f"{LATE if text.startswith(LATE) else ''}{may} {infinitive(what, p, who)}"
            return text if who is Seats.YOU else text.replace("vous pouvez", may, 1)
        case _:
            assert_never(sentence)


def chooser(alternatives: tuple[n.Sentence, ...]) -> n.Subject:
    """Return who chooses among things: who does all of them, or the owner."""
    found = {getattr(one, "who", Seats.YOU) for one in alternatives}
    return found.pop() if len(found) == 1 else Seats.YOU


def consequence(result: n.Sentence, p: FrenchPhrases) -> str:
    """Return what must be given for something, after `devez ... et`."""
    return "vous n'y participez pas" if isinstance(result, n.SitOut) else infinitive(result, p)


LATE = "à la fin du tour, "
INFINITIVES = {"construisez": "construire", "jouez": "jouer", "déplacez": "déplacer", "échangez": "échanger"}


def infinitive(result: n.Sentence, p: FrenchPhrases, who: n.Subject = Seats.YOU) -> str:
    """Return what something is given for, after `pour`, or what somebody may do."""
    match result:
        case n.SitOut():
            return "ne pas y participer"
        case n.Gain(Seats.YOU, n.Coins() | n.Tokens() | n.ThatMany() | n.HalfOf() | n.Scale() as gift, per):
            return f"recevoir {p.gift(gift, who)}{p.per(per, who)}"
        case n.Transfer(is_taken, Seats.YOU, what, per, other):
            verb = "prendre" if is_taken else "donner"
            if other is Seats.YOU:
                return f"vous {verb} {p.given(what)}{p.per(per, who)}"
            return f"{verb} {p.given(what)}{p.per(per, who)} {to_(behind(other, Seats.YOU))}"
        case n.Score(Seats.YOU, int(number), per):
            return f"marquer {points(number)}{p.per(per, who)}"
        case n.Build(Seats.YOU) | n.Play(Seats.YOU) | n.SwapCards() | n.SwapZones() | n.TakeSeat():
            verb, _, rest = sentence_text(result, p).removeprefix(LATE).partition(" ")
            return f"{INFINITIVES[verb]} {rest}"
        case _:
            return f"obtenir ceci{SPACE}: {sentence_text(result, p)}"
