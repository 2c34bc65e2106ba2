"""Clauses and costs in French: `clauses` around `sentences`, made of `phrases` and `words`."""
