"""Draw the chain tree: which card lets which be built for free, in columns by age; also as a list.

Cards that hang together stand together, one such group below the other; inside a group each card
stands as near as can be to the cards it is linked with, so that few lines cross. Colours come from
the page: each card has the class `colour-<id>`, which sets `--tint`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from markupsafe import Markup

from stele.compiler.docs.draw.pictures import tenths, text_at, wrapped
from stele.compiler.docs.text.decks import is_in
from stele.compiler.docs.text.phrasing import age, spoken_list
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import items
from stele.compiler.front.nodes import Role

COLUMN, GAP = 118.0, 44.0  # how wide a column is, and the room between two of them
ROW, HEIGHT = 42.0, 34.0  # from one card to the next, and how high a card is
HEAD = 30.0  # the room for the titles of columns
LETTERS = 11.5
SWEEPS = 12  # how often cards are moved towards those they are linked with; after a few nothing changes any more


@dataclass(frozen=True, slots=True)
class Chain:
    """A card and the cards that it lets be built for free; `text` says it."""

    target: str
    title: str
    opens: tuple[tuple[str, str], ...]  # target and title of each
    text: str


@dataclass(frozen=True, slots=True)
class Knot:
    """A card of the tree: in which column it stands and how far down, counted in rows."""

    target: str
    title: str
    colour: str  # the id of its colour, or nothing
    column: int
    row: float


@dataclass(frozen=True, slots=True)
class ChainLink:
    """A line of the tree from one card to another.

    Between them the places, column and row, where it passes by others.
    """

    source: Knot
    to: Knot
    bends: tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """All cards of the tree, the titles of its columns, and its links."""

    columns: tuple[str, ...]
    knots: tuple[Knot, ...]
    links: tuple[ChainLink, ...]


def chain_list(contents: Sequence[items.Content], speaker: Speaker) -> tuple[Chain, ...]:
    """Return every card that lets others be built for free, in the order of declaration."""
    cards, links = linked(contents)
    found = []
    for source in cards:
        opens = tuple((to, speaker.title(Role.CARD, to).text) for start, to in links if start == source)
        if opens:
            title = speaker.title(Role.CARD, source).text
            names = spoken_list(speaker, [name for _, name in opens])
            found.append(Chain(source, title, opens, speaker.say("chains.line", card=title, cards=names)))
    return tuple(found)


def linked(contents: Sequence[items.Content]) -> tuple[dict[str, items.Card], list[tuple[str, str]]]:
    """Return the cards that are linked, by target, and their links from giver to taker.

    Both stand in the order of declaration.
    """
    cards = {f"{c.expansion.id}.{card.id}": card for c in contents for card in c.cards if is_in(card, contents)}
    links = [(name.target or "", to) for to, card in cards.items() for name in card.chain if name.target in cards]
    ends = {target for link in links for target in link}
    return {target: card for target, card in cards.items() if target in ends}, links


# --- layout ---------------------------------------------------------------------------------------


def chain_tree(contents: Sequence[items.Content], speaker: Speaker) -> Tree:
    """Return the tree with a place for each card."""
    cards, links = linked(contents)
    ages = {f"{c.expansion.id}.{deck.id}": deck.age for c in contents for deck in c.vocabulary.decks}
    of_card = {target: ages.get(card.deck.target or "") for target, card in cards.items()}
    known = sorted({number for number in of_card.values() if number is not None})
    columns: list[int | None] = [*known, *([None] if None in of_card.values() else [])]
    column = {target: columns.index(of_card[target]) for target in cards}
    # A line over several columns has a place of its own in each of those between, so that it runs
    # past cards, not through them.
    routes = [(source, *passed(source, to, column), to) for source, to in links]
    near: dict[str, list[str]] = {target: [] for target in column}
    for route in routes:
        for source, to in pairwise(route):
            near[source].append(to)
            near[to].append(source)
    rows: dict[str, float] = {}
    for group in groups(list(column), near):
        top = max(rows.values(), default=-1.0) + 1
        rows |= {target: top + row for target, row in placed(group, near, column).items()}
    titles = [speaker.say("chains.no-age") if number is None else age(speaker, number) for number in columns]
    knots = {
        target: Knot(target, speaker.title(Role.CARD, target).text, colour_of(card), column[target], rows[target])
        for target, card in cards.items()
    }
    drawn = tuple(
        ChainLink(knots[route[0]], knots[route[-1]], tuple((column[one], rows[one]) for one in route[1:-1]))
        for route in routes
    )
    return Tree(tuple(titles), tuple(sorted(knots.values(), key=lambda knot: (knot.row, knot.column))), drawn)


def passed(source: str, to: str, column: dict[str, int]) -> list[str]:
    """Return places for a line in the columns between two cards, and add them to the columns."""
    names = {f"{source} {to} {number}": number for number in range(column[source] + 1, column[to])}
    column |= names
    return list(names)


def colour_of(card: items.Card) -> str:
    """Return the id of a card's colour, or nothing."""
    return (card.colour.target or card.colour.text).rpartition(".")[2] if card.colour is not None else ""


def groups(targets: Sequence[str], near: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Return the cards that hang together, each group in the order of declaration."""
    found: list[list[str]] = []
    seen: set[str] = set()
    for target in targets:
        if target in seen:
            continue
        group, queue = {target}, [target]
        while queue:
            for other in near[queue.pop()]:
                if other not in group:
                    group.add(other)
                    queue.append(other)
        seen |= group
        found.append([target for target in targets if target in group])
    return found


def placed(group: Sequence[str], near: Mapping[str, Sequence[str]], column: Mapping[str, int]) -> dict[str, float]:
    """Return a row for each card of a group.

    Again and again towards the middle of those it is linked with.
    """
    stacks: dict[int, list[str]] = {}
    for target in group:
        stacks.setdefault(column[target], []).append(target)
    rows = {target: float(place) for stack in stacks.values() for place, target in enumerate(stack)}
    deepest = max(len(stack) for stack in stacks.values())
    for sweep in range(SWEEPS):
        order = sorted(stacks) if sweep % 2 == 0 else sorted(stacks, reverse=True)
        for number in order:
            stack = stacks[number]
            wish = {target: middle([rows[other] for other in near[target]], rows[target]) for target in stack}
            stack.sort(key=lambda target: (wish[target], rows[target]))
            rows |= spread([wish[target] for target in stack], stack, deepest)
    top = min(rows.values())
    return {target: row - top for target, row in rows.items()}


def middle(values: Sequence[float], otherwise: float) -> float:
    """Return the mean of some rows."""
    return sum(values) / len(values) if values else otherwise


def spread(wishes: Sequence[float], stack: Sequence[str], deepest: int) -> dict[str, float]:
    """Return rows at least one apart, as near to the wishes as can be.

    They are half rows and stay inside the group.
    """
    rows: list[float] = []
    for place, wish in enumerate(wishes):
        lowest = rows[-1] + 1 if rows else 0.0
        rows.append(max(lowest, min(round(wish * 2) / 2, deepest - len(wishes) + place)))
    return dict(zip(stack, rows, strict=True))


# --- drawing --------------------------------------------------------------------------------------


def chain_picture(contents: Sequence[items.Content], speaker: Speaker, href: Callable[[str], str]) -> Markup:
    """Return the tree as SVG with a link to each card.

    Nothing if no card is linked with another.
    """
    tree = chain_tree(contents, speaker)
    if not tree.knots:
        return Markup()
    is_turned = any(link.to.column <= link.source.column for link in tree.links)
    width = len(tree.columns) * (COLUMN + GAP) - (GAP / 2 if is_turned else GAP) + 2
    height = HEAD + (max(knot.row for knot in tree.knots) + 1) * ROW
    heads = Markup().join(
        text_at(title, left(number) + COLUMN / 2, 16, 13) for number, title in enumerate(tree.columns)
    )
    lines = Markup().join(map(line, tree.links))
    cards = Markup().join(knot_drawn(knot, href(knot.target)) for knot in tree.knots)
    return Markup(
        '<svg class="chain-tree" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} {}" width="{}" role="group"'
        ' aria-label="{}" style="max-width:100%;height:auto" font-family="inherit" fill="currentColor">'
        '<g font-weight="600" aria-hidden="true">{}</g>'
        '<g class="chain-lines" fill="none" stroke-width="2" aria-hidden="true">{}</g>{}</svg>'
    ).format(
        tenths(width),
        tenths(height),
        tenths(width),
        speaker.say("chains.picture", number=len(tree.knots)),
        heads,
        lines,
        cards,
    )


def left(column: int) -> float:
    """Return where a column begins."""
    return 1 + column * (COLUMN + GAP)


def line(link: ChainLink) -> Markup:
    """Return a line from a card to one that it lets be built, in the tint of the latter."""
    source, to = link.source, link.to
    x, y = left(source.column) + COLUMN, centre(source.row)
    path, bend = f"M{tenths(x)} {tenths(y)}", GAP / 2
    for column, row in link.bends:
        path += curve(x + bend, y, left(column) - bend, centre(row), left(column), centre(row))
        x, y = left(column) + COLUMN, centre(row)
        path += f"H{tenths(x)}"
    if to.column > source.column:
        path += curve(x + bend, y, left(to.column) - bend, centre(to.row), left(to.column), centre(to.row))
    else:  # back, or to a card of the same age: around the right edge
        end = left(to.column) + COLUMN
        path += curve(x + bend, y, end + bend, centre(to.row), end, centre(to.row))
    style = "stroke:var(--tint, currentColor)"
    return Markup('<path class="colour-{}" style="{}" d="{}"/>').format(to.colour or "none", style, path)


def curve(*places: float) -> str:
    """Return a part of a path that bends."""
    return "C" + " ".join(tenths(place) for place in places)


def centre(row: float) -> float:
    """Return the middle of a row."""
    return HEAD + row * ROW + HEIGHT / 2


def knot_drawn(knot: Knot, href: str) -> Markup:
    """Return one card of the tree: a link with its name on a tinted ground."""
    x, y = left(knot.column), HEAD + knot.row * ROW
    lines = wrapped(knot.title, COLUMN - 16, LETTERS, 2)
    first = y + HEIGHT / 2 + LETTERS * 0.36 - (len(lines) - 1) * (LETTERS + 2) / 2
    texts = Markup().join(
        text_at(text, x + COLUMN / 2 + 2, first + place * (LETTERS + 2), LETTERS) for place, text in enumerate(lines)
    )
    ground = "fill:var(--tint, none);fill-opacity:0.16;stroke:var(--tint, currentColor)"
    return Markup(
        '<a href="{}" class="colour-{}" style="color:inherit"><title>{}</title>'
        '<rect x="{}" y="{}" width="{}" height="{}" rx="6" style="fill:var(--paper, none)"/>'
        '<rect x="{}" y="{}" width="{}" height="{}" rx="6" stroke-width="1.5" style="{}"/>'
        '<rect x="{}" y="{}" width="5" height="{}" rx="2.5" style="fill:var(--tint, currentColor)"/>{}</a>'
    ).format(
        href,
        knot.colour or "none",
        knot.title,
        *(tenths(value) for value in (x, y, COLUMN, HEIGHT)),
        *(tenths(value) for value in (x, y, COLUMN, HEIGHT)),
        ground,
        *(tenths(value) for value in (x + 3, y + 4, HEIGHT - 8)),
        texts,
    )
