/** The tables of the page Numbers: revenue by product, provider or channel, reasons, and days. */

import { Anchor, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';
import { Link } from 'react-router';
import { goodText } from '../../../../src/domain/goods/good-text.ts';
import type { Numbers } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { Card } from '../../layout/card.tsx';
import { useSession } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords, words } from '../../texts/words.ts';
import { type Dimension, type Line, linesOf, percent, type Totals, totalsOf } from './number-sums.ts';

interface NumbersProps {
  readonly numbers: Numbers;
}

function changeText(now: number, before: number): string {
  const change = percent(now - before, before);
  if (change === null) return now === 0 ? '–' : words().t.numbers.isNew;
  return `${change > 0 ? '+' : change < 0 ? '−' : '±'}${Math.abs(Math.round(change))} %`;
}

function keyText(dimension: Dimension, key: string, numbers: Numbers): string {
  const { t, language } = words();
  if (dimension === 'provider') return nameOf(t.names.provider, key);
  if (dimension === 'channel') {
    const [provider = '', channel = ''] = key.split(' ');
    return `${nameOf(t.names.provider, provider)} · ${nameOf(t.names.channel, channel)}`;
  }
  const title = numbers.goods.find(({ id }) => String(id) === key)?.title;
  return title === undefined ? key : goodText(title, language);
}

interface ComparedLine extends Line {
  readonly name: string;
  readonly before: number;
}

/** The column of settled refunds appears only with a settled refund, because most shops never have one. */
function wayColumns(lines: readonly Line[], currency: string): DataTableColumn<ComparedLine>[] {
  const { t } = words();
  const right = { textAlign: 'right', noWrap: true } as const;
  return [
    { accessor: 'name', title: t.common.name, cellsClassName: 'untrusted-text' },
    { accessor: 'payments', title: t.orders.payments, ...right },
    {
      accessor: 'revenue',
      title: t.payments.revenue,
      ...right,
      render: ({ revenue }) => <Amount minor={revenue} currency={currency} />,
    },
    {
      accessor: 'before',
      title: t.numbers.change,
      ...right,
      render: ({ revenue, before }) => changeText(revenue, before),
    },
    {
      accessor: 'refundAmount',
      title: t.payments.refunds,
      ...right,
      render: ({ refundAmount }) => <Amount minor={refundAmount} currency={currency} />,
    },
    {
      accessor: 'settledAmount',
      title: t.payments.settledRefunds,
      ...right,
      hidden: lines.every(({ settledAmount }) => settledAmount === 0),
      render: ({ settledAmount }) => <Amount minor={settledAmount} currency={currency} />,
    },
  ];
}

export function WayTable({ numbers }: NumbersProps) {
  const { t } = useWords();
  const { shop } = useSession();
  const { currency } = shop;
  const [dimension, setDimension] = useState<Dimension>('good');
  const before = new Map(
    linesOf(numbers.before.days, dimension, currency).map(({ key, revenue }) => [key, revenue]),
  );
  const lines = linesOf(numbers.now.days, dimension, currency).map((line) => ({
    ...line,
    name: keyText(dimension, line.key, numbers),
    before: before.get(line.key) ?? 0,
  }));
  return (
    <Card
      title={t.payments.revenue}
      note={t.numbers.comparedWith(numbers.before.from, numbers.before.to)}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t.numbers.by}
          value={dimension}
          onChange={(value) => setDimension(value === 'provider' || value === 'channel' ? value : 'good')}
          data={[
            { value: 'good', label: t.common.product },
            { value: 'provider', label: t.common.provider },
            { value: 'channel', label: t.numbers.channel },
          ]}
        />
      }
    >
      <DataGrid
        label={t.payments.revenue}
        records={lines}
        columns={wayColumns(lines, currency)}
        idOf={({ key }) => key}
        empty={t.payments.none}
        phone={(line) => (
          <Group justify="space-between" wrap="nowrap">
            <div className="untrusted-text">
              <Text size="sm" fw={600}>
                {line.name}
              </Text>
              <Text size="xs" c="dimmed">
                {t.payments.paymentCount(line.payments)} · {changeText(line.revenue, line.before)}
              </Text>
            </div>
            <Amount minor={line.revenue} currency={currency} />
          </Group>
        )}
      />
    </Card>
  );
}

interface Reason {
  readonly reason: string;
  readonly count: number;
}

interface ReasonTableProps {
  readonly label: string;
  readonly reasons: readonly Reason[];
  readonly empty: string;
}

export function ReasonTable({ label, reasons, empty }: ReasonTableProps) {
  const { t } = useWords();
  return (
    <DataGrid<Reason>
      label={label}
      records={reasons}
      columns={[
        { accessor: 'reason', title: t.common.reason, cellsClassName: 'untrusted-text' },
        { accessor: 'count', title: t.layout.pages.orders, textAlign: 'right', noWrap: true },
      ]}
      idOf={({ reason }) => reason}
      empty={empty}
      phone={({ reason, count }) => (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" className="untrusted-text">
            {reason}
          </Text>
          <Text size="sm">{count}</Text>
        </Group>
      )}
    />
  );
}

interface Day extends Totals {
  readonly day: string;
}

/** A link to the orders page, filtered to the orders that were placed on a day. */
function DayLink({ day }: { readonly day: string }) {
  return (
    <Anchor component={Link} to={`/orders?from=${day}&to=${day}`} size="sm">
      {day}
    </Anchor>
  );
}

export function DayTable({ numbers }: NumbersProps) {
  const { t } = useWords();
  const { shop } = useSession();
  const { currency } = shop;
  const days: Day[] = numbers.now.days
    .map((day) => ({ day: day.day, ...totalsOf([day], currency) }))
    .reverse();
  const right = { textAlign: 'right', noWrap: true } as const;
  return (
    <Card
      title={t.payments.byDay}
      note={
        days.some(({ placed }) => placed === null)
          ? `${t.numbers.dayNote} ${t.numbers.dayNoteDeleted}`
          : t.numbers.dayNote
      }
    >
      <DataGrid<Day>
        label={t.payments.byDay}
        records={days}
        idOf={({ day }) => day}
        empty={t.payments.none}
        columns={[
          {
            accessor: 'day',
            title: t.payments.day,
            noWrap: true,
            render: ({ day }) => <DayLink day={day} />,
          },
          {
            accessor: 'placed',
            title: t.numbers.placed,
            ...right,
            render: ({ placed }) => placed ?? '–',
          },
          { accessor: 'paid', title: t.numbers.paid, ...right },
          { accessor: 'failed', title: t.numbers.failed, ...right },
          { accessor: 'refunded', title: t.numbers.refunded, ...right },
          {
            accessor: 'revenue',
            title: t.payments.revenue,
            ...right,
            render: ({ revenue }) => <Amount minor={revenue} currency={currency} />,
          },
        ]}
        phone={(day) => (
          <Group justify="space-between" wrap="nowrap">
            <Stack gap={0}>
              <DayLink day={day.day} />
              <Text size="xs" c="dimmed">
                {day.placed === null
                  ? t.numbers.paidOrders(day.paid)
                  : t.numbers.paidOf(day.paid, day.placed)}
              </Text>
            </Stack>
            <Amount minor={day.revenue} currency={currency} />
          </Group>
        )}
      />
    </Card>
  );
}
