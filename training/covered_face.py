"""Trains the net that says whether an object hides a part of a face, and writes it as ONNX.

    python3 covered_face.py --crops CROPS --imagenet DATA/weights/tf2_mobilenet_v2_1.0_224_ptq.tflite --run /tmp/objects \
      --minutes 20 --out ../models/covered-face.onnx

Input `face`: 1 × 112 × 112 × 3, sRGB, 0–1. Output `covered`: 1 × 1, a probability. Prints the file's SHA-256, which the
service checks (src/imaging/nets/covered-face-net.ts). The crops are portraits whose faces nothing hides; the objects are
drawn.
"""

import argparse

import numpy as np

from drawn_hats import draw_hat
from drawn_objects import draw_beside, draw_object
from head_crops import Crops, View, inputs_of, is_held_back, read_crops, seen_in
from head_net import add_options, export, found_shares, scores, train

# 2.4 eye-to-chin distances, whose middle is 0.3 below the eyes; the eyes of a crop are half a distance below its middle.
VIEW = View(side=96, below=32)


class Samples:
    """Half of the faces have a drawn object before them."""

    def __init__(self, crops: Crops, seed: int):
        self.crops, self.rng = crops, np.random.default_rng(seed)

    def sample(self) -> tuple[np.ndarray, int]:
        rng, kind = self.rng, self.rng.random()
        at = rng.integers(len(self.crops.pixels))
        image, head, patches = self.crops.pixels[at], self.crops.heads[at], self.crops.pixels
        if kind < 0.5:
            return seen_in(VIEW, draw_object(image, head, patches, rng), rng), 1
        if kind < 0.65:
            image = draw_beside(image, head, patches, rng)
        elif kind < 0.75:
            image = draw_hat(image, head, patches, rng)
        return seen_in(VIEW, image, rng), 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    options = parser.parse_args()
    crops = read_crops(options.crops, None)
    held_back = np.array([is_held_back(name) for name in crops.names])
    held, samples = crops.chosen(held_back), Samples(crops.chosen(~held_back), options.seed)
    rng = np.random.default_rng(0)
    drawn = np.stack([draw_object(image, head, held.pixels, rng) for image, head in zip(held.pixels, held.heads)])
    print(f"{len(samples.crops.pixels)} faces", flush=True)

    def report(net) -> str:
        return found_shares(scores(net, inputs_of(drawn, VIEW)), scores(net, inputs_of(held.pixels, VIEW)))

    export(train(options, samples.sample, report), options.out, "face", "covered")


if __name__ == "__main__":
    main()
