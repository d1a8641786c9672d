/** The differences that are open, or those that were resolved: what each book says, and what the operator can do. */

import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { useSearchParams } from 'react-router';
import type { Difference } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { shortDay } from '../../format/days.ts';
import { nextPageOf } from '../../hooks/use-paged-list.ts';
import { Card } from '../../layout/card.tsx';
import { nameOf } from '../../texts/name-of.ts';
import { useWords, words } from '../../texts/words.ts';
import { OrderLink } from '../orders/order-link.tsx';
import { DifferenceButtons } from './difference-buttons.tsx';
import { useDifferences } from './reconciliation-api.ts';

interface SideProps {
  readonly amount: number | null;
  readonly currency: string | null;
  readonly state: string | null;
}

/** What one of the two books says. */
function Side({ amount, currency, state }: SideProps) {
  const { t } = useWords();
  if (amount === null || currency === null || state === null)
    return (
      <Text size="sm" c="dimmed">
        {t.reconciliation.absent}
      </Text>
    );
  return (
    <div>
      <Amount minor={amount} currency={currency} />
      <Text size="xs" c="dimmed">
        {nameOf(t.names.bookState, state)}
      </Text>
    </div>
  );
}

function BilledSide({ difference }: { readonly difference: Difference }) {
  const { billed_amount, billed_currency, billed_state } = difference;
  return <Side amount={billed_amount} currency={billed_currency} state={billed_state} />;
}

function OwnSide({ difference }: { readonly difference: Difference }) {
  const { own_amount, own_currency, own_state } = difference;
  return <Side amount={own_amount} currency={own_currency} state={own_state} />;
}

function What({ difference }: { readonly difference: Difference }) {
  const { t, locale } = useWords();
  const { type, kind, provider, day, found_at } = difference;
  return (
    <div>
      <Text size="sm" fw={600}>
        {nameOf(t.names.differenceType[kind], type)}
      </Text>
      <Text size="xs" c="dimmed">
        {nameOf(t.names.provider, provider)} · {shortDay(day, locale)}
      </Text>
      <Text size="xs" c="dimmed">
        {t.reconciliation.found} <DateTime at={found_at} />
      </Text>
    </div>
  );
}

function Numbers({ difference }: { readonly difference: Difference }) {
  const { t } = useWords();
  const { order_id, order_no, number } = difference;
  return (
    <div>
      {order_id !== null && order_no !== null ? (
        <OrderLink id={order_id} orderNo={order_no} />
      ) : (
        <Text size="sm" c="dimmed">
          {t.reconciliation.noOrder}
        </Text>
      )}
      <Text size="xs" c="dimmed" className="untrusted-text">
        {number}
      </Text>
    </div>
  );
}

/** The buttons of an open difference; how a resolved one was resolved. */
function Outcome({ difference }: { readonly difference: Difference }) {
  const { t } = useWords();
  const { resolution, resolved_by, resolved_at, reason, remedied_by } = difference;
  if (resolution === null) {
    return (
      <Stack gap={4}>
        <DifferenceButtons difference={difference} />
        {remedied_by !== null && (
          <Text size="xs" c="dimmed">
            {t.reconciliation.remediedBy(remedied_by)}
          </Text>
        )}
      </Stack>
    );
  }
  return (
    <div>
      <Text size="sm">
        {resolved_by === null ? t.reconciliation.agreed : t.reconciliation.resolvedBy(resolved_by)}
      </Text>
      {reason !== null && (
        <Text size="xs" c="dimmed" className="untrusted-text">
          {reason}
        </Text>
      )}
      {resolved_at !== null && (
        <Text size="xs" c="dimmed">
          <DateTime at={resolved_at} />
        </Text>
      )}
    </div>
  );
}

function columns(): DataTableColumn<Difference>[] {
  const { t } = words();
  return [
    {
      accessor: 'type',
      title: t.reconciliation.difference,
      width: 210,
      render: (difference) => <What difference={difference} />,
    },
    {
      accessor: 'number',
      title: t.orders.order,
      render: (difference) => <Numbers difference={difference} />,
    },
    {
      accessor: 'billed_amount',
      title: t.reconciliation.inBill,
      textAlign: 'right',
      noWrap: true,
      render: (difference) => <BilledSide difference={difference} />,
    },
    {
      accessor: 'own_amount',
      title: t.reconciliation.inShop,
      textAlign: 'right',
      noWrap: true,
      render: (difference) => <OwnSide difference={difference} />,
    },
    {
      accessor: 'outcome',
      title: '',
      width: 250,
      render: (difference) => <Outcome difference={difference} />,
    },
  ];
}

function DifferenceOnPhone({ difference }: { readonly difference: Difference }) {
  const { t } = useWords();
  return (
    <Stack gap={6}>
      <What difference={difference} />
      <Numbers difference={difference} />
      <Group grow align="flex-start">
        <div>
          <Text size="xs" c="dimmed">
            {t.reconciliation.inBill}
          </Text>
          <BilledSide difference={difference} />
        </div>
        <div>
          <Text size="xs" c="dimmed">
            {t.reconciliation.inShop}
          </Text>
          <OwnSide difference={difference} />
        </div>
      </Group>
      <Outcome difference={difference} />
    </Stack>
  );
}

export function DifferencesCard() {
  const { t } = useWords();
  const [search, setSearch] = useSearchParams();
  const state = search.get('state') === 'resolved' ? 'resolved' : 'open';
  const differences = useDifferences(state);
  return (
    <Card
      title={t.reconciliation.differences}
      actions={
        <SegmentedControl
          value={state}
          onChange={(value) => setSearch(value === 'resolved' ? { state: value } : {}, { replace: true })}
          aria-label={t.common.show}
          data={[
            { value: 'open', label: t.reconciliation.open },
            { value: 'resolved', label: t.reconciliation.resolved },
          ]}
        />
      }
    >
      <DataGrid
        label={t.reconciliation.differences}
        records={differences.data?.pages.flatMap((page) => page.differences)}
        columns={columns()}
        idOf={({ id }) => id}
        phone={(difference) => <DifferenceOnPhone difference={difference} />}
        empty={state === 'open' ? t.reconciliation.noneOpen : t.reconciliation.noneResolved}
        isChanging={differences.isPlaceholderData}
        error={differences.error}
        onRetry={() => void differences.refetch()}
        more={nextPageOf(differences)}
      />
    </Card>
  );
}
