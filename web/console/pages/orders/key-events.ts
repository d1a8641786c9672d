/**
 * Decides which lines of an order's timeline are key events. The other lines report the same as a key event,
 * as a payment notification does for `paid`, or are routine. Operators need them only when they investigate.
 */

import type { TimelineItem } from '../../api/types.ts';

/** Verdicts on payment notifications that no other line reports. */
const keyVerdicts: ReadonlySet<string> = new Set([
  'late',
  'losing',
  'wrong_amount',
  'unknown_payment',
  'unknown_refund',
  'doubted',
  'contradicted',
]);

/** These jobs retry for days, so a single failed attempt is routine. */
const routinelyRetried: ReadonlySet<string> = new Set(['deliver_event', 'check_payment']);

/** Actions of the audit log that a line of the order's history or of a problem also shows. */
const alsoInHistory: ReadonlySet<string> = new Set([
  'refund_requested',
  'refund_retried',
  'problem_reported',
  'problem_answered',
]);

/** The states in which a refund rests. */
const isEnd: ReadonlySet<string> = new Set(['done', 'failed']);

/** The audit log has these actions. They change nothing about the order. */
const changesNothing: ReadonlySet<string> = new Set(['order_number_shown']);

export function isKeyEvent({ kind, what, data }: TimelineItem): boolean {
  switch (kind) {
    case 'history':
      return true;
    case 'payment':
      return what !== 'opening' && what !== 'won';
    case 'notify':
      return keyVerdicts.has(what);
    case 'job':
      return data.end === 'exhausted' || (data.end === 'failed' && !routinelyRetried.has(what));
    case 'refund':
      // A line of the order's history shows the request of a partial refund, but not its end.
      return data.purpose === 'surplus' || (typeof data.months === 'number' && isEnd.has(what));
    case 'problem':
      return true;
    case 'event':
      return false;
    case 'operator':
      // If the answer is a new picture, the customer sees it later, when the picture is finished.
      if (data.answer === 'remake') return true;
      return !alsoInHistory.has(what) && !changesNothing.has(what);
    default:
      return kind satisfies never;
  }
}
