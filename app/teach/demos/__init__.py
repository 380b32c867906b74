"""Demo files: reading, writing and live recording."""
