"""Shared by the searches for a first contact: the distance over time, and a comparison."""
