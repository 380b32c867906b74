"""Widgets, theme and layout helpers that all panels use."""
