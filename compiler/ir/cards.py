"""Cards that are selected and moved, in the intermediate form.

There is one way to say which cards (`CardSet`) and where they lie (`Spot`), one decision for one of
them (`Pick`), and one general move. `put a blue card from city of left into discard` is a `Pick`
out of the spot `city of left`, then a `Move` from there to `discard`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stele.compiler.ir.seats import Seat, Who

if TYPE_CHECKING:
    from stele.compiler.ir.program import Whom


@dataclass(frozen=True, slots=True)
class WithCoins:
    """There is a coin on them."""


@dataclass(frozen=True, slots=True)
class WithLacked:
    """They show a symbol that somebody does not have; each symbol with the cards that show it."""

    seat: Seat
    shown: tuple[tuple[str, CardSet], ...]


@dataclass(frozen=True, slots=True)
class ByEntry:
    """Of those in a place they are the last or the first that came there."""

    is_newest: bool


Sift = WithCoins | WithLacked | ByEntry  # what tells cards apart beside what is printed on them


@dataclass(frozen=True, slots=True)
class CardSet:
    """Which cards are meant, by what is printed on them; and what has become of them."""

    colours: tuple[str, ...] = ()  # none means any
    age: int = 0  # 0 means any
    only: tuple[str, ...] | None = None  # the ids of all that are meant, if more is said of them
    sifts: tuple[Sift, ...] = ()

    def printed(self) -> CardSet:
        """Return the same set, as far as it is printed on the cards."""
        return CardSet(self.colours, self.age, self.only)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where cards lie: a zone of the table, or of seats seen from who does something; all decks if
    no zone is named.
    """

    zone: str
    whose: Who | None = None  # nothing means a zone of the table
    of_owner: bool = False  # then it is that of the owner, whoever does it

    def is_one(self) -> bool:
        """Tell whether this is one place."""
        ones = (None, Who.ME, Who.LEFT, Who.RIGHT, Who.CONTEXT, Who.OWNER, Who.VICTOR, Who.LOSER)
        return bool(self.zone) and self.whose in ones


# --- decisions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pick:
    """A decision: one card of a spot. It ends its segment."""

    cards: CardSet
    spot: Spot
    into: Spot | None = None  # where it goes, to several one after the other; no twin goes into a city
    enters: str = ""  # it enters play for nothing: in the city, or where else it may be built (anywhere)
    them: str = ""  # only such as are spoken of as `them`: by the owner (me), or by who picks (they)
    is_anew: bool = False  # none that is spoken of as `them` by the owner
    chained: Spot | None = None  # only such to which a chain leads from there


@dataclass(frozen=True, slots=True)
class PickToPlay:
    """A decision: one card of a spot that is paid for. It ends its segment."""

    cards: CardSet
    spot: Spot
    less: int  # coins
    them: str = ""  # only such as are spoken of as `them`


@dataclass(frozen=True, slots=True)
class PickUsed:
    """A decision: the card that the last stage was built with, and how it is paid for. It ends its
    segment.
    """

    less: int  # coins


@dataclass(frozen=True, slots=True)
class PickToMark:
    """A decision: a card on which coins are put. It ends its segment."""

    cards: CardSet
    spots: tuple[Spot, ...]
    coins: int


@dataclass(frozen=True, slots=True)
class PickMarked:
    """A decision: a card from which coins are taken. It ends its segment."""

    cards: CardSet
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Look:
    """A decision that decides nothing: it shows the cards of a spot. It ends its segment."""

    spot: Spot


@dataclass(frozen=True, slots=True)
class PickStage:
    """A decision: a stage that is built without a card. It ends its segment."""

    is_free: bool
    less: int  # coins


@dataclass(frozen=True, slots=True)
class PickPair:
    """A decision: an own card and one of other seats that change places. It ends its segment."""

    cards: CardSet
    theirs: CardSet
    own: Spot
    other: Spot
    equal_cost: bool


@dataclass(frozen=True, slots=True)
class ChooseCopy:
    """A decision: one card in some spots, or a stage of a city. It ends its segment."""

    cards: CardSet
    spots: tuple[Spot, ...]
    stage: int  # the number of a stage that may be copied instead; 0 for none


# --- what is done ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    """The picked card goes somewhere else."""

    spot: Spot
    to: Spot
    is_discard: bool = False
    is_noted: bool = False  # it is spoken of as `them` from now on
    names_holder: bool = False  # whose it was is spoken of from now on
    is_draw: bool = False


@dataclass(frozen=True, slots=True)
class NotePicked:
    """The picked card is spoken of as `them` from now on, perhaps."""

    is_noted: bool


@dataclass(frozen=True, slots=True)
class NameCard:
    """The card that was picked is `the card` from now on, and `they` are perhaps whose it is."""

    names_holder: bool


@dataclass(frozen=True, slots=True)
class Seen:
    """What was looked at has been seen."""


@dataclass(frozen=True, slots=True)
class StagePicked:
    """The picked stage is paid for and built."""

    is_free: bool
    less: int  # coins


@dataclass(frozen=True, slots=True)
class MoveAll:
    """All cards of a set go from a spot to another."""

    cards: CardSet
    spot: Spot
    to: Spot
    who: Whom  # who does it
    is_discard: bool = False


@dataclass(frozen=True, slots=True)
class MoveAtRandom:
    """So many cards of a spot go somewhere else, by chance; 0 means as many as were done before."""

    cards: CardSet
    spot: Spot
    to: Spot
    number: int
    who: Whom  # who does it
    is_discard: bool = False
    is_draw: bool = False


@dataclass(frozen=True, slots=True)
class MoveEventCard:
    """The card that the event is about goes somewhere, from wherever it lies."""

    to: Spot
    who: Whom
    is_discard: bool


@dataclass(frozen=True, slots=True)
class MarkEventCard:
    """Coins are put on the card that the event is about, if it lies in a city."""

    coins: int


@dataclass(frozen=True, slots=True)
class MoveUsed:
    """The card that the stage was built with goes somewhere else."""

    to: Spot


@dataclass(frozen=True, slots=True)
class NoteDrawn:
    """Random cards of a spot are spoken of as `them` from now on; they stay where they lie."""

    cards: CardSet
    spot: Spot
    number: int
    who: Whom  # who draws


@dataclass(frozen=True, slots=True)
class ForgetThem:
    """From now on others cards are `them`."""


@dataclass(frozen=True, slots=True)
class BuildPicked:
    """The picked card enters play for nothing."""

    spot: Spot
    is_build: bool
    is_chained: bool = False


@dataclass(frozen=True, slots=True)
class PlayPicked:
    """The picked card is paid for and enters the city."""

    spot: Spot
    is_build: bool = False


@dataclass(frozen=True, slots=True)
class MarkPicked:
    """Coins of the seat are put on the picked card."""

    spots: tuple[Spot, ...]
    coins: int


@dataclass(frozen=True, slots=True)
class CoinsTaken:
    """Coins that lie on the picked card are taken."""

    spots: tuple[Spot, ...]
    coins: int


@dataclass(frozen=True, slots=True)
class TakeFromEventCard:
    """Coins that lie on the card that the event is about are taken."""

    who: Whom
    coins: int


@dataclass(frozen=True, slots=True)
class SwapPicked:
    """The two cards change places."""

    own: Spot
    other: Spot


@dataclass(frozen=True, slots=True)
class SwapAtRandom:
    """The picked card changes places with one of another seat, by chance."""

    cards: CardSet
    own: Spot
    other: Spot


@dataclass(frozen=True, slots=True)
class SwapAll:
    """All cards of a spot change places with those of another."""

    own: Spot
    other: Spot


@dataclass(frozen=True, slots=True)
class BuildUsed:
    """Seats build the card that the stage was built with, the first one that can."""

    who: Whom


@dataclass(frozen=True, slots=True)
class UsedPicked:
    """The card that the last stage was built with is paid for and built."""

    less: int


@dataclass(frozen=True, slots=True)
class GiveUsedCard:
    """The card that the stage was built with enters the city of the partner."""
