"""Find the compiled game that a person means: some expansions, a number of players, perhaps a
variant.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from stele.compiler.cli.meant import meant
from stele.compiler.common.diagnostics import did_you_mean
from stele.compiler.driver.build import kept_file
from stele.runtime import Refused
from stele.runtime import open as open_ruleset


def ruleset_for(expansions: Sequence[str], players: int, variant: str | None) -> Path:
    """Return the file of the compiled game.

    Without a variant, the only one for so many players if the game needs one.
    """
    folders = meant(expansions)
    file = kept_file(folders)
    tables = open_ruleset(file).tables
    ids = [id for id, _, _ in tables.variants]
    if variant is not None:
        if variant not in ids:
            known = ", ".join(f"`{id}`" for id in ids)
            help = did_you_mean(variant, ids) or (f"known are {known}" if ids else "this content declares none")
            raise Refused(f"no variant is called `{variant}`; {help}")
        return kept_file(folders, variant)
    fitting = [id for id, _, numbers in tables.variants if players in numbers]
    if players not in tables.numbers and len(fitting) == 1:
        return kept_file(folders, fitting[0])
    return file
