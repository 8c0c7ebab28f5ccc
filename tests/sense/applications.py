"""Default prompts of applications and agent frameworks: their rules, examples and data."""

from __future__ import annotations

from tests.sense.checks import both, code, has, holds, is_, lacks, of

HARBOUR = 'You can use these functions: [{"name": "get_tide", "description": "The tide at a harbour", "parameters": {"type": "object", "properties": {"harbour": {"type": "string"}}, "required": ["harbour"]}}, {"name": "book_berth", "description": "Book a berth for a boat", "parameters": {"type": "object", "properties": {"boat": {"type": "string"}}, "required": ["boat"]}}]\n\nIf no function helps, give back {"calls": []}. Otherwise reply with JSON only, in this form:\n{"calls": [{"name": "function", "arguments": {"key": "value"}}]}'

APPLICATIONS = {
    "applications: memory": (
        of(
            "user: Hi, I'm Ines and I live in Porto. Next week I'm sailing to Faro.\nassistant: Nice!",
            is_('{"facts": ["Name is Ines", "Lives in Porto", "Is sailing to Faro next week"]}'),
            system='Extract facts about the user.\n\nInput: Hi.\nOutput: {"facts": []}\n\nInput: I am a cook.\nOutput: {"facts": ["Is a cook"]}\n\nReturn JSON as in the examples.',
        ),
        of(
            "Good evening!",
            is_('{"facts": []}'),
            system='Extract facts about the user.\n\nInput: Hi.\nOutput: {"facts": []}\n\nInput: I am a cook.\nOutput: {"facts": ["Is a cook"]}\n\nReturn JSON as in the examples.',
        ),
        of(
            'Which memories of the user are worth keeping? JSON: {"memories": ["..."]}\n\nUser: I play the cello, and my office is in Lille.',
            has({"memories": (["Plays the cello", "Office is in Lille"],)}),
        ),
        of(
            "Add to the current summary.\n\nEXAMPLE\nCurrent summary:\nBo asks about tea.\n\nNew lines of conversation:\nBo: Why?\n\nNew summary:\nBo asks why.\nEND OF EXAMPLE\n\nCurrent summary:\nThe human plans a trip to Graz.\n\nNew lines of conversation:\nHuman: I will go by train.\n\nNew summary:",
            both(holds("The human plans a trip to Graz.", "train"), lacks("tea")),
        ),
    ),
    "applications: searches": (
        of(
            'Write 1-2 web search queries for the chat. Format: { "queries": ["query1", "query2"] }\n\n<chat_history>\nUSER: What does a ski pass for Zermatt cost in 2026?\n</chat_history>',
            holds('"queries": [\n', "Zermatt cost 2026"),
        ),
        of(
            'Write 2 google search queries on the task: "Noise of heat pumps in towns". Respond with a list of strings: ["query 1", "query 2"].',
            holds('["Noise heat pumps towns", "', "towns "),
        ),
        of(
            'Generate a 3-5 word title with an emoji.\nJSON format: { "title": "your title here" }\n### Examples:\n- { "title": "📉 Stock Market Trends" },\n- { "title": "Tips for Tea" }\n### Chat History:\n<chat_history>\nUSER: How do I water my tomato plants?\n</chat_history>',
            has({"title": ("🌱 Water My Tomato Plants",)}),
        ),
    ),
    "applications: queries": (
        of(
            "First create a sqlite query, then look at the results. Use this format:\n\nQuestion: Question here\nSQLQuery: SQL Query to run\nSQLResult: Result of the SQLQuery\nAnswer: Final answer here\n\nTable 'port_stats' has columns: port_name (VARCHAR(16)), ships (INTEGER), .\n\nQuestion: Which port has the most ships?\nSQLQuery: ",
            is_("SELECT port_name, ships\nFROM port_stats\nORDER BY ships DESC\nLIMIT 1;"),
        ),
        of(
            "Generate a valid SQL query without any explanations.\nCREATE TABLE bills (id INTEGER, guest_id INTEGER, total REAL)\n\nCREATE TABLE guests (id INTEGER, name TEXT)\n\nWhat is the total of all bills per guest name?",
            code("sql", "SELECT guests.name, SUM(bills.total)"),
        ),
    ),
    "applications: support": (
        of(
            "Your order was cancelled. Send the label back.",
            holds("Could you please send the label back"),
            system="You are a helpful support agent. Please change the tone of the following support message to be friendly.",
        ),
        of(
            "Messages:\nGuest: I was billed twice.\nGuest: I want to cancel my plan.\n\nLabels:\nbilling, bug, cancellation, praise",
            is_("billing, cancellation"),
            system="Select the two labels that fit the conversation. Comma-separated, only the labels.",
        ),
        of(
            'Should the chat be handed over to a human? JSON {"handover": true|false}\n\nVisitor: Where is my order?\nBot: See our help centre.\nVisitor: I want to talk to a real person!',
            has({"handover": (True,)}),
        ),
        of(
            "My card is 4111 1111 1111 1111, book the boat.",
            has({"flagged": (True,), "category": ("payment_data",)}),
            system='Policy: no medical dosage, no insults, no card numbers. JSON: {"flagged": boolean, "category": "medical"|"insult"|"payment_data"|"none"}',
        ),
    ),
    "applications: commits": (
        of(
            "Commit message for this diff:\n\n--- a/mail.ini\n+++ b/mail.ini\n@@ -1 +1 @@\n-port = 25\n+port = 587",
            is_("Change port from 25 to 587"),
        ),
        of(
            "Write a conventional commit message (feat, fix, docs or test).\n\ndiff --git a/tests/test_mail.py b/tests/test_mail.py\n--- a/tests/test_mail.py\n+++ b/tests/test_mail.py\n@@ -3 +3,2 @@\n+def test_no_mail():\n+    assert inbox() == []",
            is_("test: add a test for no_mail to test_mail.py"),
        ),
        of(
            "Show the last 12 lines of mail.log",
            is_("<execute_bash>tail -n 12 mail.log</execute_bash>"),
            system="Reply with exactly one bash command inside <execute_bash> tags and nothing else.",
        ),
    ),
    "applications: fields": (
        of(
            'Return a JSON object with:\n"name": string,\n"age": number\n\nText: Ida Lund is 41 and likes tea.',
            has({"name": ("Ida Lund",), "age": (41,)}),
        ),
        of(
            'Reply with "Key: value" lines for: Name, City.\n\nText: Ida Lund, 41, lives in Lund.',
            is_("Name: Ida Lund\nCity: Lund"),
        ),
        of(
            'JSON with "matched_skills" (list) and "missing_skills" (list).\n\nRequirements: Go, Rust, SQL\n\nCV:\nName: Ida Lund\nSkills: Go, SQL, Bash',
            has({"matched_skills": (["Go", "SQL"],), "missing_skills": (["Rust"],)}),
        ),
        of(
            "are you open on monday?",
            holds("Monday to Friday"),
            system="Answer with this FAQ.\n\nQ: When are you open?\nA: Monday to Friday, 8 am to 4 pm.\nQ: Do you ship abroad?\nA: Yes, to Norway.",
        ),
        of(
            "can I pay with gold?",
            is_("Please call us."),
            system='Answer with the FAQ\'s text only. If it is not covered, say "Please call us."\n\nQ: When are you open?\nA: Monday to Friday.\nQ: Do you ship abroad?\nA: Yes, to Norway.',
        ),
        of(
            "Please suggest a reply to the following conversation.\n\nCustomer: I ordered a green vase but received a grey one.\nAgent: Oh.\nCustomer: Can I get the right one?",
            both(holds("We will send you the right one"), lacks("Dear")),
        ),
        of(
            "You are a clerk.\nUse this format:\n\nThought: I now can give a great answer\nFinal Answer: Your final answer.\n\nCurrent Task: Name the team with most points. Report: Reds by 4, Blues by 9, Greens by 6.\n\nThis is the expected criteria for your final answer: The team.\nyou MUST return the actual complete content as the final answer, not a summary.\n\nBegin! Give your best Final Answer.\n\nThought:",
            holds("Final Answer: Blues"),
        ),
    ),
    "applications: tasks": (
        of(
            "Below is an instruction that describes a task. Write a response that completes the request.\n\n### Instruction:\nWhat is the capital of Italy?\n\n### Response:",
            holds("Rome"),
        ),
        of(
            'List the action items as JSON objects with "owner", "task" and "due" (null if open).\n\n- Per will send the contract by Friday.\n- Ida checks the export.\n- The team liked the logo.',
            holds('"owner": "Per"', '"owner": "Ida"', '"due": null\n  }\n]'),
        ),
        of(
            'Return JSON with "title" (max 60 characters) and "slug" (lowercase).\n\nText: Compost feeds the garden.',
            lacks("compost feeds the garden."),
        ),
    ),
    "applications: lists": (
        of(
            "Book a berth for the boat Freya.",
            has({"calls": ([{"name": "book_berth", "arguments": {"boat": "Freya"}}],)}),
            system=HARBOUR,
        ),
        of("Sing me a song.", has({"calls": ([],)}), system=HARBOUR),
        of(
            '{note: The dentist moved my appointment, "folders": [{"id": "b7", "name": "Travel"}, {"id": "b8", "name": "Doctors and dentist"}]}',
            has({"id": ("b8",), "name": ("Doctors and dentist",)}),
            system="Sort the note into a folder. JSON only.",
            earlier=(
                (
                    "user",
                    '{"note": "Buy milk", "folders": [{"id": "a1", "name": "Shopping"}, {"id": "a2", "name": "Work"}]}',
                ),
                ("assistant", '```json\n  {"id": "a1", "name": "Shopping"}\n```'),
            ),
        ),
        of(
            'Schema: {"type": "object", "properties": {"city": {"type": "string", "required": true}, "guests": {"type": "integer", "required": true}}}\nText: Dinner for 6 in Lyon, please.',
            has({"city": ("Lyon",), "guests": (6,)}),
            system="Fill the schema.",
            earlier=(
                (
                    "user",
                    'Schema: {"type": "object", "properties": {"colour": {"type": "string", "required": true}}}\nText: a red kite',
                ),
                ("assistant", '{"colour": "red"}'),
            ),
        ),
        of(
            'Which placeholders does this template have? Reply as ["placeholder_1", "placeholder_2"], JSON only.\n\n<text>Dear {{ first_name }}, your table at {{place}} is ready.</text>',
            is_('["first_name", "place"]'),
        ),
        of(
            'Give 2-3 topics of the chat as JSON: {"topics": ["topic1", "topic2"]}. If the chat is too short, give only ["Small talk"].\n\n<chat_history>\nUSER: hello\n</chat_history>',
            has({"topics": (["Small talk"],)}),
        ),
    ),
    "applications: texts": (
        of(
            'Represent how the writer feels by a fitting emoji.\n\n"Thank you all so much for the flowers"',
            is_("🙏"),
        ),
        of(
            "What does the sauna cost?",
            is_("The sauna costs 9 euros. [2]"),
            system='Answer from the context and cite the number as [n], but only if the <doc> tag has one (such as <doc id="4">).\n\n<context>\n<doc id="1">The pool opens at 7.</doc>\n<doc id="2">The sauna costs 9 euros.</doc>\n</context>',
        ),
        of(
            'Name the chat in at most 6 words. JSON: {"Language": "<detected language>", "Output": "<the chat title>"}\n\nUser input:\nWie kann ich meinen Schuppen streichen?',
            has({"Language": ("German",), "Output": ("Schuppen streichen",)}),
        ),
        of(
            "Generate code for the task.\n\nTask: Multiply two numbers.\n\nUse python. Name the function run. It must return {'product': ...}. Only these libraries:\n- json\n- math\n\nExample:\ndef run(x: int, y: int) -> dict:\n    return {'product': x - y}\n\nNo explanations, no code fences.",
            both(holds("def run(x", 'return {"product": x * y}'), lacks("```", "x - y")),
        ),
        of(
            'Instructions:\n-----\nReply with JSON that fits this schema:\n```json\n{"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}, "required": ["name", "age"]}\n```\n-----\nReply:\n-----\nHer name is Ida and she is 31.\n-----\nThe reply does not fit the instructions.\nError:\n-----\nExpecting value: line 1 column 1 (char 0)\n-----\nTry again:',
            has({"name": ("Ida",), "age": (31,)}),
        ),
        of(
            'Human: When does the museum open?\nAI: At ten.\n\nSuggest 3 questions that the human may ask next, each question at most 25 characters. Reply as a JSON list: ["question 1", "question 2", "question 3"]',
            is_('["Why is that?", "What comes next?", "How long is that?"]'),
        ),
        of(
            "The ferry leaves at 9 every day. A ticket costs 4 euros.",
            is_(
                "Q1: When does the ferry leave?\nA1: The ferry leaves at 9 every day.\nQ2: How much does a ticket cost?\nA2: A ticket costs 4 euros."
            ),
            system="Write question and answer pairs on the text that the user sends, and nothing else. The form:\nQ1:\nA1:\nQ2:\nA2:",
        ),
    ),
}
