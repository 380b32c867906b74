"""Details of a step for the step panel: the numbers, and the tests that decided, as tables.

Each algorithm has a module here, which `registry` finds by the type of its steps.
"""
