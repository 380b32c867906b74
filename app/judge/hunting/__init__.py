"""Hunting: draws pairs of shapes, and finds those that a solver gets wrong.  Imported on use only."""
