/** Sends a webhook event of an order again, to every endpoint for which the event has a delivery. */

import { AppError } from '../../domain/errors.ts';
import { type ActDeps, perform } from '../act.ts';
import type { OperatorCaller } from '../callers/caller.ts';
import { operatorActor, unknownOrder } from '../callers/order-access.ts';
import { requirePermission } from '../callers/permissions.ts';
import { recordAudit } from '../callers/record-audit.ts';
import { sendAgain } from './release-webhooks-job.ts';

/**
 * Sends the event again with the same id and body, so that the receiver can recognise the repetition.
 * @throws AppError `forbidden`, `unknown_order`, `unknown_item`, `illegal_transition` (the event has no delivery any
 * more, because its endpoints were removed).
 */
export async function resendEvent(
  deps: ActDeps,
  caller: OperatorCaller,
  orderNo: string,
  eventId: string,
): Promise<void> {
  requirePermission(caller, 'jobs_retry');
  const cause = { actor: operatorActor(caller), requestId: caller.requestId };
  await perform(deps, cause, async (act) => {
    const { tx } = act;
    const order = await tx.orders.lock(orderNo);
    if (order === undefined) throw unknownOrder();
    const event = (await tx.webhooks.ofOrder(order.id)).find((record) => record.eventId === eventId);
    if (event === undefined)
      throw new AppError('unknown_item', 'The order has no such event.', { reason: 'unknown_event' });
    const deliveries = await tx.webhooks.deliveriesOf(eventId);
    if (deliveries.length === 0) {
      throw new AppError('illegal_transition', 'No webhook endpoint wants this event any more.', {
        reason: 'webhooks_not_configured',
      });
    }
    for (const { endpointId } of deliveries) await sendAgain(act, event, endpointId);
    await recordAudit(act, caller, {
      action: 'event_resent',
      targetKind: 'order',
      targetId: orderNo,
      reason: null,
      before: null,
      after: { event_id: eventId, type: event.type },
    });
  });
}
