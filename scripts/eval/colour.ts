/** The colouriser: figures on held-out photos, and sheets of those and of real old prints. */

import { join } from 'node:path';
import { loadPhoto } from '../../bench/colour-scores.ts';
import { openColourNet } from '../../src/imaging/colourise/colour-net.ts';
import { colourise } from '../../src/imaging/make-colourised.ts';
import { photosIn, scoreFolder, tellScores } from './colour-folder.ts';
import { type SheetRow, writeContactSheet } from './contact-sheet.ts';

const oldPhotoSidePx = 640;

export async function evalColour(folder: string, outFolder: string): Promise<void> {
  const rows = await scoreFolder(folder, null);
  tellScores(rows);
  const byPsnr = [...rows].sort((a, b) => a.scores.ours.psnr - b.scores.ours.psnr);
  const told = byPsnr.slice(0, 3).map(({ name, scores }) => `${name} ${scores.ours.psnr.toFixed(1)} dB`);
  console.log(`lowest PSNR: ${told.join(', ')}`);
  const sheet = byPsnr.map(({ name, grey, ours, truth, scores }) => ({
    caption: `${name} ${scores.ours.psnr.toFixed(1)} dB`,
    pictures: [grey, ours, truth],
  }));
  await writeContactSheet(join(outFolder, 'colour-grey-ours-truth.jpg'), sheet, {
    cellWidthPx: 190,
    cellHeightPx: 150,
    across: 3,
  });
}

export async function evalOldPhotos(folder: string, outFolder: string): Promise<void> {
  const net = await openColourNet(null);
  const rows: SheetRow[] = [];
  for (const name of await photosIn(folder)) {
    const photo = await loadPhoto(join(folder, name), oldPhotoSidePx);
    const ours = { ...photo, data: photo.data.slice() };
    await colourise(ours, net, () => undefined);
    rows.push({ caption: name, pictures: [photo, ours] });
  }
  console.log(`old prints without a truth: ${rows.length}, see the sheet`);
  await writeContactSheet(join(outFolder, 'old-photo-ours.jpg'), rows, {
    cellWidthPx: 420,
    cellHeightPx: 420,
    across: 2,
  });
}
