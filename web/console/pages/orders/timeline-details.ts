/** What else a line of the timeline knows, in a few words. Numbers speak for themselves by their first letters. */

import { failSentence } from '../../../../src/domain/fail-reasons.ts';
import { failWord } from '../../../shared/fail-words.ts';
import type { TimelineItem } from '../../api/types.ts';
import { amountText } from '../../components/amount.tsx';
import { durationText } from '../../format/duration-text.ts';
import { sayAgain } from '../../texts/service-sentences.ts';
import { language, t, wordOf } from '../../texts/words.ts';
import { cancellerWords, jobEndWords } from '../../texts/names-old.ts';

/** In the order in which they are told. What is not here is shown elsewhere, or of no use to a person. */
const told = ['provider', 'channel', 'amount', 'received', 'reason', 'by'] as const;
const numbers = ['payment_no', 'refund_no', 'provider_ref', 'event_id'] as const;

function jobText(data: TimelineItem['data']): string[] {
  const words: string[] = [];
  if (typeof data.end === 'string') words.push(wordOf(jobEndWords, data.end));
  if (typeof data.attempt === 'number') words.push(t('attempt {count}', { count: data.attempt }));
  if (typeof data.duration_ms === 'number') words.push(durationText(data.duration_ms));
  return words;
}

/** A reason is a code where work failed, and a sentence where money goes back: the service's own or a person's. */
function reasonText(what: string, reason: string): string {
  if (what === 'work_failed') return failWord(failSentence(reason), language);
  const known = failWord(reason, language);
  return known === reason ? sayAgain(reason) : known;
}

function valueText(item: TimelineItem, name: (typeof told)[number], currency: string): string | null {
  const value = item.data[name];
  if (value === null || value === undefined || value === '') return null;
  switch (name) {
    case 'provider':
      // The actor is told as well.
      return item.actor === `provider ${value}` ? null : String(value);
    case 'amount':
      return item.data.received === value ? null : amountText(Number(value), currency);
    case 'received':
      return amountText(Number(value), currency);
    case 'reason':
      return reasonText(item.what, String(value));
    case 'by':
      // Customers and operators are told as actors, by name.
      return value === 'expiry' ? wordOf(cancellerWords, 'expiry') : null;
    case 'channel':
      return String(value);
    default:
      return name satisfies never;
  }
}

export function dataText(item: TimelineItem, currency: string): string {
  return [
    ...jobText(item.data),
    ...told.map((name) => valueText(item, name, currency)).filter((text) => text !== null),
  ].join(' · ');
}

/** Numbers of payments, refunds and events, to look for elsewhere. */
export function numbersOf({ data }: TimelineItem): string[] {
  return numbers.map((name) => data[name]).filter((value) => typeof value === 'string');
}
