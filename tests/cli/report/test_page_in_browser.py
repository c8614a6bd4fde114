"""The page of a run in a real Chromium: quiet, whole at a phone's width, readable, by keyboard, in light and dark."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from harness_runtime.cli import language
from harness_runtime.cli.contracts.report import Report
from harness_runtime.cli.report.page.page import page_of
from tests.cli.report.browser import Tab, chromium, open_page, why_none
from tests.cli.report.conftest import read_sample
from tests.cli.report.hostile import MARKS, poisoned

pytestmark = pytest.mark.skipif(bool(why_none()), reason=why_none())


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    with chromium(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def pages(tmp_path_factory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    reports = {"whole": read_sample(), "broken": _broken(read_sample()), "hostile": poisoned(read_sample())}
    language.choose("en")
    for name, report in reports.items():
        (folder / f"{name}.html").write_text(page_of(report), "utf-8")
    return {name: folder / f"{name}.html" for name in reports}


def _broken(report: Report) -> Report:
    return report.model_copy(update={"findings": ["session-1: ledger broken: line 2"]})


@pytest.fixture
def open_(browser, pages) -> Iterator:
    tabs: list[Tab] = []

    def call(name: str, *words, **options) -> Tab:
        tabs.append(open_page(browser, pages[name], *words, **options))
        return tabs[-1]

    yield call
    for tab in tabs:
        tab.page.close()


SHOWN = [(name, width, scheme) for name in ("whole", "broken", "hostile") for width, scheme in
         ((390, "light"), (1280, "dark"))]  # fmt: skip


@pytest.mark.parametrize(("name", "width", "scheme"), SHOWN)
def test_it_asks_for_nothing_complains_of_nothing_and_fits(open_, name, width, scheme):
    tab = open_(name, width, scheme)
    wide = tab.page.evaluate("document.documentElement.scrollWidth")
    assert (tab.asked, tab.complaints, wide) == ([], [], width)


@pytest.mark.parametrize("opened", [False, True])
def test_nothing_sticks_out_at_a_phones_width(open_, opened):
    tab = open_("hostile", 390)
    if opened:
        tab.page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    out = tab.page.evaluate(
        "[...document.querySelectorAll('body *')].filter(each => !each.closest('.skip, svg'))"
        ".filter(each => each.getBoundingClientRect().right > innerWidth + 1).map(each => each.outerHTML)"
    )
    assert out == []


def test_what_a_record_holds_stays_text(open_):
    page = open_("hostile").page
    assert page.evaluate("window.hit === undefined")
    assert page.evaluate("document.querySelectorAll('script, img, iframe, object, form, input, base').length") == 0
    assert page.evaluate("[...document.links].filter(each => !each.getAttribute('href').startsWith('#')).length") == 0
    assert page.evaluate("[...document.querySelectorAll('*')].filter(each => each.getAttributeNames()"
                         ".some(name => name.startsWith('on'))).length") == 0  # fmt: skip
    shown = page.evaluate("document.body.textContent")
    assert all(mark in shown for mark in MARKS)
    assert "\u202e" not in shown and "\\u202e" in shown


def test_every_fold_is_reached_and_opened_by_keyboard(open_):
    page = open_("whole").page
    folds = page.evaluate("document.querySelectorAll('summary').length")
    reached = set()
    for _ in range(folds + 20):
        page.keyboard.press("Tab")
        at = page.evaluate(
            "document.activeElement.matches('summary')"
            " ? [...document.querySelectorAll('summary')].indexOf(document.activeElement) : -1"
        )
        if at >= 0 and at not in reached:
            reached.add(at)
            was = page.evaluate("document.activeElement.parentElement.open")
            page.keyboard.press("Enter")
            assert page.evaluate("document.activeElement.parentElement.open") is not was
    assert folds > 5 and reached == set(range(folds))


def test_a_text_stands_behind_its_fold_as_it_was_written(open_):
    run = read_sample().run
    assert run is not None
    page = open_("whole").page
    texts = page.evaluate(
        "[...document.querySelectorAll('#approvals pre, #checks pre')].map(each => each.textContent)"
    )
    assert sorted(texts) == sorted(row.text for row in run.artifacts) and len(texts) > 4
    assert page.evaluate("[...document.querySelectorAll('pre')].every(each => !each.checkVisibility())")


def test_what_has_the_focus_shows_it(open_):
    page = open_("whole").page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.skip')")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineWidth") == "3px"
    page.keyboard.press("Enter")
    assert page.evaluate("location.hash") == "#report"


def test_the_page_has_its_landmarks_one_title_and_headings_in_order(open_):
    page = open_("broken").page
    assert page.evaluate("['header', 'nav', 'main', 'footer'].map(n => document.querySelectorAll('body > ' + n + "
                         "', .layout > ' + n).length)") == [1, 1, 1, 1]  # fmt: skip
    levels = page.evaluate("[...document.querySelectorAll('h1, h2, h3, h4')].map(each => +each.tagName[1])")
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert page.evaluate("[...document.querySelectorAll('[aria-labelledby]')].every(each => each.getAttribute("
                         "'aria-labelledby').split(' ').every(id => document.getElementById(id)))")  # fmt: skip
    ids = page.evaluate("[...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(ids) == len(set(ids))


def test_a_broken_ledger_stands_above_everything(open_):
    page = open_("broken").page
    assert page.evaluate("document.querySelector('main').firstElementChild.id") == "broken"


def test_light_and_dark_differ(open_):
    look = "[document.body, document.querySelector('.card')].map(each => getComputedStyle(each).backgroundColor)"
    light, dark = (open_("whole", 1280, scheme).page.evaluate(look) for scheme in ("light", "dark"))
    assert all(one != other for one, other in zip(light, dark, strict=True))


CONTRAST = """() => {
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const parse = colour => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => { const part = v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
    return .2126 * part(r) + .7152 * part(g) + .0722 * part(b); };
  const ratio = (one, other) => { const [a, b] = [light(one), light(other)].sort((x, y) => y - x);
    return (a + .05) / (b + .05); };
  const ground = each => { for (; each; each = each.parentElement) {
    const colour = parse(getComputedStyle(each).backgroundColor); if (colour[3] === 255) return colour; }
    return [255, 255, 255, 255]; };
  document.querySelectorAll('details').forEach(each => each.open = true);
  const found = new Map();
  for (const each of document.querySelectorAll('body *')) {
    if (![...each.childNodes].some(node => node.nodeType === 3 && node.data.trim())) continue;
    if (each.closest('title, desc')) continue;
    const style = getComputedStyle(each), drawn = each.namespaceURI.includes('svg');
    const box = drawn && each.parentElement.querySelector('rect');
    const under = box ? parse(getComputedStyle(box).fill) : ground(each);
    const worth = ratio(parse(drawn ? style.fill : style.color), under);
    const key = [each.tagName, each.getAttribute('class'), each.parentElement.getAttribute('class')].join(' ');
    if (!found.has(key) || worth < found.get(key)) found.set(key, worth);
  }
  return [...found.entries()];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["whole", "broken"])
def test_text_stands_out_from_its_ground(open_, name, scheme):
    pairs = open_(name, 1280, scheme).page.evaluate(CONTRAST)
    assert len(pairs) > 30
    assert [(where, round(worth, 2)) for where, worth in pairs if worth < 4.5] == []


def test_paper_shows_what_is_folded_away(open_):
    page = open_("whole", 1280, "dark").page
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert [pair for pair in page.evaluate(CONTRAST) if pair[1] < 4.5] == []
    page.reload()
    hidden = page.evaluate(
        "[...document.querySelectorAll('details > :not(summary)')]"
        ".filter(each => !each.getClientRects().length).length"
    )
    assert hidden == 0
    assert page.evaluate("getComputedStyle(document.querySelector('.toc')).display") == "none"


def test_who_wants_no_motion_gets_none(open_):
    page = open_("whole", reduced_motion="reduce").page
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
