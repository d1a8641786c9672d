/** Console API: list, confirm and reject refunds that need a second operator. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { showOrder } from '../../usecases/orders/show-order.ts';
import { confirmRefund, listApprovals, rejectRefund } from '../../usecases/refunds/refund-approvals.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idCursor, idCursorText } from '../console/page-cursors.ts';
import { idParams, reasonBody } from '../console/schema-fields.ts';
import { orderDetailSchema, orderDetailToWire } from '../orders/console-order-detail.ts';
import { approvalsQuery, approvalsSchema } from './console-refund-approval-schemas.ts';
import { approvalToWire } from './console-refund-approval-wire.ts';

const decided = {
  answer: orderDetailSchema,
  answerDescription: 'The order as it is now.',
  errors: ['unknown_item', 'illegal_transition'],
} as const;

export function registerConsoleRefundApprovalRoutes(
  plain: FastifyInstance,
  { deps, callerOf, sessionCallerOf }: ConsoleContext,
): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const list = consoleSchema(
    {
      name: 'list_refund_approvals',
      summary: 'List refund approvals',
      answer: approvalsSchema,
      answerDescription: 'The requests that wait, or those that were decided; the newest first.',
    },
    { querystring: approvalsQuery },
  );
  app.get(`${consolePrefix}refund_approvals`, { schema: list }, async (request) => {
    const { state = 'pending', before, limit = 50 } = request.query;
    const page = await listApprovals(deps, callerOf(request), state, idCursor(before), limit);
    return { approvals: page.approvals.map(approvalToWire), before: idCursorText(page.next) };
  });

  const confirm = consoleSchema(
    {
      ...decided,
      name: 'confirm_refund',
      ignoresBody: true,
      summary: 'Confirm a refund',
      description:
        'Only an operator who did not request the refund can confirm it. Needs a session with a recent proof of identity.',
    },
    { params: idParams },
  );
  app.post(`${consolePrefix}refund_approvals/:id/confirm`, { schema: confirm }, async (request) => {
    const orderNo = await confirmRefund(deps, sessionCallerOf(request), request.params.id);
    return orderDetailToWire(await showOrder(deps, callerOf(request), orderNo));
  });

  const reject = consoleSchema(
    {
      ...decided,
      name: 'reject_refund',
      summary: 'Reject a refund',
      description: 'The operator who requested the refund may also withdraw it with this call.',
    },
    { params: idParams, body: reasonBody },
  );
  app.post(`${consolePrefix}refund_approvals/:id/reject`, { schema: reject }, async (request) => {
    const orderNo = await rejectRefund(deps, callerOf(request), request.params.id, request.body.reason);
    return orderDetailToWire(await showOrder(deps, callerOf(request), orderNo));
  });
}
