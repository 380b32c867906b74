"""The bar along the bottom of the window that plays, records and edits demos."""
