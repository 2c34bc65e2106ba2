"""The rules reference: from the checked tree that is compiled to pages that people read.

In: checked and compiled expansions. Out: files of a site, Markdown or paper. Inside: `text` <-
`draw` <- `model` <- `langref` <- `output`; templates, phrases, styles and the guide lie beside them
as data.
"""
