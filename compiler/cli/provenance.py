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
from stele.compiler.tools.provenance import Value, provenances


def list_proposed(checked: Checked, folders: Sequence[Path]) -> None:
    """Print every value of some folders that no source documents."""
    found = proposed_in(checked, folders)
    for value in found:
        field = f" {value.field}" if value.field else ""
        says = f": {value.says}" if value.says else ""
        place = f"{value.span.path}:{value.span.line}:{value.span.column}"
        write([("place", place), ("", f"  {value.item}{field}{says}\n")], sys.stdout)
    write([("strong", f"{count(len(found), 'proposed value')}\n")], sys.stdout)


def proposed_in(checked: Checked, folders: Sequence[Path]) -> list[Value]:
    """Return every value of some folders that no source documents."""
    documents = [document for id in checked.ids_in(folders) for document in checked.by_expansion[id]]
    return [value for value in provenances(documents) if value.provenance == "proposed"]
