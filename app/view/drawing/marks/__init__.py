"""Marks: how each algorithm draws its steps. One module per algorithm."""
