"""Colour bins for the classification head, after Zhang, Isola, Efros 2016 (Colorful Image Colorization).

The bins divide the ab plane in steps of 10; only bins that photos use are kept. Rare colours have higher weights, so
that the net does not predict brown everywhere. The tables hold the five nearest bins of each integer (a, b), with their
shares.
"""

from dataclasses import dataclass

import numpy as np
import torch

NEAREST = 5
SIGMA = 5.0


@dataclass(frozen=True)
class Bins:
    centres: np.ndarray
    index: torch.Tensor
    share: torch.Tensor
    weight: torch.Tensor

    def encoded(self, ab: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """`ab`: n × 2 × h × w. Returns the nearest bins and their shares (n × 5 × h × w) and each pixel's weight."""
        whole = ab.round().long().clamp(-128, 127) + 128
        key = whole[:, 0] * 256 + whole[:, 1]
        index = self.index[key].permute(0, 3, 1, 2)
        return index, self.share[key].permute(0, 3, 1, 2), self.weight[index[:, 0]]

    def to(self, device: str) -> "Bins":
        return Bins(self.centres, self.index.to(device), self.share.to(device), self.weight.to(device))


def load_bins(path: str) -> Bins:
    """Loads a file that `save_bins` has written, for example the `bins.npz` of the run from which training starts."""
    arrays = np.load(path)
    return bins_of(arrays["cent"], arrays["w"])


def save_bins(path: str, bins: Bins) -> None:
    np.savez(path, cent=bins.centres, w=bins.weight.numpy())


def bins_of(centres: np.ndarray, weight: np.ndarray) -> Bins:
    side = np.arange(-128, 128)
    grid = np.stack(np.meshgrid(side, side, indexing="ij"), -1).reshape(-1, 2)
    distance = ((grid[:, None] - centres[None]) ** 2).sum(-1)
    index = np.argsort(distance, 1)[:, :NEAREST]
    near = np.take_along_axis(distance, index, 1)
    share = np.exp(-(near - near[:, :1]) / (2 * SIGMA**2))
    share /= share.sum(1, keepdims=True)
    return Bins(
        centres,
        torch.from_numpy(index.astype(np.int64)),
        torch.from_numpy(share.astype(np.float32)),
        torch.tensor(weight, dtype=torch.float32),
    )


def count_bins(ab_pixels: np.ndarray) -> Bins:
    """Counts how often each bin occurs. `ab_pixels`: a and b of sampled pixels of photos, n × 2."""
    step = np.clip(np.round(ab_pixels / 10).astype(int) + 11, 0, 22)
    counts = np.zeros((23, 23))
    np.add.at(counts, (step[:, 0], step[:, 1]), 1)
    counts /= counts.sum()
    used = np.argwhere(counts > 2e-6)
    centres = (used - 11) * 10.0
    prior = counts[used[:, 0], used[:, 1]]
    kernel = np.exp(-((centres[:, None] - centres[None]) ** 2).sum(-1) / (2 * SIGMA**2))
    kernel /= kernel.sum(1, keepdims=True)
    smooth = kernel.T @ prior
    smooth /= smooth.sum()
    # The weight of a bin is the inverse of its probability in a mix: half the smoothed frequency in photos and half a
    # uniform distribution, as in the paper. The weights are scaled so that their mean over the photos is 1.
    weight = 1 / (0.5 * smooth + 0.5 / len(smooth))
    return bins_of(centres, weight / (weight * smooth).sum())
