"""Say a clause in English, as a rulebook would.

`gain 1 coin per brown card in city and neighbours` becomes
"Take 1 coin from the bank for each brown card in your city and in the two neighbouring cities."
"""

from __future__ import annotations

import re
from typing import assert_never

from stele.compiler.common.words import listed
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Seats
from stele.compiler.front.unparse import many
from stele.compiler.language.english.moments import moment_text
from stele.compiler.language.english.phrases import EnglishPhrases
from stele.compiler.language.english.sentences import sentence_text
from stele.compiler.language.english.words import SELLERS
from stele.compiler.language.naming import Lexicon, capital
from stele.compiler.language.timing import is_at_the_end, is_lasting, with_offer


class English:
    """Writes sentences; the lexicon gives what declared things are called."""

    def __init__(self, lexicon: Lexicon | None = None) -> None:
        self.phrases = EnglishPhrases(lexicon or Lexicon())

    def clause(self, clause: n.Clause) -> str:
        """Return a clause as one or more sentences."""
        return capital(self.body(clause)) + "."

    def body(self, clause: n.Clause, is_behind: bool = False) -> str:
        """Return a clause without its capital letter and full stop."""
        parts = [*self.lead(clause, is_behind), self.ending(clause)]
        words = ", ".join(part for part in parts if part)
        return words if clause.then is None else f"{words}; then {self.body(clause.then, True)}"

    def lead(self, clause: n.Clause, is_behind: bool = False) -> list[str]:
        """Return when, how often and on what condition it happens."""
        limit = "" if clause.limit is None else self.phrases.limit(clause.limit, clause.sentence)
        moment = "" if clause.moment is None else moment_text(self.phrases, clause.moment)
        if clause.limit is not None and clause.limit.times == 1:
            moment = re.sub("^each time ", "when ", moment)
        if clause.limit is not None and clause.limit.per_neighbour:
            moment = moment.replace(" a neighbour", " that neighbour")
        if not (moment or limit or is_behind) and is_at_the_end(clause.sentence):
            moment = "at the end of the game"
        tests = " and ".join(self.phrases.test(test) for test in clause.tests)
        return [
            limit,
            moment,
            f"{'as long as' if clause.moment is None and is_lasting(clause.sentence) else 'if'} {tests}"
            if tests
            else "",
        ]

    def ending(self, clause: n.Clause) -> str:
        """Return what happens."""
        match clause.moment, clause.limit, clause.sentence:
            case n.When(n.GainsCoins()), _, n.Gain(Seats.YOU, n.Coins(number), None):
                return f"take {many(number, 'more coin')}"
            case n.InsteadOf(), _, sentence:
                return f"{sentence_text(sentence, self.phrases)} instead"
            case _, n.Once(), n.Buy(group, seller, price):
                ware = "1 resource of your choice" if group is None else f"1 of the {self.phrases.low(group)}"
                return f"you may buy {ware} from {SELLERS[seller]} for {many(price, 'coin')}"
            case _:
                return sentence_text(with_offer(clause), self.phrases)

    def cost(self, cost: n.Cost) -> str:
        """Return a cost as a reader would say it."""
        parts = []
        for part in cost.parts:
            match part:
                case n.Coins(number):
                    parts.append(many(number, "coin"))
                case n.Goods(number, resource):
                    parts.append(f"{number} {self.phrases.low(resource)}")
                case n.Different(number, group):
                    parts.append(f"{number} different {self.phrases.low(group)}")
                case _:
                    assert_never(part)
        return listed(parts, "and") if parts else "nothing"
