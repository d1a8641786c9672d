/** The pairs of payment status and processing status by which the indexes sort orders. */

import type { DealStatus, Status } from '../../domain/order.ts';

export interface OrderPair {
  readonly status: Status;
  readonly dealStatus: DealStatus;
}

export const dealStatuses: readonly DealStatus[] = ['init', 'ing', 'done', 'fail'];

/** The processing statuses that a payment status permits. The checks of the table refuse all other pairs. */
const possible: Readonly<Record<Status, readonly DealStatus[]>> = {
  wait_pay: ['init'],
  cancal: ['init'],
  pay: dealStatuses,
  wait_refund: dealStatuses,
  refund: dealStatuses,
};

export const statuses: readonly Status[] = ['wait_pay', 'cancal', 'pay', 'wait_refund', 'refund'];

/**
 * Every pair that a row can have. The domain does not allow two of these pairs. Searches find damaged rows
 * with such a pair too.
 */
export const orderPairs: readonly OrderPair[] = statuses.flatMap((status) =>
  possible[status].map((dealStatus) => ({ status, dealStatus })),
);
