"""The steps of demos: one module for each group of steps that belong together.

Each subclass of `Step` with a literal `do` registers itself; see `registry`.
"""
