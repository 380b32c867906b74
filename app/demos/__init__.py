"""Demo files: read and written, recorded live, written by hand."""
