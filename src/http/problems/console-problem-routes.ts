/** Console API: the answers to problems that customers reported about finished orders. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { sizedIdPhotoGood } from '../../domain/goods/id-photo-good.ts';
import { restoreGood } from '../../domain/goods/restore-good.ts';
import { problemReasons, problemTextLengthMax } from '../../domain/order-problem.ts';
import { requireOrderNo } from '../../usecases/orders/require-order-no.ts';
import { showOrder } from '../../usecases/orders/show-order.ts';
import { remakeOrder } from '../../usecases/pictures/remake-order.ts';
import { orderNoOfProblem } from '../../usecases/problems/answer-problem.ts';
import { replyToProblem } from '../../usecases/problems/reply-to-problem.ts';
import { reportProblem } from '../../usecases/problems/report-problem.ts';
import { answerWithRefund } from '../../usecases/refunds/answer-with-refund.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { idParams, reasonText } from '../console/schema-fields.ts';
import { orderDetailSchema, orderDetailToWire } from '../orders/console-order-detail.ts';
import { detailsOf, parameterSchema } from '../orders/order-operations.ts';

const replyText = Type.String({
  minLength: 1,
  maxLength: problemTextLengthMax,
  description: 'A message to the customer.',
});

const replyBody = Type.Object({ reply: replyText });

/**
 * All settings that an ID photo or a restoration can have, optional and without defaults. The use case leaves out those
 * that the order's own operation does not have.
 */
const settings = Object.entries({ ...sizedIdPhotoGood.parameters, ...restoreGood.parameters }).flatMap(
  ([name, parameter]) =>
    parameter.kind === 'upload' ? [] : [[name, parameterSchema({ ...parameter, isOptional: true })] as const],
);
const settingNames = settings.map(([name]) => name);

const remakeBody = Type.Object({ reply: Type.Optional(replyText), ...Object.fromEntries(settings) });

const refundBody = Type.Object({
  reason: reasonText,
  reply: Type.Optional(replyText),
  months: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 35,
      description: 'Months of a membership; missing: the whole order.',
    }),
  ),
  refunded_before: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 35,
      description:
        'The number of refunded months that the operator saw: `month_refunds.refunded_before` of the order. If more months were refunded since, the call refunds nothing. If it is missing: with `months`, 0 is assumed; without `months`, it is not compared.',
    }),
  ),
});

const reportBody = Type.Object({
  reason: Type.Enum([...problemReasons], { description: 'What is wrong.' }),
  note: Type.Optional(
    Type.String({
      maxLength: problemTextLengthMax,
      description: 'What the customer said. The customer reads it.',
    }),
  ),
});

const orderAnswer = { answer: orderDetailSchema, answerDescription: 'The order as it is now.' } as const;
const answerErrors = ['unknown_item', 'illegal_transition'] as const;

export function registerConsoleProblemRoutes(plain: FastifyInstance, context: ConsoleContext): void {
  registerReport(plain, context);
  registerAnswers(plain, context);
}

function registerReport(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const report = consoleSchema(
    {
      ...orderAnswer,
      name: 'report_problem',
      summary: 'Report a problem for a customer',
      description:
        'For a customer who phoned or wrote. The problem waits in the inbox like one that a customer reports, and is answered in the same ways. The audit log records who reported it.',
      errors: ['unknown_order', 'illegal_transition'],
    },
    { params: idParams, body: reportBody },
  );
  plain
    .withTypeProvider<TypeBoxTypeProvider>()
    .post(`${consolePrefix}orders/:id/problems`, { schema: report }, async (request) => {
      const caller = callerOf(request);
      const orderNo = await requireOrderNo(deps, caller, 'inbox_work', request.params.id);
      const { reason, note = null } = request.body;
      await reportProblem(deps, caller, orderNo, { reason, note, area: null }, request.id);
      return orderDetailToWire(await showOrder(deps, caller, orderNo));
    });
}

function registerAnswers(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const shown = async (caller: ReturnType<typeof callerOf>, id: number) =>
    orderDetailToWire(await showOrder(deps, caller, await orderNoOfProblem(deps.store.read, id)));

  const reply = consoleSchema(
    {
      ...orderAnswer,
      name: 'reply_to_problem',
      summary: 'Answer a problem with a reply',
      description: 'The customer reads the reply on the page of the order.',
      errors: answerErrors,
    },
    { params: idParams, body: replyBody },
  );
  app.post(`${consolePrefix}problems/:id/reply`, { schema: reply }, async (request) => {
    const caller = callerOf(request);
    await replyToProblem(deps, caller, request.params.id, request.body.reply);
    return shown(caller, request.params.id);
  });

  const remake = consoleSchema(
    {
      ...orderAnswer,
      name: 'remake_picture',
      summary: 'Answer a problem with a new picture',
      description:
        'Makes the picture again from the customer’s photo, free of charge. Without settings, the settings of the order are used; otherwise all settings of the new picture are given, as in the order operation. The customer keeps the former picture beside the new one. If no new picture can be made, the problem is open again, and `remake_error` says why.',
      errors: [...answerErrors, 'upload_expired'],
    },
    { params: idParams, body: remakeBody },
  );
  app.post(`${consolePrefix}problems/:id/remake`, { schema: remake }, async (request) => {
    const caller = callerOf(request);
    const { reply: words = null, ...given } = request.body;
    const details = detailsOf(settingNames, given);
    const isSame = Object.keys(details).length === 0;
    const answer = { reply: words, details: isSame ? null : details };
    await remakeOrder(deps, caller, request.params.id, answer);
    return shown(caller, request.params.id);
  });

  const refund = consoleSchema(
    {
      ...orderAnswer,
      name: 'refund_problem',
      summary: 'Answer a problem with a refund',
      description:
        'Refunds the order, or months of a membership. If the amount needs two operators, the refund is only requested, `approval` is set in the response, and the problem stays open until the second operator confirms.',
      errors: answerErrors,
    },
    { params: idParams, body: refundBody },
  );
  app.post(`${consolePrefix}problems/:id/refund`, { schema: refund }, async (request) => {
    const caller = callerOf(request);
    const {
      reason,
      reply: words = null,
      months = null,
      refunded_before: refundedBefore = null,
    } = request.body;
    await answerWithRefund(deps, caller, request.params.id, {
      reason,
      reply: words,
      months,
      refundedBefore,
    });
    return shown(caller, request.params.id);
  });
}
