/** The common parts of the dialogs that answer a problem: text, fields, error and buttons. */

import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import type { OrderDetail } from '../../api/types.ts';
import { CancelButton } from '../../components/cancel-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { showSuccess } from '../../components/toast.ts';
import { useStoreOrder } from '../orders/orders-api.ts';

interface AnswerDialogProps {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly isDangerous?: boolean;
  /** Whether the operator has filled in all required fields. */
  readonly isComplete: boolean;
  readonly act: () => Promise<OrderDetail>;
  readonly doneMessage: (order: OrderDetail) => string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function AnswerDialog(props: AnswerDialogProps) {
  const { isComplete, act, onClose } = props;
  const store = useStoreOrder();
  const answer = useMutation({
    mutationFn: act,
    onSuccess: (order) => {
      store(order);
      showSuccess(props.doneMessage(order));
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete && !answer.isPending) answer.mutate();
  };
  return (
    <Dialog onClose={onClose} isBusy={answer.isPending} title={props.title}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{props.text}</Text>
          {props.children}
          <FormError error={answer.error} />
          <Group justify="flex-end" gap="xs">
            <CancelButton />
            <Button
              type="submit"
              color={props.isDangerous === true ? 'bad' : 'accent'}
              loading={answer.isPending}
              disabled={!isComplete}
            >
              {props.confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
