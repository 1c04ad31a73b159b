"""The part of the build that needs code: a reader in C, without which everything works too, but slower.

Where there is no compiler, it is left out with a warning. `OWNERLINT_PURE=1` leaves it out on purpose.
"""

import os
import sysconfig

from setuptools import Extension, setup

_SOURCES = (
    *("module.c", "objects.c", "blocks.c", "members.c", "flow.c"),
    *("scalars.c", "quoted.c", "block_scalars.c", "anchors.c", "lines.c"),
)
# One build serves all versions of Python from this one on; builds without the global lock have no such thing.
_STABLE = not sysconfig.get_config_var("Py_GIL_DISABLED")
_PURE = bool(os.environ.get("OWNERLINT_PURE"))

_reader = Extension(
    "ownerlint.load._block",
    [f"ownerlint/load/c/{name}" for name in _SOURCES],
    depends=["ownerlint/load/c/reader.h"],
    define_macros=[("Py_LIMITED_API", "0x030A0000")] if _STABLE else [],
    py_limited_api=_STABLE,
    optional=True,
)

setup(
    ext_modules=[] if _PURE else [_reader],
    options={"bdist_wheel": {"py_limited_api": "cp310"}} if _STABLE and not _PURE else {},
)
