/**
 * What a line of the timeline shows below its title: a few words, and numbers with which operators search
 * for the payment, refund or webhook elsewhere.
 */

import { photoWord } from '../../../shared/photo-words.ts';
import type { TimelineItem } from '../../api/types.ts';
import { amountText } from '../../format/amount-text.ts';
import { durationText } from '../../format/duration-text.ts';
import { nameOf } from '../../texts/name-of.ts';
import { words } from '../../texts/words.ts';

/**
 * The fields that a line shows, in this order. Other fields are shown elsewhere or do not help an operator.
 */
const shown = ['provider', 'channel', 'months', 'amount', 'received', 'reason', 'answer', 'by'] as const;
const numbers = ['payment_no', 'refund_no', 'provider_ref', 'event_id'] as const;

function jobDetails(data: TimelineItem['data']): string[] {
  const { t } = words();
  const details: string[] = [];
  if (typeof data.end === 'string') details.push(nameOf(t.names.jobEnd, data.end));
  if (typeof data.attempt === 'number') details.push(t.orders.attemptNumber(data.attempt));
  if (typeof data.duration_ms === 'number') details.push(durationText(data.duration_ms, t.common));
  return details;
}

/**
 * Failed work has a code as its reason. The automatic refund after it stores the code's English sentence, which the
 * line of the failed work already shows translated. Other reasons are a person's own words.
 */
function reasonDetail({ kind, what, actor, data }: TimelineItem, reason: string): string | null {
  const { t, language } = words();
  if (kind === 'problem') return nameOf(t.problems.reason, reason);
  if (what === 'work_failed') return photoWord(reason, language) ?? t.orders.failedUnknown;
  // A line about the refund of the order needs no details, because a line of the order's history shows the
  // reason.
  if (kind === 'refund') return data.purpose === 'surplus' ? t.orders.refundedAutomatically : null;
  if (kind === 'history' && actor === 'system') return t.orders.refundedAutomatically;
  return reason;
}

function detail(item: TimelineItem, name: (typeof shown)[number], currency: string): string | null {
  const { t } = words();
  const value = item.data[name];
  if (value === null || value === undefined || value === '') return null;
  switch (name) {
    case 'provider':
      // The line already shows the provider as its actor.
      return item.actor === `provider ${value}` ? null : nameOf(t.names.provider, String(value));
    case 'months':
      return t.users.monthCount(Number(value));
    case 'amount':
      return item.data.received === value ? null : amountText(Number(value), currency);
    case 'received':
      return amountText(Number(value), currency);
    case 'reason':
      return reasonDetail(item, String(value));
    case 'answer':
      return nameOf(t.problems.answer, String(value));
    case 'by':
      // Only a cancellation by `expiry` needs this detail: the line already shows a customer or an operator as its
      // actor.
      return value === 'expiry' ? t.names.canceller.expiry : null;
    case 'channel':
      return nameOf(t.names.channel, String(value));
    default:
      return name satisfies never;
  }
}

export function timelineDetails(item: TimelineItem, currency: string): string {
  return [
    ...jobDetails(item.data),
    ...shown.map((name) => detail(item, name, currency)).filter((text) => text !== null),
  ].join(' · ');
}

export function numbersOf({ data }: TimelineItem): string[] {
  return numbers.map((name) => data[name]).filter((value) => typeof value === 'string');
}
