"""The syntax tree of clauses and costs: frozen, typed, each node with its place.

`gain 1 coin per brown card in city` is
`Clause(sentence=Gain(gift=Coins(1), per=Per(1, Cards((brown,)), Place((Zone(city),)))))`.

In: what the tree builder reads from a sentence. Out: `Clause` and `Cost`. Two trees are equal
wherever they were written.
"""

from __future__ import annotations

from stele.compiler.front.nodes.amounts import (
    AllTokens,
    Coins,
    Cost,
    Different,
    Free,
    Goods,
    It,
    Less,
    Nothing,
    ThatMany,
    Unused,
)
from stele.compiler.front.nodes.building import (
    AnyOrder,
    Build,
    BuildingSentence,
    ByChain,
    Copy,
    CopyBoard,
    Oblige,
    OfThem,
    Play,
    PlayLast,
    Reveal,
    UsedCard,
)
from stele.compiler.front.nodes.clauses import Clause, CompoundSentence, Draw, Exchange, Roll, Sentence
from stele.compiler.front.nodes.conditions import (
    AfterPlaying,
    AtConflict,
    AtEdge,
    AtLeast,
    BeforeChoosing,
    BuildsByChain,
    BuildsCard,
    BuildsStage,
    BuysFromNeighbour,
    CardOfAge,
    Event,
    Fact,
    GainsCoins,
    GainsToken,
    HasMajority,
    InAge,
    InsteadOf,
    Moment,
    Once,
    Period,
    Test,
    UsesCard,
    When,
)
from stele.compiler.front.nodes.counting import (
    AgesBegun,
    AllCoins,
    AllShields,
    Cards,
    CardsOfOneColour,
    Colours,
    Countable,
    NamedCards,
    Per,
    SetOf,
    SquareOf,
    Stages,
    Symbols,
    Tokens,
    Which,
)
from stele.compiler.front.nodes.gains import DiscardCard, DiscardTokens, Gain, GainSentence, Lose, Put
from stele.compiler.front.nodes.names import Name, Role
from stele.compiler.front.nodes.places import CitiesOf, Here, Place, Seats, TheyHave, Where, Zone
from stele.compiler.front.nodes.resources import (
    Buy,
    CostChange,
    OneOf,
    Produce,
    Rebate,
    ResourceSentence,
    Some,
    SomeThat,
)
from stele.compiler.front.nodes.scoring import (
    AlsoCount,
    Convert,
    CopiedScience,
    Double,
    MoreCards,
    Science,
    ScienceOf,
    Score,
    ScoreLess,
    ScoringSentence,
    Shields,
)
from stele.compiler.front.nodes.table import (
    LeaveTable,
    ReplaceBoard,
    ReturnToTable,
    SitOut,
    SwapCards,
    SwapHands,
    TableSentence,
    TakeSeat,
)

__all__ = [
    "AfterPlaying", "AgesBegun", "AllCoins", "AllShields", "AllTokens", "AlsoCount", "AnyOrder",
    "AtConflict", "AtEdge", "AtLeast", "BeforeChoosing", "Build", "BuildingSentence",
    "BuildsByChain", "BuildsCard", "BuildsStage", "Buy", "BuysFromNeighbour", "ByChain",
    "CardOfAge", "Cards", "CardsOfOneColour", "CitiesOf", "Clause", "Coins", "Colours",
    "CompoundSentence", "Convert", "CopiedScience", "Copy", "CopyBoard", "Cost", "CostChange",
    "Countable", "Different", "DiscardCard", "DiscardTokens", "Double", "Draw", "Event", "Exchange",
    "Fact", "Free", "Gain", "GainSentence", "GainsCoins", "GainsToken", "Goods", "HasMajority",
    "Here", "InAge", "InsteadOf", "It", "LeaveTable", "Less", "Lose", "Moment", "MoreCards", "Name",
    "NamedCards", "Nothing", "Oblige", "OfThem", "Once", "OneOf", "Per", "Period", "Place", "Play",
    "PlayLast", "Produce", "Put", "Rebate", "ReplaceBoard", "ResourceSentence", "ReturnToTable",
    "Reveal", "Role", "Roll", "Science", "ScienceOf", "Score", "ScoreLess", "ScoringSentence",
    "Seats", "Sentence", "SetOf", "Shields", "SitOut", "Some", "SomeThat", "SquareOf", "Stages",
    "SwapCards", "SwapHands", "Symbols", "TableSentence", "TakeSeat", "Test", "ThatMany",
    "TheyHave", "Tokens", "Unused", "UsedCard", "UsesCard", "When", "Where", "Which", "Zone",
]  # fmt: skip
