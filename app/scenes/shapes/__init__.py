"""The application's data about each shape, such as menu texts and editable fields: one module per shape.

`docs/developing/shape.md` says how to add one.
"""
