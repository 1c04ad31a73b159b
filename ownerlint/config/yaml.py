"""The YAML of a configuration file → plain values, with the line of each."""

from __future__ import annotations

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from ownerlint.config.file import ConfigError, KeyPath, Mistake, Value, Written, key_text, shown

MAX_VALUES = 50_000
"""More values than any configuration has; what an alias stands for counts each time."""


def read_yaml(path: str, text: str) -> Written:
    """Return what a configuration file in YAML says; an empty one says nothing.

    Raises:
        ConfigError: it is no YAML, repeats a key, or is larger than any configuration.
    """
    yaml = YAML(typ="safe", pure=True)
    lines: dict[KeyPath, int] = {}
    try:
        node = yaml.compose(text)
        settings = {} if node is None else _YamlReader(shown(path), yaml, lines).value(node, ())
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        detail = " ".join(str(error.problem or error.context).split())
        mistake = Mistake(f"it is not YAML: {detail}", line=None if mark is None else mark.line + 1)
        raise ConfigError(shown(path), mistake) from error
    except (YAMLError, ValueError) as error:
        raise ConfigError(shown(path), Mistake(f"it is not YAML: {' '.join(str(error).split())}")) from error
    except RecursionError:
        raise ConfigError(shown(path), Mistake("it is nested too deeply")) from None
    return Written({} if settings is None else settings, lines)


class _YamlReader:
    """Turns YAML nodes into values, and notes their lines. Aliases are allowed, but cannot blow the file up."""

    def __init__(self, file: str, yaml: YAML, lines: dict[KeyPath, int]) -> None:
        self._file = file
        self._yaml = yaml
        self._lines = lines
        self._left = MAX_VALUES

    def value(self, node: Node, path: KeyPath) -> Value:
        line = node.start_mark.line + 1
        self._lines.setdefault(path, line)
        self._left -= 1
        if self._left < 0:
            raise ConfigError(self._file, Mistake("it has too many values (aliases count each time)", line=line))
        if isinstance(node, SequenceNode):
            return [self.value(item, (*path, index)) for index, item in enumerate(node.value)]
        if isinstance(node, MappingNode):
            return self._mapping(node, path)
        return self._scalar(node)

    def _mapping(self, node: Node, path: KeyPath) -> Value:
        found: dict[str, Value] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, ScalarNode):
                raise ConfigError(self._file, Mistake("a key must be text", key_text(path), line))
            here = (*path, str(key.value))
            if key.value in found:
                raise ConfigError(self._file, Mistake("the key stands here a second time", key_text(here), line))
            self._lines[here] = line
            found[key.value] = self.value(value, here)
        return found

    def _scalar(self, node: Node) -> Value:
        if str(node.tag) == "tag:yaml.org,2002:timestamp":
            return str(node.value)  # a date is checked as text, so that an impossible one has the same answer
        value = self._yaml.constructor.construct_object(node)
        return value if isinstance(value, (str, int, float, bool)) or value is None else str(node.value)
