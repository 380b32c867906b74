"""Child processes that may crash, hang, print anything and start others: solvers, imports, convex decomposition.

`line_process` exchanges lines with a child, `warm` keeps one between requests, `fork` forks this process, and
`supervision` ends a child with all of its descendants, even if we die.
"""
