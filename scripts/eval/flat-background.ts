/** Measures how far the background of a finished JPEG is from the ordered colour. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { makeLargeSamples } from '../../bench/large-samples.ts';
import { backgroundColours, backgroundRgb, oneInch } from '../../src/domain/goods/id-photo.ts';
import { makeIdPhoto } from '../../src/imaging/tasks/make-id-photo.ts';

/** The number of rows that are above the crown in every photo of this size, so that they show only background. */
const topRows = 24;

export async function evalFlatBackground(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-eval-'));
  try {
    const { portrait } = await makeLargeSamples(folder);
    const targetFile = join(folder, 'made.jpg');
    for (const background of backgroundColours) {
      const task = { sourceFile: portrait, targetFile, size: oneInch, background, isCorrected: false };
      await makeIdPhoto({ kind: 'id_photo', ...task }, () => undefined);
      const pixels = await sharp(targetFile).raw().toBuffer();
      const pure = backgroundRgb[background];
      let off = 0;
      for (let i = 0; i < topRows * oneInch.widthPx * 3; i++) {
        off = Math.max(off, Math.abs((pixels[i] ?? 0) - (pure[i % 3] ?? 0)));
      }
      console.log(`${background} background: off by ${off} of 255 at most`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
