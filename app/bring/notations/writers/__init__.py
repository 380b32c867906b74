"""Writers, one module per engine; each registers itself.

To add a notation to copy: a module here, with a `Writer` (`app/bring/notations/writing.py`), and its title in
`app/view/panels/commands/document.py`.  Bug reports contain it in a file with its `extension`.
`tests/app/bring/notations/test_round_trips.py` writes every shipped scene with it, and reads it again.
"""
