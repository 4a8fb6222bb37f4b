"""Random streams against the published vectors and against plain Python integers."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine._jit import INTERPRETED
from engine.cards import PACK, SORTED_PACK, cards_of, mask_of
from engine.random import AGAIN, CARDS, PLAY, below, draw, mix, new_stream, next_word, start

pytestmark = pytest.mark.engine

WORD = 1 << 64
GOLDEN = 0x9E3779B97F4A7C15
LARGEST = 2**63 - 1
DEALS = 400 if INTERPRETED else 20_000

SPLITMIX_1234567 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]
XOSHIRO_1234 = [
    41943041,
    58720359,
    3588806011781223,
    3591011842654386,
    9228616714210784205,
    9973669472204895162,
    14011001112246962877,
    12406186145184390807,
    15849039046786891736,
    10450023813501588000,
]

some_seeds = st.integers(0, LARGEST)
plainly = settings(derandomize=True, deadline=None, max_examples=20 if INTERPRETED else 200)


class PlainStream:
    """SplitMix64 and xoshiro256++ as their authors write them, in unbounded integers."""

    def __init__(self, words: list[int]) -> None:
        self.words = words
        self.made = 0

    @staticmethod
    def mix(z: int) -> int:
        """SplitMix64's output for the state `z`."""
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
        return z ^ z >> 31

    @classmethod
    def started(cls, seed: int, number: int, purpose: int) -> PlainStream:
        """Hash seed, purpose and number one after another, then fill the state from that."""
        z = 0
        for given_number in (seed, purpose, number):
            z = cls.mix(((z ^ given_number) + GOLDEN) % WORD)
        return cls([cls.mix((z + step * GOLDEN) % WORD) for step in (1, 2, 3, 4)])

    @staticmethod
    def rotated(word: int, by: int) -> int:
        """Rotate a word to the left."""
        return (word << by | word >> (64 - by)) % WORD

    def next(self) -> int:
        """Return the next word of xoshiro256++."""
        s = self.words
        word = (self.rotated((s[0] + s[3]) % WORD, 23) + s[0]) % WORD
        t = (s[1] << 17) % WORD
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = self.rotated(s[3], 45)
        self.made += 1
        return word

    def below(self, bound: int) -> int:
        """Lemire's draw: a word that falls into the short remainder is drawn again."""
        while True:
            high, low = divmod(self.next() * bound, WORD)
            if low >= WORD % bound:
                return high

    def draw(self, deck: list[int], drawn: int, count: int) -> list[int]:
        """One number below the count of orders, read as digits, says which cards are picked."""
        while True:
            bases = [len(deck) - place for place in range(drawn, drawn + count)]
            orders = int(np.prod(bases, dtype=object))
            rank, low = divmod(self.next() * orders, WORD)
            digits = []
            for base in reversed(bases):
                rank, digit = divmod(rank, base)
                digits.append(digit)
            for place, digit in enumerate(reversed(digits), drawn):
                deck[place], deck[place + digit] = deck[place + digit], deck[place]
            if low >= WORD % orders:
                return deck[drawn : drawn + count]


def stream_of(words: list[int]) -> Any:
    return np.array(words, np.uint64)


def started(seed: int, number: int, purpose: int) -> Any:
    stream = new_stream()
    start(stream, seed, number, purpose)
    return stream


def stream_giving(word: int) -> list[int]:
    """State whose next word is `word`: with s0 = 0 that word is s3 rotated."""
    return [0, 5, 6, PlainStream.rotated(word, 64 - 23)]


def test_splitmix_published() -> None:
    states = [(1234567 + step * GOLDEN) % WORD for step in range(1, 6)]
    assert [int(mix(np.uint64(state))) for state in states] == SPLITMIX_1234567
    assert [PlainStream.mix(state) for state in states] == SPLITMIX_1234567


def test_xoshiro_published() -> None:
    stream, plain = stream_of([1, 2, 3, 4]), PlainStream([1, 2, 3, 4])
    assert [int(next_word(stream)) for _ in range(10)] == XOSHIRO_1234
    assert [plain.next() for _ in range(10)] == XOSHIRO_1234


@plainly
@given(some_seeds, some_seeds, st.integers(0, 9))
def test_start_and_words(seed: int, number: int, purpose: int) -> None:
    stream, plain = started(seed, number, purpose), PlainStream.started(seed, number, purpose)
    assert stream.tolist() == plain.words
    assert [int(next_word(stream)) for _ in range(5)] == [plain.next() for _ in range(5)]


def test_streams_differ() -> None:
    edges = [0, 1, 2, 3, 2**32, LARGEST - 1, LARGEST]
    places = list(product(edges, [*range(20), 10**12], (CARDS, PLAY, AGAIN)))
    assert len({int(next_word(started(*place))) for place in places}) == len(places)


def test_start_forgets_what_was_drawn() -> None:
    stream = started(3, 4, CARDS)
    next_word(stream)
    start(stream, 3, 4, CARDS)
    assert stream.tolist() == started(3, 4, CARDS).tolist()


@plainly
@given(some_seeds, st.one_of(st.integers(1, 60), st.integers(1, LARGEST)))
def test_below(seed: int, bound: int) -> None:
    stream, plain = started(seed, 0, PLAY), PlainStream.started(seed, 0, PLAY)
    drawn = [int(below(stream, bound)) for _ in range(5)]
    assert drawn == [plain.below(bound) for _ in range(5)]
    assert stream.tolist() == plain.words


def test_below_rejects() -> None:
    bound = 3 << 61  # a quarter of all words is drawn again
    stream, plain = started(1, 0, PLAY), PlainStream.started(1, 0, PLAY)
    assert [int(below(stream, bound)) for _ in range(40)] == [plain.below(bound) for _ in range(40)]
    assert plain.made > 45


@pytest.mark.parametrize("bound", [1, 2, 3, 6, 52])
def test_below_is_uniform(bound: int) -> None:
    stream, draws = started(bound, 0, PLAY), DEALS
    counts = np.bincount([int(below(stream, bound)) for _ in range(draws)], minlength=bound)
    assert counts.size == bound
    square = float(((counts - draws / bound) ** 2).sum()) * bound / draws
    assert square <= bound - 1 + 5 * (2 * (bound - 1)) ** 0.5


@plainly
@given(some_seeds, st.integers(1, 54), st.lists(st.integers(1, 8), max_size=12))
def test_draw(seed: int, size: int, counts: list[int]) -> None:
    deck, plain_deck = np.arange(54), list(range(size))
    stream, plain = started(seed, 0, CARDS), PlainStream.started(seed, 0, CARDS)
    drawn = 0
    for count in counts:
        if drawn + count <= size:
            cards = draw(deck, size, drawn, count, stream)
            assert sorted(plain.draw(plain_deck, drawn, count)) == bits_of(cards)
            drawn += count
    assert deck.tolist() == plain_deck + list(range(size, 54))
    assert stream.tolist() == plain.words


def bits_of(mask: int) -> list[int]:
    return [card for card in range(63) if int(mask) >> card & 1]


def rejected_word(orders: int) -> int:
    """Find a word in the short remainder that picks an order near the middle."""
    for rank in range(orders // 2, orders):
        word = -(-rank * WORD // orders)
        if word * orders % WORD < WORD % orders:
            return word
    raise AssertionError("every order has a word too many")


@pytest.mark.parametrize("count", [1, 3, 6, 8])
def test_draw_rejects(count: int) -> None:
    word = rejected_word(int(np.prod(range(53 - count, 53), dtype=object)))
    deck, plain_deck = SORTED_PACK.copy(), SORTED_PACK.tolist()
    stream, plain = stream_of(stream_giving(word)), PlainStream(stream_giving(word))
    mask = draw(deck, 52, 0, count, stream)
    assert list(plain.draw(plain_deck, 0, count)) == deck[:count].tolist()
    assert plain.made == 2
    assert (deck.tolist(), stream.tolist()) == (plain_deck, plain.words)
    assert mask == mask_of(plain_deck[:count])


def test_draw_takes_every_card_once() -> None:
    deck, stream, seen, drawn = SORTED_PACK.copy(), started(0, 0, CARDS), 0, 0
    for count in (1, 6, 6, 6, 6, 1, 3, 3, 3, 3, 1, 8, 5):
        cards = int(draw(deck, 52, drawn, count, stream))
        assert cards == mask_of(deck[drawn : drawn + count])
        assert not seen & cards
        seen |= cards
        drawn += count
    assert (drawn, seen) == (52, PACK)
    assert sorted(deck.tolist()) == sorted(cards_of(PACK))


def test_draw_is_uniform_by_position() -> None:
    deck, stream = SORTED_PACK.copy(), new_stream()
    place = np.empty(64, np.int64)
    place[SORTED_PACK] = range(52)
    counts = np.zeros((25, 52), np.int64)
    for number in range(DEALS):
        deck[:] = SORTED_PACK
        start(stream, 2026, number, CARDS)
        drawn = 0
        for count in (1, 6, 6, 6, 6):
            draw(deck, 52, drawn, count, stream)
            drawn += count
        counts[np.arange(25), place[deck[:25]]] += 1
    cells = (counts - DEALS / 52) / (DEALS / 52 * 51 / 52) ** 0.5
    assert np.abs(cells).max() < 5
    square, free = float((cells**2).sum()) * 51 / 52, 25 * 51
    assert abs(square - free) < 5 * (2 * free) ** 0.5
