/**
 * The history of an order: its steps, payment attempts and notifications, job attempts, refunds, webhooks and the
 * actions of operators. Shows the key events first and everything on demand.
 */

import { SegmentedControl, Text, ThemeIcon, Timeline } from '@mantine/core';
import {
  type Icon,
  IconArrowBackUp,
  IconBell,
  IconCircleDot,
  IconCreditCard,
  IconMessageReport,
  IconSend,
  IconSettings,
  IconUser,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { TimelineItem } from '../../api/types.ts';
import { DateTime } from '../../components/date-time.tsx';
import { TechnicalDetail } from '../../components/technical-detail.tsx';
import { dateTimeText } from '../../format/date-time-text.ts';
import { Card } from '../../layout/card.tsx';
import { useSession } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords, words } from '../../texts/words.ts';
import { isKeyEvent } from './key-events.ts';
import { numbersOf, timelineDetails } from './timeline-details.ts';

const icons: Readonly<Record<TimelineItem['kind'], Icon>> = {
  history: IconCircleDot,
  payment: IconCreditCard,
  notify: IconBell,
  job: IconSettings,
  refund: IconArrowBackUp,
  event: IconSend,
  problem: IconMessageReport,
  operator: IconUser,
};

const tones: Readonly<Record<TimelineItem['kind'], string>> = {
  history: 'accent',
  payment: 'info',
  notify: 'info',
  job: 'quiet',
  refund: 'info',
  event: 'quiet',
  problem: 'busy',
  operator: 'busy',
};

function titleOf({ kind, what }: TimelineItem): string {
  const { t } = words();
  switch (kind) {
    case 'history':
      return nameOf(t.names.orderEvent, what);
    case 'payment':
      return t.orders.paymentEvent(nameOf(t.names.attemptState, what));
    case 'notify':
      return t.orders.notification(nameOf(t.names.verdict, what));
    case 'job':
      return nameOf(t.names.jobKind, what);
    case 'refund':
      return t.orders.refundEvent(nameOf(t.names.refundState, what));
    case 'event':
      return t.orders.webhook(what);
    case 'problem':
      return nameOf(t.problems.event, what);
    case 'operator':
      return nameOf(t.names.auditAction, what);
    default:
      return kind satisfies never;
  }
}

const badEnds: ReadonlySet<unknown> = new Set(['failed', 'exhausted']);

function isBad(item: TimelineItem): boolean {
  if (item.kind === 'history') return ['work_failed', 'refund_failed', 'refund_doubted'].includes(item.what);
  if (item.kind === 'job') return badEnds.has(item.data.end);
  return item.kind === 'refund' && item.what === 'failed';
}

/** Automatic steps show no actor. */
function actorText(actor: string | null): string {
  const { t } = words();
  if (actor === null || actor === 'system') return '';
  const [kind, ...name] = actor.split(' ');
  if (kind === 'operator') return t.orders.byOperator(name.join(' '));
  if (kind === 'provider') return t.orders.byProvider(nameOf(t.names.provider, name.join(' ')));
  if (actor === 'customer') return t.orders.byTheCustomer;
  return actor;
}

interface ItemProps {
  readonly item: TimelineItem;
  readonly currency: string;
  /** Whether to show the numbers of payments, refunds and webhooks too. */
  readonly isFull: boolean;
}

function Item({ item, currency, isFull }: ItemProps) {
  const details = [actorText(item.actor), timelineDetails(item, currency)]
    .filter((text) => text !== '')
    .join(' · ');
  const numbers = isFull ? numbersOf(item) : [];
  const error = typeof item.data.error === 'string' ? item.data.error : null;
  return (
    <>
      {details !== '' && (
        <Text size="xs" c="dimmed" className="untrusted-text">
          {details}
        </Text>
      )}
      {numbers.length > 0 && (
        <Text size="xs" c="dimmed" className="number">
          {numbers.join(' · ')}
        </Text>
      )}
      {error !== null && <TechnicalDetail text={error} />}
    </>
  );
}

function Steps({ items, currency, isFull }: OrderTimelineProps & { readonly isFull: boolean }) {
  const { shop } = useSession();
  const dayOf = (item: TimelineItem | undefined) =>
    item === undefined ? '' : dateTimeText(item.at, shop.time_zone, 'day');
  return (
    <Timeline bulletSize={26} lineWidth={2} className="timeline">
      {items.map((item, index) => {
        const ItemIcon = icons[item.kind];
        return (
          <Timeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
            key={`${item.at} ${item.kind} ${index}`}
            title={
              <span className="timeline-head">
                <span>{titleOf(item)}</span>
                <span className="timeline-time">
                  {/* Show the day only on the first line of that day. */}
                  <DateTime
                    at={item.at}
                    style={dayOf(item) === dayOf(items[index - 1]) ? 'time' : 'second'}
                  />
                </span>
              </span>
            }
            bullet={
              <ThemeIcon size={26} radius="xl" variant="light" color={isBad(item) ? 'bad' : tones[item.kind]}>
                <ItemIcon size={14} aria-hidden />
              </ThemeIcon>
            }
          >
            <Item item={item} currency={currency} isFull={isFull} />
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

interface OrderTimelineProps {
  readonly items: readonly TimelineItem[];
  readonly currency: string;
}

export function OrderTimeline({ items, currency }: OrderTimelineProps) {
  const { t } = useWords();
  const [isFull, setIsFull] = useState(false);
  const shown = isFull ? items : items.filter(isKeyEvent);
  return (
    <Card
      title={t.orders.timeline}
      note={t.orders.oldestFirst}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t.common.show}
          value={isFull ? 'full' : 'main'}
          onChange={(value) => setIsFull(value === 'full')}
          data={[
            { value: 'main', label: t.orders.keyEvents },
            { value: 'full', label: t.orders.allEvents(items.length) },
          ]}
        />
      }
    >
      <Steps items={shown} currency={currency} isFull={isFull} />
    </Card>
  );
}
