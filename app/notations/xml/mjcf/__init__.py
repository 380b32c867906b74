"""MuJoCo's XML format."""
