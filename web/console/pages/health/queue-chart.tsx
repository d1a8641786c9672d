/** A chart of how many jobs wait, run and have failed, by type. */

import { Text } from '@mantine/core';
import type { Health } from '../../api/types.ts';
import { Chart } from '../../charts/chart.tsx';
import { Bars } from '../../charts/lazy-charts.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';

/** Scheduled jobs always wait for their time, so the chart shows them only when they have failed. */
const schedules: ReadonlySet<string> = new Set([
  'expire_orders',
  'purge_files',
  'purge_icons',
  'forget_again',
  'reconcile_day',
  'fetch_disputes',
  'audit_money',
  'release_webhooks',
]);

export function QueueChart({ queues }: { readonly queues: Health['queues'] }) {
  const { t } = useWords();
  const shown = queues.filter(
    ({ kind, ready, running, dead }) => dead > 0 || (!schedules.has(kind) && ready + running > 0),
  );
  if (shown.length === 0) return <Text c="dimmed">{t.health.queueEmpty}</Text>;
  const height = 90 + shown.length * 36;
  const total = (pick: (queue: Health['queues'][number]) => number) =>
    shown.reduce((sum, queue) => sum + pick(queue), 0);
  return (
    <Chart
      height={height}
      summary={t.health.queueChart(
        total(({ ready }) => ready),
        total(({ running }) => running),
        total(({ dead }) => dead),
      )}
    >
      <Bars
        height={height}
        dataKey="name"
        isSideways
        isStacked
        rows={shown.map(({ kind, ready, running, dead }) => ({
          name: nameOf(t.names.jobKind, kind),
          ready,
          running,
          dead,
        }))}
        series={[
          { name: 'ready', label: t.health.waiting, color: 'info' },
          { name: 'running', label: t.health.running, color: 'accent' },
          { name: 'dead', label: t.health.failed, color: 'bad' },
        ]}
        format={(value) => String(value)}
      />
    </Chart>
  );
}
