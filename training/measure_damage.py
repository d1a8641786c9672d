"""Measures the net that finds damage, for each kind of synthetic damage.

    python3 measure_damage.py --net ../models/damage.onnx --photos <folder of photos that no run saw>

`--net` is an ONNX file or the ema.pt of a run. Each photo gets one kind of damage; the same seed gives the same damage.
Printed are, for each kind, F1, precision and recall of the damaged pixels at a certainty of 0.5, pooled over all photos.
Each pixel counts by itself, without a tolerance around it; pixels between VISIBLE and INVISIBLE (print_damage.py) do not
count.

The last line has the share of pixels that are found, falsely, in photos without damage.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

from damage_network import DamageNet
from onnx_weights import unfolded
from photos import lab_of, photo_files
from print_damage import KINDS, masks_of, scanned
from train_damage import square

SIDE = 256


def loaded(file: Path, pictures: torch.Tensor) -> DamageNet:
    if file.suffix == ".onnx":
        return unfolded(DamageNet(), file, pictures).eval()
    net = DamageNet().eval()
    net.load_state_dict(torch.load(file, map_location="cpu"))
    return net


def score_of(hits: float, found: float, there: float) -> str:
    precision, recall = hits / max(1, found), hits / max(1, there)
    return f"F1 {2 * hits / max(1, found + there):.3f}  precision {precision:.3f}  recall {recall:.3f}"


@torch.no_grad()
def measure(net: DamageNet, lightness: np.ndarray) -> np.ndarray:
    return net(torch.from_numpy(lightness)[None, None]).sigmoid()[0, 0].numpy()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--net", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--every", type=int, default=3, help="measure each kind on every n-th photo")
    options = parser.parse_args()
    torch.set_num_threads(1)
    files = photo_files(options.photos)
    rng = np.random.default_rng(7)
    wholes = [np.ascontiguousarray(lab_of(square(cv2.imread(file), SIDE, 1, rng))[..., 0]) for file in files]
    net = loaded(options.net, torch.from_numpy(np.stack(wholes[:8]))[:, None])
    thresholds = np.arange(0.05, 1, 0.05)
    totals, counts_of = np.zeros((len(thresholds), 3)), np.zeros(3)
    print(f"{len(files)} photos")
    for number, (name, (_, draw)) in enumerate(KINDS.items()):
        kind = np.zeros(3)
        for index in range(number % options.every, len(files), options.every):
            rng = np.random.default_rng((index, number))
            whole = wholes[index]
            drawn = np.clip(draw(whole, rng), 0, 100).astype(np.float32)
            mask, counts = masks_of(whole, drawn)
            if mask.sum() < 20:
                continue
            certainty = measure(net, scanned(drawn, rng))
            for i, threshold in enumerate(thresholds):
                found = (certainty > threshold) * counts
                totals[i] += (found * mask).sum(), found.sum(), mask.sum()
            found = certainty > 0.5
            kind += (found * mask).sum(), (found * counts).sum(), mask.sum()
        counts_of += kind
        print(f"{name:10}  {score_of(*kind)}", flush=True)
    print(f"{'all':10}  {score_of(*counts_of)}")
    scores = 2 * totals[:, 0] / (totals[:, 1] + totals[:, 2])
    print(f"best F1 {scores.max():.3f} at the certainty {thresholds[scores.argmax()]:.2f}: {score_of(*totals[scores.argmax()])}")
    false = [(measure(net, whole) > 0.5).mean() for whole in wholes[:: options.every]]
    print(f"found in photos without damage: {100 * np.mean(false):.2f} % of the pixels, at most {100 * max(false):.2f} %")


if __name__ == "__main__":
    main()
