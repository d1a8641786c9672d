"""Draws head coverings on crops of heads, and things that are no coverings but look like them.

Lengths are eye-to-chin distances (see drawn_shapes.py). The drawn pictures only train the net; `scripts/eval/draw-hat.ts`
draws the pictures that measure it, with other shapes and textures.
"""

import math

import cv2
import numpy as np

from drawn_shapes import EYES, SIDE, UNIT, Head, dome, ellipse, line, paint, shade, shadow, texture


def draw_hat(image: np.ndarray, head: Head, patches: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Returns a copy of the crop (uint8, RGB) with a covering of a random kind."""
    canvas = image.astype(np.float32)
    KINDS[rng.integers(len(KINDS))](canvas, head, patches, rng)
    return np.clip(canvas, 0, 255).astype(np.uint8)


def draw_other(image: np.ndarray, head: Head, patches: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Returns a copy of the crop with something that is no covering of the head."""
    canvas = image.astype(np.float32)
    OTHERS[rng.integers(len(OTHERS))](canvas, head, patches, rng)
    return np.clip(canvas, 0, 255).astype(np.uint8)


def cap(canvas, head, patches, rng):
    cloth, light = texture(patches, rng), shade(head, rng)
    base, wide = rng.uniform(0.42, 0.68), head.half * rng.uniform(1.05, 1.3)
    lean, top = rng.normal(0, 0.08), base + rng.uniform(0.6, 0.95)
    alpha = paint(canvas, dome(head, wide, base, top, rng.uniform(-0.05, 0.18), rng.uniform(2, 2.8), lean), cloth * light)
    for share in rng.uniform(-0.8, 0.8, rng.integers(0, 4)):  # Seams
        line(canvas, head.at(share * wide, base), head.at(share * 0.2, top), cloth.mean((0, 1)) * 0.6, 1)
    if rng.random() < 0.55:  # A badge or letters
        size = rng.uniform(0.08, 0.25)
        paint(canvas, ellipse(head, rng.normal(0, 0.06), base + 0.3, size * rng.uniform(0.7, 2), size), rng.uniform(0, 255, 3))
    if rng.random() < 0.2:  # Worn backwards: an opening above a strap
        paint(canvas, ellipse(head, 0, base + 0.1, 0.25, 0.14), canvas[85, 80] * 0.9)
        return
    side = rng.normal(0, 0.1) if rng.random() < 0.8 else rng.choice([-1, 1]) * rng.uniform(0.5, 0.9)
    peak = texture(patches, rng) if rng.random() < 0.3 else cloth * rng.uniform(0.5, 1.1)
    drop, reach = rng.uniform(0.1, 0.34), wide * rng.uniform(0.85, 1.25)
    arc = [head.at(side + x * reach, base + 0.06 - rng.uniform(0, 0.02) - drop * (1 - x * x) ** 0.5 * rng.uniform(0.95, 1.05))
           for x in np.linspace(-1, 1, 21)]
    back = [head.at(side + x * reach, base + 0.08 + rng.uniform(0, 0.1) * (1 - x * x)) for x in np.linspace(1, -1, 9)]
    visor = paint(canvas, arc + back, peak * light)
    shadow(canvas, np.maximum(alpha, visor), rng.uniform(4, 16), rng.uniform(0.1, 0.6))


def visor(canvas, head, patches, rng):
    """A peak with a band and no dome, or a cap of a uniform with a wide plate."""
    cloth, light = texture(patches, rng), shade(head, rng)
    base, wide = rng.uniform(0.45, 0.65), head.half * rng.uniform(1.1, 1.25)
    plate = [head.at(-wide, base), head.at(-wide * 1.25, base + 0.4), head.at(-wide * 0.9, base + 0.62),
             head.at(wide * 0.9, base + 0.62), head.at(wide * 1.25, base + 0.4), head.at(wide, base)]
    paint(canvas, plate, cloth * light, soft=1.2)
    paint(canvas, dome(head, wide, base, base + 0.2, 0.1, 4), texture(patches, rng) * light)
    peak = np.full(3, rng.uniform(0, 60)) if rng.random() < 0.6 else cloth * 0.7
    alpha = paint(canvas, dome(head, wide, base, base + 0.01, rng.uniform(0.12, 0.3), 2), peak)
    paint(canvas, ellipse(head, 0, base + 0.35, 0.12, 0.13), rng.uniform(80, 255, 3))
    shadow(canvas, alpha, rng.uniform(4, 12), rng.uniform(0.1, 0.5))


def beanie(canvas, head, patches, rng):
    cloth, light = texture(patches, rng), shade(head, rng)
    base, wide = rng.uniform(0.3, 0.68), head.half * rng.uniform(1.08, 1.35)
    top, bow = base + rng.uniform(0.75, 1.25), rng.uniform(-0.12, 0.12)
    points = dome(head, wide, base - rng.uniform(0, 0.3), top, bow, rng.uniform(1.8, 2.6), rng.normal(0, 0.12))
    alpha = paint(canvas, points, cloth * light, soft=rng.uniform(0.6, 1.4))
    if rng.random() < 0.6:  # The folded edge
        fold = dome(head, wide * 1.03, base, base + rng.uniform(0.2, 0.38), bow, 8)
        alpha = np.maximum(alpha, paint(canvas, fold, (cloth if rng.random() < 0.6 else texture(patches, rng)) * light * rng.uniform(0.75, 1.2)))
    if rng.random() < 0.25:
        paint(canvas, ellipse(head, 0, top + 0.08, 0.24, 0.22), texture(patches, rng), soft=2)
    if rng.random() < 0.3:  # Flaps over the ears
        for side in (-1, 1):
            paint(canvas, ellipse(head, side * wide, base - 0.35, 0.17, 0.55), cloth * light * 0.85)
    shadow(canvas, alpha, rng.uniform(2, 8), rng.uniform(0.05, 0.5))


def brimmed(canvas, head, patches, rng):
    """Straw hats, fedoras, cowboy hats and sun hats."""
    cloth, light = texture(patches, rng), shade(head, rng)
    base, wide = rng.uniform(0.5, 0.75), head.half * rng.uniform(1.0, 1.25)
    reach, high = head.half * rng.uniform(1.45, 3.0), rng.uniform(0.1, 0.5)
    curl = rng.uniform(-0.4, 0.4)
    rim = [head.at(reach * math.cos(a), base + high * 0.4 * math.sin(a) + curl * abs(math.cos(a)) ** 2 * 0.6)
           for a in np.linspace(0, 2 * math.pi, 48)]
    behind = paint(canvas, rim, cloth * light * rng.uniform(0.5, 1.0))
    crown = dome(head, wide, base, base + rng.uniform(0.45, 0.9), rng.uniform(0, 0.1), rng.uniform(2.5, 6), 0)
    alpha = paint(canvas, crown, cloth * light)
    if rng.random() < 0.7:
        paint(canvas, dome(head, wide * 1.01, base, base + rng.uniform(0.1, 0.25), 0.08, 8), texture(patches, rng) * 0.8)
    shadow(canvas, np.maximum(alpha, behind), rng.uniform(4, 18), rng.uniform(0.1, 0.65))


def helmet(canvas, head, patches, rng):
    cloth, light = texture(patches, rng), shade(head, rng)
    base, wide = rng.uniform(0.3, 0.62), head.half * rng.uniform(1.2, 1.6)
    top = base + rng.uniform(0.75, 1.1)
    shell = dome(head, wide, base, top, rng.uniform(-0.2, 0.1), rng.uniform(2, 2.6))
    alpha = paint(canvas, shell, cloth * light)
    if rng.random() < 0.4:  # Over the ears
        for side in (-1, 1):
            ear = [head.at(side * wide, base + 0.3), head.at(side * head.half * 0.95, base),
                   head.at(side * head.half * 0.98, -0.35), head.at(side * wide * 0.95, -0.4)]
            paint(canvas, ear, cloth * light * 0.9)
    dark = np.full(3, rng.uniform(0, 40))
    for x in np.linspace(-0.7, 0.7, rng.integers(1, 6)) * wide if rng.random() < 0.5 else ():
        paint(canvas, ellipse(head, x, base + 0.42, 0.06, rng.uniform(0.12, 0.3), x * 0.5), dark)
    if rng.random() < 0.6:  # Gloss
        at = rng.uniform(-0.5, 0.5) * wide
        paint(canvas, ellipse(head, at, top - 0.3, 0.2, 0.1, rng.uniform(-1, 1)), np.full(3, 245.0), rng.uniform(0.2, 0.8), 2.5)
    if rng.random() < 0.6:
        for side in (-1, 1):
            line(canvas, head.at(side * head.half, base), head.at(side * 0.15, -1.08), dark, rng.uniform(1, 4))
    if rng.random() < 0.25:  # Bars before the face
        bars = rng.uniform(0, 255, 3)
        for above in (-0.2, -0.5, -0.8)[: rng.integers(1, 4)]:
            line(canvas, head.at(-wide, above), head.at(wide, above), bars, rng.uniform(1, 4))
    shadow(canvas, alpha, rng.uniform(2, 10), rng.uniform(0.05, 0.5))


def scarf(canvas, head, patches, rng):
    """A headscarf or a hood: everything around the face, down to the shoulders."""
    cloth, light = texture(patches, rng), shade(head, rng)
    folds = np.sin(np.hypot(*(np.mgrid[0:SIDE, 0:SIDE] - np.array([110, 80])[:, None, None])) / rng.uniform(2, 7) + rng.uniform(0, 6))
    cloth = cloth + folds[..., None] * rng.uniform(0, 18)
    wide, top = head.half * rng.uniform(1.3, 1.75), rng.uniform(1.0, 1.45)
    outer = [head.at(wide * math.cos(a), -0.1 + (top + 0.1) * math.sin(a)) for a in np.linspace(0, math.pi, 30)]
    low = wide * rng.uniform(0.9, 1.8)
    outer += [head.at(-low, -1.2), head.at(-low * 1.2, -1.7), head.at(low * 1.2, -1.7), head.at(low, -1.2)]
    face = canvas.copy()
    grow, lift = rng.uniform(0.95, 1.12), rng.uniform(-0.12, 0.2) * UNIT
    paint(canvas, outer, cloth * light, soft=1)
    hole = (head.outline - head.outline.mean(0)) * grow + head.outline.mean(0)
    hole[:, 1] -= np.where(hole[:, 1] < 95, lift, 0)
    alpha = paint(canvas, hole, face, soft=1)
    if rng.random() < 0.5:
        edge = cv2.GaussianBlur(alpha[..., 0], (0, 0), 4)[..., None]
        canvas *= 1 - rng.uniform(0, 0.5) * np.clip(1 - edge, 0, 1) * alpha


def wrap(canvas, head, patches, rng):
    """A turban or a bandanna: bands of cloth across the forehead."""
    cloth, light = texture(patches, rng), shade(head, rng)
    base, wide = rng.uniform(0.4, 0.65), head.half * rng.uniform(1.1, 1.6)
    top = base + rng.uniform(0.6, 1.15)
    alpha = paint(canvas, dome(head, wide, base, top, rng.uniform(-0.15, 0.1), rng.uniform(1.9, 2.6)), cloth * light, soft=1)
    for share in np.linspace(0.1, 0.9, rng.integers(2, 7)):
        side = rng.choice([-1, 1])
        start, end = head.at(-side * wide * 0.95 * (1 - share * 0.4), base + share * (top - base) * 0.8), head.at(side * wide * 0.4, base + share * 0.3)
        line(canvas, start, end, cloth.mean((0, 1)) * rng.uniform(0.4, 0.8), rng.uniform(1, 2.5))
    shadow(canvas, alpha, rng.uniform(2, 8), rng.uniform(0.05, 0.4))


def flat(canvas, head, patches, rng):
    """A beret, a flat cap, a mortarboard or a chef's hat."""
    cloth, light = texture(patches, rng), shade(head, rng)
    base, wide = rng.uniform(0.5, 0.72), head.half * rng.uniform(1.05, 1.2)
    alpha = paint(canvas, dome(head, wide, base, base + 0.45, 0.05, 3), cloth * light * 0.8)
    kind = rng.integers(3)
    if kind == 0:
        paint(canvas, ellipse(head, rng.normal(0, 0.25), base + 0.35, wide * rng.uniform(1.1, 1.5), rng.uniform(0.25, 0.4), rng.normal(0, 0.2)), cloth * light, soft=1.2)
    elif kind == 1:
        plate = [head.at(-1.15, base + 0.5), head.at(rng.normal(0, 0.1), base + 0.25), head.at(1.15, base + 0.5), head.at(0, base + 0.75)]
        paint(canvas, plate, cloth * light)
    else:
        for x in (-0.35, 0, 0.35):
            paint(canvas, ellipse(head, x, base + 0.75, 0.42, 0.5), cloth * light * rng.uniform(0.9, 1.05), soft=1.5)
    shadow(canvas, alpha, rng.uniform(2, 8), rng.uniform(0.05, 0.4))


KINDS = (cap, cap, cap, beanie, beanie, beanie, brimmed, brimmed, helmet, helmet, scarf, scarf, wrap, flat, visor)


def hair(canvas, head, patches, rng):
    """An afro, a high bun or a quiff with the texture of hair."""
    noise = cv2.GaussianBlur(rng.normal(0, 1, (SIDE, SIDE)).astype(np.float32), (0, 0), rng.uniform(0.6, 1.8), sigmaY=rng.uniform(0.6, 4))
    colour = np.array([[25, 20, 18], [60, 42, 30], [120, 85, 55], [190, 160, 110], [150, 150, 150]][rng.integers(5)], np.float32)
    lock = colour * shade(head, rng) + (noise / noise.std())[..., None] * rng.uniform(4, 16)
    face = canvas.copy()
    if rng.random() < 0.5:
        paint(canvas, ellipse(head, 0, 0.55, head.half * rng.uniform(1.2, 2), rng.uniform(0.7, 1.2)), lock, soft=rng.uniform(1.5, 4))
        hole = (head.outline - head.outline.mean(0)) * 1.04 + head.outline.mean(0)
        paint(canvas, hole, face, soft=2)
    else:
        paint(canvas, ellipse(head, rng.normal(0, 0.2), rng.uniform(1.25, 1.5), rng.uniform(0.25, 0.4), rng.uniform(0.2, 0.35)), lock, soft=2)


def band(canvas, head, patches, rng):
    """A hair band, the bow of headphones, or glasses that are pushed up into the hair."""
    cloth, kind = texture(patches, rng), rng.integers(3)
    high, wide = rng.uniform(0.95, 1.2), head.half * rng.uniform(1.0, 1.3)
    if kind == 2:
        for side in (-1, 1):
            paint(canvas, ellipse(head, side * 0.3, rng.uniform(0.85, 1.0), 0.26, 0.14), np.full(3, rng.uniform(0, 60)), rng.uniform(0.7, 1))
        line(canvas, head.at(-0.1, 0.93), head.at(0.1, 0.93), np.full(3, 20.0), 2)
        return
    thick = rng.uniform(0.04, 0.12)
    outer = [head.at(wide * math.cos(a), high * math.sin(a)) for a in np.linspace(0.1, math.pi - 0.1, 30)]
    inner = [head.at((wide - thick) * math.cos(a), (high - thick) * math.sin(a)) for a in np.linspace(math.pi - 0.1, 0.1, 30)]
    paint(canvas, outer + inner, cloth)
    if kind == 1:
        for side in (-1, 1):
            paint(canvas, ellipse(head, side * wide, -0.1, 0.15, 0.3), cloth * 0.7)


def behind(canvas, head, patches, rng):
    """Shapes of the background beside and above the head: boards, frames, lamps."""
    for _ in range(rng.integers(1, 4)):
        x, y = rng.choice([-1, 1]) * rng.uniform(1.2, 2.0), rng.uniform(-0.4, 2.2)
        if rng.random() < 0.3:
            x, y = rng.uniform(-1.5, 1.5), rng.uniform(1.95, 2.5)
        wide, high = rng.uniform(0.1, 0.45), rng.uniform(0.1, 0.5 if y > 1.9 else 1.0)
        if rng.random() < 0.5:
            shape = ellipse(head, x, y, wide, high)
        else:
            shape = [head.at(x + a * wide, y + b * high) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        paint(canvas, shape, texture(patches, rng), soft=rng.uniform(0.6, 4))


def below(canvas, head, patches, rng):
    """A scarf around the neck, a mask, or sunglasses: drawn things elsewhere than on the head."""
    cloth, kind = texture(patches, rng) * shade(head, rng), rng.integers(3)
    if kind == 0:
        paint(canvas, [head.at(-1.2, -1.7), head.at(-0.8, -0.95), head.at(0, -1.1), head.at(0.8, -0.95), head.at(1.2, -1.7)], cloth, soft=1)
    elif kind == 1:
        lower = [tuple(point) for point in head.outline if point[1] > EYES[1] + 12]
        if len(lower) > 3:
            paint(canvas, lower, cloth)
    else:
        for side in (-1, 1):
            paint(canvas, ellipse(head, side * 0.33, -0.02, 0.28, 0.2), np.full(3, rng.uniform(0, 60)), rng.uniform(0.7, 1))


OTHERS = (hair, hair, band, band, behind, behind, below)
