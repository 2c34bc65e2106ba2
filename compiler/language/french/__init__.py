"""Clauses and costs in French: `clauses` around `sentences`, made of `phrases` and `words`.

In: checked nodes and a lexicon. Out: French sentences.
"""
