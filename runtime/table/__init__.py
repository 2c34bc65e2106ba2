"""What lies on the table, and who sits where: boards, piles, places that are shared, supplies."""
