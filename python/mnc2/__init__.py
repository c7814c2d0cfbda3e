"""Check, run, judge and shorten MN-Core 2 assembly.

>>> import mnc2
>>> program = mnc2.Program("lpassa $peid $lr0v\\nnop\\nladd $lr0v $lr0v $lm0v\\n")
>>> program.check()
[]
>>> machine = mnc2.Machine()
>>> machine.run(program).steps
3
>>> int(machine.lm0.pe(0, 0, 0, 3, 1)[0])
26

Lines count from 1. Memory is arrays of 64-bit long words: a row for each element of the chip, a column for each
address. `mnc2.Memory.view` reads and writes them as other types.

`mnc2.tinytc` runs functions of the tinytc tensor language.
"""

from typing import Any

from . import tinytc
from ._compare import Array, WrongValue, compare
from ._device import Device
from ._html import Drawing
from ._machine import Machine
from ._many import Done, check_many, judge_many, schedule_many
from ._memory import Memory, pe
from ._mnc2 import (
    Access,
    Edit,
    Equality,
    Finding,
    Fix,
    Mismatch,
    Mnc2Error,
    Note,
    Operand,
    Place,
    ProgramError,
    Run,
    RunError,
    Shortened,
    TestcaseError,
    Verdict,
)
from ._program import Program, equal, expand, judge, schedule

__all__ = [
    "Access",
    "Array",
    "Device",
    "Done",
    "Drawing",
    "Edit",
    "Equality",
    "Finding",
    "Fix",
    "Machine",
    "Memory",
    "Mismatch",
    "Mnc2Error",
    "Note",
    "Operand",
    "Place",
    "Program",
    "ProgramError",
    "Run",
    "RunError",
    "Shortened",
    "TestcaseError",
    "Verdict",
    "WrongValue",
    "check_many",
    "compare",
    "equal",
    "expand",
    "judge",
    "judge_many",
    "pe",
    "schedule",
    "schedule_many",
    "tinytc",
]


def load_ipython_extension(shell: Any) -> None:
    """Adds the cell magic `%%vsm` to a notebook: `%load_ext mnc2`."""
    from ._notebook import VsmMagics

    shell.register_magics(VsmMagics)
