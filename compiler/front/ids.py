"""Ids as content writes them: small letters, digits and hyphens."""

from __future__ import annotations

import re
import unicodedata

# Letters that are no Latin letter with a mark, and German umlauts, which are written out.
WRITTEN_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th"}
    | {"ł": "l", "ħ": "h", "ŋ": "n", "ı": "i"}
)


def hyphenated(text: str) -> str:
    """Return a text as an id: `My_Card` becomes `my-card`."""
    return re.sub(r"[^a-z0-9.]+", "-", re.sub(r"(?<=[a-z])(?=[A-Z])", "-", text).lower()).strip("-")


def transliterated(text: str) -> str:
    """Return a text in small letters without marks: `Éphèse` becomes `ephese`, `Köln` `koeln`.

    What has no Latin letter stays as it is.
    """
    plain = unicodedata.normalize("NFC", text).lower().translate(WRITTEN_OUT)
    return "".join(sign for sign in unicodedata.normalize("NFKD", plain) if not unicodedata.combining(sign))
