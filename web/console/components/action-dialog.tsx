/**
 * Asks before an action: says what happens, takes a reason for the audit log where one is needed, and stays open
 * with the error when the action fails.
 */

import { Button, Group, Stack, Text } from '@mantine/core';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { CancelButton } from './cancel-button.tsx';
import { Dialog } from './dialog.tsx';
import { FormError } from './form-error.tsx';
import { ReasonField } from './reason-field.tsx';
import { showSuccess } from './toast.ts';

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
    <Dialog onClose={onClose} isBusy={action.isPending} title={title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text component="div" size="sm">
            {children}
          </Text>
          {reasonMode !== 'none' && (
            <ReasonField
              value={reason}
              onChange={setReason}
              label={props.reasonLabel}
              isRequired={reasonMode === 'required'}
              isFocused
            />
          )}
          <FormError error={action.error} />
          <Group justify="flex-end" gap="xs">
            <CancelButton label={props.dismissLabel} />
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
