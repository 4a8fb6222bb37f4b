"""The game in plain Python: slow, obvious, and independent of the engine that it judges.

Cards are two-letter strings such as ``"TS"``. Seats are 0 dealer, 1 eldest, 2 dealer's partner,
3 eldest's partner, so that a seat's team is ``seat % 2``: 0 the dealer's, 1 the eldest's.
The numbers in brackets are those of the rules.
"""

import itertools
import random
from typing import Any

Rules = dict[str, Any]
Record = dict[str, Any]

SUITS = "SHDC"
RANKS = "23456789TJQKA"
PACK = [rank + suit for suit in SUITS for rank in reversed(RANKS)]  # the order of every listing
PIPS = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
TEAMS = ("dealer", "eldest")
DEALER, ELDEST = 0, 1
UNKNOWN = "?"  # trump before the lead that fixes it (51)

CLASSIC: Rules = {
    "undertrump": 1,
    "undertrump_escape": "all_trumps",
    "follow": "follow_or_trump",
    "jack_points": 1,
    "hang_points": 3,
    "game_points": 1,
    "game_tie": "none",
    "low_to": "holder",
    "kick_points": [0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 1],  # two ... ace
    "kick_kept": 1,
    "exhausted": "redeal",
    "gift": 1,
    "gift_can_win": 0,
    "stand_void": 1,
    "give_void": 1,
    "target": 14,
    "players": 4,
    "called_by": "opponents",
    "discard_to_six": 0,
    "trump_by": "kick",
}
TOURNAMENT: Rules = CLASSIC | {
    "undertrump": 0,
    "game_points": 2,
    "game_tie": "nondealer",
    "exhausted": "kick_last",
    "give_void": 0,
}
TOBAGO: Rules = CLASSIC | {"kick_points": [2, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 1]}
STAG: Rules = CLASSIC | {"game_points": 2, "hang_points": 6}
TWO_PLAYER: Rules = CLASSIC | {"players": 2}
JACK_ONLY = [0] * 9 + [1, 0, 0, 0]
ENGLISH: Rules = CLASSIC | {"hang_points": 1, "game_tie": "nondealer", "kick_points": JACK_ONLY}
PRESETS: dict[str, Rules] = {
    "classic": CLASSIC,
    "tournament": TOURNAMENT,
    "tobago": TOBAGO,
    "stag": STAG,
    "two-player": TWO_PLAYER,
    "seven-up": ENGLISH | {"kick_kept": 0, "target": 7, "discard_to_six": 1},
    "english-10": ENGLISH | {"target": 10},
    "english-7": ENGLISH | {"target": 7},
    "cotton": TWO_PLAYER | {"hang_points": 1, "kick_points": JACK_ONLY, "target": 11},
    "running": TWO_PLAYER | {"hang_points": 1, "kick_points": [0] * 9 + [1, 2, 3, 4], "target": 31},
    "pitch": CLASSIC | {"hang_points": 1, "kick_points": [0] * 13, "target": 7, "trump_by": "lead"},
}

SWITCHES = (
    "undertrump", "kick_kept", "gift_can_win", "stand_void", "give_void", "discard_to_six",
)  # fmt: skip
CHOICES: dict[str, tuple[Any, ...]] = dict.fromkeys(SWITCHES, (0, 1)) | {
    "undertrump_escape": ("all_trumps", "no_choice"),
    "follow": ("follow_or_trump", "trump_when_void"),
    "game_tie": ("none", "nondealer", "dealer"),
    "low_to": ("holder", "taker"),
    "exhausted": ("redeal", "kick_last"),
    "called_by": ("opponents", "anyone"),
    "trump_by": ("kick", "lead"),
}


def suit_of(card: str) -> str:
    return card[1]


def rank_of(card: str) -> int:
    return RANKS.index(card[0])


def legal(hand: list[str], trick: list[str], trump: str, rules: Rules) -> list[str]:
    """List the cards of `hand` that may be played to `trick` (19-24), spades first, high to low.

    Examples
    --------
    >>> legal(["5H", "4S", "8D"], ["KH", "9S"], "S", CLASSIC)
    ['4S', '5H']
    >>> legal(["5H", "4S", "8D"], ["KH", "9S"], "S", TOURNAMENT)
    ['5H']
    """
    hand = [card for card in PACK if card in hand]
    if not trick:
        return hand
    led = suit_of(trick[0])
    following = [card for card in hand if suit_of(card) == led]
    if led == trump:
        return following or hand
    if not following:
        allowed = hand
    elif rules["follow"] == "trump_when_void":
        allowed = following
    else:
        allowed = [card for card in hand if suit_of(card) in (led, trump)]
    if rules["undertrump"]:
        return allowed
    if rules["undertrump_escape"] == "all_trumps" and all(suit_of(c) == trump for c in hand):
        return allowed
    trumped = [rank_of(card) for card in trick if suit_of(card) == trump]
    unlowered = [c for c in allowed if suit_of(c) != trump or all(rank_of(c) > r for r in trumped)]
    return unlowered or allowed


def winner(trick: list[str], trump: str) -> int:
    """Say which card of the trick takes it (25), as an index.

    Examples
    --------
    >>> winner(["2D", "AC", "3D", "4D"], "S"), winner(["AD", "2S", "KD", "3S"], "S")
    (3, 3)
    """
    trumps = [card for card in trick if suit_of(card) == trump]
    able = trumps or [card for card in trick if suit_of(card) == suit_of(trick[0])]
    return trick.index(max(able, key=rank_of))


def is_int(value: object, least: int = 0) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def read_kick_points(value: object) -> list[int]:
    """Read ``"A:1,6:2,J:3"``, ranks left out being 0, or thirteen numbers, two ... ace."""
    if isinstance(value, str):
        points = [0] * 13
        for part in value.split(","):
            rank, _, number = part.strip().partition(":")
            if rank not in list(RANKS) or not number.isdecimal():
                raise ValueError(f'kick_points: "{part}" is not a rank, a colon and a number')
            points[RANKS.index(rank)] = int(number)
        return points
    if isinstance(value, list | tuple) and len(value) == 13 and all(is_int(n) for n in value):
        return list(value)
    raise ValueError(f"kick_points: {value!r} is neither a text like A:1,6:2 nor thirteen numbers")


def read_rules(value: object) -> Rules:
    """Read a preset's name, or an object of changed fields with "base" (classic if absent)."""
    changes = {"base": value} if isinstance(value, str) else value
    if not isinstance(changes, dict):
        raise ValueError(f"rules: {value!r} is neither a name nor an object")
    base = changes.get("base", "classic")
    if not isinstance(base, str) or base not in PRESETS:
        raise ValueError(f"rules: no rule set {base!r} (there are {', '.join(PRESETS)})")
    rules = dict(PRESETS[base])
    for field, new in changes.items():
        if field == "base":
            continue
        if field not in rules:
            raise ValueError(f"rules: no field {field!r}")
        if field == "kick_points":
            rules[field] = read_kick_points(new)
            continue
        if field == "players" and new not in (2, 4):
            raise ValueError(f"rules: {new!r} can't play")
        if field in CHOICES:
            if is_int(new) and new < len(CHOICES[field]):
                new = CHOICES[field][new]  # by number
            good = type(new) is type(rules[field]) and new in CHOICES[field]
        else:
            good = is_int(new, 1 if field == "target" else 0)
        if not good:
            raise ValueError(f"rules: {field} can't be {new!r}")
        rules[field] = new
    if rules["trump_by"] == "lead" and rules["players"] != 4:
        raise ValueError("rules: four play where the first lead fixes trump")
    return rules


def read_cards(value: object, where: str) -> list[str]:
    if not isinstance(value, list):
        raise ValueError(f"{where}: {value!r} is not a list of cards")
    for card in value:
        if card not in PACK:
            raise ValueError(f"{where}: {card!r} is not a card")
    return list(value)


def read_triples(value: object, where: str) -> list[tuple[str, int, int]]:
    """Read a list of cards, each with a seat and a number of tricks."""
    if not isinstance(value, list):
        raise ValueError(f"{where}: {value!r} is not a list")
    for entry in value:
        if not isinstance(entry, list) or len(entry) != 3 or entry[0] not in PACK:
            raise ValueError(f"{where}: {entry!r} is not a card, a seat and a trick")
        if not is_int(entry[1]) or entry[1] > 3 or not is_int(entry[2]):
            raise ValueError(f"{where}: {entry!r} has no seat, or no trick")
    return [tuple(entry) for entry in value]


class Deal:
    """A record as read, and the score while awards come in one at a time (34)."""

    def __init__(self, record: Record) -> None:
        if not isinstance(record, dict):
            raise ValueError("a record is an object")
        self.rules = read_rules(record.get("rules", "classic"))
        score = record.get("score", [0, 0])
        target = self.rules["target"]
        if not isinstance(score, list | tuple) or len(score) != 2 or not all(map(is_int, score)):
            raise ValueError(f"score: {score!r} is not two whole numbers")
        if max(score) >= target:
            raise ValueError(f"score: {score!r}, but the match is over at {target}")
        hands = record.get("hands")
        if not isinstance(hands, list) or len(hands) != self.rules["players"]:
            raise ValueError("hands: a hand for each player is needed")
        if not all(isinstance(hand, str) for hand in hands):
            raise ValueError("hands: a hand is a text of cards")
        self.hands = [read_cards(hand.split(), f"hand {i}") for i, hand in enumerate(hands)]
        self.kicks = read_cards(record.get("kicks"), "kicks")
        self.plays = read_cards(record.get("plays", []), "plays")
        dealt = [card for hand in self.hands for card in hand] + self.kicks
        for card in dealt:
            if dealt.count(card) > 1:
                raise ValueError(f"{card} was dealt twice")
        self.discards = record.get("discards", [])
        if not isinstance(self.discards, list):
            raise ValueError(f"discards: {self.discards!r} is not a list")
        self.held = [list(hand) for hand in self.hands]
        self.eldest = record.get("eldest")
        self.dealer = record.get("dealer")
        self.exposed = read_triples(record.get("exposed", []), "exposed")
        self.calls = read_triples(record.get("calls", []), "calls")
        self.see_calls()
        self.score = list(score)
        self.awards: list[list[Any]] = []
        self.winner: str | None = None
        self.redeal = False

    def see_calls(self) -> None:
        """Refuse exposed cards of others, and calls of hidden ones or by the wrong players (40)."""
        owners = {card: (seat, after) for card, seat, after in self.exposed}
        if len(owners) < len(self.exposed):
            raise ValueError("exposed: a card is there twice")
        for card, (seat, _) in owners.items():
            if card not in self.hands[seat]:
                raise ValueError(f"exposed: seat {seat} was not dealt {card}")
            if any(card in put for put in self.discards):
                raise ValueError(f"exposed: {card} was discarded")
        seen = []
        for card, caller, trick in self.calls:
            if card not in owners or trick <= owners[card][1]:
                raise ValueError(f"calls: {card} isn't exposed before trick {trick}")
            owner = owners[card][0]
            others = [seat for seat in range(len(self.hands)) if seat != owner]
            may = [
                seat for seat in others if (seat - owner) % 2 or self.rules["called_by"] == "anyone"
            ]
            if caller not in may:
                raise ValueError(f"calls: seat {caller} may not call {card}")
            if (owner, trick) in seen:
                raise ValueError(f"calls: two cards of seat {owner} in trick {trick}")
            seen.append((owner, trick))

    def award(self, what: str, team: int, points: int) -> None:
        """Count an award, unless it is worth nothing or the match is over."""
        if self.winner is None and points:
            self.awards.append([what, TEAMS[team], points])
            self.score[team] += points
            if self.score[team] >= self.rules["target"]:
                self.winner = TEAMS[team]

    def award_kick(self, kick: str) -> None:
        """Count what a kick is worth (7)."""
        self.award("kick", DEALER, self.rules["kick_points"][rank_of(kick)])

    def expect(self, kicks: int, cards: int) -> None:
        """Refuse cards dealt that shouldn't be, or missing, now that dealing has ended."""
        if len(self.kicks) != kicks:
            raise ValueError(f"kicks: {len(self.kicks)} cards were kicked, not {kicks}")
        for seat, hand in enumerate(self.hands):
            if len(hand) != cards:
                raise ValueError(f"hand {seat}: {len(hand)} cards, not {cards}")

    def discard(self) -> None:
        """Put away what each seat discards after a run, if the rules want it (44-46)."""
        if not self.rules["discard_to_six"]:
            return
        if len(self.discards) != len(self.hands):
            raise ValueError("discards: what four hands put away is needed")
        if not all(isinstance(cards, str) for cards in self.discards):
            raise ValueError("discards: what a hand puts away is a text of cards")
        for seat, hand in enumerate(self.held):
            for card in read_cards(self.discards[seat].split(), f"discards {seat}"):
                if card not in hand:
                    raise ValueError(f"discards {seat}: {card} is not there to be put away")
                hand.remove(card)
            if len(hand) != 6:
                raise ValueError(f"discards {seat}: {len(hand)} cards are left, not 6")

    def suits(self, seat: int) -> set[str]:
        """Tell which suits a seat was dealt."""
        return {suit_of(card) for card in self.hands[seat]}


def settle(deal: Deal) -> str | None:
    """Follow kicks and decisions (6-18): the trump suit, or None when nothing will be played."""
    if deal.rules["trump_by"] == "lead":
        if deal.eldest is not None or deal.dealer is not None:
            raise ValueError("nobody says anything where the first lead is trump")
        deal.expect(0, 6)
        return UNKNOWN
    if not deal.kicks:
        raise ValueError("kicks: no card was kicked")
    rules, first = deal.rules, deal.kicks[0]
    old = suit_of(first)
    if rules["kick_kept"]:
        deal.award_kick(first)
    if deal.winner:
        if deal.eldest != "stand" or deal.dealer is not None:
            raise ValueError("the first kick ended the match: the eldest stands, nobody decides")
        deal.expect(1, 6)
        return None
    if deal.eldest not in ("stand", "beg"):
        raise ValueError(f"eldest: {deal.eldest!r} is neither stand nor beg")
    if deal.eldest == "stand" and deal.dealer is not None:
        raise ValueError(f"dealer: {deal.dealer!r}, but the eldest stood")
    if deal.eldest == "beg" and deal.dealer not in ("give", "run"):
        raise ValueError(f"dealer: {deal.dealer!r} is neither give nor run")
    if deal.eldest == "stand" and not rules["stand_void"] and old not in deal.suits(ELDEST):
        raise ValueError("eldest: may not stand without a trump")
    if deal.dealer == "give" and not rules["give_void"] and old not in deal.suits(DEALER):
        raise ValueError("dealer: may not give without a trump")
    gift_wins = deal.score[ELDEST] + rules["gift"] >= rules["target"]
    if deal.dealer == "give" and gift_wins and not rules["gift_can_win"]:
        raise ValueError("dealer: may not give, as the gift would win")
    if deal.dealer != "run":
        deal.expect(1, 6)
        if not rules["kick_kept"]:
            deal.award_kick(first)
        if deal.dealer == "give":
            deal.award("gift", ELDEST, rules["gift"])
        return None if deal.winner else old
    trump = run_pack(deal, old)
    if trump:
        deal.discard()
    return trump


def run_pack(deal: Deal, old: str) -> str | None:
    """Follow the kicks of a pack that is run (12-16)."""
    kept = deal.rules["kick_kept"]
    players, left = deal.rules["players"], 51 - 6 * deal.rules["players"]
    stages = []  # kicks so far, cards in a hand
    while left > 3 * players:
        left -= 3 * players + 1
        stages.append((2 + len(stages), 9 + 3 * len(stages)))
    most = stages[-1][1]
    if deal.rules["exhausted"] == "kick_last":
        stages.append((2 + len(stages), most))
    for faced, cards in stages:
        if len(deal.kicks) < faced:
            raise ValueError(f"kicks: kick {faced} is missing")
        kick = deal.kicks[faced - 1]
        settled = suit_of(kick) != old
        if kept or settled:
            deal.award_kick(kick)
        if settled or deal.winner:
            deal.expect(faced, cards)
            return None if deal.winner else suit_of(kick)
    deal.expect(len(stages) + 1, most)
    deal.redeal = True
    return None


class Play:
    """The cards still held, the tricks taken (winner and cards) and the trick begun."""

    def __init__(self, deal: Deal) -> None:
        self.rules = deal.rules
        self.trump = settle(deal)
        if deal.discards and deal.held == deal.hands:
            raise ValueError("discards: nobody goes back to six cards here")
        self.held = [list(hand) if self.trump else [] for hand in deal.held]
        self.tricks: list[tuple[int, list[str]]] = []
        self.trick: list[str] = []
        self.seat = 1
        owners = {card: seat for card, seat, _ in deal.exposed}
        self.called = {(owners[card], trick): card for card, _, trick in deal.calls}
        for card in deal.plays:
            self.play(card)
        self.legal()  # now that an owner may be to play
        if deal.exposed and not self.trump:
            raise ValueError("exposed: nothing is played")
        for card, _, after in deal.exposed:
            if after > len(self.tricks) or card in deal.plays[: 4 * after]:
                raise ValueError(f"exposed: {card} can't have been after trick {after}")
        reached = len(self.tricks) + (1 if any(self.held) else 0)
        if any(trick > reached for _, trick in self.called):
            raise ValueError("calls: in a trick that isn't reached")

    def legal(self) -> list[str]:
        """List what the seat to play may play: nothing once the hand is over.

        A card that is called is the only one, if it is legal at all (40).
        """
        may = legal(self.held[self.seat], self.trick, self.trump or "", self.rules)
        card = self.called.get((self.seat, len(self.tricks) + 1))
        if card is None or not may:
            return may
        if card not in may:
            raise ValueError(f"trick {len(self.tricks) + 1}: {card} is called, but not legal")
        return [card]

    def play(self, card: str) -> None:
        """Play a card of the seat whose turn it is; refuse an illegal one."""
        where = f"trick {len(self.tricks) + 1}, {card}"
        if self.trump is None or not any(self.held):
            raise ValueError(f"{where}: the hand is over")
        if card not in self.held[self.seat]:
            raise ValueError(f"{where}: seat {self.seat} doesn't hold it")
        if card not in self.legal():
            raise ValueError(f"{where}: it may not be played to {' '.join(self.trick)}")
        if self.trump == UNKNOWN:
            self.trump = suit_of(card)
        self.held[self.seat].remove(card)
        self.trick.append(card)
        players = len(self.held)
        self.seat = (self.seat + 1) % players
        if len(self.trick) == players:  # the seat is now the one that led
            self.seat = (self.seat + winner(self.trick, self.trump)) % players
            self.tricks.append((self.seat, self.trick))
            self.trick = []


def count_hand(deal: Deal, tricks: list[tuple[int, list[str]]], trump: str) -> None:
    """Award High, Low, Jack and Game of a hand played out (26-32)."""
    rules = deal.rules
    holder = {card: seat % 2 for seat, hand in enumerate(deal.held) for card in hand}
    taker = {card: seat % 2 for seat, trick in tricks for card in trick}
    trumps = sorted((card for card in holder if suit_of(card) == trump), key=rank_of)
    if trumps:
        deal.award("high", holder[trumps[-1]], 1)
        deal.award("low", (holder if rules["low_to"] == "holder" else taker)[trumps[0]], 1)
    jack = "J" + trump
    if jack in holder:
        if taker[jack] == holder[jack]:
            deal.award("jack", taker[jack], rules["jack_points"])
        else:
            deal.award("hang", taker[jack], rules["hang_points"])
    pips = [sum(PIPS.get(c[0], 0) for c in taker if taker[c] == team) for team in (DEALER, ELDEST)]
    if pips[DEALER] != pips[ELDEST]:
        deal.award("game", pips.index(max(pips)), rules["game_points"])
    elif pips[DEALER] > 0 and rules["game_tie"] != "none":
        team = DEALER if rules["game_tie"] == "dealer" else ELDEST
        deal.award("game", team, rules["game_points"])


def score_record(record: Record) -> dict[str, Any]:
    """Answer one record as ``allfours score`` does.

    Raises
    ------
    ValueError
        The record can't have happened; a sentence says why.
    """
    deal = Deal(record)
    play = Play(deal)
    if play.trump and not any(play.held):
        count_hand(deal, play.tricks, play.trump)
    answer = {
        "tricks": [
            {"winner": seat, "pips": sum(PIPS.get(card[0], 0) for card in trick)}
            for seat, trick in play.tricks
        ],
        "awards": deal.awards,
        "score": deal.score,
        "winner": deal.winner,
    }
    return answer | ({"redeal": True} if deal.redeal else {})


def legal_record(record: Record) -> dict[str, Any]:
    """Answer one record as ``allfours legal`` does: the seat to play and what it may play."""
    play = Play(Deal(record))
    return {"seat": play.seat if any(play.held) else None, "legal": play.legal()}


def random_record(
    rng: random.Random, rules: str | Rules, score: tuple[int, int] = (0, 0)
) -> Record:
    """Deal, decide and play at random into a complete record; `rules` as a record has them.

    The pack lies as it is dealt: six cards each, a kick, then three each and a kick for each run.
    Of the lengths that a deal can have, `settle` takes the one that fits what was decided, with
    discards or without.
    """
    pack = rng.sample(PACK, 52)
    if read_rules(rules)["trump_by"] == "lead":
        hands = [" ".join(pack[6 * i : 6 * i + 6]) for i in range(4)]
        unsaid = {"kicks": [], "eldest": None, "dealer": None, "plays": []}
        return _played(rng, {"rules": rules, "score": list(score), "hands": hands} | unsaid)
    said = rng.sample([("stand", None), ("beg", "give"), ("beg", "run")], 3)
    players = read_rules(rules)["players"]
    kicks = list(range(6 * players, 52, 3 * players + 1))
    if kicks[-1] < 51:  # the next card is kicked by itself
        kicks.append(kicks[-1] + 1)
    discard = (False, True) if read_rules(rules)["discard_to_six"] else (False,)
    for (eldest, dealer), stage, discarding in itertools.product(said, range(len(kicks)), discard):
        hands = [pack[6 * i : 6 * i + 6] for i in range(players)]
        for first in kicks[:-2][:stage]:
            hands = [hand + pack[first + 1 + 3 * i :][:3] for i, hand in enumerate(hands)]
        record: Record = {
            "rules": rules,
            "score": list(score),
            "hands": [" ".join(hand) for hand in hands],
            "kicks": [pack[n] for n in kicks[: stage + 1]],
            "eldest": eldest,
            "dealer": dealer,
            "plays": [],
        }
        if discarding:
            record["discards"] = [" ".join(rng.sample(hand, len(hand) - 6)) for hand in hands]
        try:
            return _played(rng, record)
        except ValueError:
            continue
    raise AssertionError("one of the three is always allowed")


def _played(rng: random.Random, record: Record) -> Record:
    """Play a record without plays out at random."""
    play = Play(Deal(record))
    while cards := play.legal():
        record["plays"].append(rng.choice(cards))
        play.play(record["plays"][-1])
    return record
