from __future__ import annotations

import pytest

from ownerlint.rule import Consequence, Meta, Severity
from ownerlint.selector import is_known, names_of, selects, split_words, unknown_rule

META = Meta("OWN301", "dangling-owner", Severity.ERROR, Consequence.DELETED, "0.1.0", aliases=("absent-owner",))


@pytest.mark.parametrize(
    "word", ["dangling-owner", "absent-owner", "OWN301", "OWN30", "OWN3", "OWN", "own3", "Dangling-Owner"]
)
def test_a_rule_is_selected_by_name_former_name_code_and_beginning_of_its_code(word: str) -> None:
    assert selects(word, META)
    assert is_known(word, [META])


@pytest.mark.parametrize("word", ["", "O", "OW", "OWN31", "OWN3011", "dangling", "dangling-owners", "*", "301"])
def test_parts_of_names_and_of_letters_select_nothing(word: str) -> None:
    assert not selects(word, META)
    assert not is_known(word, [META])


def test_words_are_separated_by_commas_and_spaces_and_kept_once() -> None:
    assert split_words(" a, b c,,a\n") == ("a", "b", "c")
    assert split_words(" , ") == ()


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("danglng-owner", 'there is no rule "danglng-owner"; did you mean "dangling-owner"?'),
        ("OWN302", 'there is no rule "OWN302"; `ownerlint rules` lists them all'),
    ],
)
def test_an_unknown_word_is_answered_with_the_nearest_name(word: str, sentence: str) -> None:
    assert unknown_rule(word, names_of([META])) == sentence
