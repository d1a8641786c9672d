"""Writes a run's averaged weights as the ONNX net of the service.

    python3 export.py --run runs/a --out ../models/colourise.onnx

Input `L`: n × 1 × h × w, CIE Lab lightness 0–100, h and w multiples of 32. Output `ab`: n × 2 × h/4 × w/4, Lab a and
b: those of the paint head and, where an object is certainly coloured, of the classes (`Painter`). Prints the file's
SHA-256, which the service checks (`ownSha256` in src/imaging/nets/colour-net.ts).
"""

import argparse
import hashlib
from pathlib import Path

import torch
import torch.nn as nn

from bins import load_bins
from network import ColourNet

# The oldest opset that has every operator of the net.
OPSET = 13
# The factors with which the colours of the paint head and, where all likely classes are coloured, of the
# classification head are added.
PAINT_SHARE, CLASS_SHARE = 0.8, 0.3
# The plain mean over all classes lies between the likely colours. Probabilities raised to 1 / TEMPERATURE
# give the likeliest class more weight (the annealed mean of Zhang, Isola, Efros 2016).
TEMPERATURE = 0.3
# A class (a colour bin) with at least this chroma counts as coloured.
COLOUR_CHROMA = 10
# Exponent of the probability that the object is coloured: with it, the classes count only where this
# probability is near 1.
SURENESS = 12


class Painter(nn.Module):
    """Adds a share of the classification head's colours to those of the paint head, because the paint head is grey where two colours are likely."""

    def __init__(self, net: ColourNet):
        super().__init__()
        self.net = net
        self.register_buffer("is_colour", (net.cent.norm(dim=1) >= COLOUR_CHROMA).float())

    def forward(self, lightness):
        logits, _, paint = self.net(lightness)
        # Make the classes the last axis, because ONNX Runtime is several times as fast along the last axis.
        logits = logits.permute(0, 2, 3, 1)
        sure = (logits.softmax(3) @ self.is_colour) ** SURENESS
        likeliest = (logits / TEMPERATURE).softmax(3) @ self.net.cent
        likely = (sure[..., None] * likeliest).permute(0, 3, 1, 2)
        return PAINT_SHARE * paint + CLASS_SHARE * likely


def weights_of(options: argparse.Namespace) -> dict:
    """Averages the run's weights with those of its start, which restores some of the quality that the run has lost.

    Parts that the start does not have keep the run's weights.
    """
    weights = torch.load(options.run / "ema.pt", map_location="cpu")
    if options.before is None:
        return weights
    before = torch.load(options.before / "ema.pt", map_location="cpu")
    return {
        name: torch.lerp(before[name], value, options.share)
        if name in before and value.dtype.is_floating_point
        else value
        for name, value in weights.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--with", dest="before", type=Path, help="the run that this one started from, to average with")
    parser.add_argument("--share", type=float, default=0.8, help="share of this run's weights in the average")
    options = parser.parse_args()
    net = ColourNet(load_bins(str(options.run / "bins.npz")).centres)
    net.load_state_dict(weights_of(options))
    sizes = {2: "h", 3: "w"}
    torch.onnx.export(
        Painter(net).eval(),
        torch.rand(1, 1, 256, 256) * 100,
        str(options.out),
        opset_version=OPSET,
        input_names=["L"],
        output_names=["ab"],
        dynamic_axes={"L": {0: "n", **sizes}, "ab": {0: "n", **{axis: f"{name}4" for axis, name in sizes.items()}}},
    )
    content = options.out.read_bytes()
    print(f"{hashlib.sha256(content).hexdigest()}  {options.out} ({len(content)} bytes)")


if __name__ == "__main__":
    main()
