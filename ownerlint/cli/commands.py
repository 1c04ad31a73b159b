"""The commands by name; each is a module that is imported only when it is called."""

from __future__ import annotations

import importlib
import sys
from typing import Any, Final

import click

from ownerlint import __version__
from ownerlint.cli import CONTEXT, interrupted

_COMMANDS: Final = {
    "check": "find what is wrong with ownership",
    "predict": "foresee what the garbage collector would do",
    "graph": "draw owners and dependents",
    "rules": "list the rules",
    "explain": "show the page of a rule, or what an error message of Kubernetes means",
    "cache": "remove what earlier runs remember",
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's interface
        """Return the names of the commands, in the order of the help text."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's interface
        """Import and return one command."""
        if cmd_name not in _COMMANDS:
            return None
        command = importlib.import_module(f"ownerlint.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; Ctrl-C ends it with the exit code that shells give to it."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(interrupted())

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's interface
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings=CONTEXT)
@click.version_option(__version__, "-V", "--version", prog_name="ownerlint", message="%(prog)s %(version)s")
def main() -> None:
    """Lint the ownership of Kubernetes objects: ownerReferences, blockOwnerDeletion and finalizers.

    It says what the API server and the garbage collector will do about each fault, from files alone.
    """
    for stream in (sys.stdout, sys.stderr):
        # A file name may hold bytes that no encoding has; a report must not die of it.
        getattr(stream, "reconfigure", lambda **_: None)(errors="backslashreplace")
