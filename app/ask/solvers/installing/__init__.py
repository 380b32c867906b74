"""Installs engines into folders of gjkscope's own: with pip into a virtual environment, with npm into `node_modules`.

Nothing is installed without being asked for, and never into the user's environment.
"""
