/** The English words for the names that the service uses for payments, refunds, disputes and bills. */

import type { DifferenceType, Finding } from '../../../src/domain/compare-books.ts';
import type { RefundFailureCode } from '../../../src/domain/refund-failures.ts';
import type { DisputeVerdict } from '../../../src/usecases/payments/apply-dispute.ts';
import type { RefusalCode } from '../../../src/usecases/payments/payment-store.ts';
import type { PaymentVerdict } from '../../../src/usecases/payments/settle-payment.ts';
import type { DisputeReport } from '../../../src/usecases/ports/dispute-report.ts';
import type { BillDay, Remedy } from '../../../src/usecases/reconciliation/reconciliation-store.ts';
import type { RefundVerdict } from '../../../src/usecases/refunds/apply-refund-report.ts';

type WordsFor<Name extends string> = Record<Name, string>;

export const enPaymentNames = {
  /** Why a payment notification changed nothing. */
  refusal: {
    signature: 'Wrong signature',
    timestamp: 'Too old, or from the future',
    probe: 'Test of the provider with a wrong signature',
    malformed: 'Unreadable',
    recipient: 'For another merchant',
    replay: 'Repeated, applied before',
  } satisfies WordsFor<RefusalCode>,

  /** What a payment notification changed. */
  verdict: {
    won: 'order paid',
    late: 'paid too late, refunded automatically',
    losing: 'paid twice, refunded automatically',
    wrong_amount: 'wrong amount, refunded automatically',
    contradicted: 'amount differs from the earlier report, contact the provider',
    declined: 'payment declined',
    closed: 'payment closed',
    pending: 'refund in progress',
    done: 'refund completed',
    failed: 'refund failed',
    no_change: 'no change',
    queried: 'reports a failed refund, checking with the provider',
    doubted: 'refund returned, checking with the provider',
    returned_twice: 'refund completed although it was settled, the customer has the money twice',
    unknown_payment: 'unknown payment',
    unknown_refund: 'unknown refund',
    dispute_opened: 'dispute opened',
    dispute_changed: 'dispute changed',
  } satisfies WordsFor<PaymentVerdict | RefundVerdict | DisputeVerdict>,

  disputeState: {
    open: 'Open',
    won: 'Won',
    lost: 'Lost',
    closed: 'Closed',
  } satisfies WordsFor<DisputeReport['state']>,

  /** Why a refund failed, and what the operator can do. */
  refundFailure: {
    provider_unreachable:
      'The payment provider did not confirm the refund for a day. Look for the refund there, then retry it.',
    provider_refused: 'The payment provider refused the refund. Read its message, then retry the refund.',
    insufficient_balance:
      'The balance of the shop at the payment provider is too low. Pay in money, then retry the refund.',
    payer_account_abnormal:
      'The customer’s account cannot receive the money. Pay the customer in another way, then mark the refund as settled.',
    too_late:
      'The payment provider’s time limit for refunds is over. Pay the customer in another way, then mark the refund as settled.',
    app_store_only:
      'Only the app store in which the customer paid can refund. Ask the customer to request it there, then mark the refund as settled.',
    payment_closed:
      'The payment provider has closed this payment for refunds. Pay the customer in another way, then mark the refund as settled.',
    unknown_payment: 'The payment provider does not know this payment. Check the merchant account.',
    exceeds_payment:
      'The refund is higher than the rest of the payment. Check the refunds at the payment provider.',
  } satisfies WordsFor<RefundFailureCode>,

  /** How a bill differs from the shop's records. */
  differenceType: {
    payment: {
      unknown_to_us: 'Payment is only in the bill',
      unknown_to_provider: 'Payment is missing in the bill',
      amount: 'Amounts of the payment differ',
      state: 'States of the payment differ',
    } satisfies WordsFor<DifferenceType>,
    refund: {
      unknown_to_us: 'Refund is only in the bill',
      unknown_to_provider: 'Refund is missing in the bill',
      amount: 'Amounts of the refund differ',
      state: 'States of the refund differ',
    } satisfies WordsFor<DifferenceType>,
  },

  /** What the service proposes for a difference; the words on the button. */
  remedy: {
    apply_payment: 'Apply payment',
    refund_payment: 'Refund payment',
    retry_refund: 'Check refund',
    look: 'Needs a look',
  } satisfies WordsFor<Remedy>,

  bookState: {
    done: 'Completed',
    pending: 'In progress',
    failed: 'Failed',
    open: 'Not paid',
  } satisfies WordsFor<NonNullable<Finding['ownState']>>,

  billState: {
    waiting: 'Not there yet',
    fetched: 'Comparing',
    compared: 'Compared',
    given_up: 'Given up',
  } satisfies WordsFor<BillDay['state']>,
};
