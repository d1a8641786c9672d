/** Limits the e-mails to one address, so that a stranger cannot use the shop to fill a mailbox. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { EmailReads } from './email-store.ts';

const dayMs = 24 * 60 * 60_000;

/** More orders than a family places in a day. */
const ordersPerAddressMax = 25;

/** More than an order with several new pictures and refunds needs. */
export const emailsPerOrderMax = 20;

/**
 * Whether as many orders as allowed have written to the address in the last 24 hours. Orders without a payment do not
 * count, so that a stranger who enters an address for them does not keep its owner from using it.
 */
export async function isQuotaUsed(emails: EmailReads, addressDigest: string, now: Instant): Promise<boolean> {
  return (await emails.countWritten(addressDigest, now - dayMs)) >= ordersPerAddressMax;
}
