/** The fake Stripe for a running service. */

import { apiKey, startFakeStripe, webhookSecret } from '../stripe/fake-stripe.ts';
import type { Bank, BankRefund, CallKind, Purchase } from './bank.ts';

const stateOf: Readonly<Record<string, BankRefund['state']>> = {
  succeeded: 'done',
  failed: 'failed',
  canceled: 'failed',
};

function kindOf(method: string, path: string): CallKind | undefined {
  if (path.startsWith('/v1/refunds')) return method === 'POST' ? 'refund' : 'query';
  if (!path.startsWith('/v1/checkout/sessions')) return undefined;
  if (path.endsWith('/expire')) return 'close';
  return method === 'POST' ? 'open' : 'query';
}

export async function openStripeBank(): Promise<Bank> {
  const stripe = await startFakeStripe({ now: Date.now });
  const { books } = stripe;
  const paymentNoOf = (intentId: string) => books.intents.get(intentId)?.metadata.payment_no ?? '';
  const sessionOf = (clientData: Purchase['clientData']) =>
    [...books.sessions.values()].find(({ url }) => url === clientData.url);
  return {
    name: 'stripe',
    url: stripe.url,
    channels: ['checkout'],
    takesJointPayments: true,
    calls: ['open', 'query', 'close', 'refund'],
    envAt: (url) => ({
      PAYMENT_PROVIDERS: 'stripe',
      STRIPE_SECRET_KEY: apiKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: url,
    }),
    kindOf,
    loginCode: () => null,
    returnUrl: (clientData) => sessionOf(clientData)?.success_url ?? null,
    async pay({ clientData, plan }) {
      const session = sessionOf(clientData);
      stripe.pay(session?.client_reference_id ?? '', { plan });
    },
    notices: (from) => stripe.events.slice(from).map((event) => () => stripe.deliver(event)),
    accepts: (status) => status === 200,
    payable: () =>
      [...books.sessions.values()]
        .filter((session) => books.fresh(session).status === 'open')
        .map(({ client_reference_id: paymentNo }) => paymentNo ?? ''),
    pendingRefunds: () =>
      [...books.refunds.values()]
        .filter(({ status }) => status === 'pending')
        .map(({ metadata }) => metadata.refund_no ?? ''),
    finishRefund: (refundNo, end) =>
      void stripe.endRefund(
        refundNo,
        end === 'done' ? 'succeeded' : 'failed',
        end === 'done' ? null : 'declined',
      ),
    payments: () =>
      [...books.intents.values()]
        .filter(({ amount_received: received }) => received > 0)
        .map(({ metadata, amount_received: amountMinor }) => ({
          paymentNo: metadata.payment_no ?? '',
          amountMinor,
        })),
    refunds: () =>
      [...books.refunds.values()].map(({ metadata, intentId, amount, status }) => ({
        refundNo: metadata.refund_no ?? '',
        paymentNo: paymentNoOf(intentId),
        amountMinor: amount,
        state: stateOf[status] ?? 'pending',
      })),
    violations: () => stripe.violations,
    stop: stripe.close,
  };
}
