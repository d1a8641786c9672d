"""Turns the labelled photos of clothing-co-parsing into the folders that `scripts/matting-samples.ts` reads.

    python3 street_masks.py --labelled <clone of bearpaw/clothing-co-parsing> --out <folder>

Only the first 1,004 photos of that repository have a label for each pixel: 0 for the background, others for skin, hair,
clothes and bags. Writes `photo/<number>.jpg` and `mask/<number>.png`, where every label except 0 counts as the person.
"""

import argparse
import shutil
from pathlib import Path

import cv2
from scipy.io import loadmat


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--labelled", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    for kind in ("photo", "mask"):
        (options.out / kind).mkdir(parents=True, exist_ok=True)
    for labels in sorted((options.labelled / "annotations/pixel-level").glob("*.mat")):
        photo = options.labelled / "photos" / f"{labels.stem}.jpg"
        mask = loadmat(labels)["groundtruth"] > 0
        if not mask.any() or cv2.imread(str(photo)).shape[:2] != mask.shape:
            print(f"{photo.name} is left out: its labels do not fit")
            continue
        shutil.copy(photo, options.out / "photo" / photo.name)
        cv2.imwrite(str(options.out / "mask" / f"{labels.stem}.png"), mask.astype("uint8") * 255)


if __name__ == "__main__":
    main()
