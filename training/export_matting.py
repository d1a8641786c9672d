"""Writes a run's averaged weights as the ONNX matting net of the service.

    python3 export_matting.py --run /tmp/matting-run/a --out ../models/matting.onnx

Prints the file's SHA-256, which the service checks (`ownSha256` in src/imaging/nets/mask-refiner.ts).
"""

import argparse
import hashlib
from pathlib import Path

import torch

from matting_network import PRIORS, MattingNet

# The oldest opset that has every operator of the net.
OPSET = 13


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    net = MattingNet()
    net.load_state_dict(torch.load(options.run / "ema.pt", map_location="cpu"))
    sizes = {2: "h", 3: "w"}
    torch.onnx.export(
        net.eval(),
        torch.rand(1, 3 + PRIORS, 256, 192),
        str(options.out),
        opset_version=OPSET,
        input_names=["picture"],
        output_names=["alpha"],
        dynamic_axes={"picture": {0: "n", **sizes}, "alpha": {0: "n", **{axis: f"{name}4" for axis, name in sizes.items()}}},
    )
    content = options.out.read_bytes()
    print(f"{hashlib.sha256(content).hexdigest()}  {options.out} ({len(content)} bytes)")


if __name__ == "__main__":
    main()
