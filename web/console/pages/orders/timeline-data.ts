/** What else a line of the timeline knows, in a few words. */

import type { TimelineItem } from '../../api/types.ts';
import { amountText } from '../../parts/amount.tsx';
import { durationText } from '../../parts/duration.ts';
import { t } from '../../texts/t.ts';

const endWords: Readonly<Record<string, string>> = {
  done: 'Went well',
  failed: 'Failed, is tried again',
  exhausted: 'Failed for the last time',
};

/** Shown elsewhere, or of no use to a person. */
const leftOut: ReadonlySet<string> = new Set(['error', 'end', 'attempt', 'duration_ms']);

/** In minor units of the order's currency. */
const moneyNames: ReadonlySet<string> = new Set(['amount', 'received', 'price']);

function valueText(name: string, value: unknown, currency: string): string {
  if (typeof value === 'number' && moneyNames.has(name)) return amountText(value, currency);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function jobText(data: TimelineItem['data']): string[] {
  const words: string[] = [];
  const end = typeof data.end === 'string' ? endWords[data.end] : undefined;
  if (end !== undefined) words.push(t(end));
  if (typeof data.attempt === 'number') words.push(t('attempt {count}', { count: data.attempt }));
  if (typeof data.duration_ms === 'number') words.push(durationText(data.duration_ms));
  return words;
}

export function dataText({ data }: TimelineItem, currency: string): string {
  const others = Object.entries(data)
    .filter(([name, value]) => !leftOut.has(name) && value !== null && value !== '')

    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${valueText(name, value, currency)}`);
  return [...jobText(data), ...others].join(' · ');
}
