"""Lesson files: strict reading, and the table of contents."""
