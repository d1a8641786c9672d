/**
 * The masked number of an order, and a button that shows the whole number. The audit log records each time
 * that a number is shown.
 */

import { Button, CopyButton } from '@mantine/core';
import { IconCopy, IconEye } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { OrderDetail } from '../../api/types.ts';
import { showError } from '../../components/toast.ts';
import { useMay } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { orderCalls } from './orders-api.ts';

function CopyNumber({ number }: { readonly number: string }) {
  const { t } = useWords();
  return (
    <CopyButton value={number}>
      {({ copied, copy }) => (
        <Button
          size="compact-xs"
          variant="subtle"
          onClick={copy}
          leftSection={<IconCopy size={12} aria-hidden />}
        >
          {copied ? t.common.copied : t.common.copy}
        </Button>
      )}
    </CopyButton>
  );
}

export function OrderNumber({ order }: { readonly order: Pick<OrderDetail, 'id' | 'order_no'> }) {
  const { t } = useWords();
  const may = useMay();
  const show = useMutation({ mutationFn: () => orderCalls.showNumber(order.id), onError: showError });
  const whole = show.data?.order_no;
  return (
    <>
      <span className="number">{whole ?? order.order_no}</span>
      {whole !== undefined && <CopyNumber number={whole} />}
      {whole === undefined && may('order_numbers_see') && (
        <Button
          size="compact-xs"
          variant="subtle"
          loading={show.isPending}
          onClick={() => show.mutate()}
          leftSection={<IconEye size={12} aria-hidden />}
          title={t.orders.showNumberHint}
        >
          {t.orders.showNumber}
        </Button>
      )}
    </>
  );
}
