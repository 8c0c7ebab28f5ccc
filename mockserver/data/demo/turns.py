"""One turn of a conversation between a passenger and the assistant.

The assistant's words are templates, since those of the chat model read worse: to the result of the
timetable it says "The departs is 21:40 and the pier is 4", and to questions about the house, even
beside the answers, mostly that it depends.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from mockserver.core.model import Json, JsonObject
from mockserver.data.demo.cast import Cast
from mockserver.data.demo.chat import Talk, chat

MODEL = "harbour-small"


class Trip(NamedTuple):
    """The crossing that a conversation is about; `dated` is whether the prompt asks for dates."""

    prompt: str
    dated: bool
    passenger: str
    port: str
    departs: str
    pier: int
    wind: int

    @property
    def time(self) -> str:
        """The departure as the assistant tells it."""
        return f"{self.departs} tonight" if self.dated else self.departs


Turn = Callable[[Cast, Trip], JsonObject]


def timetable(cast: Cast, trip: Trip) -> JsonObject:
    """When the last ferry leaves."""
    question = f"Is there still a ferry to {trip.port} tonight?"
    answer = f"Yes, the last one leaves at {trip.time} from pier {trip.pier}."
    found = [{"departs": trip.departs, "pier": trip.pier}]
    lookup = {
        "op": "lookup_timetable",
        "took": cast.took(0.15),
        "inputs": {"to": trip.port, "after": "20:00"},
        "output": found,
    }
    last = _reply_call(cast, trip, question, answer)
    return _turn(cast, "timetable", question, answer, [lookup, last])


def booking(cast: Cast, trip: Trip) -> JsonObject:
    """Seats, by a tool that now and then finds none."""
    seats, code = cast.number(1, 6), f"{trip.port[:2].upper()}-{cast.number(1000, 9999)}"
    question = f"Book {seats} seats on it, please. The name is {trip.passenger}."
    arguments = {"departs": trip.departs, "seats": seats, "name": trip.passenger}
    wish = {"role": "assistant", "tool_calls": [{"name": "book_seats", "arguments": arguments}]}
    asking = _reply_call(cast, trip, question, wish)
    book = {"op": "book_seats", "took": cast.took(0.3), "inputs": arguments}
    if cast.chance(0.08):
        failed = {**book, "exception": f"SoldOut: fewer than {seats} seats are left"}
        answer = f"I am sorry, fewer than {seats} seats are left on the {trip.departs}."
        children = [asking, failed, _reply_call(cast, trip, question, answer)]
    else:
        booked = {**book, "output": {"code": code, "price": 15.5 * seats, "currency": "EUR"}}
        answer = f"Done: {seats} seats at {trip.time}. Your code is {code}."
        children = [asking, booked, _reply_call(cast, trip, question, answer)]
    return _turn(cast, "booking", question, answer, children)


def luggage(cast: Cast, trip: Trip) -> JsonObject:
    """A turn about luggage."""
    thing = cast.one(("bicycle", "dog", "surfboard", "pram", "cello"))
    question = f"May I bring a {thing}?"
    answer = f"Yes, there is room for a {thing} on the car deck; please be there ten minutes early."
    return _turn(cast, "luggage", question, answer, [_reply_call(cast, trip, question, answer)])


def weather(cast: Cast, trip: Trip) -> JsonObject:
    """A turn about the weather."""
    question = f"Will it be rough on the way to {trip.port}?"
    forecast = {
        "op": "lookup_forecast",
        "took": cast.took(0.4),
        "inputs": {"port": trip.port},
        "output": {"wind": trip.wind, "unit": "m/s"},
    }
    state = "calm" if trip.wind < 8 else "choppy" if trip.wind < 14 else "rough"
    answer = f"It will be {state}: {trip.wind} metres per second are forecast."
    return _turn(
        cast, "weather", question, answer, [forecast, _reply_call(cast, trip, question, answer)]
    )


ASIDES = (
    ("How long does the crossing take?", "Forty minutes; in a strong wind five more."),
    ("Can I eat something on board?", "Yes, the galley on deck three has soup and sandwiches."),
    ("Is there somewhere quiet to work?", "The aft lounge is quiet, and every seat has a socket."),
    ("What does the parking cost?", "Six euros a day in the car park behind the pier."),
    ("Do children pay?", "Under six they travel free, under fourteen for half the price."),
    ("When do I have to be there?", "Ten minutes before, with a car half an hour before."),
    ("Can I change the booking later?", "Yes, free of charge until an hour before it leaves."),
    ("And if I miss it?", "Your ticket is good for the first crossing of the next morning."),
    ("Where do I find the ticket?", "In the message we sent you; the code alone is enough."),
    ("Is the lift working today?", "Yes, all three lifts are in service."),
    ("May I stay in the car?", "No, the car deck is closed while the ferry is under way."),
    ("Can I charge an electric car?", "In port, on deck two; never during the crossing."),
    ("Who do I ask about lost things?", "The counter at pier one keeps them for four weeks."),
    (
        "Is the open deck open at night?",
        "Yes, unless the wind is above fourteen metres per second.",
    ),
    ("Can I pay by card on board?", "Everywhere but at the coffee machine, which wants coins."),
)
"""Further questions of passengers, and the same answer of the house to everybody."""


def aside(question: str, answer: str) -> Turn:
    """A turn that needs no tool."""

    def turn(cast: Cast, trip: Trip) -> JsonObject:
        return _turn(cast, "house", question, answer, [_reply_call(cast, trip, question, answer)])

    return turn


def thanks(cast: Cast, trip: Trip) -> JsonObject:
    """The end of a conversation."""
    question, answer = "Thanks!", f"You are welcome, {trip.passenger}. Have a good crossing."
    return _turn(cast, "thanks", question, answer, [_reply_call(cast, trip, question, answer)])


def _reply_call(cast: Cast, trip: Trip, question: str, answer: Json) -> JsonObject:
    return chat(cast, Talk(MODEL, trip.prompt, 0.8), question, answer)


def _turn(
    cast: Cast, intent: str, question: str, answer: str, children: list[JsonObject]
) -> JsonObject:
    classify = {
        "op": "classify_intent",
        "took": cast.took(0.1),
        "inputs": {"message": question},
        "output": {"intent": intent, "confidence": cast.number(80, 99) / 100},
    }
    return {
        "op": "assistant_turn",
        "display_name": question,
        "inputs": {"message": question},
        "output": answer,
        "children": [classify, *children],
    }
