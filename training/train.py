"""Trains the colouriser for a given time. A run that was interrupted continues from its last checkpoint.

    python3 train.py --data <folder with train/ and val/> --imagenet <MobileNetV2>.tflite --run runs/a --minutes 120

Without a GPU, `--processes 2` (one per core) trains faster than one process with two threads.

Writes to the run's folder: `last.pt` (the checkpoint), `ema.pt` (the averaged weights, which are exported), `bins.npz`,
and `log.csv` (figures by number of images; rows of kind `train` and `val`).
"""

import argparse
import copy
import csv
import math
import os
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.distributed as dist
from torch.utils.data import DataLoader

from bins import Bins, count_bins, load_bins, save_bins
from losses import FIGURE_NAMES, losses
from network import LATER_PARTS, ColourNet
from onnx_weights import unfolded
from photos import Photos, ab_sample, photo_files
from recognition import Classifier
from training_run import follow, keep_freed_memory, save

ENCODER_RATE, DECODER_RATE, LATER_RATE = 2e-4, 1e-3, 2e-3
WARM_UP_STEPS = 150
LOG_STEPS = 50
CHECKPOINT_SECONDS = 240
# How fast the price of colourfulness changes: by this many decibels in each step for each missing unit of
# colourfulness.
PRICE_STEP = 8e-6


@dataclass
class State:
    """The values of a checkpoint other than the weights."""

    step: int = 0
    images: int = 0
    seconds: float = 0.0
    price: float = 0.16


def main() -> None:
    options = parse()
    if options.processes == 1:
        train(0, options)
    else:
        meeting_point_of(options.run).unlink(missing_ok=True)
        options.parent = os.getpid()
        torch.multiprocessing.spawn(train, (options,), options.processes)


def train(rank: int, options: argparse.Namespace) -> None:
    ranks = options.processes
    if ranks > 1:
        dist.init_process_group(
            "gloo", init_method=f"file://{meeting_point_of(options.run)}", rank=rank, world_size=ranks
        )
    # Denormal numbers would make a CPU three times as slow.
    torch.set_flush_denormal(True)
    keep_freed_memory()
    torch.set_num_threads(options.threads)
    torch.manual_seed(rank)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    options.run.mkdir(parents=True, exist_ok=True)
    train_files = [file for folder in options.data for file in photo_files(folder / "train")]
    bins = load_bins(options.bins) if options.bins else count_bins(ab_sample(train_files[::8]))
    if rank == 0:
        save_bins(str(options.run / "bins.npz"), bins)
    net, optimiser, ema, state = opened(options, bins, device)
    bins = bins.to(device)
    classifier = Classifier(options.imagenet).to(device).to(memory_format=torch.channels_last)
    loader = endless(train_files, options, rank)
    validation = list(DataLoader(Photos(photo_files(options.data[0] / "val")[::3], options.side, random=False), 24))
    seconds_before, began = state.seconds, time.time()
    saved, sums, summed = time.time(), torch.zeros(len(FIGURE_NAMES)), 0
    while True:
        lightness, lab = next(loader)
        share = agreed(min(1.0, state.seconds / (options.minutes * 60)), ranks)
        if ranks > 1 and os.getppid() != options.parent:
            return  # The parent was killed; otherwise this process would keep running beside the next run.
        if share >= 1:
            break
        rate = min(1, (state.step + 1) / WARM_UP_STEPS) * (0.5 * (1 + math.cos(math.pi * share)) * 0.98 + 0.02)
        for group in optimiser.param_groups:
            group["lr"] = options.rate * rate * group["full_rate"]
        lightness = lightness.to(device).contiguous(memory_format=torch.channels_last)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            outputs = net(lightness)
        parts = losses(outputs, lab.to(device), bins, classifier)
        optimiser.zero_grad(set_to_none=True)
        parts.total(state.price).backward()
        average_gradients(net, ranks)
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        follow(ema, net, state.step)
        missing = options.colourful * parts.true_colourfulness.item() - parts.colourfulness.item()
        state.price = agreed(min(0.3, max(0.0, state.price + PRICE_STEP * missing)), ranks)
        state.step += 1
        state.images += len(lab) * ranks
        state.seconds = seconds_before + time.time() - began
        sums += parts.figures().cpu()
        summed += 1
        if rank == 0 and summed == LOG_STEPS:
            log(options.run, "train", state, sums / LOG_STEPS)
            sums, summed = torch.zeros_like(sums), 0
        if rank == 0 and time.time() - saved > CHECKPOINT_SECONDS:
            saved = time.time()
            log(options.run, "val", state, validated(ema, validation, bins, classifier, device))
            save(options.run, net, optimiser, ema, vars(state))
    if rank == 0:
        log(options.run, "val", state, validated(ema, validation, bins, classifier, device))
        save(options.run, net, optimiser, ema, vars(state))


def meeting_point_of(run: Path) -> Path:
    """The file with which the processes of `torch.distributed` find each other."""
    return run.resolve().with_suffix(".meeting")


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, nargs="+", required=True, help="folders with train/, the first with val/")
    parser.add_argument("--run", type=Path, required=True, help="folder of this run; an existing run continues")
    parser.add_argument("--minutes", type=float, required=True, help="duration of the run; the rate falls over it")
    parser.add_argument("--imagenet", type=Path, required=True, help="TensorFlow Lite file of MobileNetV2, the judge")
    parser.add_argument("--start", type=Path, help="weights to start from: ema.pt of a run, or a shipped net (.onnx); default: the judge's")
    parser.add_argument("--bins", type=Path, help="bins of the start; default: counted in the photos")
    parser.add_argument("--side", type=int, default=160, help="input size in px")
    parser.add_argument("--rate", type=float, default=1, help="factor of the learning rates; lower for a trained net")
    parser.add_argument("--batch", type=int, default=16, help="photos per process and step")
    parser.add_argument("--frozen", type=int, default=3, help="the encoder's first blocks that are not trained")
    parser.add_argument("--colourful", type=float, default=0.9, help="colourfulness to paint (share of the truth's)")
    parser.add_argument("--processes", type=int, default=1, help="number of processes, each with its own batches")
    parser.add_argument("--threads", type=int, default=1, help="threads per process")
    return parser.parse_args()


def opened(options: argparse.Namespace, bins: Bins, device: str):
    """Loads the run's checkpoint, or the starting weights if there is no checkpoint."""
    net = ColourNet(bins.centres)
    state = State()
    checkpoint = options.run / "last.pt"
    saved = torch.load(checkpoint, map_location="cpu") if checkpoint.exists() else None
    if saved:
        net.load_state_dict(saved["net"])
        state = State(**saved["state"])
    elif options.start and options.start.suffix == ".onnx":
        unfolded(net, options.start, lightness_of_validation(options), prefix="net.")
    elif options.start:
        net.load_weights(torch.load(options.start, map_location="cpu"))
    else:
        net.enc.load_imagenet(str(options.imagenet))
    net.freeze_first(options.frozen)
    # Channels-last memory is twice as fast on a CPU.
    net = net.to(device).to(memory_format=torch.channels_last)
    ema = copy.deepcopy(net).eval()
    if saved:
        ema.load_state_dict(saved["ema"])
    groups: dict[float, list[torch.nn.Parameter]] = {ENCODER_RATE: [], DECODER_RATE: [], LATER_RATE: []}
    for name, parameter in net.named_parameters():
        rate = ENCODER_RATE if name.startswith("enc") else LATER_RATE if name.startswith(LATER_PARTS) else DECODER_RATE
        if parameter.requires_grad:
            groups[rate].append(parameter)
    optimiser = torch.optim.AdamW(
        [dict(params=parameters, lr=0.0, full_rate=rate) for rate, parameters in groups.items()], weight_decay=1e-3
    )
    if saved:
        optimiser.load_state_dict(saved["optimiser"])
    return net, optimiser, ema, state


def lightness_of_validation(options: argparse.Namespace) -> torch.Tensor:
    """Every eighth validation photo, n × 1 × side × side."""
    photos = Photos(photo_files(options.data[0] / "val")[::8], options.side, random=False)
    return torch.stack([photos[index][0] for index in range(len(photos))])


def endless(files: list[str], options: argparse.Namespace, rank: int):
    """Yields batches forever, in a new order each round and a different order in each process."""
    order = torch.Generator()
    order.manual_seed(time.time_ns() + rank)
    loader = DataLoader(
        Photos(files, options.side, random=True),
        options.batch,
        shuffle=True,
        generator=order,
        num_workers=1 if not torch.cuda.is_available() else 12,
        drop_last=True,
        prefetch_factor=6,
        persistent_workers=True,
    )
    while True:
        yield from loader


def agreed(value: float, ranks: int) -> float:
    """Returns the mean over all processes, so that they stop at the same step."""
    if ranks == 1:
        return value
    shared = torch.tensor(value, dtype=torch.float64)
    dist.all_reduce(shared)
    return shared.item() / ranks


def average_gradients(net: ColourNet, ranks: int) -> None:
    if ranks == 1:
        return
    gradients = [parameter.grad for parameter in net.parameters() if parameter.grad is not None]
    flat = torch.cat([gradient.reshape(-1) for gradient in gradients])
    dist.all_reduce(flat)
    flat /= ranks
    for gradient, mean in zip(gradients, flat.split([gradient.numel() for gradient in gradients])):
        gradient.copy_(mean.view(gradient.shape))


@torch.no_grad()
def validated(ema: ColourNet, batches: list, bins: Bins, classifier: Classifier, device: str) -> torch.Tensor:
    rows = [
        losses(ema(lightness.to(device)), lab.to(device), bins, classifier).figures().cpu() for lightness, lab in batches
    ]
    return torch.stack(rows).mean(0)


def log(run: Path, kind: str, state: State, figures: torch.Tensor) -> None:
    path = run / "log.csv"
    is_new = not path.exists()
    with open(path, "a", newline="") as file:
        rows = csv.writer(file)
        if is_new:
            rows.writerow(["kind", "step", "images", "seconds", "price", *FIGURE_NAMES])
        values = [round(value, 4) for value in figures.tolist()]
        rows.writerow([kind, state.step, state.images, round(state.seconds), round(state.price, 4), *values])


if __name__ == "__main__":
    main()
