/** One order: its state, timeline, photos, payments and refunds, and what the operator can do with it. */

import { Alert, Stack, Text } from '@mantine/core';
import { Navigate, useParams } from 'react-router';
import { ApiError } from '../../../../client/src/api-error.ts';
import { goodText } from '../../../../src/domain/goods/good-text.ts';
import { photoWord } from '../../../shared/photo-words.ts';
import type { OrderDetail } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { OrderStateBadge } from '../../components/order-state-badge.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { amountText } from '../../format/amount-text.ts';
import { Page } from '../../layout/page.tsx';
import { useMay } from '../../session/use-session.ts';
import { useWords } from '../../texts/words.ts';
import { NotesCard } from '../inbox/notes.tsx';
import { OrderProblems } from '../problems/order-problems.tsx';
import { ReportProblemButton } from '../problems/report-button.tsx';
import { EraseButton } from '../retention/erase-dialog.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderNumber } from './order-number.tsx';
import { OrderPictures } from './order-pictures.tsx';
import { OrderDisputes, OrderEvents, OrderJobs, OrderPayments, OrderRefunds } from './order-records.tsx';
import { OrderSummary } from './order-summary.tsx';
import { OrderThumbnail } from './order-thumbnail.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { useOrder } from './orders-api.ts';
import { useThumbnails } from './use-thumbnails.ts';

function OrderHeading({ order }: { readonly order: OrderDetail }) {
  const { language } = useWords();
  const thumbnails = useThumbnails([order]);
  return (
    <span className="order-heading">
      {thumbnails?.has(order.id) === true && <OrderThumbnail image={thumbnails.get(order.id)} />}
      <span className="untrusted-text">{goodText(order.good_title, language)}</span>
      <OrderStateBadge order={order} size="lg" />
    </span>
  );
}

function OrderLead({ order }: { readonly order: OrderDetail }) {
  return (
    <span className="order-lead">
      <OrderNumber order={order} />
      <span>
        <Amount minor={order.price} currency={order.currency} /> · <DateTime at={order.created_at} />
      </span>
    </span>
  );
}

function Notices({ order }: { readonly order: OrderDetail }) {
  const { t, language } = useWords();
  const { approval } = order;
  const isSettlement = approval?.settled_refund_no != null;
  // A refund whose settlement waits for approval must not be retried, so the page does not ask for it.
  const failedRefund = order.refunds.find(
    ({ state, refund_no }) => state === 'failed' && refund_no !== approval?.settled_refund_no,
  );
  return (
    <>
      {order.user.erased_at !== null && <Alert color="quiet">{t.erasure.erasedOrder}</Alert>}
      {approval !== null && (
        <Alert color="busy" title={isSettlement ? t.orders.approvalSettleTitle : t.orders.approvalTitle}>
          {(isSettlement ? t.orders.approvalSettleText : t.orders.approvalText)(
            approval.requested_by,
            approval.months === null
              ? amountText(approval.amount, approval.currency)
              : t.orders.amountForMonths(
                  amountText(approval.amount, approval.currency),
                  t.users.monthCount(approval.months),
                ),
            approval.reason,
          )}
        </Alert>
      )}
      {order.disputes.some(({ state }) => state === 'open') && (
        <Alert color="bad" title={t.orders.disputeTitle}>
          {t.orders.disputeText}
        </Alert>
      )}
      {failedRefund !== undefined && (
        <Alert color="bad" title={t.orders.refundFailedTitle}>
          {t.orders.refundFailedText(amountText(failedRefund.amount, failedRefund.currency))}
        </Alert>
      )}
      {order.fail_sentence !== null && (
        <Alert color="bad" title={t.orders.failedTitle}>
          {photoWord(order.fail_reason, language) ?? t.orders.failedUnknown}
          <Text size="xs" c="dimmed" component="div">
            {t.orders.failedNote(order.fail_reason ?? '–')}
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
          <OrderProblems order={order} />
          <OrderPictures order={order} />
          <OrderTimeline items={order.timeline} currency={order.currency} />
        </Stack>
        <Stack gap="md">
          <OrderSummary order={order} />
          <NotesCard target={{ kind: 'order', id: order.id }} />
          <OrderPayments order={order} />
          <OrderRefunds order={order} />
          <OrderDisputes order={order} />
          <OrderJobs order={order} />
          <OrderEvents order={order} />
        </Stack>
      </div>
    </>
  );
}

/** An address with an order number instead of an id, as in old bookmarks, leads to the search for this number. */
export function OrderPage() {
  const { orderId = '' } = useParams();
  if (/^\d{1,15}$/.test(orderId)) return <OrderOfId key={orderId} id={Number(orderId)} />;
  return <Navigate to={`/orders?order_no=${encodeURIComponent(orderId)}`} replace />;
}

function OrderOfId({ id }: { readonly id: number }) {
  const { t, language } = useWords();
  const may = useMay();
  const query = useOrder(id);
  const order = query.data;
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <Page title={t.orders.order}>
        <Alert color="quiet" title={t.orders.notFound(id)} />
      </Page>
    );
  }
  return (
    <Page
      title={
        order === undefined ? t.orders.order : `${goodText(order.good_title, language)} ${order.order_no}`
      }
      heading={order === undefined ? t.orders.order : <OrderHeading order={order} />}
      lead={order === undefined ? String(id) : <OrderLead order={order} />}
      actions={
        order !== undefined && (
          <>
            <ReportProblemButton order={order} />
            <OrderActions order={order} />
            {order.user.erased_at === null && may('customers_erase') && (
              <EraseButton target={{ kind: 'orders', id: order.id }} />
            )}
          </>
        )
      }
    >
      <QueryResult query={query} skeletonHeight={420}>
        {(loaded) => <OrderView order={loaded} />}
      </QueryResult>
    </Page>
  );
}
