import assert from 'node:assert/strict';
import { it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { withJfifDensity } from '../../../src/imaging/codecs/jpeg-density.ts';

function grey(): Sharp {
  return sharp({ create: { width: 16, height: 16, channels: 3, background: '#808080' } });
}

it('the JPEG has exactly one JFIF header with the density, whether or not the encoder wrote a JFIF header', async () => {
  for (const source of [grey().jpeg(), grey().withMetadata({ density: 72 }).jpeg()]) {
    const jpeg = Buffer.from(withJfifDensity(await source.toBuffer(), 300));
    assert.deepEqual([...jpeg.subarray(0, 4)], [0xff, 0xd8, 0xff, 0xe0]);
    assert.equal(jpeg.toString('latin1', 6, 10), 'JFIF');
    assert.deepEqual([jpeg[13], jpeg.readUInt16BE(14), jpeg.readUInt16BE(16)], [1, 300, 300]);
    assert.equal(jpeg.toString('latin1').split('JFIF').length, 2, 'the JPEG has exactly one JFIF header');
    assert.equal((await sharp(jpeg).raw().toBuffer()).length, 16 * 16 * 3, 'the picture still decodes');
  }
});

it('a file that is not a JPEG, or a density that is too large for the header, is an error', async () => {
  assert.throws(() => withJfifDensity(new Uint8Array(10), 300));
  const jpeg = await grey().jpeg().toBuffer();
  for (const dpi of [0, 0.5, -1, 70_000, Number.NaN])
    assert.throws(() => withJfifDensity(jpeg, dpi), RangeError);
});
