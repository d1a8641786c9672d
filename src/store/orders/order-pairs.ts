/** The pairs of money's and work's state by which orders lie in their indexes. */

import type { DealStatus, Status } from '../../domain/order.ts';

export interface OrderPair {
  readonly status: Status;
  readonly dealStatus: DealStatus;
}

const works: readonly DealStatus[] = ['init', 'ing', 'done', 'fail'];

/** Work begins when an order is paid. The table refuses every other pair. */
const possible: Readonly<Record<Status, readonly DealStatus[]>> = {
  wait_pay: ['init'],
  cancal: ['init'],
  pay: works,
  wait_refund: works,
  refund: works,
};

const statuses: readonly Status[] = ['wait_pay', 'cancal', 'pay', 'wait_refund', 'refund'];

/** All that a row can have: two more than the domain knows, so that a damaged row is not hidden. */
export const orderPairs: readonly OrderPair[] = statuses.flatMap((status) =>
  possible[status].map((dealStatus) => ({ status, dealStatus })),
);
