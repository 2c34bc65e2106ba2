"""List every diagnostic code; a code keeps its meaning for ever and is never reused."""

from __future__ import annotations

from stele.compiler.common.diagnostics import Code

# Source: text to node tree.
E0101 = Code("E0101", "the file is not YAML")
E0102 = Code("E0102", "a key stands twice in one mapping")
E0103 = Code("E0103", "anchors and aliases are not part of content files")
E0104 = Code("E0104", "a file or folder is too large")
E0105 = Code("E0105", "the file is nested too deeply")
E0106 = Code("E0106", "the file is not readable as UTF-8 text")
E0107 = Code("E0107", "tags and further documents are not part of content files")
E0108 = Code("E0108", "a file or folder is missing or cannot be read")
E0109 = Code("E0109", "the file has too many parts")

# Schema: node tree to shaped documents.
E0201 = Code("E0201", "a key that does not belong here")
E0202 = Code("E0202", "a key is missing")
E0203 = Code("E0203", "a value of the wrong kind")
E0204 = Code("E0204", "a value that is not one of the allowed ones")
E0205 = Code("E0205", "a text that is not written as it must be")
E0206 = Code("E0206", "too few, too many, too small or too large")
E0207 = Code("E0207", "an icon that is not a drawing")
E0208 = Code("E0208", "an edition of the language that is not known")

# Syntax: clause and cost texts to syntax trees.
E0301 = Code("E0301", "a word that does not fit here")
E0302 = Code("E0302", "the sentence stops too early")
E0303 = Code("E0303", "a character that is not part of the language")
E0304 = Code("E0304", "the sentence is too long")
E0305 = Code("E0305", "said as at the table, not as in the language")
E0306 = Code("E0306", "a sentence that could mean two things")
E0307 = Code("E0307", "a sentence that is not understood")

# Resolve: names to declared things.
E0401 = Code("E0401", "no such expansion")
E0402 = Code("E0402", "no such name")
E0403 = Code("E0403", "a name of the wrong kind")
E0404 = Code("E0404", "a name is declared twice")
E0405 = Code("E0405", "a name is a word of the language")
E0406 = Code("E0406", "a path that leads nowhere")
E0407 = Code("E0407", "something of an expansion that is not required")

# Check: whole-game sense.
E0501 = Code("E0501", "a deck does not come out even")
E0502 = Code("E0502", "a chain that cannot work")
E0503 = Code("E0503", "cards with one name must share an identity")
E0504 = Code("E0504", "a board without stages, or with too many")
E0505 = Code("E0505", "a cost that nobody can pay")
E0506 = Code("E0506", "a choice of fewer than two different things")
E0507 = Code("E0507", "points without a line on the score sheet")
E0508 = Code("E0508", "the same thing is asked for twice in one cost")
E0509 = Code("E0509", "ages, players or decks that do not fit each other")
E0510 = Code("E0510", "two expansions set one value")
E0511 = Code("E0511", "effects that bring each other about without end")
E0512 = Code("E0512", "limits that leave no table of boards")
E0513 = Code("E0513", "a clause that can never act")
E0514 = Code("E0514", "a word that stands for nobody or nothing")
E0517 = Code("E0517", "sentences that do not go together")
E0518 = Code("E0518", "a duration on what happens at once")
E0519 = Code("E0519", "a thing that does not fit what is said of it")
E0520 = Code("E0520", "a limit without uses")

W0601 = Code("W0601", "declared but never used")
W0603 = Code("W0603", "a file that nothing reads")
W0602 = Code("W0602", "a part that could not be checked")
W0604 = Code("W0604", "something that can never matter")
W0605 = Code("W0605", "a condition that is never true, or always")
W0606 = Code("W0606", "a rule that no ruling proves")
W0607 = Code("W0607", "facts without a source")
W0608 = Code("W0608", "something that does not fit an expansion it may be played with")
W0610 = Code("W0610", "a sentence in other words than those of the language")
W0611 = Code("W0611", "a folder in an earlier edition of the language")

# Codes that nothing earns any more, and what they said; no other code is ever called so.
RETIRED = {"E0590": "written correctly, but not yet supported"}

CODES: tuple[Code, ...] = tuple(value for value in list(globals().values()) if isinstance(value, Code))
