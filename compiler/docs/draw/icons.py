"""Draw clauses, costs and nouns as small pictures with names.

What is drawn has the generated sentence as its name. Each clause and cost is drawn once for a
reference, however many pages show it.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from stele.compiler.common.memo import Memo
from stele.compiler.docs.draw.clause_pieces import ClausePieces
from stele.compiler.docs.draw.drawing import Piece, hidden, image, line_of, shape
from stele.compiler.docs.draw.emblems import emblem
from stele.compiler.docs.draw.glyphs import PLAIN
from stele.compiler.docs.draw.noun_pieces import NounPieces
from stele.compiler.docs.draw.nouns import nouns_of
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Role


class Icons:
    """Draws in the words of a speaker, with the icons that some expansions declare."""

    def __init__(self, contents: Sequence[items.Content], speaker: Speaker) -> None:
        self.speaker = speaker
        self.nouns = nouns_of(contents, speaker)
        self.noun_pieces = NounPieces(self.nouns)
        self.pieces = ClausePieces(self.noun_pieces)
        self.bare = {
            f"{content.expansion.id}.{colour.id}": Piece(24, shape(colour.icon, "solid"))
            for content in contents
            for colour in content.vocabulary.colours
            if colour.icon
        }
        self.drawn: Memo[tuple[Markup, float]] = Memo()
        self.pictures: dict[tuple[Role, str], Markup] = {}

    def clause(self, clause: n.Clause) -> Markup:
        """Return a clause as a row of pictures; its name is the sentence."""
        return self.drawing(clause)[0]

    def width(self, clause: n.Clause) -> float:
        """Return how wide a clause is drawn, in units of which 24 are the height of a row."""
        return self.drawing(clause)[1]

    def drawing(self, clause: n.Clause) -> tuple[Markup, float]:
        """Return a clause as a row of pictures, and how wide it is."""
        kept = self.drawn.get(clause)
        if kept is None:
            pieces = self.pieces.clause(clause)
            kept = line_of(pieces, self.speaker.clause(clause)), sum([piece.width + 3.5 for piece in pieces])
            self.drawn.keep(clause, kept)
        return kept

    def cost(self, cost: n.Cost) -> Markup:
        """Return a cost as a row of pictures."""
        return line_of(self.noun_pieces.cost(cost), self.speaker.cost(cost))

    def noun(self, role: Role, target: str) -> Markup:
        """Return the picture of something declared, with what it is called."""
        if (role, target) not in self.pictures:
            title = self.speaker.title(role, target).text
            self.pictures[role, target] = image(self.nouns.get((role, target)) or emblem("other", title), title)
        return self.pictures[role, target]

    def glyph(self, name: str) -> Markup:
        """Return one of the language's own pictures, with what it means."""
        return image(PLAIN[name], self.speaker.say(f"print.glyph-{name}"))

    def shape(self, role: Role, target: str) -> Markup:
        """Return the picture of something declared, beside words that name it."""
        return hidden(self.nouns.get((role, target)) or emblem("other", self.speaker.title(role, target).text))

    def outline(self, target: str) -> Markup:
        """Return the bare icon of a colour, as a pattern behind words, if it has one."""
        return hidden(self.bare[target]) if target in self.bare else Markup()

    def mark(self, name: str) -> Markup:
        """Return one of the language's own pictures beside words that say the same."""
        return hidden(PLAIN[name])
