/**
 * Counts payment notifications that were refused, and those that repeat an earlier one. Stores one count for each
 * hour, provider and refusal code, so that an attacker cannot fill the database with rows.
 */

import type { Deps } from '../deps.ts';
import type { RefusalCode } from './payment-store.ts';

const hourMs = 60 * 60_000;
/** Maximum length of a stored reason, in characters. A longer reason is cut. */
const whyLengthMax = 200;

export async function countRefusedNotification(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  provider: string,
  code: RefusalCode,
  why: string,
): Promise<void> {
  const lastAt = clock.now();
  const hourAt = lastAt - (lastAt % hourMs);
  const lastWhy = [...why].slice(0, whyLengthMax).join('');
  await store.transaction((tx) => tx.payments.countRefused({ provider, code, hourAt, lastAt, lastWhy }));
}
