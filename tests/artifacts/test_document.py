"""An artifact as a document: its sections, and what no artifact may hold."""

from __future__ import annotations

import pytest

from harness_runtime.artifacts.canonical import MAX_BYTES
from harness_runtime.artifacts.document import read_document
from harness_runtime.artifacts.kinds import BY_NAME
from tests.artifacts.texts import changed, codes, document, document_faults, plan_faults, section_faults
from tests.support.artifacts import small_plan, summary

SUMMARY = BY_NAME["implementation_summary"].sections
NEXT = "## Summary of Changes"  # a section in the middle, to write something before it


def before_next(text: str) -> str:
    return changed(summary(), NEXT, f"{text}\n\n{NEXT}")


# Sections


def test_the_sections_of_a_valid_artifact_are_those_of_its_kind() -> None:
    assert tuple(section.name for section in document(summary()).sections) == SUMMARY


@pytest.mark.parametrize("name", SUMMARY)
def test_a_missing_section_is_named(name: str) -> None:
    text = changed(summary(), f"## {name}\n", "")
    assert (name, "section_missing") in section_faults(text, "implementation_summary")


@pytest.mark.parametrize("name", SUMMARY)
def test_a_repeated_section_is_named(name: str) -> None:
    text = f"{summary()}\n## {name}\n\nagain\n"
    assert section_faults(text, "implementation_summary") == [(name, "section_repeated")]


@pytest.mark.parametrize("name", SUMMARY)
@pytest.mark.parametrize("body", ["", " \n\t\n"])
def test_an_empty_section_is_named(name: str, body: str) -> None:
    text = changed(summary(), f"## {name}\n\nnone", f"## {name}\n\n{body}")
    assert section_faults(text, "implementation_summary") == [(name, "section_empty")]


@pytest.mark.parametrize(("first", "second"), [(0, 1), (2, 3), (5, 6), (0, 6)])
def test_sections_out_of_order_are_named(first: int, second: int) -> None:
    names = list(SUMMARY)
    names[first], names[second] = names[second], names[first]
    text = "# Implementation Summary\n\n" + "\n\n".join(f"## {name}\n\nnone" for name in names)
    assert section_faults(text, "implementation_summary") == [(SUMMARY[first], "section_order")]


def test_every_missing_section_is_named_at_once() -> None:
    missing = [(name, "section_missing") for name in SUMMARY]
    assert section_faults("# Implementation Summary\n\nnothing\n", "implementation_summary") == missing


HEAD = "## Changed Files\n"


@pytest.mark.parametrize(
    "head",
    ["## changed files\n", "## CHANGED FILES\n", "##   Changed   Files  \n", "## Changed Files ##\n",
     "   ## Changed Files\n", "Changed Files\n-------------\n"],
)  # fmt: skip
def test_the_same_head_written_otherwise_counts(head: str) -> None:
    assert section_faults(changed(summary(), HEAD, head), "implementation_summary") == []


@pytest.mark.parametrize(
    "head",
    [
        "### Changed Files\n",
        "# Changed Files\n",
        "##Changed Files\n",
        "    ## Changed Files\n",
        "\\## Changed Files\n",
        "## **Changed Files**\n",
        "## Changed Files:\n",
        "## Changed-Files\n",
        "## Ch\u0430nged Files\n",
        "> ## Changed Files\n",
        "- ## Changed Files\n",
        "1. ## Changed Files\n",
        "```\n## Changed Files\n```\n",
        "`## Changed Files`\n",
    ],
)
def test_what_is_not_that_head_does_not_count(head: str) -> None:
    text = changed(summary(), HEAD, head)
    assert section_faults(text, "implementation_summary") == [("Changed Files", "section_missing")]


@pytest.mark.parametrize(
    "quoted",
    ["```\n{}\n```", "~~~md\n{}\n~~~", "    {}", "> {}", "- {}", "1. {}", "> > {}", "- > {}"],
)
def test_a_head_inside_code_a_quote_or_a_list_repeats_nothing(quoted: str) -> None:
    text = before_next(quoted.format("## Changed Files"))
    assert section_faults(text, "implementation_summary") == []


@pytest.mark.parametrize("name", ["Notes", "SubagentStop Summary", "Artifact Metadata", "변경 이력"])
def test_further_sections_come_after_the_required_ones(name: str) -> None:
    assert section_faults(f"{summary()}\n## {name}\n\nx\n", "implementation_summary") == []


@pytest.mark.parametrize("name", ["Notes", "SubagentStop Summary"])
def test_a_further_section_among_the_required_ones_is_out_of_order(name: str) -> None:
    text = before_next(f"## {name}\n\nx")
    assert section_faults(text, "implementation_summary") == [("Summary of Changes", "section_order")]


@pytest.mark.parametrize("name", ["Artifact Metadata", "artifact metadata"])
def test_artifact_metadata_may_come_first(name: str) -> None:
    text = changed(summary(), "## Accepted Plan Reference", f"## {name}\n\nx\n\n## Accepted Plan Reference")
    assert section_faults(text, "implementation_summary") == []


def test_no_other_section_may_come_first() -> None:
    text = changed(summary(), "## Accepted Plan Reference", "## Notes\n\nx\n\n## Accepted Plan Reference")
    assert section_faults(text, "implementation_summary") == [("Accepted Plan Reference", "section_order")]


def test_artifact_metadata_comes_first_or_after_not_between() -> None:
    text = before_next("## Artifact Metadata\n\nx")
    assert section_faults(text, "implementation_summary") == [("Summary of Changes", "section_order")]


def test_further_sections_stand_before_the_gate() -> None:
    text = changed(small_plan(), "## Approval Gate", "## Notes\n\nx\n\n## Approval Gate")
    assert plan_faults(text) == []


def test_the_gate_is_the_last_section() -> None:
    text = changed(
        small_plan(), "## Approval Gate\n\nThe answer decides.", "## Approval Gate\n\nYes.\n\n## Notes\n\nWords."
    )
    assert ("Approval Gate", "gate_not_last") in plan_faults(text)


# What no artifact may hold

HTML = {
    "a tag": "a <b>bold</b> word",
    "a break": "one<br>two",
    "a closing tag": "one</b>two",
    "a block": "<div>\nx\n</div>",
    "a comment": "<!-- approved already -->",
    "an inline comment": "words <!-- hidden --> words",
    "an open comment": "<!-- everything below",
    "an open details block": "<details>\n<summary>more</summary>\n\nx\n\n</details>",
    "a script": "<script>x</script>",
    "a processing instruction": "<?php x ?>",
    "a declaration": "<!DOCTYPE html>",
    "CDATA": "<![CDATA[ x ]]>",
    "a tag in a list": "- a <b>bold</b> word",
    "a comment in a list": "- x\n\n  <!-- hidden -->",
    "a comment in a quote": "> <!-- hidden -->",
    "a tag in a table": "| a |\n|---|\n| <b>x</b> |",
    "a tag in a heading": "### a <i>b</i>",
    "a tag in a link": "[a <b>x</b>](y)",
    "a tag in emphasis": "*a <b>x</b>*",
    "a placeholder in angle brackets": "src/<name>.py",
}


@pytest.mark.parametrize("text", HTML.values(), ids=HTML.keys())
def test_html_is_refused(text: str) -> None:
    assert document_faults(before_next(text)) == ["html"]


@pytest.mark.parametrize(
    "text",
    ["`<b>`", "```html\n<div>\n```", "    <div>", "a < b and c > d", "x <- y", "1 <2> 3", "List[int] -> None",
     "&lt;b&gt;", "\\<b>", "<https://example.org>", "<someone@example.org>"],
)  # fmt: skip
def test_what_only_looks_like_html_is_not(text: str) -> None:
    assert document_faults(before_next(text)) == []


@pytest.mark.parametrize(
    "text",
    ["[x]: /y", "[x]: <>", "   [x]: /y 'title'", "[x]:\n/y", "- [x]: /y", "> [x]: /y", "1. > [x]: /y", "[^1]: a-note",
     "[see]: #a\nwords", "[//]: # (a comment that nobody sees)"],
)  # fmt: skip
def test_a_link_reference_definition_is_refused(text: str) -> None:
    assert document_faults(before_next(text)) == ["link_references"]


@pytest.mark.parametrize(
    "text",
    ["[x]:", "words\n[x]: /y", "`[x]: /y`", "    [x]: /y", "```\n[x]: /y\n```", "[x](/y)", "- [x] done", "\\[x]: /y"],
)
def test_what_defines_no_link_is_not(text: str) -> None:
    assert document_faults(before_next(text)) == []


@pytest.mark.parametrize(
    "text", ["a\u200bb", "a\u202eb", "`a\u2066b`", "```\na\u200db\n```", "| a\u00ad |\n|---|\n| b |"]
)
def test_a_hidden_character_is_refused_wherever_it_stands(text: str) -> None:
    assert document_faults(before_next(text)) == ["hidden_characters"]


@pytest.mark.parametrize(
    "text", ["a&#8203;b", "a&#x202E;b", "a&ZeroWidthSpace;b", "a&shy;b", "*a&lrm;b*", "[a&#x200B;](b)"]
)
def test_an_entity_is_a_hidden_character_too_where_markdown_is_drawn(text: str) -> None:
    assert document_faults(before_next(text)) == ["hidden_characters"]


@pytest.mark.parametrize("text", ["`a&#8203;b`", "```\na&shy;b\n```", "a&nbsp;b", "&copy; &amp; &#44032;", "R&D"])
def test_other_entities_and_entities_in_code_pass(text: str) -> None:
    assert document_faults(before_next(text)) == []


def test_the_hidden_characters_are_told() -> None:
    _, faults = read_document("# Plan\n\na\u200bb\u202ec\n".encode())
    assert [fault.detail for fault in faults] == ["U+200B, U+202E"]


@pytest.mark.parametrize(
    ("text", "titles"),
    [("# Another", 2), ("Another\n=======", 2), ("> # Another", 2), ("- # Another", 2), ("#", 2), ("# A\n\n# B", 3)],
)
def test_a_second_title_is_refused(text: str, titles: int) -> None:
    _, faults = read_document(before_next(text).encode())
    assert [(fault.code, fault.detail) for fault in faults] == [("one_title", str(titles))]


@pytest.mark.parametrize(
    "text", ["```\n# comment\n```", "    # comment", "`# x`", "#hashtag", "\\# x", "words # words"]
)
def test_what_is_no_title_does_not_count(text: str) -> None:
    assert document_faults(before_next(text)) == []


def test_no_title_is_refused() -> None:
    assert document_faults("words\n") == ["one_title"]


# Size


@pytest.mark.parametrize(("size", "faults"), [(MAX_BYTES, []), (MAX_BYTES + 1, ["too_large"])])
def test_size_bound(size: int, faults: list[str]) -> None:
    head = b"# Plan\n\n"
    assert codes(read_document(head + b"x" * (size - len(head) - 1) + b"\n")[1]) == faults


def test_the_bound_counts_bytes_not_characters() -> None:
    assert document_faults("# Plan\n\n" + "가" * (MAX_BYTES // 3)) == ["too_large"]


def test_of_a_text_that_is_too_large_nothing_else_is_said() -> None:
    assert plan_faults(small_plan() + "x" * MAX_BYTES) == [("", "too_large")]


def test_bytes_that_are_no_text_are_a_fault() -> None:
    assert codes(read_document(b"# Plan\n\n\xff\xfe\n")[1]) == ["encoding"]
