"""The version, in a module that imports nothing, so that every part of the application may import it."""

__version__ = "0.3.0"
