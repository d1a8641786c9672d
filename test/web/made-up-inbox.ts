/** Made-up responses of the console’s API about the inbox and notes. */

import type { Inbox, NotesPage } from '../../web/console/api/types.ts';
import { at, later, scriptTitle } from './made-up-values.ts';

const order = { order_id: 1, order_no: '0HK5X9PAW…B3ND', amount: 990, currency: 'CNY' } as const;
const free = { owner: null, notes: 0 } as const;

export const inbox: Inbox = {
  items: [
    {
      ...{ topic: 'failed_refund', id: 1, since: at, ...order, code: 'insufficient_balance' },
      ...{ words: 'NOT_ENOUGH: the balance is too low', owner: 'bea', notes: 2 },
    },
    {
      topic: 'refund_approval',
      id: 2,
      since: at,
      ...order,
      code: null,
      words: `bea: ${scriptTitle}`,
      ...free,
    },
    {
      ...{ topic: 'refund_approval', id: 7, since: at, ...order, code: 'settlement' },
      ...{ words: `bea: ${scriptTitle}`, ...free },
    },
    {
      ...{ topic: 'dispute', id: 3, since: at, ...order, code: 'stripe' },
      ...{ words: 'product_not_received', owner: 'anna', notes: 1 },
    },
    {
      ...{ topic: 'problem', id: 6, since: at, ...order, amount: null, currency: null, code: 'colours' },
      ...{ words: scriptTitle, ...free },
    },
    {
      ...{ topic: 'difference', id: 4, since: later, ...order, order_id: null, order_no: null },
      ...{ code: 'payment.unknown_to_us', words: 'wechat P0HK5X9PAW…B3ND', ...free },
    },
    {
      ...{ topic: 'failed_job', id: 5, since: later, ...order, amount: null, currency: null },
      ...{ code: 'process_order', words: scriptTitle, ...free },
    },
  ],
  cut_topics: ['failed_job'],
};

export const notes: NotesPage = {
  notes: [
    { id: 2, operator: 'anna', text: scriptTitle, created_at: later },
    { id: 1, operator: 'bea', text: 'Called the customer.\nNew card next week.', created_at: at },
  ],
  before: null,
};
