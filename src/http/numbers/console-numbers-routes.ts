/** Console API: the figures of a period, as JSON and as CSV. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Sale } from '../../usecases/numbers/numbers-store.ts';
import { type PeriodNumbers, reportNumbers } from '../../usecases/numbers/report-numbers.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { csvMediaType } from '../console/csv.ts';
import { numbersQuery, numbersSchema } from './console-numbers-schemas.ts';
import { numbersToCsv } from './numbers-csv.ts';

function saleToWire({ goodsId, provider, channel, currency, amountMinor, count }: Sale) {
  return { good_id: goodsId, provider, channel, currency, amount: amountMinor, count };
}

function periodToWire({ from, to, days, medianPictureMs }: PeriodNumbers) {
  return {
    from,
    to,
    median_picture_ms: medianPictureMs,
    days: days.map(({ day, sales, returns, settlements, orders, unpaidDeleted }) => ({
      day,
      sales: sales.map(saleToWire),
      refunds: returns.map(saleToWire),
      settled: settlements.map(saleToWire),
      unpaid_deleted: unpaidDeleted,
      orders: orders.map(({ goodsId, placed, ...counts }) => ({
        good_id: goodsId,
        placed: unpaidDeleted ? null : placed,
        ...counts,
      })),
    })),
  };
}

export function registerConsoleNumbersRoutes(
  plain: FastifyInstance,
  { deps, callerOf }: ConsoleContext,
): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const report = consoleSchema(
    {
      name: 'numbers',
      summary: 'Show the figures of a period',
      description: 'Both days are included; at most 92 days.',
      answer: numbersSchema,
      answerDescription: 'The figures by day, product and way of paying, and those of the period before.',
    },
    { querystring: numbersQuery },
  );
  app.get(`${consolePrefix}numbers`, { schema: report }, async (request) => {
    const { from, to } = request.query;
    const numbers = await reportNumbers(deps, callerOf(request), from, to);
    return {
      time_zone: numbers.timeZone,
      now: periodToWire(numbers.now),
      before: periodToWire(numbers.before),
      fail_reasons: [...numbers.failReasons],
      refund_reasons: [...numbers.refundReasons],
      goods: [...numbers.goods],
    };
  });

  const csv = consoleSchema(
    {
      name: 'numbers_csv',
      summary: 'Export the figures of a period as CSV',
      description: 'UTF-8, decimal points, amounts in the major currency unit.',
      answer: Type.String(),
      answerMediaType: 'text/csv',
      answerDescription: 'One line per day, product and way of paying.',
    },
    { querystring: numbersQuery },
  );
  app.get(`${consolePrefix}numbers.csv`, { schema: csv }, async (request, reply) => {
    const numbers = await reportNumbers(deps, callerOf(request), request.query.from, request.query.to);
    // `reportNumbers` has checked that `from` and `to` are dates, so they are safe in a header.
    return reply
      .header('content-type', csvMediaType)
      .header(
        'content-disposition',
        `attachment; filename="numbers-${numbers.now.from}-${numbers.now.to}.csv"`,
      )
      .send(numbersToCsv(numbers));
  });
}
