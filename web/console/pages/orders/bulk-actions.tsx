/** Actions on the selected orders: retry, refund, export. Each order is changed by a call of its own. */

import { Button, Group, Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refetchAfterChange } from '../../../shared/api/query-client.ts';
import type { OrderItem } from '../../api/types.ts';
import { ActionDialog } from '../../components/action-dialog.tsx';
import { amountText } from '../../format/amount-text.ts';
import { errorText } from '../../format/error-text.ts';
import { useMay, useSession } from '../../session/use-session.ts';
import { useWords, words } from '../../texts/words.ts';
import { type BulkResult, forEachOrder } from './for-each-order.ts';
import { orderCalls, ordersCsvAddress } from './orders-api.ts';
import { refundableSums } from './refundable-sums.ts';

function resultText({ done, errors, left }: BulkResult): string {
  const { t } = words();
  const reasons = [...new Set(errors.map(errorText))].join(' ');
  const parts = [
    t.bulk.done(done, done + errors.length + left),
    errors.length === 0 ? '' : t.bulk.refused(errors.length, reasons),
    left === 0 ? '' : t.bulk.left(left),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function refundableText(orders: readonly OrderItem[]): string {
  return [...refundableSums(orders)].map(([currency, minor]) => amountText(minor, currency)).join(' + ');
}

interface BulkActionsProps {
  readonly orders: readonly OrderItem[];
  /** The number of orders that an action takes, when the operator has tried to select more. */
  readonly limit: number | null;
  readonly onClear: () => void;
}

export function BulkActions({ orders, limit, onClear }: BulkActionsProps) {
  const { t } = useWords();
  const may = useMay();
  const { shop } = useSession();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<'retry' | 'refund' | null>(null);
  const count = orders.length;
  // A refund of the others would only be refused.
  const paid = orders.filter(({ status }) => status === 'pay');
  const onDone = () => {
    refetchAfterChange(client, [['inbox'], ['orders'], ['order'], ['approvals'], ['money'], ['jobs']]);
    onClear();
  };
  const close = () => setChosen(null);
  return (
    <Paper
      withBorder
      radius="md"
      p="sm"
      className="bulk-bar"
      role="region"
      aria-label={t.bulk.selected(count)}
    >
      <Text component="div" size="sm" fw={600} role="status">
        {t.bulk.selected(count)}
        {limit !== null && (
          <Text size="sm" c="dimmed">
            {t.bulk.limit(limit)}
          </Text>
        )}
      </Text>
      <Group gap="xs">
        {may('jobs_retry') && (
          <Button size="xs" variant="default" onClick={() => setChosen('retry')}>
            {t.bulk.retry}
          </Button>
        )}
        {may('orders_refund') && (
          <Button
            size="xs"
            variant="light"
            color="bad"
            disabled={paid.length === 0}
            onClick={() => setChosen('refund')}
          >
            {t.bulk.refund}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          component="a"
          href={ordersCsvAddress({ ids: orders.map(({ id }) => id).join(',') })}
          download
        >
          {t.bulk.exportSelected}
        </Button>
        <Button size="xs" variant="subtle" onClick={onClear}>
          {t.bulk.unselect}
        </Button>
      </Group>
      {chosen === 'retry' && (
        <ActionDialog
          title={t.bulk.retryTitle(count)}
          confirmLabel={t.bulk.retry}
          reason="none"
          act={() => forEachOrder(orders, orderCalls.retry)}
          onDone={onDone}
          doneMessage={resultText}
          onClose={close}
        >
          {t.bulk.retryText}
        </ActionDialog>
      )}
      {chosen === 'refund' && (
        <ActionDialog
          title={t.bulk.refundTitle(paid.length, refundableText(paid))}
          confirmLabel={t.bulk.refund}
          isDangerous
          reason="required"
          act={(reason) => forEachOrder(paid, (id) => orderCalls.refund(id, reason))}
          onDone={onDone}
          doneMessage={resultText}
          onClose={close}
        >
          {t.bulk.refundText}
          {shop.refund_approval !== null &&
            ` ${t.bulk.refundApproval(amountText(shop.refund_approval, shop.currency))}`}
        </ActionDialog>
      )}
    </Paper>
  );
}
