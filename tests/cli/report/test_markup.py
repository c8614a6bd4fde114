"""Markup out of values: nothing but `el` makes any, and text shows what a screen would hide."""

from __future__ import annotations

import pytest

from harness_runtime.cli.report.page.markup import el, inline

WRITTEN = {
    "markup": ("<b>&", "&lt;b&gt;&amp;"),
    "quotes": ("\"'", "&quot;&#x27;"),
    "a direction that is turned": ("\u202e", "\\u202e"),
    "a control character": ("\x1b[2J", "\\x1b[2J"),
    "a line end": ("a\nb", "a\\nb"),
    "Korean": ("한글", "한글"),
}


@pytest.mark.parametrize(("text", "written"), WRITTEN.values(), ids=WRITTEN)
def test_text_is_text_in_an_element_and_in_an_attribute(text, written):
    assert el("p", text, title=text) == f'<p title="{written}">{written}</p>'


def test_elements_nest_and_what_is_not_there_is_left_out():
    assert el("ul", [el("li", "a"), None], cls="x", open=True, hidden=False) == '<ul class="x" open><li>a</li></ul>'


@pytest.mark.parametrize(
    ("text", "written"),
    [("say `y` now", 'say <code dir="ltr">y</code> now'), ("one ` alone", "one ` alone"), ("`<b>`", "&lt;b&gt;")],
)
def test_words_to_type_are_set_apart(text, written):
    assert written in el("p", inline(text))
