/** Evaluates the colouriser: figures and a contact sheet of photos with known colours, and a sheet of old prints. */

import { join } from 'node:path';
import { loadPhoto } from '../../bench/colour-scores.ts';
import { paintPipeline } from '../../src/imaging/colourise/pipeline.ts';
import { openColourNet } from '../../src/imaging/nets/colour-net.ts';
import { photosIn, printScores, type ScoredPhoto, scoreFolder } from './colour-folder.ts';
import { type SheetRow, writeContactSheet } from './contact-sheet.ts';
import { openClassifiers } from './recognition.ts';

const oldPhotoSidePx = 640;

/**
 * @param sheetFile the file of the contact sheet, with the photos of the lowest PSNR first. The columns are the grey
 * photo, the colourised photo and the original.
 * @returns the scored photos.
 */
export async function evalColour(
  folder: string,
  classifierFolder: string | undefined,
  sheetFile: string,
): Promise<readonly ScoredPhoto[]> {
  const rows = await scoreFolder(folder, await openColourNet(null));
  printScores(rows);
  if (classifierFolder !== undefined) await printRecognition(rows, classifierFolder);
  const byPsnr = [...rows].sort((a, b) => a.scores.ours.psnr - b.scores.ours.psnr);
  const lowest = byPsnr.slice(0, 3).map(({ name, scores }) => `${name} ${scores.ours.psnr.toFixed(1)} dB`);
  console.log(`lowest PSNR: ${lowest.join(', ')}`);
  const sheet = byPsnr.map(({ name, grey, ours, truth, scores }) => ({
    caption: `${name} ${scores.ours.psnr.toFixed(1)} dB`,
    pictures: [grey, ours, truth],
  }));
  await writeContactSheet(sheetFile, sheet, {
    cellWidthPx: 190,
    cellHeightPx: 150,
    across: 3,
  });
  return rows;
}

async function printRecognition(rows: readonly ScoredPhoto[], classifierFolder: string): Promise<void> {
  const share = (count: number): string => `${((100 * count) / rows.length).toFixed(1)} %`;
  for (const { name, recognise } of await openClassifiers(classifierFolder)) {
    const same = { grey: 0, ours: 0 };
    for (const { truth, grey, ours } of rows) {
      const seen = await recognise(truth);
      if ((await recognise(grey)) === seen) same.grey++;
      if ((await recognise(ours)) === seen) same.ours++;
    }
    console.log(
      `${name} names the photo as in true colours: grey ${share(same.grey)}, ours ${share(same.ours)}`,
    );
  }
}

export async function evalOldPhotos(folder: string, outFolder: string): Promise<void> {
  const net = await openColourNet(null);
  const rows: SheetRow[] = [];
  for (const name of await photosIn(folder)) {
    const photo = await loadPhoto(join(folder, name), oldPhotoSidePx);
    const ours = { ...photo, data: photo.data.slice() };
    await paintPipeline.run({ image: ours, net });
    rows.push({ caption: name, pictures: [photo, ours] });
  }
  console.log(`old prints without known colours: ${rows.length}, see the sheet`);
  await writeContactSheet(join(outFolder, 'old-photo-ours.jpg'), rows, {
    cellWidthPx: 420,
    cellHeightPx: 420,
    across: 2,
  });
}
