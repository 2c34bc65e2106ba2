"""Play compiled rulesets; needs nothing outside the standard library.

`stele.runtime.open(file)` opens a ruleset that `stele build` wrote, without the compiler.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from stele.runtime.decide import Ask, Meaning
from stele.runtime.entering import Runaway
from stele.runtime.game import Game, Refused, Rules
from stele.runtime.score import Leaf, Score

__all__ = ["Ask", "Game", "Leaf", "Meaning", "Refused", "Rules", "Runaway", "Score", "open"]


def open(file: str | Path) -> Rules:
    """Return the rules of a built module."""
    path = Path(file)
    name = f"stele_ruleset_{path.stem.replace('-', '_')}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise Refused(f"{path} is not a ruleset")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # where annotations and pickles look for it
    spec.loader.exec_module(module)
    rules = getattr(module, "RULES", None)
    if not isinstance(rules, Rules):
        del sys.modules[name]
        raise Refused(f"{path} is not a ruleset")
    return rules
