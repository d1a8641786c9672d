"""Writes the averaged weights of a run of `train_enlarge.py` as the ONNX net of the service.

    python3 export_enlarge.py --run runs/a --out ../models/enlarge.onnx

Input `rgb`: 1 × 3 × (h + 16) × (w + 16), sRGB 0–255, with eight pixels around the part that is enlarged. Output
`enlarged`: 1 × 3 × 2h × 2w, sRGB 0–255 and a little beyond. Prints the file's SHA-256, which the service checks
(`sha256` in src/imaging/nets/enlarge-net.ts).
"""

import argparse
import hashlib
from pathlib import Path

import torch
import torch.nn as nn
import torch.nn.functional as functional

from enlarge_network import LUMA, MARGIN, EnlargeNet, interpolated

# The oldest opset that has every operator of the net.
OPSET = 13


class Enlarger(nn.Module):
    """Interpolates each colour and adds the same correction, found in the luma, to all three."""

    def __init__(self, net: EnlargeNet):
        super().__init__()
        nothing = net.phases(torch.zeros(1, 1, 2 * MARGIN + 1, 2 * MARGIN + 1))
        self.entry = net.entry_weight() * torch.tensor(LUMA).reshape(1, 3, 1, 1) / 255
        self.net = net
        self.exit = 255 * net.exit.weight
        self.exit_bias = 255 * (net.exit.bias - nothing.flatten())

    def forward(self, rgb):
        x = functional.relu(functional.conv2d(rgb, self.entry, self.net.entry.bias))
        for layer in self.net.hidden:
            x = functional.relu(layer(x))
        correction = functional.pixel_shuffle(functional.conv2d(x, self.exit, self.exit_bias), 2)
        colours = functional.pixel_shuffle(interpolated(rgb.transpose(0, 1), self.net.lanczos), 2)
        return colours.transpose(0, 1) + correction


@torch.no_grad()
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    net = EnlargeNet()
    net.load_state_dict(torch.load(options.run / "ema.pt", map_location="cpu"))
    shape = {2: "height", 3: "width"}
    torch.onnx.export(
        Enlarger(net).eval(),
        torch.rand(1, 3, 80, 64) * 255,
        str(options.out),
        opset_version=OPSET,
        input_names=["rgb"],
        output_names=["enlarged"],
        dynamic_axes={"rgb": shape, "enlarged": shape},
    )
    content = options.out.read_bytes()
    print(f"{hashlib.sha256(content).hexdigest()}  {options.out} ({len(content)} bytes)")


if __name__ == "__main__":
    main()
