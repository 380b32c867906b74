"""Code shared by the published variants of GJK."""
