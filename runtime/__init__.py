"""Play compiled rulesets; needs nothing outside the standard library.

`stele.runtime.open(file)` opens a ruleset that `stele build` wrote, without the compiler.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

from stele.runtime.decide import Ask, Meaning
from stele.runtime.game import Game, Refused, Rules
from stele.runtime.score import Leaf, Score
from stele.runtime.state.cells import Runaway

__all__ = ["Ask", "Game", "Leaf", "Meaning", "Refused", "Rules", "Runaway", "Score", "open"]


def open(file: str | Path) -> Rules:
    """Return the rules of a built module.

    It is Python and is run: open only what you trust. Nothing but the file itself is run, no
    bytecode that lies beside it.
    """
    path = Path(file)
    name = f"stele_ruleset_{path.stem.replace('-', '_')}"
    try:
        code = compile(path.read_bytes(), str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError) as problem:
        raise Refused(f"{path} is not a ruleset") from problem
    module = ModuleType(name)
    module.__file__ = str(path)
    before = sys.modules.get(name)
    sys.modules[name] = module  # where annotations and pickles look for it
    exec(code, module.__dict__)  # noqa: S102 - this is what a ruleset is for
    rules = getattr(module, "RULES", None)
    if isinstance(rules, Rules):
        return rules
    del sys.modules[name]
    if before is not None:
        sys.modules[name] = before
    raise Refused(f"{path} is not a ruleset")
