/**
 * `npm run eval [-- <data folder>] [-- part…]`: prints the figures of picture quality and speed, and writes contact
 * sheets to `out/eval/`. Parts: speed, people, composites, colour, restore, edges, enlarge, measures, coverings,
 * document-lines, documents; without a name, all of them except `documents`, which takes an hour and continues where an
 * earlier run was stopped (Ctrl-C). Most of the data are photos that are not part of the project; a part whose data are
 * missing is skipped with a message. `document-lines` also accepts a photo, a JPEG, in place of the data folder. Ids of
 * documents, for example `documents by_passport`, limit `documents` to them.
 */

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { documentRules } from '../src/domain/documents/document-rules.ts';
import { evalColour, evalOldPhotos } from './eval/colour.ts';
import { printAims } from './eval/colour-aims.ts';
import { photosIn } from './eval/colour-folder.ts';
import { evalComposites } from './eval/composites.ts';
import { evalCoverings } from './eval/coverings.ts';
import { evalDocumentLines } from './eval/document-lines.ts';
import { evalDocuments } from './eval/documents.ts';
import { evalEdgeBleeding } from './eval/edge-bleeding.ts';
import { evalEnlargement } from './eval/enlargement.ts';
import { evalFading } from './eval/fading.ts';
import { evalFlatBackground } from './eval/flat-background.ts';
import { evalHands } from './eval/hands.ts';
import { evalHats } from './eval/hats.ts';
import { evalHeldObjects } from './eval/held-objects.ts';
import { evalMeasures } from './eval/measures.ts';
import { evalNotAPhoto } from './eval/not-a-photo.ts';
import { evalPeople } from './eval/people.ts';
import { portraitLabels } from './eval/portrait-labels.ts';
import { evalRestore } from './eval/restore.ts';
import { evalSpeed } from './eval/speed.ts';

const parts = [
  'speed',
  'people',
  'composites',
  'colour',
  'restore',
  'edges',
  'enlarge',
  'measures',
  'coverings',
  'document-lines',
  'documents',
] as const;
type Part = (typeof parts)[number];

const root = resolve(import.meta.dirname, '..');
const given = process.argv.slice(2);
const wanted = parts.filter((part) => given.includes(part));
const documentIds = documentRules.map(({ id }) => id);
const wantedDocuments = documentIds.filter((id) => given.includes(id));
const dataFolder = resolve(
  given.find((argument) => ![...parts, ...documentIds].includes(argument)) ??
    join(root, '..', 'shared', 'data'),
);
const outFolder = join(root, 'out', 'eval');
const ownPortrait = join(root, 'bench', 'portrait', 'eileen-collins.jpg');
const kodachromes = join(root, 'bench', 'kodachromes');
/**
 * The maximum number of scenes without people. Every portrait is placed in front of each scene. With more scenes the
 * evaluation takes longer, and its figures do not change.
 */
const scenesMax = 4;
/** The maximum number of photos that are taken from the folder of large photos, evenly spread over the folder. */
const largePhotosMax = 12;

async function part(name: Part, run: () => Promise<void>): Promise<void> {
  if (wanted.length === 0 ? name === 'documents' : !wanted.includes(name)) return;
  console.log(`\n== ${name}`);
  await run();
}

/** Returns the folder, or prints that it is missing and returns undefined. */
function folderOf(name: string): string | undefined {
  const folder = join(dataFolder, name);
  if (existsSync(folder)) return folder;
  console.log(`skipped: the data folder ${name} is missing`);
  return undefined;
}

async function filesIn(folder: string, max: number): Promise<string[]> {
  const names = await photosIn(folder);
  const step = Math.max(1, Math.floor(names.length / max));
  return names
    .filter((_, index) => index % step === 0)
    .slice(0, max)
    .map((name) => join(folder, name));
}

const samples = join(
  dirname(createRequire(import.meta.url).resolve('@vladmandic/face-api/package.json')),
  'demo',
);

await mkdir(outFolder, { recursive: true });
await part('speed', async () => {
  await evalSpeed();
  await evalFlatBackground();
});
await part('people', async () => {
  const folder = folderOf('people-masks');
  if (folder !== undefined) await evalPeople(folder, outFolder);
});
await part('composites', async () => {
  const people = folderOf('people-masks');
  const backgrounds = folderOf('colour/heldout');
  if (people === undefined || backgrounds === undefined) return;
  // The numbers of portraits in front of plain walls, with different kinds of hair, whose cut-outs have no visible
  // flaw.
  const portraits = [4, 6, 10, 16, 36, 38, 55, 57];
  await evalComposites(
    portraits.map((number) => join(people, 'photo', `${number}.jpg`)),
    (await filesIn(backgrounds, Number.MAX_SAFE_INTEGER))
      .filter((file) => /urban|sunhays|bsd/.test(file))
      .slice(0, scenesMax),
    outFolder,
  );
});
await part('colour', async () => {
  const classifiers = folderOf('colour/weights');
  const sheet = (name: string): string => join(outFolder, `${name}-grey-ours-truth.jpg`);
  console.log('photos of 1939 to 1944');
  const rows = [...(await evalColour(kodachromes, classifiers, sheet('kodachromes')))];
  const heldout = folderOf('colour/heldout');
  if (heldout !== undefined) {
    console.log('held-out photos');
    rows.push(...(await evalColour(heldout, classifiers, sheet('colour'))));
  }
  printAims(rows);
  console.log('tones of faded prints');
  await evalFading(heldout === undefined ? [kodachromes] : [kodachromes, heldout]);
  const old = folderOf('old-photos');
  if (old !== undefined) await evalOldPhotos(old, outFolder);
});
await part('restore', async () => {
  const heldout = folderOf('colour/heldout');
  const photos = {
    small: heldout === undefined ? [kodachromes] : [kodachromes, heldout],
    large: folderOf('large-photos'),
    old: folderOf('old-photos'),
  };
  await evalRestore(photos, outFolder);
});
await part('edges', async () => {
  const photos = (await filesIn(samples, Number.MAX_SAFE_INTEGER)).filter((file) =>
    /sample\d\.jpg$/.test(file),
  );
  await evalEdgeBleeding(photos, true);
  const large = folderOf('large-photos');
  await evalEdgeBleeding(large === undefined ? photos : await filesIn(large, largePhotosMax), false);
});
await part('enlarge', () => evalEnlargement(kodachromes));
await part('measures', async () => {
  const folder = folderOf('portraits');
  await evalMeasures(folder === undefined ? [ownPortrait] : [ownPortrait, ...(await filesIn(folder, 2))]);
});
await part('coverings', async () => {
  const folder = folderOf('people-masks');
  if (folder === undefined) return;
  const photos = await filesIn(join(folder, 'photo'), Number.MAX_SAFE_INTEGER);
  await evalCoverings(photos);
  await evalHats(photos);
  await evalHands(photos);
  await evalHeldObjects(photos);
  await evalNotAPhoto(photos);
});
await part('document-lines', async () => {
  if (/\.jpe?g$/i.test(dataFolder)) return evalDocumentLines([dataFolder], outFolder);
  const folder = folderOf('people-masks');
  const good = Object.values(portraitLabels).flatMap((numbers) => [...numbers]);
  const portraits = folder === undefined ? [] : good.map((number) => join(folder, 'photo', `${number}.jpg`));
  await evalDocumentLines([ownPortrait, ...portraits], outFolder);
});
await part('documents', async () => {
  const folder = folderOf('people-masks');
  if (folder === undefined) return;
  const photos = await filesIn(join(folder, 'photo'), Number.MAX_SAFE_INTEGER);
  const ids = wantedDocuments.length === 0 ? documentIds : wantedDocuments;
  await evalDocuments(photos, ids, join(outFolder, 'documents.jsonl'));
});
console.log(`\nContact sheets: ${outFolder}`);
