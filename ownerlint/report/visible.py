"""Text from manifests and file names, made safe to show: nothing hidden, nothing that a terminal obeys."""

from __future__ import annotations

import re
import unicodedata

_PRINTABLE_ASCII = re.compile(r"[ -~]*")
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""General categories of characters that show as nothing, reorder what is around them, or drive the terminal: control,
format (bidi controls, zero-width characters, byte-order mark, tags), lone surrogate, line and paragraph separator
(Unicode Standard, section 4.5)."""


def visible(text: str) -> str:
    r"""Return the text with every hidden character written as an escape such as `\x1b` or `\u202e`."""
    if _PRINTABLE_ASCII.fullmatch(text):
        return text
    return "".join(_escape(char) if unicodedata.category(char) in _HIDDEN else char for char in text)


def encodable(text: str) -> str:
    r"""Return the text with lone surrogates, which UTF-8 cannot hold, written as escapes such as `\udce9`.

    Python makes such surrogates of bytes in a file name that are no UTF-8.
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
