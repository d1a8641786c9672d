/** All orders, newest first. What is looked for is in the address, so that it can be sent to a colleague. */

import { Anchor } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { OrderItem } from '../../api/types.ts';
import { Page } from '../../layout/page.tsx';
import { Amount } from '../../components/amount.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { moreOf } from '../../hooks/use-paged-list.ts';
import { OrderBadge } from '../../components/order-state-badge.tsx';
import { When } from '../../components/date-time.tsx';
import { useSession } from '../../session/use-session.ts';
import { t } from '../../texts/words.ts';
import { asQuery, filtersOf } from './order-filters.ts';
import { OrderLink } from './order-link.tsx';
import { OrderOnPhone } from './order-card.tsx';
import { OrderSearch } from './order-search.tsx';
import { useOrders } from './orders-api.ts';

const columns = (): DataTableColumn<OrderItem>[] => [
  {
    accessor: 'order_no',
    title: t('Number'),
    noWrap: true,
    render: ({ order_no }) => <OrderLink orderNo={order_no} />,
  },
  {
    accessor: 'created_at',
    title: t('Placed'),
    noWrap: true,
    render: (order) => <When at={order.created_at} />,
  },
  { accessor: 'good_title', title: t('Good'), cellsClassName: 'strangers-text' },
  {
    accessor: 'user_id',
    title: t('User'),
    render: ({ user_id }) => (
      <Anchor component={Link} to={`/users/${user_id}`} size="sm">
        {user_id}
      </Anchor>
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

export function OrdersPage() {
  const { shop } = useSession();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const filters = filtersOf(search);
  const orders = useOrders(asQuery(filters, shop.time_zone));
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <Page title={t('Orders')} lead={t('Times are those of {zone}.', { zone: shop.time_zone })}>
      <OrderSearch filters={filters} onChange={(changed) => setSearch(changed, { replace: true })} />
      <DataGrid
        label={t('Orders')}
        records={orders.data?.pages.flatMap((page) => page.orders)}
        columns={columns()}
        idOf={({ id }) => id}
        phone={(order) => <OrderOnPhone order={order} />}
        empty={isFiltered ? t('No order matches. Try fewer conditions.') : t('No orders yet.')}
        isChanging={orders.isPlaceholderData}
        error={orders.error}
        onRetry={() => void orders.refetch()}
        more={moreOf(orders)}
        onRowClick={({ order_no }) => navigate(`/orders/${encodeURIComponent(order_no)}`)}
      />
    </Page>
  );
}
