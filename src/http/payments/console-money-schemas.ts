/** Payments and refunds by day in the console's API. */

import { Type } from 'typebox';
import { refusalCodes } from '../../usecases/payments/payment-store.ts';
import { money, nullableText, time } from '../console/schema-fields.ts';

const day = Type.String({ minLength: 10, maxLength: 10, description: '`YYYY-MM-DD` in the shop’s zone.' });

export const moneyQuery = Type.Object({ from: day, to: day });

const moneyRow = Type.Object({
  day: nullableText('The day; null in the totals.'),
  provider: Type.String(),
  currency: Type.String(),
  takings: money('Money that paid orders, by the day it arrived.'),
  takings_count: Type.Integer(),
  surplus: money('Money that arrived but paid no order: too late, twice, or a wrong amount.'),
  surplus_count: Type.Integer(),
  refunds: money('Money of refunds that were done on that day.'),
  refunds_count: Type.Integer(),
  surplus_returned: money('Surplus money that was returned on that day.'),
  surplus_returned_count: Type.Integer(),
  settled: money('Money of failed refunds that operators settled in another way on that day.'),
  settled_count: Type.Integer(),
  open: money('Money of refunds that were requested on that day and are not done yet.'),
  open_count: Type.Integer(),
});

export const moneySchema = Type.Object({
  from: day,
  to: day,
  time_zone: Type.String(),
  days: Type.Array(moneyRow),
  totals: Type.Array(moneyRow, { description: 'Sums over all requested days, by provider and currency.' }),
  refused_notifications: Type.Array(
    Type.Object({
      provider: Type.String(),
      code: Type.Enum([...refusalCodes], {
        description:
          'Why they changed nothing. `probe`: the provider tested the service with a wrong signature. `recipient`: for another merchant. `replay`: a repetition.',
      }),
      times: Type.Integer(),
      last_at: time(),
      last_why: Type.String({ description: 'The reason of the last one, for the operator.' }),
    }),
    { description: 'Payment notifications that were refused or repeated, by provider and reason.' },
  ),
  open_differences: Type.Integer({
    description: 'Differences to the providers’ bills that are open now, of all days.',
  }),
  open_refunds: Type.Array(
    Type.Object({ currency: Type.String(), amount: Type.Integer(), count: Type.Integer() }),
    { description: 'Refunds that are not done now, of all days, by currency.' },
  ),
});
