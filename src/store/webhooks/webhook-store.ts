/** Webhook events. */

import type { WebhookReads, WebhookWrites } from '../../usecases/webhooks/webhook-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow } from '../table.ts';
import { webhookEventsTable } from './webhook-events-table.ts';

const eventsOfOrder = statement<{ orderId: number }>()((db, p) =>
  db
    .selectFrom('outside_events')
    .select(webhookEventsTable.all.columns)
    .where('order_id', '=', p.orderId)
    .orderBy('created_at')
    .orderBy('event_id'),
);

const insertEvent = statement<NewRow<typeof webhookEventsTable>>()((db, p) =>
  db.insertInto('outside_events').values(webhookEventsTable.inserted(p)),
);

const recordDelivery = statement<{ eventId: string; deliveredAt: number }>()((db, p) =>
  db
    .updateTable('outside_events')
    .set(webhookEventsTable.assigned(p, 'deliveredAt'))
    .where('event_id', '=', p.eventId),
);

const purgeEvents = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('outside_events').where('created_at', '<', p.before),
);

export function webhookReads(session: Session): WebhookReads {
  return {
    ofOrder: (orderId) => session.all(eventsOfOrder, { orderId }),
  };
}

export function webhookWrites(session: TransactionSession): WebhookWrites {
  return {
    ...webhookReads(session),
    async insert(event) {
      await session.run(insertEvent, event);
    },
    async recordDelivery(eventId, deliveredAt) {
      await session.run(recordDelivery, { eventId, deliveredAt });
    },
    async purge(before) {
      await session.run(purgeEvents, { before });
    },
  };
}
