/** Limits the e-mails to one address, so that a stranger cannot use the shop to fill a mailbox. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { EmailReads } from './email-store.ts';

const dayMs = 24 * 60 * 60_000;

/** The maximum number of orders per day about which one address receives e-mails. A family places fewer. */
const ordersPerAddressMax = 25;

/** The maximum number of e-mails about one order. An order with several new pictures and refunds needs fewer. */
export const emailsPerOrderMax = 20;

/**
 * Whether the address has received e-mails about the maximum number of other orders in the last 24 hours. Unpaid orders do
 * not count, because a stranger could enter another person's address for many unpaid orders and so prevent that
 * person from using it.
 */
export async function isQuotaUsed(
  emails: EmailReads,
  addressDigests: readonly string[],
  orderId: number,
  now: Instant,
): Promise<boolean> {
  return (await emails.countWritten(addressDigests, now - dayMs, orderId)) >= ordersPerAddressMax;
}
