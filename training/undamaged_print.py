"""Changes a photo in ways that are not damage: a paper border, captions, ropes and poles, hard contrast, sharpening.

The net must not find damage there.
"""

import cv2
import numpy as np

LETTERS = "ABCDEFGHIJKLMNOPRSTUVWZabcdefghiklmnoprstuvwz0123456789.-"


def bordered(lightness: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A light paper border on some of the sides, sometimes with a dark line or an uneven edge."""
    height, width = lightness.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    sides = [side for side in (x, width - 1 - x, y, height - 1 - y) if rng.random() < 0.6]
    if not sides:
        return lightness
    inner = np.minimum.reduce(sides)
    if rng.random() < 0.3:
        waves = rng.standard_normal((max(2, height // 6), max(2, width // 6)), dtype=np.float32)
        inner = inner + cv2.resize(waves, (width, height), interpolation=cv2.INTER_CUBIC) * rng.uniform(0.2, 1.2)
    reach = rng.uniform(0.02, 0.14) * min(height, width)
    paper = np.clip(reach - inner + 0.5, 0, 1)
    result = lightness + paper * (rng.uniform(70, 98) - lightness)
    if rng.random() < 0.3:
        line = np.clip(rng.uniform(0.5, 1.5) - np.abs(inner - reach * rng.uniform(0.5, 1)), 0, 1)
        result = result + line * (rng.uniform(5, 40) - result)
    return result.astype(np.float32)


def captioned(lightness: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A line of print near the upper or lower edge."""
    height, width = lightness.shape
    text = "".join(rng.choice(list(LETTERS + "   "), int(rng.integers(4, 24))))
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_SCRIPT_COMPLEX]))
    drawn = np.zeros((height * 2, width * 2), np.float32)
    y = rng.uniform(0.04, 0.14) if rng.random() < 0.3 else rng.uniform(0.86, 0.98)
    at = (int(rng.uniform(0, 0.6) * 2 * width), int(y * 2 * height))
    cv2.putText(drawn, text, at, font, rng.uniform(0.4, 1.3), 1.0, int(rng.integers(1, 4)), cv2.LINE_AA)
    alpha = cv2.resize(drawn, (width, height), interpolation=cv2.INTER_AREA)
    tone = rng.uniform(80, 100) if rng.random() < 0.6 else rng.uniform(0, 20)
    return (lightness + alpha * (tone - lightness)).astype(np.float32)


def with_ropes(lightness: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """One to three long thin things of the picture: ropes, wires, poles, tapes, jets of water.

    Unlike a scratch, such a thing has a lit and a dark side or an even surface, keeps its width, and is as soft as the
    picture around it.
    """
    height, width = lightness.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    result = lightness.astype(np.float32)
    angle = rng.uniform(0, np.pi)
    for _ in range(rng.integers(1, 4)):
        turn = angle + rng.normal(0, 0.3)
        along = (x - rng.uniform(0, width)) * np.cos(turn) + (y - rng.uniform(0, height)) * np.sin(turn)
        across = (y - rng.uniform(0, height)) * np.cos(turn) - (x - rng.uniform(0, width)) * np.sin(turn)
        if rng.random() < 0.5:
            across = across + rng.normal(0, 0.3) * along**2 / max(height, width)
        radius = rng.uniform(0.7, 0.03 * min(height, width))
        soft = rng.uniform(0.4, 1.2)
        cover = np.clip((radius - np.abs(across)) / soft + 0.5, 0, 1)
        # It begins or ends within the picture, behind or at another thing.
        if rng.random() < 0.6:
            cover = cover * np.clip((along + rng.uniform(0, 0.4) * width) / soft + 0.5, 0, 1)
        shade = rng.uniform(-25, 25) * np.clip(across / radius, -1, 1)
        if rng.random() < 0.3:
            shade = shade + rng.uniform(3, 15) * np.sin(along * 2 * np.pi / rng.uniform(3, 12))
        tone = np.clip(rng.uniform(5, 95) + shade, 0, 100)
        result = result + cover * rng.uniform(0.7, 1) * (tone - result)
    return result


def contrasty(lightness: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Hard light: white things in front of black ones, without details in either."""
    gain = rng.uniform(1.2, 2.2)
    return np.clip(rng.uniform(35, 65) + gain * (lightness - np.median(lightness)), 0, 100).astype(np.float32)


def sharpened(lightness: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Unsharp masking, which most scanners do: edges get a light and a dark rim."""
    soft = cv2.GaussianBlur(lightness.astype(np.float32), (0, 0), rng.uniform(0.7, 1.8))
    return np.clip(lightness + rng.uniform(0.4, 2) * (lightness - soft), 0, 100).astype(np.float32)
