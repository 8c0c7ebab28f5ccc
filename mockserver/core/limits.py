"""The limits that a client may meet, in the order in which a request meets them.

A request beyond one is refused with a 4xx that names the field, unless the sentence says
otherwise. `make docs` makes the table of `mockserver/guide/limits.md` from this module. Where the
service's own limit is known, ours is the same; the others are chosen so that no request keeps the
rest waiting. Sizes that a user may choose are settings: `max_body`, `max_upload`, `context_length`.
"""

# Any request

MOST_HEAD = 64 << 10
"""Bytes of a request line and headers; more is a 431."""

SILENCE = 60.0
"""Seconds that a caller may pause in the middle of a request; more is a 408."""

IDLE = 60
"""Seconds that a connection may be idle between two requests; it is then closed."""

MOST_DROPPED = 20
"""Unknown keys that the header of a lenient answer names; the others are dropped unnamed."""

DRAIN_DEADLINE = 3.0
"""Seconds that running requests get to finish when the server has to stop."""

# The control API

LONGEST_KEPT = 64 << 10
"""Bytes of a body that the request log keeps; the rest is cut."""

LONGEST_WAIT = 600.0
"""Seconds that one call may wait for requests."""

MOST_WAITING = 1000
"""Requests that the event stream holds for a slow reader; older ones are dropped."""

LONGEST_MATCHER = 1000
"""Characters of a `pattern` in a matcher."""

MOST_READ = 20_000
"""Characters of a text, its last ones, in which a `pattern` is looked for."""

LONGEST_WINDOW = 366 * 86_400.0
"""Seconds of a fault's `per` and `retry_after`."""

# Calls and queries

MOST_CALLS_DELETED = 1000
"""Calls that one request deletes."""

MOST_FILTER_VALUES = 1000
"""Values of one list of a filter; `wb_user_ids` may have more."""

MOST_COLUMNS = 1000
"""Columns that are expanded."""

MOST_SORT_KEYS = 100
"""Keys of an order."""

MOST_QUERY_LEVELS = 100
"""Levels of JSON in a query: fifty nested operators."""

MOST_QUERY_VALUES = 20_000
"""JSON values in a query: an `$in` of about ten thousand literals."""

MOST_PROBLEMS = 100
"""Problems that the 422 for one query names."""

LONGEST_INPUT = 10_000
"""Bytes of a query that its 422 repeats; of a longer one it repeats nothing."""

LONGEST_PATH = 10_000
"""Characters of a field's path."""

# Objects, feedback, traces of OpenTelemetry

LONGEST_NAME = 128
"""Characters of an object's name."""

MOST_VERSIONS_DELETED = 100
"""Versions of an object that one request names for deletion."""

LONGEST_TAG = 256
"""Characters of a tag."""

LONGEST_ALIAS = 128
"""Characters of an alias."""

MOST_REFS = 1000
"""Refs that one request reads."""

LONGEST_NOTE = 1024
"""Characters of a note."""

LARGEST_PAYLOAD = 1 << 20
"""Bytes of a feedback's payload."""

MOST_AGGREGATES = 256
"""Buckets of time in one aggregate of feedback."""

LONGEST_EMOJI = 256
"""Characters of a reaction: more than any emoji has."""

LARGEST_FIELD_SCHEMA = 64 << 10
"""Bytes of an annotation's schema; no value fits a larger one."""

MOST_SPANS = 20_000
"""Spans of one export, and groups of them: twice what collectors send."""

MOST_SPAN_VALUES = 5_000
"""Values, events and links of one span or resource."""

MOST_OTLP_OBJECTS = 500_000
"""Objects in one export as JSON."""

LONGEST_OP_NAME = 128
"""Characters of a span's name; the rest is cut."""

LONGEST_DISPLAY_NAME = 1024
"""Characters of a span's display name; the rest is cut."""

# Chat

MOST_MESSAGES = 65_536
"""Messages of a chat."""

MOST_PARTS = 65_536
"""Parts of one message."""

MOST_TOOLS = 4_096
"""Tools of a chat."""

MOST_PROMPT_TOKENS = 2_097_152
"""Tokens of a prompt, where `--context-length` allows more."""

MOST_IDS = 2_097_152
"""Token ids that one request turns back into text."""

MOST_PROMPTS = 1024
"""Prompts of one request for completions."""

MOST_TEXTS = 2048
"""Texts of one request for embeddings."""

LONGEST_COMPLETION_PROMPT = 2_097_152
"""Characters of the messages of `/completions/create` with their placeholders, and of the values
that fill these."""

MOST_CHOICES = 128
"""Choices of one answer (`n`)."""

MOST_TOKENS = 524_288
"""Tokens that several choices must have together, by `min_tokens` or `ignore_eos`; a single choice
is bounded by the context alone."""

MOST_WATCHED = MOST_TOKENS // 4
"""The same for choices with banned tokens, whose tokens are checked one by one."""

MOST_WORDS = 256
"""Stop strings, and bad words."""

MOST_CHARACTERS = 16_384
"""Characters of all stop strings, and of all bad words."""

MOST_LOGPROBS = 20
"""Candidates of one token (`top_logprobs`, `prompt_logprobs`)."""

MOST_LIKELIHOODS = 262_144
"""Log probabilities in one answer."""

LONGEST_TEMPLATE = 32_768
"""Characters of a `chat_template`."""

LARGEST_CONTEXT = 1 << 20
"""Bytes of all variables of a `chat_template`."""

TEMPLATE_SECONDS = 0.25
"""Seconds of processor time of one rendering of a `chat_template`."""

MOST_RENDERED = 16 << 20
"""Characters and items that one rendering makes in all."""

# Structured output

LARGEST_SCHEMA = 262_144
"""Bytes of a schema."""

MOST_VALUES = 10_000
"""Values that a schema requires at least."""

MOST_PROPERTIES = 2_000
"""Properties of one object."""

MOST_ITEMS = 10_000
"""Items of one array."""

LONGEST_TEXT = 100_000
"""Characters of a text that a `pattern` requires."""

LONGEST_PATTERN = 4_096
"""Characters of a regular expression."""

LONGEST_GRAMMAR = 32_768
"""Characters of a grammar."""

MOST_CLASSES = 500
"""Different classes of characters in a grammar."""

MOST_BLANKS = 64
"""Blanks that a `guided_whitespace_pattern` requires in one place."""
