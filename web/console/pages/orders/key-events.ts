/**
 * Which lines of a timeline make an order's story. The rest say the same from another side (an attempt that won
 * beside `paid`, the provider's message about it) or went as it should: of use only when something is searched for.
 */

import type { TimelineItem } from '../../api/types.ts';

/** Messages of a provider that changed what nothing else tells of. */
const tellingVerdicts: ReadonlySet<string> = new Set([
  'late',
  'losing',
  'wrong_amount',
  'unknown_payment',
  'unknown_refund',
  'doubted',
  'contradicted',
]);

/** Both are tried for days: an attempt that fails is part of the plan. */
const repeatedAsMeant: ReadonlySet<string> = new Set(['deliver_event', 'check_payment']);

/** Their line of the order's history has the same reason. (A job that is tried again has no such line.) */
const toldByHistory: ReadonlySet<string> = new Set(['refund_requested', 'refund_retried']);

export function isKeyEvent({ kind, what, data }: TimelineItem): boolean {
  switch (kind) {
    case 'history':
      return true;
    case 'payment':
      return what !== 'opening' && what !== 'won';
    case 'notify':
      return tellingVerdicts.has(what);
    case 'job':
      return data.end === 'exhausted' || (data.end === 'failed' && !repeatedAsMeant.has(what));
    case 'refund':
      return data.purpose === 'surplus';
    case 'event':
      return false;
    case 'operator':
      return !toldByHistory.has(what);
    default:
      return kind satisfies never;
  }
}
