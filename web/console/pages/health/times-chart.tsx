/** A chart of how long attempts took in the last 24 hours: median and 95th percentile by type of job. */

import { Text } from '@mantine/core';
import type { Health } from '../../api/types.ts';
import { Chart } from '../../charts/chart.tsx';
import { Bars } from '../../charts/lazy-charts.ts';
import { durationText } from '../../format/duration-text.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';

/**
 * Bars shorter than this share of the longest bar are left out, because they would be invisible. The table
 * below the chart has every type.
 */
const shownFrom = 0.02;

export function TimesChart({ processing }: { readonly processing: Health['processing'] }) {
  const { t } = useWords();
  const longest = Math.max(...processing.map(({ p95_ms }) => p95_ms ?? 0));
  const rows = processing.flatMap(({ kind, p50_ms, p95_ms }) =>
    p50_ms === null || p95_ms === null || p95_ms < longest * shownFrom
      ? []
      : [{ name: nameOf(t.names.jobKind, kind), p50: p50_ms, p95: p95_ms }],
  );
  if (rows.length === 0) return <Text c="dimmed">{t.health.noAttempts}</Text>;
  const height = 90 + rows.length * 44;
  return (
    <Chart
      height={height}
      summary={rows
        .map(({ name, p50, p95 }) =>
          t.health.timesChart(name, durationText(p50, t.common), durationText(p95, t.common)),
        )
        .join(' ')}
    >
      <Bars
        height={height}
        dataKey="name"
        isSideways
        rows={rows}
        series={[
          { name: 'p50', label: t.health.median, color: 'accent' },
          { name: 'p95', label: t.health.percentile95, color: 'info' },
        ]}
        format={(ms) => durationText(ms, t.common)}
      />
    </Chart>
  );
}
