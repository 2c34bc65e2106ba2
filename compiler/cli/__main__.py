"""`python -m stele.compiler.cli`: the same as `stele`."""

from __future__ import annotations

import sys

from stele.compiler.cli import main

sys.exit(main())
