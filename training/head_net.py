"""The small net that judges a head from one square: its encoder, its training loop and its export as ONNX.

`head_covering.py` and `covered_face.py` train one each, with their own squares and samples.

Input: 1 × 112 × 112 × 3, sRGB, 0–1. Output: 1 × 1, a probability.
"""

import argparse
import copy
import hashlib
import math
import time
from pathlib import Path
from typing import Callable

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

from head_crops import INPUT
from network import Encoder

# The encoder's blocks up to a sixteenth of the size; the first ones detect edges already and are not trained.
BLOCKS, FROZEN = 13, 6
BATCH, RATE, HEAD_RATE = 32, 2e-4, 2e-3
EMA_DECAY = 0.98
SAVE_SECONDS = 240


class HeadNet(nn.Module):
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

    def __init__(self, net: HeadNet):
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


def scores(net: HeadNet, inputs: np.ndarray) -> np.ndarray:
    """`inputs`: n × 112 × 112 × 3, 0–1. Returns n logits."""
    net.eval()
    with torch.no_grad():
        parts = [net(torch.from_numpy(inputs[k : k + 64]))[:, 0] for k in range(0, len(inputs), 64)]
    net.train()
    return torch.cat(parts).numpy() if parts else np.zeros(0)


def found_shares(positive: np.ndarray, negative: np.ndarray) -> str:
    """How many positives lie above the limits that give some shares of false warnings."""
    none = np.sort(negative)
    shares = (0.002, 0.005, 0.01, 0.02, 0.04)
    found = [f"{np.mean(positive > none[-1 - int(len(none) * share)]):.3f} at {100 * share:g} %" for share in shares]
    return f"{len(positive)} positives, {len(none)} negatives; found: {', '.join(found)} false warnings"


def opened(imagenet: Path, start: Path | None) -> HeadNet:
    net = HeadNet()
    full = Encoder()
    full.load_imagenet(str(imagenet))
    net.encoder.load_state_dict({name: value for name, value in full.state_dict().items() if name in net.encoder.state_dict()})
    for module in [net.encoder.stem, *net.encoder.b[:FROZEN]]:
        module.requires_grad_(False)
    if start:
        net.load_state_dict(torch.load(start))
    return net


def train(options: argparse.Namespace, sample: Callable[[], tuple[np.ndarray, int]], report: Callable[[HeadNet], str]) -> HeadNet:
    """`sample` draws a picture (112 × 112 × 3, uint8) and its truth, 0 or 1. Returns the averaged weights."""
    torch.manual_seed(options.seed)
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    options.run.mkdir(parents=True, exist_ok=True)
    net = opened(options.imagenet, options.start)
    ema = copy.deepcopy(net)
    encoder = [p for p in net.encoder.parameters() if p.requires_grad]
    head = [p for name, p in net.named_parameters() if not name.startswith("encoder")]
    optimiser = torch.optim.AdamW([{"params": encoder, "lr": RATE}, {"params": head, "lr": HEAD_RATE}], weight_decay=0.02)
    rates = [group["lr"] for group in optimiser.param_groups]
    started, step, losses, told = time.time(), 0, [], time.time()
    while (share := (time.time() - started) / (60 * options.minutes)) < 1:
        for group, rate in zip(optimiser.param_groups, rates):
            group["lr"] = rate * min(1, (step + 1) / 20) * 0.5 * (1 + math.cos(math.pi * share))
        images, truth = zip(*(sample() for _ in range(BATCH)))
        logits = net(torch.from_numpy(np.stack(images).astype(np.float32) / 255))[:, 0]
        loss = F.binary_cross_entropy_with_logits(logits, torch.tensor(truth, dtype=torch.float32) * 0.98 + 0.01)
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
            print(f"{60 * options.minutes * share:.0f} s, step {step}, loss {np.mean(losses[-100:]):.4f}; {report(ema)}", flush=True)
            torch.save(ema.state_dict(), options.run / "ema.pt")
    torch.save(ema.state_dict(), options.run / "ema.pt")
    print(f"step {step}: {report(ema)}", flush=True)
    return ema


def export(net: HeadNet, path: Path, input_name: str, output_name: str) -> None:
    torch.onnx.export(
        HalfStored(net.eval()).eval(),
        torch.rand(1, INPUT, INPUT, 3),
        str(path),
        opset_version=13,
        input_names=[input_name],
        output_names=[output_name],
        do_constant_folding=False,
    )
    content = path.read_bytes()
    print(f"{hashlib.sha256(content).hexdigest()}  {path} ({len(content)} bytes)")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--crops", type=Path, nargs="+", required=True, help="folders of scripts/head-crops.ts")
    parser.add_argument("--imagenet", type=Path, required=True, help="TensorFlow Lite file of MobileNetV2")
    parser.add_argument("--run", type=Path, required=True, help="folder of this run")
    parser.add_argument("--minutes", type=float, default=18)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights of an earlier run to continue from")
    parser.add_argument("--out", type=Path, required=True)
