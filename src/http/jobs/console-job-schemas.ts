/** Jobs in the console's API. */

import { Type } from 'typebox';
import { jobKinds } from '../../usecases/all-jobs.ts';
import { nextPage, nullableInteger, nullableText, pageParameters, time } from '../console/schema-fields.ts';

const kind = Type.Enum([...jobKinds]);

export const jobSchema = Type.Object({
  id: Type.Integer(),
  kind: Type.String(),
  key: nullableText(
    'Order number (masked), payment number, refund number or event id that the job works on.',
  ),
  trouble: Type.Unsafe<'dead' | 'lease_ended' | 'overdue' | null>({
    type: ['string', 'null'],
    enum: ['dead', 'lease_ended', 'overdue', null],
  }),
  state: Type.Enum(['ready', 'running', 'dead']),
  attempts: Type.Integer(),
  attempts_max: Type.Integer(),
  created_at: time(),
  run_at: time(),
  due_at: time('Time at which a running job’s lease ends, or at which a waiting job is due.'),
  last_error: nullableText(),
  request_id: nullableText(),
  order_id: nullableInteger('Order that the job works for.'),
  order_no: nullableText('Masked number of that order.'),
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
    Type.String({
      maxLength: 64,
      description: 'The `before` of the previous call’s response; missing: begin with the newest.',
    }),
  ),
});

export const retriedSchema = Type.Object({ retried: Type.Integer() });

export const retriedAllSchema = Type.Object({
  retried: Type.Integer(),
  left: Type.Integer({
    description: 'Number of dead jobs that this call did not try again; 10000 means 10000 or more.',
  }),
  before: nullableText('Send this value as `before` in the next call; null: there are no more dead jobs.'),
});
