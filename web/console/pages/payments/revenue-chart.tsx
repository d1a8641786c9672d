/** Takings and refunds day by day. */

import { Text } from '@mantine/core';
import { Chart } from '../../charts/chart.tsx';
import { Bars } from '../../charts/lazy-charts.ts';
import { amountText } from '../../components/amount.tsx';
import { shortDay } from '../../format/days.ts';
import { locale, t } from '../../texts/words.ts';
import type { DaySum } from './payment-sums.ts';

interface MoneyChartProps {
  readonly days: readonly DaySum[];
  readonly currency: string;
  readonly height?: number;
}

/** Fewer digits than an amount has: an axis is not an account. */
function axisText(minor: number, currency: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: minor >= 1_000_000 ? 'compact' : 'standard',
    maximumFractionDigits: minor >= 10_000 ? 0 : 2,
    minimumFractionDigits: 0,
  }).format(minor / 100);
}

export function MoneyChart({ days, currency, height = 240 }: MoneyChartProps) {
  const total = (pick: (day: DaySum) => number) => days.reduce((sum, day) => sum + pick(day), 0);
  if (days.every(({ takings, refunds, open }) => takings + refunds + open === 0)) {
    return <Text c="dimmed">{t('No money moved on these days.')}</Text>;
  }
  const hasOpen = days.some(({ open }) => open > 0);
  return (
    <Chart
      height={height}
      summary={t('From {from} to {to}: takings {takings}, refunds {refunds}.', {
        from: days[0]?.day ?? '–',
        to: days.at(-1)?.day ?? '–',
        takings: amountText(
          total(({ takings }) => takings),
          currency,
        ),
        refunds: amountText(
          total(({ refunds }) => refunds),
          currency,
        ),
      })}
    >
      <Bars
        height={height}
        dataKey="name"
        rows={days.map(({ day, ...sums }) => ({ name: shortDay(day, locale), ...sums }))}
        series={[
          { name: 'takings', label: t('Takings'), color: 'blue.6' },
          { name: 'refunds', label: t('Refunds'), color: 'grape.5' },
          ...(hasOpen ? [{ name: 'open', label: t('Open differences'), color: 'orange.6' }] : []),
        ]}
        format={(value) => axisText(value, currency)}
      />
    </Chart>
  );
}
