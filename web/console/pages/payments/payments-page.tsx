/** Revenue, refunds and open refunds by day and provider. */

import { Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { DataTableColumn } from 'mantine-datatable';
import { useSearchParams } from 'react-router';
import type { Money, MoneyRow } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { DayField } from '../../components/day-field.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { Stat } from '../../components/stat.tsx';
import { amountText } from '../../format/amount-text.ts';
import { isDay, plusDays, shortDay, today } from '../../format/days.ts';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { useSession } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords, words } from '../../texts/words.ts';
import { currenciesOf, sumOf, sumsByDay } from './payment-sums.ts';
import { csvAddress, type Days, usePayments } from './payments-api.ts';
import { RefusedCard } from './refused-card.tsx';
import { RevenueChart } from './revenue-chart.tsx';

function Counted({ minor, count, currency }: { minor: number; count: number; currency: string }) {
  if (count === 0) return <Text c="dimmed">–</Text>;
  return (
    <>
      <Amount minor={minor} currency={currency} />
      <Text size="xs" c="dimmed">
        {count} ×
      </Text>
    </>
  );
}

/** The column of settled refunds appears only with a settled refund, because most shops never have one. */
function columns(rows: readonly MoneyRow[]): DataTableColumn<MoneyRow>[] {
  const { t, locale } = words();
  return [
    {
      accessor: 'day',
      title: t.payments.day,
      noWrap: true,
      render: ({ day }) => (day === null ? t.payments.total : shortDay(day, locale)),
    },
    {
      accessor: 'provider',
      title: t.common.provider,
      render: ({ provider }) => nameOf(t.names.provider, provider),
    },
    {
      accessor: 'takings',
      title: t.payments.revenue,
      textAlign: 'right',
      render: (row) => <Counted minor={row.takings} count={row.takings_count} currency={row.currency} />,
    },
    {
      accessor: 'refunds',
      title: t.payments.refunds,
      textAlign: 'right',
      render: (row) => <Counted minor={row.refunds} count={row.refunds_count} currency={row.currency} />,
    },
    {
      accessor: 'surplus',
      title: t.payments.surplus,
      textAlign: 'right',
      render: (row) => <Counted minor={row.surplus} count={row.surplus_count} currency={row.currency} />,
    },
    {
      accessor: 'surplus_returned',
      title: t.payments.surplusRefunded,
      textAlign: 'right',
      render: (row) => (
        <Counted minor={row.surplus_returned} count={row.surplus_returned_count} currency={row.currency} />
      ),
    },
    {
      accessor: 'settled',
      title: t.payments.settledRefunds,
      textAlign: 'right',
      hidden: rows.every((row) => row.settled_count === 0),
      render: (row) => <Counted minor={row.settled} count={row.settled_count} currency={row.currency} />,
    },
    {
      accessor: 'open',
      title: t.payments.openRefunds,
      textAlign: 'right',
      render: (row) => <Counted minor={row.open} count={row.open_count} currency={row.currency} />,
    },
  ];
}

function RowOnPhone({ row }: { readonly row: MoneyRow }) {
  const { t, locale } = useWords();
  const pairs: readonly (readonly [string, number, number])[] = [
    [t.payments.revenue, row.takings, row.takings_count],
    [t.payments.refunds, row.refunds, row.refunds_count],
    [t.payments.surplus, row.surplus, row.surplus_count],
    [t.payments.surplusRefunded, row.surplus_returned, row.surplus_returned_count],
    [t.payments.settledRefunds, row.settled, row.settled_count],
    [t.payments.openRefunds, row.open, row.open_count],
  ];
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {row.day === null ? t.payments.total : shortDay(row.day, locale)} ·{' '}
        {nameOf(t.names.provider, row.provider)}
      </Text>
      {pairs
        .filter(([, , count]) => count > 0)
        .map(([name, minor, count]) => (
          <Group key={name} justify="space-between">
            <Text size="sm" c="dimmed">
              {name} ({count})
            </Text>
            <Amount minor={minor} currency={row.currency} />
          </Group>
        ))}
    </Stack>
  );
}

function RowsGrid({ label, rows }: { readonly label: string; readonly rows: readonly MoneyRow[] }) {
  const { t } = useWords();
  return (
    <DataGrid
      label={label}
      records={rows}
      columns={columns(rows)}
      idOf={(row) => `${row.day} ${row.provider} ${row.currency}`}
      phone={(row) => <RowOnPhone row={row} />}
      empty={t.payments.none}
    />
  );
}

function OneCurrency({ money, currency }: { readonly money: Money; readonly currency: string }) {
  const { t } = useWords();
  const sum = sumOf(money.totals, currency);
  return (
    <>
      <div className="stats">
        <Stat
          label={t.payments.revenue}
          value={amountText(sum.takings, currency)}
          note={t.payments.paymentCount(sum.takingsCount)}
        />
        <Stat
          label={t.payments.refunds}
          value={amountText(sum.refunds, currency)}
          note={t.payments.refundCount(sum.refundsCount)}
        />
        <Stat label={t.payments.net} value={amountText(sum.net, currency)} note={t.payments.afterRefunds} />
        <Stat
          label={t.payments.openRefunds}
          value={amountText(sum.open, currency)}
          note={sum.openCount === 0 ? t.payments.noOpenRefunds : t.payments.unfinishedCount(sum.openCount)}
          isBad={sum.openCount > 0}
        />
        {money.open_differences > 0 && (
          <Stat
            label={t.payments.differences}
            value={String(money.open_differences)}
            note={t.payments.differencesNote}
            isBad
            to="/reconciliation"
          />
        )}
      </div>
      <Card title={t.payments.byDay} note={t.payments.byDayNote(money.time_zone)}>
        <RevenueChart
          days={sumsByDay(money.days, currency, money.from, money.to)}
          currency={currency}
          height={260}
        />
      </Card>
    </>
  );
}

function DayChoice({ days, onChange }: { readonly days: Days; readonly onChange: (days: Days) => void }) {
  const { t } = useWords();
  const { shop } = useSession();
  const now = today(shop.time_zone);
  const spans = [7, 30, 90].map((count) => ({
    value: plusDays(now, 1 - count),
    label: t.common.days(count),
  }));
  return (
    <Paper withBorder radius="md" p="md">
      <div className="inline-form">
        <SegmentedControl
          className="period-choice"
          data={spans}
          value={days.to === now ? days.from : ''}
          onChange={(from) => onChange({ from, to: now })}
          aria-label={t.common.period}
        />
        <DayField
          label={t.common.fromDay}
          value={days.from}
          max={days.to}
          onChange={(from) => isDay(from) && onChange({ ...days, from })}
        />
        <DayField
          label={t.common.toDay}
          value={days.to}
          min={days.from}
          onChange={(to) => isDay(to) && onChange({ ...days, to })}
        />
        <Button
          component="a"
          href={csvAddress(days)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t.payments.exportCsv}
        </Button>
      </div>
    </Paper>
  );
}

export function PaymentsPage() {
  const { t } = useWords();
  const { shop } = useSession();
  const [search, setSearch] = useSearchParams();
  const now = today(shop.time_zone);
  const asked = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
  const days: Days = {
    from: isDay(asked.from) ? asked.from : plusDays(now, -29),
    to: isDay(asked.to) ? asked.to : now,
  };
  const query = usePayments(days);
  return (
    <Page title={t.layout.pages.payments}>
      <DayChoice days={days} onChange={(chosen) => setSearch({ ...chosen }, { replace: true })} />
      <QueryResult query={query} skeletonHeight={420}>
        {(money) => (
          <>
            {currenciesOf(money.totals, shop.currency).map((currency) => (
              <OneCurrency key={currency} money={money} currency={currency} />
            ))}
            <Card title={t.payments.byProvider}>
              <RowsGrid label={t.payments.byProvider} rows={money.totals} />
            </Card>
            <Card title={t.payments.byDayAndProvider} note={t.common.newestFirst}>
              <RowsGrid label={t.payments.byDayAndProvider} rows={money.days.toReversed()} />
            </Card>
            <RefusedCard rows={money.refused_notifications} />
          </>
        )}
      </QueryResult>
    </Page>
  );
}
