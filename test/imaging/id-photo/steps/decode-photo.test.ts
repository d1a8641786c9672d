import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import { decodePhoto } from '../../../../src/imaging/id-photo/steps/decode-photo.ts';
import { redAndBlue } from '../../pictures.ts';
import { temporaryFolder } from '../../portraits.ts';

it('decodePhoto shrinks the photo to the given long side, rotates it upright, and returns the original long side', async () => {
  await using folder = await temporaryFolder();
  const file = folder.file('photo.jpg');
  // Orientation 6: the left, red side of the stored picture is the top.
  await redAndBlue(400, 200).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toFile(file);
  const decoded = await decodePhoto(file, 100);
  assert.ok('photo' in decoded);
  const { photo, originalLongSidePx } = decoded;
  assert.deepEqual([photo.width, photo.height, originalLongSidePx], [50, 100, 400]);
  const [red = 0, , blue = 0] = photo.data.subarray(3 * 25, 3 * 25 + 3);
  assert.ok(red > 180 && blue < 60, 'the top is red');
});

it('decodePhoto does not enlarge a small photo', async () => {
  await using folder = await temporaryFolder();
  const file = folder.file('photo.jpg');
  await redAndBlue(60, 40).jpeg().toFile(file);
  const decoded = await decodePhoto(file, 2000);
  assert.deepEqual('photo' in decoded && [decoded.photo.width, decoded.photo.height], [60, 40]);
});

it('decodePhoto refuses a file that is not an image, and rejects if there is no file', async () => {
  await using folder = await temporaryFolder();
  const file = folder.file('text');
  await writeFile(file, 'not an image');
  assert.deepEqual(await decodePhoto(file, 100), { kind: 'refused', refusal: 'undecodable' });
  await assert.rejects(decodePhoto(folder.file('none'), 100), { code: 'ENOENT' });
});
