"""Prompts about sums: prices, averages, what is left, dates and counts."""

from __future__ import annotations

from tests.sense.checks import both, ends, holds, is_, lacks, of, starts

FORMULAS = {
    "What's the least common multiple of 6 and 8?": " is 24.",
    "Find the greatest common divisor of 18 and 30.": " is 6.",
    "What is the sum of the numbers from 1 to 20?": " is 210.",
    "Convert 77 to binary": "1001101",
    "What is 0x1F in decimal?": " is 31.",
    "What is the area of a circle with a radius of 3 cm?": "28.27",
    "What is the square of 14?": "196",
    "what is half of 58": "29",
    "Simplify the fraction 18/24": "3/4",
    "Calculate the compound interest on $2000 at 3% for 2 years": "121.80",
    "Add 1 hour and 50 minutes to 9:15": "11:05",
    "How many months lie between March 2022 and May 2023?": "14 months",
    "What is 50 divided by 7 rounded to 2 decimals?": "7.14",
    "Mia is twice as old as Leo. Leo is 9. How old is Mia?": "18 years",
    "How many minutes are in 3 hours?": "3 hours = 180 minutes",
}

SUMS = {
    "sums": (
        of("8 of our 32 boats are rented out. How many percent is that?", holds("25%")),
        of("The rent rose from 800 to 1000 euros. What is the increase in percent?", holds("25%")),
        of("I cycled 12 km in 40 minutes. How fast was I in km/h?", holds("18 km per hour")),
        of(
            "A stall has jars at $1.50 each. Ada takes 4 jars and pays with a $10 note. "
            "How much change does she get?",
            holds("= 4"),
        ),
        of("If 6 painters need 4 days, how many days do 3 painters need?", holds("= 8 days")),
        of(
            "We share a bill of $50 between 5 people with a 10% tip. What does each pay?",
            holds("11"),
        ),
        of("A club has 40 people, 30 are women. What percentage are men?", holds("25%")),
        of("2.5 and 2.45, which one is bigger?", starts("2.5 ")),
        of("Count the vowels in 'green tea'", holds("4 vowels")),
        of("How many words are in 'a small brown hen'?", holds("4 words")),
        of("Count from 8 to 11", is_("8, 9, 10, 11")),
        of("Please count to 3, one number per line.", is_("1\n2\n3")),
        of(
            "A drill at $80 is 10% off. How much do I pay?",
            both(holds("80", "= 72"), lacks("(80)")),
        ),
        of("What is the fourth word of this sentence?", holds("“fourth”")),
        of("Drop the repeated ones: ham, egg, ham, rye, egg", is_("ham, egg, rye")),
        of(
            "Which of these days is the earliest date? 2021-05-02, 2020-11-30, 2022-01-01",
            is_("2020-11-30"),
        ),
        of("Reformat 02/28/2023 as YYYY-MM-DD", is_("2023-02-28")),
        of("How many nights lie between 3 March and 10 April 2024?", holds("38")),
        of("Which number comes next: 5, 9, 13, 17?", is_("21")),
        of("The taxi is 36 euros, we are 3 people. What does each pay?", holds("12")),
        of("If 4 pens cost 6 euros, how much are 10 pens?", holds("15")),
        of("A desk is 200 euros plus 20% VAT. What do I pay in total?", holds("240")),
        of("I take 2 pills a day. How long do 30 pills last?", holds("15")),
        of(
            "The film begins at 19:40 and takes 1 hour and 35 minutes. When is it over?",
            holds("21:15"),
        ),
        of("Pen A: 10 pens for 5 euros. Pen B: 4 pens for 1 euro. Which is cheaper?", holds("B")),
        of("One seat costs 12.50 and we are 4 people. How much is it altogether?", holds("50")),
        of(
            "Add this up: 2 pens at 1.20, 3 books at 4.00 and one bag for 9.10. Total?",
            holds("23.5"),
        ),
        of("How many things are on the list? soap, bread, tea, salt", holds("4")),
        of("A pool is 12.5 km away. How many miles is that, rounded to one decimal?", holds("7.8")),
        of('How many times does the word "to" occur in: "to be or not to be"', holds("2 times")),
        of(
            "My budget is 400. I spent 120 on paint and 30.50 on brushes. What is left?",
            holds("249.5"),
        ),
        of(
            "Today is 2024-02-26. What date is it in 5 days? Answer as YYYY-MM-DD.",
            lambda text: text == "2024-03-02",
        ),
        of(
            "2 mugs at 7.50 each and one tray at 12. Delivery is 3.50. What is it in total?",
            holds("30.5"),
        ),
        of(
            "The permit began on 3 March 2025 and runs 30 days. When does it end?", holds("2 April")
        ),
        of(
            "The oven says 200 °C, what is that in Fahrenheit (rounded to whole degrees)?",
            holds("392"),
        ),
        of("Net 200.00 EUR, VAT 10 %. What is the gross amount?", holds("220")),
        of(
            "Rank these lakes from highest to lowest depth: Como 425; Garda 346; Iseo 251",
            holds("Como, Garda"),
        ),
        of("We arrive on 2025-02-26 and leave on 2025-03-02. How many nights?", holds("4")),
        of(
            "The form of 2024-11-20 has to be back within 3 weeks. What is the latest date?",
            holds("2024-12-11"),
        ),
        of("How many kilometres is a 26 mile race? Round to a whole number.", holds("42 ")),
        of("The scores were: 8, 6, 9, 5. What is their mean?", holds("7")),
        of("Wir kaufen 6 Stühle zu 45 Euro jeweils. Was kosten sie insgesamt?", holds("270")),
        of(
            "How many of these parcels are lost? Only the number.\n\nA1 lost\nA2 sent\nA3 lost",
            holds("2"),
        ),
        of(
            "|boat|seats|fare|\n|---|---|---|\n|Pike|4|90|\n|Perch|2|40|\n"
            "\nWhich boat is the cheapest?",
            holds("Perch"),
        ),
        of(
            "A loom weaves 14 metres an hour. How many metres is that in 6 hours?",
            holds("84"),
        ),
        of("A crate holds 8 jars. How many crates are needed for 50 jars?", holds("7")),
        of("Half of the 46 guests have left. How many are still here?", holds("23")),
        of(
            "Plums cost 3 euros a kilo and figs 5 euros a kilo. I buy 2 kilos of figs and"
            " 4 kilos of plums. What do I pay?",
            holds("22"),
        ),
        of("Wie viele Stunden hat ein Tag?\n[]", bool),
        of(
            "Which date is the day after tomorrow?",
            holds("2 May 2025"),
            system="You book boats. Current date: Wednesday, 30 April 2025.",
        ),
        of(
            "Waffles, serves 4\n- 300 g rye flour\n- 2 eggs\n\nHow many eggs for 6 guests?",
            holds("3 eggs"),
        ),
        of("What is 25% more than 40?", holds("50")),
        of("How many days are there from 2 June to 12 June 2025?", holds("10 days")),
        of("2 kg of figs at 3.50 per kg and a lemon for 1.20. What do I pay?", holds("8.2")),
        of("What is the mean of 4, 5 and 9? Just the number.", is_("6")),
        of("Eine Karte kostet 8 Euro. Was kosten 7 Karten?", holds("56")),
        of('How many vowels are in "avalanche"? Digit only.', is_("4")),
        of("Readings:\n12, 15, 11, 18\nWhat is the range? just the number", is_("7")),
        of(
            'Marks: 8, 6, 9, 7\nCalculate the mean. The last line must read "Mean: <number>".',
            ends("\nMean: 7.5"),
        ),
        of("How many tasks are open?\n\n[ ] paint\n[x] sand\n[ ] oil", holds("2")),
        of("Which animal is the longest: eel, crocodile, newt?", holds("crocodile")),
        of("I make 3000 a month and pay 20% in taxes. How much is my net pay?", holds("2400")),
        of('What is the second word in this sentence: "Mills grind rye"?', holds("“grind”")),
        of('How many sentences are in "It rains. Ida sings."?', holds("2 sentences")),
        of("Now it is 9:50. What time is it in 25 minutes?", holds("10:15")),
        of("Work out the total: 2 rolls at $1.50 each and 3 figs at $2 each.", holds("9")),
        of("How many boats do we need for 12 people if each boat holds 4 people?", holds("3")),
        of("Which of these are odd: 4, 7, 10, 13?", is_("7 and 13")),
        of("Find the lowest number: 31, 8, 54, 12", holds("8 is smaller")),
        of("A hat is $20 and on sale for $15. What is the discount in percent?", holds("25%")),
        of(
            "We have 20 euros and buy three rolls for 4 each. How much change do we get?",
            holds("8"),
        ),
        of("How many words does it have? Mills grind rye.", holds("3 words")),
        of("It is 9:00 in Oslo. What time is it in Chicago?", holds("2:00 in Chicago")),
        of("What is the time difference between Rome and Seoul?", holds("8 hours")),
        of("Mo is slower than Jo. Jo is slower than Al. Who is the fastest?", holds("Al.")),
        of("Ida has been to Rome, Oslo and Bern. How many cities are those?", holds("3")),
        of("5 ducks, 4 geese and 2 swans swim by. How many animals are there?", holds("11")),
        of("Pancakes for 4 people need 200 g of rye. How much rye for 6 people?", holds("300 g")),
        of("A tram goes 45 km in 1 hour and 30 minutes. How fast is that?", holds("30 km")),
        of("How old was Ida, born on 2 May 1950, on 1 May 2000?", holds("49")),
    ),
    "sums: formulas": tuple(of(question, holds(result)) for question, result in FORMULAS.items()),
    "sums: in few words": (
        of("1. Rug - $20\n2. Sofa - $150\n\nWhat is the total?", holds("170")),
        of("What is the difference between the largest and the smallest of 3, 20, 8?", holds("17")),
        of("Multiply 6 by 7 and subtract 2.", holds("= 40")),
        of(
            "I bought a drum for $40 and sold it for $50. What is my profit in percent?",
            holds("25%"),
        ),
        of("Eggs are 6 for $3. What do 18 eggs cost?", holds("= 9")),
        of("Express 3/8 as a percentage.", holds("37.5%")),
        of("Q: 4+1 A: 5\nQ: 2+9 A:", is_("11")),
        of("I put in $500 at 10% a year. How much is it after 2 years?", holds("605")),
        of("a 10% service charge on $84.50", holds("8.45")),
        of("It leaves at 21:40 and takes 3 hours 5 minutes. When does it land?", holds("0:45")),
        of("Add 5 days to 2023-02-26.", holds("2023-03-03")),
        of("I was born in 1980. How old am I?", holds("years")),
        of("At 9am in Paris, what time is it in Tokyo?", holds("17:00")),
        of("How long are 95 minutes in hours and minutes?", holds("1 hour and 35 minutes")),
        of("Convert 150 seconds to minutes.", holds("2.5 minutes")),
        of("How many days does February have in a leap year?", holds("29")),
        of("Convert the date 04/11/2021 (DD/MM/YYYY) to ISO format.", holds("2021-11-04")),
        of("How many minutes and seconds are 130 seconds?", holds("2 minutes and 10 seconds")),
    ),
}
