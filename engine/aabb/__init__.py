"""Axis-aligned bounding boxes of a pair."""
