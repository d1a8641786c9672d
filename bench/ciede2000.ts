/**
 * The colour difference CIEDE2000 (Sharma, Wu, Dalal, 2005), with all weights 1. A difference of 1 is just visible; at
 * 10 the colours look clearly different.
 */

/** L, a and b of CIE Lab. */
export type Lab = readonly [lightness: number, a: number, b: number];

const degree = Math.PI / 180;
const pow25To7 = 25 ** 7;

export function ciede2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const meanChroma7 = ((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) ** 7;
  const stretch = 1.5 - 0.5 * Math.sqrt(meanChroma7 / (meanChroma7 + pow25To7));
  const [c1, c2] = [Math.hypot(a1 * stretch, b1), Math.hypot(a2 * stretch, b2)];
  const [h1, h2] = [hueOf(a1 * stretch, b1), hueOf(a2 * stretch, b2)];
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : nearestTurn(h2 - h1);
  const deltaHue = 2 * Math.sqrt(c1 * c2) * Math.sin(turn / 2);
  const meanL = (l1 + l2) / 2;
  const meanC = (c1 + c2) / 2;
  const meanH = isGrey ? h1 + h2 : h1 + turn / 2;
  const t =
    1 -
    0.17 * Math.cos(meanH - 30 * degree) +
    0.24 * Math.cos(2 * meanH) +
    0.32 * Math.cos(3 * meanH + 6 * degree) -
    0.2 * Math.cos(4 * meanH - 63 * degree);
  const weightL = 1 + (0.015 * (meanL - 50) ** 2) / Math.sqrt(20 + (meanL - 50) ** 2);
  const weightC = 1 + 0.045 * meanC;
  const weightH = 1 + 0.015 * meanC * t;
  const blueTurn = 30 * degree * Math.exp(-((nearestTurn(meanH - 275 * degree) / (25 * degree)) ** 2));
  const meanC7 = meanC ** 7;
  const rotation = -2 * Math.sqrt(meanC7 / (meanC7 + pow25To7)) * Math.sin(2 * blueTurn);
  const partL = (l2 - l1) / weightL;
  const partC = (c2 - c1) / weightC;
  const partH = deltaHue / weightH;
  return Math.sqrt(partL ** 2 + partC ** 2 + partH ** 2 + rotation * partC * partH);
}

function hueOf(a: number, b: number): number {
  return a === 0 && b === 0 ? 0 : (Math.atan2(b, a) + 2 * Math.PI) % (2 * Math.PI);
}

/** Returns the equal angle between −π and π. */
function nearestTurn(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
