"""What notebooks show: escaped, bounded, well-formed; and the cell magic."""

import re
import xml.etree.ElementTree as xml
from typing import Any

import mnc2
import numpy as np
import pytest

HOSTILE = '<script>alert(1)</script>&"\'\u202e\x1b[31m'


def elements(text: str) -> "list[str]":
    """The names of the elements of well-formed markup."""
    return [re.sub("{.*}", "", element.tag) for element in xml.fromstring(text).iter()]


def test_a_program_is_shown_with_colours_and_findings() -> None:
    program = mnc2.Program("lpassa $peid $lr1v # é\nnonsense\nnop\n")
    shown = program._repr_html_()
    text = "".join(xml.fromstring(shown).itertext())
    assert elements(shown).count("span") > 8
    assert "1  lpassa $peid $lr1v # é\n" in text and "3  nop" in text
    lines = text.splitlines()
    assert lines[1].startswith(" " * (3 + 16) + "^ error[E0305]")
    assert any("error[E0201]" in line for line in lines)


def test_nothing_of_a_program_is_markup() -> None:
    program = mnc2.Program(f"{HOSTILE} $lr0v # {HOSTILE}\n")
    program.step(f"lpassa $peid $lr1v # {HOSTILE}", at=(HOSTILE, 1))
    shown = program._repr_html_()
    assert set(elements(shown)) == {"pre", "span"}
    text = "".join(xml.fromstring(shown).itertext())
    assert "<script>alert(1)</script>" in text
    assert "\u202e" not in text and "\x1b" not in text
    assert set(elements(program.timeline().svg)) <= {"svg", "text", "rect", "title"}


@pytest.mark.parametrize("text", ["nop\n" * 300_000, "$" * 500_000, "nonsense\n" * 5000, "nop; " * 30_000, ""])
def test_what_is_shown_is_bounded(text: str) -> None:
    program = mnc2.Program(text)
    assert len(program._repr_html_()) < 300_000
    assert len(program.timeline(steps=2000).svg) < 1_500_000


def test_a_timeline_has_a_box_for_each_instruction() -> None:
    program = mnc2.Program("linc $subpeid $lm0\nnop/2\nmvp/n64 $d0@0 $p0@0\ndvadd $lm0 $lm0 $nowrite; linc $lm0 $lr0v\n")
    svg = xml.fromstring(program.timeline().svg)
    titles = [title.text for title in svg.iter("{http://www.w3.org/2000/svg}title")]
    assert sorted(map(str, titles)) == [
        "line 1: linc $subpeid $lm0",
        "line 2: nop/2",
        "line 3: mvp/n64 $d0@0 $p0@0",
        "line 4: dvadd $lm0 $lm0 $nowrite",
        "line 4: linc $lm0 $lr0v",
    ]
    later = program.timeline(first=3, steps=1).svg
    assert "line 4" in later and "line 2" not in later
    assert "nop/4294967295" in mnc2.Program("nop/4294967295\n").timeline(5, 10).svg
    with pytest.raises(ValueError, match="1 to 2000"):
        program.timeline(0, 5000)


def cells(svg: str) -> int:
    """How many PEs are drawn."""
    return sum(int(width) for width in re.findall(r"M\d+ \d+h(\d+)v1", svg))


def test_a_machine_shows_which_pes_differ() -> None:
    machine = mnc2.Machine()
    assert "all PEs hold the same" in machine._repr_html_()
    machine.lm0[5, 0] = 1
    machine.grf1[1024:, 3] = 2
    shown = machine._repr_html_()
    assert "3 kinds of PEs" in shown and cells(shown) == 4096
    assert {"3072 PEs like n1c0b0m0p0", "1 PEs like n0c0b0m1p1", "1023 PEs like n0c0b0m0p0"} <= set(
        re.findall("<title>(.*?)</title>", shown)
    )
    machine.t[:, 7] = np.arange(4096)
    shown = machine._repr_html_()
    assert "4096 kinds" in shown and cells(shown) == 4096 and len(shown) < 200_000
    elements(shown)


@pytest.mark.parametrize(
    "values", [[0.0, 1], [np.nan, np.inf, -np.inf, 3], [1e308, -1e308], [7.0], [np.nan]], ids=str
)
def test_a_heat_map_shows_any_values(values: "list[float]") -> None:
    machine = mnc2.Machine()
    machine.lm0.f64[:, 3] = np.resize(np.array(values), 4096)
    svg = machine.lm0.f64.heat_map(3).svg
    assert cells(svg) == 4096 and len(svg) < 200_000
    elements(svg)


def test_memories_above_the_pes_have_heat_maps() -> None:
    machine = mnc2.Machine(seed=1)
    for memory in (machine.l1bm.u32, machine.l2bm, machine.pdm.f16):
        assert cells(memory.heat_map(1).svg) == 4096
    with pytest.raises(IndexError):
        machine.lm0.heat_map(2048)
    with pytest.raises(TypeError, match="one element"):
        machine.lm0.pe(0, 0, 0, 0, 0).heat_map(0)


@pytest.fixture
def shell() -> Any:
    interactive = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell()
    interactive.run_line_magic("load_ext", "mnc2")
    return interactive


def test_a_cell_runs_on_a_machine(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    run = shell.run_cell_magic("vsm", "-p doubled", "lpassa $peid $lr0v\nladd $aluf $aluf $lm0v\nd get $lm0n0c0b0m0p1 1\n")
    assert run.steps == 2
    assert "v:0x2" in capsys.readouterr().out
    assert int(shell.user_ns["machine"].lm0[3, 0]) == 6
    assert len(shell.user_ns["doubled"]) == 3
    shell.run_cell_magic("vsm", "-m other --strict", "nop\n")
    assert shell.user_ns["other"].state_hash != shell.user_ns["machine"].state_hash
    assert shell.run_cell_magic("vsm", "--check -m third", "nop\n") is None
    assert "third" not in shell.user_ns


def test_a_cell_with_errors_fails(shell: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(mnc2.ProgramError, match="1 errors") as refused:
        shell.run_cell_magic("vsm", "", "nop\nnonsense\n")
    assert refused.value.findings[0].line == 2
    assert "machine" not in shell.user_ns
    from IPython.core.error import UsageError

    shell.user_ns["x"] = 5
    for line in ("--nothing", "-m", "-m a.b", "-m x", "'", "--profile none", "-m machine extra"):
        with pytest.raises(UsageError):
            shell.run_cell_magic("vsm", line, "nop\n")
