"""The application: state, actions, drawing, renderer, panels, window and command line."""

__version__ = "0.1.0"
