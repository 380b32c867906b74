"""Pictures, films, traces and tests written from a state."""
