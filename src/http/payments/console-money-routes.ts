/** Console API: payments and refunds by day and provider, as JSON and as CSV. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { type MoneyRow, reportMoney } from '../../usecases/payments/report-money.ts';
import type { ConsoleContext } from '../console/console-context.ts';
import { consolePrefix, consoleSchema } from '../console/console-schema.ts';
import { csvMediaType } from '../console/csv.ts';
import { utcText } from '../console/utc-text.ts';
import { moneyQuery, moneySchema } from './console-money-schemas.ts';
import { moneyToCsv } from './money-csv.ts';

function rowToWire({ day, provider, currency, sums }: MoneyRow) {
  return {
    day,
    provider,
    currency,
    takings: sums.takings.amountMinor,
    takings_count: sums.takings.count,
    surplus: sums.surplus.amountMinor,
    surplus_count: sums.surplus.count,
    refunds: sums.refunds.amountMinor,
    refunds_count: sums.refunds.count,
    surplus_returned: sums.surplus_returned.amountMinor,
    surplus_returned_count: sums.surplus_returned.count,
    open: sums.open.amountMinor,
    open_count: sums.open.count,
    settled: sums.settled.amountMinor,
    settled_count: sums.settled.count,
  };
}

export function registerConsoleMoneyRoutes(plain: FastifyInstance, { deps, callerOf }: ConsoleContext): void {
  const app = plain.withTypeProvider<TypeBoxTypeProvider>();
  const report = consoleSchema(
    {
      name: 'money',
      summary: 'Show revenue and refunds by day',
      description:
        'Both days are included; at most 400 days. Days without payments and refunds are left out.',
      answer: moneySchema,
      answerDescription: 'One row for each day, provider and currency.',
    },
    { querystring: moneyQuery },
  );
  app.get(`${consolePrefix}money`, { schema: report }, async (request) => {
    const { from, to } = request.query;
    const money = await reportMoney(deps, callerOf(request), from, to);
    return {
      from: money.from,
      to: money.to,
      time_zone: money.timeZone,
      days: money.days.map(rowToWire),
      totals: money.totals.map(rowToWire),
      refused_notifications: money.refused.map(({ provider, code, times, lastAt, lastWhy }) => ({
        provider,
        code,
        times,
        last_at: utcText(lastAt),
        last_why: lastWhy,
      })),
      open_differences: money.openDifferences,
      open_refunds: money.openRefunds.map(({ currency, amountMinor, count }) => ({
        currency,
        amount: amountMinor,
        count,
      })),
    };
  });

  const csv = consoleSchema(
    {
      name: 'money_csv',
      summary: 'Export revenue and refunds by day as CSV',
      description: 'UTF-8, decimal points, amounts in the major currency unit.',
      answer: Type.String(),
      answerMediaType: 'text/csv',
      answerDescription: 'One line per day, provider and currency.',
    },
    { querystring: moneyQuery },
  );
  app.get(`${consolePrefix}money.csv`, { schema: csv }, async (request, reply) => {
    const money = await reportMoney(deps, callerOf(request), request.query.from, request.query.to);
    // `reportMoney` has checked that `from` and `to` are dates, so they are safe in a header.
    return reply
      .header('content-type', csvMediaType)
      .header('content-disposition', `attachment; filename="money-${money.from}-${money.to}.csv"`)
      .send(moneyToCsv(money));
  });
}
