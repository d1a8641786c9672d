/** One order: where it stands, what was done to it, its pictures and its money. */

import { Alert, Button, CopyButton, Stack, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { failWord } from '../../../shared/fail-words.ts';
import { ApiError } from '../../api/api-error.ts';
import type { OrderDetail } from '../../api/types.ts';
import { Page } from '../../layout/page.tsx';
import { Amount, amountText } from '../../components/amount.tsx';
import { Loaded } from '../../components/query-result.tsx';
import { OrderBadge } from '../../components/order-state-badge.tsx';
import { When } from '../../components/date-time.tsx';
import { language, t } from '../../texts/words.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderFacts } from './order-summary.tsx';
import { OrderEvents, OrderJobs, OrderPayments, OrderRefunds } from './order-records.tsx';
import { OrderPictures } from './order-pictures.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { useOrder } from './orders-api.ts';

function Heading({ order }: { readonly order: OrderDetail }) {
  return (
    <span className="order-heading">
      <span className="strangers-text">{order.good_title}</span>
      <OrderBadge order={order} size="lg" />
    </span>
  );
}

function Lead({ order }: { readonly order: OrderDetail }) {
  return (
    <span className="order-lead">
      <span className="number">{order.order_no}</span>
      <CopyButton value={order.order_no}>
        {({ copied, copy }) => (
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={copy}
            leftSection={<IconCopy size={12} aria-hidden />}
          >
            {copied ? t('Copied') : t('Copy')}
          </Button>
        )}
      </CopyButton>
      <span>
        <Amount minor={order.price} currency={order.currency} /> · <When at={order.created_at} />
      </span>
    </span>
  );
}

function Notices({ order }: { readonly order: OrderDetail }) {
  const { approval } = order;
  return (
    <>
      {approval !== null && (
        <Alert color="orange" title={t('A refund waits for a second operator')}>
          {t('{name} asks to give back {amount}: “{reason}”. Another operator must confirm it.', {
            name: approval.requested_by,
            amount: amountText(approval.amount, approval.currency),
            reason: approval.reason,
          })}
        </Alert>
      )}
      {order.fail_sentence !== null && (
        <Alert color="red" title={t('The work failed')}>
          {failWord(order.fail_sentence, language)}
          <Text size="xs" c="dimmed" component="div">
            {t('This is what the customer reads. Reason: {reason}', { reason: order.fail_reason ?? '–' })}
          </Text>
        </Alert>
      )}
    </>
  );
}

function OrderView({ order }: { readonly order: OrderDetail }) {
  return (
    <>
      <Notices order={order} />
      <div className="order-columns">
        <Stack gap="md">
          <OrderPictures order={order} />
          <OrderTimeline items={order.timeline} currency={order.currency} />
        </Stack>
        <Stack gap="md">
          <OrderFacts order={order} />
          <OrderPayments order={order} />
          <OrderRefunds order={order} />
          <OrderJobs order={order} />
          <OrderEvents order={order} />
        </Stack>
      </div>
    </>
  );
}

export function OrderPage() {
  const { orderNo = '' } = useParams();
  const query = useOrder(orderNo);
  const order = query.data;
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <Page title={t('Order')}>
        <Alert color="gray" title={t('There is no order {number}.', { number: orderNo })} />
      </Page>
    );
  }
  return (
    <Page
      title={order === undefined ? t('Order') : `${order.good_title} ${order.order_no}`}
      heading={order === undefined ? t('Order') : <Heading order={order} />}
      lead={order === undefined ? orderNo : <Lead order={order} />}
      actions={order !== undefined && <OrderActions order={order} />}
    >
      <Loaded query={query} skeletonHeight={420}>
        {(loaded) => <OrderView order={loaded} />}
      </Loaded>
    </Page>
  );
}
