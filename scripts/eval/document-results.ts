/**
 * The results of the evaluation of documents: reads them from lines of JSON, and prints the figures that follow from
 * them.
 */

import { portraitLabels } from './portrait-labels.ts';

export interface DocumentResult {
  readonly photo: string;
  readonly rule: string;
  /** Whether the photo keeps its own background, so that it is only cropped. */
  readonly isPhotographed: boolean;
  readonly outcome: 'sold' | 'undelivered';
  /** Why the photo is not delivered. */
  readonly reason: string | null;
  /** The names of the lines of the report whose values do not obey the rule. */
  readonly missed: readonly string[];
  /**
   * The names of lines of a sold photo whose values are outside the range of the rule, but by no more than the
   * tolerance of the measurement.
   */
  readonly outside: readonly string[];
  /** Whether the delivered file shows the second crop. Absent: no file was made. */
  readonly isCroppedAgain?: boolean;
  /**
   * The reason for which the check before payment refuses the photo; null: it does not refuse. Absent: the check was
   * not made.
   */
  readonly checked?: string | null;
  /**
   * Whether the task of the service makes the same file, or refuses the photo as well. Absent: the task did not run.
   */
  readonly isSame?: boolean;
}

/** Only this evaluation writes the file, so the line is not validated. */
export function parseResult(line: string): DocumentResult {
  return JSON.parse(line) as DocumentResult;
}

export function printDocuments(results: readonly DocumentResult[], all: number): void {
  const sold = results.filter(({ outcome }) => outcome === 'sold');
  const others = results.filter(({ outcome }) => outcome === 'undelivered');
  const late = others.filter(({ checked }) => checked === null);
  const unsold = sold.filter(({ checked }) => typeof checked === 'string');
  const rechecked = sold.filter(({ checked }) => checked !== undefined);
  const outside = sold.filter((result) => result.outside.length > 0);
  console.log(
    `${results.length} of ${all} pairs of photo and rule: ${sold.length} sold, ${others.length} not`,
  );
  console.log(
    `sold files outside a range of their rule: ${outside.length} (${countsOf(outside.flatMap((r) => r.outside))})`,
  );
  const again = results.filter(({ isCroppedAgain }) => isCroppedAgain === true);
  console.log(`files that were cropped again: ${again.length} (${countsOf(again.map(({ rule }) => rule))})`);
  console.log(
    `not delivered, and not refused before payment: ${late.length} (${countsOf(late.map(textOf))})`,
  );
  console.log(
    `sold, but refused by the check: ${unsold.length} of ${rechecked.length} (${countsOf(unsold.map((r) => String(r.checked)))})`,
  );
  const compared = results.filter(({ isSame }) => isSame !== undefined);
  console.log(
    `the task of the service makes the same file: ${compared.filter(({ isSame }) => isSame).length} of ${compared.length}`,
  );
  console.log(`refused: ${countsOf(others.map(({ reason }) => String(reason)))}`);
  console.log(`lines that failed: ${countsOf(others.flatMap(({ missed }) => missed))}`);
  for (const [name, photos] of Object.entries(portraitLabels)) {
    const of = results.filter(({ photo }) => photos.has(Number.parseInt(photo, 10)));
    for (const isPhotographed of [false, true]) {
      const part = of.filter((result) => result.isPhotographed === isPhotographed);
      // Leave out photos that were refused as too small: the photos of the set are small, so this refusal is not a
      // fault of the cut-out or of the measures.
      const large = part.filter(({ reason }) => reason !== 'face_too_small');
      const refused = large.filter(({ outcome }) => outcome === 'undelivered');
      const share = large.length === 0 ? '–' : `${((100 * refused.length) / large.length).toFixed(1)} %`;
      const kind = isPhotographed ? 'crop only' : 'new background';
      console.log(
        `${name}, ${kind}: ${refused.length} of ${large.length} refused, ${share} (${countsOf(refused.map(textOf))})`,
      );
    }
  }
}

const textOf = ({ rule, reason }: DocumentResult) =>
  reason === 'rule_missed' ? `${reason} of ${rule}` : String(reason);

/** `rule_missed 3, too_blurred 1`, the most frequent first. */
function countsOf(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([value, count]) => `${value} ${count}`)
    .join(', ');
}
