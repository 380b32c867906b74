"""Turns the state and the trace into draw lists: plain arrays, independent of the GPU."""
