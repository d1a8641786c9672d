/**
 * Step 5: the cut-out window as pixels, and which of them the photo really has. Beyond the photo's edge the
 * nearest pixel is repeated, so that nets and filters see no frame; the cut must not keep any of it.
 */

import { emptyPlane, type Plane, type RgbImage } from '../plane.ts';
import { type Framing, type Pyramid, photoPoint, sampleFraming } from '../pyramid.ts';

export interface Canvas {
  readonly image: RgbImage;
  /** 1 inside the photo, 0 beyond. */
  readonly inside: Plane;
}

export function canvasOf(
  pyramid: Pyramid,
  framing: Framing,
  size: { readonly width: number; readonly height: number },
): Canvas {
  const [photo] = pyramid.levels;
  const { width, height } = size;
  const inside = emptyPlane(width, height);
  const origin = photoPoint(framing, 0, 0);
  const right = photoPoint(framing, 1, 0);
  const down = photoPoint(framing, 0, 1);
  for (let y = 0; y < height; y++) {
    const v = (y + 0.5) / height;
    for (let x = 0; x < width; x++) {
      const u = (x + 0.5) / width;
      const px = origin.x + u * (right.x - origin.x) + v * (down.x - origin.x);
      const py = origin.y + u * (right.y - origin.y) + v * (down.y - origin.y);
      const isInside = px >= 0 && py >= 0 && px <= photo.width && py <= photo.height;
      inside.data[y * width + x] = isInside ? 1 : 0;
    }
  }
  return { image: sampleFraming(pyramid, framing, size, { outside: 'repeat' }), inside };
}

/**
 * How long the person is cut by the photo's edge within the picture, in shares of its height: a straight
 * edge through a shoulder or through the hair that no background colour hides.
 */
export function cutEdgeShare(person: Plane, inside: Plane): number {
  const { width, height } = person;
  let cut = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x;
      if ((person.data[i] ?? 0) < 0.5 || inside.data[i] !== 1) continue;
      const atEdge =
        (x > 0 && inside.data[i - 1] === 0) ||
        (x < width - 1 && inside.data[i + 1] === 0) ||
        (y > 0 && inside.data[i - width] === 0) ||
        (y < height - 1 && inside.data[i + width] === 0);
      if (atEdge) cut++;
    }
  }
  return cut / height;
}
