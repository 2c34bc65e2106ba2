"""Write numbers as readers see them, in every language: ages as Roman numerals, what is below zero
with a real minus sign.
"""

from __future__ import annotations

MINUS = "\N{MINUS SIGN}"
ONES = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


def roman(number: int) -> str:
    """Return the number of an age as it is printed; nothing for no age."""
    return "X" * (number // 10) + ONES[number % 10] if number < 40 else str(number)


def signed(number: int) -> str:
    """Return a number; its minus sign is as long as a digit."""
    return str(number) if number >= 0 else f"{MINUS}{-number}"
