/** Divides a picture for nets that need too much memory for the whole of it. */

/** A stretch of a side: what the net receives, and the part inside of it whose result is used. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly usedFrom: number;
  readonly usedTo: number;
}

/**
 * Divides a side into stretches of about equal length whose used parts cover it without gap or overlap. The net receives
 * up to `margin` more on both sides of a used part, because it sees too little near the edge of its input.
 */
export function stretchesOf(length: number, count: number, margin: number): readonly Stretch[] {
  return Array.from({ length: count }, (_, i) => {
    const usedFrom = Math.round((i * length) / count);
    const usedTo = Math.round(((i + 1) * length) / count);
    const from = Math.max(0, usedFrom - margin);
    return { from, to: Math.min(length, usedTo + margin), usedFrom, usedTo };
  });
}
