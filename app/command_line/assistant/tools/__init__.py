"""One module for each tool, with its record `TOOL`; the server finds it here."""
