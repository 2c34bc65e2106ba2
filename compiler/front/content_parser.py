"""Turn shaped documents into typed items, with every clause and cost parsed.

The YAML of a card becomes a `Card` whose effect is a tuple of `Clause`. Shape is no longer in doubt here: what the
schema found wrong is left out, but its id is kept, so that nothing later complains about a missing name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from stele.compiler.common.codes import E0201, E0202
from stele.compiler.common.diagnostics import Diagnostic, Edit, did_you_mean, misspelt
from stele.compiler.common.memo import Memo
from stele.compiler.common.span import Span
from stele.compiler.front import items
from stele.compiler.front.clause_parser import parse_clause, parse_cost
from stele.compiler.front.nodes import Clause, Cost, Name, Role
from stele.compiler.front.schema import Shaped
from stele.compiler.front.source import Node, Scalar, YamlMapping, YamlSequence, value_at

T = TypeVar("T")

ROLES = {
    "groups": Role.GROUP,
    "resources": Role.RESOURCE,
    "colours": Role.COLOUR,
    "symbols": Role.SYMBOL,
    "nouns": Role.NOUN,
    "token-groups": Role.TOKEN,
    "tokens": Role.TOKEN,
    "zones": Role.ZONE,
    "decks": Role.DECK,
    "lines": Role.LINE,
    "cards": Role.CARD,
    "boards": Role.BOARD,
    "places": Role.BOARD,
    "actions": Role.ACTION,
    "riders": Role.RIDER,
    "supplies": Role.SUPPLY,
    "moments": Role.MOMENT,
    "variants": Role.VARIANT,
}


SLOTS = ("before-first-age", "start-of-age", "end-of-turn", "before-conflict", "after-conflict", "end-of-game")


def parse(documents: list[Shaped], found: list[Diagnostic]) -> items.Content | None:
    """Return an expansion's content, or nothing if it is not even known which expansion it is."""
    by_kind: dict[str, list[Shaped]] = {}
    for document in documents:
        by_kind.setdefault(document.document.kind, []).append(document)
    identity = by_kind.get("expansion", [])
    if not identity or not isinstance(identity[0].document.root, YamlMapping) or not identity[0].is_sound():
        return None
    expansion = parse_expansion(identity[0].document.root)
    parts = [parse_document(shaped, expansion.provenance, found) for kind in KINDS for shaped in by_kind.get(kind, [])]
    return items.Content(
        expansion,
        next((part.vocabulary for part in parts if part.vocabulary is not None), NO_WORDS),
        next((part.flow for part in parts if part.flow is not None), None),
        tuple(card for part in parts for card in part.cards),
        tuple(board for part in parts for board in part.boards),
        tuple(place for part in parts for place in part.places),
        tuple(rule for part in parts for rule in part.rules),
        tuple(patch for part in parts for patch in part.patches),
        tuple(variant for part in parts for variant in part.variants),
        tuple(unsound for part in parts for unsound in part.unsound),
        frozenset(shaped.document.kind for shaped in documents if not shaped.is_listed()),
        tuple(language for part in parts for language in part.languages),
    )


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """What one file of an expansion declares, and what is wrong with it."""

    provenance: str  # of the whole expansion
    vocabulary: items.Vocabulary | None
    flow: items.Flow | None
    cards: tuple[items.Card, ...]
    boards: tuple[items.Board, ...]
    places: tuple[items.PlaceBoard, ...]
    rules: tuple[items.Rule, ...]
    patches: tuple[items.Patch, ...]
    variants: tuple[items.Variant, ...]
    languages: tuple[items.Language, ...]
    unsound: tuple[items.Declared, ...]
    found: tuple[Diagnostic, ...]


KINDS = ("vocabulary", "flow", "cards", "boards", "rules", "language")
NO_WORDS = items.Vocabulary()
parsed_before: Memo[ParsedFile] = Memo()


def parse_document(shaped: Shaped, provenance: str, found: list[Diagnostic]) -> ParsedFile:
    """Return what one file declares; the very same if it was parsed before, so that what follows from it can be kept."""
    part = parsed_before.get(shaped.document)
    if part is None or part.provenance != provenance:
        own: list[Diagnostic] = []
        kind, parser = shaped.document.kind, Parser(own, provenance)
        part = ParsedFile(
            provenance,
            parser.vocabulary(shaped) if kind == "vocabulary" else None,
            parser.flow(shaped) if kind == "flow" else None,
            tuple(parser.each(shaped, "cards", parser.card)) if kind == "cards" else (),
            tuple(parser.each(shaped, "boards", parser.board)) if kind == "boards" else (),
            tuple(parser.each(shaped, "places", parser.place)) if kind == "boards" else (),
            tuple(parser.each(shaped, "rules", parser.rule)) if kind == "rules" else (),
            tuple(parser.patches(shaped)) if kind == "flow" else (),
            tuple(parser.each(shaped, "variants", parser.variant)) if kind == "flow" else (),
            tuple(parser.languages(shaped)) if kind == "language" else (),
            tuple(parser.unsound),
            tuple(own),
        )
        parsed_before.keep(shaped.document, part)
    found.extend(part.found)
    return part


def parse_expansion(node: YamlMapping) -> items.Expansion:
    """Return what `expansion.yaml` says."""
    identity = entry(node, "id")
    requires = node.get("requires")
    pairs = requires.entries if isinstance(requires, YamlMapping) else ()
    return items.Expansion(
        text(node, "id"),
        text(node, "name"),
        text(node, "version"),
        flag(node, "official"),
        tuple((name_of(pair.key, Role.EXPANSION), text_of(pair.value)) for pair in pairs),
        text(node, "provenance", "public"),
        identity.span,
        tuple(part.text for part in scalars(node.get("boards-elsewhere"))),
    )


class Parser:
    """Reads items; collects findings and the ids of what is unsound."""

    def __init__(self, found: list[Diagnostic], provenance: str) -> None:
        self.found = found
        self.provenance = provenance
        self.unsound: list[items.Declared] = []

    def each(self, shaped: Shaped, key: str, read: Callable[[YamlMapping, Shaped], T]) -> Iterator[T]:
        """Yield the sound entries of a list; of the others keep the id."""
        root = shaped.document.root
        listed = root.get(key) if isinstance(root, YamlMapping) else None
        if not isinstance(listed, YamlSequence):
            return
        for index, item in enumerate(listed.items):
            if isinstance(item, YamlMapping) and shaped.is_sound(key, index):
                yield read(item, shaped)
            elif isinstance(item, YamlMapping) and isinstance(identity := item.get("id"), Scalar):
                role = ROLES[key].value if key in ROLES else items.RULE
                self.unsound.append(items.Declared(role, identity.text, identity.span))
                if isinstance(plural := item.get("plural"), Scalar) and plural.text != identity.text:
                    self.unsound.append(items.Declared(role, plural.text, plural.span))

    # --- vocabulary -------------------------------------------------------------------------------------------------

    def vocabulary(self, shaped: Shaped) -> items.Vocabulary:
        """Read `vocabulary.yaml`."""
        return items.Vocabulary(
            tuple(self.each(shaped, "groups", self.group)),
            tuple(self.each(shaped, "resources", self.resource)),
            tuple(self.each(shaped, "colours", self.colour)),
            tuple(self.each(shaped, "symbols", self.symbol)),
            tuple(self.each(shaped, "nouns", self.noun)),
            tuple(self.each(shaped, "token-groups", self.token_group)),
            tuple(self.each(shaped, "tokens", self.token)),
            tuple(self.each(shaped, "zones", self.zone)),
            tuple(self.each(shaped, "decks", self.deck)),
            tuple(self.each(shaped, "lines", self.line)),
            tuple(self.each(shaped, "moments", self.moment)),
        )

    def group(self, node: YamlMapping, _: Shaped) -> items.Group:
        """Read a resource group."""
        return items.Group(text(node, "id"), text(node, "name"), entry(node, "id").span)

    def resource(self, node: YamlMapping, _: Shaped) -> items.Resource:
        """Read a resource."""
        groups = names(node, "groups", Role.GROUP)
        return items.Resource(
            text(node, "id"), text(node, "name"), groups, text(node, "icon"), text(node, "tint"), entry(node, "id").span
        )

    def colour(self, node: YamlMapping, _: Shaped) -> items.Colour:
        """Read a colour."""
        line = name(node, "line", Role.LINE)
        words = text(node, "id"), text(node, "name"), text(node, "title")
        return items.Colour(*words, line, text(node, "icon"), text(node, "tint"), entry(node, "id").span)

    def symbol(self, node: YamlMapping, _: Shaped) -> items.Symbol:
        """Read a scientific symbol."""
        return items.Symbol(
            text(node, "id"), text(node, "name"), text(node, "icon"), text(node, "tint"), entry(node, "id").span
        )

    def noun(self, node: YamlMapping, _: Shaped) -> items.Noun:
        """Read a noun."""
        colour = needed(node, "colour", Role.COLOUR)
        return items.Noun(text(node, "id"), text(node, "plural"), colour, entry(node, "id").span)

    def token_group(self, node: YamlMapping, _: Shaped) -> items.TokenGroup:
        """Read a group of tokens."""
        return items.TokenGroup(text(node, "id"), text(node, "name"), entry(node, "id").span)

    def token(self, node: YamlMapping, _: Shaped) -> items.Token:
        """Read a token."""
        supply = node.get("supply")
        return items.Token(
            text(node, "id"),
            text(node, "name"),
            name(node, "group", Role.TOKEN),
            number(node, "points"),
            name(node, "line", Role.LINE),
            None if supply is None else number(node, "supply"),
            text(node, "icon"),
            text(node, "tint"),
            entry(node, "id").span,
        )

    def zone(self, node: YamlMapping, _: Shaped) -> items.ZoneItem:
        """Read a zone."""
        words = text(node, "id"), text(node, "name"), text(node, "owner"), text(node, "seen-by"), text(node, "order")
        deck = name(node, "deck", Role.DECK)
        return items.ZoneItem(
            *words, flag(node, "main"), flag(node, "unique"), deck, number(node, "holds"), entry(node, "id").span
        )

    def deck(self, node: YamlMapping, _: Shaped) -> items.Deck:
        """Read a deck."""
        listed = node.get("adds")
        adds = tuple(self.addition(part) for part in children(listed))
        age = None if node.get("age") is None else number(node, "age")
        return items.Deck(text(node, "id"), text(node, "name"), age, adds, entry(node, "id").span)

    def addition(self, node: YamlMapping) -> items.Addition:
        """Read what is mixed into a deck."""
        source = needed(node, "from", Role.DECK)
        return items.Addition(text(node, "id"), source, by_players(node, "cards"), entry(node, "id").span)

    def line(self, node: YamlMapping, _: Shaped) -> items.Line:
        """Read a score line."""
        words = text(node, "id"), text(node, "name")
        effect, rank = self.clauses(node, "effect"), number(node, "rank")
        return items.Line(*words, flag(node, "of-boards"), effect, rank, entry(node, "id").span)

    def moment(self, node: YamlMapping, _: Shaped) -> items.MomentItem:
        """Read a moment."""
        line = name(node, "line", Role.LINE)
        return items.MomentItem(text(node, "id"), text(node, "name"), line, entry(node, "id").span)

    # --- cards, boards, rules ---------------------------------------------------------------------------------------

    def card(self, node: YamlMapping, shaped: Shaped) -> items.Card:
        """Read a card."""
        cost = node.get("cost")
        assert isinstance(cost, Scalar)
        return items.Card(
            text(node, "id"),
            text(node, "name"),
            needed(node, "deck", Role.DECK),
            name(node, "colour", Role.COLOUR),
            self.cost(cost),
            tuple(int(part.value or 0) for part in scalars(node.get("players"))),
            names(node, "chain", Role.CARD),
            text(node, "identity", text(node, "id")),
            self.clauses(node, "effect"),
            self.moments(node.get("moments")),
            number(node, "rank"),
            text(node, "note"),
            (*names(root_of(shaped), "with", Role.EXPANSION), *names(node, "with", Role.EXPANSION)),
            self.provenances(node),
            entry(node, "id").span,
        )

    def board(self, node: YamlMapping, shaped: Shaped) -> items.Board:
        """Read a board."""
        sides = node.get("sides")
        assert isinstance(sides, YamlMapping)
        return items.Board(
            text(node, "id"),
            text(node, "name"),
            text(node, "title", text(node, "name")),
            tuple(self.side(part.key, part.value) for part in sides.entries),
            self.limits(node.get("limits")),
            text(node, "note"),
            (*names(root_of(shaped), "with", Role.EXPANSION), *names(node, "with", Role.EXPANSION)),
            self.provenances(node),
            entry(node, "id").span,
        )

    def limits(self, node: Node | None) -> items.Limits:
        """Read when a board is not dealt."""
        if not isinstance(node, YamlMapping):
            return items.Limits()
        advice = node.get("advice")

        def words(key: str) -> tuple[str, ...]:
            return tuple(part.text for part in scalars(node.get(key)))

        def sides(key: str) -> tuple[items.SideName, ...]:
            return tuple(items.SideName(part.text, part.span) for part in scalars(node.get(key)))

        return items.Limits(
            number(node, "least") or 1,
            number(node, "most") or 99,
            number(node, "most-alone") or 99,
            words("only-in"),
            words("never-in"),
            sides("not-with"),
            sides("not-beside"),
            sides("not-left"),
            sides("not-right"),
            words("needs"),
            names(node, "removes", Role.CARD),
            None if advice is None else self.limits(advice),
        )

    def side(self, key: Scalar, node: Node) -> items.Side:
        """Read one side of a board."""
        assert isinstance(node, YamlMapping)
        stages = tuple(self.stage(part) for part in children(node.get("stages")))
        return items.Side(key.text, self.clauses(node, "start"), stages, self.limits(node.get("limits")), key.span)

    def place(self, node: YamlMapping, shaped: Shaped) -> items.PlaceBoard:
        """Read a board of a place that two neighbours share."""
        sides = node.get("sides")
        assert isinstance(sides, YamlMapping)
        return items.PlaceBoard(
            text(node, "id"),
            text(node, "name"),
            needed(node, "zone", Role.ZONE),
            number(node, "copies") or 1,
            tuple(self.place_side(part.key, part.value) for part in sides.entries),
            text(node, "note"),
            (*names(root_of(shaped), "with", Role.EXPANSION), *names(node, "with", Role.EXPANSION)),
            self.provenances(node),
            entry(node, "id").span,
        )

    def place_side(self, key: Scalar, node: Node) -> items.PlaceSide:
        """Read one side of a shared place."""
        assert isinstance(node, YamlMapping)
        room, ladder = node.get("room"), node.get("ladder")
        assert isinstance(room, YamlMapping)
        steps = ladder.entries if isinstance(ladder, YamlMapping) else ()
        return items.PlaceSide(
            key.text,
            tuple((name_of(part.key, Role.COLOUR), number(room, part.key.text)) for part in room.entries),
            tuple(sorted((int(part.key.text), self.clause_list(part.value)) for part in steps)),
            number(node, "alone"),
            flag(node, "for-sale"),
            self.provenances(node),
            key.span,
        )

    def stage(self, node: YamlMapping) -> items.Stage:
        """Read a stage."""
        cost = node.get("cost")
        assert isinstance(cost, Scalar)
        effect, listed = self.clauses(node, "effect"), node.get("choose")
        choose = tuple(self.clause_list(part) for part in listed.items) if isinstance(listed, YamlSequence) else ()
        return items.Stage(self.cost(cost), effect, choose, number(node, "rank"), self.provenances(node), cost.span)

    def moments(self, node: Node | None) -> tuple[tuple[Name, tuple[Clause, ...]], ...]:
        """Read further effects, each with its moment."""
        found = node.entries if isinstance(node, YamlMapping) else ()
        return tuple((name_of(part.key, Role.MOMENT), self.clause_list(part.value)) for part in found)

    def rule(self, node: YamlMapping, _: Shaped) -> items.Rule:
        """Read an entry of the rule index."""
        return items.Rule(
            text(node, "id"),
            text(node, "says"),
            text(node, "kind"),
            names(node, "needs", Role.EXPANSION),
            text(node, "source"),
            text(node, "ambiguity"),
            text(node, "decision"),
            text(node, "tested-by"),
            entry(node, "id").span,
        )

    # --- languages --------------------------------------------------------------------------------------------------

    def languages(self, shaped: Shaped) -> Iterator[items.Language]:
        """Read a file of names in another language, called by the code of that; an unsound name is left out."""
        root = shaped.document.root
        if not isinstance(root, YamlMapping):
            return
        code = shaped.document.text.path.rpartition("/")[2].partition(".")[0]
        told = {key: text(root, key) if shaped.is_sound(key) else "" for key in ("name", "about")}
        words = [
            self.word(pair.key, pair.value, ROLES[part.key.text])
            for part in root.entries
            if part.key.text in ROLES and isinstance(part.value, YamlMapping)
            for pair in part.value.entries
            if shaped.is_sound(part.key.text, pair.key.text)
        ]
        yield items.Language(code, told["name"], told["about"], tuple(words), root.span)

    def word(self, key: Scalar, node: Node, role: Role) -> items.Word:
        """Read what one thing is called: a text, or a name with its forms."""
        of = name_of(key, role)
        if not isinstance(node, YamlMapping):
            return items.Word(of, text_of(node))
        elides = node.get("elides") is None or flag(node, "elides")
        return items.Word(
            of,
            text(node, "name"),
            text(node, "title"),
            text(node, "gender"),
            text(node, "plural"),
            text(node, "feminine"),
            text(node, "feminine-plural"),
            elides,
            text(node, "guest"),
        )

    # --- flow -------------------------------------------------------------------------------------------------------

    def flow(self, shaped: Shaped) -> items.Flow | None:
        """Read `flow.yaml`; a part that is unsound is left out."""
        root = shaped.document.root
        if not isinstance(root, YamlMapping):
            return None
        players, start = root.get("players"), root.get("start")
        has_players = isinstance(players, YamlMapping) and shaped.is_sound("players")
        has_start = isinstance(start, YamlMapping) and shaped.is_sound("start")
        return items.Flow(
            (number(players, "least"), number(players, "most")) if has_players else None,
            number(root, "ages") if root.get("ages") is not None and shaped.is_sound("ages") else None,
            number(start, "coins") if has_start else None,
            self.clauses(root, "everyone") if shaped.is_sound("everyone") else (),
            text(root, "partners") == "side-by-side",
            self.unpaid(root.get("losses")) if shaped.is_sound("losses") else None,
            tuple(self.each(shaped, "actions", self.action)),
            tuple(self.each(shaped, "riders", self.rider)),
            tuple(self.each(shaped, "supplies", self.supply)),
            self.never_in(root.get("limits")) if shaped.is_sound("limits") else (),
            tuple(self.each(shaped, "restrictions", self.restriction)),
            self.steps(root.get("age")) if shaped.is_sound("age") else (),
            items.Slots(*(self.steps(root.get(key)) if shaped.is_sound(key) else () for key in SLOTS)),
            tuple(part.text for part in scalars(root.get("tie"))) if shaped.is_sound("tie") else (),
            root.span,
        )

    def unpaid(self, node: Node | None) -> Name | None:
        """Read which token stands for a coin that is not paid."""
        found = name(node, "unpaid", Role.TOKEN) if isinstance(node, YamlMapping) else None
        return None if found is None or found.text == "nothing" else found

    def patches(self, shaped: Shaped) -> Iterator[items.Patch]:
        """Yield the changes to other expansions."""
        root = shaped.document.root
        listed = root.get("patch") if isinstance(root, YamlMapping) else None
        for index, node in enumerate(children(listed)):
            if shaped.is_sound("patch", index) and self.is_patch(node):
                yield self.patch(node)

    def is_patch(self, node: YamlMapping) -> bool:
        """Tell whether a change says once what it does; say so if not."""
        setting, adding = node.get("set"), node.get("add")
        if setting is None and adding is None:
            message = "a patch says what it changes"
            self.found.append(Diagnostic(E0202, message, node.span, help="begin with `set:` or `add:` and a path"))
        elif setting is not None and adding is not None:
            message = "a patch either sets or adds"
            self.found.append(Diagnostic(E0201, message, adding.span, help="make two patches of it"))
        return (setting is None) != (adding is None)

    def patch(self, node: YamlMapping) -> items.Patch:
        """Read one change."""
        adds = node.get("add") is not None
        path = entry(node, "add" if adds else "set")
        value, needs = items.Held(entry(node, "to")), names(node, "with", Role.EXPANSION)
        return items.Patch(adds, tuple(text_of(path).split(".")), value, items.Held(path), needs, path.span)

    def variant(self, node: YamlMapping, _: Shaped) -> items.Variant:
        """Read a variant."""
        players = tuple(int(part.value or 0) for part in scalars(node.get("players")))
        patches = tuple(self.patch(part) for part in children(node.get("patch")) if self.is_patch(part))
        found = node.get("guest")
        guest = self.guest(found) if isinstance(found, YamlMapping) else None
        return items.Variant(text(node, "id"), text(node, "name"), players, guest, patches, entry(node, "id").span)

    def guest(self, node: YamlMapping) -> items.Guest:
        """Read the seat at which nobody sits."""
        resort, here = names(node, "last-resort", Role.ACTION), entry(node, "plays").span
        words = text(node, "name"), text(node, "plays")
        return items.Guest(*words, by_side(node, "guide"), resort, flag(node, "chains-first"), here)

    def action(self, node: YamlMapping, _: Shaped) -> items.Action:
        """Read an action."""
        words = text(node, "id"), text(node, "name"), text(node, "cost")
        to = needed(node, "to", Role.ZONE)
        builds = words[2] == "card" and (node.get("builds") is None or flag(node, "builds"))
        return items.Action(*words, to, builds, self.clauses(node, "effect"), entry(node, "id").span)

    def rider(self, node: YamlMapping, _: Shaped) -> items.Rider:
        """Read a rider."""
        written = node.get("cost")
        cost = self.cost(written) if isinstance(written, Scalar) else None
        words = text(node, "id"), text(node, "name"), needed(node, "on", Role.ACTION)
        takes, once_per = name(node, "takes", Role.SUPPLY), text(node, "once-per")
        return items.Rider(*words, cost, takes, once_per, self.clauses(node, "effect"), entry(node, "id").span)

    def supply(self, node: YamlMapping, _: Shaped) -> items.Supply:
        """Read a supply."""
        of, on = by_age(node, "of", Role.TOKEN), needed(node, "on", Role.ZONE)
        moment = needed(node, "when-empty", Role.MOMENT)
        words = text(node, "id"), text(node, "name")
        return items.Supply(*words, of, on, by_players(node, "number"), moment, entry(node, "id").span)

    def restriction(self, node: YamlMapping, _: Shaped) -> items.Restriction:
        """Read at which tables a board is not used."""
        board = entry(node, "board")
        return items.Restriction(items.SideName(text_of(board), board.span), self.limits(node))

    def never_in(self, node: Node | None) -> tuple[tuple[str, Span], ...]:
        """Read in which variants an expansion is not played."""
        listed = scalars(node.get("never-in")) if isinstance(node, YamlMapping) else []
        return tuple((part.text, part.span) for part in listed)

    def steps(self, node: Node | None) -> tuple[items.Step, ...]:
        """Read a list of steps."""
        return tuple(self.step(part.entries[0].key.text, part.entries[0].value) for part in children(node))

    def step(self, kind: str, node: Node) -> items.Step:
        """Read one step."""
        assert isinstance(node, YamlMapping)
        identity, here = text(node, "id"), entry(node, "id").span
        zone = Role.ZONE
        match kind:
            case "deal":
                source, cards = by_age(node, "from", Role.DECK), by_players(node, "cards")
                return items.Deal(identity, source, cards, needed(node, "to", zone), here)
            case "turns":
                return items.Turns(identity, by_players(node, "count"), self.steps(node.get("each")), here)
            case "play":
                actions = names(node, "actions", Role.ACTION)
                return items.PlayStep(identity, needed(node, "from", zone), actions, here)
            case "clear":
                to = needed(node, "to", zone)
                ages = tuple(int(part.value or 0) for part in scalars(node.get("ages")))
                is_last, spares = text(node, "only") == "last", text(node, "spare") == "unbuilt-stages"
                return items.Clear(identity, needed(node, "zone", zone), to, is_last, ages, spares, here)
            case "pass":
                is_except = text(node, "except") == "last"
                return items.Pass(identity, needed(node, "zone", zone), by_side(node, "to"), is_except, here)
            case "conflict":
                win, lose = by_age(node, "win", Role.TOKEN), by_age(node, "lose", Role.TOKEN)
                leaves = text(node, "absent", "leaves") == "leaves"
                return items.ConflictStep(identity, win, lose, number(node, "tokens") or 1, leaves, here)
            case "lay":
                return items.Lay(identity, needed(node, "zone", zone), here)
            case _:
                moment = needed(node, "moment", Role.MOMENT)
                unpaid = by_age(node, "unpaid", Role.TOKEN) if node.get("unpaid") is not None else None
                supply, goes_to = name(node, "supply", Role.SUPPLY), name(node, "to", zone)
                declared = None if moment.text == "end-of-turn" else moment
                return items.Run(identity, declared, supply, unpaid, goes_to, here)

    # --- parts ------------------------------------------------------------------------------------------------------

    def clauses(self, node: YamlMapping, key: str) -> tuple[Clause, ...]:
        """Read an effect: one clause or a list of them."""
        return self.clause_list(node.get(key))

    def clause_list(self, node: Node | None) -> tuple[Clause, ...]:
        """Read one clause or a list of them."""
        parsed = (parse_clause(part, self.found) for part in scalars(node))
        return tuple(clause for clause in parsed if clause is not None)

    def cost(self, node: Scalar) -> Cost | None:
        """Read a cost."""
        return parse_cost(node, self.found)

    def provenances(self, node: YamlMapping) -> tuple[tuple[str, str], ...]:
        """Read where values come from; the empty field name stands for the whole item."""
        given = node.get("provenance")
        if isinstance(given, YamlMapping):
            fields = [(part.key.text, text_of(part.value)) for part in given.entries]
            written = list(dict.fromkeys(keys_below(node, given)))
            for part in given.entries:
                if part.key.text not in written and value_at(node, part.key.text) is None:
                    message = f"there is no `{part.key.text}` here whose origin could be told"
                    help = did_you_mean(part.key.text, written) or "name a key of this item"
                    near = misspelt(part.key.text, written)
                    edits = (Edit(part.key.span, near),) if near else ()
                    self.found.append(Diagnostic(E0201, message, part.key.span, help=help, edits=edits))
            return (("", self.provenance), *fields)
        return (("", text(node, "provenance", self.provenance)),)


def keys_below(node: Node, apart: Node) -> Iterator[str]:
    """Yield every key of an item and of its parts, except those of one part."""
    if node is apart:
        return
    for part in node.items if isinstance(node, YamlSequence) else ():
        yield from keys_below(part, apart)
    for pair in node.entries if isinstance(node, YamlMapping) else ():
        yield pair.key.text
        yield from keys_below(pair.value, apart)


def root_of(shaped: Shaped) -> YamlMapping:
    """Return the root of a document that is a mapping."""
    assert isinstance(shaped.document.root, YamlMapping)
    return shaped.document.root


def entry(node: YamlMapping, key: str) -> Node:
    """Return the value of a key that the schema requires."""
    value = node.get(key)
    assert value is not None
    return value


def text_of(node: Node) -> str:
    """Return the text of a scalar."""
    assert isinstance(node, Scalar)
    return node.text


def text(node: YamlMapping, key: str, default: str = "") -> str:
    """Return the text of a key that may be absent."""
    value = node.get(key)
    return text_of(value) if isinstance(value, Scalar) else default


def number(node: Node | None, key: str) -> int:
    """Return the number of a key; 0 if it is absent."""
    value = node.get(key) if isinstance(node, YamlMapping) else None
    return int(value.value or 0) if isinstance(value, Scalar) else 0


def flag(node: YamlMapping, key: str) -> bool:
    """Return a truth value; false if it is absent."""
    value = node.get(key)
    return isinstance(value, Scalar) and value.value is True


def scalars(node: Node | None) -> list[Scalar]:
    """Return one scalar, or those of a list."""
    if isinstance(node, YamlSequence):
        return [part for part in node.items if isinstance(part, Scalar)]
    return [node] if isinstance(node, Scalar) else []


def children(node: Node | None) -> list[YamlMapping]:
    """Return the mappings of a list."""
    return [part for part in node.items if isinstance(part, YamlMapping)] if isinstance(node, YamlSequence) else []


def name_of(node: Scalar, role: Role) -> Name:
    """Return a scalar as a name."""
    return Name(node.text, role, node.span)


def name(node: YamlMapping, key: str, role: Role) -> Name | None:
    """Return the name of a key that may be absent."""
    value = node.get(key)
    return name_of(value, role) if isinstance(value, Scalar) else None


def needed(node: YamlMapping, key: str, role: Role) -> Name:
    """Return the name of a key that the schema requires."""
    value = entry(node, key)
    assert isinstance(value, Scalar)
    return name_of(value, role)


def names(node: YamlMapping, key: str, role: Role) -> tuple[Name, ...]:
    """Return a list of names."""
    return tuple(name_of(part, role) for part in scalars(node.get(key)))


def table(node: Node) -> tuple[tuple[int, Scalar], ...]:
    """Return a mapping from numbers to scalars."""
    assert isinstance(node, YamlMapping)
    return tuple((int(part.key.text), part.value) for part in node.entries if isinstance(part.value, Scalar))


def by_players(node: YamlMapping, key: str) -> items.ByPlayers:
    """Return a number that may depend on how many play."""
    value = entry(node, key)
    if isinstance(value, Scalar):
        return items.ByPlayers(int(value.value or 0), (), value.span)
    rows = tuple((players, int(part.value or 0)) for players, part in table(value))
    return items.ByPlayers(None, rows, span_of(node, key), tuple(part.span for _, part in table(value)))


def by_age(node: YamlMapping, key: str, role: Role) -> items.ByAge:
    """Return a name that may depend on the age."""
    value = entry(node, key)
    if isinstance(value, Scalar):
        return items.ByAge(name_of(value, role), (), value.span)
    return items.ByAge(None, tuple((age, name_of(part, role)) for age, part in table(value)), span_of(node, key))


def by_side(node: YamlMapping, key: str) -> items.BySide:
    """Return a side that may depend on the age."""
    value = entry(node, key)
    if isinstance(value, Scalar):
        return items.BySide(value.text, (), value.span)
    return items.BySide(None, tuple((age, part.text) for age, part in table(value)), span_of(node, key))


def span_of(node: YamlMapping, key: str) -> Span:
    """Return the place of a key."""
    found = node.entry(key)
    assert found is not None
    return found.key.span
