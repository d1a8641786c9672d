/** Jobs, health and money as the console sees them. */

import { Type } from 'typebox';
import { jobKinds } from '../../usecases/ports/jobs.ts';
import {
  money,
  nextPage,
  nullableInteger,
  nullableText,
  pageParameters,
  time,
} from '../console/schema-fields.ts';

const kind = Type.Enum([...jobKinds]);

export const jobSchema = Type.Object({
  id: Type.Integer(),
  kind: Type.String(),
  key: nullableText('What it is about: an order’s, payment’s or refund’s number, or an event’s id.'),
  trouble: Type.Unsafe<'dead' | 'lease_ended' | 'overdue' | null>({
    type: ['string', 'null'],
    enum: ['dead', 'lease_ended', 'overdue', null],
  }),
  state: Type.Enum(['ready', 'running', 'dead']),
  attempts: Type.Integer(),
  attempts_max: Type.Integer(),
  created_at: time(),
  run_at: time(),
  due_at: time('While it runs: the end of its lease.'),
  last_error: nullableText(),
  request_id: nullableText(),
  order_no: nullableText('The order that it is for.'),
  can_retry: Type.Boolean(),
  can_discard: Type.Boolean(),
});

export const jobsQuery = Type.Object({
  trouble: Type.Optional(Type.Enum(['dead', 'stuck'])),
  kind: Type.Optional(kind),
  ...pageParameters,
});

export const jobsSchema = Type.Object({ jobs: Type.Array(jobSchema), before: nextPage });

export const retryAllBody = Type.Object({
  kind: Type.Optional(kind),
  before: Type.Optional(
    Type.String({ maxLength: 64, description: 'The `before` of the call before; missing: from the newest.' }),
  ),
});

export const retriedSchema = Type.Object({ retried: Type.Integer() });

export const retriedAllSchema = Type.Object({
  retried: Type.Integer(),
  left: Type.Integer({ description: 'Dead jobs that this call did not reach; 10000: as many or more.' }),
  before: nullableText('Send it as `before` to go on; null: nothing is left.'),
});

const day = Type.String({ minLength: 10, maxLength: 10, description: '`YYYY-MM-DD` in the shop’s zone.' });

export const moneyQuery = Type.Object({ from: day, to: day });

const moneyRow = Type.Object({
  day: nullableText('Null in the totals.'),
  provider: Type.String(),
  currency: Type.String(),
  takings: money('Money that paid orders, by the day it arrived.'),
  takings_count: Type.Integer(),
  surplus: money('Money that paid no order: late, twice, or a wrong amount.'),
  surplus_count: Type.Integer(),
  refunds: money('Given back, by the day it was done.'),
  refunds_count: Type.Integer(),
  surplus_returned: money('Surplus given back, by the day it was done.'),
  surplus_returned_count: Type.Integer(),
  open: money('Refunds asked for on that day that are not back yet.'),
  open_count: Type.Integer(),
});

export const moneySchema = Type.Object({
  from: day,
  to: day,
  time_zone: Type.String(),
  days: Type.Array(moneyRow),
  totals: Type.Array(moneyRow, { description: 'Of all days asked for, by provider and currency.' }),
});

export const healthSchema = Type.Object({
  version: Type.String(),
  database: Type.Enum(['sqlite', 'postgres']),
  started_at: time('Of the process that answers.'),
  now: time(),
  disk: Type.Object(
    { total_bytes: Type.Integer(), free_bytes: Type.Integer() },
    { description: 'Of the disk that holds the data folder.' },
  ),
  queues: Type.Array(
    Type.Object({
      kind: Type.String(),
      ready: Type.Integer(),
      running: Type.Integer(),
      dead: Type.Integer(),
      oldest_due_age_ms: Type.Integer({ description: '0 when none is due.' }),
    }),
  ),
  workers: Type.Array(
    Type.Object({
      id: Type.String(),
      host: Type.String(),
      version: Type.String(),
      started_at: time(),
      seen_at: time(),
      alive: Type.Boolean(),
    }),
  ),
  processing: Type.Array(
    Type.Object({
      kind: Type.String(),
      done: Type.Integer(),
      failed: Type.Integer(),
      p50_ms: nullableInteger('Half of the attempts that went well took less.'),
      p95_ms: nullableInteger(),
    }),
    { description: 'Attempts of the last 24 hours.' },
  ),
});
