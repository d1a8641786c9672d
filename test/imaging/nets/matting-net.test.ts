/** The kinds of an operator's matting net, tested with tiny nets. */

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { oneInch } from '../../../src/domain/goods/id-photo.ts';
import { mattingNetKinds } from '../../../src/domain/matting-net-kinds.ts';
import { openMattingNet } from '../../../src/imaging/nets/matting-net.ts';
import type { RgbImage } from '../../../src/imaging/pixels/plane.ts';
import { makeIdPhoto } from '../../../src/imaging/tasks/make-id-photo.ts';
import { portrait, temporaryFolder } from '../portraits.ts';
import { linearNet } from './linear-net.ts';

const sides = { modnet: 512, rmbg: 1024, isnet: 1024, birefnet: 1024 } as const;
/** The input values that each kind of net expects for a pixel without red and for a pixel with full red. */
const fed = {
  modnet: [-1, 1],
  rmbg: [-0.5, 0.5],
  isnet: [-0.5, 127 / 256],
  birefnet: [-0.485 / 0.229, 0.515 / 0.229],
} as const;

/** Left half black, right half red. */
function halves(sidePx: number): RgbImage {
  const data = new Float32Array(3 * sidePx * sidePx);
  for (let i = 0; i < sidePx * sidePx; i++) if (i % sidePx >= sidePx / 2) data[3 * i] = 1;
  return { width: sidePx, height: sidePx, data };
}

for (const kind of mattingNetKinds) {
  test(`a ${kind} net gets the input that it expects, and its output is converted to alpha`, async (t) => {
    const side = sides[kind];
    const file = linearNet(t, { name: 'x', shape: [1, 3, side, side] }, 'y', [[0.8, 0, 0]]);
    const net = await openMattingNet({ file, kind });
    assert.equal(net.sidePx, side);
    const { data } = await net.alphaOf(halves(side));
    const [low, high] = fed[kind].map((value) => 0.8 * value);
    const expected = {
      modnet: [0, 0.8],
      rmbg: [0, 1],
      isnet: [0, 0.8 * (127 / 256)],
      birefnet: [low, high].map((value = 0) => 1 / (1 + Math.exp(-value))),
    }[kind];
    for (const [index, at] of [10, side - 10].entries()) {
      assert.ok(
        Math.abs((data[at] ?? 0) - (expected[index] ?? 0)) < 0.01,
        `${data[at]}, not ${expected[index]}`,
      );
    }
  });
}

test('if a net does not return one plane, the error names the expected shape and the returned shape', async (t) => {
  const file = linearNet(t, { name: 'x', shape: [1, 3, 512, 512] }, 'y', [
    [1, 0, 0],
    [0, 1, 0],
  ]);
  const net = await openMattingNet({ file, kind: 'modnet' });
  await assert.rejects(net.alphaOf(halves(512)), /1×1×h×w, not 1×2×512×512/);
});

test('the operator’s net is used instead of the built-in net: a photo in which only the built-in net finds a person is refused', async (t) => {
  await using folder = await temporaryFolder();
  const [sourceFile, targetFile] = [folder.file('photo.jpg'), folder.file('made.jpg')];
  await writeFile(sourceFile, await portrait().jpeg({ quality: 95 }).toBuffer());
  const file = linearNet(t, { name: 'x', shape: [1, 3, 512, 512] }, 'y', [[0, 0, 0]]);
  const task = { kind: 'id_photo', sourceFile, targetFile, size: oneInch, background: 'blue' } as const;
  const mattingNet = { file, kind: 'modnet' } as const;
  const outcome = await makeIdPhoto({ ...task, isCorrected: false }, () => undefined, { mattingNet });
  assert.deepEqual(outcome, { kind: 'refused', refusal: 'cut_out_failed' });
});
