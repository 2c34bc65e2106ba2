"""Turn folders of YAML into checked trees, and those into Python rulesets."""
