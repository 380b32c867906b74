"""The names, units and definitions of the fields of each algorithm's records, one module for each algorithm.

A module declares `STEPS`, the types of the algorithm's steps, and `FIELDS`.  `field_of` finds it by the package that
these types are in.  An algorithm whose fields all have shared definitions (`SHARED` in `field.py`) needs none.
"""
