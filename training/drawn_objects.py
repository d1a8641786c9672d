"""Draws an object that somebody holds before the face on crops of heads, and things that hide nothing of the face.

Lengths are eye-to-chin distances (see drawn_shapes.py). The drawn pictures only train the net; `scripts/eval/draw-object.ts`
draws the pictures that measure it, with other shapes and colours.
"""

import math

import cv2
import numpy as np

from drawn_shapes import EYES, SIDE, UNIT, Head, ellipse, line, paint, shade, texture

# The share of the face, from the brows down, that an object hides at least.
HIDDEN_MIN = 0.1


def draw_object(image: np.ndarray, head: Head, patches: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Returns a copy of the crop (uint8, RGB) with an object that hides a part of the face."""
    face = face_of(head)
    for _ in range(20):
        canvas = image.astype(np.float32)
        middle = head.at(rng.uniform(-0.75, 0.75), rng.uniform(-1.1, 0.25))
        alpha = KINDS[rng.integers(len(KINDS))](canvas, head, patches, middle, rng)
        if (face * alpha).sum() > HIDDEN_MIN * face.sum():
            break
    return np.clip(canvas, 0, 255).astype(np.uint8)


def draw_beside(image: np.ndarray, head: Head, patches: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Returns a copy of the crop with an object that hides nothing of the face, or with glasses."""
    canvas = image.astype(np.float32)
    if rng.random() < 0.3:
        glasses(canvas, head, rng)
        return np.clip(canvas, 0, 255).astype(np.uint8)
    face = cv2.dilate(outline_of(head), np.ones((5, 5)))
    drawn = canvas.copy()
    middle = head.at(rng.choice([-1, 1]) * rng.uniform(1.0, 1.9), rng.uniform(-1.5, 2.2))
    if rng.random() < 0.3:
        middle = head.at(rng.uniform(-1, 1), rng.uniform(-1.9, -1.4))
    KINDS[rng.integers(len(KINDS))](drawn, head, patches, middle, rng)
    # What would hide the face is behind it.
    canvas += (drawn - canvas) * (1 - cv2.GaussianBlur(face, (0, 0), 0.7))[..., None]
    return np.clip(canvas, 0, 255).astype(np.uint8)


def outline_of(head: Head) -> np.ndarray:
    mask = np.zeros((SIDE, SIDE), np.float32)
    cv2.fillPoly(mask, [np.round(head.outline * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
    return mask


def face_of(head: Head) -> np.ndarray:
    mask = outline_of(head)
    mask[: int(EYES[1] - 0.25 * UNIT)] = 0
    return mask


def turned(middle, points, turn: float) -> list:
    cos, sin = math.cos(turn), math.sin(turn)
    return [(middle[0] + UNIT * (x * cos - y * sin), middle[1] + UNIT * (x * sin + y * cos)) for x, y in points]


def tilt(rng: np.random.Generator) -> float:
    return rng.normal(0, 0.3) if rng.random() < 0.7 else rng.uniform(-math.pi, math.pi)


def round_box(wide: float, high: float, power: float, lower: float = 1.0) -> list:
    """Half a width and height; `power`: 2 for an ellipse, more for sharper corners; `lower`: the share of the lower edge."""
    bent = lambda value: math.copysign(abs(value) ** (2 / power), value)
    points = []
    for angle in np.linspace(0, 2 * math.pi, 48, endpoint=False):
        y = bent(math.sin(angle))
        points.append((bent(math.cos(angle)) * wide * (1 + (lower - 1) * (y + 1) / 2), y * high))
    return points


def cast(canvas: np.ndarray, alpha: np.ndarray, rng: np.random.Generator) -> None:
    """The object's shadow on what is behind it."""
    if rng.random() < 0.4:
        return
    shift = np.float32([[1, 0, rng.normal(0, 5)], [0, 1, rng.uniform(-2, 8)]])
    moved = cv2.GaussianBlur(cv2.warpAffine(alpha[..., 0], shift, (SIDE, SIDE)), (0, 0), rng.uniform(1, 6))
    canvas *= 1 - rng.uniform(0.05, 0.5) * np.clip(moved - alpha[..., 0], 0, 1)[..., None]


def fill(canvas, points, cloth, rng, opacity=1.0):
    alpha = paint(canvas, points, np.clip(cloth, 0, 255), opacity, rng.uniform(0.5, 1.4))
    cast(canvas, alpha, rng)
    return alpha


def skin_of(canvas: np.ndarray, head: Head) -> np.ndarray:
    x, y = (int(value) for value in head.at(0, -0.35))
    return canvas[y - 4 : y + 5, x - 8 : x + 9].reshape(-1, 3).mean(0)


def device(canvas, head, patches, middle, rng):
    """A phone, a tablet, a camera, a card: a box with round corners, lenses, a screen and gloss."""
    wide, high = rng.uniform(0.2, 0.75), rng.uniform(0.3, 0.95)
    turn = tilt(rng) + (math.pi / 2 if rng.random() < 0.3 else 0)
    dark = rng.random() < 0.4
    cloth = np.full((SIDE, SIDE, 3), rng.uniform(0, 60)) if dark else texture(patches, rng)
    light = shade(head, rng) if rng.random() < 0.5 else rng.uniform(0.6, 1.2)
    alpha = fill(canvas, turned(middle, round_box(wide, high, rng.uniform(4, 20)), turn), cloth * light, rng)
    if rng.random() < 0.3:
        inner = [(0.9 * x, 0.93 * y) for x, y in round_box(wide, high, 20)]
        paint(canvas, turned(middle, inner, turn), texture(patches, rng))
    for _ in range(rng.integers(0, 4)):
        x, y, r = rng.uniform(-0.7, 0.7) * wide, rng.uniform(-0.9, 0.9) * high, rng.uniform(0.03, 0.16)
        paint(canvas, turned(middle, [(x + a, y + b) for a, b in round_box(r, r, 2)], turn), np.full(3, rng.uniform(0, 255)))
    if rng.random() < 0.25:  # A reflection
        x = rng.uniform(-0.6, 0.6) * wide
        paint(canvas, turned(middle, [(x, -high), (x + 0.2, -high), (x - 0.1, high), (x - 0.3, high)], turn), np.full(3, 250.0), rng.uniform(0.05, 0.4), 2)
    return alpha


def vessel(canvas, head, patches, middle, rng):
    """A cup, a glass, a bottle, a can, a microphone: round, so its sides are darker."""
    wide, high, turn = rng.uniform(0.15, 0.6), rng.uniform(0.25, 0.8), tilt(rng)
    points = turned(middle, round_box(wide, high, rng.uniform(2.2, 9), rng.uniform(0.55, 1.1)), turn)
    xs = (np.mgrid[0:SIDE, 0:SIDE][1] - middle[0]) / (UNIT * wide)
    across = (1 - rng.uniform(0, 0.5) * np.minimum(xs**2, 1.4) + rng.normal(0, 0.2) * xs)[..., None]
    opacity = 1.0 if rng.random() < 0.85 else rng.uniform(0.45, 0.8)
    alpha = fill(canvas, points, texture(patches, rng) * across * rng.uniform(0.6, 1.2), rng, opacity)
    if rng.random() < 0.5:
        rim = [(x * 0.98, -high * 0.92 + y) for x, y in round_box(wide, rng.uniform(0.03, 0.12), 2)]
        paint(canvas, turned(middle, rim, turn), np.full(3, rng.uniform(0, 255)), rng.uniform(0.3, 1))
    if rng.random() < 0.4:
        x = rng.uniform(-0.7, 0.7) * wide
        paint(canvas, turned(middle, [(x + a, b) for a, b in round_box(0.05, 0.7 * high, 3)], turn), np.full(3, 250.0), rng.uniform(0.1, 0.7), 1.5)
    return alpha


def sheet(canvas, head, patches, middle, rng):
    """Paper, a book, a sign, a fan: flat and large, with lines of text or a picture."""
    wide, high, turn = rng.uniform(0.35, 1.0), rng.uniform(0.3, 0.9), tilt(rng)
    bend = [(x * (1 + rng.normal(0, 0.06)), y * (1 + rng.normal(0, 0.06))) for x, y in ((-wide, -high), (wide, -high), (wide, high), (-wide, high))]
    cloth = np.full((SIDE, SIDE, 3), rng.uniform(190, 255)) + rng.normal(0, 4, 3) if rng.random() < 0.4 else texture(patches, rng)
    slope = 1 + rng.normal(0, 0.15) * (np.mgrid[0:SIDE, 0:SIDE][rng.integers(2)] - 80)[..., None] / 60
    alpha = fill(canvas, turned(middle, bend, turn), cloth * slope * rng.uniform(0.7, 1.05), rng)
    ink = np.full(3, rng.uniform(0, 255))
    gap = rng.uniform(0.08, 0.3)
    for y in np.arange(-0.8 * high, 0.8 * high, gap) if rng.random() < 0.7 else ():
        ends = turned(middle, [(-0.8 * wide, y), (rng.uniform(0, 0.8) * wide, y)], turn)
        line(canvas, ends[0], ends[1], ink, rng.uniform(1, 4))
    if rng.random() < 0.3:
        picture = [(0.6 * x, 0.5 * y) for x, y in round_box(wide, high, 20)]
        paint(canvas, turned(middle, picture, turn), texture(patches, rng))
    return alpha


def shape(canvas, head, patches, middle, rng):
    """A thing of any outline: a flower, a ball, a toy, food, cloth."""
    count, base = int(rng.integers(3, 9)), rng.uniform(0.25, 0.6)
    waves = sum(rng.normal(0, 0.12) * np.cos(k * np.linspace(0, 2 * math.pi, 60) + rng.uniform(0, 6)) for k in range(2, 2 + count))
    radius = base * np.clip(1 + waves, 0.3, 1.8)
    points = [(r * math.cos(a), r * math.sin(a)) for r, a in zip(radius, np.linspace(0, 2 * math.pi, 60))]
    return fill(canvas, turned(middle, points, 0), texture(patches, rng) * shade(head, rng), rng)


def hand(canvas, head, patches, middle, rng):
    """Fingers of the colour of the skin, alone or around another thing."""
    alpha = np.zeros((SIDE, SIDE, 1), np.float32)
    if rng.random() < 0.6:
        alpha = (device, vessel)[rng.integers(2)](canvas, head, patches, middle, rng)
    skin, turn = skin_of(canvas, head) * rng.uniform(0.7, 1.1) + rng.normal(0, 6, 3), tilt(rng)
    width = rng.uniform(0.07, 0.12)
    for k in range(int(rng.integers(2, 5))):
        x, length = (k - 1.5) * 2.1 * width, rng.uniform(0.25, 0.5)
        finger = turned(middle, [(x + a, b + rng.normal(0, 0.01)) for a, b in round_box(width, length, 3)], turn)
        xs = np.mgrid[0:SIDE, 0:SIDE][1]
        round_ = 1 - rng.uniform(0.1, 0.4) * np.abs(np.sin(xs / (UNIT * width)))[..., None] * 0.5
        alpha = np.maximum(alpha, fill(canvas, finger, skin * round_, rng))
    return alpha


KINDS = (device, device, vessel, vessel, sheet, sheet, shape, hand)


def glasses(canvas, head, rng) -> None:
    """Clear glasses: their frames hide nothing."""
    colour, thick = np.full(3, rng.uniform(0, 90)) + rng.normal(0, 15, 3), rng.uniform(1, 4)
    wide, high = rng.uniform(0.2, 0.3), rng.uniform(0.14, 0.24)
    for side in (-1, 1):
        ring = ellipse(head, side * 0.33, -0.03, wide, high)
        if rng.random() < 0.4:
            paint(canvas, ring, np.full(3, 245.0), rng.uniform(0.03, 0.2))
        for start, end in zip(ring, ring[1:]):
            line(canvas, start, end, colour, thick)
        line(canvas, head.at(side * (0.33 + wide), 0.05), head.at(side * head.half, 0.08), colour, thick)
    line(canvas, head.at(-0.33 + wide, 0.02), head.at(0.33 - wide, 0.02), colour, thick)
