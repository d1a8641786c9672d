/** What can be done about one job. */

import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { notifyDone, notifyProblem } from '../../components/toast.ts';
import { useMay } from '../../session/use-session.ts';
import { t } from '../../texts/words.ts';
import { jobCalls, useWorkChanged } from './jobs-api.ts';

export function JobButtons({ job }: { readonly job: Job }) {
  const may = useMay();
  const changed = useWorkChanged();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const retry = useMutation({
    mutationFn: () => jobCalls.retry(job.id),
    onSuccess: () => notifyDone(t('It is tried again.')),
    onError: notifyProblem,
    onSettled: changed,
  });
  const canRetry = job.can_retry && may('jobs_retry');
  const canDiscard = job.can_discard && may('jobs_discard');
  if (!canRetry && !canDiscard) return null;
  return (
    <Group gap={6} wrap="nowrap">
      {canRetry && (
        <Button size="compact-sm" variant="light" loading={retry.isPending} onClick={() => retry.mutate()}>
          {t('Retry')}
        </Button>
      )}
      {canDiscard && (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => setIsDiscarding(true)}>
          {t('Discard')}
        </Button>
      )}
      {isDiscarding && (
        <ActionDialog
          title={t('Discard this job?')}
          confirmLabel={t('Discard')}
          isDangerous
          reason="required"
          act={(reason) => jobCalls.discard(job.id, reason)}
          onDone={changed}
          doneMessage={t('The job is discarded.')}
          onClose={() => setIsDiscarding(false)}
        >
          {t('It will never be done. No money moves.')}
        </ActionDialog>
      )}
    </Group>
  );
}
