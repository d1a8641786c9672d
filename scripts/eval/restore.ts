/**
 * Evaluates the restoration: synthetic damage is drawn on photos that no training run saw, and the service finds and
 * mends it. Also measured: what is mended in the same photos without damage, and how well faded tones are restored.
 */

import { join } from 'node:path';
import { greyOf, loadPhoto, mean } from '../../bench/colour-scores.ts';
import { findDamage } from '../../src/imaging/nets/damage-net.ts';
import { greyPicture, shrinkLightness } from '../../src/imaging/pixels/lab.ts';
import { type Bitmap, threshold } from '../../src/imaging/pixels/morphology.ts';
import type { Plane, RgbBytes } from '../../src/imaging/pixels/plane.ts';
import { chooseDamage, mendedShare } from '../../src/imaging/restore/steps/choose-damage.ts';
import { fillLightness } from '../../src/imaging/restore/steps/fill-lightness.ts';
import { fillTint } from '../../src/imaging/restore/steps/fill-tint.ts';
import { findFeatures } from '../../src/imaging/restore/steps/find-features.ts';
import { liftStains } from '../../src/imaging/restore/steps/lift-stains.ts';
import { mend } from '../../src/imaging/restore/steps/mend.ts';
import { searchedPixelsMax, shrinkForDamage } from '../../src/imaging/restore/steps/shrink-for-damage.ts';
import { photosIn } from './colour-folder.ts';
import { type SheetRow, writeContactSheet } from './contact-sheet.ts';
import {
  f1Of,
  foundByNet,
  type Hits,
  type KnownDamage,
  knownDamage,
  mendedByService,
  psnrInside,
  sumOf,
} from './damage-scores.ts';
import { evalFading } from './fading.ts';
import { damageKinds } from './print-damage.ts';
import { seededRandom } from './seeded-random.ts';
import { telea } from './telea.ts';

const shortSidePx = 256;
const oldPhotoSidePx = 640;
/** The shorter side of large photos: nearly the size in which the service searches for damage in a scan. */
const scanSidePx = 740;
/** The number of kinds of damage that are drawn on each photo, one after the other. */
const kindsPerPhoto = 2;
/** The least number of damaged pixels with which a photo is scored. */
const damagedPixelsMin = 20;

interface Restored {
  readonly mended: RgbBytes;
  readonly certainty: Plane;
  readonly opacity: Plane;
}

/** A photo without damage, and the share of it that was mended by mistake. */
interface CleanPhoto extends SheetRow {
  readonly share: number;
}

interface ScoredDamage {
  readonly kind: string;
  readonly net: Hits;
  readonly service: Hits;
  /** PSNR inside damage in dB. */
  readonly dB: Readonly<Record<'damaged' | 'teleaTrue' | 'fillTrue' | 'teleaFound' | 'service', number>>;
  /** The largest change of a byte where the service mends nothing. */
  readonly changeOutside: number;
  readonly sheetRow: SheetRow;
}

/** The steps of the service up to mending; `restoreInMemory` then restores the tones, which changes every pixel. */
async function restored(image: RgbBytes): Promise<Restored> {
  const lightness = shrinkForDamage(image);
  const certainty = await findDamage(lightness);
  const opacity = chooseDamage(lightness, certainty, await findFeatures(lightness));
  const filled = repairedBy(lightness, threshold(opacity, 0));
  return { mended: mendedCopy(image, opacity, filled), opacity, certainty };
}

function repairedBy(lightness: Plane, hole: Bitmap): Plane {
  return liftStains(lightness, hole, fillLightness(lightness, hole));
}

function mendedCopy(image: RgbBytes, opacity: Plane, repaired: Plane): RgbBytes {
  const tint = fillTint(image, opacity);
  return mend({ ...image, data: image.data.slice() }, { opacity, repaired, tint });
}

const lightnessIn = (image: RgbBytes): Plane => shrinkLightness(image, image.width, image.height);
async function scored(photo: RgbBytes, kind: string, seed: number): Promise<ScoredDamage | null> {
  const draw = damageKinds[kind];
  if (draw === undefined) throw new Error(`no kind of damage is called ${kind}`);
  const damaged = greyPicture(draw(lightnessIn(photo), seededRandom(seed)));
  const known = knownDamage(lightnessIn(photo), lightnessIn(damaged));
  if (known.damaged.data.reduce((sum, bit) => sum + bit, 0) < damagedPixelsMin) return null;
  const { mended, certainty, opacity } = await restored(damaged);
  const altered: Plane = { ...known.altered, data: Float32Array.from(known.altered.data) };
  const inside = (lightness: Plane): number => psnrInside(lightness, known);
  return {
    kind,
    net: foundByNet(certainty, known),
    service: mendedByService(opacity, known),
    dB: {
      damaged: inside(known.drawn),
      teleaTrue: inside(telea(known.drawn, known.altered)),
      fillTrue: inside(lightnessIn(mendedCopy(damaged, altered, repairedBy(known.drawn, known.altered)))),
      teleaFound: inside(telea(known.drawn, threshold(opacity, 0))),
      service: inside(lightnessIn(mended)),
    },
    changeOutside: largestChange(damaged, mended, (i) => opacity.data[i] === 0),
    sheetRow: { caption: '', pictures: [damaged, marked(damaged, opacity, known), mended, photo] },
  };
}

function largestChange(one: RgbBytes, other: RgbBytes, isCompared: (i: number) => boolean): number {
  return one.data.reduce(
    (largest, value, p) =>
      isCompared(Math.floor(p / 3)) ? Math.max(largest, Math.abs(value - (other.data[p] ?? 0))) : largest,
    0,
  );
}

/** Green: mended damage. Red: mended, but not damaged. Blue: damaged, but not mended. */
function marked(image: RgbBytes, opacity: Plane, { damaged, altered }: KnownDamage): RgbBytes {
  const data = image.data.slice();
  for (let i = 0; i < opacity.data.length; i++) {
    const isMended = (opacity.data[i] ?? 0) > 0;
    if (isMended) data.set(altered.data[i] === 1 ? [0, 170, 0] : [220, 0, 0], 3 * i);
    else if (damaged.data[i] === 1) data.set([0, 60, 255], 3 * i);
  }
  return { ...image, data };
}

/** The photos that are scored: small ones, large ones like scans, and old prints whose damage is unknown. */
export interface RestorePhotos {
  readonly small: readonly string[];
  readonly large: string | undefined;
  readonly old: string | undefined;
}

export async function evalRestore({ small, large, old }: RestorePhotos, outFolder: string): Promise<void> {
  await evalSize(small, shortSidePx, outFolder, 'restore');
  console.log('tones of faded prints');
  await evalFading(small);
  if (large !== undefined) {
    console.log(`photos as large as scans: ${scanSidePx} px on the shorter side`);
    await evalSize([large], scanSidePx, outFolder, 'restore-large');
  }
  if (old !== undefined) await restoreOldPhotos(old, outFolder);
}

/** Scores the photos of these folders at this size, and writes sheets whose names begin with `name`. */
async function evalSize(
  folders: readonly string[],
  sidePx: number,
  outFolder: string,
  name: string,
): Promise<void> {
  const kinds = Object.keys(damageKinds);
  const rows: ScoredDamage[] = [];
  const clean: CleanPhoto[] = [];
  let number = 0;
  for (const folder of folders) {
    for (const file of await photosIn(folder)) {
      const photo = greyOf(await loadPhoto(join(folder, file), sidePx));
      // The service would shrink such a long photo, and its result could not be compared pixel by pixel.
      if (photo.width * photo.height > searchedPixelsMax) continue;
      for (let i = 0; i < kindsPerPhoto; i++) {
        const kind = kinds[number % kinds.length] ?? '';
        const row = await scored(photo, kind, number++);
        if (row !== null) {
          const caption = `${file} ${kind}: ${row.dB.damaged.toFixed(1)}, mended ${row.dB.service.toFixed(1)} dB`;
          rows.push({ ...row, sheetRow: { ...row.sheetRow, caption } });
        }
      }
      const { mended, opacity } = await restored(photo);
      const nothing = knownDamage(lightnessIn(photo), lightnessIn(photo));
      const share = mendedShare(opacity);
      const caption = `${file}: ${(100 * share).toFixed(2)} % mended`;
      clean.push({ share, caption, pictures: [photo, marked(photo, opacity, nothing), mended] });
    }
  }
  printScores(rows, kinds);
  printAims(
    rows,
    clean.map(({ share }) => share),
  );
  await writeSheets(rows, clean, outFolder, name);
}

const fixed = (value: number, digits: number): string => value.toFixed(digits).padStart(6);
const meanDb = (rows: readonly ScoredDamage[], key: keyof ScoredDamage['dB']): number =>
  mean(rows.map(({ dB }) => dB[key]));

function printScores(rows: readonly ScoredDamage[], kinds: readonly string[]): void {
  console.log(
    'found by the net, pixel by pixel | mended by the service, 2 px tolerance | PSNR inside damage, dB',
  );
  console.log(
    '                photos     F1  prec. recall |     F1  prec. recall | damaged; true mask: Telea, service; found mask: Telea, service',
  );
  for (const kind of [...kinds, 'all']) {
    const of = rows.filter((row) => kind === 'all' || row.kind === kind);
    const found = (which: 'net' | 'service'): string => {
      const sum = sumOf(of.map((row) => row[which]));
      return [f1Of(sum), sum.hits / sum.found, sum.hits / sum.there]
        .map((value) => fixed(value, 3))
        .join(' ');
    };
    const dB = (['damaged', 'teleaTrue', 'fillTrue', 'teleaFound', 'service'] as const)
      .map((key) => fixed(meanDb(of, key), 1))
      .join(' ');
    console.log(`${kind.padEnd(16)} ${fixed(of.length, 0)} ${found('net')} | ${found('service')} | ${dB}`);
  }
}

function printAims(rows: readonly ScoredDamage[], shares: readonly number[]): void {
  const line = (name: string, value: string, aim: string): void =>
    console.log(`${name.padEnd(58)} ${value.padStart(8)}  ${aim}`);
  line('', 'measured', 'aim');
  line('F1 of the net, pixel by pixel', fixed(f1Of(sumOf(rows.map(({ net }) => net))), 3), 'at least 0.8');
  const gain = (ours: 'fillTrue' | 'service', theirs: 'teleaTrue' | 'teleaFound'): string =>
    fixed(meanDb(rows, ours) - meanDb(rows, theirs), 2);
  line('PSNR inside damage minus that of Telea, true mask, dB', gain('fillTrue', 'teleaTrue'), 'at least 3');
  line('the same with the mask that the service found, dB', gain('service', 'teleaFound'), 'at least 3');
  const outside = Math.max(...rows.map(({ changeOutside }) => changeOutside));
  line('largest change of a byte where nothing is mended', fixed(outside, 0), '0');
  line('pixels mended in photos without damage, %', fixed(100 * mean(shares), 2), 'at most 0.3');
  line('  of the photo with the most, %', fixed(100 * Math.max(...shares), 2), '');
  const changed = shares.filter((share) => share > 0).length / shares.length;
  line('photos without damage that are changed, %', fixed(100 * changed, 0), '');
}

async function writeSheets(
  rows: readonly ScoredDamage[],
  clean: readonly CleanPhoto[],
  outFolder: string,
  name: string,
): Promise<void> {
  const form = { cellWidthPx: 256, cellHeightPx: 200, across: 2 };
  const worstFirst = [...rows].sort((a, b) => a.dB.service - b.dB.service).map(({ sheetRow }) => sheetRow);
  await writeContactSheet(join(outFolder, `${name}-damaged-marks-mended-truth.jpg`), worstFirst, form);
  const most = [...clean].sort((a, b) => b.share - a.share).slice(0, 40);
  await writeContactSheet(join(outFolder, `${name}-clean-marks-mended.jpg`), most, form);
}

async function restoreOldPhotos(folder: string, outFolder: string): Promise<void> {
  const rows: SheetRow[] = [];
  for (const name of await photosIn(folder)) {
    const photo = await loadPhoto(join(folder, name), oldPhotoSidePx);
    const { mended, opacity } = await restored(photo);
    const nothing = knownDamage(lightnessIn(photo), lightnessIn(photo));
    rows.push({ caption: name, pictures: [photo, marked(photo, opacity, nothing), mended] });
  }
  console.log(`old prints with unknown damage: ${rows.length}, see the sheet`);
  await writeContactSheet(join(outFolder, 'restore-old-marks-mended.jpg'), rows, {
    cellWidthPx: 420,
    cellHeightPx: 420,
    across: 1,
  });
}
