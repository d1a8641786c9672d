"""Shapes, cloth, light and shadow for `drawn_hats.py`.

A crop is 160 × 160 px: the middle between the eyes is at (80, 100), and 40 px are one eye-to-chin distance, the unit of
all lengths.
"""

import math
from dataclasses import dataclass

import cv2
import numpy as np

SIDE, UNIT, EYES = 160, 40.0, (80.0, 100.0)


@dataclass
class Head:
    """`middle`: x of the middle of the face; `half`: half the width of its outline; `outline`: 36 points of the face."""

    middle: float
    half: float
    outline: np.ndarray

    @staticmethod
    def of(outline: list) -> "Head":
        points = np.array(outline, np.float32)
        left, right = points[:, 0].min(), points[:, 0].max()
        return Head((left + right) / 2, max(0.35, (right - left) / 2 / UNIT), points)

    def at(self, right: float, above: float) -> tuple[float, float]:
        return self.middle + right * UNIT, EYES[1] - above * UNIT


def texture(patches: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Cloth, knitwear, plastic or a patch of a photo, 160 × 160 px."""
    colour = rng.uniform(0, 255, 3) if rng.random() < 0.6 else np.full(3, rng.uniform(0, 255)) + rng.uniform(-12, 12, 3)
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    kind = rng.integers(6)
    patch = patches[rng.integers(len(patches))].astype(np.float32)
    if kind == 0:
        grey = patch.mean(2, keepdims=True)
        return colour + (grey - grey.mean()) * rng.uniform(0.1, 0.6)
    if kind == 1:
        return patch * rng.uniform(0.5, 1.2)
    if kind == 2:  # Stripes of a second colour, or ribs of knitwear
        angle, wide = rng.uniform(0, math.pi) if rng.random() < 0.5 else 0.0, rng.uniform(2, 14)
        wave = np.sin((xs * math.cos(angle) + ys * math.sin(angle)) * 2 * math.pi / wide)[..., None]
        return colour + wave * (rng.uniform(-60, 60, 3) if rng.random() < 0.4 else rng.uniform(6, 30))
    if kind == 3:  # Spots
        noise = cv2.GaussianBlur(rng.normal(0, 1, (SIDE, SIDE)).astype(np.float32), (0, 0), rng.uniform(2, 7))
        return np.where((noise > rng.uniform(-0.1, 0.1))[..., None], colour, rng.uniform(0, 255, 3)).astype(np.float32)
    noise = cv2.GaussianBlur(rng.normal(0, 1, (SIDE, SIDE)).astype(np.float32), (0, 0), rng.uniform(0.5, 3))
    return colour + noise[..., None] / noise.std() * rng.uniform(1, 12)


def shade(head: Head, rng: np.random.Generator) -> np.ndarray:
    """The factor of light on a round thing: darker towards the sides, lighter where the light comes from."""
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    u, v = (xs - head.middle) / (UNIT * 0.9), (ys - 60) / (UNIT * 0.9)
    towards = rng.normal(0, 0.35, 2)
    round_ = 1 - rng.uniform(0.05, 0.45) * np.minimum(u * u, 1.5)
    return (round_ + towards[0] * u + towards[1] * v * 0.6).clip(0.25, 1.5)[..., None] * rng.uniform(0.7, 1.15)


def paint(canvas: np.ndarray, points, cloth: np.ndarray, opacity: float = 1.0, soft: float = 0.7) -> np.ndarray:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillPoly(mask, [np.round(np.array(points) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    alpha = cv2.GaussianBlur(mask.astype(np.float32) / 255, (0, 0), soft)[..., None] * opacity
    canvas += (cloth - canvas) * alpha
    return alpha


def shadow(canvas: np.ndarray, alpha: np.ndarray, drop: float, strength: float) -> None:
    """Darkens what lies `drop` px below the painted shape."""
    moved = cv2.warpAffine(alpha[..., 0], np.float32([[1, 0, 0], [0, 1, drop]]), (SIDE, SIDE))
    below = np.clip(cv2.GaussianBlur(moved, (0, 0), max(1.0, drop / 3)) - alpha[..., 0], 0, 1)
    canvas *= 1 - strength * below[..., None]


def dome(head: Head, wide: float, base: float, top: float, bow: float, power: float, lean: float = 0.0) -> list:
    """`bow`: how much lower the middle of the lower edge is than its ends; `lean`: moves the top to the side."""
    upper, lower = [], []
    for angle in np.linspace(0, math.pi, 33):
        x = wide * math.copysign(abs(math.cos(angle)) ** (2 / power), math.cos(angle))
        y = base + (top - base) * math.sin(angle) ** (2 / power)
        upper.append(head.at(x + lean * (y - base), y))
    for x in np.linspace(-wide, wide, 17):
        lower.append(head.at(x, base - bow * (1 - (x / wide) ** 2)))
    return upper + lower


def ellipse(head: Head, x: float, y: float, wide: float, high: float, turn: float = 0.0) -> list:
    cos, sin = math.cos(turn), math.sin(turn)
    points = [(wide * math.cos(a), high * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 40)]
    return [head.at(x + px * cos - py * sin, y + px * sin + py * cos) for px, py in points]


def line(canvas, start, end, colour, thick: float) -> None:
    mask = np.zeros((SIDE, SIDE), np.uint8)
    ends = [tuple(int(16 * value) for value in point) for point in (start, end)]
    cv2.line(mask, ends[0], ends[1], 255, max(1, round(thick)), cv2.LINE_AA, 4)
    canvas += (colour - canvas) * (mask.astype(np.float32) / 255)[..., None]
