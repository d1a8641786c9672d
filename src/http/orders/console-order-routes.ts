/** Console API: search, count and show orders; cancel, refund and retry an order; resend its webhook events. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { cancelOrder } from '../../usecases/orders/cancel-order.ts';
import { countOrders } from '../../usecases/orders/count-orders.ts';
import { requireOrderNo } from '../../usecases/orders/require-order-no.ts';
import { retryOrder } from '../../usecases/orders/retry-order.ts';
import { searchOrders } from '../../usecases/orders/search-orders.ts';
import { showOrder } from '../../usecases/orders/show-order.ts';
import { showOrderNumber } from '../../usecases/orders/show-order-number.ts';
import { refundMonths } from '../../usecases/refunds/refund-months.ts';
import { refundOrder } from '../../usecases/refunds/refund-order.ts';
import { settleRefund } from '../../usecases/refunds/settle-refund.ts';
import { resendEvent } from '../../usecases/webhooks/resend-event.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { orderCursor, orderCursorText } from '../console/page-cursors.ts';
import { idParams, reasonText } from '../console/schema-fields.ts';
import { requiredTime, timeParameter } from '../console/time-parameters.ts';
import { registerConsoleRefundApprovalRoutes } from '../refunds/console-refund-approval-routes.ts';
import { orderDetailSchema, orderDetailToWire } from './console-order-detail.ts';
import { registerConsoleOrderFinders } from './console-order-finders.ts';
import {
  orderCountsQuery,
  orderCountsSchema,
  orderCountsToWire,
  orderItemToWire,
  orderSearchOf,
  ordersQuery,
  ordersSchema,
} from './console-order-list.ts';
import { registerConsoleSavedFilterRoutes } from './console-saved-filter-routes.ts';
import { registerConsoleThumbnailRoutes } from './console-thumbnail-routes.ts';

const showNumberPath = `${consolePrefix}orders/:id/number`;

/** The call that shows the whole number of an order to an operator. Its response is not masked. */
export const showNumberRoute = `POST ${showNumberPath}`;

const orderNumberSchema = Type.Object({ order_no: Type.String() });

const cancelBody = Type.Object({ reason: Type.Optional(reasonText) });

const refundBody = Type.Object({
  reason: reasonText,
  refunded_before: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 35,
      description:
        'The number of refunded months that the operator saw: `month_refunds.refunded_before` of the order. If more months were refunded since, the amount has changed, and the call refunds nothing. Without it, the call refunds what is left.',
    }),
  ),
});

const refundMonthsBody = Type.Object({
  months: Type.Integer({ minimum: 1, maximum: 35 }),
  refunded_before: Type.Integer({
    minimum: 0,
    maximum: 35,
    description:
      '`month_refunds.refunded_before` of the order. A repeated call therefore refunds nothing more.',
  }),
  reason: reasonText,
});

const settleBody = Type.Object({
  refund_no: Type.String({ minLength: 1, maxLength: 64 }),
  reason: reasonText,
});

const resendBody = Type.Object({ event_id: Type.String({ minLength: 1, maxLength: 64 }) });

const orderAnswer = { answer: orderDetailSchema, errors: ['unknown_order', 'illegal_transition'] } as const;

export function registerConsoleOrderRoutes(plain: FastifyInstance, context: ConsoleContext): void {
  registerReads(plain, context);
  registerCounts(plain, context);
  registerConsoleOrderFinders(plain, context);
  registerConsoleSavedFilterRoutes(plain, context);
  registerConsoleThumbnailRoutes(plain, context);
  registerActs(plain, context);
  registerConsoleRefundApprovalRoutes(plain, context);
}

function registerCounts(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const schema = consoleSchema(
    {
      name: 'order_counts',
      summary: 'Count orders by state',
      description: 'The exact number of orders placed between `from` and `to`, for each state.',
      answer: orderCountsSchema,
      answerDescription: 'States without an order are left out.',
    },
    { querystring: orderCountsQuery },
  );
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .get(`${consolePrefix}order_counts`, { schema }, async (request) => {
      const from = requiredTime('from', request.query.from);
      const to = timeParameter('to', request.query.to);
      return orderCountsToWire(await countOrders(deps, callerOf(request), from, to));
    });
}

function registerReads(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const search = consoleSchema(
    {
      name: 'search_orders',
      summary: 'Search orders',
      answer: ordersSchema,
      answerDescription: 'The newest first; an order is listed if it fulfils all conditions of the query.',
    },
    { querystring: ordersQuery },
  );
  app.get(`${consolePrefix}orders`, { schema: search }, async (request) => {
    const { query } = request;
    const filter = orderSearchOf(query);
    const before = orderCursor(query.before);
    const page = await searchOrders(deps, callerOf(request), filter, before, query.limit ?? 50);
    return { orders: page.orders.map(orderItemToWire), before: orderCursorText(page.next) };
  });

  const show = consoleSchema(
    {
      name: 'show_order',
      summary: 'Show an order',
      answer: orderDetailSchema,
      answerDescription: 'The order as it is now.',
      errors: ['unknown_order'],
    },
    { params: idParams },
  );
  app.get(`${consolePrefix}orders/:id`, { schema: show }, async (request) =>
    orderDetailToWire(
      await showOrder(
        deps,
        callerOf(request),
        await requireOrderNo(deps, callerOf(request), 'orders_see', request.params.id),
      ),
    ),
  );

  const showNumber = consoleSchema(
    {
      name: 'show_order_number',
      ignoresBody: true,
      summary: 'Show the whole number of an order',
      description: 'The audit log records each call.',
      answer: orderNumberSchema,
      answerDescription: 'The whole order number.',
      errors: ['unknown_order'],
    },
    { params: idParams },
  );
  app.post(showNumberPath, { schema: showNumber }, async (request) => ({
    order_no: await showOrderNumber(deps, callerOf(request), request.params.id),
  }));
}

function registerActs(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const cancel = consoleSchema(
    {
      ...orderAnswer,
      name: 'cancel_order',
      summary: 'Cancel an unpaid order',
      answerDescription: 'The order, cancelled.',
    },
    { params: idParams, body: cancelBody },
  );
  app.post(`${consolePrefix}orders/:id/cancel`, { schema: cancel }, async (request) => {
    const orderNo = await requireOrderNo(deps, callerOf(request), 'orders_cancel', request.params.id);
    await cancelOrder(deps, callerOf(request), orderNo, request.body.reason ?? null, request.id);
    return orderDetailToWire(await showOrder(deps, callerOf(request), orderNo));
  });

  const refund = consoleSchema(
    {
      ...orderAnswer,
      name: 'refund_order',
      summary: 'Refund an order',
      description:
        'If the amount needs two operators, the refund is only requested, and only `approval` is set in the response.',
      answerDescription: 'The order as it is now.',
    },
    { params: idParams, body: refundBody },
  );
  app.post(`${consolePrefix}orders/:id/refund`, { schema: refund }, async (request) => {
    const orderNo = await requireOrderNo(deps, callerOf(request), 'orders_refund', request.params.id);
    const { reason, refunded_before: refundedBefore = null } = request.body;
    await refundOrder(deps, callerOf(request), orderNo, reason, request.id, refundedBefore);
    return orderDetailToWire(await showOrder(deps, callerOf(request), orderNo));
  });

  const months = consoleSchema(
    {
      ...orderAnswer,
      name: 'refund_months',
      summary: 'Refund months of a membership',
      description:
        'Takes back months that have not begun and refunds their price. The order stays paid. If the amount needs two operators, the refund is only requested, and only `approval` is set in the response.',
      answerDescription: 'The order as it is now.',
    },
    { params: idParams, body: refundMonthsBody },
  );
  app.post(`${consolePrefix}orders/:id/refund_months`, { schema: months }, async (request) => {
    const orderNo = await requireOrderNo(deps, callerOf(request), 'orders_refund', request.params.id);
    const { months, refunded_before: refundedBefore, reason } = request.body;
    await refundMonths(deps, callerOf(request), orderNo, { months, refundedBefore, reason });
    return orderDetailToWire(await showOrder(deps, callerOf(request), orderNo));
  });

  const settle = consoleSchema(
    {
      ...orderAnswer,
      name: 'settle_refund',
      summary: 'Settle a failed refund in another way',
      description:
        'Records that the customer got the money of a failed refund in another way. The refund is then done, and is not requested at the provider again. If the amount needs two operators, the settlement is only requested, and only `approval` is set in the response.',
      answerDescription: 'The order as it is now.',
      errors: ['unknown_order', 'unknown_item', 'illegal_transition'],
    },
    { params: idParams, body: settleBody },
  );
  app.post(`${consolePrefix}orders/:id/settle_refund`, { schema: settle }, async (request) => {
    const orderNo = await requireOrderNo(deps, callerOf(request), 'orders_refund', request.params.id);
    const { refund_no: refundNo, reason } = request.body;
    await settleRefund(deps, callerOf(request), orderNo, { refundNo, reason });
    return orderDetailToWire(await showOrder(deps, callerOf(request), orderNo));
  });

  const retry = consoleSchema(
    {
      ...orderAnswer,
      name: 'retry_order',
      ignoresBody: true,
      summary: 'Retry failed refunds and jobs',
      description:
        'Tries again the order’s failed refunds, its dead jobs, and its failed picture if the order cost nothing.',
      answerDescription: 'The order as it is now.',
    },
    { params: idParams },
  );
  app.post(`${consolePrefix}orders/:id/retry`, { schema: retry }, async (request) => {
    const orderNo = await requireOrderNo(deps, callerOf(request), 'jobs_retry', request.params.id);
    await retryOrder(deps, callerOf(request), orderNo);
    return orderDetailToWire(await showOrder(deps, callerOf(request), orderNo));
  });

  const resend = consoleSchema(
    {
      ...orderAnswer,
      name: 'resend_event',
      summary: 'Redeliver a webhook',
      description: 'Sends the event with its first id and unchanged content.',
      answerDescription: 'The order as it is now.',
      errors: ['unknown_order', 'unknown_item', 'illegal_transition'],
    },
    { params: idParams, body: resendBody },
  );
  app.post(`${consolePrefix}orders/:id/resend_event`, { schema: resend }, async (request) => {
    const orderNo = await requireOrderNo(deps, callerOf(request), 'jobs_retry', request.params.id);
    await resendEvent(deps, callerOf(request), orderNo, request.body.event_id);
    return orderDetailToWire(await showOrder(deps, callerOf(request), orderNo));
  });
}
