"""Brings pairs in: from text in some thirty notations, and from what an engine records while it runs."""
