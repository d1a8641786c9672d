/** Reads disputes of the service's payments: one by its id, and the recent ones. */

import type Stripe from 'stripe';
import type { DisputeNotice, DisputeReport } from '../../usecases/ports/dispute-report.ts';
import type { Clock } from '../../usecases/ports/tools.ts';
import { askStripe } from './ask-stripe.ts';
import { fromStripeAmount } from './stripe-amounts.ts';
import { listAll } from './stripe-pages.ts';

export interface StripeDisputes {
  /** @returns undefined if the dispute is about a payment of another system. */
  byId(disputeId: string): Promise<DisputeNotice | undefined>;
  recent(): Promise<readonly DisputeNotice[]>;
}

/** The bank decides about a dispute within two to three months, and an appeal can follow. */
const recentMs = 120 * 24 * 60 * 60_000;

export function createStripeDisputes(stripe: Stripe, clock: Clock): StripeDisputes {
  return {
    async byId(disputeId) {
      const expand = ['payment_intent'];
      return noticeOf(
        await askStripe('read the dispute', () => stripe.disputes.retrieve(disputeId, { expand })),
      );
    },
    async recent() {
      const created = { gte: Math.floor((clock.now() - recentMs) / 1000) };
      const expand = ['data.payment_intent'];
      const disputes = await listAll('read the disputes', (page) =>
        stripe.disputes.list({ ...page, created, expand }),
      );
      return disputes.flatMap((dispute) => noticeOf(dispute) ?? []);
    },
  };
}

/** A dispute does not have the service's metadata. Its payment has them. */
function noticeOf(dispute: Stripe.Dispute): DisputeNotice | undefined {
  const intent = dispute.payment_intent;
  const paymentNo = intent === null || typeof intent === 'string' ? undefined : intent.metadata.payment_no;
  return paymentNo === undefined ? undefined : { paymentNo, dispute: reportOf(dispute) };
}

function reportOf({ id, status, amount, currency, reason, created }: Stripe.Dispute): DisputeReport {
  const code = currency.toUpperCase();
  return {
    disputeNo: id,
    state: stateOf(status),
    amountMinor: fromStripeAmount(amount, code),
    currency: code,
    reason,
    openedAt: created * 1000,
    // An appeal begins after the dispute was lost, and an inquiry that was closed can become a dispute.
    mayReopen: true,
  };
}

function stateOf(status: string): DisputeReport['state'] {
  switch (status) {
    case 'won':
    case 'lost':
      return status;
    // `warning_closed`: an inquiry that ended without a dispute. `prevented`: a dispute that Stripe prevented.
    case 'warning_closed':
    case 'prevented':
      return 'closed';
    default:
      return 'open';
  }
}
