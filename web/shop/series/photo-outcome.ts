/** What the check of each photo of a series has shown, and the counts of a whole series. */

export type PhotoOutcome =
  /** The photo waits, is uploaded or is checked. */
  | { readonly kind: 'pending' }
  | {
      readonly kind: 'passed';
      readonly path: string;
      readonly smallCopy: Blob | null;
      /** See `PhotoVerdict`. */
      readonly preview: string | null;
    }
  /** The picture cannot be made from this photo. */
  | { readonly kind: 'refused' }
  /** The upload failed; the customer can try again. */
  | { readonly kind: 'failed' };

export const pending: PhotoOutcome = { kind: 'pending' };

export type OutcomeCounts = Readonly<Record<PhotoOutcome['kind'], number>>;

export function countOutcomes(outcomes: readonly PhotoOutcome[]): OutcomeCounts {
  const counts = { pending: 0, passed: 0, refused: 0, failed: 0 };
  for (const { kind } of outcomes) counts[kind] += 1;
  return counts;
}
