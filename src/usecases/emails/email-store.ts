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

export interface EmailReads {
  ofOrder(orderId: number): Promise<OrderEmail | undefined>;
  byToken(unsubscribeToken: string): Promise<OrderEmail | undefined>;
  /** Returns the ids of the orders that have this address now, the newest entry first: at most `limit`. */
  ordersOf(addressDigest: string, limit: number): Promise<number[]>;
  /**
   * Counts the orders for which this address was entered at `since` or later and at least one e-mail was queued,
   * including orders from which the address was removed afterwards.
   */
  countWritten(addressDigest: string, since: Instant): Promise<number>;
}

export interface EmailWrites extends EmailReads {
  /** Inserts the address of an order or replaces it. The caller holds the order's lock. */
  save(email: OrderEmail): Promise<void>;
  /** Deletes the addresses that were entered before `before`. */
  purge(before: Instant): Promise<void>;
}
