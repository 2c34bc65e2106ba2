"""A checked game to the intermediate form.

In: the resolved contents of one set of expansions. Out: one `Program`; clauses are split at their
decisions, the flow is a list of steps.
"""
