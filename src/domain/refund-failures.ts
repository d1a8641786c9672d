/** Why a provider did not return money. Pages show a sentence for each code and what the operator can do. */

export const refundFailureCodes = [
  /**
   * The provider did not respond for about a day, or accepted the refund and did not show it in its answers to queries
   * for about a day. A retry may succeed.
   */
  'provider_unreachable',
  /** The provider refused for a reason without a code of its own. */
  'provider_refused',
  /** The merchant's account at the provider holds too little money. A retry succeeds after a deposit. */
  'insufficient_balance',
  /** The customer's account or card cannot receive the money. The operator must pay the customer in another way. */
  'payer_account_abnormal',
  /** The provider's time limit for refunds is over. */
  'too_late',
  /** Only the app store in which the customer paid can return the money. The customer must ask there. */
  'app_store_only',
  /** The provider has closed the payment for refunds. */
  'payment_closed',
  /** The provider does not know the payment, or it was never paid. */
  'unknown_payment',
  /** The refund is larger than the part of the payment that is not yet refunded. */
  'exceeds_payment',
] as const;

export type RefundFailureCode = (typeof refundFailureCodes)[number];

export const customerFailureCodes = ['app_store_only', 'not_refundable', 'delayed'] as const;

/**
 * What the customer of a failed refund can do. `app_store_only`: only the app store can return the money, ask there.
 * `not_refundable`: the provider will not return the money, ask the shop for another way. `delayed`: the provider did
 * not return the money yet, and the shop takes care of it.
 */
export type CustomerFailureCode = (typeof customerFailureCodes)[number];

/** Some reasons are about the merchant's account, so customers see only what they themselves can do. */
const customerCodes: Readonly<Record<RefundFailureCode, CustomerFailureCode>> = {
  provider_unreachable: 'delayed',
  provider_refused: 'delayed',
  insufficient_balance: 'delayed',
  unknown_payment: 'delayed',
  exceeds_payment: 'delayed',
  payer_account_abnormal: 'not_refundable',
  too_late: 'not_refundable',
  payment_closed: 'not_refundable',
  app_store_only: 'app_store_only',
};

export function customerFailureCode(code: RefundFailureCode | null): CustomerFailureCode {
  return code === null ? 'delayed' : customerCodes[code];
}
