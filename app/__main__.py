"""Where the program begins: `gjkscope`, and `python -m app`."""

import sys

from app.loading import loading


def main() -> int:
    """Runs the command; the exit status."""
    with loading():
        from app import cli
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
