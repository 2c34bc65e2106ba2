"""What is said in words and is no clause.

Phrases, scenes of rulings, the flow of a game, changes by patches. In: checked items. Out: text in
the language of the speaker.
"""
