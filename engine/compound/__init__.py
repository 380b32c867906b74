"""Concave bodies made of convex parts: queries and contacts on all pairs of parts."""
