/** A short list of orders, for the overview and for a customer. */

import { Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { useNavigate } from 'react-router';
import { goodText } from '../../../../src/domain/goods/good-text.ts';
import type { OrderItem } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { OrderStateBadge } from '../../components/order-state-badge.tsx';
import { useWords, words } from '../../texts/words.ts';
import { OrderCard } from './order-card.tsx';
import { OrderLink } from './order-link.tsx';
import { OrderThumbnail } from './order-thumbnail.tsx';
import { type Thumbnails, useThumbnails } from './use-thumbnails.ts';

/** @param thumbnails null: the operator may not see pictures. */
function columns(thumbnails: Thumbnails | null): DataTableColumn<OrderItem>[] {
  const { t, language } = words();
  return [
    {
      accessor: 'order_no',
      title: t.orders.order,
      render: (order) => (
        <div className="order-cell">
          {thumbnails !== null && <OrderThumbnail image={thumbnails.get(order.id)} />}
          <div className="untrusted-text">
            <Text size="sm" lineClamp={1}>
              <Text span inherit fw={600}>
                {goodText(order.good_title, language)}
              </Text>{' '}
              <Text span size="xs" c="dimmed">
                <DateTime at={order.created_at} />
              </Text>
            </Text>
            <OrderLink id={order.id} orderNo={order.order_no} />
          </div>
        </div>
      ),
    },
    {
      accessor: 'status',
      title: t.common.status,
      noWrap: true,
      render: (order) => <OrderStateBadge order={order} />,
    },
    {
      accessor: 'price',
      title: t.common.amount,
      textAlign: 'right',
      noWrap: true,
      render: (order) => <Amount minor={order.price} currency={order.currency} />,
    },
  ];
}

interface RecentOrdersProps {
  readonly label: string;
  readonly empty?: string;
  readonly more?: { readonly has: boolean; readonly isLoading: boolean; readonly load: () => void };
  readonly query: {
    readonly data?: { readonly orders: readonly OrderItem[] } | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
}

export function RecentOrders({ label, query, empty, more }: RecentOrdersProps) {
  const { t } = useWords();
  const navigate = useNavigate();
  const thumbnails = useThumbnails(query.data?.orders ?? []);
  return (
    <DataGrid
      label={label}
      records={query.data?.orders}
      columns={columns(thumbnails)}
      idOf={({ id }) => id}
      empty={empty ?? t.orders.none}
      {...(more === undefined ? {} : { more })}
      error={query.error}
      onRetry={() => void query.refetch()}
      phone={(order) => <OrderCard order={order} thumbnails={thumbnails} />}
      onRowClick={({ id }) => navigate(`/orders/${id}`)}
    />
  );
}
