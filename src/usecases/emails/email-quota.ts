/** Limits the e-mails to one address, so that a stranger cannot use the shop to fill a mailbox. */

import type { Order } from '../../domain/order.ts';
import type { Instant } from '../../domain/zoned-time.ts';
import type { EmailReads, EmailWrites, OrderEmail } from './email-store.ts';

const dayMs = 24 * 60 * 60_000;

/**
 * The maximum number of paid orders, and of free orders, per day about which one address receives e-mails. A family
 * places fewer.
 */
const ordersPerAddressMax = 25;

/** The maximum number of e-mails about one order. An order with several new pictures and refunds needs fewer. */
export const emailsPerOrderMax = 20;

/**
 * Whether the address has received e-mails about the maximum number of other orders in the last 24 hours. Unpaid orders
 * do not count, and free orders do not count for paid ones, because a stranger could enter another person's address for
 * many of them without cost and so prevent that person from using it.
 */
export async function isQuotaUsed(
  emails: EmailReads,
  addressDigests: readonly string[],
  { id, priceMinor }: Pick<Order, 'id' | 'priceMinor'>,
  now: Instant,
): Promise<boolean> {
  const counted = { isFree: priceMinor === 0, exceptOrderId: id };
  return (await emails.countWritten(addressDigests, now - dayMs, counted)) >= ordersPerAddressMax;
}

/**
 * Records that the address gets e-mails about the order. The quota is checked only for the first e-mail about the order
 * to this address, because the quota counts orders. The caller holds the order's lock.
 * @param addressDigests the keyed hashes of the address of `email`.
 * @returns false if the address gets no e-mail, because its quota is used up.
 */
export async function admitRecipient(
  emails: EmailWrites,
  { addressDigest }: Pick<OrderEmail, 'addressDigest'>,
  addressDigests: readonly string[],
  order: Pick<Order, 'id' | 'priceMinor'>,
  now: Instant,
): Promise<boolean> {
  if (await emails.isWritten(order.id, addressDigest)) return true;
  if (await isQuotaUsed(emails, addressDigests, order, now)) return false;
  await emails.recordRecipient({ orderId: order.id, addressDigest, firstAt: now });
  return true;
}
