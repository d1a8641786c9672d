/** What a provider and a customer receive when the work on an order is done. */

import type { Instant } from '../../domain/zoned-time.ts';
import type { PaymentRef } from './payment-provider.ts';

export interface DeliveredOrder {
  /** The payment that paid the order. */
  readonly payment: PaymentRef;
  /** The name of the good. */
  readonly title: string;
  readonly deliveredAt: Instant;
}

export type DeliveryReport =
  /** The provider has recorded, now or before, that the goods are delivered. */
  | { readonly state: 'reported' }
  /** The provider does not require a report about this payment. */
  | { readonly state: 'not_needed' }
  /**
   * The provider refused the report, and would refuse a repeated report too. `reason`: the provider's words, for the
   * operator.
   */
  | { readonly state: 'refused'; readonly reason: string };

export interface ReadyOrder {
  /** The customer's account at the provider of `ReadyMessages`. */
  readonly accountId: string;
  readonly orderNo: string;
  /** The name of the good. */
  readonly title: string;
  readonly readyAt: Instant;
}

/** Sends the customer the message that a picture is ready. */
export interface ReadyMessages {
  /** The name of the provider whose customer accounts receive the messages. */
  readonly accountProvider: string;
  /**
   * @returns `unwanted`: the customer has not agreed to the message, or no longer exists.
   * @throws ProviderUnreachable, or Error with the provider's words: the operator must correct the configuration.
   */
  send(order: ReadyOrder): Promise<'sent' | 'unwanted'>;
}
