"""`python -m stele`: the same as `stele`.

The same file is `stele/__main__.py` in a wheel, and by a link in `.links`.
"""

from __future__ import annotations

import sys

from stele.compiler.cli import main

sys.exit(main())
