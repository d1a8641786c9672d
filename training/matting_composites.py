"""Composites portraits with hand-drawn masks on other backgrounds, as training samples of the matting net.

    python3 matting_composites.py --photos <folder with photo/ and mask/> --crops <photos-*.jsonl folder> \
      --backgrounds <folder of JPEG photos> --out <folder> --each 3

Only portraits in front of plain walls are used, because only there the colours of hair can be separated from those of
the wall. Backgrounds: photos, mirrored photos, walls of the colour of the hair, dark and white walls; on them letters,
signboards, poles and other people. `scripts/matting-samples.ts` computes the service's mask for each composite.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

cv2.setNumThreads(0)
WIDTH, HEIGHT = 360, 480
# Photos without the sources of the evaluation sets of people.
BACKGROUND_KINDS = (
    "bsds", "cam", "camvid", "flickr8k", "houses", "imagen", "imsample", "living", "mmpose", "unsplash", "weather", "food",
    "ccp", "clothing",
)
# The share of the portraits, those with the plainest walls, that are composited.
PLAIN_SHARE = 0.5
# The share of the backgrounds that are drawn walls and no photos.
WALL_SHARE = 0.25
WORDS = "EXIT OPEN SALE HOTEL CAFE 2024 BANK TAXI STOP Bus 101 NO ENTRY Coffee Photo Welcome LONDON METRO A1".split()


def blurred_where(image: np.ndarray, weight: np.ndarray, radius: float) -> np.ndarray:
    """The local mean of the pixels with a weight, also where there are none: wider means fill the gaps."""
    result, known = np.zeros_like(image), np.zeros(weight.shape, np.float32)
    for sigma in (radius, 3 * radius, 9 * radius):
        share = cv2.GaussianBlur(weight, (0, 0), sigma)
        mean = cv2.GaussianBlur(image * weight[..., None], (0, 0), sigma) / (share[..., None] + 1e-6)
        fill = np.clip(share * 20, 0, 1) * (1 - known)
        result += mean * fill[..., None]
        known += fill
    return result / np.maximum(known, 1e-6)[..., None]


def wall_variation(image: np.ndarray, mask: np.ndarray) -> float:
    """How much the wall near the person varies: the mean local deviation."""
    near = (cv2.dilate(mask, np.ones((41, 41))) > 0) & (cv2.dilate(mask, np.ones((9, 9))) == 0)
    near[int(0.75 * HEIGHT) :] = False
    mean = cv2.blur(image, (15, 15))
    deviation = np.sqrt(np.maximum(0, cv2.blur(image * image, (15, 15)) - mean * mean)).sum(2)
    return float(deviation[near].mean()) if near.any() else 9.0


def cut(image: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns alpha, and the colours of the person without the wall that shines through hair.

    In a band along the mask's edge, alpha is the position of the pixel's colour between the colours of the wall and of
    the person nearby, where these differ enough.
    """
    outer, inner = cv2.dilate(mask, np.ones((17, 17))), cv2.erode(mask, np.ones((9, 9)))
    wall = blurred_where(image, (outer < 0.5).astype(np.float32), 6)
    person = blurred_where(image, (inner > 0.5).astype(np.float32), 3)
    axis = person - wall
    length = (axis * axis).sum(2)
    projected = np.clip(((image - wall) * axis).sum(2) / (length + 1e-4), 0, 1)
    projected = np.clip((projected - 0.08) / 0.84, 0, 1)
    trust = np.clip((np.sqrt(length) - 0.12) / 0.15, 0, 1)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.0)
    band = np.clip(outer - inner, 0, 1)
    # Near the mask, colours decide; far from it, the mask does.
    alpha = np.where(band > 0, trust * projected + (1 - trust) * soft, mask)
    alpha = np.minimum(alpha, cv2.GaussianBlur(cv2.dilate(mask, np.ones((13, 13))), (0, 0), 2.0))
    colours = wall + (image - wall) / np.maximum(alpha, 0.25)[..., None]
    colours = np.where((alpha > 0.9)[..., None], image, 0.5 * np.clip(colours, 0, 1) + 0.5 * person)
    return alpha.astype(np.float32), np.clip(colours, 0, 1).astype(np.float32)


def photo_background(file: str, rng: np.random.Generator) -> np.ndarray:
    photo = cv2.imread(file).astype(np.float32) / 255
    if rng.random() < 0.25:
        photo = np.vstack([np.hstack([photo, photo[:, ::-1]])] * 2)
    if rng.random() < 0.5:
        photo = photo[:, ::-1]
    scale = max(WIDTH / photo.shape[1], HEIGHT / photo.shape[0]) * rng.uniform(1, 1.4)
    photo = cv2.resize(photo, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    y = rng.integers(0, max(1, photo.shape[0] - HEIGHT + 1))
    x = rng.integers(0, max(1, photo.shape[1] - WIDTH + 1))
    photo = photo[y : y + HEIGHT, x : x + WIDTH]
    photo = cv2.resize(photo, (WIDTH, HEIGHT))
    return cv2.GaussianBlur(photo, (0, 0), rng.uniform(0.3, 6)) if rng.random() < 0.35 else photo


def wall(colours: np.ndarray, alpha: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A wall of the colour of the hair, or dark, white or coloured, with a slope of the light and noise."""
    kind = rng.random()
    if kind < 0.4:
        rows = np.nonzero(alpha.max(1) > 0.5)[0]
        top = slice(rows[0], rows[0] + 40)
        base = colours[top][alpha[top] > 0.8].mean(0)
    else:
        base = rng.uniform(0, 0.25, 3) if kind < 0.6 else rng.uniform(0.75, 1, 3) if kind < 0.8 else rng.uniform(0, 1, 3)
    slope = np.linspace(1, rng.uniform(0.6, 1.2), WIDTH)[None, :, None] * np.linspace(1, rng.uniform(0.6, 1.2), HEIGHT)[:, None, None]
    noise = cv2.GaussianBlur(rng.normal(0, 0.05, (HEIGHT, WIDTH, 3)).astype(np.float32), (0, 0), rng.uniform(0.5, 6))
    return np.clip(base * slope + noise, 0, 1).astype(np.float32)


def add_things(behind: np.ndarray, alpha: np.ndarray, colours: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Draws signboards, letters and poles, some of them directly behind the head."""
    drawn = behind.copy()
    rows, columns = np.nonzero(alpha > 0.5)
    crown, middle = rows.min(), columns[rows < rows.min() + 30].mean()
    for _ in range(rng.integers(1, 4)):
        near = rng.random() < 0.6
        x = int(rng.normal(middle, 70) if near else rng.uniform(0, WIDTH))
        y = int(rng.normal(crown, 60) if near else rng.uniform(0, HEIGHT * 0.8))
        colour = tuple(float(v) for v in (colours[crown + 8, int(middle)] if rng.random() < 0.4 else rng.uniform(0, 1, 3)))
        kind = rng.random()
        if kind < 0.35:
            w, h = rng.integers(20, 160), rng.integers(12, 120)
            cv2.rectangle(drawn, (x - int(w), y - int(h)), (x + int(w), y), colour, -1)
        elif kind < 0.5:
            cv2.line(drawn, (x, 0), (x + int(rng.normal(0, 30)), HEIGHT), colour, int(rng.integers(3, 40)), cv2.LINE_AA)
        elif kind < 0.65:
            cv2.ellipse(drawn, (x, y), (int(rng.integers(10, 90)), int(rng.integers(10, 90))), 0, 0, 360, colour, -1, cv2.LINE_AA)
        for _ in range(rng.integers(0, 3)):
            text = " ".join(rng.choice(WORDS, rng.integers(1, 3)))
            ink = tuple(float(v) for v in rng.choice([0.02, 0.98]) * np.ones(3)) if rng.random() < 0.5 else tuple(rng.uniform(0, 1, 3))
            at = (x - int(rng.integers(0, 120)), y + int(rng.integers(-20, 40)))
            cv2.putText(drawn, text, at, int(rng.integers(0, 5)), rng.uniform(0.6, 3.5), ink, int(rng.integers(1, 9)), cv2.LINE_AA)
    return cv2.GaussianBlur(drawn, (0, 0), rng.uniform(0.3, 3)) if rng.random() < 0.6 else drawn


def add_person(behind: np.ndarray, other: tuple[np.ndarray, np.ndarray], rng: np.random.Generator) -> np.ndarray:
    """Places another person behind or beside; this person belongs to the background."""
    alpha, colours = other
    scale = rng.uniform(0.3, 0.95)
    side = rng.choice([-1, 1]) * rng.uniform(0.25, 0.7) * WIDTH
    shift = np.float32([[scale, 0, WIDTH / 2 * (1 - scale) + side], [0, scale, rng.uniform(0, 0.5) * HEIGHT]])
    if rng.random() < 0.5:
        alpha, colours = alpha[:, ::-1], colours[:, ::-1]
    alpha = cv2.warpAffine(np.ascontiguousarray(alpha), shift, (WIDTH, HEIGHT))[..., None]
    colours = cv2.warpAffine(np.ascontiguousarray(colours), shift, (WIDTH, HEIGHT)) * rng.uniform(0.5, 1.1)
    result = np.clip(colours * alpha + behind * (1 - alpha), 0, 1)
    return cv2.GaussianBlur(result, (0, 0), rng.uniform(0.3, 3)) if rng.random() < 0.5 else result


def composite(person, other, backgrounds: list[str], rng: np.random.Generator) -> np.ndarray:
    alpha, colours = person
    is_wall = rng.random() < WALL_SHARE
    behind = wall(colours, alpha, rng) if is_wall else photo_background(str(rng.choice(backgrounds)), rng)
    if rng.random() < 0.4:
        behind = add_things(behind, alpha, colours, rng)
    if rng.random() < 0.3:
        behind = add_person(behind, other, rng)
    # Light: the person takes a part of the mean colour of the scene, or the other way round.
    ratio = (behind.mean((0, 1)) + 0.1) / ((colours * alpha[..., None]).sum((0, 1)) / alpha.sum() + 0.1)
    lit = np.clip(colours * ratio ** rng.uniform(0, 0.35), 0, 1)
    result = lit * alpha[..., None] + behind * (1 - alpha[..., None])
    result = np.clip(result, 0, 1) ** rng.uniform(0.8, 1.25)
    if rng.random() < 0.4:
        result = cv2.GaussianBlur(result, (0, 0), rng.uniform(0.3, 1.0))
    result = result + rng.normal(0, rng.uniform(0, 0.03), result.shape)
    encoded = cv2.imencode(".jpg", (255 * np.clip(result, 0, 1)).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 97))])[1]
    return cv2.imdecode(encoded, cv2.IMREAD_COLOR)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--crops", type=Path, required=True)
    parser.add_argument("--backgrounds", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--each", type=int, default=3, help="composites of each portrait")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(options.seed)
    backgrounds = [str(f) for f in sorted(options.backgrounds.glob("*.jpg")) if f.name.split("_")[0] in BACKGROUND_KINDS]
    records = [json.loads(line) for file in sorted(options.crops.glob("photos-*.jsonl")) for line in file.read_text().splitlines()]
    people = []
    for record in records:
        image = cv2.resize(cv2.imread(str(options.photos / "photo" / record["name"])), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        mask = cv2.imread(str(options.photos / "mask" / (Path(record["name"]).stem + ".png")), cv2.IMREAD_GRAYSCALE)
        mask = cv2.resize(mask, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        image = image.astype(np.float32) / 255
        people.append((wall_variation(image, mask), record, image, mask))
    people.sort(key=lambda item: item[0])
    cuts = [(record, *cut(image, mask)) for _, record, image, mask in people[: int(PLAIN_SHARE * len(people))]]
    with open(options.out / "composites.jsonl", "w") as index:
        for turn in range(options.each):
            for record, alpha, colours in cuts:
                other = cuts[rng.integers(len(cuts))]
                picture = composite((alpha, colours), other[1:], backgrounds, rng)
                file = options.out / f"{Path(record['name']).stem}-{turn}.raw"
                planes = [np.ascontiguousarray(picture[..., ::-1]), (255 * alpha).round().astype(np.uint8)]
                file.write_bytes(b"".join(plane.tobytes() for plane in planes))
                crop = record["crops"][rng.integers(len(record["crops"]))]
                index.write(json.dumps({"file": str(file), "crop": crop}) + "\n")


if __name__ == "__main__":
    main()
