"""French words that need no lexicon: seats, articles, plurals, elision."""

from __future__ import annotations

from stele.compiler.front.nodes import Period, Seats, Subject

SPACE = "\N{NO-BREAK SPACE}"

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
    Seats.LOSER: "la cité du vaincu",
    Seats.ANYONE: "n'importe quelle cité",
    Seats.EACH_NEIGHBOUR: "chaque cité voisine",
    Seats.EACH_OTHER_PLAYER: "chaque autre cité",
    Seats.A_NEIGHBOUR: "la cité d'un voisin",
    Seats.A_PLAYER: "la cité d'un joueur",
    Seats.ANOTHER_PLAYER: "la cité d'un autre joueur",
    Seats.THEY: "sa cité",
    Seats.BANK: "la banque",
}

ONE_CITY = {
    Seats.NEIGHBOURS: "une cité voisine",
    Seats.OTHERS: "une autre cité",
    Seats.EVERYONE: "n'importe quelle cité",
}

ONE_OF = {
    Seats.NEIGHBOURS: "un voisin",
    Seats.OTHERS: "un autre joueur",
    Seats.EVERYONE: "n'importe quel joueur",
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
    Seats.LOSER: "le vaincu",
    Seats.ANYONE: "n'importe quel joueur",
    Seats.EACH_NEIGHBOUR: "chacun de vos voisins",
    Seats.EACH_OTHER_PLAYER: "chaque autre joueur",
    Seats.A_NEIGHBOUR: "un voisin de votre choix",
    Seats.A_PLAYER: "un joueur de votre choix",
    Seats.ANOTHER_PLAYER: "un autre joueur de votre choix",
    Seats.THEY: "ce joueur",
    Seats.BANK: "la banque",
}


ACTORS = {
    Seats.A_NEIGHBOUR: "un voisin",
    Seats.A_PLAYER: "un joueur",
    Seats.ANOTHER_PLAYER: "un autre joueur",
}


RIVALS = {
    **ACTORS,
    Seats.YOU: "vous",
    Seats.EACH_NEIGHBOUR: "chacun de vos voisins",
    Seats.EACH_OTHER_PLAYER: "chaque autre joueur",
}


def behind(seats: Seats, who: Subject) -> str:
    """Return seats as they stand behind a preposition: seen from the subject, who is never among
    them.
    """
    if seats is Seats.YOU:
        return "vous"
    text = SUBJECTS[Seats.ANOTHER_PLAYER if seats is Seats.A_PLAYER else seats]
    text = SUBJECTS[Seats.OTHERS] if seats is Seats.EVERYONE else text
    return text if who is Seats.YOU else text.replace("votre", "son").replace("vos", "ses")


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


def if_(words: str) -> str:
    """Return the words after `si`, which melts into `il`."""
    return f"s'{words}" if words.startswith(("il ", "ils ")) else f"si {words}"


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
