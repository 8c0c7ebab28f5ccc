"""Short tasks on a text in the prompt, answered in words: what apps send and visitors try."""

from __future__ import annotations

from tests.sense.checks import bullets, holds, is_, of

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
    "short: rewritten": (
        of(
            'Redact all personal data: "Please ask Bob Lee (bob@x.com) or call 0171 234567."',
            is_("Please ask [NAME] ([EMAIL]) or call [PHONE]."),
        ),
        of(
            'Replace the emails with [HIDDEN]: "Write to bob@x.com, Amy."',
            is_("Write to [HIDDEN], Amy."),
        ),
        of(
            'Shorten: "I am writing to tell you that the film which was shown was not able to start."',
            is_("The film shown could not start."),
        ),
        of(
            'Rewrite in a friendly tone: "Your books are overdue. Return them now."',
            holds("your books are overdue. Could you please return them", "Thank you!"),
        ),
        of(
            'Make this sound nicer: "Stop calling me. I am not at home."',
            is_("Could you please stop calling me? Unfortunately, I am not at home. Thank you!"),
        ),
        of(
            'Make it formal: "hey Ben, can\'t come, so sorry!"',
            is_("Dear Ben, I cannot come. I apologise for any inconvenience."),
        ),
        of(
            'Write a title for this article: "A recent survey found that the trams in Lund are loved by all. They are blue."',
            is_("Trams in Lund Are Loved by All"),
        ),
        of(
            'Rewrite this for a search engine: "hi, can you tell me how do I fix my bike pls"',
            is_("fix bike"),
        ),
    ),
    "short: tasks": (
        of(
            "What are the action items? Notes: Eva orders chairs. Jo will paint. The hall is cold.",
            is_("- Eva orders chairs.\n- Jo will paint."),
        ),
        of('Action items: "Ida bakes bread, Bo buys tea and everyone brings a cup."', bullets(3)),
    ),
    "short: a quotation and a question": (
        of(
            'Given the text "The lamp costs $49 and weighs 2 kg", what is the price?',
            is_("The lamp costs $49 and weighs 2 kg"),
        ),
        of('"Lessons start at nine." When do lessons start?', is_("Lessons start at nine.")),
        of('In the text "Lena moved from Rome to Oslo", find the cities.', is_("Rome\nOslo")),
        of('Text: "Great phone, fine sound." What is the sentiment?', is_("positive")),
    ),
}
