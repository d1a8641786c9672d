import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import { decodePart } from '../../../../src/imaging/id-photo/steps/decode-part.ts';
import { decodePhoto } from '../../../../src/imaging/id-photo/steps/decode-photo.ts';
import { rotatePhoto } from '../../../../src/imaging/pixels/pyramid.ts';
import { redAndBlue } from '../../pictures.ts';
import { temporaryFolder } from '../../portraits.ts';

const box = { left: 10, top: 20, width: 30, height: 24 };

for (const turns of [0, 1, 2, 3] as const) {
  it(`the part of a photo that becomes upright by ${turns} quarter turns has the pixels of the upright photo`, async () => {
    await using folder = await temporaryFolder();
    const sourceFile = folder.file('photo.png');
    await redAndBlue(90, 70).png().toFile(sourceFile);
    const whole = await decodePhoto(sourceFile, 90);
    assert.ok('photo' in whole);
    const upright = rotatePhoto(whole.photo, turns);
    const part = await decodePart({ sourceFile, turns }, () => ({ box, size: box }));
    assert.ok('photo' in part);
    assert.deepEqual(part.original, { width: upright.width, height: upright.height });
    const rows = Array.from({ length: box.height }, (_, y) => {
      const from = 3 * ((box.top + y) * upright.width + box.left);
      return [...upright.data.subarray(from, from + 3 * box.width)];
    });
    assert.deepEqual([...part.photo.data], rows.flat());
  });
}

it('a file that cannot be decoded is refused, and a missing file is an error', async () => {
  await using folder = await temporaryFolder();
  const sourceFile = folder.file('photo.jpg');
  const missing = decodePart({ sourceFile, turns: 0 }, () => ({ box, size: box }));
  await assert.rejects(missing, { code: 'ENOENT' });
  const whole = await redAndBlue(900, 700).jpeg().toBuffer();
  await writeFile(sourceFile, whole.subarray(0, 4000));
  const low = { ...box, top: 600 };
  assert.deepEqual(await decodePart({ sourceFile, turns: 0 }, () => ({ box: low, size: low })), {
    ...{ kind: 'refused', refusal: 'undecodable' },
  });
});
