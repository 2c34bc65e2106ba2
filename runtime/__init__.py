"""Play compiled rulesets; needs nothing outside the standard library."""
