"""Hunting: draws pairs of shapes, asks a solver about them, and finds those that it gets wrong.  Imported on use only."""
