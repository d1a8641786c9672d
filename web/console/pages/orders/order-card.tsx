/** An order of a list, where there is room for one column. */

import { Group, Stack, Text } from '@mantine/core';
import type { OrderItem } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { OrderBadge } from '../../components/order-state-badge.tsx';
import { When } from '../../components/date-time.tsx';
import { t } from '../../texts/words.ts';
import { OrderLink } from './order-link.tsx';

export function OrderOnPhone({ order }: { readonly order: OrderItem }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={600} size="sm" className="strangers-text">
          {order.good_title}
        </Text>
        <Amount minor={order.price} currency={order.currency} />
      </Group>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text size="xs" c="dimmed">
          <When at={order.created_at} /> · {t('user {id}', { id: order.user_id })}
        </Text>
        <OrderBadge order={order} />
      </Group>
      <OrderLink orderNo={order.order_no} />
    </Stack>
  );
}
