"""YAML text: what is read, what is refused, and where every character was written."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from stele.compiler.common.diagnostics import Diagnostic, cells, excerpt, expand
from stele.compiler.common.span import Text, text_of
from stele.compiler.front.clause_parser import parse_clause
from stele.compiler.front.nodes import Name
from stele.compiler.front.source import Node, Scalar, YamlMapping, compose, read
from stele.compiler.front.walk import nodes

# The first example builds the grammar, and the machine may be busy: how long one takes says
# nothing.
UNTIMED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def composed(content: str) -> tuple[Node, list[Diagnostic]]:
    found: list[Diagnostic] = []
    return compose(text_of("file.yaml", content), found), found


def refused(tmp_path: Path, content: bytes) -> Diagnostic:
    file = tmp_path / "file.yaml"
    file.write_bytes(content)
    found: list[Diagnostic] = []
    assert read(file, "file.yaml", "cards", found).root is None
    assert len(found) == 1
    return found[0]


def bomb() -> bytes:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{b}: &{b} [{', '.join(['*' + a] * 9)}]" for a, b in zip("abcdefghi", "bcdefghij", strict=True)]
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(bomb(), "E0103", id="an alias bomb"),
        pytest.param(b"text: " + b"x" * 10_000_000, "E0104", id="a scalar of ten megabytes"),
        pytest.param(b"[" * 10_000, "E0105", id="ten thousand lists"),
        pytest.param(b"- " * 10_000, "E0105", id="ten thousand dashes"),
        pytest.param(b"{a: " * 10_000, "E0105", id="ten thousand mappings"),
        pytest.param(b"a: \xff\xfe", "E0106", id="not UTF-8"),
        pytest.param(b"a: \x07", "E0106", id="a control character"),
        pytest.param("a: \u2028".encode(), "E0106", id="a line separator that editors do not count"),
        pytest.param(b"a: !!python/object:os.system [echo]", "E0107", id="a tag"),
        pytest.param(b"a: 1\n---\nb: 2\n", "E0107", id="a second document"),
        pytest.param(b"", "E0101", id="nothing"),
        pytest.param(b"a: [1, 2\nb: 3\n", "E0101", id="a list without end"),
        pytest.param(b"a: b: c", "E0101", id="a colon too many"),
        pytest.param(b"\tindented: with a tab", "E0101", id="a tab for indentation"),
        pytest.param(b"? [a, b]\n: c", "E0101", id="a list for a key"),
    ],
)
def test_a_file_that_is_no_content_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    assert refused(tmp_path, content).code.id == code


def test_a_file_that_cannot_be_opened_is_reported(tmp_path: Path) -> None:
    found: list[Diagnostic] = []
    read(tmp_path / "missing.yaml", "missing.yaml", "cards", found)
    assert [diagnostic.code.id for diagnostic in found] == ["E0108"]


def test_words_that_yaml_reads_as_truth_values_stay_words() -> None:
    root, _ = composed("on: yes\nno: off\n3: true\n")
    assert isinstance(root, YamlMapping)
    assert [entry.key.text for entry in root.entries] == ["on", "no", "3"]
    values = [entry.value.value for entry in root.entries if isinstance(entry.value, Scalar)]
    assert values == ["yes", "off", True]


def test_a_key_that_stands_twice_keeps_its_first_value_and_is_reported() -> None:
    root, found = composed("a: 1\nb: 2\na: {deep: 3}\nc: 4\n")
    assert isinstance(root, YamlMapping)
    assert [(entry.key.text, getattr(entry.value, "value", None)) for entry in root.entries] == [
        ("a", 1),
        ("b", 2),
        ("c", 4),
    ]
    assert [(diagnostic.code.id, diagnostic.span.line, diagnostic.notes[0].span.line) for diagnostic in found] == [
        ("E0102", 3, 1)
    ]


def test_a_byte_order_mark_does_not_shift_anything(tmp_path: Path) -> None:
    file = tmp_path / "file.yaml"
    file.write_bytes("\ufeffkey: value\n".encode())
    root = read(file, "file.yaml", "cards", []).root
    assert isinstance(root, YamlMapping)
    assert (root.entries[0].key.text, root.entries[0].key.span.column) == ("key", 1)


# --- every word of a clause is found where it was written -----------------------------------------

WORDS = st.lists(
    st.sampled_from(["gain", "1", "coin", "per", "brown", "card", "in", "city", "x-1"]), min_size=1, max_size=9
)
WIDE = st.text(st.sampled_from("aé漢字🏛 \u0301ア"), max_size=6)


def folded(words: list[str], breaks: list[bool], joint: str) -> str:
    """Join words with spaces, or with line breaks and indentation where `breaks` says so."""
    text = words[0]
    for word, is_break in zip(words[1:], breaks, strict=False):
        text += (joint if is_break else " ") + word
    return text + "".join(" " + word for word in words[len(breaks) + 1 :])


def written(style: str, words: list[str], breaks: list[bool], comment: str, newline: str) -> str:
    """Return a YAML file with the words as one scalar."""
    match style:
        case "plain":
            body = folded(words, breaks, "\n      ")
        case "single":
            body = "'" + folded(words, breaks, "\n   ") + "'"
        case "double":
            body = '"' + folded(words, breaks, " \\\n   ") + '"'
        case "double-folded":
            body = '"' + folded(words, breaks, "\n\t ") + '"'
        case "escaped":
            body = '"\\u0020\\x20' + folded(words, breaks, "\\t") + '"'
        case "literal":
            body = "|\n      " + folded(words, breaks, "\n      ")
        case "folded":
            body = ">\n      " + folded(words, breaks, "\n      ")
        case "folded-kept":
            body = ">+\n\n      " + folded(words, breaks, "\n\n      ") + "\n\n"
        case "literal-indented":
            body = "|2-\n      " + folded(words, breaks, "\n      ")
        case "tabs":
            body = "|\n      " + folded(words, breaks, "\t\t")
        case _:
            raise AssertionError(style)
    text = f"# {comment}\ncards:\n  - id: {comment or 'x'}\n    effect: {body}\n    after: 1\n"
    return text.replace("\n", newline)


STYLES = ["plain", "single", "double", "double-folded", "escaped", "literal", "folded", "folded-kept", "tabs"]


def effect_of(root: Node) -> Scalar:
    assert isinstance(root, YamlMapping)
    listed = root.entries[0].value
    card = listed.items[0]  # type: ignore[union-attr]
    assert isinstance(card, YamlMapping)
    effect = card.get("effect")
    assert isinstance(effect, Scalar)
    return effect


@UNTIMED
@given(
    st.sampled_from([*STYLES, "literal-indented"]),
    WORDS,
    st.lists(st.booleans(), max_size=8),
    WIDE,
    st.sampled_from(["\n", "\r\n", "\r"]),
)
@example("literal-indented", ["gain", "coin"], [True], "漢", "\r\n")
def test_each_word_of_a_scalar_is_found_where_it_was_written(
    style: str, words: list[str], breaks: list[bool], comment: str, newline: str
) -> None:
    comment = comment.strip() and f"a{comment.strip()}"
    if style == "plain" and words[0] == "1":
        words = ["gain", *words]
    content = written(style, words, breaks, comment, newline)
    text = text_of("file.yaml", content)
    effect = effect_of(compose(text, []))
    offsets = effect.inside()
    assert len(offsets) == len(effect.text) + 1
    position = 0
    for word in words:
        position = effect.text.index(word, position)
        first, last = offsets[position], offsets[position + len(word) - 1]
        assert content[first : last + 1] == word
        span = text.span(first, last + 1)
        assert text.line(span.line)[span.column - 1 : span.end_column - 1] == word
        position += len(word)


@UNTIMED
@given(st.sampled_from(STYLES), st.sampled_from(["\n", "\r\n"]), WIDE)
def test_each_name_of_a_tree_knows_its_place(style: str, newline: str, comment: str) -> None:
    words = ["gain", "1", "coin", "per", "brown", "or", "grey", "card", "in", "city", "and", "neighbours"]
    comment = comment.strip() and f"a{comment.strip()}"
    text = text_of("file.yaml", written(style, words, [False, True, False, False, True], comment, newline))
    clause = parse_clause(effect_of(compose(text, [])), [])
    names = list(nodes(clause, Name))
    assert [name.text for name in names] == ["brown", "grey", "city"]
    for name in names:
        assert text.line(name.span.line)[name.span.column - 1 : name.span.end_column - 1] == name.text


@UNTIMED
@given(
    st.text(st.sampled_from("aé漢字🏛\t \u0301"), max_size=12), st.text(st.sampled_from("ab漢"), min_size=1, max_size=5)
)
def test_carets_stand_under_the_word_whatever_comes_before_it(before: str, word: str) -> None:
    line = before + word + " after"
    text: Text = text_of("file", line)
    span = text.span(len(before), len(before) + len(word))
    shown = "".join(piece for _, piece in excerpt(span, "", {"file": text}, 1, "")).splitlines()
    source, marks = shown[2].removeprefix("1 | "), shown[3].removeprefix("  | ")
    assert source == expand(line)
    assert cells(marks[: marks.index("^")]) == cells(expand(before))
    assert marks.count("^") == max(1, cells(word))


def test_a_very_long_line_is_cut_around_the_word() -> None:
    line = "x " * 300 + "word" + " y" * 300
    text = text_of("file", line)
    shown = "".join(piece for _, piece in excerpt(text.span(600, 604), "", {"file": text}, 1, "")).splitlines()
    assert len(shown[2]) < 200
    assert shown[2][shown[3].index("^") : shown[3].rindex("^") + 1] == "word"
