"""Words for values: what people, places and things are called. All of them are made up or common.

Domains, telephone numbers and addresses are of the kinds that are reserved for examples.
"""

from __future__ import annotations

from typing import NamedTuple


class Town(NamedTuple):
    """A town, and what else is true there."""

    city: str
    region: str
    country: str
    code: str
    postal: str
    """Where a digit is needed stands `#`, and `?` for a letter."""

    zone: str
    currency: str
    latitude: float
    longitude: float


def listed(text: str) -> tuple[str, ...]:
    """The words of a text, which is easier to read than a list."""
    return tuple(text.split())


def _lines(text: str) -> tuple[str, ...]:
    return tuple(filter(None, map(str.strip, text.splitlines())))


def _town(line: str) -> Town:
    city, region, country, code, postal, zone, currency, latitude, longitude = line.split(" | ")
    names = city, region, country, code, postal, zone, currency
    return Town(*names, float(latitude), float(longitude))


TOWNS = tuple(
    map(
        _town,
        _lines(
            """
    Lisbon | Lisbon | Portugal | PT | 1###-### | Europe/Lisbon | EUR | 38.72 | -9.14
    Berlin | Berlin | Germany | DE | 1#### | Europe/Berlin | EUR | 52.52 | 13.4
    Paris | Île-de-France | France | FR | 750## | Europe/Paris | EUR | 48.86 | 2.35
    London | England | United Kingdom | GB | SE# #?? | Europe/London | GBP | 51.5 | 0.0
    Oslo | Oslo | Norway | NO | 0### | Europe/Oslo | NOK | 59.91 | 10.75
    Madrid | Madrid | Spain | ES | 280## | Europe/Madrid | EUR | 40.42 | -3.7
    Vienna | Vienna | Austria | AT | 1##0 | Europe/Vienna | EUR | 48.21 | 16.37
    Boston | Massachusetts | United States | US | 021## | America/New_York | USD | 42.36 | -71.06
    Seattle | Washington | United States | US | 981## | America/Los_Angeles | USD | 47.61 | -122.33
    Austin | Texas | United States | US | 787## | America/Chicago | USD | 30.27 | -97.74
    Toronto | Ontario | Canada | CA | M#? #?# | America/Toronto | CAD | 43.65 | -79.38
    Melbourne | Victoria | Australia | AU | 3### | Australia/Melbourne | AUD | -37.81 | 144.96
    Kyoto | Kyoto | Japan | JP | 60#-#### | Asia/Tokyo | JPY | 35.01 | 135.77
    Pune | Maharashtra | India | IN | 4110## | Asia/Kolkata | INR | 18.52 | 73.86
    Nairobi | Nairobi | Kenya | KE | 00### | Africa/Nairobi | KES | -1.29 | 36.82
    Recife | Pernambuco | Brazil | BR | 5####-### | America/Recife | BRL | -8.05 | -34.88
            """
        ),
    )
)

FIRST_NAMES = listed(
    """
    Ada Amara Anna Aisha Ben Carlos Chloe Daniel David Elena Emma Felix Grace Hana Hugo Ines Ivan
    Jack James Julia Kenji Laura Leo Lina Lucas Maria Marta Maya Mei Mia Nadia Noah Nora Olivia
    Omar Oscar Paul Priya Rosa Ruth Sam Sara Sofia Tariq Theo Tom Vera Victor Yara Zoe
    """
)
LAST_NAMES = listed(
    """
    Adeyemi Almeida Andersen Bauer Bennett Blake Brandt Carter Castillo Chen Costa Dubois Eriksen
    Fischer Fontaine Garcia Hughes Ibrahim Ito Jensen Kapoor Keller Khan Kim Kowalski Lang Larsen
    Lindqvist Lopez Marino Martin Mensah Meyer Moreau Nakamura Novak Okafor Olsen Park Patel
    Petrov Reyes Rossi Sato Schmidt Silva Singh Tanaka Turner Weber Wood Young
    """
)
COMPANIES = _lines(
    """
    Northwind Analytics
    Harbour & Finch
    Blue Lantern Labs
    Oakfield Logistics
    Silverline Systems
    Cedar Grove Foods
    Brightwater Energy
    Meridian Health
    Juniper Street Books
    Copperleaf Design
    Fjord Mobility
    Ivory Tower Press
    """
)
STREETS = _lines(
    """
    Maple Avenue
    Station Road
    Church Street
    Riverside Drive
    Mill Lane
    Garden Terrace
    Harbour Street
    Park Road
    Kingfisher Way
    Orchard Close
    """
)
PRODUCTS = _lines(
    """
    Walnut Desk Lamp
    Ceramic Coffee Mug
    Wireless Keyboard
    Linen Notebook
    Trail Running Shoes
    Stainless Water Bottle
    Noise-Cancelling Headphones
    Merino Wool Scarf
    Folding Camp Chair
    Cast Iron Skillet
    Canvas Backpack
    Bamboo Cutting Board
    """
)
EVENTS = _lines(
    """
    Quarterly Planning
    Team Breakfast
    Design Review
    Summer Book Fair
    Open Studio Evening
    Product Demo
    Harbour Festival
    Budget Workshop
    """
)
JOBS = _lines(
    """
    Data Analyst
    Software Engineer
    Product Manager
    Account Executive
    Graphic Designer
    Research Scientist
    Operations Lead
    Customer Success Manager
    Nurse Practitioner
    Technical Writer
    """
)
TITLES = _lines(
    """
    A Quiet Morning by the Harbour
    Notes from the Northern Line
    The Garden behind the Library
    What the River Knew
    Small Steps, Long Roads
    The Last Lamp on Mill Lane
    A Field Guide to Slow Weekends
    Bread, Salt and Good Company
    """
)
DEPARTMENTS = listed("Engineering Sales Marketing Finance Operations Support Research Design Legal")
GENDERS = listed("female male non-binary")
COLOURS = listed("blue green red yellow orange purple black white grey teal")
LANGUAGES = listed("English Spanish French German Portuguese Japanese Italian Hindi")
LOCALES = listed("en-GB en-US es-ES fr-FR de-DE pt-BR ja-JP it-IT")
TOPICS = listed(
    """
    travel cooking design health finance education music science technology gardening history
    photography sports productivity nature literature
    """
)
STATUSES = listed("active pending completed open draft approved")
PRIORITIES = listed("low medium high")
FEELINGS = listed("positive neutral negative")
UNITS = listed("kg cm litres pieces hours")
WEEKDAYS = listed("Monday Tuesday Wednesday Thursday Friday Saturday Sunday")
MONTHS = listed(
    "January February March April May June July August September October November December"
)
INGREDIENTS = listed(
    "flour butter eggs sugar olive-oil garlic basil tomatoes lemon rice salt pepper"
)
DOMAINS = listed("example.com example.org example.net")

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Those that nobody takes for digits."""

WORDS = listed(
    """
    amber anchor apple arrow autumn basket beacon birch blossom breeze bridge brook candle canyon
    cedar cherry cloud clover compass copper coral cotton crystal dawn delta desert dune eagle echo
    ember falcon feather fern field flame forest fountain frost garden ginger glacier granite grove
    harbour hazel heron hill honey horizon indigo iris island ivory ivy jade jasmine juniper lagoon
    lake lantern lark laurel lavender lemon lichen lily linen lunar magnolia maple marble meadow
    melody mint mist moon moss mountain nectar north oak oasis ocean olive onyx opal orchard orchid
    otter pearl pebble pepper pine planet plum pollen poppy prairie quartz quill rain raven reef
    ridge river robin rose saffron sage sail sand sierra silver sky sparrow spring spruce star stone
    storm summer sun swallow thistle thunder tide timber trail tulip valley velvet violet walnut
    water willow wind winter wren
    """
)
"""Words for where any word will do."""
