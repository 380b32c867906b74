"""The import dialog: a text beside its interpretation, which the user can change.  Imported when it is first opened."""
