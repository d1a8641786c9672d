/** Applies what a provider says of a refund. A refund that is pending or failed is never shown as `refund`. */

import type { Order } from '../../domain/order.ts';
import type { Actor } from '../../domain/order-events.ts';
import { nextRefundState, type Refund } from '../../domain/payment-state.ts';
import type { Deps } from '../deps.ts';
import type { RefundStanding } from '../ports/payment-provider.ts';
import type { StoreTransaction } from '../ports/store.ts';
import { advanceOrder } from '../transitions/advance-order.ts';
import { announceOutside } from '../webhooks/webhook-events.ts';
import { enqueueRefund } from './request-refund.ts';

export type RefundVerdict = 'pending' | 'done' | 'failed' | 'doubted' | 'no_change' | 'unknown_refund';

type SettleDeps = Pick<Deps, 'clock' | 'random' | 'settings'>;

/**
 * What a provider says unasked. That a refund failed which it had called done may be old news, of a try before
 * the one that succeeded, or the money has come back to it: it is asked, and the order waits for the answer.
 */
export async function hearOfRefund(
  deps: SettleDeps,
  tx: StoreTransaction,
  refundNo: string,
  standing: RefundStanding,
  requestId: string | null,
): Promise<RefundVerdict> {
  if (standing.state === 'failed') {
    const found = await lockRefund(tx, refundNo);
    if (found?.refund.state === 'done') {
      await doubt(deps, tx, found, standing.reason, requestId);
      return 'doubted';
    }
  }
  return settleRefund(deps, tx, refundNo, standing, requestId);
}

async function doubt(
  deps: SettleDeps,
  tx: StoreTransaction,
  { order, refund }: LockedRefund,
  error: string,
  requestId: string | null,
): Promise<void> {
  const { refundNo } = refund;
  await tx.saveRefund({ ...refund, state: 'pending', finishedAt: null, lastError: error }, 'done');
  await enqueueRefund(deps, tx, refundNo, requestId);
  // Surplus money never was the order's, so the order does not show it.
  if (refund.purpose === 'surplus') return;
  const event = { type: 'refund_doubted', at: deps.clock.now(), refundNo, error } as const;
  await advanceOrder(deps, tx, order, event, { kind: 'provider', name: refund.provider }, requestId);
}

interface LockedRefund {
  readonly order: Order;
  readonly refund: Refund;
}

async function lockRefund(tx: StoreTransaction, refundNo: string): Promise<LockedRefund | undefined> {
  const known = await tx.refundByNo(refundNo);
  if (known === undefined) return undefined;
  const order = await tx.lockOrderById(known.orderId);
  // Read again: the state may have changed while we waited for the lock.
  const refund = await tx.refundByNo(refundNo);
  if (order === undefined || refund === undefined) throw new Error(`refund ${refundNo} has no order`);
  return { order, refund };
}

export async function settleRefund(
  deps: SettleDeps,
  tx: StoreTransaction,
  refundNo: string,
  standing: RefundStanding,
  requestId: string | null,
): Promise<RefundVerdict> {
  const found = await lockRefund(tx, refundNo);
  if (found === undefined) return 'unknown_refund';
  const { order, refund } = found;
  if (nextRefundState(refund.state, standing.state) === undefined) return 'no_change';

  const at = deps.clock.now();
  await tx.saveRefund(after(refund, standing, at), refund.state);
  if (standing.state === 'pending') {
    tx.announce({ kind: 'order_changed', orderNo: order.orderNo });
    return 'pending';
  }
  const actor: Actor = { kind: 'provider', name: refund.provider };
  if (refund.purpose === 'surplus') {
    await announceOutside(deps, tx, `refund.${standing.state}`, order, requestId, {
      refund_no: refundNo,
      refund_amount: refund.amountMinor,
      refund_purpose: refund.purpose,
    });
  } else if (standing.state === 'done') {
    await advanceOrder(deps, tx, order, { type: 'refund_done', at, refundNo }, actor, requestId);
  } else {
    const event = { type: 'refund_failed', at, refundNo, error: standing.reason } as const;
    await advanceOrder(deps, tx, order, event, actor, requestId);
  }
  return standing.state;
}

function after(refund: Refund, standing: RefundStanding, at: number): Refund {
  return {
    ...refund,
    state: standing.state,
    providerRefundId: standing.providerRefundId ?? refund.providerRefundId,
    finishedAt: standing.state === 'pending' ? null : at,
    lastError: standing.state === 'failed' ? standing.reason : refund.lastError,
  };
}
