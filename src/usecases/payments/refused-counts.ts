/**
 * Counts payment notifications that were refused, and those that repeat an earlier one. Stores one sum for each hour,
 * provider and refusal code, so that an attacker cannot fill the database with rows. The sums are collected in memory
 * and written once a second (`main/write-counts.ts`): a forged notification has no rate limit, so its response must not
 * wait for the database. A process that is killed loses the counts of the last second.
 */

import type { Deps } from '../deps.ts';
import type { RefusalCode, RefusedNotifications } from './payment-store.ts';

const hourMs = 60 * 60_000;
/** Maximum length of a stored reason, in characters. A longer reason is cut. */
const whyLengthMax = 200;

export interface RefusedCounts {
  count(provider: string, code: RefusalCode, why: string): void;
  /**
   * Writes what was counted. If the database does not respond, a later call writes it. One write runs at a time: a call
   * during a write returns the promise of this write, which does not contain the latest counts.
   */
  write(): Promise<void>;
}

export function createRefusedCounts({
  store,
  clock,
  log,
}: Pick<Deps, 'store' | 'clock' | 'log'>): RefusedCounts {
  let sums = new Map<string, RefusedNotifications>();
  let running: Promise<void> | null = null;

  function add(counted: RefusedNotifications): void {
    const key = `${counted.provider} ${counted.code} ${counted.hourAt}`;
    const present = sums.get(key);
    const newest = present !== undefined && present.lastAt > counted.lastAt ? present : counted;
    sums.set(key, { ...newest, times: counted.times + (present?.times ?? 0) });
  }

  async function writeOnce(): Promise<void> {
    if (sums.size === 0) return;
    // All processes write in the same sequence, so that their transactions do not block each other.
    const writing = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
    sums = new Map();
    try {
      await store.transaction(async (tx) => {
        for (const sum of writing) await tx.payments.addRefused(sum);
      });
    } catch (err) {
      log.warn({ err }, 'the counts of refused payment notifications could not be written');
      for (const sum of writing) add(sum);
    }
  }

  return {
    count(provider, code, why) {
      const lastAt = clock.now();
      const hourAt = lastAt - (lastAt % hourMs);
      const lastWhy = [...why].slice(0, whyLengthMax).join('');
      add({ provider, code, hourAt, times: 1, lastAt, lastWhy });
    },
    write() {
      running ??= writeOnce().finally(() => {
        running = null;
      });
      return running;
    },
  };
}
