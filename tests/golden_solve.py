"""Write the solver's golden files anew: ``python -m tests.golden_solve``.

Not run by the tests. Values change only if the rules do, so a difference is a mistake somewhere.
"""

import json
import random

from engine.allfours.rules import Rules
from engine.allfours.solve import UNLIMITED, new_solver, solve, solve_best
from engine.cards import format_cards
from tests.test_solve import ALL_RULES, GOLDEN, RULES, Spot, engine_rules, random_spot

CLASSIC = engine_rules(ALL_RULES["classic"])
BIG = new_solver(20)


def line(spot: Spot, names: list[str], best: bool, where: str) -> str:
    """One deal with its values, as a line of JSON."""
    rules: dict[str, Rules] = {name: engine_rules(ALL_RULES[name]) for name in names}
    record = {
        "hands": [format_cards(sorted(hand, reverse=True)) for hand in spot.hands],
        "trump": "SHDC"[spot.trump],
        "leader": spot.leader,
        "values": {name: solve(BIG, spot.table(), rules[name], UNLIMITED).value for name in names},
    }
    if best:
        record["best"] = {
            name: format_cards(solve_best(BIG, spot.table(), rules[name], UNLIMITED).best)
            for name in names
        }
    return json.dumps(record | {"from": where})


def worst(cards: int, deals: int, keep: int, bits: int) -> list[str]:
    """The deals that took the most positions, among many random ones."""
    rng = random.Random(f"worst {cards}")
    found = []
    solver = new_solver(bits)
    for number in range(deals):
        spot = random_spot(rng, cards, False, False, False)
        found.append((solve(solver, spot.table(), CLASSIC, UNLIMITED).nodes, number, spot))
    found.sort(key=lambda item: -item[0])
    return [
        line(spot, ["classic"], False, f"{nodes} positions, worst of {deals}")
        for nodes, _, spot in found[:keep]
    ]


def write(name: str, lines: list[str]) -> None:
    """Write a golden file."""
    (GOLDEN / name).write_text("".join(f"{one}\n" for one in lines))


def main() -> None:
    """Write all three files."""
    rng = random.Random("golden")
    ten = [random_spot(rng, 6, i % 2 == 1, i % 4 < 2, False) for i in range(10)]
    write("solve_10.jsonl", [line(spot, list(ALL_RULES), True, "random") for spot in ten])
    sizes = [4] * 20 + [6] * 60 + [7] * 10 + [8] * 6 + [9] * 4
    hundred = [random_spot(rng, n, i % 4 == 3, i % 4 < 2, False) for i, n in enumerate(sizes)]
    write("solve_100.jsonl", [line(spot, list(RULES), False, "random") for spot in hundred])
    write("solve_worst.jsonl", worst(6, 50_000, 10, 14) + worst(9, 1_000, 2, 20))


if __name__ == "__main__":
    main()
