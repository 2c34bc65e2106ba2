"""A content model to a game that makes sense: names, requirements, patches, checks, lint.

In: `Content` of single expansions. Out: `Resolved`, every name bound to its declaration, for each
set of expansions that can be in play together; and findings.
"""
