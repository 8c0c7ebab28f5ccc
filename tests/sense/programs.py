"""Prompts about code: queries over a schema, and code that the prompt shows."""

from __future__ import annotations

from tests.sense.checks import both, code, holds, lacks, of

SHOP = "Schema: clients(id, name, city), invoices(id, client_id, amount, issued_at)"

PROGRAMS = {
    "programs": (
        of(
            "Which clients have never had an invoice?",
            code("sql", "LEFT JOIN invoices", "invoices.id IS NULL"),
            system=f"Always answer with a single SQL query. {SHOP}",
        ),
        of("Write SQL: authors without books", code("sql", "LEFT JOIN books", "books.id IS NULL")),
        of(
            "A typed Python function area that takes width (float) and height (float)"
            " and returns their product",
            code("python", "def area(width: float, height: float) -> float:", "width * height"),
        ),
        of(
            "Invoiced amount per city in 2023: give the total",
            code("sql", "clients.city, SUM(invoices.amount)", "JOIN", "'2023-01-01'", "GROUP BY"),
            system=f"You turn questions into SQL. Only output SQL. {SHOP}",
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
            f"Write SQL for the 3 clients with the highest total amount. {SHOP}",
            code("sql", "clients.name, SUM(invoices.amount)", "DESC", "LIMIT 3"),
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
            "Regular expression for our plates: three uppercase letters, a dash, four digits. Only it.",
            holds(r"^[A-Z]{3}-\d{4}$"),
        ),
        of(
            "Bash one-liner that lists the files ending in .tmp below ./logs. Reply with the command only.",
            holds('find ./logs -name "*.tmp"'),
        ),
    )
}
