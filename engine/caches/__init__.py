"""Caches of a pair over a motion: what is remembered, when it is used, and what that saves or breaks."""
