"""Contact manifolds: where two bodies touch or overlap, by the rules of several engines and exactly."""
