"""Turn folders of YAML into checked trees, and those into Python rulesets.

In: ids or folders of expansions. Out: findings, the text of a ruleset, or opened rules.

`load("base")` returns the rules of a set of expansions, compiled and kept on disk. The names in
`__all__` are public; API.md says what each promises.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in `typing`, which takes long to load: Ctrl-C is not minded so early
if TYPE_CHECKING:
    from pathlib import Path

    from stele.compiler.common.diagnostics import Diagnostic
    from stele.compiler.driver.build import Broken, Built
    from stele.compiler.driver.check import Checked
    from stele.runtime import Rules

__all__ = ["Broken", "Built", "Checked", "Diagnostic", "build", "check", "load"]

# The parsers are needed only when something is compiled, so everything is imported where it is
# used.
HOMES = {
    "Broken": "stele.compiler.driver.build",
    "Built": "stele.compiler.driver.build",
    "Checked": "stele.compiler.driver.check",
    "Diagnostic": "stele.compiler.common.diagnostics",
}


def check(*expansions: str | Path) -> Checked:
    """Return what a check of expansions finds, given by id or folder (without any: all shipped
    ones).
    """
    from stele.compiler.driver.check import check_folders
    from stele.compiler.front.expansion_paths import folders_of

    return check_folders(folders_of(expansions))


def build(*expansions: str | Path, variant: str = "") -> Built:
    """Return the text of the module that expansions compile to, or what stands in its way."""
    from stele.compiler.driver.build import build as build_folders
    from stele.compiler.front.expansion_paths import folders_of

    return build_folders(folders_of(expansions), variant)


def load(*expansions: str | Path, variant: str = "") -> Rules:
    """Return the rules of some expansions, given by id or folder, and of one of their variants."""
    from stele.compiler.driver.build import load as load_built

    return load_built(*expansions, variant=variant)


def __getattr__(name: str) -> object:
    """Return a public class, imported when it is asked for."""
    if name not in HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(HOMES[name]), name)
