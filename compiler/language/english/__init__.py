"""Clauses and costs in English: `clauses` around `sentences`, made of `phrases` and `words`."""
