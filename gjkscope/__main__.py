"""`python -m gjkscope`: the same as the command `gjkscope`."""

import sys

from gjkscope.app.__main__ import main

if __name__ == "__main__":
    sys.exit(main())
