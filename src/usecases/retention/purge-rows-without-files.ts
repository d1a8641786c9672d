/** How long what only the console shows is kept. Audit log and refund approvals stay for good; sessions and waits clean up after themselves. */

import type { Instant } from '../../domain/zoned-time.ts';
import { sumUpRefusals } from '../operators/refused-sign-ins.ts';
import type { StoreTransaction } from '../ports/store.ts';

const dayMs = 24 * 60 * 60_000;

/** As long as a disagreement about an order usually takes to be raised. */
const eventsKeptMs = 90 * dayMs;
const attemptsKeptMs = 30 * dayMs;
const workersKeptMs = 7 * dayMs;

/** A little each minute, so that it never takes long. */
export async function purgeRowsWithoutFiles(tx: StoreTransaction, now: Instant): Promise<void> {
  await tx.webhooks.purge(now - eventsKeptMs);
  await tx.jobs.purgeAttempts(now - attemptsKeptMs);
  await tx.jobs.purgeWorkers(now - workersKeptMs);
  await sumUpRefusals(tx, now);
}
