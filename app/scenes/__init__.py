"""Scenes: the model, the file format, mesh files and the shipped examples.

To ship a scene: a file in `assets/scenes/`, or `assets/scenes/plane/` in 2D, and its title of 3 to 7 words in
`assets/titles.json`.  If an engine got it wrong, it belongs in `assets/scenes/museum/`, and its cause in
`assets/causes.json`.  `make thumbnails` renders its picture for the example browser.  Check it with
`.venv/bin/pytest tests/app/scenes/test_examples.py`.
"""
