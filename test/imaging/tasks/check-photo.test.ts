import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { oneInch } from '../../../src/domain/goods/id-photo.ts';
import { checkPhoto } from '../../../src/imaging/tasks/check-photo.ts';
import type { CheckTask } from '../../../src/usecases/ports/image-work.ts';
import { groupFile, loweredEyes, portrait, profile, temporaryFolder } from '../portraits.ts';

type CheckedGood = 'id photo' | 'colours' | NonNullable<CheckTask['restoration']>;

async function check(photo: Sharp | Uint8Array, good: CheckedGood = 'id photo') {
  await using folder = await temporaryFolder();
  const sourceFile = folder.file('photo.jpg');
  const bytes = photo instanceof Uint8Array ? photo : await photo.jpeg({ quality: 95 }).toBuffer();
  await writeFile(sourceFile, bytes);
  const size = good === 'id photo' ? oneInch : null;
  // Wait for the check, because the end of the function deletes the folder.
  const restoration = typeof good === 'string' ? {} : { restoration: good };
  return await checkPhoto({ kind: 'check', sourceFile, idPhoto: size, withPreview: false, ...restoration });
}

const changed = async (change: (photo: Sharp) => Sharp) => change(sharp(await portrait().png().toBuffer()));

describe('checkPhoto for an ID photo', () => {
  it('accepts a good portrait without a warning about the person', async () => {
    const { refusal, warnings } = await check(portrait());
    assert.equal(refusal, null);
    assert.deepEqual(
      warnings.filter((warning) => warning !== 'busy_background' && warning !== 'harsh_light'),
      [],
    );
  });

  for (const [what, photo, refusal] of [
    ['a group', async () => sharp(groupFile), 'several_faces'],
    [
      'a wall and no person',
      async () => sharp({ create: { width: 800, height: 900, channels: 3, background: '#777' } }),
      'no_face',
    ],
    ['a face that is out of focus', () => changed((photo) => photo.blur(5)), 'too_blurred'],
    ['a face in a thirtieth of the light', () => changed((photo) => photo.linear(0.2, 0)), 'face_too_dark'],
    ['closed eyes', async () => loweredEyes(), 'eyes_closed'],
    ['a face in profile', async () => profile(), 'face_turned'],
    [
      'a face of 60 px in 12 megapixels',
      async () =>
        sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#8a9a84' } }).composite([
          { input: await portrait().resize({ width: 168 }).toBuffer(), left: 2700, top: 900 },
        ]),
      'face_too_small',
    ],
    [
      'a head cut by the upper edge',
      async () => sharp(groupFile).extract({ left: 0, top: 560, width: 625, height: 560 }),
      'face_cut_off',
    ],
    ['a tiny face', () => changed((photo) => photo.resize({ width: 150 })), 'face_too_small'],
    [
      'no room below the chin',
      async () => sharp(groupFile).extract({ left: 0, top: 330, width: 625, height: 440 }),
      'face_cut_off',
    ],
  ] as const) {
    it(`refuses a photo with ${what} for the reason ${refusal}`, async () => {
      assert.equal((await check(await photo())).refusal, refusal);
    });
  }

  it('refuses a file that is not an image', async () => {
    assert.equal((await check(Buffer.from('not an image'))).refusal, 'undecodable');
  });

  for (const [what, photo, warning] of [
    ['soft', () => changed((photo) => photo.blur(1.8)), 'soft_focus'],
    ['dark', () => changed((photo) => photo.linear(0.35, 0)), 'too_dark'],
    ['small', () => changed((photo) => photo.resize({ width: 270 })), 'low_resolution'],
    ['tilted', () => changed((photo) => photo.rotate(32, { background: '#ccc' })), 'head_tilted'],
  ] as const) {
    it(`returns the warning ${warning} for a ${what} photo`, async () => {
      const { warnings } = await check(await photo());
      assert.ok(warnings.includes(warning), `warnings: ${warnings.join(', ') || 'none'}`);
    });
  }
});

describe('checkPhoto for colourisation', () => {
  for (const [what, photo, isColour] of [
    ['a colour photo', async () => portrait(), true],
    ['a grey photo', async () => portrait().greyscale(), false],
    ['a sepia print', async () => sharp(await portrait().greyscale().toBuffer()).tint('#b08850'), false],
    [
      'a yellowed print with a white border',
      async () =>
        sharp(await portrait().greyscale().toBuffer())
          .tint('#c0b088')
          .extend({ top: 40, bottom: 40, left: 40, right: 40, background: '#f4ecd8' }),
      false,
    ],
  ] as const) {
    it(`${isColour ? 'warns' : 'does not warn'} for ${what} that the photo is in colour already`, async () => {
      const { refusal, warnings } = await check(await photo(), 'colours');
      assert.equal(refusal, null);
      assert.equal(warnings.includes('already_coloured'), isColour);
    });
  }

  const grey = () => portrait().resize({ width: 1200 }).greyscale();
  for (const [what, photo, expected] of [
    ['a grey photo', async () => grey(), []],
    ['a dark photo', async () => sharp(await grey().toBuffer()).linear(0.3, 0), ['dark_photo']],
    [
      'a pencil drawing',
      async () =>
        sharp({ create: { width: 1200, height: 1000, channels: 3, background: '#f6f3ea' } }).composite(
          [120, 300, 480, 700, 880].map((top) => ({
            input: { create: { width: 1000, height: 14, channels: 3 as const, background: '#333333' } },
            left: 100,
            top,
          })),
        ),
      ['drawing'],
    ],
    [
      'a print of which a third is yellowed',
      async () => {
        const levels = Array.from({ length: 1200 * 1000 }, (_, i) => 40 + Math.trunc(i / 1200 / 5));
        const print = sharp(Uint8Array.from(levels), { raw: { width: 1200, height: 1000, channels: 1 } });
        const tint = { create: { width: 400, height: 1000, channels: 3 as const, background: '#ffd878' } };
        return sharp(await print.toColourspace('srgb').png().toBuffer()).composite([
          { input: tint, left: 0, top: 0, blend: 'multiply' },
        ]);
      },
      ['already_coloured'],
    ],
    ['an evenly yellowed photo', async () => sharp(await grey().toBuffer()).tint('#c8a860'), []],
  ] as const) {
    it(`returns ${expected.length === 0 ? 'no warning' : `the warning ${expected.join(', ')}`} for ${what}`, async () => {
      assert.deepEqual((await check(await photo(), 'colours')).warnings, expected);
    });
  }

  for (const [width, height, isTooSmall] of [
    [60, 60, true],
    [880, 580, true],
    [580, 880, true],
    [900, 300, false],
    [600, 900, false],
  ] as const) {
    it(`${isTooSmall ? 'warns' : 'does not warn'} that a photo of ${width} × ${height} px will be blurred when printed as a postcard`, async () => {
      const grey = sharp({ create: { width, height, channels: 3, background: '#777' } });
      const { refusal, warnings } = await check(grey, 'colours');
      assert.equal(refusal, null);
      assert.deepEqual(warnings, isTooSmall ? ['too_small_to_print'] : []);
    });
  }
});

describe('checkPhoto for a restoration', () => {
  const grey = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#777' } });
  const isColoured = false;

  for (const [width, height, isEnlarged, refusal] of [
    [1800, 1200, true, null],
    [2200, 1100, true, 'too_large_to_enlarge'],
    [2200, 1100, false, null],
  ] as const) {
    const what = `a photo of ${width} × ${height} px ${isEnlarged ? 'with' : 'without'} enlargement`;
    it(`${refusal === null ? 'accepts' : 'refuses'} ${what}`, async () => {
      assert.equal((await check(grey(width, height), { isColoured, isEnlarged })).refusal, refusal);
    });
  }

  it('warns of a print that will be blurred by the size of the enlarged photo', async () => {
    const warnings = async (isEnlarged: boolean) =>
      (await check(grey(600, 400), { isColoured, isEnlarged })).warnings;
    assert.deepEqual(await warnings(false), ['too_small_to_print']);
    assert.deepEqual(await warnings(true), []);
  });

  it('warns of a colour photo only if colours are ordered', async () => {
    const warnings = async (isColoured: boolean) =>
      (await check(portrait().resize({ width: 1000 }), { isColoured, isEnlarged: false })).warnings;
    assert.deepEqual(await warnings(true), ['already_coloured']);
    assert.deepEqual(await warnings(false), []);
  });

  it('refuses a file that is not an image', async () => {
    const restoration = { isColoured, isEnlarged: true };
    assert.equal((await check(Buffer.from('not an image'), restoration)).refusal, 'undecodable');
  });
});
