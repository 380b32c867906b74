"""Writers, one module per engine; each registers itself."""
