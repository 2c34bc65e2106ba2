"""The reference of the language and of the messages, made from the grammar and the error pages.

In: `grammar/effect.lark`, error pages, phrases. Out: constructs with compiled examples, messages
with the examples that earn them.
"""
