/** What the sandbox provider's own checkout page shows and does; the page itself is the edge's. */

export const checkoutOutcomes = ['paid', 'declined', 'late', 'twice', 'lost'] as const;
export type CheckoutOutcome = (typeof checkoutOutcomes)[number];

/** How a later refund of this payment will go at the sandbox. */
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
  /** Books the outcome and sends the notifies that belong to it before it resolves.
   * @throws AppError `unknown_payment`; `illegal_transition` when the payment is no longer open. */
  decide(paymentNo: string, outcome: CheckoutOutcome, refundPlan: RefundPlan): Promise<CheckoutView>;
}
