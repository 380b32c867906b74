"""Lessons: their files read strictly, and the list of them."""
