"""Short tasks on a text in the prompt, answered in words: what apps send and visitors try."""

from __future__ import annotations

from tests.sense.checks import is_, of

SHORT = {
    "short: what is in a text": (
        of(
            'Extract the company names: "Bayer and Merck signed a deal with Roche."',
            is_("Bayer\nMerck\nRoche"),
        ),
        of(
            "Which companies are mentioned in this text? Siemens will build a plant with Northvolt.",
            is_("Siemens, Northvolt"),
        ),
        of(
            'List the products in: "She has a Pixel 8 and a Galaxy Watch."',
            is_("Pixel 8\nGalaxy Watch"),
        ),
        of('Identify the brand: "My old Nike shoes are comfortable."', is_("Nike")),
        of('Who is mentioned in this text: "Olga met Ivan at Bosch in Lund."', is_("Olga, Ivan")),
        of(
            'What cities are mentioned here? "The bus goes from Graz via Linz to Munich."',
            is_("Graz, Linz, Munich"),
        ),
        of(
            'Extract the date in ISO format: "We meet on May 2nd, 2025 in Graz."', is_("2025-05-02")
        ),
    ),
    "short: a quotation and a question": (
        of(
            'Given the text "The lamp costs $49 and weighs 2 kg", what is the price?',
            is_("The lamp costs $49 and weighs 2 kg"),
        ),
        of('"Lessons start at nine." When do lessons start?', is_("Lessons start at nine.")),
        of('In the text "Lena moved from Rome to Oslo", find the cities.', is_("Rome\nOslo")),
        of('Text: "Great food, awful noise." What is the sentiment?', is_("neutral")),
    ),
}
