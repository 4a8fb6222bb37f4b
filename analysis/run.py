"""Run a kernel over many numbered deals, on threads, and add up its tallies.

Kernels release the interpreter's lock, so plain threads use every core. A tally adds up to the
same integers however the deals are cut and whoever runs them.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import islice
from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from engine.cards import InputError

Tally = npt.NDArray[np.int64]
Progress = Callable[[int], None]

MOST_DEALS = 10**12
MOST_THREADS = 1024
MOST_SEED = 2**63 - 1
_BLOCKS_PER_THREAD = 16
_LARGEST_BLOCK = 1 << 17


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True)
class Run:
    """How many deals, which ones, and by how many threads.

    Attributes
    ----------
    deals : int or None
        None leaves the number to the question that is asked.
    seed : int or None
        None draws one, which the report then prints.
    first : int
        The number of the first deal.
    threads : int or None
        None uses every core. Results don't depend on it, nor on `block`.
    block : int or None
        Deals in one piece of work.
    progress : callable or None
        Called with the number of deals that have just been finished.
    executor : concurrent.futures.Executor or None
        Who does the work, in place of threads of this process; `threads` is then how many
        workers it has.
    """

    deals: float | None = None
    seed: int | None = None
    first: int = 0
    threads: int | None = None
    block: int | None = None
    progress: Progress | None = None
    executor: Executor | None = None

    def settled(self, deals: int) -> Settled:
        """Return this run with every choice made, `deals` being the question's own number.

        Raises
        ------
        InputError
            Names a value that can't be used.
        """
        return Settled(
            deals=_whole("deals", deals if self.deals is None else self.deals, 1, MOST_DEALS),
            seed=_whole("seed", _any_seed() if self.seed is None else self.seed, 0, MOST_SEED),
            first=_whole("first", self.first, 0, MOST_DEALS),
            threads=_whole(
                "threads", cores() if self.threads is None else self.threads, 1, MOST_THREADS
            ),
            block=None if self.block is None else _whole("block", self.block, 1, MOST_DEALS),
            progress=self.progress,
            executor=self.executor,
        )


def _any_seed() -> int:
    return secrets.randbelow(2**32)


def _whole(name: str, value: float, low: int, high: int) -> int:
    """`value` as an int, if it is a whole number between the limits; 1e6 is one."""
    number = isinstance(value, Real) and not isinstance(value, bool)
    if not number or not low <= value <= high or value != int(value):
        raise InputError(f'{name}: "{value}", expected a whole number from {low} to {high}')
    return int(value)


@dataclass(frozen=True)
class Settled:
    """A run with every choice made."""

    deals: int
    seed: int
    first: int
    threads: int
    block: int | None
    progress: Progress | None
    executor: Executor | None

    def blocks(self) -> Iterator[tuple[int, int]]:
        """The ranges of deal numbers that the work is cut into."""
        size = self.block or min(
            _LARGEST_BLOCK, -(-self.deals // (self.threads * _BLOCKS_PER_THREAD))
        )
        end = self.first + self.deals
        for first in range(self.first, end, size):
            yield first, min(first + size, end)

    def tally(self, kernel: Callable[..., Tally], *args: Any) -> Tally:
        """Add up ``kernel(first, last, seed, *args)`` over all blocks.

        Only a few blocks are in flight at a time: memory doesn't grow with the number of deals.
        """
        if self.executor is not None:
            return self._gather(self.executor, kernel, args)
        with ThreadPoolExecutor(self.threads) as pool:
            return self._gather(pool, kernel, args)

    def _gather(self, pool: Executor, kernel: Callable[..., Tally], args: tuple[Any, ...]) -> Tally:
        blocks = self.blocks()
        sizes: dict[Future[Tally], int] = {}
        total: Tally | None = None
        while True:
            for first, last in islice(blocks, 2 * self.threads - len(sizes)):
                sizes[pool.submit(kernel, first, last, self.seed, *args)] = last - first
            if not sizes:
                break
            for future in wait(sizes, return_when=FIRST_COMPLETED).done:
                part = future.result()
                total = part if total is None else total + part
                finished = sizes.pop(future)
                if self.progress:
                    self.progress(finished)
        assert total is not None
        return total
