"""The cell magic `%%vsm`, which `%load_ext mnc2` adds to a notebook."""

from __future__ import annotations

import argparse
import shlex
from typing import Any, Dict, List, Optional

import IPython.display
from IPython.core.error import UsageError
from IPython.core.magic import Magics, cell_magic, magics_class

from . import _html, _mnc2
from ._machine import Machine
from ._program import Program

_DUMP_LINES_SHOWN = 200

# IPython does not say their types.
_ipython: Any = IPython.display


class _Arguments(argparse.ArgumentParser):
    """Reports what is wrong with the line, and does not end the process."""

    def error(self, message: str) -> Any:
        raise UsageError(f"%%vsm: {message}")

    def exit(self, status: int = 0, message: Optional[str] = None) -> Any:
        raise UsageError(message or "")


def _arguments() -> _Arguments:
    arguments = _Arguments(prog="%%vsm", add_help=False)
    arguments.add_argument("-m", "--machine", default="machine")
    arguments.add_argument("-p", "--program")
    arguments.add_argument("-c", "--check", action="store_true")
    arguments.add_argument("-s", "--strict", action="store_true")
    arguments.add_argument("--profile", choices=("assembler", "hardware", "contest"))
    return arguments


@magics_class
class VsmMagics(Magics):
    """Cells in MN-Core 2 assembly."""

    @cell_magic
    def vsm(self, line: str, cell: str) -> Optional[_mnc2.Run]:
        """Checks the cell and runs it.

        %%vsm [-m MACHINE] [-p PROGRAM] [-c] [-s] [--profile assembler|hardware|contest]

        `-m` names the variable of the machine (`machine`); it is made if there is none. `-p` names a variable for the
        program. `-c` checks only. `-s` is strict mode. Lines of `d get` are printed, findings shown below their lines;
        a cell with errors fails.
        """
        try:
            words: List[str] = shlex.split(line)
        except ValueError as error:
            raise UsageError(f"%%vsm: {error}") from None
        options = _arguments().parse_args(words)
        for name in (options.machine, options.program):
            if name is not None and not name.isidentifier():
                raise UsageError(f"%%vsm: {name!r} is not the name of a variable")
        program = Program(cell)
        shell: Any = self.shell
        names: Dict[str, Any] = shell.user_ns
        if options.program is not None:
            names[options.program] = program
        findings = program.check(options.profile, fixes=False)
        errors = [finding for finding in findings if finding.severity == "error"]
        if findings or options.check:
            _ipython.display(_ipython.HTML(_html.program(program, findings)))
        if errors:
            raise _without_frames(_mnc2.ProgramError(f"{len(errors)} errors, as shown"), errors)
        if options.check:
            return None
        machine = names.get(options.machine)
        if machine is None:
            machine = names[options.machine] = Machine()
        if not isinstance(machine, Machine):
            raise UsageError(f"%%vsm: `{options.machine}` is not a machine")
        run: _mnc2.Run = machine.run(program, strict=options.strict)
        for said in run.dump[:_DUMP_LINES_SHOWN]:
            print(said)
        if len(run.dump) > _DUMP_LINES_SHOWN:
            print(f"… and {len(run.dump) - _DUMP_LINES_SHOWN} more lines")
        said_of_run = run.findings + run.assertions
        if said_of_run:
            _ipython.display(_ipython.HTML(_html.program(program, said_of_run)))
        return run


def _without_frames(error: _mnc2.ProgramError, findings: "List[_mnc2.Finding]") -> _mnc2.ProgramError:
    """The frames of this package say nothing about a cell."""
    error.findings = findings
    setattr(error, "_render_traceback_", lambda: [f"ProgramError: {error}"])
    return error
