"""What the state shows of a run: traces, comparison, breakpoint hits and replay."""
