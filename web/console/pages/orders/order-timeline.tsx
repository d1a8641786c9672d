/**
 * Every transition, payment attempt, notify, job attempt, refund, event and act of an operator, in order. At first
 * those that make the story; all of them on demand.
 */

import { SegmentedControl, Text, ThemeIcon, Timeline } from '@mantine/core';
import {
  type Icon,
  IconArrowBackUp,
  IconBell,
  IconCircleDot,
  IconCreditCard,
  IconSend,
  IconSettings,
  IconUser,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { TimelineItem } from '../../api/types.ts';
import { Card } from '../../layout/card.tsx';
import { formatWhen, When } from '../../components/date-time.tsx';
import { useSession } from '../../session/use-session.ts';
import { sayAgain } from '../../texts/service-sentences.ts';
import { t, wordOf } from '../../texts/words.ts';
import {
  attemptWords,
  auditWords,
  historyWords,
  jobKindWords,
  refundWords,
  verdictWords,
} from '../../texts/names-old.ts';
import { dataText, numbersOf } from './timeline-details.ts';
import { isMainStep } from './key-events.ts';

interface KindLook {
  readonly icon: Icon;
  readonly colour: string;
  readonly words: (what: string) => string;
}

const looks: Readonly<Record<TimelineItem['kind'], KindLook>> = {
  history: { icon: IconCircleDot, colour: 'blue', words: (what) => wordOf(historyWords, what) },
  payment: {
    icon: IconCreditCard,
    colour: 'teal',
    words: (what) => t('Payment: {state}', { state: wordOf(attemptWords, what) }),
  },
  notify: {
    icon: IconBell,
    colour: 'cyan',
    words: (what) => t('Message of the provider: {verdict}', { verdict: wordOf(verdictWords, what) }),
  },
  job: { icon: IconSettings, colour: 'gray', words: (what) => wordOf(jobKindWords, what) },
  refund: {
    icon: IconArrowBackUp,
    colour: 'grape',
    words: (what) => t('Refund: {state}', { state: wordOf(refundWords, what) }),
  },
  event: { icon: IconSend, colour: 'indigo', words: (what) => t('Event {type}', { type: what }) },
  operator: { icon: IconUser, colour: 'orange', words: (what) => wordOf(auditWords, what) },
};

const badEnds: ReadonlySet<unknown> = new Set(['failed', 'exhausted']);

function isBad(item: TimelineItem): boolean {
  if (item.kind === 'history') return ['work_failed', 'refund_failed', 'refund_doubted'].includes(item.what);
  if (item.kind === 'job') return badEnds.has(item.data.end);
  return item.kind === 'refund' && item.what === 'failed';
}

/** What the service does by itself needs no word. */
function actorText(actor: string | null): string {
  if (actor === null || actor === 'system') return '';
  const [kind, ...name] = actor.split(' ');
  if (kind === 'operator') return t('operator {name}', { name: name.join(' ') });
  if (kind === 'provider') return t('provider {name}', { name: name.join(' ') });
  if (actor === 'customer') return t('customer');
  return actor;
}

interface ItemProps {
  readonly item: TimelineItem;
  readonly currency: string;
  /** Numbers too. */
  readonly isFull: boolean;
}

function Item({ item, currency, isFull }: ItemProps) {
  const words = [actorText(item.actor), dataText(item, currency)].filter((text) => text !== '').join(' · ');
  const numbers = isFull ? numbersOf(item) : [];
  const error = typeof item.data.error === 'string' ? item.data.error : null;
  return (
    <>
      {words !== '' && (
        <Text size="xs" c="dimmed" className="strangers-text">
          {words}
        </Text>
      )}
      {numbers.length > 0 && (
        <Text size="xs" c="dimmed" className="number">
          {numbers.join(' · ')}
        </Text>
      )}
      {error !== null && (
        <Text size="xs" className="error-text">
          {sayAgain(error)}
        </Text>
      )}
    </>
  );
}

function Steps({ items, currency, isFull }: OrderTimelineProps & { readonly isFull: boolean }) {
  const { shop } = useSession();
  const dayOf = (item: TimelineItem | undefined) =>
    item === undefined ? '' : formatWhen(item.at, shop.time_zone, 'day');
  return (
    <Timeline bulletSize={26} lineWidth={2} className="timeline">
      {items.map((item, index) => {
        const look = looks[item.kind];
        const ItemIcon = look.icon;
        return (
          <Timeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
            key={`${item.at} ${item.kind} ${index}`}
            title={
              <span className="timeline-head">
                <span>{look.words(item.what)}</span>
                <span className="timeline-time">
                  {/* The day is told where it begins. */}
                  <When at={item.at} style={dayOf(item) === dayOf(items[index - 1]) ? 'time' : 'second'} />
                </span>
              </span>
            }
            bullet={
              <ThemeIcon size={26} radius="xl" variant="light" color={isBad(item) ? 'red' : look.colour}>
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
  const [isFull, setIsFull] = useState(false);
  const shown = isFull ? items : items.filter(isMainStep);
  return (
    <Card
      title={t('What happened')}
      note={t('Oldest first.')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('What to show')}
          value={isFull ? 'full' : 'main'}
          onChange={(value) => setIsFull(value === 'full')}
          data={[
            { value: 'main', label: t('Main steps') },
            { value: 'full', label: t('All {count}', { count: items.length }) },
          ]}
        />
      }
    >
      <Steps items={shown} currency={currency} isFull={isFull} />
    </Card>
  );
}
