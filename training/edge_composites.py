"""Composites people that were cut out at full size on other backgrounds, as training samples of the edge net.

    python3 edge_composites.py --people <folder of scripts/edge-samples.ts photos> --backgrounds <folders of photos> \
      --out <folder> --each 3

The backgrounds are those of `matting_composites.py`, at the size of the portraits.
"""

import argparse
import json
from pathlib import Path

import numpy as np

import matting_composites
from matting_composites import composite


def opened(record: dict) -> tuple[np.ndarray, np.ndarray]:
    """Returns alpha, and the colours in OpenCV's order, blue first."""
    width, height = record["width"], record["height"]
    bytes_ = np.fromfile(record["file"], np.uint8).astype(np.float32) / 255
    colours = bytes_[: 3 * width * height].reshape(height, width, 3)[..., ::-1]
    return bytes_[3 * width * height :].reshape(height, width), np.ascontiguousarray(colours)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=Path, required=True)
    parser.add_argument("--backgrounds", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--each", type=int, default=3, help="composites of each person")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--walls", type=float, default=matting_composites.WALL_SHARE, help="the share of drawn walls")
    options = parser.parse_args()
    matting_composites.WALL_SHARE = options.walls
    options.out.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng(options.seed)
    backgrounds = [str(file) for folder in options.backgrounds for file in sorted(folder.glob("*.jpg")) if not file.name.startswith("bio")]
    people = [json.loads(line) for file in sorted(options.people.glob("people-*.jsonl")) for line in file.read_text().splitlines()]
    with open(options.out / "composites.jsonl", "w") as index:
        for turn in range(options.each):
            for record in people:
                other = people[rng.integers(len(people))]
                same_size = (other["width"], other["height"]) == (record["width"], record["height"])
                matting_composites.WIDTH, matting_composites.HEIGHT = record["width"], record["height"]
                alpha, colours = opened(record)
                picture, truth = composite((alpha, colours), opened(other if same_size else record), backgrounds, rng)
                file = options.out / f"{Path(record['file']).stem}-{turn}.raw"
                planes = [np.ascontiguousarray(picture[..., ::-1]), (255 * truth).round().astype(np.uint8)]
                file.write_bytes(b"".join(plane.tobytes() for plane in planes))
                place = record["places"][rng.integers(len(record["places"]))]
                line = {"file": str(file), "width": record["width"], "height": record["height"], "place": place}
                index.write(json.dumps(line) + "\n")
                index.flush()


if __name__ == "__main__":
    main()
