"""What Helm has rendered: findings name the template that they come from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run, dependent

AUTHORED = "".join(line for line in dependent().splitlines(keepends=True) if "7c9e6679" not in line)
RENDERED = f"""\
---
# Source: shop/templates/service.yaml
apiVersion: v1
kind: Service
metadata:
  name: web
---
# Source: shop/charts/config/templates/config.yaml
# Settings of the shop
{AUTHORED}"""


def findings(output: str) -> list[dict[str, object]]:
    found = json.loads(output)["findings"]
    assert isinstance(found, list)
    return found


def test_a_finding_in_a_pipe_names_its_template(run: Run) -> None:
    result = run("check", "-", stdin=RENDERED)
    assert result.returncode == 1
    assert "(Rendered from shop/charts/config/templates/config.yaml.)" in result.stdout
    assert "service.yaml" not in result.stdout


def test_a_finding_in_a_file_names_its_template(tmp_path: Path, run: Run) -> None:
    (tmp_path / "rendered.yaml").write_text(RENDERED)
    (found,) = findings(run("check", "--format", "json").stdout)
    assert (found["file"], found["line"]) == ("rendered.yaml", 19)
    assert str(found["message"]).endswith(". (Rendered from shop/charts/config/templates/config.yaml.)")


def test_the_template_does_not_change_the_identity_of_a_finding(run: Run) -> None:
    rendered, plain = (
        findings(run("check", "-", "--format", "json", stdin=text).stdout) for text in (RENDERED, AUTHORED)
    )
    assert [found["fingerprint"] for found in rendered] == [found["fingerprint"] for found in plain]


@pytest.mark.parametrize(
    ("head", "template"),
    [
        ("# Source: shop/templates/a.yaml\n", "shop/templates/a.yaml"),
        ("\n---  \n# Source: shop/crds/a.yaml \n", "shop/crds/a.yaml"),
        ("---\n# Source: shop/templates/old.yaml\n---\n# Source: shop/templates/a.yaml\n", "shop/templates/a.yaml"),
        ("---\n# Source: shop/templates/größe.yaml\n", "shop/templates/größe.yaml"),
        ("---\n# Source: https://example.com/templates/a.yaml\n", ""),
        ("---\n# Source: the wiki\n", ""),
        ("---\n# source: shop/templates/a.yaml\n", ""),
        ("---\n# Copied by hand\n# Source: shop/templates/a.yaml\n", ""),
        ("---\n#  Source: shop/templates/a.yaml\n", ""),
        ("---\n", ""),
    ],
)
def test_only_the_comment_that_helm_writes_counts(head: str, template: str, run: Run) -> None:
    (found,) = findings(run("check", "-", "--format", "json", stdin=head + AUTHORED).stdout)
    _, _, stated = str(found["message"]).partition("(Rendered from ")
    assert stated == (f"{template}.)" if template else "")


def test_a_comment_of_one_document_says_nothing_about_the_next(run: Run) -> None:
    text = f"# Source: shop/templates/a.yaml\n{AUTHORED}---\n{AUTHORED.replace('web-config', 'other')}"
    messages = [str(found["message"]) for found in findings(run("check", "-", "--format", "json", stdin=text).stdout)]
    assert ["Rendered from" in message for message in messages] == [True, False]
