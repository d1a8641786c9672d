/** Limits the e-mails to one address, so that a stranger cannot use the shop to fill a mailbox. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { EmailReads } from './email-store.ts';

const dayMs = 24 * 60 * 60_000;

/** The most orders in a day about which one address gets e-mails. A family places fewer. */
const ordersPerAddressMax = 25;

/** The most e-mails about one order. An order with several new pictures and refunds needs fewer. */
export const emailsPerOrderMax = 20;

/**
 * Whether the address got e-mails about as many orders as allowed in the last 24 hours. Unpaid orders do not count.
 * Otherwise a stranger could enter an address for unpaid orders and so prevent its owner from using it.
 */
export async function isQuotaUsed(emails: EmailReads, addressDigest: string, now: Instant): Promise<boolean> {
  return (await emails.countWritten(addressDigest, now - dayMs)) >= ordersPerAddressMax;
}
