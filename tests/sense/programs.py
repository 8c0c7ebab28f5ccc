"""Prompts about code: queries over a schema, and code that the prompt shows."""

from __future__ import annotations

from tests.sense.checks import both, code, holds, lacks, of

SHOP = "Schema: clients(id, name, city), invoices(id, client_id, amount, issued_at)"

PROGRAMS = {
    "programs": (
        of(
            "Invoiced amount per city in 2023: give the total",
            code("sql", "clients.city, SUM(invoices.amount)", "JOIN", "'2023-01-01'", "GROUP BY"),
            system=f"You turn questions into SQL. Only output SQL. {SHOP}",
        ),
        of(
            "Which clients have never had an invoice?",
            code("sql", "LEFT JOIN invoices", "invoices.id IS NULL"),
            system=f"Always answer with a single SQL query. {SHOP}",
        ),
        of(
            "Table trips(id, rider, km, day). How many trips did each rider take?",
            code("sql", "rider, COUNT(*)", "GROUP BY rider"),
        ),
        of(
            "A typed Python function area that takes width (float) and height (float)"
            " and returns their product",
            code("python", "def area(width: float, height: float) -> float:", "width * height"),
        ),
        of(
            "Give me an HTML list with the items Mint, Dill and Sage.",
            code("html", "<li>Mint</li>", "<li>Dill</li>", "<li>Sage</li>"),
        ),
        of("Write SQL: authors without books", code("sql", "LEFT JOIN books", "books.id IS NULL")),
        of(
            f"Write SQL for the 3 clients with the highest total amount. {SHOP}",
            code("sql", "clients.name, SUM(invoices.amount)", "DESC", "LIMIT 3"),
        ),
        of(
            "Write an SQL query for all invoices of the last 14 days. invoices(id, amount, issued_at)",
            code("sql", "issued_at >= CURRENT_DATE - INTERVAL '14 days'"),
        ),
        of(
            "Explain this function:\n\ndef larger(one, other):\n    return one if one > other else other",
            holds("`larger`", "returns `one` if `one > other`, else `other`"),
        ),
        of(
            "Please review my code:\n```python\ndef share(part, whole):\n    return part / whole\n```",
            holds("docstring", "`part / whole` fails if `whole` is 0"),
        ),
        of(
            "Find the mistake:\nwhile ready\n    run()",
            holds("colon is missing after `while ready`"),
        ),
        of("Why do I get KeyError: 'region'?", holds('.get("region")')),
        of(
            "Write unit tests for this:\n\ndef add(x, y):\n    return x + y",
            code("python", "def test_add", "add(1, 2) == 3"),
        ),
        of(
            "Write a Python function that counts the vowels in a text, with type hints and a docstring",
            code("python", "(text: str) -> int:", '"""Counts the vowels in a text."""'),
        ),
        of(
            "Write a JavaScript arrow function named double that takes n",
            code("javascript", "const double = (n) =>"),
        ),
        of(
            "docker-compose YAML with a service `api` (image node:22, port 3000:3000) and a service "
            "`cache` (image redis:7)",
            code("yaml", "  api:\n    image: node:22", "  cache:\n    image: redis:7"),
        ),
        of("Only the regex: a hex colour", both(holds("^#"), lacks("```"))),
        of(
            'Just the html: a form with an input called phone and a button labelled "Call me"',
            code("html", 'name="phone"', ">Call me</button>"),
        ),
    )
}
