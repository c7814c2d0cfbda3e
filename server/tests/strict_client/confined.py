"""Runs a program that the kernel ends as soon as it writes a file, starts a program or opens a connection.

    python confined.py PROGRAM [ARGUMENTS]

What is forbidden is forbidden to everything that is linked into the program, and after the start nothing takes it back
(seccomp(2)). A program that breaks it ends by SIGSYS. Linux on x86-64 only: elsewhere system calls have other numbers.
"""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys

# Of <linux/seccomp.h>, <linux/filter.h>, <linux/audit.h>, <linux/prctl.h>, <linux/sched.h>, <fcntl.h>.
KILL, REFUSE, ALLOW = 0x8000_0000, 0x0005_0000 | 38, 0x7FFF_0000
LOAD, AND, RETURN, EQUAL, NOT_BELOW, ANY_BIT = 0x20, 0x54, 0x06, 0x15, 0x35, 0x45
NUMBER_AT, ARCHITECTURE_AT, ARGUMENTS_AT = 0, 4, 16
X86_64, FIRST_OF_X32 = 0xC000_003E, 0x4000_0000
SET_SECCOMP, SECCOMP_FILTER, SET_NO_NEW_PRIVILEGES = 22, 2, 38
CLONE_THREAD = 0x1_0000
AT_EMPTY_PATH = 0x1000
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

OPEN, OPENAT, CLONE, EXECVEAT = 2, 257, 56, 322
# glibc does without these; their arguments are in memory, which a filter cannot read.
NEWER = {"clone3": 435, "openat2": 437}
FORBIDDEN = {
    "creat": 85, "truncate": 76, "ftruncate": 77, "fallocate": 285,
    "rename": 82, "renameat": 264, "renameat2": 316, "mkdir": 83, "mkdirat": 258, "rmdir": 84,
    "link": 86, "linkat": 265, "unlink": 87, "unlinkat": 263, "symlink": 88, "symlinkat": 266,
    "mknod": 133, "mknodat": 259, "chmod": 90, "fchmod": 91, "fchmodat": 268, "fchmodat2": 452,
    "chown": 92, "fchown": 93, "lchown": 94, "fchownat": 260,
    "utime": 132, "utimes": 235, "futimesat": 261, "utimensat": 280,
    "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190, "mount": 165, "memfd_create": 319,
    "fork": 57, "vfork": 58, "execve": 59, "ptrace": 101, "kill": 62, "io_uring_setup": 425,
    "socket": 41, "socketpair": 53, "connect": 42, "bind": 49, "listen": 50,
}  # fmt: skip

# The program is open under this number until it runs, so that this start is known from any other.
PROGRAM = 777


def is_possible() -> bool:
    return sys.platform == "linux" and platform.machine() == "x86_64"


def instruction(code: int, value: int, then: int = 0, otherwise: int = 0) -> bytes:
    return struct.pack("HBBI", code, then, otherwise, value)


def of_call(number: int, argument: int, check: list[bytes]) -> list[bytes]:
    """For one system call: an argument, and the instructions that decide about it."""
    load = instruction(LOAD, ARGUMENTS_AT + 8 * argument)
    return [instruction(EQUAL, number, 0, 1 + len(check)), load, *check]


def rules() -> bytes:
    allow, kill, refuse = (instruction(RETURN, what) for what in (ALLOW, KILL, REFUSE))
    filters = [
        instruction(LOAD, ARCHITECTURE_AT),
        instruction(EQUAL, X86_64, 1, 0),
        kill,
        instruction(LOAD, NUMBER_AT),
        instruction(NOT_BELOW, FIRST_OF_X32, 0, 1),
        kill,
    ]
    for number in FORBIDDEN.values():
        filters += [instruction(EQUAL, number, 0, 1), kill]
    for number in NEWER.values():
        filters += [instruction(EQUAL, number, 0, 1), refuse]
    to_read = [instruction(AND, WRITING), instruction(EQUAL, 0, 0, 1), allow, kill]
    filters += of_call(OPEN, 1, to_read)
    filters += of_call(OPENAT, 2, to_read)
    filters += of_call(CLONE, 0, [instruction(ANY_BIT, CLONE_THREAD, 0, 1), allow, kill])
    filters += of_call(EXECVEAT, 0, [instruction(EQUAL, PROGRAM, 0, 1), allow, kill])
    return b"".join([*filters, allow])


def run(arguments: list[str]) -> None:
    library = ctypes.CDLL(None, use_errno=True)

    def checked(result: int) -> None:
        if result < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    program = os.open(arguments[0], os.O_RDONLY)
    os.dup2(program, PROGRAM, inheritable=False)
    strings = ctypes.c_char_p * (len(arguments) + 1)
    environment = [f"{name}={value}".encode() for name, value in os.environ.items()]
    variables = ctypes.c_char_p * (len(environment) + 1)
    filters = ctypes.create_string_buffer(rules())
    # struct sock_fprog: a count of instructions of 8 bytes, and where they are.
    described = struct.pack("HxxxxxxQ", len(rules()) // 8, ctypes.addressof(filters))
    zero = ctypes.c_ulong(0)
    checked(library.prctl(SET_NO_NEW_PRIVILEGES, ctypes.c_ulong(1), zero, zero, zero))
    checked(library.prctl(SET_SECCOMP, ctypes.c_ulong(SECCOMP_FILTER), described, zero, zero))
    checked(
        library.syscall(
            EXECVEAT,
            PROGRAM,
            b"",
            strings(*[argument.encode() for argument in arguments], None),
            variables(*environment, None),
            AT_EMPTY_PATH,
        )
    )


if __name__ == "__main__":
    run(sys.argv[1:])
