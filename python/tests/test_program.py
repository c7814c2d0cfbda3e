"""Programs: text, files, builders, findings."""

import pickle
import sys
from pathlib import Path

import mnc2
import pytest


def test_findings_say_where_what_and_how_to_mend_it() -> None:
    program = mnc2.Program("lpassa $peid $lr1v\n")
    (finding,) = program.check()
    assert (finding.line, finding.column, finding.end_column) == (1, 17, 18)
    assert (finding.code, finding.severity) == ("E0305", "error")
    assert finding.message.startswith("address 1 is not aligned")
    (fix,) = [fix for fix in finding.fixes if fix.title == "Use `$lr0`"]
    (edit,) = fix.edits
    assert (edit.line, edit.column, edit.text) == (1, 17, "0")
    assert finding.generator is None


def test_columns_count_characters() -> None:
    (finding,) = mnc2.Program("nop; あ $lr1\n").check()
    assert finding.line == 1
    assert finding.end_column <= len("nop; あ $lr1") + 1


def test_a_profile_adds_its_rules() -> None:
    program = mnc2.Program("mvp/n64 $d0@0 $p0@0\nl2bmb $lc0 $lb0\n")
    assert len(program.check("hardware")) >= len(program.check())
    with pytest.raises(ValueError, match="profile"):
        program.check("nonsense")  # type: ignore[arg-type]


def test_a_builder_remembers_what_made_a_step() -> None:
    program = mnc2.Program()

    def twice(register: int) -> None:
        for _ in range(2):
            program.step(f"lpassa $peid $lr{register}v", at=sys._getframe(1))

    line = sys._getframe().f_lineno
    twice(1)
    program.step("lpassa $peid $lr3v")
    assert [finding.line for finding in program.check()] == [1, 2, 3]
    places = [finding.generator for finding in program.check()]
    assert places == [
        mnc2.Place(__file__, line + 1),
        mnc2.Place(__file__, line + 1),
        mnc2.Place(__file__, line + 2),
    ]
    assert str(program.check()[0]).endswith(f"(from {__file__}:{line + 1})")
    assert program.generator(4) is None
    assert program.generator(0) is None


def test_places_are_written_and_read(tmp_path: Path) -> None:
    program = mnc2.Program("nop\n")
    program.step("lpassa $peid $lr1v", at=("gen.py", 12))
    program.write(tmp_path / "a.vsm", places=True)
    read = mnc2.Program.from_path(tmp_path / "a.vsm")
    assert read.text == "nop\nlpassa $peid $lr1v #@ gen.py:12\n"
    assert (read.generator(1), read.generator(2)) == (None, mnc2.Place("gen.py", 12))
    assert read.check()[0].generator == mnc2.Place("gen.py", 12)


def test_a_step_goes_after_a_text() -> None:
    program = mnc2.Program("nop")
    assert program.step("nop/2") == 2
    assert program.text == "nop\nnop/2\n"
    assert (len(program), program.steps) == (2, 3)
    with pytest.raises(ValueError, match="one line"):
        program.step("nop\nnop")


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "a.vsm"
    program = mnc2.Program("nop\n")
    program.write(path)
    read = mnc2.Program.from_path(path)
    assert (read.text, read.path) == ("nop\n", path)
    with pytest.raises(FileNotFoundError, match="nothing.vsm"):
        mnc2.Program.from_path(tmp_path / "nothing.vsm")
    with pytest.raises(OSError):
        mnc2.Program.from_path(tmp_path)
    (tmp_path / "junk.vsm").write_bytes(bytes(range(256)))
    assert mnc2.Program.from_path(tmp_path / "junk.vsm").check()


@pytest.mark.parametrize("text", ["nop/4294967295\n", "d get $d0 536870912\n", "\0\n", "$" * 10_000, "\r\r\n"])
def test_any_text_is_a_program(text: str) -> None:
    program = mnc2.Program(text)
    for finding in program.check():
        assert 1 <= finding.line <= max(len(program), 1)


def test_an_expansion_has_a_range_for_each_cycle() -> None:
    read, written = mnc2.expand("lpassa $lm0v $ln8v")
    assert (read.operand, read.direction, written.direction) == ("$lm0v", "read", "write")
    assert [access.cycle for access in written.accesses] == [0, 1, 2, 3]
    assert [access.ranges for access in written.accesses] == [[(8, 10)], [(10, 12)], [(12, 14)], [(14, 16)]]
    with pytest.raises(ValueError, match="last line"):
        mnc2.expand("nop\n", line=7)


def test_a_shorter_program_is_equal(tmp_path: Path) -> None:
    program = mnc2.Program("lpassa $peid $lr0v\nnop\nladd $lr0v $lr0v $lm0v\nd get $lm0n0c0b0m3p1 1\n")
    shorter = mnc2.schedule(program, time=5)
    assert (shorter.before, shorter.after, shorter.shortest) == (3, 2, True)
    assert mnc2.equal(program, shorter.program)
    shorter.program.write(tmp_path / "shorter.vsm")
    assert mnc2.Program.from_path(tmp_path / "shorter.vsm").text == shorter.program.text
    other = mnc2.Program("lpassa $peid $lr0v\nd get $lm0n0c0b0m3p1 1\n")
    assert mnc2.equal(program, other).verdict == "different"
    with pytest.raises(ValueError, match="level"):
        mnc2.schedule(program, level="all")  # type: ignore[arg-type]
    with pytest.raises(mnc2.ProgramError):
        mnc2.schedule("nonsense\n")


REMAINDER = """\
imm f"8388608" $lr0v
imm f"0.3333333333333333333333" $lr8v
nop
ior $lm0v $lr0v $nowrite
fvadd $aluf -$lr0v $nowrite
fvmul $mauf $lr8v $nowrite
fftoi $mauf $ls0v
iadd $aluf $aluf $nowrite
iadd $aluf $ls0v $nowrite
isub $lm0v $aluf $ln0v
"""

REMAINDERS = """\
d set $lm0n0c0b0m0p0 2 00000000000000ff000000c800000005
# YOUR VSM WILL BE INSERTED HERE
d getd $ln0n0c0b0m0p0 1 # expect=[0, 0] / UInt @[0],[1]
d getd $ln2n0c0b0m0p0 1 # expect=[2, 2] / UInt @[2],[3]
"""


def test_a_proof_may_be_limited_to_the_ranges_of_a_testcase() -> None:
    everywhere = mnc2.schedule(REMAINDER, level="rewrite", work=200_000, testcase=REMAINDERS)
    assert everywhere.ranges is None and "only for" not in repr(everywhere)
    shorter = mnc2.schedule(REMAINDER, level="rewrite", work=200_000, testcase=REMAINDERS, ranges=True)
    assert shorter.after < everywhere.after and shorter.doubt is None
    assert shorter.ranges == "LM0+0 0 to 200, LM0+1 5 to 255"
    assert repr(shorter).endswith("; only for LM0+0 0 to 200, LM0+1 5 to 255>")
    assert shorter.explained[0].startswith("remainders: ")
    assert mnc2.judge(REMAINDERS, shorter.program).accepted
    assert pickle.loads(pickle.dumps(shorter)).ranges == shorter.ranges
    (done,) = mnc2.schedule_many([REMAINDER], level="rewrite", work=200_000, testcase=REMAINDERS, ranges=True)
    assert done.get().ranges == shorter.ranges and done.get().program.text == shorter.program.text
    with pytest.raises(ValueError, match="ranges=True needs a testcase"):
        mnc2.schedule(REMAINDER, level="rewrite", ranges=True)
