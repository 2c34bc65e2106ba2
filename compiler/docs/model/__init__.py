"""What pages show, as plain data: items, rulings, lists, addresses.

In: checked and compiled expansions. Out: views without markup of pages.
"""
