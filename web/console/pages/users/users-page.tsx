/** All customers: guests, and users of the identity provider. */

import { Anchor, Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { UserItem } from '../../api/types.ts';
import { DataGrid } from '../../components/data-grid.tsx';
import { DateTime } from '../../components/date-time.tsx';
import { nextPageOf } from '../../hooks/use-paged-list.ts';
import { Page } from '../../layout/page.tsx';
import { useWords, words } from '../../texts/words.ts';
import { useUsers } from './users-api.ts';

export function userName({ id, kind, erased_at }: Pick<UserItem, 'id' | 'kind' | 'erased_at'>): string {
  const { t } = words();
  if (erased_at !== null) return t.erasure.erasedName(id);
  return kind === 'guest' ? t.common.guestNumber(id) : t.common.customerNumber(id);
}

export function MemberBadge({ user }: { readonly user: Pick<UserItem, 'is_member' | 'member_until'> }) {
  const { t } = useWords();
  if (user.member_until === null) return <Text size="sm">–</Text>;
  return (
    <Group gap="0 0.4rem">
      <Badge variant="light" color={user.is_member ? 'good' : 'quiet'} className="word-badge">
        {user.is_member ? t.users.member : t.users.expiredMember}
      </Badge>
      <Text size="xs" c="dimmed">
        {t.users.until} <DateTime at={user.member_until} style="day" />
      </Text>
    </Group>
  );
}

function UserLink({ user }: { readonly user: UserItem }) {
  return (
    <Anchor component={Link} to={`/users/${user.id}`} size="sm">
      {userName(user)}
    </Anchor>
  );
}

function columns(): DataTableColumn<UserItem>[] {
  const { t } = words();
  return [
    { accessor: 'id', title: t.common.customer, noWrap: true, render: (user) => <UserLink user={user} /> },
    {
      accessor: 'subject',
      title: t.users.account,
      cellsClassName: 'untrusted-text',
      render: (user) => user.subject ?? '–',
    },
    {
      accessor: 'issuer',
      title: t.users.identityProvider,
      cellsClassName: 'untrusted-text',
      render: (user) => user.issuer ?? '–',
    },
    {
      accessor: 'created_at',
      title: t.users.created,
      noWrap: true,
      render: (user) => <DateTime at={user.created_at} style="day" />,
    },
    { accessor: 'member_until', title: t.users.membership, render: (user) => <MemberBadge user={user} /> },
  ];
}

function UserSearch({ onSearch }: { readonly onSearch: (search: Record<string, string>) => void }) {
  const { t } = useWords();
  const [search] = useSearchParams();
  const [typed, setTyped] = useState({ id: search.get('id') ?? '', subject: search.get('subject') ?? '' });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = { id: typed.id, subject: typed.subject.trim() };
    onSearch(Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== '')));
  };
  return (
    <Paper withBorder radius="md" p="md" component="search">
      <form onSubmit={submit} className="inline-form">
        <TextInput
          label={t.users.number}
          inputMode="numeric"
          value={typed.id}
          maxLength={15}
          onChange={(event) => setTyped({ ...typed, id: event.currentTarget.value.replace(/\D/g, '') })}
        />
        <TextInput
          label={t.users.account}
          value={typed.subject}
          maxLength={255}
          spellCheck={false}
          onChange={(event) => setTyped({ ...typed, subject: event.currentTarget.value })}
        />
        <Button type="submit">{t.common.search}</Button>
      </form>
    </Paper>
  );
}

export function UsersPage() {
  const { t } = useWords();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const users = useUsers({ id: search.get('id') ?? '', subject: search.get('subject') ?? '' });
  return (
    <Page title={t.layout.pages.users} lead={t.users.lead}>
      <UserSearch key={search.toString()} onSearch={setSearch} />
      <DataGrid
        label={t.layout.pages.users}
        records={users.data?.pages.flatMap((page) => page.users)}
        columns={columns()}
        idOf={({ id }) => id}
        empty={search.size > 0 ? t.users.noMatch : t.users.none}
        isChanging={users.isPlaceholderData}
        error={users.error}
        onRetry={() => void users.refetch()}
        more={nextPageOf(users)}
        onRowClick={({ id }) => navigate(`/users/${id}`)}
        phone={(user) => (
          <Stack gap={4}>
            <Group justify="space-between">
              <UserLink user={user} />
              <Text size="xs" c="dimmed">
                <DateTime at={user.created_at} style="day" />
              </Text>
            </Group>
            {user.subject !== null && (
              <Text size="xs" c="dimmed" className="untrusted-text">
                {user.subject}
              </Text>
            )}
            {user.member_until !== null && <MemberBadge user={user} />}
          </Stack>
        )}
      />
    </Page>
  );
}
