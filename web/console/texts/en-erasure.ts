/** English texts about the erasure of customers and orders. */

import type { ErasureObstacle } from '../api/types.ts';

const obstacles: Readonly<Record<ErasureObstacle, string>> = {
  unpaid: 'waits for payment. Cancel it first.',
  in_work: 'is being made. Wait until it is done, or refund it first.',
  payment_open: 'has a payment that is being closed. Try again in a few minutes.',
  refund_open: 'has a refund that is not finished.',
  approval_pending: 'has a refund that waits for a second operator.',
  dispute_open: 'has an open dispute.',
  problem_open: 'has a reported problem that waits for an answer.',
  difference_open: 'differs from the provider’s bill. Resolve the difference first.',
  job_waiting: 'has a job that has not finished. Try again in a few minutes.',
  membership_active: 'bought a membership that has not ended. Erase the customer, or refund it first.',
};

export const enErasure = {
  button: 'Erase…',
  erase: 'Erase forever',
  userTitle: 'Erase this customer?',
  orderTitle: 'Erase this order?',
  userText: (orders: number) =>
    `The name, the accounts, the membership, the consents, the notes, all photos, and the pictures, e-mail addresses and texts of ${orders === 1 ? '1 order' : `${orders} orders`} are removed. Guests who became this customer are erased too. This cannot be undone.`,
  orderText:
    'The photo, the finished picture, the e-mail address, the texts, the notes and the link to the customer are removed. This cannot be undone.',
  stays: 'Amounts, dates and payment numbers are kept for accounting, without the customer’s name.',
  waitTitle: 'This is not possible yet',
  orderNumber: (id: number) => `Order ${id}`,
  moreObstacles: (count: number) => `and ${count} more`,
  obstacles,
  typeUser: (id: number) => `To confirm, type the number of the customer: ${id}`,
  typeOrder: (id: number) => `To confirm, type the number of the order: ${id}`,
  done: (photos: number, results: number) =>
    `Erased: ${photos} ${photos === 1 ? 'photo' : 'photos'} and ${results} ${results === 1 ? 'picture' : 'pictures'}.`,
  erasedUser: 'This customer was erased. Only amounts and dates are left.',
  erasedOrder: 'This order was erased. Only amounts, dates and payment numbers are left.',
  erasedName: (id: number) => `Erased customer ${id}`,
};
