"""Lesson files: strict reading, and the table of contents.

To add a lesson to the course: a Markdown file in `assets/lessons/` that can be read on its own.  `docs/lessons.md`
documents the format, with an example.  Loading a lesson tries out everything, and names the line of each error.  A page
uses a term only after a page has taught it (`app/teach/lessons/glossary.py`), and computes the numbers that it quotes
(`app/teach/lessons/values.py`).  `make thumbnails` renders its picture.  Check it with
`.venv/bin/pytest tests/app/teach/lessons`.
"""
