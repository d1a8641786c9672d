/**
 * Asks before an action: says what happens, takes a reason for the audit log where one is needed, and stays open
 * with the error when the action fails.
 */

import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { errorText } from '../format/error-text.ts';
import { useWords } from '../texts/words.ts';
import { Dialog } from './dialog.tsx';
import { showSuccess } from './toast.ts';

export const reasonLengthMax = 200;

export interface ActionDialogProps<R> {
  readonly title: string;
  /** The text that says what the action will do, above all to the money. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  /** The label of the button that closes the dialog without the action. Undefined: “Cancel”. */
  readonly dismissLabel?: string;
  readonly isDangerous?: boolean;
  readonly reason: 'none' | 'optional' | 'required';
  readonly reasonLabel?: string;
  readonly act: (reason: string) => Promise<R>;
  readonly onDone: (result: R) => void;
  readonly doneMessage: string | ((result: R) => string);
  readonly onClose: () => void;
}

export function ActionDialog<R>(props: ActionDialogProps<R>) {
  const { t } = useWords();
  const { title, children, confirmLabel, isDangerous = false, reason: reasonMode, act, onClose } = props;
  const [reason, setReason] = useState('');
  const action: UseMutationResult<R, unknown, void> = useMutation({
    mutationFn: () => act(reason.trim()),
    onSuccess: (result: R) => {
      showSuccess(typeof props.doneMessage === 'string' ? props.doneMessage : props.doneMessage(result));
      props.onDone(result);
      onClose();
    },
  });
  const isMissing = reasonMode === 'required' && reason.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!action.isPending && !isMissing) action.mutate();
  };
  return (
    <Dialog
      onClose={() => {
        if (!action.isPending) onClose();
      }}
      title={title}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text component="div" size="sm">
            {children}
          </Text>
          {reasonMode !== 'none' && (
            <Textarea
              label={props.reasonLabel ?? t.common.reason}
              description={t.common.reasonNote}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              maxLength={reasonLengthMax}
              required={reasonMode === 'required'}
              autosize
              minRows={2}
              data-autofocus
            />
          )}
          {action.isError && (
            <Alert color="bad" role="alert">
              {errorText(action.error)}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={action.isPending}>
              {props.dismissLabel ?? t.common.cancel}
            </Button>
            <Button
              type="submit"
              color={isDangerous ? 'bad' : 'accent'}
              loading={action.isPending}
              disabled={isMissing}
            >
              {confirmLabel}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
