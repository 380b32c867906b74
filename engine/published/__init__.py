"""What the published variants of GJK share."""
