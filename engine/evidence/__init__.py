"""Searches for evidence that proves an answer, and describes in words what it proves."""
