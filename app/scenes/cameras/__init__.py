"""Cameras, projections and easing."""
