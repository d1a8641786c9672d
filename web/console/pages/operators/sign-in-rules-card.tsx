/** Whether every operator must have a second factor. For owners. */

import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { showError, showSuccess } from '../../components/toast.ts';
import { Card } from '../../layout/card.tsx';
import { useWords } from '../../texts/words.ts';
import { operatorCalls, useOperatorsChanged } from './operators-api.ts';

export function SignInRulesCard({ isRequired }: { readonly isRequired: boolean }) {
  const { t } = useWords();
  const changed = useOperatorsChanged();
  const [isAsking, setIsAsking] = useState(false);
  const makeOptional = useMutation({
    mutationFn: () => operatorCalls.requireSecondFactor(false),
    onSuccess: () => showSuccess(t.secondFactor.requiredOff),
    onError: showError,
    onSettled: changed,
  });
  return (
    <Card title={t.secondFactor.title} note={t.secondFactor.requiredNote}>
      <Switch
        label={t.secondFactor.required}
        checked={isRequired}
        disabled={makeOptional.isPending}
        onChange={() => (isRequired ? makeOptional.mutate() : setIsAsking(true))}
      />
      {isAsking && (
        <ActionDialog
          reason="none"
          title={t.secondFactor.requireTitle}
          confirmLabel={t.secondFactor.require}
          act={() => operatorCalls.requireSecondFactor(true)}
          onDone={changed}
          doneMessage={t.secondFactor.requiredOn}
          onClose={() => setIsAsking(false)}
        >
          {t.secondFactor.requireText}
        </ActionDialog>
      )}
    </Card>
  );
}
