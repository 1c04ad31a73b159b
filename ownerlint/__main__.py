"""`python -m ownerlint`."""

from ownerlint.cli import main

if __name__ == "__main__":
    main(prog_name="ownerlint")
