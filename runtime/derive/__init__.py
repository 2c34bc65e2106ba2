"""Fill the tables of a rule set from what its module declares, once, when it is opened."""
