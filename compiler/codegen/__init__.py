"""The intermediate form to one Python module.

In: a `Program`. Out: the text of a ruleset, the same bytes for the same input, importing
`stele.runtime` only.
"""
