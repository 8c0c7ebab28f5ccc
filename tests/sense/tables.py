"""Prompts make tables and lists, sort them, pick from them, and ask about their values."""

from __future__ import annotations

from tests.sense.checks import both, holds, is_, lacks, of

TABLES = {
    "tables": (
        of(
            "4 rows: id, name, city",
            lambda text: [len(row.split(",")) for row in text.split("\n")] == [3] * 4,
            system="You make test data. Reply with CSV only, no header.",
        ),
        of("Make this a markdown table: Mari 31 Rome; Elo 9 Oslo", holds("| Mari | 31 | Rome |")),
        of(
            "Make a comparison table of soap and shampoo, 3 rows, columns Aspect, Soap, Shampoo",
            both(holds("| Aspect | Soap | Shampoo |", "| Weakness |"), lacks("Soap 1")),
        ),
        of("Make a table with columns Name, Age for: Bea is 4, Leo is 6.", holds("| Name | Age |")),
        of(
            "Compare these in a table:\n\nSmall: $3, 1 cup\nLarge: $5, 2 cups",
            holds("| Small | $3 | 1 cup |"),
        ),
        of(
            "Make a table with the columns Name and Age, sorted by age: Ann 31, Bo 25",
            is_("| Name | Age |\n| --- | --- |\n| Bo | 25 |\n| Ann | 31 |"),
        ),
        of(
            "Make a table with City and Temp, sorted by temp: Oslo 12, Hamar 9",
            is_("| City | Temp |\n| --- | --- |\n| Hamar | 9 |\n| Oslo | 12 |"),
        ),
        of(
            "Columns: Name, Job.\n\nUte Lang is a baker. Per Dahl is a pilot.",
            holds("| Name | Job |", "| Ute Lang | baker |", "| Per Dahl | pilot |"),
            system="You turn notes into Markdown tables.",
        ),
        of(
            "name,age\nMari,31\nElo,9\nJuhan,45\n\nSort by age, oldest first.",
            holds("Juhan,45\nMari"),
        ),
        of(
            "Sort by name:\n\n| name | age |\n|---|---|\n| Zoe | 3 |\n| Ann | 7 |",
            holds("7 |\n| Zoe"),
        ),
        of(
            "item,price,qty\ncap,4,5\nmug,9,2\n\nWhich item has the highest revenue?",
            holds("Cap", "20"),
        ),
        of("What is the total per shop?\n\nshop,sum\nA,2\nB,3\nA,5", is_("A: 7\nB: 3")),
        of(
            '{"users": [{"name": "Ida", "mail": "i@x.example"}, '
            '{"name": "Bo", "mail": "b@x.example"}]}'
            "\n\nWhat is the mail of the second user?",
            both(holds("b@x.example"), lacks("i@x.example")),
        ),
        of(
            "day,shift,orders\nMon,early,31\nMon,late,54\nTue,early,28\nTue,late,49"
            "\n\nOn which day and shift were the most orders?",
            holds("Mon, late", "54"),
        ),
        of(
            "region,year,sales\nNorth,2021,400\nNorth,2022,350\nSouth,2021,120\nSouth,2022,610"
            "\n\nWhich year had the highest sales?",
            holds("2022", "960"),
        ),
        of(
            "According to this table, which shop sold most in May?"
            "\n\n| Shop | April | May |\n|---|---|---|\n| A | 3 | 9 |\n| B | 8 | 2 |",
            both(holds("A"), lacks("|")),
        ),
        of("Who is older?\n\nUte, 44\nJan, 29", both(holds("Ute", "44"), lacks("29"))),
    ),
    "tables: lists": (
        of("Keep only the numbers greater than 6: 3, 8, 6, 11", is_("8, 11", "8 and 11")),
        of("Sort these by length: banana, fig, apple", is_("fig, apple, banana")),
        of("Deduplicate these rows:\nEva, 4\nLeo, 6\nEva, 4", is_("Eva, 4\nLeo, 6")),
        of("Which numbers are in [2, 5, 9] but not in [9, 2, 1]?", is_("5")),
        of("Merge the lists [a, b] and [b, c] without duplicates.", is_("a\nb\nc")),
        of(
            "Turn this into bullets: I have to rake the leaves, call Ben and wash the dog.",
            is_("- rake the leaves\n- call Ben\n- wash the dog"),
        ),
        of("What is the union of {2, 4} and {4, 9}?", is_("{2, 4, 9}")),
        of(
            "Sort these and return one comma-separated line: pear, fig, apple",
            is_("apple, fig, pear"),
        ),
        of("List the days of the week, starting with Sunday.", holds("Sunday, Monday, Tuesday")),
        of(
            "List the months from March to May.", both(holds("March, April and May"), lacks("June"))
        ),
        of(
            "Give me only the orders that are sold out:\n\n1. Lamp - sold out\n2. Desk - here"
            "\n3. Rug - sold out",
            both(holds("Lamp", "Rug"), lacks("Desk")),
        ),
        of(
            "From this list, give me only the odd numbers as a comma-separated list: 4, 7, 9, 12",
            is_("7, 9"),
        ),
        of("Keep only the towns that end with m: Arnhem, Gouda, Hilversum", lacks("Gouda")),
        of(
            "Orders: tea, milk, milk, cake, milk, tea. Show each item with its count as bullets, "
            "most frequent first.",
            is_("- milk: 3\n- tea: 2\n- cake: 1"),
        ),
        of("List the tasks:\n\ncall Ann\nbuy paint", holds("call Ann", "buy paint")),
        of("Which of these are over 20? Give them separated by commas: 12, 25, 31", is_("25, 31")),
        of(
            "Name the primary colours, separated by a slash, e.g. a / b",
            is_("red / yellow / blue"),
        ),
    ),
}
