/** Every transition, payment attempt, notify, job attempt, refund, event and act of an operator, in order. */

import { Text, ThemeIcon, Timeline } from '@mantine/core';
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
import type { TimelineItem } from '../../api/types.ts';
import { When } from '../../parts/when.tsx';
import { t, wordOf } from '../../texts/t.ts';
import {
  attemptWords,
  auditWords,
  historyWords,
  jobKindWords,
  refundWords,
  verdictWords,
} from '../../texts/words.ts';
import { dataText } from './timeline-data.ts';

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
  if (item.kind === 'history') return item.what === 'work_failed' || item.what === 'refund_failed';
  if (item.kind === 'job') return badEnds.has(item.data.end);
  return item.kind === 'refund' && item.what === 'failed';
}

function actorText(actor: string): string {
  const [kind, ...name] = actor.split(' ');
  if (kind === 'operator') return t('operator {name}', { name: name.join(' ') });
  if (kind === 'provider') return t('provider {name}', { name: name.join(' ') });
  if (actor === 'customer') return t('customer');
  return actor === 'system' ? t('by itself') : actor;
}

function Item({ item, currency }: { readonly item: TimelineItem; readonly currency: string }) {
  const data = dataText(item, currency);
  const error = typeof item.data.error === 'string' ? item.data.error : null;
  return (
    <>
      <Text size="xs" c="dimmed">
        <When at={item.at} style="second" />
        {item.actor !== null && <> · {actorText(item.actor)}</>}
      </Text>
      {data !== '' && (
        <Text size="xs" c="dimmed" className="strangers-text">
          {data}
        </Text>
      )}
      {error !== null && (
        <Text size="xs" className="error-text">
          {error}
        </Text>
      )}
    </>
  );
}

interface OrderTimelineProps {
  readonly items: readonly TimelineItem[];
  readonly currency: string;
}

export function OrderTimeline({ items, currency }: OrderTimelineProps) {
  return (
    <Timeline bulletSize={26} lineWidth={2} className="timeline">
      {items.map((item, index) => {
        const look = looks[item.kind];
        const ItemIcon = look.icon;
        return (
          <Timeline.Item
            // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
            key={`${item.at} ${item.kind} ${index}`}
            title={look.words(item.what)}
            bullet={
              <ThemeIcon size={26} radius="xl" variant="light" color={isBad(item) ? 'red' : look.colour}>
                <ItemIcon size={14} aria-hidden />
              </ThemeIcon>
            }
          >
            <Item item={item} currency={currency} />
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}
