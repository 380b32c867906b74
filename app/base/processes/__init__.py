"""Child processes that may crash, hang, print anything and start others: solvers, imports, convex decomposition.

`line_process` exchanges lines with one, `warm` keeps one between requests, `fork` makes one of this process, and
`supervision` ends it with all of its descendants, even if we die.
"""
