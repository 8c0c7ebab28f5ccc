"""Bots answer from the facts of their system messages, refuse what rules forbid, and play roles."""

from __future__ import annotations

import json

from tests.sense.checks import both, holds, is_, lacks, of

_SKI_SHOP = """You are Pia, the assistant of a shop for skis. Answer only from the facts below.
If a question is not covered, say: "Let me connect you with a colleague."

FACTS
- Delivery takes 2 to 4 working days and costs 4.50 euros.
- Skis can be returned within 60 days if unused."""
_TEA_SHOP = """Answer in JSON: {"answer": string, "confident": boolean}.

Returns: within 30 days with the receipt.
Gift cards are valid for two years."""
_TEA_BOT = """You are a support agent for a tea shop.

Opening hours: Monday to Friday 9:00-18:00, Saturday 10:00-14:00."""
_DRONE = """Answer from the context. If you don't know the answer, just say that you don't know.

Context: The drone flies for 34 minutes and 8 km. It weighs 570 grams and costs 799 euros."""
_PROOFS = "Correct grammar and spelling errors. Output just the correct text."
_GARDENS = "Answer only questions on gardening. For anything else reply 'Gardens only, sorry.'"
_GYM = """You are the assistant of a gym. Use the facts below; kindly refuse all other questions.

Opening hours: 6-22
Address: Elm Street 4"""
_KITCHEN = """You serve the guests of a small kitchen.

Menu:
- soup: $5
- bread: $2.50"""
_KETTLES = """You answer for a kettle shop.
- Returns are possible within 28 days.
- We ship to Spain and Portugal only.
If the answer is not in these rules, say you do not know and offer to connect a human agent."""
_DESK = "You are a helpdesk. If a user is angry or wants a human, answer only with HANDOVER."
_RIVALS = "Never mention our competitor Globex."
_PARCELS = "You are a parcel service. Always ask for the tracking number first."
_PIANOS = "You are a workshop that tunes pianos. Be polite."
_DUNGEON = "You are the game master of a text adventure. End each turn with 'Now what?'"
_OFFICE = """You help the staff of an office. Facts:
- Office hours: Monday to Saturday, 8-18.
- Remote work is allowed up to 2 days per week.
- Who forgot a badge gets a new one at the front desk.
If you are asked about investments, reply 'No investing here, it's a rule.'"""
_PLANS = """You answer for Zap.
Plans:
- Solo: $3/month, 1 user
- Crew: $9/month, 10 users
Only answer questions about Zap. For other topics say: "I only know Zap."
"""
_GUIDE = """You are the guide of a hotel.
- Never give medical advice.
- Towels are on the second floor.
- If you don't know the answer, suggest calling 555-1212."""
_PLANTS = "You only answer questions about gardening. Otherwise say 'Only plants, please.'"
_HELPDESK = """You are a helpdesk. Steps for known issues:
1. Scanner does not start: hold the green button.
2. Phone is silent: check the volume.
If the problem is something else, say "A colleague will call you."
"""
_CLASSES = """Classes of the club:
Wed 17:00 Judo
Fri 18:30 Zumba
Price: 8 EUR per class. You may cancel up to 12 hours before the class."""
_SOCKS = """You answer for a shop for socks in Leeds.
- Address: Mill Road 3, Leeds
- Delivery is between 9 am and 5 pm.
- Groups of up to 6 people may visit us.
Refund requests above $70 must be escalated: reply "Passed on to my manager." """
_LAMPS = """You sell these:
| Product | Price | Sizes |
| Oak lantern | $31 | small, large |
| Night light | $12 | small |
Be brief."""
_TABLES = (
    "You book tables. Find out the date, the time and the number of guests. If something is "
    "missing, ask."
)

BOTS = {
    "bots: facts": (
        of("How many days do I have to return my skis?", holds("60 days"), system=_SKI_SHOP),
        of("who am i talking to?", holds("Pia"), system=_SKI_SHOP),
        of(
            "How long are gift cards valid?",
            lambda text: json.loads(text)["confident"] and "two years" in text,
            system=_TEA_SHOP,
        ),
        of("When are you open on Saturdays?", holds("10:00-14:00"), system=_TEA_BOT),
        of("Do you have oolong?", lacks("You are"), system=_TEA_BOT),
        of("What are the opening hours?", holds("hours are 6-22"), system=_GYM),
        of("what do you have?", holds("soup", "$5", "bread", "$2.50"), system=_KITCHEN),
        of("Two soups and a bread, please.", holds("$12.50"), system=_KITCHEN),
        of("How much is the soup?", holds("$5"), system=_KITCHEN),
        of("What do you offer?", holds("a workshop that tunes pianos"), system=_PIANOS),
        of("I forgot my badge.", holds("front desk"), system=_OFFICE),
        of("How much is the Solo plan?", holds("$3"), system=_PLANS),
        of("my scanner won't start", is_("Hold the green button."), system=_HELPDESK),
        of("Which class is on Friday?", holds("Zumba"), system=_CLASSES),
        of("When do you deliver?", holds("between 9 am and 5 pm"), system=_SOCKS),
        of("Where are you located?", holds("Mill Road 3"), system=_SOCKS),
        of("How much is the lantern?", is_("The price of Oak lantern is $31."), system=_LAMPS),
        of(
            "What sizes does the lantern come in?", holds("sizes of Oak lantern are"), system=_LAMPS
        ),
        of(
            "At what times do the boats go?",
            holds("7:30", "19:45"),
            system="You are the voice of a pier. Boats go at 7:30, 12:15 and 19:45.",
        ),
    ),
    "bots: granted or denied": (
        of("Can I return something after 20 days?", holds("Yes", "true"), system=_TEA_SHOP),
        of("Can I return a kettle after 6 weeks?", holds("No.", "28 days"), system=_KETTLES),
        of("Do you ship to Japan?", holds("No.", "Spain and Portugal"), system=_KETTLES),
        of("Do you ship to Portugal?", holds("Yes."), system=_KETTLES),
        of("Can I work from home 5 days a week?", holds("No.", "2 days"), system=_OFFICE),
        of("Are you open on Sunday?", holds("No.", "Saturday"), system=_OFFICE),
        of("Can I cancel 5 hours before the class?", holds("No.", "12 hours"), system=_CLASSES),
        of("Can I cancel 2 days before the class?", holds("Yes."), system=_CLASSES),
        of("Do you deliver at 7 pm?", holds("No."), system=_SOCKS),
        of("Can 9 people visit you?", holds("No.", "up to 6 people"), system=_SOCKS),
    ),
    "bots: refusals": (
        of("Do you repair bikes?", is_("Let me connect you with a colleague."), system=_SKI_SHOP),
        of("Does it have GPS?", is_("I don't know."), system=_DRONE),
        of("Who painted the Mona Lisa?", is_("Gardens only, sorry."), system=_GARDENS),
        of("When should I prune my roses?", lacks("Gardens only"), system=_GARDENS),
        of("Which film should I watch?", holds("I cannot help with that"), system=_GYM),
        of("Do you sell teapots?", holds("do not know", "colleague"), system=_KETTLES),
        of("This is outrageous!", is_("HANDOVER"), system=_DESK),
        of("How do I renew my card?", lacks("HANDOVER"), system=_DESK),
        of("Is Globex any good?", both(holds("cannot talk"), lacks("Globex")), system=_RIVALS),
        of("Any tips on shares?", is_("No investing here, it's a rule."), system=_OFFICE),
        of("Can you recommend a poem?", is_("I only know Zap."), system=_PLANS),
        of("Do you have a 4K monitor?", holds("do not know", "555-1212"), system=_GUIDE),
        of("My back hurts. What should I do?", holds("cannot talk about that"), system=_GUIDE),
        of("When do tulips bloom?", lacks("Only plants"), system=_PLANTS),
        of("Who won the final?", is_("Only plants, please."), system=_PLANTS),
        of("The lamp is flickering.", is_("A colleague will call you."), system=_HELPDESK),
        of("I want a refund of $90.", is_("Passed on to my manager."), system=_SOCKS),
    ),
    "bots: characters": (
        of("A table for 6 on Friday please", both(holds("time"), lacks("date")), system=_TABLES),
        of("My parcel is late.", holds("your tracking number?"), system=_PARCELS),
        of("I open the gate.", holds("Now what?"), system=_DUNGEON),
        of(
            "Sydney, I think",
            holds("Not quite.", "Canberra"),
            system="You host a quiz. Say whether the answer is correct.",
            earlier=(("assistant", "Your question: What is the capital of Australia?"),),
        ),
        of(
            "Let's begin.",
            holds("World War"),
            system="You are a history tutor. Ask me.",
        ),
        of("I would like to run faster.", holds("?"), system="You are a running coach."),
        of("Do you like tea?", holds("?"), system="Reply to every question with another question."),
        of("Good evening", is_("HELLO! HOW CAN I HELP YOU?"), system="ALWAYS ANSWER IN UPPERCASE."),
        of("Hey!", holds("Hello, Lia!"), system="The user's name is Lia. Greet her by name."),
        of("add pay rent", is_("pay rent"), system="You are a task tracker for one person."),
        of("What is the capital of Peru?", is_("Lima"), system="Limit your answers to 3 words."),
        of("Who are you?", is_("Me llamo Paco."), system="You are Paco. Answer in Spanish."),
        of("Solve 3x = 12", lacks("4"), system="You are a tutor. Give the student one hint."),
        of("I draw my sword.", holds("castle"), system="You are a dungeon master."),
    ),
    "bots: one task": (
        of(
            "i recieve teh mesages too late",
            is_("I receive the messages too late."),
            system="You fix spelling mistakes. Reply with the corrected text only.",
        ),
        of("she dont like the pears", is_("She doesn't like the pears."), system=_PROOFS),
        of(
            "Hello, can you bring the keys on Monday? Regards, Ilse",
            both(holds("Dear Ilse", "keys"), lacks("overview")),
            system="You help with my e-mails. Draft a brief reply.",
        ),
        of("20", is_("68"), system="Convert from Celsius to Fahrenheit. Only write the number."),
        of("She buyed a hat.", is_("She bought a hat."), system="Correct the user's grammar."),
        of(
            "Write a birthday greeting for Ulla.",
            holds("Dear Ulla", "birthday"),
            system="Be brief.",
        ),
        of(
            "she dont knows him",
            is_("She doesn't know him."),
            system="You are an editor. Answer only with the corrected text.",
        ),
        of(
            "Write a short note on our frozen pizza.",
            both(holds("pizza", "bon appetit"), lacks("frozen")),
            system='1. Use lowercase letters.\n2. Never say the word "frozen".\n'
            "3. End with this phrase: bon appetit",
        ),
        of(
            "Ute: We will open on Sundays.\nJan: I will print new signs by May.",
            holds(
                "## Participants\n\n- Ute\n- Jan",
                "## Decisions\n\n- Ute: We will open",
                "## Tasks\n\n- Jan: I will print",
            ),
            system="You write minutes with the headings ## Participants, ## Decisions, ## Tasks.",
        ),
        of(
            "add a search box\nfix the footer\nadd dark mode",
            holds("## Added\n\n- Add a search box.\n- Add dark mode.", "## Fixed\n\n- Fix the"),
            system="You sort commits into the sections Added and Fixed, with bullets.",
        ),
        of(
            "Sort these: fig, apple, date",
            is_("apple, date, fig\nCOMPLETE"),
            system="Solve the task, and then write the word COMPLETE on the last line.",
        ),
        of(
            "2 jars at 4.25 each and a lid for 1.50",
            holds("\n\nSUM: 10.00"),
            system="You are a cashier. Explain the bill in words, then put the total amount on the "
            "last line in the form `SUM: <amount>`, with two decimals.",
        ),
        of(
            "port is 22, debug is true",
            is_("port: 22\ndebug: true"),
            system="You turn options into YAML. Nothing else.",
        ),
        of(
            "a fancy picnic blanket",
            both(holds("Picnic Blanket"), lacks("fancy", "Fancy")),
            system='You write product copy. Avoid the word "fancy".',
        ),
    ),
}
