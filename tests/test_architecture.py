"""Imports go one way, files stay small, and only the edges of the program touch the world outside."""

from __future__ import annotations

from graphlib import TopologicalSorter
from typing import Final

from tests.architecture import Module, imported, modules, units_imported, used
from tests.checkout import ROOT, tracked_files

ALLOWED: Final[dict[str, set[str]]] = {
    # What was written, and where.
    "model": set(),
    "data": set(),
    "looks": set(),
    "garbage": set(),
    "form": {"model"},
    # Paths and bytes to objects.
    "discover": {"looks", "model"},
    "load": {"model"},
    "reading": {"garbage", "load", "model"},
    "setting": {"discover", "model"},
    # Objects to a resolved graph, and what the collector does with it.
    "kinds": {"data", "model"},
    "index": {"kinds", "model"},
    "applied": {"index"},
    "renaming": {"form", "index", "kinds", "model"},
    "workload": {"index", "model"},
    "overlap": {"applied", "graph", "index", "model"},
    "graph": {"model"},
    "cycles": {"graph", "model"},
    "resolve": {"form", "graph", "index", "kinds", "model"},
    "collector": {"form", "graph", "index", "kinds", "model"},
    # What a rule sees, and the rules.
    "entry": {"collector", "form", "graph", "model"},
    "finalizer": {"collector", "data", "form", "kinds", "model"},
    "permissions": {"collector", "graph", "index", "kinds", "model"},
    "rule": {
        "applied",
        "collector",
        "entry",
        "finalizer",
        "form",
        "graph",
        "index",
        "kinds",
        "model",
        "overlap",
        "permissions",
        "renaming",
        "workload",
    },
    "rules": {"rule"},
    "page": {"rule"},
    "messages": {"data"},
    "selector": {"rule"},
    # From problems to findings.
    "finding": {"model", "rule"},
    "plugins": set(),
    "registry": {"finding", "plugins", "rule"},
    "engine": {"finding", "model", "rule"},
    "locate": {"finding", "load", "model"},
    "config": {"discover", "kinds", "rule", "selector"},
    "comments": {"model", "selector"},
    "ignoring": {"config", "discover", "model", "rule", "selector"},
    "suppress": {"comments", "config", "finding", "ignoring", "model", "rule", "selector"},
    "conclude": {"config", "engine", "finding", "locate", "model", "rule", "suppress"},
    "report": {"finding", "model", "rule"},
    "recall": {"finding", "looks", "plugins", "reading"},
    "draw": {"form", "graph", "kinds", "model", "report"},
    # All of it, and who starts it.
    "run": {
        *("model", "form", "discover", "load", "reading", "setting", "kinds", "index", "graph", "resolve"),
        *("collector", "entry", "rule"),
        *(
            "finding",
            "garbage",
            "looks",
            "registry",
            "engine",
            "locate",
            "config",
            "selector",
            "conclude",
            "permissions",
        ),
    },
    "forecast": {"collector", "graph", "index", "kinds", "model", "report", "resolve", "run"},
    "testing": {"discover", "model", "registry", "rule", "run", "selector"},
    "cli": {
        *(
            "collector",
            "config",
            "discover",
            "draw",
            "finding",
            "forecast",
            "garbage",
            "graph",
            "kinds",
            "load",
            "looks",
            "reading",
            "recall",
            "messages",
            "model",
            "page",
            "registry",
            "report",
            "run",
        ),
        *("rule", "selector", "setting"),
    },
    "api": {"collector", "discover", "finding", "graph", "model", "registry", "run"},
    "__main__": {"cli"},
    "__init__": set(),
}
"""For each part of the program (a module or package right below `ownerlint`), the parts that it may import."""

WHEN_CALLED: Final = {("graph", "cycles")}
"""Arrows against the direction that hold only inside a function: the graph finds its cycles when a rule asks."""

ON_DISK: Final = {"discover", "load", "looks", "reading", "recall", "config", "plugins", "cli", "data"}
"""The parts that may touch the disk."""

DISK_EXCEPTIONS: Final = {
    ("setting", "os.getcwd"),  # what a path is relative to unless the caller says so
    ("collector", "self.graph.unlink"),  # a node leaves the graph
}

LONGEST: Final = 300

MODULES: Final = modules()
UNITS: Final = frozenset(ALLOWED)

FILE_METHODS: Final = {
    *("open", "read_text", "read_bytes", "write_text", "write_bytes", "iterdir", "glob", "rglob", "scandir", "stat"),
    *("lstat", "exists", "is_file", "is_dir", "is_symlink", "mkdir", "rmdir", "unlink", "touch", "rename", "chmod"),
    *("samefile", "isfile", "isdir", "islink", "lexists", "realpath", "getsize", "getmtime", "abspath"),
}
PURE_OS: Final = {"os", "os.path", "os.sep", "os.altsep", "os.fspath", "os.fsencode", "os.fsdecode", "os.PathLike"}
OUTSIDE: Final = {
    *(
        "time",
        "socket",
        "ssl",
        "http",
        "urllib.request",
        "random",
        "secrets",
        "subprocess",
        "locale",
        "getpass",
        "tempfile",
    ),
    *("platform", "requests", "httpx"),
}
CLOCK_AND_ENVIRONMENT: Final = {
    *(
        "datetime.now",
        "datetime.utcnow",
        "datetime.today",
        "date.today",
        "datetime.datetime.now",
        "datetime.date.today",
    ),
    *("os.environ", "os.environb", "os.getenv", "uuid.uuid1", "uuid.uuid4"),
}


def where(module: Module, names: set[str]) -> list[str]:
    return [f"{module.path}: {name}" for name in sorted(names)]


def test_the_table_names_every_part_of_the_program() -> None:
    assert {module.unit for module in MODULES} == UNITS


def test_the_table_has_no_circle() -> None:
    order = list(TopologicalSorter(ALLOWED).static_order())
    assert set(order) == UNITS


def test_imports_go_one_way() -> None:
    wrong = []
    for module in MODULES:
        asked = {unit for unit in units_imported(module, UNITS) if (module.unit, unit) not in WHEN_CALLED}
        eager = units_imported(module, UNITS, lazy=False)
        wrong += where(module, (asked | eager) - ALLOWED[module.unit])
    assert wrong == []


def test_inside_the_program_imports_are_absolute() -> None:
    relative = [name for module in MODULES if module.unit != "rules" for name in imported(module) if name[0] == "."]
    assert relative == []


def test_a_rule_imports_the_rule_interface_and_the_standard_library_only() -> None:
    wrong = []
    for module in MODULES:
        if module.unit == "rules" and module.path != "rules/__init__.py":
            bases = {name.rpartition(".")[0] for name in imported(module)}
            allowed = {"__future__", "collections", "collections.abc", "itertools", "ownerlint.rule", "re", "typing"}
            wrong += where(module, bases - allowed - {""})
            wrong += where(module, {name for name in imported(module) if "." not in name} - {"re"})
    assert wrong == []


def test_the_list_of_rules_imports_them_and_nothing_else() -> None:
    (package,) = (module for module in MODULES if module.path == "rules/__init__.py")
    names = sorted(path.stem for path in (ROOT / "rules").glob("*.py") if path.stem != "__init__")
    assert sorted(name for name in imported(package) if name.startswith(".")) == [f".{name}" for name in names]


def test_no_file_is_too_long() -> None:
    ours = [path for path in tracked_files() if path.endswith(".py")]
    lengths = {path: len((ROOT / path).read_text(encoding="utf-8").splitlines()) for path in ours}
    assert {path: length for path, length in lengths.items() if length > LONGEST} == {}


def test_only_the_edges_touch_the_disk() -> None:
    wrong = []
    for module in MODULES:
        if module.unit in ON_DISK:
            continue
        names = used(module)
        files = {name for name in names if name == "open" or ("." in name and name.rpartition(".")[2] in FILE_METHODS)}
        system = {name for name in names if name.startswith("os.") and name.count(".") == 1} - PURE_OS
        wrong += where(module, {name for name in files | system if (module.unit, name) not in DISK_EXCEPTIONS})
    assert wrong == []


def test_only_the_command_line_knows_clock_and_environment_and_nothing_the_network() -> None:
    wrong = []
    for module in MODULES:
        asked = {name for name in imported(module) for outside in OUTSIDE if f"{name}.".startswith(f"{outside}.")}
        read = {name for name in used(module) if name in CLOCK_AND_ENVIRONMENT} if module.unit != "cli" else set()
        wrong += where(module, asked | read)
    assert wrong == []


def test_nothing_prints_outside_the_command_line() -> None:
    assert [module.path for module in MODULES if module.unit != "cli" and "print" in used(module)] == []
