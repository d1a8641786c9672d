"""Writes a run's averaged weights as the ONNX edge net of the service.

    python3 export_edges.py --run /tmp/edge-run --out ../models/edges.onnx

The service packs the squares of 2 × 2 pixels itself, so the file contains the net without this packing.
"""

import argparse
import hashlib
from pathlib import Path

import torch

from edge_network import EdgeNet

# The oldest opset that has every operator of the net.
OPSET = 13


class Packed(torch.nn.Module):
    def __init__(self, net: EdgeNet):
        super().__init__()
        self.net = net

    def forward(self, picture):
        return self.net.correction(picture)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    net = EdgeNet()
    net.load_state_dict(torch.load(options.run / "ema.pt", map_location="cpu"))
    sizes = {0: "n", 2: "h", 3: "w"}
    torch.onnx.export(
        Packed(net).eval(),
        torch.rand(1, 20, 208, 152),
        str(options.out),
        opset_version=OPSET,
        input_names=["picture"],
        output_names=["correction"],
        dynamic_axes={"picture": sizes, "correction": sizes},
    )
    content = options.out.read_bytes()
    print(f"{hashlib.sha256(content).hexdigest()}  {options.out} ({len(content)} bytes)")


if __name__ == "__main__":
    main()
