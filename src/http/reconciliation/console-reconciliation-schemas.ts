/** Bills of the providers, and their differences to the service's own records, in the console's API. */

import { Type } from 'typebox';
import { billedStates, differenceTypes, movementKinds } from '../../domain/compare-books.ts';
import { billStates, remedies, resolutions } from '../../usecases/reconciliation/reconciliation-store.ts';
import {
  money,
  nextPage,
  nullableInteger,
  nullableText,
  nullableTime,
  pageParameters,
  reasonText,
  time,
} from '../console/schema-fields.ts';

const day = Type.String({
  minLength: 10,
  maxLength: 10,
  description: '`YYYY-MM-DD` in the zone of the provider’s bills.',
});

export const billsQuery = Type.Object({ from: day, to: day });

export const billSchema = Type.Object({
  provider: Type.String(),
  day,
  state: Type.Enum([...billStates], {
    description:
      '`waiting`: the provider has not made the bill yet. `fetched`: it is being compared. `given_up`: the provider did not make it for 30 days, or it has more than 1,000 differences; `last_error` says which.',
  }),
  next_try_at: time('When a waiting bill is fetched.'),
  tries: Type.Integer({ description: 'How often the bill was asked for without success.' }),
  last_error: nullableText('Why the last try failed; null: the bill did not exist yet, or it was fetched.'),
  fetched_at: nullableTime(),
  foreign_rows: Type.Integer({
    description: 'Rows of other systems that use the same account. They are not compared.',
  }),
  totals: Type.Array(
    Type.Object({
      currency: Type.String(),
      payments: money('Sum of the finished payments of the bill.'),
      payments_count: Type.Integer(),
      refunds: money('Sum of the finished refunds of the bill.'),
      refunds_count: Type.Integer(),
      fees: nullableInteger('What the provider kept; null: the bill has no fees.'),
    }),
    { description: 'Sums of the bill by currency, without the rows of other systems.' },
  ),
  open_differences: Type.Integer(),
});

export const billsSchema = Type.Object({ bills: Type.Array(billSchema) });

const nullableOf = <const Value extends string>(values: readonly Value[], description: string) =>
  Type.Unsafe<Value | null>({ enum: [...values, null], description });

export const differenceSchema = Type.Object({
  id: Type.Integer(),
  provider: Type.String(),
  day,
  kind: Type.Enum([...movementKinds]),
  number: Type.String({ description: 'The number of the payment or refund.' }),
  payment_no: nullableText('The payment, or the payment of the refund; null: unknown.'),
  provider_ref: nullableText('The provider’s number; null: no bill has the payment or refund.'),
  order_id: nullableInteger('The order; null: the service knows no order for this payment or refund.'),
  order_no: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Masked: only the first 9 and the last 4 characters are shown.',
  }),
  type: Type.Enum([...differenceTypes], {
    description:
      '`unknown_to_us`: only the bill has it. `unknown_to_provider`: no bill has it. `amount`: the amounts or currencies differ. `state`: it is done in one of the books only.',
  }),
  billed_amount: nullableInteger('The amount in the bill; null: no bill has the payment or refund.'),
  billed_currency: nullableText(),
  billed_state: nullableOf(billedStates, 'The state in the bill; null: no bill has the payment or refund.'),
  own_amount: nullableInteger(
    'The amount in the service’s own records; null: they have no such payment or refund.',
  ),
  own_currency: nullableText(),
  own_state: nullableOf([...billedStates, 'open'], '`open`: the payment has received no money.'),
  remedy: Type.Enum([...remedies], {
    description:
      'What the service proposes. `apply_payment`, `refund_payment`: query the payment and apply the answer. `retry_refund`: query the refund, or request it again. `look`: only a person can decide.',
  }),
  found_at: time(),
  remedied_at: nullableTime('When an operator last carried out the remedy.'),
  remedied_by: nullableText(),
  resolution: nullableOf(
    resolutions,
    'Null: open. `agreed`: the books agree now. `operator`: an operator resolved it.',
  ),
  resolved_at: nullableTime(),
  resolved_by: nullableText(),
  reason: nullableText('The operator’s reason.'),
});

export const differencesQuery = Type.Object({
  state: Type.Optional(Type.Enum(['open', 'resolved'])),
  ...pageParameters,
});

export const differencesSchema = Type.Object({
  differences: Type.Array(differenceSchema),
  before: nextPage,
});

export const remedyBody = Type.Object({
  reason: reasonText,
  remedy: Type.Optional(
    Type.Enum([...remedies], {
      description:
        'The `remedy` that the operator has confirmed. If the service proposes another one now, the call changes nothing. Missing: the remedy that the service proposes now.',
    }),
  ),
});

export const fetchBillBody = Type.Object({ provider: Type.String({ minLength: 1, maxLength: 64 }), day });
