"""Trains the net that says whether a head is covered, and writes it as ONNX.

    python3 head_covering.py --crops CROPS MORE --labels head-labels.csv \
      --imagenet DATA/weights/tf2_mobilenet_v2_1.0_224_ptq.tflite --run /tmp/hats --minutes 18 --out ../models/head-covering.onnx

Input `head`: 1 × 112 × 112 × 3, sRGB, 0–1. Output `covered`: 1 × 1, a probability. Prints the file's SHA-256, which the
service checks (src/imaging/nets/head-covering-net.ts).
"""

import argparse
from pathlib import Path

import numpy as np

from drawn_hats import draw_hat, draw_other
from head_crops import Crops, View, inputs_of, is_held_back, read_crops, read_labels, seen_in
from head_net import add_options, export, found_shares, scores, train

# 3.2 eye-to-chin distances; the crop has 4.
VIEW = View(side=128, below=0)


class Samples:
    """Half of the heads are covered, by real or by drawn hats."""

    def __init__(self, crops: Crops, seed: int):
        self.crops, self.rng = crops, np.random.default_rng(seed)
        self.hats = np.flatnonzero(crops.labels == "h")
        self.none = np.flatnonzero(crops.labels == "n")

    def sample(self) -> tuple[np.ndarray, int]:
        rng, kind = self.rng, self.rng.random()
        if kind < 0.25:
            return seen_in(VIEW, self.crops.pixels[rng.choice(self.hats)], rng), 1
        at = rng.choice(self.none)
        image, head = self.crops.pixels[at], self.crops.heads[at]
        if kind < 0.5:
            return seen_in(VIEW, draw_hat(image, head, self.crops.pixels, rng), rng), 1
        return seen_in(VIEW, draw_other(image, head, self.crops.pixels, rng) if kind < 0.65 else image, rng), 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    parser.add_argument("--labels", type=Path, required=True)
    options = parser.parse_args()
    crops = read_crops(options.crops, read_labels(options.labels))
    held_back = np.array([is_held_back(name) for name in crops.names])
    held, samples = crops.chosen(held_back), Samples(crops.chosen(~held_back), options.seed)
    print(f"{len(samples.hats)} hats, {len(samples.none)} none", flush=True)

    def report(net) -> str:
        found = scores(net, inputs_of(held.pixels, VIEW))
        return found_shares(found[held.labels == "h"], found[held.labels == "n"])

    export(train(options, samples.sample, report), options.out, "head", "covered")


if __name__ == "__main__":
    main()
