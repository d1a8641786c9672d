/** The audit log: who did what, when and from where. A row opens to show the values before and after. */

import { Anchor, Code, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { Link, useSearchParams } from 'react-router';
import { get } from '../../api/call.ts';
import type { AuditEntry, AuditPage } from '../../api/types.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { ruleFieldLabel } from '../../format/rule-field-text.ts';
import { nextPageOf, usePagedList } from '../../hooks/use-paged-list.ts';
import { useSearchText } from '../../hooks/use-search-text.ts';
import { Page } from '../../layout/page.tsx';
import { useSession } from '../../session/use-session.ts';
import { nameOf } from '../../texts/name-of.ts';
import { useWords, words } from '../../texts/words.ts';
import { useGoods } from '../goods/goods-api.ts';
import { shownTexts } from '../goods/shown-texts.ts';
import { auditValueText } from './audit-value-text.ts';

/**
 * The address of the page about the order, customer or other item that the action changed; null if the item has no
 * page.
 */
function addressOf({ order_id, target_kind, target_id }: AuditEntry): string | null {
  if (order_id !== null) return `/orders/${order_id}`;
  if (target_kind === 'user') return `/users/${encodeURIComponent(target_id)}`;
  return target_kind === 'good' ? '/goods' : null;
}

/** The present title of the product that the entry is about. */
function useGoodTitle({ target_kind, target_id }: AuditEntry): string | null {
  const { language } = useWords();
  const goods = useGoods();
  if (target_kind !== 'good') return null;
  const good = goods.data?.goods.find(({ id }) => String(id) === target_id);
  return good === undefined ? null : shownTexts(good, language).title;
}

/** The item that the entry is about, in words: an inbox item with its topic, or the settings; null: the id is enough. */
function itemName({ target_kind, target_id }: AuditEntry): string | null {
  const { t } = words();
  if (target_kind === 'shop') return `· ${t.layout.pages.settings}`;
  if (target_kind !== 'inbox_item') return null;
  const [topic = '', id = ''] = target_id.split(' ');
  return `· ${nameOf(t.inbox.topic, topic)} ${id}`;
}

function Target({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useWords();
  const kind = nameOf(t.names.auditTarget, entry.target_kind);
  const title = useGoodTitle(entry) ?? itemName(entry);
  // An action that changes every item of a kind at once has the target `all`.
  const target = entry.target_id === 'all' ? t.auditLog.all(kind) : `${kind} ${title ?? entry.target_id}`;
  const to = addressOf(entry);
  if (to === null) return <span className="untrusted-text">{target}</span>;
  return (
    <Anchor component={Link} to={to} size="sm" className="untrusted-text">
      {target}
    </Anchor>
  );
}

function fieldName({ target_kind }: AuditEntry, name: string): string {
  const ofRule = target_kind === 'document' ? ruleFieldLabel(name) : null;
  return ofRule ?? nameOf(words().t.names.auditField, name);
}

/** Shows only the fields that changed. */
function Changes({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useWords();
  const { shop } = useSession();
  const before = entry.before ?? {};
  const after = entry.after ?? {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
  return (
    <Stack gap={4}>
      {names.map((name) => (
        <Text key={name} size="sm" className="untrusted-text">
          {fieldName(entry, name)}: {auditValueText(name, before[name], shop)} →{' '}
          <strong>{auditValueText(name, after[name], shop)}</strong>
        </Text>
      ))}
      <Text size="xs" c="dimmed" component="div">
        {t.auditLog.fromAddress(entry.address ?? '–')} <Code>{entry.request_id ?? '–'}</Code>
      </Text>
    </Stack>
  );
}

function columns(): DataTableColumn<AuditEntry>[] {
  const { t } = words();
  return [
    {
      accessor: 'at',
      title: t.auditLog.time,
      noWrap: true,
      render: (entry) => <DateTime at={entry.at} style="second" />,
    },
    { accessor: 'operator', title: t.common.operator, cellsClassName: 'untrusted-text' },
    {
      accessor: 'action',
      title: t.auditLog.action,
      render: (entry) => nameOf(t.names.auditAction, entry.action),
    },
    { accessor: 'target_id', title: t.auditLog.item, render: (entry) => <Target entry={entry} /> },
    {
      accessor: 'reason',
      title: t.common.reason,
      cellsClassName: 'untrusted-text',
      render: (entry) => entry.reason ?? '–',
    },
  ];
}

function options(words: Readonly<Record<string, string>>, anyLabel: string) {
  return [
    { value: '', label: anyLabel },
    ...Object.entries(words).map(([value, label]) => ({ value, label })),
  ];
}

export function AuditLogPage() {
  const { t } = useWords();
  const [search, setSearch] = useSearchParams();
  const filters = {
    operator: search.get('operator') ?? '',
    action: search.get('action') ?? '',
    target_kind: search.get('target_kind') ?? '',
    target_id: search.get('target_id') ?? '',
  };
  const entries = usePagedList<AuditPage>({
    key: ['audit-log', filters],
    everyMs: 0,
    fetchPage: (before, signal) => get<AuditPage>('audit_log', { ...filters, before }, signal),
  });
  const show = (wanted: typeof filters) =>
    setSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')), {
      replace: true,
    });
  const { texts, type, takePending } = useSearchText({ operator: filters.operator }, ({ operator }) =>
    show({ ...filters, operator }),
  );
  const choose =
    (name: keyof typeof filters) => (event: { readonly currentTarget: { readonly value: string } }) =>
      show({ ...filters, ...takePending(), [name]: event.currentTarget.value });
  return (
    <Page title={t.layout.pages.auditLog} lead={t.auditLog.lead}>
      <Paper withBorder radius="md" p="md" component="search">
        <div className="inline-form">
          <TextInput
            label={t.common.operator}
            value={texts.operator}
            onChange={(event) => type({ operator: event.currentTarget.value })}
            maxLength={64}
          />
          <NativeSelect
            label={t.auditLog.action}
            value={filters.action}
            onChange={choose('action')}
            data={options(t.names.auditAction, t.common.any)}
          />
          <NativeSelect
            label={t.auditLog.item}
            value={filters.target_kind}
            onChange={choose('target_kind')}
            data={options(t.names.auditTarget, t.common.any)}
          />
        </div>
      </Paper>
      <DataGrid
        label={t.layout.pages.auditLog}
        records={entries.data?.pages.flatMap((page) => page.entries)}
        columns={columns()}
        idOf={({ id }) => id}
        detail={(entry) => <Changes entry={entry} />}
        empty={search.size > 0 ? t.auditLog.noMatch : t.auditLog.none}
        isChanging={entries.isPlaceholderData}
        error={entries.error}
        onRetry={() => void entries.refetch()}
        more={nextPageOf(entries)}
        phone={(entry) => (
          <Stack gap={2}>
            <Text size="sm" fw={600}>
              {nameOf(t.names.auditAction, entry.action)}
            </Text>
            <Target entry={entry} />
            {entry.reason !== null && (
              <Text size="sm" className="untrusted-text">
                {entry.reason}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              {entry.operator} · <DateTime at={entry.at} style="second" />
            </Text>
          </Stack>
        )}
      />
    </Page>
  );
}
