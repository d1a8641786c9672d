"""Trains the net that finds damage, for a given time. An interrupted run continues from its last checkpoint.

    python3 train_damage.py --data <folder with train/ and val/> --run runs/a --minutes 120 --processes 2
    python3 train_damage.py --data <the same> --start ../models/damage.onnx --run runs/b --minutes 60

Writes to the run's folder: `last.pt` (the checkpoint), `ema.pt` (the averaged weights, which are exported) and `log.csv`.
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
import torch.distributed as dist
import torch.nn.functional as functional
from torch.utils.data import DataLoader, Dataset

from damage_network import BLOCKS, DamageNet
from old_print import _blurred, _compressed, _faded, _grainy, _other_gamma, _vignetted, on_old_film
from onnx_weights import unfolded
from photos import lab_of, photo_files
from print_damage import damaged, damaged_at, masks_of, scanned
from undamaged_print import bordered, captioned, contrasty, sharpened, with_ropes
from train import agreed, average_gradients, meeting_point_of
from training_run import follow, keep_freed_memory, save

WARM_UP_STEPS, LOG_STEPS, CHECKPOINT_SECONDS = 150, 50, 240
# The probabilities of the factors by which a damaged picture is enlarged. In a large scan, a crack is many pixels wide,
# and the picture is as soft as the crack.
ZOOMS = {1: 0.65, 1.5: 0.12, 2: 0.12, 3: 0.11}
# Photos of at least this shorter side, in px, are scans: samples are also small parts of them.
SCAN_PX = 400
# The shorter side in px of the pictures for whose size the damage is drawn.
USUAL_PX = 208
# This share of the samples is not degraded: it is as sharp as the photo, and has the noise of the photo alone.
UNDEGRADED = 0.5
# The number of photos on which the batch normalisations of an ONNX file are measured.
MEASURED_PHOTOS = 64
FIGURES = ("loss", "f1")
# The changes of an undamaged print and their probabilities: things that look like damage, and what age and scanner do.
OBJECTS = ((0.06, captioned), (0.1, bordered), (0.1, with_ropes))
AGEING = (
    (0.3, contrasty),
    (0.4, _other_gamma),
    (0.4, _faded),
    (0.2, _vignetted),
    (0.3, _blurred),
    (0.3, sharpened),
    (0.4, _grainy),
    (0.2, _compressed),
)


class DamagedPhotos(Dataset):
    """Squares of photos: the damaged L, the damaged pixels, and the pixels that count, 3 × side × side.

    With a `seed`, each square is always the same; otherwise each read is a different one.
    """

    def __init__(self, files: list[str], side: int, seed: int | None = None):
        self.files, self.side, self.seed = files, side, seed

    def __len__(self) -> int:
        return len(self.files)

    def __getitem__(self, index: int) -> torch.Tensor:
        rng = np.random.default_rng(None if self.seed is None else (self.seed, index))
        photo = cv2.imread(self.files[index])
        if min(photo.shape[:2]) >= SCAN_PX:
            return self.part_of_scan(photo, rng)
        zoom = float(rng.choice(list(ZOOMS), p=list(ZOOMS.values())))
        is_undegraded = rng.random() < UNDEGRADED
        whole = lightness_of(square(photo, round(self.side / zoom), zoom, rng), is_undegraded, rng)
        drawn = damaged(whole, rng)
        if zoom > 1:
            whole, drawn = (np.clip(cv2.resize(plane, (self.side, self.side), interpolation=cv2.INTER_CUBIC), 0, 100) for plane in (whole, drawn))
        return sample_of(whole, drawn, is_undegraded, rng)

    def part_of_scan(self, photo: np.ndarray, rng: np.random.Generator) -> torch.Tensor:
        """A part of a large photo with all its details. Damage is up to as much enlarged as the objects are."""
        least = min(photo.shape[:2])
        part = min(least, round(self.side * (least / self.side) ** rng.uniform(0, 1)))
        zoom = max(1.0, least / part * self.side / USUAL_PX) ** rng.uniform(0, 1)
        is_undegraded = rng.random() < UNDEGRADED
        whole = lightness_of(cropped(photo, part, self.side, rng), is_undegraded, rng)
        return sample_of(whole, damaged_at(whole, zoom, rng), is_undegraded, rng)


def sample_of(whole: np.ndarray, drawn: np.ndarray, is_undegraded: bool, rng: np.random.Generator) -> torch.Tensor:
    mask, counts = masks_of(whole, drawn)
    scan = np.clip(drawn, 0, 100).astype(np.float32) if is_undegraded else scanned(drawn, rng)
    return torch.from_numpy(np.stack([scan, mask, counts]))


def square(photo: np.ndarray, side: int, zoom: float, rng: np.random.Generator) -> np.ndarray:
    """A random square of the photo. Half of them are enlarged, because scans are often soft."""
    part = int(min(photo.shape[:2]) * (1 if rng.random() < 0.5 else rng.uniform(0.5, 1)) / zoom)
    return cropped(photo, part, side, rng)


def cropped(photo: np.ndarray, part: int, side: int, rng: np.random.Generator) -> np.ndarray:
    """A random square of `part` px of the photo or of its mirror image, resized to `side` px."""
    height, width = photo.shape[:2]
    y, x = rng.integers(0, height - part + 1), rng.integers(0, width - part + 1)
    crop = photo[y : y + part, x : x + part]
    if rng.random() < 0.5:
        crop = crop[:, ::-1]
    method = cv2.INTER_AREA if part > side else cv2.INTER_CUBIC
    return cv2.resize(np.ascontiguousarray(crop), (side, side), interpolation=method)


def lightness_of(photo: np.ndarray, is_undegraded: bool, rng: np.random.Generator) -> np.ndarray:
    """The L of an undamaged print of this photo, undegraded or old."""
    is_film = not is_undegraded and rng.random() < 0.3
    result = on_old_film(photo, rng) if is_film else lab_of(photo)[..., 0]
    for chance, change in OBJECTS if is_undegraded else (*OBJECTS, *AGEING):
        if rng.random() < chance:
            result = change(result, rng)
    return np.clip(result, 0, 100).astype(np.float32)


def losses(net, batch: torch.Tensor):
    """Returns the loss and the figures: the loss, and F1 of the found pixels."""
    damaged, mask, counts = (batch[:, i : i + 1] for i in range(3))
    logits = net(damaged.contiguous(memory_format=torch.channels_last)).float()
    found = logits.sigmoid()
    entropy = (functional.binary_cross_entropy_with_logits(logits, mask, reduction="none") * counts).sum() / counts.sum()
    hits = (found * mask * counts).sum()
    overlap = 1 - (2 * hits + 1) / ((found * counts).sum() + (mask * counts).sum() + 1)
    with torch.no_grad():
        hard = (found > 0.5).float() * counts
        f1 = 2 * (hard * mask).sum() / (hard.sum() + (mask * counts).sum() + 1)
    loss = 2 * entropy + overlap
    return loss, torch.stack([loss.detach(), f1])


def train(rank: int, options: argparse.Namespace) -> None:
    ranks = options.processes
    if ranks > 1:
        dist.init_process_group("gloo", init_method=f"file://{meeting_point_of(options.run)}", rank=rank, world_size=ranks)
    torch.set_flush_denormal(True)
    keep_freed_memory()
    torch.set_num_threads(1)
    torch.manual_seed(rank)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    is_short = device == "cuda" or options.bfloat16
    options.run.mkdir(parents=True, exist_ok=True)
    net = DamageNet().to(device).to(memory_format=torch.channels_last)
    ema = copy.deepcopy(net).eval()
    if options.start is not None and not (options.run / "last.pt").exists():
        net.load_fewer_blocks(start_weights(options))
        ema = copy.deepcopy(net).eval()
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=1e-3)
    state = dict(step=0, images=0, seconds=0.0)
    if (options.run / "last.pt").exists():
        saved = torch.load(options.run / "last.pt", map_location="cpu")
        net.load_state_dict(saved["net"])
        ema.load_state_dict(saved["ema"])
        optimiser.load_state_dict(saved["optimiser"])
        state = saved["state"]
    files = with_scans(photo_files(options.data / "train"), options.scans)
    held = DamagedPhotos(photo_files(options.data / "val")[::6], options.side, seed=1)
    validation = list(DataLoader(held, 16)) if rank == 0 else []
    loader = endless(files, options, rank)
    before, began, saved_at = state["seconds"], time.time(), time.time()
    sums, summed = torch.zeros(len(FIGURES)), 0
    while True:
        share = agreed(min(1.0, state["seconds"] / (options.minutes * 60)), ranks)
        if share >= 1 or (ranks > 1 and os.getppid() != options.parent):
            break
        for group in optimiser.param_groups:
            group["lr"] = options.rate * min(1, (state["step"] + 1) / WARM_UP_STEPS) * (0.5 * (1 + math.cos(math.pi * share)) * 0.98 + 0.02)
        net.train(not options.keep_norms)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=is_short):
            loss, figures = losses(net, next(loader).to(device))
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        average_gradients(net, ranks)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        follow(ema, net, state["step"])
        state.update(step=state["step"] + 1, images=state["images"] + options.batch * ranks)
        state["seconds"] = before + time.time() - began
        sums, summed = sums + figures.cpu(), summed + 1
        if rank == 0 and summed == LOG_STEPS:
            log(options.run, "train", state, sums / summed)
            sums, summed = torch.zeros_like(sums), 0
        if rank == 0 and time.time() - saved_at > CHECKPOINT_SECONDS:
            saved_at = time.time()
            log(options.run, "val", state, validated(ema, validation, device))
            save(options.run, net, optimiser, ema, state)
    if rank == 0:
        log(options.run, "val", state, validated(ema, validation, device))
        save(options.run, net, optimiser, ema, state)


def with_scans(files: list[str], folder: Path | None) -> list[str]:
    """Adds the large photos of the folder, so often that about half of the samples are parts of them."""
    if folder is None:
        return files
    scans = photo_files(folder)
    return files + scans * max(1, round(len(files) / len(scans)))


def start_weights(options: argparse.Namespace) -> dict:
    if options.start.suffix != ".onnx":
        return torch.load(options.start, map_location="cpu")
    files = photo_files(options.data / "train")
    photos = DamagedPhotos(files[:: max(1, len(files) // MEASURED_PHOTOS)], options.side, seed=2)
    return unfolded(DamageNet(options.start_blocks), options.start, torch.stack([photos[index][:1] for index in range(len(photos))])).state_dict()


def endless(files: list[str], options: argparse.Namespace, rank: int):
    order = torch.Generator()
    order.manual_seed(time.time_ns() + rank)
    loader = DataLoader(
        DamagedPhotos(files, options.side),
        options.batch,
        shuffle=True,
        generator=order,
        num_workers=1 if not torch.cuda.is_available() else 12,
        drop_last=True,
        prefetch_factor=4,
        persistent_workers=True,
    )
    while True:
        yield from loader


@torch.no_grad()
def validated(ema, batches, device) -> torch.Tensor:
    return torch.stack([losses(ema, batch.to(device))[1].cpu() for batch in batches]).mean(0)


def log(run: Path, kind: str, state: dict, figures: torch.Tensor) -> None:
    path = run / "log.csv"
    is_new = not path.exists()
    with open(path, "a", newline="") as file:
        rows = csv.writer(file)
        if is_new:
            rows.writerow(["kind", "step", "images", "seconds", *FIGURES])
        rows.writerow([kind, state["step"], state["images"], round(state["seconds"]), *(round(v, 4) for v in figures.tolist())])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with train/ and val/")
    parser.add_argument("--scans", type=Path, help=f"folder with photos whose shorter side has at least {SCAN_PX} px")
    parser.add_argument("--run", type=Path, required=True, help="folder of this run; an existing run continues")
    parser.add_argument("--start", type=Path, help="weights to start from: an ONNX file of this net, or the ema.pt of a run")
    parser.add_argument("--start-blocks", type=int, nargs=len(BLOCKS), default=BLOCKS, help="the blocks of the ONNX file, if it has fewer")
    parser.add_argument("--keep-norms", action="store_true", help="keep the means and variances of the batch normalisations")
    parser.add_argument("--minutes", type=float, required=True, help="duration of the run; the rate falls over it")
    parser.add_argument("--rate", type=float, default=1.5e-3, help="the highest learning rate; less for a run with `--start`")
    parser.add_argument("--side", type=int, default=256, help="input size in px")
    parser.add_argument("--batch", type=int, default=8, help="photos per process and step")
    parser.add_argument("--bfloat16", action="store_true", help="compute in bfloat16; twice as fast on processors with AVX-512 BF16")
    parser.add_argument("--processes", type=int, default=1, help="number of processes, each with one thread")
    options = parser.parse_args()
    if options.processes == 1:
        train(0, options)
    else:
        meeting_point_of(options.run).unlink(missing_ok=True)
        options.parent = os.getpid()
        torch.multiprocessing.spawn(train, (options,), options.processes)


if __name__ == "__main__":
    main()
