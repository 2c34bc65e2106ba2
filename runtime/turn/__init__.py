"""What a seat may do, and what happens when all have chosen."""
