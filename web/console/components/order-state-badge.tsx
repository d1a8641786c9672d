/** Where an order stands, in one word: its money and its work together. */

import { Badge, type MantineColor } from '@mantine/core';
import type { OrderItem } from '../api/types.ts';
import { wordOf } from '../texts/words.ts';
import { stateWords } from '../texts/names-old.ts';

export type ShownState = keyof typeof stateWords;

export const stateColours: Readonly<Record<ShownState, MantineColor>> = {
  wait_pay: 'yellow',
  cancelled: 'gray',
  queued: 'cyan',
  in_work: 'blue',
  finished: 'green',
  failed: 'red',
  refund_open: 'orange',
  refund_stuck: 'pink',
  refunded: 'grape',
};

type StateFields = Pick<OrderItem, 'status' | 'deal_status' | 'refund_state'>;

function paidState(dealStatus: OrderItem['deal_status']): ShownState {
  switch (dealStatus) {
    case 'init':
      return 'queued';
    case 'ing':
      return 'in_work';
    case 'done':
      return 'finished';
    case 'fail':
      return 'failed';
    default:
      return dealStatus satisfies never;
  }
}

export function shownState({ status, deal_status, refund_state }: StateFields): ShownState {
  switch (status) {
    case 'wait_pay':
      return 'wait_pay';
    case 'cancal':
      return 'cancelled';
    case 'pay':
      return paidState(deal_status);
    case 'wait_refund':
      return refund_state === 'failed' ? 'refund_stuck' : 'refund_open';
    case 'refund':
      return 'refunded';
    default:
      return status satisfies never;
  }
}

export function OrderBadge({
  order,
  size = 'md',
}: {
  readonly order: StateFields;
  readonly size?: 'md' | 'lg';
}) {
  const state = shownState(order);
  return (
    <Badge color={stateColours[state]} variant="light" size={size} className="word-badge">
      {wordOf(stateWords, state)}
    </Badge>
  );
}
