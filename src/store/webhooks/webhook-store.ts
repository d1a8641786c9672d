/** Webhook events and their deliveries. */

import { sql } from 'kysely';
import type { DeliveryState, WebhookReads, WebhookWrites } from '../../usecases/webhooks/webhook-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import { filledFields, statementVariants } from '../statement-variants.ts';
import type { NewRow } from '../table.ts';
import { replayReads, replayWrites } from './replay-store.ts';
import { webhookDeliveriesTable } from './webhook-endpoint-tables.ts';
import { webhookEventsTable } from './webhook-events-table.ts';

const delivery = webhookDeliveriesTable.all;

const eventById = statement<{ eventId: string }>()((db, p) =>
  db.selectFrom('outside_events').select(webhookEventsTable.all.columns).where('event_id', '=', p.eventId),
);

const eventsOfOrder = statement<{ orderId: number }>()((db, p) =>
  db
    .selectFrom('outside_events')
    .select(webhookEventsTable.all.columns)
    .where('order_id', '=', p.orderId)
    .orderBy('created_at')
    .orderBy('event_id'),
);

interface Place {
  readonly beforeAt: number;
  readonly beforeId: string;
  readonly limit: number;
}

// One statement for each set of filter fields that have a value, so that the planner can choose an index.
const searchEvents = statementVariants((given: readonly string[]) =>
  statement<Place & { type: string | null; from: number | null; to: number | null }>()((db, p) => {
    let query = db
      .selectFrom('outside_events')
      .select(webhookEventsTable.all.columns)
      .where(sql<boolean>`(created_at, event_id) < (${p.beforeAt}, ${p.beforeId})`);
    if (given.includes('type')) query = query.where('type', '=', p.type);
    if (given.includes('from')) query = query.where('created_at', '>=', p.from);
    if (given.includes('to')) query = query.where('created_at', '<', p.to);
    return query.orderBy('created_at', 'desc').orderBy('event_id', 'desc').limit(p.limit);
  }),
);

const deliveriesOfOrder = statement<{ orderId: number }>()((db, p) =>
  db
    .selectFrom('outside_events')
    .innerJoin('webhook_deliveries', 'webhook_deliveries.event_id', 'outside_events.event_id')
    .select(delivery.columns)
    .where('outside_events.order_id', '=', p.orderId)
    .orderBy('outside_events.created_at')
    .orderBy('outside_events.event_id')
    .orderBy('webhook_deliveries.endpoint_id'),
);

const deliveriesOfEvent = statement<{ eventId: string }>()((db, p) =>
  db
    .selectFrom('webhook_deliveries')
    .select(delivery.columns)
    .where('event_id', '=', p.eventId)
    .orderBy('endpoint_id'),
);

const deliveryLog = statementVariants((given: readonly string[]) =>
  statement<Place & { endpointId: number; state: DeliveryState | null }>()((db, p) => {
    let query = db
      .selectFrom('webhook_deliveries')
      .innerJoin('outside_events', 'outside_events.event_id', 'webhook_deliveries.event_id')
      .select(delivery.columns)
      .select(['outside_events.type as type', 'outside_events.order_id as orderId'])
      .where('webhook_deliveries.endpoint_id', '=', p.endpointId)
      .where(
        sql<boolean>`(webhook_deliveries.created_at, webhook_deliveries.event_id) < (${p.beforeAt}, ${p.beforeId})`,
      );
    if (given.includes('state')) query = query.where('webhook_deliveries.state', '=', p.state);
    return query
      .orderBy('webhook_deliveries.created_at', 'desc')
      .orderBy('webhook_deliveries.event_id', 'desc')
      .limit(p.limit);
  }),
);

const held = sql.lit<DeliveryState>('held');

const heldDeliveries = statement<{ endpointId: number; limit: number }>()((db, p) =>
  db
    .selectFrom('webhook_deliveries')
    .select(delivery.columns)
    .where('endpoint_id', '=', p.endpointId)
    .where('state', '=', held)
    .orderBy('created_at')
    .orderBy('event_id')
    .limit(p.limit),
);

const insertEvent = statement<NewRow<typeof webhookEventsTable>>()((db, p) =>
  db.insertInto('outside_events').values(webhookEventsTable.inserted(p)),
);

const insertDelivery = statement<NewRow<typeof webhookDeliveriesTable>>()((db, p) =>
  db
    .insertInto('webhook_deliveries')
    .values(webhookDeliveriesTable.inserted(p))
    .onConflict((conflict) => conflict.columns(['event_id', 'endpoint_id']).doNothing()),
);

interface OfDelivery {
  readonly eventId: string;
  readonly endpointId: number;
}

const setState = statement<OfDelivery & { state: DeliveryState }>()((db, p) =>
  db
    .updateTable('webhook_deliveries')
    .set({ state: p.state })
    .where('event_id', '=', p.eventId)
    .where('endpoint_id', '=', p.endpointId),
);

const recordSuccess = statement<OfDelivery & { at: number; status: number | null }>()((db, p) =>
  db
    .updateTable('webhook_deliveries')
    .set((set) => ({
      state: sql.lit<DeliveryState>('delivered'),
      attempts: set('attempts', '+', sql.lit(1)),
      last_attempt_at: p.at,
      last_status: p.status,
      last_error: null,
      delivered_at: p.at,
    }))
    .where('event_id', '=', p.eventId)
    .where('endpoint_id', '=', p.endpointId),
);

const recordFailure = statement<
  OfDelivery & { at: number; status: number | null; error: string; isLast: number }
>()((db, p) =>
  db
    .updateTable('webhook_deliveries')
    .set((set) => ({
      state: sql<DeliveryState>`case when ${p.isLast} = 1 then 'failed' else state end`,
      attempts: set('attempts', '+', sql.lit(1)),
      last_attempt_at: p.at,
      last_status: p.status,
      last_error: p.error,
    }))
    .where('event_id', '=', p.eventId)
    .where('endpoint_id', '=', p.endpointId),
);

const purgeEvents = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('outside_events').where('created_at', '<', p.before),
);

const purgeDeliveries = statement<{ before: number }>()((db, p) =>
  db.deleteFrom('webhook_deliveries').where('created_at', '<', p.before),
);

/**
 * The place from which a page of the list continues. Without one, it is a place after every event: no id begins
 * with a character above `~`.
 */
function placeOf(before: { readonly createdAt: number; readonly eventId: string } | null) {
  return { beforeAt: before?.createdAt ?? Number.MAX_SAFE_INTEGER, beforeId: before?.eventId ?? '~' };
}

export function webhookReads(session: Session): WebhookReads {
  return {
    byId: (eventId) => session.first(eventById, { eventId }),
    ofOrder: (orderId) => session.all(eventsOfOrder, { orderId }),
    deliveriesOfOrder: (orderId) => session.all(deliveriesOfOrder, { orderId }),
    deliveriesOf: (eventId) => session.all(deliveriesOfEvent, { eventId }),
    search({ type, from, to }, before, limit) {
      const filter = { type, from, to };
      return session.all(searchEvents(filledFields(filter)), { ...filter, ...placeOf(before), limit });
    },
    deliveryLog({ endpointId, state }, before, limit) {
      const values = { endpointId, state, ...placeOf(before), limit };
      return session.all(deliveryLog(filledFields({ state })), values);
    },
    held: (endpointId, limit) => session.all(heldDeliveries, { endpointId, limit }),
    ...replayReads(session),
  };
}

export function webhookWrites(session: TransactionSession): WebhookWrites {
  return {
    ...webhookReads(session),
    async insert(event) {
      await session.run(insertEvent, event);
    },
    async insertDelivery(row) {
      const nothingYet = {
        attempts: 0,
        lastAttemptAt: null,
        lastStatus: null,
        lastError: null,
        deliveredAt: null,
      };
      await session.run(insertDelivery, { ...nothingYet, ...row });
    },
    async setDeliveryState(eventId, endpointId, state) {
      return (await session.run(setState, { eventId, endpointId, state })) > 0;
    },
    async recordSuccess(attempted) {
      await session.run(recordSuccess, attempted);
    },
    async recordFailure(attempted, error, isLast) {
      await session.run(recordFailure, { ...attempted, error, isLast: isLast ? 1 : 0 });
    },
    ...replayWrites(session),
    async purge(before) {
      await session.run(purgeEvents, { before });
      await session.run(purgeDeliveries, { before });
    },
  };
}
