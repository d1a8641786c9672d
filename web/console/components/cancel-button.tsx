/** The button that closes the dialog around it without an action. It does nothing while a call of the dialog runs. */

import { Button } from '@mantine/core';
import { use } from 'react';
import { useWords } from '../texts/words.ts';
import { DialogContext } from './dialog.tsx';

/** @param label undefined: “Cancel”. */
export function CancelButton({ label }: { readonly label?: string | undefined }) {
  const { t } = useWords();
  const dialog = use(DialogContext);
  if (dialog === null) throw new Error('no dialog: this button is outside of a dialog');
  return (
    <Button variant="default" onClick={dialog.close} disabled={dialog.isBusy}>
      {label ?? t.common.cancel}
    </Button>
  );
}
