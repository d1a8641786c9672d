/**
 * Makes the finished files of ten documents of ten countries as the service does, measures each file as the service
 * does after payment, and draws the lines of its rule and the measured values into a picture for judgement by eye.
 */

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { documentRules } from '../../src/domain/documents/document-rules.ts';
import { judgePhoto } from '../../src/domain/documents/judge-photo.ts';
import { photoSpecOf } from '../../src/domain/goods/photo-details.ts';
import { measureJpeg } from '../../src/imaging/tasks/measure-file.ts';
import { ruleRefusal } from '../../src/usecases/pictures/rule-refusal.ts';
import { type SheetRow, writeContactSheet } from './contact-sheet.ts';
import { enlarge, makeByTask } from './document-pairs.ts';
import { drawRuleLines } from './draw-rule-lines.ts';
import { photoOf } from './measures.ts';

/** Their rules limit different lengths. Four of them are only cropped. */
const documents = [
  'cn_social_security',
  'us_visa',
  'gb_passport',
  'de_passport',
  'fr_identity',
  'jp_passport',
  'nl_passport',
  'in_visa',
  'ca_passport',
  'kr_passport',
];
const cell = { cellWidthPx: 760, cellHeightPx: 480, across: 2 } as const;

/**
 * @param photos each document is made from the first of them whose file the service delivers, beginning with a
 * different one for each document, so that the sheet shows several people.
 */
export async function evalDocumentLines(photos: readonly string[], outFolder: string): Promise<void> {
  const drawnFolder = join(outFolder, 'document-lines');
  await mkdir(drawnFolder, { recursive: true });
  const sheet: SheetRow[] = [];
  for (const [index, id] of documents.entries()) {
    const made = await firstDrawn([...photos.slice(index), ...photos.slice(0, index)], id);
    if (made === null) {
      console.log(`${id}: no photo is delivered`);
      continue;
    }
    const { photo, png } = made;
    await writeFile(join(drawnFolder, `${id}.png`), png);
    console.log(`${id}: ${photo}`);
    sheet.push({ caption: `${id}, ${photo}`, pictures: [await photoOf(sharp(png))] });
  }
  await writeContactSheet(join(outFolder, 'document-lines.jpg'), sheet, cell);
}

async function firstDrawn(photos: readonly string[], id: string) {
  for (const file of photos) {
    const png = await drawnDocument(file, id);
    if (png !== null) return { photo: basename(file), png };
  }
  return null;
}

/**
 * Makes the finished file of a document from the photo and draws the lines of the rule into it.
 *
 * @returns a PNG; null if the service does not deliver the file.
 */
export async function drawnDocument(file: string, id: string): Promise<Buffer | null> {
  const rule = documentRules.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`there is no document ${id}`);
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-eval-'));
  try {
    const [sourceFile, targetFile] = [join(folder, 'source.jpg'), join(folder, 'target.jpg')];
    await enlarge(file, sourceFile);
    const details = { document: id };
    const outcome = await makeByTask({ sourceFile, targetFile }, details);
    if (outcome.kind !== 'made') return null;
    const jpeg = await readFile(targetFile);
    const measures = await measureJpeg(jpeg);
    const isPhotographed = photoSpecOf(details).background === 'photographed';
    const isMissed = ruleRefusal(judgePhoto(rule, measures, { isPhotographed }), isPhotographed) !== null;
    return isMissed ? null : await drawRuleLines({ jpeg, rule, measures, isPhotographed });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
