"""Every construct of the clause language: its rules, its section, and its rules for people.

`gain: [who] _GAIN _gift [per]` reads
`[who] gain(s) (coins | tokens | that many coins | it) [per]`: words as they are written, variables
in place of kinds of words and of other rules, links to where those are explained.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import assert_never

from lark import Token
from markupsafe import Markup

from stele.compiler.docs.langref.examples import examples, tree_of
from stele.compiler.docs.langref.grammar_rules import (
    Again,
    Choice,
    GrammarSequence,
    GrammarTerminal,
    GrammarWord,
    Maybe,
    Part,
    Production,
    Ref,
    by_rule,
    productions,
)
from stele.compiler.docs.text.phrases import phrases
from stele.compiler.docs.text.speech import Speaker
from stele.compiler.front import nodes as n
from stele.compiler.front.clause_grammar import lark_parser, words
from stele.compiler.front.nodes import Name
from stele.compiler.front.walk import nodes

# What each node is written as, section by section. A test holds this in step with the grammar and
# the nodes.
SECTIONS: dict[str, dict[str, tuple[str, ...]]] = {
    "clause": {"Clause": ("clause",)},
    "sentence": {
        "Produce": ("produce",),
        "ProduceMore": ("produce_more",),
        "Buy": ("buy", "any_wares", "group_wares"),
        "Rebate": ("rebate",),
        "Gain": ("gain", "shared"),
        "Lose": ("lose",),
        "Score": ("score",),
        "Shields": ("shields",),
        "Science": ("science",),
        "CopiedScience": ("copied_science",),
        "ScienceOf": ("science_of",),
        "Convert": ("convert",),
        "CostChange": ("cost_change", "to_action", "for_whom"),
        "Right": ("right",),
        "Ban": ("ban",),
        "BuildingOf": ("deed_build", "deed_chain"),
        "BuildingStages": ("deed_stage",),
        "PlayingLast": ("deed_last",),
        "UseOf": ("deed_use",),
        "Trading": ("deed_buy", "deed_sell"),
        "Toll": ("toll", "bank_toll", "except_for"),
        "AlsoCount": ("also_count",),
        "Double": ("double",),
        "MoreCards": ("more_cards",),
        "Worth": ("worth", "less", "more"),
        "CountAs": ("count_as", "also"),
        "CountMore": ("count_more",),
        "AnyOrder": ("any_order",),
        "Build": ("build",),
        "BuildStage": ("build_stage",),
        "LookAt": ("look",),
        "PlayLast": ("play_last", "play_last_of"),
        "Play": ("play",),
        "Copy": ("copy",),
        "CopyBoard": ("copy_board",),
        "Exchange": ("exchange",),
        "Have": ("have", "behind", "this_turn", "next_turn", "until_turn", "until_age"),
        "SitOut": ("sit_out",),
        "EndGame": ("end_game",),
        "WinConflict": ("win_conflict", "lose_conflict"),
        "WinGame": ("win_game",),
        "Draw": ("draw", "unused_cards", "into", "keep"),
        "Roll": ("roll",),
        "Either": ("either",),
        "May": ("may",),
        "ChooseCard": ("choose_card",),
        "ChooseColour": ("choose_colour",),
        "ChooseNumber": ("choose_number",),
        "ChooseSeat": ("choose_seat",),
        "TakeTurn": ("take_turn",),
        "BecomeFirst": ("become_first",),
        "TakeSeat": ("take_seat",),
        "LeaveTable": ("leave",),
        "ReturnToTable": ("return_to",),
        "SwapZones": ("swap_hands", "swap_zone"),
        "SwapCards": ("swap_cards", "for_theirs"),
        "ReplaceBoard": ("replace_board",),
        "DiscardTokens": ("discard_tokens",),
        "MoveCards": (
            *("put_cards", "discard_cards", "give_cards", "take_cards", "reveal_cards"),
            *("so_many_cards", "that_many_cards", "all_cards"),
        ),
        "Oblige": ("oblige",),
        "Reveal": ("reveal",),
        "Put": ("put",),
        "TakeOff": ("take_off",),
        "Transfer": ("take", "give"),
        "Advance": ("advance", "go_back", "advance_that_many", "go_back_that_many"),
        "TurnMarker": ("turn_to", "flip"),
    },
    "moment": {
        "When": ("when", "actor"),
        "AtEdge": ("at", "edge_of"),
        "AtConflict": ("at", "conflict"),
        "AsSoonAs": ("as_soon_as", "as_soon_as_any"),
        "BeforeChoosing": ("before_choosing",),
        "AfterPlaying": ("after_playing",),
        "InsteadOf": ("instead", "instead_token", "instead_coins", "instead_losing", "instead_conflict"),
    },
    "event": {
        "BuildsCard": ("on_build_card", "chained", "freely"),
        "BuildsStage": ("on_build_stage",),
        "BuildsByChain": ("on_build_by_chain",),
        "BuysFromNeighbour": ("on_buy",),
        "SellsToNeighbour": ("on_sell",),
        "LosesToken": ("on_lose_token",),
        "TiesConflict": ("on_tie",),
        "GainsToken": ("on_gain_token",),
        "GainsCoins": ("on_gain_coins", "from_bank"),
        "LosesCoins": ("on_lose_coins",),
        "UsesCard": ("on_use",),
        "HandlesCard": ("on_discard", "on_draw", "on_play", "on_copy"),
        "CardDeed": (),
        "Manner": (),
        "EndsConflict": ("on_win", "on_lose"),
        "ReachesStep": ("on_reach",),
        "TurnsMarker": ("on_turn",),
    },
    "limit": {
        "Once": ("once_per", "once_per_neighbour", "times"),
        "Period": (),
        "Lasting": (),
        "ForTurns": ("for_turns",),
        "ForCards": ("for_cards",),
    },
    "condition": {
        "Test": ("condition",),
        "AtLeast": ("at_least", "card_there", "holder", "bound"),
        "Compared": ("compared", "rival"),
        "RivalThing": ("rival_thing",),
        "Foremost": ("foremost",),
        "SoManyPlayers": ("so_many_players",),
        "AnyOf": ("any_condition",),
        "Bound": (),
        "InAge": ("in_age",),
        "HasMajority": ("has_majority",),
        "InTurn": ("in_turn",),
        "CardIs": ("card_is", "card_of_age"),
        "MarkerIs": ("marker_is",),
        "DoneThisTurn": ("done_now", "nobody", "built_card", "built_stage", "used_to"),
    },
    "amount": {
        "Some": ("some",),
        "OneOf": ("one_of",),
        "SomeThat": ("some_that",),
        "Coins": ("coins", "cost_coins"),
        "Tokens": ("tokens", "one_token", "some_tokens"),
        "AllTokens": ("all_tokens",),
        "AllPoints": ("any_points",),
        "ThatMany": ("that_many", "that_many_points"),
        "HalfOf": ("half_of", "rounded"),
        "Scale": ("scale", "scale_of_points", "numbers"),
        "It": ("it",),
        "Less": ("resources_less", "coins_less"),
        "More": ("resources_more", "coins_more"),
        "Nothing": ("no_resources", "no_coins", "nothing"),
        "Free": ("free",),
        "ByChain": ("by_chain",),
        "OfThem": ("of_them",),
        "UsedCard": ("used_card",),
        "ThisCard": ("this_card",),
        "EventCard": ("event_card",),
        "SoMany": (),
        "MoveVerb": (),
        "PaidCards": ("paid_cards",),
        "Unused": ("unused", "any_resource"),
    },
    "count": {
        "Per": ("per", "less_per", "at_most"),
        "Cards": ("coloured_cards", "any_cards", "that_colour"),
        "NamedCards": ("named_cards",),
        "CardNamed": ("card_named",),
        "Costing": ("that_cost", "that_cost_none", "that_cost_coins"),
        "Showing": ("with_symbol",),
        "Coined": ("with_coin",),
        "Outermost": ("newest_card", "oldest_card"),
        "Lacked": ("with_lacked",),
        "Symbols": ("symbols",),
        "SetOf": ("set_of_cards", "set_of_symbols"),
        "SquareOf": ("square_of",),
        "Stages": ("stages",),
        "Steps": ("steps",),
        "CoinsOn": ("coins_on", "coins_here"),
        "AllCoins": ("any_coins", "all_coins"),
        "AllShields": ("any_shields",),
        "AgesBegun": ("ages_begun",),
        "Players": ("players",),
        "LinePoints": ("line_points", "line"),
        "Produced": ("any_produced", "some_produced"),
        "Colours": ("colours", "of_age_cards"),
        "CardsOfOneColour": ("cards_of_one_colour",),
    },
    "place": {
        "Place": ("place",),
        "Zone": ("zone",),
        "CitiesOf": ("seats", "further_seats"),
        "TheyHave": ("they_have",),
        "YouHave": ("you_have",),
        "Here": ("here",),
        "Seats": ("who", "group", "you", "chosen", "other_seats", "owner", "seller", "side", "opponents", "across"),
        "SeatsWith": ("seats_with", "at_least_so_many", "more_or_fewer"),
        "WhoHas": ("who_has",),
        "Name": (),
    },
    "cost": {"Cost": ("costs_nothing", "cost"), "Goods": ("cost_goods",), "Different": ("cost_different",)},
}

FEW = 4  # so many ways to write something are shown where it stands; more have a section of their own


def forms(node: str, names: Iterable[str], speaker: Speaker) -> tuple[Markup, ...]:
    """Return the ways to write a construct.

    What is written out inside another one is not repeated.
    """
    listed = named(names)
    inside = {leaf.rule for one in listed for leaf in leaves(one.body) if isinstance(leaf, Ref)}
    inside |= {ref.rule for rule in list(inside) if not is_family(rule) for ref in refs_of(rule)}
    shown = [one for one in listed if one.rule not in inside] or listed
    return tuple(dict.fromkeys(GrammarForm(node, speaker).production(one) for one in shown))


def refs_of(rule: str) -> list[Ref]:
    """Return the rules to which a rule refers."""
    return [leaf for one in by_rule()[rule] for leaf in leaves(one.body) if isinstance(leaf, Ref)]


def named(names: Iterable[str]) -> list[Production]:
    """Return productions by the names of their trees."""
    listed = {production.name: production for production in productions()}
    return [listed[name] for name in names]


@cache
def node_of() -> dict[str, str]:
    """Return the node of each production that has one, by the production's name."""
    found: dict[str, str] = {}
    for listed in SECTIONS.values():
        for node, names in listed.items():
            found |= {name: node for name in names if name not in found}
    return found


@cache
def section_of() -> dict[str, str]:
    """Return the section of each node."""
    return {node: id for id, listed in SECTIONS.items() for node in listed}


@cache
def roles() -> dict[str, tuple[n.Role, ...]]:
    """Return what the names in each production stand for, in order.

    Found by parsing all examples.
    """
    found: dict[str, tuple[n.Role, ...]] = {}
    for text, (_, is_cost) in examples().items():
        by_place = {name.span.column: name.role for name in nodes(tree_of(text, is_cost), Name)}
        for tree in lark_parser().parse(text, start="cost" if is_cost else "clause").iter_subtrees():
            tokens = [part for part in tree.children if isinstance(part, Token) and part.type == "NAME"]
            if tokens:
                found.setdefault(str(tree.data), tuple(by_place[(token.start_pos or 0) + 1] for token in tokens))
    return found


def first_words(production: Production) -> str:
    """Return the words by which a rule is known.

    Those with which it begins, or else the longest run of them.
    """
    parts = production.body.parts if isinstance(production.body, GrammarSequence) else (production.body,)
    runs: list[list[str]] = [[]]
    for part in parts:
        match part:
            case GrammarWord(text) if text.isalpha():
                runs[-1].append(text)
            case GrammarTerminal(name) if name in words():
                runs[-1].append(words()[name][0])
            case Maybe() if runs == [[]]:
                pass
            case Ref(rule) if runs == [[]] and is_plain(rule):
                runs = [[spelt(leaf) for leaf in leaves(by_rule()[rule][0].body)][:1]]
            case _:
                runs.append([])
    chosen = runs[0] or max(runs, key=len)
    if not chosen:
        chosen = [spelt(leaf) for leaf in leaves(production.body) if not isinstance(leaf, Ref)][:1]
    return " ".join(chosen[:-1] if chosen[-1] == "a" else chosen)


def spelt(part: GrammarWord | GrammarTerminal | Ref) -> str:
    """Return a word as it is written."""
    return (
        part.text
        if isinstance(part, GrammarWord)
        else words().get(part.name, ("...",))[0]
        if isinstance(part, GrammarTerminal)
        else part.rule
    )


class GrammarForm:
    """Writes rules as markup; what belongs to the construct itself, or to none, is written out."""

    def __init__(self, node: str, speaker: Speaker) -> None:
        self.node = node
        self.speaker = speaker
        self.writing: list[str] = []  # the rules that are being written out: a clause may end in another one

    def production(self, production: Production) -> Markup:
        """Return one way to write a construct."""
        return choice(self.production_ways(production), "")

    def production_ways(self, production: Production) -> list[Markup]:
        """Return all that a production may be."""
        self.writing.append(production.rule)
        ways = self.ways(production.body, list(roles().get(production.name, ())))
        self.writing.pop()
        return ways

    def part(self, part: Part, waiting: list[n.Role]) -> Markup:
        """Return a part of a rule.

        `waiting` are the roles of its names that have not been written yet.
        """
        match part:
            case GrammarWord(text):
                return Markup("<strong>{}</strong>").format(text)
            case GrammarTerminal("NUMBER"):
                return self.variable(self.speaker.say("language.number"))
            case GrammarTerminal("STRING"):
                return Markup("“{}”").format(self.variable(self.speaker.say("language.role-card")))
            case GrammarTerminal("NAME"):
                role = waiting.pop(0) if len(waiting) > 1 else waiting[0]
                return self.variable(self.speaker.say(f"language.role-{role.value.replace(' ', '-')}"))
            case GrammarTerminal(name):
                forms = words()[name]
                return Markup("<strong>{}</strong>").format(with_plural(forms))
            case GrammarSequence(parts):
                return spaced(self.part(one, waiting) for one in parts)
            case Choice() | Ref():
                return choice(self.ways(part, waiting))
            case Maybe(inner):
                return Markup('<span class="maybe">[{}]</span>').format(choice(self.ways(inner, waiting), ""))
            case Again(inner, is_needed):
                written = self.part(inner, waiting)
                return Markup("{}&nbsp;…" if is_needed else '<span class="maybe">[{}&nbsp;…]</span>').format(written)
            case _:
                assert_never(part)

    def ways(self, part: Part, waiting: list[n.Role]) -> list[Markup]:
        """Return all ways to write a part."""
        match part:
            case Choice(parts):
                return [way for one in parts for way in self.ways(one, waiting)]
            case Ref(rule) if self.is_written_out(rule):
                return [way for one in by_rule()[rule] for way in self.production_ways(one)]
            case Ref(rule):
                return [self.link(rule)]
            case _:
                return [self.part(part, waiting)]

    def is_written_out(self, rule: str) -> bool:
        """Tell whether a rule is written out where it stands.

        If it belongs here, or to no construct, or is short.
        """
        owners = {node_of().get(one.name) for one in by_rule()[rule]}
        is_own = owners <= {self.node, None} and rule not in self.writing
        return (is_own or is_plain(rule)) and not is_family(rule)

    def link(self, rule: str) -> Markup:
        """Return a link to where a rule is explained."""
        listed = by_rule()[rule]
        inner = [production for ref in refs_of(rule) for production in by_rule()[ref.rule]]
        known = [node for one in (inner if is_family(rule) else listed) if (node := node_of().get(one.name))]
        place = known[0].lower() if len(set(known)) == 1 else f"section-{section_of()[known[0]]}"
        label = f"language.label-{rule.strip('_')}"
        text = self.speaker.say(label) if label in phrases(self.speaker.language) else rule.replace("_", " ")
        return Markup('<a href="#{}">{}</a>').format(place, self.variable(text))

    def variable(self, text: str) -> Markup:
        """Return something for which the author writes a word of his own."""
        return Markup("<var>{}</var>").format(text)


def is_family(rule: str) -> bool:
    """Tell whether a rule chooses among so many others that they have a section of their own."""
    return rule.startswith("_") and sum(len(by_rule()[ref.rule]) for ref in refs_of(rule)) > FEW


def is_plain(rule: str) -> bool:
    """Tell whether a rule is a few words and nothing else."""
    (first, *others) = by_rule()[rule]
    parts = list(leaves(first.body))
    is_words = all(
        isinstance(part, (GrammarWord, GrammarTerminal)) and part != GrammarTerminal("NAME") for part in parts
    )
    return is_words and not others and len(parts) <= FEW


def leaves(part: Part) -> Iterator[GrammarWord | GrammarTerminal | Ref]:
    """Yield the words, kinds of words and rules in a part."""
    match part:
        case GrammarWord() | GrammarTerminal() | Ref():
            yield part
        case GrammarSequence(parts) | Choice(parts):
            for one in parts:
                yield from leaves(one)
        case Maybe(inner) | Again(inner):
            yield from leaves(inner)
        case _:
            assert_never(part)


def with_plural(forms: tuple[str, ...]) -> str:
    """Return `coin(s)` for a word with two forms; of `a` and `an` the first will do."""
    return f"{forms[0]}(s)" if len(forms) > 1 and forms[1] == forms[0] + "s" else forms[0]


def spaced(parts: Iterable[Markup]) -> Markup:
    """Return parts one after the other; a comma stands at the word before it."""
    written = Markup()
    for part in parts:
        written += part if not written or part.startswith(COMMA) else Markup(" ") + part
    return written


COMMA = Markup("<strong>,</strong>")


def choice(parts: list[Markup], brackets: str = "()") -> Markup:
    """Return parts of which one is written."""
    if len(parts) == 1:
        return parts[0]
    either = Markup(" <em>|</em> ").join(parts)
    return Markup('<span class="either">({})</span>').format(either) if brackets else either
