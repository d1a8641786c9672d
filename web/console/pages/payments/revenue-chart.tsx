/** Revenue and refunds day by day. */

import { Text } from '@mantine/core';
import { Chart } from '../../charts/chart.tsx';
import { Bars } from '../../charts/lazy-charts.ts';
import { amountText } from '../../format/amount-text.ts';
import { shortDay } from '../../format/days.ts';
import { useWords, words } from '../../texts/words.ts';
import type { DaySum } from './payment-sums.ts';

interface RevenueChartProps {
  readonly days: readonly DaySum[];
  readonly currency: string;
  readonly height?: number;
}

/** A short form of an amount for the axis. */
function axisText(minor: number, currency: string): string {
  const { locale } = words();
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: minor >= 1_000_000 ? 'compact' : 'standard',
    maximumFractionDigits: minor >= 10_000 ? 0 : 2,
    minimumFractionDigits: 0,
  }).format(minor / 100);
}

export function RevenueChart({ days, currency, height = 240 }: RevenueChartProps) {
  const { t, locale } = useWords();
  const total = (pick: (day: DaySum) => number) => days.reduce((sum, day) => sum + pick(day), 0);
  if (days.every(({ takings, refunds, open }) => takings + refunds + open === 0)) {
    return <Text c="dimmed">{t.payments.none}</Text>;
  }
  const hasOpen = days.some(({ open }) => open > 0);
  return (
    <Chart
      height={height}
      summary={t.payments.chart(
        days[0]?.day ?? '–',
        days.at(-1)?.day ?? '–',
        amountText(
          total(({ takings }) => takings),
          currency,
        ),
        amountText(
          total(({ refunds }) => refunds),
          currency,
        ),
      )}
    >
      <Bars
        height={height}
        dataKey="name"
        rows={days.map(({ day, ...sums }) => ({ name: shortDay(day, locale), ...sums }))}
        series={[
          { name: 'takings', label: t.payments.revenue, color: 'accent' },
          { name: 'refunds', label: t.payments.refunds, color: 'info' },
          ...(hasOpen ? [{ name: 'open', label: t.payments.openRefunds, color: 'busy' }] : []),
        ]}
        format={(value) => axisText(value, currency)}
      />
    </Chart>
  );
}
