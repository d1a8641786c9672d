/** An order's payment attempts, refunds, unfinished jobs and webhooks. Empty sections are not shown. */

import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { photoWord } from '../../../shared/photo-words.ts';
import type { OrderDetail } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { TechnicalDetail } from '../../components/technical-detail.tsx';
import { showError, showSuccess } from '../../components/toast.ts';
import { amountText } from '../../format/amount-text.ts';
import { Card } from '../../layout/card.tsx';
import { nameOf } from '../../texts/name-of.ts';
import { useWords, words } from '../../texts/words.ts';
import { attemptText } from '../jobs/attempt-text.ts';
import { JobButtons } from '../jobs/job-buttons.tsx';
import { useResendEvent } from './orders-api.ts';
import { SettleRefund } from './settle-refund.tsx';

interface OrderProps {
  readonly order: OrderDetail;
}

interface EntryProps {
  readonly head: ReactNode;
  readonly side: ReactNode;
  readonly error?: string | null;
  /** A small button beside the text. */
  readonly action?: ReactNode;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

function Entry({ head, side, error = null, action, foot, children }: EntryProps) {
  return (
    <div className="entry">
      <Group justify="space-between" gap="xs" align="flex-start" className="entry-head">
        <Text size="sm" fw={600} component="div">
          {head}
        </Text>
        {side}
      </Group>
      <div className="entry-row">
        <Text size="xs" c="dimmed" component="div" className="untrusted-text">
          {children}
        </Text>
        {action}
      </div>
      {error !== null && <TechnicalDetail text={error} />}
      {foot !== undefined && <div className="entry-foot">{foot}</div>}
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card title={title}>
      <Stack gap="sm">{children}</Stack>
    </Card>
  );
}

const attemptColours: Readonly<Record<string, string>> = { won: 'good', open: 'info', surplus: 'busy' };
const refundColours: Readonly<Record<string, string>> = { done: 'good', failed: 'bad', pending: 'busy' };

export function OrderPayments({ order }: OrderProps) {
  const { t } = useWords();
  if (order.payments.length === 0) return null;
  return (
    <Section title={t.orders.payments}>
      {order.payments.map((payment) => (
        <Entry
          key={payment.id}
          head={<Amount minor={payment.amount} currency={payment.currency} />}
          side={
            <Badge color={attemptColours[payment.state] ?? 'quiet'} variant="light" className="word-badge">
              {nameOf(t.names.attemptState, payment.state)}
            </Badge>
          }
        >
          {nameOf(t.names.provider, payment.provider)} · {nameOf(t.names.channel, payment.channel)} ·{' '}
          <DateTime at={payment.created_at} />
          <div className="number">{payment.payment_no}</div>
          {payment.joint_amount !== null && (
            <div>{t.orders.jointPayment(amountText(payment.joint_amount, payment.currency))}</div>
          )}
          {payment.provider_ref !== null && <div>{t.orders.providerReference(payment.provider_ref)}</div>}
          {payment.received !== null && payment.received !== payment.amount && (
            <div className="error-text">
              {t.orders.received(amountText(payment.received, payment.currency))}
            </div>
          )}
        </Entry>
      ))}
    </Section>
  );
}

/**
 * The reason of a refund as text. If the work failed, the service has stored an English sentence as the reason, so
 * the page shows the text for the code of the failure instead. Any other reason, also that of a refund that stopped
 * the work (`withdrawn`), is the words of the person who requested the refund, or a fixed sentence if this person gave
 * none.
 */
function refundReason(order: OrderDetail, refund: OrderDetail['refunds'][number]): string {
  const { t, language } = words();
  if (refund.purpose === 'surplus') return t.orders.refundedAutomatically;
  if (order.fail_reason === null || order.fail_reason === 'withdrawn') return refund.reason;
  return t.orders.refundedBecause(photoWord(order.fail_reason, language) ?? t.orders.failedUnknown);
}

function refundKind({ purpose, months }: OrderDetail['refunds'][number]): string {
  const { t } = words();
  if (purpose === 'surplus') return t.orders.surplusRefund;
  return months === null ? t.orders.orderRefund : t.orders.monthsRefund(t.users.monthCount(months));
}

export function OrderRefunds({ order }: OrderProps) {
  const { t } = useWords();
  if (order.refunds.length === 0) return null;
  return (
    <Section title={t.orders.refunds}>
      {order.refunds.map((refund) => (
        <Entry
          key={refund.id}
          head={<Amount minor={refund.amount} currency={refund.currency} />}
          side={
            <Badge color={refundColours[refund.state] ?? 'info'} variant="light" className="word-badge">
              {nameOf(t.names.refundState, refund.settled_by === null ? refund.state : 'settled')}
            </Badge>
          }
          error={refund.state === 'done' ? null : refund.last_error}
          action={<SettleRefund order={order} refund={refund} />}
        >
          {refundKind(refund)} · {nameOf(t.names.provider, refund.provider)} ·{' '}
          <DateTime at={refund.finished_at ?? refund.requested_at} />
          <div>{refundReason(order, refund)}</div>
          {refund.failure_code !== null && (
            <div className="error-text">{nameOf(t.names.refundFailure, refund.failure_code)}</div>
          )}
          {refund.settled_by !== null && <div>{t.orders.settledBy(refund.settled_by)}</div>}
          {refund.provider_done_at !== null && <div className="error-text">{t.orders.returnedTwice}</div>}
          <div className="number">{refund.refund_no}</div>
        </Entry>
      ))}
    </Section>
  );
}

const disputeColours: Readonly<Record<string, string>> = { open: 'bad', won: 'good', lost: 'busy' };

export function OrderDisputes({ order }: OrderProps) {
  const { t } = useWords();
  if (order.disputes.length === 0) return null;
  return (
    <Section title={t.orders.disputes}>
      {order.disputes.map((dispute) => (
        <Entry
          key={dispute.id}
          head={
            dispute.amount === null ? (
              nameOf(t.names.provider, dispute.provider)
            ) : (
              <Amount minor={dispute.amount} currency={dispute.currency ?? order.currency} />
            )
          }
          side={
            <Badge color={disputeColours[dispute.state] ?? 'quiet'} variant="light" className="word-badge">
              {nameOf(t.names.disputeState, dispute.state)}
            </Badge>
          }
        >
          {nameOf(t.names.provider, dispute.provider)} · <DateTime at={dispute.changed_at} />
          <div>{dispute.reason}</div>
          <div className="number">{t.orders.disputeNo(dispute.dispute_no)}</div>
        </Entry>
      ))}
    </Section>
  );
}

export function OrderJobs({ order }: OrderProps) {
  const { t } = useWords();
  if (order.jobs.length === 0) return null;
  return (
    <Section title={t.orders.jobs}>
      {order.jobs.map((job) => (
        <Entry
          key={job.id}
          head={nameOf(t.names.jobKind, job.kind)}
          side={
            job.trouble === null ? (
              <Badge variant="light" color="info" className="word-badge">
                {job.state === 'running' ? t.orders.jobRunning : t.orders.jobWaiting}
              </Badge>
            ) : (
              <Badge variant="light" color="bad" className="word-badge">
                {nameOf(t.names.jobTrouble, job.trouble)}
              </Badge>
            )
          }
          error={job.last_error}
          foot={<JobButtons job={job} />}
        >
          {attemptText(job)}
          {job.state === 'ready' && (
            <>
              {' · '}
              {t.orders.nextAttempt} <DateTime at={job.run_at} style="second" />
            </>
          )}
        </Entry>
      ))}
    </Section>
  );
}

type SentEvent = OrderDetail['events'][number];

function DeliveryBadge({ event }: { readonly event: SentEvent }) {
  const { t } = useWords();
  const [colour, word] =
    event.delivered_at === null
      ? (['busy', t.orders.notDelivered] as const)
      : (['good', t.orders.delivered] as const);
  return (
    <Badge variant="light" color={colour} className="word-badge">
      {word}
    </Badge>
  );
}

export function OrderEvents({ order }: OrderProps) {
  const { t } = useWords();
  const resend = useResendEvent(order.id);
  if (order.events.length === 0) return null;
  const send = (eventId: string) =>
    resend.mutate(eventId, {
      onSuccess: () => showSuccess(t.orders.redelivering),
      onError: showError,
    });
  return (
    <Section title={t.orders.webhooks}>
      {order.events.map((event) => (
        <Entry
          key={event.event_id}
          head={event.type}
          side={<DeliveryBadge event={event} />}
          error={event.last_error}
          action={
            order.actions.includes('resend_event') && (
              <Button
                className="entry-action"
                size="compact-xs"
                variant="default"
                loading={resend.isPending && resend.variables === event.event_id}
                onClick={() => send(event.event_id)}
              >
                {t.orders.redeliver}
              </Button>
            )
          }
        >
          <DateTime at={event.delivered_at ?? event.created_at} style="second" />
          <div className="number">{event.event_id}</div>
        </Entry>
      ))}
    </Section>
  );
}
