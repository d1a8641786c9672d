"""Writes the averaged weights of a run of `train_damage.py` as the ONNX net of the service.

    python3 export_damage.py --run runs/a --out ../models/damage.onnx

Input `L`: 1 × 1 × h × w, CIE Lab lightness 0–100, h and w multiples of 32. Output, of the same shape: `certainty`,
0–1. Prints the file's SHA-256, which the service checks (`sha256` in src/imaging/nets/damage-net.ts).
"""

import argparse
import hashlib
from pathlib import Path

import torch
import torch.nn as nn

from damage_network import DamageNet

# The oldest opset that has every operator of the net.
OPSET = 13


class Finder(nn.Module):
    def __init__(self, net: DamageNet):
        super().__init__()
        self.net = net

    def forward(self, lightness):
        return self.net(lightness).sigmoid()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    net = DamageNet()
    net.load_state_dict(torch.load(options.run / "ema.pt", map_location="cpu"))
    shape = {2: "h", 3: "w"}
    torch.onnx.export(
        Finder(net).eval(),
        torch.rand(1, 1, 256, 256) * 100,
        str(options.out),
        opset_version=OPSET,
        input_names=["L"],
        output_names=["certainty"],
        dynamic_axes={"L": shape, "certainty": shape},
    )
    content = options.out.read_bytes()
    print(f"{hashlib.sha256(content).hexdigest()}  {options.out} ({len(content)} bytes)")


if __name__ == "__main__":
    main()
