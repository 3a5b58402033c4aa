"""Write the text that blocks of the order page have in common: ``python -m tests.block_words nezperce``.

Blocks of positions are cut into pieces; those are kept whose words stand in most blocks, the best of them last, where a
reference to them is shortest.  Run it again when what blocks say has changed much: until then they are only longer.
"""

import argparse
import heapq
import json
import sys
from collections import Counter
from collections.abc import Sequence

from pbem.core.cache import trial_cache
from pbem.reports.order_page import FOLDER
from tests.block_sizes import block_of
from tests.offered import PLAYED, many

FIRST = 1_000
"""The number of the first game: no game that `tests.block_sizes` measures."""
PIECE, STEP, WORD = 64, 32, 8
"""Characters of a piece, between two of them, and of what is counted in them."""
MOST = 32_000
"""zlib refers no further back than 32 kB."""


def common(texts: Sequence[str]) -> list[str]:
    """The pieces that say most of what several texts have in common, the best last."""
    counted = Counter(word for text in texts for word in {text[n : n + WORD] for n in range(len(text) - WORD)})
    left = {word: times for word, times in counted.items() if times > 1}

    def worth(piece: str) -> int:
        return sum(left.get(piece[n : n + WORD], 0) for n in range(len(piece) - WORD + 1))

    pieces = dict.fromkeys(text[n : n + PIECE] for text in texts for n in range(0, len(text) - PIECE, STEP))
    queue = [(-worth(piece), n, piece) for n, piece in enumerate(pieces)]
    heapq.heapify(queue)
    found: list[str] = []
    while queue and len(found) < MOST // PIECE:
        worth_then, n, piece = heapq.heappop(queue)
        now = worth(piece)
        if now < -worth_then and queue and now < -queue[0][0]:
            heapq.heappush(queue, (-now, n, piece))
            continue
        found.append(piece)
        for at in range(len(piece) - WORD + 1):
            left.pop(piece[at : at + WORD], None)
    return found[::-1]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file of each game."""
    parser = argparse.ArgumentParser(prog="python -m tests.block_words", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("games", nargs="*", default=PLAYED, metavar="GAME")
    parser.add_argument("--positions", type=int, default=120)
    parser.add_argument("--apart", type=int, default=7)
    args = parser.parse_args(arguments)
    for title in args.games:
        texts = []
        for one in many(title, args.positions, FIRST, args.apart):
            with trial_cache():
                texts.append(json.dumps(block_of(one), separators=(",", ":"), sort_keys=True))
        (FOLDER / f"{title}.txt").write_text("\n".join(common(texts)) + "\n", encoding="ascii")
        print(f"{title}: from {len(texts)} blocks", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
