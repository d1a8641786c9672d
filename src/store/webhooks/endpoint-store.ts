/**
 * Webhook endpoints. The process remembers which events they want, so that an event which no endpoint wants needs
 * no query.
 */

import { sql } from 'kysely';
import type { EndpointReads, EndpointWish, EndpointWrites } from '../../usecases/webhooks/endpoint-store.ts';
import type { Engine, Session, TransactionSession } from '../session.ts';
import { statement } from '../statement.ts';
import type { NewRow, Row } from '../table.ts';
import { webhookEndpointsTable } from './webhook-endpoint-tables.ts';

const endpoint = webhookEndpointsTable.all;
const wish = webhookEndpointsTable.only('id', 'state', 'events');

const allEndpoints = statement<Record<never, never>>()((db) =>
  db
    .selectFrom('webhook_endpoints')
    .select(endpoint.columns)
    .orderBy(sql`case when origin = 'environment' then 0 else 1 end`)
    .orderBy('id'),
);

const endpointById = statement<{ id: number }>()((db, p) =>
  db.selectFrom('webhook_endpoints').select(endpoint.columns).where('id', '=', p.id),
);

const allWishes = statement<Record<never, never>>()((db) =>
  db.selectFrom('webhook_endpoints').select(wish.columns).orderBy('id'),
);

const insertEndpoint = statement<NewRow<typeof webhookEndpointsTable>>()((db, p, dialect) =>
  db.insertInto('webhook_endpoints').values(webhookEndpointsTable.inserted(p)).modifyEnd(dialect.returningId),
);

type Changed<Field extends keyof Row<typeof webhookEndpointsTable>> = Pick<
  Row<typeof webhookEndpointsTable>,
  'id' | Field
>;

const setTarget = statement<Changed<'url' | 'events'>>()((db, p) =>
  db
    .updateTable('webhook_endpoints')
    .set(webhookEndpointsTable.assigned(p, 'url', 'events'))
    .set({
      failing_since: sql<number | null>`case when url = ${p.url} then failing_since end`,
      last_failure_at: sql<number | null>`case when url = ${p.url} then last_failure_at end`,
    })
    .where('id', '=', p.id),
);

const setSecrets = statement<Changed<'sealedSecret' | 'formerSealedSecret' | 'formerUntil'>>()((db, p) =>
  db
    .updateTable('webhook_endpoints')
    .set(webhookEndpointsTable.assigned(p, 'sealedSecret', 'formerSealedSecret', 'formerUntil'))
    .where('id', '=', p.id),
);

const setState = statement<Changed<'state' | 'offReason' | 'stateSince'>>()((db, p) =>
  db
    .updateTable('webhook_endpoints')
    .set(webhookEndpointsTable.assigned(p, 'state', 'offReason', 'stateSince'))
    .set({ failing_since: null, last_failure_at: null })
    .where('id', '=', p.id)
    .where('state', '<>', p.state),
);

const setFailing = statement<Changed<'failingSince' | 'lastFailureAt'>>()((db, p) =>
  db
    .updateTable('webhook_endpoints')
    .set(webhookEndpointsTable.assigned(p, 'failingSince', 'lastFailureAt'))
    .where('id', '=', p.id),
);

const removeDeliveries = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('webhook_deliveries').where('endpoint_id', '=', p.id),
);

const removeEndpoint = statement<{ id: number }>()((db, p) =>
  db.deleteFrom('webhook_endpoints').where('id', '=', p.id),
);

export interface EndpointMemory {
  wishes(session: TransactionSession): Promise<readonly EndpointWish[]>;
  forget(): void;
}

/** Remembers the endpoints until a message says that they changed or that messages were lost. */
export function endpointMemory({ subscribe }: Pick<Engine, 'subscribe'>): EndpointMemory {
  let known: readonly EndpointWish[] | undefined;
  let changes = 0;
  const forget = () => {
    known = undefined;
    changes += 1;
  };
  subscribe(({ kind }) => {
    if (kind === 'webhook_endpoints_changed' || kind === 'missed') forget();
  });
  return {
    forget,
    async wishes(session) {
      if (known !== undefined) return known;
      const before = changes;
      const found = (await session.all(allWishes, {})).map(wish.read);
      // Remember the endpoints only after the commit, because the transaction may have read its own change, which
      // is lost if it is rolled back.
      session.afterCommit(() => {
        if (changes === before) known = found;
      });
      return found;
    },
  };
}

export function endpointReads(session: Session): EndpointReads {
  return {
    async all() {
      return (await session.all(allEndpoints, {})).map(endpoint.read);
    },
    async byId(id) {
      const row = await session.first(endpointById, { id });
      return row && endpoint.read(row);
    },
  };
}

export function endpointWrites(session: TransactionSession, memory: EndpointMemory): EndpointWrites {
  function changed(): void {
    session.publish({ kind: 'webhook_endpoints_changed' });
    session.afterCommit(memory.forget);
  }
  return {
    ...endpointReads(session),
    wishes: () => memory.wishes(session),
    lockAll: () => session.lockName('webhook endpoints'),
    async insert(row) {
      changed();
      return session.insert(insertEndpoint, webhookEndpointsTable.write(row));
    },
    async setTarget(id, { url, events }) {
      changed();
      await session.run(setTarget, webhookEndpointsTable.write({ id, url, events }));
    },
    async setSecrets(id, { sealedSecret, formerSealedSecret, formerUntil }) {
      await session.run(setSecrets, { id, sealedSecret, formerSealedSecret, formerUntil });
    },
    async setState(id, state, offReason, stateSince) {
      changed();
      return (await session.run(setState, { id, state, offReason, stateSince })) === 1;
    },
    async setFailing(id, failingSince, lastFailureAt) {
      await session.run(setFailing, { id, failingSince, lastFailureAt });
    },
    async remove(id) {
      changed();
      await session.run(removeDeliveries, { id });
      await session.run(removeEndpoint, { id });
    },
  };
}
