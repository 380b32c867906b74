"""Computes what is displayed about a run: traces, comparisons, breakpoint hits and replays."""
