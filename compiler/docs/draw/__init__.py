"""What is drawn: icons of clauses, faces of cards and boards, chain tree, flow of the game.

In: checked items and a speaker. Out: SVG and small HTML of our own drawing.
"""
