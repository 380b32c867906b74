"""One module per engine; each registers its adapter.  None imports its engine before `load` is called."""
