"""The net that enlarges a picture to twice its width and height: Lanczos interpolation and a learned correction."""

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as functional

# 16 channels are one vector register of the processor, so fewer channels would not be faster.
CHANNELS = 16
HIDDEN_LAYERS = 6
# The net pads nothing: its input has this many more pixels on each side than the part of the picture that it enlarges.
# Therefore the result does not depend on how a picture is divided into tiles.
MARGIN = HIDDEN_LAYERS + 2
LUMA = (0.299, 0.587, 0.114)


class EnlargeNet(nn.Module):
    """Luma (n × 1 × h × w, 0–1) → luma of the inner part, n × 1 × 2 (h - 2 MARGIN) × 2 (w - 2 MARGIN)."""

    def __init__(self):
        super().__init__()
        self.entry = nn.Conv2d(1, CHANNELS, 3)
        self.hidden = nn.ModuleList(nn.Conv2d(CHANNELS, CHANNELS, 3) for _ in range(HIDDEN_LAYERS))
        self.exit = nn.Conv2d(CHANNELS, 4, 3)
        # The correction starts near zero, so the training starts from Lanczos interpolation.
        with torch.no_grad():
            self.exit.weight.mul_(0.01)
        self.register_buffer("lanczos", lanczos_kernels())

    def entry_weight(self):
        """The kernels of the first layer. Each sums to zero, so the net sees differences and not brightness."""
        return self.entry.weight - self.entry.weight.mean((2, 3), keepdim=True)

    def phases(self, luma):
        x = functional.relu(functional.conv2d(luma, self.entry_weight(), self.entry.bias))
        for layer in self.hidden:
            x = functional.relu(layer(x))
        return self.exit(x)

    def forward(self, luma):
        # A picture of one colour needs no correction.
        nothing = self.phases(luma.new_zeros(1, 1, 2 * MARGIN + 1, 2 * MARGIN + 1))
        return functional.pixel_shuffle(self.phases(luma) - nothing + interpolated(luma, self.lanczos), 2)


def interpolated(plane, kernels):
    """The four pixels that replace each pixel of the inner part, n × 4 × h × w."""
    inset = MARGIN - kernels.shape[-1] // 2
    return functional.conv2d(plane[..., inset : plane.shape[-2] - inset, inset : plane.shape[-1] - inset], kernels)


def lanczos_kernels(lobes: int = 3) -> torch.Tensor:
    """The kernels of the upper left, upper right, lower left and lower right pixel, 4 × 1 × 7 × 7."""
    taps = np.arange(-lobes, lobes + 1)
    rows = []
    for centre in (-0.25, 0.25):
        distance = taps - centre
        row = np.where(np.abs(distance) < lobes, np.sinc(distance) * np.sinc(distance / lobes), 0)
        rows.append(row / row.sum())
    kernels = [np.outer(down, across) for down in rows for across in rows]
    return torch.tensor(np.stack(kernels)[:, None], dtype=torch.float32)
