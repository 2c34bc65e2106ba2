"""Turn folders of YAML into checked trees, and those into Python rulesets.

`load("base")` returns the rules of a set of expansions, compiled and kept on disk.
"""

from __future__ import annotations

from pathlib import Path

from stele.runtime import Rules


def load(*expansions: str | Path, variant: str = "") -> Rules:
    """Return the rules of some expansions, given by id or folder, and of one of their variants."""
    from stele.compiler.driver.build import load as load_built  # the parsers are needed only when something is compiled

    return load_built(*expansions, variant=variant)
