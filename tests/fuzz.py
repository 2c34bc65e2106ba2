"""Feed the checker what no author would write: mangled bytes of real content, and folders that hypothesis makes up.

Whatever comes, there is a list of findings: no traceback, none takes longer than a second, memory stays bounded. `make fuzz` runs it.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stele.compiler.diagnostics import Diagnostic, plain
from stele.compiler.layout import CannotLayOut, lay_out
from stele.compiler.places import shipped_folders
from stele.compiler.project import Memory, check_folders
from stele.compiler.source import Unreadable
from tests.conftest import HERE, ROOT
from tests.misspell import keys_of

LONGEST = 1.0  # seconds of processor time
MOST_MEMORY = 1024 * 1024  # KiB
IDENTITY = 'id: fan\nname: Fan\nversion: "1.0"\nofficial: false\nrequires: {base: "1.0"}\n'
SIGNS = [
    b"\x00",
    b"\xff",
    b"\t",
    b"\n",
    b"\r",
    b"&a ",
    b"*a",
    b"!!x ",
    b"---\n",
    b"{",
    b"}",
    b"[",
    b"]",
    b": ",
    b"- ",
    b"'",
    b'"',
    b"|",
    b">",
]
SIGNS += [
    b"#",
    b"%",
    b"@",
    b"`",
    b",",
    b"\xe2\x80\xa8",
    b"\xef\xbb\xbf",
    b"999999999",
    b"-1",
    b"per",
    b"gain",
    b"\\",
    "\u202e".encode(),
]


class Ground:
    """A folder into which inputs are written, and what the checks have cost so far."""

    def __init__(self, place: Path) -> None:
        self.folder = place / "fan"
        self.memory = Memory()
        self.slowest = (0.0, "")
        self.counts: Counter[str] = Counter()
        # What comes with Stele is read and checked once, not by every input; some inputs name all of it.
        names = "[" + ", ".join(folder.name for folder in shipped_folders()) + "]"
        card = f"cards: [{{id: one, name: One, with: {names}, deck: guilds, colour: purple, cost: free, effect: gain EFFECT}}]\n"
        for effect in ("1 coin", "1 con"):
            self.write({"expansion.yaml": IDENTITY.encode(), "cards/c.yaml": card.replace("EFFECT", effect).encode()})
            check_folders([self.folder], memory=self.memory)

    def feed(self, files: dict[str, bytes], kind: str) -> list[Diagnostic]:
        """Check a folder of these files; a finding must also be shown without complaint."""
        self.write(files)
        began = time.process_time()
        checked = check_folders([self.folder], memory=self.memory)
        spent = time.process_time() - began
        for diagnostic in checked.diagnostics[:20]:
            plain(diagnostic, checked.texts)
        for document in checked.documents:
            if document.text.path.startswith(self.folder.as_posix()):
                self.lay_out(document.text.content, document.kind)
        self.counts[kind] += 1
        self.counts["with findings"] += bool(checked.diagnostics)
        if spent > self.slowest[0]:
            self.slowest = (spent, f"{kind}: {files!r}"[:2000])
        if spent > LONGEST:
            raise TimeoutError(f"{spent:.2f} seconds for {files!r}")
        return checked.diagnostics

    def write(self, files: dict[str, bytes]) -> None:
        """Put files into the folder, and nothing else."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for name, content in files.items():
            file = self.folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    def lay_out(self, content: str, kind: str) -> None:
        """Lay a file out; what can be laid out stays as it is the second time."""
        try:
            once = lay_out(content, "x.yaml", kind)
        except (Unreadable, CannotLayOut):
            return
        if lay_out(once, "x.yaml", kind) != once:
            raise AssertionError(f"not the same the second time: {content!r}")


# --- mangled bytes --------------------------------------------------------------------------------------------------


def samples() -> list[tuple[str, bytes]]:
    """Return pieces of real content: (name in a folder, bytes), none of them long."""
    found = []
    for folder in (*shipped_folders(), HERE / "expansions" / "gardens"):
        for file in sorted(folder.rglob("*.yaml")):
            name = file.relative_to(folder).as_posix()
            head, *entries = file.read_bytes().split(b"\n  - id: ")
            for first in range(0, max(1, len(entries)), 4):
                some = entries[first : first + 4]
                found.append((name, b"".join([head, *(b"\n  - id: " + entry for entry in some), b"\n"])[:6000]))
    return found


def mangled(content: bytes, chance: random.Random) -> bytes:
    """Return bytes with a few of them changed, taken away, doubled or moved."""
    data = bytearray(content)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(data) + 1)
        length = chance.choice((1, 1, 2, 5, 20, 200))
        match chance.randrange(6):
            case 0:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del data[at : at + length]
            case 2:
                data[at:at] = chance.choice(SIGNS)
            case 3:
                data[at:at] = data[at : at + length] * chance.choice((1, 2, 30))
            case 4:
                other = chance.randrange(len(data) + 1)
                data[at : at + length], data[other : other + length] = (
                    data[other : other + length],
                    data[at : at + length],
                )
            case _:
                data[at:at] = chance.choice(SIGNS) * chance.choice((1, 40, 400))
    return bytes(data)


# --- made-up folders ------------------------------------------------------------------------------------------------

WORDS = [
    "gain",
    "score",
    "lose",
    "produce",
    "buy",
    "build",
    "play",
    "copy",
    "draw",
    "per",
    "coin",
    "coins",
    "point",
    "points",
    "card",
    "cards",
    "token",
    "tokens",
    "shield",
    "shields",
    "in",
    "city",
    "neighbours",
    "others",
    "everyone",
    "once",
    "age",
    "turn",
    "game",
    "when",
    "you",
    "if",
    "not",
    "at",
    "end",
    "start",
    "of",
    "brown",
    "grey",
    "wood",
    "clay",
    "glass",
    "victory",
    "defeat",
    "guild",
    "guilds",
    "raw",
    "free",
    "different",
    "1",
    "2",
    "3",
    "7",
    "0",
    "-1",
    "999",
    ",",
    "a",
    "an",
    "the",
    "for",
    "from",
    "bank",
    "left",
    "right",
    "and",
    "or",
    "then",
    "stage",
    "stages",
    "science",
    "compass",
    "gear",
    "then",
    "discard",
    "hand",
]
KINDS = ("vocabulary", "flow", "cards", "boards", "rules", "rulings", "language")


def folders() -> st.SearchStrategy[dict[str, bytes]]:
    """Return folders whose files are YAML, with keys of our schemas and sentences of our words, in any order and depth."""
    from stele.compiler.schema import validator

    keys = sorted({key for kind in KINDS for key in keys_of(validator(kind).schema)})
    sentence = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)
    name = st.sampled_from(
        ["one", "two", "city", "hand", "guilds", "age-1", "purple", "brown", "base", "set", "everyone", "x" * 50]
    )
    leaf = st.one_of(sentence, name, st.integers(-3, 12), st.booleans(), st.none(), st.text(max_size=8))
    node = st.recursive(
        leaf,
        lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(keys), inner, max_size=6)),
        max_leaves=24,
    )
    card = st.fixed_dictionaries(
        {
            "id": name,
            "name": name,
            "deck": name,
            "colour": name,
            "cost": sentence,
            "effect": sentence | st.lists(sentence, min_size=1, max_size=3),
        },
        optional={
            "players": st.lists(st.integers(1, 9), max_size=4),
            "chain": st.lists(name, max_size=2),
            "rank": st.integers(0, 5),
        },
    )
    cards = st.fixed_dictionaries({"cards": st.lists(card, max_size=4)})
    file = st.dictionaries(st.sampled_from(keys), node, max_size=5)

    def written(parts: Mapping[str, object]) -> dict[str, bytes]:
        files = {name: yaml.safe_dump(part, sort_keys=False).encode() for name, part in parts.items()}
        return {"expansion.yaml": IDENTITY.encode(), **files}

    shapes = {
        "vocabulary.yaml": file,
        "flow.yaml": file,
        "boards/b.yaml": file,
        "rules.yaml": file,
        "rulings/r.yaml": file,
        "languages/fr.yaml": file,
    }
    return st.fixed_dictionaries({"cards/c.yaml": cards}, optional=shapes).map(written)


def main() -> int:
    """Feed and print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance, real = random.Random(options.seed), samples()
    made = options.inputs // 10
    with tempfile.TemporaryDirectory() as place:
        ground = Ground(Path(place))

        @settings(max_examples=made, database=None, deadline=None, suppress_health_check=list(HealthCheck))
        @given(folders())
        def feed_folder(files: dict[str, bytes]) -> None:
            ground.feed(files, "made-up folders")

        try:
            feed_folder()
            for _ in range(options.inputs - made):
                name, content = chance.choice(real)
                files = {"expansion.yaml": IDENTITY.encode(), name: mangled(content, chance)}
                ground.feed(files, "mangled bytes")
        except KeyboardInterrupt:  # whoever stops it wants to know how far it came
            pass
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        counts = ", ".join(f"{number} {kind}" for kind, number in ground.counts.items())
        print(f"{counts}; no traceback; slowest {ground.slowest[0]:.2f} s; at most {memory // 1024} MiB")
    return 0 if memory < MOST_MEMORY else 1


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
