"""Clauses and costs in English: `clauses` around `sentences`, made of `phrases` and `words`.

In: checked nodes and a lexicon. Out: English sentences.
"""
