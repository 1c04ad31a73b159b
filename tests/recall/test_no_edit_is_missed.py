"""Whatever happens to the files between runs, what is kept never shows in a report."""

from __future__ import annotations

import shutil
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from tests.manifests import BAD, CLEAN, DEPENDENT, OWNER
from tests.recall.runs import PADDING, check, repeat, rest

FOLDERS = ("", "deploy", "deploy/templates", "testdata", "tests/e2e")
NAMES = ("a.yaml", "b.yml", "00-assert.yaml", "c.json")
TEXTS = (BAD, CLEAN, OWNER, DEPENDENT, "a: {{ b }}\n", "a: [\n", f"# ownerlint: ignore\n{BAD}", "")
CHAINSAW = "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nmetadata: {name: a}\nspec: {steps: [{assert: {file: a.yaml}}]}\n"
BESIDE = {
    "kustomization.yaml": "patches: [{path: a.yaml}]\n",
    "Kustomization": "patches: [{path: deploy/a.yaml}]\n",
    "chainsaw-test.yaml": CHAINSAW,
    "Chart.yaml": "name: a\n",
    ".gitignore": "a.yaml\n!b.yml\n",
    ".ownerlint.yaml": "ignore: [OWN1]\n",
    "README.md": "nothing\n",
}
QUESTIONS = (
    ((), "."),
    (("--world", "closed"), "."),
    (("deploy", "base.yaml"), "."),
    (("..", "--no-gitignore", "--set", "strict"), "deploy"),
    (("deploy", "base.yaml", "--index", "testdata", "--min-confidence", "low"), "."),
)


class Edits(RuleBasedStateMachine):
    """A small folder that is edited and checked."""

    root: Path

    def __init__(self) -> None:
        super().__init__()
        shutil.rmtree(self.root, ignore_errors=True)
        self.work = self.root / "work"
        for folder in FOLDERS:
            (self.work / folder).mkdir(parents=True, exist_ok=True)
        (self.work / ".git").mkdir()
        (self.work / "base.yaml").write_text(OWNER + PADDING)
        (self.work / "deploy" / "a.yaml").write_text(BAD)

    @rule(folder=st.sampled_from(FOLDERS), name=st.sampled_from(NAMES), text=st.sampled_from(TEXTS))
    def write(self, folder: str, name: str, text: str) -> None:
        (self.work / folder / name).write_text(text)

    @rule(folder=st.sampled_from(FOLDERS), name=st.sampled_from((*NAMES, *BESIDE)))
    def remove(self, folder: str, name: str) -> None:
        (self.work / folder / name).unlink(missing_ok=True)

    @rule(folder=st.sampled_from(FOLDERS), name=st.sampled_from(NAMES), other=st.sampled_from(NAMES))
    def rename(self, folder: str, name: str, other: str) -> None:
        if (self.work / folder / name).exists():
            (self.work / folder / name).rename(self.work / folder / other)

    @rule(folder=st.sampled_from(FOLDERS), name=st.sampled_from(tuple(BESIDE)))
    def write_beside(self, folder: str, name: str) -> None:
        (self.work / folder / name).write_text(BESIDE[name])

    @rule(folder=st.sampled_from(FOLDERS), name=st.sampled_from(tuple(BESIDE)))
    def write_otherwise_beside(self, folder: str, name: str) -> None:
        (self.work / folder / name).write_text("# nothing\n")

    @rule(folder=st.sampled_from(FOLDERS), other=st.sampled_from(FOLDERS))
    def link(self, folder: str, other: str) -> None:
        path = self.work / folder / "linked"
        path.unlink(missing_ok=True)
        path.symlink_to(self.work / other)

    @rule(question=st.sampled_from(QUESTIONS), name=st.sampled_from(("json", "text", "sarif")))
    def ask(self, question: tuple[tuple[str, ...], str], name: str) -> None:
        arguments, inside = question
        rest()
        words, cache = (*arguments, "--format", name), self.root / "cache"
        without = check(self.work, *words, cache=None, inside=inside)
        assert repeat(self.work, *words, cache=cache, inside=inside) in {None, without[:3]}
        for _ in "12":
            run = check(self.work, *words, cache=cache, inside=inside)
            assert run[:3] == without[:3]
        assert run.recalled or without.code == 2
        again = repeat(self.work, *words, cache=cache, inside=inside)
        assert again == (without[:3] if run.recalled else None)

    @invariant()
    def nothing_is_left_behind(self) -> None:
        assert list(self.root.glob("cache/*.draft")) == []


def test_no_edit_is_missed(tmp_path: Path) -> None:
    machine = type("Here", (Edits,), {"root": tmp_path / "edits"})
    run_state_machine_as_test(machine, settings=settings(max_examples=15, stateful_step_count=20, deadline=None))
