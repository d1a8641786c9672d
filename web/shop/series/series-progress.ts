/** How far the orders of a series are, in numbers. */

import type { Stage } from '../order/order-stage.ts';

export type SeriesGroup = 'unpaid' | 'inWork' | 'ready' | 'failed' | 'refunded' | 'ended';

function groupOf(stage: Stage): SeriesGroup {
  switch (stage) {
    case 'waitPay':
      return 'unpaid';
    case 'queued':
    case 'working':
      return 'inWork';
    case 'done':
    case 'vipDone':
      return 'ready';
    case 'failed':
    case 'refundFailed':
      return 'failed';
    case 'refunding':
    case 'refunded':
      return 'refunded';
    case 'cancelled':
    case 'expired':
      return 'ended';
  }
}

export type GroupCounts = Readonly<Record<SeriesGroup, number>>;

export function countGroups(stages: readonly Stage[]): GroupCounts {
  const counts = { unpaid: 0, inWork: 0, ready: 0, failed: 0, refunded: 0, ended: 0 };
  for (const stage of stages) counts[groupOf(stage)] += 1;
  return counts;
}
