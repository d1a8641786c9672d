/** How much waits, runs and was given up, by kind of job. */

import { Text } from '@mantine/core';
import type { Health } from '../../api/types.ts';
import { Chart } from '../../charts/chart.tsx';
import { Bars } from '../../charts/lazy-charts.ts';
import { t, wordOf } from '../../texts/words.ts';
import { jobKindWords } from '../../texts/names-old.ts';

/** Schedules always wait for their time: only what was given up there is of interest. */
const schedules: ReadonlySet<string> = new Set(['expire_orders', 'purge_files', 'audit_money']);

export function QueueChart({ queues }: { readonly queues: Health['queues'] }) {
  const shown = queues.filter(
    ({ kind, ready, running, dead }) => dead > 0 || (!schedules.has(kind) && ready + running > 0),
  );
  if (shown.length === 0) return <Text c="dimmed">{t('Nothing waits.')}</Text>;
  const height = 90 + shown.length * 36;
  const total = (pick: (queue: Health['queues'][number]) => number) =>
    shown.reduce((sum, queue) => sum + pick(queue), 0);
  return (
    <Chart
      height={height}
      summary={t('{ready} waiting, {running} running, {dead} given up.', {
        ready: total(({ ready }) => ready),
        running: total(({ running }) => running),
        dead: total(({ dead }) => dead),
      })}
    >
      <Bars
        height={height}
        dataKey="name"
        isSideways
        isStacked
        rows={shown.map(({ kind, ready, running, dead }) => ({
          name: wordOf(jobKindWords, kind),
          ready,
          running,
          dead,
        }))}
        series={[
          { name: 'ready', label: t('Waiting'), color: 'blue.4' },
          { name: 'running', label: t('Running'), color: 'teal.6' },
          { name: 'dead', label: t('Given up'), color: 'red.6' },
        ]}
        format={(value) => String(value)}
      />
    </Chart>
  );
}
