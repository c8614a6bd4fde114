"""Which prompts start a run: each accepted and each refused form of the contract's activation rule."""

from __future__ import annotations

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from harness_runtime.workflow.activation import is_activation

LINK = "[$harness:harness](/opt/plugins/harness/skills/harness/SKILL.md)"

ACCEPTED = {
    "the token alone": "$harness",
    "with a request": "$harness add a greeting",
    "with a Korean request": "$harness 인사말을 추가해 줘",
    "before a tab": "$harness\tdo it",
    "before a wide blank": "$harness\u3000추가",
    "before a line end": "$harness\nadd a greeting",
    "before CRLF": "$harness\r\nadd a greeting",
    "before a lone CR": "$harness\radd a greeting",
    "after one space": " $harness do",
    "after three spaces": "   $harness do",
    "after blank lines": "\n\n  \n$harness do",
    "second line of a paragraph": "please look at this\n$harness do",
    "second line after CRLF": "please look at this\r\n$harness do",
    "later paragraph": "some words\n\n$harness do",
    "after a hard line break": "some words  \n$harness do",
    "after a backslash line break": "some words\\\n$harness do",
    "after a closed fence": "```\ncode\n```\n$harness do",
    "after a heading": "# Title\n$harness do",
    "after a thematic break": "---\n$harness do",
    "after a list and a paragraph": "- item\n\nwords\n\n$harness do",
    "after a quote and a blank line": "> quoted\n\n$harness do",
    "after an HTML block and a blank line": "<div>\nx\n</div>\n\n$harness do",
    "as a setext heading": "$harness do\n===========",
    "as a level-two setext heading": "$harness do\n---",
    "after a closed inline code": "use `x` here\n$harness do",
    "after an unclosed backtick": "a lone ` here\n\n$harness do",
    "inside emphasis over two lines": "*words\n$harness do*",
    "one line of code, one of text": "`$harness`\n\n$harness do",
    "the link": LINK,
    "the link with a request": f"{LINK} add a greeting",
    "the link on a later line": f"words\n{LINK} do",
    "the link to a relative path": "[$harness:harness](./skills/harness/SKILL.md) do",
    "the link to a path with spaces": "[$harness:harness](/my code/skills/harness/SKILL.md) do",
    "the link to a path in angle brackets": "[$harness:harness](</my code/skills/harness/SKILL.md>) do",
    "the link to a path with round brackets": "[$harness:harness](/code (old)/skills/harness/SKILL.md) do",
    "the link to a path in Korean": "[$harness:harness](/집/작업/skills/harness/SKILL.md) 추가",
    "the link to a file URL": "[$harness:harness](file:///opt/x/skills/harness/SKILL.md)",
    "the host's spelling of the link": "$harness:harness",
    "the host's spelling with a request": "$harness:harness add a greeting",
}
REFUSED = {
    "nothing": "",
    "an ordinary request": "add a greeting",
    "the bare word": "harness do it",
    "a backslash before it": "\\$harness do",
    "an entity for the sign": "&#36;harness do",
    "capitals": "$HARNESS do",
    "a capital": "$Harness do",
    "a longer token": "$harness-extra do",
    "a longer word": "$harnesses do",
    "an underscore after it": "$harness_x do",
    "a full stop after it": "$harness.",
    "a colon after it": "$harness: do",
    "a comma after it": "$harness, do",
    "a zero-width space after it": "$harness\u200b do",
    "two signs": "$$harness do",
    "a blank after the sign": "$ harness do",
    "a fullwidth sign": "\uff04harness do",
    "the way out": "$harness:off",
    "another skill of the plugin": "$harness:review do",
    "mid-sentence": "use $harness do",
    "mid-sentence on a second line": "please\nuse $harness do",
    "in quotation marks": '"$harness do"',
    "in brackets": "($harness do)",
    "in emphasis": "*$harness do*",
    "in strong emphasis": "**$harness** do",
    "struck out": "~~$harness~~ do",
    "inline code": "`$harness` do",
    "inline code at a line's start over two lines": "`first\n$harness do` rest",
    "inline code of two backticks over two lines": "``a ` b\n$harness do\n`` rest",
    "inline code that closes a paragraph later than it looks": "x ` y\n$harness do\nz ` w",
    "in a fence": "```\n$harness do\n```",
    "in a fence with an info string": "```sh\n$harness do\n```",
    "in a tilde fence": "~~~\n$harness do\n~~~",
    "in a fence that never ends": "```\nwords\n\n$harness do",
    "in a longer fence": "````\n```\n$harness do\n```\n````",
    "in an indented fence": "  ```\n  $harness do\n  ```",
    "in a CRLF fence": "```\r\n$harness do\r\n```",
    "in a CR fence": "```\r$harness do\r```",
    "after four spaces": "    $harness do",
    "after a tab": "\t$harness do",
    "after two spaces and a tab": "  \t$harness do",
    "indented code after a paragraph": "words\n\n    $harness do",
    "four spaces within a paragraph": "words\n    $harness do",
    "after a no-break space": "\u00a0$harness do",
    "after a byte order mark": "\ufeff$harness do",
    "after a form feed": "\x0c$harness do",
    "a line separator is no line end": "words\u2028$harness do",
    "a vertical tab is no line end": "words\x0b$harness do",
    "in a blockquote": "> $harness do",
    "in a blockquote without a blank": ">$harness do",
    "lazy continuation of a blockquote": "> quoted\n$harness do",
    "lazy continuation of a nested blockquote": "> > quoted\n$harness do",
    "fenced in a blockquote": "> ```\n> $harness do\n> ```",
    "in a list item": "- $harness do",
    "in a starred list item": "* $harness do",
    "in a numbered list item": "1. $harness do",
    "in a numbered list item with a bracket": "1) $harness do",
    "in a task list item": "- [ ] $harness do",
    "continuation of a list item": "- item\n  $harness do",
    "lazy continuation of a list item": "- item\n$harness do",
    "second paragraph of a list item": "- item\n\n  $harness do",
    "quote in a list": "- > $harness do",
    "in an HTML block": "<div>\n$harness do\n</div>",
    "in a pre block": "<pre>\n\n$harness do\n</pre>",
    "in an HTML comment": "<!--\n$harness do\n-->",
    "in a script block": "<script>\n\n$harness do\n</script>",
    "in CDATA": "<![CDATA[\n$harness do\n]]>",
    "in a processing instruction": "<?x\n$harness do\n?>",
    "in an HTML tag over two lines": 'x <a title="\n$harness do"> y',
    "in a heading": "# $harness do",
    "in a second-level heading": "## $harness do",
    "in a table cell": "| a |\n|---|\n| $harness do |",
    "as a link definition's target": "[x]:\n$harness\n\nwords",
    "another link text": "[$harness](/opt/skills/harness/SKILL.md) do",
    "another link text with the words": "[use $harness:harness](/opt/skills/harness/SKILL.md) do",
    "a capital in the link text": "[$Harness:harness](/opt/skills/harness/SKILL.md) do",
    "a blank in the link text": "[$harness:harness ](/opt/skills/harness/SKILL.md) do",
    "code in the link text": "[`$harness:harness`](/opt/skills/harness/SKILL.md) do",
    "a link to another skill": "[$harness:harness](/opt/skills/other/SKILL.md) do",
    "a link to another file": "[$harness:harness](/opt/skills/harness/README.md) do",
    "a link that goes on after the file": "[$harness:harness](/opt/skills/harness/SKILL.md.txt) do",
    "a link with a fragment": "[$harness:harness](/opt/skills/harness/SKILL.md#x) do",
    "a link to a folder with a longer name": "[$harness:harness](/opt/myskills/harness/SKILL.md) do",
    "a link with a title": '[$harness:harness](/opt/skills/harness/SKILL.md "title") do',
    "another link, the path in brackets behind it": "[$harness:harness](/x) (/skills/harness/SKILL.md) do",
    "a link in capitals": "[$harness:harness](/OPT/SKILLS/HARNESS/SKILL.MD) do",
    "an image": "![$harness:harness](/opt/skills/harness/SKILL.md) do",
    "a link by reference": "[$harness:harness][s] do\n\n[s]: /opt/skills/harness/SKILL.md",
    "a link with a blank before its target": "[$harness:harness] (/opt/skills/harness/SKILL.md) do",
    "an escaped link": "\\[$harness:harness](/opt/skills/harness/SKILL.md) do",
    "a link in inline code": f"`{LINK}` do",
    "a link in a fence": f"```\n{LINK} do\n```",
    "a link in a quote": f"> {LINK} do",
    "a link in a list": f"- {LINK} do",
    "a link glued to a word": f"{LINK}do",
    "a link with a full stop": f"{LINK}.",
    "a link in mid-sentence": f"use {LINK} do",
    "a link over two lines": "[$harness:harness](/opt/skills\n/harness/SKILL.md) do",
    "Claude Code's command elsewhere": "/harness do",
}


@pytest.mark.parametrize("host", ["codex", "claude"])
@pytest.mark.parametrize("prompt", ACCEPTED.values(), ids=ACCEPTED.keys())
def test_activates(prompt: str, host: str) -> None:
    assert is_activation(prompt, host)


@pytest.mark.parametrize("prompt", REFUSED.values(), ids=REFUSED.keys())
def test_does_not_activate(prompt: str) -> None:
    assert not is_activation(prompt, "codex")


@pytest.mark.parametrize(
    "prompt",
    [
        "/harness",
        "/harness do",
        "/harness:harness",
        "/harness:harness do",
        "/harness\ndo",
        "/harness\tdo",
        "/harness\r\n",
    ],
)
def test_claude_code_s_spelling_activates_there(prompt: str) -> None:
    assert is_activation(prompt, "claude")


@pytest.mark.parametrize(
    "prompt",
    [
        " /harness do",
        "\n/harness do",
        "words\n/harness do",
        "/harness-extra",
        "/harnesses",
        "/harness:off",
        "/harness:review",
        "/harness/x",
        "/HARNESS",
        "//harness",
        "`/harness`",
        "> /harness",
        "use /harness",
    ],
)
def test_what_only_resembles_claude_code_s_spelling_does_not(prompt: str) -> None:
    assert not is_activation(prompt, "claude")


@pytest.mark.parametrize("prompt", ["/harness do", "/harness:harness do"])
def test_claude_code_s_spelling_means_nothing_to_codex(prompt: str) -> None:
    assert not is_activation(prompt, "codex")


PROMPTS = st.one_of(
    st.text(),
    st.sampled_from([*ACCEPTED.values(), *REFUSED.values()]),
    st.lists(st.sampled_from([*ACCEPTED.values(), *REFUSED.values(), "words", "> q", "- i", ""]), max_size=6).map(
        "\n".join
    ),
)


@settings(deadline=None)
@given(PROMPTS, st.sampled_from(["codex", "claude"]))
def test_a_fence_around_it_silences_any_prompt(prompt: str, host: str) -> None:
    assume("``````" not in prompt)
    assert not is_activation(f"``````\n{prompt}\n``````", host)


@settings(deadline=None)
@given(PROMPTS)
def test_four_spaces_before_each_line_silence_any_prompt(prompt: str) -> None:
    lines = prompt.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert not is_activation("\n".join(f"    {line}" for line in lines), "codex")


@settings(deadline=None)
@given(PROMPTS)
def test_a_quote_mark_before_each_line_silences_any_prompt(prompt: str) -> None:
    lines = prompt.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert not is_activation("\n".join(f"> {line}" for line in lines), "codex")


@settings(deadline=None)
@given(st.text(), st.sampled_from(["\n", "\r\n", "\r"]))
@example("`", "\n")
@example("```", "\r")
@example("<pre>", "\n")
def test_a_first_line_activates_whatever_follows(rest: str, end: str) -> None:
    assert is_activation(f"$harness do{end}{rest}", "codex")


@settings(deadline=None)
@given(PROMPTS)
def test_line_ends_make_no_difference(prompt: str) -> None:
    unix = prompt.replace("\r\n", "\n").replace("\r", "\n")
    answers = {is_activation(unix.replace("\n", end), "codex") for end in ("\n", "\r\n", "\r")}
    assert len(answers) == 1


@settings(deadline=None)
@given(st.text().filter(lambda text: "$harness" not in text))
def test_without_the_token_nothing_activates(prompt: str) -> None:
    assert not is_activation(prompt, "codex")


def test_a_large_paste_below_the_command_is_not_even_read() -> None:
    assert is_activation("$harness explain\n\n" + "[" * 2_000_000, "codex")
