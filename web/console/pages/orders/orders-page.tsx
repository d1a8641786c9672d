/** All orders, newest first. The filters are in the address, so that operators can share a search. */

import { Anchor, Button } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { goodText } from '../../../../src/domain/goods/good-text.ts';
import type { OrderItem } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { OrderStateBadge } from '../../components/order-state-badge.tsx';
import { nextPageOf } from '../../hooks/use-paged-list.ts';
import { Page } from '../../layout/page.tsx';
import { useSession } from '../../session/use-session.ts';
import { useWords, words } from '../../texts/words.ts';
import { BulkActions } from './bulk-actions.tsx';
import { exportOrders } from './export-orders.ts';
import { OrderCard } from './order-card.tsx';
import { asQuery, filledFilters, filtersOf } from './order-filters.ts';
import { OrderLink } from './order-link.tsx';
import { OrderSearch } from './order-search.tsx';
import { OrderThumbnail } from './order-thumbnail.tsx';
import { useOrders } from './orders-api.ts';
import { SavedFiltersBar } from './saved-filters-bar.tsx';
import { type Thumbnails, useThumbnails } from './use-thumbnails.ts';

/** A bulk action takes at most this many orders: the address of an export has no room for more ids. */
const selectedMax = 100;

/** @param thumbnails null: the operator may not see pictures. */
function columns(thumbnails: Thumbnails | null): DataTableColumn<OrderItem>[] {
  const { t, language } = words();
  const picture: DataTableColumn<OrderItem> = {
    accessor: 'picture',
    title: <span className="for-screen-readers">{t.orders.photos}</span>,
    width: 72,
    render: ({ id }) => <OrderThumbnail image={thumbnails?.get(id)} />,
  };
  return [
    ...(thumbnails === null ? [] : [picture]),
    {
      accessor: 'order_no',
      title: t.orders.orderNumber,
      noWrap: true,
      render: ({ id, order_no }) => <OrderLink id={id} orderNo={order_no} />,
    },
    {
      accessor: 'created_at',
      title: t.orders.placed,
      noWrap: true,
      render: (order) => <DateTime at={order.created_at} />,
    },
    {
      accessor: 'good_title',
      title: t.common.product,
      cellsClassName: 'untrusted-text',
      render: ({ good_title }) => goodText(good_title, language),
    },
    {
      accessor: 'user_id',
      title: t.common.customer,
      render: ({ user_id }) => (
        <Anchor component={Link} to={`/users/${user_id}`} size="sm">
          {user_id}
        </Anchor>
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

export function OrdersPage() {
  const { t } = useWords();
  const { shop } = useSession();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const filters = filtersOf(search);
  const orders = useOrders(asQuery(filters, shop.time_zone));
  const [selected, setSelected] = useState<readonly number[]>([]);
  /** Whether the operator has just selected more orders than an action takes. */
  const [isOverLimit, setIsOverLimit] = useState(false);
  const records = orders.data?.pages.flatMap((page) => page.orders);
  const chosen = (records ?? []).filter(({ id }) => selected.includes(id));
  const thumbnails = useThumbnails(records ?? []);
  const select = (now: readonly OrderItem[]) => {
    // The list puts newly selected orders last, so those that were selected before stay selected.
    setSelected(now.slice(0, selectedMax).map(({ id }) => id));
    setIsOverLimit(now.length > selectedMax);
  };
  const [isExporting, setIsExporting] = useState(false);
  const exportMatching = async () => {
    setIsExporting(true);
    await exportOrders({ ...asQuery(filters, shop.time_zone) });
    setIsExporting(false);
  };
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <Page
      title={t.layout.pages.orders}
      lead={t.orders.timesIn(shop.time_zone)}
      actions={
        <Button variant="default" loading={isExporting} onClick={() => void exportMatching()}>
          {t.bulk.exportAll}
        </Button>
      }
    >
      <SavedFiltersBar chosen={filledFilters(filters)} />
      <OrderSearch filters={filters} onChange={(changed) => setSearch(changed, { replace: true })} />
      {chosen.length > 0 && (
        <BulkActions orders={chosen} limit={isOverLimit ? selectedMax : null} onClear={() => select([])} />
      )}
      <DataGrid
        label={t.layout.pages.orders}
        records={records}
        selection={{
          selected: chosen.map(({ id }) => id),
          onChange: select,
          nameOf: ({ order_no }) => order_no,
        }}
        columns={columns(thumbnails)}
        idOf={({ id }) => id}
        phone={(order) => <OrderCard order={order} thumbnails={thumbnails} />}
        empty={isFiltered ? t.orders.noMatch : t.orders.none}
        isChanging={orders.isPlaceholderData}
        error={orders.error}
        onRetry={() => void orders.refetch()}
        more={nextPageOf(orders)}
        onRowClick={({ id }) => navigate(`/orders/${id}`)}
      />
    </Page>
  );
}
