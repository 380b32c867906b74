"""Other ways to find the closest point of a simplex in GJK: Johnson's subalgorithm and signed volumes.

Each is a function over plain numbers of any kind: floats, NumPy's float32, or fractions, with which it is exact.
`methods` lists them, gjk/stepping.py runs GJK with one of them.
"""
