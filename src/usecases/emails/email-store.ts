/** The part of the store's port for the addresses to which customers want e-mails about an order. */

import type { Language } from '../../domain/language.ts';
import type { Instant } from '../../domain/zoned-time.ts';

/**
 * The address for e-mails about one order. Each order has an address of its own, even if a customer enters the same
 * address for several orders.
 */
export interface OrderEmail {
  readonly orderId: number;
  /** Null: the address was removed. */
  readonly address: string | null;
  /** A keyed hash of the address that was entered last. */
  readonly addressDigest: string;
  readonly language: Language;
  /** The secret part of the link that ends the e-mails. Each address has its own token. */
  readonly unsubscribeToken: string;
  /** The random part of each `Message-ID`. */
  readonly messageKey: string;
  /** How many addresses were entered for the order. */
  readonly entries: number;
  /** How many e-mails were queued for the order. */
  readonly queued: number;
  readonly enteredAt: Instant;
  /** When the recipient used the link that ends the e-mails; null: never. No address can be entered afterwards. */
  readonly unsubscribedAt: Instant | null;
}

/** An address to which at least one e-mail about the order was queued or sent. */
export interface EmailRecipient {
  readonly orderId: number;
  readonly addressDigest: string;
  /** When the first e-mail to this address was queued, or sent instead of to a former address. */
  readonly firstAt: Instant;
}

export interface CountedOrders {
  /** Whether to count the orders with the price 0, or those with a higher price. */
  readonly isFree: boolean;
  readonly exceptOrderId: number;
}

/**
 * `addressDigests` are the keyed hashes of one address: one for each key of `SECRET_KEY`, because rows that were written
 * before a rotation have the hash of a former key.
 */
export interface EmailReads {
  ofOrder(orderId: number): Promise<OrderEmail | undefined>;
  byToken(unsubscribeToken: string): Promise<OrderEmail | undefined>;
  /** Returns the ids of the orders that have this address now, the newest entry first: at most `limit`. */
  ordersOf(addressDigests: readonly string[], limit: number): Promise<number[]>;
  /**
   * Counts the orders about which the first e-mail to this address was queued or sent at `since` or later, including
   * orders from which the address was removed afterwards.
   */
  countWritten(addressDigests: readonly string[], since: Instant, counted: CountedOrders): Promise<number>;
  /** Whether an e-mail about this order was queued or sent to this address. */
  isWritten(orderId: number, addressDigest: string): Promise<boolean>;
}

export interface EmailWrites extends EmailReads {
  /** Inserts the address of an order or replaces it. The caller holds the order's lock. */
  save(email: OrderEmail): Promise<void>;
  /** Records that an e-mail was queued or sent to this address. Keeps the earlier time if it is recorded already. */
  recordRecipient(recipient: EmailRecipient): Promise<void>;
  /** Deletes the addresses that were entered before `before`, with the recipients of their orders. */
  purge(before: Instant): Promise<void>;
}
