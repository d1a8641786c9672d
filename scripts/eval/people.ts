/**
 * Evaluates cut-outs on photos of people with hand-drawn masks: the differences from the masks, the refusals, and the
 * decisions of the quality gate compared with judgement by eye.
 */

import { join } from 'node:path';
import sharp from 'sharp';
import { mean } from '../../bench/colour-scores.ts';
import type { CutOut } from '../../src/imaging/id-photo/cut-out.ts';
import { judgeCut } from '../../src/imaging/id-photo/judge-cut.ts';
import { emptyPlane, type Plane, type RgbBytes } from '../../src/imaging/pixels/plane.ts';
import { buildPyramid, photoPoint, sampleCrop } from '../../src/imaging/pixels/pyramid.ts';
import { photosIn } from './colour-folder.ts';
import { writeContactSheet } from './contact-sheet.ts';
import { cutOut } from './cut-out.ts';
import { type CutScores, scoreCut } from './cut-scores.ts';
import { faceKinds } from './face-labels.ts';
import { brokenMasks, flawedCuts } from './gate-labels.ts';
import { bytesOf, paint } from './paint.ts';

interface Judged {
  readonly name: string;
  readonly scores: CutScores;
  /** Whether the cut-out passes the quality gate of the service. */
  readonly passes: boolean;
  readonly photo: RgbBytes;
  readonly result: RgbBytes;
  readonly mask: RgbBytes;
}

export async function evalPeople(folder: string, outFolder: string): Promise<void> {
  const refusals = new Map<string, string[]>();
  const judged: Judged[] = [];
  for (const name of await photosIn(join(folder, 'photo'))) {
    const cut = await cutOut(join(folder, 'photo', name));
    if ('refusal' in cut) {
      refusals.set(cut.refusal, [...(refusals.get(cut.refusal) ?? []), name]);
      continue;
    }
    const maskFile = join(folder, 'mask', name.replace(/\.\w+$/, '.png'));
    judged.push(await judge(name, cut, maskFile));
  }
  printFaces(refusals);
  printScores(judged, refusals);
  const rows = judged.map(({ name, scores, passes, photo, result, mask }) => ({
    caption: `${name} IoU ${scores.iou.toFixed(3)} ${passes ? '' : 'refused'}`,
    pictures: [photo, result, mask],
  }));
  await writeContactSheet(join(outFolder, 'people-photo-ours-mask.jpg'), rows, {
    cellWidthPx: 150,
    cellHeightPx: 210,
    across: 4,
  });
}

async function judge(name: string, cut: CutOut, maskFile: string): Promise<Judged> {
  const { truth, counted } = await truthOf(cut, maskFile);
  return {
    name,
    scores: scoreCut(cut.alpha, truth, counted),
    passes: !('refusal' in (await judgeCut(cut))),
    photo: cut.pyramid.levels[0],
    result: await paint(cut, 'blue'),
    mask: bytesOf(truth),
  };
}

/** Returns the part of the hand-drawn mask that is in the crop, and which pixels of the crop lie inside the photo. */
async function truthOf(cut: CutOut, maskFile: string): Promise<{ truth: Plane; counted: Uint8Array }> {
  const [photo] = cut.pyramid.levels;
  const { width, height } = photo;
  const data = await sharp(maskFile)
    .toColourspace('srgb')
    .removeAlpha()
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const truth = emptyPlane(cut.alpha.width, cut.alpha.height);
  const { crop } = cut.headCrop;
  const truthCrop = sampleCrop(buildPyramid({ width, height, data }), crop, truth, { outside: 'repeat' });
  const counted = new Uint8Array(truth.data.length);
  for (let i = 0; i < counted.length; i++) {
    const u = ((i % truth.width) + 0.5) / truth.width;
    const v = (Math.floor(i / truth.width) + 0.5) / truth.height;
    const { x, y } = photoPoint(crop, u, v);
    truth.data[i] = truthCrop.data[3 * i] ?? 0;
    counted[i] = x >= 0 && y >= 0 && x < width && y < height ? 1 : 0;
  }
  return { truth, counted };
}

/**
 * Prints how many of the faces that are hard to find (`face-labels.ts`) were found. A face that was found but refused,
 * for example because it is blurred, counts as found.
 */
function printFaces(refusals: ReadonlyMap<string, readonly string[]>): void {
  const missed = ['no_face', 'several_faces'].flatMap((reason) => refusals.get(reason) ?? []);
  const isFound = (number: number) => !missed.some((name) => Number.parseInt(name, 10) === number);
  const counts = Object.entries(faceKinds).map(
    ([kind, numbers]) => `${kind} ${numbers.filter(isFound).length} of ${numbers.length}`,
  );
  console.log(`faces found: ${counts.join(', ')}`);
}

function printScores(judged: readonly Judged[], refusals: ReadonlyMap<string, readonly string[]>): void {
  const passed = judged.filter(({ passes }) => passes);
  const refused = judged.filter(({ passes }) => !passes);
  const isFlawed = ({ name }: Judged) => flawedCuts.has(Number.parseInt(name, 10));
  const hasWholeMask = ({ name }: Judged) => !brokenMasks.has(Number.parseInt(name, 10));
  const names = (rows: readonly Judged[]) => rows.map(({ name }) => Number.parseInt(name, 10)).join(' ');
  for (const [reason, of] of refusals) console.log(`refused before the matting: ${reason} ${of.length}`);
  for (const [what, rows] of [
    ['all cut-outs', judged],
    ['cut-outs that pass the gate', passed],
  ] as const) {
    const whole = rows.filter(hasWholeMask);
    const iou = mean(whole.map(({ scores }) => scores.iou));
    const ious = whole.map(({ scores }) => scores.iou).sort((a, b) => a - b);
    const boundary = 100 * mean(whole.map(({ scores }) => scores.boundaryShare));
    console.log(
      `${what}: ${rows.length}; compared with the ${whole.length} whole masks: IoU ${iou.toFixed(3)} (median ${(ious[ious.length >> 1] ?? 0).toFixed(3)}), outline off by ${boundary.toFixed(2)} % of the width`,
    );
  }
  const wrongly = refused.filter((row) => !isFlawed(row));
  const missed = passed.filter(isFlawed);
  console.log(
    `gate: refuses ${refused.length}, of which ${wrongly.length} look fit for sale (${names(wrongly)})`,
  );
  console.log(
    `gate: passes ${passed.length}, of which ${missed.length} have a visible flaw (${names(missed)})`,
  );
  const worst = passed
    .filter(hasWholeMask)
    .sort((a, b) => a.scores.iou - b.scores.iou)
    .slice(0, 3);
  console.log(
    `lowest IoU that passed: ${worst.map((w) => `${w.name} ${w.scores.iou.toFixed(3)}`).join(', ')}`,
  );
}
