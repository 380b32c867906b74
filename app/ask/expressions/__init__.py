"""Expressions over the values of a step."""
