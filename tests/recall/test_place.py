"""Where the cache is unless the user says otherwise."""

from __future__ import annotations

import pytest

from ownerlint.cli.place import default_cache_folder


@pytest.mark.parametrize(
    ("platform", "environment", "folder"),
    [
        ("linux", {"XDG_CACHE_HOME": "/caches", "HOME": "/home/me"}, "/caches/ownerlint"),
        ("linux", {"XDG_CACHE_HOME": "caches", "HOME": "/home/me"}, "/home/me/.cache/ownerlint"),
        ("linux", {"XDG_CACHE_HOME": "", "HOME": "/home/me"}, "/home/me/.cache/ownerlint"),
        ("linux", {"XDG_CACHE_HOME": "/caches", "HOME": "~"}, "/caches/ownerlint"),
        ("linux", {"XDG_CACHE_HOME": "", "HOME": "~"}, None),
        ("darwin", {"XDG_CACHE_HOME": "/caches", "HOME": "/Users/me"}, "/Users/me/Library/Caches/ownerlint"),
        ("darwin", {"HOME": "~"}, None),
        ("win32", {"LOCALAPPDATA": "/local", "HOME": "/users/me"}, "/local/ownerlint/Cache"),
        ("win32", {"LOCALAPPDATA": "", "HOME": "/users/me"}, "/users/me/AppData/Local/ownerlint/Cache"),
        ("win32", {"LOCALAPPDATA": "", "HOME": "~"}, None),
    ],
)
def test_each_system_has_its_place(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], folder: str | None
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", platform)
    assert default_cache_folder() == folder
