"""Prompts for lists, marked sections, roles with one phrase, and code from its description."""

from __future__ import annotations

from tests.sense.checks import (
    Case,
    both,
    code,
    ends,
    fits_pattern,
    holds,
    is_,
    lacks,
    lines,
    numbered,
    of,
    starts,
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
        "Sales by city:\nOslo: 120\nBergen: 85\nTromso: 97\nBodo: 40\n\n"
        "Which two cities sold the most? Numbered list, highest first, nothing else.",
        is_("1. Oslo\n2. Tromso"),
    ),
    of(
        "Votes: Anna 12; Ben 31; Cleo 25; Dan 8. Bullet list of the two with the fewest votes.",
        is_("- Dan 8\n- Anna 12"),
    ),
    of(
        "name,score\nAnn,40\nBob,75\nCid,12\nDee,55\n\nTop 2 by score, names only, comma separated.",
        is_("Bob, Dee"),
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
    of(
        "List 3 vegetables and 2 fruits, in two lists with headings.",
        fits_pattern(r"(?s).*## Vegetables\n\n(- \w+\n){3}\n## Fruits\n\n(- \w+\n){2}.*"),
    ),
    of(
        "List of pros and cons for cats: 2 pros, 2 cons.",
        fits_pattern(r"(?s).*## Pros\n\n- [^\n]+\n- [^\n]+\n\n## Cons\n\n- [^\n]+\n- [^\n]+\n\n.*"),
    ),
    of(
        "A nested list with 2 main points about tea.",
        fits_pattern(r"- .+\n  - .+\n  - .+\n\n- .+\n  - .+\n  - .+"),
    ),
    of("Bullet list of the seasons, each in bold.", holds("- **spring**", "- **winter**")),
    of("Explain in two sentences why the sky is blue.", holds("scatters")),
    of("USE ALL CAPS: explain why the sky is blue.", holds("THE SKY IS BLUE BECAUSE")),
    of("Give me a sentence that has exactly nine words about bees.", fits_pattern(r"(\S+ ){8}\S+")),
    of(
        "Use the words harbor and violin in a single sentence.",
        is_("Here harbor and violin come together."),
    ),
    of(
        "Three sentences on rain. Each sentence must have exactly 18 words.",
        fits_pattern(r"((\S+ ?){18}){3}"),
    ),
    of("Answer as a single word in capitals: What is the opposite of cold?", is_("HOT")),
    of(
        "Table of 3 European countries with columns Country, Capital",
        lacks("Japan", "Brazil", "Kenya"),
    ),
    of("Put this in title case: the sea at night", is_("The Sea At Night")),
    of(
        "Markdown table comparing cats and dogs in terms of price and care",
        table(["name", "price", "care"], 2),
    ),
    of(
        "A 3-week plan for learning chess as a table with the columns Week and Topic.",
        holds("| Week 3 |"),
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
    of("hi", is_("Ahoy!"), system='If the user greets you, reply exactly "Ahoy!".'),
    of("What are you?", is_("I am Nova."), system='If somebody asks who you are, say "I am Nova."'),
    of(
        "Give me 3 exercises.",
        fits_pattern(r"Let's go!\n(- [\w -]+\n?){3}"),
        system='Open every message with "Let\'s go!" and use bullets.',
    ),
    of("Is Acme better?", lacks("Acme"), system="Never mention rivals such as Acme and Initech."),
    of("What is Docker?", lacks("{"), system="Plain text only, JSON-free, no markdown."),
    of(
        "My parcel never arrived.",
        both(starts("Hello"), holds("your parcel has not arrived"), ends("Bye!")),
        system='Greet the customer and end with "Bye!"',
    ),
    of("Why do birds sing?", fits_pattern(r"([^\n]+\n){3}(?s:.*)"), system="Reply only in rhyme."),
    of('Say "READY" if you understood.', is_("READY")),
    of(
        "The town of Ems opened a library. It has 80 seats.",
        holds("The town of Ems opened a library. It has 80 seats.", "#news"),
        system="You write tweets from news. Max 200 characters, include #news.",
    ),
    of(
        "moved to Thursday 3pm, bring the figures",
        holds("Moved to Thursday 3pm, bring the figures."),
        system="Turn the user's notes into a formal email.",
    ),
    of(
        "tell Kim the invoice is paid",
        holds("Dear Kim", "The invoice is paid.", "Paul Reed"),
        system="You assist Paul Reed. Draft the email the user describes. Sign as Paul Reed.",
    ),
    of(
        "I renamed usr to user in auth.py.",
        is_("Rename usr to user in auth.py"),
        system="You write commit messages. Output one line, imperative mood, max 50 characters.",
    ),
)

CODE: tuple[Case, ...] = (
    of(
        "PostgreSQL DDL for table crew: id serial primary key, name varchar(80) not null. Only SQL.",
        code("sql", "CREATE TABLE crew", "  name VARCHAR(80) NOT NULL"),
    ),
    of(
        "sql: create a table users\ncolumns:\n- id integer primary key\n- email text unique",
        code("sql", "CREATE TABLE users", "  email TEXT UNIQUE"),
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
