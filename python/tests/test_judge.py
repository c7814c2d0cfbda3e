"""Verdicts, and solutions as tests of pytest."""

from pathlib import Path

import mnc2
import pytest

TESTCASE = """\
d set $lm0n0c0b0m0p0 1 0000000000000005
# ======= YOUR VSM WILL BE INSERTED HERE =======
d getd $ln8n0c0b0m0p0 1 # expect=[10] / ULong @[0]
"""
RIGHT = "ladd $lm0v $lm0v $ln8v\n"
WRONG = "lpassa $lm0v $ln8v\n"

pytest_plugins = ["pytester"]


def test_verdicts() -> None:
    verdict = mnc2.judge(TESTCASE, RIGHT)
    assert verdict and verdict.accepted and verdict.score == 1 and verdict.values == 1
    verdict = mnc2.judge(TESTCASE, WRONG)
    (mismatch,) = verdict.mismatches
    assert not verdict
    assert (mismatch.line, mismatch.place, mismatch.expected) == (3, "LM1(n0c0b0m0p0,8)", "10")
    assert mismatch.actual.startswith("5")


def test_what_is_no_testcase_is_refused() -> None:
    with pytest.raises(mnc2.TestcaseError, match="INSERTED"):
        mnc2.judge("nop\n", RIGHT)
    with pytest.raises(mnc2.ProgramError):
        mnc2.judge(TESTCASE, "nonsense\n")


def test_solutions_are_collected(pytester: pytest.Pytester) -> None:
    folder: Path = pytester.path
    (folder / "testcase.vsm").write_text(TESTCASE)
    (folder / "right.vsm").write_text(RIGHT)
    (folder / "wrong.vsm").write_text(WRONG)
    pytester.makepyfile("def test_chip(mnc2_machine): assert mnc2_machine.run('nop\\n').steps == 1")
    outcome = pytester.runpytest_subprocess()
    outcome.assert_outcomes(passed=2, failed=1)
    outcome.stdout.fnmatch_lines(["*LM1(n0c0b0m0p0,8): 5*, expected 10*"])
    pytester.runpytest_subprocess("--no-vsm").assert_outcomes(passed=1)
