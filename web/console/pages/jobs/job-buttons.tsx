/** Buttons that retry or discard one job. */

import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { showError, showSuccess } from '../../components/toast.ts';
import { useMay } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { jobCalls, useJobsChanged } from './jobs-api.ts';

export function JobButtons({ job }: { readonly job: Job }) {
  const { t } = useWords();
  const may = useMay();
  const changed = useJobsChanged();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const retry = useMutation({
    mutationFn: () => jobCalls.retry(job.id),
    onSuccess: () => showSuccess(t.orders.retryDone),
    onError: showError,
    onSettled: changed,
  });
  const canRetry = job.can_retry && may('jobs_retry');
  const canDiscard = job.can_discard && may('jobs_discard');
  if (!canRetry && !canDiscard) return null;
  return (
    <Group gap={6} wrap="nowrap">
      {canRetry && (
        <Button size="compact-sm" variant="light" loading={retry.isPending} onClick={() => retry.mutate()}>
          {t.common.retry}
        </Button>
      )}
      {canDiscard && (
        <Button size="compact-sm" variant="subtle" color="bad" onClick={() => setIsDiscarding(true)}>
          {t.jobs.discard}
        </Button>
      )}
      {isDiscarding && (
        <ActionDialog
          title={t.jobs.discardTitle}
          confirmLabel={t.jobs.discard}
          isDangerous
          reason="required"
          act={(reason) => jobCalls.discard(job.id, reason)}
          onDone={changed}
          doneMessage={t.jobs.discarded}
          onClose={() => setIsDiscarding(false)}
        >
          {t.jobs.discardText}
        </ActionDialog>
      )}
    </Group>
  );
}
