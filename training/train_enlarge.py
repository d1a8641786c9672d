"""Trains the net that enlarges, for a given time.

    python3 train_enlarge.py --data <folder with train/ and val/> --run runs/a --minutes 25

Writes to the run's folder: `ema.pt` (the averaged weights, which are exported) and `log.csv`.
"""

import argparse
import copy
import csv
import math
import os
import time
from pathlib import Path

import cv2
import numpy as np
import torch

from enlarge_network import MARGIN, EnlargeNet
from photos import photo_files
from training_run import follow, keep_freed_memory

RATE, WARM_UP_STEPS, LOG_STEPS, SAVE_SECONDS = 2e-3, 100, 100, 120
# Side of a small sample. JPEG's blocks begin anywhere, because a larger sample is encoded and then cut.
SIDE, BLOCK = 64, 8
# How much of the grain remains in the target. Without any grain, faces look like wax.
GRAIN_KEPT = 0.5


def sample(file: str, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """A small picture as scans have it (SIDE × SIDE) and what its inner part should become, luma 0–1."""
    photo = cv2.imread(file, cv2.IMREAD_GRAYSCALE)
    small = SIDE + BLOCK
    # The photos are JPEG files. Shrinking removes their blocks, so that the net does not learn to paint blocks.
    least = min(photo.shape)
    part = min(least, int(2 * small * rng.uniform(1.3, 1.8)))
    y, x = rng.integers(0, photo.shape[0] - part + 1), rng.integers(0, photo.shape[1] - part + 1)
    large = cv2.resize(photo[y : y + part, x : x + part], (2 * small, 2 * small), interpolation=cv2.INTER_AREA)
    large = np.rot90(large, rng.integers(4))
    large = np.ascontiguousarray(large[:, ::-1] if rng.random() < 0.5 else large).astype(np.float32)
    if rng.random() < 0.3:
        large = cv2.GaussianBlur(large, (0, 0), rng.uniform(0.4, 1.0))
    lens = cv2.GaussianBlur(large, (0, 0), rng.uniform(0.3, 1.5)) if rng.random() < 0.65 else large
    scan = cv2.resize(lens, (small, small), interpolation=cv2.INTER_AREA)
    if rng.random() < 0.5:
        grain = grain_of(scan, rng)
        scan = scan + grain
        large = large + GRAIN_KEPT * cv2.resize(grain, (2 * small, 2 * small), interpolation=cv2.INTER_LANCZOS4)
    scan = np.clip(np.rint(scan), 0, 255).astype(np.uint8)
    if rng.random() < 0.6:
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(65, 97))]
        scan = cv2.imdecode(cv2.imencode(".jpg", scan, quality)[1], cv2.IMREAD_GRAYSCALE)
    y, x = rng.integers(0, BLOCK, 2)
    scan = scan[y : y + SIDE, x : x + SIDE]
    inner = large[2 * (y + MARGIN) : 2 * (y + SIDE - MARGIN), 2 * (x + MARGIN) : 2 * (x + SIDE - MARGIN)]
    return scan[None].astype(np.float32) / 255, inner[None].clip(0, 255) / 255


def grain_of(scan: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Grain is strongest in the middle tones."""
    noise = rng.standard_normal(scan.shape, np.float32)
    if rng.random() < 0.6:
        noise = cv2.GaussianBlur(noise, (0, 0), rng.uniform(0.3, 0.9))
    strength = rng.uniform(0.5, 9) / noise.std()
    tone = scan / 255
    return (noise * strength * (0.4 + 2.4 * tone * (1 - tone))).astype(np.float32)


def batch_of(files: list[str], count: int, rng: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    pairs = [sample(files[i], rng) for i in rng.integers(0, len(files), count)]
    return tuple(torch.from_numpy(np.ascontiguousarray(np.stack(side))) for side in zip(*pairs))


def decibels(result: torch.Tensor, target: torch.Tensor) -> float:
    squares = ((result.clamp(0, 1) - target) ** 2).mean((1, 2, 3))
    return float((-10 * torch.log10(squares + 1e-8)).mean())


def train(options: argparse.Namespace) -> None:
    torch.set_flush_denormal(True)
    keep_freed_memory()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    options.run.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(0)
    net = EnlargeNet()
    ema = copy.deepcopy(net).eval()
    optimiser = torch.optim.Adam(net.parameters(), lr=RATE)
    # Larger files have more detail.
    files = sorted(photo_files(options.data / "train"), key=lambda file: -os.path.getsize(file))
    files = files[: len(files) // 2]
    held_files = photo_files(options.data / "val")
    held = batch_of(held_files, 96, np.random.default_rng(1))
    with torch.no_grad():
        log(options.run, 0, 0, 0, decibels(EnlargeNet()(held[0]), held[1]))
    began = saved_at = time.time()
    step, sums = 0, 0.0
    while (share := (time.time() - began) / (options.minutes * 60)) < 1:
        for group in optimiser.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / WARM_UP_STEPS) * (0.5 * (1 + math.cos(math.pi * share)) * 0.98 + 0.02)
        scans, targets = batch_of(files, options.batch, rng)
        loss = ((net(scans) - targets) ** 2 + 1e-6).sqrt().mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        follow(ema, net, step)
        step, sums = step + 1, sums + float(loss)
        if time.time() - saved_at > SAVE_SECONDS or step == LOG_STEPS:
            saved_at = time.time()
            save(options, ema, held, step, saved_at - began)
    save(options, ema, held, step, time.time() - began)


@torch.no_grad()
def save(options: argparse.Namespace, ema: EnlargeNet, held, step: int, seconds: float) -> None:
    torch.save(ema.state_dict(), options.run / "ema.pt.part")
    os.replace(options.run / "ema.pt.part", options.run / "ema.pt")
    log(options.run, step, step * options.batch, seconds, decibels(ema(held[0]), held[1]))


def log(run: Path, step: int, images: int, seconds: float, psnr: float) -> None:
    path = run / "log.csv"
    is_new = not path.exists()
    with open(path, "a", newline="") as file:
        rows = csv.writer(file)
        if is_new:
            rows.writerow(["step", "images", "seconds", "val_db"])
        rows.writerow([step, images, round(seconds), round(psnr, 3)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with train/ and val/")
    parser.add_argument("--run", type=Path, required=True, help="folder of this run")
    parser.add_argument("--minutes", type=float, required=True, help="duration of the run; the rate falls over it")
    parser.add_argument("--batch", type=int, default=8, help="samples per step")
    train(parser.parse_args())


if __name__ == "__main__":
    main()
