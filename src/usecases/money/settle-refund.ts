/** Applies what a provider says of a refund. A refund that is pending or failed is never shown as `refund`. */

import type { Actor } from '../../domain/order-events.ts';
import { nextRefundState, type Refund } from '../../domain/payment-state.ts';
import type { Deps } from '../deps.ts';
import { advanceOrder } from '../orders/advance-order.ts';
import { announceOutside } from '../orders/outside-events.ts';
import type { RefundStanding } from '../ports/payment-provider.ts';
import type { StoreTransaction } from '../ports/store.ts';

export type RefundVerdict = 'pending' | 'done' | 'failed' | 'no_change' | 'unknown_refund';

export async function settleRefund(
  deps: Pick<Deps, 'clock' | 'random' | 'settings'>,
  tx: StoreTransaction,
  refundNo: string,
  standing: RefundStanding,
  requestId: string | null,
): Promise<RefundVerdict> {
  const known = await tx.refundByNo(refundNo);
  if (known === undefined) return 'unknown_refund';
  const order = await tx.lockOrderById(known.orderId);
  const refund = await tx.refundByNo(refundNo);
  if (order === undefined || refund === undefined) throw new Error(`refund ${refundNo} has no order`);
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
