/**
 * The refunds of the sandbox bank. The plan that was chosen at the checkout decides whether a refund is done
 * at once, pending for a while, or refused at the first try. The refunds of a payment never exceed its
 * amount.
 */

import type { RefundFailureCode } from '../../domain/refund-failures.ts';
import type { RefundReport, RefundRequest, UnknownRefund } from '../../usecases/ports/payment-provider.ts';
import type { SandboxLedger, SandboxPayment, SandboxRefund } from '../../usecases/ports/sandbox-ledger.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import type { BankMessenger } from './bank-messenger.ts';

export interface BankRefundsParts {
  readonly ledger: SandboxLedger;
  readonly clock: Clock;
  readonly messenger: BankMessenger;
}

export interface BankRefunds {
  /** @throws Error when the bank has a refund with this number and another amount or payment. */
  refund(request: RefundRequest): Promise<RefundReport>;
  query(refundNo: string): Promise<RefundReport | UnknownRefund>;
}

/** How long a refund takes if the plan of its payment is `pending`. */
const pendingMs = 60_000;

const refusedReason = 'The bank refused the refund.';

export function createBankRefunds({ ledger, clock, messenger }: BankRefundsParts): BankRefunds {
  /**
   * Carries out the whole refund or nothing. A refund that exceeds the amount that is not refunded yet is refused,
   * even if another refund runs at the same time.
   */
  async function carryOut(payment: SandboxPayment, refund: SandboxRefund): Promise<RefundReport> {
    // This refund is already in the ledger, so if two refunds run at the same time, each counts the amount of the
    // other. Together they cannot exceed the payment.
    const refunds = await ledger.refundsOfPayment(payment.paymentNo);
    const claimedMinor = refunds
      .filter(({ state }) => state !== 'failed')
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    return move(refund, claimedMinor > payment.amountMinor ? 'failed' : 'done');
  }

  async function move(refund: SandboxRefund, state: 'done' | 'failed'): Promise<RefundReport> {
    const moved = { ...refund, state, finishedAt: clock.now() };
    if (await ledger.saveRefund(moved, 'pending')) return reportOf(moved);
    return reportOf(await ledger.refundByNo(refund.refundNo));
  }

  async function proceed(payment: SandboxPayment, refund: SandboxRefund): Promise<RefundReport> {
    if (refund.state !== 'pending') return reportOf(refund);
    if (payment.refundPlan !== 'pending') return carryOut(payment, refund);
    if (clock.now() < refund.createdAt + pendingMs) return reportOf(refund);
    const report = await carryOut(payment, refund);
    if (report.state === 'done') {
      const event = { type: 'refund.done', refundNo: refund.refundNo, report } as const;
      await messenger.notify(refund.notifyUrl, messenger.newEventId(), event);
    }
    return report;
  }

  return {
    async refund(request) {
      const payment = await ledger.paymentByNo(request.payment.paymentNo);
      if (payment?.state !== 'paid')
        return refused('unknown_payment', 'There is no such payment, or it was never paid.');
      if (request.currency !== payment.currency)
        return refused('provider_refused', 'The payment was in another currency.');
      const fresh: SandboxRefund = {
        refundNo: request.refundNo,
        paymentNo: request.payment.paymentNo,
        amountMinor: request.amountMinor,
        // With the plan `failed`, the first try is refused.
        state: payment.refundPlan === 'failed' ? 'failed' : 'pending',
        notifyUrl: request.notifyUrl,
        createdAt: clock.now(),
        finishedAt: payment.refundPlan === 'failed' ? clock.now() : null,
      };
      const before = await ledger.refundByNo(request.refundNo);
      const kept = before ?? (await ledger.insertRefund(fresh));
      if (kept.amountMinor !== request.amountMinor || kept.paymentNo !== request.payment.paymentNo) {
        throw new Error(`refund ${request.refundNo} was asked for with another amount or payment`);
      }
      if (before?.state !== 'failed') return proceed(payment, kept);
      // A later try with the same number succeeds, as if the shop had called the bank and the bank had solved
      // the problem.
      const again: SandboxRefund = { ...before, state: 'pending', finishedAt: null };
      if (!(await ledger.saveRefund(again, 'failed')))
        return reportOf(await ledger.refundByNo(before.refundNo));
      return carryOut(payment, again);
    },

    async query(refundNo) {
      const refund = await ledger.refundByNo(refundNo);
      if (refund === undefined) return { state: 'unknown' };
      const payment = await ledger.paymentByNo(refund.paymentNo);
      return payment === undefined ? reportOf(refund) : proceed(payment, refund);
    },
  };
}

function refused(code: RefundFailureCode, reason: string): RefundReport {
  return { state: 'failed', code, reason, providerRefundId: null };
}

function reportOf(refund: SandboxRefund | undefined): RefundReport {
  if (refund === undefined) return refused('provider_refused', 'There is no such refund.');
  const providerRefundId = `SB-${refund.refundNo}`;
  if (refund.state === 'failed') {
    return { state: 'failed', code: 'provider_refused', reason: refusedReason, providerRefundId };
  }
  return { state: refund.state, providerRefundId };
}
