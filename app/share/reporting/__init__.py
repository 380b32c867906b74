"""Bug reports: everything about a pair in one folder or archive."""
