"""What the searches for a first contact have in common: the distance over time, and how they compare."""
