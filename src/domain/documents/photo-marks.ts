/**
 * Computes where a page draws the lines of a document's rule on a photo: the measured positions of hair, crown, eyes
 * and chin, and the range that the rule allows for each of them. All values are shares of the photo's height, counted
 * from the upper edge.
 */

import type { DocumentRule } from './document-rule.ts';
import { headBandsOf, type Range } from './head-bands.ts';
import type { PhotoMeasures } from './photo-measures.ts';

export const markNames = ['hair', 'crown', 'eyes', 'chin'] as const;

export interface PhotoMark {
  readonly name: (typeof markNames)[number];
  readonly at: number;
  /** Null: the rule does not limit this position. */
  readonly range: Range | null;
}

/**
 * @returns the marks from top to bottom; empty without a face. The crown is only marked if the rule measures the
 * head without the hair. A rule limits the height of the head, so the range of the hair or the crown is counted
 * upwards from the measured chin.
 */
export function photoMarksOf(rule: DocumentRule, measures: PhotoMeasures): PhotoMark[] {
  const { above: hair, hair_to_chin: hairToChin, crown_to_chin: crownToChin } = measures;
  const { eyes_above_bottom: eyesAboveBottom } = measures;
  if (hair === null || hairToChin === null) return [];
  const bands = headBandsOf(rule);
  const chin = hair + hairToChin;
  const headTop: Range | null =
    bands.head === null ? null : { min: chin - bands.head.max, max: chin - bands.head.min };
  const isFromHair = bands.headFrom === 'hair';
  const marks: PhotoMark[] = [
    { name: 'hair', at: hair, range: isFromHair ? common(bands.above, headTop) : bands.above },
  ];
  if (!isFromHair && crownToChin !== null) {
    marks.push({ name: 'crown', at: chin - crownToChin, range: headTop });
  }
  if (eyesAboveBottom !== null) {
    const range = bands.eyes === null ? null : { min: 1 - bands.eyes.max, max: 1 - bands.eyes.min };
    marks.push({ name: 'eyes', at: 1 - eyesAboveBottom, range });
  }
  return [...marks, { name: 'chin', at: chin, range: null }];
}

/**
 * Returns the part that both ranges have in common. If they have none, no position meets the rule, and the first range
 * is returned.
 */
function common(one: Range | null, other: Range | null): Range | null {
  if (one === null || other === null) return one ?? other;
  const both = { min: Math.max(one.min, other.min), max: Math.min(one.max, other.max) };
  return both.min < both.max ? both : one;
}
