/** Jobs that failed for good, and jobs that hang: why, and what can be done. */

import { Badge, Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Job } from '../../api/types.ts';
import { Page } from '../../layout/page.tsx';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { moreOf } from '../../hooks/use-paged-list.ts';
import { When } from '../../components/date-time.tsx';
import { useMay } from '../../session/use-session.ts';
import { sayAgain } from '../../texts/service-sentences.ts';
import { t, wordOf } from '../../texts/words.ts';
import { jobKindWords, troubleWords } from '../../texts/names-old.ts';
import { OrderLink } from '../orders/order-link.tsx';
import { attemptText } from './attempt-text.ts';
import { JobButtons } from './job-buttons.tsx';
import { jobCalls, type Trouble, useJobs, useWorkChanged } from './jobs-api.ts';

function TroubleBadge({ job }: { readonly job: Job }) {
  // All of a list of given up ones were given up.
  if (job.trouble === null || job.trouble === 'dead') return null;
  return (
    <Badge variant="light" color={job.trouble === 'overdue' ? 'orange' : 'red'} className="word-badge">
      {wordOf(troubleWords, job.trouble)}
    </Badge>
  );
}

function Why({ job }: { readonly job: Job }) {
  return (
    <div className="strangers-text">
      <Text size="sm" className={job.last_error === null ? '' : 'error-text'}>
        {job.last_error === null ? t('No error was told.') : sayAgain(job.last_error)}
      </Text>
      <Text size="xs" c="dimmed">
        {attemptText(job)} · <When at={job.due_at} />
      </Text>
    </div>
  );
}

function About({ job }: { readonly job: Job }) {
  if (job.order_no !== null) return <OrderLink orderNo={job.order_no} />;
  return <span className="number">{job.key ?? '–'}</span>;
}

const columns = (): DataTableColumn<Job>[] => [
  {
    accessor: 'kind',
    title: t('What'),
    render: (job) => (
      <Stack gap={4} align="flex-start">
        <Text size="sm" fw={600}>
          {wordOf(jobKindWords, job.kind)}
        </Text>
        <TroubleBadge job={job} />
      </Stack>
    ),
  },
  { accessor: 'order_no', title: t('For'), render: (job) => <About job={job} /> },
  { accessor: 'last_error', title: t('Why'), render: (job) => <Why job={job} /> },
  { accessor: 'created_at', title: t('Since'), noWrap: true, render: (job) => <When at={job.created_at} /> },
  { accessor: 'buttons', title: '', render: (job) => <JobButtons job={job} /> },
];

function JobOnPhone({ job }: { readonly job: Job }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {wordOf(jobKindWords, job.kind)}
        </Text>
        <TroubleBadge job={job} />
      </Group>
      <About job={job} />
      <Why job={job} />
      <JobButtons job={job} />
    </Stack>
  );
}

function RetryAll({ kind, onClose }: { readonly kind: string; readonly onClose: () => void }) {
  const changed = useWorkChanged();
  return (
    <ActionDialog
      title={t('Try all that failed again?')}
      confirmLabel={t('Retry all')}
      reason="none"
      act={() => jobCalls.retryAll(kind)}
      onDone={changed}
      doneMessage={({ retried, left }) =>
        left > 0
          ? t('Tried again: {retried}. Left: {left}.', { retried, left })
          : t('Tried again: {retried}.', { retried })
      }
      onClose={onClose}
    >
      {kind === ''
        ? t(
            'Every job that was given up and can be tried again. Refunds keep their numbers, so no money is given back twice.',
          )
        : t('Every job of the kind “{kind}” that was given up and can be tried again.', {
            kind: wordOf(jobKindWords, kind),
          })}
    </ActionDialog>
  );
}

export function WorkPage() {
  const may = useMay();
  const [search, setSearch] = useSearchParams();
  const [isRetrying, setIsRetrying] = useState(false);
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
      title={t('Failed work')}
      lead={t('Work that was given up after its last attempt, and work that hangs. Customers wait for it.')}
      actions={
        trouble === 'dead' &&
        may('jobs_retry') &&
        records?.some(({ can_retry }) => can_retry) === true && (
          <Button onClick={() => setIsRetrying(true)}>{t('Retry all')}</Button>
        )
      }
    >
      <Group gap="sm" align="flex-end">
        <SegmentedControl
          value={trouble}
          onChange={(value) => show({ trouble: value })}
          aria-label={t('What to show')}
          data={[
            { value: 'dead', label: t('Given up') },
            { value: 'stuck', label: t('Stuck') },
          ]}
        />
        <NativeSelect
          aria-label={t('Kind')}
          value={kind}
          onChange={(event) => show({ kind: event.currentTarget.value })}
          data={[
            { value: '', label: t('All kinds') },
            ...Object.entries(jobKindWords).map(([value, label]) => ({ value, label: t(label) })),
          ]}
        />
      </Group>
      <DataGrid
        label={t('Failed work')}
        records={records}
        columns={columns()}
        idOf={({ id }) => id}
        phone={(job) => <JobOnPhone job={job} />}
        empty={
          trouble === 'dead' ? t('Nothing was given up. All is well.') : t('Nothing hangs. All is well.')
        }
        isChanging={jobs.isPlaceholderData}
        error={jobs.error}
        onRetry={() => void jobs.refetch()}
        more={moreOf(jobs)}
      />
      {isRetrying && <RetryAll kind={kind} onClose={() => setIsRetrying(false)} />}
    </Page>
  );
}
