"""Names of finalizers as the API server validates them (apimachinery `util/validation`, `IsQualifiedName`)."""

from __future__ import annotations

import re

_NAME_FORM = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"
_NAME_RULE = (
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character"
    f" (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '{_NAME_FORM}')"
)
_DOMAIN_FORM = "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*"
_DOMAIN_RULE = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.',"
    " and must start and end with an alphanumeric character"
    f" (e.g. 'example.com', regex used for validation is '{_DOMAIN_FORM}')"
)
_MAX_NAME = 63
_MAX_DOMAIN = 253


def qualified_name_errors(value: str) -> list[str]:
    """Return what the API server says against `[prefix/]name`, in its words; nothing where it is sound."""
    parts = value.split("/")
    if len(parts) > 2:
        return [
            f"a valid label key {_NAME_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
        ]
    errors = []
    if len(parts) == 2:
        prefix = parts[0]
        if not prefix:
            errors.append("prefix part must be non-empty")
        else:
            if len(prefix.encode()) > _MAX_DOMAIN:
                errors.append(f"prefix part must be no more than {_MAX_DOMAIN} bytes")
            if not re.fullmatch(_DOMAIN_FORM, prefix):
                errors.append(f"prefix part {_DOMAIN_RULE}")
    name = parts[-1]
    if not name:
        errors.append("name part must be non-empty")
    elif len(name.encode()) > _MAX_NAME:
        errors.append(f"name part must be no more than {_MAX_NAME} bytes")
    if not re.fullmatch(_NAME_FORM, name):
        errors.append(f"name part {_NAME_RULE}")
    return errors
