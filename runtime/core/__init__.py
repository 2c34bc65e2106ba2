"""The new core: functions over tables and a row of 63-bit cells, interpreted and compiled from the
same files.

In: the tables of a compiled rule set and a row. Out: the row after what happened, and what is to be
chosen. What is here plays what `codegen.core` can write; all else is still played by the modules
above this package.
"""
