/** The inbox: everything that waits for a person, with its age, who works on it, and notes. */

import { Alert, Badge, Button, Group, NativeSelect, SegmentedControl, Stack, Text } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { Link, useSearchParams } from 'react-router';
import type { InboxItem } from '../../api/types.ts';
import { Amount } from '../../components/amount.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { TechnicalDetail } from '../../components/technical-detail.tsx';
import { countText } from '../../format/count-text.ts';
import { durationText } from '../../format/duration-text.ts';
import { Page } from '../../layout/page.tsx';
import { useSession } from '../../session/use-session.ts';
import { useWords, words } from '../../texts/words.ts';
import { OrderLink } from '../orders/order-link.tsx';
import { useInbox } from './inbox-api.ts';
import { ItemOwner, OwnerChoice } from './item-owner.tsx';
import { itemAddress, itemDetail, itemText, itemTitle } from './item-text.ts';
import { type NoteDrafts, useNoteDraft, useNoteDrafts } from './note-drafts.ts';
import { Notes } from './notes.tsx';
import type { NoteTarget } from './notes-api.ts';
import { keyOfItem, useKeptItems } from './use-kept-items.ts';

type Whose = 'all' | 'mine' | 'unassigned';

const colours: Readonly<Record<InboxItem['topic'], string>> = {
  failed_refund: 'bad',
  refund_approval: 'busy',
  dispute: 'bad',
  problem: 'busy',
  difference: 'busy',
  failed_job: 'bad',
};

function TopicBadge({ item }: { readonly item: InboxItem }) {
  useWords();
  return (
    <Badge variant="light" color={colours[item.topic]} className="word-badge">
      {itemTitle(item)}
    </Badge>
  );
}

function What({ item }: { readonly item: InboxItem }) {
  const { t } = useWords();
  const text = itemText(item);
  return (
    <Stack gap={4} align="flex-start">
      <TopicBadge item={item} />
      {text !== '' && (
        <Text size="sm" className="untrusted-text">
          {text}
        </Text>
      )}
      {item.notes > 0 && (
        <Text size="xs" c="dimmed">
          {t.inbox.noteCount(item.notes)}
        </Text>
      )}
    </Stack>
  );
}

function Age({ item }: { readonly item: InboxItem }) {
  const { t } = useWords();
  return (
    <div>
      <Text size="sm">{durationText(Math.max(0, Date.now() - Date.parse(item.since)), t.common)}</Text>
      <Text size="xs" c="dimmed">
        <DateTime at={item.since} />
      </Text>
    </div>
  );
}

function Order({ item }: { readonly item: InboxItem }) {
  const { order_id, order_no, amount, currency } = item;
  return (
    <div>
      {order_id !== null && order_no !== null && <OrderLink id={order_id} orderNo={order_no} />}
      {amount !== null && currency !== null && (
        <Text size="sm">
          <Amount minor={amount} currency={currency} />
        </Text>
      )}
    </div>
  );
}

function OpenButton({ item }: { readonly item: InboxItem }) {
  const { t } = useWords();
  return (
    <Button component={Link} to={itemAddress(item)} size="compact-sm" variant="default">
      {t.inbox.open}
    </Button>
  );
}

function columns(): DataTableColumn<InboxItem>[] {
  const { t } = words();
  return [
    { accessor: 'topic', title: t.inbox.what, render: (item) => <What item={item} /> },
    { accessor: 'order_no', title: t.orders.order, render: (item) => <Order item={item} /> },
    { accessor: 'since', title: t.inbox.waiting, noWrap: true, render: (item) => <Age item={item} /> },
    { accessor: 'owner', title: t.inbox.responsible, render: (item) => <ItemOwner item={item} /> },
    { accessor: 'open', title: '', textAlign: 'right', render: (item) => <OpenButton item={item} /> },
  ];
}

function ItemOnPhone({ item }: { readonly item: InboxItem }) {
  return (
    <Stack gap={6}>
      <What item={item} />
      <Group justify="space-between" align="flex-start">
        <Order item={item} />
        <Age item={item} />
      </Group>
      <Group justify="space-between">
        <ItemOwner item={item} />
        <OpenButton item={item} />
      </Group>
    </Stack>
  );
}

/** An item that is about an order shows the notes of the order; any other item has notes of its own. */
function noteTarget({ topic, id, order_id }: InboxItem): NoteTarget {
  return order_id === null ? { kind: topic, id } : { kind: 'order', id: order_id };
}

function CustomerNote({ text }: { readonly text: string }) {
  const { t } = useWords();
  return (
    <div>
      <Text size="xs" c="dimmed">
        {t.inbox.customerNote}
      </Text>
      <Text size="sm" className="untrusted-text">
        {text}
      </Text>
    </div>
  );
}

interface DetailProps {
  readonly item: InboxItem;
  readonly drafts: NoteDrafts;
  /** Whether the list shows the item only because of the note that the operator has begun. */
  readonly isGone: boolean;
}

function Detail({ item, drafts, isGone }: DetailProps) {
  const { t } = useWords();
  const draft = useNoteDraft(drafts, keyOfItem(item));
  const detail = itemDetail(item);
  return (
    <Stack gap="sm">
      {isGone && <Alert color="busy">{t.inbox.gone}</Alert>}
      {detail !== null && item.topic === 'problem' && <CustomerNote text={detail} />}
      {detail !== null && item.topic !== 'problem' && <TechnicalDetail text={detail} />}
      <OwnerChoice item={item} />
      <Notes target={noteTarget(item)} draft={draft} />
    </Stack>
  );
}

function whoseOf(text: string | null): Whose {
  return text === 'mine' || text === 'unassigned' ? text : 'all';
}

export function InboxPage() {
  const { t } = useWords();
  const { operator } = useSession();
  const [search, setSearch] = useSearchParams();
  const inbox = useInbox();
  const whose = whoseOf(search.get('whose'));
  const topic = search.get('topic') ?? '';
  const isShown = (item: InboxItem, which: Whose) =>
    (topic === '' || item.topic === topic) &&
    (which === 'all' || item.owner === (which === 'mine' ? operator.name : null));
  const { drafts, keys } = useNoteDrafts();
  const records = useKeptItems(
    inbox.data?.items.filter((item) => isShown(item, whose)),
    keys,
  );
  const waiting = new Set(inbox.data?.items.map(keyOfItem));
  const counted = (which: Whose, label: string) => {
    const count = inbox.data?.items.filter((item) => isShown(item, which)).length;
    return { value: which, label: count === undefined ? label : `${label} ${countText(count)}` };
  };
  const show = (changed: Readonly<{ whose?: string; topic?: string }>) => {
    const wanted = { whose: whose === 'all' ? '' : whose, topic, ...changed };
    setSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')), {
      replace: true,
    });
  };
  const empty = { all: t.inbox.empty, mine: t.inbox.emptyMine, unassigned: t.inbox.emptyFree };
  const cut = inbox.data?.cut_topics ?? [];
  return (
    <Page title={t.layout.pages.inbox} lead={t.inbox.lead}>
      <Group gap="sm" align="flex-end">
        <SegmentedControl
          value={whose}
          onChange={(value) => show({ whose: value === 'all' ? '' : value })}
          aria-label={t.common.show}
          data={[
            counted('all', t.inbox.all),
            counted('mine', t.inbox.mine),
            counted('unassigned', t.inbox.unassigned),
          ]}
        />
        <NativeSelect
          aria-label={t.common.type}
          value={topic}
          onChange={(event) => show({ topic: event.currentTarget.value })}
          data={[
            { value: '', label: t.inbox.allTopics },
            ...Object.entries(t.inbox.topic).map(([value, label]) => ({ value, label })),
          ]}
        />
      </Group>
      {cut.length > 0 && (
        <Alert color="busy">{t.inbox.cut(cut.map((name) => t.inbox.topic[name]).join(', '))}</Alert>
      )}
      <DataGrid
        label={t.layout.pages.inbox}
        records={records}
        columns={columns()}
        idOf={keyOfItem}
        phone={(item) => <ItemOnPhone item={item} />}
        detail={(item) => <Detail item={item} drafts={drafts} isGone={!waiting.has(keyOfItem(item))} />}
        empty={empty[whose]}
        error={inbox.error}
        onRetry={() => void inbox.refetch()}
      />
    </Page>
  );
}
