/** Buttons of an open difference: carry out the proposed remedy, or resolve it with a reason. */

import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Difference } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { useMay } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords } from '../../texts/words.ts';
import { reconciliationCalls, useReconciliationChanged } from './reconciliation-api.ts';

/** What the open dialog is about, as the operator saw it when it opened. */
type Chosen =
  | {
      readonly act: 'remedy';
      readonly seen: Difference;
      readonly remedy: Exclude<Difference['remedy'], 'look'>;
    }
  | { readonly act: 'resolve'; readonly seen: Difference };

export function DifferenceButtons({ difference }: { readonly difference: Difference }) {
  const { t } = useWords();
  const may = useMay();
  const changed = useReconciliationChanged();
  // The list is fetched again every few seconds. An open dialog keeps the remedy that the operator has read.
  const [chosen, setChosen] = useState<Chosen | null>(null);
  if (difference.resolution !== null || !may('differences_resolve')) return null;
  const close = () => setChosen(null);
  const words = t.reconciliation;
  const { remedy } = difference;
  return (
    <Group gap={6}>
      {remedy !== 'look' && (
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => setChosen({ act: 'remedy', seen: difference, remedy })}
        >
          {nameOf(t.names.remedy, remedy)}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => setChosen({ act: 'resolve', seen: difference })}
      >
        {words.resolve}
      </Button>
      {chosen?.act === 'remedy' && (
        <ActionDialog
          title={words.remedyTitle[chosen.remedy]}
          confirmLabel={nameOf(t.names.remedy, chosen.remedy)}
          reason="required"
          act={(reason) => reconciliationCalls.remedy(chosen.seen, reason)}
          onDone={changed}
          doneMessage={({ resolution }) => (resolution === null ? words.remedyUnderWay : words.remedyDone)}
          onClose={close}
        >
          {words.remedyText[chosen.remedy]}
        </ActionDialog>
      )}
      {chosen?.act === 'resolve' && (
        <ActionDialog
          title={words.resolveTitle}
          confirmLabel={words.resolve}
          reason="required"
          act={(reason) => reconciliationCalls.resolve(chosen.seen.id, reason)}
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
