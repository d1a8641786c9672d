/**
 * The migration 0017-webhook-endpoints, on a database with the events, jobs and attempts of the one endpoint that
 * earlier versions supported.
 */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type MigrationConnection, migrate } from '../../../src/store/migrations/migrate.ts';
import { emptyDatabases, upTo } from './empty-databases.ts';

const job = `insert into jobs (kind, "key", state, payload, priority, run_at, due_at, attempts, attempts_max, claims,
  last_error, created_at)`;
const attempt = 'insert into job_attempts (kind, "key", attempt, ended_at, duration_ms, outcome)';

/**
 * Three events: the first waits after two failed attempts, the second is delivered, and the job of the third is dead.
 */
const rowsBefore = [
  `insert into users (id, kind, created_at) values (1, 'guest', 1)`,
  `insert into goods (id, title, summary, icon, price_minor, sort, funct_name, on_shelf)
    values (1, 't', '', '', 1, 1, 'mark_order_vip', 1)`,
  `insert into orders (id, order_no, user_id, owned_by, goods_id, funct_name, details, price_minor, currency,
      created_at, expires_at, status, deal_status, version)
    values (7, 'O7', 1, 'guest', 1, 'mark_order_vip', '{}', 1, 'CNY', 1, 2, 'wait_pay', 'init', 1)`,
  `insert into outside_events (event_id, order_id, type, body, created_at, delivered_at) values
    ('evt_waiting', 7, 'order.created', '{"a":1}', 100, null),
    ('evt_delivered', 7, 'order.paid', '{"a":2}', 200, 250),
    ('evt_dead', null, 'reconciliation.difference', '{"a":3}', 300, null)`,
  `${job} values ('deliver_event', 'evt_waiting', 'ready', '{}', 0, 1, 1, 2, 12, 2, 'HTTP 500', 100)`,
  `${job} values ('deliver_event', 'evt_dead', 'dead', '{}', 0, 1, 1, 12, 12, 12, 'HTTP 404', 300)`,
  `${job} values ('remove_file', 'evt_waiting', 'ready', '{}', 0, 1, 1, 0, 3, 0, null, 1)`,
  `${attempt} values ('deliver_event', 'evt_waiting', 1, 110, 5, 'failed')`,
  `${attempt} values ('deliver_event', 'evt_waiting', 2, 120, 5, 'failed')`,
  `${attempt} values ('deliver_event', 'evt_delivered', 1, 250, 5, 'done')`,
];

async function rowsOf(connection: MigrationConnection, query: string): Promise<unknown[][]> {
  const rows = await connection.execute(query, []);
  // PostgreSQL returns bigint values as texts.
  return rows.map((row) =>
    Object.values(row as Record<string, unknown>).map((value) =>
      typeof value === 'bigint' || /^\d+$/.test(String(value)) ? Number(value) : value,
    ),
  );
}

for (const [name, open] of emptyDatabases) {
  describe(`the migration to several webhook endpoints on ${name}`, () => {
    it('adds a delivery to each event of the one endpoint, and the id of the endpoint to the keys of jobs and attempts', async (t) => {
      const connection = await open(t);
      await migrate(connection, upTo(16));
      for (const row of rowsBefore) await connection.execute(row, []);
      assert.deepEqual(await migrate(connection, upTo(17)), ['0017-webhook-endpoints']);

      const endpoints = await rowsOf(
        connection,
        'select id, origin, url, events, state, created_at from webhook_endpoints',
      );
      assert.deepEqual(endpoints, [[1, 'environment', '', '[]', 'active', 100]]);
      assert.deepEqual(
        await rowsOf(
          connection,
          `select event_id, endpoint_id, created_at, state, attempts, last_attempt_at, last_error, delivered_at
            from webhook_deliveries order by created_at`,
        ),
        [
          ['evt_waiting', 1, 100, 'waiting', 2, 120, 'HTTP 500', null],
          ['evt_delivered', 1, 200, 'delivered', 1, 250, null, 250],
          ['evt_dead', 1, 300, 'failed', 0, null, 'HTTP 404', null],
        ],
      );
      assert.deepEqual(await rowsOf(connection, 'select kind, "key", state from jobs order by id'), [
        ['deliver_event', 'evt_waiting/1', 'ready'],
        ['deliver_event', 'evt_dead/1', 'dead'],
        ['remove_file', 'evt_waiting', 'ready'],
      ]);
      assert.deepEqual(await rowsOf(connection, 'select distinct "key" from job_attempts order by "key"'), [
        ['evt_delivered/1'],
        ['evt_waiting/1'],
      ]);
      assert.deepEqual(
        await rowsOf(connection, 'select event_id, order_id, body from outside_events order by created_at'),
        [
          ['evt_waiting', 7, '{"a":1}'],
          ['evt_delivered', 7, '{"a":2}'],
          ['evt_dead', null, '{"a":3}'],
        ],
      );
    });

    it('adds no endpoint to a database without events', async (t) => {
      const connection = await open(t);
      await migrate(connection, upTo(17));
      assert.deepEqual(await rowsOf(connection, 'select id from webhook_endpoints'), []);
    });
  });
}
