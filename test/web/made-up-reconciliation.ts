/** Made-up bills and differences for the tests of the console's pages. */

import type { Bill, Difference } from '../../web/console/api/types.ts';
import { at, later, orderNo, scriptTitle } from './made-up-values.ts';

const found: Difference = {
  id: 4,
  provider: 'sandbox',
  day: '2026-11-20',
  kind: 'payment',
  number: 'P1M7Y80X4N81AQTQZBCWQV4AB3',
  payment_no: 'P1M7Y80X4N81AQTQZBCWQV4AB3',
  provider_ref: 'SB0011223344',
  order_id: 1,
  order_no: `${orderNo.slice(0, 9)}…${orderNo.slice(-4)}`,
  type: 'state',
  billed_amount: 990,
  billed_currency: 'CNY',
  billed_state: 'done',
  own_amount: 990,
  own_currency: 'CNY',
  own_state: 'open',
  remedy: 'apply_payment',
  found_at: at,
  remedied_at: null,
  remedied_by: null,
  resolution: null,
  resolved_at: null,
  resolved_by: null,
  reason: null,
};

const unknown: Difference = {
  ...found,
  id: 3,
  number: scriptTitle,
  order_id: null,
  order_no: null,
  type: 'unknown_to_us',
  own_amount: null,
  own_currency: null,
  own_state: null,
  remedy: 'look',
};

const refund: Difference = {
  ...found,
  id: 2,
  kind: 'refund',
  number: 'R1M7Y80X4N81AQTQZBCWQV4AB3',
  type: 'unknown_to_provider',
  billed_amount: null,
  billed_currency: null,
  billed_state: null,
  own_state: 'done',
  remedy: 'retry_refund',
  remedied_at: later,
  remedied_by: 'wang.support',
};

const resolved = { resolution: 'operator', resolved_at: later, resolved_by: 'li.owner' } as const;

export function differences(state: string): readonly Difference[] {
  if (state === 'open') return [found, unknown, refund];
  return [
    { ...unknown, ...resolved, reason: scriptTitle },
    { ...found, resolution: 'agreed', resolved_at: later },
  ];
}

export function bills(day: string): readonly Bill[] {
  const compared: Bill = {
    provider: 'sandbox',
    day,
    state: 'compared',
    next_try_at: at,
    tries: 0,
    last_error: null,
    fetched_at: at,
    foreign_rows: 3,
    totals: [
      {
        currency: 'CNY',
        payments: 123_450,
        payments_count: 120,
        refunds: 1980,
        refunds_count: 2,
        fees: 741,
      },
    ],
    open_differences: 2,
  };
  const waiting: Bill = { ...compared, state: 'waiting', totals: [], open_differences: 0, foreign_rows: 0 };
  return [
    { ...waiting, provider: 'bank', tries: 3, last_error: scriptTitle },
    compared,
    { ...waiting, provider: 'old', state: 'given_up', tries: 700 },
  ];
}
