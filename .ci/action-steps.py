"""Runs the shell steps of action.yml as a workflow would, on a repository with a right and a wrong program.

Usage: action-steps.py BINARIES FOLDER

`cargo install` of the first step is replaced by a command that puts the mnc2 of BINARIES where cargo would; its arguments
are looked at. Steps of other actions are not run, only their conditions and inputs are.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import yaml

BINARIES, FOLDER = Path(sys.argv[1]), Path(sys.argv[2])
CHECKOUT = Path(__file__).resolve().parent.parent
ACTION = yaml.safe_load((CHECKOUT / "action.yml").read_text())

CARGO = """#!/bin/sh
set -e
[ "$1 $2" = "install --locked" ]
while [ $# -gt 0 ]; do
  case $1 in
    --path) test -f "$2/Cargo.toml"; shift ;;
    --root) mkdir -p "$2/bin"; ln -sf BINARIES/mnc2 "$2/bin/mnc2"; shift ;;
  esac
  shift
done
"""


def run(programs: dict[str, str], **inputs: str) -> tuple[int, str, Path | None]:
    """The status of the action, what it wrote, and the file that it would upload."""
    folder = FOLDER / f"run-{len(list(FOLDER.iterdir()))}"
    work, temporary, commands = folder / "work", folder / "temp", folder / "bin"
    for one in (work, temporary, commands):
        one.mkdir(parents=True)
    (commands / "cargo").write_text(CARGO.replace("BINARIES", str(BINARIES)))
    (commands / "cargo").chmod(0o755)
    for name, text in programs.items():
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_text(text)
    values = {f"inputs.{name}": given["default"] for name, given in ACTION["inputs"].items()}
    values |= {f"inputs.{name}": value for name, value in inputs.items()}
    values |= {"github.action_path": str(CHECKOUT), "runner.temp": str(temporary)}

    def evaluated(text: str) -> str:
        return re.sub(r"\$\{\{ *([\w.]+) *\}\}", lambda found: values[found[1]], text)

    def holds(condition: str) -> bool:
        def part(one: str) -> bool:
            name, operator, wanted = re.fullmatch(r"([\w.]+) (==|!=) '(.*)'", one.strip()).groups()
            return (values[name] == wanted) == (operator == "==")

        return all(part(one) for one in condition.split("&&"))

    said, uploaded = "", None
    for step in ACTION["runs"]["steps"]:
        if "if" in step and not holds(step["if"]):
            continue
        if "uses" in step:
            assert re.fullmatch(r"github/codeql-action/upload-sarif@[0-9a-f]{40}", step["uses"]), step
            uploaded = Path(evaluated(step["with"]["sarif_file"]))
            continue
        assert step["shell"] == "bash"
        # User input never becomes part of the script itself.
        assert "${{" not in step["run"], step["run"]
        output = temporary / "output"
        output.write_text("")
        environment = {
            "PATH": f"{commands}:/usr/bin:/bin",
            "HOME": str(temporary),
            "RUNNER_TEMP": str(temporary),
            "GITHUB_OUTPUT": str(output),
        } | {name: evaluated(value) for name, value in step.get("env", {}).items()}
        ended = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=work, env=environment, capture_output=True, text=True, timeout=60, check=False,
        )
        said += ended.stdout + ended.stderr
        for line in output.read_text().splitlines():
            name, value = line.split("=", 1)
            values[f"steps.{step['id']}.outputs.{name}"] = value
        if ended.returncode != 0:
            return ended.returncode, said, uploaded
    return 0, said, uploaded


FOLDER.mkdir(parents=True)
RIGHT = (CHECKOUT / "examples/first.vsm").read_text()
WRONG = "nop\nlpasa $lr0 $lm0\n"

status, said, uploaded = run({"src/right.vsm": RIGHT, "src/wrong.vsm": WRONG})
assert status == 1, (status, said)
assert uploaded is not None
sarif = json.loads(uploaded.read_text())
assert sarif["version"] == "2.1.0"
[result] = sarif["runs"][0]["results"]
place = result["locations"][0]["physicalLocation"]
assert result["ruleId"] == "E0201" and result["level"] == "error", result
assert place["artifactLocation"]["uri"] == "src/wrong.vsm" and place["region"]["startLine"] == 2, place

status, said, uploaded = run({"src/right.vsm": RIGHT, "src/wrong.vsm": WRONG}, sarif="false")
assert (status, uploaded) == (1, None), (status, said)
assert re.search(r"^::error .*file=src/wrong\.vsm.*line=2.*::", said, re.MULTILINE), said

status, said, uploaded = run({"a/right.vsm": RIGHT, "b/right.vsm": RIGHT, "wrong.vsm": WRONG}, files="a b")
assert status == 0, (status, said)
assert json.loads(uploaded.read_text())["runs"][0]["results"] == []

# A name that begins with a hyphen is a file, not an option.
for sarif in ["true", "false"]:
    status, said, uploaded = run({"--fix": WRONG, "right.vsm": RIGHT}, files="--fix", sarif=sarif)
    assert status == 1 and "right.vsm" not in said, (status, said)
    assert all(path.read_text() == WRONG for path in FOLDER.glob("*/work/--fix"))

# A file that cannot be read is not a finding: nothing is uploaded, and the step fails.
status, said, uploaded = run({"right.vsm": RIGHT}, files="nowhere")
assert status == 2 and uploaded is None, (status, said)
