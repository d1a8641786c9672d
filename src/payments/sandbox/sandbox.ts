/**
 * The built-in sandbox provider: a test bank with a durable ledger, with which an operator can try the service. It
 * behaves like an external bank (signed notifications, repeated and lost notifications, late payments, slow and
 * refused refunds), but no real money is moved.
 */

import type { PaymentProvider } from '../../usecases/ports/payment-provider.ts';
import type { CheckoutView, SandboxCheckout } from '../../usecases/ports/sandbox-checkout.ts';
import type { SandboxLedger, SandboxPayment } from '../../usecases/ports/sandbox-ledger.ts';
import type { Clock, Log, Random } from '../../usecases/ports/tools.ts';
import { createBankMessenger, type DeliverNotify } from './bank-messenger.ts';
import { createBankPayments } from './bank-payments.ts';
import { createBankRefunds } from './bank-refunds.ts';
import { readNotifyBody } from './notify-body.ts';
import { createNotifySignature } from './notify-signature.ts';
import { sandboxBill, sandboxBillZone } from './sandbox-bill.ts';

export interface SandboxParts {
  readonly ledger: SandboxLedger;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The keys of `SECRET_KEY`. The first key signs notifications. A signature by any of the keys is accepted. */
  readonly secrets: readonly [string, ...string[]];
  /** Origin under which clients reach the service, without a trailing slash. */
  readonly publicUrl: string;
  readonly deliver: DeliverNotify;
}

export interface Sandbox {
  readonly provider: PaymentProvider;
  readonly checkout: SandboxCheckout;
}

/** The channel in which the customer's browser opens the checkout page. */
const pageChannel = 'checkout';
/** The channel in which the address of the checkout page is shown as a QR code, so that another device can open it. */
const codeChannel = 'qr';

export function createSandbox(parts: SandboxParts): Sandbox {
  const { ledger, clock, random, log, secrets, publicUrl, deliver } = parts;
  const signature = createNotifySignature(secrets);
  const messenger = createBankMessenger({ clock, random, log, signature, deliver });
  const payments = createBankPayments({ ledger, clock, random, messenger });
  const refunds = createBankRefunds({ ledger, clock, messenger });

  const provider: PaymentProvider = {
    name: 'sandbox',
    channels: [pageChannel, codeChannel],
    async open(request) {
      await payments.open(request);
      const url = `${publicUrl}/sandbox/checkout/${request.paymentNo}`;
      const clientData = request.channel === codeChannel ? { url, code_url: url } : { url };
      return { clientData, providerRef: null };
    },
    async verifyNotification(notify) {
      return signature.refuse(notify, clock.now()) ?? readNotifyBody(notify.body);
    },
    answerNotification: (accepted) => ({
      status: accepted ? 200 : 400,
      contentType: 'application/json',
      body: accepted ? '{"received":true}' : '{"received":false}',
    }),
    needsPayer: () => false,
    query: ({ paymentNo }) => payments.query(paymentNo),
    close: ({ paymentNo }) => payments.close(paymentNo),
    refund: refunds.refund,
    queryRefund: ({ refundNo }) => refunds.query(refundNo),
    billZone: sandboxBillZone,
    fetchBill: (day) => sandboxBill(ledger, day, clock.now()),
    // The bank is a part of the service, so it can be reached whenever the service runs.
    checkAccess: async () => {},
  };

  const checkout: SandboxCheckout = {
    async view(paymentNo) {
      const payment = await payments.byNo(paymentNo);
      return payment === undefined ? undefined : viewOf(payment);
    },
    async decide(paymentNo, outcome, refundPlan) {
      return viewOf(await payments.decide(paymentNo, outcome, refundPlan));
    },
  };

  return { provider, checkout };
}

function viewOf(payment: SandboxPayment): CheckoutView {
  const { paymentNo, title, amountMinor, currency, state, returnUrl } = payment;
  return { paymentNo, title, amountMinor, currency, state, returnUrl };
}
