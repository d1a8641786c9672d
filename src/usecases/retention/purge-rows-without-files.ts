/**
 * Deletes old rows that have no file: webhook events, photo links, job attempts, addresses of e-mails, rows of
 * workers that have stopped, counts of what clients have used of the shop's limits, payment notifications that were
 * refused or belong to no payment of the shop, and bills with their resolved differences. Audit entries and refund
 * approvals are kept for ever. Sessions and counts of failed sign-ins are deleted by the next sign-in.
 */

import type { Instant } from '../../domain/zoned-time.ts';
import type { AnyJob } from '../jobs/define-job.ts';
import { sumUpRefusals } from '../operators/refused-sign-ins.ts';
import type { StoreTransaction } from '../ports/store.ts';

const dayMs = 24 * 60 * 60_000;

/** How long webhook events are kept. Customers usually complain about an order within three months. */
const eventsKeptMs = 90 * dayMs;
const attemptsKeptMs = 30 * dayMs;
/** How long addresses for e-mails are kept. Orders rarely get a new picture or a refund after this time. */
export const emailsKeptMs = 60 * dayMs;
const workersKeptMs = 7 * dayMs;
/** How long counts of refused payment notifications are kept. The Money page shows up to 400 days. */
const refusedKeptMs = 400 * dayMs;

/**
 * How long bills and their resolved differences are kept: longer than the time for which a bill can be fetched again.
 * Differences that are not resolved are kept for ever, with the rows of the bills from which they were found.
 */
const billsKeptMs = 400 * dayMs;

/**
 * How long notifications about payments are kept that the shop does not have. If a restored backup lacks a payment,
 * its notification helps to find the payment before its bill is compared.
 */
const foreignKeptMs = billsKeptMs;
const foreignMax = 500;
const ignoredMax = 500;

/**
 * Runs each minute, so that each run deletes few rows. Also writes the audit entries for sums of refused sign-ins
 * whose hour is over.
 */
export async function purgeRowsWithoutFiles(
  tx: StoreTransaction,
  jobs: readonly Pick<AnyJob, 'kind'>[],
  now: Instant,
): Promise<void> {
  await tx.webhooks.purge(now - eventsKeptMs);
  const kinds = jobs.map(({ kind }) => kind);
  await tx.jobs.purgeAttempts(kinds, now - attemptsKeptMs);
  await tx.photoLinks.purge(now);
  await tx.jobs.purgeWorkers(now - workersKeptMs);
  await tx.emails.purge(now - emailsKeptMs);
  await tx.payments.purgeRefused(now - refusedKeptMs);
  await tx.payments.purgeForeign(now - foreignKeptMs, foreignMax);
  await tx.payments.purgeIgnored(ignoredMax);
  await tx.reconciliation.purge(Math.floor((now - billsKeptMs) / dayMs));
  await tx.limits.purge();
  await sumUpRefusals(tx, now);
}
