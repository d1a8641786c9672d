"""Marks the pixels of samples at which a rough mask cannot be trusted, so that the training ignores them.

    python3 rough_masks.py --samples <files of scripts/matting-samples.ts> --net <run>/ema.pt --out <folder>

Masks of superpixels get large parts right, a sleeve or a sign behind the head, but miss edges by up to 20 pixels. Marked
are the pixels nearer than 9 pixels to the mask's edge, and those nearer than 26 where the net, from which the training
starts, disagrees with the mask. In the copies of the samples in `--out`, they count as pixels outside the photo.
"""

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch

from matting_network import MattingNet
from train_matting import HEIGHT, PLANES, WIDTH, Samples, enlarged

# In pixels of a sample.
NEAR_PX, DISPUTED_PX = 9, 26


def edge_distance(mask: np.ndarray) -> np.ndarray:
    """The distance of each pixel to the nearest pixel on the other side of the mask's edge."""
    inside = (mask > 0.5).astype(np.uint8)
    return np.maximum(cv2.distanceTransform(inside, cv2.DIST_L2, 5), cv2.distanceTransform(1 - inside, cv2.DIST_L2, 5))


@torch.no_grad()
def doubtful(net: MattingNet, planes: np.ndarray) -> np.ndarray:
    """True for the pixels of a sample, 7 × h × w, whose mask cannot be trusted."""
    picture = torch.from_numpy(planes[None, :5])
    alpha = enlarged((net(picture) + net(picture.flip(3)).flip(3)) / 2)[0, 0].numpy()
    distance = edge_distance(planes[5])
    return (distance < NEAR_PX) | ((distance < DISPUTED_PX) & (np.abs(alpha - planes[5]) > 0.5))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=Path, nargs="+", required=True)
    parser.add_argument("--net", type=Path, required=True, help="the weights of the net that disagrees")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    net = MattingNet()
    net.load_state_dict(torch.load(options.net, map_location="cpu"))
    net.eval()
    for file in options.samples:
        samples = Samples([file], True)
        copy = np.memmap(options.out / file.name, np.uint8, "w+", shape=(len(samples), PLANES, HEIGHT, WIDTH))
        for index in range(len(samples)):
            planes = samples.read(index)
            copy[index] = np.round(255 * planes)
            copy[index, -1][doubtful(net, planes)] = 0
        copy.flush()


if __name__ == "__main__":
    main()
