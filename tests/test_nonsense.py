"""Bad input of every kind: one sentence that names it on stderr, exit status 2, no traceback."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.allfours.rules import Rules
from tests.command import EVERY, HAND, NINE, Answer, run, words
from tests.test_record_files import RECORD, text

BEG = f"beg {HAND} --kick 6S"
POINTS = f"points {HAND} --kick 6S"
EXPOSED = f"exposed {HAND} --kick 6S"
CARDS = (
    ("beg JS JS AH TH 4D 2C --kick 6S", "JS"),
    ("beg TH 10♥ AH JS 4D 2C --kick 6S", "TH"),
    ("beg JSJSAHTH4D2C --kick 6S", "JS"),
    ("give JS 9S AH TH 4D 4D --kick 6S", "4D"),
    (f"beg {HAND} --kick JS", "JS"),
    (f"give {HAND} --kick 10♥", "TH"),
    (f"points {HAND} --kick 2c", "2C"),
    ("beg JS 9S AH TH 4D --kick 6S", "5 cards, expected 6"),
    (f"beg {HAND} 3C --kick 6S", "7 cards, expected 6"),
    ("beg JS --kick 6S", "1 cards, expected 6"),
    (f"points {HAND} --kick 6S --cards 9", "6 cards, expected 9"),
    (f"points {NINE} --kick 6S", "9 cards, expected 6"),
    ("points --cards 15 --play random", '"15", expected 6, 9 or 12'),
    ("points --cards 24 --rules two-player --play random", '"24"'),
    (f"points {HAND} --kick 6S --rules two-player --seat eldest-partner", '"eldest-partner"'),
    (f"beg {HAND} --kick 6S --rules two-player --play open", '"open"'),
    ("kick --set players=3", '"3", expected 2 or 4'),
    ("kick --set players=two", '"two"'),
    ("kick --rules two-players", '"two-players"'),
    (f"points {NINE} --kick 6S --cards 12", "9 cards, expected 12"),
    ("beg 1S 9S AH TH 4D 2C --kick 6S", '"1"'),
    ("beg 11S 9S AH TH 4D 2C --kick 6S", '"1"'),
    ("beg 0S 9S AH TH 4D 2C --kick 6S", '"0"'),
    ("beg XS 9S AH TH 4D 2C --kick 6S", '"X"'),
    ("beg JX 9S AH TH 4D 2C --kick 6S", '"X"'),
    ("beg J 9S AH TH 4D 2C --kick 6S", '"J"'),
    ("beg JS 9S AH TH 4D 10 --kick 6S", '"10"'),
    ("beg JS 9S AH TH 4D ♣ --kick 6S", '"♣"'),
    ("beg ♠ ♥ ♦ ♣ ♠ ♥ --kick 6S", '"♠"'),
    ("beg nothing 5C 4C 3C 2C AC --kick 6S", '"nothing"'),
    ("beg jack of spades --kick 6S", '"jack"'),
    ("beg JOKER 9S AH TH 4D 2C --kick 6S", '"JOKER"'),
    ("beg 🂫 9S AH TH 4D 2C --kick 6S", '"🂫"'),
    ("beg J😀 9S AH TH 4D 2C --kick 6S", '"😀"'),
    ("beg JЅ 9S AH TH 4D 2C --kick 6S", '"Ѕ"'),
    ("beg ＪＳ 9S AH TH 4D 2C --kick 6S", '"Ｊ"'),
    ("beg JS;9S;AH;TH;4D;2C --kick 6S", '";"'),
    ("beg '' --kick 6S", "0 cards"),
    ("beg '   ' --kick 6S", "0 cards"),
    ("beg ',,,' --kick 6S", "0 cards"),
    ("beg --kick 6S", "HAND"),
    (f"beg {HAND}", "--kick"),
    (f"beg {HAND} --kick", "--kick"),
    (f"beg {HAND} --kick ''", '""'),
    (f"beg {HAND} --kick '6S 7S'", "6S 7S"),
    (f"beg {HAND} --kick 1S", '"1"'),
    (f"beg {HAND} --kick 6", '"6"'),
    (f"beg {HAND} --kick six", '"six"'),
    ("beg " + "JS" * 5000 + " --kick 6S", "JS"),
    ("beg " + "x" * 100_000 + " --kick 6S", "x"),
)
BAD_SCORES = ("12", "12-", "-3", "12-14", "14-0", "a-b", "1.5-3", "12-11-3", "", "١-٢", "999-0")
BAD_NUMBERS = {
    "--deals": "0|-1|1.5|abc|nan|inf|-inf|1e13|1e999|1e-3|1e|0x10|1 000|1.000.000|½|١٢|∞||  ",
    "--threads": "0|-2|1.5|two|1e4|99999999999999999999|nan",
    "--seed": "-1|0.5|seed|1e30|9223372036854775808|inf|sNaN|0e99999999999999999999",
}
NUMBERS = (
    *((f"kick {key} '{bad}'", bad) for key, all_ in BAD_NUMBERS.items() for bad in all_.split("|")),
    ("deals --deals 0 --seed 1", '"0"'),
    ("deals --deals 1e10 --seed 1", '"1e10"'),
    ("deals --from -1 --seed 1", '"-1"'),
    ("deals --from first --seed 1", '"first"'),
    ("show --seed 1 --deal 0.1", '"0.1"'),
    ("show --seed 1 --deal -3", '"-3"'),
    ("bench --threads 0", '"0"'),
    ("ladder --deals 0", '"0"'),
    ("equity --deals 999", '"999"'),
    (f"{BEG} --target-se 0", '"0"'),
    (f"{BEG} --score 3-4 --deals 9_000_001", '"9000001"'),
    (f"{BEG} --target-se nan", '"nan"'),
    (f"{BEG} --target-se small", '"small"'),
    (f"{BEG} --target-se 1 --until-decided", "--until-decided"),
    *((f"{BEG} --score '{bad}'", f'"{bad}"') for bad in BAD_SCORES),
    (f"{BEG} --score 3-12 --rules stag --set target=12", '"3-12"'),
    ("beg JS 9S AH TH 4D 2C --kick 6S --score 3-12", "the kick 6S wins the match"),
    (f"give {HAND} --kick 6S --score 12-3", "the kick 6S wins the match"),
    ("ladder --seed x", '"x"'),
    ("claims --deals 0", '"0"'),
    ("claims --deals 1e13", '"1e13"'),
    ("claims --seed -1", '"-1"'),
    ("publish --all --threads 0", '"0"'),
    ("verify --threads many", '"many"'),
    ("kick --deals", "--deals"),
    ("kick --deals " + "9" * 5000, "9" * 100),
    ("points --cards 7", '"7"'),
    ("points --cards 15", '"15"'),
    ("points --cards six", '"six"'),
    ("game --cards 0", '"0"'),
    ("duel simple random --cards ''", '""'),
)
RULES = (
    ("kick --rules nonsense", '"nonsense"'),
    ("kick --rules Classic", '"Classic"'),
    ("kick --rules ''", '""'),
    ("kick --rules classic,stag", '"classic,stag"'),
    ("kick --rules " + "x" * 100_000, "x" * 100),
    ("kick --set gift", "gift"),
    ("kick --set =", '""'),
    ("kick --set =1", '""'),
    ("kick --set ''", '""'),
    ("kick --set", "--set"),
    ("kick --set nonsense=1", '"nonsense"'),
    ("kick --set Gift=1", '"Gift"'),
    ("kick --set gift=1 --set gift=2", '"gift=2"'),
    ("kick --set game_tie=none --set game_tie=dealer", '"game_tie=dealer"'),
    ("kick --set gift==1", '"=1"'),
    ("kick --set gift=", '""'),
    ("kick --set gift=1.0", '"1.0"'),
    ("kick --set gift=-1", '"-1"'),
    ("kick --set gift=1e1", '"1e1"'),
    ("kick --set gift=²", '"²"'),
    ("kick --set gift=100", '"100"'),
    ("kick --set gift=" + "9" * 100_000, "9" * 100),
    ("kick --set gift=" + "0" * 100_000 + "x", "0x"),
    ("kick --set jack_points=-1", '"-1"'),
    ("kick --set target=0", '"0"'),
    ("kick --set target=abc", '"abc"'),
    ("kick --set target=1000", '"1000"'),
    ("kick --set undertrump=2", '"2"'),
    ("kick --set undertrump=yes", '"yes"'),
    ("kick --set stand_void=True", '"True"'),
    ("kick --set game_tie=3", '"3"'),
    ("kick --set game_tie=eldest", '"eldest"'),
    ("kick --set follow=None", '"None"'),
    ("kick --set low_to=", '""'),
    ("kick --set kick_points=Z:1", '"Z:1"'),
    ("kick --set kick_points=A", '"A"'),
    ("kick --set kick_points=", '""'),
    ("kick --set kick_points=A:1,", '""'),
    ("kick --set kick_points=A:1,A:2", '"A:2"'),
    ("kick --set kick_points=T:1,10:1", '"10:1"'),
    ("kick --set kick_points=A:-1", '"-1"'),
    ("kick --set kick_points=A:100", '"100"'),
    ("kick --set kick_points=A:J:1", '"J:1"'),
    ("kick --set kick_points=A=1", '"A=1"'),
    ("kick --set kick_points=1,2,3,4,5,6,7,8,9,10,11,12,13", '"1"'),
)
NAMES = (
    ("nonsense", '"nonsense"'),
    ("BEG", '"BEG"'),
    ("''", '""'),
    ("begg JS", '"begg"'),
    ("--nonsense", "--nonsense"),
    ("-x", "-x"),
    ("beg --nonsense", "--nonsense"),
    (f"{BEG} -5", "-5"),
    ("kick --play simple", "--play"),
    (f"give {HAND} --kick 6S --chart a.png", "--chart"),
    ("points --play nobody", '"nobody"'),
    ("points --play ''", '""'),
    ("points --play Simple", '"Simple"'),
    ("deals --play genius --seed 1", '"genius"'),
    ("duel simple genius", '"genius"'),
    ("duel nobody random", '"nobody"'),
    ("duel simple", "PLAY2"),
    ("duel", "PLAY1"),
    ("chart", "NAME"),
    ("chart nonsense", 'no chart "nonsense" (there are beg, give, equity, beg-by-score, kick, '),
    ("chart ''", 'no chart ""'),
    ("chart beg give", "(give)"),
    ("chart beg --chart file", '"file"'),
    ("chart beg --play all", '"all"'),
    ("chart equity --deals 999", '"999"'),
    ("duel simple random random", "(random)"),
    ("kick extra", "(extra)"),
    ("ladder extra", "(extra)"),
    ("ladder --play simple", "--play"),
    ("ladder --cards 6", "--cards"),
    ("ladder --rules nonsense", '"nonsense"'),
    ("rules-of-thumb extra", "(extra)"),
    ("rules-of-thumb --play simple", "--play"),
    ("rules-of-thumb --chart x.png", "--chart"),
    ("compare", "none"),
    ("compare classic", "classic"),
    ("compare classic classic", '"classic"'),
    ("compare classic nonsense", '"nonsense"'),
    ("compare classic gift=1,gift=2", '"gift=2"'),
    ("compare classic stag --play open", '"open"'),
    ("cut deep", "(deep)"),
    ("cut --rules classic", "--rules"),
    ("cut --deals 0", '"0"'),
    ("shuffle riffle:2", "(riffle:2)"),
    ("shuffle --shuffle riffle", '"riffle"'),
    ("shuffle --shuffle riffle:100", '"riffle:100"'),
    ("shuffle --shuffle riffle:-1", '"riffle:-1"'),
    ("shuffle --shuffle perfect --shuffle perfect", '"perfect"'),
    ("shuffle --shuffle perfect --deals 30", '"30"'),
    ("shuffle --cut deep", '"deep"'),
    ("shuffle --play nobody", '"nobody"'),
    ("shuffle --rules pitch", '"lead"'),
    ("shuffle --rules two-player", '"2"'),
    ("shuffle --rules seven-up", '"1"'),
    ("revoke --rules pitch", '"lead"'),
    (f"{EXPOSED} --rules pitch", '"lead"'),
    (f"{EXPOSED} --rules two-player", '"2"'),
    ("pitch KS 4S QH 7H AD", "5 cards"),
    ("pitch KS 4S QH 7H AD KS", '"KS"'),
    ("pitch KS 4S QH 7H AD 3X", '"3X"'),
    ("pitch KS 4S QH 7H AD 3C --rules classic", '"kick"'),
    ("pitch KS 4S QH 7H AD 3C --play worlds:8", '"worlds:8"'),
    ("revoke 7-9", "(7-9)"),
    ("revoke --score 7", '"7"'),
    ("revoke --score 14-0", '"14-0"'),
    ("revoke --by-score nonsense", '"nonsense"'),
    ("revoke --by-score pagat --score 7-9", "--score"),
    ("revoke --deals 9_000_001", '"9000001"'),
    ("revoke --play nobody", '"nobody"'),
    ("revoke --chart x.png", "--chart"),
    ("claims C1", "(C1)"),
    ("claims --play simple", "--play"),
    ("claims --rules classic", "--rules"),
    ("claims --format xml", '"xml"'),
    ("train now", "(now)"),
    ("train --seed -1", '"-1"'),
    ("train --deals none", '"none"'),
    ("train --play simple", "--play"),
    ("points --play worlds", '"worlds"'),
    ("points --play worlds:0", '"worlds:0"'),
    ("points --play worlds:many", '"worlds:many"'),
    ("points --play worlds:99999999", '"worlds:99999999"'),
    ("duel expert worlds:-1", '"worlds:-1"'),
    ("game --play all", '"all"'),
    ("publish", "players/ladder"),
    ("publish nonsense", '"nonsense"'),
    ("publish ''", '""'),
    ("publish players", '"players"'),
    ("publish ../players/ladder", '"../players/ladder"'),
    ("publish nonsense --all", "--all"),
    ("publish nonsense nonsense", "(nonsense)"),
    ("publish nonsense --seed 1", "--seed"),
    ("verify nonsense", '"nonsense"'),
    ("verify ''", '""'),
    ("verify ..", '".."'),
    ("verify nonsense --full --full", "--full"),
    ("show 3 --seed 1", "(3)"),
    ("exact nonsense", '"nonsense"'),
    ("rules seven", '"seven"'),
    ("rules seven-up stag", "(stag)"),
    ("rules ''", '""'),
    ("rules --format yaml", '"yaml"'),
    ("exact ''", '""'),
    ("exact kick_is_J kick_is_j", '"kick_is_j"'),
    ("exact jackal", '"jackal"'),
    ("exact --format yaml", '"yaml"'),
    ("kick --format JSON", '"JSON"'),
    ("kick --format ''", '""'),
    (f"{POINTS} --seat nobody", '"nobody"'),
    (f"{POINTS} --seat 0", '"0"'),
    (f"{POINTS} --seat ''", '""'),
    ("points --kick 6S", '"6S"'),
    ("points --seat dealer", '"dealer"'),
    (f"points {HAND}", HAND),
    (f"points {HAND} --seat dealer", HAND),
    ("points '' --kick 6S", "0 cards"),
)
FILES = (
    ("kick --chart x.txt", '"x.txt"'),
    ("kick --chart x", '"x"'),
    ("kick --chart .png", '".png"'),
    ("kick --chart ''", '""'),
    ("kick --chart nowhere/x.png", '"nowhere/x.png"'),
    ("kick --chart folder", '"folder"'),
    ("kick --chart folder.png", '"folder.png"'),
    ("kick --chart file/x.png", '"file/x.png"'),
    ("kick --chart " + "x" * 300 + ".png", "x" * 300),
    ("kick --out nowhere/x", '"nowhere/x"'),
    ("kick --out folder", '"folder"'),
    ("kick --out file/x", '"file/x"'),
    ("kick --out ''", '""'),
    ("kick --out .", '"."'),
    ("exact --out " + "x" * 300, "x" * 300),
    ("exact --out " + "x/" * 5000 + "x", "x/x"),
    ("kick --deals 9 --seed 1 --out same.svg --chart same.svg", "same.svg"),
    ("score", "FILE"),
    ("score nowhere", '"nowhere"'),
    ("legal nowhere", '"nowhere"'),
    ("solve nowhere", '"nowhere"'),
    ("solve folder", '"folder"'),
    ("solve records --nodes 0", '--nodes: "0"'),
    ("solve records --nodes 1e99", '--nodes: "1e99"'),
    ("review", "FILE"),
    ("review nowhere", '"nowhere"'),
    ("review folder --play", '"folder"'),
    ("review - --play expert", "(expert)"),
    ("review - --worlds 8", "--play"),
    ("review - --play --worlds 0", '--worlds: "0"'),
    ("review - --rules classic", "--rules"),
    ("score folder", '"folder"'),
    ("legal folder", '"folder"'),
    ("score ''", '""'),
    ("score " + "x" * 300, "x" * 300),
    ("score file/x", '"file/x"'),
    ("score file file", "(file)"),
    ("score /proc/self/mem", "/proc/self/mem"),
)
BID = "backalley bid BB AS 9H --faced 6S"
TRICKS = "backalley tricks BB AS 9H --faced 6S"
BACKALLEY = (
    (
        "backalley nonsense",
        '"nonsense" (there are bid, tricks, match, boards, claims, deals, show, score, legal)',
    ),
    ("backalley ''", '""'),
    ("backalley beg", '"beg"'),
    ("backalley --cards 6", "--cards"),
    ("backalley bid", "HAND"),
    ("backalley bid BB BB --faced 6S", '"BB"'),
    ("backalley bid BB JOKER --faced 6S", '"JOKER"'),
    ("backalley bid BB 6S --faced 6S", '"6S"'),
    ("backalley bid BB 6S", '"BB 6S"'),
    ("backalley bid BB 6S --faced 'KS QS'", '"KS QS"'),
    ("backalley bid BB 6S --faced KS --set trump=always_spades", '"KS"'),
    ("backalley bid AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AH --faced KH", "14 cards"),
    ("backalley bid BB 9H --faced LB", '"BB"'),
    ("backalley bid AS 9H --faced LB --set joker_faced=turn_again", '"LB"'),
    (f"{BID} --heard 'pass pass pass pass'", '"pass pass pass pass"'),
    (f"{BID} --heard 3", '"3"'),
    (f"{BID} --heard 0", '"0"'),
    (f"{BID} --heard 'pass double'", '"double"'),
    (f"{BID} --heard ²", '"²"'),
    ("backalley bid BB --faced 6S --heard 1", '"1"'),
    (f"{BID} --heard pass --heard pass", "--heard"),
    (f"{BID} --play solved", '"solved"'),
    (f"{BID} --play worlds:8", '"worlds:8"'),
    (f"{BID} --play simple+0.5", '"simple+0.5"'),
    (f"{BID} --deals 0", '"0"'),
    (f"{BID} --rules tobago", '"tobago"'),
    (f"{BID} --chart x.txt", '"x.txt"'),
    (f"{BID} --seat dealer", "--seat"),
    ("backalley tricks BB BB --faced 6S", '"BB"'),
    ("backalley tricks JOKER --faced 6S", '"JOKER"'),
    ("backalley tricks BB AS 6S --faced 6S", '"6S"'),
    ("backalley tricks AS --faced BLB", '"BLB"'),
    ("backalley tricks AS --faced '6S 7S'", '"6S 7S"'),
    ("backalley tricks AS --faced ''", '""'),
    ("backalley tricks BB AS", '"BB AS"'),
    ("backalley tricks --faced 6S", '"6S"'),
    ("backalley tricks '' --faced 6S", "0 cards"),
    (f"{TRICKS} --cards 4", "3 cards, expected 4"),
    (f"{TRICKS} --seat west", '"west"'),
    (f"{TRICKS} --kick 7S", "--kick"),
    (f"{TRICKS} --set trump=always_spades", '"6S"'),
    ("backalley tricks --cards 0", '"0"'),
    ("backalley tricks --cards 14", '"14"'),
    ("backalley tricks --cards 6 --cards 7", "--cards"),
    ("backalley tricks --deals 0", '"0"'),
    ("backalley tricks --play expert", '"expert"'),
    ("backalley tricks --rules tobago", '"tobago"'),
    ("backalley tricks --set gift=1", '"gift"'),
    ("backalley tricks --set trick_points=100", '"100"'),
    ("backalley tricks --set joker_faced=keep", '"keep"'),
    ("backalley tricks --set bid_all=yes", '"yes"'),
    ("backalley tricks --chart x.txt", '"x.txt"'),
    ("backalley tricks --format xml", '"xml"'),
    ("backalley tricks --play worlds", '"worlds"'),
    ("backalley tricks --play random+0.5", '"random+0.5"'),
    ("backalley boards --cards 14", '"14"'),
    ("backalley boards --cards 0", '"0"'),
    ("backalley boards BB", "BB"),
    ("backalley boards --play simple", "--play"),
    ("backalley boards --rules tobago", '"tobago"'),
    ("backalley boards --deals 0", '"0"'),
    ("backalley claims C1", "C1"),
    ("backalley claims --rules tobago", '"tobago"'),
    ("backalley claims --play simple", "--play"),
    ("backalley claims --deals 0", '"0"'),
    ("backalley match", "STYLE1"),
    ("backalley match simple", "STYLE2"),
    ("backalley match simple random simple", "(simple)"),
    ("backalley match simple genius", '"genius"'),
    ("backalley match genius/simple simple", 'no bidder "genius"'),
    ("backalley match simple simple/genius", 'no player "genius"'),
    ("backalley match simple simple+2", '"+2"'),
    ("backalley match simple simple+", '"+"'),
    ("backalley match simple worlds:0", '"worlds:0"'),
    ("backalley match simple worlds:8+0.5", '"worlds:8+0.5"'),
    ("backalley match '' simple", '""'),
    ("backalley match simple random --deals 0", '"0"'),
    ("backalley match simple random --play simple", "--play"),
    ("backalley match simple simple/solved", 'no player "solved"'),
    ("backalley match simple solved+2", '"+2"'),
    ("backalley match simple random --rules tobago", '"tobago"'),
    ("backalley match simple random --cards 6", "--cards"),
    ("backalley deals --deals 0 --seed 1", '"0"'),
    ("backalley deals --from -1 --seed 1", '"-1"'),
    ("backalley deals --cards six --seed 1", '"six"'),
    ("backalley deals --play open --seed 1", '"open"'),
    ("backalley show 3 --seed 1", "(3)"),
    ("backalley show --seed 1 --deal 0.1", '"0.1"'),
    ("backalley show --seed 1 --solve", "--solve"),
    ("backalley score", "FILE"),
    ("backalley score nowhere", '"nowhere"'),
    ("backalley legal folder", '"folder"'),
    ("backalley legal file file", "(file)"),
)
EXPOSING = (
    ("exposed", "HAND"),
    (f"exposed {HAND}", "--kick"),
    ("exposed JS 9S --kick 6S", "2 cards, expected 6"),
    (f"exposed {HAND} --kick JS", "JS"),
    (f"{EXPOSED} --card 3C", 'card "3C": expected one of JS 9S AH TH 4D 2C'),
    (f"{EXPOSED} --card 6S", '"6S"'),
    (f"{EXPOSED} --card T", '"T"'),
    (f"{EXPOSED} --card 'TH 4D'", '"TH 4D"'),
    (f"{EXPOSED} --card ''", '""'),
    (f"{EXPOSED} --card TH --card 4D", "--card"),
    (f"{EXPOSED} --seat north", '"north"'),
    (f"{EXPOSED} --score 14-0", '"14-0"'),
    (f"{EXPOSED} --score 3-12", "the kick 6S wins the match"),
    (f"{EXPOSED} --score 3-4 --deals 9_000_001", '"9000001"'),
    (f"{EXPOSED} --callers nobody", '"nobody"'),
    (f"{EXPOSED} --callers worlds:0", '"worlds:0"'),
    (f"{EXPOSED} --play open", 'player "open": expected random, simple, expert'),
    (f"{EXPOSED} --play worlds:8", '"worlds:8"'),
    (f"{EXPOSED} --play all", '"all"'),
    (f"{EXPOSED} --set called_by=nobody", '"nobody", expected opponents or anyone'),
    (f"{EXPOSED} --cards 9", "--cards"),
    ("show --seed 1 --expose XD", '"X"'),
    ("show --seed 1 --expose 'TD 9D'", '"TD 9D"'),
    ("show --seed 1 --expose TD --solve", "--solve"),
    ("show --seed 1 --expose TD --play worlds:2", '"worlds:2"'),
    ("show --seed 5 --deal 4 --expose 3S", 'expose "3S"'),
)
LINES = (*CARDS, *NUMBERS, *EXPOSING, *RULES, *NAMES, *FILES, *BACKALLEY)

RECORDS: dict[str, tuple[Any, str]] = {
    "a list": ([1, 2], "[1, 2]"),
    "a text": ("hands", "hands"),
    "nothing": (None, ""),
    "no fields": ({}, "hands"),
    "no eldest": ({**RECORD, "eldest": None}, "eldest"),
    "an eldest who knocks": ({**RECORD, "eldest": "knock"}, "knock"),
    "a begging eldest unanswered": ({**RECORD, "eldest": "beg"}, "dealer"),
    "an answer to a standing eldest": ({**RECORD, "dealer": "give"}, "give"),
    "a dealer who flees": ({**RECORD, "eldest": "beg", "dealer": "flee"}, "flee"),
    "a run without a second kick": ({**RECORD, "eldest": "beg", "dealer": "run"}, "kicks"),
    "two kicks of a stood deal": ({**RECORD, "kicks": ["2S", "3S"]}, "kicks"),
    "no kick": ({**RECORD, "kicks": []}, "kicks"),
    "a kick that is a number": ({**RECORD, "kicks": [2]}, "2"),
    "kicks in one text": ({**RECORD, "kicks": "2S"}, "2S"),
    "a kick that is in a hand": ({**RECORD, "kicks": ["KS"]}, "KS"),
    "three hands": ({**RECORD, "hands": RECORD["hands"][:3]}, "hands"),
    "hands as lists": ({**RECORD, "hands": [["KS"]] * 4}, "hands"),
    "a hand of five": ({**RECORD, "hands": [RECORD["hands"][0][:-3], *RECORD["hands"][1:]]}, "5"),
    "a card twice": ({**RECORD, "hands": [RECORD["hands"][0]] * 4}, "KS"),
    "an unknown card": ({**RECORD, "hands": ["KX"] * 4}, "X"),
    "a score of the target": ({**RECORD, "score": [14, 0]}, "14"),
    "a score below zero": ({**RECORD, "score": [0, -1]}, "-1"),
    "a score of a half": ({**RECORD, "score": [0.5, 0]}, "0.5"),
    "a score in texts": ({**RECORD, "score": ["0", "0"]}, "0"),
    "a score of three": ({**RECORD, "score": [0, 0, 0]}, "[0, 0, 0]"),
    "a score that is true": ({**RECORD, "score": [True, 0]}, "True"),
    "an unknown rule set": ({**RECORD, "rules": "strict"}, "strict"),
    "an unknown base": ({**RECORD, "rules": {"base": "strict"}}, "strict"),
    "an unknown rule": ({**RECORD, "rules": {"strict": 1}}, "strict"),
    "a rule beyond its limits": ({**RECORD, "rules": {"undertrump": 7}}, "7"),
    "a rule of a half": ({**RECORD, "rules": {"gift": 0.5}}, "0.5"),
    "twelve kick points": ({**RECORD, "rules": {"kick_points": [0] * 12}}, "12"),
    "rules in a list": ({**RECORD, "rules": ["classic"]}, "classic"),
    "plays in one text": ({**RECORD, "plays": "AS JS"}, "AS JS"),
    "a play that is no card": ({**RECORD, "plays": ["A"]}, '"A"'),
    "a play of two cards": ({**RECORD, "plays": ["AS JS"]}, "AS JS"),
    "a lead out of turn": ({**RECORD, "plays": ["JS"]}, "JS"),
    "an exposed card of another": ({**RECORD, "exposed": [["KS", 3, 0]]}, '"KS"'),
    "a call of a hidden card": ({**RECORD, "calls": [["KS", 1, 1]]}, '"KS" in trick 1'),
    "exposed as a text": ({**RECORD, "exposed": "KS"}, "KS"),
    "a card played twice": ({**RECORD, "plays": [*RECORD["plays"], "AS"]}, "AS"),
}


def refused(answer: Answer) -> str:
    """The one line on stderr of a command that was refused."""
    assert answer.status == 2
    assert answer.out == ""
    assert "Traceback" not in answer.err
    assert "Usage:" not in answer.err
    assert answer.err.startswith("allfours: ")
    assert len(answer.err.splitlines()) == answer.err.count("\n") == 1
    return answer.err


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file and two folders in it."""
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    Path("folder").mkdir()
    Path("folder.png").mkdir()
    return tmp_path


def test_there_are_more_than_a_hundred_kinds() -> None:
    assert len(set(LINES)) == len(LINES) > 150
    for command in EVERY:
        assert any(f"{line} ".startswith(f"{command} ") for line, _ in LINES), command


@pytest.mark.parametrize(("line", "token"), LINES, ids=[line[:50] for line, _ in LINES])
def test_nonsense_is_named_in_one_line(line: str, token: str, folders: Path) -> None:
    before = sorted(folders.rglob("*"))
    error = refused(run(*words(line)))
    assert " ".join(token.split()) in error
    assert sorted(folders.rglob("*")) == before


@pytest.mark.parametrize("token", ["\udcff", "a\nb", "a\r\nb", "a\u2028b", "\x85", "\t"])
def test_nonsense_of_several_lines_is_named_in_one(token: str) -> None:
    for args in (["kick", "--rules"], ["exact"], ["beg", "--kick", "6S"], ["points", "--play"]):
        refused(run(*args, token))
    refused(run("kick", "--set", f"gift={token}"))
    refused(run("kick", "--deals", token))


def test_zeros_in_front_are_no_trouble() -> None:
    for setting in ("gift=", "target=", "kick_points=A:"):
        sane("kick", *FEW, "--set", setting + "0" * 100_000)
        sane("kick", *FEW, "--set", setting + "0" * 100_000 + "1")
    sane("kick", *FEW, "--seed", "0" * 100_000 + "1")


@pytest.mark.parametrize("token", ["\x1b[31m", "\x07", "\x00", "\x9b2J", "\b\b\b", "\x7f"])
def test_nonsense_does_not_steer_the_terminal(token: str) -> None:
    answers = [run("kick", "--rules", token), run("beg", token, "--kick", "6S")]
    record = RECORD | {"plays": [token]}
    answers.append(run("score", "-", stdin=text(record)))
    for answer in answers:
        assert answer.status == 2
        assert re.fullmatch(r"[^\x00-\x1f\x7f-\x9f]*\n", answer.err)


@pytest.mark.parametrize("command", ["score", "legal", "solve"])
@pytest.mark.parametrize("kind", RECORDS)
def test_a_record_that_cannot_be_is_named_in_its_place(command: str, kind: str) -> None:
    record, token = RECORDS[kind]
    answer = run(command, "-", stdin=text(record))
    sentence = json.loads(answer.out)["error"]
    assert token in sentence
    assert refused(answer._replace(out="")) == f"allfours: {sentence}\n"


# Whatever anybody may type

often = settings(max_examples=200, derandomize=True, deadline=None, database=None)
rarely = settings(often, max_examples=60)

ranks, suits = st.sampled_from([*"23456789TJQKA", "10"]), st.sampled_from([*"SHDCshdc♠♥♦♣"])
cards = st.builds("".join, st.tuples(ranks, suits))
hands = st.lists(cards, min_size=5, max_size=7).map(" ".join)
marks = st.text("23456789TJQKA10SHDCshdc♠♥♦♣ ,x", max_size=24)
anything = marks | st.text(max_size=12)
numbers = st.text("0123456789eE._,+-infNa ", max_size=8) | st.floats().map(str)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | anything,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(anything, inner, max_size=3),
    max_leaves=6,
)


def sane(*args: str) -> None:
    """An answer without NaN, or a refusal."""
    answer = run(*args)
    if answer.status == 2:
        refused(answer)
        return
    assert answer.status == 0
    assert re.fullmatch(r"(seed \d+\n)?", answer.err)
    assert not re.search(r"\b(nan|inf|infinity)\b", answer.out, re.IGNORECASE)


FEW = ("--deals", "20", "--seed", "1", "--format", "json")


@often
@given(hands | anything, cards | anything)
def test_any_hand_and_kick(hand: str, kick: str) -> None:
    for held, kicked in ((hand, kick), (hand, "6S"), (HAND, kick)):
        sane("beg", *FEW, f"--kick={kicked}", "--", held)


@often
@given(st.sampled_from(Rules._fields) | anything, anything | numbers, anything)
def test_any_rule(field: str, value: str, name: str) -> None:
    sane("kick", *FEW, f"--set={field}={value}")
    sane("deals", "--seed=1", f"--set={field}={value}")
    sane("kick", *FEW, f"--rules={name}")


@often
@given(numbers | anything)
def test_any_number(number: str) -> None:
    sane("kick", *FEW, f"--seed={number}")
    sane("show", f"--seed={number}", f"--deal={number}")
    sane("points", *FEW, f"--cards={number}")
    sane("deals", "--seed=1", f"--from={number}")
    refused(run("kick", f"--deals={number}", f"--threads={number}", "--rules=nonsense"))


@rarely
@given(st.integers(-5, 300) | st.floats(-5, 300), st.integers(-3, 40))
def test_any_number_of_deals_and_threads(deals: float, threads: int) -> None:
    sane("points", "--seed=1", f"--deals={deals}", f"--threads={threads}")


@often
@given(
    st.sampled_from([*EVERY, "-h", ""]),
    st.lists(st.sampled_from((*words(BEG)[1:], *FEW, "--play", "simple", "--", "-")) | anything),
)
def test_any_arguments(command: str, args: list[str]) -> None:
    slow = ("bench", "claims", "ladder", "publish", "rules-of-thumb", "train", "verify")
    assume(command not in slow)
    assume(not any(arg.startswith(("--out", "--chart")) for arg in args))
    assume(not any(re.search(r"\d.*(\d.*\d.*\d|[eE])", arg) for arg in args))
    sane(*command.split(), *args)


@often
@given(st.sampled_from([*RECORD, "base"]), json_values, json_values)
def test_any_record(field: str, value: Any, other: Any) -> None:
    records = [other, RECORD | {field: value}, RECORD | {"rules": {field: value}}]
    records += [RECORD | {"rules": {name: value}} for name in Rules._fields[:3]]
    for command in ("score", "legal"):
        answer = run(command, "-", stdin=text(*records))
        lines = [json.loads(line, parse_constant=pytest.fail) for line in answer.out.splitlines()]
        assert len(lines) == len(records)
        errors = [line for line in lines if "error" in line]
        assert answer.status == (2 if errors else 0)
        assert len(answer.err.splitlines()) == answer.err.count("\n") == len(errors)


@often
@given(st.binary(max_size=40))
def test_any_bytes(line: bytes) -> None:
    answer = run("score", "-", stdin=line)
    assert answer.status in (0, 2)
    assert answer.out.count("\n") == answer.err.count("\n")
    assert "Traceback" not in answer.err
