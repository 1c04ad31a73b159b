"""The tree: each object once in full, circles that end, and sizes that stay linear."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ownerlint.draw import Options, around, draw
from tests.builders import make, reference
from tests.graph_command.pictures import drawing, live, picture, tree

CHAIN = 100_000
LEVELS = 24


def test_a_shared_dependent_is_shown_below_its_controller() -> None:
    assert tree(live("a"), live("b"), live("x", "a", "b", controller="b"), live("y", "x")) == [
        "namespace shop",
        "ConfigMap/a",
        "└── ConfigMap/x (see below)",
        "ConfigMap/b",
        "└── ConfigMap/x [c]",
        "    └── ConfigMap/y",
    ]


def test_a_dependent_without_controller_is_shown_below_its_first_owner() -> None:
    assert tree(live("a"), live("b"), live("x", "b", "a")) == [
        "namespace shop",
        "ConfigMap/a",
        "└── ConfigMap/x (see below)",
        "ConfigMap/b",
        "└── ConfigMap/x",
    ]


def test_a_circle_below_an_owner_outside() -> None:
    assert tree(live("top"), live("a", "top", "b", controller="top"), live("b", "a")) == [
        "namespace shop",
        "ConfigMap/top",
        "└── ConfigMap/a [c] (in a cycle)",
        "    └── ConfigMap/b (in a cycle)",
        "        └── ConfigMap/a (in a cycle, see above)",
    ]


def test_a_circle_with_a_tail_and_one_of_a_single_object() -> None:
    assert tree(live("tail", "a"), live("b", "c"), live("a", "b"), live("c", "a"), live("self", "self")) == [
        "namespace shop",
        "ConfigMap/a (in a cycle)",
        "├── ConfigMap/c (in a cycle)",
        "│   └── ConfigMap/b (in a cycle)",
        "│       └── ConfigMap/a (in a cycle, see above)",
        "└── ConfigMap/tail",
        "ConfigMap/self (in a cycle)",
        "└── ConfigMap/self (in a cycle, see above)",
    ]


def test_circles_that_only_second_references_close_are_marked() -> None:
    lines = tree(
        live("m"),
        live("n"),
        live("a", "m", "b", controller="m"),
        live("b", "n", "a", controller="n"),
    )
    assert lines == [
        "namespace shop",
        "ConfigMap/m",
        "└── ConfigMap/a [c] (in a cycle)",
        "    └── ConfigMap/b (in a cycle, see below)",
        "ConfigMap/n",
        "└── ConfigMap/b [c] (in a cycle)",
        "    └── ConfigMap/a (in a cycle, see above)",
    ]


def test_kinds_of_several_groups_are_told_apart() -> None:
    knative = make("Service", "web", uid="2", api_version="serving.knative.dev/v1")
    dependent = make("Secret", "x", reference("Service", "web", "1"), uid="3")
    other = make("Secret", "y", reference("Service", "web", "2", api_version="serving.knative.dev/v1"), uid="4")
    assert tree(make("Service", "web", uid="1"), knative, dependent, other) == [
        "namespace shop",
        "Service.serving.knative.dev/web",
        "└── Secret/y",
        "Service/web",
        "└── Secret/x",
    ]


def test_objects_that_go_and_dependents_that_wait() -> None:
    owner = make("ConfigMap", "a", uid="1", finalizers=["foregroundDeletion"], deleting=True)
    lines = drawing("tree", owner, make("Secret", "x", reference("ConfigMap", "a", "1"), uid="2")).splitlines()
    assert lines == [
        "namespace shop",
        "ConfigMap/a (being deleted)",
        "└── Secret/x (waits: the owner is in foreground deletion)",
        "",
        "1 owner reference: 1 waiting.",
    ]


def test_dependents_that_name_the_same_absent_owner_stand_together() -> None:
    assert tree(live("x", "gone"), live("y", "gone")) == [
        "namespace shop",
        "ConfigMap/gone (dangling: does not exist)",
        "├── ConfigMap/x",
        "└── ConfigMap/y",
    ]


def test_an_entry_that_repeats_another_is_drawn_once() -> None:
    assert tree(live("a"), live("x", "a", "a")) == ["namespace shop", "ConfigMap/a", "└── ConfigMap/x"]


def test_a_chain_that_is_too_deep_for_the_page_is_continued_at_the_left() -> None:
    chain = [live("0"), *(live(str(number), str(number - 1)) for number in range(1, CHAIN))]
    lines = tree(*chain)
    assert lines[LEVELS : LEVELS + 4] == [
        f"{'    ' * (LEVELS - 2)}└── ConfigMap/{LEVELS - 1}",
        f"{'    ' * (LEVELS - 1)}└── ConfigMap/{LEVELS} (continued below)",
        f"ConfigMap/{LEVELS} (continued)",
        f"└── ConfigMap/{LEVELS + 1}",
    ]
    assert lines[-1].endswith(f"└── ConfigMap/{CHAIN - 1}")
    assert len(lines) == 1 + CHAIN + (CHAIN - 2) // LEVELS
    for format_, last in (("dot", "->"), ("mermaid", "-->"), ("json", '"from"')):
        assert drawing(format_, *chain).count(last) == CHAIN - 1


def test_a_circle_of_many_objects_ends() -> None:
    circle = [live(f"{number:05}", f"{(number - 1) % 5_000:05}") for number in range(5_000)]
    lines = tree(*circle)
    assert lines[1] == "ConfigMap/00000 (in a cycle)"
    assert lines[-1].endswith("└── ConfigMap/00000 (in a cycle, see above)")


def test_an_owner_of_many() -> None:
    lines = tree(live("owner"), *(live(f"x{number:05}", "owner") for number in range(20_000)))
    assert lines[2] == "├── ConfigMap/x00000"
    assert lines[-1] == "└── ConfigMap/x19999"
    assert len(lines) == 20_002


def test_nothing_to_draw() -> None:
    assert drawing("tree", live("a"), live("b")) == (
        "No owner references.\n2 objects neither own nor are owned and are left out.\n"
    )


OWNERS = st.lists(st.lists(st.integers(0, 11), max_size=4), min_size=1, max_size=10)


@given(OWNERS, st.integers(0, 3))
def test_each_object_and_each_reference_has_its_line(owners: list[list[int]], depth: int) -> None:
    """Any graph, with circles, second owners and owners that are absent."""
    objects = [live(f"{number:02}", *(f"{owner:02}" for owner in its)) for number, its in enumerate(owners)]
    for shown in (picture(objects), around(picture(objects), [0], depth)):
        lines = draw("tree", shown, Options()).splitlines()
        body = lines[: lines.index("")] if "" in lines else []
        children = [line for line in body if "── " in line]
        assert len(children) == len(shown.drawn_arrows)
        full = [line for line in body[1:] if "see " not in line]
        names = sorted(line.split("ConfigMap/")[1][:2] for line in full)
        assert names == sorted(shown.nodes[number].name for number in shown.drawn)


@given(OWNERS, st.integers(0, 3))
def test_focus_keeps_what_is_near(owners: list[list[int]], depth: int) -> None:
    objects = [live(f"{number:02}", *(f"{owner:02}" for owner in its)) for number, its in enumerate(owners)]
    whole = {number: {owner for owner in its if owner < len(owners)} for number, its in enumerate(owners)}
    above, below = {0}, {0}
    for _ in range(depth):
        above |= {owner for number in above for owner in whole[number]}
        below |= {number for number, its in whole.items() if its & below}
    shown = around(picture(objects), [0], depth)
    kept = {int(node.name) for node in shown.nodes if node.object is not None}
    assert kept == above | below
    assert [shown.nodes[number].name for number in shown.focus] == ["00"]
