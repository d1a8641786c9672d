/**
 * The dialog that erases a customer or an order. The operator must type the number, because an erasure cannot be
 * undone.
 */

import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import type { ErasureOutcome, ErasurePreview } from '../../api/types.ts';
import { CancelButton } from '../../components/cancel-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { showSuccess } from '../../components/toast.ts';
import { errorText } from '../../format/error-text.ts';
import { useWords } from '../../texts/words.ts';
import { type ErasureTarget, erase, useErased, useErasurePreview } from './erasure-api.ts';

const obstaclesListed = 5;

function Obstacles({ obstacles }: Pick<ErasurePreview, 'obstacles'>) {
  const { t } = useWords();
  return (
    <Alert color="busy" title={t.erasure.waitTitle}>
      <List size="sm" spacing={4}>
        {obstacles.slice(0, obstaclesListed).map(({ order_id, obstacle }) => (
          <List.Item key={`${order_id} ${obstacle}`}>
            <Link to={`/orders/${order_id}`}>{t.erasure.orderNumber(order_id)}</Link>{' '}
            {t.erasure.obstacles[obstacle]}
          </List.Item>
        ))}
      </List>
      {obstacles.length > obstaclesListed && (
        <Text size="sm">{t.erasure.moreObstacles(obstacles.length - obstaclesListed)}</Text>
      )}
    </Alert>
  );
}

interface EraseFormProps {
  readonly target: ErasureTarget;
  readonly preview: ErasurePreview;
  readonly act: UseMutationResult<ErasureOutcome, unknown, void>;
}

function EraseForm({ target, preview, act }: EraseFormProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const isPossible = preview.obstacles.length === 0;
  const isConfirmed = typed.trim() === String(target.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPossible && isConfirmed && !act.isPending) act.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">
          {target.kind === 'users' ? t.erasure.userText(preview.orders) : t.erasure.orderText}
        </Text>
        <Text size="sm">{t.erasure.stays}</Text>
        {isPossible ? (
          <TextInput
            label={target.kind === 'users' ? t.erasure.typeUser(target.id) : t.erasure.typeOrder(target.id)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
          />
        ) : (
          <Obstacles obstacles={preview.obstacles} />
        )}
        {act.isError && (
          <Alert color="bad" role="alert">
            {errorText(act.error)}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <CancelButton />
          <Button type="submit" color="bad" disabled={!isPossible || !isConfirmed} loading={act.isPending}>
            {t.erasure.erase}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface EraseDialogProps {
  readonly target: ErasureTarget;
  readonly onClose: () => void;
}

function EraseDialog({ target, onClose }: EraseDialogProps) {
  const { t } = useWords();
  const query = useErasurePreview(target);
  const erased = useErased();
  const act: UseMutationResult<ErasureOutcome, unknown, void> = useMutation({
    mutationFn: () => erase(target),
    onSuccess: ({ photos, results }) => {
      showSuccess(t.erasure.done(photos, results));
      erased();
      onClose();
    },
  });
  return (
    <Dialog
      onClose={onClose}
      isBusy={act.isPending}
      title={target.kind === 'users' ? t.erasure.userTitle : t.erasure.orderTitle}
    >
      <QueryResult query={query} skeletonHeight={180}>
        {(preview) => <EraseForm target={target} preview={preview} act={act} />}
      </QueryResult>
    </Dialog>
  );
}

/** The button that opens the dialog. */
export function EraseButton({ target }: { readonly target: ErasureTarget }) {
  const { t } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" c="bad" onClick={() => setIsOpen(true)}>
        {t.erasure.button}
      </Button>
      {isOpen && <EraseDialog target={target} onClose={() => setIsOpen(false)} />}
    </>
  );
}
