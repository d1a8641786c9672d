/** Replays: the pages of their events, and the deliveries that they change to `held`. */

import { type RawBuilder, sql } from 'kysely';
import type { DeliveryState, WebhookReads, WebhookWrites } from '../../usecases/webhooks/webhook-store.ts';
import type { Session, TransactionSession } from '../session.ts';
import { type Placeholders, statement } from '../statement.ts';
import { statementVariants } from '../statement-variants.ts';
import type { NewRow } from '../table.ts';
import { webhookReplaysTable } from './webhook-endpoint-tables.ts';

const held = sql.lit<DeliveryState>('held');

const storedReplays = statement<Record<never, never>>()((db) =>
  db.selectFrom('webhook_replays').select(webhookReplaysTable.all.columns).orderBy('id'),
);

const insertReplay = statement<NewRow<typeof webhookReplaysTable>>()((db, p, dialect) =>
  db.insertInto('webhook_replays').values(webhookReplaysTable.inserted(p)).modifyEnd(dialect.returningId),
);

const moveReplay = statement<{ id: number; afterAt: number; afterId: string }>()((db, p) =>
  db.updateTable('webhook_replays').set({ after_at: p.afterAt, after_id: p.afterId }).where('id', '=', p.id),
);

const removeReplay = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('webhook_replays').where('id', '=', p.id),
);

// Reads the last event of the page and the event after it, if there is one.
const endOfPage = statement<{
  afterAt: number;
  afterId: string;
  to: number;
  before: number;
}>()((db, p) =>
  db
    .selectFrom('outside_events')
    .select(['created_at as createdAt', 'event_id as eventId'])
    .where(sql<boolean>`(created_at, event_id) > (${p.afterAt}, ${p.afterId})`)
    .where('created_at', '<', p.to)
    .orderBy('created_at')
    .orderBy('event_id')
    .limit(sql.lit(2))
    .offset(p.before),
);

interface Page {
  readonly endpointId: number;
  readonly afterAt: number;
  readonly afterId: string;
  readonly throughAt: number;
  readonly throughId: string;
}

/** Both tables have these two columns. */
const isInPage = (p: Placeholders<Page>): RawBuilder<boolean> =>
  sql<boolean>`(created_at, event_id) > (${p.afterAt}, ${p.afterId})
    and (created_at, event_id) <= (${p.throughAt}, ${p.throughId})`;

const holdEnded = statementVariants(
  ({ events, deliveredToo }: { events: readonly string[]; deliveredToo: boolean }) =>
    statement<Page>()((db, p) => {
      const states: readonly DeliveryState[] = deliveredToo ? ['failed', 'delivered'] : ['failed'];
      const query = db
        .updateTable('webhook_deliveries')
        .set({ state: held })
        .where('endpoint_id', '=', p.endpointId)
        .where(isInPage(p))
        .where(
          'state',
          'in',
          states.map((state) => sql.lit(state)),
        );
      if (events.length === 0) return query;
      return query.where('event_id', 'in', (matching) =>
        matching
          .selectFrom('outside_events')
          .select('event_id')
          .where(isInPage(p))
          .where('type', 'in', events),
      );
    }),
);

const holdMissing = statementVariants((events: readonly string[]) =>
  statement<Page>()((db, p) =>
    db
      .insertInto('webhook_deliveries')
      .columns(['event_id', 'endpoint_id', 'created_at', 'state', 'attempts'])
      .expression((from) => {
        const query = from
          .selectFrom('outside_events')
          .select((row) => [
            'event_id' as const,
            sql<number>`cast(${p.endpointId} as bigint)`.as('endpoint_id'),
            row.ref('created_at').as('created_at'),
            held.as('state'),
            sql.lit(0).as('attempts'),
          ])
          .where(isInPage(p))
          .where('type', '<>', sql.lit('webhook.test'));
        return events.length === 0 ? query : query.where('type', 'in', events);
      })
      .onConflict((conflict) => conflict.columns(['event_id', 'endpoint_id']).doNothing()),
  ),
);

export function replayReads(session: Session): Pick<WebhookReads, 'endOfPage' | 'replays'> {
  return {
    async endOfPage(after, to, limit) {
      const values = { afterAt: after.createdAt, afterId: after.eventId, to, before: limit - 1 };
      const [last, following] = await session.all(endOfPage, values);
      return following === undefined ? undefined : last;
    },
    async replays() {
      const rows = await session.all(storedReplays, {});
      return rows.map((row) => {
        const { afterAt, afterId, toAt, ...replay } = webhookReplaysTable.all.read(row);
        return { ...replay, after: { createdAt: afterAt, eventId: afterId }, to: toAt };
      });
    },
  };
}

export function replayWrites(
  session: TransactionSession,
): Pick<WebhookWrites, 'holdForReplay' | 'insertReplay' | 'moveReplay' | 'removeReplay'> {
  return {
    async holdForReplay({ endpointId, events, after, through, deliveredToo }) {
      const page = {
        endpointId,
        afterAt: after.createdAt,
        afterId: after.eventId,
        throughAt: through.createdAt,
        throughId: through.eventId,
      };
      const ended = await session.run(holdEnded({ events, deliveredToo }), page);
      return ended + (await session.run(holdMissing(events), page));
    },
    async insertReplay({ endpointId, after, to, deliveredToo }) {
      const row = { endpointId, afterAt: after.createdAt, afterId: after.eventId, toAt: to, deliveredToo };
      await session.insert(insertReplay, webhookReplaysTable.write(row));
    },
    async moveReplay(id, { createdAt, eventId }) {
      await session.run(moveReplay, { id, afterAt: createdAt, afterId: eventId });
    },
    async removeReplay(id) {
      await session.run(removeReplay, { id });
    },
  };
}
