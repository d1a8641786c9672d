import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { sampleHead } from '../../../src/imaging/id-photo/steps/sample-head.ts';
import { runNets, segmentPerson } from '../../../src/imaging/id-photo/steps/segment-person.ts';
import { estimateAlpha } from '../../../src/imaging/matting/estimate-alpha.ts';
import { correctAlpha, type RoughCut } from '../../../src/imaging/nets/edge-net.ts';
import type { Plane } from '../../../src/imaging/pixels/plane.ts';
import { buildPyramid } from '../../../src/imaging/pixels/pyramid.ts';
import { portrait } from '../portraits.ts';

const crop = { centreX: 320, centreY: 330, width: 450, height: 630, rollRad: 0 };
const size = { width: 295, height: 413 };

/** A rectangle with these sides, as shares of the plane's width and height. */
interface Window {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function meanIn({ width, height, data }: Plane, { left, top, right, bottom }: Window): number {
  let [sum, count] = [0, 0];
  for (let y = Math.round(top * height); y < bottom * height; y++) {
    for (let x = Math.round(left * width); x < right * width; x++, count++) sum += data[y * width + x] ?? 0;
  }
  return sum / count;
}

function changedIn(plane: Plane, value: number, { left, top, right, bottom }: Window): Plane {
  const { width, height } = plane;
  const data = plane.data.slice();
  for (let y = Math.round(top * height); y < bottom * height; y++) {
    data.fill(value, y * width + Math.round(left * width), y * width + Math.round(right * width));
  }
  return { width, height, data };
}

const wall: Window = { left: 0.04, top: 0.04, right: 0.1, bottom: 0.09 };
const face: Window = { left: 0.4, top: 0.4, right: 0.6, bottom: 0.55 };

describe('correctAlpha', () => {
  let cut: RoughCut;

  before(async () => {
    const { data, info } = await portrait().removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const detail = { pyramid: buildPyramid({ width: info.width, height: info.height, data }), crop };
    const { image } = sampleHead(detail, size);
    const { mask } = segmentPerson(await runNets(detail, null), size);
    cut = { image, mask, alpha: estimateAlpha(image, mask, 0.75 * size.height) };
  });

  it('removes haze beside the hair that a wrong mask left in alpha', async () => {
    const haze: Window = { left: 0.14, top: 0.1, right: 0.2, bottom: 0.2 };
    const { image, mask } = cut;
    const alpha = estimateAlpha(image, changedIn(mask, 0.7, haze), 0.75 * size.height);
    assert.ok(meanIn(alpha, haze) > 0.2, `${meanIn(alpha, haze)}`);
    const corrected = await correctAlpha({ image, mask, alpha });
    assert.ok(meanIn(corrected, haze) < 0.05, `${meanIn(corrected, haze)}`);
  });

  it('keeps the face and the wall as they are, at a size that is no multiple of the net’s step', async () => {
    const corrected = await correctAlpha(cut);
    assert.deepEqual([corrected.width, corrected.height], [295, 413]);
    assert.ok(meanIn(corrected, face) > 0.99, `${meanIn(corrected, face)}`);
    assert.ok(meanIn(corrected, wall) < 0.01, `${meanIn(corrected, wall)}`);
    assert.ok(corrected.data.every((value) => value >= 0 && value <= 1));
  });

  it('returns a piece of the hair that alpha lost', async () => {
    const lost: Window = { left: 0.24, top: 0.3, right: 0.28, bottom: 0.34 };
    const corrected = await correctAlpha({ ...cut, alpha: changedIn(cut.alpha, 0.3, lost) });
    assert.ok(meanIn(corrected, lost) > 0.8, `${meanIn(corrected, lost)}`);
  });

  it('corrects a matte that needs several parts as it corrects a piece of it', async () => {
    const tall = tiled(cut, 3);
    const whole = await correctAlpha(tall);
    const top = 300;
    const part = await correctAlpha(rowsOf(tall, top, 900));
    const { width } = cut.alpha;
    // Near its edges, the piece shows less than the whole.
    const differences = Array.from({ length: 300 * width }, (_, i) =>
      Math.abs((part.data[i + 150 * width] ?? 0) - (whole.data[i + (top + 150) * width] ?? 2)),
    );
    assert.ok(differences.filter((difference) => difference > 0.1).length < 0.001 * differences.length);
  });
});

/** The cut several times, one below the other. */
function tiled({ image, mask, alpha }: RoughCut, times: number): RoughCut {
  const repeated = ({ width, height, data }: Plane): Plane => ({
    width,
    height: times * height,
    data: Float32Array.from({ length: times * data.length }, (_, i) => data[i % data.length] ?? 0),
  });
  return { image: repeated(image), mask: repeated(mask), alpha: repeated(alpha) };
}

function rowsOf({ image, mask, alpha }: RoughCut, from: number, to: number): RoughCut {
  const { width } = alpha;
  const part = ({ data }: Plane, channels: number): Plane => ({
    width,
    height: to - from,
    data: data.slice(channels * from * width, channels * to * width),
  });
  return { image: part(image, 3), mask: part(mask, 1), alpha: part(alpha, 1) };
}
