/**
 * Blur-fusion foreground estimation (Forte, 2021): separates the person's colours from those of the old background
 * that shine through hair, so that no fringe appears on the new background. A wide pass is followed by a narrow one.
 * Where alpha is too high for that, `wall-tint.ts` takes the tint of the wall out of the rim first.
 */

import { boxFilter, channelOf, emptyPlane, type Plane, type RgbImage } from '../pixels/plane.ts';
import { withoutWallTint } from './wall-tint.ts';

/** The radii are for a picture of this width. For other widths, they are scaled in proportion. */
const tunedWidthPx = 590;
const radiiPx = [90, 6];
const tiny = 1e-5;

/** The colours that each pixel would have if it showed only the person, or only the background. */
export interface Layers {
  readonly person: RgbImage;
  readonly background: RgbImage;
}

/** The person's colours; meaningful where `alpha` is above 0. */
export function foregroundColours(image: RgbImage, alpha: Plane): RgbImage {
  const person = { ...image, data: new Float32Array(image.data.length) };
  eachLayer(image, alpha, (channel, layer) => interleave(layer.person, channel, person));
  return person;
}

/**
 * The colours of the person, and those of the background. The colours of the background are meaningful
 * where `alpha` is below 1.
 */
export function separateLayers(image: RgbImage, alpha: Plane): Layers {
  const person = { ...image, data: new Float32Array(image.data.length) };
  const background = { ...image, data: new Float32Array(image.data.length) };
  eachLayer(image, alpha, (channel, layer) => {
    interleave(layer.person, channel, person);
    interleave(layer.background, channel, background);
  });
  return { person, background };
}

interface ChannelLayers {
  readonly person: Plane;
  readonly background: Plane;
}

function interleave({ data }: Plane, channel: number, into: RgbImage): void {
  for (let i = 0, j = channel; i < data.length; i++, j += 3) into.data[j] = data[i] ?? 0;
}

function eachLayer(
  image: RgbImage,
  alpha: Plane,
  onChannel: (channel: number, layers: ChannelLayers) => void,
): void {
  const untinted = withoutWallTint(image, alpha);
  const radii = radiiPx.map((radius) => Math.max(1, Math.round((radius * image.width) / tunedWidthPx)));
  const shares = radii.map((radius) => boxFilter(alpha, radius).data);
  for (const channel of [0, 1, 2] as const) {
    const observed = channelOf(untinted, channel);
    let person = observed;
    let background = observed;
    radii.forEach((radius, pass) => {
      const share = shares[pass] ?? alpha.data;
      const next = fuse(observed, person, background, alpha, share, radius);
      person = next.person;
      background = next.background;
    });
    onChannel(channel, { person, background });
  }
}

function fuse(
  observed: Plane,
  person: Plane,
  background: Plane,
  alpha: Plane,
  share: Float32Array,
  radius: number,
): ChannelLayers {
  const { width, height } = observed;
  const weightedPerson = emptyPlane(width, height);
  const weightedBackground = emptyPlane(width, height);
  for (let i = 0; i < alpha.data.length; i++) {
    const a = alpha.data[i] ?? 0;
    weightedPerson.data[i] = (person.data[i] ?? 0) * a;
    weightedBackground.data[i] = (background.data[i] ?? 0) * (1 - a);
  }
  const nextPerson = boxFilter(weightedPerson, radius);
  const nextBackground = boxFilter(weightedBackground, radius);
  for (let i = 0; i < alpha.data.length; i++) {
    const a = alpha.data[i] ?? 0;
    const near = share[i] ?? 0;
    const f = (nextPerson.data[i] ?? 0) / (near + tiny);
    const b = (nextBackground.data[i] ?? 0) / (1 - near + tiny);
    const missing = (observed.data[i] ?? 0) - a * f - (1 - a) * b;
    nextPerson.data[i] = Math.min(1, Math.max(0, f + a * missing));
    nextBackground.data[i] = Math.min(1, Math.max(0, b));
  }
  return { person: nextPerson, background: nextBackground };
}
