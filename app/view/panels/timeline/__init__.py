"""The timeline, with the Bounds and Breakpoints panels."""
