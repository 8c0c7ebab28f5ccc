"""Prompts about code: queries over a schema, code that they show or order, and commands."""

from __future__ import annotations

import re

from tests.sense.checks import both, code, fits_pattern, holds, is_, lacks, of, starts

SHOP = "Schema: clients(id, name, city), invoices(id, client_id, amount, issued_at)"

PROGRAMS = {
    "programs": (
        of(
            "A TypeScript interface for a Crew with id (number) and optional roles (string array)",
            holds("interface Crew {", "roles?: string[];"),
        ),
        of(
            "Write a SQL query that answers the question.\nCREATE TABLE boats (id INT, harbour TEXT, length REAL, built_on DATE);\nCREATE TABLE harbours (name TEXT, depth REAL);\n\nQuestion: What is the mean length per harbour?\nSQL Query:",
            code("sql", "SELECT harbour, AVG(length)\nFROM boats\nGROUP BY harbour"),
        ),
        of(
            "What's the default value of depth?\n\ndef dive(name, depth=12):\n    return depth",
            holds("`12`"),
        ),
        of(
            "```js\nfunction row(a, b) {\n  return a;\n}\n```\nHow many parameters has this function?",
            holds("2 parameters"),
        ),
        of(
            "Rename dive to swim in this code:\n```python\ndef dive(x):\n    return x\n```",
            holds("def swim(x):"),
        ),
        of(
            "Please add comments.\n```python\ndef dive(x):\n    return x\n```",
            holds("# ", "def dive(x):"),
        ),
        of("What does this mean? KeyError: 'crew'", holds("a dictionary has no key `crew`")),
        of(
            "Names of all clients in the city Graz",
            code("sql", "SELECT name", "WHERE city = 'Graz'"),
            system=f"Answer with SQL only. {SHOP}",
        ),
        of(
            "React component in TypeScript called CrewCard. Props: role (string), photoUrl (string)",
            code("typescript", "photoUrl: string;", "CrewCard({ role, photoUrl }: Props)"),
        ),
        of(
            "A YAML config: crew name is alma, port is 81. Use the keys name and port.",
            code("yaml", "name: alma\nport: 81"),
        ),
        of("HTML list with the items Tea, Rum and Ale for the bar.", holds("<li>Ale</li>\n</ul>")),
        of("Write a shell script that makes a folder named logs_9.", holds("mkdir -p logs_9")),
        of(
            "A YAML config with region eu, retries 4 and cache off",
            code("yaml", "region: eu\nretries: 4\ncache: false"),
        ),
        of("Give me an .env with the secret key set to zz9", code("env", "SECRET_KEY=zz9")),
        of(
            "Define a TypeScript interface Stop with lat number and label string",
            code("typescript", "lat: number;", "label: string;"),
        ),
        of(
            "Write SQL that selects title and year from films where rating is over 7",
            code("sql", "SELECT title, year", "FROM films", "rating > 7"),
        ),
        of(
            "Write a GitHub workflow that runs tox on push to develop with Python 3.11",
            code("yaml", "branches: [develop]", 'python-version: "3.11"', "run: tox"),
        ),
        of(
            "A typed Python function area that takes width (float) and height (float)"
            " and returns their product",
            code("python", "def area(width: float, height: float) -> float:", "width * height"),
        ),
        of(
            "Table trips(id, rider, km, day). How many trips did each rider take?",
            code("sql", "rider, COUNT(*)", "GROUP BY rider"),
        ),
        of(
            "Give me an HTML list with the items Mint, Dill and Sage.",
            code("html", "<li>Mint</li>", "<li>Dill</li>", "<li>Sage</li>"),
        ),
        of(
            "Write an SQL query for all invoices of the last 14 days. invoices(id, amount, issued_at)",
            code("sql", "issued_at >= CURRENT_DATE - INTERVAL '14 days'"),
        ),
        of(
            "Write unit tests for this:\n\ndef add(x, y):\n    return x + y",
            code("python", "def test_add", "add(1, 2) == 3"),
        ),
        of(
            "Write a JavaScript arrow function named double that takes n",
            code("javascript", "const double = (n) =>"),
        ),
        of("Only the regex: a hex colour", both(holds("^#"), lacks("```"))),
        of("A tiny HTML page with a button that reads Go", code("html", ">Go</button>")),
        of(
            'Just the html: a form with an input called phone and a button labelled "Call me"',
            code("html", 'name="phone"', ">Call me</button>"),
        ),
        of(
            "A TypeScript type Parcel with weight (number) and an optional note (string), exported",
            code("typescript", "export interface Parcel", "weight: number;", "note?: string;"),
        ),
        of(
            "YAML for a GitHub workflow on pull_request with a job named lint that runs `ruff check`",
            code("yaml", "on: [pull_request]", "  lint:", "- run: ruff check"),
        ),
        of(
            "CSS for .note: 4px padding, yellow background and black letters",
            code("css", ".note {", "padding: 4px;", "background: yellow;", "color: black;"),
        ),
        of(
            "Bash one-liner that lists the files ending in .tmp below ./logs. Reply with the command only.",
            holds('find ./logs -name "*.tmp"'),
        ),
        of(
            "Write a JavaScript function that reverses a string, with JSDoc and a Jest test.",
            code("javascript", "/** Reverse a string. */", "function reverse", "expect(reverse("),
        ),
        of("Create a React component with a counter", code("javascript", "useState(0)")),
        of("Write a minimal Flask app", code("python", "@app.route")),
        of("Implement a queue sorter: merge sort in Python", code("python", "def merge_sort(")),
        of("Write a Python program that prints the factorial of 5", holds("print(factorial(5))")),
        of(
            "Write a Python script that loads data from an API and prints the JSON response",
            code("python", "requests.get("),
        ),
        of("Write a class for a savings account in Python", holds("class SavingsAccount:")),
        of(
            "SQL query for the top 3 authors by number of posts",
            code("sql", "COUNT(posts.id)", "GROUP BY authors.id", "DESC", "LIMIT 3"),
        ),
        of(
            "teams(id, name), players(id, team_id, goals). Write SQL for the total goals per team.",
            code("sql", "SUM(players.goals)", "players.team_id = teams.id", "GROUP BY teams.id"),
        ),
        of(
            "Write SQL that finds customers without any orders",
            code("sql", "LEFT JOIN orders", "WHERE orders.id IS NULL"),
        ),
        of(
            "Write a SQL query that finds duplicate names in the members table",
            code("sql", "SELECT name, COUNT(*)", "FROM members", "HAVING COUNT(*) > 1"),
        ),
        of(
            "Write a SQL INSERT for a member called Zoe with email zoe@example.org",
            code("sql", "INTO members (name, email)", "'Zoe', 'zoe@example.org'"),
        ),
        of(
            "A YAML config with keys db.host set to box and db.port set to 81",
            code("yaml", "db:\n  host: box\n  port: 81"),
        ),
        of(
            "Write a Makefile with the targets lint, build and deploy",
            code("makefile", "lint:\n\t", "deploy:", ".PHONY: lint build deploy"),
        ),
        of(
            "Create a compose file for a Flask app with MySQL",
            code("yaml", "image: python:3.12-slim", "image: mysql"),
        ),
        of("I need a .gitignore for a React app", code("gitignore", "node_modules/")),
        of("Give me a Kubernetes deployment of redis with 4 replicas", holds("replicas: 4")),
        of("HTML form to sign up. Only the HTML.", holds('type="email"', 'type="password"')),
        of("Cron expression for every Friday at 7am", holds("0 7 * * 5")),
        of("Give me a regex for a 6 digit code", holds(r"^\d{6}$")),
        of("Write a nginx config that forwards to port 4100", holds("127.0.0.1:4100", "listen 80")),
        of("Generate a random 14 character password", fits_pattern(r"\S{14}")),
        of("List the seasons in reverse order.", holds("winter, autumn")),
        of("Nenne vier Farben.", holds("Rot, Blau, Grün, Gelb")),
        of("Écris une liste de deux animaux.", both(holds("chien", "chat"), lacks("cheval"))),
        of("A limerick about a dog named Rex", both(holds("a dog named Rex"), lacks("Lee"))),
        of("What is wrong?\n\ndef add(x, y):\n    return x - y", holds("it should use `+`")),
        of(
            "Where is the bug?\n```python\ndef top(scores):\n    return max(score)\n```",
            holds("`score` is not defined"),
        ),
        of(
            "Review this:\n\ndef f(list):\n    eval(list)", holds("`eval` runs", "hides a built-in")
        ),
        of("Fix it:\n```python\nfor x in y\n    print(x)\n```", holds("for x in y:\n")),
        of(
            "Port this to JavaScript:\n\ndef big(xs):\n    for x in xs:\n        print(x)",
            holds("function big(xs) {", "for (const x of xs) {", "console.log(x);\n    }\n}"),
        ),
        of(
            "Convert to Python:\nconst half = (n) => n / 2;",
            holds("def half(n):\n    return n / 2"),
        ),
        of("Add type hints:\n\ndef join(words, sep):\n    pass", holds("words: list, sep: str")),
        of(
            "Make it an arrow function:\n\nfunction id(x) {\n  return x;\n}",
            holds("const id = (x) => x;"),
        ),
        of("Rename n to size in this code:\n\nn = 3\nprint(n)", is_("size = 3\nprint(size)")),
        of("What does the regex `^\\d{4}-\\d{2}-\\d{2}$` match?", holds("YYYY-MM-DD")),
        of('Compact this JSON: { "k": [1, 2] }', is_('{"k":[1,2]}')),
        of(
            "Write a commit message for this:\n\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-RETRIES = 2\n+RETRIES = 4",
            is_("Change RETRIES from 2 to 4"),
        ),
        of("Is tracing on?\n\n# app.ini\ntracing = off\nport = 4", starts("No.")),
        of(
            "tables: dishes(id, name, cost, menu_id), menus(id, name)\nSQL query for all dishes with their menu, sorted by cost descending",
            code("sql", "JOIN dishes ON dishes.menu_id = menus.id\nORDER BY cost DESC"),
        ),
        of(
            "Java class Boat with fields name (String) and length (int)",
            holds("public Boat(String name, int length) {", "return length;"),
        ),
        of("Compare dogs and cats in a table.", holds("| Dogs | Cats |")),
        of("Write a product description for a folding camping wood stove", holds("wood stove:")),
    ),
    "programs: queries": (
        of(
            "SQL: all pupils whose age is below the average age, table pupils(id, name, age)",
            code("sql", "WHERE age < (SELECT AVG(age) FROM pupils)"),
        ),
        of("Select all rows from the table bills where paid is 'no'", code("sql", "FROM bills")),
        of(
            "Create a table for poems with id, title and created_at in MySQL.",
            both(code("sql", "CREATE TABLE poems"), lacks("IN MYSQL")),
        ),
        of("What does an INNER JOIN do?", holds("match in both tables")),
        of(
            "Write a SQL query for the total sales per month from sales(date, amount).",
            both(code("sql", "SUM(amount)", "GROUP BY", "month"), lacks("orders")),
        ),
        of(
            "Say in plain English: SELECT title FROM books WHERE pages < 90 ORDER BY title",
            both(holds("title", "books", "less than 90", "sorted"), lacks("SELECT")),
        ),
        of(
            "rooms(id, name, floor)\nHow many rooms does each floor have?",
            both(holds("SELECT floor, COUNT(*)"), holds("the number of rows in rooms")),
            system="You turn questions into SQL. Show the query, then explain it in a sentence.",
        ),
        of(
            "What does this query do?\nSELECT city, AVG(rent) FROM flats GROUP BY city",
            both(holds("city", "the average rent"), lacks("SELECT")),
        ),
        of("sql: all rows of the table wines where the year is before 1980", holds("year < 1980")),
        of(
            "Which of these tables do I need for the question below? Return a comma-separated list."
            "\n\nTables: guests, rooms, meals, staff\n\nQuestion: Which rooms have two guests?",
            is_("guests, rooms"),
        ),
        of(
            "There is a table songs with columns id, title and length. Write a SQL query for the "
            "titles of all songs with a length over 300.",
            holds("SELECT title\nFROM songs\nWHERE length > 300"),
        ),
        of(
            "Create a table guests with the columns id, name and email. Use SQLite.",
            both(code("sql", "CREATE TABLE guests (", "email"), lacks("Dear")),
        ),
    ),
    "programs: functions and commands": (
        of(
            "while x > 1:\n    x = x // 2",
            holds("x > 1"),
            system="You explain code in one sentence.",
        ),
        of(
            'Write a TypeScript interface User for this JSON: {"id": 5, "name": "Ott", "on": true}',
            code("typescript", "interface User", "id: number;", "name: string;", "on: boolean;"),
        ),
        of(
            "Write a unit test for def add(a, b): return a + b",
            code("python", "def test_", "add("),
        ),
        of(
            "def share(total, people):\n    return total / people",
            holds("- It divides by zero if `people` is 0."),
            system="You review code. Name the problems as bullet points.",
        ),
        of(
            "def add(a, b): return a * b",
            holds("should use `+`"),
            system="You are a reviewer.",
        ),
        of("Explain the regex ^[A-Z]{2}\\d+$", holds("2 capital letters", "one or more digits")),
        of('What is wrong with this JSON?\n{"a": 1, "b": 2,}', holds("a comma too many after `2`")),
        of("Fix this:\n\nfor each in prices:\n    total =+ each", holds("total += each")),
        of(
            "Write a JavaScript function `square` that squares all numbers of an array.",
            code("javascript", "numbers.map("),
        ),
        of("Turn into snake_case: firstName, lastLogin", is_("first_name, last_login")),
        of("Python function lowest(x, y, z) that returns the minimum", holds("min([x, y, z])")),
        of(
            "Write a Python function half(n) and print the result for 9.",
            code("python", "print(half(9))"),
        ),
        of(
            "Rename the function to total. Output only the code. No code block. Keep existing "
            "comments.\n\n```python\ndef plus(a, b):\n    return a + b\n```",
            is_("def total(a, b):\n    return a + b"),
        ),
        of("Bash: rename all .log files to .txt", code("bash", "mv", "{file%.log}.txt")),
        of(
            'Give me a curl command that sends {"n": 3} to https://shop.example/carts with PUT.',
            code("bash", "curl -X PUT https://shop.example/carts", "-d '{\"n\": 3}'"),
        ),
        of(
            "find files over 30MB in /srv",
            code("bash", "find /srv -type f -size +30M"),
            system="You are a shell assistant. Give me one command.",
        ),
        of(
            "match ISO dates",
            lambda text: re.fullmatch(text, "2024-02-03") is not None,
            system="You write regular expressions. Reply with the pattern only.",
        ),
        of(
            "Make a docker compose file for traefik:v3 called edge and map port 8081 to 80.",
            both(holds("edge:", "traefik:v3", '"8081:80"'), lacks("8081:8081")),
        ),
        of(
            "A contact form with an email field and a button, please.",
            both(holds("```html", "<form", 'type="email"'), lacks("Here is", "Dear")),
            system="Reply with the HTML only.",
        ),
        of(
            "remove the folder dist",
            holds("rm -r dist"),
            system="You are a Linux guru. Reply with exactly one command and nothing else.",
        ),
        of(
            "Write a one-line commit message. Structure: <type>: <description>"
            "\n\ndiff --git a/src/trim.py b/src/trim.py\nnew file mode 100644\n--- /dev/null"
            "\n+++ b/src/trim.py\n@@ -0,0 +1,2 @@\n+def trim(text):\n+    return text.strip()",
            is_("feat: add trim.py"),
        ),
        of(
            "Help! Error: Cannot find module 'left-join'",
            holds("the module `left-join`", "npm install left-join"),
        ),
    ),
}
