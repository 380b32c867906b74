"""The self-contained application: what `make bundle` builds it from.  It is not part of the wheel.

`gjkscope.spec` is the recipe for PyInstaller, the same on Linux, Windows and macOS, and `entry.py` what its executable
runs.  `debian.py` makes a package of the folder, with the files of `desktop/`; `icon.py` draws the icon.  The recipes
stand beside `gjkscope/__main__.py` and `gjkscope/checkout.py`: this folder holds the ways to start gjkscope.
"""
