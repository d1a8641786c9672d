/** How long attempts took in the last day: half of them less than the first bar, 95 of 100 less than the second. */

import { Text } from '@mantine/core';
import type { Health } from '../../api/types.ts';
import { Chart } from '../../charts/chart.tsx';
import { Bars } from '../../charts/lazy-charts.ts';
import { durationText } from '../../format/duration-text.ts';
import { t, wordOf } from '../../texts/words.ts';
import { jobKindWords } from '../../texts/names-old.ts';

/** Of the longest bar: what is shorter would not be seen beside it. The table has all. */
const shownFrom = 0.02;

export function TimesChart({ processing }: { readonly processing: Health['processing'] }) {
  const longest = Math.max(...processing.map(({ p95_ms }) => p95_ms ?? 0));
  const rows = processing.flatMap(({ kind, p50_ms, p95_ms }) =>
    p50_ms === null || p95_ms === null || p95_ms < longest * shownFrom
      ? []
      : [{ name: wordOf(jobKindWords, kind), p50: p50_ms, p95: p95_ms }],
  );
  if (rows.length === 0) return <Text c="dimmed">{t('Nothing was done in the last 24 hours.')}</Text>;
  const height = 90 + rows.length * 44;
  return (
    <Chart
      height={height}
      summary={rows
        .map(({ name, p50, p95 }) =>
          t('{name}: half within {p50}, 95 % within {p95}.', {
            name,
            p50: durationText(p50),
            p95: durationText(p95),
          }),
        )
        .join(' ')}
    >
      <Bars
        height={height}
        dataKey="name"
        isSideways
        rows={rows}
        series={[
          { name: 'p50', label: t('Half within'), color: 'teal.5' },
          { name: 'p95', label: t('95 % within'), color: 'blue.5' },
        ]}
        format={durationText}
      />
    </Chart>
  );
}
