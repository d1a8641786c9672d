/** Takings, refunds and what is still open, per day and provider. */

import { Button, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { DataTableColumn } from 'mantine-datatable';
import { useSearchParams } from 'react-router';
import type { Money, MoneyRow } from '../../api/types.ts';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { Amount, amountText } from '../../components/amount.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { DayField } from '../../components/day-field.tsx';
import { isDay, plusDays, shortDay, today } from '../../format/days.ts';
import { Loaded } from '../../components/query-result.tsx';
import { Stat } from '../../components/stat.tsx';
import { useSession } from '../../session/use-session.ts';
import { locale, t } from '../../texts/words.ts';
import { csvAddress, type Days, useMoney } from './payments-api.ts';
import { MoneyChart } from './revenue-chart.tsx';
import { currenciesOf, sumOf, sumsByDay } from './payment-sums.ts';

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

const columns = (): DataTableColumn<MoneyRow>[] => [
  {
    accessor: 'day',
    title: t('Day'),
    noWrap: true,
    render: ({ day }) => (day === null ? t('All days') : shortDay(day, locale)),
  },
  { accessor: 'provider', title: t('Provider') },
  {
    accessor: 'takings',
    title: t('Takings'),
    textAlign: 'right',
    render: (row) => <Counted minor={row.takings} count={row.takings_count} currency={row.currency} />,
  },
  {
    accessor: 'refunds',
    title: t('Refunds'),
    textAlign: 'right',
    render: (row) => <Counted minor={row.refunds} count={row.refunds_count} currency={row.currency} />,
  },
  {
    accessor: 'surplus',
    title: t('Surplus'),
    textAlign: 'right',
    render: (row) => <Counted minor={row.surplus} count={row.surplus_count} currency={row.currency} />,
  },
  {
    accessor: 'surplus_returned',
    title: t('Surplus returned'),
    textAlign: 'right',
    render: (row) => (
      <Counted minor={row.surplus_returned} count={row.surplus_returned_count} currency={row.currency} />
    ),
  },
  {
    accessor: 'open',
    title: t('Open differences'),
    textAlign: 'right',
    render: (row) => <Counted minor={row.open} count={row.open_count} currency={row.currency} />,
  },
];

function RowOnPhone({ row }: { readonly row: MoneyRow }) {
  const pairs: readonly (readonly [string, number, number])[] = [
    [t('Takings'), row.takings, row.takings_count],
    [t('Refunds'), row.refunds, row.refunds_count],
    [t('Surplus'), row.surplus, row.surplus_count],
    [t('Surplus returned'), row.surplus_returned, row.surplus_returned_count],
    [t('Open differences'), row.open, row.open_count],
  ];
  return (
    <Stack gap={2}>
      <Text size="sm" fw={600}>
        {row.day === null ? t('All days') : shortDay(row.day, locale)} · {row.provider}
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
  return (
    <DataGrid
      label={label}
      records={rows}
      columns={columns()}
      idOf={(row) => `${row.day} ${row.provider} ${row.currency}`}
      phone={(row) => <RowOnPhone row={row} />}
      empty={t('No money moved on these days.')}
    />
  );
}

function OneCurrency({ money, currency }: { readonly money: Money; readonly currency: string }) {
  const sum = sumOf(money.totals, currency);
  return (
    <>
      <div className="stats">
        <Stat
          label={t('Takings')}
          value={amountText(sum.takings, currency)}
          note={t('Payments: {count}', { count: sum.takingsCount })}
        />
        <Stat
          label={t('Refunds')}
          value={amountText(sum.refunds, currency)}
          note={t('Refunds: {count}', { count: sum.refundsCount })}
        />
        <Stat label={t('Kept')} value={amountText(sum.kept, currency)} note={t('Less all that went back')} />
        <Stat
          label={t('Open differences')}
          value={amountText(sum.open, currency)}
          note={
            sum.openCount === 0 ? t('Nothing is open') : t('Not back yet: {count}', { count: sum.openCount })
          }
          isBad={sum.openCount > 0}
        />
      </div>
      <Card
        title={t('Day by day')}
        note={t('Money by the day it arrived, refunds by the day they were done, in {zone}.', {
          zone: money.time_zone,
        })}
      >
        <MoneyChart
          days={sumsByDay(money.days, currency, money.from, money.to)}
          currency={currency}
          height={260}
        />
      </Card>
    </>
  );
}

function DayChoice({ days, onChange }: { readonly days: Days; readonly onChange: (days: Days) => void }) {
  const { shop } = useSession();
  const now = today(shop.time_zone);
  const spans = [7, 30, 90].map((count) => ({
    value: plusDays(now, 1 - count),
    label: t('{count} days', { count }),
  }));
  return (
    <Paper withBorder radius="md" p="md">
      <div className="inline-form">
        <SegmentedControl
          className="money-spans"
          data={spans}
          value={days.to === now ? days.from : ''}
          onChange={(from) => onChange({ from, to: now })}
          aria-label={t('How many days')}
        />
        <DayField
          label={t('From day')}
          value={days.from}
          max={days.to}
          onChange={(from) => isDay(from) && onChange({ ...days, from })}
        />
        <DayField
          label={t('To day')}
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
          {t('Export CSV')}
        </Button>
      </div>
    </Paper>
  );
}

export function MoneyPage() {
  const { shop } = useSession();
  const [search, setSearch] = useSearchParams();
  const now = today(shop.time_zone);
  const asked = { from: search.get('from') ?? '', to: search.get('to') ?? '' };
  const days: Days = {
    from: isDay(asked.from) ? asked.from : plusDays(now, -29),
    to: isDay(asked.to) ? asked.to : now,
  };
  const query = useMoney(days);
  return (
    <Page title={t('Money')}>
      <DayChoice days={days} onChange={(chosen) => setSearch({ ...chosen }, { replace: true })} />
      <Loaded query={query} skeletonHeight={420}>
        {(money) => (
          <>
            {currenciesOf(money.totals, shop.currency).map((currency) => (
              <OneCurrency key={currency} money={money} currency={currency} />
            ))}
            <Card title={t('By provider')}>
              <RowsGrid label={t('By provider')} rows={money.totals} />
            </Card>
            <Card title={t('By day and provider')} note={t('Newest first.')}>
              <RowsGrid label={t('By day and provider')} rows={money.days.toReversed()} />
            </Card>
          </>
        )}
      </Loaded>
    </Page>
  );
}
