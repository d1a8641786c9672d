/** Buttons of an open difference: carry out the proposed remedy, or resolve it with a reason. */

import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Difference } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { useMay } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';
import { reconciliationCalls, useReconciliationChanged } from './reconciliation-api.ts';

export function DifferenceButtons({ difference }: { readonly difference: Difference }) {
  const { t } = useWords();
  const may = useMay();
  const changed = useReconciliationChanged();
  const [dialog, setDialog] = useState<'none' | 'remedy' | 'resolve'>('none');
  if (difference.resolution !== null || !may('differences_resolve')) return null;
  const { id, remedy } = difference;
  const close = () => setDialog('none');
  const words = t.reconciliation;
  return (
    <Group gap={6}>
      {remedy !== 'look' && (
        <Button size="compact-sm" variant="light" onClick={() => setDialog('remedy')}>
          {nameOf(t.names.remedy, remedy)}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={() => setDialog('resolve')}>
        {words.resolve}
      </Button>
      {dialog === 'remedy' && remedy !== 'look' && (
        <ActionDialog
          title={words.remedyTitle[remedy]}
          confirmLabel={nameOf(t.names.remedy, remedy)}
          reason="required"
          act={(reason) => reconciliationCalls.remedy(id, reason)}
          onDone={changed}
          doneMessage={({ resolution }) => (resolution === null ? words.remedyUnderWay : words.remedyDone)}
          onClose={close}
        >
          {words.remedyText[remedy]}
        </ActionDialog>
      )}
      {dialog === 'resolve' && (
        <ActionDialog
          title={words.resolveTitle}
          confirmLabel={words.resolve}
          reason="required"
          act={(reason) => reconciliationCalls.resolve(id, reason)}
          onDone={changed}
          doneMessage={words.resolveDone}
          onClose={close}
        >
          {words.resolveText}
        </ActionDialog>
      )}
    </Group>
  );
}
