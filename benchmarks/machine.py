"""On what was measured."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def model() -> str:
    """Return the processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def described() -> str:
    """Return one sentence about the machine, and how busy it was when it was asked."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    busy = f"{os.getloadavg()[0]:.1f}"
    return f"{cores()} cores of {model()}, {platform.system()}, {python}; load average at the start {busy}."
