/** Prints the measured figures of the colouriser beside their targets, for colour photos that no training run used. */

import { type ColourScores, mean } from '../../bench/colour-scores.ts';
import type { ScoredPhoto } from './colour-folder.ts';
import type { RegionScores } from './region-scores.ts';

const degreesPerRadian = 180 / Math.PI;

/** Returns the means over all photos. */
function meansOf(rows: readonly ScoredPhoto[], which: 'truth' | 'ours') {
  const score = (key: keyof ColourScores): number => mean(rows.map(({ scores }) => scores[which][key]));
  const region = (key: keyof RegionScores): number => mean(rows.map(({ regions }) => regions[which][key]));
  return {
    ciede2000: score('ciede2000'),
    psnr: score('psnr'),
    colourfulness: score('colourfulness'),
    leftGrey: 100 * score('leftGrey'),
    falseChroma: score('falseChroma'),
    evenSpread: region('evenSpread'),
    skyChroma: region('skyChroma'),
    faceChroma: region('faceChroma'),
    bodySkinShare: region('bodySkinChroma') / region('facesOfBodySkinChroma'),
    lipsHue: Math.atan2(region('lipsB'), region('lipsA')) * degreesPerRadian,
  };
}

export function printAims(rows: readonly ScoredPhoto[]): void {
  const [ours, truth] = [meansOf(rows, 'ours'), meansOf(rows, 'truth')];
  const counted = (key: keyof RegionScores): string =>
    `${rows.filter(({ regions }) => Number.isFinite(regions.truth[key])).length} photos`;
  const grey = mean(rows.map(({ scores }) => scores.grey.ciede2000));
  const line = (name: string, key: keyof typeof ours, digits: number, aim: string): void => {
    const ofTruth = key === 'psnr' || key === 'ciede2000' ? '–' : truth[key].toFixed(digits);
    console.log(`${name.padEnd(44)} ${ours[key].toFixed(digits).padStart(7)} ${ofTruth.padStart(7)}  ${aim}`);
  };
  console.log(`${rows.length} photos${' '.repeat(36)}    ours   truth  aim`);
  line('CIEDE2000', 'ciede2000', 2, `at most 9.0 (grey ${grey.toFixed(2)})`);
  line('PSNR, dB', 'psnr', 2, 'at least 24');
  line('colourfulness', 'colourfulness', 1, 'within 10 % of the truth');
  line('coloured area left grey, %', 'leftGrey', 1, 'at most 20');
  line('chroma on neutral', 'falseChroma', 2, 'at most 5.5');
  line(`spread in even regions (${counted('evenSpread')})`, 'evenSpread', 2, 'at most 3.2');
  line(`sky chroma (${counted('skyChroma')})`, 'skyChroma', 1, 'at most 22');
  line(`face chroma (${counted('faceChroma')})`, 'faceChroma', 1, 'near the truth');
  line(`skin below the chin / face (${counted('bodySkinChroma')})`, 'bodySkinShare', 2, 'at least 0.95');
  line('hue of the lips, degrees', 'lipsHue', 1, 'near the truth');
}
