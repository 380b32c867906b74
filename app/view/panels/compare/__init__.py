"""The Compare, Stability and Gradient panels."""
