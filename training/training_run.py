"""What the trainings share: the checkpoints of a run, and the average of the weights."""

import ctypes
import os
from pathlib import Path

import torch
import torch.nn as nn


def keep_freed_memory() -> None:
    """Makes glibc keep freed memory: returning each large tensor to the system costs a quarter of the time."""
    mmap_count, trim_threshold, top_pad = -4, -1, -2
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        for parameter, value in ((mmap_count, 0), (trim_threshold, 2**31 - 1), (top_pad, 2**28)):
            libc.mallopt(parameter, value)


@torch.no_grad()
def follow(ema: nn.Module, net: nn.Module, step: int, decay: float = 0.9985) -> None:
    """Moves the averaged weights towards those of the net. The first steps move them farther."""
    keep = min(decay, (1 + step) / (10 + step))
    for average, value in zip(ema.state_dict().values(), net.state_dict().values()):
        if average.dtype.is_floating_point:
            average.lerp_(value, 1 - keep)
        else:
            average.copy_(value)


def save(run: Path, net: nn.Module, optimiser: torch.optim.Optimizer, ema: nn.Module, state: dict) -> None:
    """Writes `last.pt`, the checkpoint, and `ema.pt`, the averaged weights, each completely or not at all, because a run
    may be interrupted at any moment."""
    everything = dict(net=net.state_dict(), optimiser=optimiser.state_dict(), ema=ema.state_dict(), state=state)
    for name, content in (("last.pt", everything), ("ema.pt", ema.state_dict())):
        torch.save(content, run / f"{name}.part")
        os.replace(run / f"{name}.part", run / name)
