"""Ids as content writes them: small letters, digits and hyphens."""

from __future__ import annotations

import re


def hyphenated(text: str) -> str:
    """Return a text as an id: `My_Card` becomes `my-card`."""
    return re.sub(r"[^a-z0-9.]+", "-", re.sub(r"(?<=[a-z])(?=[A-Z])", "-", text).lower()).strip("-")
