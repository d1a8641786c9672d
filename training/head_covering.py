"""Trains the net that says whether a head is covered, and writes it as ONNX.

    python3 head_covering.py --crops CROPS MORE --labels head-labels.csv \
      --imagenet DATA/weights/tf2_mobilenet_v2_1.0_224_ptq.tflite --run /tmp/hats --minutes 18 --out ../models/head-covering.onnx

Input `head`: 1 × 112 × 112 × 3, sRGB, 0–1. Output `covered`: 1 × 1, a probability. Prints the file's SHA-256, which the
service checks (src/imaging/nets/head-covering-net.ts).
"""

import argparse
import copy
import hashlib
import math
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from head_crops import Samples, inputs_of, is_held_back, read_crops, read_labels
from network import Encoder

# The encoder's blocks up to a sixteenth of the size; the first ones detect edges already and are not trained.
BLOCKS, FROZEN = 13, 6
BATCH, RATE, HEAD_RATE = 32, 2e-4, 2e-3
EMA_DECAY = 0.98
SAVE_SECONDS = 240


class HeadCovering(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()
        self.encoder.b = self.encoder.b[:BLOCKS]
        self.mixed = nn.Sequential(nn.Conv2d(96, 64, 1), nn.ReLU())
        self.places = nn.Conv2d(64, 64, 7, groups=64)
        self.out = nn.Linear(128, 1)

    def forward(self, image):
        """`image`: n × 112 × 112 × 3, 0–1. Returns n × 1 logits."""
        x = self.encoder.stem(image.permute(0, 3, 1, 2) * 2 - 1)
        for block in self.encoder.b:
            x = block(x)
        x = self.mixed(x)
        # A weighted sum over the places of the map knows where on the head something is; the mean does not.
        seen = torch.cat([F.relu(self.places(x)).flatten(1), x.mean((2, 3))], 1)
        return self.out(F.dropout(seen, 0.2, self.training))


class HalfStored(nn.Module):
    """The exported net: weights are stored as float16 and cast when the net is opened."""

    def __init__(self, net: HeadCovering):
        super().__init__()
        self.net = net
        for module in net.modules():
            if isinstance(module, nn.Conv2d):
                weight = module.weight.detach().half()
                del module.weight
                module.register_buffer("stored", weight)

    def forward(self, image):
        for module in self.net.modules():
            if isinstance(module, nn.Conv2d):
                module.weight = module.stored.float()
        return torch.sigmoid(self.net(image))


def scores(net: HeadCovering, pixels: np.ndarray) -> np.ndarray:
    net.eval()
    with torch.no_grad():
        parts = [net(torch.from_numpy(inputs_of(pixels[k : k + 64])))[:, 0] for k in range(0, len(pixels), 64)]
    net.train()
    return torch.cat(parts).numpy() if parts else np.zeros(0)


def report(net: HeadCovering, held) -> str:
    s = scores(net, held.pixels)
    hats, none = s[held.labels == "h"], np.sort(s[held.labels == "n"])
    found = [f"{np.mean(hats > none[-1 - int(len(none) * share)]):.3f} at {100 * share:g} %" for share in (0.002, 0.005, 0.01, 0.02)]
    return f"{len(hats)} hats, {len(none)} none; found: {', '.join(found)} false warnings"


def train(options: argparse.Namespace) -> HeadCovering:
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    crops = read_crops(options.crops, read_labels(options.labels))
    held_back = np.array([is_held_back(name) for name in crops.names])
    held, rest = crops.chosen(held_back), crops.chosen(~held_back)
    samples = Samples(rest, options.seed)
    print(f"{len(samples.hats)} hats, {len(samples.none)} none", flush=True)
    net = HeadCovering()
    full = Encoder()
    full.load_imagenet(str(options.imagenet))
    net.encoder.load_state_dict({name: value for name, value in full.state_dict().items() if name in net.encoder.state_dict()})
    for module in [net.encoder.stem, *net.encoder.b[:FROZEN]]:
        module.requires_grad_(False)
    if options.start:
        net.load_state_dict(torch.load(options.start))
    ema = copy.deepcopy(net)
    encoder = [p for p in net.encoder.parameters() if p.requires_grad]
    head = [p for name, p in net.named_parameters() if not name.startswith("encoder")]
    optimiser = torch.optim.AdamW([{"params": encoder, "lr": RATE}, {"params": head, "lr": HEAD_RATE}], weight_decay=0.02)
    rates = [group["lr"] for group in optimiser.param_groups]
    started, step, losses, told = time.time(), 0, [], time.time()
    while (share := (time.time() - started) / (60 * options.minutes)) < 1:
        for group, rate in zip(optimiser.param_groups, rates):
            group["lr"] = rate * min(1, (step + 1) / 20) * 0.5 * (1 + math.cos(math.pi * share))
        images, truth = samples.batch(BATCH)
        logits = net(torch.from_numpy(images))[:, 0]
        loss = F.binary_cross_entropy_with_logits(logits, torch.from_numpy(truth) * 0.98 + 0.01)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5)
        optimiser.step()
        losses.append(loss.item())
        decay = min(EMA_DECAY, step / (step + 20))
        with torch.no_grad():
            for mean, value in zip(ema.parameters(), net.parameters()):
                mean.lerp_(value, 1 - decay)
        step += 1
        if time.time() - told > SAVE_SECONDS:
            told = time.time()
            print(f"{60 * options.minutes * share:.0f} s, step {step}, loss {np.mean(losses[-100:]):.4f}", flush=True)
            torch.save(ema.state_dict(), options.run / "ema.pt")
    torch.save(ema.state_dict(), options.run / "ema.pt")
    print(f"step {step}: {report(ema, held)}", flush=True)
    return ema


def export(net: HeadCovering, path: Path) -> None:
    torch.onnx.export(
        HalfStored(net.eval()).eval(),
        torch.rand(1, 112, 112, 3),
        str(path),
        opset_version=13,
        input_names=["head"],
        output_names=["covered"],
        do_constant_folding=False,
    )
    content = path.read_bytes()
    print(f"{hashlib.sha256(content).hexdigest()}  {path} ({len(content)} bytes)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--crops", type=Path, nargs="+", required=True)
    parser.add_argument("--labels", type=Path, required=True)
    parser.add_argument("--imagenet", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=18)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights of an earlier run to continue from")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    options.run.mkdir(parents=True, exist_ok=True)
    export(train(options), options.out)


if __name__ == "__main__":
    main()
