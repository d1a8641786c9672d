"""Reads the crops of heads that `scripts/head-crops.ts` writes, and their labels.

A folder contains `crops-*.bin` (160 × 160 × 3 bytes per crop) and `crops-*.jsonl` (one line per crop: the photo, the
number of the face in it, and the outline of the face in pixels of the crop).
"""

import csv
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from drawn_shapes import SIDE, Head

# Side of a net's input.
INPUT = 112
# The photos whose crops measure the net: a fifth, chosen by the digest of the file's name.
HELD_BACK = 5
# How far the crown is above the eyes at least, in eye-to-chin distances.
CROWN_ABOVE_EYES = 1.1


@dataclass(frozen=True)
class View:
    """The square of a crop that a net sees, in pixels of the crop: its side, and how far its middle is below the crop's."""

    side: int
    below: int


@dataclass
class Crops:
    """`labels`: h (covered head), n (none) or u (unclear)."""

    names: list[str]
    labels: np.ndarray
    heads: list[Head]
    pixels: np.ndarray

    def chosen(self, which: np.ndarray) -> "Crops":
        at = np.flatnonzero(which)
        return Crops([self.names[k] for k in at], self.labels[at], [self.heads[k] for k in at], self.pixels[at])


def is_held_back(name: str) -> bool:
    photo = name.split("#")[0]
    return hashlib.md5(photo.encode()).digest()[0] % HELD_BACK == 0


def read_labels(path: Path) -> dict[str, str]:
    with open(path, newline="") as file:
        return {f"{row['photo']}#{row['face']}": row["label"] for row in csv.DictReader(file)}


def read_crops(folders: list[Path], labels: dict[str, str] | None) -> Crops:
    """The labelled crops (`None`: all), each picture once, without heads whose crown is outside the photo: the service
    refuses these."""
    names, heads, pixels, seen = [], [], [], set()
    for lines in sorted(path for folder in folders for path in folder.glob("crops-*.jsonl")):
        rows = [json.loads(line) for line in lines.read_text().splitlines()]
        data = np.fromfile(lines.with_suffix(".bin"), np.uint8, len(rows) * SIDE * SIDE * 3).reshape(-1, SIDE, SIDE, 3)
        for row, crop in zip(rows, data):
            name, digest = f"{Path(row['file']).name}#{row['idx']}", hashlib.md5(crop.tobytes()).digest()
            if labels is not None and name not in labels or digest in seen or row["top"] < CROWN_ABOVE_EYES:
                continue
            seen.add(digest)
            names.append(name)
            heads.append(Head.of(row["pts"]))
            pixels.append(crop)
    return Crops(names, np.array(["n" if labels is None else labels[name] for name in names]), heads, np.stack(pixels))


def inputs_of(pixels: np.ndarray, view: View) -> np.ndarray:
    """The squares as the service samples them, without changes: n × 112 × 112 × 3, 0–1."""
    left, top = (SIDE - view.side) // 2, (SIDE - view.side) // 2 + view.below
    squares = (crop[top : top + view.side, left : left + view.side] for crop in pixels)
    return np.stack([cv2.resize(square, (INPUT, INPUT), interpolation=cv2.INTER_AREA) for square in squares]).astype(np.float32) / 255


def seen_in(view: View, image: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A random view of the head: moved, turned, mirrored, with another light, blurred, compressed."""
    middle = SIDE / 2
    scale = INPUT / view.side * rng.uniform(0.88, 1.12)
    place = cv2.getRotationMatrix2D((middle, middle + view.below), rng.normal(0, 5), scale)
    place[:, 2] += INPUT / 2 - np.array([middle, middle + view.below]) + rng.normal(0, 3, 2)
    if rng.random() < 0.5:
        image = image[:, ::-1]
    moved = cv2.warpAffine(np.ascontiguousarray(image), place, (INPUT, INPUT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lit = moved.astype(np.float32) * rng.uniform(0.6, 1.3) * (1 + rng.normal(0, 0.06, 3)) + rng.normal(0, 12)
    grey = lit.mean(2, keepdims=True)
    lit = grey + (lit - grey) * (0 if rng.random() < 0.08 else rng.uniform(0.5, 1.3))
    if rng.random() < 0.3:
        lit = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.4, 1.6))
    if rng.random() < 0.4:
        lit = lit + rng.normal(0, rng.uniform(1, 9), lit.shape)
    result = np.clip(lit, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        _, coded = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, int(rng.uniform(25, 90))])
        result = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return result
