"""One numbered deal and its play, drawn for a human."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from analysis.allfours import rule_sets
from analysis.allfours.records import score_record
from analysis.drawing import in_a_line, seated
from analysis.seats import NAMES
from engine.cards import format_card, format_cards, mask_of, parse_card, parse_cards

if TYPE_CHECKING:
    from analysis.allfours.solving import Mistake


def draw(
    record: dict[str, Any], symbols: bool = False, mistakes: Sequence[Mistake] | None = None
) -> str:
    """A record as text: the table as players sit, what was said, each trick, and the score.

    Parameters
    ----------
    record : dict
        A legal deal record.
    symbols : bool
        Suits as symbols in place of letters.
    mistakes : sequence of Mistake or None
        The cards that gave points away; None if nobody asked.
    """
    answer = score_record(record)
    blocks = [
        f"Seed {record['seed']}, deal {record['deal']}, rules {in_a_line(record['rules'])}",
        seated([_hand(hand, symbols) for hand in record["hands"]], left=3),
        _said(record, symbols, over=answer["winner"] is not None and not record["plays"]),
    ]
    if "discards" in record:
        blocks.append(_put_away(record["discards"], symbols))
    if record.get("exposed"):
        blocks.append(_exposed(record, symbols))
    if record["plays"]:
        blocks.append(_tricks(record["plays"], answer["tricks"], symbols, mistakes or ()))
    if mistakes is not None:
        blocks.append(_given_away(mistakes, len(record["hands"]), symbols))
    blocks.append(_score(answer))
    return "\n\n".join(blocks) + "\n"


def _hand(text: str, symbols: bool) -> str:
    return format_cards(mask_of(parse_cards(text)), symbols)


def _put_away(discards: Sequence[str], symbols: bool) -> str:
    """What each seat discarded to go back to six, the eldest first."""
    away = [f"{NAMES[seat]} {_hand(discards[seat], symbols)}" for seat in (1, 2, 3, 0)]
    return f"Discarded: {'; '.join(away)}."


def _said(record: dict[str, Any], symbols: bool, over: bool) -> str:
    """Kicks and decisions; nobody decides once the first kick has won the match."""
    if not record["kicks"]:
        return "The suit of the first lead is trump."
    kicks = [format_card(parse_card(kick), symbols) for kick in record["kicks"]]
    kept = rule_sets.from_record(record["rules"]).kick_kept
    if over and kept and record["eldest"] == "stand":
        return f"Kick {kicks[0]}, and the match is over."
    lines = [f"Kick {kicks[0]}. The eldest {'stands' if record['eldest'] == 'stand' else 'begs'}."]
    if record["dealer"] == "give":
        lines.append("The dealer gives one.")
    if record["dealer"] == "run":
        lines.append(f"The dealer runs the pack: {', then '.join(kicks[1:])}.")
    return " ".join(lines)


def _exposed(record: dict[str, Any], symbols: bool) -> str:
    """A line for each exposed card, and one for each call."""
    lines = []
    for text, seat, tricks in record["exposed"]:
        when = f"after trick {tricks}" if tricks else "before the first lead"
        card = format_card(parse_card(text), symbols)
        lines.append(f"The {NAMES[seat]} exposes {card} {when}.")
    for text, seat, trick in record.get("calls", []):
        card = format_card(parse_card(text), symbols)
        lines.append(f"The {NAMES[seat]} calls {card} in trick {trick}.")
    return "\n".join(lines)


def _tricks(
    plays: list[str], tricks: list[dict[str, int]], symbols: bool, mistakes: Sequence[Mistake]
) -> str:
    """A line for each trick, in order of play: the winning card and mistakes marked."""
    wrong = {mistake.play for mistake in mistakes}
    leader = 1
    lines = []
    size = len(plays) // len(tricks)
    for number, trick in enumerate(tricks):
        cards = [parse_card(card) for card in plays[size * number : size * number + size]]
        shown = []
        for turn, card in enumerate(cards):
            won = (leader + turn) % size == trick["winner"]
            mark = "?" if size * number + turn in wrong else ""
            shown.append(format_card(card, symbols) + f"{mark}{'*' if won else ''}".ljust(2))
        pips = f"{trick['pips']} pip" + ("" if trick["pips"] == 1 else "s")
        winner = f"{NAMES[trick['winner']]}, {pips}"
        lines.append(f"{number + 1:2}  {NAMES[leader]:16}  {' '.join(shown)}  {winner}")
        leader = trick["winner"]
    return "\n".join([" #  leads             cards (* wins)       won by", *lines])


def _given_away(mistakes: Sequence[Mistake], seats: int, symbols: bool) -> str:
    """What each mistake cost with all cards seen, and what would have kept the value."""
    if not mistakes:
        return "With all cards seen nobody gave a point of Jack or Game away."
    lines = ["With all cards seen (?) gave Jack and Game points away:"]
    for mistake in mistakes:
        card, best = format_card(mistake.card, symbols), format_cards(mistake.best, symbols)
        lines.append(f"  trick {mistake.play // seats + 1}, {card}: {mistake.cost}; best {best}")
    return "\n".join(lines)


def _score(answer: dict[str, Any]) -> str:
    lines = [f"{name} {points} to the {team}'s team" for name, team, points in answer["awards"]]
    dealer, eldest = answer["score"]
    if answer.get("redeal"):
        lines.append("the pack is exhausted: the same dealer deals again")
    lines.append(f"score: dealer's team {dealer}, eldest's team {eldest}")
    if answer["winner"]:
        lines.append(f"the {answer['winner']}'s team has won the match")
    return "\n".join(lines)
