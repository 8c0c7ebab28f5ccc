"""Everyday requests to assistants with a box of tools, each with the calls it asks for."""

from __future__ import annotations

from typing import Any, NamedTuple

Call = tuple[str, dict[str, Any]]


class Request(NamedTuple):
    """A request with the tools that are offered and the calls that it asks for."""

    tools: list[dict[str, Any]]
    text: str
    calls: list[Call]


def tool(name: str, description: str, fields: str = "") -> dict[str, Any]:
    """A tool with fields written as `id amount:number? size:small|large`; `?` is optional."""
    written = {field.rstrip("?").partition(":")[0]: field for field in fields.split()}
    parameters = {
        "type": "object",
        "properties": {name: _schema(field) for name, field in written.items()},
        "required": [name for name, field in written.items() if not field.endswith("?")],
    }
    return {
        "type": "function",
        "function": {"name": name, "description": description, "parameters": parameters},
    }


def _schema(field: str) -> dict[str, Any]:
    kind = field.rstrip("?").partition(":")[2] or "string"
    if "|" in kind:
        return {"type": "string", "enum": kind.split("|")}
    if kind in ("date", "email"):
        return {"type": "string", "format": kind}
    return {"type": "array", "items": {"type": "string"}} if kind == "list" else {"type": kind}


SHOP = [
    tool("track_parcel", "Show where a parcel is", "tracking_number"),
    tool("cancel_order", "Cancel an order that has not been shipped", "order_id"),
    tool("reimburse_customer", "Pay back an order", "order_id amount:number? reason?"),
    tool("change_address", "Change the delivery address of an order", "order_id address"),
    tool("find_articles", "Search the help pages", "query"),
    tool("contact_agent", "Transfer the chat to a member of staff", "reason"),
]
HOUSE = [
    tool("control_lamp", "Turn a lamp on or off", "room power:on|off brightness:integer?"),
    tool("adjust_heating", "Set the temperature of a room", "room degrees:number"),
    tool("start_countdown", "Count down and ring", "seconds:integer label?"),
    tool("set_alarm", "Set an alarm clock", "time"),
    tool("play_audio", "Play a song, an album or a radio station", "title room?"),
    tool("lock_door", "Lock a door", "door"),
    tool("start_vacuum", "Send the robot vacuum cleaner to a room", "room"),
]
OFFICE = [
    tool(
        "schedule_meeting",
        "Add a meeting to the calendar",
        "title date:date time duration_minutes:integer? participants:list?",
    ),
    tool("get_agenda", "Show the appointments of a day", "day:date"),
    tool("add_task", "Put a task on the list", "title due:date? priority:low|normal|high?"),
    tool("send_message", "Send a chat message to a colleague", "recipient text"),
    tool("write_email", "Write an email", "to subject body"),
]
BANK = [
    tool("get_balance", "Show the balance of an account", "account:checking|savings"),
    tool("transfer_money", "Transfer money to a person", "amount:number recipient currency?"),
    tool("freeze_card", "Block a bank card", "last_four_digits"),
    tool("list_transactions", "List the latest transactions", "limit:integer?"),
]
TRAVEL = [
    tool("find_trains", "Find train connections", "start arrival date:date adults:integer?"),
    tool("book_table", "Book a table in a restaurant", "restaurant date:date time guests:integer"),
    tool("reserve_room", "Book a hotel", "city arrival:date nights:integer persons:integer?"),
    tool("rent_car", "Rent a car", "city pickup:date days:integer"),
]
CODE = [
    tool("search_code", "Search the source code", "pattern"),
    tool("open_file", "Show the contents of a file", "path"),
    tool("run_command", "Run a shell command", "command"),
    tool("create_issue", "Report a bug in the tracker", "title labels:list?"),
    tool("deploy_service", "Deploy a service", "service environment:staging|production"),
]
PEOPLE = [
    tool("create_contact", "Add a person to the address book", "name phone email? company?"),
    tool("find_contact", "Look up a person in the address book", "name"),
    tool("log_call", "Record a phone call", "name minutes:integer notes?"),
]
DAILY = [
    tool("weather_forecast", "Weather forecast for a city", "city days:integer?"),
    tool("translate", "Translate a text", "text language"),
    tool("define_word", "Look up a word in the dictionary", "word"),
    tool("web_search", "Search the web", "query"),
    tool("convert_units", "Convert a measurement", "value:number from_unit to_unit"),
    tool("get_time", "Current local time in a city", "city"),
    tool("stock_quote", "Latest price of a share", "symbol"),
]
KITCHEN = [
    tool(
        "suggest_dishes",
        "Suggest dishes for ingredients",
        "ingredients:list diet:vegan|vegetarian|any? minutes:integer?",
    ),
    tool("add_groceries", "Put things on the shopping list", "items:list"),
    tool("order_meal", "Order food for delivery", "dish quantity:integer address?"),
    tool("log_meal", "Record what was eaten", "food calories:integer"),
]
DATABASE = [tool("query_database", "Run a SQL query on the warehouse", "sql")]

REQUESTS = [
    # Words that the tool does not have
    Request(SHOP, "has 1Z999AA10 left the depot yet?", [("track_parcel", {"tracking_number": "1Z999AA10"})]),
    Request(SHOP, "Where is my parcel TR-5521?", [("track_parcel", {"tracking_number": "TR-5521"})]),
    Request(SHOP, "my delivery hasn't arrived, number DX-77120", [("track_parcel", {"tracking_number": "DX-77120"})]),
    Request(SHOP, "Please refund order 3310", [("reimburse_customer", {"order_id": "3310"})]),
    Request(SHOP, "I'd like to get my money back for order K-20", [("reimburse_customer", {"order_id": "K-20"})]),
    Request(SHOP, "Can I speak with somebody real?", [("contact_agent", {})]),
    Request(SHOP, "I need a human, this bot is useless", [("contact_agent", {})]),
    Request(SHOP, "connect me to an operator please", [("contact_agent", {})]),
    Request(SHOP, "I don't need order 8812 any more, please stop it", [("cancel_order", {"order_id": "8812"})]),
    Request(SHOP, "call off order Q-14", [("cancel_order", {"order_id": "Q-14"})]),
    Request(SHOP, "Send order 515 to 4 Mill Lane instead", [("change_address", {"order_id": "515", "address": "4 Mill Lane"})]),
    Request(SHOP, "how do I wash a wool jumper?", [("find_articles", {"query": None})]),
    Request(SHOP, "Pay back 12.50 for order Z-9 because the lid was cracked", [("reimburse_customer", {"order_id": "Z-9", "amount": 12.5, "reason": "the lid was cracked"})]),
    Request(SHOP, "ok thank you, bye", []),
    Request(HOUSE, "I'm cold in the study, set it to 21 degrees", [("adjust_heating", {"room": "study", "degrees": 21})]),
    Request(HOUSE, "Make the nursery 19 degrees", [("adjust_heating", {"room": "nursery", "degrees": 19})]),
    Request(HOUSE, "can you warm up the bathroom to 23°C", [("adjust_heating", {"room": "bathroom", "degrees": 23})]),
    Request(HOUSE, "Remind me in 5 minutes to turn the roast", [("start_countdown", {"seconds": 300, "label": "turn the roast"})]),
    Request(HOUSE, "timer for 90 seconds please", [("start_countdown", {"seconds": 90})]),
    Request(HOUSE, "let me know in half an hour", [("start_countdown", {"seconds": 1800})]),
    Request(HOUSE, "wake me up at 6:45", [("set_alarm", {"time": "6:45"})]),
    Request(HOUSE, "it's too dark in the hallway", [("control_lamp", {"room": "hallway", "power": "on"})]),
    Request(HOUSE, "lights out in the cellar", [("control_lamp", {"room": "cellar", "power": "off"})]),
    Request(HOUSE, "Dim the office to 30 %", [("control_lamp", {"room": "office", "power": "on", "brightness": 30})]),
    Request(HOUSE, "put on some Miles Davis", [("play_audio", {"title": "Miles Davis"})]),
    Request(HOUSE, "I want to hear Abbey Road in the kitchen", [("play_audio", {"title": "Abbey Road", "room": "kitchen"})]),
    Request(HOUSE, "hoover the living room", [("start_vacuum", {"room": "living room"})]),
    Request(HOUSE, "Is the garage shut? Close it up for the night: lock the garage door", [("lock_door", {"door": "garage"})]),
    Request(HOUSE, "what's the capital of Peru?", []),
    Request(OFFICE, "what's on my plate on 2026-03-09?", [("get_agenda", {"day": "2026-03-09"})]),
    Request(OFFICE, "Am I free on 2026-05-11?", [("get_agenda", {"day": "2026-05-11"})]),
    Request(OFFICE, "Remind me to water the plants", [("add_task", {"title": "water the plants"})]),
    Request(OFFICE, "put \"renew passport\" on my todo list, it's urgent", [("add_task", {"title": "renew passport", "priority": "high"})]),
    Request(OFFICE, "I have to call the plumber by 2026-08-01, note that down", [("add_task", {"title": None, "due": "2026-08-01"})]),
    Request(OFFICE, "Set up \"Sprint review\" on 2026-02-17 at 14:00 for 30 minutes with ann@x.org and bo@x.org", [("schedule_meeting", {"title": "Sprint review", "date": "2026-02-17", "time": "14:00", "duration_minutes": 30, "participants": ["ann@x.org", "bo@x.org"]})]),
    Request(OFFICE, "tell Priya that the build is green", [("send_message", {"recipient": "Priya", "text": "the build is green"})]),
    Request(OFFICE, "ping Jonas: lunch is at twelve", [("send_message", {"recipient": "Jonas", "text": "lunch is at twelve"})]),
    Request(BANK, "how much have I got in my savings?", [("get_balance", {"account": "savings"})]),
    Request(BANK, "send 40 euros to Mira", [("transfer_money", {"amount": 40, "recipient": "Mira", "currency": "EUR"})]),
    Request(BANK, "I owe Tom 25 dollars, pay him back", [("transfer_money", {"amount": 25, "recipient": "Tom", "currency": "USD"})]),
    Request(BANK, "I lost my card ending in 4471", [("freeze_card", {"last_four_digits": "4471"})]),
    Request(BANK, "my card 9020 was stolen!", [("freeze_card", {"last_four_digits": "9020"})]),
    Request(BANK, "what did I spend my money on lately? last 10 payments", [("list_transactions", {"limit": 10})]),
    Request(TRAVEL, "two tickets from Lyon to Turin on 2026-06-03 by rail", [("find_trains", {"start": "Lyon", "arrival": "Turin", "date": "2026-06-03", "adults": 2})]),
    Request(TRAVEL, "I have to get from Graz to Linz on 2026-04-02 with 3 people", [("find_trains", {"start": "Graz", "arrival": "Linz", "date": "2026-04-02", "adults": 3})]),
    Request(TRAVEL, "A table for four at Casa Lola on 2026-07-08 at 19:30", [("book_table", {"restaurant": "Casa Lola", "date": "2026-07-08", "time": "19:30", "guests": 4})]),
    Request(TRAVEL, "I want to eat at Noma with 6 friends on 2026-09-01 at 20:00", [("book_table", {"restaurant": "Noma", "date": "2026-09-01", "time": "20:00", "guests": 6})]),
    Request(TRAVEL, "somewhere to sleep in Ghent from 2026-05-20, 2 nights, 3 people", [("reserve_room", {"city": "Ghent", "arrival": "2026-05-20", "nights": 2, "persons": 3})]),
    Request(TRAVEL, "Ich brauche ein Hotel in Dresden ab dem 2026-10-03 für 4 Nächte und 2 Personen", [("reserve_room", {"city": "Dresden", "arrival": "2026-10-03", "nights": 4, "persons": 2})]),
    Request(TRAVEL, "Réserve un hôtel à Nantes à partir du 2026-03-14 pour 2 nuits, 4 personnes", [("reserve_room", {"city": "Nantes", "arrival": "2026-03-14", "nights": 2, "persons": 4})]),
    Request(TRAVEL, "Necesito un coche en Bilbao desde el 2026-08-10, 5 días", [("rent_car", {"city": "Bilbao", "pickup": "2026-08-10", "days": 5})]),
    Request(TRAVEL, "Prenota un tavolo da Gigi il 2026-04-18 alle 20:00 per 5 persone", [("book_table", {"restaurant": "Gigi", "date": "2026-04-18", "time": "20:00", "guests": 5})]),
    Request(CODE, "where do we use parse_header?", [("search_code", {"pattern": "parse_header"})]),
    Request(CODE, "what's inside src/server/app.py", [("open_file", {"path": "src/server/app.py"})]),
    Request(CODE, "execute `make lint`", [("run_command", {"command": "make lint"})]),
    Request(CODE, "ship billing to production", [("deploy_service", {"service": "billing", "environment": "production"})]),
    Request(CODE, "File a ticket called \"Login loops\" with the labels auth and urgent", [("create_issue", {"title": "Login loops", "labels": ["auth", "urgent"]})]),
    Request(PEOPLE, "New contact: Ana Ruiz, phone +34 600 11 22 33, email ana@ruiz.es, works for Tecnova", [("create_contact", {"name": "Ana Ruiz", "phone": "+34 600 11 22 33", "email": "ana@ruiz.es", "company": "Tecnova"})]),
    Request(PEOPLE, "save Ben Okri's number: 020 7946 0958", [("create_contact", {"name": "Ben Okri", "phone": "020 7946 0958"})]),
    Request(PEOPLE, "what's Clara Weiss's phone number?", [("find_contact", {"name": "Clara Weiss"})]),
    Request(PEOPLE, "I talked to Dan Poe for 15 minutes", [("log_call", {"name": "Dan Poe", "minutes": 15})]),
    Request(PEOPLE, "Bitte speichere Eva Kern, Telefon +49 171 5550123, Firma Nordlicht", [("create_contact", {"name": "Eva Kern", "phone": "+49 171 5550123", "company": "Nordlicht"})]),
    Request(DAILY, "Say 'Good morning' in Polish", [("translate", {"text": "Good morning", "language": "Polish"})]),
    Request(DAILY, "put \"How are you?\" into Japanese", [("translate", {"text": "How are you?", "language": "Japanese"})]),
    Request(DAILY, "how do you say 'train station' in Czech?", [("translate", {"text": "train station", "language": "Czech"})]),
    Request(DAILY, "what does 'obstreperous' mean?", [("define_word", {"word": "obstreperous"})]),
    Request(DAILY, "should I take a coat in Riga?", [("weather_forecast", {"city": "Riga"})]),
    Request(DAILY, "is it going to rain in Porto over the next 3 days?", [("weather_forecast", {"city": "Porto", "days": 3})]),
    Request(DAILY, "how many miles are 12 kilometers?", [("convert_units", {"value": 12, "from_unit": "kilometers", "to_unit": "miles"})]),
    Request(DAILY, "what time is it in Seoul?", [("get_time", {"city": "Seoul"})]),
    Request(DAILY, "how is NVDA doing today?", [("stock_quote", {"symbol": "NVDA"})]),
    Request(DAILY, "Quel temps fait-il à Lille ?", [("weather_forecast", {"city": "Lille"})]),
    Request(DAILY, "google cheap bike repair in Leeds", [("web_search", {"query": None})]),
    Request(DAILY, "tell me a joke", []),
    Request(KITCHEN, "I only have eggs, spinach and feta. anything vegetarian in 20 minutes?", [("suggest_dishes", {"ingredients": ["eggs", "spinach", "feta"], "diet": "vegetarian", "minutes": 20})]),
    Request(KITCHEN, "what can I cook with lentils and carrots?", [("suggest_dishes", {"ingredients": ["lentils", "carrots"]})]),
    Request(KITCHEN, "we're out of milk, butter and salt", [("add_groceries", {"items": ["milk", "butter", "salt"]})]),
    Request(KITCHEN, "I need to buy flour, yeast and sugar", [("add_groceries", {"items": ["flour", "yeast", "sugar"]})]),
    Request(KITCHEN, "get me 2 margheritas to 9 Oak Street", [("order_meal", {"dish": "margheritas", "quantity": 2, "address": "9 Oak Street"})]),
    Request(KITCHEN, "I just had a burrito, about 650 calories", [("log_meal", {"food": "burrito", "calories": 650})]),
    Request(DATABASE, "how many invoices were unpaid last month?", [("query_database", {"sql": None})]),
    Request(DATABASE, "which customers bought the most in 2025?", [("query_database", {"sql": None})]),
    # Several calls of one message
    Request(HOUSE, "Switch off the lamps in the attic and the porch and play some blues", [("control_lamp", {"room": "attic", "power": "off"}), ("control_lamp", {"room": "porch", "power": "off"}), ("play_audio", {"title": "blues"})]),
    Request(SHOP, "track AB-1, AB-2 and AB-3", [("track_parcel", {"tracking_number": f"AB-{each}"}) for each in (1, 2, 3)]),
    Request(DAILY, "translate 'Cheers' to Irish and to Welsh", [("translate", {"text": "Cheers", "language": "Irish"}), ("translate", {"text": "Cheers", "language": "Welsh"})]),
    Request(DAILY, "quotes for IBM, ORCL and SAP", [("stock_quote", {"symbol": each}) for each in ("IBM", "ORCL", "SAP")]),
    Request(BANK, "Send 10 dollars to Ann and 20 dollars to Bob", [("transfer_money", {"amount": 10, "recipient": "Ann", "currency": "USD"}), ("transfer_money", {"amount": 20, "recipient": "Bob", "currency": "USD"})]),
    Request(HOUSE, "Lock the front door, turn off the lamp in the hall and wake me at 7:00", [("lock_door", {"door": "front"}), ("control_lamp", {"room": "hall", "power": "off"}), ("set_alarm", {"time": "7:00"})]),
]  # fmt: skip
