/** The state of an order in one word: its payment and its processing together. */

import { Badge } from '@mantine/core';
import type { OrderItem } from '../api/types.ts';
import type { enNames } from '../texts/en-names.ts';
import { useWords } from '../texts/words.ts';

export type OrderState = keyof typeof enNames.orderState;

/** Colours of the theme; `theme.ts` takes them from the design tokens. */
export const orderStateColours: Readonly<Record<OrderState, string>> = {
  wait_pay: 'busy',
  cancelled: 'quiet',
  queued: 'info',
  in_work: 'info',
  finished: 'good',
  failed: 'bad',
  refund_open: 'busy',
  refund_stuck: 'bad',
  refunded: 'quiet',
};

type StateFields = Pick<OrderItem, 'status' | 'deal_status' | 'refund_state'>;

function paidState(dealStatus: OrderItem['deal_status']): OrderState {
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

export function orderState({ status, deal_status, refund_state }: StateFields): OrderState {
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

interface OrderStateBadgeProps {
  readonly order: StateFields;
  readonly size?: 'md' | 'lg';
}

export function OrderStateBadge({ order, size = 'md' }: OrderStateBadgeProps) {
  const { t } = useWords();
  const state = orderState(order);
  return (
    <Badge color={orderStateColours[state]} variant="light" size={size} className="word-badge">
      {t.names.orderState[state]}
    </Badge>
  );
}
