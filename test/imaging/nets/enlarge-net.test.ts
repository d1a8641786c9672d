import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadPhoto } from '../../../bench/colour-scores.ts';
import { enlargeInTiles, enlargeTwice } from '../../../src/imaging/nets/enlarge-net.ts';
import type { RgbBytes } from '../../../src/imaging/pixels/plane.ts';

const kodachromes = new URL('../../../bench/kodachromes/', import.meta.url);
const photo = await loadPhoto(fileURLToPath(new URL('2017877468.jpg', kodachromes)), 112);

function filled(width: number, height: number, colour: readonly [number, number, number]): RgbBytes {
  const data = new Uint8Array(3 * width * height);
  for (let i = 0; i < data.length; i++) data[i] = colour[i % 3] ?? 0;
  return { width, height, data };
}

function largestDifference(one: Uint8Array, other: Uint8Array): number {
  assert.equal(one.length, other.length);
  return one.reduce((largest, value, i) => Math.max(largest, Math.abs(value - (other[i] ?? 0))), 0);
}

/** Each pixel becomes the mean of four. */
function shrunkTwice({ width, height, data }: RgbBytes): RgbBytes {
  const small = filled(width / 2, height / 2, [0, 0, 0]);
  for (let i = 0; i < small.data.length; i++) {
    const [pixel, channel] = [Math.floor(i / 3), i % 3];
    const from = 6 * (Math.floor(pixel / small.width) * width + (pixel % small.width)) + channel;
    const sum = [0, 3, 3 * width, 3 * width + 3].reduce((total, step) => total + (data[from + step] ?? 0), 0);
    small.data[i] = Math.round(sum / 4);
  }
  return small;
}

const mean = (data: Uint8Array): number => data.reduce((sum, value) => sum + value, 0) / data.length;

function meanDifference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) / one.length;
}

describe('enlargement to twice the size', () => {
  it('doubles both sides and does not change the picture that it receives', async () => {
    const before = photo.data.slice();
    const { width, height, data } = await enlargeTwice(photo);
    assert.deepEqual([width, height], [2 * photo.width, 2 * photo.height]);
    assert.equal(data.length, 3 * width * height);
    assert.deepEqual(photo.data, before);
  });

  it('gives the same picture in tiles of any size as in one piece, within one level', async () => {
    const whole = await enlargeInTiles(photo, 1000);
    for (const sidePx of [32, 57]) {
      const tiled = await enlargeInTiles(photo, sidePx);
      assert.ok(largestDifference(tiled.data, whole.data) <= 1, `tiles of ${sidePx} px`);
    }
  });

  it('keeps a picture of one colour, within two levels', async () => {
    for (const colour of [
      [0, 0, 0],
      [255, 255, 255],
      [128, 128, 128],
      [200, 60, 20],
    ] as const) {
      const { data } = await enlargeTwice(filled(40, 33, colour));
      assert.ok(largestDifference(data, filled(80, 66, colour).data) <= 2, colour.join());
    }
  });

  it('keeps the mean of the picture within half a level', async () => {
    const { data } = await enlargeTwice(photo);
    assert.ok(Math.abs(mean(data) - mean(photo.data)) < 0.5);
  });

  it('does not move the picture: shrunk again, it is nearer to the original than when it is moved by a pixel', async () => {
    const again = shrunkTwice(await enlargeTwice(photo));
    const here = meanDifference(again.data, photo.data);
    const beside = meanDifference(again.data.subarray(3), photo.data.subarray(0, -3));
    const other = meanDifference(again.data.subarray(0, -3), photo.data.subarray(3));
    assert.ok(here < 3, `${here}`);
    assert.ok(here < 0.6 * Math.min(beside, other), `${here}, moved: ${beside}, ${other}`);
    assert.ok(Math.abs(beside - other) < 0.25 * beside, `${beside} and ${other}`);
  });

  it('limits the values beside an edge between black and white', async () => {
    const edge = filled(48, 32, [0, 0, 0]);
    for (let y = 0; y < 32; y++) edge.data.fill(255, 3 * (48 * y + 24), 3 * (48 * (y + 1)));
    const { data } = await enlargeTwice(edge);
    // A value beyond 0–255 that wraps around would leave black pixels in the white half.
    for (let y = 0; y < 64; y++) {
      const row = data.subarray(3 * 96 * y, 3 * 96 * (y + 1));
      assert.ok(
        row.subarray(0, 3 * 44).every((value) => value < 40),
        `row ${y}`,
      );
      assert.ok(
        row.subarray(3 * 52).every((value) => value > 215),
        `row ${y}`,
      );
    }
  });

  it('enlarges a picture that is one tile wide and a little higher', async () => {
    const { width, height } = await enlargeTwice(filled(32, 258, [90, 90, 90]));
    assert.deepEqual([width, height], [64, 516]);
  });

  it('reports a growing share of the work, and 1 at the end', async () => {
    const shares: number[] = [];
    await enlargeInTiles(photo, 64, (share) => shares.push(share));
    assert.ok(shares.length > 3);
    assert.deepEqual(
      shares,
      [...shares].sort((a, b) => a - b),
    );
    assert.equal(shares.at(-1), 1);
  });

  it('has a card that names the digest of the committed net', async () => {
    const models = new URL('../../../models/', import.meta.url);
    const digest = createHash('sha256')
      .update(await readFile(new URL('enlarge.onnx', models)))
      .digest('hex');
    assert.ok((await readFile(new URL('enlarge.md', models), 'utf8')).includes(digest));
  });
});
