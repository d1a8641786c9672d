"""Draws synthetic damage on the lightness of a photo: scratches, cracks, folds, dust, hairs, flakes,
holes, stains, torn edges, ink.

The net that finds and fills damage is trained on such pictures (`train_damage.py`), and its figures are measured on them.
"""

import math

import cv2
import numpy as np

cv2.setNumThreads(0)
# Lines are drawn on a plane of this many times the width and height, so that they can be thinner than a pixel.
FINE = 3
# A pixel is damaged if its L has changed by more than VISIBLE, and intact if by less than INVISIBLE. Pixels in between
# do not count in training and in measurement, because nobody could tell whether they are damaged.
VISIBLE, INVISIBLE = 5.0, 1.5
# The L of two even planes. Neither becomes black or white through most damage.
EVEN = 35.0, 65.0


def damaged(lightness: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """`lightness`: h × w, 0–100. Draws up to four kinds of damage on it."""
    drawn = lightness.astype(np.float32)
    names = list(KINDS)
    chances = np.array([chance for chance, _ in KINDS.values()])
    count = int(rng.choice([0, 1, 2, 3, 4], p=[0.18, 0.32, 0.27, 0.15, 0.08]))
    for name in rng.choice(names, size=count, replace=False, p=chances / chances.sum()):
        drawn = KINDS[name][1](drawn, rng)
    return np.clip(drawn, 0, 100)


def damaged_at(lightness: np.ndarray, zoom: float, rng: np.random.Generator) -> np.ndarray:
    """Draws damage that is `zoom` times as large as that of `damaged`, on the fine details of a large scan.

    Each kind of damage changes L to a + b · L, with an a and a b for each pixel. They are found by drawing the same
    damage on two even planes of the size divided by `zoom`, and are then enlarged.
    """
    if zoom == 1:
        return damaged(lightness, rng)
    shape = tuple(max(8, round(side / zoom)) for side in lightness.shape)
    seed = int(rng.integers(2**62))
    dark, light = (damaged(np.full(shape, tone, np.float32), np.random.default_rng(seed)) for tone in EVEN)
    slope = (light - dark) / (EVEN[1] - EVEN[0])
    offset = dark - EVEN[0] * slope
    offset, slope = (cv2.resize(plane, lightness.shape[::-1], interpolation=cv2.INTER_LINEAR) for plane in (offset, slope))
    return np.clip(offset + slope * lightness, 0, 100).astype(np.float32)


def masks_of(whole: np.ndarray, drawn: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The L before and after the damage → the mask of damaged pixels and that of pixels that count (0 or 1, float32)."""
    change = np.abs(drawn - whole)
    return (change > VISIBLE).astype(np.float32), ((change > VISIBLE) | (change < INVISIBLE)).astype(np.float32)


def scanned(lightness: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The scan of a damaged print: its noise and its JPEG blocks lie over picture and damage alike."""
    result = lightness
    if rng.random() < 0.3:
        result = cv2.GaussianBlur(result, (0, 0), rng.uniform(0.3, 0.7))
    if rng.random() < 0.4:
        result = result + rng.standard_normal(result.shape, dtype=np.float32) * rng.uniform(0.3, 1.5)
    if rng.random() < 0.4:
        grey = np.clip(result * 2.55, 0, 255).astype(np.uint8)
        _, file = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 96))])
        result = cv2.imdecode(file, cv2.IMREAD_GRAYSCALE).astype(np.float32) / 2.55
    return np.clip(result, 0, 100).astype(np.float32)


def _scratched(lightness, rng):
    """Nearly straight scratches, often parallel, with gaps where the needle left the film."""
    fine = _fine_plane(lightness)
    height, width = fine.shape
    angle = rng.uniform(0, math.pi) if rng.random() < 0.6 else math.pi / 2 + rng.normal(0, 0.03)
    for _ in range(rng.integers(1, 7)):
        length = rng.uniform(0.15, 1.3) * height
        turn = angle + rng.normal(0, 0.15)
        start = np.array([rng.uniform(0, width), rng.uniform(0, height)])
        steps = np.linspace(-0.5, 0.5, 24)[:, None] * length
        bend = rng.normal(0, 0.03) * length * (np.linspace(-1, 1, 24)[:, None] ** 2)
        along, across = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
        points = start + steps * along + bend * across
        strength = np.clip(np.cumsum(rng.normal(0, 0.25, 24)) + rng.uniform(0.4, 1), 0, 1)
        thickness = int(rng.choice([1, 2, 3, 4, 6, 9], p=[0.15, 0.25, 0.25, 0.2, 0.1, 0.05]))
        _draw(fine, points, strength, thickness)
    return _covered(lightness, _coarse(fine, lightness), _tone(rng), rng)


def _cracked(lightness, rng):
    """Branching cracks of the emulsion, of which one side is often in shadow."""
    fine = _fine_plane(lightness)
    height, width = fine.shape
    thickness = int(rng.choice([2, 3, 5, 8, 12], p=[0.25, 0.3, 0.25, 0.15, 0.05]))
    ends = [(rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0, 2 * math.pi), 1.0) for _ in range(rng.integers(1, 4))]
    for _ in range(14):
        if not ends:
            break
        x, y, turn, share = ends.pop()
        points = [(x, y)]
        step = rng.uniform(6, 22)
        for _ in range(int(rng.integers(8, 50) * share) + 2):
            turn += rng.normal(0, 0.35)
            x, y = x + step * math.cos(turn), y + step * math.sin(turn)
            points.append((x, y))
            if rng.random() < 0.05 * share:
                ends.append((x, y, turn + rng.choice([-1, 1]) * rng.uniform(0.4, 1.4), share * 0.6))
        wide = max(1, round(thickness * share * rng.uniform(0.6, 1.3)))
        _draw(fine, np.array(points), np.full(len(points), rng.uniform(0.7, 1)), wide)
    alpha = _coarse(fine, lightness) * (rng.uniform(0.3, 1) if rng.random() < 0.4 else 1)
    if rng.random() < 0.5:
        shift = np.float32([[1, 0, rng.uniform(-2, 2)], [0, 1, rng.uniform(-2, 2)]])
        shadow = cv2.GaussianBlur(cv2.warpAffine(alpha, shift, alpha.shape[::-1]), (0, 0), 0.6)
        lightness = lightness * (1 - rng.uniform(0.2, 0.6) * shadow)
    return _covered(lightness, alpha, _tone(rng, light=0.75), rng)


def _folded(lightness, rng):
    """A fold across the whole picture, along which the emulsion flakes off."""
    height, width = lightness.shape
    angle = rng.choice([0, math.pi / 2]) + rng.normal(0, 0.08) if rng.random() < 0.7 else rng.uniform(0, math.pi)
    y, x = np.mgrid[:height, :width].astype(np.float32)
    distance = (x - rng.uniform(0.05, 0.95) * width) * math.sin(angle) - (y - rng.uniform(0.05, 0.95) * height) * math.cos(angle)
    distance = distance + _noise(lightness.shape, rng, 24) * rng.uniform(0.3, 2.5)
    half = rng.uniform(0.4, 2.2)
    alpha = np.clip(half + 0.5 - np.abs(distance), 0, 1) * np.clip(0.7 + 0.6 * _noise(lightness.shape, rng, 10), 0, 1)
    flakes = _noise(lightness.shape, rng, rng.uniform(4, 10)) - np.abs(distance) / (half * rng.uniform(2, 6)) - 0.1
    alpha = np.maximum(alpha, np.clip(flakes * 4, 0, 1))
    bent = rng.uniform(-14, 14) * np.exp(-np.abs(distance) / rng.uniform(1.5, 5)) * np.sign(distance)
    return _covered(lightness + bent, alpha, _tone(rng, light=0.85), rng)


def _dusty(lightness, rng):
    """Specks of one tone, or light and dark ones."""
    for _ in range(1 if rng.random() < 0.5 else 2):
        lightness = _specked(lightness, rng)
    return lightness


def _specked(lightness, rng):
    fine = _fine_plane(lightness)
    height, width = fine.shape
    light = rng.uniform(0, 1)
    for _ in range(int(math.exp(rng.uniform(math.log(3), math.log(90))))):
        centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        long = max(1, int(math.exp(rng.uniform(math.log(1.5), math.log(11)))))
        axes = (long, max(1, int(long * rng.uniform(0.4, 1))))
        cv2.ellipse(fine, centre, axes, rng.uniform(0, 180), 0, 360, float(rng.uniform(0.6, 1)), -1, cv2.LINE_AA)
    return _covered(lightness, _coarse(fine, lightness), _tone(rng, light), rng)


def _hairy(lightness, rng):
    """Hairs and fibres that lay on the print or on the scanner."""
    fine = _fine_plane(lightness)
    height, width = fine.shape
    for _ in range(rng.integers(1, 5)):
        x, y, turn = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0, 2 * math.pi)
        curl, points = rng.normal(0, 0.12), [(x, y)]
        for _ in range(rng.integers(8, 40)):
            curl = 0.9 * curl + rng.normal(0, 0.05)
            turn += curl
            x, y = x + 9 * math.cos(turn), y + 9 * math.sin(turn)
            points.append((x, y))
        _draw(fine, np.array(points), np.full(len(points), rng.uniform(0.6, 1)), int(rng.integers(2, 6)))
    return _covered(lightness, _coarse(fine, lightness), _tone(rng), rng)


def _flaked(lightness, rng):
    """Places where the emulsion is gone and the paper is seen, with jagged outlines."""
    shape = lightness.shape
    where = _noise(shape, rng, rng.uniform(30, 90)) + 0.55 * _noise(shape, rng, rng.uniform(6, 14)) + 0.2 * _noise(shape, rng, 3)
    edge = np.quantile(where, 1 - rng.uniform(0.004, 0.09))
    return _covered(lightness, np.clip((where - edge) * rng.uniform(6, 20), 0, 1), _tone(rng, light=0.75), rng)


def _holed(lightness, rng):
    """Holes and places where something stuck to the print, with ragged outlines, all of one tone."""
    height, width = lightness.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    tone = _tone(rng, light=0.8)
    for _ in range(rng.integers(1, 6)):
        radius = math.exp(rng.uniform(math.log(3), math.log(26)))
        distance = np.hypot(x - rng.uniform(0, width), (y - rng.uniform(0, height)) * rng.uniform(0.6, 1.6))
        outline = radius * (1 + 0.8 * _noise(lightness.shape, rng, max(4, 1.3 * radius)))
        ragged = _noise(lightness.shape, rng, rng.uniform(2, 5)) * rng.uniform(0.5, 3)
        lightness = _covered(lightness, np.clip((outline - distance + ragged) * rng.uniform(0.4, 1.5) + 0.5, 0, 1), tone, rng)
    return lightness


def _stained(lightness, rng):
    """Stains through which the picture can be seen; dried water leaves a darker edge."""
    result = lightness
    height, width = lightness.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    for _ in range(rng.integers(1, 5)):
        radius = math.exp(rng.uniform(math.log(4), math.log(0.27 * min(height, width))))
        distance = np.hypot(x - rng.uniform(0, width), (y - rng.uniform(0, height)) * rng.uniform(0.6, 1.6))
        distance = distance + _noise(lightness.shape, rng, max(6, radius)) * radius * 0.3
        inside = np.clip((radius - distance) / rng.uniform(1, 3) + 0.5, 0, 1)
        ring = np.exp(-(((distance - radius) / rng.uniform(1, 3)) ** 2)) * (rng.random() < 0.6)
        depth = math.exp(rng.uniform(math.log(8), math.log(35))) * rng.choice([-1, 1], p=[0.8, 0.2])
        slope, rim = rng.uniform(0.3, 1), rng.uniform(0, 18)
        result = result + inside * depth * 0.7 * (1 - slope + slope * result / 50) - ring * rim
    return np.clip(result, 0, 100)


def _torn(lightness, rng):
    """A corner or an edge is missing; the torn paper shows a light rim."""
    height, width = lightness.shape
    y, x = np.mgrid[:height, :width].astype(np.float32)
    if rng.random() < 0.6:
        # A corner: the distances from the corner at which the tear meets both edges are these shares of the sides.
        reach_x, reach_y = rng.uniform(0.08, 0.4, 2) * (width, height)
        from_x, from_y = (width - x if rng.random() < 0.5 else x), (height - y if rng.random() < 0.5 else y)
        beyond = (1 - from_x / reach_x - from_y / reach_y) / math.hypot(1 / reach_x, 1 / reach_y)
    else:
        angle = rng.uniform(0, 2 * math.pi)
        across = (x - width / 2) * math.cos(angle) + (y - height / 2) * math.sin(angle)
        beyond = across - (abs(math.cos(angle)) * width + abs(math.sin(angle)) * height) / 2 * rng.uniform(0.6, 0.93)
    beyond = beyond + _noise(lightness.shape, rng, rng.uniform(12, 40)) * rng.uniform(2, 9)
    beyond = beyond + _noise(lightness.shape, rng, 4) * rng.uniform(0.3, 1.5)
    paper = _covered(lightness, np.clip(beyond + rng.uniform(0.5, 7), 0, 1), rng.uniform(75, 98), rng)
    return _covered(paper, np.clip(beyond, 0, 1), float(rng.choice([rng.uniform(0, 14), rng.uniform(85, 100)])), rng)


def _inked(lightness, rng):
    """Writing or scribbles of a pen on the picture."""
    fine = _fine_plane(lightness)
    height, width = fine.shape
    for _ in range(rng.integers(1, 4)):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        points, turn = [(x, y)], rng.uniform(0, 2 * math.pi)
        for _ in range(rng.integers(10, 50)):
            turn += rng.normal(0, 0.9)
            x, y = x + 10 * math.cos(turn) + 5, y + 10 * math.sin(turn)
            points.append((x, y))
        _draw(fine, np.array(points), np.full(len(points), rng.uniform(0.6, 1)), int(rng.integers(3, 10)))
    return _covered(lightness, _coarse(fine, lightness), _tone(rng, light=0.15), rng)


KINDS = {
    "scratches": (0.2, _scratched),
    "cracks": (0.18, _cracked),
    "folds": (0.12, _folded),
    "dust": (0.16, _dusty),
    "hairs": (0.07, _hairy),
    "flakes": (0.1, _flaked),
    "holes": (0.1, _holed),
    "stains": (0.25, _stained),
    "torn edges": (0.1, _torn),
    "ink": (0.03, _inked),
}


def _fine_plane(lightness):
    height, width = lightness.shape
    return np.zeros((height * FINE, width * FINE), np.float32)


def _coarse(fine, lightness):
    return cv2.resize(fine, lightness.shape[::-1], interpolation=cv2.INTER_AREA)


def _draw(fine, points, strength, thickness):
    """Draws a line whose opacity changes along its points."""
    whole = np.round(points).astype(np.int32)
    if np.ptp(strength) == 0:
        cv2.polylines(fine, [whole], False, float(strength[0]), thickness, cv2.LINE_AA)
        return
    for start, end, opacity in zip(whole[:-1], whole[1:], strength):
        if opacity > 0.05:
            cv2.line(fine, tuple(map(int, start)), tuple(map(int, end)), float(opacity), thickness, cv2.LINE_AA)


def _tone(rng, light=0.6):
    """The L of a damaged place: light with the given probability, otherwise dark."""
    return float(rng.uniform(68, 100) if rng.random() < light else rng.uniform(0, 28))


def _covered(lightness, alpha, tone, rng):
    # Without grain, too, so that the net does not take grain for the sign of damage in a photo that has none.
    grain = rng.uniform(0, 3) if rng.random() < 0.6 else 0
    paper = tone + rng.standard_normal(lightness.shape, dtype=np.float32) * grain
    return lightness + np.clip(alpha, 0, 1) * (paper - lightness)


def _noise(shape, rng, size):
    """Smooth noise with a standard deviation of about 0.5 whose shapes are about `size` px wide."""
    rows, columns = (max(2, int(side / size) + 2) for side in shape)
    small = rng.standard_normal((rows, columns), dtype=np.float32) * 0.6
    return cv2.resize(small, shape[::-1], interpolation=cv2.INTER_CUBIC)
