"""The row of a game, its cells, and the tables that every function reads."""
