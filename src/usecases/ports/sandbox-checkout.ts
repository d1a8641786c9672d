/**
 * The calls of the sandbox bank's checkout page, on which a tester chooses the outcome of a payment. The page itself
 * belongs to the HTTP layer.
 */

export const checkoutOutcomes = ['paid', 'declined', 'late', 'twice', 'lost'] as const;
export type CheckoutOutcome = (typeof checkoutOutcomes)[number];

/** The outcome that the sandbox bank gives to a later refund of the payment. */
export const refundPlans = ['done', 'pending', 'failed'] as const;
export type RefundPlan = (typeof refundPlans)[number];

export interface CheckoutView {
  readonly paymentNo: string;
  readonly title: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly state: 'open' | 'declined' | 'closed' | 'paid';
  readonly returnUrl: string;
}

export interface SandboxCheckout {
  view(paymentNo: string): Promise<CheckoutView | undefined>;
  /**
   * Stores the outcome and sends its payment notifications before the promise resolves.
   * @throws AppError `unknown_payment`; `illegal_transition` when the payment is no longer open.
   */
  decide(paymentNo: string, outcome: CheckoutOutcome, refundPlan: RefundPlan): Promise<CheckoutView>;
}
