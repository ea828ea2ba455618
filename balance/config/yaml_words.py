"""What PyYAML says about a broken text, in plain words."""

from __future__ import annotations

import re
from collections.abc import Callable

import yaml

from balance.config.source import Mark, Source
from balance.core.errors import ConfigError

_SINGLE = "single quotes take '\\' as it is"
_WORDS: tuple[tuple[str, str, str], ...] = (
    (r"found character '\\t'", "a tab; YAML indents with spaces", "put spaces in its place"),
    (
        r"found character '(?P<sign>.)' that cannot start any token",
        "a text cannot begin with '{sign}'",
        "put the text in quotes",
    ),
    (
        r"mapping values are not allowed here",
        "a ':' where no key can be",
        "quote a text that holds ': ', or see that the key is indented like its neighbours",
    ),
    (r"could not find expected ':'", "a key without its ':'", "write it as 'key: value'"),
    (
        r"sequence entries are not allowed here",
        "a list cannot begin here",
        "put each '- ' in a line of its own below the key",
    ),
    (
        r"expected <block end>",
        "this does not fit the lines above",
        "indent keys of one map alike; quote a text that holds quotes or brackets",
    ),
    (r"expected ',' or '\]'", "a ',' or the closing ']' is missing here", ""),
    (r"expected ',' or '\}'", "a ',' or the closing '}' is missing here", ""),
    (r"found unexpected end of stream", "this quote is never closed", ""),
    (r"found unexpected document separator", "this quote is never closed", ""),
    (r"expected '<document start>'", "nothing can follow here", "the document above is complete"),
    (r"expected the node content", "a value is missing here", ""),
    (
        r"found unknown escape character",
        "an unknown escape in double quotes",
        "single quotes take '\\' as it is",
    ),
    (
        r"expected escape sequence",
        "an incomplete escape in double quotes",
        "single quotes take '\\' as it is",
    ),
    (r"found undefined tag handle", "tags ('!…') are not used in configs", "put the text in quotes"),
)
_AT_START = ("never closed", "without its ':'")  # told where it begins, not where the scanner gave up


def plain_words(
    error: yaml.MarkedYAMLError, mark: Callable[[yaml.Mark], Mark], source: Source
) -> ConfigError:
    """A syntax error of PyYAML as ours.

    Args:
        error: What PyYAML raised.
        mark: Turns its places into ours.
        source: The text, for an error without a place.
    """
    problem, hint = f"this is no YAML: {error.problem}", ""
    for pattern, words, advice in _WORDS:
        if match := re.search(pattern, error.problem or ""):
            problem, hint = words.format_map(match.groupdict()) if match.groupdict() else words, advice
            break
    opened = problem.endswith(_AT_START) and error.context_mark is not None
    place = error.context_mark if opened else error.problem_mark or error.context_mark
    return (mark(place) if place is not None else source.whole()).error(problem, hint=hint)
