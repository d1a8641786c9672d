/** Calls that answer problems of customers. Each returns the changed order. */

import type { ProblemReason } from '../../../../src/domain/order-problem.ts';
import { post } from '../../api/call.ts';
import type { OrderDetail } from '../../api/types.ts';
import type { PictureSettings } from './picture-settings.ts';

export interface RefundChoice {
  readonly reason: string;
  /** Null: the whole order. */
  readonly months: number | null;
  readonly refundedBefore: number;
}

const withReply = (reply: string) => (reply === '' ? {} : { reply });

export const problemCalls = {
  /** @param note empty: none. */
  report: (orderId: number, reason: ProblemReason, note: string) =>
    post<OrderDetail>(`orders/${orderId}/problems`, { reason, ...(note === '' ? {} : { note }) }),
  reply: (id: number, reply: string) => post<OrderDetail>(`problems/${id}/reply`, { reply }),
  /** @param settings null: the settings of the order. */
  remake: (id: number, settings: PictureSettings | null, reply: string) =>
    post<OrderDetail>(`problems/${id}/remake`, { ...settings, ...withReply(reply) }),
  refund: (id: number, { reason, months, refundedBefore }: RefundChoice, reply: string) =>
    post<OrderDetail>(`problems/${id}/refund`, {
      reason,
      refunded_before: refundedBefore,
      ...(months === null ? {} : { months }),
      ...withReply(reply),
    }),
};
