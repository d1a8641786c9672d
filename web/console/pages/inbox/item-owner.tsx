/** The operator who works on an item of the inbox, and the button with which an operator takes or releases the item. */

import { Button, NativeSelect, Text } from '@mantine/core';
import type { InboxItem } from '../../api/types.ts';
import { showError, showSuccess } from '../../components/toast.ts';
import { useMay, useSession } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { useOperators } from '../operators/operators-api.ts';
import { useAssign } from './inbox-api.ts';

interface ItemProps {
  readonly item: InboxItem;
}

export function ItemOwner({ item }: ItemProps) {
  const { t } = useWords();
  const may = useMay();
  const { operator } = useSession();
  const assign = useAssign();
  const isMine = item.owner === operator.name;
  const change = (owner: string | null) =>
    assign.mutate(
      { item, owner },
      {
        onSuccess: () => showSuccess(owner === null ? t.inbox.released : t.inbox.taken),
        onError: showError,
      },
    );
  const button = isMine ? t.inbox.release : item.owner === null ? t.inbox.take : t.inbox.takeOver;
  return (
    <div className="item-owner">
      {item.owner !== null && (
        <Text size="sm" fw={isMine ? 600 : 400} className="untrusted-text">
          {isMine ? t.inbox.you : item.owner}
        </Text>
      )}
      {item.owner === null && !may('inbox_work') && (
        <Text size="sm" c="dimmed">
          {t.inbox.noOperator}
        </Text>
      )}
      {may('inbox_work') && (
        <Button
          size="compact-sm"
          variant={item.owner === null ? 'light' : 'subtle'}
          loading={assign.isPending}
          onClick={() => change(isMine ? null : operator.name)}
        >
          {button}
        </Button>
      )}
    </div>
  );
}

/** Owners can choose any operator who may work on the inbox; other roles cannot list the operators. */
export function OwnerChoice({ item }: ItemProps) {
  const may = useMay();
  return may('operators_manage') ? <OwnerSelect item={item} /> : null;
}

function OwnerSelect({ item }: ItemProps) {
  const { t } = useWords();
  const operators = useOperators();
  const assign = useAssign();
  const names = (operators.data?.operators ?? [])
    .filter(({ role, disabled }) => role !== 'viewer' && !disabled)
    .map(({ name }) => name);
  const choose = (name: string) =>
    assign.mutate(
      { item, owner: name === '' ? null : name },
      {
        onSuccess: () => showSuccess(name === '' ? t.inbox.released : t.inbox.assigned(name)),
        onError: showError,
      },
    );
  return (
    <NativeSelect
      className="owner-choice"
      label={t.inbox.assignTo}
      value={item.owner ?? ''}
      disabled={assign.isPending}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[
        { value: '', label: t.inbox.noOperator },
        ...[...new Set([...names, ...(item.owner === null ? [] : [item.owner])])].map((name) => ({
          value: name,
          label: name,
        })),
      ]}
    />
  );
}
