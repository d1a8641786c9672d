/** What the use cases must know of a provider before they call it. Each rule is undefined if it does not apply. */

export interface ProviderRules {
  /** Whether the provider takes no joint payments, because a payment pays for one item of its own catalogue. */
  readonly oneOrderOnly?: true;
  /** The provider refuses a refund that is requested sooner than this after another refund of the payment. */
  readonly refundPauseMs?: number;
  /** Whether every query about a payment or refund needs the account of the customer who paid. */
  readonly queriesNeedPayer?: true;
  /**
   * Whether the provider has no call to close a payment, so that the customer can still pay after `close`. When an
   * order expires, the service therefore waits before it gives up such a payment.
   */
  readonly cannotClose?: true;
  /**
   * Whether the provider opens only one payment sheet for each payment number, even if the customer closes the sheet
   * without paying. A customer who asks for the data of an open payment again then needs a new number, unless the
   * provider does not know the number yet.
   */
  readonly oneSheetPerNumber?: true;
}
