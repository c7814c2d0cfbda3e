"""The examples: the script computes what NumPy does, and the notebook shows what is in it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_the_script_agrees_with_numpy() -> None:
    said = subprocess.run([sys.executable, str(EXAMPLES / "matrix_tile.py"), "8"], check=True, stdout=subprocess.PIPE)
    assert said.stdout.startswith(b"8 steps, 0 findings, 1024 products")


def outputs(notebook: Any) -> "list[list[dict[str, Any]]]":
    """What the cells show, without the numbers of their runs."""
    each = [cell.get("outputs", []) for cell in notebook["cells"]]
    return [[{key: output[key] for key in output if key != "execution_count"} for output in one] for one in each]


@pytest.mark.skipif(os.name != "posix", reason="kernels start in another way there")
def test_the_notebook_shows_what_is_in_it(tmp_path: Path) -> None:
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    path = EXAMPLES / "matrix_tile.ipynb"
    executed = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(executed, timeout=120, kernel_name="python3").execute(cwd=str(tmp_path))
    for cell in executed["cells"]:
        cell["metadata"] = {}
    if os.environ.get("UPDATE_EXPECT") == "1":
        nbformat.write(executed, path)
    expected = nbformat.read(path, as_version=4)
    assert json.loads(json.dumps(outputs(executed))) == json.loads(json.dumps(outputs(expected)))
    assert any(output for output in outputs(expected))
