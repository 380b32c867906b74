"""The records that describe algorithms, and the registries that find them."""
