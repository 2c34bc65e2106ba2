"""Views to files: a site, Markdown, paper, the search index.

In: views and templates. Out: the bytes of every file, written if they have changed.
"""
