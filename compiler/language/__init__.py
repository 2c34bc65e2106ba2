"""Clauses and costs as sentences of natural languages.

In: checked nodes and the names of what they speak of. Out: English and French text.
"""
