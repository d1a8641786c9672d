/** A short list of orders inside a page about something else. */

import { Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { useNavigate } from 'react-router';
import type { OrderItem } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { OrderBadge } from '../../components/order-state-badge.tsx';
import { When } from '../../components/date-time.tsx';
import { t } from '../../texts/words.ts';
import { OrderLink } from './order-link.tsx';
import { OrderOnPhone } from './order-card.tsx';

const columns = (): DataTableColumn<OrderItem>[] => [
  {
    accessor: 'order_no',
    title: t('Order'),
    render: (order) => (
      <div className="strangers-text">
        <Text size="sm" lineClamp={1}>
          <Text span inherit fw={600}>
            {order.good_title}
          </Text>{' '}
          <Text span size="xs" c="dimmed">
            <When at={order.created_at} />
          </Text>
        </Text>
        <OrderLink orderNo={order.order_no} />
      </div>
    ),
  },
  { accessor: 'status', title: t('State'), noWrap: true, render: (order) => <OrderBadge order={order} /> },
  {
    accessor: 'price',
    title: t('Price'),
    textAlign: 'right',
    noWrap: true,
    render: (order) => <Amount minor={order.price} currency={order.currency} />,
  },
];

interface FewOrdersProps {
  readonly label: string;
  readonly query: {
    readonly data?: { readonly orders: readonly OrderItem[] } | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
}

export function FewOrders({ label, query }: FewOrdersProps) {
  const navigate = useNavigate();
  return (
    <DataGrid
      label={label}
      records={query.data?.orders}
      columns={columns()}
      idOf={({ id }) => id}
      empty={t('No orders yet.')}
      error={query.error}
      onRetry={() => void query.refetch()}
      phone={(order) => <OrderOnPhone order={order} />}
      onRowClick={({ order_no }) => navigate(`/orders/${encodeURIComponent(order_no)}`)}
    />
  );
}
