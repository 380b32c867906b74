"""The steps of demos: one module for each group of related steps.

Each subclass of `Step` with a literal `do` registers itself; see `registry`.
"""
