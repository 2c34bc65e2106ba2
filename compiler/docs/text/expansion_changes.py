"""Tell what changes when expansions meet: patches with before and after, items that need others, rules and rulings about several.

`{set: base.start.coins, to: 6}` becomes "Each player starts with 6 coins instead of 3 coins."; what no phrase knows is said as
a thing, its new value and its old one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from stele.compiler.analysis.compose import PATCHED_KINDS, applies, child, declares, reached
from stele.compiler.docs.text.flow_text import Course, FlowSection, Point
from stele.compiler.docs.text.limits_text import LimitWords
from stele.compiler.docs.text.phrases import phrases
from stele.compiler.docs.text.phrasing import counted, name_of_id, spoken_list
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.driver.check import Checked, in_play
from stele.compiler.front import items
from stele.compiler.front.content_parser import text
from stele.compiler.front.nodes import Clause, Cost, Name, Role
from stele.compiler.front.rulings import Ruling, rulings_of
from stele.compiler.front.source import Document, Node, Scalar, YamlMapping, YamlSequence
from stele.compiler.language.numerals import signed

Documents = Mapping[str, Sequence[Document]]
ROLES = {
    "decks": Role.DECK, "colours": Role.COLOUR, "tokens": Role.TOKEN, "lines": Role.LINE, "actions": Role.ACTION,
    "riders": Role.RIDER, "supplies": Role.SUPPLY, "cards": Role.CARD, "boards": Role.BOARD, "places": Role.BOARD,
    "zones": Role.ZONE, "resources": Role.RESOURCE, "symbols": Role.SYMBOL,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ExpansionChange:
    """One change in words, and who brings it."""

    text: str
    by: str  # the id of an expansion
    paths: tuple[str, ...]  # as patches write them


@dataclass(frozen=True, slots=True)
class Meeting:
    """What is true only if some expansions are in play together."""

    expansions: tuple[str, ...]
    title: str
    changes: tuple[ExpansionChange, ...]
    cards: tuple[str, ...]  # targets
    boards: tuple[str, ...]
    places: tuple[str, ...]
    rules: tuple[str, ...]  # ids
    rulings: tuple[Ruling, ...]


class Meetings:
    """Tells meetings of checked expansions in one language; each set is put together once."""

    def __init__(self, checked: Checked, speaker: Speaker) -> None:
        self.checked = checked
        self.speaker = speaker
        self.alone = {content.expansion.id: content for content in checked.game.contents}
        self.rulings = rulings_of(checked.documents, checked.game.contents)
        self.together: dict[tuple[frozenset[str], str], tuple[items.Content, ...]] = {}

    def meetings(self, chosen: Iterable[str]) -> tuple[Meeting, ...]:
        """Return every meeting of some of the chosen expansions, small ones first."""
        ids = self.closure(chosen)
        keys: dict[frozenset[str], None] = {}
        for id in [id for id in self.alone if id in ids]:
            for needs in self.needs_of(id):
                if needs and needs <= ids and (key := self.key(id, needs)):
                    keys.setdefault(key)
        order = list(self.alone)
        ranked = sorted(keys, key=lambda key: (len(key), [order.index(id) for id in order if id in key]))
        return tuple(self.meeting(key) for key in ranked)

    def own_changes(self, id: str) -> tuple[ExpansionChange, ...]:
        """Return what an expansion changes in those that it builds on, whatever else is in play."""
        patches = [patch for patch in self.alone[id].patches if not patch.needs]
        return self.changes([(id, patch) for patch in patches], self.closure([id]))

    def own_section(self, id: str) -> FlowSection:
        """Return what an expansion and its variants change as one section of a course; it may have no points."""
        points = [Point(change.text) for change in self.own_changes(id)]
        for variant in self.alone[id].variants:
            changes = tuple(Point(change.text) for change in self.variant_changes(id, variant))
            if changes:
                name = self.speaker.title(Role.VARIANT, f"{id}.{variant.id}").text
                points.append(Point(self.speaker.say("meetings.in-variant", variant=name), changes))
        return FlowSection("changes", self.speaker.say("meetings.title-changes"), tuple(points))

    def variant_changes(
        self, expansion: str, variant: items.Variant, among: Iterable[str] = ()
    ) -> tuple[ExpansionChange, ...]:
        """Return what a variant of an expansion changes, in a set or in the expansion with all it requires."""
        ids = self.closure([expansion, *among])
        patches = [(expansion, patch) for patch in variant.patches if applies(patch, set(ids))]
        return self.changes(patches, ids, variant.id)

    # --- who meets whom ---------------------------------------------------------------------------------------------

    def closure(self, chosen: Iterable[str]) -> frozenset[str]:
        """Return expansions with all that they require."""
        contents = self.checked.contents
        return frozenset(id for one in chosen for id in reached(contents[one], contents))

    def key(self, id: str, needs: frozenset[str]) -> frozenset[str]:
        """Return who meets: an expansion and those it needs, without those that one of them requires anyway."""
        met = {id, *needs}
        required = {other for one in met for other in self.closure([one]) if other != one}
        key = frozenset(met - required)
        return key if len(key) > 1 else frozenset()

    def needs_of(self, id: str) -> list[frozenset[str]]:
        """Return what parts of an expansion need besides itself."""
        content = self.alone[id]
        parts: list[Sequence[Name]] = [patch.needs for patch in content.patches]
        for listed_items in (content.cards, content.boards, content.places, content.rules):
            parts += [item.needs for item in listed_items]
        found = [frozenset(name.text for name in needs) for needs in parts]
        found += [frozenset(name.text for name in ruling.needs) for ruling in self.rulings_by(content)]
        return [needs - {id} for needs in dict.fromkeys(found)]

    def meeting(self, key: frozenset[str]) -> Meeting:
        """Return all that is true of one meeting."""
        order = [id for id in self.alone if id in key]
        contents = [self.alone[id] for id in order]
        title = spoken_list(self.speaker, [self.speaker.title(Role.EXPANSION, f"{id}.{id}").text for id in order])
        patches = [(c.expansion.id, patch) for c in contents for patch in c.patches if self.is_of(c, patch.needs, key)]
        return Meeting(
            tuple(order),
            title,
            self.changes(patches, self.closure(key)),
            tuple(target_in(c, card) for c in contents for card in c.cards if self.is_of(c, card.needs, key)),
            tuple(target_in(c, board) for c in contents for board in c.boards if self.is_of(c, board.needs, key)),
            tuple(target_in(c, place) for c in contents for place in c.places if self.is_of(c, place.needs, key)),
            tuple(rule.id for c in contents for rule in c.rules if self.is_of(c, rule.needs, key)),
            tuple(r for c in contents for r in self.rulings_by(c) if self.is_of(c, r.needs, key)),
        )

    def rulings_by(self, content: items.Content) -> list[Ruling]:
        """Return the rulings of an expansion."""
        return [ruling for ruling in self.rulings if ruling.expansion == content.expansion.id]

    def is_of(self, content: items.Content, needs: Sequence[Name | Scalar], key: frozenset[str]) -> bool:
        """Tell whether something of an expansion belongs to a meeting."""
        names = frozenset(name.text for name in needs)
        return bool(names) and names <= self.alone.keys() and self.key(content.expansion.id, names) == key

    # --- what changes -----------------------------------------------------------------------------------------------

    def set_of(self, ids: frozenset[str], variant: str = "") -> tuple[items.Content, ...]:
        """Return a set as it is when all of it is in play."""
        if (ids, variant) not in self.together:
            composed, _ = in_play(self.checked.contents, self.checked.by_expansion, ids, variant)
            self.together[ids, variant] = composed.contents
        return self.together[ids, variant]

    def changes(
        self, patches: Sequence[tuple[str, items.Patch]], ids: frozenset[str], variant: str = ""
    ) -> tuple[ExpansionChange, ...]:
        """Return patches in words; `ids` is the smallest set in which all of them apply."""
        if not patches:
            return ()
        # A variant changes what the set is without it; other patches change what each expansion says by itself.
        before = self.set_of(ids) if variant else tuple(self.alone[id] for id in self.alone if id in ids)
        after = self.set_of(ids, variant)
        words = ChangeWords(self.speaker, before, after, self.checked.by_expansion)
        groups: dict[tuple[str, Told], list[tuple[str, str]]] = {}
        for by, patch in patches:
            thing, told = words.change(patch)
            groups.setdefault((by, told), []).append((thing, ".".join(patch.path)))
        return tuple(
            ExpansionChange(
                words.said(told, list(dict.fromkeys(thing for thing, _ in parts))), by, tuple(path for _, path in parts)
            )
            for (by, told), parts in groups.items()
        )


@dataclass(frozen=True, slots=True)
class Told:
    """How a change is said, without the thing that changes; things that change alike are said together."""

    key: str
    after: str
    before: str


class ChangeWords:
    """Says patches in one language, with what was before and what is after them."""

    def __init__(
        self,
        speaker: Speaker,
        before: Sequence[items.Content],
        after: Sequence[items.Content],
        documents: Documents,
    ) -> None:
        self.speaker = speaker
        self.documents = documents
        self.before = {content.expansion.id: content for content in before}
        self.after = {content.expansion.id: content for content in after}
        self.course = Course(after, speaker)
        self.limit_words = LimitWords(speaker, after)
        self.names = {place[1].partition(".")[2]: place for place in reversed(speaker.titles)}

    def say(self, key: str, **values: object) -> str:
        """Return a phrase about meetings."""
        return self.speaker.say(f"meetings.{key}", **values)

    def said(self, told: Told, things: Sequence[str]) -> str:
        """Return a change of some things in words."""
        return self.say(told.key, thing=self.say("things").join(things), after=told.after, before=told.before)

    def change(self, patch: items.Patch) -> tuple[str, Told]:
        """Return what a patch changes, and how that is said."""
        expansion, *path = patch.path
        old, new = self.before[expansion], self.after[expansion]
        match path:
            case ["decks", deck, "adds"] if patch.adds:
                return self.mixed_in(new, deck, patch.value.node)
            case [*_, "actions"] if patch.adds and isinstance(patch.value.node, Scalar):
                return "", Told("new-action", self.title(Role.ACTION, patch.value.node.text), "")
        was, becomes = self.value(path, old, self.written(expansion, path)), self.value(path, new, patch.value.node)
        key = self.key(path, new)
        if not was:
            key = "new"
        elif not key:
            is_left_out = isinstance(patch.value.node, YamlSequence) and not patch.value.node.items
            key = "left-out" if is_left_out else "changed"
        if key in ("new", "changed", "left-out"):
            was, becomes = ended(was), ended(becomes)
        if key == "coins" and old.flow is not None:
            was = str(old.flow.coins)
        return self.thing(path, new), Told(key, becomes, was)

    def mixed_in(self, content: items.Content, deck: str, node: Node) -> tuple[str, Told]:
        """Return random cards of another deck that are mixed in."""
        id = text(node, "id") if isinstance(node, YamlMapping) else ""
        cards = self.value(["decks", deck, "adds", id, "cards"], content, node)
        name = self.speaker.title(Role.DECK, f"{content.expansion.id}.{deck}").text
        return self.say("mix", deck=name, source=self.source(content, deck, id)), Told("mixed-in", cards, "")

    def source(self, content: items.Content, deck: str, addition: str) -> str:
        """Return from which deck random cards are mixed into another."""
        added = addition_of(content, deck, addition)
        return name_of_id(addition) if added is None else self.speaker.title(Role.DECK, added.source.target or "").text

    def written(self, expansion: str, path: Sequence[str]) -> Node | None:
        """Return what stands at a path of an expansion's files."""
        for document in self.documents[expansion]:
            if document.kind in PATCHED_KINDS and isinstance(document.root, YamlMapping) and declares(document, path):
                return node_at(document.root, path)
        return None

    def key(self, path: Sequence[str], content: items.Content) -> str:
        """Return the phrase for a change that is common enough to have its own."""
        match path:
            case ["start", "coins"]:
                return "coins"
            case ["players", "most"]:
                return "most-players"
            case ["players", "least"]:
                return "least-players"
        match self.step(path, content):
            case items.Deal() if path[-1] == "cards":
                return "deal"
            case items.Turns() if path[-1] == "count":
                return "turns"
        return ""

    # --- the thing that changes -------------------------------------------------------------------------------------

    def title(self, role: Role, id: str) -> str:
        """Return what something of the set is called, in quotes."""
        targets = [f"{expansion}.{id}" for expansion in self.after]
        found = next((target for target in targets if (role, target) in self.speaker.titles), None)
        return self.say("quoted", name=name_of_id(id) if found is None else self.speaker.title(role, found).text)

    def step(self, path: Sequence[str], content: items.Content) -> items.Step | None:
        """Return the step that a path leads to."""
        steps = {step.id: step for step in all_steps(content.flow.steps())} if content.flow is not None else {}
        return next((steps[word] for word in reversed(path[1:]) if word in steps), None)

    def thing(self, path: Sequence[str], content: items.Content) -> str:
        """Return what a path leads to."""
        id = content.expansion.id
        match path:
            case ["boards" | "places", board, "sides", side, "stages", stage, *rest]:
                name = self.speaker.title(Role.BOARD, f"{id}.{board}").text
                return self.field(self.say("stage", board=name, side=side, stage=stage), rest)
            case ["boards" | "places", board, "sides", side, *rest]:
                name = self.speaker.title(Role.BOARD, f"{id}.{board}").text
                return self.field(self.say("side", board=name, side=side), rest)
            case ["decks", deck, "adds", addition, "cards", *rest]:
                name = self.speaker.title(Role.DECK, f"{id}.{deck}").text
                thing = self.say("mixed", deck=name, source=self.source(content, deck, addition))
                return self.say("with-players", thing=thing, number=rest[0]) if rest else thing
            case [kind, item, *rest] if kind in ROLES:
                name = self.speaker.title(ROLES[kind], f"{id}.{item}").text
                return self.field(self.say("quoted", name=name), rest)
        step = self.step(path, content)
        if step is not None and path[-1] != step.id:
            return self.field(self.say(f"step-{type(step).__name__.lower()}"), path[-1:])
        key = "thing-" + "-".join(path)
        return self.say(key) if self.has(key) else name_of_id("-".join(path))

    def has(self, key: str) -> bool:
        """Tell whether there is a phrase."""
        return f"meetings.{key}" in phrases(self.speaker.language)

    def field(self, thing: str, rest: Sequence[str]) -> str:
        """Return a thing, or one field of it."""
        if not rest:
            return thing
        key = f"field-{rest[-1]}"
        field = self.say(key) if self.has(key) else name_of_id(rest[-1]).lower()
        return self.say("field", thing=thing, field=field)

    # --- values -----------------------------------------------------------------------------------------------------

    def value(self, path: Sequence[str], content: items.Content, node: Node | None) -> str:
        """Return what stands at a path of an expansion as it is; `node` is how that is written, if no phrase knows it."""
        flow = content.flow
        match path:
            case ["start", "coins"] if flow is not None and flow.coins is not None:
                return counted(self.speaker, "meetings.coins-are", flow.coins)
            case ["losses", "unpaid"] if flow is not None:
                return (
                    self.say("nothing")
                    if flow.unpaid is None
                    else self.say("one-token", token=self.course.name(flow.unpaid))
                )
            case ["partners"] if flow is not None:
                return self.say("partners-side" if flow.partners else "partners-nobody")
            case ["decks", deck, "adds", addition, "cards"] if added := addition_of(content, deck, addition):
                return self.course.by_players("cards", added.cards)
            case ["decks", deck, "adds", addition, "cards", number] if added := addition_of(content, deck, addition):
                cards = added.cards.at(int(number))
                return "" if cards is None else counted(self.speaker, "flow.cards", cards)
            case ["colours", id, "line"]:
                lines = [colour.line for colour in content.vocabulary.colours if colour.id == id]
                return self.course.quoted(lines[0]) if lines and lines[0] is not None else self.say("no-line")
            case ["tokens", id, "supply"]:
                supplies = [token.supply for token in content.vocabulary.tokens if token.id == id]
                return str(supplies[0]) if supplies and supplies[0] is not None else self.say("unlimited")
            case ["boards", _, *_, "limits"]:
                return " ".join(self.limits(path, content)) or self.say("nothing")
            case [slot] if flow is not None and slot.replace("-", "_") in SLOTS:
                steps = getattr(flow.slots, slot.replace("-", "_"))
                return " ".join(point.text for point in self.course.steps(steps)) or self.say("nothing")
            case ["supplies" | "riders" | "actions" as kind] if flow is not None:
                names = [self.title(ROLES[kind], one.id) for one in getattr(flow, kind)]
                return spoken_list(self.speaker, names) or self.say("nothing")
            case [*_, "cost"] if (cost := cost_at(path, content)) is not None:
                return self.speaker.cost(cost)
            case [*_, "effect" | "start" | "everyone"]:
                clauses = clauses_at(path, content)
                return " ".join(map(self.speaker.clause, clauses)) or self.plain(node) or self.say("nothing")
        return self.step_value(path, content) or self.plain(node)

    def limits(self, path: Sequence[str], content: items.Content) -> list[str]:
        """Return the limits of a board or of a side in words."""
        board = next((board for board in content.boards if board.id == path[1]), None)
        if board is None:
            return []
        sides = [side.limits for side in board.sides if "sides" in path and side.id == path[3]]
        return [limit.text for limit in self.limit_words.limits(sides[0] if sides else board.limits)]

    def step_value(self, path: Sequence[str], content: items.Content) -> str:
        """Return a field of a step, or nothing."""
        match self.step(path, content), path[-1]:
            case items.Deal(cards=cards), "cards":
                return self.course.by_players("cards", cards)
            case items.Turns(count=count), "count":
                return self.course.by_players("turns", count)
            case items.PlayStep(actions=actions), "actions":
                return spoken_list(self.speaker, [self.course.quoted(action) for action in actions], "or")
            case items.Pass(to=to), "to":
                return self.course.by_side(to, "pass")
            case items.ConflictStep(tokens=tokens), "tokens":
                return str(tokens)
            case items.ConflictStep(leaves=leaves), "absent":
                return self.speaker.say("flow.absent-leaves" if leaves else "flow.absent-single")
        return ""

    def plain(self, node: Node | None) -> str:
        """Return a value as it is written, with names instead of ids."""
        match node:
            case None:
                return ""
            case Scalar(value=int() as number) if not isinstance(number, bool):
                return signed(number)
            case Scalar():
                return self.called(node.text)
            case YamlMapping() if name := text(node, "name"):  # what has a name needs no more
                return (
                    self.called(text(node, "id")) if text(node, "id") in self.names else self.say("quoted", name=name)
                )
            case YamlSequence():
                return spoken_list(self.speaker, [self.plain(part) for part in node.items]) or self.say("nothing")
            case YamlMapping():
                parts = [f"{self.called(entry.key.text)}: {self.plain(entry.value)}" for entry in node.entries]
                return ", ".join(parts) or self.say("nothing")

    def called(self, word: str) -> str:
        """Return what a word is called, if it is the id of something."""
        found = self.names.get(word)
        return word if found is None else self.say("quoted", name=self.speaker.title(*found).text)


SLOTS = {field.name for field in fields(items.Slots)}


def ended(text: str) -> str:
    """Return a value with a full stop, if it is no sentence that has one."""
    return text if text.endswith(".") else f"{text}."


def target_in(content: items.Content, item: items.Card | items.Board | items.PlaceBoard) -> str:
    """Return the target of an item."""
    return f"{content.expansion.id}.{item.id}"


def all_steps(steps: Iterable[items.Step]) -> Iterator[items.Step]:
    """Yield steps, and those inside them."""
    for step in steps:
        yield step
        if isinstance(step, items.Turns):
            yield from all_steps(step.each)


def addition_of(content: items.Content, deck: str, addition: str) -> items.Addition | None:
    """Return what is mixed into a deck, by its id."""
    decks = [one for one in content.vocabulary.decks if one.id == deck]
    return next((added for one in decks for added in one.adds if added.id == addition), None)


def clauses_at(path: Sequence[str], content: items.Content) -> tuple[Clause, ...]:
    """Return the clauses at a path of an expansion."""
    sides = {(board.id, side.id): side for board in content.boards for side in board.sides}
    match path:
        case ["everyone"] if content.flow is not None:
            return content.flow.everyone
        case ["actions", id, "effect"] if content.flow is not None:
            return next((action.effect for action in content.flow.actions if action.id == id), ())
        case ["riders", id, "effect"] if content.flow is not None:
            return next((rider.effect for rider in content.flow.riders if rider.id == id), ())
        case ["cards", id, "effect"]:
            return next((card.effect for card in content.cards if card.id == id), ())
        case ["lines", id, "effect"]:
            return next((line.effect for line in content.vocabulary.lines if line.id == id), ())
        case ["boards", id, "sides", side, "start"] if (id, side) in sides:
            return sides[id, side].start
        case ["boards", id, "sides", side, "stages", stage, "effect"] if (id, side) in sides:
            return sides[id, side].stages[int(stage) - 1].effect
    return ()


def cost_at(path: Sequence[str], content: items.Content) -> Cost | None:
    """Return the cost at a path of an expansion."""
    sides = {(board.id, side.id): side for board in content.boards for side in board.sides}
    match path:
        case ["cards", id, "cost"]:
            return next((card.cost for card in content.cards if card.id == id), None)
        case ["riders", id, "cost"] if content.flow is not None:
            return next((rider.cost for rider in content.flow.riders if rider.id == id), None)
        case ["boards", id, "sides", side, "stages", stage, "cost"] if (id, side) in sides:
            return sides[id, side].stages[int(stage) - 1].cost
    return None


def node_at(node: Node | None, path: Sequence[str]) -> Node | None:
    """Return what stands at a path: keys of mappings, ids of list entries; a step is wrapped in the name of its kind."""
    for word in path:
        if isinstance(node, YamlSequence):
            node = child(node, word)
            if isinstance(node, YamlMapping) and node.get("id") is None and len(node.entries) == 1:
                node = node.entries[0].value
        elif isinstance(node, YamlMapping):
            inner = node.get(word)
            steps = node.get("each")
            if inner is None and steps is not None and (step := child(steps, word)) is not None:
                inner = step.entries[0].value if isinstance(step, YamlMapping) else None
            node = inner
        else:
            return None
    return node
