from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from benchmarks import inputs, readme, scale, stages, table, tools
from benchmarks.measure import Contestant, Result, Run, compare, run
from tests.checkout import ROOT

MB = 1_000_000


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def contestant(name: str, *command: str) -> Contestant:
    return Contestant(name, "1.0", command, Path.cwd())


def result(name: str, wall: float, *, statuses: Sequence[int] = (0,), complaint: str = "") -> Result:
    runs = tuple(Run(wall, wall / 2, 20 * MB, status, complaint) for status in statuses)
    return Result(contestant(name), runs)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("benchmarks")
    command = [sys.executable, "-m", "benchmarks", "--quick", "--runs", "1", "--folder", str(folder)]
    sizes = ["--pods", "150", "--small-files", "12", "--inputs", "pods", "small", "--tools", "ownerlint"]
    done = subprocess.run([*command, *sizes], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (folder / "results.md").read_text(encoding="utf-8") == done.stdout.removesuffix("\n")
    return done.stdout


def test_the_command_measures_each_input_and_the_start(report: str) -> None:
    titles = [line.partition(" (")[0] for line in report.splitlines() if line.startswith("###")]
    assert titles == ["### 150 exported Pods", "### 12 small files", "### Start"]


def test_the_command_measures_every_way_of_working(report: str) -> None:
    rows = [cells(line) for line in report.splitlines() if line.startswith("| ownerlint")]
    ways = {
        "ownerlint, no cache",
        "ownerlint, no cache, `--jobs 1`",
        "ownerlint, first run, fills the cache",
        "ownerlint, second run",
    }
    assert len(rows) == 2 * len(ways)
    assert {row[0] for row in rows} == ways
    assert {(len(row), row[-2], row[-1]) for row in rows} == {(len(table.HEAD), "1", "0")}


def test_the_command_tells_of_the_machine(report: str) -> None:
    first = report.splitlines()[0]
    assert "cores of" in first
    assert "Python 3." in first
    assert "Median of 1 run in turn" in first


def test_inputs_are_the_same_each_time(tmp_path: Path) -> None:
    for make, amount in ((inputs.exported_pods, 130), (inputs.dump, 7), (inputs.small_files, 23)):
        one, other = make(tmp_path / "one", amount), make(tmp_path / "other", amount)
        assert files(one.folder) == files(other.folder)
        assert (one.files, one.size) == (len(files(one.folder)), sum(map(len, files(one.folder).values())))


def test_inputs_are_the_same_everywhere(tmp_path: Path) -> None:
    made = files(inputs.exported_pods(tmp_path, 3).folder)
    assert hashlib.sha256(made["pods-0000.yaml"]).hexdigest() == (
        "b8b2680ebeb124fee1238a71c698a920b125318670a048f4677bf43f5751851d"
    )


def test_the_dump_holds_the_pods_of_the_files(tmp_path: Path) -> None:
    folder = inputs.exported_pods(tmp_path, 230).folder
    listed = json.loads((inputs.dump(tmp_path, 230).folder / "dump.json").read_text(encoding="utf-8"))
    loaded = [obj for path in sorted(folder.iterdir()) for obj in YAML(typ="safe").load_all(path.read_bytes())]
    assert len(list(folder.iterdir())) == 3
    assert loaded == listed["items"]


def test_an_input_is_made_once(tmp_path: Path) -> None:
    folder = inputs.exported_pods(tmp_path, 2).folder
    (folder / "pods-0000.yaml").write_text("kept", encoding="utf-8")
    assert files(inputs.exported_pods(tmp_path, 2).folder) == {"pods-0000.yaml": b"kept"}


def test_what_was_left_half_made_is_made_again(tmp_path: Path) -> None:
    draft = tmp_path / f"small-3-{inputs.EDITION}.draft"
    draft.mkdir()
    assert inputs.small_files(tmp_path, 3).files == 3
    assert not draft.exists()


def test_a_folder_without_manifests_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="holds no YAML or JSON file"):
        inputs.given(tmp_path)


def test_objects_for_the_scale_are_all_different(tmp_path: Path) -> None:
    scale.write(tmp_path / "pods", 1_050)
    found = [
        obj["metadata"]
        for path in sorted((tmp_path / "pods").iterdir())
        for obj in YAML(typ="safe").load_all(path.read_bytes())
    ]
    assert len({one["uid"] for one in found}) == len({one["name"] for one in found}) == 1_050
    assert len({one["ownerReferences"][0]["uid"] for one in found}) == 105
    assert all(one["name"].startswith(f"{one['ownerReferences'][0]['name']}-") for one in found)


def test_a_run_tells_status_and_complaint() -> None:
    program = "import sys; print('a', file=sys.stderr); print('  the end', file=sys.stderr); sys.exit(3)"
    found = run(contestant("failing", sys.executable, "-c", program))
    assert (found.status, found.complaint) == (3, "the end")
    assert found.peak > MB


def test_commands_take_turns_after_a_warm_up(tmp_path: Path) -> None:
    log = tmp_path / "log"
    program = "import sys; open(sys.argv[1], 'a').write(sys.argv[2])"
    pair = [contestant(name, sys.executable, "-c", program, str(log), name) for name in "AB"]
    found = compare(pair, 2, lambda _: None)
    assert log.read_text(encoding="utf-8") == "ABABAB"
    assert [len(one.runs) for one in found] == [2, 2]


def test_only_what_is_installed_takes_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("yamllint", "kube-score"):
        (programs / name).write_text(f"#!/bin/sh\necho {name} version: v9.8.7,\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    monkeypatch.setattr(tools, "PEERS", programs)
    monkeypatch.setenv("PATH", "")
    given = inputs.small_files(tmp_path, 2)
    wanted = frozenset(peer.name for peer in tools.PEER_LINTERS)
    taking_part = [(one.name, one.version) for one in tools.contestants(given, tmp_path, wanted)]
    assert taking_part == [("kube-score", "9.8.7"), ("yamllint", "9.8.7")]
    assert tools.missing(wanted) == ("kubeconform", "kubectl-validate", "checkov")
    # A folder that may hold anything stops kube-score at its first bad file.
    real = inputs.given(given.folder)
    assert [one.name for one in tools.contestants(real, tmp_path, wanted)] == ["yamllint"]


def test_the_table_compares_with_kubeconform(tmp_path: Path) -> None:
    given = inputs.Input("pods", "2 Pods", tmp_path, 1, 3 * MB)
    heat = table.Heat(
        given,
        (
            result("kubeconform", 3.0),
            result("ownerlint, no cache", 0.5, statuses=(0, 0)),
            result("broken", 4.0, statuses=(2,), complaint="out of luck"),
            result("endless", 900.0, statuses=(-9,)),
        ),
    )
    assert table.whole(heat) == (
        "### 2 Pods (1 file, 3.0 MB)\n\n"
        "| tool | version | median s | CPU s | MB/s | peak MB | times kubeconform | runs | status |\n"
        "| --- | --: | --: | --: | --: | --: | --: | --: | --: |\n"
        "| ownerlint, no cache | 1.0 | 0.50 | 0.25 | 6.0 | 20 | 6.0 | 2 | 0 |\n"
        "| kubeconform | 1.0 | 3.00 | 1.50 | 1.0 | 20 | 1.0 | 1 | 0 |\n"
        "| broken | 1.0 | 4.00 | 2.00 | 0.8 | 20 | 0.75 | 1 | 2 |\n"
        "| endless | 1.0 | above 900 | 450.00 | - | 20 | - | 1 | -9 |\n"
        "\n- broken, status 2: `out of luck`\n- endless, status -9: no message\n"
    )
    assert table.short([heat]) == (
        "| tool | 2 Pods (1 file, 3.0 MB) |\n"
        "| --- | --: |\n"
        "| kubeconform 1.0 | 3.00 s (1.0x) |\n"
        "| ownerlint 1.0, no cache | 0.50 s (6.0x) |\n"
        "| broken 1.0 | 4.00 s (0.75x) |\n"
        "| endless 1.0 | above 900 s |\n"
    )


def test_the_profile_covers_every_stage(tmp_path: Path) -> None:
    given = inputs.exported_pods(tmp_path, 20)
    assert set(stages.medians(str(given.folder), 1)) == {stages.START, stages.REST, *stages.STAGES}


def test_the_readme_quotes_a_table() -> None:
    lines = readme.quoted(readme.README.read_text(encoding="utf-8")).strip().splitlines()
    rows = [cells(line) for line in lines if line.startswith("|")]
    assert rows[0][:2] == ["tool", "10,000 exported Pods (100 files, 27.2 MB)"]
    assert {len(row) for row in rows} == {len(rows[0])}
    tools_named = [row[0].split()[0] for row in rows[2:]]
    assert {"ownerlint", "kubeconform"} <= set(tools_named)
    assert "cores of" in lines[-1]


def test_only_what_stands_between_the_marks_is_replaced() -> None:
    text = f"before\n{readme.START}old\n{readme.END}\nafter\n"
    assert readme.replaced(text, "new\n") == f"before\n{readme.START}new\n{readme.END}\nafter\n"
