/**
 * Scores the matting on portraits with a known alpha: people are cut out of photos with plain walls, composited onto
 * other backgrounds, and cut out again. The alpha of the second cut-out, with a smooth outline as in the finished photo,
 * should equal the alpha of the first.
 */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { loadPhoto, mean } from '../../bench/colour-scores.ts';
import { parseCutStrokes } from '../../src/domain/goods/cut-strokes.ts';
import {
  type BackgroundColour,
  backgroundRgb,
  type IdPhotoSize,
  oneInch,
} from '../../src/domain/goods/id-photo.ts';
import type { CutOut } from '../../src/imaging/id-photo/cut-out.ts';
import { judgeCut } from '../../src/imaging/id-photo/judge-cut.ts';
import { mattingSizeOf } from '../../src/imaging/id-photo/matting-size.ts';
import { smoothOutline } from '../../src/imaging/id-photo/steps/smooth-outline.ts';
import { foregroundColours } from '../../src/imaging/matting/foreground.ts';
import { dilate, threshold } from '../../src/imaging/pixels/morphology.ts';
import { emptyPlane, type Plane, type RgbBytes } from '../../src/imaging/pixels/plane.ts';
import { buildPyramid, sampleCrop } from '../../src/imaging/pixels/pyramid.ts';
import { writeContactSheet } from './contact-sheet.ts';
import { cutOut } from './cut-out.ts';
import { type AlphaScores, scoreAlpha } from './cut-scores.ts';
import { bytesOf, paint } from './paint.ts';
import { type Random, seededRandom } from './seeded-random.ts';
import { simulatedStrokes } from './simulated-strokes.ts';

/** The width of the band around the person in which a halo would be visible, in pixels of the finished photo. */
const haloBandPx = 8;

interface Scored {
  readonly caption: string;
  readonly alpha: AlphaScores;
  /**
   * The mean difference from the ordered background colour in the band around the person, 0–255, for each background.
   */
  readonly halo: Readonly<Record<'blue' | 'red', number>>;
  readonly passes: boolean;
  readonly pictures: readonly RgbBytes[];
}

/** Synthetic walls as backgrounds: the colour of the left side, and how much darker the right side is. */
const walls = [
  { rgb: [216, 214, 208], fall: 0.25 },
  { rgb: [120, 142, 160], fall: 0.1 },
] as const;

/**
 * The crop of the first cut-out. It is larger than the crop of a one-inch photo, so that its edges are outside the
 * crop of the second cut-out.
 */
const wideCrop: IdPhotoSize = {
  ...oneInch,
  widthPx: 420,
  heightPx: 500,
  headShare: 0.5,
  crownMargin: 0.15,
};

export async function evalComposites(
  portraits: readonly string[],
  scenes: readonly string[],
  outFolder: string,
): Promise<void> {
  const size = 2 * wideCrop.heightPx;
  const plain = walls.map((wall) => wallOf(wall, size));
  await evalGroup('plain walls', portraits, plain, outFolder);
  const busy = await Promise.all(scenes.map((scene) => loadPhoto(scene, size)));
  await evalGroup('busy scenes', portraits, busy, outFolder);
}

function wallOf({ rgb, fall }: (typeof walls)[number], size: number): RgbBytes {
  const data = new Uint8Array(3 * size * size);
  for (let i = 0; i < data.length; i++) {
    const share = (Math.floor(i / 3) % size) / size;
    // Noise like that of a phone's sensor. It is computed from the position, so that it is the same in every run.
    const grain = ((i * 7919) % 7) - 3;
    data[i] = Math.round((rgb[i % 3] ?? 0) * (1 - fall * share)) + grain;
  }
  return { width: size, height: size, data };
}

async function evalGroup(
  what: string,
  portraits: readonly string[],
  backgrounds: readonly RgbBytes[],
  outFolder: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'photokiosk-eval-'));
  const scored: Scored[] = [];
  const withStrokes: Scored[] = [];
  const [flawed, healed]: [string[], string[]] = [[], []];
  const random = seededRandom(1);
  let refusedCount = 0;
  try {
    for (const portrait of portraits) {
      const matteSize = { width: 2 * wideCrop.widthPx, height: 2 * wideCrop.heightPx };
      const known = await cutOut(portrait, wideCrop, matteSize);
      if ('refusal' in known) continue;
      for (const background of backgrounds) {
        const file = join(folder, 'composite.png');
        await writeComposite(known, background, file);
        const cut = await cutOut(file);
        if ('refusal' in cut) refusedCount++;
        else {
          const number = `${scored.length + 1}`;
          scored.push(await score(number, known.alpha, cut));
          const mended = await mendCut(file, known.alpha, cut, random);
          if (mended === null) withStrokes.push(...scored.slice(-1));
          else {
            flawed.push(number);
            if (!mended.hasFlaw) healed.push(number);
            withStrokes.push(await score(number, known.alpha, mended.cut));
          }
        }
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  printScores(what, scored, refusedCount);
  console.log(
    `${what}: a flaw is visible in ${flawed.length} of ${scored.length}; strokes mend ${healed.length} of them`,
  );
  printScores(`${what}, mended with strokes`, withStrokes, 0);
  const sheet = `composites-${what.replace(' ', '-')}-photo-blue-ours-truth.jpg`;
  await writeContactSheet(join(outFolder, sheet), scored, {
    cellWidthPx: 200,
    cellHeightPx: 280,
    across: 2,
  });
}

/** Writes a picture of the person composited onto the middle of the background, at the size of the cut-out. */
async function writeComposite({ image, alpha }: CutOut, behind: RgbBytes, file: string): Promise<void> {
  const { width, height } = alpha;
  const left = Math.floor((behind.width - width) / 2);
  const top = Math.floor((behind.height - height) / 2);
  const colours = foregroundColours(image, alpha).data;
  const data = new Uint8Array(width * height * 3);
  for (let i = 0; i < alpha.data.length; i++) {
    const a = alpha.data[i] ?? 0;
    const at = 3 * ((Math.floor(i / width) + top) * behind.width + (i % width) + left);
    for (let c = 0; c < 3; c++) {
      data[3 * i + c] = Math.round(
        255 * a * (colours[3 * i + c] ?? 0) + (1 - a) * (behind.data[at + c] ?? 0),
      );
    }
  }
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(file);
}

/** The known alpha in the crop of the second cut-out. */
function truthOf(known: Plane, cut: CutOut): Plane {
  const truth = emptyPlane(cut.alpha.width, cut.alpha.height);
  const truthCrop = sampleCrop(buildPyramid(bytesOf(known)), cut.headCrop.crop, truth, { outside: 'repeat' });
  for (let i = 0; i < truth.data.length; i++) truth.data[i] = truthCrop.data[3 * i] ?? 0;
  return truth;
}

interface Mended {
  readonly cut: CutOut;
  /** Whether a flaw is still visible. */
  readonly hasFlaw: boolean;
}

/**
 * Makes the cut-out again as a simulated customer mends it: twice, each time after having seen the result.
 * @returns null if no flaw is visible.
 */
async function mendCut(file: string, known: Plane, cut: CutOut, random: Random): Promise<Mended | null> {
  let [best, text] = [cut, ''];
  for (let round = 0; round < 2; round++) {
    const added = simulatedStrokes(best, truthOf(known, best), random);
    if (added === '') return text === '' ? null : { cut: best, hasFlaw: false };
    text = text === '' ? added : `${text};${added}`;
    const next = await cutOut(file, oneInch, mattingSizeOf(oneInch, 2), parseCutStrokes(text));
    if ('refusal' in next) return { cut: best, hasFlaw: true };
    best = next;
  }
  return { cut: best, hasFlaw: simulatedStrokes(best, truthOf(known, best), random) !== '' };
}

async function score(caption: string, known: Plane, cut: CutOut): Promise<Scored> {
  const truth = truthOf(known, cut);
  const alpha = scoreAlpha(smoothOutline(cut.alpha), truth);
  const onBlue = await paint(cut, 'blue');
  const halo = { blue: haloOf(onBlue, truth, 'blue'), red: haloOf(await paint(cut, 'red'), truth, 'red') };
  const passes = !('refusal' in (await judgeCut(cut)));
  return {
    caption: `${caption} SAD ${alpha.sad.toFixed(1)} halo ${halo.blue.toFixed(1)} ${passes ? '' : 'gate'}`,
    alpha,
    halo,
    passes,
    pictures: [cut.pyramid.levels[0], onBlue, bytesOf(cut.alpha), bytesOf(truth)],
  };
}

/** Computes the halo. `truth` has twice the width and height of `picture`. */
function haloOf(picture: RgbBytes, truth: Plane, background: BackgroundColour): number {
  const person = threshold(truth, 0.02);
  const band = dilate(person, 2 * haloBandPx).data;
  const near = dilate(person, 4).data;
  const pure = backgroundRgb[background];
  let [sum, count] = [0, 0];
  for (let y = 0; y < picture.height; y++) {
    for (let x = 0; x < picture.width; x++) {
      const i = 2 * y * truth.width + 2 * x;
      if (band[i] !== 1 || near[i] === 1) continue;
      const at = 3 * (y * picture.width + x);
      for (let c = 0; c < 3; c++) sum += Math.abs((picture.data[at + c] ?? 0) - (pure[c] ?? 0)) / 3;
      count++;
    }
  }
  return count === 0 ? 0 : sum / count;
}

function printScores(group: string, scored: readonly Scored[], refusedCount: number): void {
  const passed = scored.filter(({ passes }) => passes);
  for (const [what, rows] of [
    ['all', scored],
    ['those that pass the gate', passed],
  ] as const) {
    const of = (read: (row: Scored) => number) => mean(rows.map(read)).toFixed(2);
    console.log(
      `${group}, ${what}: ${rows.length}, SAD ${of((row) => row.alpha.sad)}, gradient ${of((row) => row.alpha.gradient)}, ` +
        `halo ${of((row) => row.halo.blue)} on blue, ${of((row) => row.halo.red)} on red (of 255)`,
    );
  }
  if (refusedCount > 0) console.log(`${group}, refused before the matting: ${refusedCount}`);
  const worst = [...passed].sort((a, b) => b.alpha.sad - a.alpha.sad).slice(0, 3);
  console.log(`worst that passed: ${worst.map(({ caption }) => caption).join(', ')}`);
}
