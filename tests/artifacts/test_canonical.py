"""The bytes that are hashed, and the characters that may not be among them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness_runtime.artifacts.canonical import artifact_hash, canonical_bytes, hidden_characters
from harness_runtime.artifacts.kinds import KINDS

# Bytes


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("# Plan", b"# Plan\n"),
        ("# Plan\n", b"# Plan\n"),
        ("# Plan\n\n\n", b"# Plan\n"),
        ("# Plan\r\n", b"# Plan\n"),
        ("# Plan\r", b"# Plan\n"),
        ("# Plan\r\n\r\n", b"# Plan\n"),
        ("a\r\nb\rc\nd", b"a\nb\nc\nd\n"),
        ("a\r\n\rb", b"a\n\nb\n"),
        ("a \n", b"a \n"),
        ("a\n \n", b"a\n \n"),
        ("\n\na", b"\n\na\n"),
        ("", b"\n"),
        ("계획", "계획\n".encode()),
        ("a\u2028b", "a\u2028b\n".encode()),
    ],
)
def test_canonical_bytes(text: str, canonical: bytes) -> None:
    assert canonical_bytes(text) == canonical


@pytest.mark.parametrize(
    "different", ["# plan", " # Plan", "# Plan ", "#  Plan", "\n# Plan", "# Plan\n ", "# Pla\u0301n"]
)
def test_texts_that_differ_otherwise_stay_different(different: str) -> None:
    assert canonical_bytes(different) != canonical_bytes("# Plan")


def test_a_lone_surrogate_is_an_encoding_error() -> None:
    with pytest.raises(UnicodeEncodeError):
        canonical_bytes("a\ud800b")


@given(st.text())
def test_canonical_bytes_of_canonical_text_are_the_same(text: str) -> None:
    once = canonical_bytes(text)
    assert canonical_bytes(once.decode("utf-8")) == once
    assert b"\r" not in once and once.endswith(b"\n") and not once.endswith(b"\n\n")


@given(st.text().map(lambda text: text.replace("\r", "")), st.integers(0, 5))
def test_line_ends_and_trailing_newlines_do_not_change_the_bytes(text: str, newlines: int) -> None:
    expected = canonical_bytes(text)
    assert {canonical_bytes((text + "\n" * newlines).replace("\n", end)) for end in ("\n", "\r\n", "\r")} == {
        expected
    }


# Hash: pinned, because a stored approval must still match after every later change of this code

DIGESTS = [
    ("plan", "# Plan\n", "2a1cbb1b015dc66258327c3e5867761b0fdc8b42b3fa966bf36e228bf56e20e3"),
    ("repair_plan", "# Plan\n", "85d6c3e5a89a3577c4039ae0a0958c098496957ec7fd59abcdac96880c16f36f"),
    ("plan", "# Plan\n\n한국어 🙂\n", "d9d7c932aa5f0fa0178c76361bbb584b61b840a38c08b9a02b651bb0c7f4168f"),
]


@pytest.mark.parametrize(("kind", "text", "digest"), DIGESTS)
def test_hash(kind: str, text: str, digest: str) -> None:
    assert artifact_hash(kind, canonical_bytes(text)) == digest


def test_the_same_bytes_under_another_kind_have_another_hash() -> None:
    assert len({artifact_hash(kind.name, b"# Plan\n") for kind in KINDS}) == len(KINDS)


# Characters that a screen does not show

HIDDEN = {
    "NUL": "\x00",
    "backspace": "\x08",
    "vertical tab": "\x0b",
    "form feed": "\x0c",
    "carriage return": "\r",
    "escape": "\x1b",
    "delete": "\x7f",
    "next line": "\x85",
    "application program command": "\x9f",
    "soft hyphen": "\u00ad",
    "combining grapheme joiner": "\u034f",
    "Arabic letter mark": "\u061c",
    "Hangul choseong filler": "\u115f",
    "Hangul jungseong filler": "\u1160",
    "Khmer inherent vowel": "\u17b4",
    "Mongolian variation selector": "\u180b",
    "Mongolian vowel separator": "\u180e",
    "zero width space": "\u200b",
    "zero width non-joiner between Latin letters": "\u200c",
    "zero width joiner between Latin letters": "\u200d",
    "left-to-right mark": "\u200e",
    "right-to-left mark": "\u200f",
    "line separator": "\u2028",
    "paragraph separator": "\u2029",
    "left-to-right embedding": "\u202a",
    "pop directional formatting": "\u202c",
    "right-to-left override": "\u202e",
    "word joiner": "\u2060",
    "invisible times": "\u2062",
    "unassigned invisible": "\u2065",
    "left-to-right isolate": "\u2066",
    "pop directional isolate": "\u2069",
    "deprecated format character": "\u206a",
    "blank braille pattern": "\u2800",
    "Hangul filler": "\u3164",
    "private use": "\ue000",
    "variation selector 1": "\ufe00",
    "text variation selector after a letter": "\ufe0e",
    "emoji variation selector after a letter": "\ufe0f",
    "byte order mark": "\ufeff",
    "halfwidth Hangul filler": "\uffa0",
    "unassigned special": "\ufff0",
    "interlinear annotation": "\ufff9",
    "noncharacter": "\uffff",
    "noncharacter in Arabic forms": "\ufdd0",
    "shorthand format": "\U0001bca0",
    "musical null notehead": "\U0001d159",
    "musical format": "\U0001d173",
    "noncharacter of a higher plane": "\U0001ffff",
    "language tag": "\U000e0001",
    "tag letter": "\U000e0061",
    "cancel tag": "\U000e007f",
    "ideographic variation selector": "\U000e0100",
    "private use plane": "\U000f0000",
}


@pytest.mark.parametrize("char", HIDDEN.values(), ids=HIDDEN.keys())
def test_hidden(char: str) -> None:
    assert hidden_characters(f"ab{char}cd") == [f"U+{ord(char):04X}"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("\u200ba", ["U+200B"]),
        ("a\u200b\u202e\u200bb", ["U+200B", "U+202E"]),
        ("\u200d", ["U+200D"]),
        ("\ufe0f", ["U+FE0F"]),
        ("🙂\ufe0f\ufe0f", ["U+FE0F"]),
        ("🙂\ufe0e\ufe0f\ufe0e", ["U+FE0F", "U+FE0E"]),
        ("🙂\u200d\u200dx", ["U+200D"]),
        ("م\u200c\u200cد", ["U+200C"]),
        ("a🙂\u200c", ["U+200C"]),
        ("가\u200d나", ["U+200D"]),
        ("^\u200d", ["U+200D"]),
        ("`\ufe0f", ["U+FE0F"]),
        ("漢\u200d字", ["U+200D"]),
        ("1\u200d2", ["U+200D"]),
        ("\U0001f3f4\U000e0067\U000e0062\U000e007f", ["U+E0067", "U+E0062", "U+E007F"]),
    ],
)
def test_each_hidden_character_is_named_once_in_order(text: str, found: list[str]) -> None:
    assert hidden_characters(text) == found


SHOWN = {
    "ASCII": "".join(map(chr, range(32, 127))) + "\n\t",
    "Korean": "승인 전에는 아무것도 쓰지 않습니다. ㄱㄴㄷ ㅏㅑㅓ",
    "Korean in jamo": "\u1112\u1161\u11ab\u1100\u1173\u11af",
    "Japanese": "計画を表示します。ｶﾀｶﾅ",
    "Chinese": "计划，批准；【范围】",
    "accents": "café Ærø żółć ﬁ",
    "combining accents": "cafe\u0301 n\u0303",
    "Hebrew": "תוכנית שָׁלוֹם",
    "Arabic": "خطة العمل: ١٢٣ لَا",
    "Persian with a non-joiner": "می\u200cخواهم",
    "Arabic number sign": "\u0600١",
    "Urdu": "منصوبہ ۔ یہ",
    "Hindi": "योजना क्षेत्र",
    "Hindi with joiners": "क्\u200dष क्\u200cष",
    "Bengali with a joiner": "র\u200d্য",
    "Sinhala with a joiner": "ශ්\u200dරී",
    "Malayalam with a joiner": "ന്\u200d",
    "Khmer": "ផែនការ",
    "Burmese": "အစီအစဉ်",
    "Thai": "แผนงาน น้ำ",
    "Greek, Cyrillic, Georgian": "Σχέδιο План გეგმა",
    "emoji": "🙂🚀✅❌⚠",
    "emoji with a variation selector": "⚠️ ✔️ ©️ ™️ ▶️ ☑️ 〽️ ㊗️",
    "emoji whose base is no symbol": "‼️ ⁉️ ℹ️ 〰️ ↔️ ↕️ ↗️ ⤴️ ⤵️ ◻️ ◼️ ◽️ ◾️",
    "keycaps": "1️⃣ #️⃣ *️⃣",
    "skin tone": "👍🏽",
    "family": "👨\u200d👩\u200d👧\u200d👦",
    "joiner after a variation selector": "🏳️\u200d🌈 👁️\u200d🗨️ ❤️\u200d🔥",
    "joiner after a skin tone": "🧑🏽\u200d💻 🤷🏻\u200d♀️",
    "flags": "🇰🇷🇺🇳",
    "an emoji newer than this Python": "\U0001fae8\U0001fadf",
    "typography": "… – — “quotes” ‘a’ • · → ⇒ ≤ ≠ × ÷ № € ₩",
    "box drawing": "├── src\n│   └── app.py",
    "wide and narrow blanks": "a\u00a0b\u2009c\u202fd\u3000e",
    "mathematics": "∀x ∈ ℝ: x² ≥ 0",
    "braille": "\u2801\u28ff",
    "replacement character": "\ufffd",
}  # fmt: skip


@pytest.mark.parametrize("text", SHOWN.values(), ids=SHOWN.keys())
def test_shown(text: str) -> None:
    assert hidden_characters(text) == []


@given(st.text())
def test_whatever_the_text_every_finding_names_a_character_of_it(text: str) -> None:
    found = hidden_characters(text)
    assert len(found) == len(set(found))
    assert all(chr(int(name.removeprefix("U+"), 16)) in text for name in found)
