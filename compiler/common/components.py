"""Put goods into groups: those that hang together through sources, and those that always have one
price.
"""

from __future__ import annotations


def connected(goods: tuple[str, ...], sources: list[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return the goods in groups: two belong together if a chain of sources connects them."""
    group = {good: good for good in goods}
    for source in sources:
        first = group[source[0]]
        for other in source[1:]:
            old = group[other]
            group = {good: first if name == old else name for good, name in group.items()}
    names = dict.fromkeys(group[good] for good in goods)
    return tuple(tuple(good for good in goods if group[good] == name) for name in names)


def alike(goods: tuple[str, ...], offers: list[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return the goods in classes: two belong together if every offer has both or neither."""
    kinds = list(dict.fromkeys(offers))
    marks = {good: tuple(good in offer for offer in kinds) for good in goods}
    return tuple(tuple(good for good in goods if marks[good] == mark) for mark in dict.fromkeys(marks.values()))
