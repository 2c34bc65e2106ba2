"""Rulings played: questions whose answers are proven by scenes.

In: checked rulings and compiled rulesets. Out: an `Outcome` for each ruling, and what the rulings
do not cover.
"""
