/**
 * Webhook endpoints, and the deliveries of each event to each endpoint. The endpoint of `EVENTS_URL` becomes a row, and
 * the jobs and attempts of earlier deliveries belong to this endpoint. An event need not be about an order.
 */

import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ColumnTypes } from './column-types.ts';

export async function up(db: Kysely<unknown>, types: ColumnTypes): Promise<void> {
  for (const statement of [...newTables(types), ...movedRows(), ...eventsAnew(types)]) {
    await statement.execute(db);
  }
}

function newTables({ id, integer, tableEnd, keyedTableEnd }: ColumnTypes): RawBuilder<unknown>[] {
  return [
    sql`create table webhook_endpoints (
      id ${id},
      origin text not null check (origin in ('environment', 'console')),
      url text not null,
      events text not null,
      state text not null check (state in ('active', 'paused', 'off')),
      off_reason text check (off_reason in ('gone', 'failing')),
      state_since ${integer} not null,
      failing_since ${integer},
      last_failure_at ${integer},
      sealed_secret text not null,
      former_sealed_secret text,
      former_until ${integer},
      created_at ${integer} not null
    ) ${tableEnd}`,
    sql`create unique index webhook_endpoint_of_environment on webhook_endpoints (origin)
      where origin = 'environment'`,
    // No foreign keys: an order must not fail because an endpoint is removed at the same moment.
    sql`create table webhook_deliveries (
      event_id text not null,
      endpoint_id ${integer} not null,
      created_at ${integer} not null,
      state text not null check (state in ('waiting', 'held', 'delivered', 'failed')),
      attempts ${integer} not null,
      last_attempt_at ${integer},
      last_status ${integer},
      last_error text,
      delivered_at ${integer},
      primary key (event_id, endpoint_id)
    ) ${keyedTableEnd}`,
    sql`create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, created_at, event_id)`,
    sql`create index webhook_deliveries_held on webhook_deliveries (endpoint_id, created_at, event_id)
      where state = 'held'`,
    sql`create index webhook_deliveries_by_age on webhook_deliveries (created_at)`,
  ];
}

function movedRows(): RawBuilder<unknown>[] {
  return [
    // The service writes the address of `EVENTS_URL` into this row when it starts.
    sql`insert into webhook_endpoints
        (origin, url, events, state, state_since, sealed_secret, created_at)
      select 'environment', '', '[]', 'active', min(created_at), '', min(created_at)
      from outside_events having count(*) > 0`,
    sql`insert into webhook_deliveries
        (event_id, endpoint_id, created_at, state, attempts, last_attempt_at, last_error, delivered_at)
      select e.event_id, w.id, e.created_at,
        case
          when exists (select 1 from jobs j where j.kind = 'deliver_event' and j."key" = e.event_id
            and j.state <> 'dead') then 'waiting'
          when e.delivered_at is not null then 'delivered'
          else 'failed'
        end,
        (select count(*) from job_attempts a where a.kind = 'deliver_event' and a."key" = e.event_id),
        (select max(a.ended_at) from job_attempts a where a.kind = 'deliver_event' and a."key" = e.event_id),
        (select max(j.last_error) from jobs j where j.kind = 'deliver_event' and j."key" = e.event_id),
        e.delivered_at
      from outside_events e cross join webhook_endpoints w`,
    ...['jobs', 'job_attempts'].map(
      (table) => sql`update ${sql.table(table)}
        set "key" = "key" || '/' || (select cast(id as text) from webhook_endpoints)
        where kind = 'deliver_event' and exists (select 1 from webhook_endpoints)`,
    ),
  ];
}

function eventsAnew({ integer, keyedTableEnd }: ColumnTypes): RawBuilder<unknown>[] {
  const columns = sql.raw('event_id, order_id, type, body, created_at');
  return [
    sql`create table outside_events_before as select ${columns} from outside_events`,
    sql`drop table outside_events`,
    sql`create table outside_events (
      event_id text not null,
      order_id ${integer} references orders (id),
      type text not null,
      body text not null,
      created_at ${integer} not null,
      primary key (event_id)
    ) ${keyedTableEnd}`,
    sql`insert into outside_events (${columns}) select ${columns} from outside_events_before`,
    sql`drop table outside_events_before`,
    sql`create index outside_events_by_order on outside_events (order_id, created_at)`,
    sql`create index outside_events_by_age on outside_events (created_at, event_id)`,
  ];
}
