"""Short tasks on a text in the prompt, answered in words: what apps send and visitors try."""

from __future__ import annotations

import json

from tests.sense.checks import (
    both,
    bullets,
    ends,
    fits_pattern,
    holds,
    is_,
    lacks,
    numbered,
    of,
    parsed,
    starts,
    words,
)

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
        of("In the active voice: The song was written by Ida.", is_("Ida wrote the song.")),
        of(
            "Passive voice, please: The cat chases the bird.",
            holds("The bird is chased by the cat."),
        ),
        of("Put this in active voice: The wall was painted by Bo.", is_("Bo painted the wall.")),
        of('Replace each "tea" with "milk": Tom drinks tea.', is_("Tom drinks milk.")),
        of("Reverse the words: red green blue", is_("blue green red")),
        of("Sort descending: 3, 11, 7. Only output the numbers.", is_("11, 7, 3")),
        of(
            "Turn these points into prose:\n- Opened in 1990\n- 12 employees\n- Shops in Graz and Linz",
            is_("It opened in 1990. It has 12 employees. It has shops in Graz and Linz."),
        ),
        of(
            "I am Lea Horn, lea@horn.at.",
            is_("I am [NAME], [EMAIL]."),
            "You redact names and mails: replace them with [NAME] and [EMAIL].",
        ),
        of(
            "A big house is very good.",
            lacks("|", "overview"),
            "You are a paraphrasing tool. Give the paraphrased sentence only.",
        ),
        of(
            "Fix: yesterday i go home and they is late",
            is_("Yesterday I went home and they are late."),
        ),
        of(
            "hey, can you help me plan a birthday party for my son?",
            starts("Plan a Birthday Party"),
            "Write a short title based on the first message of the user. No quotes.",
        ),
        of(
            'Title with an emoji, 3-5 words, as JSON {"title": "..."}\n<chat_history>\nUSER: How do I bake rye bread at home on Sundays?\nASSISTANT: Slowly.\n</chat_history>',
            lambda t: parsed(t)["title"] == "🍳 Bake Rye Bread at Home",
        ),
        of(
            "Write 2 web search queries that help to answer: How do I prune a rose?",
            both(holds("prune a rose"), lacks("?", "Can you")),
        ),
        of('Continue the text: "My favourite place is the"', holds("place is the ")),
        of(
            "Sum up this chat in one sentence:\n\nIda: Shall we eat at 7?\nBo: Yes, but the inn is full.\nIda: OK, I will cook.",
            is_("Bo says that the inn is full, and Ida will cook."),
        ),
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
    "short: a sentence quoted": (
        of(
            "We got on at noon. The boat left late because a rope broke. Lunch was good.\n\nQuote the sentence that says why the boat was late.",
            is_("The boat left late because a rope broke."),
        ),
        of(
            "Which sentence mentions the price? Our boat is old. We ask 900 euros for it. It is blue.",
            holds("We ask 900 euros for it."),
        ),
        of(
            "Return JSON with debug (boolean) and port (number) from:\nDEBUG=0\nPORT=3000",
            lambda text: parsed(text) == {"debug": False, "port": 3000},
        ),
    ),
    "short: granted or denied": (
        of(
            "JSON with keys guest, breakfast, parking: Ms. Orr books a room without breakfast, with parking.",
            lambda text: parsed(text) == {"guest": "Ms. Orr", "breakfast": False, "parking": True},
        ),
        of(
            "JSON with keys pet, vaccinated, neutered: The cat Ida is vaccinated but not neutered.",
            lambda text: parsed(text) == {"pet": "Ida", "vaccinated": True, "neutered": False},
        ),
    ),
    "short: to a limit": (
        of(
            "Shorten to under 8 words: The concert that was planned for May is off because it rains.",
            is_("The concert planned for May is off."),
        ),
        of(
            "Shorten this to at most 8 words: We regret to inform you that the inn will be closed on Sunday due to repairs.",
            is_("The inn will be closed on Sunday."),
        ),
        of(
            "Cut this down to 10 words or fewer: Our new boat lets you see the bay, fish and swim with your family in May.",
            is_("Our new boat lets you see the bay."),
        ),
        of('Rate the sentiment from -1 to 1: "I love this inn." Only the number.', is_("1")),
        of("Sentiment as a float in [-1, 1]. Text: I hate rain. Only the float.", is_("-1")),
        of("Sentiment score -1.0 to 1.0, number only: It's okay, nothing special.", is_("0")),
    ),
    "short: sentences": (
        of('Turn this into a question: "The inn is full in May."', is_("Is the inn full in May?")),
        of('Make this sentence negative: "She likes the sea."', is_("She does not like the sea.")),
        of(
            'Put this sentence in the passive: "The farmer cooked the soup."',
            is_("The soup was cooked by the farmer."),
        ),
        of('Reverse this word: "lamp"', is_("pmal")),
        of('What is the tone of this message? "I am furious about the noise."', is_("angry")),
        of('Detect the intent: "Please cancel my plan."', is_("cancellation")),
        of(
            'Write a subject line for this email: "Hi all, the lift is broken. Use the stairs."',
            is_("Lift Is Broken"),
        ),
        of('Named entity recognition: "Olga Berg met Ivan in Lund."', is_("Olga Berg\nIvan\nLund")),
    ),
    "short: tasks": (
        of(
            "Extract the tasks and owners:\n\nMaria sends the keys. Joe will paint.",
            is_("Maria sends the keys.\nJoe will paint."),
        ),
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
    "short: kinds and endings": (
        of("Which of these are vegetables: leek, pear, carrot?", is_("leek, carrot")),
        of("Which of these is a bird: oven, heron, owl?", is_("owl")),
        of("Which one is not a metal? gold, oak, tin", is_("oak")),
        of("Find the odd one out: rose, tulip, shark, lily", is_("shark")),
        of('Complete the sentence: "Practice makes"', is_("Practice makes perfect.")),
        of(
            "Finish the sentence: She opened the box and saw",
            both(starts("She opened the box and saw "), lacks("lastly")),
        ),
    ),
    "short: written from a text": (
        of(
            "Turn the bullet points into a paragraph.\n\n- 12 boats\n- Ana leads",
            lacks("\n-", "\n1."),
        ),
        of("Write 2 user stories for a photo album.", both(numbered(2), holds("the photo album"))),
        of(
            "Generate test cases for a contact form.",
            holds("1. Valid input for the contact form\n2. "),
        ),
        of(
            'A guest writes: "I was charged twice for booking 771." Write a response.',
            holds("about booking 771.", "charged twice"),
        ),
        of(
            'Respond to this 1-star review: "My lamp arrived broken."',
            holds("does not work as it should"),
        ),
        of(
            "Turn these notes into a paragraph: - founded in 1990 - 12 boats - a shop in Cork",
            is_("It was founded in 1990. It has 12 boats. It has a shop in Cork."),
        ),
        of(
            "Summarize this chat:\nUser: I can't open the door.\nAgent: Is it locked?\nUser: Yes.\nAgent: I'll send a locksmith.",
            is_("The user can't open the door, and the agent will send a locksmith."),
        ),
        of(
            'Suggest 2 follow-up questions for: "The mill was sold in May."',
            both(numbered(2), holds("that the mill was sold in May?")),
        ),
    ),
    "short: asked by hand": (
        of(
            "Write a title for this chat, 4 words at most. Do not use quotes.",
            both(words(2, 4), holds("Paddle")),
            earlier=(("user", "how do i paddle a canoe alone?"), ("assistant", "Kneel in it.")),
        ),
        of(
            "Which category is this purchase? Food, Rent, Fun, Transport. One word.\n\nPetrol",
            is_("Transport"),
        ),
        of(
            'Rate this tip, 1 to 5. First line "Score: X", second line: one sentence why.\n\nTip: Use a list.',
            fits_pattern(r"Score: [1-5]\n[^\n]+\."),
        ),
        of(
            'Write a plan for painting a fence. Start with "Plan:" and then 6 numbered steps.',
            both(starts("Plan:\n1. "), numbered(6)),
        ),
        of(
            "Outline a talk on tides: an introduction, two main points and a conclusion",
            both(holds("I. Introduction", "IV. Conclusion"), lacks("\nV.")),
        ),
        of("You are interviewing me for a cook position. Ask me the first question.", ends("?")),
        of(
            "why did the job fail?\n\n07:00:01 start\n07:00:04 ERROR: quota exceeded\n07:00:04 job ended",
            is_("ERROR: quota exceeded"),
        ),
        of(
            "Return JSON with sports as a list\n\nIda enjoys rowing, judo and golf.",
            lambda t: parsed(t) == {"sports": ["rowing", "judo", "golf"]},
        ),
        of(
            "JSON array with name, age and job: Ida is 30 and works as a cook, Jon (41) is a baker.",
            lambda t: (
                parsed(t)
                == [
                    {"name": "Ida", "age": 30, "job": "cook"},
                    {"name": "Jon", "age": 41, "job": "baker"},
                ]
            ),
        ),
        of("Hours: Tue-Fri: 9-17, Sat: 10-14. What time do you close on Saturdays?", holds("14")),
        of("Hours: Tue-Fri: 9-17, Sat: 10-14. Can I come at 4 pm on Saturday?", starts("No")),
        of("Is the number 29 a prime number? Answer only yes or no.", is_("yes")),
        of("What are the months of the third quarter?", holds("July, August and September")),
        of(
            "A table of the months with columns Month and Days, please.",
            holds("| April | 30 |"),
        ),
        of(
            "Make up 2 log entries as JSON Lines (one JSON object per line), each with level and"
            " message. No other text.",
            lambda text: (
                [{*json.loads(line)} for line in text.splitlines()] == [{"level", "message"}] * 2
            ),
        ),
        of(
            'Classify this ticket: "My card was charged twice." Return JSON with category'
            " (shipping, billing or account).",
            lambda text: parsed(text) == {"category": "billing"},
        ),
        of(
            "Return JSON with mood (happy/sad/angry).\n\nI am so glad that you came!",
            lambda text: parsed(text) == {"mood": "happy"},
        ),
        of(
            "Turn this into bullet points: We sell pens. We sell ink.",
            is_("- We sell pens.\n- We sell ink."),
        ),
        of("Convert 8 km to miles, one decimal.", holds("5.0 miles")),
        of(
            "Write a tweet about our library under 120 characters with one hashtag.",
            lambda text: len(text) < 120 and text.count("#") == 1 and "characters" not in text,
        ),
        of("Python function that returns the sum of squares of a list", holds("**2 for", "sum(")),
        of("Write a function for the product of a list of numbers.", holds("math.prod(")),
        of('JSON with the key language for: "Buenos días a todos"', holds("Spanish")),
        of(
            "Give me a JSON object with country, capital and population for Spain.",
            lambda text: (
                parsed(text) == {"country": "Spain", "capital": "Madrid", "population": 48_000_000}
            ),
        ),
        of("How many people live in Tokyo?", holds("14 million")),
        of("Name two planets except Mercury and Venus.", holds("Earth", "Mars")),
        of(
            "Give me two more.",
            both(lacks("apple", "banana", "cherry"), numbered(2)),
            earlier=(("user", "Name 3 fruits."), ("assistant", "apple, banana, cherry")),
        ),
        of(
            "Write a product description for a wool hat in exactly two sentences.",
            lacks("**", "- "),
        ),
        of("Label it billing, bug or feature: The save button does nothing.", is_("bug")),
    ),
    "short: reworded": (
        of(
            "Write a paragraph from these notes:\n- profit doubled\n- new garage in Bonn",
            holds("Profit doubled. There is a new garage in Bonn."),
        ),
        of("Make this simpler: Numerous individuals possess a residence.", holds("Many people")),
        of(
            "Title this article.\n\nThis guide explains how to repair a bike at home.",
            is_("How to Repair a Bike at Home"),
        ),
        of("Put this in the present tense: He cleaned the car.", holds("He cleans the car.")),
        of("Make this more engaging: Our cafe has new cakes.", holds("cakes!")),
        of(
            "Combine these sentences: The bus was late. We walked home.",
            is_("The bus was late, and we walked home."),
        ),
        of(
            "Rewrite in one sentence: The cat is old. It sleeps.",
            is_("The cat is old, and it sleeps."),
        ),
        of(
            "Write a brief summary of this in 2 bullet points:\n\n"
            '"The ferry stops in winter. It runs again in April. Tickets stay valid."'
            "\n\nBRIEF SUMMARY:",
            both(holds("- The ferry stops"), lacks("BRIEF"), lambda text: text.count("- ") == 2),
        ),
        of(
            "Make this formal: hey ben, gotta skip the call tmrw cuz i'm sick",
            holds("I have to skip the call tomorrow because I am unwell"),
        ),
        of(
            'In the sentence below change every "cold" to "warm": A cold hand holds a cold cup.',
            is_("A warm hand holds a warm cup."),
        ),
        of("Write two paraphrases of 'How do I cancel my order?'", holds("cancel my order", "\n")),
    ),
}
