"""Where things stand in the reference.

The page of an item, a rule or a ruling, seen from the folder of the site.
"""

from __future__ import annotations

from stele.compiler.front.nodes import Role


def item_page(role: Role, target: str) -> str:
    """Return the page of a card or board: `base.vineyard` is `base/card-vineyard.html`."""
    expansion, _, id = target.partition(".")
    return f"{expansion}/{'card' if role is Role.CARD else 'board'}-{id}.html"


def rule_place(expansion: str, id: str) -> str:
    """Return the place of a rule in the rule index."""
    return f"{expansion}/rules.html#{id}"


def ruling_place(expansion: str, id: str) -> str:
    """Return the place of a ruling among those of its expansion."""
    return f"{expansion}/rulings.html#{id}"


def word_place(role: Role, target: str) -> str:
    """Return the place of a declared word in the glossary."""
    return f"glossary.html#{role.value.replace(' ', '-')}-{target}"


def construct_place(node: str) -> str:
    """Return the place of a construct in the language reference."""
    return f"language.html#{node.lower()}"


def root_of(page: str) -> str:
    """Return the way from a page to the folder of the site."""
    return "../" * page.count("/")
