/** Health of the service: queue, workers, processing times and disk. */

import { Badge, Group, Progress, Stack, Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import type { Health } from '../../api/types.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { Stat } from '../../components/stat.tsx';
import { durationText } from '../../format/duration-text.ts';
import { Card } from '../../layout/card.tsx';
import { Page } from '../../layout/page.tsx';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';
import { useHealth } from './health-api.ts';
import { lacksWorkers, pictureQueue, sizeText } from './health-figures.ts';
import { ProviderCalls } from './provider-calls.tsx';
import { QueueChart } from './queue-chart.tsx';
import { TimesChart } from './times-chart.tsx';

type Worker = Health['workers'][number];
type Processing = Health['processing'][number];

/**
 * Whether a newer worker runs on the same host. If so, a worker without heartbeats was stopped on purpose;
 * otherwise it may be stuck.
 */
function isReplaced(worker: Worker, workers: readonly Worker[]): boolean {
  return workers.some(({ host, started_at }) => host === worker.host && started_at >= worker.seen_at);
}

function WorkerState({ worker, workers }: { readonly worker: Worker; readonly workers: readonly Worker[] }) {
  const { t } = useWords();
  const [colour, word] = worker.alive
    ? (['good', t.health.online] as const)
    : isReplaced(worker, workers)
      ? (['quiet', t.health.replaced] as const)
      : (['bad', t.health.notResponding] as const);
  return (
    <Badge variant="light" color={colour} className="word-badge">
      {word}
    </Badge>
  );
}

function Workers({ workers }: { readonly workers: readonly Worker[] }) {
  const { t } = useWords();
  const state = (worker: Worker) => <WorkerState worker={worker} workers={workers} />;
  const columns: DataTableColumn<Worker>[] = [
    { accessor: 'host', title: t.health.host, cellsClassName: 'untrusted-text' },
    { accessor: 'id', title: t.health.worker, render: ({ id }) => <span className="number">{id}</span> },
    { accessor: 'version', title: t.common.version },
    {
      accessor: 'started_at',
      title: t.health.started,
      noWrap: true,
      render: (worker) => <DateTime at={worker.started_at} />,
    },
    {
      accessor: 'seen_at',
      title: t.common.lastActive,
      noWrap: true,
      render: (worker) => <DateTime at={worker.seen_at} style="second" />,
    },
    { accessor: 'alive', title: t.common.status, render: state },
  ];
  return (
    <DataGrid
      label={t.health.workers}
      records={workers}
      columns={columns}
      idOf={({ id }) => id}
      empty={t.health.noWorkers}
      phone={(worker) => (
        <Stack gap={4}>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" fw={600} className="untrusted-text">
              {worker.host}
            </Text>
            {state(worker)}
          </Group>
          <span className="number">{worker.id}</span>
          <Text size="xs" c="dimmed">
            {t.common.lastActive} <DateTime at={worker.seen_at} style="second" /> · {worker.version}
          </Text>
        </Stack>
      )}
    />
  );
}

function Attempts({ processing }: { readonly processing: readonly Processing[] }) {
  const { t } = useWords();
  const time = (ms: number | null) => (ms === null ? '–' : durationText(ms, t.common));
  const columns: DataTableColumn<Processing>[] = [
    { accessor: 'kind', title: t.common.type, render: ({ kind }) => nameOf(t.names.jobKind, kind) },
    { accessor: 'done', title: t.health.succeeded, textAlign: 'right' },
    { accessor: 'failed', title: t.health.failed, textAlign: 'right' },
    { accessor: 'p50_ms', title: t.health.median, textAlign: 'right', render: ({ p50_ms }) => time(p50_ms) },
    {
      accessor: 'p95_ms',
      title: t.health.percentile95,
      textAlign: 'right',
      render: ({ p95_ms }) => time(p95_ms),
    },
  ];
  return (
    <DataGrid
      label={t.health.attempts}
      records={processing}
      columns={columns}
      idOf={({ kind }) => kind}
      empty={t.health.noAttempts}
      phone={({ kind, done, failed, p50_ms, p95_ms }) => (
        <Stack gap={2}>
          <Text size="sm" fw={600}>
            {nameOf(t.names.jobKind, kind)}
          </Text>
          <Text size="xs" c="dimmed">
            {t.health.attemptCounts(done, failed)} · {time(p50_ms)} / {time(p95_ms)}
          </Text>
        </Stack>
      )}
    />
  );
}

function Disk({ disk }: { readonly disk: Health['disk'] }) {
  const { t } = useWords();
  const used = disk.total_bytes - disk.free_bytes;
  const percent = disk.total_bytes === 0 ? 0 : Math.round((used / disk.total_bytes) * 100);
  return (
    <Stack gap="xs">
      <Progress
        value={percent}
        size="lg"
        color={percent > 90 ? 'bad' : 'accent'}
        aria-label={t.health.diskUsed(percent)}
      />
      <Text size="sm">{t.health.diskFree(sizeText(disk.free_bytes), sizeText(disk.total_bytes))}</Text>
    </Stack>
  );
}

function ClockSteps({ clock }: { readonly clock: Health['clock'] }) {
  const { t } = useWords();
  if (clock.stepped_ms === 0 && clock.deadlines_held_ms === 0) return t.health.clockSteady;
  const seconds = Math.round(clock.stepped_ms / 1000);
  const minutes = Math.ceil(clock.deadlines_held_ms / 60_000);
  return (
    <Text size="sm" c="bad">
      {t.health.clockStepped(seconds)}
      {minutes > 0 && ` ${t.health.deadlinesHeld(minutes)}`}
    </Text>
  );
}

function ImageProtections({ of }: { readonly of: Health['image_protections'] }) {
  const { t } = useWords();
  const names = (list: Health['image_protections']['active']) =>
    list.map((name) => t.health.protections[name]).join(t.health.listComma);
  return (
    <Stack gap={0}>
      <Text size="sm">{of.active.length === 0 ? t.health.protectionsNone : names(of.active)}</Text>
      {of.missing.length > 0 && (
        <Text size="xs" c="bad">
          {t.health.protectionsMissing(names(of.missing))}
          {of.reason !== null && ` ${of.reason}`}
        </Text>
      )}
    </Stack>
  );
}

function HealthView({ health }: { readonly health: Health }) {
  const { t } = useWords();
  const pictures = pictureQueue(health);
  const alive = health.workers.filter((worker) => worker.alive).length;
  return (
    <>
      <div className="stats">
        <Stat
          label={t.health.photosWaiting}
          value={String(pictures.ready)}
          note={t.health.processingCount(pictures.running)}
        />
        <Stat
          label={t.health.longestWait}
          value={pictures.ready === 0 ? '–' : durationText(pictures.oldest_due_age_ms, t.common)}
          note={t.health.oldestPhoto}
          isBad={pictures.oldest_due_age_ms > 5 * 60_000}
        />
        <Stat
          label={t.health.workers}
          value={String(alive)}
          note={t.health.ofWorkers(health.workers.length)}
          isBad={lacksWorkers(health)}
        />
        <Stat
          label={t.health.failedJobs}
          value={String(health.queues.reduce((sum, { dead }) => sum + dead, 0))}
          note={t.health.outOfRetries}
          isBad={health.queues.some(({ dead }) => dead > 0)}
          to="/jobs"
        />
      </div>
      <div className="halves">
        <Card title={t.health.queue} note={t.health.queueNote}>
          <QueueChart queues={health.queues} />
        </Card>
        <Card title={t.health.processingTime} note={t.health.lastDay}>
          <TimesChart processing={health.processing} />
        </Card>
      </div>
      <Card title={t.health.attempts} note={t.health.attemptsNote}>
        <Attempts processing={health.processing} />
      </Card>
      <Card title={t.health.providers} note={t.health.providersNote}>
        <ProviderCalls providers={health.providers} />
      </Card>
      <Card title={t.health.workers}>
        <Workers workers={health.workers} />
      </Card>
      <div className="halves">
        <Card title={t.health.disk}>
          <Disk disk={health.disk} />
        </Card>
        <Card title={t.health.service}>
          <DescriptionList
            items={[
              [t.common.version, health.version],
              [t.health.database, health.database === 'sqlite' ? 'SQLite' : 'PostgreSQL'],
              [t.health.started, <DateTime key="since" at={health.started_at} />],
              [t.health.clock, <ClockSteps key="clock" clock={health.clock} />],
              [t.health.imageProtections, <ImageProtections key="images" of={health.image_protections} />],
            ]}
          />
        </Card>
      </div>
    </>
  );
}

export function HealthPage() {
  const { t } = useWords();
  const query = useHealth();
  return (
    <Page title={t.layout.pages.health} lead={t.health.lead}>
      <QueryResult query={query} skeletonHeight={420}>
        {(health) => <HealthView health={health} />}
      </QueryResult>
    </Page>
  );
}
