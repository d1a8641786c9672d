"""Damages a clean lightness like a scan of an old print, so that the net is trained on such pictures."""

import math

import cv2
import numpy as np


def on_old_film(bgr: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """8-bit BGR, h × w × 3 → lightness on early film, which was blind to red (orthochromatic) or too sensitive to blue.

    On such film skies are white, and lips and red bricks dark. Without such samples, the net would not learn to colour
    white skies and dark lips.
    """
    green = rng.uniform(0.35, 0.6)
    red = rng.uniform(0, 0.1) if rng.random() < 0.5 else rng.uniform(0.1, 0.35)
    linear = (bgr.astype(np.float32) / 255) ** 2.2
    seen = linear @ np.array([1 - green - red, green, red], np.float32)
    return np.where(seen > 0.008856, 116 * np.cbrt(seen) - 16, 903.3 * seen).astype(np.float32)


def damaged(lightness: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """`lightness`: h × w, 0–100, float32. Each kind of damage is applied with its own probability."""
    result = lightness
    for chance, damage in (
        (0.5, _other_gamma),
        (0.35, _faded),
        (0.25, _vignetted),
        (0.3, _blurred),
        (0.2, _stained_paper),
        (0.3, _grainy),
        (0.12, _scratched),
        (0.25, _compressed),
    ):
        if rng.random() < chance:
            result = damage(result, rng)
    return np.clip(result, 0, 100).astype(np.float32)


def _other_gamma(lightness, rng):
    return 100 * np.clip(lightness / 100, 0, 1) ** math.exp(rng.uniform(-0.4, 0.4))


def _faded(lightness, rng):
    low, high = rng.uniform(0, 22), rng.uniform(72, 100)
    return low + lightness * (high - low) / 100


def _vignetted(lightness, rng):
    height, width = lightness.shape
    y = (np.arange(height, dtype=np.float32)[:, None] / height - rng.uniform(0.35, 0.65)) * 2
    x = (np.arange(width, dtype=np.float32)[None] / width - rng.uniform(0.35, 0.65)) * 2
    # Old lenses darken the corners; old prints fade from the edges.
    return lightness + rng.uniform(-28, 14) * np.clip(x * x + y * y, 0, 2) / 2


def _blurred(lightness, rng):
    return cv2.GaussianBlur(lightness.astype(np.float32), (0, 0), rng.uniform(0.4, 1.4))


def _stained_paper(lightness, rng):
    small = rng.normal(0, rng.uniform(1, 6), (rng.integers(3, 9), rng.integers(3, 9))).astype(np.float32)
    return lightness + cv2.resize(small, lightness.shape[::-1], interpolation=cv2.INTER_CUBIC)


def _grainy(lightness, rng):
    grain = rng.standard_normal(lightness.shape, dtype=np.float32) * rng.uniform(1, 6)
    if rng.random() < 0.5:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.8) * 1.6
    return lightness + grain


def _scratched(lightness, rng):
    height, width = lightness.shape
    result = np.ascontiguousarray(lightness, dtype=np.float32)
    for _ in range(rng.integers(1, 6)):
        start, end = (tuple(int(v) for v in rng.integers(0, (width, height))) for _ in range(2))
        cv2.line(result, start, end, float(rng.choice([rng.uniform(80, 100), rng.uniform(0, 25)])), 1, cv2.LINE_AA)
    return result


def _compressed(lightness, rng):
    grey = np.clip(lightness * 2.55, 0, 255).astype(np.uint8)
    _, file = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(18, 70))])
    return cv2.imdecode(file, cv2.IMREAD_GRAYSCALE).astype(np.float32) / 2.55
