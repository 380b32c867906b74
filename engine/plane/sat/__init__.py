"""The separating axis test in the plane."""
