"""The `balance` command: a table of subcommands, each imported when it is called."""

from __future__ import annotations

from importlib import import_module

import click
from click.shell_completion import CompletionItem

from balance import __version__
from balance.core.suggest import did_you_mean

COMMANDS: dict[str, tuple[str, str]] = {
    "init": ("balance.commands.init", "Write a first config, with its schema."),
    "check": ("balance.commands.check", "Check configs; say what is wrong and where."),
    "schema": ("balance.commands.schema", "Print a game's JSON Schema for editors."),
    "run": ("balance.commands.run", "Play an experiment and write its report."),
    "report": ("balance.commands.report", "Write the report of a run again; plays nothing."),
    "replay": ("balance.commands.replay", "Tell one playout, move by move."),
    "baseline": ("balance.commands.baseline", "Accept or show what a gate is held against."),
    "gate": ("balance.commands.gate", "Did anything move too far? PASS, FAIL or INCONCLUSIVE."),
    "explain": ("balance.commands.explain", "Say what a word of a config or report means."),
    "compare": ("balance.commands.compare", "Say what a change of rules changes, and how sure that is."),
    "runs": ("balance.commands.runs", "List, remove and clear stored runs."),
    "doctor": ("balance.commands.doctor", "Look at this installation."),
    "bench": ("balance.commands.bench", "Measure playouts a second."),
}
"""Name to module and short help; the module exports the click command as `command`."""


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one only to call it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of the table, which is the order of work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(COMMANDS[cmd_name][0]).command
        if not isinstance(command, click.Command):
            raise TypeError(f"{COMMANDS[cmd_name][0]}.command is no click command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, but an unknown command is answered with the nearest one."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            hint = did_you_mean(args[0], COMMANDS)
            ctx.fail(f"no command '{args[0]}'" + (f"; {hint}" if hint else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The table, without importing a command for its help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names from the table, options from click."""
        names = [
            CompletionItem(name, help=text)
            for name, (_, text) in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return names + click.Command.shell_complete(self, ctx, incomplete)


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="What is asked lives in the config, how it is run in flags.",
)
@click.version_option(__version__, prog_name="balance", message="%(prog)s %(version)s")
def balance() -> None:
    """Board-game balance from a YAML file: playouts, honest intervals, one page."""
