"""What enters play and what follows from it: events, suspended effects, points."""
