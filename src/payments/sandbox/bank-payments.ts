/**
 * Opens, settles and closes the payments of the sandbox bank. Every step reads and writes the bank's ledger
 * in one transaction. If a payment and its closing happen at the same time, exactly one of them takes effect.
 */

import { AppError } from '../../domain/errors.ts';
import type { PaymentReport, PaymentRequest } from '../../usecases/ports/payment-provider.ts';
import type { CheckoutOutcome, RefundPlan } from '../../usecases/ports/sandbox-checkout.ts';
import type { SandboxLedger, SandboxPayment } from '../../usecases/ports/sandbox-ledger.ts';
import type { Clock, Random } from '../../usecases/ports/tools.ts';
import type { BankMessenger } from './bank-messenger.ts';
import type { BankEvent } from './notify-body.ts';

export interface BankPaymentsParts {
  readonly ledger: SandboxLedger;
  readonly clock: Clock;
  readonly random: Random;
  readonly messenger: BankMessenger;
}

export interface BankPayments {
  /** @throws Error when the bank has a payment with this number and another amount. */
  open(request: PaymentRequest): Promise<void>;
  /** Applies the outcome that the customer chose at the checkout. See `SandboxCheckout.decide`. */
  decide(paymentNo: string, outcome: CheckoutOutcome, refundPlan: RefundPlan): Promise<SandboxPayment>;
  query(paymentNo: string): Promise<PaymentReport>;
  /**
   * Closes the payment. A payment with the plan `late` is recorded as paid and reported now, as if the money had
   * arrived just before the closing.
   */
  close(paymentNo: string): Promise<PaymentReport>;
  /** Finds a payment. An open payment whose time is over is returned as closed. */
  byNo(paymentNo: string): Promise<SandboxPayment | undefined>;
}

const declineReason = 'The card was declined.';

export function createBankPayments(parts: BankPaymentsParts): BankPayments {
  const { ledger, clock } = parts;
  const { notify, notifyOfOutcome } = notifier(parts.messenger);

  /** The bank has no timers: it notices that a payment has expired when the payment is read. */
  async function byNo(paymentNo: string): Promise<SandboxPayment | undefined> {
    const payment = await ledger.paymentByNo(paymentNo);
    if (payment === undefined || expired(payment) === undefined) return payment;
    return ledger.changePayment(paymentNo, expired);
  }

  /** @returns the payment as closed if it has expired; undefined if it has not. */
  function expired(payment: SandboxPayment): SandboxPayment | undefined {
    if (payment.state !== 'open' || clock.now() < payment.expiresAt) return undefined;
    // A payment with the plan `late` stays open until the service closes it.
    return payment.plan === 'late' ? undefined : { ...payment, state: 'closed' };
  }

  function booked(): Pick<SandboxPayment, 'state' | 'providerRef' | 'paidAt'> {
    const providerRef = `SB${Buffer.from(parts.random.bytes(10)).toString('hex').toUpperCase()}`;
    return { state: 'paid', providerRef, paidAt: clock.now() };
  }

  return {
    byNo,

    async open(request) {
      const kept = await ledger.insertPayment(newPayment(request, clock.now()));
      if (kept.amountMinor !== request.amountMinor || kept.currency !== request.currency) {
        throw new Error(`payment ${request.paymentNo} was opened with another amount`);
      }
    },

    async decide(paymentNo, outcome, refundPlan) {
      let next: SandboxPayment | undefined;
      const after = await ledger.changePayment(paymentNo, (payment) => {
        const isOpen = payment.state === 'open' && clock.now() < payment.expiresAt;
        next = isOpen ? { ...payment, ...decided(outcome, booked), refundPlan } : undefined;
        return next ?? expired(payment);
      });
      if (after === undefined) throw new AppError('unknown_payment', 'There is no such payment.');
      if (next === undefined) throw notOpen();
      await notifyOfOutcome(next, outcome);
      return next;
    },

    async query(paymentNo) {
      return reportOf(await byNo(paymentNo));
    },

    async close(paymentNo) {
      let late: SandboxPayment | undefined;
      const after = await ledger.changePayment(paymentNo, (payment) => {
        late = undefined;
        if (payment.state !== 'open') return undefined;
        if (payment.plan !== 'late') return { ...payment, state: 'closed' };
        late = { ...payment, ...booked() };
        return late;
      });
      if (late !== undefined) await notify(late);
      return reportOf(after);
    },
  };
}

function notifier(messenger: BankMessenger) {
  async function notify(payment: SandboxPayment, eventId = messenger.newEventId()): Promise<string> {
    const event = eventOf(payment);
    if (event !== undefined) await messenger.notify(payment.notifyUrl, eventId, event);
    return eventId;
  }

  async function notifyOfOutcome(payment: SandboxPayment, outcome: CheckoutOutcome): Promise<void> {
    switch (outcome) {
      case 'late':
      case 'lost':
        return;
      case 'paid':
      case 'declined':
        await notify(payment);
        return;
      case 'twice':
        await notify(payment, await notify(payment));
        await notify(payment);
        return;
    }
  }

  return { notify, notifyOfOutcome };
}

function newPayment(request: PaymentRequest, createdAt: number): SandboxPayment {
  const { paymentNo, amountMinor, currency, title, notifyUrl, returnUrl, expiresAt } = request;
  return {
    paymentNo,
    amountMinor,
    currency,
    title,
    notifyUrl,
    returnUrl,
    expiresAt,
    createdAt,
    state: 'open',
    plan: 'none',
    refundPlan: 'done',
    providerRef: null,
    paidAt: null,
  };
}

function decided(outcome: CheckoutOutcome, booked: () => Partial<SandboxPayment>): Partial<SandboxPayment> {
  switch (outcome) {
    case 'paid':
    case 'twice':
    case 'lost':
      return booked();
    case 'declined':
      return { state: 'declined' };
    case 'late':
      return { plan: 'late' };
  }
}

function notOpen(): AppError {
  return new AppError('illegal_transition', 'This payment is no longer open.', {
    reason: 'payment_not_open',
  });
}

function reportOf(payment: SandboxPayment | undefined): PaymentReport {
  switch (payment?.state) {
    case undefined:
      return { state: 'unknown' };
    case 'open':
    case 'closed':
      return { state: payment.state };
    case 'declined':
      return { state: 'declined', reason: declineReason };
    case 'paid':
      return paidStanding(payment);
  }
}

function paidStanding(payment: SandboxPayment): Extract<PaymentReport, { state: 'paid' }> {
  const { paymentNo, amountMinor, currency, providerRef, paidAt } = payment;
  if (providerRef === null || paidAt === null) throw new Error(`payment ${paymentNo} is damaged`);
  return { state: 'paid', receivedMinor: amountMinor, currency, providerRef, paidAt };
}

function eventOf(payment: SandboxPayment): BankEvent | undefined {
  const { paymentNo } = payment;
  if (payment.state === 'paid') return { type: 'payment.paid', paymentNo, report: paidStanding(payment) };
  if (payment.state !== 'declined') return undefined;
  return { type: 'payment.declined', paymentNo, report: { state: 'declined', reason: declineReason } };
}
