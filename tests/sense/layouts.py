"""Prompts for lists, marked sections, roles with one phrase, and code from its description."""

from __future__ import annotations

from tests.sense.checks import (
    Case,
    both,
    code,
    fits_pattern,
    holds,
    is_,
    lacks,
    lines,
    numbered,
    of,
    table,
)

LISTS: tuple[Case, ...] = (
    of(
        "Give me 3 hiking tips as a bulleted list using plus signs (+).",
        fits_pattern(r"\+ [^\n]+\n\+ [^\n]+\n\+ [^\n]+"),
    ),
    of(
        "suggest 5 names for a coffee shop, as bullets using • , at most 3 words each",
        fits_pattern(r"(• \w+( [\w']+){0,2}\n?){5}"),
    ),
    of(
        "Pull 4 key phrases out of this paragraph and join them with a pipe, on one line.\n\n"
        "Paragraph: Divers at the wreck measured the old anchor. Cameras filmed crabs near it.",
        both(fits_pattern(r"[\w ]+( \| [\w ]+){3}"), lacks("pull", "paragraph", "phrase")),
    ),
    of(
        "Give me the weekdays as a comma separated list without spaces.",
        is_("Monday,Tuesday,Wednesday,Thursday,Friday"),
    ),
    of(
        "Markdown table, 2 columns (Item, Price) from this list: tea 2.50; coffee 3.20. Only that.",
        both(table(["Item", "Price"], 2), holds("| coffee | 3.20 |")),
    ),
    of(
        "Turn the following into a table (columns: Date, Event).\n2024-01-05: kickoff\n2024-02-10: beta",
        both(table(["Date", "Event"], 2), holds("| 2024-02-10 | beta |")),
    ),
    of(
        "Return YAML: key `teams` whose value is a block list of the names red, blue and gold. YAML only.",
        is_("teams:\n  - red\n  - blue\n  - gold"),
    ),
    of(
        "Write about city parks. Your response must contain 3 sections, each beginning with "
        '"Section X:" where X is the number.',
        fits_pattern(r"Section 1:\n[^#]+\n\nSection 2:\n[^#]+\n\nSection 3:\n[^#]+"),
    ),
    of(
        "Give two pros and two cons of remote work. Use the headings Pros and Cons with dash bullets.",
        fits_pattern(r"(?s)(# [^\n]+\n\n)?## Pros\n\n- .+\n- .+\n\n## Cons\n\n- .+\n- .+"),
    ),
    of(
        "List the steps to brew tea as an ordered list with exactly 4 steps, no sub-bullets.",
        numbered(4),
    ),
)

ROLES: tuple[Case, ...] = (
    of("Write a poem.", is_("OK"), system="Acknowledge each message with just the word OK."),
    of(
        "Tell me about cats",
        is_("PONG"),
        system="Whatever the user writes, your only reply is PONG.",
    ),
    of(
        "How old are you?",
        is_("Noted."),
        system='Reply to every user message with exactly "Noted."',
    ),
    of("Translate dog.", is_("Not now."), system='For every message reply only with "Not now."'),
    of("Why?", is_("I can't."), system='You must refuse every request with "I can\'t."'),
    of("What is rain?", lines(3), system="You answer only in haiku."),
    of(
        "hello there",
        is_("HELLO THERE"),
        system="Echo the user's message in uppercase, add nothing.",
    ),
    of("billing-api", is_("billing-api: OK"), system='For any service name reply "<name>: OK".'),
    of("hi", is_("Ahoy!"), system='If the user greets you, reply exactly "Ahoy!".'),
    of(
        "What is the capital of Japan?",
        is_("the capital of japan is tokyo"),
        system="You reply in all lowercase with no punctuation at all",
    ),
)

CODE: tuple[Case, ...] = (
    of(
        "Write a Python dataclass `Box` with float fields width and height and a method `area()` "
        "that returns the area. Code block.",
        code("python", "width: float", "def area(self):", "return self.width * self.height"),
    ),
    of(
        "A dataclass Book in Python: title: str, pages: int, method is_long() returning True if "
        "pages is greater than 300.",
        code("python", "pages: int", "def is_long(self):\n        return self.pages > 300"),
    ),
    of(
        "Write a function is_anagram(a, b) in Python that ignores case and spaces.",
        code("python", 'sorted(a.replace(" ", "").lower())'),
    ),
    of(
        "Write a Python generator `evens(limit)` yielding even numbers below limit.",
        code("python", "yield from [each for each in range(1, limit) if each % 2 == 0]"),
    ),
    of(
        "Python function to_snake(name) converting CamelCase to snake_case",
        code("python", "import re\n", "def to_snake(name):"),
    ),
    of(
        "PostgreSQL DDL for table crew: id serial primary key, name varchar(80) not null. Only SQL.",
        code("sql", "CREATE TABLE crew", "  name VARCHAR(80) NOT NULL"),
    ),
    of(
        "sql: create a table users\ncolumns:\n- id integer primary key\n- email text unique",
        code("sql", "CREATE TABLE users", "  email TEXT UNIQUE"),
    ),
    of(
        'Write a TOML file\n- table [server] with host = "here" and port = 80\n- table [cache] with ttl = 60',
        code("toml", '[server]\nhost = "here"\nport = 80\n[cache]\nttl = 60'),
    ),
    of(
        "nginx: a location block for /static/ with alias /srv/static/ and expires 30d. Code only.",
        code("nginx", "location /static/ {", "alias /srv/static/;", "expires 30d;"),
    ),
    of(
        "Write a systemd unit file for a service that runs /opt/app/start as user app and restarts always.",
        code("systemd", "ExecStart=/opt/app/start", "User=app", "Restart=always"),
    ),
    of(
        'Swift function greet(name: String) -> String returning "Hello, name!". swift block',
        code("swift", "func greet(name: String) -> String {"),
    ),
)

LAYOUTS = {"layouts: lists": LISTS, "layouts: roles": ROLES, "layouts: code": CODE}
