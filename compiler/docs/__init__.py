"""The rules reference: from the checked tree that is compiled to pages that people read."""
