"""Say a clause in French, as a rulebook would.

`gain 1 coin per brown card in city and neighbours` becomes "Recevez 1 pièce de la banque pour
chaque carte marron dans votre cité et dans les deux cités voisines."

What declared things are called, their gender and their forms stand in `languages/fr.yaml`; what has
no name there keeps the English one, between quotation marks.
"""

from __future__ import annotations

from typing import assert_never

from stele.compiler.common.words import listed
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.compiler.language.french.moments import moment_text
from stele.compiler.language.french.phrases import FrenchPhrases, Words
from stele.compiler.language.french.sentences import sentence_text
from stele.compiler.language.french.words import SELLERS, SPACE, coins, if_, que
from stele.compiler.language.naming import Lexicon, capital
from stele.compiler.language.timing import is_at_the_end, is_lasting, with_offer


class French:
    """Writes sentences; `words` are the names of the language, the lexicon those of what has none
    there.
    """

    def __init__(self, lexicon: Lexicon | None = None, words: Words | None = None) -> None:
        self.phrases = FrenchPhrases(lexicon or Lexicon(), words or {})

    def clause(self, clause: n.Clause) -> str:
        """Return a clause as one or more sentences."""
        return capital(self.body(clause)) + "."

    def body(self, clause: n.Clause, is_behind: bool = False) -> str:
        """Return a clause without its capital letter and full stop."""
        parts = [*self.lead(clause, is_behind), self.ending(clause)]
        words = ", ".join(part for part in parts if part)
        return words if clause.then is None else f"{words}{SPACE}; ensuite, {self.body(clause.then, True)}"

    def lead(self, clause: n.Clause, is_behind: bool = False) -> list[str]:
        """Return when, how often and on what condition it happens."""
        limit = "" if clause.limit is None else self.phrases.limit(clause.limit, clause.sentence)
        moment = "" if clause.moment is None else moment_text(self.phrases, clause.moment, clause.limit)
        if not (moment or limit or is_behind) and is_at_the_end(clause.sentence):
            moment = "à la fin de la partie"
        named = [self.phrases.test(test) for test in clause.tests]
        if clause.moment is None and is_lasting(clause.sentence):
            tests = "tant " + " et ".join(que(test) for test in named) if named else ""
        else:
            tests = " et ".join(map(if_, named))
        return [limit, moment, tests]

    def ending(self, clause: n.Clause) -> str:
        """Return what happens."""
        match clause.moment, clause.limit, clause.sentence:
            case n.When(n.GainsCoins()), _, n.Gain(Seats.YOU, n.Coins(number), None):
                return f"recevez {coins(number)} de plus"
            case n.InsteadOf(), _, n.Gain(who) as sentence if who is not Seats.YOU:
                return f"{sentence_text(sentence, self.phrases)} à votre place"
            case n.InsteadOf(), _, sentence:
                return f"{sentence_text(sentence, self.phrases)} à la place"
            case _, n.Once(), n.Buy(group, seller, price):
                ware = "1 ressource de votre choix" if group is None else f"1 {self.phrases.noun(group)} de votre choix"
                return f"vous pouvez acheter {ware} {SELLERS[seller]} pour {coins(price)}"
            case _:
                return sentence_text(with_offer(clause), self.phrases)

    def cost(self, cost: n.Cost) -> str:
        """Return a cost as a reader would say it."""
        parts = []
        for part in cost.parts:
            match part:
                case n.Coins(number):
                    parts.append(coins(number))
                case n.Goods(number, resource):
                    parts.append(f"{number} {self.phrases.noun(resource, number)}")
                case n.Different(number, group):
                    agreed = self.phrases.agree("différent", group, number)
                    parts.append(f"{number} {self.phrases.noun(group, number)} {agreed}")
                case _:
                    assert_never(part)
        return listed(parts, "et") if parts else "rien"
