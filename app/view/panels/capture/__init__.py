"""The Capture panel: the pairs that an engine was asked about at run time, by tick and by error."""
