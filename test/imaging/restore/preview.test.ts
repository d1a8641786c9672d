/** The free preview of a restoration, as the check of a photo returns it. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import sharp from 'sharp';
import { checkPhoto } from '../../../src/imaging/tasks/check-photo.ts';
import { type CheckTask, marksLengthMax, previewLengthMax } from '../../../src/usecases/ports/image-work.ts';
import { portrait, temporaryFolder } from '../portraits.ts';
import { rgbOf, scratched } from './scratched.ts';

const [width, height] = [500, 640];

async function checked(restoration: NonNullable<CheckTask['restoration']>, withPreview = true) {
  await using folder = await temporaryFolder();
  const sourceFile = folder.file('scratched.jpg');
  const { photo, mask } = scratched(await rgbOf(portrait().resize({ width, height }).greyscale()));
  await sharp(photo.data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toFile(sourceFile);
  const task = { kind: 'check', sourceFile, idPhoto: null, withPreview, restoration } as const;
  return { verdict: await checkPhoto(task), mask };
}

async function decoded(text: string | null | undefined) {
  assert.ok(typeof text === 'string');
  return sharp(Buffer.from(text, 'base64')).raw().toBuffer({ resolveWithObject: true });
}

const plain = { isColoured: false, isEnlarged: false };
// Checked once, because a preview takes a second.
const plainCheck = checked(plain);

describe('the preview of a restoration', () => {
  it('is at most 480 px long, and its marks have the same size and are red where the photo is scratched', async () => {
    const { verdict, mask } = await plainCheck;
    const { preview, damage, refusal } = verdict;
    assert.equal(refusal, null);
    assert.ok((preview ?? '').length <= previewLengthMax && (damage?.marks ?? '').length <= marksLengthMax);
    const shown = await decoded(preview);
    const marks = await decoded(damage?.marks);
    assert.equal(Math.max(shown.info.width, shown.info.height), 480);
    assert.deepEqual([marks.info.width, marks.info.height], [shown.info.width, shown.info.height]);
    assert.equal(marks.info.channels, 4);
    let [scratches, found, marked] = [0, 0, 0];
    for (let i = 0; i < marks.info.width * marks.info.height; i++) {
      const [x, y] = [i % marks.info.width, Math.trunc(i / marks.info.width)];
      const isScratch =
        mask[
          Math.trunc((y + 0.5) * (height / marks.info.height)) * width +
            Math.trunc((x + 0.5) * (width / marks.info.width))
        ];
      const [red = 0, green = 0, , alpha = 0] = marks.data.subarray(4 * i, 4 * i + 4);
      if (alpha > 128) {
        marked++;
        assert.ok(red > 180 && green < 90, `${red}, ${green} is not red`);
      }
      if (isScratch === 1) scratches++;
      if (isScratch === 1 && alpha > 128) found++;
    }
    assert.ok(found > 0.4 * scratches, `${found} of ${scratches} are marked`);
    assert.ok(marked < 0.25 * marks.info.width * marks.info.height, `${marked} pixels are marked`);
  });

  it('returns the share of the photo that would be mended', async () => {
    const { verdict, mask } = await plainCheck;
    const scratches = mask.reduce((sum, value) => sum + value, 0) / mask.length;
    const share = verdict.damage?.share ?? 0;
    assert.ok(share > 0.4 * scratches && share < 6 * scratches, `${share}, and ${scratches} are scratched`);
  });

  it('has colours only if they are ordered', async () => {
    const coloured = checked({ isColoured: true, isEnlarged: false });
    for (const [check, isColoured] of [
      [plainCheck, false],
      [coloured, true],
    ] as const) {
      const { data } = await decoded((await check).verdict.preview);
      let spread = 0;
      for (let p = 0; p < data.length; p += 3) spread += Math.abs((data[p] ?? 0) - (data[p + 2] ?? 0));
      const mean = (3 * spread) / data.length;
      assert.equal(mean > 4, isColoured, `red and blue differ by ${mean}`);
    }
  });

  it('is made only on request', async () => {
    const { preview, damage } = (await checked(plain, false)).verdict;
    assert.equal(preview, null);
    assert.equal(damage, undefined);
  });
});
