/**
 * The rule of each size for the position of the head, measured on finished ID photos of a real portrait, in
 * pixels of the ID photo.
 */

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { backgroundRgb, type IdPhotoSizeName, idPhotoSizes } from '../../../src/domain/goods/id-photo.ts';
import { findPerson } from '../../../src/imaging/id-photo/steps/find-person.ts';
import { makeIdPhoto } from '../../../src/imaging/tasks/make-id-photo.ts';
import { portrait, temporaryFolder } from '../portraits.ts';

interface Measured {
  readonly crownRow: number;
  readonly chinRow: number;
  readonly eyesRow: number;
  readonly faceWidthPx: number;
  readonly headMiddle: number;
  readonly eyesSlopePx: number;
  /** The share of the pixels of the lowest row that show the person. */
  readonly lowestRowShare: number;
}

async function measure(photo: Sharp, name: IdPhotoSizeName): Promise<Measured> {
  await using folder = await temporaryFolder();
  const [sourceFile, targetFile] = [folder.file('photo.jpg'), folder.file('made.jpg')];
  await writeFile(sourceFile, await photo.jpeg({ quality: 95 }).toBuffer());
  const size = idPhotoSizes[name];
  const task = {
    kind: 'id_photo',
    sourceFile,
    targetFile,
    size,
    background: 'red',
    isCorrected: false,
  } as const;
  const outcome = await makeIdPhoto(task, () => undefined);
  assert.deepEqual(outcome.kind === 'made' ? outcome.size : outcome, {
    widthPx: size.widthPx,
    heightPx: size.heightPx,
  });
  const { data, info } = await sharp(targetFile).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const isPerson = (x: number, y: number) => {
    const at = 3 * (y * width + x);
    const off = [0, 1, 2].reduce(
      (sum, c) => sum + Math.abs((data[at + c] ?? 0) - (backgroundRgb.red[c] ?? 0)),
      0,
    );
    return off > 60;
  };
  const columns = Array.from({ length: width }, (_, x) => x);
  const inRow = (y: number) => columns.filter((x) => isPerson(x, y));
  const rows = Array.from({ length: height }, (_, y) => y);
  const found = await findPerson({ width, height, data: new Uint8Array(data) });
  assert.ok('face' in found);
  const { face } = found;
  const outlineX = face.outline.map(({ x }) => x);
  const [right, left] = face.eyeCorners;
  return {
    crownRow: rows.find((y) => inRow(y).length >= width / 30) ?? 0,
    chinRow: face.chin.y,
    eyesRow: face.eyes.y,
    faceWidthPx: Math.max(...outlineX) - Math.min(...outlineX),
    headMiddle: (Math.min(...outlineX) + Math.max(...outlineX)) / 2,
    eyesSlopePx: (left[0].y + left[1].y - right[0].y - right[1].y) / 2,
    lowestRowShare: inRow(height - 1).length / width,
  };
}

const photos: readonly (readonly [string, () => Promise<Sharp>])[] = [
  ['as taken', async () => portrait()],
  [
    'leaning by 12°',
    async () => sharp(await portrait().png().toBuffer()).rotate(12, { background: '#c8ccd0' }),
  ],
  ['lying on its side', async () => sharp(await portrait().png().toBuffer()).rotate(90)],
  [
    'small at the side of a wide photo',
    async () =>
      sharp(await portrait().png().toBuffer()).extend({ left: 900, top: 300, background: '#c8ccd0' }),
  ],
];

for (const [what, photo] of photos) {
  test(`a head ${what} is placed as the rule of the ID photo size demands`, async () => {
    const { headShare, crownMargin, heightPx, widthPx } = idPhotoSizes.one_inch;
    const made = await measure(await photo(), 'one_inch');
    const near = (value: number, expected: number, withinPx: number, name: string) =>
      assert.ok(Math.abs(value - expected) <= withinPx, `${name}: ${value}, not ${expected} ± ${withinPx}`);
    near(made.crownRow, crownMargin * heightPx, 8, 'crown');
    near(made.chinRow, (crownMargin + headShare) * heightPx, 8, 'chin');
    near(made.headMiddle, widthPx / 2, 6, 'middle');
    near(made.eyesSlopePx, 0, 3, 'level of the eyes');
    assert.ok(made.lowestRowShare > 0.6, `shoulders fill ${made.lowestRowShare} of the lowest row`);
  });
}

type OfficialLimit = readonly [string, (made: Measured) => number, number, number];

/** The limits that the authority of a size publishes, in pixels; sources in `domain/goods/id-photo.ts`. */
const officialPx: Readonly<Partial<Record<IdPhotoSizeName, readonly OfficialLimit[]>>> = {
  // The photo is 48 mm high: head 28–33 mm, above it 3–5 mm free; the test allows 0.3 mm more.
  two_inch: [
    ['head', ({ chinRow, crownRow }) => chinRow - crownRow, (28 / 48) * 626, (33 / 48) * 626],
    ['free above', ({ crownRow }) => crownRow, (3 / 48) * 626, (5.3 / 48) * 626],
  ],
  social_security: [
    ['free above', ({ crownRow }) => crownRow, 7, 21],
    ['eyes above the lower edge', ({ eyesRow }) => 441 - eyesRow, 207, 441],
    ['face width', ({ faceWidthPx }) => faceWidthPx, 179, 255],
    ['middle', ({ headMiddle }) => headMiddle, 162, 196],
  ],
  us_visa: [
    ['head', ({ chinRow, crownRow }) => chinRow - crownRow, 0.5 * 600, 0.69 * 600],
    ['eyes above the lower edge', ({ eyesRow }) => 600 - eyesRow, 0.56 * 600, 0.69 * 600],
  ],
};

function requireOfficial(name: IdPhotoSizeName, made: Measured): void {
  for (const [what, read, low, high] of officialPx[name] ?? []) {
    const value = read(made);
    assert.ok(value >= low && value <= high, `${what}: ${value}, not ${low}–${high}`);
  }
}

/** The portrait, large enough for every size. The square size needs room on both sides. */
async function largePortrait(roomPx: number): Promise<Sharp> {
  const room = { left: roomPx, right: roomPx, extendWith: 'copy' } as const;
  const photo = await portrait().resize({ width: 1250 }).png().toBuffer();
  return sharp(await sharp(photo).extend(room).png().toBuffer());
}

// `postgraduate` has a width and height of an odd number of pixels, and its matte is as large as the finished photo.
for (const name of ['two_inch', 'postgraduate', 'social_security', 'us_visa'] as const) {
  test(`in an ID photo of the size ${name}, the head is placed as the rule of the size demands`, async () => {
    const { headShare, crownMargin, heightPx, widthPx } = idPhotoSizes[name];
    const made = await measure(await largePortrait(name === 'us_visa' ? 100 : 0), name);
    const share = (value: number) => value / heightPx;
    assert.ok(Math.abs(share(made.crownRow) - crownMargin) < 0.025, `crown at ${share(made.crownRow)}`);
    assert.ok(
      Math.abs(share(made.chinRow) - crownMargin - headShare) < 0.025,
      `chin at ${share(made.chinRow)}`,
    );
    assert.ok(Math.abs(made.headMiddle / widthPx - 0.5) < 0.025, `middle at ${made.headMiddle / widthPx}`);
    requireOfficial(name, made);
  });
}

test('in a photo that is too narrow for the size us_visa, the head is larger and meets the rule of the size', async () => {
  const made = await measure(await largePortrait(0), 'us_visa');
  const head = (made.chinRow - made.crownRow) / idPhotoSizes.us_visa.heightPx;
  assert.ok(head > idPhotoSizes.us_visa.headShare + 0.03, `head ${head}`);
  requireOfficial('us_visa', made);
});
