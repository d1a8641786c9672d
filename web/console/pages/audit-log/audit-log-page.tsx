/** Who did what, when, from where. Opens to what was before and after. */

import { Anchor, Code, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { Link, useSearchParams } from 'react-router';
import { get } from '../../api/call.ts';
import type { AuditEntry, AuditPage } from '../../api/types.ts';
import { Page } from '../../layout/page.tsx';
import { amountText } from '../../components/amount.tsx';
import { DataGrid } from '../../components/data-grid.tsx';
import { moreOf, useKeyset } from '../../hooks/use-paged-list.ts';
import { useTyped } from '../../hooks/use-search-text.ts';
import { When } from '../../components/date-time.tsx';
import { useSession } from '../../session/use-session.ts';
import { t, wordOf } from '../../texts/words.ts';
import { auditWords, targetWords } from '../../texts/names-old.ts';

function Target({ entry }: { readonly entry: AuditEntry }) {
  const kind = wordOf(targetWords, entry.target_kind);
  // Some acts are about all of a kind at once.
  const words = entry.target_id === 'all' ? t('{kind}: all', { kind }) : `${kind} ${entry.target_id}`;
  const to = { order: '/orders/', user: '/users/' }[entry.target_kind];
  if (to === undefined) return <span className="strangers-text">{words}</span>;
  return (
    <Anchor
      component={Link}
      to={`${to}${encodeURIComponent(entry.target_id)}`}
      size="sm"
      className="strangers-text"
    >
      {words}
    </Anchor>
  );
}

/** In minor units. */
const moneyNames: ReadonlySet<string> = new Set(['price', 'member_price', 'amount']);

function valueText(name: string, value: unknown, currency: string): string {
  if (typeof value === 'number' && moneyNames.has(name)) return amountText(value, currency);
  return value === undefined || value === null ? '–' : String(value);
}

/** Field by field: only what is not the same. */
function Changes({ entry }: { readonly entry: AuditEntry }) {
  const { shop } = useSession();
  const before = entry.before ?? {};
  const after = entry.after ?? {};
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  );
  return (
    <Stack gap={4}>
      {names.map((name) => (
        <Text key={name} size="sm" className="strangers-text">
          {name.replaceAll('_', ' ')}: {valueText(name, before[name], shop.currency)} →{' '}
          <strong>{valueText(name, after[name], shop.currency)}</strong>
        </Text>
      ))}
      <Text size="xs" c="dimmed" component="div">
        {t('From {address}, request', { address: entry.address ?? '–' })}{' '}
        <Code>{entry.request_id ?? '–'}</Code>
      </Text>
    </Stack>
  );
}

const columns = (): DataTableColumn<AuditEntry>[] => [
  {
    accessor: 'at',
    title: t('When'),
    noWrap: true,
    render: (entry) => <When at={entry.at} style="second" />,
  },
  { accessor: 'operator', title: t('Operator'), cellsClassName: 'strangers-text' },
  { accessor: 'action', title: t('What'), render: (entry) => wordOf(auditWords, entry.action) },
  { accessor: 'target_id', title: t('On'), render: (entry) => <Target entry={entry} /> },
  {
    accessor: 'reason',
    title: t('Reason'),
    cellsClassName: 'strangers-text',
    render: (entry) => entry.reason ?? '–',
  },
];

function options(words: Readonly<Record<string, string>>, any: string) {
  return [
    { value: '', label: any },
    ...Object.entries(words).map(([value, label]) => ({ value, label: t(label) })),
  ];
}

export function AuditLogPage() {
  const [search, setSearch] = useSearchParams();
  const filters = {
    operator: search.get('operator') ?? '',
    action: search.get('action') ?? '',
    target_kind: search.get('target_kind') ?? '',
    target_id: search.get('target_id') ?? '',
  };
  const entries = useKeyset<AuditPage>({
    key: ['audit-log', filters],
    everyMs: 0,
    fetchPage: (before, signal) => get<AuditPage>('audit_log', { ...filters, before }, signal),
  });
  const show = (wanted: typeof filters) =>
    setSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')), {
      replace: true,
    });
  const { typed, type, take } = useTyped({ operator: filters.operator }, ({ operator }) =>
    show({ ...filters, operator }),
  );
  const choose =
    (name: keyof typeof filters) => (event: { readonly currentTarget: { readonly value: string } }) =>
      show({ ...filters, ...take(), [name]: event.currentTarget.value });
  return (
    <Page title={t('Audit log')} lead={t('Who did what. Nothing in it can be changed.')}>
      <Paper withBorder radius="md" p="md" component="search">
        <div className="inline-form">
          <TextInput
            label={t('Operator')}
            value={typed.operator}
            onChange={(event) => type({ operator: event.currentTarget.value })}
            maxLength={64}
          />
          <NativeSelect
            label={t('What')}
            value={filters.action}
            onChange={choose('action')}
            data={options(auditWords, t('Any'))}
          />
          <NativeSelect
            label={t('On')}
            value={filters.target_kind}
            onChange={choose('target_kind')}
            data={options(targetWords, t('Any'))}
          />
        </div>
      </Paper>
      <DataGrid
        label={t('Audit log')}
        records={entries.data?.pages.flatMap((page) => page.entries)}
        columns={columns()}
        idOf={({ id }) => id}
        detail={(entry) => <Changes entry={entry} />}
        empty={search.size > 0 ? t('Nothing matches.') : t('Nothing was done yet.')}
        isChanging={entries.isPlaceholderData}
        error={entries.error}
        onRetry={() => void entries.refetch()}
        more={moreOf(entries)}
        phone={(entry) => (
          <Stack gap={2}>
            <Text size="sm" fw={600}>
              {wordOf(auditWords, entry.action)}
            </Text>
            <Target entry={entry} />
            {entry.reason !== null && (
              <Text size="sm" className="strangers-text">
                {entry.reason}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              {entry.operator} · <When at={entry.at} style="second" />
            </Text>
          </Stack>
        )}
      />
    </Page>
  );
}
