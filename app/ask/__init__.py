"""Answers about pairs: what can be run, conditions on what it shows, other engines, convex parts."""
