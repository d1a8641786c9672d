/** The colouriser: figures on held-out photos, and sheets of those and of real old prints. */

import { join } from 'node:path';
import { loadPhoto } from '../../bench/colour-scores.ts';
import { openColourNet } from '../../src/imaging/colourise/colour-net.ts';
import { colourise } from '../../src/imaging/make-colourised.ts';
import { photosIn, type ScoredPhoto, scoreFolder, tellScores } from './colour-folder.ts';
import { type SheetRow, writeContactSheet } from './contact-sheet.ts';
import { openClassifiers } from './recognition.ts';

const oldPhotoSidePx = 640;

/** @param sheetFile the contact sheet: grey, ours, truth; lowest PSNR first. */
export async function evalColour(
  folder: string,
  classifierFolder: string | undefined,
  sheetFile: string,
): Promise<void> {
  const rows = await scoreFolder(folder, null);
  tellScores(rows);
  if (classifierFolder !== undefined) await tellRecognition(rows, classifierFolder);
  const byPsnr = [...rows].sort((a, b) => a.scores.ours.psnr - b.scores.ours.psnr);
  const told = byPsnr.slice(0, 3).map(({ name, scores }) => `${name} ${scores.ours.psnr.toFixed(1)} dB`);
  console.log(`lowest PSNR: ${told.join(', ')}`);
  const sheet = byPsnr.map(({ name, grey, ours, truth, scores }) => ({
    caption: `${name} ${scores.ours.psnr.toFixed(1)} dB`,
    pictures: [grey, ours, truth],
  }));
  await writeContactSheet(sheetFile, sheet, {
    cellWidthPx: 190,
    cellHeightPx: 150,
    across: 3,
  });
}

async function tellRecognition(rows: readonly ScoredPhoto[], classifierFolder: string): Promise<void> {
  const share = (count: number): string => `${((100 * count) / rows.length).toFixed(1)} %`;
  for (const { name, recognise } of await openClassifiers(classifierFolder)) {
    const same = { grey: 0, ours: 0 };
    for (const { truth, grey, ours } of rows) {
      const seen = await recognise(truth);
      if ((await recognise(grey)) === seen) same.grey++;
      if ((await recognise(ours)) === seen) same.ours++;
    }
    console.log(
      `${name} calls it what it calls the true colours: grey ${share(same.grey)}, ours ${share(same.ours)}`,
    );
  }
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
