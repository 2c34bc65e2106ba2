"""What lies on the table, and who sits where: boards, piles, places that neighbours share, supplies."""
