"""`stele check --provenance`: list the values that are proposed, each at the line where it can be
changed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from stele.compiler.cli.paint import write
from stele.compiler.cli.report import count
from stele.compiler.driver.check import Checked
from stele.compiler.tools.provenance import provenances


def list_proposed(checked: Checked, folders: Sequence[Path]) -> None:
    """Print every value of some folders that no source documents."""
    asked = {folder.resolve() for folder in folders}
    ids = [id for id, folder in checked.places.items() if folder.resolve() in asked]
    documents = [document for id in ids for document in checked.by_expansion[id]]
    found = [value for value in provenances(documents) if value.provenance == "proposed"]
    for value in found:
        field = f" {value.field}" if value.field else ""
        says = f": {value.says}" if value.says else ""
        place = f"{value.span.path}:{value.span.line}:{value.span.column}"
        write([("place", place), ("", f"  {value.item}{field}{says}\n")], sys.stdout)
    write([("strong", f"{count(len(found), 'proposed value')}\n")], sys.stdout)
