"""Notations: reads pairs of shapes from text that people paste, and writes pairs as code for other engines."""
