/** What else a line of the timeline knows, in a few words. */

import type { TimelineItem } from '../../api/types.ts';
import { amountText } from '../../parts/amount.tsx';
import { durationText } from '../../parts/duration.ts';
import { t, wordOf } from '../../texts/t.ts';
import { dataWords, jobEndWords } from '../../texts/words.ts';

/** Shown elsewhere, or of no use to a person. */
const leftOut: ReadonlySet<string> = new Set([
  'error',
  'end',
  'attempt',
  'duration_ms',
  'currency',
  'payment_id',
  'key',
  'purpose',
]);

/** In minor units of the order's currency. */
const moneyNames: ReadonlySet<string> = new Set(['amount', 'received', 'price']);

function valueText(name: string, value: unknown, currency: string): string {
  if (typeof value === 'number' && moneyNames.has(name)) return amountText(value, currency);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function jobText(data: TimelineItem['data']): string[] {
  const words: string[] = [];
  if (typeof data.end === 'string') words.push(wordOf(jobEndWords, data.end));
  if (typeof data.attempt === 'number') words.push(t('attempt {count}', { count: data.attempt }));
  if (typeof data.duration_ms === 'number') words.push(durationText(data.duration_ms));
  return words;
}

export function dataText({ data, actor }: TimelineItem, currency: string): string {
  const others = Object.entries(data)

    .filter(([name, value]) => !leftOut.has(name) && value !== null && value !== '')
    .filter(([name, value]) => !(name === 'provider' && actor === `provider ${value}`))
    .filter(([name]) => !(name === 'amount' && data.received === data.amount))

    .map(([name, value]) => `${wordOf(dataWords, name)}: ${valueText(name, value, currency)}`);
  return [...jobText(data), ...others].join(' · ');
}
