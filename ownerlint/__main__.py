"""`python -m ownerlint`."""

from ownerlint.cli.start import main

if __name__ == "__main__":
    main(prog_name="ownerlint")
