/** An order in a list on a phone. */

import { Group, Stack, Text } from '@mantine/core';
import { goodText } from '../../../../src/domain/goods/good-text.ts';
import type { OrderItem } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { OrderStateBadge } from '../../components/order-state-badge.tsx';
import { useWords } from '../../texts/words.ts';
import { OrderLink } from './order-link.tsx';
import { OrderThumbnail } from './order-thumbnail.tsx';
import type { Thumbnails } from './use-thumbnails.ts';

interface OrderCardProps {
  readonly order: OrderItem;
  /** Null: the operator may not see pictures. */
  readonly thumbnails: Thumbnails | null;
}

export function OrderCard({ order, thumbnails }: OrderCardProps) {
  return (
    <div className="order-card">
      <div className="order-card-text">
        <OrderText order={order} />
      </div>
      {thumbnails !== null && <OrderThumbnail image={thumbnails.get(order.id)} />}
    </div>
  );
}

function OrderText({ order }: { readonly order: OrderItem }) {
  const { t, language } = useWords();
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={600} size="sm" className="untrusted-text">
          {goodText(order.good_title, language)}
        </Text>
        <Amount minor={order.price} currency={order.currency} />
      </Group>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs" c="dimmed">
          <DateTime at={order.created_at} /> · {t.orders.byCustomer(order.user_id)}
        </Text>
        <OrderStateBadge order={order} />
      </Group>
      <OrderLink id={order.id} orderNo={order.order_no} />
    </Stack>
  );
}
