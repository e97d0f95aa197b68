from fenlei.table.missing import DEFAULT_MISSING, missing_words


def test_default_words():
    assert {"", "?", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", "未知"} == set(DEFAULT_MISSING)
    assert missing_words(DEFAULT_MISSING) == DEFAULT_MISSING


def test_one_word_or_many_without_repeats_and_always_the_empty_text():
    assert missing_words("-") == ("", "-")
    assert missing_words(["-", " - ", "x"]) == ("", "-", "x")
