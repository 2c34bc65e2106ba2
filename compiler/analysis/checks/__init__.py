"""Semantic checks of a set of expansions that are in play together, one module per subject.

In: `GameIndex`, the set looked up by target and by kind of node. Out: diagnostics. `run.py` lists
every check in order.
"""
