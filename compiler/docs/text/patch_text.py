"""Say one patch with what was before and what is after it.

`{set: base.start.coins, to: 6}` becomes "Each player starts with 6 coins instead of 3 coins."; what
no phrase knows is said as a thing, its new value and its old one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields

from stele.compiler.analysis.compose import PATCHED_KINDS, declares
from stele.compiler.docs.text.flow_text import FlowText
from stele.compiler.docs.text.limits_text import LimitWords
from stele.compiler.docs.text.patch_paths import addition_of, all_steps, clauses_at, cost_at, node_at
from stele.compiler.docs.text.phrases import phrases
from stele.compiler.docs.text.phrasing import counted, name_of_id, spoken_list
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import items
from stele.compiler.front.fields import text
from stele.compiler.front.nodes import Role
from stele.compiler.front.source import Document, Node, Scalar, YamlMapping, YamlSequence
from stele.compiler.language.numerals import signed

Documents = Mapping[str, Sequence[Document]]

ROLES = {
    "decks": Role.DECK, "colours": Role.COLOUR, "tokens": Role.TOKEN, "lines": Role.LINE, "actions": Role.ACTION,
    "riders": Role.RIDER, "supplies": Role.SUPPLY, "cards": Role.CARD, "boards": Role.BOARD, "places": Role.BOARD,
    "zones": Role.ZONE, "tracks": Role.TRACK, "markers": Role.MARKER, "resources": Role.RESOURCE, "symbols": Role.SYMBOL,
}  # fmt: skip

SLOTS = {field.name for field in fields(items.Slots)}


@dataclass(frozen=True, slots=True)
class PatchPhrase:
    """How a change is said, without the thing that changes.

    Things that change alike are said together.
    """

    key: str
    after: str
    before: str


class PatchText:
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
        self.flow_text = FlowText(after, speaker)
        self.limit_words = LimitWords(speaker, after)
        self.names = {place[1].partition(".")[2]: place for place in reversed(speaker.titles)}

    def say(self, key: str, **values: object) -> str:
        """Return a phrase about changes."""
        return self.speaker.say(f"meetings.{key}", **values)

    def said(self, told: PatchPhrase, things: Sequence[str]) -> str:
        """Return a change of some things in words."""
        return self.say(told.key, thing=self.say("things").join(things), after=told.after, before=told.before)

    def change(self, patch: items.Patch) -> tuple[str, PatchPhrase]:
        """Return what a patch changes, and how that is said."""
        expansion, *path = patch.path
        old, new = self.before[expansion], self.after[expansion]
        match path:
            case ["decks", deck, "adds"] if patch.adds:
                return self.mixed_in(new, deck, patch.value.node)
            case [*_, "actions"] if patch.adds and isinstance(patch.value.node, Scalar):
                return "", PatchPhrase("new-action", self.title(Role.ACTION, patch.value.node.text), "")
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
        return self.thing(path, new), PatchPhrase(key, becomes, was)

    def mixed_in(self, content: items.Content, deck: str, node: Node) -> tuple[str, PatchPhrase]:
        """Return random cards of another deck that are mixed in."""
        id = text(node, "id") if isinstance(node, YamlMapping) else ""
        cards = self.value(["decks", deck, "adds", id, "cards"], content, node)
        name = self.speaker.title(Role.DECK, f"{content.expansion.id}.{deck}").text
        return self.say("mix", deck=name, source=self.source(content, deck, id)), PatchPhrase("mixed-in", cards, "")

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

    # --- the thing that changes -------------------------------------------------------------------

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

    # --- values -----------------------------------------------------------------------------------

    def value(self, path: Sequence[str], content: items.Content, node: Node | None) -> str:
        """Return what stands at a path of an expansion as it is.

        `node` is how that is written, if no phrase knows it.
        """
        flow = content.flow
        match path:
            case ["start", "coins"] if flow is not None and flow.coins is not None:
                return counted(self.speaker, "meetings.coins-are", flow.coins)
            case ["losses", "unpaid"] if flow is not None:
                return (
                    self.say("nothing")
                    if flow.unpaid is None
                    else self.say("one-token", token=self.flow_text.name(flow.unpaid))
                )
            case ["partners"] if flow is not None:
                return self.say("partners-side" if flow.partners else "partners-nobody")
            case ["decks", deck, "adds", addition, "cards"] if added := addition_of(content, deck, addition):
                return self.flow_text.by_players("cards", added.cards)
            case ["decks", deck, "adds", addition, "cards", number] if added := addition_of(content, deck, addition):
                cards = added.cards.at(int(number))
                return "" if cards is None else counted(self.speaker, "flow.cards", cards)
            case ["colours", id, "line"]:
                lines = [colour.line for colour in content.vocabulary.colours if colour.id == id]
                return self.flow_text.quoted(lines[0]) if lines and lines[0] is not None else self.say("no-line")
            case ["tokens", id, "supply"]:
                supplies = [token.supply for token in content.vocabulary.tokens if token.id == id]
                return str(supplies[0]) if supplies and supplies[0] is not None else self.say("unlimited")
            case ["boards", _, *_, "limits"]:
                return " ".join(self.limits(path, content)) or self.say("nothing")
            case [slot] if flow is not None and slot.replace("-", "_") in SLOTS:
                steps = getattr(flow.slots, slot.replace("-", "_"))
                return " ".join(point.text for point in self.flow_text.steps(steps)) or self.say("nothing")
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
                return self.flow_text.by_players("cards", cards)
            case items.Turns(count=count), "count":
                return self.flow_text.by_players("turns", count)
            case items.PlayStep(actions=actions), "actions":
                return spoken_list(self.speaker, [self.flow_text.quoted(action) for action in actions], "or")
            case items.Pass(to=to), "to":
                return self.flow_text.by_side(to, "pass")
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


def ended(text: str) -> str:
    """Return a value with a full stop, if it is no sentence that has one."""
    return text if text.endswith(".") else f"{text}."
