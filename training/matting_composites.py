"""Composites portraits with hand-drawn masks on other backgrounds, as training samples of the matting net.

    python3 matting_composites.py --photos <folder with photo/ and mask/> --crops <photos-*.jsonl folder> \
      --backgrounds <folder of JPEG photos> --out <folder> --each 3

Only portraits in front of plain walls are used, because only there the colours of hair can be separated from those of
the wall. Backgrounds: photos, mirrored photos, walls of the colour of the hair, dark and white walls; on them letters,
signboards, poles, chairs, other people and the shadow of the person. Some people get a drawn hat.
`scripts/matting-samples.ts` computes the service's mask for each composite.
"""

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

cv2.setNumThreads(0)
WIDTH, HEIGHT = 480, 640
# Photos without the sources of the evaluation sets of people.
BACKGROUND_KINDS = (
    "bsds", "cam", "camvid", "flickr8k", "houses", "imagen", "imsample", "living", "mmpose", "unsplash", "weather", "food",
    "ccp", "clothing",
)
# The share of the portraits, those with the plainest walls, that are composited.
PLAIN_SHARE = 0.5
# The share of the backgrounds that are drawn walls and no photos.
WALL_SHARE = 0.35
# The shares of the composites with a cast shadow, on a wall and elsewhere, with a chair and with a hat.
SHADOW_SHARE_ON_WALLS, SHADOW_SHARE = 0.6, 0.2
CHAIR_SHARE, HAT_SHARE = 0.15, 0.1
WORDS = "EXIT OPEN SALE HOTEL CAFE 2024 BANK TAXI STOP Bus 101 NO ENTRY Coffee Photo Welcome LONDON METRO A1".split()


def blurred_where(image: np.ndarray, weight: np.ndarray, radius: float) -> np.ndarray:
    """The local mean of the pixels with a weight, also where there are none: wider means fill the gaps."""
    result, known = np.zeros_like(image), np.zeros(weight.shape, np.float32)
    for sigma in (radius, 3 * radius, 9 * radius):
        share = widely_blurred(weight, sigma)
        mean = widely_blurred(image * weight[..., None], sigma) / (share[..., None] + 1e-6)
        fill = np.clip(share * 20, 0, 1) * (1 - known)
        result += mean * fill[..., None]
        known += fill
    return result / np.maximum(known, 1e-6)[..., None]


def widely_blurred(image: np.ndarray, sigma: float) -> np.ndarray:
    """A Gaussian blur; a wide one is computed on a smaller image, in a fraction of the time."""
    step = max(1, int(sigma / 6))
    height, width = image.shape[:2]
    small = cv2.resize(image, (width // step, height // step), interpolation=cv2.INTER_AREA) if step > 1 else image
    blurred = cv2.GaussianBlur(small, (0, 0), sigma / step)
    return cv2.resize(blurred, (width, height), interpolation=cv2.INTER_LINEAR) if step > 1 else blurred


def wall_variation(image: np.ndarray, mask: np.ndarray) -> float:
    """How much the wall near the person varies: the mean local deviation."""
    near = (cv2.dilate(mask, np.ones((55, 55))) > 0) & (cv2.dilate(mask, np.ones((13, 13))) == 0)
    near[int(0.75 * HEIGHT) :] = False
    mean = cv2.blur(image, (21, 21))
    deviation = np.sqrt(np.maximum(0, cv2.blur(image * image, (21, 21)) - mean * mean)).sum(2)
    return float(deviation[near].mean()) if near.any() else 9.0


def cut(image: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Returns alpha, and the colours of the person without the wall that shines through hair.

    In a band along the mask's edge, alpha is the position of the pixel's colour between the colours of the wall and of
    the person nearby, where these differ enough.
    """
    outer, inner = cv2.dilate(mask, np.ones((23, 23))), cv2.erode(mask, np.ones((13, 13)))
    wall = blurred_where(image, (outer < 0.5).astype(np.float32), 8)
    person = blurred_where(image, (inner > 0.5).astype(np.float32), 4)
    axis = person - wall
    length = (axis * axis).sum(2)
    projected = np.clip(((image - wall) * axis).sum(2) / (length + 1e-4), 0, 1)
    projected = np.clip((projected - 0.08) / 0.84, 0, 1)
    trust = np.clip((np.sqrt(length) - 0.12) / 0.15, 0, 1)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.0)
    band = np.clip(outer - inner, 0, 1)
    # Near the mask, colours decide; far from it, the mask does.
    alpha = np.where(band > 0, trust * projected + (1 - trust) * soft, mask)
    alpha = np.minimum(alpha, cv2.GaussianBlur(cv2.dilate(mask, np.ones((17, 17))), (0, 0), 2.7))
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


def head_place(alpha: np.ndarray) -> tuple[float, float, float]:
    """Returns the row of the crown, the middle column of the head, and the width of the head, in pixels."""
    rows = np.nonzero((alpha > 0.5).sum(1) > 0.02 * WIDTH)[0]
    crown = int(rows.min()) if len(rows) > 0 else 0
    upper = np.nonzero((alpha[crown : crown + HEIGHT // 8] > 0.5).any(0))[0]
    if len(upper) == 0:
        return crown, WIDTH / 2, WIDTH / 3
    return crown, float(upper.mean()), float(upper.max() - upper.min() + 1)


def add_shadow(behind: np.ndarray, alpha: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The shadow that the person casts on the wall: sharp and near with a flash, else wide and soft."""
    scale = rng.uniform(0.97, 1.12)
    shift = rng.choice([-1, 1]) * rng.uniform(0.01, 0.16) * WIDTH, rng.uniform(-0.03, 0.12) * HEIGHT
    place = np.float32([[scale, 0, WIDTH / 2 * (1 - scale) + shift[0]], [0, scale, HEIGHT / 2 * (1 - scale) + shift[1]]])
    cast = cv2.warpAffine(alpha, place, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
    cast = cv2.GaussianBlur(cast, (0, 0), rng.uniform(1, 5) if rng.random() < 0.5 else rng.uniform(5, 25))
    tint = 1 + rng.normal(0, 0.04, 3)
    return np.clip(behind * (1 - rng.uniform(0.15, 0.8) * cast[..., None] * tint), 0, 1).astype(np.float32)


def surface(behind: np.ndarray, colours: np.ndarray, alpha: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A cloth or leather of any colour, often dark or of the colour of the hair or the clothes, with light and noise."""
    kind = rng.random()
    if kind < 0.25:
        crown, middle, _ = head_place(alpha)
        base = colours[min(HEIGHT - 1, crown + HEIGHT // 40), int(middle)]
    elif kind < 0.5:
        worn = colours[int(0.85 * HEIGHT) :][alpha[int(0.85 * HEIGHT) :] > 0.9]
        base = worn[rng.integers(len(worn))] if len(worn) > 0 else rng.uniform(0, 1, 3)
    else:
        base = rng.uniform(0, 0.25, 3) if kind < 0.75 else rng.uniform(0, 1, 3)
    light = np.linspace(1, rng.uniform(0.5, 1.5), WIDTH)[None, :, None] * np.linspace(1, rng.uniform(0.5, 1.3), HEIGHT)[:, None, None]
    noise = cv2.GaussianBlur(rng.normal(0, 0.06, (HEIGHT, WIDTH, 3)).astype(np.float32), (0, 0), rng.uniform(0.5, 3))
    plain = base * light + noise
    if rng.random() < 0.3:  # A pattern: a piece of the background, enlarged or made smaller
        side = int(rng.integers(40, 200))
        y, x = int(rng.integers(HEIGHT - side)), int(rng.integers(WIDTH - side))
        pattern = cv2.resize(behind[y : y + side, x : x + side], (WIDTH, HEIGHT))
        plain = 0.5 * plain + 0.5 * pattern
    return np.clip(plain, 0, 1).astype(np.float32)


def add_chair(behind: np.ndarray, alpha: np.ndarray, colours: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The back of a chair, a headrest or a sofa behind the person, from below the shoulders to above the crown."""
    crown, middle, width = head_place(alpha)
    head_height = 1.35 * width
    half = width * rng.uniform(0.6, 2.2)
    centre = middle + rng.normal(0, 0.3) * width
    top = crown + rng.uniform(-0.2, 1.6) * head_height
    shape = np.zeros((HEIGHT, WIDTH), np.float32)
    corner = rng.uniform(0.05, 0.9) * half
    lean = rng.normal(0, 0.06)
    points = []
    for angle in np.linspace(0, np.pi, 25):  # A top with round corners
        c, s = np.cos(angle), np.sin(angle)
        points.append((centre + np.sign(c) * (half - corner) + c * corner, top + corner - s * corner))
    wide = rng.uniform(0.85, 1.3)
    points += [(centre - half * wide, 1.2 * HEIGHT), (centre + half * wide, 1.2 * HEIGHT)]
    points = [(x + lean * (HEIGHT - y), y) for x, y in points]
    cv2.fillPoly(shape, [np.int32(np.round(np.array(points) * 16))], 1.0, cv2.LINE_AA, 4)
    cloth = surface(behind, colours, alpha, rng)
    kind = rng.random()
    if kind < 0.25:  # Only a frame
        inner = cv2.erode(shape, np.ones((int(rng.integers(7, 31)),) * 2))
        shape = shape - inner
        if rng.random() < 0.6:  # With slats
            period, thick = int(rng.integers(18, 60)), int(rng.integers(4, 14))
            slats = np.arange(WIDTH if rng.random() < 0.5 else HEIGHT) % period < thick
            slats = slats[None, :] if len(slats) == WIDTH else slats[:, None]
            shape = np.maximum(shape, inner * slats)
    elif kind < 0.6:  # Seams and quilting
        for _ in range(int(rng.integers(1, 6))):
            y, x = int(top + rng.uniform(0, 0.6) * HEIGHT), int(centre + rng.uniform(-1, 1) * half)
            ink = tuple(float(v) for v in cloth[HEIGHT // 2, WIDTH // 2] * rng.uniform(0.4, 1.6))
            end = (x, HEIGHT) if rng.random() < 0.5 else (WIDTH, y + int(rng.normal(0, 10)))
            cv2.line(cloth, (x, int(top)) if end[0] == x else (0, y), end, ink, int(rng.integers(1, 5)), cv2.LINE_AA)
    # The edge of the chair is darker or lighter where it turns away from the light.
    rim = shape - cv2.GaussianBlur(shape, (0, 0), rng.uniform(3, 12))
    cloth = np.clip(cloth * (1 + rng.uniform(-0.8, 0.8) * np.clip(rim, 0, 1)[..., None]), 0, 1)
    shape = cv2.GaussianBlur(shape, (0, 0), rng.uniform(0.3, 2.5))[..., None]
    return (cloth * shape + behind * (1 - shape)).astype(np.float32)


def with_hat(person, behind: np.ndarray, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The person with a cap, a hat with a brim or a knitted cap; it belongs to the person."""
    alpha, colours = person
    crown, middle, width = head_place(alpha)
    base = crown + rng.uniform(0.3, 0.55) * width
    half, high = width * rng.uniform(0.5, 0.62), width * rng.uniform(0.35, 0.75)
    roll = rng.normal(0, 6)
    shape = np.zeros((HEIGHT, WIDTH), np.float32)
    centre = (int(middle), int(base))
    cv2.ellipse(shape, centre, (int(half), int(high)), roll, 180, 360, 1.0, -1, cv2.LINE_AA)
    if rng.random() < 0.75:  # The brim, around the head or only in front
        reach = rng.uniform(1.0, 2.1) * half
        side = rng.normal(0, 0.25) * half
        cv2.ellipse(shape, (int(middle + side), int(base)), (int(reach), max(2, int(rng.uniform(0.06, 0.28) * reach))), roll, 0, 360, 1.0, -1, cv2.LINE_AA)
    cloth = surface(behind, colours, alpha, rng)
    shade = cv2.GaussianBlur(shape, (0, 0), 0.1 * width)
    cloth = np.clip(cloth * (0.6 + 0.6 * shade[..., None]), 0, 1)
    # The hat's shadow on the face
    cast = cv2.GaussianBlur(np.roll(shape, int(0.08 * width), 0), (0, 0), 0.04 * width) * (1 - shape)
    colours = colours * (1 - rng.uniform(0.1, 0.6) * cast[..., None])
    colours = cloth * shape[..., None] + colours * (1 - shape[..., None])
    return np.maximum(alpha, shape).astype(np.float32), colours.astype(np.float32)


def composite(person, other, backgrounds: list[str], rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Returns the picture, uint8 with blue first, and its alpha, 0–1."""
    alpha, colours = person
    is_wall = rng.random() < WALL_SHARE
    behind = wall(colours, alpha, rng) if is_wall else photo_background(str(rng.choice(backgrounds)), rng)
    if rng.random() < 0.4:
        behind = add_things(behind, alpha, colours, rng)
    if rng.random() < 0.3:
        behind = add_person(behind, other, rng)
    if rng.random() < CHAIR_SHARE:
        behind = add_chair(behind, alpha, colours, rng)
    if rng.random() < HAT_SHARE:
        alpha, colours = with_hat(person, behind, rng)
    if rng.random() < (SHADOW_SHARE_ON_WALLS if is_wall else SHADOW_SHARE):
        behind = add_shadow(behind, alpha, rng)
    # Light: the person takes a part of the mean colour of the scene, or the other way round.
    ratio = (behind.mean((0, 1)) + 0.1) / ((colours * alpha[..., None]).sum((0, 1)) / alpha.sum() + 0.1)
    lit = np.clip(colours * ratio ** rng.uniform(0, 0.35), 0, 1)
    result = lit * alpha[..., None] + behind * (1 - alpha[..., None])
    result = np.clip(result, 0, 1) ** rng.uniform(0.8, 1.25)
    if rng.random() < 0.4:
        result = cv2.GaussianBlur(result, (0, 0), rng.uniform(0.3, 1.0))
    result = result + rng.normal(0, rng.uniform(0, 0.03), result.shape)
    encoded = cv2.imencode(".jpg", (255 * np.clip(result, 0, 1)).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 97))])[1]
    return cv2.imdecode(encoded, cv2.IMREAD_COLOR), alpha


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
                picture, truth = composite((alpha, colours), other[1:], backgrounds, rng)
                file = options.out / f"{Path(record['name']).stem}-{turn}.raw"
                planes = [np.ascontiguousarray(picture[..., ::-1]), (255 * truth).round().astype(np.uint8)]
                file.write_bytes(b"".join(plane.tobytes() for plane in planes))
                crop = record["crops"][rng.integers(len(record["crops"]))]
                index.write(json.dumps({"file": str(file), "crop": crop}) + "\n")


if __name__ == "__main__":
    main()
