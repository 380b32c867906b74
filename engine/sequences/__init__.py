"""Sequences in the steps of a trace that would take too long or too much memory as tuples."""
