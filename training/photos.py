"""Training samples: the lightness of a photo, which the net receives, and the photo's true colours."""

import math
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.utils.data import Dataset

from old_print import damaged, on_old_film

cv2.setNumThreads(0)
DAMAGED_SHARE = 0.5
# The share of the damaged samples whose lightness is computed as early film recorded it.
OLD_FILM_SHARE = 0.4


def photo_files(folder: Path) -> list[str]:
    return sorted(str(file) for file in folder.glob("*.jpg"))


def lab_of(bgr: np.ndarray) -> np.ndarray:
    """8-bit BGR → Lab as float32."""
    return cv2.cvtColor(bgr.astype(np.float32) / 255.0, cv2.COLOR_BGR2LAB)


def ab_sample(files: list[str]) -> np.ndarray:
    """Returns a and b of sampled pixels, n × 2, in which the colour bins are counted."""
    small = [cv2.resize(lab_of(cv2.imread(file)), (32, 32), interpolation=cv2.INTER_AREA) for file in files]
    return np.concatenate([photo[..., 1:].reshape(-1, 2) for photo in small])


class Photos(Dataset):
    """Squares of photos, as samples. With `random`, each read crops, flips and damages the photo at random;
    otherwise the sample is the middle square, undamaged.

    A sample has two parts: the L that the net receives, 1 × side × side (0–100, perhaps damaged), and the L, a and b
    of the undamaged photo, 3 × side × side.
    """

    def __init__(self, files: list[str], side: int, random: bool):
        self.files, self.side, self.random = files, side, random

    def __len__(self) -> int:
        return len(self.files)

    def __getitem__(self, index: int):
        rng = np.random.default_rng()
        photo = cv2.imread(self.files[index])
        photo = _random_crop(photo, rng) if self.random else _middle_square(photo)
        shrinks = min(photo.shape[:2]) > self.side
        photo = cv2.resize(
            photo, (self.side, self.side), interpolation=cv2.INTER_AREA if shrinks else cv2.INTER_LINEAR
        )
        lab = lab_of(photo)
        lightness = lab[..., 0]
        if self.random and rng.random() < DAMAGED_SHARE:
            film = on_old_film(photo, rng) if rng.random() < OLD_FILM_SHARE else lightness
            lightness = damaged(film, rng)
        return torch.from_numpy(np.ascontiguousarray(lightness))[None], torch.from_numpy(lab.transpose(2, 0, 1).copy())


def _random_crop(photo: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    height, width = photo.shape[:2]
    side = min(height, width) * math.sqrt(rng.uniform(0.5, 1))
    aspect = math.exp(rng.uniform(-0.22, 0.22))
    crop_height, crop_width = int(min(height, side * aspect)), int(min(width, side / aspect))
    y, x = rng.integers(0, height - crop_height + 1), rng.integers(0, width - crop_width + 1)
    crop = photo[y : y + crop_height, x : x + crop_width]
    return np.ascontiguousarray(crop[:, ::-1] if rng.random() < 0.5 else crop)


def _middle_square(photo: np.ndarray) -> np.ndarray:
    height, width = photo.shape[:2]
    side = min(height, width)
    y, x = (height - side) // 2, (width - side) // 2
    return photo[y : y + side, x : x + side]
