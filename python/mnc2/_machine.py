"""The machine, with its memories as arrays."""

from __future__ import annotations

import contextlib
import copy
import os
import threading
from typing import Any, Callable, Dict, Optional, Tuple, Type, TypeVar, Union, overload

from . import _html, _mnc2
from ._memory import Memory
from ._program import ProgramLike, as_program


_M = TypeVar("_M", bound="Machine")


class _Named:
    """A memory of a machine, by the name of the attribute."""

    def __init__(self, doc: str) -> None:
        self.__doc__ = doc

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, machine: None, owner: type) -> _Named: ...

    @overload
    def __get__(self, machine: Machine, owner: type) -> Memory: ...

    def __get__(self, machine: Optional[Machine], owner: type) -> Union[_Named, Memory]:
        return self if machine is None else Memory(machine, self._name)

    def __set__(self, machine: Machine, value: object) -> None:
        raise AttributeError(f"write `machine.{self._name}[...] = values`")


class Machine(_mnc2.Machine):
    """A chip with all its memories: 4096 PEs, 64 L1Bs, 8 L2Bs, 4 groups.

    It starts with zeros, or with the reproducible garbage of a `seed`. `off_chip="undefined"` starts PDM and DRAM with
    garbage too. Two machines run on two threads; one machine runs one program at a time.
    """

    lm0 = _Named("LM0: shape (4096, 2048).")
    lm1 = _Named("LM1: shape (4096, 2048).")
    grf0 = _Named("GRF0: shape (4096, 256).")
    grf1 = _Named("GRF1: shape (4096, 256).")
    t = _Named("The T-register, two long words for each cycle: shape (4096, 8).")
    l1bm = _Named("L1BM, a row for each L1B: shape (64, 8192).")
    l2bm = _Named("L2BM, a row for each L2B: shape (8, 32768).")
    pdm = _Named("PDM, a row for each group: shape (4, 524288).")
    dram = _Named("DRAM, a row for each group; it is read and written in parts.")

    def copy(self: _M) -> _M:
        """A machine in the same state. It takes microseconds: memory is copied when one of the two changes it."""
        return self._copied(self.__dict__)

    def _copied(self: _M, attributes: Dict[str, Any]) -> _M:
        copied = type(self).__new__(type(self))
        copied._become(self)
        copied.__dict__.update(attributes)
        return copied

    def __copy__(self: _M) -> _M:
        return self.copy()

    def __deepcopy__(self: _M, memo: Dict[int, Any]) -> _M:
        return self._copied(copy.deepcopy(self.__dict__, memo))

    def __reduce__(self) -> Tuple[Any, ...]:
        return _unpickled, (type(self), self._bytes()), self.__dict__ or None

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the machine to a file: memories, registers, masks, and what strict mode knows.

        The file holds what differs from the start, and PEs that are alike once: from 3 KB to some 160 MB, and what is
        in PDM and DRAM. A file that exists is replaced when all is written.

        :raises OSError: if it cannot be written.
        :raises Mnc2Error: if a program runs on the machine.
        """
        target = os.path.realpath(path)
        part = f"{target}.{os.getpid()}-{threading.get_ident()}.part"
        try:
            self._save(part)
            os.replace(part, target)
        except FileExistsError:
            raise
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(part)
            raise

    @classmethod
    def load(cls: Type[_M], path: Union[str, "os.PathLike[str]"], *, max_memory: int = 4096) -> _M:
        """The machine in a file that `save` wrote, on any computer. `max_memory` is MiB of PDM and DRAM.

        The file can come from anyone: what was cut or changed is refused, and memory is taken in proportion to its length.

        :raises OSError: if it cannot be read.
        :raises ValueError: if it holds more than `max_memory`.
        :raises Mnc2Error: if it is not a saved machine, or is damaged.
        """
        machine = cls.__new__(cls)
        machine._load(path, max_memory)
        return machine

    def run(
        self,
        program: ProgramLike,
        *,
        until: Optional[int] = None,
        strict: bool = False,
        max_steps: Optional[int] = None,
        max_memory: int = 4096,
        max_dump_lines: int = 1_000_000,
        progress: Optional[Callable[[int, int], object]] = None,
    ) -> _mnc2.Run:
        """Runs a program on the state that the machine is in, without the interpreter's lock.

        `until` is the last line. `strict` reports hazards and uninitialized reads. `max_memory` is MiB of PDM
        and DRAM. `progress` is called with the line and the number of lines, some times in a second; what it raises
        stops the run, and so does Ctrl+C. The machine is then in the state before the line where it stopped.

        With `MNC2_DEBUG=1` in the environment, the run waits for a debugger, which stops at the first step. `max_steps` is then
        not a limit.

        :raises ProgramError: if the program has errors.
        :raises RunError: if the run stops before its end.
        """
        return self._run(
            as_program(program),
            until=until,
            strict=strict,
            max_steps=max_steps,
            max_memory=max_memory,
            max_dump_lines=max_dump_lines,
            progress=progress,
            debug=True,
        )

    def _repr_html_(self) -> str:
        return _html.kinds(self)

    def __repr__(self) -> str:
        return f"<Machine {self.state_hash:#018x}>"


def _unpickled(cls: Type[_M], state: bytes) -> _M:
    """The machine of a pickle."""
    machine = cls.__new__(cls)
    machine._of_bytes(state)
    return machine
