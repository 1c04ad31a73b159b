"""Bytes of a file → UTF-8 text with plain line ends, or the reason why not.

Everything after this sees UTF-8 bytes without byte order mark, whose lines end in a line feed alone. YAML makes a line
feed of every line end anyway, so no value changes, and lines and columns stay the same.
"""

from __future__ import annotations

import codecs
import os
import stat
from pathlib import PurePath

from ownerlint.load.records import MIB, LoadOptions, UnreadableError
from ownerlint.model import Source

_SNIFFED = 512
_PIECE = 1 << 20
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def read_bytes(source: Source, options: LoadOptions) -> bytes:
    """Return the bytes of a source. Never waits for a pipe or a device.

    Raises:
        UnreadableError: rules `unreadable-file` and `oversized-file`.
    """
    return read_with_status(source, options)[0]


def read_with_status(source: Source, options: LoadOptions) -> tuple[bytes, os.stat_result | None]:
    """Return the bytes of a source, and what the system said of the open file before it was read; None without a file.

    Raises:
        UnreadableError: rules `unreadable-file` and `oversized-file`.
    """
    if source.data is not None:
        _check_size(len(source.data), source.data[:_SNIFFED], source, options)
        return source.data, None
    try:
        # A look before opening: opening a device may already have an effect.
        _check_regular(os.stat(source.path))  # noqa: PTH116 - the same call for paths and open files
        number = os.open(source.path, _FLAGS)
        try:
            status = os.fstat(number)
            _check_regular(status)
            data = _read_open(number, status.st_size, source, options)
        finally:
            os.close(number)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableError("unreadable-file", f"The file cannot be read: {reason}.") from error
    # Files of unknown size, and files that grow while they are read.
    _check_size(len(data), data[:_SNIFFED], source, options)
    return data, status


def _read_open(number: int, size: int, source: Source, options: LoadOptions) -> bytes:
    """Return the content of an open file, as much of it as it takes to see that it is too large."""
    start = b""
    if size > options.max_yaml_bytes:
        start = os.read(number, _SNIFFED)
        _check_size(size, start, source, options)
    # Without a file object, whose buffer for a whole file costs more than most files.
    data = os.read(number, size + 1 - len(start))
    if len(start) + len(data) == size:
        return start + data if start else data
    pieces = [start, data]
    room = options.limit(json=True) + 1 - len(start) - len(data)
    while pieces[-1] and room > 0:
        pieces.append(os.read(number, min(room, _PIECE)))
        room -= len(pieces[-1])
    return b"".join(pieces)


def to_utf8(data: bytes) -> bytes:
    """Return the text as UTF-8 without byte order mark and with line feeds as the only line ends.

    Raises:
        UnreadableError: rule `undecodable-file`, with the place of the first bad byte.
    """
    for mark, encoding in _UTF16.items():
        if data.startswith(mark):
            try:
                data = data[len(mark) :].decode(encoding).encode("utf-8")
            except UnicodeDecodeError as error:
                before = data[len(mark) : len(mark) + error.start].decode(encoding, "replace")
                raise _undecodable("is not valid UTF-16", before) from error
            break
    else:
        data = data.removeprefix(codecs.BOM_UTF8)
        if not data.isascii():
            try:
                data.decode("utf-8")
            except UnicodeDecodeError as error:
                raise _undecodable("is not valid UTF-8", data[: error.start].decode("utf-8")) from error
    nul = data.find(b"\0")
    if nul >= 0:
        raise _undecodable("has a NUL byte", data[:nul].decode("utf-8"))
    return unify_line_ends(data)


def unify_line_ends(data: bytes) -> bytes:
    """Return the data with a line feed in place of each carriage return and of each pair of both."""
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n") if b"\r" in data else data


def _undecodable(what: str, before: str) -> UnreadableError:
    lines = before.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    line, column = len(lines), len(lines[-1]) + 1
    return UnreadableError("undecodable-file", f"The file {what} at line {line}, column {column}.", line, column)


def _check_regular(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise UnreadableError("unreadable-file", "The file cannot be read: it is a folder.")
    if not stat.S_ISREG(status.st_mode):
        raise UnreadableError("unreadable-file", "The file cannot be read: it is a pipe, a socket or a device.")


def _check_size(size: int, start: bytes, source: Source, options: LoadOptions) -> None:
    if size <= options.max_yaml_bytes:  # the smaller limit
        return
    json = PurePath(source.file).suffix.lower() == ".json" or start.removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"{"
    limit = options.limit(json=json)
    if size > limit:
        raise UnreadableError(
            "oversized-file",
            f"The file has {_mib(size)}, more than the limit of {_mib(limit)} for {'JSON' if json else 'YAML'}; "
            "the option --max-file-size raises it.",
        )


def _mib(size: int) -> str:
    return f"{size:,} bytes" if size < MIB else f"{size / MIB:,.1f} MiB"
