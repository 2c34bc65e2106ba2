"""Rulings that must fail, and what they fail for: the runner is held against them.

`EXPECTATIONS` has one for each thing that `then` can say. The folder `wrong` has scenes that prove
nothing; what each must fail for stands there as its answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from stele.compiler.driver.check import check_folders
from stele.compiler.front.rulings import Ruling, rulings_of
from stele.compiler.rulings.pool import ruleset_of
from stele.compiler.rulings.runner import run_ruling
from stele.runtime import Rules
from stele.runtime import open as open_ruleset

EXPANSION = 'stele: 2\nid: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
WORDS = """
tracks:
  - {id: fleet, name: Fleet, owner: seat, steps: 6}
  - {id: doom, name: Doom, owner: table, steps: 4}
markers:
  - {id: day, name: Day, owner: table, faces: [{id: light, name: Light}, {id: night, name: Night}]}
  - {id: stance, name: Stance, owner: seat, faces: [{id: peace, name: Peace}, {id: war, name: War}]}
"""
HEAD = "  - id: {id}\n    question: Is it so?\n    answer: It is.\n    covers: [base.trade.price]\n"

# A table at which something can be said of everything.
TABLE = (
    "    with: [cities, edifice, frontiers]\n    given:\n      supplies: {participation: 2}\n"
    "      first: B\n      tracks: {doom: 1}\n      markers: {day: night}\n"
    "      table: {discard: [altar, baths], edifices: [belvedere], age-2: [walls, statue]}\n"
    "      between: {A-B: {board: vulcanus, side: a, cards: {A: [workshop]}}}\n      seats:\n"
    "        A: {board: gizah, side: a, stages: 1, coins: 4, shields: 2, tokens: {victory-1: 1, debt: 1},\n"
    "            tracks: {fleet: 2}, markers: {stance: war},\n"
    "            city: [theater, tree-farm, stone-pit], hand: [scriptorium, stockade]}\n"
    "        B: {board: rhodos, side: a, city: [press-age-1]}\n        C: {}\n"
)
ASKING = (
    "    given:\n      table: {discard: [altar, baths]}\n      seats:\n"
    "        A: {board: halikarnassos, side: a, stages: 1, city: [foundry, ore-vein], hand: [tavern]}\n"
    "        B: {}\n        C: {}\n    when: [{A: {stage: tavern}}]\n"
)
GUEST = (
    "    variant: two-players\n    given:\n      seats: {A: {hand: [altar]}, B: {hand: [baths]}, C: {hand: [tavern]}}\n"
)
MARKED = "    with: [lost-wonders]\n    given:\n      seats: {A: {city: [altar, theater], with-coins: [altar]}, B: {}, C: {}}\n"

# What is expected, as keys lead to it: a table, what is so, what is not, and the words of the
# failure.
Row = tuple[str, str, str, str]
EXPECTATIONS: Mapping[str, Row] = {
    "seat.coins": (TABLE, "A: {coins: 4}", "A: {coins: 5}", "A.coins: expected 5, found 4"),
    "seat.stages": (TABLE, "A: {stages: 1}", "A: {stages: 2}", "A.stages: expected 2, found 1"),
    "seat.stages.list": (TABLE, "A: {stages: [1]}", "A: {stages: [2]}", "A.stages: expected ['2'], found ['1']"),
    "seat.tokens": (TABLE, "A: {tokens: {debt: 1}}", "A: {tokens: {debt: 0}}", "A.tokens: debt: expected 0, found 1"),
    "seat.tracks": (TABLE, "A: {tracks: {fleet: 2}}", "A: {tracks: {fleet: 3}}", "A.tracks: fleet: expected 3, found 2"),
    "seat.markers": (
        TABLE,
        "A: {markers: {stance: war}}",
        "A: {markers: {stance: peace}}",
        "A.markers: stance: expected peace, found war",
    ),
    "seat.points": (TABLE, "A: {points: {civilian: 2}}", "A: {points: {civilian: 3}}", "civilian: expected 3, found 2"),
    "seat.points.total": (TABLE, "B: {points: {total: 1}}", "B: {points: {total: 0}}", "total: expected 0, found 1"),
    "seat.leaves": (
        TABLE,
        "A: {leaves: {civilian: {theater: 2}, wonder: {stage-1: 3}, conflict: {victory-1: 1}}}",
        "A: {leaves: {wonder: {stage-1: 2}}}",
        "A.leaves: wonder: stage-1: expected 2, found 3",
    ),
    "seat.shields": (TABLE, "A: {shields: 2}", "A: {shields: 1}", "A.shields: expected 1, found 2"),
    "seat.shields.left": (TABLE, "A: {shields: {left: 2}}", "A: {shields: {left: 0}}", "left: expected 0, found 2"),
    "seat.produces": (
        TABLE,
        "A: {produces: [wood, clay, stone, glass]}",
        "A: {produces: [wood, stone]}",
        "A.produces: expected ['stone', 'wood'], found ['clay', 'glass', 'stone', 'wood']",
    ),
    "seat.produces.units": (
        TABLE,
        "A: {produces: {wood: 1, clay: 1, stone: 2, glass: 1}}",
        "A: {produces: {wood: 1, clay: 1, stone: 1}}",
        "A.produces: expected {'wood': 1, 'clay': 1, 'stone': 1}, found",
    ),
    "seat.sources": (
        TABLE,
        "A: {sources: [[clay, wood], [stone], [stone], [glass]]}",
        "A: {sources: [[clay], [wood], [stone], [stone]]}",
        "A.sources: expected [['clay'], ['stone'], ['stone'], ['wood']], found [['clay', 'wood'], ['glass'], ['stone'], ['stone']]",
    ),
    "seat.legal": (
        TABLE,
        "A: {legal: {scriptorium: 2, stockade: 0, build: 0}}",
        "A: {legal: {scriptorium: 1}}",
        "A.legal: scriptorium: expected 1, found 2",
    ),
    "seat.illegal": (TABLE, "A: {illegal: [stage]}", "A: {illegal: [stockade]}", "A.illegal: stockade is legal for 0"),
    "seat.splits": (
        TABLE,
        "A: {splits: {scriptorium: [[2, 0, 0]]}}",
        "A: {splits: {scriptorium: [[0, 2, 0]]}}",
        "A.splits: scriptorium: expected [(0, 2, 0)], found [(2, 0, 0)]",
    ),
    "seat.asks": (ASKING, "A: {asks: [altar, baths, nothing]}", "A: {asks: [altar, baths]}", "A.asks: expected"),
    "seat.guide": (GUEST, "C: {guide: A}", "C: {guide: B}", "C.guide: expected B, found A"),
    "seat.there": (
        TABLE,
        "A: {there: {left: {scriptorium: 2, stockade: 0}}}",
        "A: {there: {left: {stockade: 0}}}",
        "A.there: left: expected {'stockade': 0}, found",
    ),
    "seat.with-coins": (MARKED, "A: {with-coins: [altar]}", "A: {with-coins: [theater]}", "A.with-coins: expected"),
    "seat.zone": (TABLE, "A: {hand: [stockade, scriptorium]}", "A: {hand: [stockade]}", "A.hand: expected ['stockade']"),
    "seat.zone.number": (TABLE, "A: {hand: 2}", "A: {hand: 3}", "A.hand: expected 3, found 2"),
    "seat.zone.has": (TABLE, "A: {city: {has: [theater]}}", "A: {city: {has: [altar]}}", "A.city: altar is missing"),
    "seat.zone.has.twice": (
        TABLE,
        "A: {city: {has: [theater]}}",
        "A: {city: {has: [theater, theater]}}",
        "A.city: theater is missing",
    ),
    "seat.zone.lacks": (TABLE, "A: {city: {lacks: [altar]}}", "A: {city: {lacks: [theater]}}", "theater is there"),
    "seat.zone.count": (
        TABLE,
        "A: {city: {has: [theater], lacks: [altar], count: 3}}",
        "A: {city: {has: [theater], lacks: [altar], count: 4}}",
        "A.city: cards: expected 4, found 3",
    ),
    "table.zone": (TABLE, "table: {discard: [baths, altar]}", "table: {discard: [altar]}", "table.discard: expected"),
    "table.zone.has": (TABLE, "table: {discard: {has: [altar]}}", "table: {discard: {has: [tavern]}}", "tavern is missing"),
    "table.zone.lacks": (TABLE, "table: {discard: {lacks: [tavern]}}", "table: {discard: {lacks: [altar]}}", "altar is there"),
    "table.zone.count": (TABLE, "table: {discard: {count: 2}}", "table: {discard: {count: 0}}", "expected 0, found 2"),
    "table.deck": (TABLE, "table: {age-2: [walls, statue]}", "table: {age-2: [walls]}", "table.age-2: expected ['walls']"),
    "table.supplies": (
        TABLE,
        "table: {supplies: {participation: 2}}",
        "table: {supplies: {participation: {1: 2, 2: 1}}}",
        "table.supplies: participation, age 2: expected 1, found 0",
    ),
    "table.tracks": (TABLE, "table: {tracks: {doom: 1}}", "table: {tracks: {doom: 0}}", "doom: expected 0, found 1"),
    "table.markers": (
        TABLE,
        "table: {markers: {day: night}}",
        "table: {markers: {day: light}}",
        "day: expected light, found night",
    ),
    "table.first": (TABLE, "table: {first: B}", "table: {first: A}", "table.first: expected A, found B"),
    "winner": (TABLE, "winner: [A]", "winner: [A, B]", "winner: expected ['A', 'B'], found ['A']"),
    "between.cards": (
        TABLE,
        "between: {A-B: {A: [workshop], B: []}}",
        "between: {A-B: {A: []}}",
        "A-B.A.A: expected [], found ['workshop']",
    ),
    "between.leads": (
        TABLE,
        "between: {A-B: {leads: {A: 1, B: 0}}}",
        "between: {A-B: {leads: {A: 0}}}",
        "A-B.leads.A: expected 0, found 1",
    ),
}  # fmt: skip

WRONG = Path(__file__).parent / "wrong"


@dataclass(frozen=True)
class Table:
    """Rulings with the compiled rules of each."""

    rulings: tuple[Ruling, ...]
    rules: tuple[Rules, ...]

    def failures(self) -> dict[str, list[str]]:
        """Return what each ruling fails for."""
        return {
            ruling.id: run_ruling(ruling, rules).failures
            for ruling, rules in zip(self.rulings, self.rules, strict=True)
        }


def opened(folder: Path) -> Table:
    """Return the rulings of a folder, ready to be played."""
    checked = check_folders([folder])
    assert not checked.has_errors, [str(found) for found in checked.diagnostics]
    expansion = checked.ids_in([folder])
    rulings = [one for one in rulings_of(checked.documents, checked.game.contents) if one.expansion in expansion]
    files = [ruleset_of(ruling, checked) for ruling in rulings]
    known = {file: open_ruleset(file) for file in dict.fromkeys(files)}
    return Table(tuple(rulings), tuple(known[file] for file in files))


def expecting(folder: Path, is_right: bool) -> Table:
    """Return a ruling for each thing that can be expected, all of them right or all wrong."""
    text = "rulings:\n"
    for key, (table, right, wrong, _) in EXPECTATIONS.items():
        text += HEAD.format(id=key.replace(".", "-")) + table + f"    then: {{{right if is_right else wrong}}}\n"
    (folder / "rulings").mkdir(parents=True)
    (folder / "expansion.yaml").write_text(EXPANSION)
    (folder / "vocabulary.yaml").write_text(WORDS)
    (folder / "rulings" / "rulings.yaml").write_text(text)
    return opened(folder)
