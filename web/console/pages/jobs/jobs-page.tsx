/** Jobs without retries left, and stuck jobs: their errors, and buttons that retry or discard them. */

import {
  Alert,
  Anchor,
  Badge,
  Button,
  Group,
  NativeSelect,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Job } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { nextPageOf } from '../../hooks/use-paged-list.ts';
import { Page } from '../../layout/page.tsx';
import { useMay } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords, words } from '../../texts/words.ts';
import { useInbox } from '../inbox/inbox-api.ts';
import { OrderLink } from '../orders/order-link.tsx';
import { attemptText } from './attempt-text.ts';
import { JobButtons } from './job-buttons.tsx';
import { jobCalls, stuckMax, type Trouble, useJobs, useJobsChanged } from './jobs-api.ts';

function TroubleBadge({ job }: { readonly job: Job }) {
  const { t } = useWords();
  // Every job in the list of failed jobs has failed: a badge would add nothing.
  if (job.trouble === null || job.trouble === 'dead') return null;
  return (
    <Badge variant="light" color={job.trouble === 'overdue' ? 'busy' : 'bad'} className="word-badge">
      {nameOf(t.names.jobTrouble, job.trouble)}
    </Badge>
  );
}

function JobError({ job }: { readonly job: Job }) {
  const { t } = useWords();
  return (
    <div className="untrusted-text">
      {job.last_error === null ? (
        <Text size="sm">{t.jobs.noError}</Text>
      ) : (
        <Text size="sm" className="error-text">
          {job.last_error}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {attemptText(job)} · <DateTime at={job.due_at} />
      </Text>
    </div>
  );
}

function JobOrder({ job }: { readonly job: Job }) {
  const { order_id, order_no } = job;
  if (order_id !== null && order_no !== null) return <OrderLink id={order_id} orderNo={order_no} />;
  return <span className="number">{order_no ?? job.key ?? '–'}</span>;
}

function columns(): DataTableColumn<Job>[] {
  const { t } = words();
  return [
    {
      accessor: 'kind',
      noWrap: true,
      title: t.jobs.job,
      render: (job) => (
        <Stack gap={4} align="flex-start">
          <Text size="sm" fw={600}>
            {nameOf(t.names.jobKind, job.kind)}
          </Text>
          <TroubleBadge job={job} />
        </Stack>
      ),
    },
    { accessor: 'order_no', title: t.jobs.order, render: (job) => <JobOrder job={job} /> },
    { accessor: 'last_error', title: t.jobs.error, render: (job) => <JobError job={job} /> },
    {
      accessor: 'created_at',
      title: t.jobs.created,
      noWrap: true,
      render: (job) => <DateTime at={job.created_at} />,
    },
    { accessor: 'buttons', title: '', render: (job) => <JobButtons job={job} /> },
  ];
}

function JobOnPhone({ job }: { readonly job: Job }) {
  const { t } = useWords();
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {nameOf(t.names.jobKind, job.kind)}
        </Text>
        <TroubleBadge job={job} />
      </Group>
      <JobOrder job={job} />
      <JobError job={job} />
      <JobButtons job={job} />
    </Stack>
  );
}

function RetryAll({ kind, onClose }: { readonly kind: string; readonly onClose: () => void }) {
  const { t } = useWords();
  const changed = useJobsChanged();
  return (
    <ActionDialog
      title={t.jobs.retryAllTitle}
      confirmLabel={t.jobs.retryAll}
      reason="none"
      act={() => jobCalls.retryAll(kind)}
      onDone={changed}
      doneMessage={({ retried, left }) =>
        left > 0 ? t.jobs.retriedLeft(retried, left) : t.jobs.retried(retried)
      }
      onClose={onClose}
    >
      {kind === '' ? t.jobs.retryAllText : t.jobs.retryKindText(nameOf(t.names.jobKind, kind))}
    </ActionDialog>
  );
}

export function JobsPage() {
  const { t } = useWords();
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const [isRetrying, setIsRetrying] = useState(false);
  const inbox = useInbox();
  const failedRefunds = inbox.data?.items.filter(({ topic }) => topic === 'failed_refund').length ?? 0;
  const trouble: Trouble = search.get('trouble') === 'stuck' ? 'stuck' : 'dead';
  const kind = search.get('kind') ?? '';
  const jobs = useJobs(trouble, kind);
  const records = jobs.data?.pages.flatMap((page) => page.jobs);
  const show = (changed: Readonly<{ trouble?: string; kind?: string }>) => {
    const wanted = { trouble, kind, ...changed };
    setSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')), {
      replace: true,
    });
  };
  return (
    <Page
      title={t.layout.pages.jobs}
      lead={t.jobs.lead}
      actions={
        trouble === 'dead' &&
        may('jobs_retry') &&
        records?.some(({ can_retry }) => can_retry) === true && (
          <Button onClick={() => setIsRetrying(true)}>{t.jobs.retryAll}</Button>
        )
      }
    >
      {failedRefunds > 0 && (
        <Alert color="bad">
          <Anchor component={Link} to="/refunds?state=failed" size="sm" c="inherit" underline="always">
            {t.jobs.failedRefunds(failedRefunds)}
          </Anchor>
        </Alert>
      )}
      <Group gap="sm" align="flex-end">
        <SegmentedControl
          value={trouble}
          onChange={(value) => show({ trouble: value })}
          aria-label={t.common.show}
          data={[
            { value: 'dead', label: t.jobs.failed },
            { value: 'stuck', label: t.jobs.stuck },
          ]}
        />
        <NativeSelect
          aria-label={t.common.type}
          value={kind}
          onChange={(event) => show({ kind: event.currentTarget.value })}
          data={[
            { value: '', label: t.jobs.allTypes },
            ...Object.entries(t.names.jobKind).map(([value, label]) => ({ value, label })),
          ]}
        />
      </Group>
      {trouble === 'stuck' && (records?.length ?? 0) >= stuckMax && (
        <Alert color="busy">{t.jobs.stuckCut(stuckMax)}</Alert>
      )}
      <DataGrid
        label={t.layout.pages.jobs}
        records={records}
        columns={columns()}
        idOf={({ id }) => id}
        phone={(job) => <JobOnPhone job={job} />}
        empty={trouble === 'dead' ? t.jobs.noneFailed : t.jobs.noneStuck}
        isChanging={jobs.isPlaceholderData}
        error={jobs.error}
        onRetry={() => void jobs.refetch()}
        more={nextPageOf(jobs)}
      />
      {isRetrying && <RetryAll kind={kind} onClose={() => setIsRetrying(false)} />}
    </Page>
  );
}
