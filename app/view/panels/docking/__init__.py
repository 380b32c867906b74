"""Docked windows: their default places and sizes."""
