"""Players without a person, and many games at once.

Needs the runtime and the standard library only.

In: rules, seeds, names of bots. Out: games played to their end, and tables of how boards fared.
"""
