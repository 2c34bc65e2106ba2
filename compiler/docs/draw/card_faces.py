"""Draw items as they lie on a table: a card, a side of a board, a side of a shared place.

Faces are HTML with inline SVG; `static/faces.css` and `static/icons.css` dress them for the screen
and for paper. All lengths are multiples of `--mm`, so that one face serves a small picture, a page
and a card of 63 by 88 mm.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from markupsafe import Markup

from stele.compiler.docs.draw.emblems import PLAIN_TINT, ink_on
from stele.compiler.docs.draw.icons import Icons
from stele.compiler.docs.text.assets import environment
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import items
from stele.compiler.front import nodes as n
from stele.compiler.front.nodes import Role
from stele.compiler.language.numerals import roman

LINE = 136  # units of a drawing that fit into one line of a card's effect, at its largest


@dataclass(frozen=True, slots=True)
class FaceLine:
    """One clause: its pictures, its sentence, and how wide the pictures are."""

    icons: Markup
    says: str
    width: float


@dataclass(frozen=True, slots=True)
class FacePart:
    """Clauses that belong together, with what they are called, if anything.

    Of `choices` one is chosen.
    """

    title: str
    lines: tuple[FaceLine, ...]
    choices: tuple[tuple[FaceLine, ...], ...] = ()

    def all_lines(self) -> tuple[FaceLine, ...]:
        """Return all lines, those of the choices too."""
        return (*self.lines, *(line for choice in self.choices for line in choice))


class CardFaces:
    """Draws the items of some expansions in one language."""

    def __init__(self, contents: Sequence[items.Content], speaker: Speaker, icons: Icons) -> None:
        self.speaker = speaker
        self.icons = icons
        self.tints = {
            f"{content.expansion.id}.{colour.id}": colour.tint or PLAIN_TINT
            for content in contents
            for colour in content.vocabulary.colours
        }
        self.ages = {
            f"{content.expansion.id}.{deck.id}": deck.age for content in contents for deck in content.vocabulary.decks
        }
        self.leads = leads_of(contents)

    def card(self, content: items.Content, card: items.Card, players: Sequence[int] | None = None) -> Markup:
        """Return the face of a card.

        `players` are the numbers of its copies that are shown, if not all.
        """
        target = f"{content.expansion.id}.{card.id}"
        tint = self.tints.get(card.colour.target or "", PLAIN_TINT) if card.colour else PLAIN_TINT
        parts = [FacePart("", self.lines(card.effect))] if card.effect else []
        for moment, clauses in card.moments:
            parts.append(FacePart(self.speaker.title(Role.MOMENT, moment.target or "").text, self.lines(clauses)))
        return self.render(
            "card",
            tint=tint,
            ink=ink_on(tint),
            name=self.speaker.title(Role.CARD, target).text,
            colour=None if card.colour is None else self.icons.outline(card.colour.target or ""),
            cost=None if card.cost is None else self.icons.cost(card.cost),
            parts=parts,
            icon_size=icon_size(parts, LINE),
            text_size=text_size(parts),
            deck=self.speaker.title(Role.DECK, card.deck.target or "").text,
            age=roman(self.ages.get(card.deck.target or "") or 0),
            players=card.players if players is None else players,
            after=[self.speaker.title(Role.CARD, name.target or "").text for name in card.chain],
            before=[self.speaker.title(Role.CARD, later).text for later in self.leads.get(target, ())],
            proposed=proposed(
                card.provenance, ("name", "colour", "deck", "cost", "players", "chain", "effect", "moments")
            ),
        )

    def side(self, content: items.Content, board: items.Board, side: items.Side) -> Markup:
        """Return one side of a board with its stages."""
        stages = []
        parts = []
        for number, stage in enumerate(side.stages, 1):
            choices = tuple(self.lines(choice) for choice in stage.choose)
            part = FacePart("", self.lines(stage.effect), choices)
            parts.append(part)
            stages.append(
                {
                    "number": roman(number),
                    "cost": None if stage.cost is None else self.icons.cost(stage.cost),
                    "part": part,
                    "proposed": proposed(stage.provenance, ("cost", "effect", "choose")),
                }
            )
        return self.render(
            "side",
            name=self.speaker.title(Role.BOARD, f"{content.expansion.id}.{board.id}").text,
            title="" if board.title == board.name else board.title,
            side=side.id,
            start=self.lines(side.start),
            stages=stages,
            wide=[part for part in parts if is_wide(part, parts)],
            text_size=stage_size(parts),
            proposed=proposed(board.provenance, ("name", "title", "start")),
        )

    def place(self, content: items.Content, place: items.PlaceBoard, side: items.PlaceSide) -> Markup:
        """Return one side of the board of a shared place: what it has room for, and its ladder."""
        room = [
            {
                "tint": self.tints.get(colour.target or "", PLAIN_TINT),
                "icon": self.icons.noun(Role.COLOUR, colour.target or ""),
                "name": self.speaker.title(Role.COLOUR, colour.target or "").text,
                "number": number,
            }
            for colour, number in side.room
        ]
        ladder = [
            {
                "step": step,
                "lines": self.lines(clauses),
                "proposed": bool(proposed(side.provenance, (f"ladder.{step}",))),
            }
            for step, clauses in side.ladder
        ]
        fields = ("room", *(f"ladder.{step}" for step, _ in side.ladder), "alone", "for-sale")
        return self.render(
            "place",
            name=self.speaker.title(Role.BOARD, f"{content.expansion.id}.{place.id}").text,
            side=side.id,
            room=room,
            ladder=ladder,
            alone=side.alone,
            for_sale=side.for_sale,
            text_size=stage_size([FacePart("", self.lines(clauses)) for _, clauses in side.ladder]),
            proposed=proposed(side.provenance, fields),
        )

    def lines(self, clauses: Sequence[n.Clause]) -> tuple[FaceLine, ...]:
        """Return clauses as pictures and sentences."""
        return tuple(
            FaceLine(self.icons.clause(clause), self.speaker.clause(clause), self.icons.width(clause))
            for clause in clauses
        )

    def fields(self, fields: Sequence[str]) -> str:
        """Return what fields are called, for readers."""
        said = []
        for field in fields:
            key, _, number = field.partition(".")
            said.append(self.speaker.say(f"print.field-{key}", number=number))
        return ", ".join(said)

    def render(self, template: str, **values: object) -> Markup:
        """Return a face; every value that is no markup of ours is escaped."""
        page = environment().get_template(f"faces/{template}.html")
        drawn = page.render(
            say=self.speaker.say, mark=self.icons.mark, fields=self.fields, language=self.speaker.language, **values
        )
        return Markup(drawn.removesuffix("\n"))


def leads_of(contents: Sequence[items.Content]) -> dict[str, tuple[str, ...]]:
    """Return which cards each card lets its owner build for nothing."""
    found: dict[str, tuple[str, ...]] = {}
    for content in contents:
        for card in content.cards:
            for name in card.chain:
                before = name.target or ""
                found[before] = (*found.get(before, ()), f"{content.expansion.id}.{card.id}")
    return found


def proposed(provenance: tuple[tuple[str, str], ...], fields: Sequence[str]) -> tuple[str, ...]:
    """Return the fields whose values no source gives."""
    given = dict(provenance)
    return tuple(field for field in fields if given.get(field, given.get("", "")) == "proposed")


def icon_size(parts: Sequence[FacePart], line: float) -> str:
    """Return how large the pictures of a face may be."""
    needed = sum(ceil(max(each.width, 1) / line) for part in parts for each in part.all_lines())
    widest = max((each.width for part in parts for each in part.all_lines()), default=0)
    if needed <= 1 and widest <= line * 0.75:
        return "large"
    return "middle" if needed <= 2 else "small"


def stage_size(parts: Sequence[FacePart]) -> str:
    """Return how large pictures and sentences of stages side by side may be.

    As the fullest of them allows.
    """
    room = 3 / max(len(parts), 3)
    length = max(map(length_of, parts), default=0)
    lines = max((len(part.all_lines()) for part in parts), default=0)
    if lines <= 1 and length <= 110 * room:
        return "large"
    if lines <= 2 and length <= 160 * room:
        return "middle"
    return "small" if lines <= 3 and length <= 260 * room else "tiny"


def length_of(part: FacePart) -> int:
    """Return how long the sentences of a part are."""
    return sum(len(each.says) for each in part.all_lines())


def is_wide(part: FacePart, parts: Sequence[FacePart]) -> bool:
    """Tell whether a stage says so much more than others beside it that it gets more room."""
    others = [length_of(other) for other in parts if other is not part]
    return length_of(part) > 120 and bool(others) and length_of(part) > 2 * sum(others) / len(others)


def text_size(parts: Sequence[FacePart]) -> str:
    """Return how large the sentences of a face may be."""
    length = sum(len(each.says) for part in parts for each in part.all_lines())
    return "large" if length <= 110 else "middle" if length <= 230 else "small"
