/** The bills of the last 31 days: whether each was compared, and its sums and fees. */

import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { DataTableColumn } from 'mantine-datatable';
import type { Bill } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { showError, showSuccess } from '../../components/toast.ts';
import { plusDays, shortDay, today } from '../../format/days.ts';
import { Card } from '../../layout/card.tsx';
import { useMay, useSession } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords, words } from '../../texts/words.ts';
import { reconciliationCalls, useBills, useReconciliationChanged } from './reconciliation-api.ts';

const colours: Readonly<Record<Bill['state'], string>> = {
  waiting: 'quiet',
  fetched: 'busy',
  compared: 'good',
  given_up: 'bad',
};

function BillState({ bill }: { readonly bill: Bill }) {
  const { t } = useWords();
  const { state, open_differences, last_error, tries, foreign_rows } = bill;
  return (
    <Stack gap={2} align="flex-start">
      <Group gap={6}>
        <Badge variant="light" color={colours[state]} className="word-badge">
          {nameOf(t.names.billState, state)}
        </Badge>
        {open_differences > 0 && (
          <Badge variant="light" color="bad" className="word-badge">
            {t.reconciliation.openCount(open_differences)}
          </Badge>
        )}
      </Group>
      {last_error !== null && (
        <Text size="xs" className="error-text untrusted-text">
          {last_error} ({t.reconciliation.failedTries(tries)})
        </Text>
      )}
      {foreign_rows > 0 && (
        <Text size="xs" c="dimmed">
          {t.reconciliation.otherSystems(foreign_rows)}
        </Text>
      )}
    </Stack>
  );
}

function Sums({ bill, what }: { readonly bill: Bill; readonly what: 'payments' | 'refunds' | 'fees' }) {
  const sums = bill.totals.flatMap((total) => {
    const minor = total[what];
    return minor === null || minor === 0 ? [] : [{ minor, currency: total.currency }];
  });
  if (sums.length === 0) return <Text c="dimmed">–</Text>;
  return sums.map(({ minor, currency }) => (
    <div key={currency}>
      <Amount minor={minor} currency={currency} />
    </div>
  ));
}

function FetchButton({ bill: { provider, day, state } }: { readonly bill: Bill }) {
  const { t } = useWords();
  const may = useMay();
  const changed = useReconciliationChanged();
  const fetchBill = useMutation({
    mutationFn: () => reconciliationCalls.fetchBill(provider, day),
    onSuccess: () => showSuccess(t.reconciliation.fetchDone),
    onError: showError,
    onSettled: changed,
  });
  if (!may('differences_resolve') || state === 'fetched') return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={fetchBill.isPending}
      onClick={() => fetchBill.mutate()}
    >
      {t.reconciliation.fetchAgain}
    </Button>
  );
}

function columns(): DataTableColumn<Bill>[] {
  const { t, locale } = words();
  const sums = (what: 'payments' | 'refunds' | 'fees'): DataTableColumn<Bill> => ({
    accessor: what,
    title: t.reconciliation[what],
    textAlign: 'right',
    noWrap: true,
    render: (bill) => <Sums bill={bill} what={what} />,
  });
  return [
    {
      accessor: 'day',
      title: t.reconciliation.day,
      noWrap: true,
      render: ({ day }) => shortDay(day, locale),
    },
    {
      accessor: 'provider',
      title: t.common.provider,
      render: ({ provider }) => nameOf(t.names.provider, provider),
    },
    { accessor: 'state', title: t.common.status, render: (bill) => <BillState bill={bill} /> },
    sums('payments'),
    sums('refunds'),
    sums('fees'),
    { accessor: 'button', title: '', textAlign: 'right', render: (bill) => <FetchButton bill={bill} /> },
  ];
}

function BillOnPhone({ bill }: { readonly bill: Bill }) {
  const { t, locale } = useWords();
  const hasTotals = bill.totals.length > 0;
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {shortDay(bill.day, locale)} · {nameOf(t.names.provider, bill.provider)}
        </Text>
        <FetchButton bill={bill} />
      </Group>
      <BillState bill={bill} />
      {hasTotals &&
        (['payments', 'refunds', 'fees'] as const).map((what) => (
          <Group key={what} justify="space-between">
            <Text size="sm" c="dimmed">
              {t.reconciliation[what]}
            </Text>
            <div>
              <Sums bill={bill} what={what} />
            </div>
          </Group>
        ))}
    </Stack>
  );
}

export function BillsCard() {
  const { t } = useWords();
  const { shop } = useSession();
  const to = today(shop.time_zone);
  const bills = useBills(plusDays(to, -31), to);
  return (
    <Card title={t.reconciliation.bills} note={t.reconciliation.billsNote}>
      <DataGrid
        label={t.reconciliation.bills}
        records={bills.data?.bills}
        columns={columns()}
        idOf={({ provider, day }) => `${provider} ${day}`}
        phone={(bill) => <BillOnPhone bill={bill} />}
        empty={t.reconciliation.noBills}
        error={bills.error}
        onRetry={() => void bills.refetch()}
      />
    </Card>
  );
}
