"""Presenter mode: keys, ink over the views, the bar at the bottom edge, and the window with the notes."""
