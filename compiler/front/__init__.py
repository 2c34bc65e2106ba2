"""Text to a typed content model: YAML, JSON Schema, the clause parser, items.

In: folders of YAML and `grammar/`. Out: `Document` trees that keep every position, and `Content` of
one expansion with parsed clauses, names not resolved yet.
"""
