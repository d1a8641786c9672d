"""Trains the edge net for a given time. A run that was interrupted continues from its last checkpoint.

    python3 train_edges.py --samples <files of scripts/edge-samples.ts> --validation <files> --run /tmp/edge-run --minutes 60

Files whose name starts with `photos` contain hand-drawn masks, the others composites. A file may still grow while the
training runs.
"""

import argparse
import copy
import time
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from edge_network import EdgeNet
from train_matting import EMA, log, relit
from training_run import follow, keep_freed_memory, save

cv2.setNumThreads(0)
WARM_UP_STEPS = 100
PATCH = 224
PLANES = 7
LOG_SECONDS, CHECKPOINT_SECONDS = 60, 300
# A sample of every PHOTO_TURN is of a photo, the others are of composites.
PHOTO_TURN = 4
# The share of the patches whose alpha is spoilt on purpose.
SPOILT_SHARE = 0.4


class Samples:
    """The samples of several files, which have different sizes."""

    def __init__(self, files: list[Path]):
        self.files = files
        self.ends: dict[Path, int] = {}
        self.places: list[tuple[Path, int, int, int]] = []
        self.maps: dict[Path, np.memmap] = {}
        self.refresh()

    def refresh(self) -> None:
        for file in self.files:
            if not file.exists():
                continue
            length = file.stat().st_size
            at = self.ends.get(file, 0)
            with open(file, "rb") as opened:
                while at + 4 <= length:
                    opened.seek(at)
                    width, height = np.frombuffer(opened.read(4), np.uint16)
                    end = at + 4 + PLANES * int(width) * int(height)
                    if end > length:
                        break
                    self.places.append((file, at + 4, int(width), int(height)))
                    at = end
            if self.ends.get(file) != at:
                self.ends[file] = at
                self.maps[file] = np.memmap(file, np.uint8, "r")

    def __len__(self) -> int:
        return len(self.places)

    def planes(self, index: int) -> np.ndarray:
        file, at, width, height = self.places[index]
        return self.maps[file][at : at + PLANES * width * height].reshape(PLANES, height, width)


def patch_of(planes: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A square, mostly at an edge of the person or where the alpha is wrong."""
    _, height, width = planes.shape
    alpha, truth, exact = (planes[k][::4, ::4].astype(np.int16) for k in (3, 5, 6))
    choice = rng.random()
    if choice < 0.45:
        wanted = (np.abs(alpha - truth) > 40) & (exact > 0)
    elif choice < 0.9:
        wanted = (truth > 6) & (truth < 249)
    else:
        wanted = np.ones_like(truth, bool)
    ys, xs = np.nonzero(wanted)
    if len(ys) == 0:
        ys, xs = np.nonzero(np.ones_like(wanted))
    k = rng.integers(len(ys))
    y = int(np.clip(4 * ys[k] - rng.integers(40, PATCH - 40), 0, height - PATCH))
    x = int(np.clip(4 * xs[k] - rng.integers(40, PATCH - 40), 0, width - PATCH))
    patch = planes[:, y : y + PATCH, x : x + PATCH].astype(np.float32) / 255
    if rng.random() < 0.5:
        patch = patch[:, :, ::-1]
    return np.ascontiguousarray(patch)


def spoilt(patch: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Adds to alpha a piece of the wall of about one colour, or takes a piece of the person away, as matting does where
    the colours of both are alike; sometimes in the mask as well."""
    is_wall = rng.random() < 0.7
    truth, exact = patch[5], patch[6] > 0.5
    near = cv2.dilate(truth, np.ones((61, 61))) - cv2.erode(truth, np.ones((61, 61))) > 0.5
    ys, xs = np.nonzero(near & exact & ((truth < 0.02) if is_wall else (truth > 0.98)))
    if len(ys) == 0:
        return patch
    k = rng.integers(len(ys))
    rows, columns = np.ogrid[:PATCH, :PATCH]
    long, short = np.exp(rng.uniform(np.log(8), np.log(60))), np.exp(rng.uniform(np.log(5), np.log(30)))
    turn = rng.uniform(0, np.pi)
    u = (columns - xs[k]) * np.cos(turn) + (rows - ys[k]) * np.sin(turn)
    v = (rows - ys[k]) * np.cos(turn) - (columns - xs[k]) * np.sin(turn)
    inside = 1 / (1 + np.exp(np.minimum(40, 6 * (np.hypot(u / long, v / short) - 1) * rng.uniform(0.5, 4))))
    difference = patch[:3] - patch[:3, ys[k], xs[k], None, None]
    alike = np.exp(-np.square(difference).sum(0) / (2 * rng.uniform(0.05, 0.3) ** 2))
    piece = (rng.uniform(0.15, 1.3) * inside * alike).clip(0, 1) * exact
    target = 1.0 if is_wall else 0.0
    patch[3] += piece * (target - patch[3])
    if rng.random() < 0.4:
        blurred = cv2.GaussianBlur(piece.astype(np.float32), (0, 0), rng.uniform(2, 8))
        patch[4] += rng.uniform(0.2, 1) * blurred * (target - patch[4])
    return patch


def batch_of(photos: Samples, composites: Samples, size: int, rng: np.random.Generator) -> torch.Tensor:
    rows = []
    for k in range(size):
        group = photos if k % PHOTO_TURN == 0 or len(composites) == 0 else composites
        patch = patch_of(group.planes(int(rng.integers(len(group)))), rng)
        if rng.random() < SPOILT_SHARE:
            patch = spoilt(patch, rng)
        patch[:3] = relit(patch[:3], rng)
        rows.append(patch)
    return torch.from_numpy(np.stack(rows))


def split(rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Returns the input of the net, the true alpha, and 1 where it is exact."""
    return rows[:, :5].contiguous(memory_format=torch.channels_last), rows[:, 5:6], (rows[:, 6:7] > 0.5).float()


def loss_of(free: torch.Tensor, before: torch.Tensor, truth: torch.Tensor, exact: torch.Tensor) -> torch.Tensor:
    free = free.float()
    alpha = free.clamp(0, 1)
    edge = (F.max_pool2d(truth, 7, 1, 3) + F.max_pool2d(-truth, 7, 1, 3) > 0.05).float()
    wrong = ((before - truth).abs() > 0.1).float()
    weight = exact * (0.3 + torch.maximum(edge, wrong))
    beyond = (free - alpha).abs()
    loss = (weight * ((alpha - truth).abs() + 0.3 * (alpha - truth).square() + 0.1 * beyond)).sum() / weight.sum()
    difference = (alpha - truth) * exact
    whole = exact
    for level in range(3):
        for axis in (2, 3):
            both = torch.minimum(whole.narrow(axis, 1, whole.shape[axis] - 1), whole.narrow(axis, 0, whole.shape[axis] - 1))
            loss = loss + 0.5 * (difference.diff(dim=axis).abs() * both).sum() / weight.sum() * 2**level
        difference, whole = F.avg_pool2d(difference, 2), (F.avg_pool2d(whole, 2) > 0.99).float()
    return loss


@torch.no_grad()
def figures_of(net: EdgeNet, samples: Samples) -> tuple[int, float, float, float, float]:
    """Number of samples, and sums of absolute differences in thousandths of the exact pixels: of the service's alpha, and
    of the net; the same of the pixels that are wrong by more than a half."""
    rows = []
    samples.refresh()
    for index in range(0, len(samples), max(1, len(samples) // 60)):
        planes = torch.from_numpy(samples.planes(index).astype(np.float32) / 255)[None]
        height, width = planes.shape[2] // 16 * 16, planes.shape[3] // 16 * 16
        picture, truth, exact = split(planes[:, :, :height, :width])
        total = exact.sum().clamp(min=1)
        row = []
        for alpha in (picture[:, 3:4], net(picture)):
            wrong = (alpha - truth).abs() * exact
            row += [1000 * wrong.sum() / total, 1000 * (wrong > 0.5).float().sum() / total]
        rows.append([float(value) for value in row])
    return len(rows), *np.mean(rows or [[0] * 4], 0)


def opened(options: argparse.Namespace):
    net, state = EdgeNet(), dict(step=0, seconds=0.0)
    checkpoint = options.run / "last.pt"
    saved = torch.load(checkpoint, map_location="cpu") if checkpoint.exists() else None
    if saved:
        net.load_state_dict(saved["net"])
        state = saved["state"]
    elif options.start:
        net.load_state_dict(torch.load(options.start, map_location="cpu"))
    net = net.to(memory_format=torch.channels_last)
    ema = copy.deepcopy(net).eval()
    if saved:
        ema.load_state_dict(saved["ema"])
    optimiser = torch.optim.AdamW(net.parameters(), lr=0.0, weight_decay=1e-3)
    if saved:
        optimiser.load_state_dict(saved["optimiser"])
    return net, optimiser, ema, state


def main() -> None:
    options = parse()
    options.run.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    keep_freed_memory()
    photos = Samples([file for file in options.samples if file.name.startswith("photos")])
    composites = Samples([file for file in options.samples if not file.name.startswith("photos")])
    validation = {file.stem: Samples([file]) for file in options.validation}
    net, optimiser, ema, state = opened(options)
    rng = np.random.default_rng(time.time_ns())
    began, before = time.time(), state["seconds"]
    logged = saved = began
    losses = []
    net.train()
    while state["seconds"] < 60 * options.minutes:
        share = state["seconds"] / (60 * options.minutes)
        factor = min(1, (state["step"] + 1) / WARM_UP_STEPS) * max(0.02, 0.5 * (1 + np.cos(np.pi * share)))
        for group in optimiser.param_groups:
            group["lr"] = options.rate * factor
        picture, truth, exact = split(batch_of(photos, composites, options.batch, rng))
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=options.bfloat16):
            free = net.corrected(picture)
        loss = loss_of(free, picture[:, 3:4], truth, exact)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        follow(ema, net, state["step"], EMA)
        losses.append(loss.item())
        state["step"] += 1
        state["seconds"] = before + time.time() - began
        if time.time() - logged > LOG_SECONDS:
            log(options.run, state, f"loss {np.mean(losses):.4f} of {len(photos)} photos, {len(composites)} composites")
            logged, losses = time.time(), []
            photos.refresh()
            composites.refresh()
        if time.time() - saved > CHECKPOINT_SECONDS or state["seconds"] >= 60 * options.minutes:
            save(options.run, net, optimiser, ema, state)
            for name, samples in validation.items():
                log(options.run, state, f"{name}: %d, alpha %.2f (gross %.2f), net %.2f (gross %.2f)" % figures_of(ema, samples))
            saved = time.time()


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=Path, nargs="+", required=True)
    parser.add_argument("--validation", type=Path, nargs="+", required=True)
    parser.add_argument("--start", type=Path, help="averaged weights, `ema.pt`, of another run")
    parser.add_argument("--run", type=Path, required=True, help="folder of this run; an existing run continues")
    parser.add_argument("--minutes", type=float, required=True, help="duration of the run; the rate falls over it")
    parser.add_argument("--rate", type=float, default=2e-3, help="the learning rate at the beginning")
    parser.add_argument("--batch", type=int, default=12)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--bfloat16", action="store_true", help="compute in bfloat16; faster on processors with AVX-512 BF16")
    return parser.parse_args()


if __name__ == "__main__":
    main()
