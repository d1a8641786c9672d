/** An order's payment attempts, refunds, unfinished jobs and events. Parts that are empty are not shown. */

import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { failWord } from '../../../shared/fail-words.ts';
import type { OrderDetail } from '../../api/types.ts';
import { Card } from '../../layout/card.tsx';
import { Amount, amountText } from '../../components/amount.tsx';
import { notifyDone, notifyProblem } from '../../components/toast.ts';
import { When } from '../../components/date-time.tsx';
import { sayAgain } from '../../texts/service-sentences.ts';
import { language, t, wordOf } from '../../texts/words.ts';
import { attemptWords, jobKindWords, refundWords, troubleWords } from '../../texts/names-old.ts';
import { attemptText } from '../jobs/attempt-text.ts';
import { JobButtons } from '../jobs/job-buttons.tsx';
import { useResendEvent } from './orders-api.ts';

interface OrderProps {
  readonly order: OrderDetail;
}

interface EntryProps {
  readonly head: ReactNode;
  readonly side: ReactNode;
  readonly error?: string | null;
  /** A small button beside what is told. */
  readonly action?: ReactNode;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

function Entry({ head, side, error = null, action, foot, children }: EntryProps) {
  return (
    <div className="entry">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
        <Text size="sm" fw={600} component="div">
          {head}
        </Text>
        {side}
      </Group>
      <div className="entry-row">
        <Text size="xs" c="dimmed" component="div" className="strangers-text">
          {children}
        </Text>
        {action}
      </div>
      {error !== null && (
        <Text size="xs" className="error-text">
          {error}
        </Text>
      )}
      {foot !== undefined && <div className="entry-foot">{foot}</div>}
    </div>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card title={title}>
      <Stack gap="sm">{children}</Stack>
    </Card>
  );
}

const attemptColours: Readonly<Record<string, string>> = { won: 'green', open: 'blue', surplus: 'orange' };
const refundColours: Readonly<Record<string, string>> = { done: 'green', failed: 'red', pending: 'orange' };

export function OrderPayments({ order }: OrderProps) {
  if (order.payments.length === 0) return null;
  return (
    <Part title={t('Payments')}>
      {order.payments.map((payment) => (
        <Entry
          key={payment.id}
          head={<Amount minor={payment.amount} currency={payment.currency} />}
          side={
            <Badge color={attemptColours[payment.state] ?? 'gray'} variant="light" className="word-badge">
              {wordOf(attemptWords, payment.state)}
            </Badge>
          }
        >
          {payment.provider} · {payment.channel} · <When at={payment.created_at} />
          <div className="number">{payment.payment_no}</div>
          {payment.provider_ref !== null && (
            <div>{t('There: {number}', { number: payment.provider_ref })}</div>
          )}
          {payment.received !== null && payment.received !== payment.amount && (
            <div className="error-text">
              {t('Received {amount}', { amount: amountText(payment.received, payment.currency) })}
            </div>
          )}
        </Entry>
      ))}
    </Part>
  );
}

export function OrderRefunds({ order }: OrderProps) {
  if (order.refunds.length === 0) return null;
  return (
    <Part title={t('Refunds')}>
      {order.refunds.map((refund) => (
        <Entry
          key={refund.id}
          head={<Amount minor={refund.amount} currency={refund.currency} />}
          side={
            <Badge color={refundColours[refund.state] ?? 'blue'} variant="light" className="word-badge">
              {wordOf(refundWords, refund.state)}
            </Badge>
          }
          error={refund.state === 'done' || refund.last_error === null ? null : sayAgain(refund.last_error)}
        >
          {refund.purpose === 'surplus' ? t('Surplus') : t('Of the order')} · {refund.provider} ·{' '}
          <When at={refund.finished_at ?? refund.requested_at} />
          <div>{failWord(refund.reason, language)}</div>
          <div className="number">{refund.refund_no}</div>
        </Entry>
      ))}
    </Part>
  );
}

export function OrderJobs({ order }: OrderProps) {
  if (order.jobs.length === 0) return null;
  return (
    <Part title={t('Jobs')}>
      {order.jobs.map((job) => (
        <Entry
          key={job.id}
          head={wordOf(jobKindWords, job.kind)}
          side={
            job.trouble === null ? (
              <Badge variant="light" color="blue" className="word-badge">
                {job.state === 'running' ? t('Running') : t('Waiting')}
              </Badge>
            ) : (
              <Badge variant="light" color="red" className="word-badge">
                {wordOf(troubleWords, job.trouble)}
              </Badge>
            )
          }
          error={job.last_error === null ? null : sayAgain(job.last_error)}
          foot={<JobButtons job={job} />}
        >
          {attemptText(job)}
          {job.state === 'ready' && (
            <>
              {' · '}
              {t('next')} <When at={job.run_at} style="second" />
            </>
          )}
        </Entry>
      ))}
    </Part>
  );
}

type SentEvent = OrderDetail['events'][number];

function DeliveryBadge({ event }: { readonly event: SentEvent }) {
  const [colour, word] =
    event.delivered_at === null
      ? (['orange', t('Not delivered')] as const)
      : (['green', t('Delivered')] as const);
  return (
    <Badge variant="light" color={colour} className="word-badge">
      {word}
    </Badge>
  );
}

export function OrderEvents({ order }: OrderProps) {
  const resend = useResendEvent(order.order_no);
  if (order.events.length === 0) return null;
  const send = (eventId: string) =>
    resend.mutate(eventId, {
      onSuccess: () => notifyDone(t('The event is sent again.')),
      onError: notifyProblem,
    });
  return (
    <Part title={t('Events to your systems')}>
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
                {t('Send again')}
              </Button>
            )
          }
        >
          <When at={event.delivered_at ?? event.created_at} style="second" />
          <div className="number">{event.event_id}</div>
        </Entry>
      ))}
    </Part>
  );
}
