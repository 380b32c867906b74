"""Time of impact: the first contact of moving bodies, as a root of the separation along an axis."""
