/** The lengths of a document rule as shares of the photo's height, as the crop and the measurements use them. */

import type { DocumentRule, LengthBand } from './document-rule.ts';

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** All values are shares of the photo's height. Null: the office states nothing. */
export interface HeadBands {
  /** Whether the head is measured from the top of the hair or from the crown without the hair. */
  readonly headFrom: 'hair' | 'crown';
  readonly head: Range | null;
  /** Distance from the lower edge of the photo up to the eyes. */
  readonly eyes: Range | null;
  /** Distance from the upper edge of the photo down to the top of the hair. */
  readonly above: Range | null;
  readonly faceWidth: Range | null;
}

export function headBandsOf({ size, head, eyesAboveBottom, above, faceWidth }: DocumentRule): HeadBands {
  const shares = (band: LengthBand | null): Range | null => {
    if (band === null) return null;
    const whole = { mm: size.heightMm, px: size.heightPx, percent: 100 }[band.unit];
    return { min: band.min / whole, max: band.max / whole };
  };
  return {
    headFrom: head?.measured === 'crown_to_chin' ? 'crown' : 'hair',
    head: shares(head),
    eyes: shares(eyesAboveBottom),
    above: shares(above),
    faceWidth: shares(faceWidth),
  };
}
