/** Jobs in the console's API. */

import { Type } from 'typebox';
import { jobKinds } from '../../usecases/all-jobs.ts';
import { nextPage, nullableInteger, nullableText, pageParameters, time } from '../console/schema-fields.ts';

const kind = Type.Enum([...jobKinds]);

export const jobSchema = Type.Object({
  id: Type.Integer(),
  kind: Type.String(),
  key: nullableText('What it is about: an order’s (masked), payment’s or refund’s number, or an event’s id.'),
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
  order_id: nullableInteger('The order that it is for.'),
  order_no: nullableText('Its number, masked.'),
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
