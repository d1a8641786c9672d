import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { documentRules } from '../../../src/domain/documents/document-rules.ts';
import { type BackgroundColour, backgroundRgb, oneInch } from '../../../src/domain/goods/id-photo.ts';
import { previewOf } from '../../../src/imaging/id-photo/preview.ts';
import { emptyPlane, type RgbImage } from '../../../src/imaging/pixels/plane.ts';
import { checkPhoto } from '../../../src/imaging/tasks/check-photo.ts';
import { makeIdPhoto } from '../../../src/imaging/tasks/make-id-photo.ts';
import { previewLengthMax } from '../../../src/usecases/ports/image-work.ts';
import { groupFile, portrait, temporaryFolder } from '../portraits.ts';

const [width, height] = [103, 144];

async function pixelsOf(picture: Sharp): Promise<Buffer> {
  return picture.raw().toBuffer();
}

function rgb([r, g, b]: readonly [number, number, number]) {
  return { r, g, b };
}

/** @returns the row of the crown, and the first and last column of the person in a row near the middle. */
function outlineOf(pixels: Buffer, [red, green, blue]: readonly [number, number, number]) {
  const isPerson = (x: number, y: number) => {
    const i = 3 * (y * width + x);
    const [r = 0, g = 0, b = 0] = pixels.subarray(i, i + 3);
    return Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) > 120;
  };
  const rows = Array.from({ length: height }, (_, y) => y);
  const columns = Array.from({ length: width }, (_, x) => x);
  const middle = Math.round(height * 0.45);
  return {
    crown: rows.findIndex((y) => columns.filter((x) => isPerson(x, y)).length >= 8),
    left: columns.findIndex((x) => isPerson(x, middle)),
    right: columns.findLastIndex((x) => isPerson(x, middle)),
  };
}

describe('the preview of an ID photo', () => {
  let preview: Buffer;
  const made = new Map<BackgroundColour, Buffer>();

  before(async () => {
    await using folder = await temporaryFolder();
    const sourceFile = folder.file('photo.jpg');
    await writeFile(sourceFile, await portrait().jpeg({ quality: 95 }).toBuffer());
    const { preview: text } = await checkPhoto({
      kind: 'check',
      sourceFile,
      idPhoto: oneInch,
      withPreview: true,
    });
    assert.ok(text !== null && text.length <= previewLengthMax);
    preview = Buffer.from(text, 'base64');
    for (const background of ['blue', 'red'] as const) {
      const targetFile = folder.file(`${background}.jpg`);
      const task = { kind: 'id_photo', sourceFile, targetFile, size: oneInch, isCorrected: false } as const;
      await makeIdPhoto({ ...task, background }, () => {});
      const small = sharp(targetFile).resize(width, height, { fit: 'fill', kernel: 'linear' });
      made.set(background, await small.jpeg({ quality: 100 }).toBuffer());
    }
  });

  it('is a small WebP that is transparent around the person', async () => {
    const { format, width: wide, height: high, hasAlpha } = await sharp(preview).metadata();
    assert.deepEqual(
      { format, wide, high, hasAlpha },
      { format: 'webp', wide: width, high: height, hasAlpha: true },
    );
    const alpha = await pixelsOf(sharp(preview).extractChannel('alpha'));
    assert.equal(Math.max(...alpha.subarray(0, 5 * width)), 0, 'the rows above the crown are transparent');
    assert.ok((alpha[86 * width + 51] ?? 0) > 250, 'the face is opaque');
  });

  for (const background of ['blue', 'red'] as const) {
    it(`has the crop of the finished photo on ${background}, and the same colours along the outline of the person`, async () => {
      const laid = await pixelsOf(sharp(preview).flatten({ background: rgb(backgroundRgb[background]) }));
      const wanted = await pixelsOf(sharp(made.get(background)));
      const [ours, theirs] = [
        outlineOf(laid, backgroundRgb[background]),
        outlineOf(wanted, backgroundRgb[background]),
      ];
      for (const side of ['crown', 'left', 'right'] as const) {
        assert.ok(Math.abs(ours[side] - theirs[side]) <= 1, `${side}: ${ours[side]} for ${theirs[side]}`);
      }
      const alpha = await pixelsOf(sharp(preview).extractChannel('alpha'));
      const differences = { edge: [] as number[], inside: [] as number[] };
      alpha.forEach((a, i) => {
        const part = a > 245 ? differences.inside : a > 10 ? differences.edge : undefined;
        for (let c = 3 * i; c < 3 * i + 3; c++) part?.push(Math.abs((laid[c] ?? 0) - (wanted[c] ?? 0)));
      });
      const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length;
      assert.ok(differences.edge.length > 300);
      assert.ok(mean(differences.inside) < 6, `inside ${mean(differences.inside)}`);
      assert.ok(mean(differences.edge) < 12, `edge ${mean(differences.edge)}`);
    });
  }

  it('can be large: three quarters as high as the photo, on its background, with a watermark', async () => {
    await using folder = await temporaryFolder();
    const sourceFile = folder.file('photo.jpg');
    await writeFile(sourceFile, await portrait().jpeg({ quality: 95 }).toBuffer());
    const task = { kind: 'check', sourceFile, idPhoto: oneInch, withPreview: true } as const;
    assert.equal((await checkPhoto(task)).largePreview, undefined, 'only when requested');
    const { largePreview: text = '' } = await checkPhoto({
      ...task,
      withLargePreview: true,
      background: 'red',
    });
    assert.ok(text.length > 0 && text.length <= previewLengthMax);
    const picture = sharp(Buffer.from(text, 'base64'));
    const { format, width: wide, height: high, hasAlpha } = await picture.metadata();
    assert.deepEqual(
      { format, wide, high, hasAlpha },
      { format: 'webp', wide: 221, high: 309, hasAlpha: false },
    );
    const pixels = await pixelsOf(picture);
    const reds = Array.from({ length: 221 * 20 }, (_, i) => pixels[3 * i] ?? 0);
    const greens = Array.from({ length: 221 * 20 }, (_, i) => pixels[3 * i + 1] ?? 0);
    assert.ok(Math.max(...greens) > 220, 'white letters on the background');
    assert.ok(reds.filter((red) => red > 190).length > reds.length / 2, 'a red background');
  });

  it('is absent if the photo is refused', async () => {
    await using folder = await temporaryFolder();
    const sourceFile = folder.file('group.jpg');
    await writeFile(sourceFile, await sharp(groupFile).jpeg().toBuffer());
    const verdict = await checkPhoto({ kind: 'check', sourceFile, idPhoto: oneInch, withPreview: true });
    assert.deepEqual([verdict.refusal, verdict.preview], ['several_faces', null]);
  });
});

describe('previewOf', () => {
  /** A picture of noise, which is the hardest to compress. */
  const noise = (wide: number, high: number) => {
    const data = Float32Array.from(
      { length: 3 * wide * high },
      (_, i) => ((i * 7919 + i * i * 31) % 255) / 255,
    );
    const alpha = emptyPlane(wide, high);
    alpha.data.fill(0.7);
    const image: RgbImage = { width: wide, height: high, data };
    return { image, alpha };
  };

  it('returns at most previewLengthMax characters, even for noise', async () => {
    const text = await previewOf(noise(200, 200), { widthPx: 600, heightPx: 600 });
    assert.ok(text !== null && text.length <= previewLengthMax);
  });

  it('returns a picture that is at most half as high as the finished photo', async () => {
    const text = await previewOf(noise(144, 192), { widthPx: 144, heightPx: 192 });
    const { width: wide, height: high } = await sharp(Buffer.from(text ?? '', 'base64')).metadata();
    assert.deepEqual([wide, high], [72, 96]);
  });

  it('returns a picture that is at most three quarters as high as the smallest document, however large the checked size is', async () => {
    const text = await previewOf(noise(300, 400), { widthPx: 1800, heightPx: 2400 });
    const { height: high } = await sharp(Buffer.from(text ?? '', 'base64')).metadata();
    const lowest = Math.min(...documentRules.map(({ size }) => size.heightPx));
    assert.ok(high <= 0.75 * lowest, `${high} of ${lowest} px`);
  });

  it('has the person’s colour, without the colour of the wall, where alpha is about a half', async () => {
    const [wide, high] = [120, 120];
    const alpha = emptyPlane(wide, high);
    const data = new Float32Array(3 * wide * high);
    // A grey person on the left in front of a green wall, with a soft edge.
    for (let i = 0; i < alpha.data.length; i++) {
      const a = Math.min(1, Math.max(0, (62 - (i % wide)) / 5));
      alpha.data[i] = a;
      data.set([0.5 * a, 0.5 * a + (1 - a), 0.5 * a], 3 * i);
    }
    const text = await previewOf(
      { image: { width: wide, height: high, data }, alpha },
      { widthPx: wide, heightPx: high },
    );
    const { data: pixels, info } = await sharp(Buffer.from(text ?? '', 'base64'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    let halves = 0;
    for (let i = 0; i < pixels.length; i += info.channels) {
      const [r = 0, g = 0, b = 0, a = 0] = pixels.subarray(i, i + 4);
      if (a < 60 || a > 200) continue;
      halves++;
      assert.ok(
        Math.max(Math.abs(r - 128), Math.abs(g - 128), Math.abs(b - 128)) < 26,
        `${r} ${g} ${b} at ${a}`,
      );
    }
    assert.ok(halves > 100);
  });
});
