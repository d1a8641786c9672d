/**
 * Decides which lines of an order's timeline are key events. Every other line repeats what a key event reports (a
 * payment notification repeats `paid`) or is routine, and operators need it only when they investigate.
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
  'returned_twice',
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

/** The states in which the service does no more work on a refund. */
const isEnd: ReadonlySet<string> = new Set(['done', 'failed']);

/** Actions in the audit log that change nothing about the order. */
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
      // The line about the operator's action shows how a refund was settled.
      if (what === 'settled') return false;
      // A line of the order's history shows the request of a partial refund, but not its end.
      return data.purpose === 'surplus' || (typeof data.months === 'number' && isEnd.has(what));
    case 'problem':
      return true;
    case 'event':
      return false;
    case 'operator':
      // If the answer to a problem is a new picture, the line of the problem shows the answer only when the picture
      // is finished, so the action of the operator is a key event.
      if (data.answer === 'remake') return true;
      // The history of the order shows only the settlement of the whole refund.
      if (what === 'refund_settled') return data.purpose === 'surplus' || typeof data.months === 'number';
      return !alsoInHistory.has(what) && !changesNothing.has(what);
    default:
      return kind satisfies never;
  }
}
