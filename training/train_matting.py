"""Trains the matting net for a given time. A run that was interrupted continues from its last checkpoint.

    python3 train_matting.py --samples <files of scripts/matting-samples.ts> --validation <files> \
      --imagenet <MobileNetV2>.tflite --run /tmp/matting-run/a --minutes 60

Files whose name starts with `photos` contain hand-drawn masks, the others composites; both kinds are drawn equally
often. A file may still grow while the training runs.
"""

import argparse
import copy
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from matting_network import MattingNet
from training_run import follow, keep_freed_memory, save

cv2.setNumThreads(0)
WIDTH, HEIGHT, PLANES = 288, 384, 7
RATE = 2e-3
# The encoder is trained more slowly than the decoder, and its first blocks are not trained.
ENCODER_SHARE, FROZEN_BLOCKS = 0.1, 3
WARM_UP_STEPS = 60
EMA = 0.997
LOG_SECONDS, CHECKPOINT_SECONDS = 60, 240


class Samples:
    """The samples of several files. The masks of photos are drawn by hand, so their edges are rough."""

    def __init__(self, files: list[Path], are_rough: bool):
        self.files, self.are_rough = files, are_rough
        self.refresh()

    def refresh(self) -> None:
        size = PLANES * WIDTH * HEIGHT
        self.places = [(file, k) for file in self.files if file.exists() for k in range(file.stat().st_size // size)]

    def __len__(self) -> int:
        return len(self.places)

    def read(self, index: int) -> np.ndarray:
        file, k = self.places[index]
        size = PLANES * WIDTH * HEIGHT
        return np.fromfile(file, np.uint8, size, offset=k * size).reshape(PLANES, HEIGHT, WIDTH).astype(np.float32) / 255


def moved(planes: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Mirrors, enlarges or shrinks, and shifts all planes of a sample."""
    scale = rng.uniform(0.85, 1.25)
    sign = rng.choice([-1.0, 1.0])
    shift = rng.uniform(-0.06, 0.06, 2) * (WIDTH, HEIGHT)
    place = np.float32([
        [sign * scale, 0, WIDTH / 2 * (1 - sign * scale) + shift[0]],
        [0, scale, HEIGHT / 2 * (1 - scale) + shift[1]],
    ])
    warped = [cv2.warpAffine(plane, place, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE) for plane in planes[:-1]]
    inside = cv2.warpAffine(planes[-1], place, (WIDTH, HEIGHT))
    return np.stack([*warped, inside])


def relit(colours: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Another light, contrast and camera; sometimes without colour."""
    result = colours * rng.uniform(0.85, 1.15, (3, 1, 1)) * rng.uniform(0.7, 1.2)
    result = np.clip(result, 0, 1) ** rng.uniform(0.75, 1.35)
    if rng.random() < 0.08:
        result = np.repeat(result.mean(0, keepdims=True), 3, 0)
    if rng.random() < 0.3:
        result = result + rng.normal(0, rng.uniform(0, 0.04), result.shape)
    return np.clip(result, 0, 1).astype(np.float32)


def doubted(values: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Sometimes hides or damages the mask: an object of the wall in it, or a part of the person missing."""
    doubt = rng.random()
    if doubt < 0.06:
        values[3], values[4] = 0.5, 0
    elif doubt < 0.2:
        h, w = rng.integers(8, 80, 2)
        y, x = rng.integers(0, HEIGHT - h), rng.integers(0, WIDTH - w)
        part = values[3, y : y + h, x : x + w]
        part += rng.uniform(0.4, 0.9) * (rng.integers(0, 2) - part)
        values[4, y : y + h, x : x + w] = np.maximum(values[4, y : y + h, x : x + w], rng.uniform(0, 0.9))
    return values


def batch_of(groups: list[Samples], size: int, rng: np.random.Generator):
    """Returns the samples, n × 7 × h × w, and 1 for those whose mask is rough, n × 1 × 1 × 1."""
    filled = [group for group in groups if len(group) > 0]
    rows, rough = [], []
    for k in range(size):
        group = filled[k % len(filled)]
        sample = moved(group.read(int(rng.integers(len(group)))), rng)
        sample[:3] = relit(sample[:3], rng)
        rows.append(doubted(sample, rng))
        rough.append(float(group.are_rough))
    return torch.from_numpy(np.stack(rows)), torch.tensor(rough)[:, None, None, None]


def split(rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Returns the input of the net, the true alpha, and 1 for the pixels inside the photo."""
    return rows[:, :5].contiguous(memory_format=torch.channels_last), rows[:, 5:6], (rows[:, 6:7] > 0.5).float()


def loss_of(logits, coarse, truth: torch.Tensor, inside: torch.Tensor, rough: torch.Tensor) -> torch.Tensor:
    logits, coarse = logits.float(), coarse.float()
    truth, inside = F.avg_pool2d(truth, 4), (F.avg_pool2d(inside, 4) > 0.99).float()
    edge = F.max_pool2d(truth, 5, 1, 2) + F.max_pool2d(-truth, 5, 1, 2)
    # An exact edge counts three times as much as other pixels, a rough one less.
    weight = inside * (1 + edge * (2 - 2.7 * rough))
    alpha = torch.sigmoid(logits)
    plain = F.binary_cross_entropy_with_logits(logits, truth, reduction="none") + (alpha - truth).abs()
    loss = (weight * plain).sum() / weight.sum()
    for axis in (2, 3):
        slope = (alpha.diff(dim=axis) - truth.diff(dim=axis)).abs()
        loss = loss + ((1 - 0.7 * rough) * slope).mean()
    return loss + 0.3 * F.binary_cross_entropy_with_logits(coarse, F.avg_pool2d(truth, 2))


def enlarged(alpha: torch.Tensor) -> torch.Tensor:
    return F.interpolate(alpha, scale_factor=4, mode="bilinear", align_corners=False)


@torch.no_grad()
def figures_of(net: MattingNet, samples: Samples, of_mask: bool = False) -> tuple[int, float, float]:
    """Number of samples, mean intersection over union, and mean sum of absolute differences in pixels."""
    ious, sads = [], []
    samples.refresh()
    for index in range(len(samples)):
        picture, truth, inside = split(torch.from_numpy(samples.read(index))[None])
        alpha = picture[:, 3:4] if of_mask else enlarged((net(picture) + net(picture.flip(3)).flip(3)) / 2)
        both = ((alpha > 0.5) & (truth > 0.5) & (inside > 0)).sum().item()
        either = (((alpha > 0.5) | (truth > 0.5)) & (inside > 0)).sum().item()
        ious.append(both / max(1, either))
        sads.append(((alpha - truth).abs() * inside).sum().item())
    return len(samples), float(np.mean(ious or [0])), float(np.mean(sads or [0]))


def opened(options: argparse.Namespace):
    net, state = MattingNet(), dict(step=0, seconds=0.0)
    checkpoint = options.run / "last.pt"
    saved = torch.load(checkpoint, map_location="cpu") if checkpoint.exists() else None
    if saved:
        net.load_state_dict(saved["net"])
        state = saved["state"]
    elif options.start:
        net.load_state_dict(torch.load(options.start, map_location="cpu"))
    else:
        net.enc.load_imagenet(str(options.imagenet))
    net = net.to(memory_format=torch.channels_last)
    ema = copy.deepcopy(net).eval()
    if saved:
        ema.load_state_dict(saved["ema"])
    # The stem and the first blocks know edges and colours already.
    net.enc.stem.requires_grad_(False)
    net.enc.b[:FROZEN_BLOCKS].requires_grad_(False)
    encoder = [p for p in net.enc.parameters() if p.requires_grad]
    decoder = [p for name, p in net.named_parameters() if not name.startswith("enc.")]
    groups = [dict(params=decoder, share=1.0), dict(params=encoder, share=ENCODER_SHARE)]
    optimiser = torch.optim.AdamW(groups, lr=0.0, weight_decay=1e-3)
    if saved:
        optimiser.load_state_dict(saved["optimiser"])
    return net, optimiser, ema, state


def main() -> None:
    options = parse()
    options.run.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    keep_freed_memory()
    groups = [Samples([file for file in options.samples if file.name.startswith("photos") == rough], rough) for rough in (True, False)]
    validation = {file.stem: Samples([file], False) for file in options.validation}
    net, optimiser, ema, state = opened(options)
    rng = np.random.default_rng(time.time_ns())
    began, before = time.time(), state["seconds"]
    logged = saved = began
    losses, is_first = [], True
    net.train()
    while state["seconds"] < 60 * options.minutes:
        share = state["seconds"] / (60 * options.minutes)
        factor = min(1, (state["step"] + 1) / WARM_UP_STEPS) * max(0.02, 0.5 * (1 + np.cos(np.pi * share)))
        for group in optimiser.param_groups:
            group["lr"] = options.rate * factor * group["share"]
        rows, rough = batch_of(groups, options.batch, rng)
        picture, truth, inside = split(rows)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=options.bfloat16):
            logits, coarse = net.decoded(picture, net.features(picture[:, :3]))
        loss = loss_of(logits, coarse, truth, inside, rough)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        follow(ema, net, state["step"], EMA)
        losses.append(loss.item())
        state["step"] += 1
        state["seconds"] = before + time.time() - began
        if time.time() - logged > LOG_SECONDS:
            log(options.run, state, f"loss {np.mean(losses):.4f} of {[len(group) for group in groups]} samples")
            logged, losses = time.time(), []
            for group in groups:
                group.refresh()
        if time.time() - saved > CHECKPOINT_SECONDS or state["seconds"] >= 60 * options.minutes:
            save(options.run, net, optimiser, ema, state)
            for name, samples in validation.items():
                for of_mask in (True, False) if is_first else (False,):
                    what = "mask" if of_mask else "net"
                    log(options.run, state, f"{name}, {what}: %d, IoU %.4f, SAD %.0f" % figures_of(ema, samples, of_mask))
            saved, is_first = time.time(), False


def log(run: Path, state: dict, text: str) -> None:
    with open(run / "log.txt", "a") as file:
        file.write(f"step {state['step']}, {state['seconds']:.0f} s: {text}\n")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=Path, nargs="+", required=True)
    parser.add_argument("--validation", type=Path, nargs="+", required=True)
    start = parser.add_mutually_exclusive_group(required=True)
    start.add_argument("--imagenet", type=Path, help="TensorFlow Lite file of MobileNetV2: a new net")
    start.add_argument("--start", type=Path, help="ema.pt of another run: its net, trained further")
    parser.add_argument("--run", type=Path, required=True, help="folder of this run; an existing run continues")
    parser.add_argument("--minutes", type=float, required=True, help="duration of the run; the rate falls over it")
    parser.add_argument("--rate", type=float, default=RATE, help="highest learning rate")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--bfloat16", action="store_true", help="compute in bfloat16; faster on processors with AVX-512 BF16")
    return parser.parse_args()


if __name__ == "__main__":
    main()
