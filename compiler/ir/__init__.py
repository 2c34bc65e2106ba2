"""The intermediate form between content and Python: effects, tables and steps that need no further
thought.

In: nothing. Out: the types `Program` is made of, and `verify`, which checks what must follow from
their shape.
"""
