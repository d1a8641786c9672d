/** Refund approvals in the console's API. */

import { Type } from 'typebox';
import { approvalStates } from '../../usecases/refunds/refund-store.ts';
import {
  maskedOrderNo,
  money,
  nextPage,
  nullableInteger,
  nullableText,
  nullableTime,
  pageParameters,
  time,
} from '../console/schema-fields.ts';

export const approvalFields = {
  id: Type.Integer(),
  order_id: Type.Integer(),
  order_no: maskedOrderNo(),
  amount: money(),
  months: nullableInteger('Number of membership months of a partial refund; null: not partial.'),
  settled_refund_no: nullableText(
    'The failed refund that the request settles in another way; null: a new refund.',
  ),
  currency: Type.String(),
  reason: Type.String(),
  requested_by: Type.String(),
  requested_at: time(),
  state: Type.Enum([...approvalStates]),
  decided_by: nullableText(),
  decided_at: nullableTime(),
  decision_reason: nullableText(),
};

export interface ApprovalWire {
  readonly id: number;
  readonly order_id: number;
  readonly order_no: string;
  readonly amount: number;
  readonly months: number | null;
  readonly settled_refund_no: string | null;
  readonly currency: string;
  readonly reason: string;
  readonly requested_by: string;
  readonly requested_at: string;
  readonly state: (typeof approvalStates)[number];
  readonly decided_by: string | null;
  readonly decided_at: string | null;
  readonly decision_reason: string | null;
}

export const approvalsQuery = Type.Object({
  state: Type.Optional(Type.Enum(['pending', 'decided'])),
  ...pageParameters,
});

export const approvalsSchema = Type.Object({
  approvals: Type.Array(Type.Object(approvalFields)),
  before: nextPage,
});
