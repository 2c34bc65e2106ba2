"""What every pass shares: places in files, diagnostics and their codes, memos of frozen trees.

In: nothing of content. Out: `Span`, `Text`, `Diagnostic`, `Memo`. Imports no other package.
"""
