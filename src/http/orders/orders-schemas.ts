/** Orders as the console sees them. */

import { Type } from 'typebox';
import { orderActions } from '../../usecases/orders/order-actions.ts';
import { approvalStates } from '../../usecases/refunds/refund-store.ts';
import {
  anyFields,
  money,
  nextPage,
  nullableInteger,
  nullableText,
  nullableTime,
  pageParameters,
  reasonText,
  time,
} from '../console/schema-fields.ts';
import { jobSchema } from '../jobs/work-schemas.ts';

const statuses = ['wait_pay', 'pay', 'cancal', 'wait_refund', 'refund'] as const;
const dealStatuses = ['init', 'ing', 'done', 'fail'] as const;

export const ordersQuery = Type.Object({
  order_no: Type.Optional(
    Type.String({ maxLength: 28, description: 'The number, or its first 6 characters or more.' }),
  ),
  user_id: Type.Optional(Type.Integer({ minimum: 1 })),
  status: Type.Optional(Type.Enum([...statuses])),
  deal_status: Type.Optional(Type.Enum([...dealStatuses])),
  goods_id: Type.Optional(Type.Integer({ minimum: 1 })),
  from: Type.Optional(Type.String({ maxLength: 32, description: 'A time in UTC.' })),
  to: Type.Optional(Type.String({ maxLength: 32, description: 'A time in UTC, not included.' })),
  ...pageParameters,
});

const orderItem = {
  id: Type.Integer(),
  order_no: Type.String(),
  user_id: Type.Integer(),
  goods_id: Type.Integer(),
  good_title: Type.String({ description: 'As it is called now.' }),
  funct_name: Type.String(),
  price: money(),
  currency: Type.String(),
  status: Type.Enum([...statuses]),
  deal_status: Type.Enum([...dealStatuses]),
  created_at: time(),
  paid_at: nullableTime(),
  refund_state: nullableText('Of the order’s own refund: `requested`, `pending`, `done` or `failed`.'),
};

export const ordersSchema = Type.Object({ orders: Type.Array(Type.Object(orderItem)), before: nextPage });

export const orderCountsQuery = Type.Object({
  from: Type.String({ maxLength: 32, description: 'A time in UTC, at most 31 days before `to`.' }),
  to: Type.Optional(
    Type.String({ maxLength: 32, description: 'A time in UTC, not included; missing: now.' }),
  ),
});

export const orderCountsSchema = Type.Object({
  from: time(),
  to: time('Not included.'),
  total: Type.Integer(),
  counts: Type.Array(
    Type.Object({
      status: Type.Enum([...statuses]),
      deal_status: Type.Enum([...dealStatuses]),
      orders: Type.Integer(),
    }),
  ),
});

const approval = {
  id: Type.Integer(),
  order_no: Type.String(),
  amount: money(),
  currency: Type.String(),
  reason: Type.String(),
  requested_by: Type.String(),
  requested_at: time(),
  state: Type.Enum([...approvalStates]),
  decided_by: nullableText(),
  decided_at: nullableTime(),
  decision_reason: nullableText(),
};

const payment = Type.Object({
  id: Type.Integer(),
  payment_no: Type.String(),
  provider: Type.String(),
  channel: Type.String(),
  amount: money(),
  currency: Type.String(),
  state: Type.String(),
  provider_ref: nullableText('Number at the provider.'),
  received: nullableInteger('In 1/100 of the major currency unit; null until money arrived.'),
  received_at: nullableTime(),
  created_at: time(),
});

const refund = Type.Object({
  id: Type.Integer(),
  refund_no: Type.String(),
  purpose: Type.Enum(['order', 'surplus']),
  amount: money(),
  currency: Type.String(),
  reason: Type.String(),
  state: Type.String(),
  provider: Type.String(),
  provider_refund_id: nullableText(),
  requested_at: time(),
  finished_at: nullableTime(),
  last_error: nullableText(),
});

const sentEvent = Type.Object({
  event_id: Type.String(),
  type: Type.String(),
  created_at: time(),
  delivered_at: nullableTime(),
  last_error: nullableText(),
  attempts: Type.Integer(),
});

const timelineItem = Type.Object({
  at: time(),
  kind: Type.Enum(['history', 'payment', 'notify', 'job', 'refund', 'event', 'operator']),
  what: Type.String(),
  actor: nullableText('`customer`, `system`, `provider sandbox`, `operator anna`.'),
  data: anyFields('What else is known.'),
});

export const orderDetailSchema = Type.Object({
  ...orderItem,
  owned_by: Type.Enum(['guest', 'user']),
  from_user_id: nullableInteger(),
  details: anyFields('The order’s parameters.'),
  expires_at: time(),
  cancelled_at: nullableTime(),
  cancelled_by: nullableText(),
  fail_reason: nullableText(),
  fail_sentence: nullableText('What the customer reads.'),
  result_until: nullableTime(),
  user: Type.Object({
    id: Type.Integer(),
    kind: Type.Enum(['guest', 'user']),
    issuer: nullableText(),
    subject: nullableText(),
    member_until: nullableTime(),
  }),
  input: Type.Unsafe<{ url: string; width: number; height: number } | null>({
    type: ['object', 'null'],
    required: ['url', 'width', 'height'],
    properties: { url: { type: 'string' }, width: { type: 'integer' }, height: { type: 'integer' } },
    description: 'The uploaded photo, for 5 minutes; null without the permission, and once it is gone.',
  }),
  result: Type.Unsafe<{ url: string } | null>({
    type: ['object', 'null'],
    required: ['url'],
    properties: { url: { type: 'string' } },
    description: 'The finished picture, likewise.',
  }),
  payments: Type.Array(payment),
  refunds: Type.Array(refund),
  events: Type.Array(sentEvent, { description: 'To the shop’s own systems.' }),
  jobs: Type.Array(jobSchema, { description: 'Unfinished and dead ones.' }),
  approval: Type.Unsafe<ApprovalWire | null>({
    type: ['object', 'null'],
    properties: approval,
    required: Object.keys(approval),
    description: 'The refund that waits for a second operator.',
  }),
  timeline: Type.Array(timelineItem, { description: 'Oldest first.' }),
  actions: Type.Array(Type.Enum([...orderActions]), {
    description: 'What the state and the caller’s role allow now.',
  }),
});

export interface ApprovalWire {
  readonly id: number;
  readonly order_no: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: string;
  readonly requested_by: string;
  readonly requested_at: string;
  readonly state: (typeof approvalStates)[number];
  readonly decided_by: string | null;
  readonly decided_at: string | null;
  readonly decision_reason: string | null;
}

export const orderNoParams = Type.Object({ order_no: Type.String({ minLength: 1, maxLength: 64 }) });

export const cancelBody = Type.Object({ reason: Type.Optional(reasonText) });

export const reasonBody = Type.Object({ reason: reasonText });

export const resendBody = Type.Object({ event_id: Type.String({ minLength: 1, maxLength: 64 }) });

export const approvalsQuery = Type.Object({
  state: Type.Optional(Type.Enum(['pending', 'decided'])),
  ...pageParameters,
});

export const approvalsSchema = Type.Object({
  approvals: Type.Array(Type.Object(approval)),
  before: nextPage,
});
