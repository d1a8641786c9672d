/** Whether the service keeps up: queue, workers, times, disk. */

import { Badge, Group, Progress, Stack, Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import type { Health } from '../../api/types.ts';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { durationText } from '../../format/duration-text.ts';
import { Facts } from '../../components/description-list.tsx';
import { Loaded } from '../../components/query-result.tsx';
import { Stat } from '../../components/stat.tsx';
import { When } from '../../components/date-time.tsx';
import { t, wordOf } from '../../texts/words.ts';
import { jobKindWords } from '../../texts/names-old.ts';
import { useHealth } from './health-api.ts';
import { lacksWorkers, pictureQueue, sizeText } from './health-figures.ts';
import { QueueChart } from './queue-chart.tsx';
import { TimesChart } from './times-chart.tsx';

type Worker = Health['workers'][number];
type Processing = Health['processing'][number];

/** One that stopped is told apart from one that hangs by the one that began after it on the same machine. */
function isReplaced(worker: Worker, workers: readonly Worker[]): boolean {
  return workers.some(({ host, started_at }) => host === worker.host && started_at >= worker.seen_at);
}

function WorkerState({ worker, workers }: { readonly worker: Worker; readonly workers: readonly Worker[] }) {
  const [colour, word] = worker.alive
    ? (['green', t('Alive')] as const)
    : isReplaced(worker, workers)
      ? (['gray', t('Replaced')] as const)
      : (['red', t('Silent')] as const);
  return (
    <Badge variant="light" color={colour} className="word-badge">
      {word}
    </Badge>
  );
}

function Workers({ workers }: { readonly workers: readonly Worker[] }) {
  const state = (worker: Worker) => <WorkerState worker={worker} workers={workers} />;
  const columns: DataTableColumn<Worker>[] = [
    { accessor: 'host', title: t('Machine'), cellsClassName: 'strangers-text' },
    { accessor: 'id', title: t('Worker'), render: ({ id }) => <span className="number">{id}</span> },
    { accessor: 'version', title: t('Version') },
    {
      accessor: 'started_at',
      title: t('Started'),
      noWrap: true,
      render: (worker) => <When at={worker.started_at} />,
    },
    {
      accessor: 'seen_at',
      title: t('Last seen'),
      noWrap: true,
      render: (worker) => <When at={worker.seen_at} style="second" />,
    },
    { accessor: 'alive', title: t('State'), render: state },
  ];
  return (
    <DataGrid
      label={t('Workers')}
      records={workers}
      columns={columns}
      idOf={({ id }) => id}
      empty={t('No worker has been seen.')}
      phone={(worker) => (
        <Stack gap={4}>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" fw={600} className="strangers-text">
              {worker.host}
            </Text>
            {state(worker)}
          </Group>
          <span className="number">{worker.id}</span>
          <Text size="xs" c="dimmed">
            {t('Last seen')} <When at={worker.seen_at} style="second" /> · {worker.version}
          </Text>
        </Stack>
      )}
    />
  );
}

function Attempts({ processing }: { readonly processing: readonly Processing[] }) {
  const time = (ms: number | null) => (ms === null ? '–' : durationText(ms));
  const columns: DataTableColumn<Processing>[] = [
    { accessor: 'kind', title: t('Kind'), render: ({ kind }) => wordOf(jobKindWords, kind) },
    { accessor: 'done', title: t('Went well'), textAlign: 'right' },
    { accessor: 'failed', title: t('Failed'), textAlign: 'right' },
    { accessor: 'p50_ms', title: t('Half within'), textAlign: 'right', render: ({ p50_ms }) => time(p50_ms) },
    { accessor: 'p95_ms', title: t('95 % within'), textAlign: 'right', render: ({ p95_ms }) => time(p95_ms) },
  ];
  return (
    <DataGrid
      label={t('Attempts of the last 24 hours')}
      records={processing}
      columns={columns}
      idOf={({ kind }) => kind}
      empty={t('Nothing was done in the last 24 hours.')}
      phone={({ kind, done, failed, p50_ms, p95_ms }) => (
        <Stack gap={2}>
          <Text size="sm" fw={600}>
            {wordOf(jobKindWords, kind)}
          </Text>
          <Text size="xs" c="dimmed">
            {t('{done} went well, {failed} failed', { done, failed })} · {time(p50_ms)} / {time(p95_ms)}
          </Text>
        </Stack>
      )}
    />
  );
}

function Disk({ disk }: { readonly disk: Health['disk'] }) {
  const used = disk.total_bytes - disk.free_bytes;
  const percent = disk.total_bytes === 0 ? 0 : Math.round((used / disk.total_bytes) * 100);
  return (
    <Stack gap="xs">
      <Progress
        value={percent}
        size="lg"
        color={percent > 90 ? 'red' : 'blue'}
        aria-label={t('{percent} % of the disk used', { percent })}
      />
      <Text size="sm">
        {t('{free} free of {total}', { free: sizeText(disk.free_bytes), total: sizeText(disk.total_bytes) })}
      </Text>
    </Stack>
  );
}

function HealthView({ health }: { readonly health: Health }) {
  const pictures = pictureQueue(health);
  const alive = health.workers.filter((worker) => worker.alive).length;
  return (
    <>
      <div className="stats">
        <Stat
          label={t('Pictures waiting')}
          value={String(pictures.ready)}
          note={t('{count} being made', { count: pictures.running })}
        />
        <Stat
          label={t('Oldest waits')}
          value={pictures.ready === 0 ? '–' : durationText(pictures.oldest_due_age_ms)}
          note={t('For a picture')}
          isBad={pictures.oldest_due_age_ms > 5 * 60_000}
        />
        <Stat
          label={t('Workers')}
          value={String(alive)}
          note={t('of {count} known', { count: health.workers.length })}
          isBad={lacksWorkers(health)}
        />
        <Stat
          label={t('Given up')}
          value={String(health.queues.reduce((sum, { dead }) => sum + dead, 0))}
          note={t('Jobs that failed for good')}
          isBad={health.queues.some(({ dead }) => dead > 0)}
          to="/work"
        />
      </div>
      <div className="halves">
        <Card title={t('Queue')} note={t('Work that waits for its time or for a worker.')}>
          <QueueChart queues={health.queues} />
        </Card>
        <Card title={t('How long work takes')} note={t('The last 24 hours.')}>
          <TimesChart processing={health.processing} />
        </Card>
      </div>
      <Card title={t('Attempts of the last 24 hours')}>
        <Attempts processing={health.processing} />
      </Card>
      <Card title={t('Workers')}>
        <Workers workers={health.workers} />
      </Card>
      <div className="halves">
        <Card title={t('Disk')}>
          <Disk disk={health.disk} />
        </Card>
        <Card title={t('Service')}>
          <Facts
            facts={[
              [t('Version'), health.version],
              [t('Database'), health.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'],
              [t('Runs since'), <When key="since" at={health.started_at} />],
            ]}
          />
        </Card>
      </div>
    </>
  );
}

export function HealthPage() {
  const query = useHealth();
  return (
    <Page title={t('Health')} lead={t('Looked at every 10 seconds while this page is seen.')}>
      <Loaded query={query} skeletonHeight={420}>
        {(health) => <HealthView health={health} />}
      </Loaded>
    </Page>
  );
}
