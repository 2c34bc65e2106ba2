"""The author's tools on top of the driver: formatter, fixer, scaffold, watcher, error pages.

In: folders and checked trees. Out: new file texts, edits, pages for codes, listings for people.
"""
