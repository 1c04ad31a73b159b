"""SARIF for code scanning. The referee, which `.ci/run` calls, judges the form; these tests judge the content."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote

import pytest

from ownerlint import HOMEPAGE
from ownerlint.finding import Report, ToolError
from ownerlint.model import Span
from ownerlint.report import Options, render
from ownerlint.rule import Consequence, Meta, Severity
from tests.report.samples import CROSS, CROSS_PAGE, SMELL, finding, owner, report, typical, unreadable

PLAIN = Options()


def run_of(some: Report, options: Options = PLAIN) -> Any:
    log = json.loads(render("sarif", some, options))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    return run


def uri(file: str, cwd: str = "/repo/sub", root: str = "/repo") -> Any:
    run = run_of(report(finding(file=file)), Options(cwd=cwd, root=root))
    return run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]


def test_result() -> None:
    run = run_of(report(finding(related=(owner(),))), Options(cwd="/repo/sub", root="/repo"))
    (result,) = run["results"]
    assert result == {
        "ruleId": "OWN201",
        "ruleIndex": 1,
        "level": "error",
        "message": {
            "text": "ConfigMap shop/web-config is owned by Deployment/db in another namespace. "
            "See: [the owner is here](1)."
        },
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "sub/apps/web.yaml", "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": 12, "startColumn": 11, "endLine": 12, "endColumn": 14},
                }
            }
        ],
        "relatedLocations": [
            {
                "id": 1,
                "message": {"text": "the owner is here"},
                "physicalLocation": {
                    "artifactLocation": {"uri": "sub/infra/db.yaml", "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": 4, "startColumn": 9, "endLine": 4, "endColumn": 11},
                },
            }
        ],
        "partialFingerprints": {"ownerlint/v1": finding().fingerprint},
        "properties": {"confidence": "high", "consequence": "deleted", "path": "metadata.ownerReferences[0].name"},
    }


def test_run_without_findings_has_results_and_rules() -> None:
    run = run_of(report(), Options(version="1.2.3"))
    assert run["results"] == []
    assert run["automationDetails"] == {"id": "ownerlint/"}
    assert run["invocations"] == [{"executionSuccessful": True}]
    driver = run["tool"]["driver"]
    assert (driver["name"], driver["semanticVersion"], driver["informationUri"]) == ("ownerlint", "1.2.3", HOMEPAGE)
    assert [rule["id"] for rule in driver["rules"]] == ["OWN001", "OWN201"]


def test_python_version_is_not_called_semantic() -> None:
    driver = run_of(report(), Options(version="1.2.0rc1"))["tool"]["driver"]
    assert driver["version"] == "1.2.0rc1"
    assert "semanticVersion" not in driver


def test_rule_is_described_by_its_page() -> None:
    rule = run_of(report())["tool"]["driver"]["rules"][1]
    assert rule == {
        "id": "OWN201",
        "name": "cross-namespace-owner",
        "shortDescription": {"text": "An owner that lives in another namespace."},
        "fullDescription": {
            "text": "Reports an owner reference whose owner exists only in another namespace, recognised by its uid."
        },
        "help": {
            "text": "What it does\n\nReports an owner reference whose owner exists only in another namespace,\n"
            "recognised by its uid.\n\nWhy this is bad\n\nThe collector deletes the dependent.\n\n"
            "How to fix\n\nMove it.\n\nReferences\n\n"
            "- https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/",
            "markdown": CROSS_PAGE.partition("\n")[2].strip(),
        },
        "helpUri": f"{HOMEPAGE}/blob/main/docs/rules/cross-namespace-owner.md",
        "defaultConfiguration": {"level": "error"},
        "properties": {
            "precision": "high",
            "problem.severity": "error",
            "tags": ["kubernetes", "ownership", "scope"],
        },
    }


def test_help_text_keeps_examples_and_loses_marks() -> None:
    page = "S.\n\n## What it does\n\n`a/*`, **b** or *c d*, 2 * 3 * 4: <https://x.y/z>.\n\n```yaml\n# a: `1`\n```\n"
    (rule,) = run_of(report(rules=((CROSS, page),)))["tool"]["driver"]["rules"]
    assert rule["help"]["text"] == "What it does\n\na/*, b or c d, 2 * 3 * 4: https://x.y/z.\n\n# a: 1"
    assert rule["help"]["markdown"] == page.partition("\n")[2].strip()


def test_a_rule_about_security_says_how_grave_it_is() -> None:
    grave = Meta("OWN801", "forged", Severity.WARNING, Consequence.RISK, "1", security_severity="6.5")
    rules = run_of(report(rules=((grave, ""), (CROSS, ""))))["tool"]["driver"]["rules"]
    assert [rule["properties"].get("security-severity") for rule in rules] == ["6.5", None]


def test_rule_of_a_plugin_may_be_bare_and_boundless() -> None:
    name = "n" * 300
    meta = Meta("ACME7", name, Severity.INFO, Consequence.RISK, "1", tags=tuple(f"tag{i}" for i in range(30)))
    rules = run_of(report(rules=((meta, ""), (CROSS, "x" * 2000))))["tool"]["driver"]["rules"]
    assert len(rules[0]["name"]) == 255
    assert len(rules[0]["properties"]["tags"]) == 20
    assert rules[0]["shortDescription"] == rules[0]["fullDescription"] == {"text": name}
    assert rules[0]["help"] == {"text": name, "markdown": name}
    assert rules[0]["defaultConfiguration"] == {"level": "note"}
    assert rules[0]["properties"]["problem.severity"] == "recommendation"
    assert "helpUri" not in rules[0]
    assert len(rules[1]["shortDescription"]["text"]) == len(rules[1]["fullDescription"]["text"]) == 1024


def test_finding_of_a_rule_that_is_not_listed_still_has_its_rule() -> None:
    run = run_of(report(finding(meta=SMELL), rules=()))
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["OWN701"]
    assert run["results"][0]["ruleIndex"] == 0


def test_levels_follow_the_finding_not_the_rule() -> None:
    run = run_of(report(*(finding(str(severity), severity=severity) for severity in Severity)))
    levels = {result["message"]["text"]: result["level"] for result in run["results"]}
    assert levels == {str(Severity.ERROR): "error", str(Severity.WARNING): "warning", str(Severity.INFO): "note"}


def test_brackets_and_hidden_characters_of_a_message_are_escaped() -> None:
    (result,) = run_of(report(finding("ownerReferences[0] [x](1) \x1b \u202e")))["results"]
    assert result["message"]["text"] == r"ownerReferences\[0\] \[x\](1) \\x1b \\u202e"


def test_file_that_cannot_be_read_is_marked_at_its_start() -> None:
    place = run_of(report(unreadable()))["results"][0]["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1}


def test_region_stays_on_one_line() -> None:
    place = run_of(report(finding(span=Span(3, 5, 9, 2))))["results"][0]["locations"][0]["physicalLocation"]
    assert place["region"] == {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 6}


@pytest.mark.parametrize(
    ("file", "expected"),
    [
        ("a b/c#d%25?.yaml", "sub/a%20b/c%23d%2525%3F.yaml"),
        ("é/日.yaml", "sub/%C3%A9/%E6%97%A5.yaml"),
        ("caf\udce9.yaml", "sub/caf%E9.yaml"),
        ("a:b.yaml", "sub/a%3Ab.yaml"),
        ("a[1]\\b.yaml", "sub/a%5B1%5D%5Cb.yaml"),
        ("/repo/other/x.yaml", "other/x.yaml"),
        ("../x.yaml", "x.yaml"),
        ("./x.yaml", "sub/x.yaml"),
    ],
)
def test_path_is_relative_to_the_repository_root_and_encoded(file: str, expected: str) -> None:
    assert uri(file) == {"uri": expected, "uriBaseId": "%SRCROOT%"}


def test_path_outside_the_repository_is_absolute() -> None:
    assert uri("/else/x y.yaml") == {"uri": "file:///else/x%20y.yaml"}
    assert uri("/repository/x.yaml") == {"uri": "file:///repository/x.yaml"}


def test_root_may_be_the_working_directory_or_the_root_of_the_disk() -> None:
    assert uri("x.yaml", "/repo", "/repo")["uri"] == "x.yaml"
    assert uri("x.yaml", "/repo", "/")["uri"] == "repo/x.yaml"
    assert uri("sub/x.yaml", "", "") == {"uri": "sub/x.yaml", "uriBaseId": "%SRCROOT%"}


def test_nothing_of_this_machine_is_in_the_file() -> None:
    shown = render("sarif", typical(), Options(cwd="/home/someone/repo/sub", root="/home/someone/repo"))
    assert "someone" not in unquote(shown)


def test_failures_are_notifications() -> None:
    errors = (ToolError("It [failed].", rule=CROSS.name, file="a b.yaml"), ToolError("Plugin x is broken.", rule="x"))
    (invocation,) = run_of(report(errors=errors))["invocations"]
    assert invocation == {
        "executionSuccessful": False,
        "toolExecutionNotifications": [
            {
                "level": "error",
                "message": {"text": r"It \[failed\]."},
                "associatedRule": {"id": "OWN201", "index": 1},
                "locations": [
                    {
                        "physicalLocation": {
                            "artifactLocation": {"uri": "a%20b.yaml", "uriBaseId": "%SRCROOT%"},
                        }
                    }
                ],
            },
            {"level": "error", "message": {"text": "Plugin x is broken."}},
        ],
    }


def test_more_results_than_are_shown_come_worst_first() -> None:
    many = [finding("w", meta=SMELL, span=Span(line, 1, line, 2)) for line in range(1, 5001)]
    run = run_of(report(*many, finding("e", file="z.yaml")))
    assert len(run["results"]) == 5001
    assert run["results"][0]["message"]["text"] == "e"
    assert [result["locations"][0]["physicalLocation"]["region"]["startLine"] for result in run["results"][1:]] == list(
        range(1, 5001)
    )
    assert run["invocations"][0]["executionSuccessful"] is True
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"] == "There are 5001 findings, and GitHub shows 5000 at most: the worst come first."


def test_results_beyond_the_limit_are_cut_and_said() -> None:
    one = finding("w", meta=SMELL)
    run = run_of(report(*[one] * 25_000, finding("e", file="z.yaml")))
    assert len(run["results"]) == 25_000
    assert run["results"][0]["message"]["text"] == "e"
    (note,) = run["invocations"][0]["toolExecutionNotifications"]
    assert "Only the first 25000 are in this file" in note["message"]["text"]


def test_suppressions_and_line_hashes_are_left_to_others() -> None:
    shown = render("sarif", typical(), Options())
    assert "suppressions" not in shown
    assert "primaryLocationLineHash" not in shown


def test_same_report_gives_the_same_bytes() -> None:
    assert render("sarif", typical(), Options()) == render("sarif", typical(), Options())
